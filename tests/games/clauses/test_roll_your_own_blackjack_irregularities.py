"""Roll Your Own Blackjack: what goes wrong at a table, on which its sheet is silent.

So the supervisor rules every time: the round is void and all wagers go back, or it continues.
"""

import pytest

from croupier.cards import FaultKind, PlannedFault
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.layout import view
from croupier.table.places import SPECTATOR, Viewer
from croupier.table.waiting import AwaitingSupervisor

from .dealing import dealt, decide, of_kind, opened, refused, report, rule, was_void
from .roll_your_own_rounds import GAME, bets, hands, play, story

CARDS = "6s 5h 7d  Ah Kd 5d  3c Ac 7c  4s 9s Ts 8s 2s"
WHOLE = [
    (1, "alone 3"),
    (2, "alone 3"),
    (1, "insure"),
    (2, "decline"),
    (1, "double"),
    (1, "stand"),
    (2, "hit"),
]
"""A round with a blackjack, insurance that loses, and a double."""

MOMENTS = {
    "while the hands are set": 0,
    "when one of them is set": 1,
    "while insurance is asked": 3,
    "while a hand is played": 4,
    "after a double": 5,
    "before the last hit": 6,
}


def started(decisions):
    return play(CARDS, WHOLE[:decisions], seats=(1, 2))


def without_trouble(table):
    trouble = (happened.IrregularityReported, happened.SupervisorRuled)
    return [event for event in table.events if not isinstance(event, trouble)]


def test_the_round_without_trouble_ends_with_everything_settled():
    table = started(len(WHOLE))
    assert isinstance(table.events[-1], happened.RoundClosed)
    assert hands(table, 2)[0] == ("Blackjack 1", "win", 1000, 2500)
    assert "seat 1/Insurance lose" in story(table)


@pytest.mark.parametrize("kind", IrregularityKind)
@pytest.mark.parametrize("moment", MOMENTS)
def test_irregularity_void_returns_every_wager(kind, moment):
    table = started(MOMENTS[moment])
    assert report(table, kind, "Seen from the floor.") is Remedy.SUPERVISOR
    assert table.waiting == AwaitingSupervisor(kind)
    refused(table, Decide(1, "alone 1"), Code.ROUND_HELD)
    rule(table, "void", "The cards cannot be put right.")
    assert was_void(table)
    assert table.events[-1] == happened.RoundVoided("The cards cannot be put right.")


@pytest.mark.parametrize("kind", IrregularityKind)
@pytest.mark.parametrize("moment", MOMENTS)
def test_irregularity_continue_goes_on_as_if_nothing_had_been(kind, moment):
    at = MOMENTS[moment]
    table = started(at)
    report(table, kind)
    rule(table, "continue", "Nobody is the worse for it.")
    decide(table, WHOLE[at:])
    (ruled,) = of_kind(table, happened.SupervisorRuled)
    assert ruled == happened.SupervisorRuled(Remedy.CONTINUE, "Nobody is the worse for it.")
    assert without_trouble(table) == list(started(len(WHOLE)).events)


@pytest.mark.parametrize("kind", IrregularityKind)
def test_irregularity_before_the_deal_is_ruled_on_too(kind):
    for remedy in ("void", "continue"):
        table = opened(GAME, {1: bets()}, CARDS)
        assert report(table, kind) is Remedy.SUPERVISOR
        refused(table, CloseBets("c0ffee"), Code.ROUND_HELD)
        rule(table, remedy)
        if remedy == "void":
            assert was_void(table)
        else:
            table.handle(CloseBets("c0ffee"))
            assert len(dealt(table)) == 6


