"""The plain twin of `nine_cards`: every set of six cards is decided by itself."""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import kernel
from croupier.games.stadium_three_card_poker.exact.dealer_hands import Weighing, weigh
from croupier.games.stadium_three_card_poker.exact.nine_cards import Weights
from croupier.games.stadium_three_card_poker.exact.set_layout import REMOVED
from croupier.games.three_card_poker.exact.showdown_counts import Cards, Showdown

__all__ = ["folds_plainly"]


def folds_plainly(
    hand: Cards, others: Cards, weights: Weights, tables: Showdown
) -> tuple[int, int]:
    """With how many sets a hand is folded, each decided for itself, and the weight left then."""
    kinds = np.empty(comb(len(others), 3), dtype=np.uint8)
    weigh(hand, others, weights.array, tables, kinds)
    by_three = weights.array.reshape(-1)[kinds]
    sets, left = decide_all(by_three, len(others), weights.each * comb(len(others) - REMOVED, 3))
    return int(sets), int(left)


class Sums(NamedTuple):
    """The weights of the dealer's hands with one, two and three given cards, in order."""

    one: Weighing
    two: Weighing
    three: Weighing


@kernel
def decide_all(by_three: Weighing, cards: int, threshold: int) -> tuple[int, int]:
    """Every set of six cards by inclusion and exclusion: how many leave too little, and how much.

    `by_three` has the weight of three cards, one after the other.
    """
    sums = Sums(
        np.zeros(cards, dtype=np.int64),
        np.zeros((cards, cards), dtype=np.int64),
        np.zeros((cards, cards, cards), dtype=np.int64),
    )
    at = 0
    for i in range(cards):
        for j in range(i + 1, cards):
            for k in range(j + 1, cards):
                weight = by_three[at]
                at += 1
                sums.three[i, j, k] = weight
                for one in (i, j, k):
                    sums.one[one] += weight
                for one, other in ((i, j), (i, k), (j, k)):
                    sums.two[one, other] += weight
    sets, left_in_all = 0, 0
    gone = np.zeros(REMOVED, dtype=np.int64)
    total = by_three.sum()
    for a in range(cards):
        left_1 = total - _taken_by(a, 0, gone, sums)
        for b in range(a + 1, cards):
            left_2 = left_1 - _taken_by(b, 1, gone, sums)
            for c in range(b + 1, cards):
                left_3 = left_2 - _taken_by(c, 2, gone, sums)
                for d in range(c + 1, cards):
                    left_4 = left_3 - _taken_by(d, 3, gone, sums)
                    for e in range(d + 1, cards):
                        left_5 = left_4 - _taken_by(e, 4, gone, sums)
                        for f in range(e + 1, cards):
                            left = left_5 - _taken_by(f, 5, gone, sums)
                            if left < threshold:
                                sets += 1
                                left_in_all += left
    return sets, left_in_all


@kernel
def _taken_by(card: int, number: int, gone: NDArray[np.int64], sums: Sums) -> int:
    """The weight a card takes away after so many others, and notes that it is gone."""
    gone[number] = card
    taken = int(sums.one[card])
    for i in range(number):
        taken -= sums.two[gone[i], card]
        for j in range(i + 1, number):
            taken += sums.three[gone[i], gone[j], card]
    return taken
