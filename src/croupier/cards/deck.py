"""Decks as things: their backs, and the inspection every new deck gets.

Before cards are put in play, dealer and supervisor look the deck through for duplicates,
omissions and cards that do not belong. `inspect` does that with what was read off the
cards; it never stops at the first fault, because the people at the table need them all.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from croupier.cards.card import DECK, Card
from croupier.cards.notation import parse_card, pretty_cards
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection

__all__ = ["Back", "Inspection", "ReadCard", "inspect", "require_sound"]


class Back(StrEnum):
    """The colour of a deck's backs. Two decks at one table must differ in it."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class ReadCard:
    """What was read off one card: its face as text and, where looked at, its back."""

    face: str
    back: Back | None = None


@dataclass(frozen=True, slots=True)
class Inspection:
    """What an inspection found. All three empty: the deck may be used."""

    duplicates: tuple[Card, ...]
    """Cards found more than once, each named once per copy too many."""
    omissions: tuple[Card, ...]
    """Cards that should be there and are not."""
    strangers: tuple[str, ...]
    """What does not belong to this deck: jokers, unknown faces, backs of another colour."""

    @property
    def is_sound(self) -> bool:
        """Whether the deck holds each of the 52 cards once and nothing else."""
        return not (self.duplicates or self.omissions or self.strangers)

    @property
    def sentence(self) -> str:
        """The finding in words, for the record and the error notification."""
        found = []
        if self.duplicates:
            found.append(f"too many: {pretty_cards(self.duplicates)}")
        if self.omissions:
            found.append(f"missing: {pretty_cards(self.omissions)}")
        if self.strangers:
            found.append(f"does not belong: {', '.join(self.strangers)}")
        if not found:
            return "The deck is complete: 52 cards, each once."
        return f"The deck may not be used; {'; '.join(found)}."


def inspect(cards: Iterable[Card | str | ReadCard], *, back: Back | None = None) -> Inspection:
    """Looks through a deck; `back` is the colour every back should have, if backs were read."""
    counted: Counter[Card] = Counter()
    strangers: list[str] = []
    for read in cards:
        card, stranger = _identify(read, back)
        if card is not None:
            counted[card] += 1
        if stranger is not None:
            strangers.append(stranger)
    duplicates = tuple(card for card in DECK for _ in range(counted[card] - 1))
    omissions = tuple(card for card in DECK if not counted[card])
    return Inspection(duplicates, omissions, tuple(strangers))


def require_sound(cards: Iterable[Card | str | ReadCard], *, back: Back | None = None) -> None:
    """Refuses a deck that an inspection finds unsound."""
    deck = list(cards)
    is_whole = len(deck) == len(DECK) == len(set(deck))
    if is_whole and all(type(card) is Card for card in deck):
        return  # The usual case needs no list of what is wrong.
    inspection = inspect(deck, back=back)
    if not inspection.is_sound:
        raise Rejection(Code.DECK_UNSOUND, inspection.sentence)


def _identify(read: Card | str | ReadCard, back: Back | None) -> tuple[Card | None, str | None]:
    """The card, if it is one of this deck's, or else the words for a stranger."""
    if isinstance(read, Card):
        return read, None
    face, seen_back = (read.face, read.back) if isinstance(read, ReadCard) else (read, None)
    try:
        card = parse_card(face)
    except Rejection:
        return None, harmless(face.strip()) or "a blank card"
    if back is not None and seen_back is not None and seen_back != back:
        return None, f"{card.pretty} with a {seen_back} back"
    return card, None
