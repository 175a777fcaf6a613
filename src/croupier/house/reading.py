"""Reading the books without touching them: entries, postings and rows, in pieces.

Whoever only reads (`croupier verify-log`, a recall, an export, a report) opens the database here.
It is opened for reading alone, as it stood at one moment, also while a server goes on writing.
Nothing is taken for granted: what stands in a column is handed out as it is, of whatever kind.
"""

import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    create_engine,
    func,
    inspect,
    select,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from croupier.house import schema
from croupier.house.database import database_url, later_form
from croupier.house.happenings import TableCreated
from croupier.house.log import events_in
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = [
    "Stored",
    "creation_of",
    "entries_of",
    "entry_from",
    "numbers_in",
    "open_to_read",
    "reading",
]

_PAGE: Final = 500
"""How many entries are fetched at a time: with their bodies, a megabyte or two."""
_FORM: Final = "alembic_version"
"""The table that says in which form the books are kept."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as it stands in the books, with its postings: whatever is there."""

    chain: Any
    number: Any
    first_event: Any
    event_count: Any
    at_ms: Any
    actor: Any
    command: Any
    asked: Any
    round: Any
    significance: Any
    body: Any
    hash: Any
    postings: tuple[tuple[Any, Any], ...] = ()


def open_to_read(written: str) -> Engine:
    """The engine for a database that is only read; refuses one that is not there."""
    url = database_url(written)
    if url.drivername != "sqlite":
        return create_engine(url, poolclass=NullPool)
    path = Path(str(url.database))
    if path.is_dir():
        raise Rejection(
            Code.FILE_UNAVAILABLE, f"{quoted(path, longest=100)} is a folder; name the file in it."
        )
    if not path.is_file():
        raise Rejection(Code.FILE_UNAVAILABLE, f"There is no file {quoted(path, longest=100)}.")
    return create_engine("sqlite://", creator=lambda: _open_file(path), poolclass=NullPool)


def _open_file(path: Path) -> sqlite3.Connection:
    """Opens an SQLite file for reading; also one on a disk that cannot be written to."""
    whole = quote(str(path.resolve()))
    try:
        opened = _connect(f"file:{whole}?mode=ro")
    except sqlite3.OperationalError:
        if path.with_name(f"{path.name}-wal").exists():
            raise
        # A write-ahead log needs a file beside it to be read by several. Where none can be made
        # and none is there, nobody can be writing either.
        opened = _connect(f"file:{whole}?immutable=1")
    # Half a character in a text is something to be found, not to fail on.
    opened.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    return opened


def _connect(uri: str) -> sqlite3.Connection:
    opened = sqlite3.connect(uri, uri=True, check_same_thread=False)
    try:
        opened.execute("PRAGMA query_only = ON")
        opened.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError:
        opened.close()
        raise
    return opened


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the books as they stand now, whatever is written meanwhile."""
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                # The driver begins a transaction for writing only; this one is for one view.
                connection.exec_driver_sql("BEGIN")
            else:
                connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            found = inspect(connection).get_table_names()
            if schema.entries.name not in found or schema.postings.name not in found:
                raise Rejection(Code.DATABASE_INVALID, "This database holds no books of a house.")
            if _FORM in found:
                _require_form(connection)
            yield connection
    except DBAPIError as problem:
        raise _unreadable(problem) from problem
    except SQLAlchemyError as problem:
        raise _unreadable(problem) from problem


def _require_form(connection: Connection) -> None:
    """Refuses books in another form than this version reads."""
    form = Table(_FORM, MetaData(), Column("version_num", String))
    written = str(connection.execute(select(form)).scalar())
    if written < schema.VERSION:
        raise Rejection(
            Code.DATABASE_INVALID,
            "These books are in the form of an earlier version; croupier serve, started on them "
            "once, brings them to this one's.",
        )
    if written > schema.VERSION:
        raise later_form()


def _unreadable(problem: SQLAlchemyError) -> Rejection:
    why = str(getattr(problem, "orig", None) or problem).strip().splitlines()[0].rstrip(".")
    return Rejection(Code.DATABASE_INVALID, f"The database cannot be read: {why}.")


def entries_of(
    connection: Connection,
    chain: Any,
    *,
    first: int | None = None,
    last: int | None = None,
    page: int = _PAGE,
) -> Iterator[Stored]:
    """The entries of a chain in order, with their postings, a page in memory at a time."""
    entries = schema.entries
    wanted = select(*(entries.c[name] for name in _COLUMNS)).where(entries.c.chain == chain)
    wanted = wanted.order_by(entries.c.number).limit(page)
    if last is not None:
        wanted = wanted.where(entries.c.number <= last)
    after = entries.c.number >= first if first is not None else None
    while True:
        found = connection.execute(wanted if after is None else wanted.where(after)).all()
        if not found:
            return
        moved = _postings_between(connection, chain, found[0].number, found[-1].number)
        for row in found:
            yield Stored(**row._mapping, postings=tuple(moved.get(row.number, ())))  # noqa: SLF001
        if len(found) < page:
            return
        after = entries.c.number > found[-1].number


_COLUMNS: Final = (
    "chain",
    "number",
    "first_event",
    "event_count",
    "at_ms",
    "actor",
    "command",
    "asked",
    "round",
    "significance",
    "body",
    "hash",
)


def _postings_between(
    connection: Connection, chain: Any, first: Any, last: Any
) -> dict[Any, list[tuple[Any, Any]]]:
    postings = schema.postings
    found: dict[Any, list[tuple[Any, Any]]] = {}
    rows = connection.execute(
        select(postings.c.number, postings.c.account, postings.c.cents)
        .where(postings.c.chain == chain, postings.c.number.between(first, last))
        .order_by(postings.c.number)
    )
    for number, account, cents in rows:
        found.setdefault(number, []).append((account, cents))
    # By code points, as the hash has them: a database may order letters by a language's rules.
    for moved in found.values():
        moved.sort(key=lambda one: str(one[0]))
    return found


def numbers_in(connection: Connection, column: "Column[Any]") -> Iterator[Any]:
    """The different values of the first column of a table's key, without reading all its rows."""
    value = connection.execute(select(func.min(column))).scalar()
    while value is not None:
        yield value
        value = connection.execute(select(func.min(column)).where(column > value)).scalar()


def creation_of(connection: Connection, table: int) -> TableCreated:
    """How a table was created: the first event of its log."""
    body = connection.execute(
        select(schema.entries.c.body).where(
            schema.entries.c.chain == table, schema.entries.c.number == 1
        )
    ).scalar_one_or_none()
    created = events_in(body)[0] if body is not None and table >= 1 else None
    if not isinstance(created, TableCreated):
        raise Rejection(Code.TABLE_UNKNOWN, f"There is no table {table}.")
    return created


def entry_from(connection: Connection, chain: int, at_ms: int) -> int:
    """The number of the first entry of a chain at that time or later, found by bisection.

    One above the last where there is none.
    """
    entries = schema.entries
    last = connection.execute(
        select(func.max(entries.c.number)).where(entries.c.chain == chain)
    ).scalar()
    if last is None:
        return 1
    time_of = select(entries.c.at_ms).where(entries.c.chain == chain)

    def when(number: int) -> int:
        return int(connection.execute(time_of.where(entries.c.number == number)).scalar_one())

    return 1 + bisect_left(_Times(last, when), at_ms)


class _Times(Sequence[int]):
    """The times of the entries of a chain, looked up one by one."""

    def __init__(self, count: int, when: Callable[[int], int]) -> None:
        self._count = count
        self._when = when

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: Any) -> Any:
        return self._when(at + 1)
