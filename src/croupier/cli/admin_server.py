"""How `croupier admin` talks to a house: over HTTP, as somebody who is logged in."""

import os
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import typer

from croupier.cli.admin_session import Session, kept, last_url, same_address
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    import httpx

__all__ = [
    "HERE",
    "PASSWORD",
    "Server",
    "Somebody",
    "Where",
    "ask_password",
    "connected",
    "lost",
    "open_server",
]

PASSWORD: Final = "CROUPIER_PASSWORD"  # noqa: S105 (the name of a variable)
HERE: Final = "http://127.0.0.1:8000"
"""Where a house is served by default."""
_COOKIE: Final = "croupier_session"
_PATIENCE_S: Final = 600.0
_MAY_LOOK_UP: Final = {"administrator", "auditor", "supervisor"}
_NOBODY: Final = 0
"""The number that nobody has."""
_THIS_MACHINE: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Where:
    """Which house, and who asks.

    What is kept is read when it is wanted: a file that is damaged is in nobody's way who has no
    need of it, like a script with a password, or help.
    """

    given: str | None
    """The address that was given."""
    name: str | None

    @property
    def has_password(self) -> bool:
        """Whether whoever asks has brought his password along: a script mostly."""
        return PASSWORD in os.environ

    @property
    def is_given(self) -> bool:
        """Whether whoever asks has said it all: he means that, whatever is kept."""
        return self.name is not None and self.has_password

    @cached_property
    def url(self) -> str:
        """Its address: as given, or where somebody has logged in last, or on this machine."""
        if self.given is not None:
            return same_address(self.given)
        # A script that brings its password along says where, or means this machine.
        return HERE if self.has_password else last_url() or HERE

    @property
    def session(self) -> Session | None:
        """Who is kept to be logged in there."""
        return kept(self.url)


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody the house knows."""

    user: int
    name: str

    @classmethod
    def of(cls, answer: dict[str, Any]) -> "Somebody":
        """Somebody as a house answers."""
        return cls(answer["user"], answer["name"])

    def __str__(self) -> str:
        return f"{self.name} ({self.user})"


class Server:
    """A house, and somebody who is logged in there."""

    def __init__(self, where: Where) -> None:
        # Imported here so that help does not wait for it.
        import httpx  # noqa: PLC0415

        self.where = where
        self.csrf = ""
        self.http: httpx.Client = httpx.Client(
            base_url=_checked(where.url), timeout=httpx.Timeout(30.0, read=_PATIENCE_S)
        )

    # Coming and going.

    def log_in(self, name: str, password: str) -> dict[str, Any]:
        """Logs in; who one is there."""
        parts = urlsplit(self.where.url)
        if parts.scheme == "http" and parts.hostname not in _THIS_MACHINE:
            typer.echo("croupier: the password travels unencrypted; use https.", err=True)
        me: dict[str, Any] = self.post("/api/log-in", {"name": name, "password": password})
        self.csrf = me["csrf"]
        return me

    def use(self, session: Session) -> None:
        """Goes on as somebody who is logged in."""
        self.http.cookies.set(_COOKIE, session.cookie)
        self.csrf = session.csrf

    def session(self, name: str) -> Session:
        """As whom one is logged in, to be kept."""
        cookie = next(one for one in reversed(list(self.http.cookies.jar)) if one.name == _COOKIE)
        return Session(name, cookie.value or "", self.csrf)

    def log_out(self) -> None:
        """Logs out."""
        self.post("/api/log-out")

    # Asking.

    def get(self, path: str, **query: Any) -> Any:
        """What is answered; what was left out of the query is not asked for."""
        asked = {name: value for name, value in query.items() if value is not None}
        return self._answer("GET", path, params=asked)

    def post(self, path: str, body: dict[str, Any] | None = None, *, is_once: bool = False) -> Any:
        """The same for what changes something; `is_once` if it must not be asked for again."""
        return self._answer("POST", path, is_once=is_once, json=body or {})

    def do(self, path: str, **body: Any) -> Any:
        """Has something done once, under an id of its own, even where an answer is lost."""
        return self.post(path, {"id": str(uuid.uuid4()), **body})

    def somebody(self, who: str, *, is_for_staff: bool = False) -> "Somebody":
        """Who is meant by a number or a name; about others only staff may ask.

        What `is_for_staff` alone the house refuses to others, whoever is meant: it shall say who
        may do it, and have on record what was tried, not that somebody was looked up.
        """
        is_number = who.isascii() and who.isdecimal()
        asking = self.get("/api/me")
        me = Somebody.of(asking)
        if who.casefold() in (str(me.user), me.name.casefold()):
            return me
        if not _MAY_LOOK_UP & set(asking["roles"]):
            if is_for_staff:
                return Somebody(int(who[:12]) if is_number else _NOBODY, who)
            raise Rejection(
                Code.NOT_ALLOWED,
                "Only the administrator, auditor or supervisor of the house may look others up; "
                "you can name yourself.",
            )
        if is_number:
            asked = {"after": max(int(who[:12]) - 1, 0), "limit": 1, "guests": True}
            found = self.get("/api/users", **asked)["users"]
            found = [one for one in found if one["user"] == int(who)]
        else:
            found = self.get("/api/users", name=who[:60])["users"]
        if not found:
            said = f"has the number {who[:12]}" if is_number else f"is called {quoted(who)}"
            raise Rejection(Code.USER_UNKNOWN, f"Nobody there {said}.")
        return Somebody.of(found[0])

    def user(self, who: str) -> int:
        """The number of somebody for whom staff does something, given as that or as his name."""
        return self.somebody(who, is_for_staff=True).user

    def table(self, which: str) -> int:
        """The number of a table, given as that or as its name."""
        tables = self.get("/api/tables")["tables"]
        by_name = {one["name"]: one["table"] for one in tables}
        is_number = which.isascii() and which.isdecimal()
        if is_number and int(which[:12]) in by_name.values():
            return int(which[:12])
        # A name may be a number, too.
        for name, number in by_name.items():
            if name.casefold() == which.strip().casefold():
                return int(number)
        if is_number:
            raise Rejection(Code.TABLE_UNKNOWN, f"There is no table {which[:12]}.")
        raise Rejection(
            Code.TABLE_UNKNOWN,
            f"No table is called {quoted(which, longest=60)}{instead_of(which, list(by_name))}",
        )

    @contextmanager
    def download(self, path: str, **query: Any) -> "Iterator[httpx.Response]":
        """An answer that is read in pieces."""
        asked = {name: value for name, value in query.items() if value is not None}
        with self._reaching(), self.http.stream("GET", path, params=asked) as answer:
            if answer.is_error:
                answer.read()
                raise _refusal(answer, self.where)
            yield answer

    def _answer(self, method: str, path: str, *, is_once: bool = False, **sent: Any) -> Any:
        import httpx  # noqa: PLC0415

        headers = {"X-CSRF-Token": self.csrf} if self.csrf else {}
        with self._reaching():
            try:
                answer = self.http.request(method, path, headers=headers, **sent)
            except (httpx.ReadError, httpx.RemoteProtocolError):
                if is_once:
                    raise _unknown(self.where) from None
                try:
                    # Whether it was done is not known. It has an id, so it is safe to send again.
                    answer = self.http.request(method, path, headers=headers, **sent)
                except httpx.TransportError:
                    if method == "GET":
                        raise
                    raise _unknown(self.where) from None
        if answer.is_error:
            raise _refusal(answer, self.where)
        if not answer.content:
            return None
        try:
            return answer.json()
        except ValueError:
            raise _no_house(self.where) from None

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        import httpx  # noqa: PLC0415

        try:
            yield
        except httpx.TransportError:
            raise Rejection(
                Code.HOUSE_UNAVAILABLE,
                f"No house answers at {self.where.url}; start one with croupier serve, or give "
                "another address with --url.",
            ) from None


def _checked(url: str) -> str:
    parts = urlsplit(url)
    try:
        is_url = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_url = False
    if not is_url or parts.username or parts.query or parts.fragment:
        raise Rejection(
            Code.OPTION_INVALID,
            f"--url is the address of a house, like http://127.0.0.1:8000, not {quoted(url)}.",
        )
    return url


def _refusal(answer: "httpx.Response", where: Where) -> Rejection:
    try:
        found = answer.json()
        code, detail = Code(found["code"]), str(found["detail"])
    except (ValueError, KeyError, TypeError):
        return _no_house(where)
    if code is Code.PASSWORD_CHANGE_NEEDED:
        detail += " “croupier admin password” does that."
    if code is Code.LOG_IN_NEEDED:
        detail = "Nobody is logged in there any more; use “croupier admin --as NAME log-in” again."
    return Rejection(code, detail)


def _unknown(where: Where) -> Rejection:
    return Rejection(
        Code.HOUSE_UNAVAILABLE,
        f"The house at {where.url} hung up before it answered: it was done, or it was not. See "
        "which, before you ask for it again.",
    )


def _no_house(where: Where) -> Rejection:
    return Rejection(
        Code.HOUSE_UNAVAILABLE, f"What answers at {where.url} is no house of this version."
    )


def lost(detail: str) -> typer.Exit:
    """The end of a command that was done, and whose answer does not have what was wanted."""
    # Not a refusal: those have changed nothing.
    typer.echo(f"croupier: {detail}", err=True)
    return typer.Exit(1)


def ask_password(question: str, variable: str = PASSWORD, *, is_new: bool = False) -> str:
    """A password: from a variable of the environment, or typed without being shown."""
    given = os.environ.get(variable)
    if given:
        return given
    if not (sys.stdin and sys.stdin.isatty()):
        raise Rejection(
            Code.LOG_IN_NEEDED, f"There is no terminal to ask for a password; set {variable}."
        )
    typed: str = typer.prompt(question, hide_input=True, confirmation_prompt=is_new, err=True)
    return typed


@contextmanager
def open_server(where: Where) -> Iterator[Server]:
    """A connection to a house, as nobody yet."""
    server = Server(where)
    with server.http:
        yield server


@contextmanager
def connected(context: typer.Context) -> Iterator[Server]:
    """A house, as who is kept to be logged in there, or as who logs in for this one command."""
    where: Where = context.obj
    session = None if where.is_given else where.session
    with open_server(where) as server:
        if session is not None and where.name in (None, session.name):
            server.use(session)
            yield server
            return
        if where.name is None:
            raise Rejection(
                Code.LOG_IN_NEEDED,
                "Say who you are with --as NAME, or log in once with “croupier admin --as NAME "
                "log-in”.",
            )
        server.log_in(where.name, ask_password(f"Password of {where.name}"))
        try:
            yield server
        finally:
            # What was done is done, whether or not the farewell is heard.
            with suppress(Rejection):
                server.log_out()
