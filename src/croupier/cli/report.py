"""`croupier report`: the math report of a game, as PDF or HTML."""

from pathlib import PurePath
from typing import Annotated, Literal

import typer

from croupier.cli.analysis_options import (
    AnyPayTableOption,
    GameArgument,
    NoCacheOption,
    analysis_settings,
    open_cache,
)
from croupier.cli.files import check_can_be_written, write_bytes
from croupier.cli.progress import progress_shown
from croupier.cli.table_options import RulingOption
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["EPILOG", "report"]

EPILOG = """\b
Examples:
  croupier report three-card-poker -o report.pdf
  croupier report pick-2-poker -o report.html --ruling bonus_tables=higher
  croupier report three-way-action -o report.pdf --paytable Bonus=C1 --date 2026-07-01
"""

Kind = Literal["pdf", "html"]

_LONGEST_DATE = 40


def report(
    game: GameArgument,
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The file: .pdf or .html.")
    ],
    ruling: RulingOption = None,
    paytable: AnyPayTableOption = None,
    date: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="A date for the title page; none if left out."),
    ] = None,
    no_readings: Annotated[
        bool,
        typer.Option(
            "--no-readings", help="Leave out what the other readings do; that takes longest."
        ),
    ] = False,
    no_cache: NoCacheOption = False,
) -> None:
    """Write the math report of a game for a test laboratory.

    Identity of the game and its rules, the rulings and pay tables in force, what every bet is
    worth and how that was worked out, every outcome, the best strategy with charts and what
    others cost, pay-table variants, all readings compared, the figures the sheet prints and
    others have published, the checks made, and the command that makes the report again.

    The same table gives the same file, byte for byte: the report has no date unless --date
    gives one.
    """
    # Imported here so that help does not wait for it.
    from croupier.analysis.report import as_html, as_pdf, gather, report_of  # noqa: PLC0415
    from croupier.table.registry import find_game  # noqa: PLC0415

    found = find_game(game)
    settings = analysis_settings(found, ruling, paytable)
    kind, day = _kind(output), _date(date)
    check_can_be_written(output)
    with progress_shown(found.name) as progress:
        findings = gather(
            found,
            settings,
            with_readings=not no_readings,
            cache=open_cache(no_cache=no_cache),
            progress=progress,
        )
        progress("Laying out the report", 0.0)
        document = report_of(findings, date=day)
        written = as_pdf(document) if kind == "pdf" else as_html(document)
    write_bytes(output, written)
    typer.echo(f"The report on {found.name} is in {output}.")


def _kind(name: str) -> Kind:
    match PurePath(name).suffix.lower():
        case ".pdf":
            return "pdf"
        case ".html":
            return "html"
        case _:
            raise Rejection(
                Code.FILE_KIND_UNKNOWN,
                "A report is written as PDF or HTML: let the file's name end in .pdf or .html, "
                f"not {quoted(name, longest=60)}.",
            )


def _date(text: str | None) -> str | None:
    """Any date that can be printed, as whoever hands the report on writes it."""
    if text is not None and not (text.isprintable() and 1 <= len(text.strip()) <= _LONGEST_DATE):
        raise Rejection(
            Code.TEXT_INVALID,
            f"--date takes 1 to {_LONGEST_DATE} characters that can be printed, "
            f"not {quoted(text)}.",
        )
    return text.strip() if text is not None else None
