"""3 Way-Action: the nine Bonus tables, line by line, and the figures printed beside them."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.cards import FiveCardCategory, Rank
from croupier.cards.counting import category_counts, rank_counts
from croupier.games.three_way_action.rules import BONUS_LINES, BONUS_TABLES
from croupier.money import Odds
from croupier.rejection import Code, Rejection
from croupier.table.paytable import PayTable
from croupier.table.ruling import with_readings
from croupier.table.settings import settings_for

from .dealing import ended, settled
from .three_way_rounds import GAME, showdown

PAGE = Path(__file__).parents[3] / "docs" / "games" / "three-way-action.md"
DEALER = "Kc Qd 9d 8h 7c 4d 2d"
HANDS = {
    "Royal Flush": "As Ks Qs Js Ts 3d 3h",
    "Straight Flush": "9s 8s 7s 6s 5s 3d 3h",
    "Four of a Kind": "6s 6h 6d 6c As 3d 3h",
    "Full House": "6s 6h 6d 3d 3h As Js",
    "Flush": "As Js 9s 6s 3s 3d 5h",
    "Straight": "9s 8s 7h 6d 5s 3d 3h",
    "Three of a Kind": "6s 6h 6d As Js 3d 5h",
    "Two Pair, Jacks High or Better": "Js Jh 6d 6c As 3d 5h",
}
SHEET = {
    "A1": (100, 20, 7, 5, 4, 3, 2, 1),
    "A2": (200, 25, 10, 5, 4, 3, 2, 1),
    "A3": (200, 30, 15, 5, 4, 3, 2, 1),
    "A4": (250, 50, 20, 5, 4, 3, 2, 1),
    "A5": (100, 20, 10, 6, 4, 3, 2, 1),
    "C1": (1000, 100, 25, 7, 5, 3, 3),
    "C2": (1000, 100, 25, 7, 5, 4, 3),
    "C3": (1000, 100, 25, 8, 5, 4, 3),
    "C4": (500, 100, 25, 9, 6, 3, 2),
}
PRINTED_PROBABILITY = (
    "0.00003232",
    "0.00027851",
    "0.00168067",
    "0.02596102",
    "0.03025494",
    "0.04619382",
    "0.04829870",
    "0.12995078",
)
PRINTED_EDGE = {
    "A1": "8.08",
    "A2": "7.12",
    "A3": "6.14",
    "A4": "4.58",
    "A5": "4.98",
    "C1": "12.86",
    "C2": "8.24",
    "C3": "5.65",
    "C4": "9.48",
}
LINES = [
    (table, line, pays)
    for table, column in SHEET.items()
    for line, pays in zip(HANDS, column, strict=False)
]


def test_pay_tables_are_the_nine_of_the_sheet_and_a1_is_the_usual_one():
    assert [table.name for table in BONUS_TABLES] == list(SHEET)
    assert tuple(HANDS) == BONUS_LINES
    assert settings_for(GAME).pay_table("Bonus").name == "A1"
    for table in BONUS_TABLES:
        assert [line.odds for line in table.lines] == [Odds(pays) for pays in SHEET[table.name]]


@pytest.mark.parametrize(("table", "line", "pays"), LINES)
def test_pay_tables_every_line_of_every_table_is_paid_at_its_odds(table, line, pays):
    played = showdown(HANDS[line], DEALER, pay_tables={"Bonus": table})
    bonus = settled(played, 1, "Bonus")
    assert (bonus.because.line, bonus.outcome.odds) == (line, Odds(pays))
    assert (bonus.stake_cents, bonus.returned_cents) == (500, 500 + 500 * pays)


@pytest.mark.parametrize("table", ["C1", "C2", "C3", "C4"])
@pytest.mark.parametrize("two_pair", ["Js Jh 6d 6c As 3d 5h", "As Ah Kd Ks 6c 3d 5h"])
def test_pay_tables_c_pay_nothing_for_two_pair(table, two_pair):
    played = showdown(two_pair, DEALER, pay_tables={"Bonus": table})
    assert ended(played, 1, "Bonus") == ("lose", 0)


@pytest.mark.parametrize("table", SHEET)
@pytest.mark.parametrize(
    "hand", ["Ts Th 6d 6c As 3d 5h", "As Ah 6d Jc Th 3d 5h", "As Jc 6d 5h Th 3d 2h"]
)
def test_pay_tables_no_table_pays_less_than_its_last_line(table, hand):
    played = showdown(hand, DEALER, pay_tables={"Bonus": table})
    assert ended(played, 1, "Bonus") == ("lose", 0)
    assert settled(played, 1, "Bonus").because.line is None


def test_bonus_bet_1_three_pairs_count_as_the_two_highest():
    played = showdown("Ts Th 6d 6c Js Jh 5h", DEALER)
    assert settled(played, 1, "Bonus").because.hands == ("two pair, jacks and tens, six kicker",)
    assert ended(played, 1, "Bonus") == ("win", 1000)


def test_pay_tables_a_house_may_hang_a_table_of_its_own_but_no_unknown_one():
    own = PayTable.of("Ours", {"Straight Flush": 40, "Full House": "9 to 2"})
    # A table without a line for the royal pays it as the straight flush it is.
    royal = showdown(HANDS["Royal Flush"], DEALER, pay_tables={"Bonus": own})
    assert (settled(royal, 1, "Bonus").because.line, ended(royal, 1, "Bonus")[1]) == (
        "Straight Flush",
        20_500,
    )
    with pytest.raises(Rejection) as refusal:
        settings_for(GAME, pay_tables={"Bonus": "B1"})
    assert refusal.value.code is Code.PAY_TABLE_UNKNOWN


# The figures printed beside the tables, counted anew.


def hands_by_line():
    """How many of all seven-card hands are paid on each line, in the order of the lines."""
    of, royal = category_counts(7).of, category_counts(7).royal
    kind = FiveCardCategory
    two_pair = sum(
        hands
        for rank, hands in rank_counts(7).items()
        if rank.category is kind.TWO_PAIR and rank.ranks[0] >= Rank.JACK
    )
    rest = (kind.FOUR_OF_A_KIND, kind.FULL_HOUSE, kind.FLUSH, kind.STRAIGHT, kind.THREE_OF_A_KIND)
    return (royal, of[kind.STRAIGHT_FLUSH] - royal, *(of[one] for one in rest), two_pair)


def edge(pays):
    """The house's share of the stake, exactly."""
    total = category_counts(7).total
    paid = sum(hands * (odds + 1) for hands, odds in zip(hands_by_line(), pays, strict=False))
    return 1 - Fraction(paid, total)


