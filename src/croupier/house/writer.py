"""Writes changes to the database, in the order they come, many in one transaction.

One thread writes. While it waits for the disk, further changes gather; they go into the next
transaction together. So thousands of terminals cost a few commits, and a single table at a slow
pace one commit for each thing that happens. A change is told to be durable only when the commit
that holds it has returned.

The right to write is held by a lock, and locks get lost: with a connection that dies while nothing
is written, with a lock file that somebody removes. So every transaction looks whether the house's
own chain, which every server writes to when it starts, still ends as this server left it; and over
a connection that is new, whether all chains do. If not, somebody else has written to the books, or
lost some of them, and nothing more is written here. A file is looked for by its name after every
commit: one that was moved or removed takes all that is written, and nobody will find it there.
"""

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Dialect, Engine, Table, and_, bindparam, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from croupier.house import schema
from croupier.house.accounts import is_wallet
from croupier.house.changes import Change, Rows, Written
from croupier.house.log import HOUSE_CHAIN, Head
from croupier.house.owning import Ownership, own
from croupier.rejection import Code, Rejection

__all__ = ["TakenOver", "Writer"]

_MOST_AT_ONCE: Final = 4096
_PATIENCE_S: Final = 20.0
"""How long a database that is gone is waited for."""
_IDLE_S: Final = 5.0
"""After how long without anything to write it is looked whether the books are still there."""

_ORDER: Final = {table.name: at for at, table in enumerate(schema.METADATA.sorted_tables)}

Done = Callable[[Sequence[Written], Exception | None], None]


class TakenOver(Exception):
    """The books do not end as they were left."""

    def __init__(self, chain: int) -> None:
        super().__init__(
            f"chain {chain} does not end as this server left it: another server has written to "
            "these books, or what was written was lost"
        )


