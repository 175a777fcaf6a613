"""Pick 2 Poker, clause by clause: the 3-5 Bonus with its two halves, and the 5 Card Bonus Only."""

from dataclasses import dataclass
from itertools import product

import pytest

from croupier.games.pick_2_poker import PICK_2_POKER
from croupier.games.pick_2_poker.rules import BonusOnFold, BonusTables, ThreeCardBonusHand
from croupier.table import events as happened

from .dealing import deal, ended, of_kind, settled, settlements, why
from .pick_2_rounds import ACE_KING, STAKES, WITH_BONUS, play

HALF = "3-5 Bonus on 3 Cards"
LOW_DEALER = "Td 8c 7h 5h 3h"
"""A dealer with none of the cards of the hands below."""


@dataclass(frozen=True, slots=True)
class Held:
    """A hand, and what it is worth by the sheet, read off by eye; None for no line."""

    cards: str
    five: int | None
    best: int | None
    """The best three of the five."""
    first: int | None
    """The three that lie at 1-2-3."""
    last: int | None
    """The three that lie at 3-4-5."""


HANDS = [
    pytest.param(Held("As Ks Qs Js Ts", 500, 10, 10, 3), id="royal flush"),
    pytest.param(Held("9s 8s 7s 6s 5s", 100, 3, 3, 3), id="straight flush"),
    pytest.param(Held("9s 9h 9d 9c 2s", 25, 1, 1, None), id="four of a kind"),
    pytest.param(Held("9s 9h 9d 4c 4s", 12, 1, 1, None), id="full house"),
    pytest.param(Held("2s 9s As Ks Qs", 10, 10, None, 10), id="flush with a mini royal"),
    pytest.param(Held("Ks Js 9s 6s 2s", 10, None, None, None), id="flush"),
    pytest.param(Held("As Ks Qs Jd Tc", 4, 10, 10, None), id="straight with a mini royal"),
    pytest.param(Held("5c 9s 8s 6d 7s", 4, 3, None, None), id="straight, straight flush"),
    pytest.param(Held("9s 8h 7s 6d 5c", 4, None, None, None), id="straight"),
    pytest.param(Held("9s 8s 7s 9h 9d", 1, 3, 3, None), id="three of a kind, straight flush"),
    pytest.param(Held("2s 9s 9h 6c 9d", 1, 1, None, None), id="three of a kind"),
    pytest.param(Held("9d As 2c Ks Qs", None, 10, None, None), id="mini royal"),
    pytest.param(Held("9d 9c 2s As 3s", None, 3, None, 3), id="straight flush of three"),
    pytest.param(Held("As Ah Ks Kd 2s", None, None, None, None), id="two pair"),
    pytest.param(Held("As Qh 9s 6d 2s", None, None, None, None), id="nothing"),
]
OPTIONS = ["fold", "5-card", "3-card 1-2-3", "3-card 3-4-5"]
READINGS = [
    pytest.param(*map(str, readings), id=", ".join(map(str, readings)))
    for readings in product(BonusTables, ThreeCardBonusHand, BonusOnFold)
]


def pays(held, option, tables, three_hand, on_fold):
    """What the 3-5 Bonus pays to 1, all told; None where it is lost."""
    if option == "fold" and on_fold != "both_stay":
        return None
    five, three = held.five, held.best
    if three_hand == "three_set":
        three = {"3-card 1-2-3": held.first, "3-card 3-4-5": held.last}.get(option)
    if tables == "chosen_game":
        five = five if option == "5-card" else None
        three = three if option.startswith("3-card") else None
    won = [one for one in (five, three) if one is not None]
    if not won:
        return None
    return sum(won) if tables == "both" else max(won)


@pytest.mark.parametrize("held", HANDS)
@pytest.mark.parametrize(("tables", "three_hand", "on_fold"), READINGS)
def test_playing_21_the_three_five_bonus_to_the_cent_under_every_reading(
    held, tables, three_hand, on_fold
):
    readings = {
        "bonus_tables": tables,
        "three_card_bonus_hand": three_hand,
        "bonus_on_fold": on_fold,
    }
    for option in OPTIONS:
        table = play(held.cards, LOW_DEALER, option, readings=readings)
        returned = sum(
            event.returned_cents
            for event in of_kind(table, happened.WagerSettled)
            if event.spot in ("3-5 Bonus", HALF)
        )
        odds = pays(held, option, tables, three_hand, on_fold)
        assert returned == (0 if odds is None else 1000 + 1000 * odds), option
        assert (ended(table, 1, "3-5 Bonus")[0] == "lose") is (odds is None), option


