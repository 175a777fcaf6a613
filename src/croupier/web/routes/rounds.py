"""Rounds that are over: what was dealt, bet and paid, for whom it concerns.

A player gets the rounds he was in, with what he could see at the table and nothing else; staff
gets everything. Of a round in play there is nothing here.
"""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field
from sqlalchemy import Connection, select

from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.cutting import Viewing, cut
from croupier.house.happenings import logged_to_json
from croupier.house.log import events_in
from croupier.house.past_rounds import read_past_round
from croupier.house.reading import creation_of
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.web.answers import REFUSALS
from croupier.web.forms import RoundEvent
from croupier.web.routes.parts import OlderThan, Staff, require_leisure
from croupier.web.routes.play import TableNumber
from croupier.web.security import Called, TheOffice

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["rounds"], responses=REFUSALS)

_MOST_ROUNDS: Final = 1000

RoundNumber = Annotated[int, Path(ge=1, le=10**15, description="The round's number.")]


class RoundLine(BaseModel):
    """A round in a list."""

    round: int
    ended_ms: int
    outcome: Literal["settled", "void", "abandoned", "revised"]
    seats: int = Field(description="How many were in it.")
    staked_cents: int
    returned_cents: int


class RoundList(BaseModel):
    """Rounds of a table, newest first."""

    table: int
    rounds: list[RoundLine]
    next_before: int | None = Field(description="Ask before this round for more; null: no more.")


class SeatResult(BaseModel):
    """What a round brought a seat."""

    seat: int
    user: int
    staked_cents: int
    returned_cents: int
    credit_before_cents: int
    credit_after_cents: int


class PlayedRound(RoundLine):
    """A round that is over."""

    table: int
    results: list[SeatResult] = Field(description="Of your seats; for staff, of all.")
    events: list[RoundEvent] = Field(
        description="What happened, as you may know it; of a revised round, what is in force."
    )


class SlipId(BaseModel):
    """The id of a bet."""

    seat: int
    id: str


class Salt(BaseModel):
    """What the public salt of a round was made of."""

    table: int
    round: int
    salt: str | None = Field(
        description='SHA-256 of the ids as JSON, `[[1,"…"],[4,"…"]]` in the order of the seats; '
        "null where bets never closed."
    )
    ids: list[SlipId] = Field(description="Of the bets in force when bets closed, by seat.")


def _unknown(table: int, number: int) -> Rejection:
    return Rejection(
        Code.ROUND_UNKNOWN,
        f"Table {table} has no round {number} that is over and concerns you.",
    )


@router.get("/tables/{table}/rounds")
async def list_rounds(
    office: TheOffice,
    called: Staff,
    table: int = TableNumber,
    before: OlderThan = None,
    limit: Annotated[int, Query(ge=1, le=_MOST_ROUNDS)] = 100,
) -> RoundList:
    """The rounds of a table that are over, newest first, a page at a time."""
    del called
    office.house.table(table)
    rounds = schema.rounds
    wanted = select(rounds).where(rounds.c.table == table)
    if before is not None:
        wanted = wanted.where(rounds.c.round < before)
    wanted = wanted.order_by(rounds.c.round.desc()).limit(limit + 1)
    found = await office.books.read(lambda books: books.execute(wanted).all())
    lines = [_line(row) for row in found[:limit]]
    more = lines[-1].round if len(found) > limit else None
    return RoundList(table=table, rounds=lines, next_before=more)


def _line(row: Any) -> RoundLine:
    return RoundLine(**{name: getattr(row, name) for name in RoundLine.model_fields})


@router.get("/tables/{table}/rounds/{number}")
async def look_at_a_round(
    request: Request,
    office: TheOffice,
    called: Called,
    number: RoundNumber,
    table: int = TableNumber,
) -> PlayedRound:
    """A round that is over: a player's own view of one he was in; for staff, everything."""
    require_leisure(request, called)
    office.house.table(table)
    user = None if office.is_staff(called.who) else called.who.user
    return await office.books.read(lambda books: _played(books, table, number, user))


def _played(books: Connection, table: int, number: int, user: int | None) -> PlayedRound:
    rounds, results = schema.rounds, schema.results
    row = books.execute(
        select(rounds).where(rounds.c.table == table, rounds.c.round == number)
    ).first()
    wanted = select(results).where(results.c.table == table, results.c.round == number)
    if user is not None:
        wanted = wanted.where(results.c.user == user)
    own = books.execute(wanted.order_by(results.c.seat)).all()
    if row is None or (user is not None and not own):
        raise _unknown(table, number)
    created = creation_of(books, table)
    past = read_past_round(books, table, created.settings, number)
    assert past is not None, "it is in the list of rounds"
    events: list[Any] = list(past.events)
    if user is not None:
        viewing = Viewing(frozenset(one.seat for one in own))
        is_stadium = created.terms.is_stadium
        events = [cut(event, viewing, is_stadium=is_stadium) for event in events]
    return PlayedRound(
        **dict(_line(row)),
        table=table,
        results=[
            SeatResult(**{name: getattr(one, name) for name in SeatResult.model_fields})
            for one in own
        ],
        events=[logged_to_json(event) for event in events if event is not None],
    )


@router.get("/tables/{table}/rounds/{number}/salt")
async def salt_of_a_round(
    request: Request,
    office: TheOffice,
    called: Called,
    number: RoundNumber,
    table: int = TableNumber,
) -> Salt:
    """What the salt of a round that is over was made of, so that anybody can check the shuffle."""
    require_leisure(request, called)
    office.house.table(table)
    return await office.books.read(lambda books: _salt(books, table, number))


def _salt(books: Connection, table: int, number: int) -> Salt:
    rounds, entries = schema.rounds, schema.entries
    row = books.execute(
        select(rounds).where(rounds.c.table == table, rounds.c.round == number)
    ).first()
    if row is None:
        raise _unknown(table, number)
    logged = books.execute(
        select(entries.c.command, entries.c.body)
        .where(
            entries.c.chain == table,
            entries.c.number.between(row.first_entry, row.last_entry),
        )
        .order_by(entries.c.number)
    )
    ids: dict[int, str] = {}
    is_on = False
    for command, body in logged:
        for event in events_in(body):
            match event:
                case house.RoundBegan(began):
                    is_on = began == number
                case happened.WagersPlaced(seat, stakes) if is_on:
                    if stakes:
                        ids[seat] = command
                    else:
                        ids.pop(seat, None)
                case happened.BetsClosed(salt) if is_on:
                    by_seat = [SlipId(seat=one, id=ids[one]) for one in sorted(ids)]
                    return Salt(table=table, round=number, salt=salt, ids=by_seat)
                case _:
                    pass
    return Salt(table=table, round=number, salt=None, ids=[])