class Writer:
    """A thread that writes changes and tells when they are durable."""

    def __init__(self, engine: Engine, done: Done) -> None:
        self._engine = engine
        self._done = done
        self._waiting: list[Written] = []
        self._wake = threading.Condition()
        self._is_ending = False
        self._statements = _Statements(engine.dialect)
        self._connection: Connection | None = None
        self._owned: Ownership | None = None
        self._is_compared = False
        """Whether over this connection all chains were seen to end as they should."""
        self._ends: dict[int, str] = {}
        """By chain: the hash of the last entry that is written."""
        self._own_end = _own_end(engine.dialect)
        self.commits = 0
        self.changes = 0
        self._thread = threading.Thread(target=self._run, name="croupier writer", daemon=True)

    def start(self, heads: Mapping[int, Head], owned: Ownership | None = None) -> None:
        """Begins to write after what is there, as `heads` say.

        It does so over the connection that the right to goes with, where there is one.
        """
        self._ends = {chain: head.hash for chain, head in heads.items()}
        self._owned = owned
        self._connection = None if owned is None else owned.connection
        self._thread.start()

    @property
    def is_at_work(self) -> bool:
        """Whether what is handed over is written."""
        return self._thread.is_alive()

    def submit(self, change: Written) -> None:
        """Hands over a change; `done` is called, on the writer's thread, when it is durable."""
        with self._wake:
            self._waiting.append(change)
            self._wake.notify()

    def end(self) -> None:
        """Writes what is waiting, then ends."""
        with self._wake:
            self._is_ending = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._wake:
                if not self._waiting and not self._is_ending:
                    self._wake.wait(_IDLE_S)
                taken = self._waiting[:_MOST_AT_ONCE]
                del self._waiting[:_MOST_AT_ONCE]
                if not taken and self._is_ending:
                    self._drop_connection()
                    return
            try:
                self._write_patiently(taken)
            except Exception as problem:  # noqa: BLE001 (told to the house, which stops)
                self._done(taken, problem)
                self._drop_connection()
                return
            if taken:
                self.commits += 1
                self.changes += len(taken)
                self._done(taken, None)

    def _write_patiently(self, changes: Sequence[Written]) -> None:
        """Writes; where the connection is lost, tries again for a while, and never twice.

        With nothing to write it is only looked: a database that is away is looked for again later.
        """
        until = time.monotonic() + _PATIENCE_S
        is_repeated = False
        while True:
            try:
                self._write(changes, is_repeated=is_repeated)
            except (DBAPIError, Rejection) as problem:
                self._drop_connection()
                if not changes and _is_away(problem):
                    return
                if not _is_away(problem) and not is_repeated:
                    raise
                if time.monotonic() > until:
                    raise
                is_repeated = True
                time.sleep(0.2)
            else:
                return

    def _write(self, changes: Sequence[Written], *, is_repeated: bool) -> None:
        if self._connection is None:
            # Whoever has lost the connection has lost the right to write, until he gets it again.
            has_right = self._owned is not None and self._owned.connection is not None
            owned = own(self._engine).connection if has_right else None
            self._connection = owned or self._engine.connect()
        connection = self._connection
        after = dict(self._ends)
        after.update(
            (one.entry.chain, one.entry.hash) for one in changes if isinstance(one, Change)
        )
        with connection.begin():
            if changes and connection.dialect.name == "sqlite":
                # By itself its driver begins only with the first row, and looks before that.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            if self._is_compared:
                self._require_own(connection)
            elif self._require_all(connection, after if is_repeated else None):
                changes = ()
            if changes:
                self._statements.write(connection, changes)
        if self._owned is not None:
            self._owned.require_there()
        self._is_compared = True
        self._ends = after

    def _require_own(self, connection: Connection) -> None:
        """Refuses to write where another server has been started."""
        found = connection.exec_driver_sql(self._own_end).scalar_one_or_none()
        if found != self._ends.get(HOUSE_CHAIN):
            raise TakenOver(HOUSE_CHAIN)

    def _require_all(self, connection: Connection, after: Mapping[int, str] | None) -> bool:
        """Refuses books that do not end as they were left.

        True where they end as they will `after` what is being written: if the answer to a commit
        was lost, it may be done all the same, all of it or nothing.
        """
        chains = schema.chains
        # With a lock, so that whoever is just writing comes first or not at all.
        rows = connection.execute(select(chains.c.chain, chains.c.hash).with_for_update())
        found = {row.chain: row.hash for row in rows}
        if after is not None and after != self._ends and found == after:
            return True
        for chain in sorted(found.keys() | self._ends.keys()):
            if found.get(chain) != self._ends.get(chain):
                raise TakenOver(chain)
        return False

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        self._is_compared = False
        if connection is not None:
            try:
                connection.close()
            except SQLAlchemyError:
                connection.invalidate()


def _is_away(problem: DBAPIError | Rejection) -> bool:
    """Whether that says no more than that the database cannot be reached now."""
    if isinstance(problem, Rejection):
        return problem.code is Code.HOUSE_UNAVAILABLE
    return problem.connection_invalidated


def _own_end(dialect: Dialect) -> str:
    """Asks for the last hash of the house's own chain, which nobody changes until the commit."""
    chains = schema.chains
    wanted = select(chains.c.hash).where(chains.c.chain == HOUSE_CHAIN).with_for_update(read=True)
    return str(wanted.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))


