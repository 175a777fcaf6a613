"""For whoever looks over the house: what is to be noticed, and whether the books are right."""

from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, Select, select

from croupier.house import schema
from croupier.house.happenings import logged_to_json
from croupier.house.log import HOUSE_CHAIN, events_in
from croupier.house.long_readings import check_books
from croupier.house.verify.significance import SIGNIFICANT
from croupier.web.answers import REFUSALS
from croupier.web.forms import NotableEvent, Significance
from croupier.web.routes.parts import MOST_USERS, Accounting, Ms, OneTable, Staff, one_of
from croupier.web.schemas import shaped
from croupier.web.security import TheOffice

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["audit"], responses=REFUSALS)

_MOST_EVENTS: Final = 1000

_KINDS: Final = sorted(set(SIGNIFICANT.values()))

Kind = Annotated[
    Annotated[str, Field(pattern=one_of(_KINDS), json_schema_extra={"enum": _KINDS})] | None,
    Query(),
]


class SignificantEvent(BaseModel):
    """Something that is to be noticed."""

    kinds: list[Significance] = Field(
        description="What it is noted as, in the order it came about."
    )
    at_ms: int
    table: int | None = Field(description="Null for the house itself.")
    round: int = Field(description="The last round that had begun; 0 for none.")
    entry: int
    actor: str
    events: list[NotableEvent] = Field(description="What is significant in that entry.")


class SignificantEvents(BaseModel):
    """Significant events, newest first."""

    events: list[SignificantEvent]
    next_before_ms: int | None = Field(description="Ask before this for more; null: no more.")


class WhatToVerify(BaseModel):
    """All books, or those of one table."""

    model_config = ConfigDict(extra="forbid")

    table: Annotated[int, Field(strict=True, ge=1, le=1_000_000)] | None = None


class Verdict(BaseModel):
    """Whether the books are right; if not, the first thing that is wrong."""

    is_well: bool
    wrong: Annotated[dict[str, Any], shaped("Wrong")] | None
    is_log_alone: bool
    checked: Annotated[dict[str, Any], shaped("Checked")] = Field(
        description="How much was looked at."
    )


@router.get("/significant-events")
async def list_significant_events(
    office: TheOffice,
    called: Staff,
    *,
    kind: Kind = None,
    table: OneTable = None,
    user: Annotated[
        int | None, Query(ge=1, le=MOST_USERS, description="Done by this person alone.")
    ] = None,
    from_ms: Ms = None,
    before_ms: Ms = None,
    limit: Annotated[int, Query(ge=1, le=_MOST_EVENTS)] = 100,
) -> SignificantEvents:
    """What is to be noticed, newest first: openings, large wins, failed log-ins and so on.

    A page has all events of its last millisecond, so it may be a little longer than asked for.
    """
    del called
    if table is not None:
        office.house.table(table)
    entries = schema.entries
    wanted = select(entries).where(entries.c.significance.is_not(None))
    if kind is not None:
        wanted = wanted.where(schema.is_noted_as(kind))
    if table is not None:
        wanted = wanted.where(entries.c.chain == table)
    if user is not None:
        wanted = wanted.where(entries.c.actor == f"user {user}")
    if from_ms is not None:
        wanted = wanted.where(entries.c.at_ms >= from_ms)
    if before_ms is not None:
        wanted = wanted.where(entries.c.at_ms < before_ms)
    return await office.books.read(lambda books: _page_of(books, wanted, limit))


def _page_of(books: Connection, wanted: Select[Any], limit: int) -> SignificantEvents:
    entries = schema.entries
    times = wanted.with_only_columns(entries.c.at_ms).order_by(entries.c.at_ms.desc())
    last_ms = books.execute(times.offset(limit - 1).limit(1)).scalar()
    if last_ms is not None:
        older = wanted.where(entries.c.at_ms < last_ms).with_only_columns(entries.c.at_ms)
        is_all = books.execute(older.limit(1)).first() is None
        wanted = wanted.where(entries.c.at_ms >= last_ms)
    found = books.execute(
        wanted.order_by(entries.c.at_ms.desc(), entries.c.chain, entries.c.number.desc())
    )
    return SignificantEvents(
        events=[_told(row) for row in found],
        next_before_ms=None if last_ms is None or is_all else last_ms,
    )


def _told(row: Any) -> SignificantEvent:
    # The rest of an entry may be of a round in play, whose cards are nobody's to see.
    events = [event for event in events_in(row.body) if type(event) in SIGNIFICANT]
    return SignificantEvent(
        kinds=row.significance.split(","),
        at_ms=row.at_ms,
        table=None if row.chain == HOUSE_CHAIN else row.chain,
        round=row.round,
        entry=row.number,
        actor=row.actor,
        events=[logged_to_json(event) for event in events],
    )


@router.post("/verify")
async def verify_the_books(office: TheOffice, called: Accounting, body: WhatToVerify) -> Verdict:
    """Check the books from the first entry to the last, and say what is wrong first, if anything.

    This takes as long as there is log, and is done one at a time. `croupier verify-log` does the
    same without asking the server.
    """
    del called
    if body.table is not None:
        office.house.table(body.table)
    verdict = await office.books.read_long(partial(check_books, table=body.table))
    return Verdict.model_validate(verdict.to_json())
