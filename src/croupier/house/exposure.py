"""Exposure: the most a table can lose in a round, known before bets close.

For each spot there is a factor: what one cent staked there can win at most, with everything that
may follow from it in the round, a Play as large as the Ante, a bonus the Ante brings, doubles and
splits. The factors of all spots of all seats are added up as if all of it could come at once. In a
stadium it can: terminals on the same cells win together.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from croupier.table.prepared import PreparedTable, Same
from croupier.table.settings import TableSettings
from croupier.table.wager import AtMost, EqualTo, Wager, When

__all__ = ["most_lost_cents", "win_factors"]


def most_lost_cents(
    table: PreparedTable, settings: TableSettings, stakes: Mapping[str, int]
) -> int:
    """The most the wagers of one seat, and what may follow from them, can cost the table."""
    factors = _factors(Same(table))
    most = sum([-(-cents * factors[spot].numerator // factors[spot].denominator)
                for spot, cents in stakes.items()])  # fmt: skip
    cap = settings.payout_maximum_cents
    return most if cap is None else min(most, cap)


def win_factors(table: PreparedTable) -> dict[str, Fraction]:
    """By spot that is bet before the deal: the most that one staked there can win."""
    own = {spot: _own_factor(table, wager) for spot, wager in table.wagers.items()}
    factors = {
        spot: own[spot]
        for spot, wager in table.wagers.items()
        if wager.when is When.BEFORE_THE_DEAL and wager.brought_by is None
    }
    for spot, wager in table.wagers.items():
        if wager.brought_by is not None:
            factors[wager.brought_by] += own[spot]
        elif wager.when is When.WITH_A_DECISION:
            for base, times in _follows_from(wager):
                factors[base] += times * own[spot]
    return factors


def _own_factor(table: PreparedTable, wager: Wager) -> Fraction:
    """What one staked on the spot itself can win, doubles and splits included."""
    best = max((odds.fraction for odds in table.odds[wager.spot]), default=Fraction(0))
    return max(best, Fraction(wager.may_grow_to)) if wager.may_grow_to > 1 else best


def _follows_from(wager: Wager) -> list[tuple[str, Fraction]]:
    """Which stakes allow how much of a wager that is made during the round."""
    for constraint in wager.constraints:
        if isinstance(constraint, EqualTo | AtMost):
            return [(other, constraint.times) for other in constraint.others]
    raise AssertionError(f"nothing bounds what is staked on {wager.spot}")


@lru_cache(maxsize=4096)
def _factors(same: Same) -> dict[str, Fraction]:
    return win_factors(same.thing)
