"""Three Card Poker: which clause of its sheet a player breaks by what he is refused.

What is not here the sheet leaves to the house.
"""

from typing import Final

from croupier.rejection import Code
from croupier.table.irregularity import RefusedBy

__all__ = ["REFUSED_BY"]

REFUSED_BY: Final = RefusedBy(
    any_spot={Code.BETS_CLOSED: "How to Play 6", Code.WAGER_MISSING: "How to Play 2"},
    by_spot={
        (Code.STAKE_OFF_INCREMENT, "Ante"): "How to Play 5",
        (Code.STAKE_OFF_INCREMENT, "Pair Plus"): "How to Play 5",
        (Code.STAKE_TOO_LOW_BESIDE, "Pair Plus"): "Wagers 2",
        (Code.WAGER_WITHOUT_BASE, "Pair Plus"): "How to Play 2",
        (Code.WAGER_WITHOUT_BASE, "Six Card Bonus"): "Six Card Bonus 2",
        (Code.WAGER_NOT_NOW, "Play"): "Wagers 4",
        (Code.WAGER_NOT_NOW, "Ante Bonus"): "Ante Bonus",
    },
)
