"""Stadium Three Card Poker: how a sensible player plays."""

from croupier.cards import rank_three
from croupier.games.three_card_poker.habit import QUEEN_SIX_FOUR
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked

__all__ = ["usual_choice"]


def usual_choice(seen: Layout, asked: Asked) -> str:
    """Play queen-six-four or better, fold the rest, whatever the other six cards are."""
    cells = seen.picks[asked.seat]
    hand = [card for cell in cells for card in seen.known(Place.of_table(f"Cell {cell}"))]
    return "play" if rank_three(hand) >= QUEEN_SIX_FOUR else "fold"
