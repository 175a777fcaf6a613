"""Pick 2 Poker, clause by clause: irregularities a to e, from the shuffler and by hand."""

import pytest

from croupier.cards import FaultKind, PlannedFault
from croupier.games.pick_2_poker import PICK_2_POKER
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, ReportIrregularity
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.layout import view
from croupier.table.places import SPECTATOR, Viewer
from croupier.table.waiting import BY_HAND, AwaitingSupervisor, RoundIsOver

from .dealing import (
    deal,
    dealt,
    decide,
    of_kind,
    opened,
    play_on,
    refused,
    report,
    rest_of_deck,
    rule,
    settlements,
    was_void,
    work,
)
from .pick_2_rounds import HAND, SHUFFLER, STAKES, WITH_BONUS

SEATS = {1: WITH_BONUS, 2: STAKES}
DECISIONS = [(1, "3-card 1-3-5"), (2, "fold")]
CARDS = "As Kd 9h 4c 2s Qs Jd 8h 3c 2d Ts 9d 7h 6c 5s"
MOMENTS = [
    "bets are open",
    "the first hand is dealt",
    "nobody has decided",
    "one has decided",
    "all have decided",
    "the dealer has shown",
    "some wagers are settled",
]
LETTERS = {
    "a": IrregularityKind.CARD_FACE_UP,
    "b": IrregularityKind.WRONG_COUNT,
    "c": IrregularityKind.DEALER_CARD_EXPOSED,
    "d": IrregularityKind.DEVICE_FAILURE,
}


def brought_to(moment, device):
    """A round with a human dealer, brought to that moment."""
    table = opened(PICK_2_POKER, SEATS, CARDS, device=device, automation=BY_HAND)
    if moment == "bets are open":
        return table
    table.handle(CloseBets("c0ffee"))
    if moment == "the first hand is dealt":
        return work(table, happened.CardDealt, 5)
    work(table)
    if moment == "nobody has decided":
        return table
    decide(table, DECISIONS[:1] if moment == "one has decided" else DECISIONS)
    if moment == "the dealer has shown":
        work(table, happened.CardsTurned, 1)
    if moment == "some wagers are settled":
        work(table, happened.WagerSettled, 4)
    return table


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_irregularities_a_to_d_void_the_round_when_a_shuffler_is_used(moment, letter):
    table = brought_to(moment, SHUFFLER)
    before = of_kind(table, happened.WagerSettled)
    assert report(table, LETTERS[letter], "Seen by the floor.") is Remedy.VOID
    assert was_void(table)
    assert table.events[-1] == happened.RoundVoided("Seen by the floor.")
    assert len(of_kind(table, happened.SettlementReversed)) == len(before)
    refused(table, ReportIrregularity(LETTERS[letter], "Again."), Code.ROUND_OVER)


def test_irregularities_give_back_every_wager_of_every_seat():
    table = deal(PICK_2_POKER, SEATS, CARDS)
    report(table, IrregularityKind.DEALER_CARD_EXPOSED, "The dealer's ten was seen.")
    assert [(one.seat, one.spot, one.cents) for one in of_kind(table, happened.WagerReturned)] == [
        (1, "3-5 Bonus", 1000),
        (1, "Ante", 1000),
        (1, "5 Card Bonus Only", 500),
        (2, "3-5 Bonus", 1000),
        (2, "Ante", 1000),
    ]
    assert table.waiting == RoundIsOver()


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("remedy", ["void", "continue"])
def test_irregularities_e_by_hand_the_supervisor_rules(moment, letter, remedy):
    table = brought_to(moment, HAND)
    assert report(table, LETTERS[letter], "Seen by the floor.") is Remedy.SUPERVISOR
    assert table.waiting == AwaitingSupervisor(LETTERS[letter])
    refused(table, Decide(1, "fold"), Code.ROUND_HELD)
    rule(table, remedy, "As the floor saw it.")
    assert happened.SupervisorRuled(Remedy(remedy), "As the floor saw it.") in table.events
    if remedy == "void":
        assert was_void(table)
        assert table.events[-1] == happened.RoundVoided("As the floor saw it.")
    else:
        play_on(table, DECISIONS)
        undisturbed = deal(PICK_2_POKER, SEATS, CARDS, DECISIONS, device=HAND)
        assert settlements(table) == settlements(undisturbed)
        assert dealt(table) == dealt(undisturbed)


