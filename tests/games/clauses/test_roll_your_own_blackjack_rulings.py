"""Roll Your Own Blackjack: what every reading of every ruling does at the table.

The readings of `ace_low_straight` and `burned_card` are with the rules they belong to.
"""

from itertools import product

import pytest

from croupier.rejection import Code
from croupier.table.commands import Decide
from croupier.table.ruling import rulings_of
from croupier.table.wager import Limit

from .dealing import asked, deal, ended, offered, refused, settlements, why
from .roll_your_own_rounds import BET, GAME, because, bets, hands, play, story

CHECKS = ("after_second_cards", "check_at_once", "no_check_all_lose")
ORDERS = ("two_card_first", "one_card_first")
AMOUNTS = {"half_exactly": (BET, 3000), "up_to_half": (300, 900)}
"""What is staked on Insurance here, and what comes back when it wins."""


def test_the_usual_readings_are_those_of_the_rulings():
    assert {one.name: str(one.default) for one in rulings_of(GAME.rules)} == {
        "dealer_blackjack": "after_second_cards",
        "play_order": "two_card_first",
        "split_limit": "four_splits",
        "double_after_split": "allowed",
        "one_card_hand": "double_and_split",
        "insurance": "half_exactly",
        "ace_low_straight": "counts",
        "burned_card": "unseen",
    }


# When the dealer looks, which hand is first, and how much is insured: all of it together.

IN_ORDER = {
    "two_card_first": [
        "ask seat 1/Blackjack 1",
        "seat 1/Blackjack 2: 4s",
        "ask seat 1/Blackjack 2",
    ],
    "one_card_first": [
        "seat 1/Blackjack 2: 4s",
        "ask seat 1/Blackjack 2",
        "ask seat 1/Blackjack 1",
    ],
}
"""A player stands on both hands; the one-card hand gets its second card when its turn comes."""


def both_asked(order):
    """As above, where the one-card hand has its second card already."""
    return [line for line in IN_ORDER[order] if line.startswith("ask")]


@pytest.mark.parametrize(("check", "order", "amount"), list(product(CHECKS, ORDERS, AMOUNTS)))
def test_rule_7g_the_dealer_has_a_blackjack_under_an_ace(check, order, amount):
    staked, returned = AMOUNTS[amount]
    stands = [] if check != "no_check_all_lose" else ["stand", "stand"]
    table = play(
        "Ks 9h 7d 2c Ac Kc 4s",
        {1: ["alone 3", ("insure", staked), *stands]},
        dealer_blackjack=check,
        play_order=order,
        insurance=amount,
    )
    before = {
        "after_second_cards": ["seat 1/Blackjack 2: 4s", "Look at the hole card"],
        "check_at_once": ["Look at the hole card"],
        "no_check_all_lose": IN_ORDER[order],
    }[check]
    assert story(table, since="ask Insurance?") == [
        *before,
        "dealer/Hand turned: Ac Kc",
        "called: blackjack",
        "seat 1/Blackjack 1 lose",
        "seat 1/Blackjack 2 lose",
        "seat 1/Insurance win",
        "collected",
    ]
    assert ended(table, 1, "Insurance") == ("win", returned)


@pytest.mark.parametrize(("check", "order", "amount"), list(product(CHECKS, ORDERS, AMOUNTS)))
def test_rule_7g_the_dealer_has_none_under_his_ace(check, order, amount):
    table = play(
        "Ks 9h 7d 2c Ac 7c 4s",
        {1: ["alone 3", ("insure", AMOUNTS[amount][0]), "stand", "stand"]},
        dealer_blackjack=check,
        play_order=order,
        insurance=amount,
    )
    looked = ["Look at the hole card", "seat 1/Insurance lose"]
    until_the_turn = {
        "after_second_cards": ["seat 1/Blackjack 2: 4s", *looked, *both_asked(order)],
        "check_at_once": [*looked, *IN_ORDER[order]],
        "no_check_all_lose": IN_ORDER[order],
    }[check]
    insured = ["seat 1/Insurance lose"] if check == "no_check_all_lose" else []
    assert story(table, since="ask Insurance?") == [
        *until_the_turn,
        "dealer/Hand turned: Ac 7c",
        *insured,
        "called: soft 18",
        "seat 1/Blackjack 1 win",
        "seat 1/Blackjack 2 lose",
        "collected",
    ]


