"""Sets of cards up to an exchange of suits.

No rule of this game prefers a suit, so two hands that become one when suits change their names
are worth the same. Such hands form a class: the 2,598,960 hands of five cards form 134,459. A
class is known by its *first hand*, the one in which clubs hold the highest set of ranks (a bit
for each rank), then diamonds, hearts and spades.

Sets are numbered in the order in which their highest card decides, then the next: three cards
a < b < c have the number a + C(b, 2) + C(c, 3).
"""

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import copy_numbers, kernel

__all__ = ["CHOICES", "SuitClasses", "set_number", "suit_classes", "suit_numbers"]

CHOICES: Final = np.array([[comb(n, k) for k in range(6)] for n in range(53)], dtype=np.int64)
"""By n and k: in how many ways k of n can be chosen."""

_SUIT_CHANGES: Final = np.array(list(permutations(range(4))), dtype=np.int64)


@dataclass(frozen=True, slots=True)
class SuitClasses:
    """All classes of sets of some size."""

    hands: NDArray[np.uint8]
    """The first hand of each, its cards from low to high."""
    sizes: NDArray[np.int64]
    """How many hands are in each."""


@cache
def suit_classes(size: int) -> SuitClasses:
    """The classes of all sets of that many cards, 1 to 5."""
    found, sizes = _first_hands(size)
    return SuitClasses(found, sizes)


@cache
def suit_numbers(size: int) -> NDArray[np.int32]:
    """By the number of a set of that many cards: which class it is in."""
    return _class_of_each(suit_classes(size).hands, _SUIT_CHANGES)


@kernel
def set_number(cards: NDArray[np.uint8]) -> int:
    """The number of a set of cards, which must be from low to high."""
    number = 0
    for at in range(len(cards)):
        number += CHOICES[cards[at], at + 1]
    return number


@kernel
def _first_hands(size: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The first hand of each class, and how many hands the class has."""
    total = CHOICES[52, size]
    found = np.empty((total // 4, size), dtype=np.uint8)
    sizes = np.empty(total // 4, dtype=np.int64)
    cards = np.arange(size)
    ranks = np.empty(4, dtype=np.int64)
    count = 0
    for _ in range(total):
        ranks[:] = 0
        for card in cards:
            ranks[card & 3] |= 1 << (card >> 2)
        if ranks[0] >= ranks[1] >= ranks[2] >= ranks[3]:
            copy_numbers(cards, found[count])
            sizes[count] = _suit_arrangements(ranks)
            count += 1
        # The next set: the first card that has room moves up, those below it start anew.
        at = 0
        while at < size - 1 and cards[at] + 1 == cards[at + 1]:
            cards[at] = at
            at += 1
        cards[at] += 1
    return found[:count].copy(), sizes[:count].copy()


@kernel
def _suit_arrangements(ranks: NDArray[np.int64]) -> int:
    """In how many ways four sets of ranks, equal ones side by side, can be given to the suits."""
    ways = 24
    alike = 1
    for suit in range(1, 4):
        alike = alike + 1 if ranks[suit] == ranks[suit - 1] else 1
        ways //= alike
    return ways


@kernel
def _class_of_each(hands: NDArray[np.uint8], changes: NDArray[np.int64]) -> NDArray[np.int32]:
    """Changes the suits of each first hand in every way, and notes where that leads."""
    size = hands.shape[1]
    numbers = np.full(CHOICES[52, size], -1, dtype=np.int32)
    cards = np.empty(size, dtype=np.uint8)
    for row in range(len(hands)):
        for change in changes:
            for place in range(size):
                card = (hands[row, place] & 0xFC) | change[hands[row, place] & 3]
                at = place
                while at > 0 and cards[at - 1] > card:
                    cards[at] = cards[at - 1]
                    at -= 1
                cards[at] = card
            numbers[set_number(cards)] = row
    return numbers
