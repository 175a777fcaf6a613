"""Roll Your Own Blackjack, rules 7 to 7f: how the hands are played, and the dealer's.

The usual readings are in force; what others change is in the file of the rulings.
"""

import pytest

from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import Decide, TimeOut

from .dealing import asked, ended, of_kind, offered, refused
from .roll_your_own_rounds import BET, GAME, because, hands, play, story

HIT = ("stand", "hit")
DOUBLE = ("stand", "hit", "double")
SPLIT = ("stand", "hit", "double", "split")


# Rule 7: the dealer takes action on each player's hands.


def test_rule_7_action_goes_from_left_to_right_and_then_to_the_dealer():
    cards = "Ks 9h 7d  Qs 8h 6d  3c 9c 8c  4h 5h"
    decisions = {1: ["alone 3", "stand", "stand"], 2: ["alone 3", "stand", "stand"]}
    table = play(cards, decisions, seats=(1, 2))
    assert story(table, since="seat 2/Bonus") == [
        "ask seat 1/Blackjack 1",
        "seat 1/Blackjack 2: 4h",
        "ask seat 1/Blackjack 2",
        "ask seat 2/Blackjack 1",
        "seat 2/Blackjack 2: 5h",
        "ask seat 2/Blackjack 2",
        "dealer/Hand turned: 9c 8c",
        "called: hard 17",
        "seat 1/Blackjack 1 win",
        "seat 1/Blackjack 2 lose",
        "seat 2/Blackjack 1 win",
        "seat 2/Blackjack 2 lose",
        "collected",
    ]


@pytest.mark.parametrize(
    ("player", "dealer", "result", "returned", "sentence"),
    [
        ("Ks 9h", "9c 9d", "win", 2000, "Your hard 19 beats the dealer's hard 18."),
        ("Ks 9h", "9c Td", "push", BET, "Your hard 19 ties with the dealer's hard 19."),
        ("Ks 8h", "9c Td", "lose", 0, "Your hard 18 loses to the dealer's hard 19."),
        ("As 8h", "9c 9d", "win", 2000, "Your soft 19 beats the dealer's hard 18."),
        ("5s 5h", "6c Td", "win", 2000, "The dealer is bust with 26, so your hard 10 wins."),
    ],
)
def test_rule_7_the_higher_total_wins_even_money_and_equal_totals_push(
    player, dealer, result, returned, sentence
):
    cards = f"{player} 7d 2c {dealer} 2h Kd"
    table = play(cards, {1: ["alone 3", "stand", "stand"]})
    assert ended(table, 1, "Blackjack 1") == (result, returned)
    assert because(table, "Blackjack 1") == ("Rule 7", sentence)


def test_rule_7_a_player_hits_until_he_stands():
    table = play("2s 3h 7d 2c 9c 8d 4s 5s 6s", {1: ["alone 3", "hit", "hit", "hit"]})
    assert asked(table)[1:] == [(1, DOUBLE), (1, HIT), (1, HIT), (1, HIT)]
    table.handle(Decide(1, "stand"))
    assert "seat 1/Blackjack 2: 2d" in story(table)


def test_rule_7_a_bust_loses_at_once_even_where_the_dealer_busts_too():
    table = play("Ks 5h 7d 2c 6c Td Ts 4s Kd", {1: ["alone 3", "hit", "stand"]})
    assert story(table, since="ask seat 1/Blackjack 1")[:3] == [
        "seat 1/Blackjack 1: Ts",
        "seat 1/Blackjack 1 lose",
        "seat 1/Blackjack 2: 4s",
    ]
    assert because(table, "Blackjack 1") == ("Rule 7", "You are bust with 25.")
    assert because(table, "Blackjack 2") == (
        "Rule 7",
        "The dealer is bust with 26, so your hard 11 wins.",
    )


