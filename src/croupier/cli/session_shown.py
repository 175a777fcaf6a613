"""What `croupier session` prints: a table for the player, and one for the house."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import typer

from croupier.cli.columns import show_columns, show_heading, show_text
from croupier.cli.simulation_options import described, short_number
from croupier.money import format_cents, format_stakes
from croupier.plurals import counted
from croupier.simulation.results import Estimate
from croupier.simulation.session_results import HOLD_PARTS, HouseSide, PlayerSide, Theory, Worst
from croupier.simulation.sessions import SessionRun
from croupier.simulation.shifts import ShiftRun
from croupier.simulation.spread import QUANTILES, Spread

__all__ = ["show_session"]

_LARGE_CENTS: Final = 100_00


def show_session(
    run: SessionRun,
    player: PlayerSide,
    table: ShiftRun | None,
    house: HouseSide | None,
    *,
    threads: int,
) -> None:
    """Both tables, and how long they took."""
    scenario, terms = run.scenario, run.terms
    show_heading(
        f"{scenario.game.name}: {counted(player.sessions, 'session')} of up to "
        f"{counted(terms.rounds, 'round')}, {scenario.strategy}, seed {run.seed}"
    )
    if not run.is_complete:
        show_text(
            f"Interrupted: {counted(run.wanted, 'session')} were wanted. These are the first of "
            "them."
        )
    for line in described(scenario):
        show_text(line)
    show_text(_said(run))
    _show_player(run, player)
    if table is not None and house is not None:
        _show_house(table, house)
    elif table is not None:
        typer.echo()
        show_text("Interrupted before a shift was over; so nothing is said of the house.")
    typer.echo()
    pace = short_number(run.rounds / run.seconds if run.seconds else 0.0)
    of_shifts = "" if table is None else f", the shifts {table.seconds:.1f} s"
    show_text(
        f"{pace} rounds a second on {counted(threads, 'thread')}: the sessions took "
        f"{run.seconds:.1f} s{of_shifts}."
    )


def _said(run: SessionRun) -> str:
    terms, (slip,) = run.terms, run.scenario.slips
    stakes = format_stakes(slip.stakes)
    with_raise = "with its raise" if terms.raise_cents else "and nothing is raised"
    goal = "" if terms.goal_cents is None else f"{format_cents(terms.goal_cents)} ahead, "
    return (
        f"He brings {format_cents(terms.bankroll_cents)} and bets "
        f"{format_cents(terms.staked_cents)} before the deal in every round: {stakes}. He leaves "
        f"when his rounds are over, {'when he is ' if goal else ''}{goal}or when he has less than "
        f"{format_cents(terms.needed_cents)}, which a round takes {with_raise}: then he is ruined."
    )


# For the player.


def _show_player(run: SessionRun, player: PlayerSide) -> None:
    show_heading("For the player")
    goal = [] if player.goal is None else [_chance("reaches his goal", player.goal)]
    _show_values(
        player.theory,
        [
            _mean("result on average", player.result, player.theory),
            _chance("is ruined", player.ruined),
            *goal,
            _chance("ends ahead", player.ahead),
            _chance("ends even", player.even),
            _chance("ends behind", player.behind),
        ],
    )
    typer.echo()
    pace = run.terms.rounds_per_hour
    # Of larger amounts the cents only take room.
    is_large = run.terms.bankroll_cents >= _LARGE_CENTS
    money = _whole_dollars if is_large else format_cents
    _show_spreads(
        [
            ("result", player.result, money, _dollars),
            ("maximum drawdown", player.drawdown, money, _dollars),
            ("longest losing run", player.losing_run, _number, _tenths),
            ("rounds played", player.rounds, _number, _tenths),
            ("hours at the table", player.rounds, *_both(lambda rounds: f"{rounds / pace:.1f}")),
        ]
    )


def _show_values(theory: Theory | None, rows: Sequence[Sequence[str]]) -> None:
    """Numbers with their errors; and what the edges say, where they are known."""
    headings = ["", "value", "error", "by the edges", "errors off"]
    width = len(headings) if theory is not None else 3
    show_columns(headings[:width], [list(row[:width]) for row in rows])


def _show_spreads(
    rows: Sequence[tuple[str, Spread, Callable[[int], str], Callable[[float], str]]],
) -> None:
    """Of each its mean, its deviation and where which share of all is."""
    show_columns(
        ["", "mean", "deviation", *(f"{float(100 * q):g}%" for q in QUANTILES), "most"],
        [
            [
                name,
                roughly(spread.mean.value),
                "" if spread.deviation is None else roughly(spread.deviation),
                *map(exactly, spread.quantiles),
                exactly(spread.most),
            ]
            for name, spread, exactly, roughly in rows
        ],
    )


# For the house.


def _show_house(run: ShiftRun, house: HouseSide) -> None:
    terms = run.terms
    show_heading(
        f"For the house: {counted(house.shifts, 'shift')} of {_hours(terms.hours)}, "
        f"{counted(run.seats, 'seat')}, {counted(terms.rounds, 'round')} each"
    )
    if not run.is_complete:
        show_text(f"Interrupted: {counted(run.wanted, 'shift')} were wanted.")
    _show_values(
        house.theory,
        [
            _mean("win of a shift on average", house.win, house.theory),
            _mean("drop", house.drop, None),
            ["handle before the deal", format_cents(house.handle_cents), "", "", ""],
            ["handle with raises", *_money(house.all_handle), "", ""],
            _chance("hold: win of the drop", house.hold),
            _chance("win of the handle before the deal", house.win_of_handle),
            _chance("win of the handle with raises", house.win_of_all_handle),
            _chance("a shift loses money", house.loses),
        ],
    )
    typer.echo()
    _show_spreads(
        [
            ("win", house.win, *_both(_whole_dollars)),
            ("drop", house.drop, *_both(_whole_dollars)),
            ("hold", house.hold_of_shift, *_both(lambda part: f"{100 * part / HOLD_PARTS:.1f}%")),
        ]
    )
    typer.echo()
    show_columns(
        [
            f"a bad period of {counted(house.period, 'shift')} wins",
            *(word for worst in house.worst for word in (_one_in(worst), "if normal")),
        ],
        [
            ["in its worst shift", *_worst(house, lambda w: (w.shift_cents, w.shift_normal_cents))],
            ["in all", *_worst(house, lambda w: (w.period_cents, w.period_normal_cents))],
        ],
    )
    typer.echo()
    seen = house.win.least
    worst = f"lost {format_cents(-seen)}" if seen < 0 else f"won {format_cents(seen)}"
    cannot = any(w.shift_cents is None or w.period_cents is None for w in house.worst)
    note = " “-” is too rare to be told from so few shifts." if cannot else ""
    show_text(
        f"The worst shift of all {worst}. Below zero the house loses; one period in so many is "
        f"worse than that.{note}"
    )


def _hours(hours: Fraction) -> str:
    return "1 hour" if hours == 1 else f"{float(hours):g} hours"


def _one_in(worst: Worst) -> str:
    return f"1 in {int(1 / worst.chance):,}"


def _worst(
    house: HouseSide, which: Callable[[Worst], tuple[int | None, float | None]]
) -> list[str]:
    return [
        "-" if cents is None else _whole_dollars(cents)
        for worst in house.worst
        for cents in which(worst)
    ]


# Cells.


def _mean(name: str, spread: Spread, theory: Theory | None) -> list[str]:
    exactly = "" if theory is None else _dollars(theory.cents)
    off = "" if theory is None or theory.z is None else f"{theory.z:+.2f}"
    return [name, *_money(spread.mean), exactly, off]


def _money(estimate: Estimate) -> tuple[str, str]:
    error = estimate.standard_error
    return _dollars(estimate.value), "" if error is None else f"± {_dollars(error)}"


def _chance(name: str, estimate: Estimate) -> list[str]:
    error = estimate.standard_error
    shown = "" if error is None else f"± {100 * error:.3f}%"
    return [name, f"{100 * estimate.value:.3f}%", shown, "", ""]


def _dollars(cents: float) -> str:
    """`-$12.50`."""
    return f"{'-' if round(cents) < 0 else ''}${abs(cents) / 100:,.2f}"


def _whole_dollars(cents: float) -> str:
    """The nearest; half a dollar counts as a whole one."""
    dollars = int(abs(cents) / 100 + 0.5)
    return f"{'-' if cents < 0 and dollars else ''}${dollars:,}"


def _number(value: int) -> str:
    return f"{value:,}"


def _tenths(value: float) -> str:
    return f"{value:,.1f}"


def _both(
    written: Callable[[float], str],
) -> tuple[Callable[[int], str], Callable[[float], str]]:
    return written, written
