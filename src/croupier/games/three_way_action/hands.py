"""3 Way-Action: the hands that lie open, and how they are read."""

from typing import Final

from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.table.hands import HandToRead, ReadAs, open_cards
from croupier.table.layout import Layout
from croupier.table.places import Place

__all__ = ["hands_to_read"]

_BLACKJACK: Final = ("Blackjack", "Split")


def hands_to_read(seen: Layout) -> tuple[HandToRead, ...]:
    """Blackjack hands while Blackjack is played, the seven cards of Poker when they are turned."""
    found = []
    for place in sorted(seen.cards):
        cards = open_cards(seen, place)
        whose = "The dealer" if place.seat is None else f"Seat {place.seat}"
        if place.name in _BLACKJACK and len(cards) >= 2:
            split = Place(place.owner, "Split")
            read_as = ReadAs.SPLIT_HAND if split in seen.cards else ReadAs.BLACKJACK
            words = f"{whose}, the split hand" if place == split else whose
            found.append(HandToRead(words, cards, read_as, "Playing 19"))
        elif place.name == "Poker" and len(cards) == MOST_CARDS:
            found.append(HandToRead(whose, cards, ReadAs.BEST_FIVE, "Playing 22"))
    return tuple(found)
