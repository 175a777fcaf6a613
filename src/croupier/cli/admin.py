"""`croupier admin`: running a house that is being served."""

from typing import Annotated

import typer

from croupier.cli import admin_account, admin_audit, admin_cage, admin_tables, admin_users
from croupier.cli.admin_server import HERE, Where

__all__ = ["EPILOG", "admin"]

EPILOG = """\b
Examples:
  croupier admin --as administrator log-in             once; then nobody is asked again
  croupier admin password                              also in place of the one-time password
  croupier admin users add "Ada Lovelace" --role player --money cash
  croupier admin tables create three-card-poker --name "Table 2" --money cash
  croupier admin cage buy-in "Ada Lovelace" 500
  croupier admin events --kind large_win
  croupier admin close-day

\b
In a script, without log-in:
  CROUPIER_PASSWORD=… croupier admin --as sam --url https://house.example vouchers issue 50

Every list is JSON with --json. What is refused is said in one sentence, with exit code 2; what
was done, but whose answer with a code or a password was lost, with exit code 1.
docs/house.md says who may do what.
"""

admin = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=EPILOG,
)


@admin.callback()
def talk_to(
    context: typer.Context,
    *,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where the house is; if left out, where you have logged in last, or else, and "
            f"with CROUPIER_PASSWORD, {HERE}.",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--as", metavar="NAME", help="Who you are there, unless you are logged in."),
    ] = None,
) -> None:
    """Run a house: people, tables, the cage, reports. Talks to a server over HTTP.

    You are who you have logged in as, or for this one command whoever you say with --as. The
    password is asked for, or taken from CROUPIER_PASSWORD.
    """
    context.obj = Where(url or None, name)


admin_account.register(admin)
admin.add_typer(admin_users.users, name="users")
admin.add_typer(admin_tables.tables, name="tables")
admin.add_typer(admin_cage.cage, name="cage")
admin.add_typer(admin_cage.vouchers, name="vouchers")
admin_audit.register(admin)
