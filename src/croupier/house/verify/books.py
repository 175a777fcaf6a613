"""The books that are checked: a database, or an export of its log."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol

import orjson
from sqlalchemy import Connection, select

from croupier.house import schema
from croupier.house.log import HOUSE_CHAIN, Head
from croupier.house.reading import Stored, entries_of, numbers_in
from croupier.house.verify.findings import Place, wrong
from croupier.house.verify.rows import stray_posting, tables_in
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection

__all__ = ["FORMAT", "VERSION", "Books", "Database", "LogFile", "is_log_file"]

FORMAT: Final = "croupier log"
VERSION: Final = 2

_LONGEST: Final = 2**30
"""No line of an export is longer: room for the largest stadium's settlement."""


class Books(Protocol):
    """What is checked."""

    @property
    def connection(self) -> Connection | None:
        """The database, where there is more than the log alone."""
        ...

    def chains(self) -> list[Any]:
        """The chains that have entries, in order."""
        ...

    def entries(self, chain: int, first: int = 1) -> Iterator[Stored]:
        """The entries of a chain in order, with their postings."""
        ...

    def heads(self) -> dict[int, Head]:
        """Where every chain is said to stand."""
        ...

    def balances(self) -> dict[Any, Any]:
        """What every account is said to hold."""
        ...

    def require_end(self) -> None:
        """Refuses what stands there and was not asked for, once all chains have been."""
        ...


class Database:
    """The books in a database."""

    def __init__(self, connection: Connection) -> None:
        self.connection: Connection | None = connection
        self._connection = connection

    def chains(self) -> list[Any]:
        """The chains that have entries, in order."""
        return list(numbers_in(self._connection, schema.entries.c.chain))

    def entries(self, chain: int, first: int = 1) -> Iterator[Stored]:
        """The entries of a chain in order, with their postings."""
        # Also one with a number below 1, if somebody put it there.
        return entries_of(self._connection, chain, first=first if first > 1 else None)

    def heads(self) -> dict[int, Head]:
        """Where every chain is said to stand."""
        return {
            row.chain: Head(row.entries, row.events, row.hash)
            for row in self._connection.execute(select(schema.chains))
        }

    def balances(self) -> dict[Any, Any]:
        """What every account is said to hold."""
        rows = self._connection.execute(select(schema.accounts.c.account, schema.accounts.c.cents))
        return {row.account: row.cents for row in rows}

    def require_end(self) -> None:
        """Refuses postings of entries, and rows of tables, that are not in the log."""
        stray = stray_posting(self._connection)
        if stray is not None:
            chain, number, account = stray
            raise wrong(
                Place(chain, number, account=str(account)), "it has a posting, and is not there."
            )
        chains = self.chains()
        for name, number in tables_in(self._connection):
            if number not in chains or number == HOUSE_CHAIN:
                raise wrong(
                    Place(), f"{name} has rows of table {number!r}, of which there is no log."
                )


def is_log_file(path: Path) -> bool:
    """Whether a file is an export of a log: whether it begins like one."""
    try:
        with path.open("rb") as file:
            return file.read(1) == b"{"
    except OSError:
        return False


class LogFile:
    """An export of a log: lines of JSON, chain by chain, as `croupier.house.export` writes it."""

    connection: Connection | None = None

    def __init__(self, path: Path) -> None:
        try:
            self._file: BinaryIO = path.open("rb")
        except OSError as problem:
            raise Rejection(
                Code.FILE_UNAVAILABLE,
                f"The file {quoted(path, longest=100)} cannot be read: {problem.strerror}.",
            ) from None
        try:
            self._header = self._read_header()
        except Rejection:
            self._file.close()
            raise
        self._starts: dict[int, int] = {}
        """By chain: where in the file it begins."""
        self._next = self._file.tell()
        """Where the chain begins that has not been read yet."""

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()

    def _read_header(self) -> dict[str, Any]:
        try:
            header = orjson.loads(self._file.readline(_LONGEST))
        except ValueError:
            header = None
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise Rejection(Code.RECORD_INVALID, f"Not a {FORMAT}: its first line does not say so.")
        if header.get("version") != VERSION:
            raise Rejection(
                Code.RECORD_VERSION,
                f"This log has format version {harmless(header.get('version'))}; this program "
                f"reads version {VERSION}.",
            )
        return header

    def heads(self) -> dict[int, Head]:
        """Where every chain is said to stand."""
        try:
            heads = {chain: Head(*head) for chain, *head in self._header["heads"]}
        except (KeyError, TypeError, ValueError):
            raise wrong(Place(), "the first line does not say where every chain stands.") from None
        for chain in heads:
            if type(chain) is not int:
                raise wrong(Place(), f"the first line has a chain {chain!r}, which is none.")
        return heads

    def chains(self) -> list[Any]:
        """The chains that should have entries, in order."""
        return sorted(chain for chain, head in self.heads().items() if head.entries)

    def balances(self) -> dict[Any, Any]:
        """What every account is said to hold."""
        try:
            return dict(self._header["accounts"])
        except (KeyError, TypeError, ValueError):
            raise wrong(Place(), "the first line does not say what every account holds.") from None

    def entries(self, chain: int, first: int = 1) -> Iterator[Stored]:
        """The entries of a chain in order, with their postings.

        Chains are asked for in their order. Of one that is being read, or was, an older entry may
        be asked for besides.
        """
        if chain not in self._starts:
            self._skip_to(chain)
        at = self._starts[chain]
        last = 0
        while True:
            self._file.seek(at)
            line = self._file.readline(_LONGEST)
            at = self._file.tell()
            entry = _entry(line, Place(chain, last + 1)) if line else None
            if entry is None or entry.chain != chain:
                return
            self._next = max(self._next, at)
            if type(entry.number) is not int or entry.number >= first:
                yield entry
            last += 1

    def _skip_to(self, chain: int) -> None:
        """Goes to where a chain begins, past the chains before it."""
        known = self.heads()
        while True:
            self._file.seek(self._next)
            line = self._file.readline(_LONGEST)
            entry = _entry(line, Place(chain)) if line else None
            if entry is None or entry.chain not in known or entry.chain >= chain:
                break
            self._next = self._file.tell()
        self._starts[chain] = self._next

    def require_end(self) -> None:
        """Refuses lines after the last chain, or before one, that nobody has asked for."""
        self._file.seek(self._next)
        line = self._file.readline(_LONGEST)
        if line:
            entry = _entry(line, Place())
            raise wrong(
                Place(),
                f"entry {entry.number} of chain {entry.chain} stands where it does not belong.",
            )


def _entry(line: bytes, place: Place) -> Stored:
    try:
        data = orjson.loads(line)
        data["postings"] = tuple((account, cents) for account, cents in data["postings"])
        entry = Stored(**data)
    except (ValueError, TypeError, KeyError) as problem:
        raise wrong(
            place, f"this line of the file is no entry ({harmless(problem, longest=80)})."
        ) from None
    if type(entry.chain) is not int:
        raise wrong(place, f"this line of the file is of a chain {entry.chain!r}, which is none.")
    return entry
