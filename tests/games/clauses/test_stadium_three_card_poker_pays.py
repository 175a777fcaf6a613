"""What the stadium's side bets pay: every line of every table, on the hand and on a line."""

import pytest

from croupier.games.stadium_three_card_poker import STADIUM_THREE_CARD_POKER as GAME
from croupier.games.three_card_poker import THREE_CARD_POKER
from croupier.games.three_card_poker.rules import (
    ANTE_BONUS_TABLES,
    PAIR_PLUS_TABLES,
    SIX_CARD_BONUS_TABLES,
)
from croupier.table.settings import settings_for

from .dealing import settled
from .stadium_rounds import board, terminal
from .three_card_rounds import HANDS, QUEEN_HIGH, SIX_CARDS, lines_of

BETS = [("", "123", "Row 1"), ("Row 2 ", "159", "Row 2"), ("Column 3 ", "159", "Column 3")]
"""What stands before the name of the bet, the cells picked, and where the cards are put."""


def side_bet(spot, picks, where, cards, **chosen):
    """What became of one side bet of a hand that is folded, with these cards on a line."""
    player, dealer = cards
    stakes = {"Ante": 500, spot: 500}
    table = terminal(picks, "fold", stakes, cards=board({where: player}, dealer), **chosen)
    return settled(table, 1, spot)


@pytest.mark.parametrize(("table", "line"), lines_of(PAIR_PLUS_TABLES))
@pytest.mark.parametrize(("before", "picks", "where"), BETS)
def test_rule_11_pair_plus_every_line_of_every_table(before, picks, where, table, line):
    spot = f"{before}Pair Plus"
    cards = HANDS[line.name], QUEEN_HIGH
    event = side_bet(spot, picks, where, cards, pay_tables={spot: table.name})
    assert (event.outcome.odds, event.because.line) == (line.odds, line.name)
    assert event.returned_cents == 500 + 500 * line.odds.won
    assert event.because.clause == "Rule 11"


@pytest.mark.parametrize(("table", "line"), lines_of(SIX_CARD_BONUS_TABLES))
@pytest.mark.parametrize(("before", "picks", "where"), BETS)
def test_rule_11_six_card_bonus_every_line_of_every_table(before, picks, where, table, line):
    spot = f"{before}Six Card Bonus"
    event = side_bet(spot, picks, where, SIX_CARDS[line.name], pay_tables={spot: table.name})
    assert (event.outcome.odds, event.because.line) == (line.odds, line.name)
    assert event.returned_cents == 500 + 500 * line.odds.won
    assert event.because.clause == "Rule 11"


@pytest.mark.parametrize(
    ("before", "whose"), [("", "your"), ("Row 2 ", "row 2's"), ("Column 3 ", "column 3's")]
)
def test_rule_11_less_than_a_pair_loses_pair_plus(before, whose):
    picks, where = {bet[0]: bet[1:] for bet in BETS}[before]
    event = side_bet(f"{before}Pair Plus", picks, where, (HANDS[None], QUEEN_HIGH))
    assert (str(event.outcome.result), event.returned_cents) == ("lose", 0)
    assert event.because.sentence == f"The pay table has no line for {whose} king-nine-two high."


@pytest.mark.parametrize(("before", "picks", "where"), BETS)
def test_rule_11_two_pair_loses_the_six_card_bonus(before, picks, where):
    event = side_bet(f"{before}Six Card Bonus", picks, where, ("9s 9h 4d", "4c 2s Kd"))
    assert (str(event.outcome.result), event.returned_cents) == ("lose", 0)
    assert event.because.hands == (
        "two pair, nines and fours, king kicker, with the dealer's cards",
    )


@pytest.mark.parametrize(("before", "picks", "where"), BETS)
def test_rule_11_ace_king_queen_of_several_suits_is_a_straight(before, picks, where):
    event = side_bet(f"{before}Pair Plus", picks, where, ("As Kh Qs", "Jc 6h 3d"))
    assert event.because.line == "Straight"


def test_rule_11_the_posted_tables_are_those_of_three_card_poker():
    stadium, table_game = settings_for(GAME), settings_for(THREE_CARD_POKER)
    for spot, table in stadium.pay_tables:
        bet = next(
            known for known in ("Pair Plus", "Six Card Bonus", "Ante Bonus") if known in spot
        )
        assert table == table_game.pay_table(bet)
    assert len(stadium.pay_tables) == 15


def test_pay_tables_may_differ_from_line_to_line():
    spots = ("Pair Plus", "Row 1 Pair Plus")
    stakes = {"Ante": 500, **dict.fromkeys(spots, 500)}
    table = terminal(
        "123",
        "fold",
        stakes,
        cards=board({"Row 1": HANDS["Flush"]}, QUEEN_HIGH),
        pay_tables={"Row 1 Pair Plus": "1-4-6-30-40"},
    )
    assert [settled(table, 1, spot).outcome.odds.won for spot in spots] == [3, 4]


@pytest.mark.parametrize(("table", "line"), lines_of(ANTE_BONUS_TABLES))
def test_ante_bonus_every_line_of_every_table(table, line):
    cards = board({"Row 1": HANDS[line.name]}, QUEEN_HIGH)
    played = terminal("123", "play", cards=cards, pay_tables={"Ante Bonus": table.name})
    bonus = settled(played, 1, "Ante Bonus")
    assert (bonus.outcome.odds, bonus.because.line) == (line.odds, line.name)
    assert (bonus.stake_cents, bonus.returned_cents) == (500, 500 * line.odds.won)