@pytest.mark.parametrize(("check", "order"), list(product(CHECKS, ORDERS)))
@pytest.mark.parametrize("hole", ["Ac", "8c"])
def test_rule_7g_the_dealer_shows_a_ten(check, order, hole):
    has_blackjack = hole == "Ac"
    stands = has_blackjack and check != "no_check_all_lose"
    table = play(
        f"Ks 9h 7d 2c Qc {hole} 4s",
        {1: ["alone 3", *([] if stands else ["stand", "stand"])]},
        dealer_blackjack=check,
        play_order=order,
    )
    look = ["Look at the hole card"]
    until_the_turn = {
        "after_second_cards": [
            "seat 1/Blackjack 2: 4s",
            *look,
            *([] if has_blackjack else both_asked(order)),
        ],
        "check_at_once": [*look, *([] if has_blackjack else IN_ORDER[order])],
        "no_check_all_lose": IN_ORDER[order],
    }[check]
    assert story(table, since="seat 1/Bonus") == [
        *until_the_turn,
        f"dealer/Hand turned: Qc {hole}",
        "called: blackjack" if has_blackjack else "called: hard 18",
        "seat 1/Blackjack 1 lose" if has_blackjack else "seat 1/Blackjack 1 win",
        "seat 1/Blackjack 2 lose",
        "collected",
    ]


@pytest.mark.parametrize(("check", "order"), list(product(CHECKS, ORDERS)))
@pytest.mark.parametrize("up", ["9c", "2c", "6c"])
def test_rule_7g_under_any_other_card_the_dealer_never_looks(check, order, up):
    table = play(
        f"Ks 9h 7d 3c {up} Ac 4s Tc",
        {1: ["alone 3", "stand", "stand"]},
        dealer_blackjack=check,
        play_order=order,
    )
    told = story(table, since="seat 1/Bonus")
    assert told[:4] == [*IN_ORDER[order], f"dealer/Hand turned: {up} Ac"]


def test_rule_7g_second_cards_go_to_all_seats_before_the_dealer_looks():
    cards = "Ks 9h 7d  Qs 8h 6d  Ah Kd 5d  As Ad Jd  3c Kc Ac  4s 5s 6s"
    decisions = {seat: ["alone 3"] for seat in (1, 2, 3, 4)}
    table = play(cards, decisions, seats=(1, 2, 3, 4))
    assert story(table, since="seat 4/Bonus") == [
        "seat 4/Blackjack 1 win",
        "seat 4/Blackjack 2 win",
        "seat 3/Blackjack 1 win",
        "seat 1/Blackjack 2: 4s",
        "seat 2/Blackjack 2: 5s",
        "seat 3/Blackjack 2: 6s",
        "Look at the hole card",
        "dealer/Hand turned: Kc Ac",
        "called: blackjack",
        "seat 1/Blackjack 1 lose",
        "seat 1/Blackjack 2 lose",
        "seat 2/Blackjack 1 lose",
        "seat 2/Blackjack 2 lose",
        "seat 3/Blackjack 2 lose",
        "collected",
    ]


@pytest.mark.parametrize(
    ("check", "result", "reason"),
    [
        ("after_second_cards", ("win", 2500), ("Rule 7h", "Your blackjack pays 3 to 2.")),
        ("check_at_once", ("lose", 0), ("Rule 7g", "The dealer's blackjack beats your lone ace.")),
        ("no_check_all_lose", ("win", 2500), ("Rule 7h", "Your blackjack pays 3 to 2.")),
    ],
)
def test_rule_7h_whether_a_lone_ace_may_still_become_a_blackjack(check, result, reason):
    decisions = ["alone 3"] if check != "no_check_all_lose" else ["alone 3", "stand"]
    table = play("Ks 9h As 2c Kc Ac Qs", {1: decisions}, dealer_blackjack=check)
    assert ended(table, 1, "Blackjack 2") == result
    assert why(table, 1, "Blackjack 2") == reason


@pytest.mark.parametrize("check", CHECKS)
def test_rule_7g_a_two_card_blackjack_is_paid_under_every_reading(check):
    decisions = ["alone 3"] if check != "no_check_all_lose" else ["alone 3", "stand"]
    table = play("Ks Ah 7s 2c Kc Ac 9s", {1: decisions}, dealer_blackjack=check)
    assert settlements(table)[1:] == [
        (1, "Blackjack 1", "win", 2500),
        (1, "Blackjack 2", "lose", 0),
    ]


@pytest.mark.parametrize("check", CHECKS)
def test_rule_7i_a_double_blackjack_is_paid_under_every_reading(check):
    table = play("Ks Ah As 2c Kc Ac 9s", {1: ["alone 3"]}, dealer_blackjack=check)
    assert [hand[1:] for hand in hands(table)] == [("win", BET, 2500)] * 2


