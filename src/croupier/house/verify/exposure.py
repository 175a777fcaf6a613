"""The most that the wagers of a round can cost its table, worked out when bets close.

The game says which wagers it has, what may follow from which, and at which odds they are settled;
that is taken from it, as the table takes it. So is what one cent on a spot can win at most: the
rule for that stands here word for word as in `croupier.house.exposure`, and a mistake in it is made
in both. How it is added up is another way: there each spot that is bet has a factor, here it is
asked of each wager how much could lie on it after the slip, and what that would win. Nothing is
rounded up, so this never comes to more than what the table has allowed.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from croupier.house.verify.money import Impossible
from croupier.money import format_cents
from croupier.table.prepared import PreparedTable
from croupier.table.settings import TableSettings
from croupier.table.wager import AtMost, EqualTo, Wager, When

__all__ = ["Exposure"]


class Exposure:
    """What rounds of a table may cost it."""

    def __init__(
        self, prepared: PreparedTable, settings: TableSettings, limit_cents: int | None
    ) -> None:
        self._wagers = [(wager, _best_odds(prepared, wager)) for wager in prepared.wagers.values()]
        self._cap_cents = settings.payout_maximum_cents
        self._limit_cents = limit_cents
        # In a stadium thousands of terminals make the same bets.
        self._of_slip = lru_cache(maxsize=4096)(self._most_won)

    def require_borne(self, felt: Mapping[int, Mapping[str, int]], rack_cents: int) -> None:
        """Refuses bets that close above what the table may lose, or could not pay.

        `felt` is what lies there by seat and spot, `rack_cents` what the rack holds.
        """
        total = sum(
            (self._of_slip(tuple(sorted(spots.items()))) for spots in felt.values()), Fraction(0)
        )
        most_cents = -(-total.numerator // total.denominator)
        if self._limit_cents is not None and total > self._limit_cents:
            raise Impossible(
                f"the table could lose {format_cents(most_cents)} in this round; by its terms "
                f"{format_cents(self._limit_cents)} is the most."
            )
        if total > rack_cents:
            raise Impossible(
                f"the table could lose {format_cents(most_cents)} in this round, and its rack "
                f"holds {format_cents(rack_cents)}."
            )

    def _most_won(self, slip: tuple[tuple[str, int], ...]) -> Fraction:
        """The most that one seat can win."""
        stakes, won = dict(slip), Fraction(0)
        for wager, odds in self._wagers:
            if staked := _most_staked(wager, stakes):
                won += staked * odds
        return won if self._cap_cents is None else min(won, Fraction(self._cap_cents))


def _best_odds(prepared: PreparedTable, wager: Wager) -> Fraction:
    """The most that one cent on a spot can win: the same rule as the table's own."""
    best = max((odds.fraction for odds in prepared.odds[wager.spot]), default=Fraction(0))
    # What is added by doubles and splits is paid even money.
    return max(best, Fraction(wager.may_grow_to)) if wager.may_grow_to > 1 else best


def _most_staked(wager: Wager, stakes: Mapping[str, int]) -> Fraction | int:
    """The most that can lie on a spot at first, after the slip of a seat."""
    if wager.spot in stakes:
        return stakes[wager.spot]
    if wager.brought_by is not None:
        return stakes.get(wager.brought_by, 0)
    if wager.when is When.WITH_A_DECISION:
        for one in wager.constraints:
            if isinstance(one, EqualTo | AtMost):
                return one.times * sum(stakes.get(other, 0) for other in one.others)
    return 0
