"""What is known exactly of what is simulated."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.analysis.valuer import Valuer
from croupier.simulation.scenario import Scenario
from croupier.table.kernel import KernelBet
from croupier.table.prepared import prepare
from croupier.table.worth import Figure

__all__ = ["exact_edge_of_all", "exact_edges", "loss_of_round"]


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


def exact_edge_of_all(scenario: Scenario, exact: Mapping[str, Figure]) -> Figure | None:
    """The edge of all wagers of a round together, per what is staked before the deal."""
    loss = loss_of_round(scenario, exact)
    if loss is None:
        return None
    staked = scenario.columns.staked_cents
    return Figure(loss.value / staked, loss.error / staked)


def loss_of_round(scenario: Scenario, exact: Mapping[str, Figure]) -> Figure | None:
    """What all seats lose in a round on average, in cents, where that is known exactly.

    Some bets are part of others, as the 3-5 Bonus is of the whole game: the largest are taken
    first, and those of which a wager is counted already are left out.
    """
    columns, counted = scenario.columns, set[int]()
    loss = error = Fraction(0)
    for bet in sorted(columns.bets, key=lambda bet: -len(bet.columns)):
        if bet.name in exact and not counted & set(bet.columns):
            counted |= set(bet.columns)
            loss += exact[bet.name].value * bet.unit_cents
            error += exact[bet.name].error * bet.unit_cents
    return Figure(loss, error) if counted == set(columns.all) else None
