"""Which wagers make up the bets of a game, and what those brought.

A bet of the analysis may be several wagers: Ante, Play and Ante Bonus are one. Wagers that are
always counted together are one column, so there is no more to add up than the bets need.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.simulation.seats import spots_of
from croupier.table.game import Game
from croupier.table.kernel import KernelBet
from croupier.table.prepared import prepare
from croupier.table.settings import TableSettings
from croupier.table.wager import Slip

__all__ = ["BetColumns", "Columns", "columns_for"]


@dataclass(frozen=True, slots=True)
class BetColumns:
    """One bet."""

    name: str
    columns: tuple[int, ...]
    unit_cents: int
    """What all seats together have on it before the deal; its edge is per this."""
    per: str = ""
    """The names of the wagers that are its unit."""


@dataclass(frozen=True, slots=True)
class Columns:
    """How the wagers of a round are put together."""

    of: tuple[tuple[int, ...], ...]
    """By column: which of the wagers, by their places."""
    bets: tuple[BetColumns, ...]
    staked_cents: int
    """What all seats together bet before the deal."""

    @property
    def all(self) -> tuple[int, ...]:
        """Every column: the whole round."""
        return tuple(range(len(self.of)))


def columns_for(game: Game[Any], settings: TableSettings, slips: Sequence[Slip]) -> Columns:
    """The columns of these wagers; bets on which nobody stakes anything are left out."""
    table, kernel = prepare(game, settings), game.kernel()
    stakes = [dict(slip.stakes) for slip in slips]
    spots = spots_of(game, settings)
    bets = _every_spot(spots) if kernel is None else kernel.bets(table.rules)
    staked = {spot: sum(seat.get(spot, 0) for seat in stakes) for spot in spots}
    named = {spot for bet in bets for spot in bet.spots}
    # Wagers that no bet of the analysis names are bets of their own: lines of a stadium.
    bets = (
        *bets,
        *(
            KernelBet(spot, (spot,), (spot,), hangs_on_play=True)
            for spot in spots
            if spot not in named
        ),
    )
    bets = tuple(bet for bet in bets if all(staked[spot] for spot in bet.per))
    signatures = {spot: tuple(spot in bet.spots for bet in bets) for spot in spots}
    different = list(dict.fromkeys(one for one in signatures.values() if any(one)))
    return Columns(
        tuple(
            tuple(at for at, spot in enumerate(spots) if signatures[spot] == one)
            for one in different
        ),
        tuple(
            BetColumns(
                bet.name,
                tuple(at for at, one in enumerate(different) if one[number]),
                sum(staked[spot] for spot in bet.per),
                " and ".join(bet.per),
            )
            for number, bet in enumerate(bets)
        ),
        sum(staked.values()),
    )


def _every_spot(spots: Sequence[str]) -> tuple[KernelBet, ...]:
    """Of a game that does not say what its bets are: each wager by itself."""
    return tuple(KernelBet(spot, (spot,), (spot,), hangs_on_play=True) for spot in spots)
