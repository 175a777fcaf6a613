"""`croupier admin users`: the people of a house."""

import shlex
from typing import Annotated, Any

import typer

from croupier.cli.admin_server import connected, lost
from croupier.cli.columns import show_columns
from croupier.cli.output import emphasised, show_json

__all__ = ["users"]

users = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="The people of the house, what they may be, their passwords.",
)

LIST_EXAMPLES = """\b
Examples:
  croupier admin users list
  croupier admin users list --guests --json
"""
ADD_EXAMPLES = """\b
Examples:
  croupier admin users add "Ada Lovelace"
  croupier admin users add sam --role supervisor --role dealer
  croupier admin users add tess --money play
"""
ROLES_EXAMPLES = """\b
Examples:
  croupier admin users roles sam dealer supervisor
"""
RESET_EXAMPLES = """\b
Examples:
  croupier admin users password "Ada Lovelace"
  croupier admin users password 7 --json
"""
DISABLE_EXAMPLES = """\b
Examples:
  croupier admin users disable sam
"""
ENABLE_EXAMPLES = """\b
Examples:
  croupier admin users enable sam
"""

Who = Annotated[str, typer.Argument(metavar="WHO", help="By name, or by number.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@users.command("list", epilog=LIST_EXAMPLES)
def list_users(
    context: typer.Context,
    *,
    guests: Annotated[bool, typer.Option("--guests", help="Show guests too.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the people.

    By number: name, roles, what they play for and have with the house.
    """
    found: list[dict[str, Any]] = []
    after: int | None = 0
    with connected(context) as server:
        while after is not None:
            page = server.get("/api/users", after=after, limit=500, guests=guests)
            found += page["users"]
            after = page["next_after"]
    if as_json:
        show_json(found)
    else:
        _show(found)


@users.command(epilog=ADD_EXAMPLES)
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="1 to 40 characters.")],
    *,
    role: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROLE",
            help="player, dealer, supervisor, auditor or administrator; several times.",
        ),
    ] = None,
    money: Annotated[
        str, typer.Option(metavar="KIND", help="What he plays for: cash or play.")
    ] = "cash",
    as_json: AsJson = False,
) -> None:
    """Add somebody, by default a player. Prints his password for one time, this once."""
    with connected(context) as server:
        done = server.do("/api/users", name=name, roles=role or ["player"], money=money)
    _show_password(done, as_json=as_json)


@users.command(epilog=ROLES_EXAMPLES)
def roles(
    context: typer.Context,
    who: Who,
    held: Annotated[list[str], typer.Argument(metavar="ROLE...", help="What he shall be.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Make somebody something else. He must have left all tables, and logs in again."""
    with connected(context) as server:
        done = server.do(f"/api/users/{server.user(who)}/roles", roles=held)
    _show_changed(done, as_json=as_json)


@users.command(epilog=RESET_EXAMPLES)
def password(context: typer.Context, who: Who, *, as_json: AsJson = False) -> None:
    """Give somebody a new password for one time; his sessions end. Prints it, this once."""
    with connected(context) as server:
        done = server.do(f"/api/users/{server.user(who)}/password")
    _show_password(done, as_json=as_json)


@users.command(epilog=DISABLE_EXAMPLES)
def disable(context: typer.Context, who: Who, *, as_json: AsJson = False) -> None:
    """Shut somebody out. What he has with the house stays his, and can be paid out."""
    with connected(context) as server:
        done = server.do(f"/api/users/{server.user(who)}/disabled", is_disabled=True)
    _show_changed(done, as_json=as_json)


@users.command(epilog=ENABLE_EXAMPLES)
def enable(context: typer.Context, who: Who, *, as_json: AsJson = False) -> None:
    """Let somebody in again.

    Also one who was locked out after wrong passwords.
    """
    with connected(context) as server:
        done = server.do(f"/api/users/{server.user(who)}/disabled", is_disabled=False)
    _show_changed(done, as_json=as_json)


def _show(found: list[dict[str, Any]]) -> None:
    from croupier.money import format_cents  # noqa: PLC0415

    rows = [
        (
            str(one["user"]),
            one["name"],
            ", ".join(one["roles"]),
            one["money"],
            _notes(one),
            format_cents(one["wallet_cents"]),
        )
        for one in found
    ]
    show_columns(("number", "name", "roles", "money", "", "wallet"), rows, indent=0, left=5)


def _notes(user: dict[str, Any]) -> str:
    notes = {"is_disabled": "shut out", "must_change_password": "one-time password"}
    return ", ".join(text for key, text in notes.items() if user[key])


def _show_changed(done: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        show_json(done)
    else:
        _show([done["user"]])


def _show_password(done: dict[str, Any], *, as_json: bool) -> None:
    _show_changed(done, as_json=as_json)
    if done["password"] is None:
        name = done["user"]["name"]
        raise lost(
            f"{name} has a new password for one time, but the answer with it was lost: nobody "
            f"knows it. “croupier admin users password {shlex.quote(name)}” gives another."
        )
    if not as_json:
        typer.echo(f"Password for one time: {emphasised(done['password'])}")
