"""What the tests of a round share: sources of cards, refusals that change nothing, money."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings

from croupier.cards import DECK, ScriptedDeck, parse_hand
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, PlaceWagers
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip

SEVERAL = settings(
    derandomize=True,
    deadline=None,
    max_examples=60,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
"""For Hypothesis: the same examples every time, and no more than a few seconds of them."""
MANY = settings(SEVERAL, max_examples=200)


def deck_of(text, *faults, only=False):
    """A source that gives these cards first, then (unless only these) the rest of the deck."""
    first = parse_hand(text) if text else ()
    rest = () if only else tuple(card for card in DECK if card not in first)
    return CardSource.ready(ScriptedDeck((*first, *rest), faults))


def open_round(game, source=None, **chosen):
    automation = {"automation": chosen.pop("automation")} if "automation" in chosen else {}
    return Round(game, settings_for(game, **chosen), source or deck_of(""), **automation)


def bet(table, stakes_by_seat, picks=()):
    for seat, stakes in stakes_by_seat.items():
        table.handle(PlaceWagers(seat, Slip.of(stakes, picks)))


def dealt(game, stakes_by_seat, source=None, picks=(), **chosen):
    """A round with these bets, closed and run until it waits."""
    table = open_round(game, source, **chosen)
    bet(table, stakes_by_seat, picks)
    table.handle(CloseBets())
    return table


def refused(table, command, code):
    """Gives a command that must be refused and change nothing; returns what was said."""
    events, waiting, step = table.events, table.waiting, table.step
    with pytest.raises(Rejection) as refusal:
        table.handle(command)
    assert refusal.value.code is code, refusal.value.detail
    assert table.events == events
    assert table.waiting == waiting
    assert table.step is step
    assert refusal.value.detail.endswith("."), "a refusal is a whole sentence"
    return refusal.value.detail


def kinds(events):
    return [type(event) for event in events]


def only(events, kind):
    return [event for event in events if isinstance(event, kind)]


def tampered(events, at, **changes):
    """The events with one changed."""
    return (*events[:at], replace(events[at], **changes), *events[at + 1 :])


def first_at(events, kind):
    return next(at for at, event in enumerate(events) if isinstance(event, kind))


def paid_in(events):
    """Cents by seat that went from the player to the table."""
    placed = {event.seat: dict(event.stakes) for event in only(events, happened.WagersPlaced)}
    total = Counter({seat: sum(stakes.values()) for seat, stakes in placed.items()})
    for event in only(events, happened.WagerAdded):
        total[event.seat] += event.cents
    return total


def paid_out(events):
    """Cents by seat that went from the table to the player."""
    total = Counter()
    for event in events:
        match event:
            case happened.WagerSettled(seat=seat, returned_cents=cents):
                total[seat] += cents
            case happened.SettlementReversed(seat=seat, returned_cents=cents):
                total[seat] -= cents
            case happened.WagerReturned(seat=seat, cents=cents):
                total[seat] += cents
            case _:
                pass
    return total


def taken_out_of_action(events):
    """Cents by seat whose fate is decided: settled or returned, and not put back."""
    total = Counter()
    for event in events:
        match event:
            case happened.WagerSettled(seat=seat, stake_cents=cents, has_own_wager=True):
                total[seat] += cents
            case happened.SettlementReversed(seat=seat, stake_cents=cents):
                total[seat] -= cents
            case happened.WagerReturned(seat=seat, cents=cents):
                total[seat] += cents
            case _:
                pass
    return total
