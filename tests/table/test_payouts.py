"""The largest payout of a table: what one seat wins in a round is held to it, and said."""

import pytest

from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import Decide, ReportIrregularity, RuleOnIrregularity
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.settings import settings_for

from .playing import dealt, deck_of, only, paid_in, paid_out


def settled(table):
    return {
        (event.seat, event.spot): (event.returned_cents, event.withheld_cents)
        for event in only(table.events, happened.WagerSettled)
    }


def test_winnings_above_the_largest_payout_are_withheld_and_the_stake_comes_back(duel):
    stakes = {1: {"Ante": 1000, "Match": 100}, 2: {"Ante": 500}}
    table = dealt(duel, stakes, deck_of("Ks 9s Kc"), payout_maximum_cents=2000)
    table.handle(Decide(1, "raise"))
    table.handle(Decide(2, "fold"))
    assert settled(table) == {
        (1, "Ante"): (1000, 0),
        (1, "Raise"): (1000, 0),
        (1, "Match"): (2100, 500),
        (2, "Ante"): (0, 0),
    }


def test_the_wagers_of_a_seat_share_the_largest_payout(duel):
    table = dealt(duel, {1: {"Ante": 1000}}, deck_of("Ks 2c"), payout_maximum_cents=1500)
    table.handle(Decide(1, "raise"))
    assert settled(table) == {(1, "Ante"): (2000, 0), (1, "Raise"): (1500, 500)}


def test_each_seat_has_a_largest_payout_of_its_own(duel):
    stakes = {1: {"Ante": 1000}, 2: {"Ante": 1000}}
    table = dealt(duel, stakes, deck_of("Ks Kc 2c"), payout_maximum_cents=1500)
    table.handle(Decide(1, "raise"))
    table.handle(Decide(2, "raise"))
    assert paid_out(table.events) == {1: 3500, 2: 3500}


def test_a_void_round_gives_back_what_was_bet_whatever_was_withheld(insured):
    table = dealt(
        insured, {1: {"Main": 1000, "High": 800}}, deck_of("Ks 2c"), payout_maximum_cents=300
    )
    assert settled(table) == {(1, "High"): (1100, 500)}
    table.handle(ReportIrregularity(IrregularityKind.DEALER_ERROR, "Wrong seat."))
    table.handle(RuleOnIrregularity(Remedy.VOID, "Void."))
    assert paid_out(table.events) == paid_in(table.events) == {1: 1800}


def test_a_largest_payout_of_nothing_is_refused(duel):
    with pytest.raises(Rejection) as caught:
        settings_for(duel, payout_maximum_cents=0)
    assert caught.value.code is Code.LIMITS_INVALID
    assert "largest payout" in caught.value.detail