def test_playing_21_both_tables_pay_beside_each_other_and_add_up():
    table = play("9s 8s 7s 9h 9d", LOW_DEALER, "5-card")
    assert ended(table, 1, HALF) == ("win", 3000)
    assert ended(table, 1, "3-5 Bonus") == ("win", 2000)
    half, whole = settled(table, 1, HALF), settled(table, 1, "3-5 Bonus")
    assert (half.stake_cents, half.has_own_wager) == (1000, False)
    assert (half.because.line, whole.because.line) == ("Straight Flush", "Three of a Kind")
    assert why(table, 1, HALF) == (
        "3-5 Bonus Three Card Pay Table",
        "Your three cards pay 3 to 1: straight flush, nine high.",
    )
    assert why(table, 1, "3-5 Bonus") == (
        "3-5 Bonus Five Card Pay Table",
        "Your five cards pay even money: three of a kind, nines, eight-seven kickers.",
    )


def test_playing_21_the_stake_comes_back_where_only_the_three_cards_win():
    table = play("As Ks Qs 9d 2c", LOW_DEALER, "5-card")
    assert ended(table, 1, HALF) == ("win", 10_000)
    assert ended(table, 1, "3-5 Bonus") == ("push", 1000)
    assert why(table, 1, HALF)[1] == "Your three cards pay 10 to 1: mini royal."
    assert why(table, 1, "3-5 Bonus") == (
        "3-5 Bonus Three Card Pay Table",
        "It won on its three-card half, so the stake comes back.",
    )


def test_playing_21_the_bonus_is_lost_only_if_neither_half_hits():
    table = play("As Ah Ks Kd 2s", LOW_DEALER, "5-card")
    assert ended(table, 1, "3-5 Bonus") == ("lose", 0)
    assert why(table, 1, "3-5 Bonus") == (
        "3-5 Bonus Five Card Pay Table",
        "Neither pay table has a line for your two pair, aces and kings, two kicker.",
    )
    assert HALF not in [spot for _, spot, _, _ in settlements(table)]


def test_playing_21_read_as_higher_only_the_better_half_is_paid():
    readings = {"bonus_tables": "higher"}
    by_three = play("As Ks Qs Jd Tc", LOW_DEALER, "5-card", readings=readings)
    assert (ended(by_three, 1, HALF), ended(by_three, 1, "3-5 Bonus")) == (
        ("win", 10_000),
        ("push", 1000),
    )
    by_five = play("9s 8s 7s 6d 5c", LOW_DEALER, "5-card", readings=readings)
    assert ended(by_five, 1, "3-5 Bonus") == ("win", 5000)
    assert HALF not in [spot for _, spot, _, _ in settlements(by_five)]


@pytest.mark.parametrize(
    ("option", "ends", "clause", "sentence"),
    [
        (
            "5-card",
            ("win", 5000),
            "3-5 Bonus Five Card Pay Table",
            "Your five cards pay 4 to 1: straight, nine high.",
        ),
        (
            "3-card 1-2-3",
            ("lose", 0),
            "3-5 Bonus Three Card Pay Table",
            "The three-card pay table has no line for your straight, nine high.",
        ),
        ("fold", ("lose", 0), "Playing 21", "You folded, so neither of its pay tables counts."),
    ],
)
def test_playing_21_read_as_chosen_game_only_that_games_table_counts(
    option, ends, clause, sentence
):
    readings = {"bonus_tables": "chosen_game", "bonus_on_fold": "both_stay"}
    table = play("9s 8h 7s 6d 5c", LOW_DEALER, option, readings=readings)
    assert ended(table, 1, "3-5 Bonus") == ends
    assert why(table, 1, "3-5 Bonus") == (clause, sentence)


def test_playing_21_read_as_chosen_game_five_cards_without_a_line_lose():
    readings = {"bonus_tables": "chosen_game"}
    table = play("As Ks Qs 9d 2c", LOW_DEALER, "5-card", readings=readings)
    assert ended(table, 1, "3-5 Bonus") == ("lose", 0)
    assert why(table, 1, "3-5 Bonus")[1] == (
        "The five-card pay table has no line for your ace-king-queen-nine-two high."
    )


