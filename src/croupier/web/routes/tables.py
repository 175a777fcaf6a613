"""Tables, as the house sets them up and watches them."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from croupier.house.accounts import Money, rack
from croupier.house.config import plan_table
from croupier.house.live_table import LiveTable
from croupier.house.picture import Status
from croupier.house.terms import CardsFrom, TableKind
from croupier.money import MOST_CENTS
from croupier.web.answers import REFUSALS
from croupier.web.routes.parts import Administrator, Staff, Supervising
from croupier.web.routes.play import TableNumber
from croupier.web.security import TheOffice
from croupier.web.wire import Name, Seat

__all__ = ["NewTerms", "router"]

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)

_LONGEST_S = 24 * 3600

Seconds = Annotated[int, Field(strict=True, ge=0, le=_LONGEST_S)]
SomeCents = Annotated[int, Field(strict=True, ge=1, le=MOST_CENTS)]
Dollars = Annotated[
    str, Field(min_length=1, max_length=30, description="Dollars.", examples=["12.50"])
]
ByName = Annotated[dict[Name, Name], Field(max_length=40)]


class NewTerms(BaseModel):
    """What the house fixes about a table; what is left out is as usual."""

    model_config = ConfigDict(extra="forbid")

    kind: TableKind = TableKind.AUTOMATIC
    has_human_dealer: bool = False
    cards: CardsFrom = CardsFrom.VIRTUAL
    device: Annotated[str, Field(max_length=60)] = ""
    money: Money = Money.PLAY
    betting_s: Seconds = 20
    decision_s: Seconds = 30
    dealer_s: Seconds = 60
    seat_held_s: Seconds = 300
    float_cents: SomeCents = 500_000_000
    exposure_maximum_cents: SomeCents | None = None
    large_win_cents: SomeCents = 100_000
    has_tips: bool = False
    has_several_seats: bool = True
    seed_is_revealed: bool = True
    deck_change_rounds: Annotated[int, Field(strict=True, ge=0, le=_LONGEST_S)] = 0
    deck_change_s: Seconds = 0
    shows_odds: bool = False


class NewTable(BaseModel):
    """A table to be set up, in the words of a config."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "game": "three-card-poker",
                    "name": "Three Card Poker, high",
                    "limits": {"Ante": ["25", "1000", "25"]},
                    "terms": {"betting_s": 30},
                }
            ]
        },
    )

    game: Name
    name: Name | None = Field(default=None, description="The game's name if it is left out.")
    positions: Annotated[int, Field(strict=True, ge=1, le=1_000_000)] | None = None
    terms: NewTerms = NewTerms()
    readings: ByName = {}
    pay_tables: ByName = {}
    limits: Annotated[
        dict[Name, Annotated[list[Dollars], Field(min_length=2, max_length=3)]],
        Field(
            max_length=40,
            description="By spot: a minimum, a maximum and, if you like, an increment; without "
            "it, the game's usual one.",
        ),
    ] = {}
    table_maximum: Dollars | None = None
    payout_maximum: Dollars | None = None

    def described(self) -> dict[str, Any]:
        """What was given, as a config has it."""
        return self.model_dump(mode="json", exclude_unset=True)


class Created(BaseModel):
    """A table that is set up."""

    table: int
    is_repeated: bool = Field(description="Whether the very same table was there already.")


class TableStatus(BaseModel):
    """Whether a table can be played at."""

    table: int
    status: Status = Field(description="`open`, or `closing` until the round in play is over.")


class SeatExposure(BaseModel):
    """What a seat can cost the table."""

    seat: int
    most_cents: int


class PickExposure(BaseModel):
    """What all seats that picked the same can cost the table: they win together."""

    picks: list[str]
    seats: int
    most_cents: int


class Exposure(BaseModel):
    """The most a table can lose in the round, as the bets are now."""

    table: int
    round: int
    most_cents: int
    bearable_cents: int = Field(description="What it may lose: no bet beyond this is taken.")
    seats: list[SeatExposure]
    picks: list[PickExposure] = Field(description="Where players pick: by what they picked.")


class DoorMoved(BaseModel):
    """The door of a terminal."""

    model_config = ConfigDict(extra="forbid")

    seat: Seat
    is_open: bool


class DoorNoted(BaseModel):
    """The door of a terminal as it is now on record."""

    seat: int
    is_open: bool
    is_repeated: bool = Field(description="Whether that was on record already.")


@router.post("", status_code=201)
async def set_up_a_table(office: TheOffice, called: Administrator, body: NewTable) -> Created:
    """Set a table up; one that deals by itself opens at once.

    Terms and settings are fixed from then on. A name is given once: the same request sent again
    finds the table it made, and another table under that name is refused.
    """
    plan = plan_table(body.described())
    table, is_repeated = await office.create_table_once(plan, by=called.who)
    return Created(table=table, is_repeated=is_repeated)


@router.post("/{table}/open")
async def open_a_table(
    office: TheOffice, called: Administrator, table: int = TableNumber
) -> TableStatus:
    """Open a table that deals by itself; others open when their rack is counted and signed for."""
    await office.open_table(table, by=called.who)
    return TableStatus(table=table, status=office.house.hub(table).picture.status)


@router.post("/{table}/close")
async def close_a_table(
    office: TheOffice, called: Administrator, table: int = TableNumber
) -> TableStatus:
    """Let the round in play be the last of a table that deals by itself."""
    await office.close_table(table, by=called.who)
    return TableStatus(table=table, status=office.house.hub(table).picture.status)


@router.post("/{table}/doors")
async def note_a_door(
    office: TheOffice, called: Supervising, body: DoorMoved, table: int = TableNumber
) -> DoorNoted:
    """Note that the door of a terminal was opened or closed: a significant event."""
    is_new = await office.note_door(table, body.seat, is_open=body.is_open, by=called.who)
    return DoorNoted(seat=body.seat, is_open=body.is_open, is_repeated=not is_new)


@router.get("/{table}/exposure")
async def exposure_of_a_table(
    office: TheOffice, called: Staff, table: int = TableNumber
) -> Exposure:
    """The most the table can lose in the round: in all, by seat and, in a stadium, by picks."""
    del called
    live = office.house.table(table)
    bearable = office.house.ledger[rack(table)]
    limit = live.picture.terms.exposure_maximum_cents
    found = Exposure(
        table=table,
        round=live.picture.round,
        most_cents=live.in_play.exposure_cents,
        bearable_cents=bearable if limit is None else min(bearable, limit),
        seats=[
            SeatExposure(seat=seat, most_cents=cents)
            for seat, cents in sorted(live.in_play.exposures.items())
        ],
        picks=_by_picks(live),
    )
    return await office.house.durable(found)


def _by_picks(live: LiveTable) -> list[PickExposure]:
    """Those that can cost most first."""
    if live.round is None:
        return []
    found: dict[tuple[str, ...], list[int]] = {}
    for seat, picks in live.round.layout.picks.items():
        if picks and seat in live.in_play.exposures:
            found.setdefault(tuple(sorted(picks)), []).append(live.in_play.exposures[seat])
    shown = [
        PickExposure(picks=list(picks), seats=len(each), most_cents=sum(each))
        for picks, each in found.items()
    ]
    return sorted(shown, key=lambda one: (-one.most_cents, one.picks))
