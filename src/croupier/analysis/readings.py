"""What every reading of every ruling does to the house's edge."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from croupier.analysis.cache import Cache
from croupier.analysis.valuer import Valuer
from croupier.table.game import Game
from croupier.table.paytable import PayTable
from croupier.table.ruling import Ruling, readings_of, rulings_of
from croupier.table.settings import TableSettings
from croupier.table.worth import Figure, Progress, no_strategy, quietly

__all__ = [
    "BetEdge",
    "Crossing",
    "ReadingWorth",
    "ReadingsCompared",
    "RulingWorth",
    "compare_readings",
]


@dataclass(frozen=True, slots=True)
class BetEdge:
    """The house's edge on a bet, under one reading."""

    bet: str
    edge: Figure | None
    """None where there is no such bet under this reading, or not the strategy asked for."""
    difference: Figure | None = None
    """How much more than under the default reading of the ruling."""

    @property
    def favours_player(self) -> bool:
        """Whether the player has the edge."""
        return self.edge is not None and self.edge.value < 0


@dataclass(frozen=True, slots=True)
class ReadingWorth:
    """One reading of a ruling, and the edges of the bets that depend on it."""

    name: str
    meaning: str
    is_default: bool
    is_chosen: bool
    """Whether it is in force at the table."""
    bets: tuple[BetEdge, ...]

    @property
    def favours_player(self) -> bool:
        """Whether it gives the player an edge on any bet."""
        return any(bet.favours_player for bet in self.bets)


@dataclass(frozen=True, slots=True)
class RulingWorth:
    """A ruling, and what each of its readings does, all others left as they are at the table."""

    name: str
    question: str
    clause: str
    readings: tuple[ReadingWorth, ...]

    @property
    def bets(self) -> tuple[str, ...]:
        """The bets that depend on it."""
        return tuple(bet.bet for bet in self.readings[0].bets)


@dataclass(frozen=True, slots=True)
class Crossing:
    """The edge of one bet under each reading of one ruling with each of another."""

    bet: str
    rulings: tuple[str, str]
    rows: tuple[str, ...]
    """The readings of the first."""
    columns: tuple[str, ...]
    """The readings of the second."""
    edges: tuple[tuple[Figure | None, ...], ...]


@dataclass(frozen=True, slots=True)
class ReadingsCompared:
    """All readings of a game side by side."""

    game: str
    name: str
    rules_version: int
    readings: tuple[tuple[str, str], ...]
    """Those in force at the table."""
    pay_tables: tuple[tuple[str, PayTable], ...]
    defaults: tuple[BetEdge, ...]
    """Every bet with every ruling read by default."""
    rulings: tuple[RulingWorth, ...]
    crossings: tuple[Crossing, ...]
    elapsed_s: float
    strategy: str | None = None
    """By which bets are played; None for the best of each."""

    @property
    def favours_player(self) -> bool:
        """Whether the default readings give the player an edge on any bet."""
        return any(bet.favours_player for bet in self.defaults)


def compare_readings(
    game: Game[Any],
    settings: TableSettings,
    *,
    bets: Sequence[str] | None = None,
    strategy: str | None = None,
    cache: Cache | None = None,
    progress: Progress = quietly,
) -> ReadingsCompared:
    """Every reading of every ruling, one at a time from the table's settings.

    Bets are played their best under each reading; or by a strategy, and then only those bets are
    compared that have it by some reading.
    """
    began = perf_counter()
    comparing = _Comparing(
        game, settings, bets=bets, strategy=strategy, cache=cache, progress=progress
    )
    return ReadingsCompared(
        game=game.id,
        name=game.name,
        rules_version=game.rules_version,
        readings=settings.readings,
        pay_tables=settings.pay_tables,
        defaults=comparing.defaults(),
        rulings=tuple(comparing.ruling(ruling) for ruling in rulings_of(game.rules)),
        crossings=comparing.crossings(),
        elapsed_s=perf_counter() - began,
        strategy=strategy,
    )


