"""Pick 2 Poker: which clause of its sheet a player breaks by what he is refused.

What is not here the sheet leaves to the house.
"""

from typing import Final

from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, THREES
from croupier.games.pick_2_poker.rules import THREE_CARD_HALF
from croupier.rejection import Code
from croupier.table.irregularity import RefusedBy

__all__ = ["REFUSED_BY"]

_LIMITS: Final = "Wagers a"

REFUSED_BY: Final = RefusedBy(
    any_spot={
        Code.STAKE_BELOW_MINIMUM: _LIMITS,
        Code.STAKE_ABOVE_MAXIMUM: _LIMITS,
        Code.STAKE_OFF_INCREMENT: _LIMITS,
        Code.TABLE_MAXIMUM: _LIMITS,
        Code.WAGER_MISSING: "Playing 3",
        Code.WAGER_WITHOUT_BASE: "Playing 3",
        Code.BETS_CLOSED: "Playing 7",
    },
    by_spot={
        (Code.STAKE_NOT_EQUAL, "3-5 Bonus"): "Playing 5",
        (Code.WAGER_NOT_NOW, "Play"): "Playing 11",
        (Code.WAGER_NOT_NOW, THREE_CARD_HALF): "Playing 21",
        (Code.STAKE_INVALID, FIVE_CARD_GAME): "Playing 13",
        **{(Code.STAKE_INVALID, three): "Playing 12" for three in THREES},
    },
)
