"""Recall: the last rounds of a seat or of a player, step by step.

Every round with its cards, decisions and wagers, what was on the credit meter before and after each
step, and why every wager ended as it did. A player gets what he could see at the table and nothing
else; an auditor gets everything.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, select

from croupier.cards import Card
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import meter
from croupier.house.cutting import Viewing, cut
from croupier.house.happenings import Logged
from croupier.house.log import events_in
from croupier.house.past_rounds import entries_revising, events_in_force
from croupier.house.reading import creation_of
from croupier.house.recalled import Decided, Recalled, Step
from croupier.house.verify.money import RoundMoney, transfer_of
from croupier.table import events as happened
from croupier.table.events import EVENTS, Event
from croupier.table.layout import Layout
from croupier.table.places import Place

__all__ = ["Decided", "Recalled", "Step", "recall_seat", "recall_user"]


def recall_seat(
    connection: Connection,
    table: int,
    seat: int,
    *,
    count: int = 10,
    before_round: int | None = None,
    as_user: int | None = None,
) -> tuple[Recalled, ...]:
    """The last rounds of a seat, newest first.

    As a player (`as_user`) those he played there himself, with what he could see; without one, as
    an auditor, all of them with everything.
    """
    results = schema.results
    wanted = _results().where(results.c.table == table, results.c.seat == seat)
    if before_round is not None:
        wanted = wanted.where(results.c.round < before_round)
    if as_user is not None:
        wanted = wanted.where(results.c.user == as_user)
    rows = connection.execute(wanted.order_by(results.c.round.desc()).limit(count)).all()
    return tuple(_recalled(connection, rows, as_user))


def recall_user(
    connection: Connection,
    user: int,
    *,
    count: int = 10,
    before_ms: int | None = None,
    sees_everything: bool = False,
) -> tuple[Recalled, ...]:
    """The last rounds of a player at all tables, newest first, one for each seat he played."""
    results = schema.results
    tables = select(results.c.table).where(results.c.user == user).distinct()
    rows: list[Any] = []
    for table in connection.scalars(tables).all():
        wanted = _results().where(results.c.user == user, results.c.table == table)
        if before_ms is not None:
            wanted = wanted.where(schema.rounds.c.ended_ms < before_ms)
        rows += connection.execute(wanted.order_by(results.c.round.desc()).limit(count))
    rows.sort(key=lambda row: (-row.ended_ms, row.table, -row.round, row.seat))
    return tuple(_recalled(connection, rows[:count], None if sees_everything else user))


def _results() -> Any:
    rounds, results = schema.rounds, schema.results
    return select(
        *results.columns,
        rounds.c.first_entry,
        rounds.c.last_entry,
        rounds.c.ended_ms,
        rounds.c.outcome,
    ).where(rounds.c.table == results.c.table, rounds.c.round == results.c.round)


def _recalled(
    connection: Connection, rows: Sequence[Any], as_user: int | None
) -> Iterator[Recalled]:
    if not rows:
        return
    created = cache(lambda table: creation_of(connection, table))
    for row in rows:
        viewing = None
        if as_user is not None:
            viewing = Viewing(_seats_of(connection, row.table, row.round, as_user))
        yield _Telling(row, created(row.table), viewing).tell(_logged(connection, row))


def _seats_of(connection: Connection, table: int, number: int, user: int) -> frozenset[int]:
    results = schema.results
    wanted = select(results.c.seat).where(
        results.c.user == user, results.c.table == table, results.c.round == number
    )
    return frozenset(connection.scalars(wanted))


def _logged(connection: Connection, row: Any) -> Iterator[tuple[Any, int, Logged]]:
    """Everything that was logged with a round, and with what was revised of it later."""
    entries = schema.entries
    its_own = select(entries).where(
        entries.c.chain == row.table, entries.c.number.between(row.first_entry, row.last_entry)
    )
    later = select(entries).where(
        entries.c.chain == row.table,
        entries.c.number.in_(entries_revising(row.table, row.round)),
    )
    for entry in (
        *connection.execute(its_own.order_by(entries.c.number)),
        *connection.execute(later.order_by(entries.c.number)),
    ):
        for number, event in enumerate(events_in(entry.body), start=entry.first_event):
            yield entry, number, event


_ABOUT_A_ROUND = (
    house.RoundBegan,
    house.RoundResumed,
    house.RoundAbandoned,
    house.RoundRevised,
    house.DifferencePaid,
    house.LargeWin,
)
_ABOUT_A_SEAT = (
    house.SeatTaken,
    house.CreditAdded,
    house.TipGiven,
    house.SeatLeaving,
    house.SeatLeft,
)


class _Telling:
    """One round being told."""

    def __init__(self, row: Any, created: house.TableCreated, viewing: Viewing | None) -> None:
        self._row = row
        self._created = created
        self._viewing = viewing
        self._money = RoundMoney()
        self._events: list[Event] = []
        self._is_on = False
        self._has_ended = False
        self._paper_left = 0
        self._paper_is_ours = False
        self._change_cents = 0
        """What has come onto the credit meter of the seat since the round began."""
        self._won_cents = 0
        """What the round had brought the seat when it was over, before any revision."""
        self._steps: list[Step] = []

    def tell(self, logged: Iterable[tuple[Any, int, Logged]]) -> Recalled:
        everything = list(logged)
        for entry, number, event in everything:
            self._take(entry, number, event)
        row, settings = self._row, self._created.settings
        in_force = events_in_force(row.round, settings, (event for _, _, event in everything))
        seen = [event for event in map(self._cut, in_force) if isinstance(event, EVENTS)]
        opened = in_force[0]
        assert isinstance(opened, happened.RoundOpened), "a round begins with its opening"
        layout = Layout.fold(seen)
        seeds = [event.seed for event in in_force if isinstance(event, happened.SeedRevealed)]
        return Recalled(
            table=row.table,
            table_name=self._created.name,
            game=settings.game,
            round=row.round,
            seat=row.seat,
            user=row.user,
            began_ms=self._steps[0].at_ms,
            ended_ms=row.ended_ms,
            outcome=row.outcome,
            is_physical=opened.is_physical,
            commitment=opened.commitment,
            seed=seeds[0] if seeds else None,
            staked_cents=row.staked_cents,
            returned_cents=row.returned_cents,
            credit_before_cents=row.credit_before_cents,
            credit_after_cents=row.credit_after_cents,
            wagers=_wagers(in_force, row.seat),
            decisions=_decisions(in_force, row.seat),
            cards=_cards(seen),
            settlements=tuple(one for one in layout.settled if one.seat == row.seat),
            is_revised=any(isinstance(step.what, house.RoundRevised) for step in self._steps),
            steps=tuple(self._with_credit()),
        )

    def _take(self, entry: Any, number: int, event: Logged) -> None:
        before = self._change_cents
        is_on_paper = False
        # Later entries are of other rounds, but for what they revise of this one.
        self._is_on &= entry.number <= self._row.last_entry
        match event:
            case house.RoundBegan(began):
                self._is_on = began == self._row.round
            case house.RoundRevised(which, from_event, count, on_paper):
                if on_paper:
                    self._paper_left = count
                    self._paper_is_ours = which == self._row.round
                elif which == self._row.round:
                    del self._events[from_event - 1 :]
                    self._money = self._money.revised(self._events)
            case _ if not isinstance(event, EVENTS):
                pass
            case _ if self._paper_left:
                self._paper_left -= 1
                is_on_paper = self._paper_is_ours
                if not is_on_paper:
                    return
            case _ if self._is_on:
                self._events.append(event)
                self._money.take(event)
        self._move(event)
        if self._is_told(event, is_on_paper=is_on_paper):
            self._step(entry, number, event, before, is_on_paper=is_on_paper)
        is_end = isinstance(event, happened.RoundClosed | happened.RoundVoided)
        if is_end and self._is_on and not is_on_paper:
            self._won_cents = self._money.won(self._row.seat)
            self._has_ended = True

    def _move(self, event: Logged) -> None:
        """What an event does to the credit meter of the seat, until the round is over."""
        row = self._row
        if not self._is_on or self._has_ended:
            return
        account = meter(row.table, row.seat)
        self._change_cents += self._money.moved(row.table).get(account, 0)
        transfer = transfer_of(event, row.table, self._created.terms.money)
        if transfer is not None:
            giver, taker, cents = transfer
            self._change_cents += cents * ((taker == account) - (giver == account))
        if isinstance(event, house.SeatTaken) and event.seat == row.seat and self._viewing:
            # Who sat there before him in the same round is none of his business.
            self._steps = [one for one in self._steps if _seat_of(one.what) != row.seat]

    def _is_told(self, event: Logged, *, is_on_paper: bool) -> bool:
        row = self._row
        if isinstance(event, _ABOUT_A_ROUND) and event.round == row.round:
            return True
        if not self._is_on:
            return is_on_paper
        if isinstance(event, house.DifferencePaid):
            # For an older round, but onto the meter that is played from now.
            return event.is_seated and bool(event.seat == row.seat) and not self._has_ended
        if isinstance(event, _ABOUT_A_SEAT):
            return bool(event.seat == row.seat) and not self._has_ended
        return isinstance(event, EVENTS)

    def _step(
        self, entry: Any, number: int, event: Logged, before: int, *, is_on_paper: bool
    ) -> None:
        shown = self._cut(event)
        if shown is None:
            return
        is_after = is_on_paper or not self._is_on
        self._steps.append(
            Step(
                entry.number,
                number,
                entry.at_ms,
                shown,
                None if is_after else before,
                None if is_after else self._change_cents,
                is_on_paper,
                entry.actor if self._viewing is None else None,
            )
        )

    def _with_credit(self) -> Iterator[Step]:
        """The steps with what was on the meter, which is known from what was there in the end."""
        last = [one.credit_after_cents for one in self._steps if one.credit_after_cents is not None]
        start = self._row.credit_before_cents + self._won_cents - last[-1]
        for one in self._steps:
            if one.credit_before_cents is None or one.credit_after_cents is None:
                yield one
            else:
                yield replace(
                    one,
                    credit_before_cents=start + one.credit_before_cents,
                    credit_after_cents=start + one.credit_after_cents,
                )

    def _cut(self, event: Logged) -> Logged | None:
        if self._viewing is None:
            return event
        return cut(event, self._viewing, is_stadium=self._created.terms.is_stadium)


def _seat_of(event: Logged) -> int | None:
    return getattr(event, "seat", None)


def _wagers(events: Iterable[Event], seat: int) -> tuple[tuple[str, int], ...]:
    spots: dict[str, int] = {}
    for event in events:
        match event:
            case happened.WagersPlaced(placed, stakes) if placed == seat:
                spots = dict(stakes)
            case happened.WagerAdded(placed, spot, cents) if placed == seat:
                spots[spot] = spots.get(spot, 0) + cents
            case _:
                pass
    return tuple(spots.items())


def _decisions(events: Iterable[Event], seat: int) -> tuple[Decided, ...]:
    found = []
    question = ""
    for event in events:
        match event:
            case happened.DecisionAsked():
                question = event.question
            case happened.DecisionMade(choice, chosen, by) if choice is not None and chosen == seat:
                found.append(Decided(question, choice.option, choice.stake_cents, by))
            case _:
                pass
    return tuple(found)


def _cards(events: list[Event]) -> tuple[tuple[Place, tuple[Card | None, ...]], ...]:
    """What lay where before the cards were picked up."""
    collected = (
        at for at, event in enumerate(events) if isinstance(event, happened.CardsCollected)
    )
    layout = Layout.fold(events[: next(collected, len(events))])
    return tuple(
        (place, tuple(one.card for one in layout.cards[place])) for place in sorted(layout.cards)
    )
