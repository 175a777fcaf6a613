"""3 Way-Action: which clause of its sheet a player breaks by what he is refused.

What is not here the sheet leaves to the house.
"""

from typing import Final

from croupier.rejection import Code
from croupier.table.irregularity import RefusedBy

__all__ = ["PLAYED_BY", "REFUSED_BY"]

_LIMITS: Final = "Wagers b"

REFUSED_BY: Final = RefusedBy(
    any_spot={
        Code.STAKE_BELOW_MINIMUM: _LIMITS,
        Code.STAKE_ABOVE_MAXIMUM: _LIMITS,
        Code.STAKE_OFF_INCREMENT: _LIMITS,
        Code.TABLE_MAXIMUM: _LIMITS,
        Code.WAGER_MISSING: "Playing 3",
        Code.BETS_CLOSED: "Playing 5",
    },
    by_spot={
        (Code.STAKE_BELOW_MINIMUM, "Bonus"): "Playing 27",
        (Code.STAKE_ABOVE_MAXIMUM, "Bonus"): "Playing 27",
        (Code.WAGER_NOT_NOW, "Insurance"): "Playing 19",
        (Code.STAKE_INVALID, "double"): "Playing 14",
        (Code.STAKE_INVALID, "split"): "Playing 15",
    },
)

PLAYED_BY: Final = RefusedBy(
    any_spot={},
    by_spot={
        (Code.OPTION_NOT_OFFERED, "double"): "Playing 14",
        (Code.OPTION_NOT_OFFERED, "split"): "Playing 15",
    },
)
"""The same while a hand is played, where a double or a split might have been offered."""
