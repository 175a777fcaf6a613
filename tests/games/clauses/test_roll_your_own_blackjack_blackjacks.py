"""Roll Your Own Blackjack, rules 7g to 7j: blackjacks, double blackjacks and insurance.

The usual readings are in force; what others change is in the file of the rulings.
"""

import pytest

from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import Decide, TimeOut

from .dealing import asked, ended, of_kind, offered, refused, settlements, why
from .roll_your_own_rounds import BET, because, hands, play, story

DOUBLE = ("stand", "hit", "double")
SPLIT = ("stand", "hit", "double", "split")


# Rule 7g: blackjacks always win.


def test_rule_7g_a_two_card_blackjack_is_paid_3_to_2():
    table = play("As Kh 7d 2c 9c 8d 9s", {1: ["alone 3", "stand"]})
    assert hands(table)[0] == ("Blackjack 1", "win", BET, 2500)
    assert because(table, "Blackjack 1") == ("Rule 7g", "Your blackjack pays 3 to 2.")


@pytest.mark.parametrize("ten", ["Th", "Jh", "Qh", "Kh"])
def test_rule_7g_every_ten_value_card_makes_a_blackjack_with_an_ace(ten):
    table = play(f"{ten} As 7d 2c 9c 8d 9s", {1: ["alone 3", "stand"]})
    assert ended(table, 1, "Blackjack 1") == ("win", 2500)


@pytest.mark.parametrize(
    ("dealer", "decisions"),
    [("Kc Ad", ["alone 3"]), ("Ac Kd", ["alone 3", "decline"])],
)
def test_rule_7g_the_player_is_paid_though_the_dealer_has_a_blackjack_too(dealer, decisions):
    table = play(f"As Kh 7d 2c {dealer} 9s", {1: decisions})
    assert settlements(table)[1:] == [
        (1, "Blackjack 1", "win", 2500),
        (1, "Blackjack 2", "lose", 0),
    ]
    assert because(table, "Blackjack 2") == (
        "Rule 7g",
        "The dealer's blackjack beats your hard 16.",
    )


def test_rule_7g_a_blackjack_is_paid_before_the_dealer_looks():
    table = play("As Kh 7d 2c Kc Ad 9s", {1: ["alone 3"]})
    told = story(table)
    assert told.index("seat 1/Blackjack 1 win") < told.index("Look at the hole card")


def test_rule_7g_the_dealers_blackjack_beats_twenty_one_in_three_cards():
    table = play(
        "5s 6h 7d 2c Kc Ad Ts 9s",
        {1: ["alone 3", "hit", "stand"]},
        dealer_blackjack="no_check_all_lose",
    )
    assert because(table, "Blackjack 1") == (
        "Rule 7g",
        "The dealer's blackjack beats your hard 21.",
    )


# Rule 7h: what a blackjack is.


@pytest.mark.parametrize(
    ("alone", "second"), [("As", "Kh"), ("As", "Th"), ("Ks", "Ah"), ("Ts", "Ah"), ("Js", "Ah")]
)
def test_rule_7h_a_one_card_ten_or_ace_that_becomes_21_is_a_blackjack(alone, second):
    table = play(f"9h 7d {alone} 2c 9c 8d {second}", {1: ["alone 3", "stand"]})
    assert hands(table) == [
        ("Blackjack 2", "win", BET, 2500),
        ("Blackjack 1", "lose", BET, 0),
    ]
    assert because(table, "Blackjack 2") == ("Rule 7h", "Your blackjack pays 3 to 2.")


@pytest.mark.parametrize(
    ("dealer", "decisions"),
    [("Kc Ad", ["alone 3"]), ("Ac Kd", ["alone 3", "decline"])],
)
def test_rule_7h_it_is_paid_against_the_dealers_blackjack_too(dealer, decisions):
    table = play(f"9h 7d As 2c {dealer} Qs", {1: decisions})
    assert settlements(table)[1:] == [
        (1, "Blackjack 2", "win", 2500),
        (1, "Blackjack 1", "lose", 0),
    ]


@pytest.mark.parametrize("cards", ["5s 6h 7d 2c 9c 8d Ts", "As 5h 7d 2c 9c 8d 5s"])
def test_rule_7h_twenty_one_in_three_cards_is_no_blackjack(cards):
    table = play(f"{cards} Tc", {1: ["alone 3", "hit", "stand"]})
    assert hands(table)[0] == ("Blackjack 1", "win", BET, 2000)
    assert because(table, "Blackjack 1")[0] == "Rule 7"


def test_rule_7h_exception_twenty_one_after_a_split_is_no_blackjack():
    decisions = {1: ["alone 3", "split", "stand", "stand"]}
    table = play("Ks Qh 7d 2c 9c 8d As 9s 9d", decisions)
    assert asked(table)[1:] == [(1, SPLIT), (1, DOUBLE), (1, DOUBLE)]
    assert hands(table)[0] == ("Blackjack 1", "win", BET, 2000)
    assert because(table, "Blackjack 1") == (
        "Rule 7",
        "Your 21 that is not a blackjack beats the dealer's hard 17.",
    )


def test_rule_7h_exception_holds_for_split_aces():
    table = play("As Ah 7d 2c 9c 8d Ks 9s 9d", {1: ["alone 3", "split", "stand"]})
    assert hands(table)[:2] == [
        ("Blackjack 1", "win", BET, 2000),
        ("Blackjack 1 split 1", "win", BET, 2000),
    ]
    assert because(table, "Blackjack 1")[1].startswith("Your 21 that is not a blackjack beats")