def test_rule_7g_unchecked_a_blackjack_takes_doubles_and_splits_whole():
    decisions = ["alone 3", "split", "double", "stand", "double"]
    table = play(
        "8s 8h 7d 2c Kc Ac 3s Ts Jh 4s Th",
        {1: decisions},
        dealer_blackjack="no_check_all_lose",
    )
    assert hands(table) == [
        ("Blackjack 1", "lose", 2 * BET, 0),
        ("Blackjack 1 split 1", "lose", BET, 0),
        ("Blackjack 2", "lose", 2 * BET, 0),
    ]
    assert because(table, "Blackjack 1")[1] == "The dealer's blackjack beats your hard 21."


def test_rule_7g_unchecked_it_beats_21_after_a_split():
    table = play(
        "As Ah 7d 2c Kc Ac Qs Ts Jh",
        {1: ["alone 3", "split", "stand"]},
        dealer_blackjack="no_check_all_lose",
    )
    assert because(table, "Blackjack 1") == (
        "Rule 7g",
        "The dealer's blackjack beats your 21 that is not a blackjack.",
    )


# Which hand is played first.


@pytest.mark.parametrize("order", ORDERS)
def test_rule_7_play_order_holds_for_every_seat(order):
    cards = "Ks 9h 7d  Qs 8h 6d  3c 9c 8c  4s 5s"
    decisions = {1: ["alone 3", "stand", "stand"], 2: ["alone 3", "stand", "stand"]}
    table = play(cards, decisions, seats=(1, 2), play_order=order)
    second = [line.replace("seat 1", "seat 2").replace("4s", "5s") for line in IN_ORDER[order]]
    assert story(table, since="seat 2/Bonus")[:6] == [*IN_ORDER[order], *second]


def test_rule_7_one_card_first_finishes_that_hand_with_all_its_splits():
    decisions = ["alone 3", "split", "stand", "stand", "stand"]
    table = play("Ks 9h 8d 2c 9c 8c 8s Ts Td", {1: decisions}, play_order="one_card_first")
    assert [line for line in story(table) if line.startswith("ask seat")] == [
        "ask seat 1/Blackjack 2",
        "ask seat 1/Blackjack 2",
        "ask seat 1/Blackjack 2 split 1",
        "ask seat 1/Blackjack 1",
    ]


# Splitting and doubling.

TENS = "Ks Kh Kd  2c 9c 8d  Qs Qh Qd Js Jh Jd Jc Tc Ts Th Td Kc Qc"


@pytest.mark.parametrize(("limit", "splits"), [("four_splits", 4), ("four_hands", 3), ("once", 1)])
def test_rule_7c_how_often_a_hand_may_be_split(limit, splits):
    table = play(TENS, {1: ["alone 3", *["split"] * splits]}, split_limit=limit)
    assert "split" not in offered(table, 1)
    refused(table, Decide(1, "split"), Code.OPTION_NOT_OFFERED)
    assert table.layout.stakes[1]["Blackjack 1"] == (splits + 1) * BET
    # None of the other hands of this family may be split any more.
    for _ in range(splits + 1):
        assert "split" not in offered(table, 1)
        table.handle(Decide(1, "stand"))
    # The one-card hand is a family of its own.
    assert table.layout.asked[1].place.name == "Blackjack 2"
    for _ in range(splits):
        table.handle(Decide(1, "split"))
    assert "split" not in offered(table, 1)
    assert table.layout.stakes[1]["Blackjack 2"] == (splits + 1) * BET


ONE_CARD_RIGHTS = {
    "double_and_split": {"double", "split"},
    "split_only": {"split"},
    "double_only": {"double"},
    "neither": set(),
}


@pytest.mark.parametrize("reading", ONE_CARD_RIGHTS)
def test_rule_7a_what_the_one_card_hand_may_do_with_a_pair(reading):
    table = play("Ks 9h 8d 2c 9c 8c 8s", {1: ["alone 3", "stand"]}, one_card_hand=reading)
    assert set(offered(table, 1)) == {"stand", "hit"} | ONE_CARD_RIGHTS[reading]
    for right in {"double", "split"} - ONE_CARD_RIGHTS[reading]:
        refused(table, Decide(1, right), Code.OPTION_NOT_OFFERED)


@pytest.mark.parametrize("reading", ONE_CARD_RIGHTS)
def test_rule_7a_the_two_card_hand_doubles_and_splits_all_the_same(reading):
    table = play("8s 8h 7d 2c 9c 8c", [(1, "alone 3")], one_card_hand=reading)
    assert set(offered(table, 1)) == {"stand", "hit", "double", "split"}


