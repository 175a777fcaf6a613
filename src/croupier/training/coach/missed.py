"""A hand that a player got wrong, kept so that it can be asked again.

It is what his seat saw up to the question, without what other seats staked and chose: no card
follows from that, and in a stadium there is very much of it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from croupier.analysis.decisions import Moment, moments
from croupier.rejection import Code, Rejection
from croupier.table.codec import Json, from_json, to_json
from croupier.table.events import (
    DecisionAsked,
    DecisionMade,
    DecisionsClosed,
    Event,
    PicksDrawn,
    SettlementReversed,
    WagerAdded,
    WagerReturned,
    WagerSettled,
    WagersPlaced,
)
from croupier.table.game import Game
from croupier.table.layout import Layout, view
from croupier.table.places import Viewer
from croupier.table.record import event_from_json, event_to_json
from croupier.table.settings import TableSettings
from croupier.training.coach.asked_again import clause_asked

__all__ = ["MissedHand", "broken_refused", "missed_from_json", "missed_hand", "missed_json"]

_OF_ONE_SEAT = (
    WagersPlaced
    | PicksDrawn
    | WagerAdded
    | DecisionMade
    | WagerSettled
    | SettlementReversed
    | WagerReturned
)

_FIELDS: Final = frozenset({"settings", "seat", "number", "clause", "events"})


@dataclass(frozen=True, slots=True)
class MissedHand:
    """A decision to be asked again, as far as its player saw."""

    settings: TableSettings
    seat: int
    number: int
    """Which decision of its round it is, counted from 1."""
    clause: str
    """The clause of the rules by which it is asked."""
    events: tuple[Event, ...]
    """Up to the question, as the seat saw them."""

    @property
    def moment(self) -> Moment:
        """The question, open again."""
        return moments(self.events, self.seat)[-1]


def missed_hand(
    game: Game[Any], settings: TableSettings, events: Sequence[Event], seat: int, number: int
) -> MissedHand:
    """The hand in which a seat made that decision, cut off at its question."""
    seen = view(events, Viewer.at(seat))
    asked = [
        at
        for at, event in enumerate(seen)
        if isinstance(event, DecisionAsked) and seat in event.seats
    ]
    assert 1 <= number <= len(asked), "only a decision that was asked can be missed"
    kept = (_kept(event, seat) for event in seen[: asked[number - 1] + 1])
    clause = clause_asked(game, settings, seen, seat, number)
    own = tuple(one for one in kept if one is not None)
    return MissedHand(settings, seat, number, clause, own)


def _kept(event: Event, seat: int) -> Event | None:
    """The event without what concerns other seats' money and choices alone."""
    if isinstance(event, _OF_ONE_SEAT):
        return event if event.seat == seat else None
    if isinstance(event, DecisionAsked):
        if seat not in event.seats:
            return None
        own = tuple(one for one in event.asked if one.seat == seat)
        return replace(event, seats=(seat,), asked=own)
    if isinstance(event, DecisionsClosed):
        return replace(event, choices=tuple(one for one in event.choices if one.seat == seat))
    return event


def missed_json(missed: MissedHand) -> dict[str, Any]:
    """The hand as JSON, without loss."""
    return {
        "settings": to_json(missed.settings),
        "seat": missed.seat,
        "number": missed.number,
        "clause": missed.clause,
        "events": [event_to_json(event) for event in missed.events],
    }


def missed_from_json(data: Json) -> MissedHand:
    """The hand behind its JSON; refuses what is none, or asks nothing."""
    if not isinstance(data, dict) or set(data) != _FIELDS:
        raise _no_hand("it needs settings, seat, number, clause and events")
    seat, number, clause, events = (data[name] for name in ("seat", "number", "clause", "events"))
    if type(seat) is not int or type(number) is not int or not isinstance(events, list):
        raise _no_hand("seat and number are whole numbers, and events is a list")
    if not isinstance(clause, str) or not clause:
        raise _no_hand("its clause is the name of one")
    settings = from_json(TableSettings, data["settings"], "settings")
    read = tuple(event_from_json(event, f"events[{at}]") for at, event in enumerate(events))
    missed = MissedHand(settings, seat, number, clause, read)
    _check(missed)
    return missed


def _check(missed: MissedHand) -> None:
    """Refuses events of which no question of that seat is open, or that no round can have had."""
    seat, events = missed.seat, missed.events
    asked = sum(isinstance(event, DecisionAsked) and seat in event.seats for event in events)
    if not asked or not isinstance(events[-1], DecisionAsked):
        raise _no_hand("its last event asks its seat")
    if asked != missed.number:
        raise _no_hand(f"its seat is asked {asked} times, and number says {missed.number}")
    with broken_refused():
        seen = Layout.fold(events)
        if seat not in seen.asked or not seen.asked[seat].options:
            raise _no_hand("its last event asks its seat")
        if not seen.stakes.get(seat):
            raise _no_hand("its seat has bet nothing")


@contextmanager
def broken_refused() -> Iterator[None]:
    """Refuses events that contradict each other: somebody has changed them since they were kept."""
    try:
        yield
    except Rejection as refused:
        if refused.code in {Code.RECORD_INVALID, Code.WORTH_UNKNOWN}:
            raise
        raise _no_hand("its events belong to no round") from refused
    except (LookupError, ValueError, AssertionError):
        raise _no_hand("its events belong to no round") from None


def _no_hand(why: str) -> Rejection:
    return Rejection(Code.RECORD_INVALID, f"Not a hand that was missed: {why}.")
