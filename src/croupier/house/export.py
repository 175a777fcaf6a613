"""The books written to files: tables of what happened for others to work with, and the log itself.

What a file is follows from the ending of its name: `.parquet`, `.csv`, `.json` (a list) or `.jsonl`
(a line for each row). Rows are read and written in pieces, so that a log of any length can be
exported; a file is there whole, or not at all.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

import orjson
from sqlalchemy import Connection, Select, select

from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.export_files import file_for, require_kind, whole_file
from croupier.house.happenings import Logged, logged_name
from croupier.house.log import body_of, events_in
from croupier.house.reading import Stored, entries_of, entry_from, numbers_in
from croupier.house.verify.books import FORMAT, VERSION
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.events import EVENTS
from croupier.table.worth import Progress, quietly

__all__ = ["EXPORTS", "Period", "beginnings_of_rounds", "export", "export_log"]

_PIECE: Final = 20_000
_PAGE: Final = 5_000

Row = tuple[Any, ...]
Columns = Mapping[str, type]


@dataclass(frozen=True, slots=True)
class Period:
    """From a time on to before another, in milliseconds since 1970; None where it is open."""

    from_ms: int | None = None
    to_ms: int | None = None
    upto: Mapping[int, int] = field(default_factory=dict)
    """By chain: after which entry nothing of it is told, where a round is in play."""

    def tells(self, chain: int, entry: int) -> bool:
        """Whether an entry of that time may be told of."""
        return entry <= self.upto.get(chain, entry)


ALWAYS: Final = Period()


def beginnings_of_rounds(connection: Connection) -> dict[int, int]:
    """By table where cards are out: the entry in which its round began, as the books stand."""
    tables, rounds, entries = schema.tables, schema.rounds, schema.entries
    is_over = select(rounds.c.round).where(
        rounds.c.table == tables.c.table, rounds.c.round == tables.c.round
    )
    bets_are_closed = select(entries.c.number).where(
        entries.c.chain == tables.c.table,
        entries.c.number >= tables.c.round_entry,
        entries.c.body.contains(f'"event":"{logged_name(happened.BetsClosed)}"'),
    )
    wanted = select(tables.c.table, tables.c.round_entry).where(
        tables.c.round > 0, ~is_over.exists(), bets_are_closed.exists()
    )
    return {row.table: row.round_entry for row in connection.execute(wanted)}


def export(
    connection: Connection,
    what: str,
    name: str,
    *,
    table: int | None = None,
    period: Period = ALWAYS,
    progress: Progress = quietly,
) -> int:
    """Writes rows of one of `EXPORTS` to a file; how many there were.

    Of one table, or of all and of the house itself; of a period, or of all time.
    """
    if what not in EXPORTS:
        hint = instead_of(what, tuple(EXPORTS))
        raise Rejection(Code.COMMAND_INVALID, f"There is no export {quoted(what)}{hint}")
    require_kind(name)
    columns, rows = EXPORTS[what]
    count = 0
    with whole_file(Path(name)) as path, file_for(path, Path(name).suffix, columns) as file:
        found = rows(connection, table, period)
        while piece := list(islice(found, _PIECE)):
            file.write(piece)
            count += len(piece)
            progress(f"Exported {count:,} rows", 0.0)
    return count


def export_log(connection: Connection, name: str, *, progress: Progress = quietly) -> int:
    """Writes the whole log to a file that `croupier verify-log` can check; how many entries."""
    heads = connection.execute(select(schema.chains).order_by(schema.chains.c.chain)).all()
    accounts = connection.execute(select(schema.accounts).order_by(schema.accounts.c.account))
    total = sum(head.entries for head in heads)
    header = {
        "format": FORMAT,
        "version": VERSION,
        "heads": [list(head) for head in heads],
        "accounts": [list(account) for account in accounts],
    }
    count = 0
    with whole_file(Path(name)) as path, path.open("wb") as file:
        file.write(orjson.dumps(header) + b"\n")
        for chain in numbers_in(connection, schema.entries.c.chain):
            for entry in entries_of(connection, chain):
                file.write(_line(entry))
                count += 1
                if count % _PAGE == 0:
                    progress(f"Exported {count:,} entries", count / total if total else 0.0)
    return count


def _line(entry: Stored) -> bytes:
    try:
        return orjson.dumps(entry, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        raise Rejection(
            Code.DATABASE_INVALID,
            f"Entry {entry.number} of chain {entry.chain} holds what no entry holds; check the "
            "books with croupier verify-log.",
        ) from None


# What there is to export.


def _rounds(connection: Connection, table: int | None, period: Period) -> Iterator[Row]:
    rounds = schema.rounds
    for number in _tables(connection, table):
        wanted = _ended_in(select(rounds).where(rounds.c.table == number), period)
        yield from _in_pages(connection, wanted, rounds.c.round)


def _results(connection: Connection, table: int | None, period: Period) -> Iterator[Row]:
    rounds, results = schema.rounds, schema.results
    seats = select(results.c.seat).distinct()
    for number in _tables(connection, table):
        of_table = connection.scalars(seats.where(results.c.table == number)).all()
        for seat in sorted(of_table):
            wanted = select(*results.columns, rounds.c.ended_ms).where(
                results.c.table == number,
                results.c.seat == seat,
                rounds.c.table == results.c.table,
                rounds.c.round == results.c.round,
            )
            yield from _in_pages(connection, _ended_in(wanted, period), results.c.round)


def _ended_in(wanted: "Select[Any]", period: Period) -> "Select[Any]":
    ended = schema.rounds.c.ended_ms
    if period.from_ms is not None:
        wanted = wanted.where(ended >= period.from_ms)
    return wanted if period.to_ms is None else wanted.where(ended < period.to_ms)


def _in_pages(connection: Connection, wanted: "Select[Any]", by: Any) -> Iterator[Row]:
    """Rows by the last column of their key, which is a number, a page at a time."""
    wanted = wanted.order_by(by).limit(_PAGE)
    after = 0
    while found := connection.execute(wanted.where(by > after)).all():
        yield from map(tuple, found)
        after = found[-1].round


def _tables(connection: Connection, table: int | None) -> Iterable[int]:
    return numbers_in(connection, schema.rounds.c.table) if table is None else (table,)


def entries_in(connection: Connection, table: int | None, period: Period) -> Iterator[Stored]:
    """The entries of a table, or of everything, in a period."""
    chains = numbers_in(connection, schema.entries.c.chain) if table is None else (table,)
    for chain in chains:
        first, last = None, None
        if period.from_ms is not None:
            first = entry_from(connection, chain, period.from_ms)
        if period.to_ms is not None:
            last = entry_from(connection, chain, period.to_ms) - 1
        if chain in period.upto:
            last = period.upto[chain] if last is None else min(last, period.upto[chain])
        yield from entries_of(connection, chain, first=first, last=last)


def _postings(connection: Connection, table: int | None, period: Period) -> Iterator[Row]:
    for entry in entries_in(connection, table, period):
        for account, cents in entry.postings:
            yield entry.chain, entry.number, entry.at_ms, account, cents


def _significant(connection: Connection, table: int | None, period: Period) -> Iterator[Row]:
    entries = schema.entries
    wanted = select(
        entries.c.chain,
        entries.c.number,
        entries.c.at_ms,
        entries.c.actor,
        entries.c.round,
        entries.c.significance,
        entries.c.body,
    ).where(entries.c.significance.is_not(None))
    if table is not None:
        wanted = wanted.where(entries.c.chain == table)
    if period.from_ms is not None:
        wanted = wanted.where(entries.c.at_ms >= period.from_ms)
    if period.to_ms is not None:
        wanted = wanted.where(entries.c.at_ms < period.to_ms)
    found = connection.execution_options(yield_per=_PAGE).execute(
        wanted.order_by(entries.c.at_ms, entries.c.chain, entries.c.number)
    )
    yield from (tuple(row) for row in found if period.tells(row.chain, row.number))


def _events(connection: Connection, table: int | None, period: Period) -> Iterator[Row]:
    for entry, number, event, round_number, is_on_paper in rounds_told(
        entries_in(connection, table, period)
    ):
        yield (
            entry.chain,
            entry.number,
            number,
            entry.at_ms,
            entry.actor,
            entry.command,
            round_number,
            is_on_paper,
            logged_name(type(event)),
            body_of(event),
        )


def _wagers(connection: Connection, table: int | None, period: Period) -> Iterator[Row]:
    for entry, number, event, round_number, is_on_paper in rounds_told(
        entries_in(connection, table, period)
    ):
        head = (entry.chain, round_number, is_on_paper, entry.number, number, entry.at_ms)
        match event:
            case happened.WagerSettled(seat, spot, stake, outcome, returned, withheld):
                odds = (
                    None if outcome.odds is None else f"{outcome.odds.won} to {outcome.odds.staked}"
                )
                yield (
                    *head,
                    seat,
                    spot,
                    stake if event.has_own_wager else 0,
                    outcome.result.value,
                    odds,
                    returned,
                    withheld,
                    event.because.clause,
                    event.because.sentence,
                )
            case happened.SettlementReversed(seat, spot, stake, returned):
                yield *head, seat, spot, -stake, "reversed", None, -returned, 0, None, None
            case happened.WagerReturned(seat, spot, cents):
                yield *head, seat, spot, cents, "returned", None, cents, 0, None, None
            case _:
                pass


def rounds_told(entries: Iterable[Stored]) -> Iterator[tuple[Stored, int, Logged, int, bool]]:
    """Every event with its number, its round (0 for none), and whether it is on paper alone.

    An entry that ends a round and begins the next one has events of both. On paper are those of a
    round that was over and was revised: they moved nothing themselves.
    """
    chain, on, paper_left, paper_round = None, 0, 0, 0
    for entry in entries:
        events = events_in(entry.body)
        if entry.chain != chain:
            begun = sum(isinstance(event, house.RoundBegan) for event in events)
            chain, on = entry.chain, entry.round - begun
        for number, event in enumerate(events, start=entry.first_event):
            if isinstance(event, house.RoundBegan):
                on = event.round
            elif isinstance(event, house.RoundRevised) and event.is_on_paper:
                paper_left, paper_round = event.event_count, event.round
            elif paper_left and isinstance(event, EVENTS):
                paper_left -= 1
                yield entry, number, event, paper_round, True
                continue
            yield entry, number, event, on, False


_ENTRY: Final[Columns] = {"chain": int, "entry": int}

EXPORTS: Final[dict[str, tuple[Columns, Any]]] = {
    "rounds": (
        {
            "table": int,
            "round": int,
            "first_entry": int,
            "last_entry": int,
            "ended_ms": int,
            "outcome": str,
            "seats": int,
            "staked_cents": int,
            "returned_cents": int,
        },
        _rounds,
    ),
    "results": (
        {
            "table": int,
            "seat": int,
            "round": int,
            "user": int,
            "staked_cents": int,
            "returned_cents": int,
            "credit_before_cents": int,
            "credit_after_cents": int,
            "ended_ms": int,
        },
        _results,
    ),
    "wagers": (
        {
            "table": int,
            "round": int,
            "is_on_paper": bool,
            "entry": int,
            "event": int,
            "at_ms": int,
            "seat": int,
            "spot": str,
            "stake_cents": int,
            "result": str,
            "odds": str,
            "returned_cents": int,
            "withheld_cents": int,
            "clause": str,
            "because": str,
        },
        _wagers,
    ),
    "postings": ({**_ENTRY, "at_ms": int, "account": str, "cents": int}, _postings),
    "events": (
        {
            **_ENTRY,
            "event": int,
            "at_ms": int,
            "actor": str,
            "command": str,
            "round": int,
            "is_on_paper": bool,
            "kind": str,
            "data": str,
        },
        _events,
    ),
    "significant": (
        {
            **_ENTRY,
            "at_ms": int,
            "actor": str,
            "round": int,
            "significance": str,
            "events": str,
        },
        _significant,
    ),
}
"""By name: the columns, and where the rows come from."""
