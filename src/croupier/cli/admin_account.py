"""`croupier admin log-in`, `log-out` and `password`."""

import typer

from croupier.cli.admin_server import Where, ask_password, open_server
from croupier.cli.admin_session import Session, forget, keep
from croupier.rejection import Code, Rejection

__all__ = ["register"]

_NEW_PASSWORD = "CROUPIER_NEW_PASSWORD"  # noqa: S105 (the name of a variable)

LOG_IN_EXAMPLES = """\b
Examples:
  croupier admin --as administrator log-in
  croupier admin --url https://house.example --as sam log-in
"""

LOG_OUT_EXAMPLES = """\b
Examples:
  croupier admin log-out
  croupier admin --url https://house.example log-out
"""

CHANGE_EXAMPLES = """\b
Examples:
  croupier admin --as administrator password
  CROUPIER_PASSWORD=… CROUPIER_NEW_PASSWORD=… croupier admin --as sam password
"""


def register(admin: typer.Typer) -> None:
    """Adds these commands."""
    admin.command("log-in", epilog=LOG_IN_EXAMPLES)(log_in)
    admin.command("log-out", epilog=LOG_OUT_EXAMPLES)(log_out)
    admin.command("password", epilog=CHANGE_EXAMPLES)(password)


def log_in(context: typer.Context) -> None:
    """Log in, so that later commands need no password.

    The session, not the password, is kept in a file that only you can read. It ends when it is
    not used for half a day, or with log-out.
    """
    where: Where = context.obj
    if where.name is None:
        raise _nameless()
    name = where.name
    with open_server(where) as server:
        me = server.log_in(name, ask_password(f"Password of {name}"))
        path = keep(where.url, server.session(me["name"]))
    typer.echo(f"Logged in as {me['name']} ({', '.join(me['roles'])}); kept in {path}.")
    if me["must_change_password"]:
        typer.echo("Your password was for one time: change it with “croupier admin password”.")


def log_out(context: typer.Context) -> None:
    """End the session that is kept, there and here."""
    where: Where = context.obj
    session = where.session
    if session is None:
        typer.echo("Nobody was logged in.")
        return
    try:
        with open_server(where) as server:
            server.use(session)
            server.log_out()
    except Rejection as refused:
        # Without the file nobody here can use it, whatever the house says.
        if refused.code is not Code.LOG_IN_NEEDED:
            typer.echo(f"croupier: {refused.detail}", err=True)
    forget(where.url)
    typer.echo(f"{session.name} is logged out.")


def password(context: typer.Context) -> None:
    """Change your password, also one that is for one time.

    The old one is asked for, or taken from CROUPIER_PASSWORD; the new one is asked for twice, or
    taken from CROUPIER_NEW_PASSWORD. All your other sessions end.
    """
    where: Where = context.obj
    session = _kept(where)
    name = where.name or (session.name if session else None)
    if name is None:
        raise _nameless()
    is_kept = session is not None and session.name.casefold() == name.casefold()
    with open_server(where) as server:
        old = ask_password(f"Old password of {name}")
        if session is not None and where.name is None:
            server.use(session)
        else:
            server.log_in(name, old)
        new = ask_password("New password", _NEW_PASSWORD, is_new=True)
        me = server.post("/api/me/password", {"old": old, "new": new}, is_once=True)
        server.csrf = me["csrf"]
        if is_kept:
            keep(where.url, server.session(me["name"]))
        else:
            server.log_out()
    typer.echo(f"The password of {me['name']} is changed.")


def _kept(where: Where) -> Session | None:
    """Who is kept to be logged in; a file that is damaged is not in the way of a script."""
    try:
        return where.session
    except Rejection:
        if not where.is_given:
            raise
        return None


def _nameless() -> Rejection:
    return Rejection(
        Code.LOG_IN_NEEDED, "Say who you are: croupier admin --as NAME, and then the command."
    )