class _Statement:
    """A statement as the driver takes it, for rows with these columns."""

    def __init__(self, statement: Any, columns: Iterable[str], dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(columns))
        self._text = str(compiled)
        self._order: Sequence[str] | None = compiled.positiontup
        """The columns in the order of the marks, where the driver does not go by their names."""

    def execute(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Executes it for all of the rows."""
        values: list[Any] = list(rows)
        if self._order is not None:
            values = [tuple([row[column] for column in self._order]) for row in rows]
        connection.exec_driver_sql(self._text, values if len(values) > 1 else values[0])


class _Statements:
    """What is executed for a batch of changes, compiled once and then given to the driver.

    By way of SQLAlchemy's own cache a statement of one row takes twice as long.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._insert: Any = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
        self._known: dict[tuple[Any, ...], _Statement] = {}

    def write(self, connection: Connection, changes: Sequence[Written]) -> None:
        """Writes the changes in the transaction that is on."""
        entries, postings = [], []
        rows = Rows()
        for change in changes:
            if not isinstance(change, Change):
                rows.update(change.rows)
                continue
            entry = change.entry
            entries.append(
                {
                    "chain": entry.chain,
                    "number": entry.number,
                    "first_event": entry.first_event,
                    "event_count": entry.event_count,
                    "at_ms": entry.at_ms,
                    "actor": entry.actor,
                    "command": entry.command,
                    "asked": entry.asked,
                    "round": entry.round,
                    "significance": change.significance,
                    "body": entry.body,
                    "hash": entry.hash,
                }
            )
            postings += [
                {
                    "chain": entry.chain,
                    "number": entry.number,
                    "account": account,
                    "cents": cents,
                }
                for account, cents in entry.postings
            ]
            rows.update(change.rows)
            for account, cents in change.balances.items():
                if cents or not is_wallet(account):
                    rows.put(schema.accounts, account=account, cents=cents)
                else:
                    # Guests come and go: of who has nothing with the house nothing is kept here.
                    rows.drop(schema.accounts, account=account)
            rows.put(
                schema.chains,
                chain=entry.chain,
                entries=entry.number,
                events=entry.first_event + entry.event_count - 1,
                hash=entry.hash,
            )
        if entries:
            self._execute(connection, insert, schema.entries, entries)
        if postings:
            self._execute(connection, insert, schema.postings, postings)
        for table, values in _by_table(rows, are_dropped=False):
            self._execute(connection, self._putting, table, values)
        for table, values in _by_table(rows, are_dropped=True):
            self._execute(connection, _dropping, table, values)
        gone: dict[str, tuple[Table, list[dict[str, Any]]]] = {}
        for (name, user), table in rows.forgotten.items():
            gone.setdefault(name, (table, []))[1].append({"key_user": user})
        for table, values in gone.values():
            self._execute(connection, _forgetting, table, values)

    def _execute(
        self,
        connection: Connection,
        make: Callable[[Table], Any],
        table: Table,
        rows: Sequence[Mapping[str, Any]],
    ) -> None:
        known = (make, table.name, *rows[0])
        if known not in self._known:
            self._known[known] = _Statement(make(table), rows[0], self._dialect)
        self._known[known].execute(connection, rows)

    def _putting(self, table: Table) -> Any:
        key = [column.name for column in table.primary_key]
        statement = self._insert(table)
        rest = {
            column.name: statement.excluded[column.name]
            for column in table.columns
            if column.name not in key
        }
        if not rest:
            return statement.on_conflict_do_nothing(index_elements=key)
        return statement.on_conflict_do_update(index_elements=key, set_=rest)


def _dropping(table: Table) -> Any:
    matches = [column == bindparam(f"key_{column.name}") for column in table.primary_key]
    return delete(table).where(and_(*matches))


def _forgetting(table: Table) -> Any:
    return delete(table).where(table.c.user == bindparam("key_user"))


def _by_table(rows: Rows, *, are_dropped: bool) -> list[tuple[Table, list[dict[str, Any]]]]:
    found: dict[str, tuple[Table, list[dict[str, Any]]]] = {}
    for (name, key), (table, values) in rows.last.items():
        if (values is None) is not are_dropped:
            continue
        if values is None:
            values = {  # noqa: PLW2901
                f"key_{column.name}": part
                for column, part in zip(table.primary_key, key, strict=True)
            }
        found.setdefault(name, (table, []))[1].append(values)
    # A row that refers to another comes after it, and goes before it.
    return sorted(found.values(), key=lambda one: _ORDER[one[0].name], reverse=are_dropped)
