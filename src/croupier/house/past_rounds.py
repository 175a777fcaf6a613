"""Rounds that are over, as the books have them: with everything that was revised of them since.

A revision of a round that is over stands in a later entry. So the events in force are those of the
round's own entries, less what was superseded, with what took its place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Select, or_, select

from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.happenings import Logged
from croupier.house.log import events_in
from croupier.table import events as happened
from croupier.table.events import EVENTS, Event
from croupier.table.settings import TableSettings

__all__ = [
    "PastRound",
    "PastSeat",
    "entries_revising",
    "events_in_force",
    "money_of_round",
    "read_past_round",
    "results_of",
]


@dataclass(frozen=True, slots=True)
class PastSeat:
    """A seat that was in a round."""

    user: int
    """Who sat there then."""
    credit_before_cents: int
    forgone_cents: int = 0
    """What he should have given back after earlier revisions, and no longer had."""


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round that is over."""

    events: tuple[Event, ...]
    """Those in force."""
    seats: Mapping[int, PastSeat]
    """The seats that were in it."""
    first_entry: int
    last_entry: int
    """Where it was played; revisions stand in later entries."""
    ended_ms: int
    as_of_entry: int
    """How much of the log was read for this."""

    @property
    def is_void(self) -> bool:
        """Whether all wagers went back."""
        return any(isinstance(event, happened.RoundVoided) for event in self.events)


def events_in_force(
    number: int, settings: TableSettings, logged: Iterable[Logged]
) -> tuple[Event, ...]:
    """The events of a round, of whatever else the log of its table holds with them.

    Entries of later rounds may be left out; of its own and of those that revise it, none.
    """
    events: list[Event] = []
    is_on = False
    paper_left = 0
    paper_is_ours = False
    for event in logged:
        match event:
            case house.RoundBegan(which, device, is_physical, back, commitment):
                is_on = which == number
                if is_on:
                    opened = happened.RoundOpened(settings, device, is_physical, back, commitment)
                    events = [opened]
            case house.RoundRevised(which, from_event, count, is_on_paper):
                if which == number:
                    del events[from_event:]
                if is_on_paper:
                    paper_left, paper_is_ours = count, which == number
            case _ if not isinstance(event, EVENTS):
                pass
            case _ if paper_left:
                paper_left -= 1
                if paper_is_ours:
                    events.append(event)
            case _ if is_on:
                # The seed comes at once after the end, or never.
                is_on = not _is_over(events) and not isinstance(event, happened.SeedRevealed)
                if is_on or isinstance(event, happened.SeedRevealed):
                    events.append(event)
            case _:
                pass
    return tuple(events)


def _is_over(events: Sequence[Event]) -> bool:
    return isinstance(events[-1], happened.RoundClosed | happened.RoundVoided)


def money_of_round(events: Iterable[Event]) -> tuple[dict[int, int], dict[int, int]]:
    """What every seat staked in a round and what it got back, in cents by seat."""
    staked: dict[int, int] = {}
    returned: dict[int, int] = {}
    for event in events:
        match event:
            case happened.WagersPlaced(seat, stakes):
                staked[seat] = sum([cents for _, cents in stakes])
                if not stakes:
                    del staked[seat]
            case happened.WagerAdded(seat, _, cents):
                staked[seat] += cents
            case happened.WagerSettled(seat):
                returned[seat] = returned.get(seat, 0) + event.returned_cents
            case happened.SettlementReversed(seat, _, _, cents):
                returned[seat] -= cents
            case happened.WagerReturned(seat, _, cents):
                returned[seat] = returned.get(seat, 0) + cents
            case _:
                pass
    return staked, returned


def results_of(events: Sequence[Event]) -> dict[int, int]:
    """What every seat won in a round, below zero where it lost, in cents by seat."""
    staked, returned = money_of_round(events)
    return {seat: returned.get(seat, 0) - cents for seat, cents in staked.items()}


def entries_revising(table: int, number: int) -> Select[tuple[int]]:
    """The numbers of the entries that revise a round which was over, to be selected."""
    revisions = schema.revisions
    return select(revisions.c.entry).where(revisions.c.table == table, revisions.c.round == number)


def read_past_round(
    connection: Connection, table: int, settings: TableSettings, number: int
) -> PastRound | None:
    """A round that is over, from the database; None where it holds none of that number."""
    rounds, results, entries = schema.rounds, schema.results, schema.entries
    # Before all else: what is written meanwhile is not said to be in it.
    as_of = connection.scalar(select(schema.chains.c.entries).where(schema.chains.c.chain == table))
    row = connection.execute(
        select(rounds).where(rounds.c.table == table, rounds.c.round == number)
    ).first()
    if row is None:
        return None
    is_of_it = entries.c.number.between(row.first_entry, row.last_entry)
    is_later = entries.c.number.in_(entries_revising(table, number))
    bodies = connection.scalars(
        select(entries.c.body)
        .where(entries.c.chain == table, or_(is_of_it, is_later))
        .order_by(entries.c.number)
    )
    logged = [event for body in bodies for event in events_in(body)]
    forgone: dict[int, int] = {}
    for event in logged:
        if isinstance(event, house.DifferencePaid) and event.round == number:
            forgone[event.seat] = forgone.get(event.seat, 0) + event.forgone_cents
    seats = connection.execute(
        select(results).where(results.c.table == table, results.c.round == number)
    )
    return PastRound(
        events_in_force(number, settings, logged),
        {
            one.seat: PastSeat(one.user, one.credit_before_cents, forgone.get(one.seat, 0))
            for one in seats
        },
        row.first_entry,
        row.last_entry,
        row.ended_ms,
        as_of or 0,
    )
