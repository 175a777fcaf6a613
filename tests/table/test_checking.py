"""What a command would cost can be asked before it is given; asking changes nothing."""

import pytest

from croupier.cards import DECK, HandDeck, Seed
from croupier.rejection import Code, Rejection
from croupier.table.commands import (
    CloseBets,
    Decide,
    PlaceWagers,
    ReadCard,
    ReportIrregularity,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.layout import view
from croupier.table.places import SPECTATOR, Viewer
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip

from .playing import bet, dealt, open_round, refused

SEED = Seed(bytes(range(32)))


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


def test_a_cut_or_card_that_cannot_be_is_refused_when_asked_too(duel):
    table = Round(duel, settings_for(duel), CardSource.shuffled(SEED, HandDeck, HandDeck))
    bet(table, {1: {"Ante": 500}})
    for cut_at in (0, 52, True, 2.5, "x"):
        refused(table, CloseBets("aa", cut_at), Code.CUT_OUT_OF_RANGE)
        with pytest.raises(Rejection):
            table.check(CloseBets("aa", cut_at))
    physical = dealt(duel, {1: {"Ante": 500}}, CardSource.physical(HandDeck))
    physical.handle(ReadCard(DECK[0]))
    with pytest.raises(Rejection) as caught:
        physical.check(ReadCard(DECK[0]))
    assert caught.value.code is Code.CARD_REPEATED


@pytest.mark.parametrize("remedy", ["void", "continue", None, Remedy.SUPERVISOR])
def test_a_ruling_that_is_neither_void_nor_continue_is_refused(insured, remedy):
    table = dealt(insured, {1: {"Main": 500}})
    table.handle(ReportIrregularity(IrregularityKind.DEALER_ERROR, "Oh."))
    refused(table, RuleOnIrregularity(remedy, "So be it."), Code.OPTION_NOT_OFFERED)


def test_an_open_stake_that_no_amount_fits_is_not_offered(insured):
    table = dealt(insured, {1: {"Main": 2}}, readings={"insurance_pays": "three_to_two"})
    names = [option.name for option in table.layout.asked[1].options]
    assert names == ["stand", "double", "insure in dollars"]


def test_an_amount_beyond_all_reason_is_refused(duel):
    refused(open_round(duel), PlaceWagers(1, Slip.of({"Ante": 10**5000})), Code.STAKE_INVALID)
    refused(open_round(duel), PlaceWagers(10**5000, Slip.of({"Ante": 500})), Code.SEAT_UNKNOWN)


def test_a_view_of_a_view_is_that_view(duel):
    table = dealt(duel, {1: {"Ante": 500}, 2: {"Ante": 500}})
    for viewer in (SPECTATOR, Viewer.at(2), Viewer.at(1, 2)):
        once = view(table.events, viewer)
        assert view(once, viewer) == once
