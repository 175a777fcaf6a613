"""Blackjack hands by the values of their cards, numbered, with what a further card makes of them.

Suits do not matter in blackjack, nor does which ten-value card a ten is: a hand is how many
cards it has of each of ten values. Values are counted from 0 here: 0 the ace, 1 to 8 the two to
the nine, 9 any ten-value card. There are 2,018 hands of at least one card that a single deck
allows and that are not over twenty-one, and some thousands that one more card makes of them.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card, blackjack_total, card_value

__all__ = [
    "ACE",
    "BUST",
    "DECK_COUNTS",
    "KEY_BITS",
    "KEY_MASK",
    "KINDS",
    "TEN",
    "VALUES",
    "Counts",
    "HandIndex",
    "Hands",
    "card_of",
    "counts_of",
    "hand_index",
    "hand_numbers",
    "key_of",
    "value_of",
]

Counts = NDArray[np.int64]
"""How many cards there are of each value, or any other whole numbers."""
Hands = tuple[int, ...]
"""A hand, or any other cards, by their values, in order."""

VALUES: Final = 10
ACE: Final = 0
TEN: Final = 9
BUST: Final = 0
"""The kind of a hand over twenty-one; 1 is a total under seventeen, 2 to 6 are 17 to 21."""
KINDS: Final = 7

KEY_BITS: Final = 5
"""Of a key, for each value: sums of the cards of several hands must not run into the next."""
KEY_MASK: Final = (1 << KEY_BITS) - 1


def value_of(card: Card) -> int:
    """The value of a card, counted from 0."""
    return card_value(card) - 1


@cache
def card_of(value: int) -> Card:
    """Some card of that value."""
    return next(card for card in DECK if value_of(card) == value)


def counts_of(values: Iterable[int]) -> Counts:
    """How many there are of each value."""
    counts = np.zeros(VALUES, dtype=np.int64)
    for value in values:
        counts[value] += 1
    return counts


DECK_COUNTS: Final = counts_of(map(value_of, DECK))
"""A whole deck."""


def key_of(values: Iterable[int]) -> int:
    """A number for a set of cards, told apart by value; that of two sets together is the sum."""
    return sum(1 << (KEY_BITS * value) for value in values)


class HandIndex(NamedTuple):
    """Every hand by number: those not over twenty-one first, shorter ones before longer ones."""

    keys: Counts
    counts: Counts
    """By hand and value."""
    sizes: Counts
    totals: Counts
    kinds: Counts
    children: Counts
    """By hand not over twenty-one and value: the hand that one more card makes of it."""

    @property
    def live(self) -> int:
        """How many of them are not over twenty-one."""
        return len(self.children)


@cache
def hand_index() -> HandIndex:
    """The index of all hands of a single deck."""
    live = sorted(_live((), 0), key=lambda hand: (len(hand), hand))
    numbers = {hand: number for number, hand in enumerate(live)}
    children = np.empty((len(live), VALUES), dtype=np.int64)
    for number, hand in enumerate(live):
        for value in range(VALUES):
            longer = tuple(sorted((*hand, value)))
            children[number, value] = numbers.setdefault(longer, len(numbers))
    hands = list(numbers)
    totals = [blackjack_total(map(card_of, hand)).total for hand in hands]
    return HandIndex(
        keys=np.array([key_of(hand) for hand in hands]),
        counts=np.array([counts_of(hand) for hand in hands]),
        sizes=np.array([len(hand) for hand in hands]),
        totals=np.array(totals),
        kinds=np.array([BUST if total > 21 else max(total - 15, 1) for total in totals]),
        children=children,
    )


@cache
def hand_numbers() -> dict[Hands, int]:
    """The number of each hand that is not over twenty-one, by its values in order."""
    index = hand_index()
    return {
        tuple(np.repeat(np.arange(VALUES), index.counts[number]).tolist()): number
        for number in range(index.live)
    }


def _live(hand: Hands, least: int) -> Iterator[Hands]:
    """All hands not over twenty-one that go on from this one with values in order."""
    if hand:
        yield hand
    for value in range(least, VALUES):
        longer = (*hand, value)
        if sum(longer) + len(longer) > 21:
            return
        if hand.count(value) < min(DECK_COUNTS[value], 4):
            yield from _live(longer, value)
