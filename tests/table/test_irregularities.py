"""Irregularities: what the game does about them, holds and rulings, and voids to the cent."""

import pytest

from croupier.cards import (
    DECK,
    CardReader,
    FaultKind,
    HandDeck,
    PackDispenser,
    PlannedFault,
    parse_card,
    parse_hand,
)
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    Decide,
    Perform,
    PlaceWagers,
    ReadCard,
    ReportIrregularity,
    RevealSeed,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.irregularity import IrregularityKind, Remedy, irregularity_of
from croupier.table.source import CardSource
from croupier.table.wager import Slip
from croupier.table.waiting import (
    BY_HAND,
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingSupervisor,
    AwaitingWagers,
    RoundIsOver,
    step_name,
)

from .playing import bet, dealt, deck_of, kinds, only, open_round, paid_in, paid_out, refused

ERROR = ReportIrregularity(IrregularityKind.DEALER_ERROR, "Chips fell into the rack.")
VOID = RuleOnIrregularity(Remedy.VOID, "The bets cannot be told apart.")
CONTINUE = RuleOnIrregularity(Remedy.CONTINUE, "The tape shows the bets.")
JAM = PlannedFault(1, FaultKind.JAM)
SHORT = PlannedFault(1, FaultKind.WRONG_COUNT, 0)
FACE_UP = PlannedFault(1, FaultKind.CARD_FACE_UP)


def insured_round(insured, remedy="supervisor", cards="Kc Ad 2s", faults=(), **chosen):
    return dealt(
        insured,
        {1: {"Main": 1000, "High": 300}, 2: {"Main": 400}},
        deck_of(cards, *faults),
        readings={"on_irregularity": remedy},
        **chosen,
    )


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (FaultKind.JAM, IrregularityKind.DEVICE_FAILURE),
        (FaultKind.WRONG_COUNT, IrregularityKind.WRONG_COUNT),
        (FaultKind.CARD_FACE_UP, IrregularityKind.CARD_FACE_UP),
    ],
)
def test_every_failure_of_a_device_is_an_irregularity(fault, kind):
    assert irregularity_of(fault) is kind


def test_a_report_that_voids_by_the_rules_returns_every_wager(insured):
    table = insured_round(insured, "void")
    events = table.handle(ERROR)
    assert events[0] == happened.IrregularityReported(ERROR.kind, ERROR.detail, Remedy.VOID)
    assert events[-1] == happened.RoundVoided(ERROR.detail)
    assert table.waiting == RoundIsOver()
    assert paid_out(table.events) == paid_in(table.events) == {1: 1300, 2: 400}
    assert (table.layout.is_over, table.layout.is_void) == (True, True)
    assert not any(table.layout.stakes.values())


def test_voiding_reverses_a_settlement_exactly_before_the_wager_goes_back(insured):
    table = insured_round(insured, "void")
    assert paid_out(table.events) == {1: 600}
    events = table.handle(ERROR)
    assert events[1:-1] == (
        happened.SettlementReversed(1, "High", 300, 600),
        happened.WagerReturned(1, "Main", 1000),
        happened.WagerReturned(1, "High", 300),
        happened.WagerReturned(2, "Main", 400),
    )


def test_voiding_reverses_a_bonus_and_both_halves_of_a_wager_in_reverse_order(insured):
    """By hand, the supervisor may stop the dealer between two settlements."""
    table = open_round(insured, deck_of("Ac Kd"), automation=BY_HAND)
    bet(table, {1: {"Main": 1000}})
    table.handle(CloseBets())
    for step in ("deal", "deal"):
        table.handle(Perform(step))
    table.handle(Decide(1, "double"))
    for step in ("turn", "settle", "settle", "settle"):
        table.handle(Perform(step))
    table.handle(ERROR)
    events = table.handle(VOID)
    assert events == (
        happened.SupervisorRuled(Remedy.VOID, VOID.reason),
        happened.SettlementReversed(1, "Main", 1000, 1000),
        happened.SettlementReversed(1, "Main", 1000, 2000),
        happened.SettlementReversed(1, "Ace Bonus", 0, 10_000),
        happened.WagerReturned(1, "Main", 2000),
        happened.RoundVoided(VOID.reason),
    )
    assert paid_out(table.events) == {1: 2000}
    assert table.layout.settled == []


