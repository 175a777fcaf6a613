"""Pick 2 Poker: the hands that lie open, and how they are read."""

from croupier.games.pick_2_poker.rules import Rules, ThreeCardBonusHand
from croupier.table.hands import HandToRead, ReadAs, open_cards
from croupier.table.layout import Layout
from croupier.table.places import Place

__all__ = ["hands_to_read"]


def hands_to_read(seen: Layout, rules: Rules) -> tuple[HandToRead, ...]:
    """All five cards of everybody, the best three among them, and the three a player has set."""
    dealer = open_cards(seen, Place.of_dealer("Hand"), Place.of_dealer("Best three"))
    found = []
    if len(dealer) == 5:
        found += [
            HandToRead("The dealer, all five", dealer, ReadAs.BEST_FIVE, "Playing 16"),
            HandToRead("The dealer", dealer, ReadAs.BEST_THREE, "Playing 16"),
        ]
    for seat in sorted({place.seat for place in seen.cards if place.seat is not None}):
        played = open_cards(seen, Place.of_seat(seat, "Play"))
        places = (Place.of_seat(seat, name) for name in ("Hand", "Play", "3-5 Bonus"))
        cards = open_cards(seen, *places)
        if len(cards) != 5:
            continue
        whose = f"Seat {seat}"
        found.append(HandToRead(f"{whose}, all five", cards, ReadAs.BEST_FIVE, "Round c"))
        if rules.three_card_bonus_hand is ThreeCardBonusHand.BEST_THREE:
            found.append(HandToRead(whose, cards, ReadAs.BEST_THREE, "Playing 21"))
        if len(played) == 3:
            found.append(
                HandToRead(f"{whose}, the three set", played, ReadAs.BEST_THREE, "Round c")
            )
    return tuple(found)
