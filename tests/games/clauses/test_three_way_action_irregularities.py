"""3 Way-Action: what goes wrong at its table, and that no word tells a card too early.

The sheet has no rule for irregularities, so a supervisor decides each: void or go on.
"""

from functools import cache

import pytest

from croupier.cards import FaultKind, PlannedFault
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, Perform
from croupier.table.irregularity import IrregularityKind, Remedy, irregularity_of
from croupier.table.layout import view
from croupier.table.places import SPECTATOR, Viewer
from croupier.table.waiting import (
    BY_HAND,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingSupervisor,
    RoundIsOver,
    step_name,
)

from .dealing import (
    deal,
    dealt,
    of_kind,
    opened,
    refused,
    report,
    rest_of_deck,
    rule,
    settlements,
    was_void,
)
from .three_way_rounds import ALL, GAME, cards_at, play

STAKES = {1: {**ALL, "Bonus": 500}, 2: ALL}
CARDS = "6s Ks 9h 5d 6d 7c Tc Jc 4h"
"""Seat 1 doubles to twenty-one, seat 2 is bust with twenty-six, the dealer draws to twenty."""
CHOICES = {1: ["double"], 2: ["hit"]}


def performed(steps, device=0):
    """A round dealt by a person, so many of his steps in, with what was decided till then."""
    table = opened(GAME, STAKES, CARDS, automation=BY_HAND, device=device)
    table.handle(CloseBets("c0ffee"))
    for _ in range(steps):
        if isinstance(table.waiting, AwaitingDecisions):
            (seat,) = table.waiting.seats
            table.handle(Decide(seat, CHOICES[seat][0]))
        else:
            table.handle(Perform(step_name(table.waiting.step)))
    return table


def finished(table):
    """The rest of the round."""
    while not isinstance(table.waiting, RoundIsOver):
        if isinstance(table.waiting, AwaitingDecisions):
            (seat,) = table.waiting.seats
            table.handle(Decide(seat, CHOICES[seat][0]))
        else:
            assert isinstance(table.waiting, AwaitingDealer)
            table.handle(Perform(step_name(table.waiting.step)))
    return table


@cache
def moments():
    """How many steps and decisions the round has."""
    count = 0
    while not isinstance(performed(count).waiting, RoundIsOver):
        count += 1
    assert count > 40
    return count


@pytest.mark.parametrize("kind", IrregularityKind)
@pytest.mark.parametrize("device", [0, 1], ids=["hand", "shoe"])
def test_at_every_moment_a_supervisor_may_void_the_round_and_all_wagers_come_back(kind, device):
    for moment in range(moments()):
        table = performed(moment, device)
        assert report(table, kind, "A card fell to the floor.") is Remedy.SUPERVISOR
        assert table.waiting == AwaitingSupervisor(kind)
        refused(table, Perform("deal"), Code.ROUND_HELD)
        rule(table, "void", "The card was seen.")
        assert was_void(table), moment
        assert of_kind(table, happened.RoundVoided)[0].reason == "The card was seen."


@pytest.mark.parametrize("kind", IrregularityKind)
def test_at_every_moment_a_supervisor_may_let_the_round_go_on_as_if_nothing_had_been(kind):
    whole = finished(performed(0))
    for moment in range(moments()):
        table = performed(moment)
        report(table, kind)
        rule(table, "continue", "Nobody saw it.")
        finished(table)
        assert settlements(table) == settlements(whole)
        assert dealt(table) == dealt(whole)


def test_procedures_a_whoever_touches_anothers_cards_is_the_supervisors_to_rule_on():
    """It forbids it, and does not say what follows."""
    table = performed(3)
    said = "Seat 2 took up a card of seat 1."
    assert report(table, IrregularityKind.CARDS_TOUCHED, said) is Remedy.SUPERVISOR
    for device in GAME.devices:
        kind, rules = IrregularityKind.CARDS_TOUCHED, GAME.rules()
        assert GAME.remedy_clause(kind, rules, device.name) == "Procedures a"


def test_a_round_may_be_void_while_bets_are_still_open():
    table = opened(GAME, STAKES, CARDS)
    report(table, IrregularityKind.DEALER_ERROR, "Chips fell into the rack.")
    rule(table, "void")
    assert was_void(table)


def test_a_void_after_high_card_takes_its_winnings_back():
    table = deal(GAME, STAKES, CARDS, [(1, "double")])
    assert settlements(table) == [(1, "High Card", "lose", 0), (2, "High Card", "win", 2000)]
    report(table, IrregularityKind.DEALER_CARD_EXPOSED, "The hole card was turned too early.")
    rule(table, "void")
    reversed_ = of_kind(table, happened.SettlementReversed)
    assert [(one.seat, one.stake_cents, one.returned_cents) for one in reversed_] == [
        (2, 1000, 2000),
        (1, 1000, 0),
    ]
    returned = {(one.seat, one.spot): one.cents for one in of_kind(table, happened.WagerReturned)}
    # The stake of the double comes back with the rest.
    assert returned[1, "Blackjack"] == 4000
    assert was_void(table)


