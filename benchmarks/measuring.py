"""What the benchmarks share: how long something takes, and saying how far they are."""

import sys
import time
from collections.abc import Callable

__all__ = ["progress", "seconds"]


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """The best of some, in time of the processor: what else the machine does is not counted."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def progress(what: str) -> None:
    """One line on a terminal, over the one before; nothing elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)
