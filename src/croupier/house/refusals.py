"""What was refused: counted, and told to the log of the server."""

import logging
from typing import Final
from weakref import WeakSet

from croupier.house.commands import Person
from croupier.house.rate import RateLimiter
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection

__all__ = ["Refusals", "Sparing"]

_LOGGER: Final = logging.getLogger("croupier.house")
_AT_ONCE: Final = 5
_THEN_EVERY_MS: Final = 10_000
_LONGEST_PATH: Final = 200


class Sparing:
    """Nobody fills the log: five lines of a kind at once, and then one in ten seconds."""

    def __init__(self) -> None:
        self._told = RateLimiter(burst=_AT_ONCE, refill_ms=_THEN_EVERY_MS)

    def lets_through(self, kind: str, now_ms: int) -> bool:
        """Whether one more line of that kind is written."""
        return not self._told.take(kind, now_ms)


class Refusals:
    """What was refused since the start."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        """By code: how often something was refused."""
        self._sparing = Sparing()
        self._noted: WeakSet[Rejection] = WeakSet()
        """What a table refused passes through what answers for it, and is noted once."""

    def note(self, table: int, who: Person | None, refused: Rejection, now_ms: int) -> None:
        """Counts what a table refused, and logs it unless the same was just logged so often."""
        self._count(refused)
        if who is None or not self._sparing.lets_through(f"{who.actor} {refused.code}", now_ms):
            return
        _LOGGER.info(
            "refused %s at table %d: %s",
            who.actor,
            table,
            refused.code,
            extra={"actor": who.actor, "table": table, "code": str(refused.code)},
        )

    def note_asked(
        self, asker: str, address: str, asked: str, refused: Rejection, now_ms: int
    ) -> None:
        """The same for a request or a message, by whom it counts for: a user or an address."""
        if refused in self._noted:
            return
        self._count(refused)
        if not self._sparing.lets_through(f"{asker} {refused.code}", now_ms):
            return
        shown = harmless(asked, longest=_LONGEST_PATH)
        extra = {"actor": asker, "address": address, "asked": shown, "code": str(refused.code)}
        _LOGGER.info("refused %s, %s: %s", asker, shown, refused.code, extra=extra)

    def _count(self, refused: Rejection) -> None:
        self._noted.add(refused)
        code: Code = refused.code
        self.counts[code] = self.counts.get(code, 0) + 1
