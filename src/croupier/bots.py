"""Bots: seats that play by themselves.

They know no game. What may be bet, picked and chosen is what the game and the table say, so a
bot plays a game the day it is written. What is random comes from the generator they are given.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm
from random import Random
from typing import Any

from croupier.rejection import Rejection
from croupier.table.commands import Decide
from croupier.table.game import Game
from croupier.table.places import Viewer
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.round import Round
from croupier.table.settings import TableSettings
from croupier.table.steps import Asked
from croupier.table.wager import (
    AtLeast,
    AtMost,
    Compulsory,
    EqualTo,
    OnlyWith,
    Slip,
    Stakes,
    Wager,
    When,
    check_slip,
)

__all__ = ["least_slip", "random_decision", "random_slip", "usual_decision"]


def least_slip(game: Game[Any], settings: TableSettings) -> Slip:
    """The least that gets a seat into the round: compulsory wagers at their minimum."""
    table = prepare(game, settings)
    picks = table.picks.choices[: table.picks.count] if table.picks else ()
    return Slip.of(_stakes(table, _compulsory(table), None), picks)


def random_slip(game: Game[Any], settings: TableSettings, rng: Random) -> Slip:
    """Some wagers at some stakes that the table takes, and some picks."""
    table = prepare(game, settings)
    optional = [wager.spot for wager in _bettable(table)]
    needed = _compulsory(table, even_with_alternatives=False)
    for _ in range(20):
        chosen = needed | {spot for spot in optional if rng.random() < 0.5}
        slip = Slip.of(_stakes(table, chosen, rng), _random_picks(table, rng))
        try:
            check_slip(
                slip, table.wagers, table.limits, table.units_cents, settings.table_maximum_cents
            )
        except Rejection:
            continue
        return slip
    return least_slip(game, settings)


def random_decision(asked: Asked, rng: Random) -> Decide:
    """Any option that is offered, with any stake it takes."""
    option = rng.choice(asked.options)
    steps = (option.most_cents - option.least_cents) // option.step_cents
    stake = option.least_cents + rng.randint(0, steps) * option.step_cents
    return Decide(asked.seat, option.name, stake)


def usual_decision(table: Round, seat: int) -> Decide:
    """What a sensible player does in that seat, by what the seat sees and nothing else."""
    seen = table.layout.as_seen_by(Viewer.at(seat))
    asked = seen.asked[seat]
    rules = prepare(table.game, table.settings).rules
    name = table.game.usual_choice(seen, asked, rules)
    option = next(one for one in asked.options if one.name == name)
    return Decide(seat, name, option.most_cents)


def _bettable(table: PreparedTable) -> list[Wager]:
    """The wagers that are put down before the deal."""
    return [
        wager
        for wager in table.wagers.values()
        if wager.when is When.BEFORE_THE_DEAL and wager.brought_by is None
    ]


def _compulsory(table: PreparedTable, *, even_with_alternatives: bool = True) -> set[str]:
    return {
        wager.spot
        for wager in _bettable(table)
        for constraint in wager.constraints
        if isinstance(constraint, Compulsory)
        and (even_with_alternatives or not constraint.alternatives)
    }


def _random_picks(table: PreparedTable, rng: Random) -> list[str]:
    if table.picks is None or (table.picks.may_be_left_out and rng.random() < 0.5):
        return []
    return rng.sample(table.picks.choices, table.picks.count)


def _stakes(table: PreparedTable, chosen: set[str], rng: Random | None) -> Stakes:
    """Stakes on the chosen spots: what the rules let them be, the least where nothing is random."""
    stakes: dict[str, int] = {}
    waiting = [
        wager
        for wager in _bettable(table)
        if wager.spot in chosen
        and all(set(one.others) <= chosen for one in wager.constraints if isinstance(one, OnlyWith))
    ]
    while waiting:
        # A wager that is measured by others comes after them.
        wager = next(
            (one for one in waiting if not _measures(one) & {other.spot for other in waiting}),
            waiting[0],
        )
        waiting.remove(wager)
        span = _span(table, wager).beside_placed(wager, stakes)
        for other in waiting:
            span = span.beside_coming(wager.spot, other, _span(table, other))
        stakes[wager.spot] = span.stake(rng)
    return stakes


def _measures(wager: Wager) -> set[str]:
    return {other for constraint in _beside(wager) for other in constraint.others}


def _beside(wager: Wager) -> list[EqualTo | AtLeast | AtMost]:
    """What it must keep to beside other wagers."""
    return [one for one in wager.constraints if isinstance(one, EqualTo | AtLeast | AtMost)]


def _span(table: PreparedTable, wager: Wager) -> "_Span":
    limit = table.limits[wager.spot]
    step = lcm(limit.multiple_of_cents, table.units_cents[wager.spot])
    return _Span(limit.minimum_cents, limit.maximum_cents, step)


@dataclass(frozen=True, slots=True)
class _Span:
    """The stakes that are open to a wager: from the least to the most that are whole steps."""

    least_cents: int
    most_cents: int
    step_cents: int

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

    def stake(self, rng: Random | None) -> int:
        """One of its stakes; the least where nothing is random, or nothing is open."""
        steps = range(
            -(-self.least_cents // self.step_cents), self.most_cents // self.step_cents + 1
        )
        if rng is None or len(steps) < 2:
            return steps.start * self.step_cents
        # Small stakes are commoner than large ones, as at a table.
        return self.step_cents * steps[int(len(steps) * rng.random() ** 3)]