def test_irregularity_void_takes_back_what_was_paid_already():
    table = started(4)
    paid = [event for event in table.layout.settled if event.returned_cents]
    assert [(event.seat, event.spot) for event in paid] == [(1, "Bonus"), (2, "Blackjack 1")]
    report(table, IrregularityKind.DEALER_ERROR)
    rule(table, "void")
    reversed_ = of_kind(table, happened.SettlementReversed)
    assert [(one.seat, one.spot) for one in reversed_] == [
        (1, "Insurance"),
        (2, "Blackjack 1"),
        (2, "Bonus"),
        (1, "Bonus"),
    ]
    assert was_void(table)


# The shuffler fails.

FAULTS = {
    "a jam": (FaultKind.JAM, 0, IrregularityKind.DEVICE_FAILURE, "The shuffler jammed."),
    "no cards": (
        FaultKind.WRONG_COUNT,
        0,
        IrregularityKind.WRONG_COUNT,
        "The shuffler gave no cards instead of 3.",
    ),
    "a card too few": (
        FaultKind.WRONG_COUNT,
        2,
        IrregularityKind.WRONG_COUNT,
        "The shuffler gave 2 cards instead of 3.",
    ),
    "a card too many": (
        FaultKind.WRONG_COUNT,
        4,
        IrregularityKind.WRONG_COUNT,
        "The shuffler gave 4 cards instead of 3.",
    ),
    "a card face up": (
        FaultKind.CARD_FACE_UP,
        0,
        IrregularityKind.CARD_FACE_UP,
        "A card was found face up in the shuffler.",
    ),
}
PACKS = {"the first pack": 0, "the second pack": 1, "the dealer's pack": 2}
LOST = {"a jam": 0, "no cards": 0, "a card too few": 2, "a card too many": 4, "a card face up": 3}
"""How many cards are out of play when the round continues."""


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("fault", FAULTS)
def test_irregularity_of_the_shuffler_void(fault, pack):
    kind, count, irregularity, detail = FAULTS[fault]
    planned = (PlannedFault(PACKS[pack], kind, count),)
    table = play(CARDS, seats=(1, 2), faults=planned)
    assert of_kind(table, happened.IrregularityReported) == [
        happened.IrregularityReported(irregularity, detail, Remedy.SUPERVISOR)
    ]
    rule(table, "void", "The shuffler is taken out of play.")
    assert was_void(table)
    assert table.events[-1].reason == "The shuffler is taken out of play."


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("fault", FAULTS)
def test_irregularity_of_the_shuffler_continue(fault, pack):
    kind, count, _, _ = FAULTS[fault]
    at = PACKS[pack]
    table = play(CARDS, seats=(1, 2), faults=(PlannedFault(at, kind, count),))
    rule(table, "continue")
    named = CARDS.split()
    kept = [*named[: 3 * at], *named[3 * at + LOST[fault] :]]
    assert [card for _, card, _ in dealt(table)] == kept[:9]
    assert of_kind(table, happened.RestReleased)[0].cards == 52 - 9 - LOST[fault]


def test_irregularity_while_the_rest_is_dealt():
    for remedy in ("void", "continue"):
        # Two packs for the players, one for the dealer, then single cards from his hand.
        faults = (PlannedFault(3, FaultKind.CARD_FACE_UP),)
        table = play(CARDS, WHOLE[:4], seats=(1, 2), faults=faults)
        assert table.waiting == AwaitingSupervisor(IrregularityKind.CARD_FACE_UP)
        rule(table, remedy)
        if remedy == "void":
            assert was_void(table)
        else:
            assert ("seat 1/Blackjack 2", "9s", "up") in dealt(table)


def test_irregularity_nobody_is_shown_what_a_failing_shuffler_gave():
    faults = (PlannedFault(2, FaultKind.WRONG_COUNT, 2),)
    table = play(CARDS, seats=(1, 2), faults=faults)
    (failed,) = of_kind(table, happened.DeviceFailed)
    assert len(failed.dispensed) == 2
    for viewer in (SPECTATOR, Viewer.at(1), Viewer.at(2)):
        (seen,) = [
            one for one in view(table.events, viewer) if isinstance(one, happened.DeviceFailed)
        ]
        assert seen.dispensed == (None, None)
