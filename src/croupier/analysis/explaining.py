"""What would make a wrong figure true.

The edge of a bet changes with one pay by the chance of that line for every unit of it, so each
line tells which whole pays would give the printed edge; they are then tried. A wrong pay is
mostly one that another table of the same spot prints on that line, or else a round number: in
that order they are given.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from croupier.analysis.printed import PrintedNumber
from croupier.analysis.valuer import Valuer
from croupier.money import Odds
from croupier.table.paytable import PayLine, PayTable
from croupier.table.wager import Wager
from croupier.table.worth import Figure, Printed

__all__ = ["Explanation", "ExplanationKind", "explanations"]

_MOST_PER_LINE: Final = 20
"""How many pays of one line are tried: where more would do, the line says next to nothing."""


class ExplanationKind(StrEnum):
    """What could have gone wrong."""

    PAY = "pay"
    """One pay is not the one the figure was worked out with."""
    SWAPPED = "swapped"
    """Two pays stand on each other's lines."""
    OTHER_TABLE = "other_table"
    """It is the figure of another table."""
    CUT_OFF = "cut_off"
    """Its further digits were left away instead of rounded."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One thing that would make the figure true."""

    kind: ExplanationKind
    sentence: str
    ours: Figure
    """What the figure then is."""
    spot: str | None = None
    lines: tuple[str, ...] = ()
    """The line, or the two lines, of the pay table."""
    printed_pays: tuple[str, ...] = ()
    needed_pays: tuple[str, ...] = ()
    also_in: tuple[str, ...] = ()
    """The other tables that print the needed pay on that line."""


def explanations(
    valuer: Valuer, rules: Any, printed: Printed, number: PrintedNumber
) -> list[Explanation]:
    """All that is found, the nearest first."""
    return _Explaining(valuer, rules, printed, number).found()


class _Explaining:
    """The search for one figure."""

    def __init__(self, valuer: Valuer, rules: Any, printed: Printed, number: PrintedNumber) -> None:
        self._valuer = valuer
        self._rules = rules
        self._printed = printed
        self._number = number
        self._tables = valuer.pay_tables(rules, dict(printed.pay_tables))
        self._wagers: dict[str, Wager] = {one.spot: one for one in valuer.game.wagers(rules)}
        self._ours = self._figure(self._tables)

    def _figure(self, tables: dict[str, PayTable]) -> Figure:
        bet = self._valuer.bet(self._printed.bet, self._rules, tables, is_kept=False)
        return self._printed.figure(bet)

    def found(self) -> list[Explanation]:
        """Rounding first, then one pay, two pays, another table."""
        found = []
        if self._number.is_cut_off(self._ours):
            sentence = "Its further digits were left away instead of rounded."
            found.append(Explanation(ExplanationKind.CUT_OFF, sentence, self._ours))
        if self._printed.is_edge:
            spots = [spot for spot, _ in self._printed.pay_tables if spot in self._tables]
            pays = [one for spot in spots for one in self._single_pays(spot)]
            found.extend(one for _, one in sorted(pays, key=lambda pair: pair[0]))
            found.extend(one for spot in spots for one in self._swapped(spot))
            found.extend(one for spot in spots for one in self._other_tables(spot))
        return found

    # One pay that is another.

    def _single_pays(self, spot: str) -> Iterator[tuple[tuple[Any, ...], Explanation]]:
        """Each with how near it is, least first."""
        table = self._tables[spot]
        for at, line in enumerate(table.lines):
            pay = line.odds.fraction
            more = self._with_pays(
                spot, {at: Odds(line.odds.won + line.odds.staked, line.odds.staked)}
            )
            per_unit = self._ours.value - more.value
            for needed in self._candidates(pay, per_unit):
                ours = self._with_pays(spot, {at: Odds(needed)})
                if self._number.agrees(ours):
                    also_in = self._also_in(spot, line.name, needed)
                    far = abs(needed - pay)
                    nearness = (not also_in, _significant_digits(needed), far)
                    yield nearness, self._pay_explained(spot, line, needed, also_in, ours)

    def _candidates(self, pay: Fraction, per_unit: Fraction) -> Sequence[int]:
        """The whole pays that would give the printed edge, if it went on changing as it does."""
        if not per_unit:
            return ()
        printed = self._number.value / (100 if self._number.is_percent else 1)
        slack = self._number.half_step / (100 if self._number.is_percent else 1) + self._ours.error
        ends = sorted(
            pay + (self._ours.value - printed + off) / per_unit for off in (-slack, slack)
        )
        least = max(1, -(-ends[0].numerator // ends[0].denominator))
        most = ends[1].numerator // ends[1].denominator
        return range(least, most + 1) if most - least < _MOST_PER_LINE else ()

    def _also_in(self, spot: str, line: str, pay: int) -> tuple[str, ...]:
        here = self._tables[spot].name
        return tuple(
            other.name
            for other in self._wagers[spot].pay_tables
            if other.name != here and other.odds(line) == Odds(pay)
        )

    def _pay_explained(
        self, spot: str, line: PayLine, needed: int, also_in: tuple[str, ...], ours: Figure
    ) -> Explanation:
        odds = Odds(needed)
        there = f", as in {_listed(also_in)}" if also_in else ""
        sentence = (
            f"It would be true if {line.name} paid {odds} instead of {line.odds}{there}: then it "
            f"is {self._number.write(ours, further=2)}."
        )
        return Explanation(
            ExplanationKind.PAY,
            sentence,
            ours,
            spot,
            (line.name,),
            (_plain(line.odds),),
            (_plain(odds),),
            also_in,
        )

    # Two pays exchanged.

    def _swapped(self, spot: str) -> Iterator[Explanation]:
        lines = self._tables[spot].lines
        for first, second in combinations(range(len(lines)), 2):
            one, other = lines[first], lines[second]
            if one.odds == other.odds:
                continue
            ours = self._with_pays(spot, {first: other.odds, second: one.odds})
            if self._number.agrees(ours):
                yield Explanation(
                    ExplanationKind.SWAPPED,
                    f"It would be true if the pays of {one.name} and {other.name} were exchanged: "
                    f"then it is {self._number.write(ours, further=2)}.",
                    ours,
                    spot,
                    (one.name, other.name),
                    (_plain(one.odds), _plain(other.odds)),
                    (_plain(other.odds), _plain(one.odds)),
                )

    # The figure of another table.

    def _other_tables(self, spot: str) -> Iterator[Explanation]:
        for other in self._wagers[spot].pay_tables:
            if other.name == self._tables[spot].name:
                continue
            ours = self._figure({**self._tables, spot: other})
            if self._number.agrees(ours):
                yield Explanation(
                    ExplanationKind.OTHER_TABLE,
                    f"It is the figure of {other.name}: {self._number.write(ours, further=2)}.",
                    ours,
                    spot,
                    also_in=(other.name,),
                )

    def _with_pays(self, spot: str, changed: dict[int, Odds]) -> Figure:
        table = self._tables[spot]
        lines = tuple(
            replace(line, odds=changed.get(at, line.odds)) for at, line in enumerate(table.lines)
        )
        return self._figure({**self._tables, spot: PayTable(table.name, lines)})


def _significant_digits(number: int) -> int:
    return len(str(number).rstrip("0"))


def _plain(odds: Odds) -> str:
    return f"{odds.won} to {odds.staked}"


def _listed(names: Sequence[str]) -> str:
    """`C1`, `C1 and C2`, `C1, C2 and C3`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
