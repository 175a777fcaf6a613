"""Values the bets of a game, each only once, and remembers them on disk."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

import croupier
from croupier.analysis.cache import Cache, source_digest
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.codec import Json, to_json
from croupier.table.game import Game
from croupier.table.paytable import PayTable
from croupier.table.ruling import readings_of, with_readings
from croupier.table.wager import Wager
from croupier.table.worth import (
    BetWorth,
    Figure,
    PayTables,
    Progress,
    Together,
    Worth,
    no_strategy,
    quietly,
)

__all__ = ["Valuer", "worth_of"]

T = TypeVar("T", BetWorth, Figure, Together)

_TOGETHER: Final = "(together)"
"""In place of a bet's name, for what all of them are together."""
_EDGE_OF: Final = "(edge) "
"""Before a bet's name, for its edge alone."""
_EDGE_BY: Final = "(edge by {strategy}) "
"""The same, played by a strategy that is not the best."""


def worth_of(game: Game[Any]) -> Worth[Any]:
    """What a game's bets are worth; refuses a game for which nobody has worked it out."""
    worth = game.worth()
    if worth is None:
        raise Rejection(
            Code.WORTH_UNKNOWN, f"Nobody has worked out yet what the bets of {game.name} are worth."
        )
    return worth


class Valuer:
    """The bets of one game, valued under any rules and pay tables.

    What a bet does not depend on is left out of account, so a bet that two readings do not
    change is worked out once for both.
    """

    def __init__(
        self, game: Game[Any], *, cache: Cache | None = None, progress: Progress = quietly
    ) -> None:
        self.game = game
        self.worth = worth_of(game)
        self._cache = cache
        self._progress = progress
        self._known: dict[str, BetWorth | Figure | Together] = {}

    # The table.

    def rules(self, readings: Mapping[str, str]) -> Any:
        """The rules with these readings, and the defaults for the rest."""
        return with_readings(self.game.rules, readings)

    def pay_tables(
        self, rules: Any, chosen: Mapping[str, PayTable | str] | None = None
    ) -> dict[str, PayTable]:
        """The pay tables under these rules: those chosen, by name or whole, or the first offered.

        A spot that these rules do not have is left out.
        """
        wagers: dict[str, Wager] = {wager.spot: wager for wager in self.game.wagers(rules)}
        tables = {spot: wager.pay_tables[0] for spot, wager in wagers.items() if wager.pay_tables}
        for spot, choice in (chosen or {}).items():
            if spot in tables:
                tables[spot] = (
                    choice if isinstance(choice, PayTable) else wagers[spot].pay_table(choice)
                )
        return tables

    # The bets.

    def bets(self, rules: Any, chosen: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """The names of all bets, or of those chosen, in the order of a report."""
        names = self.worth.bets(rules)
        for name in chosen or ():
            if name not in names:
                said = f"{self.game.name} has no bet {quoted(name)}{instead_of(name, names)}"
                raise Rejection(Code.BET_UNKNOWN, said)
        return tuple(name for name in names if chosen is None or name in chosen)

    def bet(
        self, name: str, rules: Any, pay_tables: PayTables, *, is_kept: bool = True
    ) -> BetWorth:
        """What a bet is worth, played its best; not `is_kept` where it is asked only by the way."""
        rulings, spots = self.worth.depends_on(name)
        found = self._recalled(
            self._key(name, rules, pay_tables, rulings, spots),
            BetWorth,
            lambda: self.worth.bet(name, rules, pay_tables, self._progress),
            is_kept=is_kept,
        )
        assert found is not None, "a bet is worth something, if only nothing"
        return found

    def strategies(self, name: str, rules: Any, pay_tables: PayTables) -> tuple[str, ...]:
        """The names of a bet's strategies, the best first; none where there is no decision."""
        known = self.worth.strategies(name, rules)
        if known is None:
            known = tuple(one.name for one in self.bet(name, rules, pay_tables).strategies)
        return known

    def edge(
        self, name: str, rules: Any, pay_tables: PayTables, strategy: str | None = None
    ) -> Figure:
        """The house's edge alone, which some games have sooner than the whole.

        By the best play, or by a strategy; refuses one that the bet does not have.
        """
        if strategy is not None:
            names = self.strategies(name, rules, pay_tables)
            if strategy not in names:
                raise no_strategy(f"{name} has no strategy", strategy, names)
            if strategy == names[0]:
                strategy = None
        rulings, spots = self.worth.depends_on(name)
        key = self._key(name, rules, pay_tables, rulings, spots)
        whole = self._remembered(key, BetWorth, self._cache)
        if whole is not None:
            return whole.edge_by(strategy)
        which = _EDGE_OF if strategy is None else _EDGE_BY.format(strategy=strategy)
        found = self._recalled(
            self._key(f"{which}{name}", rules, pay_tables, rulings, spots),
            Figure,
            lambda: self.worth.edge(name, rules, pay_tables, self._progress, strategy),
        )
        assert found is not None, "every bet has an edge, if only none"
        return found

    def together(self, rules: Any, pay_tables: PayTables) -> Together | None:
        """How the bets of a round go together; None where the game does not say."""
        rulings = [name for name, _ in readings_of(rules)]
        return self._recalled(
            self._key(_TOGETHER, rules, pay_tables, rulings, list(pay_tables)),
            Together,
            lambda: self.worth.together(rules, pay_tables, self._progress),
        )

    # Remembering.

    def _recalled(
        self,
        key: dict[str, Json],
        kind: type[T],
        work_out: Callable[[], T | None],
        *,
        is_kept: bool = True,
    ) -> T | None:
        cache = self._cache if is_kept else None
        known = self._remembered(key, kind, cache)
        if known is None:
            known = work_out()
            if known is None:
                return None
            if cache is not None:
                cache.put(key, known)
        self._known[repr(key)] = known
        return known

    def _remembered(
        self, key: dict[str, Json], kind: type[T], cache: Cache | None = None
    ) -> T | None:
        """What is known of it in this process, or on disk."""
        known = self._known.get(repr(key))
        if known is None and cache is not None:
            known = cache.get(key, kind)
        assert known is None or isinstance(known, kind), "under a key is one kind of thing"
        return known

    def _key(
        self,
        bet: str,
        rules: Any,
        pay_tables: PayTables,
        rulings: Iterable[str],
        spots: Iterable[str],
    ) -> dict[str, Json]:
        """All that what is remembered depends on."""
        chosen = dict(readings_of(rules))
        return {
            "game": self.game.id,
            "rules_version": self.game.rules_version,
            "croupier": croupier.__version__,
            "source": source_digest(type(self.game).__module__, type(self.worth).__module__),
            "bet": bet,
            "readings": {name: chosen[name] for name in sorted(rulings)},
            # Some rules have no such spot.
            "pay_tables": {
                spot: to_json(pay_tables[spot]) for spot in sorted(spots) if spot in pay_tables
            },
        }
