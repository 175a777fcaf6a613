"""3 Way-Action, clause by clause: the third game, Poker, and the Bonus."""

import pytest

from croupier.money import ONE_HALF
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.places import Face

from .dealing import (
    dealt,
    ended,
    of_kind,
    refused_slip,
    settled,
    settlements,
    why,
)
from .three_way_rounds import ALL, GAME, cards_at, play, showdown

# Playing 20 to 25: Poker.


@pytest.mark.parametrize(
    ("player", "then", "decisions", "hand"),
    [
        ("Ks 6d", "Jc", ["hit"], "Ks 6d Jc"),
        ("Ks Ad", "", [], "Ks Ad"),
        ("Ks 2d", "Tc", ["double"], "Ks 2d Tc"),
        ("As Ad", "Tc 4c", ["split"], "As Tc Ad 4c"),
    ],
)
def test_playing_20_every_hand_stays_for_poker_busted_or_paid(player, then, decisions, hand):
    table = play(player, "9h 8c", then, decisions)
    assert cards_at(table, "seat 1/Poker").startswith(f"{hand} ")
    assert len(cards_at(table, "seat 1/Poker").split()) == 7
    assert cards_at(table, "dealer/Poker").startswith("9h 8c ")
    moved = of_kind(table, happened.CardsMoved)
    assert all(event.face is Face.UP for event in moved)
    assert "Poker" in {event.spot for event in of_kind(table, happened.WagerSettled)}


@pytest.mark.parametrize("draws", range(6))
def test_playing_21_both_hands_are_filled_to_seven_face_down(draws):
    table = play("2s 2d", "9h 8c", "2c 2h 3c 3d 3h", ["hit"] * draws + ["stand"] * (draws < 5))
    filled = [one for one in dealt(table) if one[0].endswith("/Poker")]
    assert [one[0] for one in filled] == ["seat 1/Poker"] * (5 - draws) + ["dealer/Poker"] * 5
    assert {face for _, _, face in filled} == {"down"}
    assert len(cards_at(table, "seat 1/Poker").split()) == 7


def test_playing_22_the_best_five_of_the_seven_count():
    table = showdown("As 2s Ks Qs Js Ts Ad", "Ah 2h Kh Qh Jh 9h 3c")
    because = settled(table, 1, "Poker").because
    assert because.hands == ("royal flush", "flush, ace-king-queen-jack-nine high")
    assert ended(table, 1, "Poker") == ("win", 6000)


KING_HIGH = "Kh Qd Jc 9s 8h 6d 4c"
LOWEST_ACE_HIGH = "Ah 9d 8c 7s 5h 3d 2c"


@pytest.mark.parametrize(
    "player",
    [
        "7s 6s 5c 3h 2h 9d Tc",
        "As Ad 2s 3c 7c 9h Td",
        "Ks Qs Js 9h 8s 6s 4d",
        "Kd Qs Jd 9c 8c 5h 3c",
    ],
    ids=["worse", "better", "flush", "nearly the same"],
)
def test_playing_23_a_dealer_below_ace_high_pays_half_whatever_the_player_holds(player):
    table = showdown(player, KING_HIGH)
    assert ended(table, 1, "Poker") == ("win", 4500)
    assert settled(table, 1, "Poker").outcome.odds == ONE_HALF
    assert why(table, 1, "Poker") == (
        "Playing 23",
        (
            "The dealer's king-queen-jack-nine-eight high does not qualify, "
            "so you win half your wager."
        ),
    )
    assert of_kind(table, happened.HandCalled)[-1].words == (
        "king-queen-jack-nine-eight high, does not qualify"
    )


def test_playing_23_ace_high_qualifies_even_the_lowest():
    table = showdown("Kd Qs Jh 9c 8d 6s 4h", LOWEST_ACE_HIGH)
    assert of_kind(table, happened.HandCalled)[-1].words == (
        "ace-nine-eight-seven-five high, qualifies"
    )
    assert ended(table, 1, "Poker") == ("lose", 0)


