"""How often a hand is folded by who sees all nine cards, and what the dealer has then.

For a hand all sets of six further cards are divided into those with which it is played and
those with which it is folded, and the dealer's hands after a fold are counted by how they would
have ended.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, gcd
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.games.stadium_three_card_poker.exact.dealer_hands import (
    KINDS,
    Weighing,
    count_left,
    pack,
    spread_of,
    weigh,
)
from croupier.games.stadium_three_card_poker.exact.lanes import Lanes, lanes_for
from croupier.games.stadium_three_card_poker.exact.set_layout import (
    FILLERS,
    REMOVED,
    Layout,
    Problem,
    Question,
    Search,
    Task,
    layout_for,
    start,
)
from croupier.games.stadium_three_card_poker.exact.set_search import find_sets
from croupier.games.three_card_poker.exact.showdown_counts import (
    LINES,
    RESULTS,
    Cards,
    Counts,
    Showdown,
)
from croupier.rejection import Code, Rejection

__all__ = ["Folds", "Weights", "folds_of", "hands_left", "weights_of"]

_MOST: Final = 1 << 62
"""What the sum of all weights must stay under."""


@dataclass(frozen=True, slots=True)
class Weights:
    """By result and six-card line: how much more playing brings than folding, none below zero."""

    of: tuple[tuple[int, ...], ...]
    each: int
    """What was added to each to make it so: a hand is played if, of every hand the dealer can
    still have, this much is left on average."""

    @property
    def array(self) -> Weighing:
        """The weights as the kernels take them."""
        return np.array(self.of, dtype=np.int64)


def weights_of(gains: NDArray[np.object_], possible: NDArray[np.bool_]) -> Weights:
    """The weights of gains in whole units; what is not possible has none."""
    least = min(gains[possible].tolist())
    unit = gcd(least, *gains[possible].tolist()) or 1
    moved, each = np.where(possible, (gains - least) // unit, 0), -least // unit
    if max(moved.max(), each) * comb(49, 3) >= _MOST:
        raise Rejection(
            Code.PAY_TABLE_PAY_INVALID,
            "The pays of this table are too large, or too odd, for nine cards to be weighed.",
        )
    rows = tuple(tuple(int(weight) for weight in row) for row in moved)
    return Weights(rows, each)


@dataclass(frozen=True, slots=True)
class Folds:
    """How often a hand is folded."""

    counts: Counts
    """By result and six-card line: the dealer's hands that are left after a fold, over all sets
    of six cards with which the hand is folded."""
    sets: tuple[int, ...]
    """By how many of the six cards do not matter: with how many sets it is folded."""
    of: tuple[int, ...]
    """By how many of the six cards do not matter: how many sets there are."""
    all_hands: Counts
    """By how many of the six cards do not matter, result and six-card line: the dealer's hands
    that are left, over all sets."""


def folds_of(hand: Cards, others: Cards, weights: Weights, tables: Showdown) -> Folds:
    """Divides all sets of six of the other cards."""
    division = _Division(hand, others, weights, tables)
    counts, sets = np.zeros(KINDS, dtype=np.int64), []
    for matters in range(REMOVED + 1):
        folded, hands = division.divide(matters)
        counts += hands
        sets.append(folded)
    ways = division.ways
    return Folds(
        counts=counts.reshape(RESULTS, LINES),
        sets=tuple(sets[::-1]),
        of=tuple((ways.of * ways.filled[:, 0]).tolist()[::-1]),
        all_hands=_by_fillers(division),
    )


def hands_left(hand: Cards, others: Cards, weights: Weights, tables: Showdown) -> Counts:
    """All hands that are left over all sets, as in `Folds`; no set is divided for it."""
    return _by_fillers(_Division(hand, others, weights, tables))


def _by_fillers(division: "_Division") -> Counts:
    return division.all_hands[::-1].reshape(-1, RESULTS, LINES)


@dataclass(frozen=True, slots=True)
class _Ways:
    """By how many of six cards matter: in how many ways there are so many."""

    of: NDArray[np.int64]
    """In how many ways those are chosen that matter."""
    filled: NDArray[np.int64]
    """And by how many of the dealer's cards do not matter: in how many the others are."""
    per_hand: NDArray[np.int64]
    """And by the same: with how many sets such a hand is left to the dealer."""


