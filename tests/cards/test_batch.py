"""Batches of hands: the same ranks as the plain evaluator, and clear refusals."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import cards as plain_cards
from croupier.cards import DECK, Card, blackjack_total
from croupier.cards.batch import (
    BEST_FIVE_OF,
    BEST_THREE_OF,
    FIRST_REPEAT_OF,
    NO_CARD,
    add_to_total,
    best_five,
    best_five_rank,
    best_three,
    blackjack_totals,
    five_card_categories,
    flush_rank,
    three_card_categories,
    three_card_rank,
    total_each,
    unsuited_rank,
)
from croupier.cards.poker import all_five_card_ranks, all_three_card_ranks
from croupier.cards.tables import FIVE_OF_A_SUIT, five_card_tables, three_card_tables
from croupier.compiled import plain
from croupier.rejection import Code, Rejection

THREE_NUMBERS = {rank: number for number, rank in enumerate(all_three_card_ranks(), start=1)}
FIVE_NUMBERS = {rank: number for number, rank in enumerate(all_five_card_ranks(), start=1)}

held = settings(derandomize=True, deadline=None, max_examples=150)

RANKERS = pytest.mark.parametrize(
    ("rank", "size"),
    [*((best_three, size) for size in (3, 4, 5)), *((best_five, size) for size in (5, 6, 7))],
    ids=["3 of 3", "3 of 4", "3 of 5", "5 of 5", "5 of 6", "5 of 7"],
)


def sample(count, size, seed=20):
    """Random hands without repeats, one a row."""
    chance = np.random.default_rng(seed)
    return chance.permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)[
        :, :size
    ].copy()


def plain_numbers(rank, numbers, hands):
    return [numbers[rank([DECK[card] for card in hand])[0]] for hand in hands.tolist()]


def refusal_of(rank, hands, **options):
    with pytest.raises(Rejection) as refused:
        rank(hands, **options)
    return refused.value


# The same ranks.


def test_every_three_card_hand_has_the_same_rank_in_the_batch_as_in_plain():
    hands = np.array(list(combinations(range(52), 3)), dtype=np.uint8)
    assert len(hands) == 22_100
    assert best_three(hands).tolist() == plain_numbers(plain_cards.best_three, THREE_NUMBERS, hands)


@pytest.mark.parametrize("size", [4, 5])
def test_the_best_three_of_more_cards_are_those_of_plain(size):
    hands = sample(4_000, size)
    assert best_three(hands).tolist() == plain_numbers(plain_cards.best_three, THREE_NUMBERS, hands)


@pytest.mark.parametrize(("size", "count"), [(5, 20_000), (6, 20_000), (7, 20_000)])
def test_the_best_five_are_those_of_plain(size, count):
    hands = sample(count, size)
    assert best_five(hands).tolist() == plain_numbers(plain_cards.best_five, FIVE_NUMBERS, hands)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_with_many_flushes_and_straight_flushes_have_the_ranks_of_plain(size):
    # Cards of one suit, and one strange card: what a random sample hardly holds.
    suited = np.array(list(combinations(range(2, 52, 4), size - 1)), dtype=np.uint8)[::3]
    hands = np.hstack([suited, np.full((len(suited), 1), 51, dtype=np.uint8)])
    hands = np.vstack([hands, np.array(list(combinations(range(0, 52, 4), size)))[::3]])
    hands = hands.astype(np.uint8)
    assert best_five(hands).tolist() == plain_numbers(plain_cards.best_five, FIVE_NUMBERS, hands)


@pytest.mark.parametrize("rows", [0, 1, 1023, 1024, 1025, 2049])
def test_a_batch_of_any_length_is_ranked_row_by_row(rows):
    hands = sample(rows, 7) if rows else np.empty((0, 7), dtype=np.uint8)
    ranks = best_five(hands)
    assert ranks.shape == (rows,)
    assert ranks.dtype == np.uint16
    assert ranks.tolist() == [int(best_five(hand[None])[0]) for hand in hands]


@RANKERS
def test_a_batch_of_no_rows_has_no_ranks(rank, size):
    assert rank(np.empty((0, size), dtype=np.uint8)).tolist() == []
    assert rank(np.empty((0, size), dtype=np.int64)).tolist() == []


@RANKERS
def test_the_uncompiled_kernels_agree(rank, size):
    hands = sample(60, size, seed=3)
    hands[0] = np.arange(0, 4 * size, 4)  # a flush, whatever the sample holds
    kernels, tables = (
        (BEST_THREE_OF, three_card_tables())
        if rank is best_three
        else (BEST_FIVE_OF, five_card_tables(size))
    )
    chosen = [kernels[size]] if rank is best_three else [kernels[size, c] for c in (False, True)]
    for kernel in chosen:
        ranks = np.zeros(60, dtype=np.uint16)
        with np.errstate(over="ignore"):
            assert plain(kernel)(hands, ranks, tables) == -1
            assert plain(FIRST_REPEAT_OF[size])(hands) == -1
        assert ranks.tolist() == rank(hands).tolist()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_kernel_for_one_hand_agrees_with_the_batch(size):
    hands = sample(3000, size, seed=11)
    hands[0] = np.arange(0, 4 * size, 4)
    tables = five_card_tables(size)
    one_by_one = [best_five_rank(tuple(hand), tables) for hand in hands.tolist()]
    assert one_by_one == best_five(hands).tolist()


@pytest.mark.parametrize("row", [0, 1, 1023, 1024, 2999])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_card_held_twice_is_found_in_its_row_whatever_else_is_there(size, row):
    hands = sample(3000, size, seed=12)
    hands[row, size - 1] = hands[row, 0]
    with pytest.raises(Rejection, match=f"Row {row} holds a card twice"):
        best_five(hands)
    assert len(best_five(hands, check=False)) == 3000


def test_a_flush_that_holds_a_card_twice_is_refused_too():
    with pytest.raises(Rejection, match="Row 0 holds a card twice"):
        best_five([[0, 4, 8, 12, 16, 20, 20]])


def test_a_total_grown_card_by_card_is_the_total_of_the_cards():
    for hand in sample(2000, 7, seed=13):
        total, is_soft = 0, False
        for held, card in enumerate(hand.tolist(), start=1):
            total, is_soft = add_to_total(total, is_soft, card)
            expected = blackjack_total([Card(int(one)) for one in hand[:held]])
            assert (total, is_soft) == (expected.total, expected.is_soft)


def test_the_uncompiled_look_ups_agree():
    tables, three = five_card_tables(7), three_card_tables()
    flushes = 0
    for hand in [*sample(200, 7, seed=4), *np.array(list(combinations(range(0, 36, 4), 7)))]:
        key = suited = np.uint64(0)
        with np.errstate(over="ignore"):
            for place, card in enumerate(hand):
                key = key + (tables.cards if place else tables.first)[card]
                suited = suited | tables.suited[card]
            if key & FIVE_OF_A_SUIT:
                flushes += 1
                rank = plain(flush_rank)(key, suited, tables)
                assert rank == flush_rank(key, suited, tables)
            else:
                rank = plain(unsuited_rank)(key, tables)
                assert rank == unsuited_rank(key, tables)
            assert rank == best_five(hand[None])[0]
            cards = [int(card) for card in hand[:3]]
            assert plain(three_card_rank)(*cards, three) == three_card_rank(*cards, three)
    assert flushes >= 36


@held
@given(st.permutations(range(52)), st.integers(5, 7), st.randoms())
def test_the_order_of_cards_within_a_hand_does_not_matter(deck, size, chance):
    hand = deck[:size]
    other = chance.sample(hand, size)
    first, second = best_five([hand, other]).tolist()
    assert first == second
    first, second = best_three([hand[:4], sorted(hand[:4])]).tolist()
    assert first == second


@held
@given(st.permutations(range(52)), st.integers(5, 6))
def test_a_further_card_never_makes_a_hand_worse(deck, size):
    assert best_five([deck[: size + 1]])[0] >= best_five([deck[:size]])[0]
    assert best_three([deck[: size - 1]])[0] >= best_three([deck[: size - 2]])[0]


def test_categories_are_those_of_the_ranks():
    five = np.arange(1, 7463, dtype=np.uint16)
    assert five_card_categories(five).tolist() == [rank.category for rank in all_five_card_ranks()]
    three = np.arange(1, 742, dtype=np.uint16)
    assert three_card_categories(three).tolist() == [
        rank.category for rank in all_three_card_ranks()
    ]


# What may be given.


@RANKERS
@pytest.mark.parametrize(
    "kind", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.uint64]
)
def test_any_kind_of_whole_numbers_will_do(rank, size, kind):
    hands = sample(50, size)
    assert rank(hands.astype(kind)).tolist() == rank(hands).tolist()


@RANKERS
def test_lists_of_cards_and_arrays_that_are_not_contiguous_will_do(rank, size):
    hands = sample(50, size)
    expected = rank(hands).tolist()
    assert rank(hands.tolist()).tolist() == expected
    assert rank([[DECK[card] for card in hand] for hand in hands]).tolist() == expected
    assert rank(np.asfortranarray(hands)).tolist() == expected
    assert rank(sample(100, size)[::2]).tolist() == rank(sample(100, size)).tolist()[::2]
    spread = np.zeros((50, 2 * size), dtype=np.int64)
    spread[:, ::2] = hands
    assert rank(spread[:, ::2]).tolist() == expected
    assert rank(hands[::-1, ::-1]).tolist() == expected[::-1]


@RANKERS
@pytest.mark.parametrize("kind", [np.uint8, np.int64])
def test_what_is_given_is_not_changed_and_may_be_read_only(rank, size, kind):
    hands = sample(50, size).astype(kind)
    before = hands.copy()
    hands.setflags(write=False)
    ranks = rank(hands)
    assert (hands == before).all()
    assert not np.shares_memory(ranks, hands)


# What is refused.


@RANKERS
def test_another_shape_is_refused(rank, size):
    least, most = (3, 5) if rank is best_three else (5, 7)
    shapes = [(), (size,), (2, least - 1), (2, most + 1), (0,), (2, 0), (2, 2, size)]
    for shape in shapes:
        refused = refusal_of(rank, np.zeros(shape, dtype=np.uint8))
        assert refused.code is Code.HAND_ARRAY
        assert str(shape) in refused.detail


@RANKERS
def test_rows_of_different_lengths_are_refused(rank, size):
    refused = refusal_of(rank, [list(range(size)), list(range(size - 1))])
    assert refused.code is Code.HAND_ARRAY


@pytest.mark.parametrize("rank", [best_five, best_three, blackjack_totals])
@pytest.mark.parametrize(
    "hands",
    [
        np.arange(5.0)[None],
        np.zeros((1, 5), dtype=bool),
        [["As", "Ks", "Qs", "Js", "Ts"]],
        [[0, 1, 2, 3, None]],
        [[0, 1, 2, 3, 2**70]],
        [[0, 1, 2, 3, 4.5]],
    ],
    ids=["floats", "truths", "texts", "none", "too big for a number", "one float"],
)
def test_what_are_no_whole_numbers_is_refused(rank, hands):
    assert refusal_of(rank, hands).code is Code.HAND_ARRAY


@RANKERS
@pytest.mark.parametrize("wrong", [-1, 52, 63, 64, 100, 128, 254, 255, 256, 307, 10**9, -(10**9)])
@pytest.mark.parametrize("check", [True, False])
def test_a_number_that_is_no_card_is_refused_with_its_row(rank, size, wrong, check):
    for row, place in ((0, 0), (1, size - 1), (1030, 1)):
        hands = sample(1100, size).astype(np.int64)
        hands[row, place] = wrong
        hands[1050, 0] = wrong  # the first is the one that is named
        refused = refusal_of(rank, hands, check=check)
        assert refused.code is Code.CARD_UNKNOWN
        assert f"Row {row} holds a number that is no card" in refused.detail


@RANKERS
@pytest.mark.parametrize("pair", [(0, 64), (64, 128), (NO_CARD, NO_CARD), (52, 52)])
def test_what_is_no_card_is_not_taken_for_a_repeated_one(rank, size, pair):
    hands = np.arange(4, 4 + size, dtype=np.uint8)[None].repeat(3, axis=0)
    hands[1, :2] = pair
    refused = refusal_of(rank, hands)
    assert refused.code is Code.CARD_UNKNOWN
    assert "Row 1 " in refused.detail


@RANKERS
def test_a_number_that_is_no_card_is_refused_in_bytes_too(rank, size):
    hands = sample(10, size)
    hands[7, 1] = NO_CARD
    for check in (True, False):
        refused = refusal_of(rank, hands, check=check)
        assert refused.code is Code.CARD_UNKNOWN
        assert refused.detail == (
            f"Row 7 holds a number that is no card (0 to 51): {hands[7].tolist()}."
        )


@RANKERS
def test_a_repeated_card_is_refused_with_its_row_wherever_it_lies(rank, size):
    for first, second in combinations(range(size), 2):
        hands = sample(40, size)
        hands[33, second] = hands[33, first]
        hands[37, second] = hands[37, first]
        refused = refusal_of(rank, hands)
        assert refused.code is Code.CARD_REPEATED
        assert "Row 33 holds a card twice" in refused.detail
        assert str(hands[33].tolist()) in refused.detail


@RANKERS
def test_without_the_check_only_the_search_for_repeats_is_left_out(rank, size):
    hands = sample(40, size)
    expected = rank(hands).tolist()
    assert rank(hands, check=False).tolist() == expected
    hands[33, 1] = hands[33, 0]
    unchecked = rank(hands, check=False).tolist()
    assert unchecked[:33] + unchecked[34:] == expected[:33] + expected[34:]
    assert refusal_of(rank, hands[:, :2], check=False).code is Code.HAND_ARRAY
    assert refusal_of(rank, hands.astype(float), check=False).code is Code.HAND_ARRAY


# Blackjack.


def blackjack_sample(count, most, seed=21):
    """Random hands of several decks, none to `most` cards, the gaps anywhere."""
    chance = np.random.default_rng(seed)
    hands = chance.integers(0, 52, size=(count, most), dtype=np.uint8)
    hands[chance.random((count, most)) < chance.random((count, 1))] = NO_CARD
    hands[chance.random((count, most)) < 0.1] = 51  # aces are what is hard
    return hands


@pytest.mark.parametrize("most", [1, 2, 5, 11, 22])
def test_blackjack_totals_are_those_of_plain(most):
    hands = blackjack_sample(2_000, most)
    before = hands.copy()
    totals, soft = blackjack_totals(hands)
    expected = [
        blackjack_total(DECK[card] for card in hand if card != NO_CARD) for hand in hands.tolist()
    ]
    assert totals.tolist() == [hand.total for hand in expected]
    assert soft.tolist() == [hand.is_soft for hand in expected]
    assert (hands == before).all()


def test_the_uncompiled_blackjack_kernel_agrees():
    hands = blackjack_sample(200, 6)
    totals, soft = np.zeros(200, dtype=np.uint8), np.zeros(200, dtype=bool)
    assert plain(total_each)(hands.astype(np.int64), totals, soft) == -1
    expected_totals, expected_soft = blackjack_totals(hands)
    assert totals.tolist() == expected_totals.tolist()
    assert soft.tolist() == expected_soft.tolist()


def test_the_highest_blackjack_total_fits():
    totals, soft = blackjack_totals(np.full((1, 22), 47))
    assert (totals.tolist(), soft.tolist()) == ([220], [False])


@pytest.mark.parametrize("wrong", [-1, 52, 64, 254, 256])
def test_blackjack_totals_refuse_what_is_no_card(wrong):
    refused = refusal_of(blackjack_totals, [[0, 51, 255], [0, wrong, 255]])
    assert refused.code is Code.CARD_UNKNOWN
    assert "Row 1 " in refused.detail


@pytest.mark.parametrize("shape", [(3,), (2, 0), (2, 23)])
def test_blackjack_totals_refuse_another_shape(shape):
    assert refusal_of(blackjack_totals, np.zeros(shape, dtype=int)).code is Code.HAND_ARRAY


def test_blackjack_totals_of_no_hands_are_none():
    totals, soft = blackjack_totals(np.empty((0, 5), dtype=np.uint8))
    assert (totals.tolist(), soft.tolist()) == ([], [])
