"""How what many sessions or shifts brought is spread: means, quantiles, chances, a histogram.

All of it is worked out from whole numbers, so it is the same wherever they were played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.simulation.moments import Moments, moments_of
from croupier.simulation.results import Estimate

__all__ = [
    "QUANTILES",
    "Histogram",
    "Spread",
    "chance",
    "covariance",
    "histogram_of",
    "mean_of",
    "quantiles_of",
    "ratio_of",
    "spread_of",
]

Numbers = NDArray[np.int64]

QUANTILES: Final = tuple(Fraction(percent, 100) for percent in (1, 5, 25, 50, 75, 95, 99))

_MOST_BINS: Final = 26
_OUTSIDE: Final = Fraction(1, 200)
"""Such a share at either end may go into the last bin there."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Of some whole numbers."""

    mean: Estimate
    deviation: float | None
    """None of a single number."""
    least: int
    quantiles: tuple[int, ...]
    """By `QUANTILES`."""
    most: int

    def at(self, percent: int) -> int:
        """The quantile of so many percent."""
        return self.quantiles[QUANTILES.index(Fraction(percent, 100))]


def spread_of(values: Numbers) -> Spread:
    """How they are spread."""
    moments = moments_of(values[np.newaxis, :])
    variance = covariance(moments, 0, 0)
    return Spread(
        mean_of(moments, 0),
        None if variance is None else sqrt(variance),
        int(values.min()),
        quantiles_of(values, QUANTILES),
        int(values.max()),
    )


def mean_of(moments: Moments, column: int) -> Estimate:
    """What a column comes to on average."""
    count, variance = moments.rounds, covariance(moments, column, column)
    error = None if variance is None else sqrt(variance / count)
    return Estimate(float(Fraction(moments.sums[column], count)), error)


def covariance(moments: Moments, one: int, other: int) -> Fraction | None:
    """Of two columns; of one with itself its variance. None of a single line."""
    count, sums = moments.rounds, moments.sums
    if count < 2:
        return None
    between = moments.products[one][other] - Fraction(sums[one] * sums[other], count)
    return between / (count - 1)


def ratio_of(moments: Moments, one: int, other: int) -> Estimate:
    """All that is in one column over all that is in another."""
    count = moments.rounds
    ratio = Fraction(moments.sums[one], moments.sums[other])
    both = covariance(moments, one, other)
    top, below = covariance(moments, one, one), covariance(moments, other, other)
    if both is None or top is None or below is None:
        return Estimate(float(ratio), None)
    # What is left of a line's first number when its second times the ratio is taken off it.
    left = top - 2 * ratio * both + ratio**2 * below
    mean = Fraction(moments.sums[other], count)
    return Estimate(float(ratio), sqrt(left / count) / abs(float(mean)))


def quantiles_of(values: Numbers, shares: Sequence[Fraction]) -> tuple[int, ...]:
    """The least value that is not below such a share of all, for each."""
    places = [max(ceil(share * len(values)) - 1, 0) for share in shares]
    return tuple(np.partition(values, places)[places].tolist())


def chance(times: int, of: int) -> Estimate:
    """How often something happened.

    Its error is as if half a time more it had happened and half a time more not: what was never
    seen may yet happen.
    """
    share = (times + 0.5) / (of + 1)
    return Estimate(times / of, sqrt(share * (1 - share) / of))


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many results lie where, in bins of one width that begin at a multiple of it."""

    first_cents: int
    """Where the first bin begins."""
    width_cents: int
    counts: tuple[int, ...]
    marked: tuple[int, ...]
    """How many of those in each bin were marked."""
    is_open_below: bool
    """Whether the first bin also holds what is less."""
    is_open_above: bool
    """Whether the last bin also holds what is more."""

    def begins(self, at: int) -> int:
        """Where a bin begins, in cents; it ends where the next one begins."""
        return self.first_cents + at * self.width_cents


def histogram_of(results: Numbers, marks: NDArray[np.bool_]) -> Histogram:
    """The bins of some results; those that are marked are counted beside."""
    low, high = quantiles_of(results, (_OUTSIDE, 1 - _OUTSIDE))
    width = _width(int(np.gcd.reduce(results)) or 100, low, high)
    first, bins = low // width, high // width - low // width + 1
    places = np.clip(results // width - first, 0, bins - 1)
    counts, marked = (
        np.bincount(some, minlength=bins).tolist() for some in (places, places[marks])
    )
    return Histogram(
        first * width,
        width,
        tuple(counts),
        tuple(marked),
        bool(results.min() < first * width),
        bool(results.max() >= (first + bins) * width),
    )


def _width(unit: int, low: int, high: int) -> int:
    """The least of 1, 2, 5, 10, 20 … units that leaves few enough bins.

    All results are multiples of the unit, so each bin has as many of them as the next.
    """
    width, factors = unit, (2, Fraction(5, 2), 2)
    at = 0
    while high // width - low // width + 1 > _MOST_BINS:
        width = int(width * factors[at % 3])
        at += 1
    return width
