"""Work on several up cards side by side, with one account of how far all of it has come."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Final, TypeVar

from croupier.games.roll_your_own_blackjack.exact.hand_index import ACE, TEN
from croupier.table.worth import Progress

__all__ = ["LONGEST_FIRST", "Told", "each_up_card"]

LONGEST_FIRST: Final = (6, 7, 8, ACE, TEN, 1, 2, 3, 4, 5)
"""In the order in which up cards are worked out: against a seven hands go on longest."""

_THREADS: Final = 2
_SECONDS_BETWEEN: Final = 0.25

T = TypeVar("T")

Told = Callable[[float], None]
"""Told which share of its part a piece of work has done."""


def each_up_card(
    what: str,
    work: Callable[[int, Told], T],
    progress: Progress,
    ups: Sequence[int] = LONGEST_FIRST,
) -> list[T]:
    """What work on each up card gives, in their order. Kernels run side by side."""
    done = [0.0] * len(ups)

    def told(at: int) -> Told:
        def tell(share: float) -> None:
            done[at] = share

        return tell

    with ThreadPoolExecutor(_THREADS) as threads:
        found = [threads.submit(work, up, told(at)) for at, up in enumerate(ups)]
        waiting = set(found)
        while waiting:
            _, waiting = wait(waiting, timeout=_SECONDS_BETWEEN)
            progress(what, sum(done) / len(ups))
    return [one.result() for one in found]
