"""Hands by what they can be paid for.

A bonus looks at nothing but the lines a hand fits. So hands are of one *kind* if they fit the
same lines with five cards and with their best three, and a few dozen kinds say what the bonuses
do with all hands. Which three cards a player sets may matter too: where a reading pays the three
that were set, less than the best three can pay more.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.cards.batch import best_three
from croupier.cards.poker import all_five_card_ranks, all_three_card_ranks
from croupier.games.pick_2_poker.bonuses import bonus_only_lines
from croupier.games.pick_2_poker.exact.class_counts import (
    DEALER_HANDS,
    Counts,
    class_counts,
    dealer_at_most,
    three_card_results,
)
from croupier.games.pick_2_poker.player import THREES
from croupier.games.pick_2_poker.rules import THREE_CARD_HALF, Rules, wagers
from croupier.games.poker_lines import five_card_lines, three_card_lines

__all__ = [
    "HandKinds",
    "HandTraits",
    "OtherThrees",
    "five_card_kinds",
    "hand_kinds",
    "hand_traits",
    "three_card_kinds",
]


@dataclass(frozen=True, slots=True)
class OtherThrees:
    """Threes of one kind that are not the best in their hand, the best of them in each hand."""

    kind: int
    at: NDArray[np.int64]
    """The classes of the hands, each once."""
    results: Counts
    """For each: how often it wins, ties and loses the 3-card game."""


@dataclass(frozen=True, slots=True)
class HandKinds:
    """The kind of every class."""

    of: NDArray[np.int64]
    """By class: a number for its kind, `five-card kind * number of three-card kinds + three`."""
    three: NDArray[np.int64]
    """By class: the kind of its best three."""
    others: tuple[OtherThrees, ...]
    """What could be set instead of the best three and be paid on a line of its own."""


@cache
def five_card_kinds() -> NDArray[np.int64]:
    """By number of a five-card rank: its kind. The first, of no rank, is nothing."""
    return _numbered(
        [(five_card_lines(one), bonus_only_lines(one)) for one in all_five_card_ranks()]
    )


@cache
def three_card_kinds() -> NDArray[np.int64]:
    """By number of a three-card rank: its kind."""
    return _numbered([three_card_lines(one) for one in all_three_card_ranks()])


def _numbered(what: list[object]) -> NDArray[np.int64]:
    """Equal things get equal numbers, from 0 in the order in which they first come."""
    numbers: dict[object, int] = {}
    return np.array([0, *(numbers.setdefault(one, len(numbers)) for one in what)])


@cache
def hand_kinds() -> HandKinds:
    """The kinds of all classes."""
    counted = class_counts()
    three_kinds = three_card_kinds()
    three = three_kinds[counted.three_ranks]
    of = five_card_kinds()[counted.five_ranks] * (three_kinds.max() + 1) + three
    hands = counted.classes.hands
    threes = np.stack([best_three(hands[:, setting], check=False) for setting in THREES.values()])
    (wager,) = (one for one in wagers(Rules()) if one.spot == THREE_CARD_HALF)
    paid = {
        three_kinds[rank.number]
        for rank in all_three_card_ranks()
        if set(three_card_lines(rank)) & set(wager.lines)
    }
    others = []
    for kind in sorted(paid):
        ranks = np.where(three_kinds[threes] == kind, threes, 0).max(axis=0)
        at = np.flatnonzero((ranks > 0) & (ranks < counted.three_ranks))
        below, up_to = dealer_at_most(hands[at], ranks[at])
        others.append(OtherThrees(int(kind), at, three_card_results(below, up_to, DEALER_HANDS)))
    return HandKinds(of, three, tuple(others))


@dataclass(frozen=True, slots=True)
class HandTraits:
    """What people call the hands of every class."""

    five_category: NDArray[np.int64]
    """By class: the `FiveCardCategory`."""
    five_lead: NDArray[np.int64]
    """By class: the rank that tells most of the five cards, as that of the pair."""
    five_second: NDArray[np.int64]
    """By class: the rank that tells next; -1 for straights."""
    three_category: NDArray[np.int64]
    """By class: the `ThreeCardCategory` of the best three."""
    three_lead: NDArray[np.int64]
    """By class: the rank that tells most of these, as the highest of a flush."""


@cache
def hand_traits() -> HandTraits:
    """The traits of all classes."""
    counted = class_counts()
    fives = [(one.category, one.ranks[0], (*one.ranks, -1)[1]) for one in all_five_card_ranks()]
    threes = [(one.category, one.ranks[0]) for one in all_three_card_ranks()]
    of_fives = np.array(fives, dtype=np.int64)[counted.five_ranks.astype(np.int64) - 1]
    of_threes = np.array(threes, dtype=np.int64)[counted.three_ranks.astype(np.int64) - 1]
    return HandTraits(*(np.ascontiguousarray(column) for column in (*of_fives.T, *of_threes.T)))