@pytest.mark.parametrize("kind", [FaultKind.JAM, FaultKind.WRONG_COUNT, FaultKind.CARD_FACE_UP])
@pytest.mark.parametrize("device", [0, 1], ids=["hand", "shoe"])
def test_a_failure_at_any_card_holds_the_round_for_the_supervisor(kind, device):
    for action in range(21):
        faults = [PlannedFault(action, kind, 2)]
        for remedy in ("void", "continue"):
            table = deal(GAME, STAKES, CARDS, device=device, faults=faults)
            while isinstance(table.waiting, AwaitingDecisions):
                (seat,) = table.waiting.seats
                table.handle(Decide(seat, "stand"))
            assert table.waiting == AwaitingSupervisor(irregularity_of(kind)), action
            rule(table, remedy)
            while isinstance(table.waiting, AwaitingDecisions):
                (seat,) = table.waiting.seats
                table.handle(Decide(seat, "stand"))
            assert table.layout.is_void is (remedy == "void")
            assert remedy == "continue" or was_void(table)


def test_a_deck_that_runs_short_at_any_card_voids_the_round():
    six = {seat: {**ALL, "Bonus": 500} for seat in range(1, 7)}
    top = "Ks Kd Kh Qs Qd Qh 8s Js Jd Jh Ts Td Th 9s"
    cards = f"{top} {rest_of_deck(top)}".split()
    for count in range(50):
        table = opened(GAME, six, " ".join(cards[:count]), only=True)
        table.handle(CloseBets("c0ffee"))
        while isinstance(table.waiting, AwaitingDecisions):
            (seat,) = table.waiting.seats
            table.handle(Decide(seat, "stand"))
        assert table.layout.is_void is (count < 49), count
        if count < 49:
            assert was_void(table)
            (ran_out,) = of_kind(table, happened.CardsRanOut)
            assert (ran_out.wanted, ran_out.left) == (1, 0)
            reason = of_kind(table, happened.RoundVoided)[0].reason
            assert reason == "The cards ran out, and the game has no rule for that."


@pytest.mark.parametrize(
    ("player", "option", "returned"),
    [("6s 5d", "double", 4000), ("As Ad", "split", 4000), ("6s 5d", "hit", 2000)],
)
def test_cards_that_run_out_at_a_double_or_split_return_its_stake_too(player, option, returned):
    table = play(player, "9h 8c", "", [option], only=True)
    assert was_void(table)
    back = {one.spot: one.cents for one in of_kind(table, happened.WagerReturned)}
    assert back["Blackjack"] == returned


# What nobody may know too early.


def seen_before_the_turn(viewer, dealer, decisions, readings):
    """All a viewer is given before the dealer turns his hole card up."""
    table = play("Ks 6d", dealer, "4c", decisions, readings=readings)
    turned = next(
        at
        for at, event in enumerate(table.events)
        if isinstance(event, happened.CardsTurned) and event.place.owner == 0
    )
    return view(table.events[1:turned], viewer)


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer.at(1)], ids=["spectator", "player"])
@pytest.mark.parametrize("up_card", ["9h", "Kh", "Ah"])
@pytest.mark.parametrize("peek", ["peek", "no_peek_all_lose", "no_peek_original_bets"])
def test_no_word_before_the_turn_tells_the_hole_card(viewer, up_card, peek):
    readings = {"dealer_peek": peek, "insurance": "two_to_one"}
    first = [("insure", 500)] if up_card == "Ah" else []
    holes = ["2c", "3d", "7s", "8h", "9c"]
    if peek != "peek" or up_card == "9h":
        holes += ["Tc", "Qd", "Ad"]
    views = {
        seen_before_the_turn(viewer, f"{up_card} {hole}", [*first, "hit", "stand"], readings)
        for hole in holes
    }
    assert len(views) == 1


def test_no_word_before_the_turn_tells_the_cards_of_the_fill():
    fills = ("2c 3c 4c 5c 7c 8c 9c Tc Jc", "Ad Ac As Qd Qs Qc Jd Js Jh")
    views = []
    for fill in fills:
        table = play("Ks 9d", "Th 8h", fill, ["stand"], stakes={**ALL, "Bonus": 500})
        (first,) = [
            at
            for at, event in enumerate(table.events)
            if isinstance(event, happened.CardsTurned) and str(event.place) == "dealer/Poker"
        ]
        views.append(view(table.events[:first], Viewer.at(1)))
        assert cards_at(table, "seat 1/Poker").split()[2:] == fill.split()[:5]
    assert views[0] == views[1]


def test_nobody_sees_the_fill_before_it_is_turned_not_even_its_player():
    table = play("Ks 9d", "Th 8h", "2c 3c 4c 5c 7c", ["stand"])
    for viewer in (SPECTATOR, Viewer.at(1)):
        filled = [
            event
            for event in view(table.events, viewer)
            if isinstance(event, happened.CardDealt) and event.place.name == "Poker"
        ]
        assert len(filled) == 10
        assert {event.card for event in filled} == {None}
