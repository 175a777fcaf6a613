"""How often somebody may do something: buckets of tokens, one for each key, in memory.

A bucket begins full. Each request takes a token, and one comes back after every so many
milliseconds. What is kept of a bucket is only the moment at which it will be full again.
"""

import ipaddress
from typing import Final

from croupier.rejection import Code, Rejection

__all__ = ["RateLimiter", "address_key", "is_this_machine", "wait_in_words", "whole_seconds"]

_IPV6_PREFIX: Final = 64


class RateLimiter:
    """Lets through `burst` requests of a key at once, then one every `refill_ms`."""

    def __init__(self, *, burst: int, refill_ms: int, most_keys: int = 10_000) -> None:
        assert burst >= 1, "an empty bucket lets nothing through"
        assert refill_ms >= 1, "tokens come back one after another"
        assert most_keys >= 1, "some key has to be remembered"
        self.burst = burst
        self.refill_ms = refill_ms
        self.most_keys = most_keys
        self._full_again_ms: dict[str, int] = {}
        """By key, the one that asked longest ago first."""

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._full_again_ms)

    def take(self, key: str, now_ms: int, cost: int = 1) -> int:
        """Takes tokens, and gives 0; or takes none, and gives the milliseconds to wait."""
        assert 1 <= cost <= self.burst, "this would never be let through"
        # Where the clock was set back, a bucket is at worst empty.
        longest_ms = self.burst * self.refill_ms
        known_ms = self._full_again_ms.pop(key, now_ms)
        before_ms = min(max(known_ms, now_ms), now_ms + longest_ms)
        after_ms = before_ms + cost * self.refill_ms
        wait_ms = max(after_ms - now_ms - longest_ms, 0)
        self._full_again_ms[key] = before_ms if wait_ms else after_ms
        if len(self._full_again_ms) > self.most_keys:
            del self._full_again_ms[next(iter(self._full_again_ms))]
        return wait_ms

    def check(self, key: str, now_ms: int, cost: int = 1) -> None:
        """Takes tokens, or refuses and says how long to wait."""
        wait_ms = self.take(key, now_ms, cost)
        if wait_ms:
            raise Rejection(
                Code.TOO_MANY_REQUESTS,
                f"Too many requests; wait {wait_in_words(wait_ms)} before the next.",
                wait_s=whole_seconds(wait_ms),
            )


def whole_seconds(wait_ms: int) -> int:
    """A wait in seconds: never less than there is to wait."""
    return max(-(-wait_ms // 1000), 1)


def wait_in_words(wait_ms: int) -> str:
    """`1 second`, `45 seconds`, `2 minutes`: never less than there is to wait."""
    seconds = whole_seconds(wait_ms)
    if seconds < 120:
        return "1 second" if seconds == 1 else f"{seconds} seconds"
    return f"{-(-seconds // 60)} minutes"


def is_this_machine(address: str) -> bool:
    """Whether it is an address of the machine itself."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def address_key(address: str) -> str:
    """What an address counts as: whoever has one of IPv6 has all with the same first 64 bits."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # The name of a socket file, or nothing at all.
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), _IPV6_PREFIX), strict=False))
