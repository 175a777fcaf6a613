"""What a command would cost can be asked before it is given; asking changes nothing."""

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.commands import (
    CloseBets,
    Decide,
    PlaceWagers,
    ReportIrregularity,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.wager import Slip

from .playing import bet, dealt, open_round, refused


def costs(table, command):
    before = (table.events, table.waiting, table.step)
    found = table.check(command)
    assert (table.events, table.waiting, table.step) == before
    return found


def test_a_slip_costs_what_it_adds_to_the_one_before(duel):
    table = open_round(duel)
    assert costs(table, PlaceWagers(1, Slip.of({"Ante": 700, "Match": 200}))) == {1: 900}
    bet(table, {1: {"Ante": 700, "Match": 200}})
    assert costs(table, PlaceWagers(1, Slip.of({"Ante": 500}))) == {1: -400}
    assert costs(table, PlaceWagers(1, Slip.of({}))) == {1: -900}
    assert costs(table, CloseBets()) == {}


def test_a_decision_costs_its_stake(duel):
    table = dealt(duel, {1: {"Ante": 700}, 2: {"Ante": 500}})
    assert costs(table, Decide(1, "raise")) == {1: 700}
    assert costs(table, Decide(1, "fold")) == {1: 0}
    assert costs(table, TimeOut()) == {1: 0, 2: 0}


def test_what_would_be_refused_is_refused_when_asked(duel):
    table = dealt(duel, {1: {"Ante": 700}})
    with pytest.raises(Rejection) as caught:
        table.check(Decide(1, "double"))
    assert caught.value.code is Code.OPTION_NOT_OFFERED


@pytest.mark.parametrize("text", ["", "x" * 501, "two\nlines", "\ud800", "\x1b[31m"])
def test_words_that_could_not_be_kept_are_refused(insured, text):
    table = dealt(insured, {1: {"Main": 500}})
    refused(table, ReportIrregularity(IrregularityKind.DEALER_ERROR, text), Code.TEXT_INVALID)
    table.handle(ReportIrregularity(IrregularityKind.DEALER_ERROR, "Oh."))
    refused(table, RuleOnIrregularity(Remedy.VOID, text), Code.TEXT_INVALID)


def test_picks_without_a_stake_are_refused(cells):
    table = open_round(cells)
    bet(table, {1: {"Ante": 500}}, "123")
    refused(table, PlaceWagers(1, Slip.of({}, "123")), Code.NO_WAGERS)