@pytest.mark.parametrize(
    ("reading", "option", "ends"),
    [
        ("best_three", "3-card 3-4-5", ("push", 1000)),
        ("best_three", "5-card", ("push", 1000)),
        ("three_set", "3-card 1-2-3", ("push", 1000)),
        ("three_set", "3-card 3-4-5", ("lose", 0)),
        ("three_set", "5-card", ("lose", 0)),
    ],
)
def test_playing_21_both_readings_of_which_three_cards_count(reading, option, ends):
    readings = {"three_card_bonus_hand": reading}
    table = play("As Ks Qs 9d 2c", LOW_DEALER, option, readings=readings)
    assert ended(table, 1, "3-5 Bonus") == ends
    paid = [cents for _, spot, _, cents in settlements(table) if spot == HALF]
    assert paid == ([10_000] if ends[0] == "push" else [])


@pytest.mark.parametrize(
    ("reading", "bonus", "bonus_only"),
    [
        ("both_lost", ("lose", 0), ("lose", 0)),
        ("five_card_only_stays", ("lose", 0), ("win", 4500)),
        ("both_stay", ("win", 11_000), ("win", 4500)),
    ],
)
def test_playing_10_every_reading_of_what_a_fold_does_to_the_bonuses(reading, bonus, bonus_only):
    readings = {"bonus_on_fold": reading}
    table = play("Ks Js 9s 6s 2s", LOW_DEALER, "fold", WITH_BONUS, readings=readings)
    assert ended(table, 1, "Ante") == ("lose", 0)
    assert ended(table, 1, "3-5 Bonus") == bonus
    assert ended(table, 1, "5 Card Bonus Only") == bonus_only
    for spot, (result, _) in (("3-5 Bonus", bonus), ("5 Card Bonus Only", bonus_only)):
        assert (why(table, 1, spot)[0] == "Playing 10") is (result == "lose")
    turned = [str(one.place) for one in of_kind(table, happened.CardsTurned)]
    assert ("seat 1/Hand" in turned) is (reading != "both_lost")


def test_playing_10_folded_cards_that_have_no_bonus_left_stay_down_under_every_reading():
    readings = {"bonus_on_fold": "five_card_only_stays"}
    table = play("Ks Js 9s 6s 2s", LOW_DEALER, "fold", STAKES, readings=readings)
    assert [str(one.place) for one in of_kind(table, happened.CardsTurned)] == ["dealer/Hand"]


@pytest.mark.parametrize(("option", "cents"), [("5-card", 1000), ("3-card 1-2-3", 2000)])
def test_playing_21_bonuses_are_in_action_whether_the_hand_wins_or_loses(option, cents):
    for dealer, result in (("Th Td Tc Ac Ad", "lose"), ("Ad Kc 8h 7h 4s", "win")):
        table = play("9s 9h 9d 6c 2s", dealer, option, WITH_BONUS)
        assert ended(table, 1, "Ante")[0] == result
        assert settled(table, 1, "Play").stake_cents == cents
        bonuses = [entry for entry in settlements(table) if "Bonus" in entry[1]]
        assert bonuses == [
            (1, HALF, "win", 1000),
            (1, "3-5 Bonus", "win", 2000),
            (1, "5 Card Bonus Only", "win", 2500),
        ]


@pytest.mark.parametrize("option", ["5-card", "3-card 1-3-5", "3-card 3-4-5"])
def test_optional_bonus_1_the_five_card_bonus_only_looks_at_all_five_cards(option):
    table = play("9s 4h 9d 4c 2s", ACE_KING, option, WITH_BONUS)
    assert ended(table, 1, "5 Card Bonus Only") == ("win", 2000)
    assert why(table, 1, "5 Card Bonus Only") == (
        "5 Card Bonus Only Pay Table",
        "Your two pair, nines and fours, two kicker, pays 3 to 1.",
    )


# The pay tables, line by line.

FIVE_CARDS = {
    "Royal Flush": "As Ks Qs Js Ts",
    "Straight Flush": "9s 8s 7s 6s 5s",
    "Four of a Kind": "9s 9h 9d 9c 2s",
    "Full House": "9s 9h 9d 4c 4s",
    "Flush": "Ks Js 9s 6s 2s",
    "Straight": "9s 8h 7s 6d 5c",
    "Three of a Kind": "9s 9h 9d 6c 2s",
    "Two Pair": "9s 9h 4d 4c 2s",
    "Pair of Sixes or Better": "6s 6h 9d 4c 2s",
}
THREE_CARDS = {
    "Mini Royal": "As Ks Qs 9d 2c",
    "Straight Flush": "9s 8s 7s 2d 2c",
    "Three of a Kind": "9s 9h 9d 6c 2s",
}


def tried(hands, *odds):
    """Each line of a pay table with its hand and what the sheet pays for it."""
    return [
        pytest.param(line, hand, pay, id=line)
        for (line, hand), pay in zip(hands.items(), odds, strict=False)
    ]


