"""What is known exactly of what is simulated."""

from croupier.analysis.valuer import Valuer
from croupier.simulation.scenario import Scenario
from croupier.table.kernel import KernelBet
from croupier.table.prepared import prepare
from croupier.table.worth import Figure

__all__ = ["exact_edges"]


def exact_edges(scenario: Scenario, valuer: Valuer | None) -> dict[str, Figure]:
    """By name of a bet: the house's edge as this scenario plays it.

    Left out is what nobody has worked out: bets that hang on decisions made by a file or a
    function, or by a strategy the analysis does not have.
    """
    kernel = scenario.game.kernel()
    if valuer is None or kernel is None:
        return {}
    rules = prepare(scenario.game, scenario.settings).rules
    simulated = {bet.name for bet in scenario.columns.bets}
    known = valuer.bets(rules)
    edges = {}
    for bet in kernel.bets(rules):
        if bet.name in simulated and bet.name in known:
            edge = _edge(scenario, valuer, bet)
            if edge is not None:
                edges[bet.name] = edge
    return edges


def _edge(scenario: Scenario, valuer: Valuer, bet: KernelBet) -> Figure | None:
    table, kernel = prepare(scenario.game, scenario.settings), scenario.game.kernel()
    assert kernel is not None, "it has bets"
    rules, pay_tables = table.rules, table.pay_tables
    if bet.is_valued_alone and len(scenario.columns.bets) > 1:
        return None
    is_best = scenario.is_named and scenario.strategy == kernel.strategies(rules)[0]
    if is_best or not bet.hangs_on_play:
        return valuer.edge(bet.name, rules, pay_tables)
    if scenario.is_named and scenario.strategy in valuer.strategies(bet.name, rules, pay_tables):
        return valuer.edge(bet.name, rules, pay_tables, scenario.strategy)
    return None
