"""Split hands: how many there come to be, and what the hands of a family are worth together.

A hand of two cards of one value is split into two, and a hand that gets that value again may be
split again, up to a limit. Every hand of the family is played by a plan that looks at its own
cards only. Then it makes no difference in which order the cards are dealt, and one may think of
the second cards of all hands as dealt first. What a hand is worth depends on the others only by
how many of their second cards are of the value split, and how many are not.

"Not of that value" is anything, less "of that value"; and where a card may be anything, it may
as well be left in the deck. So what one hand is worth, the others being what they may, is a sum
of what it is worth from decks that lack one, two, three more cards of the value, with whole
numbers before each term. These numbers are found here. They serve for single hands, for what
they are worth in all, and for pairs of hands, for their spread.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

__all__ = ["MOST_HANDS", "Family", "family"]

MOST_HANDS: Final = 5

Terms = tuple[int, ...]
"""Whole numbers, the k-th for a deck that lacks k more cards of the value split.

Each is to be multiplied by the share of all draws of k cards in which all are of that value.
"""


@dataclass(frozen=True, slots=True)
class Family:
    """The whole numbers for all that can become of a split."""

    other: Terms
    """For a hand whose second card is of another value."""
    same: Terms
    """For a hand whose second card is of the value split, but that is not split again."""
    pairs: tuple[Terms, Terms, Terms]
    """For two hands: both of the first kind, one of each, both of the second."""
    happens: Terms
    """For its happening at all: with 1 in place of what a hand is worth."""


@cache
def family(further: int, least_hands: int = 2, most_hands: int = MOST_HANDS) -> Family:
    """All families with up to that many further splits; or only those of so many hands."""
    other, same, happens = Counter[int](), Counter[int](), Counter[int]()
    pairs = Counter[int](), Counter[int](), Counter[int]()
    for (splits, others, sames), times in _shapes(2, further, 0, 0, 0).items():
        if not least_hands <= others + sames <= most_hands:
            continue
        values = splits + sames
        _add(happens, times, values, others)
        _add(other, times * others, values, others - 1)
        _add(same, times * sames, values - 1, others)
        _add(pairs[0], times * comb(others, 2), values, others - 2)
        _add(pairs[1], times * others * sames, values - 1, others - 1)
        _add(pairs[2], times * comb(sames, 2), values - 2, others)
    return Family(
        _terms(other),
        _terms(same),
        (_terms(pairs[0]), _terms(pairs[1]), _terms(pairs[2])),
        _terms(happens),
    )


def _shapes(
    waiting: int, further: int, splits: int, others: int, sames: int
) -> Counter[tuple[int, int, int]]:
    """By further splits made, hands of the one kind and of the other: in how many orders."""
    if waiting == 0:
        return Counter({(splits, others, sames): 1})
    found = _shapes(waiting - 1, further, splits, others + 1, sames)
    if further:
        found = found + _shapes(waiting + 1, further - 1, splits + 1, others, sames)
    else:
        found = found + _shapes(waiting - 1, further, splits, others, sames + 1)
    return found


def _add(terms: Counter[int], times: int, values: int, others: int) -> None:
    """Adds what holds when so many cards are of the value and so many are not."""
    if times:
        for left_out in range(others + 1):
            terms[values + left_out] += (-1) ** left_out * comb(others, left_out) * times


def _terms(terms: Counter[int]) -> Terms:
    return tuple(terms[at] for at in range(max(terms, default=-1) + 1))
