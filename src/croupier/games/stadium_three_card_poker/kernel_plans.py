"""Stadium Three Card Poker, compiled: who decides by what.

By one's own three cards a hand is played or not. By all nine it may be doubtful: then it is played
if what can still be dealt to the dealer weighs enough. Every hand of his has a weight, how much
more playing brings against it than folding, moved so that none is below zero. What is left of all
weights when six further cards are gone follows by inclusion and exclusion: the whole, less what
each of the six has, plus what each two of them have together, less what each three have.
"""

from collections.abc import Mapping
from itertools import permutations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.compiled import kernel
from croupier.games.stadium_three_card_poker.exact.dealer_hands import Kinds, weigh
from croupier.games.stadium_three_card_poker.exact.nine_cards import Weights
from croupier.games.stadium_three_card_poker.exact.optimal_play import (
    LEFT_HANDS,
    doubtful_classes,
    hand_and_others,
)
from croupier.games.stadium_three_card_poker.exact.seen_cards import (
    NUMBERS,
    HighCardRule,
    is_high,
)
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.showdown_counts import LINES, RESULTS, Cards, showdown
from croupier.games.three_card_poker.exact.strategies import DEALER_HANDS, ClassValues
from croupier.games.three_card_poker.kernel import Plan as OwnPlan
from croupier.games.three_card_poker.kernel import plan_of
from croupier.games.three_card_poker.rules import PairComparison
from croupier.rejection import Code, Rejection
from croupier.table.worth import Progress

__all__ = ["EXCHANGES", "Plan", "SeenCards", "best_plan", "counting_plan", "own_plan"]

CARDS: Final = len(DECK)
EXCHANGES: Final = 32
"""Room for all exchanges of suits, of which there are 24."""
_MOST_ROWS: Final = (1 << 16) // EXCHANGES
_MOST: Final = 1 << 58
"""What all weights together must stay under, so that no sum of them is too large."""
_SMALL: Final = 1 << 27
"""If they stay under this, they are kept in half the room."""
_REMOVED: Final = NUMBERS[-1]

Whole = NDArray[Any]
"""Whole numbers of 32 bits, or of 64 where weights are too large for them."""


class SeenCards(NamedTuple):
    """What six further cards do to hands that are doubtful, a row for each class of them.

    Hands that differ by suits alone share a row: the cards are taken with the suits exchanged that
    make the hand the one the row was made for.
    """

    doubts: NDArray[np.uint64]
    """By two cards of a hand: a bit for each third card with which it is doubtful."""
    rows: NDArray[np.uint16]
    """By three cards: the row, times `EXCHANGES`, and which exchange of suits."""
    exchanged: NDArray[np.uint8]
    """By exchange and card: the card with its suit exchanged."""
    spare: NDArray[np.int64]
    """By row: how much can be taken away before the hand is folded."""
    singles: Whole
    """By row and card: the weight it has."""
    pairs: Whole
    """By row and two cards: the weight they have together."""
    most_of_pairs: NDArray[np.int64]
    """By row and how many of the six cards have any weight: the most that all pairs have."""
    most_of_triples: NDArray[np.int64]
    """The same for each three of them."""
    weights: NDArray[np.int64]
    """By row, result and six-card line: the weight of such a hand of the dealer."""


class Plan(NamedTuple):
    """Which hands are played."""

    own: OwnPlan
    """Those played whatever the other six cards are."""
    seen: SeenCards
    """Those that hang on them."""


def own_plan(own: OwnPlan) -> Plan:
    """The plan of who goes by his own three cards."""
    return Plan(own, _seen_cards({}, []))


class _Row(NamedTuple):
    spare: int
    singles: NDArray[np.int64]
    pairs: NDArray[np.int64]
    weights: NDArray[np.int64]


def best_plan(values: ClassValues, progress: Progress) -> Plan:
    """The best play of who sees all nine cards, equal stakes on all bets that hang on it."""
    plays = np.ones(len(hand_classes().hands), dtype=bool)
    rows, row_of = list[_Row](), dict[int, int]()
    doubtful = doubtful_classes(values)
    for done, (at, weights) in enumerate(doubtful.items()):
        progress("Weighing what the dealer can have", done / len(doubtful))
        row = _weighed(at, weights)
        # If not even the six heaviest cards together take too much, it is played anyway.
        if row.spare < np.sort(row.singles)[-_REMOVED:].sum():
            plays[at], row_of[at] = False, len(rows)
            rows.append(row)
    return Plan(plan_of(plays), _seen_cards(row_of, rows))