def test_playing_23_a_pair_of_twos_qualifies():
    table = showdown("As Qs Jh 9c 8d 6s 4h", "2d 2c Kd Jc 9h 7d 5c")
    assert ended(table, 1, "Poker") == ("lose", 0)


def test_playing_23_half_of_an_odd_stake_is_paid_to_the_cent():
    table = showdown("7s 6s 5c 3h 2h 9d Tc", KING_HIGH, {"Poker": 700})
    assert ended(table, 1, "Poker") == ("win", 1050)


@pytest.mark.parametrize(
    ("player", "result", "sentence"),
    [
        (
            "9s 9c Ac Kd 7h 4s 2d",
            "win",
            (
                "Your pair of nines, ace-king-seven kickers, beats the dealer's pair of nines, "
                "ace-queen-eight kickers."
            ),
        ),
        (
            "9s 9c Ac Jd 7h 4s 2d",
            "lose",
            (
                "Your pair of nines, ace-jack-seven kickers, loses to the dealer's pair of nines, "
                "ace-queen-eight kickers."
            ),
        ),
    ],
)
def test_playing_24_qualified_hands_are_compared_to_the_last_kicker(player, result, sentence):
    table = showdown(player, "9h 9d Ah Qd 8h 5s 3d")
    assert ended(table, 1, "Poker") == (result, 6000 if result == "win" else 0)
    assert settled(table, 1, "Poker").because.clause == "Playing 24"
    assert settled(table, 1, "Poker").because.sentence == sentence


def test_playing_25_equal_hands_push_though_the_sixth_cards_differ():
    table = showdown("9s 9c Ac Qc 8c 4s 2d", "9h 9d Ah Qd 8h 5s 3d")
    assert ended(table, 1, "Poker") == ("push", 3000)
    assert settled(table, 1, "Poker").because.clause == "Playing 25"


# Playing 26 to 29: the Bonus. Its tables are in test_three_way_action_bonus.py.


def test_playing_26_the_bonus_is_optional_and_paid_by_its_table():
    without = showdown("Js Jd 9c 9s 2h 4c 6s", LOWEST_ACE_HIGH, {"Poker": 3000})
    assert [spot for _, spot, _, _ in settlements(without)] == ["Poker"]
    table = showdown("Js Jd 9c 9s 2h 4c 6s", LOWEST_ACE_HIGH)
    assert ended(table, 1, "Bonus") == ("win", 1000)
    assert settled(table, 1, "Bonus").because.line == "Two Pair, Jacks High or Better"


@pytest.mark.parametrize("cents", [100, 700, 10_000])
def test_playing_27_the_bonus_may_be_any_size_within_its_limits(cents):
    table = play("Ks Qd", "9h 8c", stakes={**ALL, "Bonus": cents})
    assert table.layout.stakes[1]["Bonus"] == cents


@pytest.mark.parametrize(
    ("cents", "code"),
    [(99, Code.STAKE_BELOW_MINIMUM), (10_100, Code.STAKE_ABOVE_MAXIMUM)],
)
def test_playing_27_a_bonus_outside_its_limits_is_refused(cents, code):
    refused_slip(GAME, {**ALL, "Bonus": cents}, code)


def test_playing_28_the_bonus_goes_by_the_players_hand_alone():
    for dealer in (KING_HIGH, LOWEST_ACE_HIGH, "Ah Ad Ac As Kh Kd Kc"):
        table = showdown("Qs Qc Th Td 2h 2s 3s", dealer)
        assert ended(table, 1, "Bonus") == ("win", 1000)
        assert why(table, 1, "Bonus") == (
            "Playing 28",
            "Your two pair, queens and tens, three kicker, pays even money.",
        )


@pytest.mark.parametrize(
    ("player", "result"),
    [("Js Jc 2h 2s 3s 5d 7c", "win"), ("Ts Tc 9s 9c 3s 5d 7c", "lose")],
)
def test_playing_29_two_pair_is_paid_from_jacks_high_on(player, result):
    table = showdown(player, KING_HIGH.replace("9s", "9h").replace("Jc", "Jd"))
    assert ended(table, 1, "Bonus")[0] == result


