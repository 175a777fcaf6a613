"""Every ruling's every reading can be played, and makes a difference.

A reading that never matters is probably not implemented. So for every two readings of a ruling
a round is looked for that ends otherwise under one than under the other, with the same deck,
the same slips and, as far as they can be made, the same decisions.
"""

from itertools import combinations
from random import Random

import pytest

from croupier.bots import random_slip
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.layout import view
from croupier.table.places import SPECTATOR
from croupier.table.registry import find_game, game_ids
from croupier.table.round import Round
from croupier.table.ruling import rulings_of
from croupier.table.settings import settings_for
from croupier.table.waiting import AwaitingDecisions

from .checks import check_round
from .rounds import Habits, play
from .tables import random_deck, random_table

ENOUGH = 3_000
"""How many rounds are tried before a reading is taken to make no difference."""

RULINGS = [
    pytest.param(game_id, ruling.name, id=f"{game_id}-{ruling.name}")
    for game_id in game_ids()
    for ruling in rulings_of(find_game(game_id).rules)
]


def ruling_of(game, name):
    return next(one for one in rulings_of(game.rules) if one.name == name)


@pytest.mark.parametrize(("game_id", "name"), RULINGS)
def test_every_reading_is_playable(game_id, name):
    game = find_game(game_id)
    for reading in ruling_of(game, name).readings:
        table = settings_for(game, readings={name: str(reading)})
        for number in range(10):
            rng = Random(number)
            at = random_table(game, rng, kind="stacked", settings=table)
            seats = (1, 2, 3)[: min(3, table.positions)]
            played = play(at, Habits(rng, seats=seats, manner=("random", "favourite")[number % 2]))
            check_round(played)
            assert not played.table.layout.is_void


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "name"), RULINGS)
def test_every_two_readings_differ_in_some_round(game_id, name):
    game = find_game(game_id)
    readings = [str(reading) for reading in ruling_of(game, name).readings]
    by_money, by_sight = set(combinations(readings, 2)), set(combinations(readings, 2))
    tables = [random_readings(game, name, readings, Random(number)) for number in range(12)]
    # A reading may change only what is seen; then no amount of rounds pays otherwise.
    for number in range(ENOUGH):
        if not by_money or (not by_sight and number > 500):
            break
        alike = tables[number % len(tables)]
        slips = some_slips(game, alike, number)
        ends = {reading: ending(game, table, slips, number) for reading, table in alike.items()}
        by_money -= {pair for pair in by_money if ends[pair[0]][0] != ends[pair[1]][0]}
        by_sight -= {pair for pair in by_sight if ends[pair[0]][1] != ends[pair[1]][1]}
    assert not by_sight, f"these readings of {name} never made a difference: {by_sight}"


def random_readings(game, name, readings, rng):
    """Tables that differ in one ruling and in nothing else; the first are as the sheet has it."""
    others = {
        one.name: str(rng.choice(one.readings) if rng.random() < 0.3 else one.default)
        for one in rulings_of(game.rules)
    }
    return {reading: settings_for(game, readings={**others, name: reading}) for reading in readings}


def some_slips(game, alike, number):
    """Slips that one of the readings takes; where another does not, that is a difference too."""
    rng = Random(number)
    table = rng.choice(list(alike.values()))
    return [random_slip(game, table, rng) for _ in range(rng.choice((1, 1, 2)))]


def ending(game, table, slips, number):
    """How a round ended: what was paid, in order, and what a spectator saw; or what was refused."""
    device = game.devices[number % len(game.devices)]
    round_ = Round(game, table, device.stacked(random_deck(Random(number))))
    try:
        for seat, slip in enumerate(slips, 1):
            round_.handle(PlaceWagers(seat, slip))
        round_.handle(CloseBets("00"))
    except Rejection as refused:
        return refused.code, refused.code
    decisions = 0
    while isinstance(round_.waiting, AwaitingDecisions):
        seat = round_.waiting.seats[0]
        round_.handle(same_decision(round_.layout.asked[seat], number, decisions))
        decisions += 1
    paid = tuple(
        (event.seat, event.spot, event.stake_cents, event.returned_cents)
        for event in round_.events
        if isinstance(event, happened.WagerSettled)
    )
    return paid, view(round_.events[1:], SPECTATOR)


def same_decision(asked, number, decisions):
    """What would be chosen under any reading, if it were offered."""
    # Half of the players do the same over and over, so that hands are split and split again.
    which = decisions if number % 2 else ""
    liked = max(asked.options, key=lambda one: Random(f"{number}{which}{one.name}").random())
    return Decide(asked.seat, liked.name, (liked.least_cents, liked.most_cents)[number % 3 > 0])
