"""Who sends a request, and whether it is really he.

A session is a cookie that scripts cannot read. Whatever changes something also needs the token
that came with the log-in, in a header, which no other site's page can send; and where a browser
says which page a request comes from, that must be a page of this house.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from croupier.house.commands import Person
from croupier.house.door import Admission
from croupier.house.happenings import Role
from croupier.house.office import Office
from croupier.house.rate import RateLimiter
from croupier.house.sessions import Session
from croupier.rejection import Code, Rejection

__all__ = [
    "COOKIE",
    "Caller",
    "Limits",
    "address_of",
    "anybody",
    "caller",
    "caller_owing",
    "office_of",
    "require_origin",
    "set_cookie",
    "with_role",
]

COOKIE: Final = "croupier_session"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who is logged in, and by which session."""

    who: Person
    session: Session


class Limits:
    """How often what may be asked: by address, by person."""

    def __init__(self) -> None:
        self.requests = RateLimiter(burst=400, refill_ms=5)
        # A page is many files, which cost little; a whole class opens it from one address.
        self.pages = RateLimiter(burst=4_000, refill_ms=2)
        self.log_ins = RateLimiter(burst=20, refill_ms=3_000)
        self.guests = RateLimiter(burst=4_000, refill_ms=200)
        self.sockets = RateLimiter(burst=200, refill_ms=10)


def office_of(request: HTTPConnection) -> Office:
    """The house that is served."""
    office = request.app.state.office
    assert isinstance(office, Office), "the application serves a house"
    return office


async def the_office(request: Request) -> Office:
    """The same, as a dependency."""
    return office_of(request)


def limits_of(request: HTTPConnection) -> Limits:
    """How often what may be asked."""
    limits = request.app.state.limits
    assert isinstance(limits, Limits), "the application has limits"
    return limits


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "nowhere"


def require_origin(request: HTTPConnection) -> None:
    """Refuses a request that a page of another site sends."""
    origin = request.headers.get("origin")
    if origin is None:
        return
    host = request.headers.get("host")
    with suppress(ValueError):  # It may be anything.
        if host and urlsplit(origin).netloc == host:
            return
    if origin in office_of(request).config.origins:
        return
    raise Rejection(
        Code.REQUEST_FORGED, "This request comes from a page of another site; it is not heeded."
    )


# FastAPI calls a dependency that is not async on another thread, and one thread alone decides.


async def anybody(request: Request) -> None:
    """For what needs no log-in: not from another site's page."""
    if request.method not in _SAFE:
        require_origin(request)


def _caller(request: Request, *, may_owe_password: bool) -> Caller:
    office = office_of(request)
    token = request.cookies.get(COOKIE)
    if not token:
        raise Rejection(Code.LOG_IN_NEEDED, "Log in first, or come in as a guest.")
    now_ms = office.house.now_ms()
    who, session = office.door.behind(token, now_ms, may_owe_password=may_owe_password)
    request.state.who = who
    if request.method not in _SAFE:
        require_origin(request)
        office.sessions.require_csrf(session, request.headers.get("x-csrf-token"))
    return Caller(who, session)


async def caller(request: Request) -> Caller:
    """Who sends the request."""
    return _caller(request, may_owe_password=False)


async def caller_owing(request: Request) -> Caller:
    """Who sends it, even if he still has to change his password."""
    return _caller(request, may_owe_password=True)


async def maybe_caller(request: Request) -> Person | None:
    """Who looks at what is open to all, if he is logged in."""
    if not request.cookies.get(COOKIE):
        return None
    try:
        return _caller(request, may_owe_password=False).who
    except Rejection as refused:
        if refused.code is Code.LOG_IN_NEEDED:
            return None
        raise


class with_role:  # noqa: N801 (used like a function, as FastAPI's own dependencies are)
    """A dependency: who sends the request has one of these roles."""

    def __init__(self, *roles: Role) -> None:
        self.roles = frozenset(roles)

    async def __call__(self, request: Request) -> Caller:
        """Refuses everybody else."""
        found = await caller(request)
        if not found.who.roles & self.roles:
            path = request.url.path
            await office_of(request).note_refused(found.who, f"{request.method} {path}"[:200])
            wanted = " or ".join(sorted(self.roles))
            raise Rejection(Code.NOT_ALLOWED, f"Only the {wanted} of the house may do that.")
        return found


def set_cookie(request: Request, response: Response, office: Office, admission: Admission) -> None:
    """Gives somebody who was let in his cookie; over HTTPS it never travels without."""
    response.set_cookie(
        COOKIE,
        admission.token,
        httponly=True,
        samesite="strict",
        secure=office.config.cookies_are_secure or request.url.scheme == "https",
        path="/",
        max_age=7 * 24 * 3600,
    )


Called = Annotated[Caller, Depends(caller)]
CalledOwing = Annotated[Caller, Depends(caller_owing)]
Looking = Annotated[Person | None, Depends(maybe_caller)]
TheOffice = Annotated[Office, Depends(the_office)]
