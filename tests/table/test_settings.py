"""Rulings and table settings: defaults, choices, and what a table cannot be set to."""

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.paytable import PayTable
from croupier.table.ruling import readings_of, rulings_of, with_readings
from croupier.table.settings import settings_for
from croupier.table.wager import Limit

from .sample_games import InsurancePays, InsuredRules, OnIrregularity


def refusal(code, act):
    with pytest.raises(Rejection) as caught:
        act()
    assert caught.value.code is code, caught.value.detail
    return caught.value.detail


def test_a_ruling_says_its_question_its_clause_and_what_each_reading_means(duel_module):
    (tie,) = rulings_of(duel_module.Rules)
    assert (tie.name, tie.clause) == ("tie", "Comparing")
    assert tie.question == "Who wins when the cards tie?"
    assert [str(reading) for reading in tie.readings] == ["push", "half_back"]
    assert tie.default == "push"
    assert tie.default.meaning == "Ante and Raise are returned."


def test_readings_not_chosen_are_the_defaults():
    rules = with_readings(InsuredRules, {"insurance_pays": "three_to_two"})
    assert rules.insurance_pays is InsurancePays.THREE_TO_TWO
    assert rules.on_irregularity is OnIrregularity.SUPERVISOR
    assert readings_of(rules) == (
        ("on_irregularity", "supervisor"),
        ("insurance_pays", "three_to_two"),
    )


def test_an_unknown_ruling_is_refused_with_the_nearest_name():
    said = refusal(
        Code.RULING_UNKNOWN, lambda: with_readings(InsuredRules, {"insurance_pay": "two_to_one"})
    )
    assert said == "There is no ruling “insurance_pay”; did you mean “insurance_pays”?"


def test_an_unknown_ruling_like_no_other_is_refused_with_the_list():
    said = refusal(Code.RULING_UNKNOWN, lambda: with_readings(InsuredRules, {"zzz": "void"}))
    assert said == "There is no ruling “zzz”; there are: on_irregularity, insurance_pays."


def test_an_unknown_reading_is_refused_with_the_nearest_name():
    said = refusal(
        Code.READING_UNKNOWN, lambda: with_readings(InsuredRules, {"on_irregularity": "viod"})
    )
    assert said == "Ruling “on_irregularity” has no reading “viod”; did you mean “void”?"


def test_an_unknown_reading_like_no_other_is_refused_with_the_list():
    said = refusal(
        Code.READING_UNKNOWN, lambda: with_readings(InsuredRules, {"on_irregularity": "zzz"})
    )
    assert said.endswith("there are: supervisor, void, continue.")


def test_a_table_has_the_defaults_of_its_game_unless_the_house_chooses(duel, duel_module):
    settings = settings_for(duel)
    assert (settings.game, settings.rules_version, settings.positions) == ("one-card-duel", 1, 5)
    assert settings.readings == (("tie", "push"),)
    assert dict(settings.limits)["Ante"] == duel_module.LIMIT
    assert settings.pay_table("Match").name == "Usual"
    assert settings.table_maximum_cents is None


def test_a_house_may_choose_positions_readings_limits_pay_tables_and_a_maximum(duel):
    settings = settings_for(
        duel,
        positions=7,
        readings={"tie": "half_back"},
        limits={"Ante": Limit(1, 10)},
        pay_tables={"Match": "Flat"},
        table_maximum_cents=900,
    )
    assert settings.positions == 7
    assert settings.readings == (("tie", "half_back"),)
    assert dict(settings.limits)["Ante"] == Limit(1, 10)
    assert dict(settings.limits)["Match"] == Limit(100, 10_000, 100)
    assert settings.pay_table("Match").name == "Flat"
    assert settings.table_maximum_cents == 900


def test_a_pay_table_may_be_given_whole(duel):
    table = PayTable.of("Ours", {"Same rank": "9 to 1"})
    assert settings_for(duel, pay_tables={"Match": table}).pay_table("Match") is table


@pytest.mark.parametrize("positions", [0, -1, 8])
def test_a_table_with_too_few_or_too_many_seats_is_refused(duel, positions):
    said = refusal(Code.SEATS_OUT_OF_RANGE, lambda: settings_for(duel, positions=positions))
    assert said == f"One Card Duel is played with 1 to 7 seats, not {positions}."


@pytest.mark.parametrize(
    "chosen", [{"limits": {"Anti": Limit(1, 2)}}, {"pay_tables": {"Anti": "Usual"}}]
)
def test_limits_or_pay_tables_for_no_spot_are_refused(duel, chosen):
    said = refusal(Code.SPOT_UNKNOWN, lambda: settings_for(duel, **chosen))
    assert said == "There is no spot “Anti”; there are Ante, Raise, Match."


@pytest.mark.parametrize("cents", [0, -100])
def test_a_table_maximum_that_allows_nothing_is_refused(duel, cents):
    said = refusal(Code.LIMITS_INVALID, lambda: settings_for(duel, table_maximum_cents=cents))
    assert "above zero" in said


def test_an_unknown_pay_table_is_refused_with_the_offers(duel):
    said = refusal(
        Code.PAY_TABLE_UNKNOWN, lambda: settings_for(duel, pay_tables={"Match": "Fancy"})
    )
    assert said.endswith("it is offered with: Usual, Flat.")


def test_a_pay_table_of_another_game_is_refused(duel):
    table = PayTable.of("Poker", {"Flush": 3})
    said = refusal(
        Code.PAY_TABLE_LINE_UNKNOWN, lambda: settings_for(duel, pay_tables={"Match": table})
    )
    assert "Same rank and colour, Same rank" in said


def test_a_pay_table_for_a_spot_that_has_none_is_refused_saying_so(duel):
    table = PayTable.of("Poker", {"Flush": 3})
    with pytest.raises(Rejection) as caught:
        settings_for(duel, pay_tables={"Ante": table})
    assert caught.value.code in {Code.PAY_TABLE_UNKNOWN, Code.PAY_TABLE_LINE_UNKNOWN}
    assert "Ante" in caught.value.detail
    assert "are ." not in caught.value.detail


def test_a_wrong_reading_is_refused_before_a_table_is_set(duel):
    refusal(Code.READING_UNKNOWN, lambda: settings_for(duel, readings={"tie": "pushh"}))


def test_limits_under_which_no_stake_could_be_paid_are_refused(duel):
    """At even cents only (`half_back`), limits of exactly one odd cent let nobody bet."""
    refusal(
        Code.LIMITS_INVALID,
        lambda: settings_for(duel, readings={"tie": "half_back"}, limits={"Ante": Limit(501, 501)}),
    )


def test_a_wager_whose_stake_the_rules_fix_has_no_limit_to_set(duel):
    said = refusal(
        Code.LIMITS_INVALID, lambda: settings_for(duel, limits={"Raise": Limit(500, 1000)})
    )
    assert said == "Raise is as much as the rules say; it has no limit of its own."
    assert [spot for spot, _ in settings_for(duel).limits] == ["Ante", "Match"]


def test_a_table_at_which_nobody_could_bet_is_refused(duel):
    said = refusal(Code.LIMITS_INVALID, lambda: settings_for(duel, table_maximum_cents=400))
    assert said.startswith("Nobody could bet at this table, because its limits do not go together.")
