"""What a report reports: everything that is known of a game at one table, gathered once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from croupier.analysis.audit import Audit, audit_sheet
from croupier.analysis.cache import Cache, source_digest
from croupier.analysis.compare import Comparison, compare_published
from croupier.analysis.readings import ReadingsCompared, compare_readings
from croupier.analysis.study import Study, study
from croupier.analysis.valuer import Valuer
from croupier.table.codec import Json
from croupier.table.game import Game
from croupier.table.paytable import PayTable
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.settings import TableSettings
from croupier.table.worth import BetWorth, Progress, quietly

__all__ = ["Findings", "Variant", "gather"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Variant:
    """A bet under one of the pay tables that a spot is offered with, all others in force."""

    spot: str
    table: PayTable
    is_in_force: bool
    bet: BetWorth


@dataclass(frozen=True, slots=True)
class Findings:
    """A study of a game at a table, and all that is beside it."""

    game: Game[Any]
    settings: TableSettings
    study: Study
    variants: tuple[Variant, ...]
    readings: ReadingsCompared | None
    """None where they were left out."""
    audit: Audit
    published: tuple[Comparison, ...]
    source: str
    """A digest of the source that decides what the bets are worth."""


def gather(
    game: Game[Any],
    settings: TableSettings,
    *,
    with_readings: bool = True,
    cache: Cache | None = None,
    progress: Progress = quietly,
) -> Findings:
    """Works it all out, each bet under each rules and pay tables only once.

    Comparing the readings takes longest by far, and may be left out.
    """
    kept = _Remembering(cache)

    def during(stage: str) -> Progress:
        return lambda what, share: progress(f"{stage}: {what}", share)

    studied = study(game, settings, cache=kept, progress=during("Bets"))
    variants = _variants(
        Valuer(game, cache=kept, progress=during("Pay tables")), prepare(game, settings)
    )
    readings = (
        compare_readings(game, settings, cache=kept, progress=during("Readings"))
        if with_readings
        else None
    )
    audit = audit_sheet(game, settings, cache=kept, progress=during("Printed figures"))
    valuer = Valuer(game, cache=kept, progress=during("Published figures"))
    return Findings(
        game=game,
        settings=settings,
        study=studied,
        variants=variants,
        readings=readings,
        audit=audit,
        published=compare_published(valuer),
        source=source_digest(type(game).__module__, type(valuer.worth).__module__),
    )


def _variants(valuer: Valuer, table: PreparedTable) -> tuple[Variant, ...]:
    found = []
    for spot, in_force in table.pay_tables.items():
        offered = table.wagers[spot].pay_tables
        every = offered if in_force in offered else (*offered, in_force)
        bets = [
            name
            for name in valuer.bets(table.rules)
            if spot in valuer.worth.depends_on(name)[1] and len(every) > 1
        ]
        for name in bets:
            for one in every:
                valued = valuer.bet(name, table.rules, {**table.pay_tables, spot: one})
                found.append(Variant(spot, one, one == in_force, valued))
    return tuple(found)


class _Remembering(Cache):
    """Keeps what is worked out for as long as a report takes, before the disk or without one."""

    def __init__(self, behind: Cache | None) -> None:
        super().__init__()
        self._behind = behind
        self._known: dict[str, object] = {}

    def get(self, key: Mapping[str, Json], kind: type[T]) -> T | None:
        at = repr(key)
        if at not in self._known and self._behind is not None:
            found = self._behind.get(key, kind)
            if found is not None:
                self._known[at] = found
        return cast("T | None", self._known.get(at))

    def put(self, key: Mapping[str, Json], value: object) -> None:
        self._known[repr(key)] = value
        if self._behind is not None:
            self._behind.put(key, value)
