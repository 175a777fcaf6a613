"""Tables, as players and lookers-on see them, and the commands to them."""

from typing import Annotated, Any, Literal, cast

import orjson
from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from croupier.bots import least_slip
from croupier.house.accounts import Money
from croupier.house.desk import next_at_the_desk
from croupier.house.happenings import Role
from croupier.house.hub import TableHub
from croupier.house.live_table import LiveTable
from croupier.house.picture import Status
from croupier.house.terms import TableKind, TableTerms
from croupier.table.description import describe_rules
from croupier.table.game import Game
from croupier.table.places import Place
from croupier.table.registry import find_game
from croupier.table.settings import TableSettings
from croupier.table.steps import Act, Deal, Turn
from croupier.table.waiting import (
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingSupervisor,
    AwaitingWagers,
    RoundIsOver,
    step_name,
)
from croupier.web.answers import REFUSALS
from croupier.web.forms import GameId, NumberedEvent
from croupier.web.schemas import shaped
from croupier.web.security import Called, Looking, TheOffice
from croupier.web.wire import STEPS, AnyCommand

__all__ = ["TableNumber", "router", "rules_shown"]

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)

TableNumber = Path(ge=1, le=1_000_000, description="The table's number.")


class SpotLimit(BaseModel):
    """What may be staked on a spot."""

    spot: str
    minimum_cents: int
    maximum_cents: int


class TableLine(BaseModel):
    """A table in the list of all."""

    table: int
    name: str
    game: GameId
    kind: TableKind
    money: Money
    status: Status
    is_held: bool = Field(
        description="Whether a fault keeps it out of play until the house is started again."
    )
    positions: int
    seats_taken: int
    round: int
    minimum_cents: int = Field(description="The least a seat can be in the round for, in all.")
    limits: list[SpotLimit] = Field(description="Of the spots that are bet on before the deal.")


class TableList(BaseModel):
    """All tables."""

    tables: list[TableLine]


class Done(BaseModel):
    """A command was done, and is durable."""

    entry: int | None = Field(
        description="Its place in the table's log; null where nothing happened that is logged."
    )
    upto: int | None = Field(description="The number of the last event it caused.")
    is_repeated: bool = Field(description="Whether it had been done before, under the same id.")
    events: list[NumberedEvent] = Field(
        description="What happened, as you may know it: pairs of number and event."
    )


WaitsFor = Literal[
    "new_game",
    "wagers",
    "decisions",
    "dealer",
    "cards",
    "supervisor",
    "decks",
    "count",
    "signatures",
    "nothing",
]


class NextStep(BaseModel):
    """What a round waits for, and what the dealer does next."""

    waits_for: WaitsFor = Field(description="`nothing` where the table is closed.")
    step: Annotated[str, Field(json_schema_extra={"enum": list(STEPS)})] | None = Field(
        description="What to send as `step`, where it is the dealer's turn."
    )
    words: str = Field(description="What is to be done, in words.")
    seats: list[int] = Field(description="Who has not decided yet, or to whom is dealt.")


def _next_step(live: LiveTable, now_ms: int) -> NextStep:
    waiting = None if live.round is None else live.round.waiting
    match waiting:
        case None | RoundIsOver():
            waits_for, words = next_at_the_desk(live, now_ms)
            return NextStep(waits_for=cast("WaitsFor", waits_for), step=None, words=words, seats=[])
        case AwaitingWagers():
            words = "Bets are open; they close with the clock, or with no_more_bets."
            return NextStep(waits_for="wagers", step=None, words=words, seats=[])
        case AwaitingDecisions(seats):
            words = "Wait for the players."
            return NextStep(waits_for="decisions", step=None, words=words, seats=list(seats))
        case AwaitingSupervisor(kind):
            words = f"The supervisor rules on it: {kind.value.replace('_', ' ')}."
            return NextStep(waits_for="supervisor", step=None, words=words, seats=[])
        case AwaitingCards(step):
            return NextStep(
                waits_for="cards",
                step=None,
                words=f"Draw and enter cards for {_places(step)}.",
                seats=_seats(step),
            )
        case AwaitingDealer(step):
            words = step_name(step).replace("_", " ").capitalize()
            if isinstance(step, Deal):
                words = f"Deal to {_places(step)}"
            elif isinstance(step, Turn):
                words = f"Turn the cards of {_said(step.place)}"
            elif isinstance(step, Act):
                words = step.action
            dealt_to = _seats(step) if isinstance(step, Deal) else []
            return NextStep(
                waits_for="dealer", step=step_name(step), words=f"{words}.", seats=dealt_to
            )
        case _:
            raise AssertionError(f"nobody waits for {waiting}")


