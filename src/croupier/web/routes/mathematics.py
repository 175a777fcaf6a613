"""What bets and decisions are worth, for anybody: worked out beside the server, and asked for.

What takes a while is answered with how far it has come; whoever asks again in the same words until
it is done gets the result. Nothing is changed by any of it.
"""

from typing import Annotated, Any, Final, Literal

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from croupier.house.commands import Person
from croupier.house.hub import TableHub
from croupier.money import Odds
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.description import describe_game
from croupier.table.game import Game
from croupier.table.paytable import PayLine, PayTable
from croupier.table.registry import find_game, game_ids
from croupier.table.ruling import with_readings
from croupier.table.settings import TableSettings, settings_for
from croupier.web import math_tasks
from croupier.web.answers import REFUSALS
from croupier.web.forms import GameId
from croupier.web.math_answers import envelope
from croupier.web.math_room import Answer, MathRoom, Task
from croupier.web.math_work import nothing_is_asked
from croupier.web.routes.parts import asker_of
from croupier.web.routes.play import TableNumber, rules_shown
from croupier.web.schemas import shaped
from croupier.web.security import Called, TheOffice, anybody
from croupier.web.wire import Name

__all__ = ["TheGame", "TheMaths", "require_own_seat", "router"]

router = APIRouter(prefix="/api", tags=["mathematics"], responses=REFUSALS)

_SOON_S: Final = 0.3
"""So long an answer waits for what takes long, so that what is at hand comes at once."""
_QUICK_S: Final = 1.0
"""The same for what is quick."""
_OWN_TABLE: Final = "Your own"
_FILE: Final = {"schema": {"type": "string", "format": "binary"}}
_TYPES: Final = {"pdf": "application/pdf", "html": "text/html; charset=utf-8"}


async def the_maths(request: Request) -> MathRoom:
    """Where it is worked out."""
    room = request.app.state.maths
    assert isinstance(room, MathRoom), "the application has a room for it"
    return room


async def the_game(
    game: Annotated[str, Path(max_length=60, description="The game's id.")],
) -> Game[Any]:
    """The game that is asked about; refuses one that there is not."""
    return find_game(game)


TheMaths = Annotated[MathRoom, Depends(the_maths)]
TheGame = Annotated[Game[Any], Depends(the_game)]
ByAnybody = Depends(anybody)


class SeatsOfGame(BaseModel):
    """How many seats a table of a game may have."""

    least: int
    most: int
    usual: int


class DeviceOfGame(BaseModel):
    """What a game can be dealt from."""

    name: Literal["deck", "shoe", "shuffler"]
    pack_size: int | None = Field(
        description="How many cards it gives at a time, where it gives packs."
    )
    about: str


class GameShown(BaseModel):
    """A game that is installed."""

    id: GameId
    name: str
    about: str
    seats: SeatsOfGame
    rules_version: int
    devices: list[DeviceOfGame]
    is_worth_known: bool = Field(
        description="Whether what its bets are worth, at a usual table, is answered at once."
    )


class GamesShown(BaseModel):
    """All games, by id."""

    games: list[GameShown]


