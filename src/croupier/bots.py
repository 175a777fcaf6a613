"""Bots: seats that play by themselves.

They know no game. What may be bet, picked and chosen is what the game and the table say, so a
bot plays a game the day it is written. What is random comes from the generator they are given.
"""

from random import Random
from typing import Any

from croupier.rejection import Rejection
from croupier.table.commands import Decide
from croupier.table.game import Game
from croupier.table.places import Viewer
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.round import Round
from croupier.table.settings import TableSettings
from croupier.table.staking import bettable, compulsory_spots, find_stakes, least_stakes
from croupier.table.steps import Asked
from croupier.table.wager import Slip, Stakes, check_slip

__all__ = ["least_slip", "random_decision", "random_slip", "usual_decision"]


def least_slip(game: Game[Any], settings: TableSettings) -> Slip:
    """The least that gets a seat into the round: compulsory wagers at their minimum."""
    table = prepare(game, settings)
    picks = table.picks.choices[: table.picks.count] if table.picks else ()
    most = settings.table_maximum_cents
    return Slip.of(least_stakes(table.wagers, table.limits, table.units_cents, most), picks)


def random_slip(game: Game[Any], settings: TableSettings, rng: Random) -> Slip:
    """Some wagers at some stakes that the table takes, and some picks."""
    table = prepare(game, settings)
    optional = [wager.spot for wager in bettable(table.wagers.values())]
    needed = compulsory_spots(table.wagers.values(), even_with_alternatives=False)
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


def _random_picks(table: PreparedTable, rng: Random) -> list[str]:
    if table.picks is None or (table.picks.may_be_left_out and rng.random() < 0.5):
        return []
    return rng.sample(table.picks.choices, table.picks.count)


def _stakes(table: PreparedTable, chosen: set[str], rng: Random) -> Stakes:
    def pick(steps: range) -> int:
        # Small stakes are commoner than large ones, as at a table.
        return steps[int(len(steps) * rng.random() ** 3)] if len(steps) > 1 else steps.start

    return find_stakes(table.wagers, table.limits, table.units_cents, chosen, pick)
