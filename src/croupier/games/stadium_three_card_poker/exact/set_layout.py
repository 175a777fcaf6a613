"""How sets of six further cards are laid out to be searched, and where a search stands."""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import copy_numbers, kernel
from croupier.games.stadium_three_card_poker.exact.lanes import U64, Lanes, Words, lane_of

__all__ = [
    "FIFTH_FILLER",
    "FILLERS",
    "FOURTH_FILLER",
    "NO_ROW",
    "REMOVED",
    "THIRD_FILLER",
    "Layout",
    "Problem",
    "Question",
    "Search",
    "Task",
    "layout_for",
    "start",
]

REMOVED: Final = 6
NO_ROW: Final = -(1 << 60)
"""Where two cards are not the third and the fourth of a set."""
FILLERS: Final = 8
"""Cards that matter are numbered from here on; numbers 0 to 5 are fillers, the others unused."""
THIRD_FILLER: Final = 2
FOURTH_FILLER: Final = 3
FIFTH_FILLER: Final = 4


class Problem(NamedTuple):
    """The weights that six cards take away from."""

    weights: Words
    """By three cards in ascending order: the weight of that hand of the dealer."""
    pairs: Words
    """By two cards in ascending order: the sum of the weights with both."""
    singles: Words
    """By card: the sum of the weights with it."""
    total: int
    """The sum of all."""
    heaviest_pair: int


class Question(NamedTuple):
    """Which sets are looked for."""

    threshold: int
    """What must be left for the hand to be played."""
    fillers: int
    """How many of the six cards do not matter."""
    find_played: bool
    """Whether the sets with which the hand is played, or those with which it is folded."""


class Layout(NamedTuple):
    """Where the last cards of sets lie.

    The fifth and sixth card lie in one row: the words of the sixth card after each fifth card,
    one fifth card after the other. What goes with a third or a fourth card lies so, too; what
    goes with both lies one row after the other, each from its fourth card on.
    """

    begins: NDArray[np.int64]
    """By fifth card: where its words begin in the row."""
    fifths: NDArray[np.int64]
    """By position in the row: the fifth card."""
    sixths: NDArray[np.int64]
    """By position in the row: the word of the sixth card."""
    ones: Words
    """By position in the row: a 1 in each lane that is of a card after the fifth."""
    rows: NDArray[np.int64]
    """By third and fourth card: where position 0 of their row would be."""
    length: int
    """Of the row."""
    length_of_all: int
    """Of all rows of third and fourth cards."""


class Task(NamedTuple):
    """All that stays the same during a search."""

    problem: Problem
    question: Question
    layout: Layout
    lanes: Lanes


class Search(NamedTuple):
    """How far a search is. What begins with the number of cards that are gone says so."""

    whole: NDArray[np.int64]
    """By number gone: the weight that is left."""
    gone: NDArray[np.int64]
    """By number gone: the last of them."""
    left: Words
    """By number gone: what each card has of the weight that is left."""
    left_pairs: Words
    """By number gone, at most two: what each two cards have of it."""
    without: Words
    """By number gone: what is left without the last two cards, too."""
    touching: Words
    """By number gone, at most two, and third or fourth card: the weight with that card and at
    least one of the last two."""
    shared: Words
    """By third and fourth card: the weight with both and one of the last two."""
    of_all: Words
    """By third and fourth card: the sets found."""
    of_two: Words
    """By fourth card: the sets found that begin with the first two cards that are gone."""
    of_three: Words
    """The sets found that begin with the three cards that are gone."""
    row: Words
    """Room for a number for each card."""
    extremes: NDArray[np.int64]
    """From each card on, when three are gone: the lightest, and the two heaviest together."""
    first: NDArray[np.int64]
    """Room for the heaviest or the lightest cards."""


@lru_cache(maxsize=64)
def layout_for(size: int, lanes_per_word: int) -> Layout:
    """The layout for cards numbered up to `size`."""
    bits, words = 64 // lanes_per_word, -(-size // lanes_per_word)
    begins: list[int] = []
    fifths: list[int] = []
    sixths: list[int] = []
    ones: list[int] = []
    for fifth in range(size + 1):
        begins.append(len(fifths))
        if fifth != FIFTH_FILLER and not FILLERS <= fifth < size - 1:
            continue
        first = max(fifth + 1, FILLERS)
        for word in range(first // lanes_per_word, words):
            cards = [word * lanes_per_word + lane for lane in range(lanes_per_word)]
            fifths.append(fifth)
            sixths.append(word)
            ones.append(sum((first <= card < size) << at * bits for at, card in enumerate(cards)))
    rows, end = np.full((size, size), NO_ROW), 0
    for third in (THIRD_FILLER, *range(FILLERS, size)):
        for fourth in (FOURTH_FILLER, *range(FILLERS, size)):
            if third < fourth:
                begin = begins[max(fourth + 1, FIFTH_FILLER)]
                rows[third, fourth] = end - begin
                end += len(fifths) - begin
    return Layout(
        np.array(begins),
        np.array(fifths),
        np.array(sixths),
        np.array(ones, dtype=np.uint64),
        rows,
        len(fifths),
        end,
    )


@kernel
def start(problem: Problem, layout: Layout, lanes: Lanes) -> Search:
    """A search at its beginning, for all questions about one problem."""
    size, words, length = len(problem.weights), problem.weights.shape[2], layout.length
    search = Search(
        np.zeros(4, dtype=np.int64),
        np.zeros(4, dtype=np.int64),
        np.zeros((4, words), dtype=np.uint64),
        np.zeros((3, size, words), dtype=np.uint64),
        np.empty((4, length), dtype=np.uint64),
        np.zeros((3, size, length), dtype=np.uint64),
        np.zeros(layout.length_of_all, dtype=np.uint64),
        np.zeros(layout.length_of_all, dtype=np.uint64),
        np.zeros((size, length), dtype=np.uint64),
        np.zeros(length, dtype=np.uint64),
        np.zeros(words, dtype=np.uint64),
        np.zeros((2, size + 1), dtype=np.int64),
        np.zeros(REMOVED, dtype=np.int64),
    )
    search.whole[0] = problem.total
    copy_numbers(problem.singles, search.left[0])
    for row in range(size):
        copy_numbers(problem.pairs[row], search.left_pairs[0, row])
    for at in range(length):
        fifth, word = layout.fifths[at], layout.sixths[at]
        lanes_here = layout.ones[at] * lanes.mask
        alone = problem.total - lane_of(problem.singles, fifth, lanes)
        search.without[0, at] = (
            U64(alone) * lanes.ones
            - (problem.singles[word] & lanes_here)
            + problem.pairs[fifth, word]
        )
        for fourth in range(FILLERS, fifth):
            search.touching[0, fourth, at] = (
                U64(lane_of(problem.pairs[fourth], fifth, lanes)) * lanes.ones
                + (problem.pairs[fourth, word] & lanes_here)
                - problem.weights[fourth, fifth, word]
            )
            for third in range(FILLERS, fourth):
                search.shared[layout.rows[third, fourth] + at] = U64(
                    lane_of(problem.weights[third, fourth], fifth, lanes)
                ) * lanes.ones + (problem.weights[third, fourth, word] & lanes_here)
    return search
