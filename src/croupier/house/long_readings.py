"""What takes long to read: each by its name, so that another process can be told to do it."""

from typing import Final

from sqlalchemy import Connection

from croupier.house.export import Period, beginnings_of_rounds, export
from croupier.house.verify import Verdict, verify
from croupier.house.verify.books import Database

__all__ = ["check_books", "write_rows"]

_WITH_CARDS: Final = frozenset({"events", "significant", "wagers"})
"""Exports that tell of rounds; of one in play they tell nothing."""


def check_books(books: Connection, *, table: int | None) -> Verdict:
    """Checks all books, or those of one table."""
    return verify(Database(books), table=table)


def write_rows(
    file: str,
    books: Connection,
    *,
    what: str,
    table: int | None,
    from_ms: int | None,
    to_ms: int | None,
) -> int:
    """Writes the rows of an export to a file, but for rounds whose cards are out; how many."""
    upto = beginnings_of_rounds(books) if what in _WITH_CARDS else {}
    return export(books, what, file, table=table, period=Period(from_ms, to_ms, upto))
