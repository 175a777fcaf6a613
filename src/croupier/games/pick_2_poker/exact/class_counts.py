"""What the dealer can have against each class of hands, counted and not dealt.

The dealer's five cards are none of the player's. How many of his hands rank at most r follows
by inclusion and exclusion: all hands, less those that hold one of the player's cards, plus
those that hold two, and so on down to the one that holds all five. How many hands hold some
given cards and rank at most r depends on the class of these cards only, and there are few
classes of up to four cards: 1, 13, 169, 1,755 and 16,432. So they are tabulated once, and each
of the 134,459 classes of the player's hands takes 32 looks instead of 1,533,939 hands.
"""

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.batch import best_five, best_three
from croupier.cards.poker import all_five_card_ranks
from croupier.compiled import kernel
from croupier.games.pick_2_poker.exact.dealer_hands import (
    FIVE_CARD_RANKS,
    THREE_CARD_RANKS,
    Ranked,
    RankTables,
    count_ranks,
    rank_completions,
    rank_tables,
)
from croupier.games.pick_2_poker.exact.hand_classes import (
    CHOICES,
    SuitClasses,
    suit_classes,
    suit_numbers,
)
from croupier.games.pick_2_poker.script import qualifies

__all__ = [
    "DEALER_HANDS",
    "ClassCounts",
    "HoldingTables",
    "at_most",
    "class_counts",
    "dealer_at_most",
    "five_card_results",
    "highest_not_qualifying",
    "holding_tables",
    "three_card_results",
]

DEALER_HANDS: Final = comb(47, 5)
"""How many hands the dealer can have when a player knows his own five cards."""

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ClassCounts:
    """The player's hands by class, and how many of the dealer's hands each meets how."""

    classes: SuitClasses
    five_ranks: NDArray[np.uint16]
    """By class: the number of the rank of the five cards."""
    three_ranks: NDArray[np.uint16]
    """By class: that of the best three."""
    five_cards: Counts
    """By class: the results of the 5-card game, see `five_card_results`."""
    three_cards: Counts
    """By class: the results of the 3-card game with the best three."""


@cache
def class_counts() -> ClassCounts:
    """All classes, counted."""
    classes = suit_classes(5)
    fives, threes = best_five(classes.hands, check=False), best_three(classes.hands, check=False)
    of_five, _ = holding_tables()
    below = at_most(classes.hands, fives, fives - 1, of_five)
    up_to = at_most(classes.hands, fives, fives, of_five)
    bar = np.full_like(fives, highest_not_qualifying())
    not_qualifying = at_most(classes.hands, fives, bar, of_five)
    return ClassCounts(
        classes,
        fives,
        threes,
        five_card_results(below, up_to, not_qualifying, DEALER_HANDS),
        three_card_results(*dealer_at_most(classes.hands, threes), DEALER_HANDS),
    )


def dealer_at_most(hands: NDArray[np.uint8], ranks: NDArray[np.uint16]) -> tuple[Counts, Counts]:
    """How often the dealer's best three rank below, and at most, so against each hand."""
    own = best_three(hands, check=False)
    _, tables = holding_tables()
    return at_most(hands, own, ranks - 1, tables), at_most(hands, own, ranks, tables)


def five_card_results(below: Counts, up_to: Counts, not_qualifying: Counts, total: int) -> Counts:
    """Won, tied and lost against a dealer who qualifies, then against one who does not.

    From how many of the dealer's hands rank below the player's, rank at most so, and do not
    qualify; those are his lowest.
    """
    bad_below, bad_up_to = np.minimum(below, not_qualifying), np.minimum(up_to, not_qualifying)
    return np.stack(
        [
            below - bad_below,
            (up_to - bad_up_to) - (below - bad_below),
            (total - up_to) - (not_qualifying - bad_up_to),
            bad_below,
            bad_up_to - bad_below,
            not_qualifying - bad_up_to,
        ],
        axis=-1,
    )


def three_card_results(below: Counts, up_to: Counts, total: int) -> Counts:
    """Won, tied and lost."""
    return np.stack([below, up_to - below, total - up_to], axis=-1)


@cache
def highest_not_qualifying() -> int:
    """The number of the best rank with which the dealer does not qualify."""
    ranks = all_five_card_ranks()
    highest = sum(not qualifies(rank) for rank in ranks)
    assert not any(map(qualifies, ranks[:highest])), "what does not qualify is lowest"
    return highest


class HoldingTables(NamedTuple):
    """How many hands hold some cards and rank at most so; by class of these cards, and rank."""

    singles: NDArray[np.int32]
    """By the number of a set of one card: its class."""
    pairs: NDArray[np.int32]
    triples: NDArray[np.int32]
    fours: NDArray[np.int32]
    none_held: NDArray[np.int32]
    """By rank: of all hands."""
    one_held: NDArray[np.int32]
    two_held: NDArray[np.int32]
    three_held: NDArray[np.uint16]
    four_held: NDArray[np.uint16]
    """By class of four cards: the ranks of the 48 hands themselves, in no order."""


