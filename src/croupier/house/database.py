"""The database: an SQLite file by default, PostgreSQL by its URL.

A commit that has returned is on the disk. SQLite is used with a write-ahead log and full
synchronisation; of PostgreSQL it is asked anew on every connection, whatever is usual there for
the server, the database or the role. One server at a time owns a database, because the live
tables are in its memory; who only reads (`croupier verify-log`, an export) asks nobody.
"""

import logging
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event, inspect, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from croupier.house import schema
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["database_url", "later_form", "migrate", "open_engine", "unavailable"]

_LOGGER: Final = logging.getLogger("croupier.house")


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
