"""The exact edge beside a simulated one is that of what is played, or there is none."""

import pytest

from croupier.analysis.cache import Cache
from croupier.analysis.valuer import Valuer
from croupier.simulation.exactly import exact_edges, loss_of_round
from croupier.simulation.results import bet_results
from croupier.simulation.rounds import simulate
from croupier.simulation.scenario import equal_slips, scenario
from croupier.simulation.strategies import PlanInFile
from croupier.simulation.work import Threads
from croupier.table.prepared import prepare
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for

SLOW_TO_FIND = {"Optimal", "Usual setting, optimal play", "Highest two-card total, optimal play"}
"""Of Roll Your Own Blackjack: compared elsewhere."""


@pytest.mark.slow
@pytest.mark.parametrize("game_id", game_ids())
def test_no_strategy_is_put_beside_the_edge_of_another(game_id):
    game = find_game(game_id)
    settings = settings_for(game)
    table, valuer = prepare(game, settings), Valuer(game, cache=Cache())
    slips = equal_slips(game, settings, 1)
    names = game.kernel().strategies(table.rules)
    if game_id == "roll-your-own-blackjack":
        names = [name for name in names if name not in SLOW_TO_FIND]
    edges = {}
    for name in names:
        played = scenario(game, settings, slips, name)
        exact = exact_edges(played, valuer)
        results = bet_results(simulate(played, 400_000, 5, Threads(1)), exact.get)
        assert all(abs(result.z) < 4.5 for result in results if result.z is not None), name
        edges[name] = exact
        assert results[0].name not in exact or results[0].z is not None
    # Not all strategies come to the same.
    first = next(bet.name for bet in game.kernel().bets(table.rules) if bet.hangs_on_play)
    assert len({edge[first] for edge in edges.values() if first in edge}) > 1


@pytest.mark.parametrize("game_id", game_ids())
def test_a_file_is_put_beside_what_no_decision_changes_and_nothing_else(game_id):
    game = find_game(game_id)
    settings = settings_for(game)
    table, kernel = prepare(game, settings), game.kernel()
    # The last strategy of each game is one that a file can hold.
    plan = kernel.plan(kernel.strategies(table.rules)[-1], table.rules, table.pay_tables)
    rows = PlanInFile("mine.csv", tuple(kernel.write_plan(plan, table.rules)))
    played = scenario(game, settings, equal_slips(game, settings, 1), rows)
    exact = exact_edges(played, Valuer(game, cache=Cache()))
    assert set(exact) == {bet.name for bet in kernel.bets(table.rules) if not bet.hangs_on_play}


def test_bets_that_are_part_of_others_are_not_counted_twice():
    game = find_game("pick-2-poker")
    settings = settings_for(game)
    played = scenario(game, settings, equal_slips(game, settings, 1, 1_000), "Always 5-card")
    valuer, table = Valuer(game, cache=Cache()), prepare(game, settings)
    exact = {
        name: valuer.edge(name, table.rules, table.pay_tables) for name in valuer.bets(table.rules)
    }
    expected = 1_000 * (exact["Whole game"].value + exact["5 Card Bonus Only"].value)
    assert loss_of_round(played, exact).value == expected
    del exact["Whole game"]
    assert loss_of_round(played, exact) is None
