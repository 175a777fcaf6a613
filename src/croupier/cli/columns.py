"""Tables and paragraphs in a terminal, kept to its usual width."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

import typer

from croupier.cli.output import emphasised

__all__ = ["WIDTH", "show_columns", "show_heading", "show_terms", "show_text", "width_of"]

WIDTH: Final = 100

_LEAST_NAME: Final = 30
"""A column of names is not made narrower than that."""


def show_heading(text: str, *, indent: int = 0) -> None:
    """An empty line, and the text in bold."""
    typer.echo()
    for line in wrap(text, WIDTH - indent, break_on_hyphens=False):
        typer.echo(" " * indent + emphasised(line))


def show_text(text: str, *, indent: int = 0, first: str = "") -> None:
    """A paragraph; `first` stands before it, and what follows hangs under its beginning."""
    room = WIDTH - indent - len(first)
    for at, line in enumerate(wrap(text, room, break_on_hyphens=False) or [""]):
        typer.echo((" " * indent + (first if at == 0 else " " * len(first)) + line).rstrip())


def show_terms(rows: Sequence[Sequence[str]], *, indent: int = 2) -> None:
    """Each row a name and what there is to say of it, in columns, all to the left."""
    columns = max(map(len, rows), default=0)
    filled = [[*row, *[""] * (columns - len(row))] for row in rows]
    widths = [max(len(row[at]) for row in filled) for at in range(columns)]
    for row in filled:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        typer.echo((" " * indent + "  ".join(cells)).rstrip())


def show_columns(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, indent: int = 2, left: int = 1
) -> None:
    """Names to the left and figures to the right, in the usual width.

    The first `left` columns are names. Where they are too long for the figures beside them the
    first is wrapped; where there are too many figures, some go below, under the names again.
    """
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    too_much = indent + sum(widths) + 2 * (len(widths) - 1) - WIDTH
    if too_much > 0 and widths[0] - too_much >= _LEAST_NAME:
        widths[0] -= too_much
    named = indent + sum(width + 2 for width in widths[:left])
    figures = list(range(left, len(head)))
    while figures:
        taken, room = 1, named + widths[figures[0]]
        while taken < len(figures) and room + 2 + widths[figures[taken]] <= WIDTH:
            room += 2 + widths[figures[taken]]
            taken += 1
        for row in (head, *rows):
            _show_row(row, widths, figures[:taken], indent=indent, left=left)
        figures = figures[taken:]


def _show_row(
    row: Sequence[str], widths: Sequence[int], figures: Sequence[int], *, indent: int, left: int
) -> None:
    name, *more = _wrapped(row[0], widths[0])
    cells = [f"{name:{widths[0]}}", *(f"{row[at]:{widths[at]}}" for at in range(1, left))]
    cells += [f"{row[at]:>{widths[at]}}" for at in figures]
    typer.echo((" " * indent + "  ".join(cells)).rstrip())
    for line in more:
        typer.echo(" " * (indent + 2) + line)


def _wrapped(name: str, width: int) -> list[str]:
    """A name that begins with spaces keeps them; what does not fit hangs under it."""
    if len(name) <= width:
        return [name]
    return wrap(name, width - 2, break_on_hyphens=False)


def width_of(rows: Sequence[Sequence[str]], *, indent: int = 2) -> int:
    """How wide a table is whose columns all stand beside each other."""
    columns = len(rows[0])
    widths = [max(len(row[at]) for row in rows) for at in range(columns)]
    return indent + sum(widths) + 2 * (columns - 1)
