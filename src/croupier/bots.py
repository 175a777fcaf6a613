"""Bots: seats that play by themselves.

They know no game. What may be bet, picked and chosen is what the game and the table say, so a
bot plays a game the day it is written. What is random comes from the generator they are given.
"""

from collections.abc import Mapping
from math import lcm
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
    waiting = [wager for wager in _bettable(table) if wager.spot in chosen]
    while waiting:
        # A wager that is measured by others comes after them.
        wager = next(
            (one for one in waiting if not _measures(one) & {other.spot for other in waiting}),
            waiting[0],
        )
        waiting.remove(wager)
        if all(set(one.others) <= chosen for one in wager.constraints if isinstance(one, OnlyWith)):
            stakes[wager.spot] = _stake(table, wager, stakes, rng)
    return stakes


def _measures(wager: Wager) -> set[str]:
    return {
        other
        for constraint in wager.constraints
        if isinstance(constraint, EqualTo | AtLeast | AtMost)
        for other in constraint.others
    }


def _stake(
    table: PreparedTable, wager: Wager, stakes: Mapping[str, int], rng: Random | None
) -> int:
    limit = table.limits[wager.spot]
    step = lcm(limit.multiple_of_cents, table.units_cents[wager.spot])
    least, most = limit.minimum_cents, limit.maximum_cents
    for constraint in wager.constraints:
        if isinstance(constraint, EqualTo | AtLeast | AtMost):
            base = int(sum(stakes.get(other, 0) for other in constraint.others) * constraint.times)
            if base and isinstance(constraint, EqualTo):
                return base
            if base and isinstance(constraint, AtLeast):
                least = max(least, base)
            elif base:
                most = min(most, base)
    units = range(-(-least // step), most // step + 1)
    if rng is None or not units:
        return -(-least // step) * step
    # Small stakes are commoner than large ones, as at a table.
    return step * units[int(len(units) * rng.random() ** 3)]