class PayLineGiven(BaseModel):
    """A line of a pay table."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    odds: Annotated[
        str,
        Field(
            min_length=1,
            max_length=40,
            description="As on the floor: `3 to 2`, `40 to 1`, `even money`.",
            examples=["40 to 1"],
        ),
    ]


OwnTable = Annotated[
    list[PayLineGiven], Field(min_length=1, max_length=40, description="Line by line, best first.")
]


def _kind_of_table(given: object) -> str:
    return "(lines)" if isinstance(given, list) else "(name)"


AnyTable = Annotated[
    Annotated[Name, Tag("(name)")] | Annotated[OwnTable, Tag("(lines)")],
    Discriminator(_kind_of_table),
]
"""Told apart by its kind, so that what is wrong with it is said of the one it is meant to be."""


class ReadingsGiven(BaseModel):
    """How unclear clauses are read."""

    model_config = ConfigDict(extra="forbid")

    readings: Annotated[
        dict[Name, Name],
        Field(max_length=40, description="By ruling; what is left out is read as usual."),
    ] = {}


class SettingsGiven(ReadingsGiven):
    """A table as it might be: what is left out is as usual."""

    pay_tables: Annotated[
        dict[Name, AnyTable],
        Field(
            max_length=40,
            description="By spot: the name of one it is offered with, or one of your own.",
        ),
    ] = {}


class BetsGiven(SettingsGiven):
    """A table as it might be, and which of its bets."""

    bets: Annotated[
        list[Name] | None, Field(max_length=40, description="By name; all where it is left out.")
    ] = None

    @property
    def chosen(self) -> tuple[str, ...] | None:
        """The bets by name, once each, in one order: it makes no difference which."""
        return None if self.bets is None else tuple(sorted(set(self.bets)))


class BetGiven(SettingsGiven):
    """A table as it might be, and one of its bets."""

    bet: Name


def _settings(game: Game[Any], given: ReadingsGiven) -> TableSettings:
    """The table; refuses what the game does not know."""
    tables = given.pay_tables if isinstance(given, SettingsGiven) else {}
    wagers = {wager.spot: wager for wager in game.wagers(with_readings(game.rules, given.readings))}
    chosen: dict[str, str | PayTable] = {}
    for spot, one in tables.items():
        if isinstance(one, str):
            chosen[spot] = one
            continue
        own = PayTable(_OWN_TABLE, tuple(_line(line) for line in one))
        offered = wagers[spot].pay_tables if spot in wagers else ()
        # What is the same by another name is worth the same, and may be known.
        chosen[spot] = next((table for table in offered if table.lines == own.lines), own)
    return settings_for(game, readings=given.readings, pay_tables=chosen)


def _line(line: PayLineGiven) -> PayLine:
    try:
        return PayLine(line.name, Odds.parse(line.odds))
    except Rejection as refused:
        raise Rejection(
            Code.PAY_TABLE_PAY_INVALID, f"Line {quoted(line.name)}: {refused.detail}"
        ) from None


async def _answered(room: MathRoom, task: Task, request: Request) -> Response:
    return envelope(await _known(room, task, request))


async def _known(room: MathRoom, task: Task, request: Request) -> Answer:
    asker = asker_of(request)
    wait_s = _SOON_S if task.is_long else _QUICK_S
    return await room.answer(task, asker=asker.name, address=asker.address, wait_s=wait_s)


@router.get("/games", dependencies=[ByAnybody])
async def list_games(room: TheMaths) -> GamesShown:
    """All games that are installed, and whether it is known what their bets are worth."""
    games = [find_game(game_id) for game_id in game_ids()]
    return GamesShown(
        games=[
            GameShown(
                **describe_game(game),
                is_worth_known=room.is_known(math_tasks.study_task(settings_for(game))),
            )
            for game in games
        ]
    )


@router.get(
    "/games/{game}/rules",
    response_model=Annotated[dict[str, Any], shaped("TableRules")],
    dependencies=[ByAnybody],
)
async def rules_of_a_game(found: TheGame) -> Response:
    """What may be bet at a usual table of it, what it pays, and how clauses are read."""
    return rules_shown(found, settings_for(found))


@router.post(
    "/games/{game}/worth",
    response_model=Annotated[dict[str, Any], shaped("WorthAnswer")],
    dependencies=[ByAnybody],
)
async def worth_of_a_game(
    request: Request, room: TheMaths, found: TheGame, body: BetsGiven
) -> Response:
    """What every bet is worth, as `croupier analyze --json` has it; ask again until it is done."""
    task = math_tasks.study_task(_settings(found, body), body.chosen)
    return await _answered(room, task, request)


@router.post(
    "/games/{game}/edge",
    response_model=Annotated[dict[str, Any], shaped("EdgeAnswer")],
    dependencies=[ByAnybody],
)
async def edge_of_a_bet(
    request: Request, room: TheMaths, found: TheGame, body: BetGiven
) -> Response:
    """The house's edge on one bet, quickly: for who changes a pay and looks what becomes of it."""
    return await _answered(room, math_tasks.edge_task(_settings(found, body), body.bet), request)


@router.post(
    "/games/{game}/readings",
    response_model=Annotated[dict[str, Any], shaped("ReadingsAnswer")],
    dependencies=[ByAnybody],
)
async def readings_of_a_game(
    request: Request, room: TheMaths, found: TheGame, body: BetsGiven
) -> Response:
    """All readings of its rules compared; ask again until it is done."""
    task = math_tasks.readings_task(_settings(found, body), body.chosen)
    return await _answered(room, task, request)


@router.post(
    "/games/{game}/audit",
    response_model=Annotated[dict[str, Any], shaped("AuditAnswer")],
    dependencies=[ByAnybody],
)
async def audit_of_a_sheet(
    request: Request, room: TheMaths, found: TheGame, body: ReadingsGiven
) -> Response:
    """Every figure that its sheet prints, worked out again; ask again until it is done."""
    return await _answered(room, math_tasks.audit_task(_settings(found, body)), request)


