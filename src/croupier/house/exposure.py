"""Exposure: the most a table can lose in a round, known before bets close.

For each spot there is a factor: what one cent staked there can win at most, with everything that
may follow from it in the round, a Play as large as the Ante, a bonus the Ante brings, doubles and
splits. The factors of all spots of all seats are added up as if all of it could come at once. In a
stadium it can: terminals on the same cells win together.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from croupier.house.terms import TableTerms
from croupier.money import format_cents
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.prepared import PreparedTable, Same, prepare
from croupier.table.registry import find_game
from croupier.table.settings import TableSettings
from croupier.table.staking import ways_in
from croupier.table.wager import AtMost, EqualTo, Wager, When

__all__ = ["most_lost_cents", "require_bet_is_borne", "win_factors"]


def most_lost_cents(
    table: PreparedTable, settings: TableSettings, stakes: Mapping[str, int]
) -> int:
    """The most the wagers of one seat, and what may follow from them, can cost the table."""
    factors = _factors(Same(table))
    most = sum([-(-cents * factors[spot].numerator // factors[spot].denominator)
                for spot, cents in stakes.items()])  # fmt: skip
    cap = settings.payout_maximum_cents
    return most if cap is None else min(most, cap)


def require_bet_is_borne(name: str, terms: TableTerms, settings: TableSettings) -> None:
    """Refuses a table that could never take a bet, since it may not lose what that can win."""
    table = prepare(find_game(settings.game, settings.rules_version), settings)
    least = min(
        most_lost_cents(table, settings, dict(stakes))
        for stakes in ways_in(
            table.wagers, table.limits, table.units_cents, settings.table_maximum_cents
        )
    )
    # A rack that a dealer's table opens with is counted, and its supervisor may fill it.
    float_cents = None if terms.is_dealt_by_hand else terms.float_cents
    for term, cents in (
        ("exposure_maximum_cents", terms.exposure_maximum_cents),
        ("float_cents", float_cents),
    ):
        if cents is not None and cents < least:
            raise Rejection(
                Code.SETTINGS_INVALID,
                f"The table {quoted(name, longest=60)} could never take a bet: with the least "
                f"there is a seat can win {format_cents(least)}, and {term} is "
                f"{format_cents(cents)}.",
            )


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
