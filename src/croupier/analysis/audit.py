"""A sheet audited: every figure it prints, worked out again.

A figure agrees if ours, rounded as it is printed, is the same. Where a house edge does not, the
pays beside it are looked through for what would make it true: one pay that is another, two pays
exchanged, or the figure of another table. Each is proved by valuing the bet with that table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter
from typing import Any

from croupier.analysis.cache import Cache
from croupier.analysis.explaining import Explanation, explanations
from croupier.analysis.printed import PrintedNumber
from croupier.analysis.valuer import Valuer
from croupier.table.game import Game
from croupier.table.settings import TableSettings
from croupier.table.worth import Figure, Printed, Progress, quietly

__all__ = ["Audit", "AuditedFigure", "Verdict", "audit_sheet"]


class Verdict(StrEnum):
    """What is found of a printed figure."""

    AGREES = "agrees"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class AuditedFigure:
    """A figure of the sheet, and what it ought to be."""

    printed: Printed
    ours: Figure
    difference: Figure
    """How much more is printed than ours."""
    verdict: Verdict
    ours_written: str
    """Ours in the form of the sheet, with two further digits."""
    explanations: tuple[Explanation, ...] = ()
    """Where it is wrong, what would make it true, the nearest first."""

    @property
    def explanation(self) -> Explanation | None:
        """The nearest."""
        return self.explanations[0] if self.explanations else None


@dataclass(frozen=True, slots=True)
class Audit:
    """All figures a game's sheet prints."""

    game: str
    name: str
    rules_version: int
    readings: tuple[tuple[str, str], ...]
    figures: tuple[AuditedFigure, ...]
    elapsed_s: float

    @property
    def wrong(self) -> tuple[AuditedFigure, ...]:
        """Those that are wrong."""
        return tuple(figure for figure in self.figures if figure.verdict is Verdict.WRONG)


def audit_sheet(
    game: Game[Any],
    settings: TableSettings,
    *,
    cache: Cache | None = None,
    progress: Progress = quietly,
) -> Audit:
    """Works out again what the sheet prints, with the readings of the table."""
    began = perf_counter()
    valuer = Valuer(game, cache=cache, progress=progress)
    rules = valuer.rules(dict(settings.readings))
    figures = tuple(_audited(valuer, rules, printed) for printed in valuer.worth.printed())
    return Audit(
        game=game.id,
        name=game.name,
        rules_version=game.rules_version,
        readings=settings.readings,
        figures=figures,
        elapsed_s=perf_counter() - began,
    )


def _audited(valuer: Valuer, rules: Any, printed: Printed) -> AuditedFigure:
    tables = valuer.pay_tables(rules, dict(printed.pay_tables))
    ours = printed.figure(valuer.bet(printed.bet, rules, tables))
    number = PrintedNumber.parse(printed.text)
    agrees = number.agrees(ours)
    found: Sequence[Explanation] = ()
    if not agrees:
        found = explanations(valuer, rules, printed, number)
    return AuditedFigure(
        printed,
        ours,
        number.more_than(ours),
        Verdict.AGREES if agrees else Verdict.WRONG,
        number.write(ours, further=2),
        tuple(found),
    )
