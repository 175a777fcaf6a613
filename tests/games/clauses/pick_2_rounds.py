"""Hands, stakes and rounds that the tests of Pick 2 Poker share."""

from croupier.games.pick_2_poker import PICK_2_POKER
from croupier.table import events as happened

from .dealing import deal, of_kind

SHUFFLER, HAND = 0, 1
STAKES = {"3-5 Bonus": 1000, "Ante": 1000}
WITH_BONUS = {**STAKES, "5 Card Bonus Only": 500}
THREES = tuple(
    f"3-card {first}-{second}-{third}"
    for first in range(1, 6)
    for second in range(first + 1, 6)
    for third in range(second + 1, 6)
)
"""The options that set three of the five cards."""
QUEEN_HIGH = "Qd Jc 9h 7h 4s"
"""A dealer who does not qualify."""
ACE_KING = "Ad Kc 9h 7h 4s"
"""A dealer who just does."""


def play(hand, dealer, option, stakes=STAKES, **chosen):
    """One seat, its hand and the dealer's, played to the end."""
    return deal(PICK_2_POKER, {1: stakes}, f"{hand} {dealer}", {1: option}, **chosen)


def moved(table, place):
    """Which cards were moved to a place, and how they lie there."""
    return [
        (" ".join(map(str, event.cards)), str(event.face))
        for event in of_kind(table, happened.CardsMoved)
        if str(event.target) == place
    ]
