"""What sessions and shifts come to, for the player and for the house.

To him they say what may become of an evening, to the house what its table wins and may lose.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.simulation.exactly import loss_of_round
from croupier.simulation.moments import moments_of
from croupier.simulation.results import Estimate
from croupier.simulation.scenario import Scenario
from croupier.simulation.sessions import GOAL, RUINED, SessionRun, checkpoints_of
from croupier.simulation.shifts import ShiftRun
from croupier.simulation.spread import (
    QUANTILES,
    Histogram,
    Spread,
    chance,
    covariance,
    histogram_of,
    mean_of,
    quantiles_of,
    ratio_of,
    spread_of,
)
from croupier.table.worth import Figure

__all__ = [
    "HOLD_PARTS",
    "FanPoint",
    "HouseSide",
    "PlayerSide",
    "Theory",
    "Worst",
    "house_side",
    "player_side",
    "session_table",
]

HOLD_PARTS: Final = 10**6
"""The hold of a shift is kept in such parts of one, as a whole number."""
WORST_CHANCES: Final = Fraction(1, 100), Fraction(1, 1_000)
_PERIODS: Final = 50_000
"""So many periods are put together from the shifts that were played."""
_FEWEST_SHIFTS: Final = 100
"""From fewer no period is put together; or for each of its shifts, where it is not known what a
shift wins on average: what that is off by counts for every shift of a period."""
_DRAWN_AT_ONCE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Theory:
    """What a mean ought to be by the exact edges of the bets."""

    cents: float
    z: float | None
    """How many standard errors the simulation is above it."""


@dataclass(frozen=True, slots=True)
class FanPoint:
    """The money of all sessions after some rounds; of those that are over, what was left."""

    rounds: int
    quantiles: tuple[int, ...]
    """By `QUANTILES`, in cents."""


@dataclass(frozen=True, slots=True)
class PlayerSide:
    """What may become of a session."""

    sessions: int
    result: Spread
    theory: Theory | None
    """Of the mean result: the exact loss of a round times the rounds played on average."""
    ruined: Estimate
    ahead: Estimate
    even: Estimate
    behind: Estimate
    goal: Estimate | None
    """None where there is none to reach."""
    losing_run: Spread
    drawdown: Spread
    rounds: Spread
    histogram: Histogram
    """Of the results; those who were ruined are marked."""
    fan: tuple[FanPoint, ...]
    fan_sessions: int
    """How many sessions the fan is of."""


@dataclass(frozen=True, slots=True)
class Worst:
    """What a table wins in a bad period, so bad that one in so many is worse. Below zero it loses.

    Each beside what it were if the wins of shifts were spread normally.
    """

    chance: Fraction
    shift_cents: int | None
    """In the worst shift of the period; None where too few were played to tell."""
    shift_normal_cents: float | None
    period_cents: int | None
    """In all its shifts together."""
    period_normal_cents: float | None


@dataclass(frozen=True, slots=True)
class HouseSide:
    """What a table wins in a shift."""

    shifts: int
    win: Spread
    theory: Theory | None
    drop: Spread
    handle_cents: int
    """Staked before the deal; the same in every shift."""
    all_handle: Estimate
    """With what was staked after it, in cents."""
    hold: Estimate
    """All wins over all drops."""
    hold_of_shift: Spread
    """In parts of `HOLD_PARTS`."""
    win_of_handle: Estimate
    win_of_all_handle: Estimate
    loses: Estimate
    """The chance that a shift loses money."""
    period: int
    worst: tuple[Worst, ...]


def player_side(run: SessionRun, exact: Mapping[str, Figure]) -> PlayerSide:
    """What the sessions that were played say."""
    played, count = run.played, run.finished
    results, ruined = played.results, played.endings == RUINED
    ahead, even = int((results > 0).sum()), int((results == 0).sum())
    reached = int((played.endings == GOAL).sum())
    return PlayerSide(
        count,
        spread_of(results),
        _theory_of_sessions(run, _loss(run.scenario, exact)),
        chance(int(ruined.sum()), count),
        chance(ahead, count),
        chance(even, count),
        chance(count - ahead - even, count),
        None if run.terms.goal_cents is None else chance(reached, count),
        spread_of(played.losing_runs.astype(np.int64)),
        spread_of(played.drawdowns),
        spread_of(played.rounds.astype(np.int64)),
        histogram_of(results, ruined),
        tuple(
            FanPoint(after, quantiles_of(money, QUANTILES))
            for after, money in zip(checkpoints_of(run.terms.rounds), run.played_paths, strict=True)
        ),
        run.played_paths.shape[1],
    )


def _theory_of_sessions(run: SessionRun, loss: Fraction | None) -> Theory | None:
    if loss is None:
        return None
    played = run.played
    moments = moments_of(np.stack((played.results, played.rounds.astype(np.int64))))
    theory = -loss * Fraction(moments.sums[1], moments.rounds)
    result, both, rounds = (covariance(moments, *pair) for pair in ((0, 0), (0, 1), (1, 1)))
    if result is None or both is None or rounds is None:
        return Theory(float(theory), None)
    # Who plays longer loses more: the spread that counts is that of what is off in each session.
    off = Fraction(moments.sums[0], moments.rounds) - theory
    error = sqrt((result + 2 * loss * both + loss**2 * rounds) / moments.rounds)
    return Theory(float(theory), float(off) / error if error else None)


def session_table(run: SessionRun) -> dict[str, Sequence[Any]]:
    """A line for every session, as a Parquet file has it."""
    played = run.played
    return {
        "result_cents": played.results,
        "rounds": played.rounds,
        "longest_losing_run": played.losing_runs,
        "maximum_drawdown_cents": played.drawdowns,
        "is_ruined": played.endings == RUINED,
        "reached_goal": played.endings == GOAL,
    }


def house_side(run: ShiftRun, exact: Mapping[str, Figure], period: int) -> HouseSide:
    """What the shifts that were played say; the worst of so many shifts in a row."""
    wins, drops, added = run.played
    moments = moments_of(np.stack((wins, drops, run.handle_cents + added)))
    win = mean_of(moments, 0)
    loss = _loss(run.scenario, exact)
    theory = None if loss is None else float(loss * run.terms.rounds)
    error = win.standard_error
    handle, holds = run.handle_cents, np.rint(wins / drops * HOLD_PARTS).astype(np.int64)
    return HouseSide(
        run.finished,
        spread_of(wins),
        None if theory is None else Theory(theory, (win.value - theory) / error if error else None),
        spread_of(drops),
        handle,
        mean_of(moments, 2),
        ratio_of(moments, 0, 1),
        spread_of(holds),
        Estimate(win.value / handle, None if error is None else error / handle),
        ratio_of(moments, 0, 2),
        chance(int((wins < 0).sum()), run.finished),
        period,
        _worst(wins, period, theory),
    )


def _loss(scenario: Scenario, exact: Mapping[str, Figure]) -> Fraction | None:
    loss = loss_of_round(scenario, exact)
    return None if loss is None else loss.value


def _worst(wins: NDArray[np.int64], period: int, theory: float | None = None) -> tuple[Worst, ...]:
    """Of what shifts win on average the edges know more than the shifts, where they are known."""
    spread = spread_of(wins)
    mean, deviation = spread.mean.value if theory is None else theory, spread.deviation or 0.0
    fewest = _FEWEST_SHIFTS * (period if theory is None else 1)
    sums = None
    if len(wins) >= fewest:
        sums = _periods(wins, period) + round(period * (mean - spread.mean.value))
    found = []
    for rare in WORST_CHANCES:
        # The worst of a period is worse than this if any of its shifts is.
        of_shift = Fraction(1 - (1 - float(rare)) ** (1 / period)).limit_denominator(10**12)
        normal = NormalDist(mean, deviation) if deviation else None
        whole = NormalDist(period * mean, sqrt(period) * deviation) if deviation else None
        is_seen = of_shift * len(wins) >= 1
        found.append(
            Worst(
                rare,
                quantiles_of(wins, (of_shift,))[0] if is_seen else None,
                normal.inv_cdf(float(of_shift)) if normal else None,
                quantiles_of(sums, (rare,))[0] if sums is not None else None,
                whole.inv_cdf(float(rare)) if whole else None,
            )
        )
    return tuple(found)


def _periods(wins: NDArray[np.int64], period: int) -> NDArray[np.int64]:
    """The wins of many periods, each made of shifts drawn from those that were played.

    Which are drawn follows from how many there are, and from nothing else.
    """
    at_once = max(_DRAWN_AT_ONCE // period, 1)
    sums = [
        wins[_drawn(first * period, min(at_once, _PERIODS - first) * period, len(wins))]
        .reshape(-1, period)
        .sum(axis=1)
        for first in range(0, _PERIODS, at_once)
    ]
    return np.concatenate(sums)


def _drawn(first: int, count: int, among: int) -> NDArray[np.int64]:
    """Numbers below `among` in no order: those of SplitMix64, by Steele, Lea and Flood (2014)."""
    mixed = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    mixed *= np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    return (mixed % np.uint64(among)).astype(np.int64)
