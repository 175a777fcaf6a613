"""Hands counted without dealing them, against every hand dealt.

Three cards: the plain evaluator over all 22,100 hands. Five: the plain evaluator over all
2,598,960, in two halves by first card, every hand compared with the batch. Six and seven: all
20,358,520 and 133,784,560 hands through the batch module's kernels. Published totals are
asserted beside what is computed here, never instead of it.
"""

from collections import Counter
from itertools import combinations
from math import comb

import numba
import numpy as np
import pytest

from croupier.cards import DECK, FiveCardCategory, ThreeCardCategory, rank_five, rank_three
from croupier.cards.batch import best_five, flush_rank, unsuited_rank
from croupier.cards.counting import (
    category_counts,
    rank_counts,
    three_card_category_counts,
    three_card_rank_counts,
)
from croupier.cards.poker import all_five_card_ranks
from croupier.cards.tables import FIVE_OF_A_SUIT, five_card_tables
from croupier.rejection import Code, Rejection

PUBLISHED_THREE = (16440, 3744, 1096, 720, 52, 48)
PUBLISHED = {  # high card to straight flush, then how many of the last are royal
    5: ((1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40), 4),
    6: ((6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844), 188),
    7: (
        (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584),
        4324,
    ),
}


def hands_of_five(first_cards):
    """All five-card hands in ascending order whose lowest card is one of `first_cards`."""
    for first in first_cards:
        rest = np.fromiter(combinations(range(first + 1, 52), 4), dtype=np.dtype((np.uint8, 4)))
        yield np.hstack([np.full((len(rest), 1), first, dtype=np.uint8), rest])


@numba.njit
def histogram_of_six(tables, counted):  # pragma: no cover
    """Adds every six-card hand to the count of its rank number."""
    for a in range(52):
        key_a, suits_a = tables.first[a], tables.suited[a]
        for b in range(a + 1, 52):
            key_b, suits_b = key_a + tables.cards[b], suits_a | tables.suited[b]
            for c in range(b + 1, 52):
                key_c, suits_c = key_b + tables.cards[c], suits_b | tables.suited[c]
                for d in range(c + 1, 52):
                    key_d, suits_d = key_c + tables.cards[d], suits_c | tables.suited[d]
                    for e in range(d + 1, 52):
                        key_e, suits_e = key_d + tables.cards[e], suits_d | tables.suited[e]
                        for f in range(e + 1, 52):
                            key = key_e + tables.cards[f]
                            if key & FIVE_OF_A_SUIT:
                                suits = suits_e | tables.suited[f]
                                counted[flush_rank(key, suits, tables)] += 1
                            else:
                                counted[unsuited_rank(key, tables)] += 1


@numba.njit
def histogram_of_seven(tables, counted):  # pragma: no cover
    """Adds every seven-card hand to the count of its rank number."""
    for a in range(52):
        key_a, suits_a = tables.first[a], tables.suited[a]
        for b in range(a + 1, 52):
            key_b, suits_b = key_a + tables.cards[b], suits_a | tables.suited[b]
            for c in range(b + 1, 52):
                key_c, suits_c = key_b + tables.cards[c], suits_b | tables.suited[c]
                for d in range(c + 1, 52):
                    key_d, suits_d = key_c + tables.cards[d], suits_c | tables.suited[d]
                    for e in range(d + 1, 52):
                        key_e, suits_e = key_d + tables.cards[e], suits_d | tables.suited[e]
                        for f in range(e + 1, 52):
                            key_f, suits_f = key_e + tables.cards[f], suits_e | tables.suited[f]
                            for g in range(f + 1, 52):
                                key = key_f + tables.cards[g]
                                if key & FIVE_OF_A_SUIT:
                                    suits = suits_f | tables.suited[g]
                                    counted[flush_rank(key, suits, tables)] += 1
                                else:
                                    counted[unsuited_rank(key, tables)] += 1


