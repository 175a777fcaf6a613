"""What the house and its tables did in a period, and the close of the gaming day."""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from sqlalchemy import Connection, select

from croupier.house import schema
from croupier.house.accounts import Money
from croupier.house.changes import Receipt
from croupier.house.close_of_day import close_of_day
from croupier.house.days import read_last_day
from croupier.house.happenings import DayClosed
from croupier.house.log import HOUSE_CHAIN, events_in
from croupier.house.long_readings import add_up_stakes
from croupier.house.reports import report_table
from croupier.rejection import Code, Rejection
from croupier.web.answers import REFUSALS
from croupier.web.forms import GameId
from croupier.web.routes.parts import (
    Accounting,
    Administrator,
    Entered,
    Ms,
    OneTable,
    Repeatable,
    Staff,
)
from croupier.web.security import TheOffice

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["audit"], responses=REFUSALS)

_MOST_DAYS: Final = 366


class TableFigures(BaseModel):
    """What a table did in a period."""

    table: int
    name: str
    game: GameId
    money: Money
    rounds: int
    voids: int
    seat_rounds: int
    handle_cents: int = Field(description="Everything staked in rounds with a result.")
    win_cents: int = Field(description="What the table kept of it; below zero where it lost.")
    win_percent: float | None
    drop_cents: int = Field(description="The credit that was brought to the table.")
    taken_away_cents: int
    hold_percent: float | None = Field(description="What the table kept, of the drop.")
    tips_cents: int
    fills_cents: int
    credits_cents: int
    corrections_cents: int
    differences_cents: int
    opening_rack_cents: int
    closing_rack_cents: int
    large_wins: int


class AccountGroup(BaseModel):
    """Accounts of one sort: what was there, what came and went, what is there."""

    name: str
    money: Money
    opening_cents: int
    in_cents: int
    out_cents: int
    closing_cents: int


class Balance(BaseModel):
    """All money of the house over a period."""

    is_balanced: bool
    groups: list[AccountGroup]


class Report(BaseModel):
    """A period: all money of the house, and what each table did."""

    from_ms: int
    to_ms: int
    house: Balance | None = Field(description="Null where one table alone was asked for.")
    tables: list[TableFigures]


class SpotStakes(BaseModel):
    """What was staked on a spot before the deal."""

    spot: str
    staked_cents: int


class TableStakes(BaseModel):
    """What was staked at a table before the deal, in rounds with a result."""

    table: int
    spots: list[SpotStakes]


class Stakes(BaseModel):
    """What was staked before the deal in a period, which is what house edges are of."""

    from_ms: int
    to_ms: int
    tables: list[TableStakes]


class Day(Repeatable):
    """A gaming day to be closed."""

    day: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", examples=["2026-07-31"])]


class ChainHead(BaseModel):
    """Where a chain of the log stood."""

    chain: int = Field(description="The table's number, 0 for the house itself.")
    entries: int
    hash: str


class ClosedDay(Entered):
    """A gaming day that is closed, with what it came to since the one before."""

    day: str
    heads: list[ChainHead] = Field(
        description="Keep these elsewhere: they show that nothing before was changed."
    )
    report: Report


class DayLine(BaseModel):
    """A gaming day that is closed."""

    entry: int = Field(description="Its place in the house's own chain of the log.")
    day: str
    closed_ms: int
    by: int = Field(description="Who closed it.")
    heads: list[ChainHead] = Field(description="Where every chain stood then.")


class DayList(BaseModel):
    """Closed days, newest first."""

    days: list[DayLine]
    next_before: int | None = Field(description="Ask before this entry for more; null: no more.")


@router.get("/reports")
async def report(
    office: TheOffice,
    called: Staff,
    table: OneTable = None,
    from_ms: Ms = None,
    to_ms: Ms = None,
) -> Report:
    """What the house and its tables did; without times, since the last day was closed."""
    del called
    if table is not None:
        office.house.table(table)
    until_ms = office.house.now_ms() + 1 if to_ms is None else to_ms
    return await office.books.read(lambda books: _report(books, table, from_ms, until_ms))