def _places(step: Deal) -> str:
    return "; ".join(dict.fromkeys(_said(place) for place, _ in step.targets))


def _said(place: Place) -> str:
    """Where something lies, as a dealer says it: a hand is named where it is not the usual one."""
    if place.seat is None and place != Place.of_dealer(place.name):
        return place.name
    whose = "the dealer" if place.seat is None else f"seat {place.seat}"
    return whose if place.name == "Hand" else f"{whose}, {place.name}"


def _seats(step: Deal) -> list[int]:
    return sorted({place.seat for place, _ in step.targets if place.seat is not None})


def _line(hub: TableHub, *, is_held: bool) -> TableLine:
    picture = hub.picture
    terms: TableTerms = picture.terms
    return TableLine(
        table=hub.number,
        name=picture.name,
        game=picture.settings.game,
        kind=terms.kind,
        money=terms.money,
        status=picture.status,
        is_held=is_held,
        positions=picture.settings.positions,
        seats_taken=len(picture.seats),
        round=picture.round,
        minimum_cents=hub.least_cents,
        limits=[
            SpotLimit(
                spot=spot, minimum_cents=limit.minimum_cents, maximum_cents=limit.maximum_cents
            )
            for spot, limit in picture.settings.limits
        ],
    )


@router.get("/tables")
async def list_tables(office: TheOffice, who: Looking) -> TableList:
    """All tables: which game, what kind, open or not, seats taken."""
    del who
    hubs = [hub for _, hub in sorted(office.house.hubs.items()) if hub.entry]
    return TableList(tables=[_line(hub, is_held=hub.number in office.house.held) for hub in hubs])


@router.get("/tables/{table}", response_model=Annotated[dict[str, Any], shaped("TableState")])
async def look_at_a_table(office: TheOffice, who: Looking, table: int = TableNumber) -> Response:
    """A table as you may see it now: terms, settings, seats, and the events of the round."""
    hub = office.house.hub(table)
    return _as_it_is(hub.state_for(who.user if who else None, is_staff=office.is_staff(who)))


def _as_it_is(found: dict[str, Any]) -> Response:
    """An answer that is not checked on its way: the tests do that."""
    return Response(orjson.dumps(found), media_type="application/json")


def rules_shown(game: Game[Any], settings: TableSettings) -> Response:
    """The rules of a table with these settings, and the least slip."""
    least = least_slip(game, settings)
    return _as_it_is(
        {
            **describe_rules(game, settings),
            "least_slip": {"stakes": dict(least.stakes), "picks": list(least.picks)},
        }
    )


@router.get("/tables/{table}/rules", response_model=Annotated[dict[str, Any], shaped("TableRules")])
async def rules_of_a_table(office: TheOffice, who: Looking, table: int = TableNumber) -> Response:
    """What may be bet here and what must be, what it pays, what is picked, how clauses are read."""
    del who
    settings = office.house.hub(table).picture.settings
    return rules_shown(find_game(settings.game, settings.rules_version), settings)


@router.get("/tables/{table}/next-step")
async def next_step_of_a_table(
    office: TheOffice, called: Called, table: int = TableNumber
) -> NextStep:
    """What the round waits for: for who deals or supervises here."""
    live = office.house.table(table)
    live.require_position(called.who, Role.DEALER, Role.SUPERVISOR)
    return await office.house.durable(_next_step(live, office.house.now_ms()))


@router.post("/tables/{table}/commands")
async def tell_a_table(
    office: TheOffice, called: Called, body: AnyCommand, table: int = TableNumber
) -> Done:
    """Tell a table something; answered when it is durable, or refused and nothing has changed."""
    receipt = await office.house.command(table, called.who, body.command(), body.id)
    if receipt is None:
        return Done(entry=None, upto=None, is_repeated=False, events=[])
    hub = office.house.hub(table)
    events = hub.events_of(receipt.entry, called.who.user, is_staff=office.is_staff(called.who))
    if not events:
        # It is a command of old, or so much has happened since that it is not at hand any more.
        events = await office.books.events_of_old(table, receipt.entry)
    return Done(
        entry=receipt.entry, upto=receipt.upto, is_repeated=receipt.is_repeated, events=events
    )
