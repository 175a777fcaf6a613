"""Three Card Poker's bonuses and pay tables, clause by clause."""

import pytest

from croupier.games.three_card_poker import THREE_CARD_POKER as GAME
from croupier.games.three_card_poker.rules import (
    ANTE_BONUS_TABLES,
    PAIR_PLUS_TABLES,
    SIX_CARD_BONUS_TABLES,
)
from croupier.rejection import Code
from croupier.table.commands import PlaceWagers
from croupier.table.settings import settings_for
from croupier.table.wager import Slip

from .dealing import deal, offered, refused, refused_slip, settled, settlements
from .three_card_rounds import ALL_THREE, HANDS, QUEEN_HIGH, SIX_CARDS, lines_of, one_seat


def sheet_pays(spot):
    """What the sheet's own table pays, which is in force where nothing is chosen."""
    return {line.name: line.odds.won for line in settings_for(GAME).pay_table(spot).lines}


@pytest.mark.parametrize(
    "table",
    [
        table
        for tables in (PAIR_PLUS_TABLES, ANTE_BONUS_TABLES, SIX_CARD_BONUS_TABLES)
        for table in tables[1:]
    ],
    ids=lambda table: table.name,
)
def test_the_tables_of_other_houses_are_named_by_what_they_pay(table):
    assert table.name == "-".join(str(line.odds.won) for line in reversed(table.lines))
    assert {line.odds.staked for line in table.lines} == {1}


def test_ante_bonus_as_printed():
    assert sheet_pays("Ante Bonus") == {"Straight Flush": 5, "Three of a Kind": 4, "Straight": 1}


@pytest.mark.parametrize(("table", "line"), lines_of(ANTE_BONUS_TABLES))
def test_ante_bonus_every_line_of_every_table(table, line):
    played = one_seat(HANDS[line.name], pay_tables={"Ante Bonus": table.name})
    bonus = settled(played, 1, "Ante Bonus")
    assert (bonus.outcome.odds, bonus.because.line) == (line.odds, line.name)
    assert (bonus.stake_cents, bonus.returned_cents) == (500, 500 * line.odds.won)
    assert not bonus.has_own_wager


def test_ante_bonus_a_mini_royal_is_a_straight_flush():
    bonus = settled(one_seat("As Ks Qs"), 1, "Ante Bonus")
    assert (str(bonus.outcome.odds), bonus.because.line) == ("5 to 1", "Straight Flush")
    assert bonus.because.sentence == (
        "Your mini royal brings an Ante Bonus of 5 to 1, whatever the dealer has."
    )


def test_ante_bonus_needs_a_play_wager():
    folded = one_seat("As Ks Qs", decision="fold")
    assert settlements(folded) == [(1, "Ante", "lose", 0)]
    alone = one_seat("As Ks Qs", decision=None, stakes={"Pair Plus": 500})
    assert [spot for _, spot, _, _ in settlements(alone)] == ["Pair Plus"]


def test_ante_bonus_is_not_a_bet():
    said = refused_slip(GAME, {"Ante": 500, "Ante Bonus": 500}, Code.WAGER_NOT_NOW)
    assert said == "Ante Bonus comes with Ante; it is not bet."


def pair_plus(hand, **chosen):
    """What became of Pair Plus alone."""
    table = one_seat(hand, decision=None, stakes={"Pair Plus": 1500}, **chosen)
    return settled(table, 1, "Pair Plus")


def test_pair_plus_payouts_as_printed():
    assert sheet_pays("Pair Plus") == {
        "Mini Royal": 50,
        "Straight Flush": 40,
        "Three of a Kind": 30,
        "Straight": 6,
        "Flush": 3,
        "Pair": 1,
    }


@pytest.mark.parametrize(("table", "line"), lines_of(PAIR_PLUS_TABLES))
def test_pair_plus_payouts_every_line_of_every_table(table, line):
    event = pair_plus(HANDS[line.name], pay_tables={"Pair Plus": table.name})
    assert (event.outcome.odds, event.because.line) == (line.odds, line.name)
    assert event.returned_cents == 1500 + 1500 * line.odds.won
    assert event.because.clause == "Pair Plus Payouts"


@pytest.mark.parametrize("table", PAIR_PLUS_TABLES, ids=lambda table: table.name)
def test_pair_plus_payouts_less_than_a_pair_loses(table):
    event = pair_plus(HANDS[None], pay_tables={"Pair Plus": table.name})
    assert (str(event.outcome.result), event.returned_cents) == ("lose", 0)
    assert event.because.sentence == "The pay table has no line for your king-nine-two high."


