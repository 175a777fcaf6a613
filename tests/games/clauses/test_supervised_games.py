"""Where a sheet says nothing of irregularities a supervisor rules: void, or the round goes on.

Tried with Three Card Poker and its stadium, for every kind, at every stage of a round.
"""

from dataclasses import replace

import pytest

from croupier.cards import FaultKind, PlannedFault
from croupier.games.stadium_three_card_poker import STADIUM_THREE_CARD_POKER as STADIUM
from croupier.games.three_card_poker import THREE_CARD_POKER as TABLE_GAME
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, ReportIrregularity, RuleOnIrregularity
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.waiting import BY_HAND, AwaitingSupervisor

from .dealing import (
    deal,
    dealt,
    decide,
    of_kind,
    opened,
    play_on,
    refused,
    report,
    rule,
    settlements,
    was_void,
    work,
)

STAKES = {
    1: {"Ante": 1000, "Pair Plus": 1500, "Six Card Bonus": 200},
    2: {"Ante": 500, "Pair Plus": 500},
}
DECISIONS = [(1, "play"), (2, "fold")]
SET_UPS = [
    pytest.param({"game": TABLE_GAME, "device": 0}, id="table, shuffler"),
    pytest.param({"game": TABLE_GAME, "device": 1}, id="table, by hand"),
    pytest.param({"game": STADIUM, "picks": {1: "159", 2: "123"}}, id="stadium"),
]
MOMENTS = [
    "bets are open",
    "the first pack is out",
    "nobody has decided",
    "one has decided",
    "all have decided",
    "some wagers are settled",
]


def held_by_hand(moment, *, game, **chosen):
    """A round with a human dealer, brought to that moment."""
    table = opened(game, STAKES, automation=BY_HAND, **chosen)
    if moment == "bets are open":
        return table
    table.handle(CloseBets("c0ffee"))
    if moment == "the first pack is out":
        return work(table, happened.CardDealt, 3)
    work(table)
    if moment == "nobody has decided":
        return table
    decide(table, DECISIONS[:1] if moment == "one has decided" else DECISIONS)
    if moment == "some wagers are settled":
        work(table, happened.WagerSettled, 2)
    return table


@pytest.mark.parametrize("kind", list(IrregularityKind))
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("set_up", SET_UPS)
def test_a_supervisor_may_void_the_round_and_every_wager_goes_back(set_up, moment, kind):
    table = held_by_hand(moment, **set_up)
    settled_before = of_kind(table, happened.WagerSettled)
    assert report(table, kind, "A card flashed.") is Remedy.SUPERVISOR
    assert table.waiting == AwaitingSupervisor(kind)
    refused(table, Decide(1, "play"), Code.ROUND_HELD)
    rule(table, "void", "The floor calls a misdeal.")
    assert was_void(table)
    assert table.events[-1] == happened.RoundVoided("The floor calls a misdeal.")
    assert of_kind(table, happened.IrregularityReported, happened.SupervisorRuled) == [
        happened.IrregularityReported(kind, "A card flashed.", Remedy.SUPERVISOR),
        happened.SupervisorRuled(Remedy.VOID, "The floor calls a misdeal."),
    ]
    assert len(of_kind(table, happened.SettlementReversed)) == len(settled_before)
    refused(table, ReportIrregularity(kind, "Once more."), Code.ROUND_OVER)


@pytest.mark.parametrize("kind", list(IrregularityKind))
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("set_up", SET_UPS)
def test_a_supervisor_may_let_the_round_go_on_as_if_nothing_had_been(set_up, moment, kind):
    table = held_by_hand(moment, **set_up)
    report(table, kind)
    rule(table, "continue", "No harm done.")
    play_on(table, DECISIONS)
    undisturbed = deal(stakes=STAKES, decisions=DECISIONS, **set_up)
    assert settlements(table) == settlements(undisturbed)
    assert dealt(table) == dealt(undisturbed)
    assert isinstance(table.events[-1], happened.RoundClosed)
    assert happened.SupervisorRuled(Remedy.CONTINUE, "No harm done.") in table.events


PACKS = [
    pytest.param(*set_up.values, at, id=f"{set_up.id}, pack {at + 1}")
    for set_up in SET_UPS
    for at in range(4 if set_up.id == "stadium" else 3)
]
"""Every pack of a round for two seats: one for each and the dealer's, or three and the dealer's."""
FAULTS = {
    PlannedFault(0, FaultKind.JAM): (IrregularityKind.DEVICE_FAILURE, "The {} jammed."),
    PlannedFault(0, FaultKind.WRONG_COUNT, 2): (
        IrregularityKind.WRONG_COUNT,
        "The {} gave 2 cards instead of 3.",
    ),
    PlannedFault(0, FaultKind.WRONG_COUNT, 4): (
        IrregularityKind.WRONG_COUNT,
        "The {} gave 4 cards instead of 3.",
    ),
    PlannedFault(0, FaultKind.CARD_FACE_UP): (
        IrregularityKind.CARD_FACE_UP,
        "A card was found face up in the {}.",
    ),
}


def failing(set_up, at, fault):
    """A round whose device fails at that pack, brought there; and the failure."""
    table = deal(stakes=STAKES, faults=[replace(fault, at=at)], **set_up)
    if table.layout.asked:
        decide(table, DECISIONS)
    (failed,) = of_kind(table, happened.DeviceFailed)
    return table, failed


@pytest.mark.parametrize("fault", list(FAULTS))
@pytest.mark.parametrize(("set_up", "at"), PACKS)
def test_when_the_device_fails_a_supervisor_may_void_the_round(set_up, at, fault):
    table, failed = failing(set_up, at, fault)
    kind, words = FAULTS[fault]
    assert len(dealt(table)) == 3 * at
    sentence = words.format(failed.device)
    assert table.events[-1] == happened.IrregularityReported(kind, sentence, Remedy.SUPERVISOR)
    assert table.waiting == AwaitingSupervisor(kind)
    rule(table, "void", "The device is out of order.")
    assert was_void(table)


@pytest.mark.parametrize("fault", list(FAULTS))
@pytest.mark.parametrize(("set_up", "at"), PACKS)
def test_when_the_device_fails_a_supervisor_may_have_the_pack_dealt_again(set_up, at, fault):
    table, failed = failing(set_up, at, fault)
    rule(table, "continue", "The cards are set aside and the pack is dealt again.")
    play_on(table, DECISIONS)
    assert len(dealt(table)) == 3 * (4 if set_up["game"] is STADIUM else 3)
    assert not {card for _, card, _ in dealt(table)} & {str(card) for card in failed.dispensed}
    assert isinstance(table.events[-1], happened.RoundClosed)
    refused(table, RuleOnIrregularity(Remedy.VOID, "Too late."), Code.ROUND_OVER)
