"""What the dealer can have beside three, six or nine cards, weighed and counted by kernels."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards.batch import best_five_rank, three_card_rank
from croupier.compiled import kernel
from croupier.games.stadium_three_card_poker.exact.lanes import (
    U64,
    Lanes,
    Words,
    add_to_lane,
    lane_of,
)
from croupier.games.stadium_three_card_poker.exact.set_layout import FILLERS, REMOVED, Problem
from croupier.games.three_card_poker.exact.showdown_counts import (
    LINES,
    RESULTS,
    Cards,
    Showdown,
    result_of,
)

__all__ = ["KINDS", "Kinds", "Numbers", "Weighing", "count_left", "pack", "spread_of", "weigh"]

Kinds = NDArray[np.uint8]
"""By three cards, one after the other: result and six-card line of that hand of the dealer."""
Weighing = NDArray[np.int64]
"""The weight of each kind."""
Numbers = NDArray[np.int64]
"""The number of each card in a search; -1 for one that does not matter."""

KINDS: Final = RESULTS * LINES


@kernel
def weigh(
    hand: Cards, others: Cards, weights: Weighing, tables: Showdown, kinds: Kinds
) -> NDArray[np.int64]:
    """Tells the kind of every hand the dealer can have; returns the weight that each card has."""
    singles = np.zeros(len(others), dtype=np.int64)
    a, b, c = hand[0], hand[1], hand[2]
    player = tables.strengths[three_card_rank(a, b, c, tables.three)]
    at = 0
    for first in range(len(others)):
        for second in range(first + 1, len(others)):
            for third in range(second + 1, len(others)):
                d, e, f = others[first], others[second], others[third]
                result = result_of(player, tables.against[three_card_rank(d, e, f, tables.three)])
                line = int(tables.lines[best_five_rank((a, b, c, d, e, f), tables.six)])
                weight = weights[result, line]
                singles[first] += weight
                singles[second] += weight
                singles[third] += weight
                kinds[at] = result * LINES + line
                at += 1
    return singles


@kernel
def pack(kinds: Kinds, weights: Weighing, numbers: Numbers, total: int, lanes: Lanes) -> Problem:
    """Puts the weights of all hands and their sums into lanes, by the numbers of the cards."""
    size = FILLERS
    for number in numbers:
        size = max(size, number + 1)
    words = np.int64(U64(size - 1) >> lanes.shift) + 1
    of_three = np.zeros((size, size, words), dtype=np.uint64)
    of_two = np.zeros((size, words), dtype=np.uint64)
    of_one = np.zeros(words, dtype=np.uint64)
    at = 0
    for first in range(len(numbers)):
        for second in range(first + 1, len(numbers)):
            for third in range(second + 1, len(numbers)):
                weight = weights[kinds[at]]
                at += 1
                if weight > 0:
                    x, y, z = in_order(numbers[first], numbers[second], numbers[third])
                    add_to_lane(of_three[x, y], z, weight, lanes)
                    add_to_lane(of_two[x], y, weight, lanes)
                    add_to_lane(of_two[x], z, weight, lanes)
                    add_to_lane(of_two[y], z, weight, lanes)
                    add_to_lane(of_one, x, weight, lanes)
                    add_to_lane(of_one, y, weight, lanes)
                    add_to_lane(of_one, z, weight, lanes)
    heaviest = 0
    for one in range(FILLERS, size):
        for other in range(one + 1, size):
            heaviest = max(heaviest, lane_of(of_two[one], other, lanes))
    return Problem(of_three, of_two, of_one, total, heaviest)


@kernel
def in_order(x: int, y: int, z: int) -> tuple[int, int, int]:
    """Three numbers in ascending order."""
    least, most = min(x, y, z), max(x, y, z)
    return least, x + y + z - least - most, most


@kernel
def spread_of(kinds: Kinds, numbers: Numbers) -> NDArray[np.int64]:
    """How many hands of the dealer are of each kind, by how many of their cards do not matter."""
    spread = np.zeros((KINDS, 4), dtype=np.int64)
    at = 0
    for first in range(len(numbers)):
        for second in range(first + 1, len(numbers)):
            others = int(numbers[first] < 0) + int(numbers[second] < 0)
            for third in range(second + 1, len(numbers)):
                spread[kinds[at], others + int(numbers[third] < 0)] += 1
                at += 1
    return spread


@kernel
def count_left(
    found: Words, lanes: Lanes, kinds: Kinds, numbers: Numbers, fillings: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Counts the dealer's hands that the sets found leave, by kind, filled up in every way.

    A hand is left by all sets but those with one of its cards: by inclusion and exclusion of
    how many sets have one, two or all three. The sums over three cards of a set count each
    two of its cards four times, each one five times, and the set itself six times. A card that
    does not matter has the last number, which no set has.
    """
    size = len(found)
    two = np.zeros((size + 1, size + 1), dtype=np.int64)
    one = np.zeros(size + 1, dtype=np.int64)
    for x in range(size):
        for y in range(x + 1, size):
            for z in range(y + 1, size):
                together = lane_of(found[x, y], z, lanes)
                two[x, y] += together
                two[x, z] += together
                two[y, z] += together
    every = 0
    for x in range(size):
        for y in range(x + 1, size):
            two[x, y] //= REMOVED - 2
            two[y, x] = two[x, y]
            one[x] += two[x, y]
            one[y] += two[x, y]
    for x in range(size):
        one[x] //= REMOVED - 1
        every += one[x]
    every //= REMOVED
    counts = np.zeros(KINDS, dtype=np.int64)
    at = 0
    for first in range(len(numbers)):
        for second in range(first + 1, len(numbers)):
            others = int(numbers[first] < 0) + int(numbers[second] < 0)
            a = numbers[first] if numbers[first] >= 0 else size
            b = numbers[second] if numbers[second] >= 0 else size
            without_two = every - one[a] - one[b] + two[a, b]
            for third in range(second + 1, len(numbers)):
                c = numbers[third] if numbers[third] >= 0 else size
                x, y, z = in_order(a, b, c)
                left = without_two - one[c] + two[a, c] + two[b, c]
                if z < size:
                    left -= lane_of(found[x, y], z, lanes)
                counts[kinds[at]] += left * fillings[others + int(numbers[third] < 0)]
                at += 1
    return counts
