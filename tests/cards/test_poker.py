"""Poker hands of three and five cards: their names, their order, and the best of more cards."""

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    Card,
    FiveCardCategory,
    FiveCardRank,
    Rank,
    ThreeCardCategory,
    best_five,
    best_three,
    parse_hand,
    rank_five,
    rank_three,
)
from croupier.cards.poker import all_five_card_ranks, all_three_card_ranks
from croupier.rejection import Code, Rejection

held = settings(derandomize=True, deadline=None, max_examples=150)

THREE_CARD_HANDS = [  # worst first
    ("5c 3d 2h", "HIGH_CARD", "five-three-two high"),
    ("Ac 3d 4h", "HIGH_CARD", "ace-four-three high"),
    ("Ac Kd Jh", "HIGH_CARD", "ace-king-jack high"),
    ("2c 2d 3h", "PAIR", "pair of twos, three kicker"),
    ("6c 6d 2h", "PAIR", "pair of sixes, two kicker"),
    ("9c 9d 8h", "PAIR", "pair of nines, eight kicker"),
    ("9c As 9d", "PAIR", "pair of nines, ace kicker"),
    ("Ac Ad Kh", "PAIR", "pair of aces, king kicker"),
    ("5c 3c 2c", "FLUSH", "flush, five-three-two high"),
    ("Ah Kh Jh", "FLUSH", "flush, ace-king-jack high"),
    ("Ac 2d 3h", "STRAIGHT", "straight, three high"),
    ("2c 3d 4h", "STRAIGHT", "straight, four high"),
    ("Qc Kd Ah", "STRAIGHT", "straight, ace high"),
    ("2c 2d 2h", "THREE_OF_A_KIND", "three of a kind, twos"),
    ("6c 6d 6h", "THREE_OF_A_KIND", "three of a kind, sixes"),
    ("Ac Ad Ah", "THREE_OF_A_KIND", "three of a kind, aces"),
    ("Ad 2d 3d", "STRAIGHT_FLUSH", "straight flush, three high"),
    ("Js Qs Ks", "STRAIGHT_FLUSH", "straight flush, king high"),
    ("Qh Kh Ah", "STRAIGHT_FLUSH", "mini royal"),
]

FIVE_CARD_HANDS = [  # worst first
    ("7c 5d 4h 3s 2c", "HIGH_CARD", "seven-five-four-three-two high"),
    ("Ac 2d 3h 4s 6c", "HIGH_CARD", "ace-six-four-three-two high"),
    ("Ac Kd Qh Js 9c", "HIGH_CARD", "ace-king-queen-jack-nine high"),
    ("2c 2d 5h 4s 3c", "PAIR", "pair of twos, five-four-three kickers"),
    ("9c 9d Ah 4s 2c", "PAIR", "pair of nines, ace-four-two kickers"),
    ("Ac Ad Kh Qs Jc", "PAIR", "pair of aces, king-queen-jack kickers"),
    ("3c 3d 2h 2s 4c", "TWO_PAIR", "two pair, threes and twos, four kicker"),
    ("9c 9d 6h 6s Ac", "TWO_PAIR", "two pair, nines and sixes, ace kicker"),
    ("Ac Ad Kh Ks Qc", "TWO_PAIR", "two pair, aces and kings, queen kicker"),
    ("2c 2d 2h 4s 3c", "THREE_OF_A_KIND", "three of a kind, twos, four-three kickers"),
    ("Ac Ad Ah Ks Qc", "THREE_OF_A_KIND", "three of a kind, aces, king-queen kickers"),
    ("Ac 2d 3h 4s 5c", "STRAIGHT", "straight, five high"),
    ("2c 3d 4h 5s 6c", "STRAIGHT", "straight, six high"),
    ("Tc Jd Qh Ks Ac", "STRAIGHT", "straight, ace high"),
    ("7c 5c 4c 3c 2c", "FLUSH", "flush, seven-five-four-three-two high"),
    ("Ah Kh Qh Jh 9h", "FLUSH", "flush, ace-king-queen-jack-nine high"),
    ("2c 2d 2h 3s 3c", "FULL_HOUSE", "full house, twos full of threes"),
    ("2c 2d 2h As Ac", "FULL_HOUSE", "full house, twos full of aces"),
    ("9c 9d 9h 4s 4c", "FULL_HOUSE", "full house, nines full of fours"),
    ("Ac Ad Ah Ks Kc", "FULL_HOUSE", "full house, aces full of kings"),
    ("2c 2d 2h 2s 3c", "FOUR_OF_A_KIND", "four of a kind, twos, three kicker"),
    ("Ac Ad Ah As Kc", "FOUR_OF_A_KIND", "four of a kind, aces, king kicker"),
    ("As 2s 3s 4s 5s", "STRAIGHT_FLUSH", "straight flush, five high"),
    ("9d Td Jd Qd Kd", "STRAIGHT_FLUSH", "straight flush, king high"),
    ("Tc Jc Qc Kc Ac", "STRAIGHT_FLUSH", "royal flush"),
]


