"""`croupier readings`: what every reading of every ruling does to the edge."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.analysis_options import (
    AnyPayTableOption,
    BetOption,
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
    from croupier.analysis.readings import Crossing, ReadingsCompared, ReadingWorth, RulingWorth
    from croupier.table.game import Game
    from croupier.table.worth import Figure

__all__ = ["EPILOG", "readings"]

EPILOG = """\b
Examples:
  croupier readings pick-2-poker
  croupier readings pick-2-poker --json
  croupier readings pick-2-poker --ruling bonus_tables=higher
  croupier readings three-way-action --bet Blackjack
  croupier readings three-card-poker --strategy Q-6-4
"""


def readings(
    game: GameArgument,
    *,
    ruling: RulingOption = None,
    paytable: AnyPayTableOption = None,
    bet: BetOption = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            metavar="NAME",
            help="Play by this strategy instead of the best; analyze lists them.",
        ),
    ] = None,
    no_cache: NoCacheOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say what each reading of each ruling does to the edge.

    Each ruling is a clause that can be read in several ways. It is read in each of them, one
    ruling at a time, all others as they are at the table, and every bet that depends on it is
    valued anew, played its best under that reading, or by the strategy that --strategy names;
    then bets that never have it are left out. Where a game asks for it, the readings of
    two rulings are also compared each with each. A reading that gives the player an edge is
    marked, and so is a game whose default readings do.
    """
    # Imported here so that help does not wait for it.
    from croupier.analysis.as_json import readings_json  # noqa: PLC0415
    from croupier.analysis.readings import compare_readings  # noqa: PLC0415
    from croupier.table.registry import find_game  # noqa: PLC0415

    found = find_game(game)
    settings = analysis_settings(found, ruling, paytable)
    with progress_shown(found.name) as progress:
        compared = compare_readings(
            found,
            settings,
            bets=bet or None,
            strategy=strategy,
            cache=open_cache(no_cache=no_cache),
            progress=progress,
        )
    if as_json:
        show_json(readings_json(compared))
    else:
        _show(found, compared, are_all=not bet and strategy is None)


def _show(game: "Game[Any]", compared: "ReadingsCompared", *, are_all: bool) -> None:
    from croupier.cli.analysis_shown import edge_text, show_table_in_force  # noqa: PLC0415

    typer.echo(f"{emphasised(compared.name)}, rules version {compared.rules_version}")
    show_table_in_force(game, compared.readings, compared.pay_tables)
    if compared.strategy is not None:
        show_text(f"{compared.strategy}.", first="Played by: ")
    show_heading("The default readings")
    if compared.defaults:
        rows = [[bet.bet, edge_text(bet.edge)] for bet in compared.defaults]
        show_columns(["bet", "house edge"], rows)
    else:
        show_text("No bet is there, or none is played so.", indent=2)
    for bet in compared.defaults:
        if bet.favours_player:
            said = f"By the default readings the player has the edge on {bet.bet}."
            show_text(said, first="! ")
    absent = "no such bet" if compared.strategy is None else "not played so"
    for ruling in compared.rulings:
        _show_ruling(ruling, absent, are_all=are_all)
    for crossing in compared.crossings:
        if len({edge for edges in crossing.edges for edge in edges}) > 1:
            _show_crossing(crossing, absent)
    typer.echo()
    show_text(
        "* in force; d the default; ! gives the player an edge. The difference is against the "
        "default reading of the same ruling."
    )


def _show_ruling(ruling: "RulingWorth", absent: str, *, are_all: bool) -> None:
    from croupier.cli.analysis_shown import edge_text  # noqa: PLC0415

    show_heading(ruling.name)
    show_text(f"{ruling.question} ({ruling.clause})", indent=2)
    if not ruling.bets:
        names = ", ".join(reading.name for reading in ruling.readings)
        no_bet = "No bet" if are_all else "No bet shown here"
        show_text(f"{no_bet} is worth more or less by it ({names}).", indent=2)
        return
    changed = [at for at in range(len(ruling.bets)) if _is_changed(ruling, at)]
    nowhere = [at for at in range(len(ruling.bets)) if _is_nowhere(ruling, at)]
    unchanged = [bet for at, bet in enumerate(ruling.bets) if at not in (*changed, *nowhere)]
    head = ["", "reading"]
    rows = [[_marks(reading), reading.name] for reading in ruling.readings]
    for at in changed:
        bets = [reading.bets[at] for reading in ruling.readings]
        digits = _digits([bet.difference for bet in bets])
        head += [ruling.bets[at], "difference"]
        for row, bet in zip(rows, bets, strict=True):
            flag = "!" if bet.favours_player else ""
            row += [f"{flag}{edge_text(bet.edge, absent)}", _more(bet.difference, digits)]
    if changed:
        show_columns(head, rows, left=2)
    if unchanged:
        names = ", ".join(reading.name for reading in ruling.readings)
        beside = "" if changed else f" ({names})"
        show_text(f"Not changed by it{beside}: {', '.join(unchanged)}.", indent=2)
    if nowhere:
        names = ", ".join(ruling.bets[at] for at in nowhere)
        show_text(f"{absent.capitalize()} by any of its readings: {names}.", indent=2)


def _is_changed(ruling: "RulingWorth", at: int) -> bool:
    """Whether a bet is worth something else under any of the readings."""
    first, *others = (reading.bets[at].edge for reading in ruling.readings)
    return any(edge != first for edge in others)


def _is_nowhere(ruling: "RulingWorth", at: int) -> bool:
    """Whether there is no such bet, or it is not played so, under any of the readings."""
    return all(reading.bets[at].edge is None for reading in ruling.readings)


def _marks(reading: "ReadingWorth") -> str:
    return ("*" if reading.is_chosen else " ") + ("d" if reading.is_default else " ")


def _digits(differences: "Sequence[Figure | None]") -> int:
    """So many that a small difference does not look like none."""
    from croupier.analysis.wording import needed_digits  # noqa: PLC0415

    values = [100 * one.value for one in differences if one is not None]
    return needed_digits(values, least=4, significant=2)


def _more(difference: "Figure | None", digits: int) -> str:
    from croupier.analysis.wording import percent  # noqa: PLC0415

    if difference is None:
        return ""
    text = percent(difference, digits)
    return f"+{text}" if difference.value > 0 else text


def _show_crossing(crossing: "Crossing", absent: str) -> None:
    from croupier.cli.analysis_shown import edge_text  # noqa: PLC0415

    first, second = crossing.rulings
    show_heading(f"{crossing.bet}: {first} with {second}")
    rows = [
        [
            name,
            *(
                f"{'!' if edge and edge.value < 0 else ''}{edge_text(edge, absent)}"
                for edge in edges
            ),
        ]
        for name, edges in zip(crossing.rows, crossing.edges, strict=True)
    ]
    show_columns([first, *crossing.columns], rows)