@cache
def holding_tables() -> tuple[HoldingTables, HoldingTables]:
    """For ranks of the five cards, and for ranks of the best three of them."""
    two_five, two_three = _tabulated(2, np.dtype(np.int32))
    three_five, three_three = _tabulated(3, np.dtype(np.uint16))
    fours = suit_classes(4).hands
    four_five, four_three = (np.empty((len(fours), 48), dtype=np.uint16) for _ in range(2))
    rank_each(fours, four_five, four_three, rank_tables())
    return (
        _with_fewer_held(two_five, three_five, four_five),
        _with_fewer_held(two_three, three_three, four_three),
    )


def _tabulated(size: int, dtype: np.dtype[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """How many hands hold so many cards and rank at most so, with five cards and with three."""
    hands = suit_classes(size).hands
    fives = np.zeros((len(hands), FIVE_CARD_RANKS + 1), dtype=dtype)
    threes = np.zeros((len(hands), THREE_CARD_RANKS + 1), dtype=dtype)
    count_each(hands, fives, threes, rank_tables())
    return fives, threes


def _with_fewer_held(
    two: NDArray[np.int32], three: NDArray[np.uint16], four: NDArray[np.uint16]
) -> HoldingTables:
    """The tables whole. Who holds one card also holds one of four pairs with it."""
    singles, pairs = suit_numbers(1), suit_numbers(2)
    firsts = [int(hand[0]) for hand in suit_classes(1).hands]
    one = np.stack(
        [
            sum(two[pairs[_pair_number(first, other)]] for other in range(52) if other != first)
            // 4
            for first in firsts
        ]
    )
    none = one[singles].sum(axis=0) // 5
    return HoldingTables(
        singles,
        pairs,
        suit_numbers(3),
        suit_numbers(4),
        none.astype(np.int32),
        one,
        two,
        three,
        four,
    )


def _pair_number(first: int, second: int) -> int:
    return min(first, second) + comb(max(first, second), 2)


@kernel
def rank_each(
    sets: NDArray[np.uint8],
    fives: NDArray[np.uint16],
    threes: NDArray[np.uint16],
    tables: RankTables,
) -> None:
    """Ranks all hands that hold each of these sets, a row for each set."""
    for row in range(len(sets)):
        ranked = Ranked(fives[row], threes[row])
        rank_completions(sets[row], _others(sets[row]), ranked, tables)


@kernel
def count_each(
    sets: NDArray[np.uint8],
    fives: NDArray[np.int32],
    threes: NDArray[np.int32],
    tables: RankTables,
) -> None:
    """Counts the hands that hold each of these sets by the rank they do not exceed."""
    size = sets.shape[1]
    hands = CHOICES[52 - size, 5 - size]
    ranked = Ranked(np.empty(hands, dtype=np.uint16), np.empty(hands, dtype=np.uint16))
    for row in range(len(sets)):
        rank_completions(sets[row], _others(sets[row]), ranked, tables)
        count_ranks(ranked, fives[row], threes[row])
        for rank in range(1, fives.shape[1]):
            fives[row, rank] += fives[row, rank - 1]
        for rank in range(1, threes.shape[1]):
            threes[row, rank] += threes[row, rank - 1]


@kernel
def _others(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The rest of the deck. The cards must be from low to high."""
    others = np.empty(52 - len(cards), dtype=np.uint8)
    skipped = 0
    for card in range(52):
        if skipped < len(cards) and cards[skipped] == card:
            skipped += 1
        else:
            others[card - skipped] = card
    return others


@kernel
def at_most(
    hands: NDArray[np.uint8],
    own: NDArray[np.uint16],
    ranks: NDArray[np.uint16],
    tables: HoldingTables,
) -> Counts:
    """How many hands of the dealer rank at most so, for each hand of the player.

    `own` is the rank of the player's hand itself, and its cards must be from low to high. All
    numbers stay below 2,598,960 times 32, far from any limit.
    """
    counts = np.empty(len(hands), dtype=np.int64)
    for row in range(len(hands)):
        hand, rank = hands[row], ranks[row]
        count = np.int64(tables.none_held[rank])
        for a in range(5):
            first = CHOICES[hand[a], 1]
            count -= tables.one_held[tables.singles[first], rank]
            for b in range(a + 1, 5):
                second = first + CHOICES[hand[b], 2]
                count += tables.two_held[tables.pairs[second], rank]
                for c in range(b + 1, 5):
                    third = second + CHOICES[hand[c], 3]
                    count -= np.int64(tables.three_held[tables.triples[third], rank])
                    for d in range(c + 1, 5):
                        fourth = third + CHOICES[hand[d], 4]
                        for held in tables.four_held[tables.fours[fourth]]:
                            count += held <= rank
        counts[row] = count - (own[row] <= rank)
    return counts
