"""Balances added up anew, and whose money is of which kind."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from croupier.house.accounts import CASH, PLAY_MONEY, SOURCES, Money, wallet
from croupier.house.log import HOUSE_CHAIN
from croupier.house.verify.findings import Checked, Place, wrong
from croupier.house.verify.money import money_of_account
from croupier.money import format_cents

__all__ = ["Balances", "table_of"]

_OF_A_TABLE: Final = re.compile(r"table (\d+)/")
_WALLET: Final = re.compile(r"wallet (\d+)")
_OUTSIDE: Final = {CASH: Money.CASH, PLAY_MONEY: Money.PLAY}
"""Where money comes in and goes out."""


def table_of(account: str) -> int | None:
    """The table that an account belongs to, if it does to one."""
    match = _OF_A_TABLE.match(account)
    return int(match[1]) if match else None


@dataclass(slots=True)
class _Gone:
    """A guest who is gone."""

    cents: int
    """What is said to have been in his wallet."""
    at_ms: int
    place: Place
    since_cents: int = 0
    """What came to his wallet later: a difference, where a round of his was revised."""
    at_once_cents: int = 0
    """What came in the same millisecond: nobody can tell whether before or after."""

    def add(self, cents: int, at_ms: int) -> None:
        """Takes in what his wallet gained at a table."""
        if at_ms > self.at_ms:
            self.since_cents += cents
        elif at_ms == self.at_ms:
            self.at_once_cents += cents


@dataclass(slots=True)
class Balances:
    """What every account holds by the entries that were followed."""

    checked: Checked
    cents: dict[str, int] = field(default_factory=dict)
    tables: dict[int, Money] = field(default_factory=dict)
    """By table: the kind of money it is played for."""
    users: dict[int, Money] = field(default_factory=dict)
    """By user: the kind of money he has."""
    _gone: dict[str, "_Gone"] = field(default_factory=dict)
    """By his wallet: a guest who is gone."""

    def has_gone(self, user: int, cents: int, at_ms: int, place: Place) -> None:
        """Notes that a guest is gone, who is said to have left so much in his wallet.

        What he had won and lost until then stands in chains that are followed later.
        """
        self._gone[wallet(user)] = _Gone(cents, at_ms, place)

    def require_emptied(self) -> None:
        """Refuses that a guest is gone with another amount than was in his wallet then."""
        for account, gone in self._gone.items():
            left = self.cents.get(account, 0) - gone.since_cents
            if left not in (0, gone.at_once_cents):
                raise wrong(
                    gone.place,
                    f"guest_gone: {format_cents(gone.cents)} was left, and the wallet held "
                    f"{format_cents(gone.cents + left)} then.",
                )

    def post(
        self, place: Place, gains: Mapping[str, int], rows: Mapping[Any, Any], at_ms: int
    ) -> None:
        """Takes in an entry: `gains` by its events, `rows` by its postings. Both must agree."""
        for account in sorted({*gains, *rows}, key=str):
            expected = gains.get(account, 0)
            found = rows.get(account, 0)
            if found != expected or (expected == 0) is (account in rows):
                raise wrong(replace(place, account=str(account)), _difference(expected, found))
        self._require_zero(place, rows)
        for account, cents in rows.items():
            now = self.cents[account] = self.cents.get(account, 0) + cents
            self._count(account, cents)
            if account in self._gone and place.chain != HOUSE_CHAIN:
                self._gone[account].add(cents, at_ms)
            # What is with the house moves with several chains, of which none is first; it is
            # looked at in the end.
            if now < 0 and account not in SOURCES and not _WALLET.fullmatch(account):
                raise wrong(
                    replace(place, account=account),
                    f"it is {format_cents(now)} after this entry, and may not be below zero.",
                )

    def _require_zero(self, place: Place, rows: Mapping[str, int]) -> None:
        sums = dict.fromkeys(Money, 0)
        unknown = []
        for account, cents in rows.items():
            money = self._money_of(account)
            if money is None:
                unknown.append((account, cents))
            else:
                sums[money] += cents
        for account, cents in unknown:
            # Somebody of whom nothing is known yet: what he has is what it came from.
            open_kinds = [money for money in Money if sums[money]]
            money = open_kinds[0] if open_kinds else Money.PLAY
            sums[money] += cents
            if match := _WALLET.fullmatch(account):
                self.users[int(match[1])] = money
        for money, cents in sums.items():
            if cents:
                raise wrong(
                    place, f"its postings make {format_cents(cents)} of {money} money of nothing."
                )

    def _money_of(self, account: str) -> Money | None:
        table = table_of(account)
        if table is not None:
            return self.tables.get(table)
        match = _WALLET.fullmatch(account)
        return self.users.get(int(match[1])) if match else money_of_account(account)

    def _count(self, account: str, cents: int) -> None:
        if money := _OUTSIDE.get(account):
            counted = self.checked.in_cents if cents < 0 else self.checked.out_cents
            counted[money] += abs(cents)

    def require_rows(self, rows: Mapping[Any, Any], table: int | None) -> None:
        """Refuses balances that are not the sums of the postings, of all accounts or a table's."""
        accounts = {*rows, *self.cents}
        if table is not None:
            accounts = {one for one in accounts if table_of(str(one)) == table}
        for account in sorted(accounts, key=str):
            place = Place(account=str(account))
            expected = self.cents.get(account, 0)
            if account not in rows:
                if not expected and _WALLET.fullmatch(str(account)):
                    continue  # Of an empty wallet nothing is kept.
                raise wrong(place, f"it has no balance; {format_cents(expected)} is expected.")
            found = rows[account]
            if type(found) is not int or found != expected:
                shown = format_cents(found) if type(found) is int else repr(found)
                raise wrong(
                    place,
                    f"its balance is {shown}; its postings add up to {format_cents(expected)}.",
                )
        self.checked.accounts = len(accounts)

    def require_covered(self) -> None:
        """Refuses an account below zero that may not be."""
        for account in sorted(self.cents):
            cents = self.cents[account]
            if cents < 0 and account not in SOURCES:
                raise wrong(
                    Place(account=account),
                    f"its postings add up to {format_cents(cents)}, and it may not be below zero.",
                )


def _difference(expected: int, found: Any) -> str:
    shown = format_cents(found) if type(found) is int else repr(found)
    if expected and not found:
        return f"its posting of {format_cents(expected)} is missing."
    if not expected:
        return f"{shown} is posted, and no event of the entry moves it."
    return f"{shown} is posted; the events of the entry move {format_cents(expected)}."
