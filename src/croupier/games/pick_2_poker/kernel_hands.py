"""Hands of five cards by number, so that kernels look up what a hand is.

A hand's number says the ranks of its cards, from low to high, and which of the cards share a
suit; which suits these are matters to no rule. So 315,588 numbers stand for 2,598,960 hands,
and what is kept of all of them fits where a processor reads fast.

A hand of no pair has one number for its whole class (see `exact.hand_classes`); one with a pair
can have several, since equal ranks are put in order of suits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Rank, Suit
from croupier.compiled import copy_numbers, kernel, part
from croupier.games.pick_2_poker.exact.hand_classes import suit_classes

__all__ = [
    "NUMBERS",
    "NumberedHands",
    "hand_number",
    "in_order",
    "number_in_order",
    "number_of",
    "numbered",
]

U32 = np.uint32
U64 = np.uint64
SIZE: Final = 5

_SUIT_BITS: Final = U32(2 * SIZE)
_SUITS_MASK: Final = U32((1 << 2 * SIZE) - 1)


def _suitings() -> NDArray[np.uint8]:
    """By the suits of five cards, two bits each, the lowest card's first: how they share suits."""
    known: dict[tuple[int, ...], int] = {}
    found = np.empty(len(Suit) ** SIZE, dtype=np.uint8)
    for suits in product(range(len(Suit)), repeat=SIZE):
        alike = tuple(suits.index(suit) for suit in suits)
        at = sum(suit << 2 * place for place, suit in enumerate(suits))
        found[at] = known.setdefault(alike, len(known))
    return found


SUITINGS: Final = _suitings()
_WAYS: Final = int(SUITINGS.max()) + 1
"""In how many ways five cards can share suits."""
NUMBERS: Final = comb(len(Rank) + SIZE - 1, SIZE) * _WAYS
"""How many numbers there are; some belong to no hand, as that of a pair in one suit."""


def _places() -> NDArray[np.uint32]:
    """By place among five cards and by card: what it adds to the number of the hand.

    The suits are below, the ranks above: ranks a <= b <= c … are numbered as sets of cards are,
    when each is moved up by its place so that no two are the same.
    """
    return np.array(
        [
            comb((card >> 2) + place, place + 1) * _WAYS << 2 * SIZE | (card & 3) << 2 * place
            for place in range(SIZE)
            for card in range(len(DECK))
        ],
        dtype=np.uint32,
    )


PLACES: Final = _places()
_SECOND, _THIRD, _FOURTH, _FIFTH = (U64(place * len(DECK)) for place in range(1, SIZE))


@part
def in_order(
    a: np.uint8, b: np.uint8, c: np.uint8, d: np.uint8, e: np.uint8
) -> tuple[np.uint8, np.uint8, np.uint8, np.uint8, np.uint8]:
    """Five cards from low to high, without a branch."""
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    b, e = min(b, e), max(b, e)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a, b, c, d, e


@part
def number_in_order(a: np.uint8, b: np.uint8, c: np.uint8, d: np.uint8, e: np.uint8) -> np.uint64:
    """The number of five cards that are from low to high."""
    total = (
        PLACES[U64(a)]
        + PLACES[_SECOND + U64(b)]
        + PLACES[_THIRD + U64(c)]
        + PLACES[_FOURTH + U64(d)]
        + PLACES[_FIFTH + U64(e)]
    )
    return U64(total >> _SUIT_BITS) + U64(SUITINGS[U64(total & _SUITS_MASK)])


@part
def hand_number(a: np.uint8, b: np.uint8, c: np.uint8, d: np.uint8, e: np.uint8) -> np.uint64:
    """The number of five cards in any order."""
    a, b, c, d, e = in_order(a, b, c, d, e)
    return number_in_order(a, b, c, d, e)


def number_of(hand: Sequence[int]) -> int:
    """The same for cards in a list, from low to high."""
    total = sum(int(PLACES[place * len(DECK) + card]) for place, card in enumerate(hand))
    return (total >> int(_SUIT_BITS)) + int(SUITINGS[total & int(_SUITS_MASK)])


@dataclass(frozen=True, slots=True)
class NumberedHands:
    """Every number, and a hand that has it."""

    classes: NDArray[np.int32]
    """The class of all hands of that number; -1 where there is no such hand."""
    hands: NDArray[np.uint8]
    """One of these hands, from low to high."""
    places: NDArray[np.uint8]
    """Where in the first hand of the class each of its cards was, before suits were exchanged."""


@cache
def numbered() -> NumberedHands:
    """All numbers."""
    found = NumberedHands(
        np.full(NUMBERS, -1, dtype=np.int32),
        np.zeros((NUMBERS, SIZE), dtype=np.uint8),
        np.zeros((NUMBERS, SIZE), dtype=np.uint8),
    )
    first_hands = suit_classes(SIZE).hands
    changes = np.array(list(permutations(range(len(Suit)))), dtype=np.uint8)
    number_all(first_hands, changes, found.classes, found.hands, found.places)
    return found


@kernel
def number_all(
    first_hands: NDArray[np.uint8],
    changes: NDArray[np.uint8],
    classes: NDArray[np.int32],
    hands: NDArray[np.uint8],
    places: NDArray[np.uint8],
) -> None:
    """Changes the suits of each first hand in every way, unchanged first, and numbers it.

    The first way that leads to a number counts.
    """
    cards, was = np.empty(SIZE, dtype=np.uint8), np.empty(SIZE, dtype=np.uint8)
    for row in range(len(first_hands)):
        for change in changes:
            for place in range(SIZE):
                card = first_hands[row, place]
                card = np.uint8(card & 0xFC | change[card & 3])
                at = place
                while at > 0 and cards[at - 1] > card:
                    cards[at], was[at] = cards[at - 1], was[at - 1]
                    at -= 1
                cards[at], was[at] = card, place
            number = number_in_order(cards[0], cards[1], cards[2], cards[3], cards[4])
            if classes[number] < 0:
                classes[number] = row
                copy_numbers(cards, hands[number])
                copy_numbers(was, places[number])
