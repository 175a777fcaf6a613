"""Before anybody sits: what house this is, where one has a seat, and where the socket is."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from croupier import __version__
from croupier.house.accounts import meter
from croupier.rejection import Code, Rejection
from croupier.web.answers import REFUSALS, Refusal
from croupier.web.forms import GameId
from croupier.web.security import Called, TheOffice, anybody

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)


class HouseShown(BaseModel):
    """A house, as anybody may know it."""

    version: str = Field(description="Of the program that serves it.")
    server_ms: int = Field(description="What time it is by its clock, since the start of 1970.")
    admits_guests: bool = Field(description="Whether anybody may come in without a name.")
    guest_credit_cents: int = Field(
        description="The play money a guest begins with, and gets again when he has next to none."
    )


class SeatHeld(BaseModel):
    """A seat that you have."""

    table: int
    table_name: str
    game: GameId
    seat: int
    credit_cents: int = Field(description="What is on its credit meter.")
    is_leaving: bool = Field(description="Whether you leave when the round is over.")


class SeatsHeld(BaseModel):
    """All seats that you have, by table and number."""

    seats: list[SeatHeld]


@router.get("/house", dependencies=[Depends(anybody)])
async def about_the_house(office: TheOffice) -> HouseShown:
    """What house this is: whether it admits guests, and what they begin with."""
    return HouseShown(
        version=__version__,
        server_ms=office.house.now_ms(),
        admits_guests=office.config.has_guests,
        guest_credit_cents=office.config.guest_credit_cents,
    )


@router.get("/me/seats")
async def my_seats(office: TheOffice, called: Called) -> SeatsHeld:
    """Where you sit, with what credit."""
    house = office.house
    found = [
        SeatHeld(
            table=number,
            table_name=live.picture.name,
            game=live.picture.settings.game,
            seat=seat,
            credit_cents=house.ledger[meter(number, seat)],
            is_leaving=live.picture.seats[seat].is_leaving,
        )
        for number, live in sorted(house.tables.items())
        for seat in sorted(live.picture.seats_of(called.who.user))
    ]
    return await house.durable(SeatsHeld(seats=found))


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
