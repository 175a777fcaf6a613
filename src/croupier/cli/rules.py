"""`croupier rules`: what is bet, paid and ruled in a game."""

from collections.abc import Iterable
from textwrap import wrap
from typing import Annotated, Any

import typer

from croupier.cli.output import emphasised, show_json
from croupier.cli.table_options import (
    LimitOption,
    PayTableOption,
    RulingOption,
    SeatsOption,
    table_settings,
)

__all__ = ["EPILOG", "rules"]

EPILOG = """\b
Examples:
  croupier rules three-card-poker
  croupier rules three-card-poker --json
  croupier rules three-card-poker --ruling entry=ante_required
  croupier rules three-card-poker --paytable "Pair Plus=1-4-6-30-40"
  croupier rules three-card-poker --limit Ante=25-500/5 --card card.pdf
"""

_WIDTH = 80


def rules(
    game: Annotated[
        str, typer.Argument(help="The game by its id; croupier games lists them.", metavar="GAME")
    ],
    *,
    ruling: RulingOption = None,
    paytable: PayTableOption = None,
    limit: LimitOption = None,
    seats: SeatsOption = None,
    card: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a rack card for the table: .pdf or .svg."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show what is bet, paid and ruled in a game.

    The wagers with their limits, the pay tables they are offered with, and every clause that
    can be read in more than one way, with each reading. A star marks what is in force: the
    usual, or what the options choose for this table.
    """
    # Imported here so that help does not wait for it.
    from croupier.cli.rack_card import write_rack_card  # noqa: PLC0415
    from croupier.table.description import describe_rules  # noqa: PLC0415
    from croupier.table.registry import find_game  # noqa: PLC0415

    found = find_game(game)
    described = describe_rules(found, table_settings(found, ruling, paytable, seats, limit))
    if card is not None:
        write_rack_card(described, card)
    if as_json:
        show_json(described)
    elif card is not None:
        typer.echo(f"The rack card for {described['name']} is in {card}.")
    else:
        _show(described)


def _show(described: dict[str, Any]) -> None:
    typer.echo(f"{emphasised(described['name'])}, rules version {described['rules_version']}")
    _echo(described["about"])
    _heading("Table")
    _show_table(described)
    _heading("Wagers")
    for wager in described["wagers"]:
        _show_wager(wager)
    if described["pay_tables"]:
        _heading("Pay tables (* in force)")
    for spots, tables in _grouped(described["pay_tables"]):
        _echo(", ".join(spots), indent=2)
        _show_grid(tables)
    if described["rulings"]:
        _heading("Rulings (* in force)")
    for ruling in described["rulings"]:
        _show_ruling(ruling)


def _show_table(described: dict[str, Any]) -> None:
    seats, picks = described["seats"], described["picks"]
    usual = f"usually {seats['usual']:,}"
    _term("seats", f"{seats['here']:,} here; {seats['least']:,} to {seats['most']:,}, {usual}")
    _term("dealt from", "; or ".join(device["about"] for device in described["devices"]))
    _term("decisions", ", ".join(described["options"]) or "none")
    if picks is not None:
        left_out = " (or none: then the system picks)" if picks["may_be_left_out"] else ""
        offered = f"{picks['count']} of {', '.join(picks['choices'])}{left_out}"
        _term("picks", f"{picks['question']} {offered}")


def _show_wager(wager: dict[str, Any]) -> None:
    typer.echo(f"  {emphasised(wager['spot'])}")
    _echo(wager["about"], indent=6)
    how = [wager["when"]]
    if wager["limit"] is not None:
        how.append(wager["limit"]["about"])
    paid = [*wager["odds"], *(["by pay table"] if wager["pay_table"] else [])]
    how.append(f"pays {' or '.join(paid)}")
    _echo("; ".join(how), indent=6)
    for sentence in wager["constraints"]:
        _echo(sentence, indent=6)


def _grouped(pay_tables: list[dict[str, Any]]) -> Iterable[tuple[list[str], list[dict[str, Any]]]]:
    """Spots that are offered and paid alike are shown together, as in a stadium's lines."""
    groups: list[tuple[list[str], list[dict[str, Any]]]] = []
    for one in pay_tables:
        alike = next((spots for spots, tables in groups if tables == one["tables"]), None)
        if alike is None:
            groups.append(([one["spot"]], one["tables"]))
        else:
            alike.append(one["spot"])
    return groups


def _show_grid(tables: list[dict[str, Any]]) -> None:
    """The tables side by side, as many as the width takes, a line of the tables in each row."""
    names: list[str] = []
    for table in tables:
        names.extend(line["name"] for line in table["lines"] if line["name"] not in names)
    first = max(map(len, names)) + 2
    columns = [_column(table, names) for table in tables]
    while columns:
        taken, width = 1, first + 6 + len(columns[0][0])
        while taken < len(columns) and width + len(columns[taken][0]) + 2 <= _WIDTH:
            width += len(columns[taken][0]) + 2
            taken += 1
        for name, *cells in zip(["", *names], *columns[:taken], strict=True):
            typer.echo(f"      {name:{first}}{'  '.join(cells)}".rstrip())
        columns = columns[taken:]
    if any(len(table["lines"]) < len(names) for table in tables):
        _echo(
            "-: no line of its own; the hand is paid on the next line it fits, or loses.", indent=6
        )


def _column(table: dict[str, Any], names: list[str]) -> list[str]:
    odds = {line["name"]: line["odds"] for line in table["lines"]}
    head = f"{'*' if table['in_force'] else ' '}{table['name']}"
    cells = [head, *(f" {odds.get(name, '-')}" for name in names)]
    width = max(map(len, cells))
    return [cell.ljust(width) for cell in cells]


def _show_ruling(ruling: dict[str, Any]) -> None:
    typer.echo(f"  {emphasised(ruling['name'])}")
    _echo(f"{ruling['question']} ({ruling['clause']})", indent=6)
    for reading in ruling["readings"]:
        mark = "*" if reading["chosen"] else " "
        default = " (default)" if reading["default"] else ""
        said = f"{reading['name']}{default}: {reading['meaning']}"
        for at, line in enumerate(_wrapped(said, _WIDTH - 10)):
            typer.echo(f"      {mark if at == 0 else ' '} {'' if at == 0 else '  '}{line}")


def _heading(text: str) -> None:
    typer.echo()
    typer.echo(emphasised(text))


def _term(name: str, text: str) -> None:
    for at, line in enumerate(_wrapped(text, _WIDTH - 14)):
        typer.echo(f"  {name if at == 0 else '':12}{line}")


def _echo(text: str, *, indent: int = 0) -> None:
    for line in _wrapped(text, _WIDTH - indent):
        typer.echo(" " * indent + line)


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width, break_on_hyphens=False)
