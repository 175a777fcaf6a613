"""`croupier verify-log`: the books of a house checked from the first entry to the last."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.columns import show_heading, show_terms
from croupier.cli.output import emphasised, show_json
from croupier.cli.progress import progress_shown
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from croupier.house.verify.books import Books
    from croupier.house.verify.findings import Checked
    from croupier.table.worth import Progress

__all__ = ["EPILOG", "verify_log"]

EPILOG = """\b
Examples:
  croupier verify-log croupier.db
  croupier verify-log croupier.db --table 3
  croupier verify-log postgresql://croupier@localhost/house --json
  croupier verify-log croupier.db --export log.jsonl     for somebody else to check
  croupier verify-log log.jsonl
"""


def verify_log(
    books: Annotated[
        str,
        typer.Argument(
            help="The database of a house, as a file or a URL; or an export of its log.",
            metavar="URL|FILE",
        ),
    ],
    *,
    table: Annotated[
        int | None, typer.Option("--table", metavar="N", help="Check this table alone.")
    ] = None,
    export: Annotated[
        str | None,
        typer.Option(
            "--export",
            metavar="FILE",
            help="First write the log to a file, which can be checked without the database.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say whether the books of a house are right, or what is not.

    Every chain of the log is followed from its first entry: its numbers and hashes; its
    postings, worked out anew from what happened; every round, played again by the rules it was
    played under; every salt and every shuffle, from the seed the house was committed to. Then the
    balances are added up, and seats, results and tables compared with what the log says.

    The books are only read, and no server is asked. An export has the log alone.

    It stops at the first thing that is wrong, and says that first; then what it had checked.

    Exit code 0 if nothing is wrong, 1 if something is, 2 if there are no books to check.
    """
    # Imported here so that help does not wait for it.
    from croupier.house.verify import verify  # noqa: PLC0415

    with _opened(books) as opened, progress_shown("Checking the books") as progress:
        if export is not None:
            _export(opened, export, progress)
        verdict = verify(opened, table=table, progress=progress)
    if as_json:
        show_json(verdict.to_json())
    elif verdict.wrong is None:
        show_terms(_counted(verdict.checked))
        typer.echo(emphasised("Nothing is wrong.", fg="green"))
    else:
        typer.echo(emphasised(str(verdict.wrong), fg="red"))
        show_heading("Checked until then")
        show_terms(_counted(verdict.checked))
    if not verdict.is_well:
        raise typer.Exit(1)


@contextmanager
def _opened(name: str) -> "Iterator[Books]":
    from croupier.house.reading import open_to_read, reading  # noqa: PLC0415
    from croupier.house.verify.books import Database, LogFile, is_log_file  # noqa: PLC0415

    path = Path(name)
    if is_log_file(path):
        with closing(LogFile(path)) as file:
            yield file
        return
    engine = open_to_read(name)
    with reading(engine) as connection:
        yield Database(connection)
    engine.dispose()


def _export(books: "Books", name: str, progress: "Progress") -> None:
    from croupier.cli.files import check_can_be_written  # noqa: PLC0415
    from croupier.house.export import export_log  # noqa: PLC0415

    if books.connection is None:
        raise Rejection(Code.OPTION_INVALID, "This is an export already; copy the file.")
    check_can_be_written(name)
    export_log(books.connection, name, progress=progress)


def _counted(checked: "Checked") -> list[tuple[str, str]]:
    """What was looked at; what there was none of is left out where that is usual."""
    from croupier.money import format_cents  # noqa: PLC0415

    always = {
        "Chains": checked.chains,
        "Entries": checked.entries,
        "Events": checked.events,
        "Rounds replayed": checked.replayed,
        "Rounds shuffled by commitment": checked.shuffles,
        "Rounds from a physical deck": checked.physical,
        "Rounds void": checked.void,
    }
    sometimes = {
        "Rounds abandoned": checked.abandoned,
        "Rounds revised": checked.revised,
        "Rounds in play": checked.in_play,
        "Rounds whose seed is secret": checked.unopened,
        "Rounds that dealt no card": checked.undealt,
    }
    counts = {**always, **{name: count for name, count in sometimes.items() if count}}
    counts["Accounts"] = checked.accounts
    rows = [(name, f"{count:,}") for name, count in counts.items()]
    for money, brought_in in checked.in_cents.items():
        out = checked.out_cents[money]
        said = f"{format_cents(brought_in)} in, {format_cents(out)} out"
        rows.append((f"{money.value.capitalize()} money", said))
    return rows
