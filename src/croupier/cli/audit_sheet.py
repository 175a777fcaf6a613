"""`croupier audit-sheet`: whether what a game's sheet prints is true."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.analysis_options import (
    GameArgument,
    NoCacheOption,
    analysis_settings,
    open_cache,
)
from croupier.cli.columns import show_columns, show_heading, show_text
from croupier.cli.output import emphasised, show_json
from croupier.cli.progress import progress_shown
from croupier.cli.table_options import RulingOption

if TYPE_CHECKING:
    from croupier.analysis.audit import Audit, AuditedFigure

__all__ = ["EPILOG", "audit_sheet"]

EPILOG = """\b
Examples:
  croupier audit-sheet three-way-action
  croupier audit-sheet three-way-action --json
"""


def audit_sheet(
    game: GameArgument,
    *,
    ruling: RulingOption = None,
    no_cache: NoCacheOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Work out again every figure that a game's sheet prints.

    Every probability, house advantage and win frequency on the sheet is compared with what the
    game's own rules and pay tables give, at the precision it is printed with; a half may have
    been rounded either way. Where a house advantage is wrong, the pays beside it are looked
    through for what would make it true: one pay that is another, two that are exchanged, or the
    figure of another table.

    Exit code 0 also where a figure is wrong: that is the answer, not a failure.
    """
    # Imported here so that help does not wait for it.
    from croupier.analysis import audit  # noqa: PLC0415
    from croupier.analysis.as_json import audit_json  # noqa: PLC0415
    from croupier.table.registry import find_game  # noqa: PLC0415

    found = find_game(game)
    settings = analysis_settings(found, ruling, None)
    with progress_shown(found.name) as progress:
        audited = audit.audit_sheet(
            found, settings, cache=open_cache(no_cache=no_cache), progress=progress
        )
    if as_json:
        show_json(audit_json(audited))
    else:
        _show(audited)


def _show(audited: "Audit") -> None:
    typer.echo(f"{emphasised(audited.name)}, rules version {audited.rules_version}")
    if not audited.figures:
        show_text("The sheet of this game prints no probability, advantage or frequency.")
        return
    where: str | None = None
    rows: list[list[str]] = []
    for figure in audited.figures:
        if figure.printed.where != where:
            where = figure.printed.where
            rows.append([where, "", "", ""])
        row = [figure.printed.text, figure.ours_written, figure.verdict.value]
        rows.append([f"  {figure.printed.what}", *row])
    typer.echo()
    show_columns(["", "printed", "ours", ""], rows)
    typer.echo()
    wrong, every = len(audited.wrong), len(audited.figures)
    if not wrong:
        show_text(f"All {every} figures agree.")
        return
    show_text(f"{wrong} of {every} figures {'is' if wrong == 1 else 'are'} wrong.")
    for figure in audited.wrong:
        _show_wrong(figure)


def _show_wrong(figure: "AuditedFigure") -> None:
    from croupier.analysis.wording import fraction  # noqa: PLC0415

    printed = figure.printed
    show_heading(f"{printed.where}, {printed.what}")
    exact = fraction(figure.ours)
    exactly = f", exactly {exact}" if exact and exact != "…" else ""
    said = f"It prints {printed.text}; it is {figure.ours_written}{exactly}."
    show_text(said, indent=2)
    if not figure.explanations:
        show_text("No single pay, no exchange of two and no other table explains it.", indent=2)
        return
    nearest, *others = figure.explanations
    show_text(nearest.sentence, indent=2)
    if others:
        show_text("Less likely:", indent=2)
    for other in others:
        show_text(other.sentence, indent=4, first="- ")
