"""How many connections there is room for: in all, and from one address.

Each takes a descriptor, and so do the books: some are kept for these, so that whoever is connected
goes on however many others come. Nobody takes all the room, so that others find some.
"""

import resource
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Final

from croupier.house.rate import address_key
from croupier.house.refusals import Sparing
from croupier.rejection import Code, Rejection

__all__ = ["Room", "raise_descriptors"]

_KEPT: Final = 128
"""Descriptors that are not for connections: those of the books, their readers, and the logs."""
_MOST: Final = 100_000
"""More connections than that are too many for one process, whatever it may open."""
_LONGEST_QUEUE: Final = 2048


class Room:
    """The connections there are, by address."""

    def __init__(
        self, most: int, *, queue: int = _LONGEST_QUEUE, among: Iterable[str] = ()
    ) -> None:
        assert most >= 1, "somebody comes in"
        self.most = most
        """As many as there can be at once."""
        self.most_of_one = max(most * 3 // 4, 1)
        """As many as can come from one address: all terminals of a stadium may have the same."""
        self.queue = queue
        """As many as may wait until they are let in, or turned away."""
        self._proxies = tuple(ip_network(one, strict=False) for one in among)
        self._of: Counter[str] = Counter()
        self._count = 0
        self._sparing = Sparing()

    @classmethod
    def within(cls, descriptors: int, *, proxies: Iterable[str] = ()) -> "Room":
        """What so many descriptors have room for beside the books.

        `proxies` are addresses that everybody comes from, so that they are not counted by address.
        """
        free = max(descriptors - _KEPT, 16)
        # Who waits to be turned away has a descriptor for a moment, too.
        queue = min(max(free // 4, 4), _LONGEST_QUEUE)
        return cls(min(max(free - queue, 8), _MOST), queue=queue, among=proxies)

    def __len__(self) -> int:
        """How many connections there are."""
        return self._count

    def enter(self, address: str) -> None:
        """Lets a connection in, or turns it away."""
        if self._count >= self.most:
            raise Rejection(
                Code.HOUSE_UNAVAILABLE,
                f"All {self.most} connections that this server has room for are taken; try again "
                "in a while.",
            )
        key = address_key(address)
        if self._of[key] >= self.most_of_one and not self._is_proxy(address):
            raise Rejection(
                Code.TOO_MANY_REQUESTS,
                f"One address has {self.most_of_one} connections at most; close one.",
            )
        self._count += 1
        self._of[key] += 1

    def leave(self, address: str) -> None:
        """A connection that was let in is gone."""
        key = address_key(address)
        assert self._of[key] > 0, "who leaves had come in"
        self._count -= 1
        self._of[key] -= 1
        if not self._of[key]:
            del self._of[key]

    def is_told(self, what: str, address: str) -> bool:
        """Whether this is logged once more, of that address."""
        return self._sparing.lets_through(
            f"{address_key(address)} {what}", time.monotonic_ns() // 1_000_000
        )

    def _is_proxy(self, address: str) -> bool:
        with suppress(ValueError):  # It may be no address.
            found = ip_address(address)
            return any(found in network for network in self._proxies)
        return False


def raise_descriptors() -> int:
    """Has this process open as many files and connections as it may; says how many that is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + 2 * _LONGEST_QUEUE if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft < wanted:
        # Some systems have a further limit, and then it stays as it is.
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return soft
