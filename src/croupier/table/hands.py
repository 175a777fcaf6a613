"""Hands as somebody must read them: which cards, and what is made of them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.table.places import Place

if TYPE_CHECKING:
    from croupier.table.layout import Layout

__all__ = ["HandToRead", "ReadAs", "open_cards"]


class ReadAs(StrEnum):
    """What is made of some cards."""

    BEST_THREE = "best_three"
    """The best three of them, as a three-card poker hand."""
    BEST_FIVE = "best_five"
    """The best five of them, as a five-card poker hand."""
    BLACKJACK = "blackjack"
    """The total of all of them, as a blackjack hand."""
    SPLIT_HAND = "split_hand"
    """The same where twenty-one in two cards is no blackjack, because the hand was split."""


@dataclass(frozen=True, slots=True)
class HandToRead:
    """A hand that lies open, and how the game reads it."""

    name: str
    """Whose it is and for what: `Seat 2, six cards`."""
    cards: tuple[Card, ...]
    read_as: ReadAs
    clause: str
    """The clause that says so."""


def open_cards(seen: "Layout", *places: Place) -> tuple[Card, ...]:
    """The cards at these places taken together; none where one of them shows its back."""
    lying = [one.card for place in places for one in seen.cards.get(place, ())]
    known = tuple([card for card in lying if card is not None])
    return known if len(known) == len(lying) else ()
