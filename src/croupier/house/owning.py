"""The right to run the tables of a database: one server at a time has it.

The live tables are in the memory of the server that runs them, so a second one would pay the same
money out again. Of an SQLite file the right is a lock on a file beside it, of PostgreSQL an
advisory lock, which goes with a connection. Who only reads asks nobody.
"""

import fcntl
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from croupier.house.database import unavailable
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["FileGone", "Ownership", "own"]

_LOGGER: Final = logging.getLogger("croupier.house")

_LOCK: Final = 0x63726F7570696572
"""The number of PostgreSQL's advisory lock: `croupier` in ASCII."""
_PATIENCE_S: Final = 15.0


class FileGone(Exception):
    """Books that are not where they were: what is written goes where nobody will find it."""


class _FileOfBooks:
    """The file of an SQLite database, and the one beside it that what is written goes to first.

    A file that is open can be moved, removed or replaced, and whoever has it open goes on writing
    to what nobody else sees any more.
    """

    def __init__(self, path: Path) -> None:
        self._seen: dict[Path, tuple[int, int] | None] = {
            path: _identity(path),
            path.with_name(f"{path.name}-wal"): None,
        }

    def require_there(self) -> None:
        """Refuses to believe in what was written to a file that has gone."""
        for path, seen in self._seen.items():
            now = _identity(path)
            if seen is None:
                # It is made when something is written first.
                self._seen[path] = now
            elif now != seen:
                raise FileGone(
                    f"the file {path.name} was moved, removed or replaced while it was in use"
                )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Ownership:
    """The right to run the tables of a database, until it is given back or the process ends."""

    def __init__(
        self,
        give_back: Callable[[], None],
        connection: Connection | None = None,
        require_there: Callable[[], None] = lambda: None,
    ) -> None:
        self.give_back = give_back
        self.connection = connection
        """Where the right goes with a connection: the one to write by. Of a server that was killed
        a commit may still be under way, and nobody has the right before that has ended."""
        self.require_there = require_there
        """Raises `FileGone` where the books are a file and it is not where it was."""


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
    books = _FileOfBooks(file_of_books)
    return Ownership(lambda: os.close(file), require_there=books.require_there)


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
