"""Views: what each viewer gets of each event, and the layout he folds from it."""

import pytest

from croupier.cards import Back, FaultKind, PlannedFault, parse_card, parse_hand
from croupier.money import Odds
from croupier.table import events as happened
from croupier.table.commands import Decide
from croupier.table.events import EVENTS, DecidedBy
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.layout import Layout, PlacedCard, insiders, redact, view
from croupier.table.places import EVERYTHING, SPECTATOR, Face, Place, Viewer
from croupier.table.settings import settings_for
from croupier.table.settlement import Because, win
from croupier.table.steps import Asked, Choice, Option

from .playing import dealt, deck_of, only
from .sample_games import Insured

HAND = Place.of_seat(1, "Hand")
ACE, KING = parse_hand("As Ks")
FOLD = Option("fold", "Fold")

OPEN_EVENTS = [
    happened.RoundOpened(settings_for(Insured()), "deck", True, Back.RED, None),
    happened.WagersPlaced(1, (("Main", 500),), ()),
    happened.BetsClosed("00", None),
    happened.CardDealt(HAND, ACE, Face.UP),
    happened.CardsRanOut(3, 2),
    happened.RestReleased(30),
    happened.CardsTurned(HAND, (ACE,)),
    happened.CardsMoved(HAND, (0,), HAND, Face.UP, (ACE,)),
    happened.DealerActed("knock"),
    happened.DecisionAsked("Well?", (1,), (Asked(1, (FOLD,), "fold"),), False),
    happened.DecisionMade(Choice(1, "fold"), 1, DecidedBy.PLAYER, False),
    happened.DecisionsClosed((Choice(1, "fold"),)),
    happened.WagerAdded(1, "Main", 500),
    happened.HandCalled(HAND, "a pair"),
    happened.WagerSettled(
        1, "Main", 500, win(Odds(2)), 1500, 0, True, HAND, Because("Pays", "You won.")
    ),
    happened.CardsCollected(),
    happened.IrregularityReported(IrregularityKind.DEALER_ERROR, "Oh.", Remedy.VOID),
    happened.SupervisorRuled(Remedy.VOID, "So be it."),
    happened.SettlementReversed(1, "Main", 500, 1500),
    happened.WagerReturned(1, "Main", 500),
    happened.RoundVoided("Oh."),
    happened.RoundClosed(),
    happened.SeedRevealed("00" * 32),
]

DOWN = happened.CardDealt(Place.of_dealer("Hand"), ACE, Face.DOWN)
OWN = happened.CardDealt(HAND, ACE, Face.OWN)
MOVED_DOWN = happened.CardsMoved(HAND, (0, 1), HAND, Face.DOWN, (ACE, KING))
MOVED_OWN = happened.CardsMoved(HAND, (0, 1), HAND, Face.OWN, (ACE, KING))
FAILED = happened.DeviceFailed(FaultKind.WRONG_COUNT, "shuffler", 3, (ACE, KING))
ASKED = happened.DecisionAsked(
    "Well?", (1, 2), (Asked(1, (FOLD,), "fold"), Asked(2, (FOLD,))), True
)
MADE = happened.DecisionMade(Choice(1, "raise", 500), 1, DecidedBy.PLAYER, True)

PICKED = happened.WagersPlaced(1, (("Main", 500),), ("4",))
DRAWN = happened.PicksDrawn(1, ("4",))
READ = happened.CardRead(ACE)

HIDDEN_CASES = [
    (PICKED, Viewer.at(1), PICKED),
    (PICKED, Viewer.at(2), happened.WagersPlaced(1, (("Main", 500),), None)),
    (DRAWN, Viewer.at(1), DRAWN),
    (DRAWN, Viewer.at(2), happened.PicksDrawn(1, None)),
    (READ, Viewer.at(1), happened.CardRead(None)),
    (DOWN, Viewer.at(1), happened.CardDealt(DOWN.place, None, Face.DOWN)),
    (DOWN, SPECTATOR, happened.CardDealt(DOWN.place, None, Face.DOWN)),
    (OWN, Viewer.at(1), OWN),
    (OWN, Viewer.at(2), happened.CardDealt(HAND, None, Face.OWN)),
    (OWN, SPECTATOR, happened.CardDealt(HAND, None, Face.OWN)),
    (MOVED_DOWN, Viewer.at(1), happened.CardsMoved(HAND, (0, 1), HAND, Face.DOWN, (None, None))),
    (MOVED_OWN, Viewer.at(1), MOVED_OWN),
    (MOVED_OWN, Viewer.at(2), happened.CardsMoved(HAND, (0, 1), HAND, Face.OWN, (None, None))),
    (
        FAILED,
        Viewer.at(1),
        happened.DeviceFailed(FaultKind.WRONG_COUNT, "shuffler", 3, (None, None)),
    ),
    (
        ASKED,
        Viewer.at(1),
        happened.DecisionAsked("Well?", (1, 2), (Asked(1, (FOLD,), "fold"),), True),
    ),
    (ASKED, SPECTATOR, happened.DecisionAsked("Well?", (1, 2), (), True)),
    (MADE, Viewer.at(1), MADE),
    (MADE, Viewer.at(2), happened.DecisionMade(None, 1, DecidedBy.PLAYER, True)),
    (MADE, SPECTATOR, happened.DecisionMade(None, 1, DecidedBy.PLAYER, True)),
]


