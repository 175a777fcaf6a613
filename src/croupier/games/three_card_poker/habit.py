"""Three Card Poker: how a sensible player plays."""

from typing import Final

from croupier.cards import Rank, ThreeCardCategory, ThreeCardRank, rank_three
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked

__all__ = ["QUEEN_SIX_FOUR", "usual_choice"]

QUEEN_SIX_FOUR: Final = ThreeCardRank(
    ThreeCardCategory.HIGH_CARD, (Rank.QUEEN, Rank.SIX, Rank.FOUR)
)
"""The weakest hand that is usually played."""


def usual_choice(seen: Layout, asked: Asked) -> str:
    """Play queen-six-four or better, fold the rest."""
    hand = seen.known(Place.of_seat(asked.seat, "Hand"))
    return "play" if rank_three(hand) >= QUEEN_SIX_FOUR else "fold"