@pytest.mark.parametrize(("cards", "category", "name"), THREE_CARD_HANDS)
def test_three_cards_are_called(cards, category, name):
    rank = rank_three(parse_hand(cards))
    assert rank.category is ThreeCardCategory[category]
    assert rank.name == str(rank) == name


@pytest.mark.parametrize(("cards", "category", "name"), FIVE_CARD_HANDS)
def test_five_cards_are_called(cards, category, name):
    rank = rank_five(parse_hand(cards))
    assert rank.category is FiveCardCategory[category]
    assert rank.name == str(rank) == name


def test_the_examples_of_every_category_stand_in_order():
    three = [rank_three(parse_hand(cards)) for cards, _, _ in THREE_CARD_HANDS]
    five = [rank_five(parse_hand(cards)) for cards, _, _ in FIVE_CARD_HANDS]
    assert {rank.category for rank in three} == set(ThreeCardCategory)
    assert {rank.category for rank in five} == set(FiveCardCategory)
    for ranks in (three, five):
        assert all(worse < better for worse, better in pairwise(ranks))
        assert all(worse.number < better.number for worse, better in pairwise(ranks))


def test_categories_have_titles():
    assert ThreeCardCategory.THREE_OF_A_KIND.title == "three of a kind"
    assert FiveCardCategory.FULL_HOUSE.title == "full house"


@pytest.mark.parametrize(
    ("all_ranks", "size"), [(all_three_card_ranks, 741), (all_five_card_ranks, 7462)]
)
def test_every_rank_has_a_name_and_a_number_of_its_own(all_ranks, size):
    ranks = all_ranks()
    assert len({rank.name for rank in ranks}) == len(set(ranks)) == len(ranks) == size
    assert [rank.number for rank in ranks] == list(range(1, size + 1))
    assert all(worse < better for worse, better in pairwise(ranks))


def test_the_ranks_of_three_cards_are_those_of_all_22100_hands():
    assert {rank_three(hand) for hand in combinations(DECK, 3)} == set(all_three_card_ranks())


def test_only_the_best_rank_is_royal():
    assert [rank.name for rank in all_three_card_ranks() if rank.is_royal] == ["mini royal"]
    assert [rank.name for rank in all_five_card_ranks() if rank.is_royal] == ["royal flush"]
    assert all_three_card_ranks()[-1].is_royal
    assert all_five_card_ranks()[-1].is_royal


def test_ace_two_three_is_the_lowest_straight():
    straights = [
        rank for rank in all_three_card_ranks() if rank.category is ThreeCardCategory.STRAIGHT
    ]
    assert min(straights) == rank_three(parse_hand("Ac 2d 3h"))
    assert len(straights) == 12


def test_ace_to_five_is_the_lowest_straight():
    straights = [
        rank for rank in all_five_card_ranks() if rank.category is FiveCardCategory.STRAIGHT
    ]
    assert min(straights) == rank_five(parse_hand("Ac 2d 3h 4s 5c"))
    assert len(straights) == 10


@pytest.mark.parametrize("cards", ["Kc Ad 2h", "Qc Ad 2h", "Ac 3d 4h"])
def test_a_three_card_straight_does_not_go_round_the_corner(cards):
    assert rank_three(parse_hand(cards)).category is ThreeCardCategory.HIGH_CARD


@pytest.mark.parametrize("cards", ["Kc Ad 2h 3s 4c", "Jc Qd Kh As 2c", "Ac 3d 4h 5s 6c"])
def test_a_five_card_straight_does_not_go_round_the_corner(cards):
    assert rank_five(parse_hand(cards)).category is FiveCardCategory.HIGH_CARD


