"""A study: what every bet of a game is worth at one table."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
from typing import Any

from croupier.analysis.cache import Cache
from croupier.analysis.valuer import Valuer
from croupier.table.game import Game
from croupier.table.paytable import PayTable
from croupier.table.prepared import prepare
from croupier.table.settings import TableSettings
from croupier.table.worth import BetWorth, Figure, Progress, Together, quietly

__all__ = ["Study", "study", "win_per_hour"]


@dataclass(frozen=True, slots=True)
class Study:
    """The bets of a game, valued under the rules and pay tables of one table."""

    game: str
    """Its id."""
    name: str
    rules_version: int
    readings: tuple[tuple[str, str], ...]
    """The reading in force for every ruling."""
    pay_tables: tuple[tuple[str, PayTable], ...]
    """By spot."""
    bets: tuple[BetWorth, ...]
    together: Together | None
    """How they go together, where the game says and all of them were asked for."""
    rounds_per_hour: int
    """The usual pace."""
    elapsed_s: float
    """How long it took this time; little where results were kept from before."""
    not_together: str = ""
    """Where all bets were asked for and the game does not say how they go together: why."""

    def bet(self, name: str) -> BetWorth:
        """The bet of that name."""
        return next(bet for bet in self.bets if bet.name == name)


def study(
    game: Game[Any],
    settings: TableSettings,
    *,
    bets: Sequence[str] | None = None,
    cache: Cache | None = None,
    progress: Progress = quietly,
    valuer: Valuer | None = None,
) -> Study:
    """Values all bets of a game at a table, or those named; refuses a bet that does not exist.

    Given a `valuer` of the game, what it remembers is used and what is found is left with it.
    """
    began = perf_counter()
    valuer = valuer or Valuer(game, cache=cache, progress=progress)
    table = prepare(game, settings)
    names = valuer.bets(table.rules, None if bets is None else tuple(bets))
    valued = tuple(valuer.bet(name, table.rules, table.pay_tables) for name in names)
    together = valuer.together(table.rules, table.pay_tables) if bets is None else None
    return Study(
        game=game.id,
        name=game.name,
        rules_version=game.rules_version,
        readings=settings.readings,
        pay_tables=settings.pay_tables,
        bets=valued,
        together=together,
        rounds_per_hour=valuer.worth.rounds_per_hour,
        elapsed_s=perf_counter() - began,
        not_together=valuer.worth.not_together if bets is None and together is None else "",
    )


def win_per_hour(bet: BetWorth, *, stake_cents: int, rounds_per_hour: int) -> Figure:
    """What the house may expect of one player in an hour, in dollars, if he bets the stake."""
    unit = Fraction(stake_cents * rounds_per_hour, 100)
    return Figure(bet.edge.value * unit, bet.edge.error * unit)