def _weighed(at: int, weights: Weights) -> _Row:
    """The row of one class of hands."""
    hand, others = hand_and_others(at)
    kinds = np.empty(DEALER_HANDS, dtype=np.uint8)
    of_others = weigh(hand, others, weights.array, showdown(PairComparison.PAIR_THEN_KICKER), kinds)
    total = sum(of_others.tolist()) // 3
    if total >= _MOST:
        raise Rejection(
            Code.PAY_TABLE_PAY_INVALID,
            "The pays of this table are too large for nine cards to be weighed in every round.",
        )
    singles, pairs = np.zeros(CARDS, dtype=np.int64), np.zeros((CARDS, CARDS), dtype=np.int64)
    singles[others] = of_others
    _weigh_pairs(kinds, weights.array.reshape(-1), others, pairs)
    return _Row(total - weights.each * LEFT_HANDS, singles, pairs, weights.array)


@kernel
def _weigh_pairs(
    kinds: Kinds, weights: NDArray[np.int64], others: Cards, pairs: NDArray[np.int64]
) -> None:
    """Adds up what each two cards have together, over all hands of the dealer, as `weigh` does."""
    at = 0
    for first in range(len(others)):
        for second in range(first + 1, len(others)):
            for third in range(second + 1, len(others)):
                weight, at = weights[kinds[at]], at + 1
                x, y, z = others[first], others[second], others[third]
                pairs[x, y] += weight
                pairs[x, z] += weight
                pairs[y, z] += weight
    for x in range(CARDS):
        for y in range(x):
            pairs[x, y] = pairs[y, x]


def counting_plan(rule: HighCardRule) -> Plan:
    """The plan of who counts the high cards.

    As weights: a hand has as much too little as it takes high cards, and each of the six that is
    high gives one. No two cards have anything together.
    """
    classes, plays = hand_classes(), []
    rows, row_of = list[_Row](), dict[int, int]()
    numbers: dict[tuple[int, bytes], int] = {}
    for at, rank in enumerate(classes.ranks):
        by_number = [rule.plays(rank, number) for number in NUMBERS]
        assert by_number == sorted(by_number), "more high cards never speak against playing"
        plays.append(by_number[0])
        if by_number[0] != by_number[-1]:
            singles = -np.array([is_high(rank, card) for card in DECK], dtype=np.int64)
            spare = -by_number.index(True)
            row_of[at] = numbers.setdefault((spare, singles.tobytes()), len(rows))
            if row_of[at] == len(rows):
                pairs = np.zeros((CARDS, CARDS), dtype=np.int64)
                rows.append(_Row(spare, singles, pairs, np.zeros((RESULTS, LINES), dtype=np.int64)))
    return Plan(plan_of(np.array(plays)), _seen_cards(row_of, rows))


def _seen_cards(row_of: Mapping[int, int], rows: list[_Row]) -> SeenCards:
    """The tables of these rows; `row_of` says which classes of hands they are for."""
    assert len(rows) <= _MOST_ROWS
    doubts = np.zeros(len(hand_classes().hands), dtype=bool)
    doubts[list(row_of)] = True
    singles = np.array([row.singles for row in rows]).reshape(-1, CARDS)
    pairs = np.array([row.pairs for row in rows]).reshape(-1, CARDS, CARDS)
    weights = np.array([row.weights for row in rows]).reshape(-1, RESULTS, LINES)
    is_small = max([abs(number).max(initial=0) for number in (singles, pairs)]) < _SMALL
    kept = np.int32 if is_small else np.int64
    of_pairs, of_triples = (
        np.array([comb(number, of) for number in NUMBERS]) * heaviest[:, None]
        for of, heaviest in ((2, pairs.max(axis=(1, 2))), (3, weights.max(axis=(1, 2))))
    )
    exchanged = _exchanged()
    return SeenCards(
        doubts=plan_of(doubts).plays,
        rows=_rows_by_cards(row_of, exchanged),
        exchanged=exchanged,
        spare=np.array([row.spare for row in rows], dtype=np.int64),
        singles=singles.astype(kept),
        pairs=pairs.astype(kept),
        most_of_pairs=of_pairs.astype(np.int64),
        most_of_triples=of_triples.astype(np.int64),
        weights=weights.astype(np.int64),
    )


def _exchanged() -> NDArray[np.uint8]:
    """By exchange of suits and card: what becomes of it."""
    suits = np.array(list(permutations(range(4))), dtype=np.uint8)
    cards = np.arange(CARDS, dtype=np.uint8)
    return (cards & 0xFC | suits[:, cards & 3]).astype(np.uint8)


def _rows_by_cards(row_of: Mapping[int, int], exchanged: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """By three cards: the row, and the exchange that makes them the hand of that row."""
    found = np.zeros((CARDS,) * 3, dtype=np.uint16)
    hands = hand_classes().cards[list(row_of)]
    rows = np.array(list(row_of.values()), dtype=np.uint16) * np.uint16(EXCHANGES)
    for exchange, to in enumerate(exchanged):
        back = np.argsort(to)
        for first, second, third in permutations(back[hands].T):
            found[first, second, third] = rows + np.uint16(exchange)
    return found
