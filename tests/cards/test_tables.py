"""The look-up tables: every cell means one thing, and no cell is missing."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from croupier.cards import Card, Rank, Suit, best_five, rank_three
from croupier.cards.tables import (
    COLUMN_MASK,
    FIVE_OF_A_SUIT,
    NOT_A_CARD,
    ROW_SHIFT,
    five_card_tables,
    three_card_tables,
)

SIZES = pytest.mark.parametrize("cards", [5, 6, 7])


def multisets(cards):
    """Every way to hold that many ranks, none more than four times."""
    for ranks in combinations_with_replacement(range(13), cards):
        if max(Counter(ranks).values()) <= 4:
            yield ranks


def with_suits(ranks):
    """Cards of these ranks (ascending), all different, the suits in turn: no five share one."""
    return [Card(4 * rank + place % 4) for place, rank in enumerate(ranks)]


def key_of(cards, tables):
    key = int(tables.first[cards[0]]) + sum(int(tables.cards[card]) for card in cards[1:])
    return key & (1 << 64) - 1


def cell_of(key, tables):
    return int(tables.offsets[key >> int(ROW_SHIFT)]) + (key >> 32 & int(COLUMN_MASK))


@SIZES
def test_no_two_multisets_of_ranks_share_a_cell_and_no_other_cell_is_filled(cards):
    tables = five_card_tables(cards)
    cells = {cell_of(key_of(with_suits(ranks), tables), tables) for ranks in multisets(cards)}
    assert len(cells) == sum(1 for _ in multisets(cards))
    assert set(np.flatnonzero(tables.ranks).tolist()) == cells


@pytest.mark.parametrize("cards", [5, 6])
def test_the_cell_of_every_multiset_holds_the_rank_of_its_cards(cards):
    tables = five_card_tables(cards)
    for ranks in multisets(cards):
        hand = with_suits(ranks)
        rank, _ = best_five(hand)
        assert tables.ranks[cell_of(key_of(hand, tables), tables)] == rank.number


@SIZES
def test_every_set_of_suited_ranks_has_the_rank_of_its_best_flush(cards):
    tables = five_card_tables(cards)
    for size in range(8):
        for ranks in combinations(Rank, size):
            cell = sum(1 << rank for rank in ranks)
            if size < 5:
                assert tables.flushes[cell] == 0
            else:
                best, _ = best_five([Card.of(rank, Suit.HEARTS) for rank in ranks])
                assert tables.flushes[cell] == best.number


@SIZES
@pytest.mark.parametrize("suit", Suit)
def test_the_key_tells_when_five_cards_share_a_suit(cards, suit):
    tables = five_card_tables(cards)
    for suited in range(cards + 1):
        others = [Card.of(rank, Suit((suit + 1 + rank % 3) % 4)) for rank in Rank]
        hand = [Card.of(rank, suit) for rank in list(Rank)[:suited]] + others[suited:cards]
        flush = key_of(hand, tables) & int(FIVE_OF_A_SUIT)
        assert flush == (0x8 << 4 * suit if suited >= 5 else 0)


@SIZES
def test_the_key_tells_when_some_card_is_none(cards):
    tables = five_card_tables(cards)
    for wrong in (52, 63, 64, 100, 128, 254, 255):
        for times in range(1, cards + 1):
            hand = [0, 13, 26, 39, 48, 5, 10][: cards - times] + [wrong] * times
            assert key_of(hand, tables) & int(NOT_A_CARD)
            assert key_of(hand[::-1], tables) & int(NOT_A_CARD)
    assert not any(int(tables.cards[card]) & int(NOT_A_CARD) for card in range(52))


@SIZES
def test_no_key_reads_outside_the_table(cards):
    tables = five_card_tables(cards)
    assert len(tables.offsets) == 1 << 64 - int(ROW_SHIFT)
    assert len(tables.ranks) > int(tables.offsets.max()) + int(COLUMN_MASK)


def test_three_ranks_have_a_sum_of_their_own_and_it_holds_their_rank():
    tables = three_card_tables()
    keys = [int(tables.cards[4 * rank]) & 0xFFFF for rank in Rank]
    sums = {}
    for ranks in combinations_with_replacement(Rank, 3):
        key = sum(keys[rank] for rank in ranks)
        assert sums.setdefault(key, ranks) == ranks
        hand = with_suits(ranks)
        assert tables.ranks[0, key] == rank_three(hand).number
        suited = [Card.of(rank, Suit.SPADES) for rank in ranks]
        expected = rank_three(suited).number if len(set(ranks)) == 3 else 0
        assert tables.ranks[1, key] == expected
    assert set(np.flatnonzero(tables.ranks[0]).tolist()) == set(sums)