def test_rule_7_twenty_one_is_asked_nothing_more():
    table = play("Ks 5h 7d 2c 9c 8d 6s 4s Ts", {1: ["alone 3", "hit", "hit"]})
    assert asked(table)[1:] == [(1, DOUBLE), (1, DOUBLE)]
    assert hands(table) == [("Blackjack 1", "win", BET, 2000), ("Blackjack 2", "win", BET, 2000)]
    assert because(table, "Blackjack 1")[1] == "Your hard 21 beats the dealer's hard 17."


def test_rule_7_who_lets_his_time_run_out_stands():
    table = play("Ks 5h 7d 2c 9c 8d 6s", [(1, "alone 3")])
    table.handle(TimeOut())
    table.handle(TimeOut())
    assert ended(table, 1, "Blackjack 1") == ("lose", 0)
    assert because(table, "Blackjack 1")[1] == "Your hard 15 loses to the dealer's hard 17."


def test_rule_7_the_cards_are_picked_up_at_the_end():
    table = play("Ks 9h 7d 2c 9c 8d 4s", {1: ["alone 3", "stand", "stand"]})
    assert story(table)[-1] == "collected"
    assert isinstance(table.events[-1], happened.RoundClosed)


# Rule 7a: doubling.


@pytest.mark.parametrize("pair", ["6s 5h", "Ks 2h", "As 7h", "9s 9h", "2s 3h", "Ks Qh"])
def test_rule_7a_any_two_cards_may_be_doubled(pair):
    table = play(f"{pair} 7d 2c 9c 8d", [(1, "alone 3")])
    double = offered(table, 1)["double"]
    assert (double.spot, double.least_cents, double.most_cents) == ("Blackjack 1", BET, BET)
    assert double.label == "Double, another $10"


@pytest.mark.parametrize(
    ("card", "result", "returned"), [("9s", "win", 4000), ("6s", "push", 2000), ("2d", "lose", 0)]
)
def test_rule_7a_a_double_stakes_as_much_again_and_gets_one_card(card, result, returned):
    table = play(f"6d 5h 7d 2c 9c 8d {card} Tc", {1: ["alone 3", "double", "stand"]})
    assert happened.WagerAdded(1, "Blackjack 1", BET) in table.events
    assert asked(table)[1:] == [(1, DOUBLE), (1, DOUBLE)]
    assert hands(table)[0] == ("Blackjack 1", result, 2 * BET, returned)


def test_rule_7a_a_double_that_busts_loses_both_stakes_at_once():
    table = play("Ks 2h 7d 2c 9c 8d Ts Tc", {1: ["alone 3", "double", "stand"]})
    assert story(table, since="ask seat 1/Blackjack 1")[:2] == [
        "seat 1/Blackjack 1: Ts",
        "seat 1/Blackjack 1 lose",
    ]
    assert hands(table)[0] == ("Blackjack 1", "lose", 2 * BET, 0)


def test_rule_7a_three_cards_cannot_be_doubled():
    table = play("2s 3h 7d 2c 9c 8d 4s", {1: ["alone 3", "hit"]})
    assert tuple(offered(table, 1)) == HIT
    refused(table, Decide(1, "double"), Code.OPTION_NOT_OFFERED)


def test_rule_7a_a_double_is_for_the_whole_bet():
    table = play("6s 5h 7d 2c 9c 8d", [(1, "alone 3")])
    for cents in (500, 1500):
        refused(table, Decide(1, "double", cents), Code.STAKE_INVALID)


def test_rule_7a_the_one_card_hand_doubles_on_its_first_two_cards():
    table = play("Ks 9h 7d 2c 9c 8d 4s Ts", {1: ["alone 3", "stand", "double"]})
    assert hands(table)[1] == ("Blackjack 2", "win", 2 * BET, 4000)
    assert because(table, "Blackjack 2")[1] == "Your hard 21 beats the dealer's hard 17."


# Rule 7b: splitting.


@pytest.mark.parametrize("pair", ["8s 8h", "Ks Qh", "Ts Jh", "As Ah", "2s 2h"])
def test_rule_7b_two_cards_of_the_same_value_may_be_split(pair):
    table = play(f"{pair} 7d 2c 9c 8d", [(1, "alone 3")])
    split = offered(table, 1)["split"]
    assert (split.spot, split.least_cents, split.most_cents) == ("Blackjack 1", BET, BET)
    assert split.label == "Split, another $10"


