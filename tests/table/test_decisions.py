"""Decisions: who is asked, what may be chosen, what time does, and the stakes that follow."""

import pytest

from croupier.cards import DECK
from croupier.money import Odds
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    Decide,
    Perform,
    PlaceWagers,
    ReadCard,
    RevealSeed,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.events import DecidedBy
from croupier.table.irregularity import Remedy
from croupier.table.steps import Choice, Option
from croupier.table.wager import Limit, Slip, Wager, When
from croupier.table.waiting import AwaitingDecisions, RoundIsOver

from .playing import dealt, deck_of, kinds, only, paid_in, paid_out, refused
from .sample_games import WIDE, Scripted, settle_all

STAKES = {1: {"Ante": 500}, 3: {"Ante": 700}}


def asking(options, default=None):
    def steps(table):
        for seat in table.seats:
            yield from table.ask(seat, "Well?", options, default=default, clause="Asking")
        yield from settle_all(table)

    return Scripted(steps)


def test_all_seats_are_asked_at_once_and_the_round_waits_for_each(duel):
    table = dealt(duel, STAKES)
    assert table.waiting == AwaitingDecisions((1, 3))
    table.handle(Decide(3, "fold"))
    assert table.waiting == AwaitingDecisions((1,))


def test_choices_are_closed_and_stakes_added_when_all_have_chosen(duel):
    table = dealt(duel, STAKES)
    assert kinds(table.handle(Decide(3, "raise"))) == [happened.DecisionMade]
    events = table.handle(Decide(1, "fold"))
    assert events[1] == happened.DecisionsClosed((Choice(1, "fold"), Choice(3, "raise", 700)))
    assert only(events, happened.WagerAdded) == [happened.WagerAdded(3, "Raise", 700)]


def test_a_seat_that_has_decided_cannot_decide_again(duel):
    table = dealt(duel, STAKES)
    table.handle(Decide(1, "fold"))
    said = refused(table, Decide(1, "raise"), Code.ALREADY_DECIDED)
    assert "Seat 1 has chosen already" in said


@pytest.mark.parametrize("seat", [2, 0, -1, 99, "1"])
def test_a_seat_that_is_not_asked_cannot_decide(duel, seat):
    refused(dealt(duel, STAKES), Decide(seat, "fold"), Code.NOT_ASKED)


def test_a_seat_asked_in_turn_waits_for_its_turn(insured):
    table = dealt(insured, {1: {"Main": 500}, 2: {"Main": 500}})
    assert table.waiting == AwaitingDecisions((1,))
    refused(table, Decide(2, "stand"), Code.NOT_ASKED)
    table.handle(Decide(1, "stand"))
    assert table.waiting == AwaitingDecisions((2,))
    refused(table, Decide(1, "stand"), Code.ALREADY_DECIDED)


@pytest.mark.parametrize("option", ["Raise", "", "double", None])
def test_an_option_that_is_not_offered_is_refused_with_those_that_are(duel, option):
    said = refused(dealt(duel, STAKES), Decide(1, option), Code.OPTION_NOT_OFFERED)
    assert said.startswith("Seat 1 may choose: raise, fold;")


@pytest.mark.parametrize("cents", [0, 499, 501, -500, True, 500.0, "500"])
def test_a_fixed_stake_is_taken_only_at_its_amount(duel, cents):
    said = refused(dealt(duel, STAKES), Decide(1, "raise", cents), Code.STAKE_INVALID)
    assert said == "“raise” takes $5."


def test_a_fixed_stake_may_be_named_or_left_out(duel):
    named, left_out = dealt(duel, STAKES), dealt(duel, STAKES)
    assert named.handle(Decide(1, "raise", 500)) == left_out.handle(Decide(1, "raise"))


def test_an_option_without_a_stake_takes_none(duel):
    refused(dealt(duel, STAKES), Decide(1, "fold", 500), Code.STAKE_INVALID)
    dealt(duel, STAKES).handle(Decide(1, "fold", 0))


@pytest.mark.parametrize("cents", [None, 0, 501, 1.0])
def test_an_open_stake_must_be_named_within_its_bounds(insured, cents):
    table = dealt(insured, {1: {"Main": 1000}})
    said = refused(table, Decide(1, "insure", cents), Code.STAKE_INVALID)
    assert said == "“insure” takes $0.02 to $5."


def test_an_open_stake_keeps_to_its_steps(insured):
    table = dealt(insured, {1: {"Main": 1000}})
    said = refused(table, Decide(1, "insure in dollars", 150), Code.STAKE_INVALID)
    assert said == "“insure in dollars” takes $1 to $1,000 in steps of $1."


def test_an_open_stake_is_added_as_named_and_settled(insured):
    table = dealt(insured, {1: {"Main": 1000}}, deck_of("2c As"))
    table.handle(Decide(1, "insure", 333))
    assert paid_in(table.events) == {1: 1333}
    assert paid_out(table.events) == {1: 500 + 999}


def test_a_double_adds_to_the_wager_that_is_there(insured):
    table = dealt(insured, {1: {"Main": 1000}}, deck_of("Kc 2s"))
    events = table.handle(Decide(1, "double"))
    assert only(events, happened.WagerAdded) == [happened.WagerAdded(1, "Main", 1000)]
    assert [event.stake_cents for event in only(events, happened.WagerSettled)] == [1000, 1000]
    assert paid_out(table.events) == {1: 3000}


