"""What a simulation says of every bet, beside what is known exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from croupier.simulation.bets import BetColumns
from croupier.simulation.rounds import Run
from croupier.table.worth import Figure

__all__ = ["BetResult", "Between", "Estimate", "bet_results", "between_bets", "whole_round"]

Exactly = Callable[[str], Figure | None]
"""By the name of a bet: the house's edge, where it is known for what is played."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number from a sample, and how far off it may well be."""

    value: float
    standard_error: float | None
    """None of a single round."""


@dataclass(frozen=True, slots=True)
class BetResult:
    """One bet."""

    name: str
    edge: Estimate
    standard_deviation: float | None
    """Of what one unit on it brings in a round."""
    exact: Figure | None
    per: str = ""
    """The names of the wagers that are its unit."""

    @property
    def z(self) -> float | None:
        """How many standard errors the simulation is above what is exact."""
        if self.exact is None or self.edge.standard_error is None:
            return None
        difference = self.edge.value - float(self.exact)
        if not self.edge.standard_error:
            return 0.0 if not difference else None
        return difference / self.edge.standard_error


def bet_results(run: Run, exactly: Exactly = lambda _: None) -> tuple[BetResult, ...]:
    """Every bet."""
    return tuple(_result(run, bet, exactly(bet.name)) for bet in run.scenario.columns.bets)


def whole_round(run: Run, exact: Figure | None = None) -> BetResult:
    """All wagers of a round together, per what was staked before the deal."""
    columns = run.scenario.columns
    return _result(run, BetColumns("All wagers", columns.all, columns.staked_cents), exact)


def _result(run: Run, bet: BetColumns, exact: Figure | None) -> BetResult:
    rounds = run.moments.rounds
    total, squares = run.moments.together(bet.columns)
    # Rounds are independent; the seats of one round are not, so a round is what is counted.
    variance = _variance(rounds, total, total, squares)
    deviation = None if variance is None else sqrt(variance) / bet.unit_cents
    error = None if deviation is None else deviation / sqrt(rounds)
    edge = float(Fraction(-total, rounds * bet.unit_cents))
    return BetResult(bet.name, Estimate(edge, error), deviation, exact, bet.per)


def _variance(rounds: int, one: int, other: int, products: int) -> Fraction | None:
    """Of one round; or the covariance of two things in it."""
    if rounds < 2:
        return None
    return (products - Fraction(one * other, rounds)) / (rounds - 1)


@dataclass(frozen=True, slots=True)
class Between:
    """How what two bets bring in a round goes together."""

    first: str
    second: str
    correlation: Estimate


def between_bets(run: Run) -> tuple[Between, ...]:
    """Every two bets that do not share a wager."""
    bets, moments = run.scenario.columns.bets, run.moments
    found = []
    for at, one in enumerate(bets):
        for other in bets[at + 1 :]:
            if set(one.columns) & set(other.columns):
                continue
            (x, xx), (y, yy) = (moments.together(bet.columns) for bet in (one, other))
            xy = moments.product(one.columns, other.columns)
            variances = [_variance(moments.rounds, s, s, q) for s, q in ((x, xx), (y, yy))]
            covariance = _variance(moments.rounds, x, y, xy)
            if covariance is None or not variances[0] or not variances[1]:
                continue
            value = float(covariance) / sqrt(variances[0] * variances[1])
            # As for results spread like a bell; rare large pays make it larger.
            error = (1 - value**2) / sqrt(moments.rounds - 1)
            found.append(Between(one.name, other.name, Estimate(value, error)))
    return tuple(found)
