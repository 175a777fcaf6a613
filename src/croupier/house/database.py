"""The database: an SQLite file by default, PostgreSQL by its URL.

A commit that has returned is on the disk. SQLite is used with a write-ahead log and full
synchronisation; of PostgreSQL it is asked anew on every connection, whatever is usual there for
the server, the database or the role. One server at a time owns a database, because the live
tables are in its memory; who only reads (`croupier verify-log`, an export) asks nobody.
"""

import fcntl
import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from croupier.house import schema
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["Ownership", "database_url", "later_form", "migrate", "open_engine", "own"]

_LOGGER: Final = logging.getLogger("croupier.house")

_LOCK: Final = 0x63726F7570696572
"""The number of PostgreSQL's advisory lock: `croupier` in ASCII."""
_PATIENCE_S: Final = 15.0


def database_url(text_: str) -> URL:
    """A URL from what somebody wrote: a URL, or the path of an SQLite file."""
    written = text_.strip()
    if "://" not in written:
        written = f"sqlite:///{written}"
    for scheme in ("postgresql://", "postgres://"):
        if written.startswith(scheme):
            written = f"postgresql+psycopg://{written.removeprefix(scheme)}"
    try:
        url = make_url(written)
    except ArgumentError:
        raise _invalid(text_) from None
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise _invalid(text_)
    if url.drivername == "sqlite" and url.database in (None, "", ":memory:"):
        raise Rejection(
            Code.DATABASE_INVALID, "A house keeps its books in a file: sqlite:///croupier.db."
        )
    return url


def _invalid(written: str) -> Rejection:
    return Rejection(
        Code.DATABASE_INVALID,
        f"{quoted(written, longest=60)} is no database: give a file, sqlite:///FILE or "
        "postgresql://USER@HOST/NAME.",
    )


def open_engine(url: URL, *, must_exist: bool = False) -> Engine:
    """The engine for a database; `must_exist` refuses a file that is not there."""
    if url.drivername == "sqlite":
        path = Path(str(url.database))
        if must_exist and not path.is_file():
            raise Rejection(Code.FILE_UNAVAILABLE, f"There is no file {quoted(path, longest=100)}.")
        engine = create_engine(url, connect_args={"check_same_thread": False}, poolclass=NullPool)
        event.listen(engine, "connect", _set_up_sqlite)
        return engine
    engine = create_engine(url, pool_pre_ping=True, pool_size=4)
    event.listen(engine, "connect", _set_up_postgres)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout = 10000")
    with suppress(Exception):
        # A file that may only be read keeps the mode it has.
        cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _set_up_postgres(connection: Any, _record: object) -> None:
    # `remote_apply` waits for even more than `on`; whoever has chosen it keeps it.
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) "
        "WHERE current_setting('synchronous_commit') <> 'remote_apply'"
    )
    # Else it would be taken back with the transaction.
    connection.commit()


def migrate(engine: Engine) -> None:
    """Brings the database to the form this version writes, from an older one or from nothing."""
    # Imported here: nobody but the server waits for it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.migration import MigrationContext  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "croupier.house:migrations")
    began = time.monotonic()
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "sqlite":
                # By itself its driver makes every table at once, and who is killed in between
                # would leave half a database behind.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            config.attributes["connection"] = connection
            written = MigrationContext.configure(connection).get_current_revision()
            if written is None and inspect(connection).get_table_names():
                raise Rejection(
                    Code.DATABASE_INVALID,
                    "This database holds something else than a house; choose another one.",
                )
            if written is not None and written > schema.VERSION:
                raise later_form()
            is_earlier = written is not None and written < schema.VERSION
            if is_earlier:
                _LOGGER.warning(
                    "the books are in an earlier form and brought to this version's; where they "
                    "are long this takes a while"
                )
            command.upgrade(config, "head")
    except SQLAlchemyError as problem:
        raise unavailable(problem) from problem
    if is_earlier:
        # Only now it is on the disk; and it is as loud as what it ends.
        _LOGGER.warning(
            "the books are in this version's form now; it took %.1f s", time.monotonic() - began
        )


def later_form() -> Rejection:
    """The refusal of books that a later version of the program has written."""
    return Rejection(
        Code.DATABASE_INVALID,
        "These books are in the form of a later version of Croupier; use that one.",
    )


