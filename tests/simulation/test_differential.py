"""Script against kernel: 20,000 rounds of every game, to the cent.

`make differential` compares a million of each. A difference names its run; compare it again with
`.venv/bin/python -m tests.differential --game GAME --first RUN --rounds 100`.
"""

from collections import Counter
from random import Random

import pytest

from croupier.table.registry import find_game, game_ids
from croupier.table.ruling import rulings_of

from .comparing import ROUNDS_OF_A_RUN, compare_runs, slips_of_run, table_of_run

ROUNDS = 20_000
RUNS = ROUNDS // ROUNDS_OF_A_RUN
CHUNK = 10


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, RUNS, CHUNK))
@pytest.mark.parametrize("game_id", game_ids())
def test_kernel_and_script_agree_to_the_cent(game_id, first):
    found = compare_runs(find_game(game_id), range(first, first + CHUNK), with_checks=False)
    assert not found.difference, found.difference
    assert found.rounds == CHUNK * ROUNDS_OF_A_RUN
    # They are worth comparing: much is bet, and not all decide alike.
    assert found.wagers > 4 * found.rounds
    assert len(found.chosen) > 1


def every_reading(game):
    return {
        (ruling.name, str(reading))
        for ruling in rulings_of(game.rules)
        for reading in ruling.readings
    }


@pytest.mark.parametrize("game_id", game_ids())
def test_every_reading_and_several_seats_are_among_them(game_id):
    game = find_game(game_id)
    readings: Counter[tuple[str, str]] = Counter()
    seats: Counter[int] = Counter()
    for run in range(RUNS):
        rng = Random(f"{game.id} {run}")
        settings = table_of_run(game, rng)
        readings.update(settings.readings)
        seats[len(slips_of_run(game, settings, rng))] += 1
    assert set(readings) == every_reading(game)
    assert min(readings.values()) >= 10
    assert seats[1] > RUNS / 4
    assert sum(count for many, count in seats.items() if many > 1) > RUNS / 10
    assert max(seats) > 3


@pytest.mark.parametrize("game_id", game_ids())
def test_some_rounds_at_many_tables_agree(game_id):
    game = find_game(game_id)
    found = compare_runs(game, range(10**6, 10**6 + 60), rounds=8)
    assert not found.difference, found.difference
    assert found.rounds == 480
    assert found.readings == every_reading(game)
    # The default rules, and those under which most is offered.
    last = game.rules(**{one.name: one.readings[-1] for one in rulings_of(game.rules)})
    offered = {*game.options(game.rules()), *game.options(last)}
    # Two aces are rare; splits have tests of their own.
    assert offered - set(found.chosen) <= {"split"}
    assert set(found.chosen) <= offered
