"""Three Card Poker: the hands that lie open, and how they are read."""

from typing import Final

from croupier.table.hands import HandToRead, ReadAs, open_cards
from croupier.table.layout import Layout
from croupier.table.places import Place

__all__ = ["hands_to_read"]

_DEALER: Final = Place.of_dealer("Hand")


def hands_to_read(seen: Layout) -> tuple[HandToRead, ...]:
    """Everybody's three cards, and each player's together with the dealer's."""
    dealer = open_cards(seen, _DEALER)
    found = []
    for place in sorted(seen.cards):
        cards = open_cards(seen, place)
        if len(cards) != 3:
            continue
        whose = "The dealer" if place.seat is None else f"Seat {place.seat}"
        found.append(HandToRead(whose, cards, ReadAs.BEST_THREE, "Hand Rankings 1"))
        if place.seat is not None and len(dealer) == 3:
            six = HandToRead(
                f"{whose}, with the dealer's cards",
                (*cards, *dealer),
                ReadAs.BEST_FIVE,
                "Six Card Bonus 3",
            )
            found.append(six)
    return tuple(found)