@router.get("/reports/stakes")
async def stakes_by_spot(
    office: TheOffice,
    called: Staff,
    table: OneTable = None,
    from_ms: Ms = None,
    to_ms: Ms = None,
) -> Stakes:
    """What was staked on each spot before the deal; without times, since the last day was closed.

    With the edges of the bets it says what was to be won. This takes as long as there were rounds,
    and is done one at a time.
    """
    del called
    if table is not None:
        office.house.table(table)
    until_ms = office.house.now_ms() + 1 if to_ms is None else to_ms
    since_ms = await office.books.read(lambda books: _begin_ms(books, from_ms, until_ms))
    tables = tuple(sorted(office.house.hubs)) if table is None else (table,)
    found = await office.books.read_long(
        partial(add_up_stakes, tables=tables, from_ms=since_ms, to_ms=until_ms)
    )
    return Stakes(
        from_ms=since_ms,
        to_ms=until_ms,
        tables=[
            TableStakes(
                table=one,
                spots=[SpotStakes(spot=spot, staked_cents=cents) for spot, cents in spots.items()],
            )
            for one, spots in found.items()
        ],
    )


def _begin_ms(books: Connection, from_ms: int | None, to_ms: int) -> int:
    """When a period begins: where nobody says, when the last day was closed."""
    if from_ms is None:
        last = read_last_day(books)
        from_ms = 0 if last is None else last.at_ms
    if from_ms > to_ms:
        raise Rejection(Code.COMMAND_INVALID, "A period ends after it begins; exchange the two.")
    return from_ms


def _report(books: Connection, table: int | None, from_ms: int | None, to_ms: int) -> Report:
    from_ms = _begin_ms(books, from_ms, to_ms)
    if table is not None:
        one = report_table(books, table, from_ms, to_ms).to_json()
        return Report.model_validate(
            {"from_ms": from_ms, "to_ms": to_ms, "house": None, "tables": [one]}
        )
    found = close_of_day(books, from_ms, to_ms).to_json()
    return Report.model_validate({**found, "house": found})


@router.get("/days")
async def list_closed_days(
    office: TheOffice,
    called: Accounting,
    before: Annotated[
        int | None, Query(ge=1, le=10**15, description="The entry of the last one known.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=_MOST_DAYS)] = 31,
) -> DayList:
    """The gaming days that were closed, newest first, a page at a time."""
    del called
    return await office.books.read(lambda books: _closed_days(books, before, limit))


def _closed_days(books: Connection, before: int | None, limit: int) -> DayList:
    entries = schema.entries
    wanted = select(entries).where(entries.c.chain == HOUSE_CHAIN, schema.is_noted_as("day_closed"))
    if before is not None:
        wanted = wanted.where(entries.c.number < before)
    rows = books.execute(wanted.order_by(entries.c.number.desc()).limit(limit + 1)).all()
    days = [
        DayLine(
            entry=row.number,
            day=closed.day,
            closed_ms=row.at_ms,
            by=closed.by,
            heads=_heads(closed),
        )
        for row in rows[:limit]
        for closed in events_in(row.body)
        if isinstance(closed, DayClosed)
    ]
    return DayList(days=days, next_before=days[-1].entry if len(rows) > limit else None)


def _heads(closed: DayClosed) -> list[ChainHead]:
    return [
        ChainHead(chain=chain, entries=count, hash=digest) for chain, count, digest in closed.heads
    ]


@router.post("/days", status_code=201)
async def close_the_day(office: TheOffice, called: Administrator, body: Day) -> ClosedDay:
    """Close the gaming day: where every chain of the log stands is put on record."""
    receipt = await office.close_day(body.id, body.day, by=called.who)
    return await office.books.read_back(lambda books: _closed_day(books, receipt))


def _closed_day(books: Connection, receipt: Receipt) -> ClosedDay:
    entries = schema.entries
    row = books.execute(
        select(entries).where(entries.c.chain == HOUSE_CHAIN, entries.c.number == receipt.entry)
    ).one()
    closed = [event for event in events_in(row.body) if isinstance(event, DayClosed)]
    if not closed:
        raise Rejection(
            Code.COMMAND_INVALID, "Something else was done under this id; make up a new one."
        )
    before = read_last_day(books, receipt.entry)
    # The entry itself is the first of the next day.
    summary = _report(books, None, 0 if before is None else before.at_ms, row.at_ms)
    return ClosedDay(
        **dict(Entered.of(receipt)),
        day=closed[0].day,
        heads=_heads(closed[0]),
        report=summary,
    )
