"""Stadium Three Card Poker: the hands that lie open, and how they are read."""

from collections.abc import Iterator, Sequence
from typing import Final

from croupier.games.stadium_three_card_poker.rules import LINES
from croupier.table.hands import HandToRead, ReadAs, open_cards
from croupier.table.layout import Layout
from croupier.table.places import Place

__all__ = ["hands_to_read"]

_CLAUSE: Final = "Rule 11"
_DEALER: Final = Place.of_dealer("Hand")


def hands_to_read(seen: Layout) -> tuple[HandToRead, ...]:
    """The dealer's hand, each row and column, and whatever cells are known to be picked."""
    dealer = open_cards(seen, _DEALER)
    found = [HandToRead("The dealer", dealer, ReadAs.BEST_THREE, "Rule 9")] if dealer else []
    for line, cells in LINES.items():
        found.extend(_on(seen, line, tuple(cells)))
    for seat, picks in sorted(seen.picks.items()):
        found.extend(_on(seen, f"Seat {seat}", picks))
    return tuple(found)


def _on(seen: Layout, whose: str, cells: Sequence[str]) -> Iterator[HandToRead]:
    """Three cells as a hand, and together with the dealer's cards."""
    cards = open_cards(seen, *(Place.of_table(f"Cell {cell}") for cell in cells))
    dealer = open_cards(seen, _DEALER)
    if len(cards) == 3:
        yield HandToRead(whose, cards, ReadAs.BEST_THREE, _CLAUSE)
        if len(dealer) == 3:
            six = (*cards, *dealer)
            yield HandToRead(f"{whose}, with the dealer's cards", six, ReadAs.BEST_FIVE, _CLAUSE)