@pytest.mark.parametrize("pair", ["8s 9h", "Ks 9h", "As Th", "As 2h"])
def test_rule_7b_cards_of_different_values_may_not(pair):
    table = play(f"{pair} 7d 2c 9c 8d", [(1, "alone 3")])
    # Ace and ten are a blackjack and paid; the question is then about the one-card hand.
    assert "split" not in offered(table, 1)
    refused(table, Decide(1, "split"), Code.OPTION_NOT_OFFERED)


def test_rule_7b_split_hands_are_played_one_after_the_other():
    decisions = {1: ["alone 3", "split", "stand", "hit", "stand", "stand"]}
    table = play("8s 8h 7d 2c 9c 8d Ks 3d 9d 4s", decisions)
    assert happened.WagerAdded(1, "Blackjack 1", BET) in table.events
    assert story(table, since="ask seat 1/Blackjack 1")[:8] == [
        "seat 1/Blackjack 1 split 1 set: 8h",
        "seat 1/Blackjack 1: Ks",
        "ask seat 1/Blackjack 1",
        "seat 1/Blackjack 1 split 1: 3d",
        "ask seat 1/Blackjack 1 split 1",
        "seat 1/Blackjack 1 split 1: 9d",
        "ask seat 1/Blackjack 1 split 1",
        "seat 1/Blackjack 2: 4s",
    ]
    assert hands(table) == [
        ("Blackjack 1", "win", BET, 2000),
        ("Blackjack 1 split 1", "win", BET, 2000),
        ("Blackjack 2", "lose", BET, 0),
    ]


def test_rule_7b_a_pair_of_three_cards_cannot_be_split():
    table = play("8s 2h 7d 2c 9c 8d 8h", {1: ["alone 3", "hit"]})
    assert tuple(offered(table, 1)) == HIT


def test_rule_7b_the_one_card_hand_may_be_split_too():
    table = play("Ks 9h 8d 2c 9c 8c 8s Ts Td", {1: ["alone 3", "stand", "split", "stand", "stand"]})
    assert hands(table)[1:] == [
        ("Blackjack 2", "win", BET, 2000),
        ("Blackjack 2 split 1", "win", BET, 2000),
    ]


# Rule 7c: up to four times.

TENS = "Ks Kh Kd  2c 9c 8d  Qs Qh Qd  Js Jh Jd Jc Tc  Ts Th Td Kc  9s 9h 9d 8s 8h"
"""Both hands are split four times: ten hands, five with twenty and five with eighteen or more."""
FOUR_SPLITS = ["split", "split", "split", "split"]


def test_rule_7c_a_starting_hand_is_split_four_times_into_five_hands():
    table = play(TENS, {1: ["alone 3", *FOUR_SPLITS]})
    # King and queens and jack: five hands, and the first has two tens again.
    assert tuple(offered(table, 1)) == DOUBLE
    refused(table, Decide(1, "split"), Code.OPTION_NOT_OFFERED)
    places = [str(event.target) for event in of_kind(table, happened.CardsMoved)[2:]]
    assert places == [f"seat 1/Blackjack 1 split {number}" for number in (1, 2, 3, 4)]
    assert table.layout.stakes[1]["Blackjack 1"] == 5 * BET


def test_rule_7c_each_of_the_two_starting_hands_has_its_own_four_splits():
    five = ["stand"] * 5
    table = play(TENS, {1: ["alone 3", *FOUR_SPLITS, *five, *FOUR_SPLITS, *five]})
    names = [name for name, *_ in hands(table)]
    assert names == [
        "Blackjack 1",
        *(f"Blackjack 1 split {number}" for number in (4, 3, 2, 1)),
        "Blackjack 2",
        *(f"Blackjack 2 split {number}" for number in (4, 3, 2, 1)),
    ]
    assert all(hand[1:] == ("win", BET, 2000) for hand in hands(table))


