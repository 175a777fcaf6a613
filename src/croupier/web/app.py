"""The web application: what is served, apart from how."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Final

import orjson
from fastapi import FastAPI, Request, Response, WebSocket

from croupier import __version__
from croupier.house.office import Office
from croupier.house.rate import RateLimiter
from croupier.rejection import Code, Rejection
from croupier.web.answers import add_refusals, note_refusal
from croupier.web.describing import DescribedApp
from croupier.web.gate import Gate
from croupier.web.math_room import MathRoom
from croupier.web.math_tasks import work_ahead
from croupier.web.pages import Pages, add_pages
from croupier.web.routes import (
    audit,
    cage,
    entrance,
    export,
    mathematics,
    people,
    play,
    recall,
    reports,
    rounds,
    school,
    staff,
    system,
    tables,
)
from croupier.web.school_room import SchoolRoom
from croupier.web.security import Limits, address_of, require_origin
from croupier.web.socket import SocketClient, refuse_socket

__all__ = ["create_app"]

_MOST_SOCKETS: Final = 20
"""As many as a person can have open at once: pages, terminals, bots."""
_AHEAD_S: Final = 2.0
"""So long after the start it is begun to work out what will be asked."""


def create_app(office: Office, pages: Pages | None = None, *, works_ahead: bool = False) -> FastAPI:
    """The application for one house, which was started. It is stopped with the application.

    It serves the pages that come with the package, unless it is given others. What the bets of its
    tables are worth is worked out before anybody asks, if it `works_ahead`.
    """
    maths = MathRoom(works_ahead=works_ahead)
    taught = SchoolRoom(office, maths)

    def begin_ahead() -> None:
        work_ahead(maths, office.house.hubs.values())
        taught.work_ahead()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        # Who comes as soon as the house opens is let in first.
        ahead = loop.call_later(_AHEAD_S, begin_ahead)
        taught.open()
        yield
        # All connections are closed by now.
        ahead.cancel()
        await taught.close()
        await maths.close()
        await office.stop()

    app = DescribedApp(
        title="Croupier",
        summary="Live tables that never lose a cent.",
        version=__version__,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.office = office
    app.state.maths = maths
    app.state.school = taught
    app.state.limits = Limits()
    app.state.messages = RateLimiter(burst=1000, refill_ms=1, most_keys=100_000)
    app.state.recalls = RateLimiter(burst=30, refill_ms=500)
    app.state.lessons = RateLimiter(burst=200, refill_ms=200)
    app.state.exams = RateLimiter(burst=20, refill_ms=60_000)
    add_refusals(app)
    for part in (
        entrance, people, play, staff, tables, cage, rounds, recall, reports, audit, export,
        mathematics, school, system,
    ):  # fmt: skip
        app.include_router(part.router)
    _add_description(app)
    _add_socket(app, office)
    add_pages(app, pages or Pages())
    app.add_middleware(Gate)
    return app


def _add_description(app: FastAPI) -> None:
    @cache
    def description() -> bytes:
        return orjson.dumps(app.openapi())

    async def describe(_request: Request) -> Response:
        # Written once: to write it for everybody who asks takes long.
        return Response(description(), media_type="application/json")

    app.add_route("/api/openapi.json", describe, include_in_schema=False)


def _add_socket(app: FastAPI, office: Office) -> None:
    clients: dict[int, set[SocketClient]] = {}

    async def no_such_socket(websocket: WebSocket) -> None:
        refused = Rejection(
            Code.COMMAND_INVALID, "There is no socket under this address; /api/socket has one."
        )
        note_refusal(websocket, refused)
        await refuse_socket(websocket, refused)

    def hang_up(user: int) -> None:
        for client in clients.get(user, ()):
            if not client.is_alive():
                client.end(Rejection(Code.LOG_IN_NEEDED, "Your session has ended; log in again."))

    office.on_revoked = hang_up

    def require_room(user: int) -> None:
        if len(clients.get(user, ())) >= _MOST_SOCKETS:
            raise Rejection(
                Code.TOO_MANY_REQUESTS,
                f"One person has {_MOST_SOCKETS} sockets at most; close one.",
            )

    @app.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        """One for each client. Needs a ticket, which is good for one socket."""
        now_ms = office.house.now_ms()
        address = address_of(websocket)
        try:
            require_origin(websocket)
            session = office.sessions.use_ticket(websocket.query_params.get("ticket", ""), now_ms)
            who = office.door.who(session, now_ms)
            require_room(who.user)
        except Rejection as refused:
            note_refusal(websocket, refused)
            if refused.code in (Code.REQUEST_FORGED, Code.LOG_IN_NEEDED):
                with suppress(Rejection):
                    await office.note_refused(None, f"{refused.code}: socket from {address}"[:200])
            await refuse_socket(websocket, refused)
            return
        client = SocketClient(
            websocket,
            office.house,
            who,
            app.state.messages,
            is_staff=office.is_staff(who),
            address=address,
            use=lambda: office.door.who(session, office.house.now_ms()),
            is_alive=lambda: office.sessions.is_alive(session, office.house.now_ms()),
            note=lambda what: office.note_refused(who, what),
        )
        own = clients.setdefault(who.user, set())
        own.add(client)
        try:
            await websocket.accept()
            await client.serve()
        finally:
            own.discard(client)
            if not own and clients.get(who.user) is own:
                del clients[who.user]

    app.add_api_websocket_route("/{path:path}", no_such_socket)