def test_a_stake_added_with_a_decision_is_returned_too(insured):
    table = insured_round(insured, "void")
    table.handle(Decide(1, "insure", 250))
    table.handle(ERROR)
    assert paid_out(table.events) == {1: 1550, 2: 400}


def test_a_report_that_changes_nothing_by_the_rules_lets_the_round_go_on(insured):
    table = insured_round(insured, "continue")
    waiting = table.waiting
    events = table.handle(ERROR)
    assert events == (happened.IrregularityReported(ERROR.kind, ERROR.detail, Remedy.CONTINUE),)
    assert table.waiting == waiting
    table.handle(Decide(1, "stand"))
    table.handle(Decide(2, "stand"))
    assert table.waiting == RoundIsOver()


def test_a_report_the_rules_leave_open_holds_the_round(insured):
    table = insured_round(insured)
    table.handle(ERROR)
    assert table.waiting == AwaitingSupervisor(IrregularityKind.DEALER_ERROR)


HELD_COMMANDS = [
    PlaceWagers(1, Slip.of({"Main": 500})),
    CloseBets(),
    Decide(1, "stand"),
    TimeOut(),
    ReadCard(DECK[0]),
    Perform("deal"),
    ERROR,
    RevealSeed("00" * 32),
]


@pytest.mark.parametrize("command", HELD_COMMANDS, ids=lambda command: type(command).__name__)
def test_a_held_round_takes_nothing_but_a_ruling(insured, command):
    table = insured_round(insured)
    table.handle(ERROR)
    assert "supervisor" in refused(table, command, Code.ROUND_HELD)


def test_a_supervisor_cannot_leave_it_to_the_supervisor(insured):
    table = insured_round(insured)
    table.handle(ERROR)
    command = RuleOnIrregularity(Remedy.SUPERVISOR, "Not me.")
    assert "void or continues" in refused(table, command, Code.OPTION_NOT_OFFERED)


def test_a_ruling_on_a_round_that_is_not_held_is_refused(insured):
    refused(insured_round(insured), VOID, Code.ROUND_NOT_HELD)


def test_a_round_that_continues_waits_for_what_it_waited_for(insured):
    table = insured_round(insured)
    table.handle(Decide(1, "stand"))
    table.handle(ERROR)
    assert table.handle(CONTINUE) == (happened.SupervisorRuled(Remedy.CONTINUE, CONTINUE.reason),)
    assert table.waiting == AwaitingDecisions((2,))
    table.handle(Decide(2, "stand"))
    assert table.waiting == RoundIsOver()


def test_a_round_can_be_held_and_continued_more_than_once(insured):
    table = insured_round(insured)
    for _ in range(3):
        table.handle(ERROR)
        table.handle(CONTINUE)
    assert table.waiting == AwaitingDecisions((1,))


def test_an_irregularity_while_betting_voids_what_is_on_the_felt(insured):
    table = open_round(insured, readings={"on_irregularity": "void"})
    bet(table, {1: {"Main": 500}})
    table.handle(ERROR)
    assert kinds(table.events)[-2:] == [happened.WagerReturned, happened.RoundVoided]
    assert paid_out(table.events) == {1: 500}


def test_an_irregularity_while_betting_holds_it_and_betting_goes_on(insured):
    table = open_round(insured)
    table.handle(ERROR)
    table.handle(CONTINUE)
    assert table.waiting == AwaitingWagers()


def test_an_irregularity_while_a_card_is_awaited_holds_it_and_reading_goes_on(insured):
    table = dealt(insured, {1: {"Main": 500}}, CardSource.ready(CardReader()))
    table.handle(ERROR)
    table.handle(CONTINUE)
    assert isinstance(table.waiting, AwaitingCards)
    table.handle(ReadCard(parse_card("2c")))


@pytest.mark.parametrize("command", [ERROR, CONTINUE], ids=["report", "ruling"])
def test_a_round_that_is_over_cannot_become_irregular(insured, command):
    table = insured_round(insured, "void")
    table.handle(ERROR)
    refused(table, command, Code.ROUND_OVER)


