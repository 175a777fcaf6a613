"""Rounds shared out: parts of a simulation, played by threads of this process.

The parts follow from the number of rounds alone. Which thread or machine plays a part, and in
which order parts are done, makes no difference to what they come to.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Final, Protocol, TypeVar

__all__ = ["Part", "Sharing", "Stop", "Threads", "part_size", "parts_of"]

T = TypeVar("T")

_PARTS: Final = 256
"""Where there are rounds enough, there are at least so many parts."""
_PATIENCE_S: Final = 0.2
"""That it is to stop is seen at least that soon."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some rounds (or sessions, or shifts) in a row."""

    first: int
    count: int


def part_size(total: int, at_once: int, largest: int) -> int:
    """How many a part has, but for the last: a multiple of what is best done by one call."""
    wanted = -(-total // _PARTS)
    return max(min(-(-wanted // at_once) * at_once, largest), at_once)


def parts_of(total: int, size: int) -> Iterator[Part]:
    """The whole in parts of that size."""
    for first in range(0, total, size):
        yield Part(first, min(size, total - first))


class Stop:
    """Set when no more parts are to be begun."""

    def __init__(self) -> None:
        self._is_set = False
        self.why = ""
        """What has made going on impossible; empty where somebody just asked."""

    def set(self, why: str = "") -> None:
        """Asks for it; who asks first says why. May be called from a signal's handler."""
        if not self._is_set:
            self.why, self._is_set = why, True

    @property
    def is_set(self) -> bool:
        """Whether somebody asked."""
        return self._is_set


class Sharing(Protocol):
    """Has parts played somewhere."""

    def each(
        self, play: Callable[[Part], T], parts: Iterable[Part], stop: Stop
    ) -> Iterator[tuple[Part, T]]:
        """Every part and what came of it, as they are done.

        Once `stop` is set none is begun, and what is given until the end leaves no gap.
        """
        ...


@dataclass(frozen=True, slots=True)
class Threads:
    """So many threads of this process. Kernels let go of the interpreter, so they run at once."""

    count: int

    def each(
        self, play: Callable[[Part], T], parts: Iterable[Part], stop: Stop
    ) -> Iterator[tuple[Part, T]]:
        """Every part and what came of it, as they are done; those begun are finished."""
        waiting = iter(parts)
        running: dict[Future[T], Part] = {}
        with ThreadPoolExecutor(self.count, thread_name_prefix="rounds") as pool:
            try:
                while True:
                    free = 0 if stop.is_set else 2 * self.count - len(running)
                    for part in islice(waiting, free):
                        running[pool.submit(play, part)] = part
                    if stop.is_set:
                        # The last first, so that none is begun behind one that is not.
                        for future in reversed(list(running)):
                            if future.cancel():
                                del running[future]
                    if not running:
                        return
                    for done in wait(running, _PATIENCE_S, FIRST_COMPLETED).done:
                        yield running.pop(done), done.result()
            except BaseException:
                for future in running:
                    future.cancel()
                raise
