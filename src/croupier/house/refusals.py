"""Commands that were refused: counted, and told to the log of the server."""

import logging
from typing import Final

from croupier.house.commands import Person
from croupier.house.rate import RateLimiter
from croupier.rejection import Rejection

__all__ = ["Refusals"]

_LOGGER: Final = logging.getLogger("croupier.house")
_AT_ONCE: Final = 5
_THEN_EVERY_MS: Final = 10_000


class Refusals:
    """What was refused since the start."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        """By code: how many commands were refused."""
        self._told = RateLimiter(burst=_AT_ONCE, refill_ms=_THEN_EVERY_MS)

    def note(self, table: int, who: Person | None, refused: Rejection, now_ms: int) -> None:
        """Counts a refusal, and logs it unless the same person was just refused so often."""
        self.counts[refused.code] = self.counts.get(refused.code, 0) + 1
        if who is None or self._told.take(f"{who.actor} {refused.code}", now_ms):
            return
        _LOGGER.info(
            "refused %s at table %d: %s",
            who.actor,
            table,
            refused.code,
            extra={"actor": who.actor, "table": table, "code": str(refused.code)},
        )