def test_every_kind_of_event_is_looked_at_here():
    looked_at = {type(event) for event in OPEN_EVENTS} | {type(case[0]) for case in HIDDEN_CASES}
    assert looked_at == set(EVENTS)


@pytest.mark.parametrize("event", OPEN_EVENTS, ids=lambda event: type(event).__name__)
def test_what_hides_nothing_reaches_everybody_whole(event):
    assert redact(event, SPECTATOR) == event


@pytest.mark.parametrize(("event", "viewer", "seen"), HIDDEN_CASES)
def test_what_a_viewer_may_not_know_is_left_out_of_the_event(event, viewer, seen):
    assert redact(event, viewer) == seen


@pytest.mark.parametrize("event", [case[0] for case in HIDDEN_CASES])
def test_the_full_record_leaves_nothing_out(event):
    assert redact(event, EVERYTHING) == event


def test_a_player_sees_his_own_card_and_the_backs_of_the_others(duel):
    table = dealt(duel, {1: {"Ante": 500}, 2: {"Ante": 500}}, deck_of("2c 3d 4h"))
    seen = Layout.fold(view(table.events, Viewer.at(2)))
    assert seen.cards == {
        Place.of_seat(1, "Hand"): [PlacedCard(None, Face.OWN)],
        Place.of_seat(2, "Hand"): [PlacedCard(parse_card("3d"), Face.OWN)],
        Place.of_dealer("Hand"): [PlacedCard(None, Face.DOWN)],
    }
    assert seen.known(Place.of_dealer("Hand")) == ()


def test_a_player_of_two_seats_sees_both(duel):
    table = dealt(duel, {1: {"Ante": 500}, 2: {"Ante": 500}}, deck_of("2c 3d 4h"))
    seen = Layout.fold(view(table.events, Viewer.at(1, 2)))
    assert seen.known(Place.of_seat(1, "Hand")) == (parse_card("2c"),)
    assert seen.known(Place.of_seat(2, "Hand")) == (parse_card("3d"),)


def test_nobody_learns_a_hidden_choice_before_all_have_chosen(duel):
    table = dealt(duel, {1: {"Ante": 500}, 2: {"Ante": 500}})
    table.handle(Decide(1, "raise"))
    (made,) = only(view(table.events, Viewer.at(2)), happened.DecisionMade)
    assert made.choice is None
    assert Layout.fold(view(table.events, Viewer.at(2))).stakes == {
        1: {"Ante": 500},
        2: {"Ante": 500},
    }
    table.handle(Decide(2, "fold"))
    (closed,) = only(view(table.events, Viewer.at(2)), happened.DecisionsClosed)
    assert closed.choices == (Choice(1, "raise", 500), Choice(2, "fold"))


def test_a_card_turned_is_seen_by_all(duel):
    table = dealt(duel, {1: {"Ante": 500}, 2: {"Ante": 500}}, deck_of("2c 3d 4h"))
    table.handle(Decide(1, "raise"))
    events = table.handle(Decide(2, "fold"))
    turned = only(view(events, SPECTATOR), happened.CardsTurned)
    assert [one.cards for one in turned] == [parse_hand("4h"), parse_hand("2c")]


def test_who_knew_a_card_before_it_was_moved_face_down_still_does(pack_draw):
    table = dealt(pack_draw, {1: {"Left": 500}}, deck_of("2c 3c 4c"))
    table.handle(Decide(1, "0"))
    left = Place.of_seat(1, "Left")
    assert Layout.fold(view(table.events, Viewer.at(1))).known(left) == parse_hand("3c 4c")
    assert Layout.fold(view(table.events, SPECTATOR)).cards[left] == [
        PlacedCard(None, Face.DOWN),
        PlacedCard(None, Face.DOWN),
    ]


def test_turning_nothing_leaves_nothing_on_the_felt():
    layout = Layout.fold([happened.CardsTurned(HAND, ())])
    assert layout.cards == {}


def test_the_layout_a_round_keeps_is_the_fold_of_its_events(pack_draw):
    table = dealt(
        pack_draw, {1: {"Left": 500}, 2: {"Left": 500}}, deck_of("", PlannedFault(9, FaultKind.JAM))
    )
    table.handle(Decide(1, "0"))
    assert Layout.fold(table.events) == table.layout


@pytest.mark.parametrize("event", [*OPEN_EVENTS, *(case[0] for case in HIDDEN_CASES)])
def test_insiders_are_just_those_who_see_more_than_a_spectator(event):
    seeing_more = {
        seat for seat in range(1, 6) if redact(event, Viewer.at(seat)) != redact(event, SPECTATOR)
    }
    assert seeing_more <= set(insiders(event)) <= seeing_more | {1, 2}
    if event in OPEN_EVENTS:
        assert insiders(event) == ()
