"""Wagers: limits, every kind of constraint, and stakes that could not be paid exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.money import EVEN_MONEY, ONE_HALF, Odds
from croupier.rejection import Code, Rejection
from croupier.table.paytable import PayTable
from croupier.table.wager import (
    AtLeast,
    AtMost,
    Compulsory,
    EqualTo,
    Limit,
    OnlyWith,
    Slip,
    Wager,
    When,
    check_slip,
    slip_refusals,
    stake_units_cents,
)

from .playing import MANY

LIMIT = Limit(500, 50_000, 500)


def refusal(code, act, *arguments):
    with pytest.raises(Rejection) as caught:
        act(*arguments)
    assert caught.value.code is code, caught.value.detail
    return caught.value.detail


def check(wagers, stakes, *, limits=None, pay_tables=None, table_maximum_cents=None):
    slip = stakes if isinstance(stakes, Slip) else Slip.of(stakes)
    usual = {wager.spot: wager.limit for wager in wagers}
    by_spot = {wager.spot: wager for wager in wagers}
    units = stake_units_cents(by_spot, pay_tables or {})
    check_slip(slip, by_spot, usual | (limits or {}), units, table_maximum_cents)


def test_a_wager_below_the_minimum_is_refused_with_the_minimum_in_the_sentence():
    said = refusal(Code.STAKE_BELOW_MINIMUM, LIMIT.check, "Ante", 499)
    assert said == "The minimum on Ante is $5, not $4.99."


def test_a_wager_above_the_maximum_is_refused_with_the_maximum_in_the_sentence():
    said = refusal(Code.STAKE_ABOVE_MAXIMUM, LIMIT.check, "Ante", 50_001)
    assert said == "The maximum on Ante is $500, not $500.01."


def test_a_wager_off_the_increment_is_refused_with_the_increment_in_the_sentence():
    said = refusal(Code.STAKE_OFF_INCREMENT, LIMIT.check, "Ante", 750)
    assert said == "Ante is bet in multiples of $5; $7.50 is none."


@pytest.mark.parametrize("cents", [500, 1000, 49_500, 50_000])
def test_stakes_within_the_limits_are_taken(cents):
    LIMIT.check("Ante", cents)


@pytest.mark.parametrize(
    ("minimum", "maximum", "multiple"),
    [(0, 100, 1), (-5, 100, 1), (200, 100, 1), (100, 200, 0), (100, 200, -1), (250, 500, 100)],
)
def test_limits_that_contradict_themselves_are_refused(minimum, maximum, multiple):
    said = refusal(Code.LIMITS_INVALID, Limit, minimum, maximum, multiple)
    assert "multiple of the increment" in said


def test_a_limit_says_itself_with_steps_only_where_there_are_any():
    assert LIMIT.sentence("Ante") == "Ante: $5 to $500 in steps of $5"
    assert Limit(1, 200).sentence("Tip") == "Tip: $0.01 to $2"


def test_a_compulsory_wager_left_out_is_refused_naming_the_alternatives():
    wagers = (
        Wager("Ante", "", LIMIT, (Compulsory(("Pair Plus",)),)),
        Wager("Pair Plus", "", LIMIT),
        Wager("Side", "", LIMIT),
    )
    assert (
        refusal(Code.WAGER_MISSING, check, wagers, {"Side": 500})
        == "Ante or Pair Plus must be bet."
    )
    check(wagers, {"Pair Plus": 500})
    check(wagers, {"Ante": 500})


def test_a_wager_without_its_base_is_refused_naming_only_what_is_missing():
    wagers = (
        Wager("Ante", "", LIMIT),
        Wager("Pair Plus", "", LIMIT),
        Wager("Six Card", "", LIMIT, (OnlyWith(("Ante", "Pair Plus")),)),
    )
    said = refusal(Code.WAGER_WITHOUT_BASE, check, wagers, {"Six Card": 500, "Ante": 500})
    assert said == "Six Card goes only with Ante and Pair Plus; bet Pair Plus too."
    check(wagers, {"Six Card": 500, "Ante": 500, "Pair Plus": 500})
    check(wagers, {"Ante": 500})


@pytest.mark.parametrize("cents", [500, 1500])
def test_a_wager_that_must_equal_another_is_refused_with_the_right_amount(cents):
    wagers = (Wager("Ante", "", LIMIT), Wager("Bonus", "", LIMIT, (EqualTo(("Ante",)),)))
    said = refusal(Code.STAKE_NOT_EQUAL, check, wagers, {"Ante": 1000, "Bonus": cents})
    assert said == "Bonus must equal Ante: $10 here."


def test_a_wager_may_have_to_equal_twice_another():
    wagers = (
        Wager("Ante", "", LIMIT),
        Wager("Play", "", LIMIT, (EqualTo(("Ante",), Fraction(2)),)),
    )
    said = refusal(Code.STAKE_NOT_EQUAL, check, wagers, {"Ante": 1000, "Play": 1000})
    assert said == "Play must equal twice Ante: $20 here."
    check(wagers, {"Ante": 1000, "Play": 2000})


def test_a_wager_too_low_beside_another_is_refused_with_the_least_amount():
    wagers = (Wager("Ante", "", LIMIT), Wager("Pair Plus", "", LIMIT, (AtLeast(("Ante",)),)))
    said = refusal(Code.STAKE_TOO_LOW_BESIDE, check, wagers, {"Ante": 1000, "Pair Plus": 500})
    assert said == "Pair Plus must be at least Ante: $10 here."
    check(wagers, {"Ante": 1000, "Pair Plus": 1000})
    check(wagers, {"Pair Plus": 500})


def test_a_wager_too_high_beside_others_is_refused_with_the_most_amount():
    one, two = Wager("Left", "", Limit(1, 10_000)), Wager("Right", "", Limit(1, 10_000))
    half = AtMost(("Left", "Right"), Fraction(1, 2))
    wagers = (one, two, Wager("Insurance", "", Limit(1, 10_000), (half,)))
    stakes = {"Left": 1000, "Right": 1500, "Insurance": 1251}
    said = refusal(Code.STAKE_TOO_HIGH_BESIDE, check, wagers, stakes)
    assert said == "Insurance may be at most half of Left and Right together: $12.50 here."
    check(wagers, stakes | {"Insurance": 1250})


def test_half_of_an_odd_amount_is_compared_exactly_and_said_exactly():
    wagers = (
        Wager("Base", "", Limit(1, 100)),
        Wager("Side", "", Limit(1, 100), (AtMost(("Base",), Fraction(1, 2)),)),
    )
    check(wagers, {"Base": 25, "Side": 12})
    said = refusal(Code.STAKE_TOO_HIGH_BESIDE, check, wagers, {"Base": 25, "Side": 13})
    assert "$0.1250" in said


def test_all_wagers_of_a_seat_together_keep_to_the_table_maximum():
    wagers = (Wager("Ante", "", LIMIT), Wager("Side", "", LIMIT))
    check(wagers, {"Ante": 1000, "Side": 500}, table_maximum_cents=1500)
    said = refusal(
        Code.TABLE_MAXIMUM,
        lambda: check(wagers, {"Ante": 1000, "Side": 1000}, table_maximum_cents=1500),
    )
    assert "$15" in said
    assert "$20" in said


def test_a_spot_that_does_not_exist_is_refused_naming_those_that_do():
    wagers = (Wager("Ante", "", LIMIT), Wager("Side", "", LIMIT))
    said = refusal(Code.SPOT_UNKNOWN, check, wagers, {"Anti": 500})
    assert said == "There is no spot “Anti”; there are Ante and Side."


def test_a_spot_named_twice_on_a_slip_is_refused():
    wagers = (Wager("Ante", "", LIMIT),)
    said = refusal(Code.STAKE_INVALID, check, wagers, Slip((("Ante", 500), ("Ante", 500))))
    assert "twice" in said


def test_a_wager_of_the_round_itself_is_not_taken_before_the_deal():
    wagers = (Wager("Ante", "", LIMIT), Wager("Play", "", LIMIT, when=When.WITH_A_DECISION))
    said = refusal(Code.WAGER_NOT_NOW, check, wagers, {"Ante": 500, "Play": 500})
    assert "Play is bet during the round" in said


def test_constraints_of_a_wager_of_the_round_do_not_bind_before_the_deal():
    play = Wager("Play", "", LIMIT, (Compulsory(), EqualTo(("Ante",))), When.WITH_A_DECISION)
    check((Wager("Ante", "", LIMIT), play), {"Ante": 500})


@pytest.mark.parametrize("cents", [0, -500, True, 5.0, "500", None])
def test_a_stake_that_is_no_whole_number_of_cents_is_refused(cents):
    said = refusal(Code.STAKE_INVALID, check, (Wager("Ante", "", LIMIT),), {"Ante": cents})
    assert "whole number of cents above zero, on Ante" in said


def test_a_stake_that_odds_could_not_pay_in_whole_cents_is_refused_when_bet():
    wager = Wager("Ante", "", Limit(1, 1000), pays=(EVEN_MONEY, ONE_HALF))
    said = refusal(Code.STAKE_NOT_PAYABLE, check, (wager,), {"Ante": 101})
    assert "$1.01 on Ante" in said
    assert "multiple of $0.02" in said
    check((wager,), {"Ante": 102})


def test_the_pay_table_in_force_decides_what_can_be_paid():
    table = PayTable.of("Odd", {"Flush": "3 to 2", "Pair": "6 to 5"})
    wager = Wager("Side", "", Limit(1, 1000), lines=("Flush", "Pair"), pay_tables=(table,))
    assert stake_units_cents({"Side": wager}, {"Side": table}) == {"Side": 10}
    assert stake_units_cents({"Side": wager}, {}) == {"Side": 1}
    check((wager,), {"Side": 20}, pay_tables={"Side": table})
    with pytest.raises(Rejection) as caught:
        check((wager,), {"Side": 15}, pay_tables={"Side": table})
    assert caught.value.code is Code.STAKE_NOT_PAYABLE


def test_a_wager_has_limits_or_is_brought_by_another():
    with pytest.raises(AssertionError, match="needs limits"):
        Wager("Side", "")
    with pytest.raises(AssertionError, match="not bet itself"):
        Wager("Side", "", LIMIT, brought_by="Ante")


def test_a_wager_offered_with_a_line_it_does_not_know_is_refused():
    table = PayTable.of("Odd", {"Flsh": "3 to 2"})
    said = refusal(
        Code.PAY_TABLE_LINE_UNKNOWN,
        lambda: Wager("Side", "", LIMIT, lines=("Flush",), pay_tables=(table,)),
    )
    assert "“Flsh”" in said
    assert "Flush" in said


def test_a_pay_table_that_a_wager_is_not_offered_with_is_refused_naming_the_offers():
    table = PayTable.of("Usual", {"Flush": 3})
    side = Wager("Side", "", LIMIT, lines=("Flush",), pay_tables=(table,))
    assert side.pay_table("Usual") is table
    said = refusal(Code.PAY_TABLE_UNKNOWN, side.pay_table, "Unusual")
    assert said == "Side has no pay table “Unusual”; it is offered with: Usual."
    bare = refusal(Code.PAY_TABLE_UNKNOWN, Wager("Ante", "", LIMIT).pay_table, "Usual")
    assert bare.endswith("it is offered with: none.")


SPOTS = ("Ante", "Pair Plus", "Bonus")


@MANY
@given(st.dictionaries(st.sampled_from(SPOTS), st.integers(1, 3000), max_size=3))
def test_a_slip_is_taken_exactly_when_every_rule_said_in_words_holds(stakes):
    wagers = (
        Wager("Ante", "", Limit(100, 2000, 2), (Compulsory(("Pair Plus",)),), pays=(Odds(3, 2),)),
        Wager("Pair Plus", "", Limit(1, 3000), (AtLeast(("Ante",)),)),
        Wager("Bonus", "", Limit(1, 3000), (OnlyWith(("Ante",)), AtMost(("Ante",)))),
    )
    ante, pair, bonus = (stakes.get(spot, 0) for spot in SPOTS)
    is_right = (
        (ante or pair)
        and (not ante or (100 <= ante <= 2000 and ante % 2 == 0))
        and (not pair or pair >= ante)
        and (not bonus or (ante and bonus <= ante))
        and ante + pair + bonus <= 4000
    )
    try:
        check(wagers, stakes, table_maximum_cents=4000)
    except Rejection:
        assert not is_right
    else:
        assert is_right


@MANY
@given(st.dictionaries(st.text(max_size=5), st.integers(-5, 10_000)), st.lists(st.text(max_size=3)))
def test_a_slip_keeps_what_is_put_on_it(stakes, picks):
    slip = Slip.of(stakes, picks)
    assert dict(slip.stakes) == stakes
    assert slip.picks == tuple(picks)
    assert slip.total_cents == sum(stakes.values())
    assert slip == Slip.of(stakes, picks)
    assert hash(slip) == hash(Slip.of(stakes, picks))


def test_a_slip_is_refused_for_the_first_of_all_that_is_wrong_with_it():
    wagers = (
        Wager("Ante", "", LIMIT, (Compulsory(),)),
        Wager("Bonus", "", LIMIT, (EqualTo(("Ante",)),)),
        Wager("Play", "", when=When.WITH_A_DECISION),
    )
    by_spot = {wager.spot: wager for wager in wagers}
    limits = {"Ante": LIMIT, "Bonus": LIMIT}
    units = {"Ante": 2, "Bonus": 1}
    slip = Slip.of({"Play": 100, "Ante": 333, "Bonus": 90_000, "Tip": 5})
    found = [
        (one.rejection.code, one.spot)
        for one in slip_refusals(slip, by_spot, limits, units, 50_000)
    ]
    assert found == [
        (Code.WAGER_NOT_NOW, "Play"),
        (Code.SPOT_UNKNOWN, "Tip"),
        (Code.STAKE_BELOW_MINIMUM, "Ante"),
        (Code.STAKE_OFF_INCREMENT, "Ante"),
        (Code.STAKE_NOT_PAYABLE, "Ante"),
        (Code.STAKE_ABOVE_MAXIMUM, "Bonus"),
        (Code.STAKE_NOT_EQUAL, "Bonus"),
        (Code.TABLE_MAXIMUM, None),
    ]
    refusal(Code.WAGER_NOT_NOW, check_slip, slip, by_spot, limits, units, 50_000)
    sound = Slip.of({"Ante": 1_000, "Bonus": 1_000})
    assert list(slip_refusals(sound, by_spot, limits, units)) == []
