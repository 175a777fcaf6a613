"""Rounds for clause tests: named cards, named stakes, named decisions, and what came of them.

Everything is told to a real `Round`. A test that needs more (a report, a ruling, time that
runs out) gives the commands to the round that `deal` returns.
"""

from collections import Counter

import pytest

from croupier.cards import DECK, ScriptedDeck, parse_hand
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    Decide,
    Perform,
    PlaceWagers,
    ReportIrregularity,
    RuleOnIrregularity,
)
from croupier.table.irregularity import Remedy
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip
from croupier.table.waiting import (
    AUTOMATIC,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingWagers,
    step_name,
)


def deal(game, stakes, cards="", decisions=(), *, salt="c0ffee", cut_at=None, **chosen):
    """One round, as far as these decisions carry it.

    `decisions`: options by seat, `{1: ["hit", "stand"]}`, given whenever that seat is asked; or
    `[(1, "hit"), (2, "insure", 700)]` in this order. The rest is for `opened`.
    """
    table = opened(game, stakes, cards, **chosen)
    table.handle(CloseBets(salt, cut_at))
    return decide(table, decisions)


def opened(
    game,
    stakes,
    cards="",
    *,
    picks=(),
    device=0,
    faults=(),
    only=False,
    automation=AUTOMATIC,
    **chosen,
):
    """A round with its bets down and not yet closed.

    `stakes`: by seat, cents by spot. `cards`: in the order they are dealt, then the rest of the
    deck, or `only` these. `picks`: for all seats, or by seat. `device`: which of the game's.
    What else is chosen goes to `settings_for`.
    """
    settings = chosen_settings(game, chosen)
    came_from = source(game, cards, device, faults, only)
    table = work(Round(game, settings, came_from, automation=automation))
    for seat, spots in stakes.items():
        own = picks.get(seat, ()) if isinstance(picks, dict) else picks
        table.handle(PlaceWagers(seat, Slip.of(spots, own)))
    return table


_settings = {}


def chosen_settings(game, chosen):
    """For the same choices the same settings, so that a table is worked out once."""
    key = game, repr(sorted(chosen.items()))
    if key not in _settings:
        _settings[key] = settings_for(game, **chosen)
    return _settings[key]


def work(table, until=None, times=1):
    """A human dealer goes on until so many events of a kind have happened, or others must act."""
    while isinstance(table.waiting, AwaitingDealer):
        if until is not None and len(of_kind(table, until)) >= times:
            break
        table.handle(Perform(step_name(table.waiting.step)))
    return table


def source(game, cards="", device=0, faults=(), only=False):
    """These cards first, from one of the game's devices; or a deck that has no others."""
    first = parse_hand(cards) if cards else ()
    if only:
        return CardSource.ready(ScriptedDeck(first, faults))
    return game.devices[device].stacked(first, faults)


def decide(table, decisions):
    """Gives decisions to a round, in order, or seat by seat as they are asked."""
    if not isinstance(decisions, dict):
        for decision in decisions:
            table.handle(Decide(*decision))
        return table
    left = {
        seat: [options] if isinstance(options, str) else list(options)
        for seat, options in decisions.items()
    }
    while isinstance(table.waiting, AwaitingDecisions):
        seat = next((one for one in table.waiting.seats if left.get(one)), None)
        if seat is None:
            return table
        option = left[seat].pop(0)
        table.handle(Decide(seat, *((option,) if isinstance(option, str) else option)))
    assert not any(left.values()), f"nobody asked for {left}"
    return table


def refused(table, command, code):
    """Gives a command that must be refused and change nothing; returns what was said."""
    before = table.events, table.waiting
    with pytest.raises(Rejection) as refusal:
        table.handle(command)
    assert refusal.value.code is code, refusal.value.detail
    assert (table.events, table.waiting) == before
    return refusal.value.detail


def refused_slip(game, stakes, code, *, picks=(), **chosen):
    """Bets a slip that must be refused; returns what was said."""
    table = Round(game, settings_for(game, **chosen), source(game))
    return refused(table, PlaceWagers(1, Slip.of(stakes, picks)), code)


def report(table, kind, detail="The supervisor saw it."):
    """Tells the round that something went wrong; returns what the game's rules do about it."""
    events = table.handle(ReportIrregularity(kind, detail))
    (reported,) = [one for one in events if isinstance(one, happened.IrregularityReported)]
    assert (reported.kind, reported.detail) == (kind, detail)
    return reported.remedy


def rule(table, remedy, reason="The supervisor decided so."):
    """A supervisor rules on a held round."""
    return table.handle(RuleOnIrregularity(Remedy(remedy), reason))


def of_kind(table, *kinds):
    """All events of these kinds, in the order they happened."""
    return [event for event in table.events if isinstance(event, kinds)]


def dealt(table):
    """Every card dealt, in order: `("seat 1/Hand", "As", "own")`."""
    return [
        (str(event.place), str(event.card), str(event.face))
        for event in of_kind(table, happened.CardDealt)
    ]


def asked(table):
    """Every question in order, by seat: `(1, ("play", "fold"))`."""
    return [
        (one.seat, tuple(option.name for option in one.options))
        for event in of_kind(table, happened.DecisionAsked)
        for one in event.asked
    ]


def offered(table, seat):
    """What a seat may choose now, by name."""
    return {option.name: option for option in table.layout.asked[seat].options}


def settlements(table):
    """Every settlement in order: `(1, "Ante", "win", 1000)`, the cents being those returned."""
    return [
        (event.seat, event.spot, str(event.outcome.result), event.returned_cents)
        for event in of_kind(table, happened.WagerSettled)
    ]


def settled(table, seat, spot):
    """The one settlement of a seat's spot."""
    (event,) = [
        event
        for event in of_kind(table, happened.WagerSettled)
        if (event.seat, event.spot) == (seat, spot)
    ]
    return event


def ended(table, seat, spot):
    """How it ended, in short: `("win", 1000)`."""
    event = settled(table, seat, spot)
    return str(event.outcome.result), event.returned_cents


def why(table, seat, spot):
    """What decided, and the sentence for the player: `("How to Play 7", "You folded.")`."""
    because = settled(table, seat, spot).because
    return because.clause, because.sentence


def was_void(table):
    """Whether the round is void and every seat has exactly its stakes back."""
    assert table.layout.is_over
    paid = Counter()
    for event in table.events:
        match event:
            case happened.WagersPlaced(seat, stakes):
                paid[seat] = -sum(cents for _, cents in stakes)
            case happened.WagerAdded(seat, _, cents):
                paid[seat] -= cents
            case happened.WagerSettled(seat=seat, returned_cents=cents):
                paid[seat] += cents
            case happened.SettlementReversed(seat=seat, returned_cents=cents):
                paid[seat] -= cents
            case happened.WagerReturned(seat=seat, cents=cents):
                paid[seat] += cents
    return table.layout.is_void and not any(paid.values())


def rest_of_deck(*used):
    """The cards of a deck that are not among these, in order, as text."""
    taken = {card for text in used if text for card in parse_hand(text)}
    return " ".join(str(card) for card in DECK if card not in taken)


def play_on(table, decisions):
    """From wherever the round is to its end, as it would have gone."""
    if isinstance(table.waiting, AwaitingWagers):
        table.handle(CloseBets("c0ffee"))
    work(table)
    for seat, option in decisions:
        if seat in table.layout.asked:
            table.handle(Decide(seat, option))
    return work(table)
