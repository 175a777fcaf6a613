"""Where the socket is."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import JSONResponse

from croupier.rejection import Code, Rejection
from croupier.web.answers import REFUSALS, Refusal
from croupier.web.security import anybody

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)


@router.get(
    "/socket",
    status_code=101,
    response_model=None,
    responses={
        101: {"description": "The socket is open; a `WelcomeMessage` comes first."},
        426: {"description": "Not asked for as a WebSocket.", "model": Refusal},
    },
    dependencies=[Depends(anybody)],
)
async def open_a_socket(
    ticket: Annotated[
        str, Query(description="From `POST /api/socket-tickets`; good for one socket, once.")
    ] = "",
) -> JSONResponse:
    """Open the socket: a WebSocket for all tables you look at.

    Both sides send JSON objects as text: you a `ClientMessage`, the house a `ServerMessage`.
    """
    del ticket
    rejection = Rejection(
        Code.COMMAND_INVALID, "Here is a socket; open it as a WebSocket, with a ticket."
    )
    return JSONResponse(rejection.to_json(), 426, {"Upgrade": "websocket"})