@router.get(
    "/games/{game}/hands",
    response_model=Annotated[dict[str, Any], shaped("HandsAnswer")],
    dependencies=[ByAnybody],
)
async def hands_of_a_game(request: Request, room: TheMaths, found: TheGame) -> Response:
    """Every starting hand and what its options are worth; ask again until it is done."""
    return await _answered(room, math_tasks.hands_task(settings_for(found)), request)


@router.get(
    "/games/{game}/report",
    response_model=None,
    response_class=Response,
    responses={
        200: {
            "description": "The file.",
            "content": {"application/pdf": _FILE, "text/html": _FILE},
        },
        202: {
            "description": "It is being written; ask again.",
            "model": Annotated[dict[str, Any], shaped("ReportAnswer")],
        },
    },
    dependencies=[ByAnybody],
)
async def report_on_a_game(
    request: Request,
    room: TheMaths,
    found: TheGame,
    kind: Annotated[Literal["pdf", "html"], Query(alias="format")] = "pdf",
) -> Response:
    """The math report on a usual table of it, as a file: 202 until it is written."""
    task = math_tasks.report_task(settings_for(found), kind)
    answer = await _known(room, task, request)
    if answer.result is None:
        return envelope(answer, 202)
    name = f'attachment; filename="{found.id}.{kind}"'
    return Response(answer.result, media_type=_TYPES[kind], headers={"Content-Disposition": name})


@router.get(
    "/edges",
    response_model=Annotated[dict[str, Any], shaped("BetEdges")],
    dependencies=[ByAnybody],
)
async def edges_of_all_tables(office: TheOffice, room: TheMaths) -> Response:
    """What the bets of every table are worth, under its own settings, as far as it is known."""
    hubs = [hub for _, hub in sorted(office.house.hubs.items())]
    math_tasks.work_ahead(room, hubs)
    found = [_edges_of(room, hub) for hub in hubs]
    return Response(orjson.dumps({"tables": found}), media_type="application/json")


def _edges_of(room: MathRoom, hub: TableHub) -> dict[str, Any]:
    settings = hub.picture.settings
    whole = room.known(math_tasks.bets_task(settings))
    bets = whole or room.known(math_tasks.edges_task(settings)) or b"[]"
    return {
        "table": hub.number,
        "bets": orjson.Fragment(bets),
        "is_complete": whole is not None,
    }


@router.get(
    "/tables/{table}/odds",
    response_model=Annotated[dict[str, Any], shaped("OddsAnswer")],
)
async def odds_at_a_seat(
    request: Request,
    office: TheOffice,
    room: TheMaths,
    called: Called,
    *,
    seat: Annotated[int, Query(ge=1, le=1_000_000, description="A seat of your own.")],
    table: int = TableNumber,
) -> Response:
    """What each option is worth of the question your seat is asked, from what it sees.

    Where the table shows odds (`shows_odds` of its terms); ask again until it is done.
    """
    hub = office.house.hub(table)
    picture = hub.picture
    if not picture.terms.shows_odds:
        raise Rejection(Code.NOT_ALLOWED, "This table shows no odds; its terms say so.")
    require_own_seat(hub, seat, called.who)
    if seat not in picture.seats or picture.players.get(seat) != called.who.user:
        # He may have left just now; or has come after the cards were dealt.
        raise nothing_is_asked(seat)
    events = hub.seen_from(seat)
    if not _is_asked(events, seat):
        raise nothing_is_asked(seat)
    task = math_tasks.odds_task(picture.settings, picture.round, seat, events)
    return await _answered(room, task, request)


def require_own_seat(hub: TableHub, seat: int, who: Person) -> None:
    """Refuses somebody else's seat; a free one is nobody's, and nothing is told of it either."""
    sitting = hub.picture.seats.get(seat)
    if sitting is not None and sitting.user != who.user:
        raise Rejection(Code.NOT_YOUR_SEAT, f"Seat {seat} is not yours; ask for your own.")


def _is_asked(events: bytes, seat: int) -> bool:
    """Whether a question is open for the seat, as far as can be seen without playing it again."""
    is_asked = False
    for event in orjson.loads(events):
        match event["event"]:
            case "decision_asked":
                is_asked = seat in event["seats"]
            case "decision_made" if event["seat"] == seat:
                is_asked = False
            case "decisions_closed" | "round_closed" | "round_voided":
                is_asked = False
            case _:
                pass
    return is_asked
