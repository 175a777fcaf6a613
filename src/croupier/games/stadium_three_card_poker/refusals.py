"""Stadium Three Card Poker: which clause of its sheet a player breaks by what he is refused.

What is not here the sheet leaves to the house.
"""

from typing import Final

from croupier.rejection import Code
from croupier.table.irregularity import RefusedBy

__all__ = ["REFUSED_BY"]

REFUSED_BY: Final = RefusedBy(
    any_spot={
        Code.PICKS_INVALID: "Rule 2",
        Code.WAGER_MISSING: "Rule 3",
        Code.WAGER_WITHOUT_BASE: "Rule 3",
        Code.STAKE_TOO_LOW_BESIDE: "Rule 3",
        Code.BETS_CLOSED: "Rule 4",
    },
    by_spot={
        (Code.WAGER_NOT_NOW, "Play"): "Introduction 4",
        (Code.WAGER_NOT_NOW, "Ante Bonus"): "Introduction 1",
    },
)
