"""Roll Your Own Blackjack: the hands that lie open, and how they are read."""

from collections.abc import Iterator

from croupier.games.roll_your_own_blackjack.rules import AceLowStraight, Rules
from croupier.games.roll_your_own_blackjack.script import bonus_hand
from croupier.table.hands import HandToRead, ReadAs, open_cards
from croupier.table.layout import Layout
from croupier.table.places import Place

__all__ = ["hands_to_read"]


def hands_to_read(seen: Layout, rules: Rules) -> tuple[HandToRead, ...]:
    """The three cards of each Bonus while they are all there are, and every blackjack hand."""
    found: list[HandToRead] = []
    for seat in sorted({place.seat for place in seen.cards if place.seat is not None}):
        found.extend(_bonus(seen, seat, rules))
    for place in sorted(seen.cards):
        cards = open_cards(seen, place)
        if place.name.startswith("Blackjack") or place == Place.of_dealer("Hand"):
            if len(cards) < 2:
                continue
            whose = "The dealer" if place.seat is None else f"Seat {place.seat}, {place.name}"
            read_as, clause = ReadAs.BLACKJACK, "Rule 7h"
            if _is_split(seen, place):
                read_as, clause = ReadAs.SPLIT_HAND, "Rule 7h exception"
            found.append(HandToRead(whose, cards, read_as, clause))
    return tuple(found)


def _bonus(seen: Layout, seat: int, rules: Rules) -> Iterator[HandToRead]:
    """The three cards a player was dealt, where they are read as three cards usually are."""
    hand = open_cards(seen, *(Place.of_seat(seat, f"Blackjack {one}") for one in (1, 2)))
    if len(hand) == 3 and (
        rules.ace_low_straight is AceLowStraight.COUNTS
        or bonus_hand(hand, rules.ace_low_straight) == bonus_hand(hand, AceLowStraight.COUNTS)
    ):
        yield HandToRead(f"Seat {seat}, the Bonus", hand, ReadAs.BEST_THREE, "Rule 6")


def _is_split(seen: Layout, place: Place) -> bool:
    """Whether a hand was split from, or into, another."""
    first = place.name.partition(" split")[0]
    return any(
        other.owner == place.owner and other.name.startswith(f"{first} split")
        for other in seen.cards
    )