def assert_counts_are_those_dealt(cards, counted):
    """Compares ranks, categories and royals counted with a histogram by rank number."""
    ranks = all_five_card_ranks()
    assert counted.sum() == comb(52, cards)
    assert counted[0] == 0
    dealt = {rank: int(count) for rank, count in zip(ranks, counted[1:], strict=True) if count}
    assert rank_counts(cards) == dealt
    by_category = Counter()
    for rank, count in dealt.items():
        by_category[rank.category] += count
    assert category_counts(cards).of == by_category
    assert category_counts(cards).total == comb(52, cards)
    assert category_counts(cards).royal == dealt[ranks[-1]]


def test_three_card_counts_are_those_of_all_22100_hands():
    dealt = Counter(rank_three(hand) for hand in combinations(DECK, 3))
    assert dealt.total() == comb(52, 3)
    assert three_card_rank_counts() == dealt
    by_category = Counter()
    for rank, count in dealt.items():
        by_category[rank.category] += count
    assert three_card_category_counts() == by_category
    assert sum(count for rank, count in dealt.items() if rank.is_royal) == 4


def test_three_card_counts_are_the_published_ones():
    assert tuple(three_card_category_counts()[of] for of in ThreeCardCategory) == PUBLISHED_THREE


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_category_counts_are_the_published_ones(cards):
    counts = category_counts(cards)
    assert (tuple(counts.of[of] for of in FiveCardCategory), counts.royal) == PUBLISHED[cards]
    assert counts.total == comb(52, cards)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_rank_counts_add_up_to_the_category_counts(cards):
    by_category = Counter()
    for rank, count in rank_counts(cards).items():
        by_category[rank.category] += count
    assert category_counts(cards).of == by_category
    assert category_counts(cards).royal == rank_counts(cards)[all_five_card_ranks()[-1]]


def test_five_card_counts_are_those_of_all_2598960_hands():
    counted = np.zeros(7463, dtype=np.int64)
    for hands in hands_of_five(range(48)):
        counted += np.bincount(best_five(hands, check=False), minlength=7463)
    assert_counts_are_those_dealt(5, counted)


@pytest.mark.long
@pytest.mark.parametrize("first_cards", [range(6), range(6, 48)], ids=["2c-3d", "3h-Ac"])
def test_every_five_card_hand_has_the_same_rank_in_the_batch_as_in_plain(first_cards):
    numbers = {rank: number for number, rank in enumerate(all_five_card_ranks(), start=1)}
    compared = 0
    for hands in hands_of_five(first_cards):
        plain = [numbers[rank_five([DECK[card] for card in hand])] for hand in hands.tolist()]
        assert best_five(hands).tolist() == plain
        compared += len(plain)
    assert compared == sum(comb(51 - first, 4) for first in first_cards)


@pytest.mark.slow
def test_six_card_counts_are_those_of_all_20358520_hands():
    counted = np.zeros(7463, dtype=np.int64)
    histogram_of_six(five_card_tables(6), counted)
    assert_counts_are_those_dealt(6, counted)


@pytest.mark.slow
def test_seven_card_counts_are_those_of_all_133784560_hands():
    counted = np.zeros(7463, dtype=np.int64)
    histogram_of_seven(five_card_tables(7), counted)
    assert_counts_are_those_dealt(7, counted)


@pytest.mark.parametrize("cards", [-1, 0, 3, 4, 8, 52])
@pytest.mark.parametrize("count", [category_counts, rank_counts])
def test_hands_of_other_sizes_are_not_counted(count, cards):
    with pytest.raises(Rejection, match=f"not of {cards}") as refused:
        count(cards)
    assert refused.value.code is Code.HAND_SIZE


def test_a_caller_cannot_spoil_the_counts_for_the_next():
    royal = all_five_card_ranks()[-1]
    counts = rank_counts(5)
    try:
        counts[royal] = 999
    except TypeError:
        return  # read-only is as good
    try:
        assert rank_counts(5)[royal] == 4
    finally:
        counts[royal] = 4
