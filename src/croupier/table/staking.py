"""Finding stakes that a table takes: what the limits and the rules together leave open.

A bot bets so, and a table at which nobody could bet is found out before it opens.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm

from croupier.rejection import Code, Rejection
from croupier.table.wager import (
    AtLeast,
    AtMost,
    Compulsory,
    EqualTo,
    Limit,
    OnlyWith,
    Slip,
    Stakes,
    Wager,
    When,
    check_slip,
)

__all__ = ["bettable", "compulsory_spots", "find_stakes", "least_stakes", "ways_in"]


def bettable(wagers: Iterable[Wager]) -> list[Wager]:
    """The wagers that are put down before the deal."""
    return [
        wager for wager in wagers if wager.when is When.BEFORE_THE_DEAL and wager.brought_by is None
    ]


def compulsory_spots(wagers: Iterable[Wager], *, even_with_alternatives: bool = True) -> set[str]:
    """What must be bet; with alternatives or without those that have any."""
    return {
        wager.spot
        for wager in bettable(wagers)
        for constraint in wager.constraints
        if isinstance(constraint, Compulsory)
        and (even_with_alternatives or not constraint.alternatives)
    }


def find_stakes(
    wagers: Mapping[str, Wager],
    limits: Mapping[str, Limit],
    units_cents: Mapping[str, int],
    chosen: Collection[str],
    pick: Callable[[range], int] = lambda steps: steps.start,
) -> Stakes:
    """Stakes on the chosen spots, each picked from the numbers of steps that are open to it.

    A chosen spot that goes only with one that is not chosen is left out. Where nothing is open
    the least is staked, and `check_slip` will say what is wrong with it.
    """
    spans = {wager.spot: _span(wager, limits, units_cents) for wager in bettable(wagers.values())}
    wanted = set(chosen)
    waiting = [
        wager
        for wager in bettable(wagers.values())
        if wager.spot in wanted
        and all(set(one.others) <= wanted for one in wager.constraints if isinstance(one, OnlyWith))
    ]
    stakes: dict[str, int] = {}
    while waiting:
        # A wager that is measured by others comes after them.
        wager = next(
            (one for one in waiting if not _measures(one) & {other.spot for other in waiting}),
            waiting[0],
        )
        waiting.remove(wager)
        span = spans[wager.spot].beside_placed(wager, stakes)
        for other in waiting:
            span = span.beside_coming(wager.spot, other, spans[other.spot])
        steps = span.steps
        stakes[wager.spot] = span.step_cents * (pick(steps) if steps else steps.start)
    return stakes


def least_stakes(
    wagers: Mapping[str, Wager],
    limits: Mapping[str, Limit],
    units_cents: Mapping[str, int],
    table_maximum_cents: int | None = None,
) -> Stakes:
    """The least that gets a seat into the round; refuses where nobody could get into it."""
    return next(ways_in(wagers, limits, units_cents, table_maximum_cents))


def ways_in(
    wagers: Mapping[str, Wager],
    limits: Mapping[str, Limit],
    units_cents: Mapping[str, int],
    table_maximum_cents: int | None = None,
) -> Iterator[Stakes]:
    """Each way into the round at its least: all that is compulsory, or one of its alternatives.

    Refuses where there is none.
    """
    with_alternatives = compulsory_spots(wagers.values())
    without = compulsory_spots(wagers.values(), even_with_alternatives=False)
    singles = [without | {wager.spot} for wager in bettable(wagers.values())]
    refusal: Rejection | None = None
    is_possible = False
    for chosen in ([with_alternatives] if with_alternatives else []) + singles:
        stakes = find_stakes(wagers, limits, units_cents, chosen)
        try:
            check_slip(Slip.of(stakes), wagers, limits, units_cents, table_maximum_cents)
        except Rejection as refused:
            refusal = refusal or refused
        else:
            is_possible = True
            yield stakes
    if is_possible:
        return
    assert refusal is not None, "a game has wagers"
    raise Rejection(
        Code.LIMITS_INVALID,
        "Nobody could bet at this table, because its limits do not go together. The least that "
        f"must be bet is refused: {refusal.detail}",
    )


def _measures(wager: Wager) -> set[str]:
    return {other for constraint in _beside(wager) for other in constraint.others}


def _beside(wager: Wager) -> list[EqualTo | AtLeast | AtMost]:
    """What it must keep to beside other wagers."""
    return [one for one in wager.constraints if isinstance(one, EqualTo | AtLeast | AtMost)]


def _span(wager: Wager, limits: Mapping[str, Limit], units_cents: Mapping[str, int]) -> "_Span":
    limit = limits[wager.spot]
    step = lcm(limit.multiple_of_cents, units_cents[wager.spot])
    return _Span(limit.minimum_cents, limit.maximum_cents, step)


@dataclass(frozen=True, slots=True)
class _Span:
    """The stakes that are open to a wager: from the least to the most that are whole steps."""

    least_cents: int
    most_cents: int
    step_cents: int

    @property
    def steps(self) -> range:
        """How many steps a stake may have."""
        least = -(-self.least_cents // self.step_cents)
        return range(least, self.most_cents // self.step_cents + 1)

    def within(self, least: Fraction | int, most: Fraction | int, step_cents: int = 1) -> "_Span":
        """What of it lies between these, in steps of both."""
        return _Span(
            max(self.least_cents, ceil(least)),
            min(self.most_cents, floor(most)),
            lcm(self.step_cents, step_cents),
        )

    def beside_placed(self, wager: Wager, stakes: Stakes) -> "_Span":
        """What the rules of the wager leave of it beside stakes that are down."""
        span = self
        for constraint in _beside(wager):
            base = sum(stakes.get(other, 0) for other in constraint.others) * constraint.times
            if base and not isinstance(constraint, AtMost):
                span = span.within(base, span.most_cents)
            if base and not isinstance(constraint, AtLeast):
                span = span.within(span.least_cents, base)
        return span

    def beside_coming(self, spot: str, other: Wager, others: "_Span") -> "_Span":
        """What leaves a wager that will be measured by this spot alone a stake of its own."""
        span = self
        for constraint in _beside(other):
            if constraint.others != (spot,):
                continue
            if not isinstance(constraint, AtMost):
                span = span.within(span.least_cents, others.most_cents / constraint.times)
            if not isinstance(constraint, AtLeast):
                span = span.within(others.least_cents / constraint.times, span.most_cents)
            if isinstance(constraint, EqualTo):
                # The smallest step of which so many times are whole steps of the other.
                step = Fraction(others.step_cents) / constraint.times
                span = span.within(span.least_cents, span.most_cents, step.numerator)
        return span
