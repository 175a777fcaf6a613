"""The rows beside the log, which must say what the log says.

Rows are asked for in the order of the rounds and fetched many at a time, so that a log of any
length is checked with a few of them in memory.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Connection, Table, func, select, type_coerce
from sqlalchemy.types import NullType

from croupier.house import schema
from croupier.house.reading import numbers_in
from croupier.house.verify.findings import Place, wrong

__all__ = ["Rounds", "TableRows", "require_rows", "require_same", "stray_posting", "tables_in"]

_PAGE: Final = 1000
_MOST: Final = 20_000

Row = Mapping[str, Any]


def require_same(place: Place, what: str, expected: Row, row: Row | None) -> None:
    """Refuses a row that is missing, or says something else in some column."""
    if row is None:
        raise wrong(place, f"{what} has no row.")
    for column, value in expected.items():
        there = row[column]
        # SQLite has no kind of its own for true and false, and keeps whatever it is given.
        is_alike = isinstance(value, bool) or type(there) is type(value)
        if there != value or not is_alike:
            raise wrong(
                place, f"{what} has {column} {_shown(there)}; the log says {_shown(value)}."
            )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}…"


def require_rows(
    connection: Connection, table: Table, what: str, expected: Mapping[Any, Row], chain: int
) -> None:
    """Refuses rows of a small table that are not those the log says, no more and no fewer.

    They are named by the last column of their key, and those of a table of the house are picked
    out of the others by the first.
    """
    first, *others = table.primary_key
    named = others[-1] if others else first
    wanted = _select(table).where(first == chain) if others else _select(table)
    found = {row[named.name]: dict(row) for row in connection.execute(wanted).mappings()}
    for name, values in expected.items():
        require_same(Place(chain), f"{what} {name}", values, found.get(name))
    for name in found:
        if name not in expected:
            raise wrong(Place(chain), f"{what} {name} has a row, and the log knows nothing of it.")


def _select(table: Table) -> Any:
    # Whatever stands there, not what its column should hold.
    return select(*(type_coerce(column, NullType()).label(column.name) for column in table.columns))


def stray_posting(connection: Connection) -> tuple[Any, Any, Any] | None:
    """The first posting whose entry is not there: chain, number and account."""
    postings, entries = schema.postings, schema.entries
    found = connection.execute(
        select(postings.c.chain, postings.c.number, postings.c.account)
        .where(
            ~select(entries.c.number)
            .where(entries.c.chain == postings.c.chain, entries.c.number == postings.c.number)
            .exists()
        )
        .order_by(postings.c.chain, postings.c.number, postings.c.account)
        .limit(1)
    ).first()
    return None if found is None else (found[0], found[1], found[2])


def tables_in(connection: Connection) -> Iterable[tuple[str, Any]]:
    """The tables that rows beside the log name, and which rows."""
    for table in (
        schema.tables,
        schema.seats,
        schema.secrets,
        schema.rounds,
        schema.results,
        schema.revisions,
    ):
        for number in numbers_in(connection, table.c.table):
            yield table.name, number


class Rounds:
    """Rows by round, fetched in order, many at a time."""

    def __init__(self, connection: Connection, table: Table, key: Mapping[str, int]) -> None:
        self._connection = connection
        self._table = table
        self._key = key
        self._rows: dict[Any, Row] = {}
        self._from = self._until = 0
        """Rounds from the one to before the other have been fetched."""
        self.page = _PAGE

    def of(self, number: int) -> Row | None:
        """The row of a round; rounds are asked for in order, an older one now and then."""
        if number >= self._until:
            found = self._fetch(number, self.page)
            self._rows = {row["round"]: row for row in found}
            self._from = number
            self._until = found[-1]["round"] + 1 if len(found) == self.page else 2**63
        elif number < self._from:
            return next((row for row in self._fetch(number, 1) if row["round"] == number), None)
        return self._rows.get(number)

    def _fetch(self, first: int, count: int) -> list[Row]:
        wanted = _select(self._table).where(self._table.c.round >= first)
        for name, value in self._key.items():
            wanted = wanted.where(self._table.c[name] == value)
        found = self._connection.execute(wanted.order_by(self._table.c.round).limit(count))
        return [dict(row) for row in found.mappings()]


class TableRows:
    """The rows of one table."""

    def __init__(self, connection: Connection, table: int) -> None:
        self._connection = connection
        self._table = table
        self._rounds = Rounds(connection, schema.rounds, {"table": table})
        self._secrets = Rounds(connection, schema.secrets, {"table": table})
        self._results: dict[int, Rounds] = {}
        self.secrets_seen = 0

    def round(self, number: int) -> Row | None:
        """The row of a round that is over."""
        return self._rounds.of(number)

    def result(self, number: int, seat: int) -> Row | None:
        """The row of what a round brought a seat."""
        if seat not in self._results:
            key = {"table": self._table, "seat": seat}
            self._results[seat] = Rounds(self._connection, schema.results, key)
        found = self._results[seat]
        found.page = max(_MOST // len(self._results), 20)
        return found.of(number)

    def seed(self, number: int) -> Any | None:
        """The seed of a round, if it is kept; each round is asked for once."""
        seed = self.seed_again(number)
        self.secrets_seen += seed is not None
        return seed

    def seed_again(self, number: int) -> Any | None:
        """The same of a round that was asked for before."""
        row = self._secrets.of(number)
        return None if row is None else row["seed"]

    def require_counts(self, *, rounds: int, results: int) -> None:
        """Refuses rows of rounds that the log does not have."""
        for what, table, expected in (
            ("rounds that are over", schema.rounds, rounds),
            ("results", schema.results, results),
            ("seeds of rounds", schema.secrets, self.secrets_seen),
        ):
            count = self._connection.execute(
                select(func.count()).select_from(table).where(table.c.table == self._table)
            ).scalar_one()
            if count != expected:
                raise wrong(
                    Place(self._table),
                    f"there are {count} rows of {what}; the log says {expected}.",
                )

    def require_seats(self, expected: Mapping[int, Row]) -> None:
        """Refuses rows of seats that are not those the log says."""
        require_rows(self._connection, schema.seats, "seat", expected, self._table)

    def require_revisions(self, expected: set[tuple[int, int]]) -> None:
        """Refuses other revisions than the log has: pairs of round and entry."""
        revisions = schema.revisions
        wanted = select(revisions.c.round, revisions.c.entry)
        found = {
            (row[0], row[1])
            for row in self._connection.execute(wanted.where(revisions.c.table == self._table))
        }
        for number, entry in found:
            # What stands there need not be a number.
            if type(number) is not int or type(entry) is not int:
                raise wrong(
                    Place(self._table),
                    f"there is a revision of round {number!r} in entry {entry!r}, which is none.",
                )
        for number, entry in sorted(found ^ expected):
            what = "is not kept beside the log" if (number, entry) in expected else "is not there"
            raise wrong(
                Place(self._table, entry, round=number), f"a revision of this round {what}."
            )

    def state(self) -> Row | None:
        """The row of the table itself."""
        wanted = _select(schema.tables).where(schema.tables.c.table == self._table)
        found = self._connection.execute(wanted).mappings().first()
        return None if found is None else dict(found)