def test_rule_7h_exception_holds_for_a_split_one_card_hand():
    table = play("9s 9h Kd 2c 9c 8d Kh As 9d", {1: ["alone 3", "stand", "split", "stand"]})
    assert hands(table)[1:] == [
        ("Blackjack 2", "win", BET, 2000),
        ("Blackjack 2 split 1", "win", BET, 2000),
    ]
    assert because(table, "Blackjack 2")[1].startswith("Your 21 that is not a blackjack beats")


def test_rule_7h_exception_such_a_21_ties_with_the_dealers():
    table = play("As Ah 7d 2c 5c 6d Ks 9s 9d Tc", {1: ["alone 3", "split", "stand"]})
    assert hands(table)[0] == ("Blackjack 1", "push", BET, BET)


# Rule 7i: the double blackjack.

DOUBLES = ["As Ah Kd", "As Kd Ah", "Td As Ah", "As Kh Qd", "Ks Ah Td", "Js Qh Ad"]


@pytest.mark.parametrize("cards", DOUBLES)
@pytest.mark.parametrize("alone", ["alone 1", "alone 2", "alone 3"])
@pytest.mark.parametrize("dealer", ["9c 8d", "Ac Kc", "Kc Ac", "Ac 6c"])
def test_rule_7i_a_double_blackjack_is_paid_on_both_bets_at_once(cards, alone, dealer):
    table = play(f"{cards} 2c {dealer}", {1: [alone]})
    assert asked(table) == [(1, ("alone 1", "alone 2", "alone 3"))]
    assert settlements(table)[1:] == [
        (1, "Blackjack 1", "win", 2500),
        (1, "Blackjack 2", "win", 2500),
    ]
    for spot in ("Blackjack 1", "Blackjack 2"):
        assert why(table, 1, spot) == (
            "Rule 7i",
            "Your double blackjack pays 3 to 2 on both bets.",
        )
    assert len(of_kind(table, happened.CardDealt)) == 6
    # No other hand needs the hole card, so nobody sees it.
    assert not of_kind(table, happened.CardsTurned)


@pytest.mark.parametrize("cards", ["As Ah Ad", "As Kd 9h", "Ks Qd Jh", "As Ah 9d"])
def test_rule_7i_nothing_else_is_one(cards):
    table = play(f"{cards} 2c 9c 8d", [(1, "alone 3")])
    assert not any(event.because.clause == "Rule 7i" for event in table.layout.settled)


def test_rule_7i_it_is_paid_before_anyone_is_asked_and_takes_no_part_in_the_rest():
    cards = "As Ah Kd  Ks 9h 7d  3c Ac 9c 4s"
    decisions = {1: ["alone 1"], 2: ["alone 3", "decline", "stand", "stand"]}
    table = play(cards, decisions, seats=(1, 2))
    assert story(table, since="seat 2/Blackjack 2 set")[:5] == [
        "seat 1/Bonus lose",
        "seat 2/Bonus lose",
        "seat 1/Blackjack 1 win",
        "seat 1/Blackjack 2 win",
        "ask Insurance? (2,)",
    ]


# Rule 7j: insurance.


def test_rule_7j_insurance_is_half_of_the_two_bets_and_pays_2_to_1():
    table = play("Ks 9h 7d 2c Ac Kc 4s", [(1, "alone 3")])
    insure = offered(table, 1)["insure"]
    assert (insure.spot, insure.least_cents, insure.most_cents) == ("Insurance", BET, BET)
    assert insure.label == "Insurance for $10"
    table.handle(Decide(1, "insure"))
    assert ended(table, 1, "Insurance") == ("win", 3000)
    assert why(table, 1, "Insurance") == (
        "Rule 7j",
        "The dealer has a blackjack, so your insurance pays 2 to 1.",
    )
    # Two bets lost and two to one on half of them: it comes out even but for the Bonus.
    assert sum(event.returned_cents for event in table.layout.settled) == 3000


def test_rule_7j_without_a_blackjack_insurance_loses_before_play_goes_on():
    table = play("Ks 9h 7d 2c Ac 6c 4s", {1: ["alone 3", "insure"]})
    assert ended(table, 1, "Insurance") == ("lose", 0)
    assert why(table, 1, "Insurance") == (
        "Rule 7j",
        "The dealer has no blackjack, so your insurance loses.",
    )
    assert story(table, since="Look") == ["seat 1/Insurance lose", "ask seat 1/Blackjack 1"]


@pytest.mark.parametrize("up", ["Kc", "Tc", "9c", "2c"])
def test_rule_7j_it_is_offered_only_under_an_ace(up):
    table = play(f"Ks 9h 7d 3c {up} Ac 4s", [(1, "alone 3")])
    assert not any("insure" in options for _, options in asked(table))


def test_rule_7j_every_seat_is_asked_and_decides_for_itself():
    cards = "Ks 9h 7d  Qs 8h 6d  Js 8s 5d  3c Ac Kc  2d 3d 4d"
    decisions = [(seat, "alone 3") for seat in (1, 2, 3)]
    table = play(cards, decisions, seats=(1, 2, 3))
    table.handle(Decide(2, "insure"))
    table.handle(TimeOut())
    insured = [event.seat for event in table.layout.settled if event.spot == "Insurance"]
    assert insured == [2]
    assert ended(table, 2, "Insurance") == ("win", 3000)


def test_rule_7j_a_blackjack_is_insured_with_the_other_hand():
    table = play("As Kh 7d 2c Ac Kc 4s", {1: ["alone 3", "insure"]})
    assert settlements(table)[1:] == [
        (1, "Blackjack 1", "win", 2500),
        (1, "Blackjack 2", "lose", 0),
        (1, "Insurance", "win", 3000),
    ]


def test_rule_7j_another_amount_is_refused():
    table = play("Ks 9h 7d 2c Ac Kc 4s", [(1, "alone 3")])
    for cents in (900, 1100, 2000):
        refused(table, Decide(1, "insure", cents), Code.STAKE_INVALID)