# Rule 7d: split aces.


def test_rule_7d_split_aces_receive_one_card_each_and_no_question():
    table = play("As Ah 7d 2c 9c 8d 5s 9s Ts", {1: ["alone 3", "split", "stand"]})
    assert story(table, since="ask seat 1/Blackjack 1")[:5] == [
        "seat 1/Blackjack 1 split 1 set: Ah",
        "seat 1/Blackjack 1: 5s",
        "seat 1/Blackjack 1 split 1: 9s",
        "seat 1/Blackjack 2: Ts",
        "ask seat 1/Blackjack 2",
    ]
    assert hands(table)[:2] == [
        ("Blackjack 1", "lose", BET, 0),
        ("Blackjack 1 split 1", "win", BET, 2000),
    ]


def test_rule_7d_a_further_ace_on_split_aces_is_not_split_again():
    table = play("As Ah 7d 2c 9c 8d Ad Ac Ts", {1: ["alone 3", "split", "stand"]})
    assert asked(table)[1:] == [(1, SPLIT), (1, DOUBLE)]
    for place in ("Blackjack 1", "Blackjack 1 split 1"):
        assert because(table, place)[1] == "Your soft 12 loses to the dealer's hard 17."


def test_rule_7d_the_one_card_hand_keeps_to_it_too():
    table = play("Ks 9h As 2c 9c 8d Ah Ts Ad", {1: ["alone 3", "stand", "split"]})
    assert asked(table)[1:] == [(1, DOUBLE), (1, SPLIT)]
    assert hands(table)[1:] == [
        ("Blackjack 2", "win", BET, 2000),
        ("Blackjack 2 split 1", "lose", BET, 0),
    ]


# Rule 7e: no surrender.


def test_rule_7e_surrender_is_never_offered():
    assert "surrender" not in GAME.options(GAME.rules())
    table = play("Ks 6h 7d 2c Tc 9d 9h", {1: ["alone 3", "stand", "stand"]})
    assert all("surrender" not in options for _, options in asked(table))
    table = play("Ks 6h 7d 2c Tc 9d 9h", [(1, "alone 3")])
    refused(table, Decide(1, "surrender"), Code.OPTION_NOT_OFFERED)


# Rule 7f: the dealer.


@pytest.mark.parametrize(
    ("dealer", "draws", "called"),
    [
        ("6c Ad", "4h", "soft 21"),  # soft seventeen is hit
        ("6c Ad", "9h Kd", "bust with 26"),  # and becomes hard sixteen
        ("6c Ad", "Kh", "hard 17"),
        ("4c 2d", "Ah 3h", "soft 20"),  # soft seventeen in three cards
        ("8c 9d", "", "hard 17"),
        ("7c Ad", "", "soft 18"),
        ("9c Ad", "", "soft 20"),
        ("9c 7d", "Kh", "bust with 26"),
        ("9c 7d", "Ah", "hard 17"),
        ("2c 3d", "2h 4h 5h 6h", "bust with 22"),
    ],
)
def test_rule_7f_the_dealer_hits_soft_17_and_stands_on_hard_17(dealer, draws, called):
    table = play(f"Qs Ts 8s 2s {dealer} 4s {draws}", {1: ["alone 3", "stand", "stand"]})
    drawn = [line for line in story(table, since="dealer/Hand turned") if "dealer/Hand" in line]
    assert drawn == [f"dealer/Hand: {card}" for card in draws.split()]
    (call,) = of_kind(table, happened.HandCalled)
    assert call.words == called


def test_rule_7f_the_dealer_draws_only_while_a_hand_is_live():
    table = play("Ks 5h Td 2c 5c 6d Qs 4s Ts Kd", {1: ["alone 3", "hit", "hit"]})
    assert story(table, since="seat 1/Blackjack 2 lose") == [
        "dealer/Hand turned: 5c 6d",
        "called: hard 11",
        "collected",
    ]