@pytest.mark.parametrize("reading", ONE_CARD_RIGHTS)
def test_rule_7h_the_one_card_hand_is_a_blackjack_under_every_reading(reading):
    table = play("Ks 9h Ad 2c 9c 8c Qs", {1: ["alone 3", "stand"]}, one_card_hand=reading)
    assert ended(table, 1, "Blackjack 2") == ("win", 2500)


@pytest.mark.parametrize(
    ("after_split", "one_card"), list(product(("allowed", "not_allowed"), ONE_CARD_RIGHTS))
)
def test_rule_7a_doubling_after_a_split(after_split, one_card):
    readings = {"double_after_split": after_split, "one_card_hand": one_card}
    table = play("8s 8h 7d 2c 9c 8c 3s", {1: ["alone 3", "split"]}, **readings)
    assert ("double" in offered(table, 1)) is (after_split == "allowed")
    if "split" in ONE_CARD_RIGHTS[one_card]:
        decisions = {1: ["alone 3", "stand", "split"]}
        table = play("Ks 9h 8d 2c 9c 8c 8s 3s", decisions, **readings)
        may_double = after_split == "allowed" and "double" in ONE_CARD_RIGHTS[one_card]
        assert ("double" in offered(table, 1)) is may_double
        assert "split" not in offered(table, 1)


def test_rule_7a_a_double_after_a_split_is_paid_on_both_stakes():
    decisions = {1: ["alone 3", "split", "double", "stand", "stand"]}
    table = play("8s 8h 7d 2c 9c 8c 3s Ts Jd 4s", decisions)
    assert hands(table)[0] == ("Blackjack 1", "win", 2 * BET, 4000)
    assert hands(table)[1] == ("Blackjack 1 split 1", "win", BET, 2000)


@pytest.mark.parametrize("after_split", ["allowed", "not_allowed"])
def test_rule_7d_split_aces_are_never_doubled(after_split):
    decisions = {1: ["alone 3", "split"]}
    table = play("As Ah 7d 2c 9c 8d 5s 9s 4s", decisions, double_after_split=after_split)
    assert table.layout.asked[1].place.name == "Blackjack 2"


@pytest.mark.parametrize("after_split", ["allowed", "not_allowed"])
def test_rule_7a_hands_that_are_not_split_are_doubled_all_the_same(after_split):
    table = play("6s 5h 7d 2c 9c 8d", [(1, "alone 3")], double_after_split=after_split)
    assert "double" in offered(table, 1)


# How much is insured.


def test_rule_7j_up_to_half_leaves_the_amount_to_the_player():
    table = play("Ks 9h 7d 2c Ac Kc 4s", [(1, "alone 3")], insurance="up_to_half")
    insure = offered(table, 1)["insure"]
    assert insure.is_open
    assert (insure.least_cents, insure.most_cents, insure.step_cents) == (100, BET, 100)
    assert insure.label == "Insurance, up to half of both bets"
    for cents in (None, 0, 99, 150, BET + 100, 2 * BET):
        refused(table, Decide(1, "insure", cents), Code.STAKE_INVALID)
    table.handle(Decide(1, "insure", 700))
    assert ended(table, 1, "Insurance") == ("win", 2100)


def test_rule_7j_up_to_half_keeps_to_the_limit_of_the_table():
    table = deal(
        GAME,
        {1: bets(5000)},
        "Ks 9h 7d 2c Ac Kc 4s",
        [(1, "alone 3")],
        readings={"insurance": "up_to_half"},
        limits={"Insurance": Limit(500, 2500, 500)},
    )
    insure = offered(table, 1)["insure"]
    assert (insure.least_cents, insure.most_cents, insure.step_cents) == (500, 2500, 500)


@pytest.mark.parametrize("cents", [500, 700, 50_000])
def test_rule_7j_half_exactly_is_as_much_as_one_of_the_equal_bets(cents):
    table = deal(GAME, {1: bets(cents)}, "Ks 9h 7d 2c Ac Kc 4s", {1: ["alone 3", "insure"]})
    assert ended(table, 1, "Insurance") == ("win", 3 * cents)


def test_rule_7j_insurance_is_asked_once_whatever_the_reading():
    for amount in AMOUNTS:
        table = play("Ks 9h 7d 2c Ac 7c 4s", {1: ["alone 3", "decline"]}, insurance=amount)
        assert sum("insure" in options for _, options in asked(table)) == 1
        assert "Insurance" not in table.layout.stakes[1]
