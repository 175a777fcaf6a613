"""The sheet of a table: what may be bet, what it pays and how unclear clauses are read there."""

from dataclasses import dataclass
from typing import Any

from croupier.money import ONE_HALF, format_cents
from croupier.quoting import quoted
from croupier.table.game import Game
from croupier.table.paytable import PayTable
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.ruling import rulings_of
from croupier.table.settings import TableSettings
from croupier.table.wager import Wager, When

__all__ = ["Entry", "sheet", "spot_entry"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A headed part of the sheet: sentences, then lines of two columns."""

    title: str
    sentences: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()


def sheet(game: Game[Any], settings: TableSettings) -> tuple[Entry, ...]:
    """All that holds at a table: the wagers with what they pay, then the readings."""
    table = prepare(game, settings)
    first_with: dict[PayTable, str] = {}
    wagers = []
    for wager in table.wagers.values():
        pay_table = table.pay_tables.get(wager.spot)
        told = first_with.setdefault(pay_table, wager.spot) if pay_table is not None else None
        wagers.append(_wager(wager, table, told))
    readings = dict(settings.readings)
    rulings = [
        Entry(
            ruling.question,
            (next(one for one in ruling.readings if one == readings[ruling.name]).meaning,),
        )
        for ruling in rulings_of(game.rules)
    ]
    about = Entry(game.name, (game.about, *_maxima(settings)))
    return (about, *wagers, *rulings)


def spot_entry(table: PreparedTable, spot: str) -> Entry:
    """What must be known of one spot: what it is bound to, and what it pays."""
    wager = table.wagers[spot]
    sentences = [f"{one.sentence(spot)}." for one in wager.constraints]
    pay_table = table.pay_tables.get(spot)
    rows = tuple((line.name, str(line.odds)) for line in pay_table.lines) if pay_table else ()
    if not rows:
        # Half of the stake back is no win.
        odds = [str(odds) for odds in wager.pays if odds != ONE_HALF] or ["nothing"]
        sentences.append(f"Pays {' or '.join(odds)}.")
    return Entry(spot, tuple(sentences), rows)


def _maxima(settings: TableSettings) -> list[str]:
    said = []
    if settings.table_maximum_cents is not None:
        most = format_cents(settings.table_maximum_cents)
        said.append(f"All wagers of one seat together may come to {most}.")
    if settings.payout_maximum_cents is not None:
        most = format_cents(settings.payout_maximum_cents)
        said.append(f"One seat wins at most {most} in a round.")
    return said


def _wager(wager: Wager, table: PreparedTable, told: str | None) -> Entry:
    """A wager, and its pay table unless that was told with another spot."""
    sentences = [wager.about]
    if wager.brought_by is not None:
        sentences.append(f"Not bet: it comes with {wager.brought_by}.")
    else:
        limit = table.limits.get(wager.spot)
        when = "bet with a decision" if wager.when is When.WITH_A_DECISION else ""
        said = [limit.sentence(wager.spot)] if limit is not None else []
        terms = ", ".join([*said, *([when] if when else [])])
        sentences.append(f"{terms[0].upper()}{terms[1:]}.")
    bound = spot_entry(table, wager.spot)
    sentences += bound.sentences
    if told not in (None, wager.spot):
        return Entry(wager.spot, (*sentences, f"Pays like {told}."))
    if bound.rows:
        sentences.append(f"Pay table {quoted(table.pay_tables[wager.spot].name)}:")
    return Entry(wager.spot, tuple(sentences), bound.rows)