def unavailable(problem: SQLAlchemyError) -> Rejection:
    """What went wrong with a database, in a sentence."""
    why = str(getattr(problem, "orig", None) or problem).strip().splitlines()[0]
    return Rejection(Code.HOUSE_UNAVAILABLE, f"The database cannot be used: {why}.")


class Ownership:
    """The right to run the tables of a database, until it is given back or the process ends."""

    def __init__(self, give_back: Callable[[], None], connection: Connection | None = None) -> None:
        self.give_back = give_back
        self.connection = connection
        """Where the right goes with a connection: the one to write by. Of a server that was killed
        a commit may still be under way, and nobody has the right before that has ended."""


def own(engine: Engine) -> Ownership:
    """Takes the right to run the tables of a database; refused while another server has it."""
    take = _own_file if engine.dialect.name == "sqlite" else _own_server
    until = time.monotonic() + _PATIENCE_S
    while True:
        try:
            owned = take(engine)
        except SQLAlchemyError as problem:
            raise unavailable(problem) from problem
        if owned is not None:
            return owned
        # Whoever had it may have just been killed, and the database not have noticed yet.
        if time.monotonic() > until or engine.dialect.name == "sqlite":
            raise Rejection(
                Code.HOUSE_IN_USE,
                "Another server runs the tables of this database. Stop it, or choose another "
                "database with --database.",
            )
        time.sleep(0.1)


def _require_database(path: Path) -> None:
    """Refuses a file that is no database, before anything is written beside it."""
    if not path.parent.is_dir():
        raise Rejection(
            Code.FILE_UNAVAILABLE,
            f"There is no folder {quoted(path.parent, longest=100)} for the database.",
        )
    if not path.exists():
        return
    try:
        head = b"no file"
        if path.is_file():
            with path.open("rb") as file:
                head = file.read(16)
    except OSError as problem:
        raise Rejection(
            Code.FILE_UNAVAILABLE,
            f"{quoted(path, longest=100)} cannot be read: {problem.strerror}.",
        ) from None
    if head not in (b"", b"SQLite format 3\0"):
        raise Rejection(
            Code.DATABASE_INVALID, f"{quoted(path, longest=100)} is no SQLite database."
        )


def _require_one_name(path: Path) -> None:
    """Refuses a file that another name in a folder leads to: each would have a lock of its own.

    SQLite keeps what it has not yet put into the file beside it, by its name, so that whoever
    opened it by the other one would also miss what was written last.
    """
    if path.exists() and path.stat().st_nlink > 1:
        raise Rejection(
            Code.DATABASE_INVALID,
            f"{quoted(path, longest=100)} has another name as well (a hard link), and whoever "
            "opens it by that one would not see what is written. Copy it, and use the copy.",
        )


def _own_file(engine: Engine) -> Ownership | None:
    # By its real name, whatever symbolic link it was reached by.
    file_of_books = Path(str(engine.url.database)).resolve()
    _require_database(file_of_books)
    _require_one_name(file_of_books)
    path = f"{file_of_books}.lock"
    try:
        if not file_of_books.exists():
            # Seeds and hashes of passwords are in it: its owner alone reads it.
            os.close(os.open(file_of_books, os.O_WRONLY | os.O_CREAT, 0o600))
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as problem:
        raise Rejection(
            Code.FILE_UNAVAILABLE,
            f"{quoted(path, longest=100)} cannot be written: {problem.strerror}.",
        ) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return None
    return Ownership(lambda: os.close(file))


def _own_server(engine: Engine) -> Ownership | None:
    connection: Connection = engine.connect()
    try:
        has_it = connection.execute(
            text("SELECT pg_try_advisory_lock(:lock)"), {"lock": _LOCK}
        ).scalar_one()
        connection.commit()
    except OperationalError:
        connection.close()
        raise
    if not has_it:
        connection.close()
        return None
    if connection.execute(text("SHOW fsync")).scalar_one() == "off":
        _LOGGER.warning(
            "PostgreSQL runs with fsync off: after a power cut what was shown may be lost; switch "
            "it on"
        )
    connection.commit()
    # Kept out of the pool: the lock lasts as long as this connection does.
    connection.detach()
    return Ownership(connection.close, connection)