def all_lines(spot):
    wagers = {wager.spot: wager for wager in PICK_2_POKER.wagers(PICK_2_POKER.rules())}
    (sheet,) = wagers[spot].pay_tables
    return [line.name for line in sheet.lines]


@pytest.mark.parametrize(("line", "hand", "pay"), tried(FIVE_CARDS, 500, 100, 25, 12, 10, 4, 1))
def test_three_five_bonus_five_card_pay_table(line, hand, pay):
    readings = {"three_card_bonus_hand": "three_set"}
    table = play(hand, LOW_DEALER, "5-card", readings=readings)
    assert ended(table, 1, "3-5 Bonus") == ("win", 1000 + 1000 * pay)
    assert settled(table, 1, "3-5 Bonus").because.line == line


@pytest.mark.parametrize("line", ["Two Pair", "Pair of Sixes or Better"])
def test_three_five_bonus_five_card_pay_table_ends_with_three_of_a_kind(line):
    table = play(FIVE_CARDS[line], LOW_DEALER, "5-card")
    assert ended(table, 1, "3-5 Bonus") == ("lose", 0)
    assert all_lines("3-5 Bonus") == list(FIVE_CARDS)[:7]


@pytest.mark.parametrize(("line", "hand", "pay"), tried(THREE_CARDS, 10, 3, 1))
def test_three_five_bonus_three_card_pay_table(line, hand, pay):
    table = play(hand, LOW_DEALER, "3-card 1-2-3")
    assert ended(table, 1, HALF) == ("win", 1000 * pay)
    assert settled(table, 1, HALF).because.line == line
    assert all_lines(HALF) == list(THREE_CARDS)


@pytest.mark.parametrize(
    "hand",
    ["As Kh Qs 9d 2c", "9s 8h 7s 2d 2c", "As Ks Js 9d 2c", "9s 9h 6d 4c 2s"],
    ids=["ace-king-queen of two suits", "straight", "flush", "pair"],
)
def test_three_five_bonus_three_card_pay_table_has_no_other_line(hand):
    table = play(hand, LOW_DEALER, "3-card 1-2-3")
    assert HALF not in [spot for _, spot, _, _ in settlements(table)]
    assert ended(table, 1, "3-5 Bonus") == ("lose", 0)


@pytest.mark.parametrize(
    ("line", "hand", "pay"), tried(FIVE_CARDS, 500, 100, 40, 15, 8, 6, 4, 3, 1)
)
def test_five_card_bonus_only_pay_table(line, hand, pay):
    table = play(hand, LOW_DEALER, "5-card", WITH_BONUS)
    assert ended(table, 1, "5 Card Bonus Only") == ("win", 500 + 500 * pay)
    assert settled(table, 1, "5 Card Bonus Only").because.line == line
    assert all_lines("5 Card Bonus Only") == list(FIVE_CARDS)


@pytest.mark.parametrize(
    ("hand", "ends"),
    [
        ("As Ah 9d 4c 2s", ("win", 1000)),
        ("6s 6h 9d 4c 2s", ("win", 1000)),
        ("5s 5d Ad Kc Qs", ("lose", 0)),
        ("2s 2h Ad Kc Qs", ("lose", 0)),
        ("As Kh Qd Jc 9s", ("lose", 0)),
    ],
)
def test_five_card_bonus_only_pay_table_begins_with_a_pair_of_sixes(hand, ends):
    table = play(hand, LOW_DEALER, "5-card", WITH_BONUS)
    assert ended(table, 1, "5 Card Bonus Only") == ends


def test_five_card_bonus_only_pay_table_says_why_it_loses():
    table = play("5s 5d Ad Kc Qs", LOW_DEALER, "5-card", WITH_BONUS)
    assert why(table, 1, "5 Card Bonus Only") == (
        "5 Card Bonus Only Pay Table",
        "The pay table has no line for your pair of fives, ace-king-queen kickers.",
    )


def test_playing_21_every_seat_is_paid_by_its_own_cards():
    table = deal(
        PICK_2_POKER,
        {1: WITH_BONUS, 2: WITH_BONUS},
        f"9s 9h 9d 6c 2s As Ks Qs Js Ts {LOW_DEALER}",
        {1: "5-card", 2: "3-card 1-2-3"},
    )
    paid = {
        seat: [cents for one, _, _, cents in settlements(table) if one == seat] for seat in (1, 2)
    }
    assert paid[1] == [1000, 2000, 1000, 2000, 2500]
    assert paid[2] == [2000, 4000, 10_000, 501_000, 250_500]