@pytest.mark.parametrize("device", [SHUFFLER, HAND])
@pytest.mark.parametrize("remedy", ["void", "continue"])
def test_a_mistake_the_sheet_does_not_name_goes_to_the_supervisor(device, remedy):
    table = deal(PICK_2_POKER, SEATS, CARDS, device=device)
    kind = IrregularityKind.DEALER_ERROR
    assert report(table, kind, "A bet was paid twice.") is Remedy.SUPERVISOR
    rule(table, remedy)
    assert table.layout.is_void is (remedy == "void")
    if remedy == "continue":
        play_on(table, DECISIONS)
        assert isinstance(table.events[-1], happened.RoundClosed)
    else:
        assert was_void(table)


# The device itself fails, at any of the three hands: two players' and the dealer's.

FAULTS = {
    "a": (FaultKind.CARD_FACE_UP, 0, "A card was found face up in the {}."),
    "b: too few": (FaultKind.WRONG_COUNT, 4, "The {} gave 4 cards instead of 5."),
    "b: too many": (FaultKind.WRONG_COUNT, 6, "The {} gave 6 cards instead of 5."),
    "d: nothing came": (FaultKind.WRONG_COUNT, 0, "The {} gave no cards instead of 5."),
    "d": (FaultKind.JAM, 0, "The {} jammed."),
}


def failed(name, at, device):
    """A round whose device fails at that hand; and what is said of it."""
    kind, count, sentence = FAULTS[name]
    faults = [PlannedFault(at, kind, count)]
    table = deal(PICK_2_POKER, SEATS, CARDS, device=device, faults=faults)
    return table, sentence.format("shuffler" if device == SHUFFLER else "deck")


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("name", FAULTS)
def test_irregularities_a_b_and_d_a_shuffler_that_fails_voids_the_round_at_once(name, at):
    table, said = failed(name, at, SHUFFLER)
    assert was_void(table)
    assert table.events[-1] == happened.RoundVoided(said)
    assert len(dealt(table)) == 5 * at
    (failure,) = of_kind(table, happened.DeviceFailed)
    assert (failure.device, failure.expected) == ("shuffler", 5)


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("name", FAULTS)
def test_irregularities_e_a_deal_by_hand_that_fails_is_held_and_may_be_void(name, at):
    table, said = failed(name, at, HAND)
    assert isinstance(table.waiting, AwaitingSupervisor)
    (reported,) = of_kind(table, happened.IrregularityReported)
    assert (reported.detail, reported.remedy) == (said, Remedy.SUPERVISOR)
    rule(table, "void", "Misdeal.")
    assert was_void(table)
    assert table.events[-1] == happened.RoundVoided("Misdeal.")


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("name", FAULTS)
def test_irregularities_e_a_deal_by_hand_may_go_on_with_the_next_cards(name, at):
    table, _ = failed(name, at, HAND)
    rule(table, "continue", "Those cards are out of play.")
    decide(table, DECISIONS)
    (failure,) = of_kind(table, happened.DeviceFailed)
    deck = [*CARDS.split(), *rest_of_deck(CARDS).split()]
    given, cards = [str(card) for card in failure.dispensed], [card for _, card, _ in dealt(table)]
    assert given == deck[5 * at : 5 * at + len(given)]
    assert cards == [*deck[: 5 * at], *deck[5 * at + len(given) :]][:15]
    assert isinstance(table.events[-1], happened.RoundClosed)
    assert not was_void(table)


@pytest.mark.parametrize("cards", [0, 4, 5, 9, 10, 14])
def test_a_deck_too_short_for_the_round_voids_it_at_any_hand(cards):
    short = " ".join(CARDS.split()[:cards])
    table = deal(PICK_2_POKER, SEATS, short, only=True)
    assert was_void(table)
    assert len(dealt(table)) == cards // 5 * 5
    assert of_kind(table, happened.CardsRanOut) == [happened.CardsRanOut(5, cards % 5)]


@pytest.mark.parametrize("device", [SHUFFLER, HAND])
def test_irregularities_b_what_a_failing_deal_gave_is_shown_to_nobody(device):
    table, _ = failed("b: too many", 2, device)
    for viewer in (SPECTATOR, Viewer.at(1), Viewer.at(1, 2)):
        seen = view(table.events, viewer)
        (failure,) = [event for event in seen if isinstance(event, happened.DeviceFailed)]
        assert failure.dispensed == (None,) * 6