@pytest.mark.parametrize(
    ("fault", "kind", "sentence"),
    [
        (JAM, IrregularityKind.DEVICE_FAILURE, "The scripted deck jammed."),
        (
            SHORT,
            IrregularityKind.WRONG_COUNT,
            "The scripted deck gave no cards instead of 1.",
        ),
        (
            FACE_UP,
            IrregularityKind.CARD_FACE_UP,
            "A card was found face up in the scripted deck.",
        ),
    ],
)
def test_a_failure_of_the_device_is_put_on_record_and_holds_the_round(
    insured, fault, kind, sentence
):
    table = insured_round(insured, faults=[fault])
    failed, reported = table.events[-2:]
    assert (failed.kind, failed.device, failed.expected) == (fault.kind, "scripted deck", 1)
    assert reported == happened.IrregularityReported(kind, sentence, Remedy.SUPERVISOR)
    assert table.waiting == AwaitingSupervisor(kind)


def test_after_a_jam_continuing_deals_the_same_card_again(insured):
    table = insured_round(insured, faults=[JAM])
    events = table.handle(CONTINUE)
    assert [one.card for one in only(table.events, happened.CardDealt)] == list(
        parse_hand("Kc Ad 2s")
    )
    assert kinds(events)[:2] == [happened.SupervisorRuled, happened.CardDealt]
    assert table.waiting == AwaitingDecisions((1,))


def test_cards_a_device_gave_wrongly_are_on_record_and_out_of_the_game(insured):
    table = insured_round(insured, faults=[PlannedFault(1, FaultKind.WRONG_COUNT, 2)])
    (failed,) = only(table.events, happened.DeviceFailed)
    assert failed.dispensed == parse_hand("Ad 2s")
    table.handle(CONTINUE)
    assert not set(failed.dispensed) & {one.card for one in only(table.events, happened.CardDealt)}


@pytest.mark.parametrize("fault", [JAM, SHORT, FACE_UP], ids=lambda fault: fault.kind)
def test_a_failure_that_voids_by_the_rules_returns_every_wager(insured, fault):
    table = insured_round(insured, "void", faults=[fault])
    assert table.waiting == RoundIsOver()
    assert paid_out(table.events) == paid_in(table.events)


def test_a_failure_after_which_the_rules_continue_is_tried_again_at_once(insured):
    faults = [PlannedFault(0, FaultKind.JAM), PlannedFault(1, FaultKind.JAM)]
    table = insured_round(insured, "continue", faults=faults)
    assert len(only(table.events, happened.DeviceFailed)) == 2
    assert table.waiting == AwaitingDecisions((1,))


def test_by_hand_too_a_failure_after_which_the_rules_continue_is_tried_again_at_once(insured):
    table = open_round(
        insured,
        deck_of("Kc", PlannedFault(0, FaultKind.JAM)),
        automation=BY_HAND,
        readings={"on_irregularity": "continue"},
    )
    bet(table, {1: {"Main": 500}})
    table.handle(CloseBets())
    events = table.handle(Perform("deal"))
    assert kinds(events)[-1] is happened.CardDealt, "as after a supervisor's continue"


def test_by_hand_a_failure_after_which_the_supervisor_continues_is_tried_again_at_once(insured):
    table = open_round(insured, deck_of("Kc", PlannedFault(0, FaultKind.JAM)), automation=BY_HAND)
    bet(table, {1: {"Main": 500}})
    table.handle(CloseBets())
    table.handle(Perform("deal"))
    assert kinds(table.handle(CONTINUE))[-1] is happened.CardDealt
    assert isinstance(table.waiting, AwaitingDealer)
    assert step_name(table.waiting.step) == "deal"


def test_a_game_may_void_with_a_shuffler_and_ask_the_supervisor_by_hand(pack_draw):
    jam = [PlannedFault(0, FaultKind.JAM)]
    stakes = {1: {"Left": 500}}
    with_shuffler = dealt(pack_draw, stakes, CardSource.ready(PackDispenser(DECK, faults=jam)))
    assert with_shuffler.waiting == RoundIsOver()
    by_hand = dealt(pack_draw, stakes, CardSource.ready(HandDeck(DECK, jam)))
    assert by_hand.waiting == AwaitingSupervisor(IrregularityKind.DEVICE_FAILURE)


def test_the_sample_game_voids_on_a_wrong_count_and_holds_on_a_jam(duel):
    stakes = {1: {"Ante": 500}}
    assert dealt(duel, stakes, deck_of("2c", SHORT)).waiting == RoundIsOver()
    held = dealt(duel, stakes, deck_of("2c", JAM))
    assert held.waiting == AwaitingSupervisor(IrregularityKind.DEVICE_FAILURE)
