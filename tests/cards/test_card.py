"""A card is a number from 0 to 51 with one identity, three names and a way back from each."""

import copy
import json
import pickle

import pytest

from croupier.cards import DECK, Card, Rank, Suit, parse_card
from croupier.rejection import Code, Rejection


def test_deck_is_the_52_cards_in_order_of_their_numbers():
    assert [int(card) for card in DECK] == list(range(52))
    assert len({card.text for card in DECK}) == 52


@pytest.mark.parametrize("card", DECK, ids=str)
def test_text_pretty_and_spoken_names_follow_from_rank_and_suit(card):
    rank, suit = "23456789TJQKA"[card // 4], "cdhs"[card % 4]
    printed = "10" if rank == "T" else rank
    assert card.text == str(card) == rank + suit
    assert card.pretty == printed + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[suit]
    assert card.spoken == f"{card.rank.name.lower()} of {card.suit.name.lower()}"
    assert repr(card) == f"Card({rank}{suit})"
    assert parse_card(card.text) is parse_card(card.pretty) is card


def test_first_and_last_card_are_the_two_of_clubs_and_the_ace_of_spades():
    assert Card(0).spoken == "two of clubs"
    assert Card(51).spoken == "ace of spades"
    assert Card(33).pretty == "10♦"


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_the_same_object_wherever_it_comes_from(card):
    assert Card(int(card)) is card
    assert Card(card) is card
    assert Card.of(card.rank, card.suit) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is copy.copy(card) is card


@pytest.mark.parametrize("number", [-1, -52, 52, 255, 2**70, -(2**70)])
def test_a_number_outside_0_to_51_is_no_card(number):
    with pytest.raises(Rejection) as refused:
        Card(number)
    assert refused.value.code is Code.CARD_UNKNOWN
    assert str(number) in refused.value.detail


@pytest.mark.parametrize("number", [5.0, 2.5, float("nan"), "5", "As", None])
def test_what_is_no_whole_number_is_refused_as_a_card(number):
    with pytest.raises(Rejection) as refused:
        Card(number)
    assert refused.value.code is Code.CARD_UNKNOWN


def test_a_card_counts_as_its_number():
    assert Card(5) == 5
    assert hash(Card(5)) == hash(5)
    assert json.dumps([Card(5)]) == "[5]"


def test_ranks_run_from_two_to_ace_and_name_themselves():
    assert [rank.letter for rank in Rank] == list("23456789TJQKA")
    assert sorted(Rank) == list(Rank)
    assert Rank.TWO < Rank.TEN < Rank.JACK < Rank.ACE
    assert Rank.NINE.singular == "nine"
    assert [rank.plural for rank in Rank if not rank.plural.endswith(f"{rank.singular}s")] == [
        "sixes"
    ]


def test_two_suits_are_red():
    assert [suit.letter for suit in Suit] == ["c", "d", "h", "s"]
    assert [suit.symbol for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert {suit for suit in Suit if suit.is_red} == {Suit.DIAMONDS, Suit.HEARTS}
