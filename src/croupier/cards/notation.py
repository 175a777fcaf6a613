"""Cards as text, both ways.

Written, a card is its rank and suit letter: `As`, `Td`, `2c`. Read, it may also be `10d`,
`A♠`, `t♦` or `A♠` with the emoji mark a phone adds; a hand may run together (`AsKdQs`) or be
parted by spaces or commas.
"""

import re
from collections.abc import Iterable

from croupier.cards.card import Card, Rank, Suit
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["format_cards", "parse_card", "parse_cards", "parse_hand", "pretty_cards"]

_RANKS = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_SUITS = {suit.letter: suit for suit in Suit}
_SUITS |= dict(zip("♣♦♥♠", Suit, strict=True)) | dict(zip("♧♢♡♤", Suit, strict=True))

# Phones mark a suit as a picture or as text; either way it is the suit.
_MARKS = re.compile("[\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}]")
_PART = re.compile(r"(10|(?!10$).)(.)", re.DOTALL)
_BETWEEN = re.compile(r"[\s,]+")

_HOW = "a card is written like As, Td, 10♦ or 2c"


def parse_card(text: str) -> Card:
    """The card that `text` names."""
    match = _PART.fullmatch(_MARKS.sub("", text.strip()))
    if match is None:
        raise Rejection(Code.CARD_UNKNOWN, f"{quoted(text)} is not a card; {_HOW}.")
    rank = _RANKS.get(match[1].upper())
    if rank is None:
        raise Rejection(
            Code.CARD_UNKNOWN,
            f"{quoted(text)} is not a card: there is no rank {quoted(match[1])} "
            "(2 to 9, T or 10, J, Q, K, A).",
        )
    suit = _SUITS.get(match[2].lower())
    if suit is None:
        raise Rejection(
            Code.CARD_UNKNOWN,
            f"{quoted(text)} is not a card: there is no suit {quoted(match[2])} "
            "(c, d, h, s or ♣ ♦ ♥ ♠).",
        )
    return Card.of(rank, suit)


def parse_cards(text: str) -> tuple[Card, ...]:
    """All cards named in `text`, in order; the same card may be named twice."""
    cards: list[Card] = []
    for word in _BETWEEN.split(_MARKS.sub("", text.strip())):
        if len(word) <= 3:
            cards.extend([parse_card(word)] if word else [])
        else:
            cards.extend(_parse_run(word))
    return tuple(cards)


def parse_hand(text: str) -> tuple[Card, ...]:
    """The cards named in `text`, which must all differ, as cards of one deck do."""
    cards = parse_cards(text)
    if not cards:
        raise Rejection(Code.HAND_SIZE, f"There are no cards in {quoted(text)}; {_HOW}.")
    for position, card in enumerate(cards):
        if card in cards[:position]:
            raise Rejection(
                Code.CARD_REPEATED,
                f"{card} is named twice; one deck holds each card once.",
            )
    return cards


def format_cards(cards: Iterable[Card]) -> str:
    """`As Kd Qs`: what `parse_cards` reads back exactly."""
    return " ".join(card.text for card in cards)


def pretty_cards(cards: Iterable[Card]) -> str:
    """`A♠ K♦ Q♠`: for people."""
    return " ".join(card.pretty for card in cards)


def _parse_run(word: str) -> list[Card]:
    """Cards written without gaps, `AsKdQs`."""
    cards = []
    position = 0
    while position < len(word):
        match = _PART.match(word, position)
        if match is None:
            raise Rejection(
                Code.CARD_UNKNOWN,
                f"{quoted(word)} ends in the middle of a card; {_HOW}.",
            )
        cards.append(parse_card(match[0]))
        position = match.end()
    return cards