def test_playing_29_a_hand_without_a_line_loses_and_is_told_so():
    table = showdown("As Ac Kd Qs 9d 5d 4h", KING_HIGH)
    assert ended(table, 1, "Bonus") == ("lose", 0)
    assert why(table, 1, "Bonus") == (
        "Playing 28",
        "The pay table has no line for your pair of aces, king-queen-nine kickers.",
    )


# The ranks of Poker hands.


ROYAL, STEEL_WHEEL = "As Ks Qs Js Ts 2d 3c", "5h 4h 3h 2h Ah 9c Jd"
RANKINGS = [
    ("a", ROYAL, "Kh Qh Jh Th 9h 2c 4d"),
    ("b", "Kh Qh Jh Th 9h 2c 4d", "Qs Js Ts 9s 8s 2d 4c"),
    ("b", "6s 5s 4s 3s 2s 9d Jc", STEEL_WHEEL),
    ("b", STEEL_WHEEL, "Ks Kh Kd Kc As 7d 2c"),
    ("c", "As Ah Ad Ac 3s 7d 9c", "Ks Kh Kd Kc Qs 7h 2c"),
    ("c", "3s 3h 3d 3c 7s 9d Jc", "2s 2h 2d 2c As Kd Qc"),
    ("c", "2s 2h 2d 2c 7s 9d Jc", "As Ah Ad Ks Kh 3c 5d"),
    ("d", "As Ah Ad Ks Kh 3c 5d", "Kd Kc Qs Qh Qd 4c Ac"),
    ("d", "4s 4h 4d 3s 3h 9c Jd", "2s 2h 2d 3d 3c Qc Kd"),
    ("d", "2s 2h 2d 3s 3h 9c Jd", "Ac Kc Qc Jc 7c 2c 4d"),
    ("e", "Ac Kc Qc Jc 9c 2d 4h", "Ah Kh Qh Jh 8h 2s 4s"),
    ("e", "7c 5c 4c 3c 2c Kd Jh", "As Kh Qd Jc Td 4s 3h"),
    ("f", "As Kh Qd Jc Td 4s 3h", "Kc Qh Js Th 9d 4c 3c"),
    ("f", "6s 5h 4d 3c 2s Kd Jh", "5s 4h 3d 2c As Kh Jd"),
    ("f", "5s 4h 3d 2c As 9h Jd", "Ah Ad Ac Kd Qs 8c 7h"),
    ("f", "2s 2h 4d 6c 9s Jd Kh", "Qs Kd Ah 2d 3c 9h 7s"),
    ("g", "As Ah Ad Qc Js 7d 2c", "Ks Kh Kd Qs Jd 7c 2d"),
    ("g", "2s 2h 2d 4c 6s 8d Tc", "As Ah Kd Kc Qs 7d 5c"),
    ("h", "As Ah Kd Kc 3s 7d 5c", "Ad Ac Qd Qc Ks 7h 5h"),
    ("h", "3s 3h 2d 2c 5s 7d 9c", "As Ah Kd Qc Js 8d 6c"),
    ("i", "As Ah 3d 5c 7s 9d Jc", "Ks Kh Ad Qc Jd 8d 6c"),
    ("i", "2s 2h 4d 6c 8s Td Qc", "As Kh Qd Jc 9s 7d 5c"),
]


@pytest.mark.parametrize(
    ("clause", "better", "worse"), RANKINGS, ids=[clause for clause, _, _ in RANKINGS]
)
def test_rankings_the_better_hand_wins_from_either_side(clause, better, worse):
    assert ended(showdown(better, worse), 1, "Poker") == ("win", 6000), clause
    assert ended(showdown(worse, better), 1, "Poker") == ("lose", 0), clause


def test_rankings_f_queen_king_ace_two_three_is_no_straight():
    table = showdown("2s 2h 4d 6c 9s Jd Kh", "Qs Kd Ah 2d 3c 9h 7s")
    assert settled(table, 1, "Poker").because.hands[1] == "ace-king-queen-nine-seven high"
