"""A slip in the making: chips put down and taken back before the dealer closes bets.

Nothing here is checked; whether the table takes the slip, the round says.
"""

from collections.abc import Iterator
from math import gcd, lcm

from croupier.money import CHIPS, Chip
from croupier.table.prepared import PreparedTable
from croupier.table.staking import bettable
from croupier.table.wager import AtLeast, Compulsory, EqualTo, Slip, Wager

__all__ = ["Draft", "bettable_wagers", "chips_for"]


def bettable_wagers(table: PreparedTable) -> tuple[Wager, ...]:
    """The wagers that are put down before the deal, in the order of the felt."""
    return tuple(bettable(table.wagers.values()))


def chips_for(table: PreparedTable) -> tuple[Chip, ...]:
    """The chips worth having at a table, lowest value first."""
    limits = [table.limits[wager.spot] for wager in bettable_wagers(table)]
    step = gcd(*(limit.multiple_of_cents for limit in limits))
    most = max(limit.maximum_cents for limit in limits)
    useful = [chip for chip in CHIPS if not chip.value_cents % step and chip.value_cents <= most]
    # No hand is large enough for more than one chip to a key.
    return tuple(reversed(useful[:9])) or (CHIPS[-1],)


class Draft:
    """What the player means to bet, and what he picks."""

    def __init__(self, table: PreparedTable) -> None:
        self._table = table
        self.stakes: dict[str, int] = {}
        self.picks: tuple[str, ...] = ()

    @property
    def total_cents(self) -> int:
        """All stakes together."""
        return sum(self.stakes.values())

    @property
    def slip(self) -> Slip:
        """As it is handed to the dealer, spots in the order of the felt."""
        stakes = {spot: self.stakes[spot] for spot in self._table.wagers if spot in self.stakes}
        return Slip.of(stakes, self.picks)

    def with_stakes(self, stakes: dict[str, int]) -> "Draft":
        """The same picks with other stakes; a stake of nothing is none."""
        other = Draft(self._table)
        other.stakes = {spot: cents for spot, cents in stakes.items() if cents > 0}
        other.picks = self.picks
        return other

    def with_stake(self, spot: str, cents: int) -> "Draft":
        """With another stake on one spot."""
        return self.with_stakes({**self.stakes, spot: cents})

    def step_cents(self, spot: str) -> int:
        """The least by which a stake there goes up."""
        return lcm(self._table.limits[spot].multiple_of_cents, self._table.units_cents[spot])

    def least_cents(self, spot: str) -> int:
        """The least that can be bet there."""
        step = self.step_cents(spot)
        return -(-self._table.limits[spot].minimum_cents // step) * step

    def stepped(self, spot: str, *, up: bool) -> "Draft":
        """One step more or less on a spot: from nothing to the least, from the least to nothing."""
        stake, least, step = self.stakes.get(spot, 0), self.least_cents(spot), self.step_cents(spot)
        if up:
            more = least if stake < least else (stake // step + 1) * step
            return self.with_stake(spot, min(more, self._table.limits[spot].maximum_cents))
        less = -(-stake // step) * step - step
        return self.with_stake(spot, less if less >= least else 0)

    def doubled(self) -> "Draft":
        """Twice everything."""
        return self.with_stakes({spot: 2 * cents for spot, cents in self.stakes.items()})

    def completed(self) -> "Draft":
        """With what the rules ask for beside what lies there: the least that is missing."""
        stakes = dict(self.stakes)
        self._mirror(stakes)
        for wager in bettable_wagers(self._table):
            if _is_missing(wager, stakes):
                stakes[wager.spot] = self.least_cents(wager.spot)
                self._mirror(stakes)
        # What is measured by others follows them, and those may follow others themselves.
        for _ in stakes:
            for wager, constraint in self._measured():
                base = sum(stakes.get(other, 0) for other in constraint.others)
                asked, stake = int(base * constraint.times), stakes.get(wager.spot, 0)
                if stake and asked and (isinstance(constraint, EqualTo) or stake < asked):
                    stakes[wager.spot] = asked
        return self.with_stakes(stakes)

    def _mirror(self, stakes: dict[str, int]) -> None:
        """Puts down what is missing and must be equal to something that lies there."""
        for _ in self._table.wagers:
            for wager, constraint in self._measured():
                if not isinstance(constraint, EqualTo) or len(constraint.others) > 1:
                    continue
                other = self._table.wagers[constraint.others[0]]
                if other.spot in stakes and _is_missing(wager, stakes):
                    stakes[wager.spot] = int(stakes[other.spot] * constraint.times)
                elif wager.spot in stakes and _is_missing(other, stakes):
                    stakes[other.spot] = int(stakes[wager.spot] / constraint.times)

    def _measured(self) -> Iterator[tuple[Wager, EqualTo | AtLeast]]:
        """The wagers that others give a measure."""
        for wager in bettable_wagers(self._table):
            for constraint in wager.constraints:
                if isinstance(constraint, EqualTo | AtLeast):
                    yield wager, constraint


def _is_missing(wager: Wager, stakes: dict[str, int]) -> bool:
    """Whether it must be bet and neither it nor what may stand in for it is."""
    return wager.spot not in stakes and any(
        isinstance(constraint, Compulsory)
        and not any(other in stakes for other in constraint.alternatives)
        for constraint in wager.constraints
    )
