"""What is simulated: a table, who bets what, and how they play."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm
from typing import Any

from croupier.quoting import quoted
from croupier.rejection import Rejection
from croupier.simulation.bets import Columns, columns_for
from croupier.simulation.plans import found_plan
from croupier.simulation.seats import ByKernel, ByScript, PythonStrategy, Seats, spots_of
from croupier.simulation.strategies import PlanInFile, named_strategies
from croupier.table.game import Game
from croupier.table.kernel import Kernel
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.settings import TableSettings
from croupier.table.staking import bettable
from croupier.table.wager import Slip, check_slip
from croupier.table.worth import Progress, no_strategy, quietly

__all__ = ["Scenario", "equal_slips", "scenario"]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A table with its seats."""

    game: Game[Any]
    settings: TableSettings
    slips: tuple[Slip, ...]
    strategy: str
    """What is played by, as people call it."""
    seats: Seats
    columns: Columns
    is_named: bool
    """Whether it is one of the game's own strategies, whose exact worth may be known."""


def scenario(
    game: Game[Any],
    settings: TableSettings,
    slips: tuple[Slip, ...],
    strategy: str | PlanInFile | PythonStrategy | None = None,
    progress: Progress = quietly,
) -> Scenario:
    """All that is needed to play: by a strategy of the game, one from a file, or a function.

    By the best of the game if none is named.
    A game that nobody has compiled is played through its script, as its bots play.
    """
    table, kernel = prepare(game, settings), game.kernel()
    require_slips(table, settings, slips)
    columns, spots = columns_for(game, settings, slips), spots_of(game, settings)
    if isinstance(strategy, PythonStrategy):
        strategy.function()
        seats: Seats = ByScript(game, settings, slips, spots, strategy)
        return Scenario(game, settings, slips, strategy.name, seats, columns, is_named=False)
    if kernel is None:
        names = named_strategies(game, table)
        if strategy is not None and strategy not in names:
            name = strategy if isinstance(strategy, str) else strategy.name
            raise no_strategy(f"{game.name} has no strategy", name, names)
        seats = ByScript(game, settings, slips, spots)
        return Scenario(game, settings, slips, names[0], seats, columns, is_named=True)
    if isinstance(strategy, PlanInFile):
        plan = _read_plan(kernel, strategy, table)
    else:
        names = kernel.strategies(table.rules)
        if strategy is not None and strategy not in names:
            raise no_strategy(f"{game.name} has no strategy", strategy, names)
        plan = found_plan(game, table, strategy or names[0], progress)
    name = strategy.name if isinstance(strategy, PlanInFile) else strategy or names[0]
    seats = ByKernel(game, kernel.lay(table, slips, plan), spots, len(slips))
    return Scenario(
        game, settings, slips, name, seats, columns, is_named=not isinstance(strategy, PlanInFile)
    )


def _read_plan(kernel: Kernel[Any], strategy: PlanInFile, table: PreparedTable) -> Any:
    try:
        return kernel.read_plan(strategy.rows, table.rules)
    except Rejection as refused:
        raise Rejection(
            refused.code, f"{quoted(strategy.name, longest=100)}: {refused.detail}"
        ) from None


def require_slips(table: PreparedTable, settings: TableSettings, slips: tuple[Slip, ...]) -> None:
    """Refuses what the table would refuse."""
    for slip in slips:
        check_slip(
            slip, table.wagers, table.limits, table.units_cents, settings.table_maximum_cents
        )


def equal_slips(
    game: Game[Any],
    settings: TableSettings,
    seats: int,
    bet_cents: int | None = None,
    stakes: Mapping[str, int] | None = None,
) -> tuple[Slip, ...]:
    """Every seat bets the same: so much on every bet of the analysis, or the least all take.

    `stakes` says otherwise of single spots, 0 for none.
    Where the game has something to pick, the seats pick in turn.
    """
    table, kernel = prepare(game, settings), game.kernel()
    before = [wager.spot for wager in bettable(table.wagers.values())]
    named = {spot for bet in kernel.bets(table.rules) for spot in bet.per} if kernel else before
    usual = least_equal_cents(table, [spot for spot in before if spot in named])
    bet = usual if bet_cents is None else bet_cents
    on_spot = {spot: bet for spot in before if spot in named} | dict(stakes or {})
    staked = {spot: cents for spot, cents in on_spot.items() if cents}
    picks = _picks_in_turn(table, seats)
    return tuple(Slip.of(staked, pick) for pick in picks)


def least_equal_cents(table: PreparedTable, spots: list[str]) -> int:
    """The least stake that all of these spots take."""
    limits = [table.limits[spot] for spot in spots]
    step = lcm(
        *(limit.multiple_of_cents for limit in limits), *(table.units_cents[s] for s in spots)
    )
    least = max(limit.minimum_cents for limit in limits)
    return -(-least // step) * step


def _picks_in_turn(table: PreparedTable, seats: int) -> list[tuple[str, ...]]:
    """The first seat picks the first choices, the next seat the next."""
    if table.picks is None:
        return [()] * seats
    choices, count = table.picks.choices, table.picks.count
    sets = [choices[at : at + count] for at in range(0, len(choices) - count + 1, count)]
    return [tuple(sets[seat % len(sets)]) for seat in range(seats)]
