"""Results as JSON: what `analyze`, `readings`, `audit-sheet` and `strategy` print with `--json`.

`docs/analysis.md` documents every field. They are kept stable: fields may be added, but none
changes its meaning or goes away.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf, nextafter
from typing import Any

from croupier.analysis.audit import Audit, AuditedFigure
from croupier.analysis.compare import Comparison
from croupier.analysis.decisions import best_first, cost_of
from croupier.analysis.explaining import Explanation
from croupier.analysis.readings import BetEdge, ReadingsCompared
from croupier.analysis.study import Study, win_per_hour
from croupier.table.codec import to_json
from croupier.table.paytable import PayTable
from croupier.table.worth import (
    BetWorth,
    Decision,
    Figure,
    Grid,
    Note,
    Strategy,
    Table,
    Together,
)

__all__ = [
    "audit_json",
    "bet_json",
    "charts_json",
    "decision_json",
    "figure_json",
    "pay_tables_json",
    "readings_json",
    "study_json",
]

JsonObject = dict[str, Any]


def figure_json(figure: Figure) -> JsonObject:
    """`{"exact": "a/b", "value": 0.0337, "error_bound": 0}`; `exact` is null where it is not."""
    value = float(figure.value)
    if figure.is_exact:
        return {"exact": str(figure.value), "value": value, "error_bound": 0}
    # Who has no fraction has only `value`, so what that was rounded by counts, too.
    error = figure.error + abs(figure.value - Fraction(value))
    bound = float(error)
    # Rounded up: a bound that is too small is none.
    if Fraction(bound) < error:
        bound = nextafter(bound, inf)
    return {"exact": None, "value": value, "error_bound": bound}


def _perhaps(figure: Figure | None) -> JsonObject | None:
    return None if figure is None else figure_json(figure)


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


# What every bet is worth.


def study_json(
    study: Study,
    *,
    published: Sequence[Comparison] = (),
    stake_cents: int = 1_000,
    rounds_per_hour: int | None = None,
) -> JsonObject:
    """As `croupier analyze --json` prints it."""
    pace = study.rounds_per_hour if rounds_per_hour is None else rounds_per_hour
    return {
        **_head(study),
        "stake_cents": stake_cents,
        "rounds_per_hour": pace,
        "bets": [
            bet_json(bet, stake_cents=stake_cents, rounds_per_hour=pace) for bet in study.bets
        ],
        "together": None if study.together is None else _together(study.together),
        "not_together": study.not_together or None,
        "published": [_comparison(one) for one in published],
        "elapsed_s": study.elapsed_s,
    }


def charts_json(study: Study) -> JsonObject:
    """As `croupier coach --charts --json` prints it: how bets with decisions are played."""
    return {
        **_head(study),
        "charts": [
            {
                "bet": bet.name,
                "per": bet.per,
                "strategy": _strategies(bet.strategies),
                "tables": [_table(table) for table in bet.tables],
                "grids": [_grid(grid) for grid in bet.grids],
            }
            for bet in study.bets
            if bet.strategies
        ],
        "elapsed_s": study.elapsed_s,
    }


def _head(about: Study | ReadingsCompared) -> JsonObject:
    return {
        "game": about.game,
        "name": about.name,
        "rules_version": about.rules_version,
        "rulings": dict(about.readings),
        "pay_tables": pay_tables_json(about.pay_tables),
    }


def pay_tables_json(tables: Iterable[tuple[str, PayTable]]) -> JsonObject:
    """By spot: the name of the table, and its lines."""
    return {spot: to_json(table) for spot, table in tables}


def bet_json(bet: BetWorth, *, stake_cents: int, rounds_per_hour: int) -> JsonObject:
    """One bet of it."""
    per_hour = win_per_hour(bet, stake_cents=stake_cents, rounds_per_hour=rounds_per_hour)
    return {
        "name": bet.name,
        "per": bet.per,
        "edge": figure_json(bet.edge),
        "element_of_risk": figure_json(bet.element_of_risk),
        "hit_frequency": figure_json(bet.hit_frequency),
        "standard_deviation": figure_json(bet.standard_deviation),
        "variance": figure_json(bet.variance),
        "volatility_100": figure_json(bet.volatility(100)),
        "theoretical_win_per_hour": figure_json(per_hour),
        "average_action": figure_json(bet.action),
        "outcomes": [
            {
                "name": outcome.name,
                "probability": figure_json(Figure(outcome.probability, bet.error)),
                "pays": _number(outcome.net),
                "pays_exact": str(outcome.net),
                "staked": _number(outcome.staked),
                "staked_exact": str(outcome.staked),
                "contribution": figure_json(
                    Figure(outcome.contribution, bet.error * abs(outcome.net))
                ),
            }
            for outcome in bet.outcomes
        ],
        "strategy": _strategies(bet.strategies),
        "notes": _notes(bet.notes),
        "tables": [_table(table) for table in bet.tables],
        "grids": [_grid(grid) for grid in bet.grids],
        "method": bet.method,
    }


def _strategies(strategies: Sequence[Strategy]) -> JsonObject | None:
    if not strategies:
        return None
    optimal, *others = map(_strategy, strategies)
    return {"optimal": optimal, "others": others}


def _strategy(strategy: Strategy) -> JsonObject:
    return {
        "name": strategy.name,
        "rules": list(strategy.rules),
        "edge": figure_json(strategy.edge),
        "cost": figure_json(strategy.cost),
        "frequencies": _notes(strategy.frequencies),
        "notes": _notes(strategy.notes),
    }


def _notes(notes: Sequence[Note]) -> JsonObject:
    found = {note.name: figure_json(note.figure) for note in notes}
    assert len(found) == len(notes), "each note has a name of its own"
    return found


def _table(table: Table) -> JsonObject:
    return {
        "title": table.title,
        "columns": list(table.columns),
        "is_percent": table.is_percent,
        "rows": [
            {"name": name, "figures": [_perhaps(figure) for figure in figures]}
            for name, figures in table.rows
        ],
    }


def _grid(grid: Grid) -> JsonObject:
    return {
        "title": grid.title,
        "row_title": grid.row_title,
        "column_title": grid.column_title,
        "rows": list(grid.rows),
        "columns": list(grid.columns),
        "cells": [
            [{"text": cell.text, "value": _perhaps(cell.value)} for cell in row]
            for row in grid.cells
        ],
    }


def _together(together: Together) -> JsonObject:
    every = range(len(together.bets))
    return {
        "bets": list(together.bets),
        "expectations": [figure_json(figure) for figure in together.expectations],
        "covariance": [[figure_json(figure) for figure in row] for row in together.covariance],
        "correlation": [
            [figure_json(together.correlation(first, second)) for second in every]
            for first in every
        ],
        "variance": figure_json(together.variance),
        "standard_deviation": figure_json(together.standard_deviation),
    }


def _comparison(comparison: Comparison) -> JsonObject:
    published = comparison.published
    return {
        "bet": published.bet,
        "what": published.what,
        "text": published.text,
        "source": published.source,
        "readings": dict(published.readings),
        "pay_tables": dict(published.pay_tables),
        "ours": figure_json(comparison.ours),
        "agrees": comparison.agrees,
        "why": published.why or None,
    }


# Every reading.


def readings_json(compared: ReadingsCompared) -> JsonObject:
    """As `croupier readings --json` prints it."""
    return {
        **_head(compared),
        "strategy": compared.strategy,
        "favours_player": compared.favours_player,
        "defaults": [_bet_edge(bet) for bet in compared.defaults],
        "readings": [
            {
                "ruling": ruling.name,
                "question": ruling.question,
                "clause": ruling.clause,
                "bets": list(ruling.bets),
                "readings": [
                    {
                        "name": reading.name,
                        "meaning": reading.meaning,
                        "default": reading.is_default,
                        "chosen": reading.is_chosen,
                        "favours_player": reading.favours_player,
                        "bets": [
                            {**_bet_edge(bet), "difference": _perhaps(bet.difference)}
                            for bet in reading.bets
                        ],
                    }
                    for reading in ruling.readings
                ],
            }
            for ruling in compared.rulings
        ],
        "crossed": [
            {
                "bet": crossing.bet,
                "rulings": list(crossing.rulings),
                "cells": [
                    {
                        "readings": dict(zip(crossing.rulings, (row, column), strict=True)),
                        **_bet_edge(BetEdge(crossing.bet, edge)),
                    }
                    for row, edges in zip(crossing.rows, crossing.edges, strict=True)
                    for column, edge in zip(crossing.columns, edges, strict=True)
                ],
            }
            for crossing in compared.crossings
        ],
        "elapsed_s": compared.elapsed_s,
    }


def _bet_edge(bet: BetEdge) -> JsonObject:
    return {"bet": bet.bet, "edge": _perhaps(bet.edge), "favours_player": bet.favours_player}


# What the sheet prints.


def audit_json(audit: Audit) -> JsonObject:
    """As `croupier audit-sheet --json` prints it."""
    return {
        "game": audit.game,
        "name": audit.name,
        "rules_version": audit.rules_version,
        "rulings": dict(audit.readings),
        "printed": len(audit.figures),
        "wrong": [_audited(figure) for figure in audit.wrong],
        "figures": [_audited(figure) for figure in audit.figures],
        "elapsed_s": audit.elapsed_s,
    }


def _audited(audited: AuditedFigure) -> JsonObject:
    printed = audited.printed
    nearest = audited.explanation
    return {
        "where": printed.where,
        "what": printed.what,
        "text": printed.text,
        "bet": printed.bet,
        "pay_tables": dict(printed.pay_tables),
        "verdict": audited.verdict.value,
        "ours": figure_json(audited.ours),
        "ours_written": audited.ours_written,
        "difference": figure_json(audited.difference),
        "explanation": None if nearest is None else _explanation(nearest),
        "explanations": [_explanation(one) for one in audited.explanations],
    }


def _explanation(explanation: Explanation) -> JsonObject:
    return {
        "kind": explanation.kind.value,
        "sentence": explanation.sentence,
        "spot": explanation.spot,
        "lines": list(explanation.lines),
        "printed_pays": list(explanation.printed_pays),
        "needed_pays": list(explanation.needed_pays),
        "also_in": list(explanation.also_in),
        "ours": figure_json(explanation.ours),
    }


# One decision.


def decision_json(decision: Decision) -> JsonObject:
    """The decision as `croupier strategy --json` prints it, the best option first."""
    best = decision.best
    return {
        "question": decision.question,
        "per": decision.per,
        "unseen": decision.unseen,
        "assumes": decision.assumes or None,
        "best": best.name,
        "options": [
            {
                "name": option.name,
                "label": option.label,
                "value": figure_json(option.value),
                "cost": figure_json(cost_of(option, decision)),
                "best": option is best,
            }
            for option in best_first(decision)
        ],
    }
