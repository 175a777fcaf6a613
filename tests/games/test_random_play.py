"""Random play: 2,000 rounds of every game, and 18,000 more in `make proofs`; none may fail.

Twenty thousand more of each are played, and checked the same, where script and kernel are compared
(`tests/simulation/test_differential.py`); those have no trouble and no prepared decks. `make soak`
plays a million of each. A round that fails is named by its number; play it again
with `.venv/bin/python -m tests.soak --game GAME --seed NUMBER --rounds 1 --thorough-every 1`.
"""

import pytest

from croupier.table.registry import find_game, game_ids

from .many import play_numbered

SOON, ROUNDS = 1_000, 20_000
CHUNK = 1_000


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=pytest.mark.slow if first < SOON else pytest.mark.long)
        for first in range(0, ROUNDS, CHUNK)
    ],
)
@pytest.mark.parametrize("game_id", game_ids())
def test_a_thousand_random_rounds(game_id, first):
    report = play_numbered(find_game(game_id), range(first, first + CHUNK), thorough_every=100)
    assert report.rounds == CHUNK
    assert report.failure is None, report.failure
    # The rounds are worth something: most are played out, and not all of them the same way.
    assert report.void < CHUNK / 4
    assert report.events > 10 * CHUNK
    assert report.devices >= {device.name for device in find_game(game_id).devices}
