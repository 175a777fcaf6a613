"""Simulations as JSON: what `simulate` and `session` print with `--json`.

`docs/simulation.md` and `docs/sessions.md` document every field. They are kept stable: fields may
be added, but none changes its meaning or goes away.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.analysis.as_json import figure_json
from croupier.simulation.exactly import exact_edge_of_all
from croupier.simulation.results import (
    BetResult,
    Estimate,
    bet_results,
    between_bets,
    whole_round,
)
from croupier.simulation.rounds import Run
from croupier.simulation.scenario import Scenario
from croupier.simulation.session_results import HOLD_PARTS, HouseSide, PlayerSide, Theory, Worst
from croupier.simulation.sessions import SessionRun
from croupier.simulation.shifts import ShiftRun
from croupier.simulation.spread import QUANTILES, Histogram, Spread, chance
from croupier.table.wager import Slip
from croupier.table.worth import Figure

__all__ = ["estimate_json", "run_json", "scenario_json", "session_json"]

JsonObject = dict[str, Any]


def run_json(run: Run, exact: Mapping[str, Figure], *, threads: int) -> JsonObject:
    """As `croupier simulate --json` prints it."""
    return {
        **scenario_json(run.scenario),
        "rounds": run.moments.rounds,
        "rounds_wanted": run.rounds,
        "is_complete": run.is_complete,
        "seed": run.seed,
        "bets": [_bet_json(bet) for bet in bet_results(run, exact.get)],
        "all_wagers": _bet_json(whole_round(run, exact_edge_of_all(run.scenario, exact))),
        "added_per_round_cents": run.added_cents / run.moments.rounds,
        "correlations": [
            {"bets": [one.first, one.second], **estimate_json(one.correlation)}
            for one in between_bets(run)
        ],
        "rounds_per_second": run.rounds_per_second,
        "seconds": run.seconds,
        "threads": threads,
    }


def scenario_json(scenario: Scenario) -> JsonObject:
    """What is simulated."""
    settings = scenario.settings
    return {
        "game": scenario.game.id,
        "name": scenario.game.name,
        "rules_version": scenario.game.rules_version,
        "rulings": dict(settings.readings),
        "pay_tables": {spot: table.name for spot, table in settings.pay_tables},
        "strategy": scenario.strategy,
        "seats": _seats_json(scenario.slips),
    }


def _seats_json(slips: Sequence[Slip]) -> list[JsonObject]:
    return [{"stakes_cents": dict(slip.stakes), "picks": list(slip.picks)} for slip in slips]


def estimate_json(estimate: Estimate) -> JsonObject:
    """`{"value": 0.0337, "standard_error": 0.0003}`."""
    return {"value": estimate.value, "standard_error": estimate.standard_error}


def _bet_json(bet: BetResult) -> JsonObject:
    return {
        "name": bet.name,
        "per": bet.per or None,
        "edge": estimate_json(bet.edge),
        "standard_deviation": bet.standard_deviation,
        "exact": None if bet.exact is None else figure_json(bet.exact),
        "z": bet.z,
    }


def session_json(
    run: SessionRun,
    player: PlayerSide,
    shifts: ShiftRun | None,
    house: HouseSide | None,
    *,
    threads: int,
) -> JsonObject:
    """As `croupier session --json` prints it; without shifts the house is null."""
    return {
        **scenario_json(run.scenario),
        "seed": run.seed,
        "is_complete": run.is_complete and (shifts is None or shifts.is_complete),
        "player": _player_json(run, player),
        "house": None if shifts is None or house is None else _house_json(shifts, house),
        "threads": threads,
    }


def _player_json(run: SessionRun, player: PlayerSide) -> JsonObject:
    terms = run.terms
    goal = None if player.goal is None else estimate_json(player.goal)
    return {
        "sessions": player.sessions,
        "sessions_wanted": run.wanted,
        "is_complete": run.is_complete,
        "bankroll_cents": terms.bankroll_cents,
        "staked_cents": terms.staked_cents,
        "raise_cents": terms.raise_cents,
        "goal_cents": terms.goal_cents,
        "most_rounds": terms.rounds,
        "rounds_per_hour": terms.rounds_per_hour,
        "result_cents": _spread_json(player.result),
        "theoretical_result_cents": _theory_json(player.theory),
        "ruined": estimate_json(player.ruined),
        "ahead": estimate_json(player.ahead),
        "even": estimate_json(player.even),
        "behind": estimate_json(player.behind),
        "reached_goal": goal,
        "longest_losing_run": _spread_json(player.losing_run),
        "maximum_drawdown_cents": _spread_json(player.drawdown),
        "rounds": _spread_json(player.rounds),
        "hours": _spread_json(player.rounds, terms.rounds_per_hour),
        "histogram": _histogram_json(player.histogram, player.sessions),
        "money_cents": {
            "sessions": player.fan_sessions,
            "after_rounds": [point.rounds for point in player.fan],
            "quantiles": {
                str(float(share)): [point.quantiles[at] for point in player.fan]
                for at, share in enumerate(QUANTILES)
            },
        },
        "rounds_per_second": run.rounds / run.seconds if run.seconds else 0.0,
        "seconds": run.seconds,
    }


def _house_json(run: ShiftRun, house: HouseSide) -> JsonObject:
    terms = run.terms
    return {
        "shifts": house.shifts,
        "shifts_wanted": run.wanted,
        "is_complete": run.is_complete,
        "seats": run.seats,
        "hours": float(terms.hours),
        "rounds_per_hour": terms.rounds_per_hour,
        "rounds": terms.rounds,
        "buy_in_cents": terms.bankroll_cents,
        "win_cents": _spread_json(house.win),
        "theoretical_win_cents": _theory_json(house.theory),
        "drop_cents": _spread_json(house.drop),
        "handle_cents": house.handle_cents,
        "all_handle_cents": estimate_json(house.all_handle),
        "hold": estimate_json(house.hold),
        "hold_of_a_shift": _spread_json(house.hold_of_shift, HOLD_PARTS),
        "win_of_handle": estimate_json(house.win_of_handle),
        "win_of_all_handle": estimate_json(house.win_of_all_handle),
        "loses": estimate_json(house.loses),
        "period": house.period,
        "worst": [_worst_json(worst) for worst in house.worst],
        "seconds": run.seconds,
    }


def _spread_json(spread: Spread, parts: int = 1) -> JsonObject:
    """Of numbers, or of so many parts of them."""

    def scaled(number: float) -> float:
        return number if parts == 1 else number / parts

    mean, deviation = spread.mean, spread.deviation
    error = None if mean.standard_error is None else scaled(mean.standard_error)
    return {
        "mean": estimate_json(Estimate(scaled(mean.value), error)),
        "standard_deviation": None if deviation is None else scaled(deviation),
        "least": scaled(spread.least),
        "quantiles": {
            str(float(share)): scaled(value)
            for share, value in zip(QUANTILES, spread.quantiles, strict=True)
        },
        "most": scaled(spread.most),
    }


def _theory_json(theory: Theory | None) -> JsonObject | None:
    return None if theory is None else {"value": theory.cents, "z": theory.z}


def _histogram_json(histogram: Histogram, count: int) -> list[JsonObject]:
    last = len(histogram.counts) - 1
    return [
        {
            "from_cents": None if histogram.is_open_below and not at else histogram.begins(at),
            "below_cents": (
                None if histogram.is_open_above and at == last else histogram.begins(at + 1)
            ),
            "sessions": many,
            "share": estimate_json(chance(many, count)),
            "ruined_sessions": histogram.marked[at],
        }
        for at, many in enumerate(histogram.counts)
    ]


def _worst_json(worst: Worst) -> JsonObject:
    return {
        "chance": float(worst.chance),
        "shift_win_cents": worst.shift_cents,
        "shift_win_cents_if_normal": worst.shift_normal_cents,
        "period_win_cents": worst.period_cents,
        "period_win_cents_if_normal": worst.period_normal_cents,
    }