@lru_cache(maxsize=64)
def _ways(matter: int, others: int) -> _Ways:
    """For so many cards that matter, and so many others."""
    left_out, numbers = range(4), range(REMOVED + 1)
    filled = [[_choose(others - at, REMOVED - n) for at in left_out] for n in numbers]
    chosen = [[_choose(matter - 3 + at, n) for at in left_out] for n in numbers]
    return _Ways(
        np.array([comb(matter, n) for n in numbers]),
        np.array(filled),
        np.array(filled) * np.array(chosen),
    )


def _choose(cards: int, number: int) -> int:
    """In how many ways so many cards are chosen; in none if there are less than no cards."""
    return comb(cards, number) if cards >= 0 else 0


class _Division:
    """The sets of six cards beside one hand, divided by how many of the six matter."""

    def __init__(self, hand: Cards, others: Cards, weights: Weights, tables: Showdown) -> None:
        self._kinds = np.empty(comb(len(others), 3), dtype=np.uint8)
        self._weights = weights.array
        singles = weigh(hand, others, self._weights, tables, self._kinds)
        self._total = int(singles.sum()) // 3
        self._threshold = weights.each * comb(len(others) - REMOVED, 3)
        self._matter = int(np.count_nonzero(singles))
        order = np.argsort(-singles, kind="stable")[: self._matter]
        self._heaviest = [int(singles[order[:number]].sum()) for number in range(REMOVED + 1)]
        # From the lightest card on, what is played is told earliest; from the heaviest, folds.
        places = np.arange(self._matter)
        self._numbers = np.full(len(others), -1, dtype=np.int64)
        self._numbers[order] = FILLERS + (
            places[::-1] if self._is_mostly_folded(REMOVED) else places
        )
        self._nothing_is_played = False
        self.ways = _ways(self._matter, len(others) - self._matter)

    def divide(self, matters: int) -> tuple[int, NDArray[np.int64]]:
        """Divides the sets in which so many cards matter; in ascending order, one after another.

        Says with how many the hand is folded, and by kind what the dealer can have then.
        """
        ways, filled = int(self.ways.of[matters]), self.ways.filled[matters]
        # Whichever decision is rarer is looked for.
        is_mostly_folded = self._is_mostly_folded(matters)
        rare, rarely = 0, np.zeros(KINDS, dtype=np.int64)
        if not ways or not filled[0]:
            return 0, rarely
        if not self._is_settled(matters, is_mostly_folded):
            question = Question(self._threshold, REMOVED - matters, is_mostly_folded)
            task = Task(self._problem, question, self._layout, self._lanes)
            rare, found = find_sets(task, self._search)
            if rare:
                rarely = count_left(found, self._lanes, self._kinds, self._numbers, filled)
        if not is_mostly_folded:
            return rare * int(filled[0]), rarely
        # The more cards are gone, the less is left: once nothing is played, nothing will be.
        self._nothing_is_played = rare == 0
        return (ways - rare) * int(filled[0]), self.all_hands[matters] - rarely

    def _is_mostly_folded(self, matters: int) -> bool:
        """Whether, on average over sets in which so many cards matter, too little is left."""
        left = self._total * (_choose(self._matter - 3, matters) if matters else 1)
        return left < self._threshold * comb(self._matter, matters)

    def _is_settled(self, matters: int, is_mostly_folded: bool) -> bool:
        """Whether all sets are decided in the same way, for a reason seen at once."""
        if not matters or self._threshold <= 0:
            return True
        if is_mostly_folded:
            return self._nothing_is_played
        return self._total - self._heaviest[matters] >= self._threshold

    @cached_property
    def all_hands(self) -> NDArray[np.int64]:
        """By how many cards matter, and by kind: what the dealer can have, over all sets."""
        return self.ways.per_hand @ spread_of(self._kinds, self._numbers).T

    @cached_property
    def _lanes(self) -> Lanes:
        return lanes_for(max(self._total, self._threshold))

    @cached_property
    def _problem(self) -> Problem:
        weights = self._weights.reshape(-1)
        return pack(self._kinds, weights, self._numbers, self._total, self._lanes)

    @cached_property
    def _layout(self) -> Layout:
        return layout_for(FILLERS + self._matter, self._lanes.per_word)

    @cached_property
    def _search(self) -> Search:
        return start(self._problem, self._layout, self._lanes)
