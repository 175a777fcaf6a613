"""Who sits where when the evening begins, and with how much."""

from dataclasses import dataclass
from typing import Final

from croupier.quoting import harmless
from croupier.rejection import Code, Rejection
from croupier.table.settings import TableSettings

__all__ = ["Seating", "room_for_bots"]

_MOST_BOTS: Final = 99
"""In a stadium there are more seats; beyond this bots would take too long to think."""


def room_for_bots(settings: TableSettings) -> int:
    """How many bots may sit beside the player."""
    return min(settings.positions - 1, _MOST_BOTS)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where when the evening begins, and with how much."""

    seat: int = 1
    bots: int = 0
    bankroll_cents: int = 100_000

    def check(self, settings: TableSettings) -> None:
        """Refuses a seat the table does not have, and more bots than there is room for."""
        if not 1 <= self.seat <= settings.positions:
            raise Rejection(
                Code.SEAT_UNKNOWN,
                f"This table has seats 1 to {settings.positions}; {harmless(self.seat)} is none.",
            )
        room = room_for_bots(settings)
        if not 0 <= self.bots <= room:
            raise Rejection(
                Code.SEATS_OUT_OF_RANGE,
                f"Beside you there is room for 0 to {room} bots at this table, "
                f"not {harmless(self.bots)}.",
            )
        if self.bankroll_cents < 1:
            raise Rejection(Code.AMOUNT_INVALID, "Bring some money: the bankroll is above $0.")
