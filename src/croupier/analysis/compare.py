"""What others have published, beside what we find."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.analysis.printed import PrintedNumber
from croupier.analysis.valuer import Valuer
from croupier.table.paytable import PayLine, PayTable
from croupier.table.ruling import readings_of
from croupier.table.worth import Figure, Published

__all__ = ["Comparison", "compare_published"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A published figure and ours, both under the rules and pay tables it was published for."""

    published: Published
    ours: Figure
    agrees: bool
    """At the precision it is published with."""
    ours_written: str
    """Ours in the form of theirs, with two further digits."""


def compare_published(
    valuer: Valuer,
    *,
    rules: Any = None,
    pay_tables: Mapping[str, PayTable] | None = None,
    bets: Collection[str] | None = None,
) -> tuple[Comparison, ...]:
    """All that is published of a game, or of these bets.

    Given the rules and pay tables of a table, only what speaks of a bet as it is there.
    """
    found = []
    for published in valuer.worth.published():
        if bets is not None and published.bet not in bets:
            continue
        their_rules = valuer.rules(dict(published.readings))
        their_tables = valuer.pay_tables(their_rules, dict(published.pay_tables))
        if rules is not None and not _is_same_bet(
            valuer, published.bet, (their_rules, their_tables), (rules, pay_tables or {})
        ):
            continue
        ours = published.figure(valuer.bet(published.bet, their_rules, their_tables))
        printed = PrintedNumber.parse(published.text)
        found.append(
            Comparison(published, ours, printed.agrees(ours), printed.write(ours, further=2))
        )
    return tuple(found)


def _is_same_bet(valuer: Valuer, bet: str, theirs: "_Table", here: "_Table") -> bool:
    """Whether there is this bet here, and nothing on which it depends is otherwise."""
    return bet in valuer.bets(here[0]) and _what_counts(valuer, bet, *theirs) == _what_counts(
        valuer, bet, *here
    )


_Table = tuple[Any, Mapping[str, PayTable]]
"""Rules, and pay tables by spot."""


def _what_counts(
    valuer: Valuer, bet: str, rules: Any, pay_tables: Mapping[str, PayTable]
) -> tuple[list[str], list[tuple[PayLine, ...]]]:
    rulings, spots = valuer.worth.depends_on(bet)
    readings = dict(readings_of(rules))
    lines = [pay_tables[spot].lines for spot in spots if spot in pay_tables]
    return [readings[name] for name in rulings], lines
