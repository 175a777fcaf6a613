"""`croupier serve`: the server."""

from typing import Annotated

import typer

from croupier.cli.files import read_text
from croupier.rejection import Code

__all__ = ["EPILOG", "serve"]

EPILOG = """\b
Examples:
  croupier serve
  croupier serve --port 9000 --database casino.db
  croupier serve --database postgresql://croupier@localhost/casino --config house.toml
  croupier verify-log croupier.db       whether its books are in order

\b
A config:
  [house]
  guests = false
  [[tables]]
  name = "Table 1"
  game = "three-card-poker"
  [tables.terms]
  money = "cash"
  betting_s = 20
"""


def serve(
    *,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="0 for any free one.")
    ] = 8000,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="A file for SQLite, made if it is not there, or postgresql://USER@HOST/NAME.",
        ),
    ] = "croupier.db",
    config: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The house's config in TOML; see docs/house.md."),
    ] = None,
    guests: Annotated[
        bool | None,
        typer.Option("--guests/--no-guests", help="Whether anybody may play with play money."),
    ] = None,
    reset_administrator: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Print a new password for one time for the administrator who has lost his.",
        ),
    ] = None,
    work_ahead: Annotated[
        bool,
        typer.Option(
            "--work-ahead/--no-work-ahead",
            help="Whether what the bets of the tables are worth is worked out before anybody "
            "asks, beside the server.",
        ),
    ] = True,
    json_logs: Annotated[
        bool, typer.Option("--json-logs", help="Write logs as JSON, a line each, to stderr.")
    ] = False,
) -> None:
    """Start the server, by default on http://127.0.0.1:8000. Ctrl-C stops it.

    Without a config there is a table for each game, dealt automatically, open to guests with
    play money. Everything that happens is in the database before anyone sees it; after a stop,
    or a crash, rounds go on at the same card. The first start prints an administrator's password
    for one time.

    docs/house.md says how a house is run, docs/api.md how programs talk to it.
    """
    # Imported here: FastAPI takes a moment.
    from dataclasses import replace  # noqa: PLC0415

    from croupier.house.config import read_config, usual_config  # noqa: PLC0415
    from croupier.web.server import Serving, run  # noqa: PLC0415

    chosen = usual_config()
    if config is not None:
        chosen = read_config(read_text(config, Code.CONFIG_INVALID))
    if guests is not None:
        chosen = replace(chosen, has_guests=guests)
    serving = Serving(
        host,
        port,
        database,
        chosen,
        logs_are_json=json_logs,
        resets_administrator=reset_administrator,
        works_ahead=work_ahead,
    )
    run(serving)