def percent(fraction):
    """`8.08`, rounded to two places."""
    return f"{float(100 * fraction):.2f}"


def test_pay_tables_the_printed_probabilities_are_right():
    total = category_counts(7).total
    assert total == 133_784_560
    assert tuple(f"{hands / total:.8f}" for hands in hands_by_line()) == PRINTED_PROBABILITY


def test_pay_tables_the_printed_winning_frequencies_are_right():
    total, counts = category_counts(7).total, hands_by_line()
    with_two_pair, without = sum(counts), sum(counts[:7])
    assert f"{with_two_pair / total:.5f}" == "0.28265"
    assert f"{total / with_two_pair:.2f}" == "3.54"
    assert f"{without / total:.4f}" == "0.1527"
    assert f"{total / without:.2f}" == "6.55"


@pytest.mark.parametrize("table", [name for name in SHEET if name != "C4"])
def test_pay_tables_the_printed_house_advantage_is_right(table):
    assert percent(edge(SHEET[table])) == PRINTED_EDGE[table]


def test_pay_tables_the_printed_house_advantage_of_c4_is_that_of_a_royal_at_1000():
    assert percent(edge(SHEET["C4"])) == "11.09"
    assert PRINTED_EDGE["C4"] == "9.48" == percent(edge((1000, *SHEET["C4"][1:])))


def test_the_page_gives_the_counted_figures():
    page = PAGE.read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in row.split("|")[1:-1]]
        for row in re.findall(r"^\|.*\|$", page, re.MULTILINE)
    ]
    for name, pays in SHEET.items():
        assert [name, f"{PRINTED_EDGE[name]}%", f"{percent(edge(pays))}%"] in rows
    for line, printed, hands in zip(HANDS, PRINTED_PROBABILITY, hands_by_line(), strict=True):
        assert [line, f"{hands:,}", printed] in rows


def test_the_page_gives_the_limits_in_force():
    page = PAGE.read_text(encoding="utf-8")
    for wager in GAME.wagers(with_readings(GAME.rules, {"insurance": "two_to_one"})):
        (row,) = re.findall(rf"^\| {wager.spot} \|.*\$.*\|$", page, re.MULTILINE)
        assert f"| {wager.limit.sentence(wager.spot).removeprefix(f'{wager.spot}: ')} |" in row
