"""What the benchmarks share: timing, saying how far they are, their options and what they print."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

__all__ = [
    "Compared",
    "Timing",
    "print_json",
    "print_table",
    "progress",
    "read_options",
    "seconds",
    "target_text",
]


@dataclass(frozen=True, slots=True)
class Timing:
    """What one thing takes."""

    name: str
    seconds: float
    target_s: float | None
    """What it must stay under, where something was promised."""

    @property
    def target(self) -> str:
        """The target, and whether it is missed."""
        return target_text(self.seconds, self.target_s)


@dataclass(frozen=True, slots=True)
class Compared(Timing):
    """What one thing takes, beside a slower way to the same."""

    times_faster: float | None = None
    """Than the naive or plain method, where there is one."""


def target_text(taken: float, target: float | None, digits: str = "g") -> str:
    """A target, and whether it is missed; nothing where nothing was promised."""
    if target is None:
        return ""
    return f"{target:{digits}}{'' if taken < target else ' missed'}"


def seconds(
    work: Callable[[], object], times: int = 1, clock: Callable[[], float] = time.process_time
) -> float:
    """The best of some, in time of the processor: what else the machine does is not counted.

    By another clock where several threads are at work.
    """
    best = float("inf")
    for _ in range(times):
        start = clock()
        work()
        best = min(best, clock() - start)
    return best


def progress(what: str) -> None:
    """One line on a terminal, over the one before; nothing elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)


def read_options(
    doc: str, counts: Mapping[str, tuple[int, str]], flags: Mapping[str, str] | None = None
) -> argparse.Namespace:
    """What the command line says: `counts` have a default and are at least 1; and --json."""
    parser = argparse.ArgumentParser(description=doc.split("\n", maxsplit=1)[0])
    for name, (default, said) in counts.items():
        parser.add_argument(f"--{name}", type=int, default=default, help=said)
    for name, said in (flags or {}).items():
        parser.add_argument(f"--{name}", action="store_true", help=said)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if min(getattr(options, name.replace("-", "_")) for name in counts) < 1:
        *first, last = (f"--{name}" for name in counts)
        named = f"{', '.join(first)} and {last}" if first else last
        parser.error(f"{named} must be at least 1")
    return options


def print_json(timings: Iterable[Any], **more: object) -> None:
    """One object: the timings, which are dataclasses, and whatever else was measured."""
    print(json.dumps({"timings": [asdict(one) for one in timings], **more}))


def print_table(
    title: str, headings: Sequence[str], rows: Iterable[Sequence[str]], below: str = ""
) -> None:
    """A table, its first column for names, and a sentence below it."""
    table = Table(title=title)
    table.add_column("")
    for heading in headings:
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(*row)
    console = Console()
    console.print(table)
    if below:
        console.print(below)
