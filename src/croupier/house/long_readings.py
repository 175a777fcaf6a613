"""What takes long to read: each by its name, so that another process can be told to do it."""

from typing import Final

from sqlalchemy import Connection

from croupier.house.export import Period, beginnings_of_rounds, export
from croupier.house.reports import stakes_by_spot
from croupier.house.verify import Verdict, verify
from croupier.house.verify.books import Database

__all__ = ["add_up_stakes", "check_books", "write_rows"]

_WITH_CARDS: Final = frozenset({"events", "significant", "wagers"})
"""Exports that tell of rounds; of one in play they tell nothing."""


def check_books(books: Connection, *, table: int | None) -> Verdict:
    """Checks all books, or those of one table."""
    return verify(Database(books), table=table)


def add_up_stakes(
    books: Connection, *, tables: tuple[int, ...], from_ms: int, to_ms: int
) -> dict[int, dict[str, int]]:
    """By table: what was staked before the deal on each spot, in rounds that ended then."""
    period = Period(from_ms, to_ms)
    return {table: stakes_by_spot(books, table, period) for table in tables}


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
