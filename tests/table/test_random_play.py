"""Random rounds of every sample game: money, records, replay, secrets, and wild commands.

Whoever plays here knows no rule but what the round says it waits for.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    CardReader,
    FaultKind,
    HandDeck,
    PlannedFault,
    ScriptedDeck,
    Seed,
    shuffled_deck,
)
from croupier.rejection import Rejection
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
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.layout import Layout, redact, view
from croupier.table.places import EVERYTHING, SPECTATOR, Face, Viewer
from croupier.table.record import read_round, write_round
from croupier.table.replay import replay
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip
from croupier.table.waiting import (
    AUTOMATIC,
    BY_HAND,
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingSupervisor,
    AwaitingWagers,
    RoundIsOver,
    step_name,
)

from .playing import SEVERAL, only, paid_in, paid_out, taken_out_of_action
from .sample_games import Cells, Insured, PackDraw

RANDOM = st.integers(0, 2**32).map(Random)
SEEDS = st.binary(min_size=32, max_size=32).map(Seed)
OPTIONS = ["raise", "fold", "stand", "draw", "double", "insure", "play", "0", "1", "2", ""]
SPOTS = ["Ante", "Raise", "Match", "Main", "High", "Insurance", "Left", "Right", "Play", "Bonus"]
REPORT = ReportIrregularity(IrregularityKind.DEALER_ERROR, "Something fell.")


def slip_for(game, rng):
    """Stakes that the game takes, by what its wagers say."""
    base = 100 * rng.randint(5, 100)
    match game.id:
        case "one-card-duel":
            return Slip.of({"Ante": base, **({"Match": 300} if rng.random() < 0.5 else {})})
        case "pack-draw":
            return Slip.of({"Left": base, **({"Right": base} if rng.random() < 0.5 else {})})
        case "insured":
            high = rng.randint(2, 500)
            return Slip.of({"Main": base, **({"High": high} if rng.random() < 0.5 else {})})
        case _:
            return Slip.of({"Ante": base}, rng.sample("123456789", 3))


def wild_command(rng):
    """Anything anyone might say at any time."""
    seat, cents = rng.randint(-1, 9), rng.choice([None, 0, -5, 7, 500, 10**9, True])
    stakes = tuple((rng.choice(SPOTS), cents) for _ in range(rng.randint(0, 2)))
    return rng.choice(
        [
            PlaceWagers(seat, Slip(stakes, tuple(rng.sample("1239x", rng.randint(0, 3))))),
            CloseBets(rng.choice(["", "zz", "0"])),
            Decide(seat, rng.choice(OPTIONS), cents),
            TimeOut(),
            ReadCard(rng.choice(DECK)),
            Perform(rng.choice(["deal", "settle", "take_wagers", "ask", ""])),
            RuleOnIrregularity(rng.choice(list(Remedy)), "Ruled."),
            RevealSeed(rng.choice(["", "00" * 32, "zz"])),
        ]
    )


def sane_command(table, rng):
    """Something that the round waits for."""
    match table.waiting:
        case AwaitingWagers() if len(table.layout.stakes) < rng.randint(1, 4):
            seat = rng.randint(1, table.settings.positions)
            return PlaceWagers(seat, slip_for(table.game, rng))
        case AwaitingWagers():
            return CloseBets(rng.choice(["00", "c0ffee"]))
        case AwaitingDecisions(seats):
            seat = rng.choice(seats)
            option = rng.choice(table.layout.asked[seat].options)
            steps = (option.most_cents - option.least_cents) // option.step_cents
            stake = option.least_cents + rng.randint(0, min(steps, 50)) * option.step_cents
            return Decide(seat, option.name, stake)
        case AwaitingSupervisor():
            return RuleOnIrregularity(rng.choice([Remedy.VOID, Remedy.CONTINUE]), "Ruled.")
        case AwaitingDealer(step):
            return Perform(step_name(step))
        case AwaitingCards():
            dealt = {event.card for event in only(table.events, happened.CardDealt)}
            return ReadCard(rng.choice([card for card in DECK if card not in dealt]))


def say(table, command):
    """Gives a command; where it is refused nothing may have changed. Whether it was taken."""
    events, waiting, step = table.events, table.waiting, table.step
    stakes = {seat: dict(spots) for seat, spots in table.layout.stakes.items()}
    try:
        new = table.handle(command)
    except Rejection as rejection:
        assert rejection.detail
        assert (table.events, table.waiting) == (events, waiting)
        assert table.step is step
        assert table.layout.stakes == stakes
        return False
    assert table.events == events + new
    return True


def play(table, rng, *, wildness=0.2, trouble=0.03):
    """Plays to the end, with wild commands thrown in and now and then something going wrong."""
    while table.waiting != RoundIsOver():
        if rng.random() < wildness:
            say(table, wild_command(rng))
        elif rng.random() < trouble:
            say(table, REPORT)
        else:
            command = sane_command(table, rng)
            # A reader is refused a card it has read for the same pack already.
            assert say(table, command) or isinstance(command, ReadCard), command
    return table


def source_of(kind, seed, rng, *, cards=52):
    match kind:
        case "shuffled":
            return CardSource.shuffled(seed, HandDeck, HandDeck)
        case "reader":
            return CardSource.ready(CardReader())
        case _:
            faults = [
                PlannedFault(at, rng.choice(list(FaultKind)), rng.randint(0, 4))
                for at in rng.sample(range(13), rng.randint(0, 2))
            ]
            return CardSource.ready(ScriptedDeck(shuffled_deck(seed)[:cards], faults))


def random_settings(game, rng):
    readings = {}
    if game.id == "one-card-duel":
        readings = {"tie": rng.choice(["push", "half_back"])}
    if game.id in {"insured", "cells"}:
        readings = {"on_irregularity": rng.choice(["void", "continue", "supervisor"])}
    if game.id == "pack-draw":
        readings = {"when_dry": rng.choice(["all_win", "not_said"])}
    return settings_for(game, readings=readings, positions=rng.randint(1, 6))


GAMES = ["duel", "pack_draw", "insured", "cells"]


@pytest.fixture(params=GAMES)
def game(request, duel):
    return {"duel": duel, "pack_draw": PackDraw(), "insured": Insured(), "cells": Cells()}[
        request.param
    ]


def random_round(game, seed, rng, kind=None, automation=AUTOMATIC, **chosen):
    kind = kind or rng.choice(["shuffled", "faulty"])
    source = source_of(kind, seed, rng, **chosen)
    table = Round(game, random_settings(game, rng), source, automation=automation)
    return play(table, rng)


@SEVERAL
@given(SEEDS, RANDOM)
def test_money_is_conserved_to_the_cent(game, seed, rng):
    table = random_round(game, seed, rng)
    events = table.events
    staked = paid_in(events)
    assert +taken_out_of_action(events) == +staked
    assert not any(table.layout.stakes.values())
    if table.layout.is_void:
        assert +paid_out(events) == +staked
        assert table.layout.settled == []
    for settled in only(events, happened.WagerSettled):
        assert settled.returned_cents >= 0
        if settled.has_own_wager:
            pure = settled.outcome.returned_cents(settled.stake_cents)
            assert settled.returned_cents == pure


@SEVERAL
@given(SEEDS, RANDOM)
def test_at_every_moment_what_is_staked_is_settled_or_in_action(game, seed, rng):
    events = random_round(game, seed, rng).events
    layout = Layout()
    for at, event in enumerate(events, 1):
        layout.apply(event)
        in_action = {seat: sum(spots.values()) for seat, spots in layout.stakes.items()}
        decided = taken_out_of_action(events[:at])
        for seat, staked in paid_in(events[:at]).items():
            assert staked == decided[seat] + in_action.get(seat, 0)


@SEVERAL
@given(SEEDS, RANDOM)
def test_every_round_replays_to_the_same_events(game, seed, rng):
    table = random_round(game, seed, rng)
    again = replay(game, table.events)
    assert again.events == table.events
    assert again.waiting == table.waiting
    assert again.layout == table.layout == Layout.fold(table.events)


@settings(SEVERAL, max_examples=30)
@given(SEEDS, RANDOM)
def test_every_round_that_runs_short_of_cards_replays_to_the_same_events(game, seed, rng):
    table = random_round(game, seed, rng, "faulty", cards=rng.randint(0, 15))
    assert replay(game, table.events).events == table.events


@settings(SEVERAL, max_examples=30)
@given(SEEDS, RANDOM, st.sampled_from(["shuffled", "reader"]))
def test_every_round_of_a_dealer_by_hand_replays_to_the_same_events(game, seed, rng, kind):
    table = random_round(game, seed, rng, kind, BY_HAND)
    assert replay(game, table.events).events == table.events


@SEVERAL
@given(SEEDS, RANDOM)
def test_every_round_is_written_and_read_back_exactly(game, seed, rng):
    events = random_round(game, seed, rng).events
    text = write_round(events)
    assert read_round(text) == events
    assert write_round(read_round(text)) == text
    for viewer in (SPECTATOR, Viewer.at(1)):
        seen = view(events, viewer)
        assert read_round(write_round(seen)) == seen


@SEVERAL
@given(SEEDS, RANDOM)
def test_the_cards_dealt_are_those_that_seed_and_salt_determine(game, seed, rng):
    events = random_round(game, seed, rng, "shuffled").events
    salts = only(events, happened.BetsClosed)
    dealt = tuple(event.card for event in only(events, happened.CardDealt))
    if salts:
        assert dealt == shuffled_deck(seed, bytes.fromhex(salts[0].salt))[: len(dealt)]
    else:
        assert not dealt


def may_see(viewer, place, face):
    """By the words of the rules: up for all, own for its player, down for nobody."""
    return face is Face.UP or (face is Face.OWN and place.owner in viewer.seats)


def cards_in(event):
    match event:
        case happened.CardDealt(card=card):
            return [card]
        case happened.CardsTurned(cards=cards) | happened.CardsMoved(cards=cards):
            return list(cards)
        case happened.DeviceFailed(dispensed=cards):
            return list(cards)
        case _:
            return []


@SEVERAL
@given(SEEDS, RANDOM, st.frozensets(st.integers(1, 6), max_size=2))
def test_no_viewer_ever_sees_a_card_before_the_rules_show_it(game, seed, rng, seats):
    events = random_round(game, seed, rng).events
    viewer = Viewer(seats)
    truth, seen, shown = Layout(), Layout(), set()
    for event in events:
        cut = redact(event, viewer)
        truth.apply(event)
        seen.apply(cut)
        for place, lying in truth.cards.items():
            shown |= {one.card for one in lying if may_see(viewer, place, one.face)}
        assert {card for card in cards_in(cut) if card is not None} <= shown
        assert seen.cards.keys() == truth.cards.keys()
        for place, lying in seen.cards.items():
            for his, real in zip(lying, truth.cards[place], strict=True):
                assert his.face is real.face
                assert his.card in {None, real.card}
                assert his.card is None or his.card in shown
                if may_see(viewer, place, real.face):
                    assert his.card == real.card
        assert seen.stakes == truth.stakes
    assert view(events, EVERYTHING) == events


@SEVERAL
@given(SEEDS, RANDOM, st.integers(1, 6))
def test_no_viewer_learns_a_hidden_choice_of_another_before_all_have_chosen(game, seed, rng, seat):
    events = random_round(game, seed, rng).events
    for event in view(events, Viewer.at(seat)):
        match event:
            case happened.DecisionMade(choice=choice, seat=whose, is_hidden=True):
                assert (choice is not None) is (whose == seat)
            case happened.DecisionAsked(seats=seats, asked=asked, is_hidden=True):
                assert [one.seat for one in asked] == [one for one in seats if one == seat]
                assert all(one.options for one in asked)
            case _:
                pass


@SEVERAL
@given(SEEDS, RANDOM)
def test_a_round_resumed_from_any_point_it_waited_at_is_the_same_round(game, seed, rng):
    """The house commits events command by command; each such prefix must replay."""
    source = source_of("shuffled", seed, rng)
    table = Round(game, random_settings(game, rng), source)
    points = [(table.events, table.waiting)]
    while table.waiting != RoundIsOver():
        if say(table, REPORT if rng.random() < 0.05 else sane_command(table, rng)):
            points.append((table.events, table.waiting))
    for events, waiting in rng.sample(points, min(3, len(points))):
        again = replay(game, events)
        assert (again.events, again.waiting) == (events, waiting)