@pytest.mark.parametrize("name", ["1-4-6-30-40", "1-4-6-33-35"])
def test_pair_plus_payouts_without_a_line_for_it_a_mini_royal_is_a_straight_flush(name):
    event = pair_plus(HANDS["Mini Royal"], pay_tables={"Pair Plus": name})
    assert event.because.line == "Straight Flush"


@pytest.mark.parametrize(
    ("reading", "hand", "line", "cents"),
    [
        ("suited", "As Ks Qs", "Mini Royal", 76_500),
        ("suited", "As Kh Qs", "Straight", 10_500),
        ("any_suits", "As Ks Qs", "Mini Royal", 76_500),
        ("any_suits", "As Kh Qs", "Mini Royal", 76_500),
        ("any_suits", "Ks Qh Js", "Straight", 10_500),
    ],
)
def test_mini_royal(reading, hand, line, cents):
    event = pair_plus(hand, readings={"mini_royal": reading})
    assert (event.because.line, event.returned_cents) == (line, cents)


def test_mini_royal_of_any_suits_is_a_straight_where_the_table_has_no_mini_royal():
    chosen = {"readings": {"mini_royal": "any_suits"}, "pay_tables": {"Pair Plus": "1-4-6-30-40"}}
    assert pair_plus("As Kh Qs", **chosen).because.line == "Straight"


# Six Card Bonus.


def six_card_bonus(player, dealer, **chosen):
    """What became of the Six Card Bonus."""
    return settled(one_seat(player, dealer, stakes=ALL_THREE, **chosen), 1, "Six Card Bonus")


def test_six_card_bonus_1_is_bet_before_any_card_is_dealt():
    table = deal(GAME, {1: {"Ante": 500, "Pair Plus": 500}}, f"As Ks Qs {QUEEN_HIGH}")
    refused(table, PlaceWagers(1, Slip.of(ALL_THREE)), Code.BETS_CLOSED)
    assert "Six Card Bonus" not in {option.spot for option in offered(table, 1).values()}


@pytest.mark.parametrize(
    ("stakes", "missing"),
    [
        ({"Ante": 500}, "Pair Plus"),
        ({"Pair Plus": 500}, "Ante"),
        ({}, "Ante and Pair Plus"),
    ],
)
def test_six_card_bonus_2_goes_only_with_ante_and_pair_plus(stakes, missing):
    said = refused_slip(GAME, {**stakes, "Six Card Bonus": 100}, Code.WAGER_WITHOUT_BASE)
    assert said == f"Six Card Bonus goes only with Ante and Pair Plus; bet {missing} too."


@pytest.mark.parametrize(
    ("player", "dealer", "line"),
    [
        ("4s 7h Jd", "9s 9h 9d", "Three of a Kind"),
        ("9s 9h 9d", "4c 4s 4d", "Full House"),
        ("As 2h Kd", "3c 4s 5d", "Straight"),
        ("As 2s Kd", "3s 4s 5s", "Straight Flush"),
        ("As Ks Qs", "9s 4s 2s", "Flush"),
        ("9s 9h 4d", "4c 2s Kd", None),
        ("9s 9h 4d", "4c 2s 2d", None),
        ("9s 9h 4d", "Jc 2s Kd", None),
        ("9s 8h 4d", "Jc 2s Kd", None),
    ],
)
def test_six_card_bonus_3_three_of_a_kind_or_better_in_all_six_cards_wins(player, dealer, line):
    event = six_card_bonus(player, dealer)
    assert (str(event.outcome.result) == "win", event.because.line) == (line is not None, line)
    assert event.because.clause == "Six Card Bonus 3"


def test_six_card_bonus_3_says_that_the_dealers_cards_count():
    won = six_card_bonus("9s 9h 4d", "9c 4s Kd").because
    assert won.sentence == (
        "Your full house, nines full of fours, with the dealer's cards, pays 25 to 1."
    )
    lost = six_card_bonus("9s 9h 4d", "4c 2s Kd").because
    assert lost.sentence == (
        "The pay table has no line for your two pair, nines and fours, king kicker, with the "
        "dealer's cards."
    )


def test_six_card_bonus_payouts_as_printed():
    assert sheet_pays("Six Card Bonus") == {
        "Royal Flush": 1000,
        "Straight Flush": 200,
        "Four of a Kind": 50,
        "Full House": 25,
        "Flush": 15,
        "Straight": 10,
        "Three of a Kind": 5,
    }


@pytest.mark.parametrize(("table", "line"), lines_of(SIX_CARD_BONUS_TABLES))
def test_six_card_bonus_payouts_every_line_of_every_table(table, line):
    event = six_card_bonus(*SIX_CARDS[line.name], pay_tables={"Six Card Bonus": table.name})
    assert (event.outcome.odds, event.because.line) == (line.odds, line.name)
    assert event.returned_cents == 100 + 100 * line.odds.won
