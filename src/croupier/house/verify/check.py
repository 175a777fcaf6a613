"""Checks the books of a house from the first entry to the last, reading only.

Chain by chain, in order: numbers and hashes, postings worked out anew from the events, every round
played again by its script, salts, shuffles and commitments, then the rows beside the log and the
balances. It stops at the first thing that is wrong. `docs/house-log.md` documents the log.

Whatever the length of the log, a page of its entries is in memory at a time. What is kept beside
that grows with the house: each of its people, accounts and vouchers, of each closed day where the
chains stood, of each round of a table the number of the entry in which it began. Ids of commands,
of which there are most, are kept in a file.
"""

from collections.abc import Callable, Iterator
from typing import Final

from croupier.house.log import HOUSE_CHAIN, Head
from croupier.house.reading import Stored
from croupier.house.verify.anchors import Anchors
from croupier.house.verify.balances import Balances
from croupier.house.verify.books import Books
from croupier.house.verify.chain import ChainCheck, Follower
from croupier.house.verify.findings import Checked, Found, Place, Verdict, wrong
from croupier.house.verify.house import HouseCheck
from croupier.house.verify.rows import TableRows
from croupier.house.verify.sent import SentBefore
from croupier.house.verify.staff import Staff
from croupier.house.verify.table import TableCheck
from croupier.rejection import Code, Rejection
from croupier.table.worth import Progress, quietly

__all__ = ["verify"]

_EVERY: Final = 200
"""After how many entries progress is told."""


def verify(books: Books, *, table: int | None = None, progress: Progress = quietly) -> Verdict:
    """Checks all chains, or one table's alone; refuses a table that there is not."""
    check = _Check(books, table, progress)
    try:
        check.run()
    except Found as found:
        return Verdict(check.checked, found.found, books.connection is None)
    return Verdict(check.checked, None, books.connection is None)


class _Check:
    """One check under way."""

    def __init__(self, books: Books, table: int | None, progress: Progress) -> None:
        self.checked = Checked()
        self._books = books
        self._table = table
        self._progress = progress
        self._balances = Balances(self.checked)
        self._anchors = Anchors()
        self._staff = Staff()
        self._sent: SentBefore
        self._heads: dict[int, Head] = {}
        self._total = 0

    def run(self) -> None:
        with SentBefore() as self._sent:
            self._run()

    def _run(self) -> None:
        self._heads = self._books.heads()
        self._total = sum(
            head.entries for head in self._heads.values() if type(head.entries) is int
        )
        for chain in self._chains():
            self._run_chain(chain)
        if self._table is None:
            for chain in self._anchors.chains():
                self._anchors.end(chain)
            self._progress("Looking for rows that belong nowhere", 1.0)
            self._books.require_end()
        self._progress("Adding up accounts", 1.0)
        self._balances.require_rows(self._books.balances(), self._table)
        if self._table is None:
            self._balances.require_covered()
            self._balances.require_emptied()

    def _chains(self) -> list[int]:
        chains = self._books.chains()
        for chain in (*chains, *self._heads):
            if type(chain) is not int or chain < HOUSE_CHAIN:
                raise wrong(Place(), f"there is a chain {chain!r}, which is none.")
        if self._table is None:
            return sorted({*chains, *self._heads})
        if self._table not in chains or self._table == HOUSE_CHAIN:
            raise Rejection(Code.TABLE_UNKNOWN, f"There is no table {self._table} in these books.")
        return [self._table]

    def _run_chain(self, chain: int) -> None:
        check = ChainCheck(
            chain,
            self._follower(chain),
            self._balances,
            self._anchors,
            self.checked,
            sent=self._sent,
            reread=self._rereading(chain),
        )
        name = "the house" if chain == HOUSE_CHAIN else f"table {chain}"
        for at, entry in enumerate(self._books.entries(chain), start=1):
            if self.checked.entries % _EVERY == 0:
                share = self.checked.entries / self._total if self._total else 0.0
                self._progress(f"Checking {name}, entry {at:,}", min(share, 1.0))
            check.take(entry)
        if self._heads and chain not in self._heads:
            raise wrong(Place(chain), "where this chain stands is not kept.")
        check.end(self._heads.get(chain))

    def _follower(self, chain: int) -> Follower:
        connection = self._books.connection
        if chain == HOUSE_CHAIN:
            return HouseCheck(self._balances, self._anchors, self._staff, connection)
        rows = TableRows(connection, chain) if connection is not None else None
        return TableCheck(
            chain, self._balances, self.checked, rows, self._rereading(chain), staff=self._staff
        )

    def _rereading(self, chain: int) -> Callable[[int], Iterator[Stored]]:
        return lambda first: self._books.entries(chain, first=first)
