"""Pay tables: what is refused before a wager is ever paid by one."""

import pytest

from croupier.money import Odds
from croupier.rejection import Code, Rejection
from croupier.table.paytable import PayLine, PayTable


def test_a_pay_table_knows_its_lines_and_nothing_else():
    table = PayTable.of("Usual", {"Flush": "3 to 1", "Pair": 1, "Straight": Odds(3, 2)})
    assert table.odds("Flush") == Odds(3)
    assert table.odds("Pair") == Odds(1)
    assert table.odds("Straight") == Odds(3, 2)
    assert table.odds("Royal Flush") is None


@pytest.mark.parametrize(
    "pay", ["-1 to 1", -1, "1 to 0", "three to two", "", "1.5", 1.5, None, True, "1 to -1", "∞"]
)
def test_a_pay_that_is_no_odds_is_refused_naming_table_and_line(pay):
    with pytest.raises(Rejection) as refusal:
        PayTable.of("Odd", {"Flush": 3, "Pair": pay})
    assert refusal.value.code is Code.PAY_TABLE_PAY_INVALID
    assert refusal.value.detail.startswith("Pay table “Odd”, line “Pair”: ")


def test_a_pay_table_without_lines_is_refused():
    with pytest.raises(Rejection, match="Pay table “Bare” has no line") as refusal:
        PayTable.of("Bare", {})
    assert refusal.value.code is Code.PAY_TABLE_EMPTY


def test_a_line_named_twice_is_refused_naming_it():
    with pytest.raises(Rejection, match="has the line “Pair” twice") as refusal:
        PayTable("Double", (PayLine("Pair", Odds(1)), PayLine("Pair", Odds(2))))
    assert refusal.value.code is Code.PAY_TABLE_LINE_REPEATED


def test_a_line_the_wager_does_not_know_is_refused_naming_those_it_does():
    with pytest.raises(Rejection, match="“Pear”; the lines are Flush, Pair") as refusal:
        PayTable.of("Odd", {"Flush": 1, "Pear": 1}).require_lines(("Flush", "Pair"))
    assert refusal.value.code is Code.PAY_TABLE_LINE_UNKNOWN


def test_a_pay_table_may_leave_out_lines_its_wager_knows():
    PayTable.of("Short", {"Pair": 1}).require_lines(("Flush", "Pair"))


@pytest.mark.parametrize("name", ["", "x" * 61, "Ours\n", "\x1b[31mOurs", "\ud800"])
def test_a_table_has_a_name_that_can_be_shown_and_stored(name):
    with pytest.raises(Rejection) as caught:
        PayTable.of(name, {"Pair": 1})
    assert caught.value.code is Code.TEXT_INVALID
    assert caught.value.detail.isprintable()