class _Comparing:
    """One comparison on its way."""

    def __init__(
        self,
        game: Game[Any],
        settings: TableSettings,
        *,
        bets: Sequence[str] | None,
        strategy: str | None,
        cache: Cache | None,
        progress: Progress,
    ) -> None:
        self._at = ""
        """The readings a bet is being valued under that are not those of the table."""
        self._valuer = Valuer(game, cache=cache, progress=self._naming(progress))
        self._strategy = strategy
        self._table = dict(settings.readings)
        self._pay_tables = dict(settings.pay_tables)
        self._rulings = {ruling.name: ruling for ruling in rulings_of(game.rules)}
        self._bets = self._known_bets(None if bets is None else tuple(bets))
        if strategy is not None:
            self._bets = self._played_by(strategy)

    def _naming(self, progress: Progress) -> Progress:
        """Progress that says for which readings."""

        def told(what: str, share: float) -> None:
            progress(f"{self._at}: {what}" if self._at else what, share)

        return told

    def _played_by(self, strategy: str) -> tuple[str, ...]:
        """The bets that have a strategy by any reading; refuses one that none of them ever has."""
        every = self._every_rules()
        names = {
            bet: dict.fromkeys(name for rules in every for name in self._strategies(bet, rules))
            for bet in self._bets
        }
        found = tuple(bet for bet in self._bets if strategy in names[bet])
        if not found:
            known = dict.fromkeys(name for some in names.values() for name in some)
            raise no_strategy("No bet here has a strategy", strategy, tuple(known))
        return found

    def _strategies(self, bet: str, rules: Any) -> tuple[str, ...]:
        if bet not in self._valuer.bets(rules):
            return ()
        return self._valuer.strategies(bet, rules, self._tables(rules))

    def _known_bets(self, chosen: tuple[str, ...] | None) -> tuple[str, ...]:
        """Those of the table, and those that only another reading brings."""
        found = dict.fromkeys(
            name for rules in self._every_rules() for name in self._valuer.bets(rules)
        )
        if chosen is not None:
            extra = [name for name in chosen if name not in found]
            self._valuer.bets(self._rules({}), tuple(extra))
            return tuple(name for name in found if name in chosen)
        return tuple(found)

    def _rules(self, changed: dict[str, str]) -> Any:
        return self._valuer.rules({**self._table, **changed})

    def _every_rules(self) -> list[Any]:
        """Those of the table, and those with any one ruling read in any of its ways."""
        changes = (
            {ruling.name: str(reading)}
            for ruling in self._rulings.values()
            for reading in ruling.readings
        )
        return [self._rules({}), *map(self._rules, changes)]

    def _edge(self, bet: str, rules: Any) -> Figure | None:
        read = readings_of(rules)
        other = [f"{name} {reading}" for name, reading in read if reading != self._table[name]]
        self._at = ", ".join(other)
        if bet not in self._valuer.bets(rules):
            return None
        strategy = self._strategy
        if strategy is not None:
            names = self._strategies(bet, rules)
            if names and strategy not in names:
                return None
            # Where there is nothing to decide, all play alike.
            strategy = strategy if names else None
        return self._valuer.edge(bet, rules, self._tables(rules), strategy)

    def _tables(self, rules: Any) -> dict[str, PayTable]:
        return self._valuer.pay_tables(rules, self._pay_tables)

    def defaults(self) -> tuple[BetEdge, ...]:
        """Every bet with every ruling read by default."""
        rules = self._valuer.rules({})
        edges = ((bet, self._edge(bet, rules)) for bet in self._bets)
        return tuple(BetEdge(bet, edge) for bet, edge in edges if edge is not None)

    def ruling(self, ruling: Ruling) -> RulingWorth:
        """Each of its readings."""
        bets = [bet for bet in self._bets if ruling.name in self._depends_on(bet)]
        usual = {bet: self._edge(bet, self._with(ruling, str(ruling.default))) for bet in bets}
        return RulingWorth(
            ruling.name,
            ruling.question,
            ruling.clause,
            tuple(
                ReadingWorth(
                    str(reading),
                    reading.meaning,
                    is_default=reading is ruling.default,
                    is_chosen=str(reading) == self._table[ruling.name],
                    bets=tuple(
                        _compared(
                            bet, self._edge(bet, self._with(ruling, str(reading))), usual[bet]
                        )
                        for bet in bets
                    ),
                )
                for reading in ruling.readings
            ),
        )

    def _depends_on(self, bet: str) -> tuple[str, ...]:
        return self._valuer.worth.depends_on(bet)[0]

    def _with(self, ruling: Ruling, reading: str) -> Any:
        return self._rules({ruling.name: reading})

    def crossings(self) -> tuple[Crossing, ...]:
        """Each with each, where the game asks for it, for the bets that depend on both."""
        found = []
        for first, second in self._valuer.worth.crossed:
            rows = [str(reading) for reading in self._rulings[first].readings]
            columns = [str(reading) for reading in self._rulings[second].readings]
            for bet in self._bets:
                if {first, second} <= set(self._depends_on(bet)):
                    edges = tuple(
                        tuple(
                            self._edge(bet, self._rules({first: row, second: column}))
                            for column in columns
                        )
                        for row in rows
                    )
                    found.append(Crossing(bet, (first, second), tuple(rows), tuple(columns), edges))
        return tuple(found)


def _compared(bet: str, edge: Figure | None, usual: Figure | None) -> BetEdge:
    if edge is None or usual is None:
        return BetEdge(bet, edge)
    if edge == usual:
        return BetEdge(bet, edge, Figure(edge.value - usual.value))
    return BetEdge(bet, edge, Figure(edge.value - usual.value, edge.error + usual.error))