def test_with_three_cards_a_straight_beats_a_flush_and_with_five_it_does_not():
    assert rank_three(parse_hand("Ac 2d 3h")) > rank_three(parse_hand("Ah Kh Jh"))
    assert rank_five(parse_hand("Tc Jd Qh Ks Ac")) < rank_five(parse_hand("7c 5c 4c 3c 2c"))


def test_suits_never_break_a_tie():
    assert rank_five(parse_hand("Ac Kc Qc Jc 9c")) == rank_five(parse_hand("As Ks Qs Js 9s"))
    assert rank_three(parse_hand("9c 9d As")) == rank_three(parse_hand("9h 9s Ad"))


def test_three_and_five_card_ranks_do_not_compare():
    three, five = rank_three(DECK[:3]), rank_five(DECK[:5])
    assert three != five
    with pytest.raises(TypeError):
        _ = three < five
    with pytest.raises(TypeError):
        _ = five >= three


@held
@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True), st.randoms())
def test_the_order_of_the_cards_in_a_hand_does_not_matter(hand, chance):
    other = chance.sample(hand, 5)
    assert rank_five(hand) == rank_five(other)
    assert rank_three(hand[:3]) == rank_three(hand[2::-1])


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_five_is_the_best_of_all_fives_and_names_its_cards(size):
    chance = random.Random(size)
    for _ in range(300):
        cards = chance.sample(DECK, size)
        rank, five = best_five(cards)
        assert rank == max(rank_five(some) for some in combinations(cards, 5))
        assert rank_five(five) == rank
        assert len(five) == 5
        assert set(five) <= set(cards)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_best_three_is_the_best_of_all_threes_and_names_its_cards(size):
    chance = random.Random(size)
    for _ in range(300):
        cards = chance.sample(DECK, size)
        rank, three = best_three(cards)
        assert rank == max(rank_three(some) for some in combinations(cards, 3))
        assert rank_three(three) == rank
        assert len(three) == 3
        assert set(three) <= set(cards)


@pytest.mark.parametrize(
    ("cards", "name", "best"),
    [
        ("Ac 2c 3c 4c 5c 6d 7d", "straight flush, five high", "Ac 2c 3c 4c 5c"),
        ("9c 9d 9h 4s 4c 4d Ks", "full house, nines full of fours", "9c 9d 9h 4s 4c"),
        ("9c 9d 4h 4s 2c 2d As", "two pair, nines and fours, ace kicker", "9c 9d 4h 4s As"),
        ("2c 3d 4h 5s 6c 7d Ah", "straight, seven high", "3d 4h 5s 6c 7d"),
        ("Ac Kc Qc Jc 9c 8c 2c", "flush, ace-king-queen-jack-nine high", "Ac Kc Qc Jc 9c"),
    ],
)
def test_the_best_five_of_seven_well_known_traps(cards, name, best):
    rank, five = best_five(parse_hand(cards))
    assert rank.name == name
    assert set(five) == set(parse_hand(best))


def test_of_equal_fives_the_first_is_taken():
    assert best_five(parse_hand("Ac Kd Qh Js Tc Td")) == (
        FiveCardRank(FiveCardCategory.STRAIGHT, (Rank.ACE,)),
        parse_hand("Ac Kd Qh Js Tc"),
    )


@pytest.mark.parametrize(
    ("rank", "least", "most"),
    [(rank_three, 3, 3), (rank_five, 5, 5), (best_three, 3, 5), (best_five, 5, 7)],
)
def test_other_sizes_are_refused_and_these_are_not(rank, least, most):
    for size in range(10):
        if least <= size <= most:
            assert rank(DECK[:size])
        else:
            with pytest.raises(Rejection, match=f"not {size}") as refused:
                rank(DECK[:size])
            assert refused.value.code is Code.HAND_SIZE


@pytest.mark.parametrize(
    ("rank", "size"), [(rank_three, 3), (rank_five, 5), (best_three, 4), (best_five, 7)]
)
def test_a_repeated_card_is_refused_by_name(rank, size):
    with pytest.raises(Rejection, match="2d is there twice") as refused:
        rank([Card(1), *DECK[: size - 2], Card(1)] if size == 3 else [*DECK[: size - 1], Card(1)])
    assert refused.value.code is Code.CARD_REPEATED