def test_a_stake_with_a_decision_that_could_not_be_paid_exactly_is_refused_when_chosen(insured):
    table = dealt(
        insured,
        {1: {"Main": 1000}},
        deck_of("2c As"),
        readings={"insurance_pays": "three_to_two"},
    )
    said = refused(table, Decide(1, "insure", 333), Code.STAKE_INVALID)
    assert said == "“insure” takes $0.02 to $5 in steps of $0.02."


def test_a_stake_with_a_decision_keeps_to_the_limit_the_house_set_for_its_spot(insured):
    table = dealt(insured, {1: {"Main": 1000}}, limits={"Insurance": Limit(2, 300)})
    said = refused(table, Decide(1, "insure", 400), Code.STAKE_INVALID)
    assert said == "“insure” takes $0.02 to $3."
    table.handle(Decide(1, "insure", 300))


def test_when_time_runs_out_the_default_counts_for_those_who_have_not_chosen(duel):
    table = dealt(duel, STAKES | {5: {"Ante": 600}})
    table.handle(Decide(3, "raise"))
    events = table.handle(TimeOut())
    made = only(events, happened.DecisionMade)
    assert [(one.seat, one.choice.option, one.by) for one in made] == [
        (1, "fold", DecidedBy.TIME),
        (5, "fold", DecidedBy.TIME),
    ]
    assert table.waiting == RoundIsOver()
    assert paid_in(table.events) == {1: 500, 3: 1400, 5: 600}


def test_time_takes_the_least_where_the_default_has_an_open_stake():
    options = [Option("insure", "Insure", "Insurance", 100, 500, is_open=True), Option("no", "No")]
    insurance = Wager("Insurance", "", WIDE, when=When.WITH_A_DECISION)
    game = asking(options, "insure")
    game._wagers += (insurance,)
    table = dealt(game, {1: {"Main": 500}})
    table.handle(TimeOut())
    assert only(table.events, happened.WagerAdded) == [happened.WagerAdded(1, "Insurance", 100)]


def test_where_nothing_counts_by_default_the_table_waits(insured):
    said = refused(dealt(insured, {1: {"Main": 500}}), TimeOut(), Code.NO_DEFAULT)
    assert "for seat 1" in said


def test_where_one_seat_has_no_default_time_decides_for_nobody(pack_draw):
    table = dealt(pack_draw, {1: {"Left": 500}, 2: {"Left": 500}})
    table.handle(Decide(2, "0"))
    refused(table, TimeOut(), Code.NO_DEFAULT)


def test_a_default_that_is_not_among_the_options_is_the_scripts_mistake():
    with pytest.raises(AssertionError):
        dealt(asking([Option("go", "Go")], "stay"), {1: {"Main": 500}}).handle(TimeOut())


def test_nobody_is_asked_where_no_seat_has_anything_to_decide():
    def steps(table):
        assert (yield from table.ask_all("Well?", {}, clause="Asking")) == {}
        yield from settle_all(table)

    assert not only(dealt(Scripted(steps), {1: {"Main": 500}}).events, happened.DecisionAsked)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (PlaceWagers(1, Slip.of({"Ante": 500})), Code.BETS_CLOSED),
        (CloseBets(), Code.BETS_CLOSED),
        (ReadCard(DECK[0]), Code.CARD_NOT_AWAITED),
        (Perform("turn"), Code.NOT_THE_NEXT_STEP),
        (RuleOnIrregularity(Remedy.VOID, "No."), Code.ROUND_NOT_HELD),
        (RevealSeed("00" * 32), Code.SEED_INVALID),
    ],
)
def test_while_seats_are_asked_everything_else_is_refused(duel, command, code):
    refused(dealt(duel, STAKES), command, code)


OVER_COMMANDS = [
    PlaceWagers(1, Slip.of({"Ante": 500})),
    PlaceWagers(1, Slip.of({})),
    CloseBets(),
    Decide(1, "fold"),
    TimeOut(),
    ReadCard(DECK[0]),
    Perform("collect"),
    RuleOnIrregularity(Remedy.CONTINUE, "Go on."),
]


@pytest.mark.parametrize("command", OVER_COMMANDS, ids=lambda command: type(command).__name__)
def test_a_round_that_is_over_takes_nothing_more(duel, command):
    table = dealt(duel, STAKES)
    table.handle(TimeOut())
    assert "next one takes new bets" in refused(table, command, Code.ROUND_OVER)


def test_what_a_settlement_pays_is_what_its_outcome_says(duel):
    chosen = {"readings": {"tie": "half_back"}}
    table = dealt(
        duel, {1: {"Ante": 500, "Match": 100}, 2: {"Ante": 500}}, deck_of("9c Kd 9s"), **chosen
    )
    table.handle(Decide(1, "raise"))
    table.handle(Decide(2, "raise"))
    settled = {(one.seat, one.spot): one for one in only(table.events, happened.WagerSettled)}
    assert {key: one.returned_cents for key, one in settled.items()} == {
        (1, "Ante"): 250,
        (1, "Raise"): 250,
        (1, "Match"): 100 + 2500,
        (2, "Ante"): 1000,
        (2, "Raise"): 1000,
    }
    assert settled[1, "Match"].because.line == "Same rank and colour"
    assert settled[1, "Match"].outcome.odds == Odds(25)
    assert settled[2, "Ante"].because.hands == ("king of diamonds", "nine of spades")
