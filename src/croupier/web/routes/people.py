"""Coming in: guests, log-in, one's own password, tickets for sockets."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from croupier.house.accounts import Money
from croupier.house.happenings import Role
from croupier.house.office import Office
from croupier.house.rate import address_key
from croupier.house.sessions import Session
from croupier.web.answers import REFUSALS
from croupier.web.routes.parts import Repeatable
from croupier.web.security import (
    COOKIE,
    Called,
    CalledOwing,
    TheOffice,
    address_of,
    anybody,
    limits_of,
    set_cookie,
)

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)


class Me(BaseModel):
    """Who you are here."""

    user: int
    name: str
    is_guest: bool = Field(description="Whether you came without a name, and have no password.")
    roles: list[Role]
    money: Money
    wallet_cents: int = Field(description="What you have with the house and not at a table.")
    csrf: str = Field(description="Send it as X-CSRF-Token with whatever changes something.")
    must_change_password: bool


class LogIn(BaseModel):
    """A name and its password."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(min_length=1, max_length=200)]
    password: Annotated[str, Field(min_length=1, max_length=200)]


class NewPassword(BaseModel):
    """The old password, and the one that takes its place."""

    model_config = ConfigDict(extra="forbid")
    old: Annotated[str, Field(min_length=1, max_length=200)]
    new: Annotated[str, Field(min_length=1, max_length=200)]


class Ticket(BaseModel):
    """Opens one socket, within half a minute."""

    ticket: str


async def _me(office: Office, session: Session) -> Me:
    user = office.people.user(session.user)
    return await office.house.durable(
        Me(
            user=user.user,
            name=user.name,
            is_guest=user.is_guest,
            roles=sorted(user.roles),
            money=user.money,
            wallet_cents=office.cage.wallet_cents(user.user),
            csrf=session.csrf,
            must_change_password=user.must_change_password,
        )
    )


@router.post("/guests", status_code=201, dependencies=[Depends(anybody)])
async def come_in_as_a_guest(request: Request, response: Response, office: TheOffice) -> Me:
    """Come in without a name, with play money. The answer sets a cookie and gives the token."""
    key = address_key(address_of(request))
    limits_of(request).guests.check(f"guests {key}", office.house.now_ms())
    admission = await office.guest()
    set_cookie(request, response, office, admission)
    return await _me(office, admission.session)


@router.post("/log-in", dependencies=[Depends(anybody)])
async def log_in(request: Request, response: Response, office: TheOffice, body: LogIn) -> Me:
    """Log in by name and password."""
    address = address_of(request)
    limits_of(request).log_ins.check(f"log-in {address_key(address)}", office.house.now_ms())
    admission = await office.log_in(body.name, body.password, address)
    set_cookie(request, response, office, admission)
    return await _me(office, admission.session)


@router.post("/log-out", status_code=204)
async def log_out(response: Response, office: TheOffice, called: CalledOwing) -> None:
    """Log out. A guest cannot come back: he is known by his cookie alone."""
    await office.log_out(called.session)
    response.delete_cookie(COOKIE, path="/")


@router.get("/me")
async def who_am_i(office: TheOffice, called: CalledOwing) -> Me:
    """Who you are here, and what you have with the house."""
    return await _me(office, called.session)


@router.post("/me/password")
async def change_password(
    request: Request, response: Response, office: TheOffice, called: CalledOwing, body: NewPassword
) -> Me:
    """Change your password. All your other sessions end."""
    admission = await office.change_password(called.who, body.old, body.new, address_of(request))
    set_cookie(request, response, office, admission)
    return await _me(office, admission.session)


@router.post("/me/top-up")
async def more_play_money(office: TheOffice, called: Called, body: Repeatable) -> Me:
    """Get play money again, once you have next to nothing."""
    await office.cashier.top_up(body.id, called.who)
    return await _me(office, called.session)


@router.post("/socket-tickets", status_code=201)
async def ticket_for_a_socket(office: TheOffice, called: Called) -> Ticket:
    """A ticket that opens one socket, once, within half a minute."""
    return Ticket(ticket=office.sessions.ticket(called.session, office.house.now_ms()))
