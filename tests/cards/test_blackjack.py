"""Blackjack totals: soft, hard, natural, bust, and any number of aces."""

from itertools import combinations_with_replacement, product

import pytest

from croupier.cards import DECK, Rank, Suit, blackjack_total, card_value, parse_cards


def best_by_trying_every_ace(cards):
    """Every ace as one or eleven; the best total not over 21, or else the lowest."""
    ways = product(*((1, 11) if card.rank is Rank.ACE else (card_value(card),) for card in cards))
    totals = sorted({sum(way) for way in ways})
    return max((total for total in totals if total <= 21), default=totals[0])


@pytest.mark.parametrize(
    ("cards", "total", "is_soft", "name"),
    [
        ("As Kd", 21, True, "blackjack"),
        ("As Td", 21, True, "blackjack"),
        ("As 6d", 17, True, "soft 17"),
        ("As 6d Tc", 17, False, "hard 17"),
        ("Ts 2d", 12, False, "hard 12"),
        ("As Ad", 12, True, "soft 12"),
        ("7s 7d 7c", 21, False, "hard 21"),
        ("As 5d 5c", 21, True, "soft 21"),
        ("Ks Qd 4c", 24, False, "bust with 24"),
        ("Ks Qd Ac", 21, False, "hard 21"),
        ("As", 11, True, "soft 11"),
        ("2c", 2, False, "hard 2"),
    ],
)
def test_a_hand_is_called(cards, total, is_soft, name):
    hand = blackjack_total(parse_cards(cards))
    assert (hand.total, hand.is_soft, hand.name, str(hand)) == (total, is_soft, name, name)


def test_only_two_cards_make_a_natural():
    assert blackjack_total(parse_cards("As Kd")).is_natural
    assert not blackjack_total(parse_cards("As 5d 5c")).is_natural
    assert not blackjack_total(parse_cards("Ts Kd")).is_natural


def test_over_twenty_one_is_bust_and_twenty_one_is_not():
    assert blackjack_total(parse_cards("Ks Qd 2c")).is_bust
    assert not blackjack_total(parse_cards("Ks Qd Ac")).is_bust


def test_card_values_are_as_printed_ten_for_faces_one_for_aces():
    assert [card_value(card) for card in DECK[::4]] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1]
    for card in DECK:
        assert card_value(card) == card_value(DECK[card - card.suit])


@pytest.mark.parametrize("aces", range(1, 25))
def test_of_many_aces_at_most_one_counts_eleven(aces):
    hand = blackjack_total(parse_cards("As") * aces)
    assert hand.total == (aces + 10 if aces <= 11 else aces)
    assert hand.is_soft == (aces <= 11)
    assert hand.is_bust == (aces > 21)
    assert hand.cards == aces


def test_every_hand_of_up_to_five_ranks_has_the_best_total():
    hands = 0
    for size in range(1, 6):
        for cards in combinations_with_replacement(DECK[:: len(Suit)], size):
            hand = blackjack_total(cards)
            assert hand.total == best_by_trying_every_ace(cards)
            assert hand.is_soft == (hand.total != sum(card_value(card) for card in cards))
            hands += 1
    assert hands == 8567  # C(13+k-1, k) for k from 1 to 5: 13 + 91 + 455 + 1820 + 6188


def test_cards_may_come_from_any_iterable_and_none_is_nothing():
    assert blackjack_total(iter(parse_cards("As 6d"))).name == "soft 17"
    assert blackjack_total([]).total == 0
