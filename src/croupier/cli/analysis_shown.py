"""A study in words and columns, as `croupier analyze` prints it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

import typer

from croupier.analysis.compare import Comparison
from croupier.analysis.study import Study, win_per_hour
from croupier.analysis.wording import (
    amount,
    decimal,
    dollars,
    fraction,
    needed_digits,
    one_in,
    percent,
)
from croupier.cli.columns import WIDTH, show_columns, show_heading, show_terms, show_text, width_of
from croupier.cli.output import emphasised
from croupier.money import format_cents
from croupier.table.game import Game
from croupier.table.ruling import rulings_of
from croupier.table.worth import (
    BetWorth,
    Figure,
    Grid,
    Note,
    Strategy,
    Table,
    Together,
)

__all__ = ["edge_text", "show_charts", "show_study", "show_table_in_force"]

_MOST_ROWS: Final = 40


def show_study(
    game: Game[Any],
    study: Study,
    *,
    published: Sequence[Comparison],
    stake_cents: int,
    rounds_per_hour: int,
) -> None:
    """Prints everything a reader wants to see; the rest is in the JSON."""
    typer.echo(f"{emphasised(study.name)}, rules version {study.rules_version}")
    show_table_in_force(game, study.readings, study.pay_tables)
    for bet in study.bets:
        _show_bet(bet, stake_cents, rounds_per_hour)
    if study.together is not None:
        _show_together(study.together)
    elif study.not_together:
        show_heading("Together")
        show_text(study.not_together, indent=2)
    if published:
        _show_published(published)
    typer.echo()
    show_text(
        "An edge above zero is the house's. Where there is … the fraction is long; --json has it "
        "in full."
    )


def show_charts(game: Game[Any], study: Study) -> None:
    """Prints how each bet with decisions is played its best, and nothing else: to be studied."""
    typer.echo(f"{emphasised(study.name)}, rules version {study.rules_version}")
    show_table_in_force(game, study.readings, study.pay_tables)
    played = [bet for bet in study.bets if bet.strategies]
    for bet in played:
        show_heading(f"{bet.name}, per {bet.per}" if bet.per != bet.name else bet.name)
        _show_strategies(bet.strategies, bet.costs_count)
        for table in bet.tables:
            _show_table(table)
        for grid in bet.grids:
            _show_grid(grid)
    if not played:
        typer.echo()
        show_text("Nothing is decided in these bets.")


def show_table_in_force(
    game: Game[Any], readings: Iterable[tuple[str, str]], pay_tables: Iterable[tuple[str, Any]]
) -> None:
    """What is not as by default among the rulings, and the pay tables."""
    usual = {ruling.name: str(ruling.default) for ruling in rulings_of(game.rules)}
    other = [f"{name} {reading}" for name, reading in readings if reading != usual[name]]
    if other:
        show_text(f"{', '.join(other)}; else the default readings.", first="Rulings: ")
    elif usual:
        show_text("the default readings.", first="Rulings: ")
    tables: dict[str, list[str]] = {}
    for spot, table in pay_tables:
        tables.setdefault(table.name, []).append(spot)
    if tables:
        said = (f"{', '.join(spots)} by “{name}”" for name, spots in tables.items())
        show_text(f"{'; '.join(said)}.", first="Pay tables: ")


def edge_text(edge: Figure | None, absent: str = "no such bet") -> str:
    """`3.3730%`, or what there is not."""
    return absent if edge is None else percent(edge)


def _show_bet(bet: BetWorth, stake_cents: int, rounds_per_hour: int) -> None:
    show_heading(f"{bet.name}, per {bet.per}" if bet.per != bet.name else bet.name)
    edge, risk, hits = bet.edge, bet.element_of_risk, bet.hit_frequency
    per_hour = win_per_hour(bet, stake_cents=stake_cents, rounds_per_hour=rounds_per_hour)
    hour = f"an hour, {rounds_per_hour} rounds at {format_cents(stake_cents)}"
    rows = [
        ("house edge", percent(edge), _exactly(edge)),
        ("element of risk", percent(risk), _exactly(risk)),
        ("hit frequency", percent(hits), f"1 in {one_in(hits.value)}"),
        ("standard deviation", amount(bet.standard_deviation), ""),
        ("volatility", amount(bet.volatility(100), 2), "in 100 rounds"),
        ("theoretical win", dollars(per_hour), hour),
    ]
    show_terms(rows)
    if edge.value < 0:
        show_text("The player has the edge on this bet.", indent=2)
    typer.echo()
    _show_outcomes(bet)
    if bet.strategies:
        _show_strategies(bet.strategies, bet.costs_count)
    _show_notes("Notes", bet.notes)
    for table in bet.tables:
        _show_table(table)
    for grid in bet.grids:
        _show_grid(grid)
    typer.echo()
    show_text(bet.method, indent=2, first="Method: ")


def _exactly(figure: Figure) -> str:
    """`= 38/1145`: what a bet comes to is worth most of a line."""
    text = fraction(figure, WIDTH - 40)
    return f"= {text}" if text else ""


# The outcomes.


def _show_outcomes(bet: BetWorth) -> None:
    outcomes = bet.outcomes
    digits = _digits((outcome.probability for outcome in outcomes), least=6, most=8)
    percents = _digits((100 * outcome.contribution for outcome in outcomes), least=4, most=6)
    expected = Figure(sum((outcome.contribution for outcome in outcomes), Fraction(0)))
    head = ["outcome", "staked", "pays", "probability", "1 in", "contributes", "exactly"]
    rows = [
        [
            outcome.name,
            _plain(outcome.staked),
            _signed(outcome.net),
            _chance(outcome.probability, digits),
            one_in(outcome.probability),
            percent(Figure(outcome.contribution), percents),
            fraction(Figure(outcome.probability, bet.error), 19),
        ]
        for outcome in outcomes
    ]
    rows.append(["the player expects", "", "", "", "", percent(expected, percents), ""])
    is_left_out = [False] * len(head)
    is_left_out[1] = all(outcome.staked == 1 for outcome in outcomes)
    # The fraction of a probability is shown where there is room for it.
    is_left_out[6] = not any(row[6].strip("…") for row in rows) or width_of((head, *rows)) > WIDTH
    show_columns(*_without(is_left_out, head, rows))


def _without(
    is_left_out: Sequence[bool], head: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    head, *rows = (
        [cell for cell, left_out in zip(row, is_left_out, strict=True) if not left_out]
        for row in (head, *rows)
    )
    return head, rows


def _digits(values: Iterable[Fraction], *, least: int, most: int) -> int:
    return min(most, needed_digits(values, least=least, significant=2))


def _chance(value: Fraction, digits: int) -> str:
    """What is possible does not look impossible."""
    text = decimal(value, digits)
    return f"{float(value):.1e}" if value and not text.strip("0.") else text


def _signed(value: Fraction) -> str:
    return f"+{_plain(value)}" if value > 0 else _plain(value)


def _plain(value: Fraction) -> str:
    """`1.5`, `7/3` where a decimal does not end soon, `2.0494` where a fraction is long, too."""
    for digits in range(5):
        if (value * 10**digits).denominator == 1:
            return decimal(value, digits)
    return str(value) if value.denominator < 100 else decimal(value, 4)


# The strategies.


def _show_strategies(strategies: Sequence[Strategy], counted: str) -> None:
    options = list(dict.fromkeys(note.name for one in strategies for note in one.frequencies))
    show_heading("Strategies", indent=2)
    rows = []
    for one in strategies:
        taken = {note.name: percent(note.figure, 2) for note in one.frequencies}
        cells = [taken.get(option, "") for option in options]
        rows.append([one.name, percent(one.edge), percent(one.cost), *cells])
    costs = f"costs, {counted}" if counted else "costs"
    show_columns(["", "house edge", costs, *options], rows, indent=4)
    for one in strategies:
        if one.rules or one.notes:
            typer.echo(f"    {one.name}")
        for at, rule in enumerate(one.rules, start=1):
            show_text(rule, indent=6, first=f"{at}. " if len(one.rules) > 1 else "")
        if one.notes:
            show_terms(_note_rows(one.notes), indent=6)


def _show_notes(title: str, notes: Sequence[Note]) -> None:
    if notes:
        show_heading(title, indent=2)
        show_terms(_note_rows(notes), indent=4)


def _note_rows(notes: Sequence[Note]) -> list[list[str]]:
    digits = needed_digits((note.figure.value for note in notes), least=6)
    return [
        [
            note.name,
            amount(note.figure, digits),
            percent(note.figure) if abs(note.figure.value) < 1 else "",
        ]
        for note in notes
    ]


# Tables and charts.


def _show_table(table: Table) -> None:
    show_heading(table.title, indent=2)
    figures = [one for _, row in table.rows for one in row if one is not None]
    scale = 100 if table.is_percent else 1
    least = 4 if table.is_percent else 6
    digits = needed_digits((scale * figure.value for figure in figures), least=least)
    digits = min(digits, least + 4)
    shown = percent if table.is_percent else amount
    rows = [
        [name, *("" if figure is None else shown(figure, digits) for figure in row)]
        for name, row in table.rows[:_MOST_ROWS]
    ]
    show_columns(table.columns, rows, indent=4)
    if len(table.rows) > _MOST_ROWS:
        show_text(f"and {len(table.rows) - _MOST_ROWS:,} more; --json has them all.", indent=4)


def _show_grid(grid: Grid) -> None:
    show_heading(grid.title, indent=2)
    if grid.column_title or grid.row_title:
        show_text(
            f"down: {grid.row_title or 'the hand'}; across: {grid.column_title or 'the card'}",
            indent=4,
        )
    rows = [
        [name, *(cell.text for cell in cells)]
        for name, cells in zip(grid.rows, grid.cells, strict=True)
    ]
    # All columns alike, where there is room: so a chart is read at a glance.
    widest = max(len(text) for row in (grid.columns, *(row[1:] for row in rows)) for text in row)
    wide = [["", *grid.columns], *rows]
    even = [[row[0], *(text.rjust(widest) for text in row[1:])] for row in wide]
    head, *rows = even if width_of(even, indent=4) <= WIDTH else wide
    show_columns(head, rows, indent=4)


def _show_together(together: Together) -> None:
    show_heading("Together: one unit on each bet of a round")
    every = range(len(together.bets))
    rows = [
        [name, *(amount(together.correlation(at, other)) for other in every)]
        for at, name in enumerate(together.bets)
    ]
    show_columns(["correlation", *together.bets], rows)
    variance, deviation = together.variance, together.standard_deviation
    edge = Figure(-sum((one.value for one in together.expectations), Fraction(0)))
    rows = [["house edge", percent(edge), "of one unit, all bets together"]]
    rows += [["variance", amount(variance), _exactly(variance)]]
    rows += [["standard deviation", amount(deviation), ""]]
    show_terms(rows)


# What others say.


def _show_published(published: Sequence[Comparison]) -> None:
    show_heading("Published elsewhere")
    for one in published:
        verdict = "agrees" if one.agrees else emphasised("differs", fg="red")
        said = one.published
        typer.echo(f"  {said.bet}, {said.what}: {said.text}; ours {one.ours_written}: {verdict}")
        show_text(said.source, indent=4)
        if said.why:
            show_text(said.why, indent=4)
