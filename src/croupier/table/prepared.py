"""What follows from a game and the settings of a table, worked out once for all its rounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from croupier.money import Odds
from croupier.table.game import Game
from croupier.table.paytable import PayTable
from croupier.table.picks import Picks
from croupier.table.ruling import with_readings
from croupier.table.settings import TableSettings, require_settings
from croupier.table.wager import Limit, SlipRules, Wager, slip_rules, stake_units_cents

__all__ = ["PreparedTable", "Same", "prepare"]


@dataclass(frozen=True, slots=True)
class PreparedTable:
    """A game under the settings of a table. Nothing in it is ever changed."""

    rules: Any
    picks: Picks | None
    wagers: Mapping[str, Wager]
    limits: Mapping[str, Limit]
    pay_tables: Mapping[str, PayTable]
    units_cents: Mapping[str, int]
    odds: Mapping[str, tuple[Odds, ...]]
    """By spot: all odds it can be settled at."""
    slip_rules: SlipRules


def prepare(game: Game[Any], settings: TableSettings) -> PreparedTable:
    """The table, checked; refuses settings that no table of this game could have."""
    return _prepare(Same(game), Same(settings))


@lru_cache(maxsize=4096)
def _prepare(same_game: "Same", same_settings: "Same") -> PreparedTable:
    game, settings = same_game.thing, same_settings.thing
    require_settings(game, settings)
    rules = with_readings(game.rules, dict(settings.readings))
    wagers = {wager.spot: wager for wager in game.wagers(rules)}
    pay_tables = dict(settings.pay_tables)
    return PreparedTable(
        rules=rules,
        picks=game.picks(rules),
        wagers=wagers,
        limits=dict(settings.limits),
        pay_tables=pay_tables,
        units_cents=stake_units_cents(wagers, pay_tables),
        odds={spot: tuple(wager.odds(pay_tables.get(spot))) for spot, wager in wagers.items()},
        slip_rules=slip_rules(wagers),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    """One very object, as a key: rounds of a table share its settings, and hashing them is slow."""

    thing: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)
