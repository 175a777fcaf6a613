"""The close of day: all money of the house over a period, and whether it balances.

What was there and what moved make what is there, group by group; and all groups of one kind of
money together come to nothing, because whatever one has, another has given.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from sqlalchemy import Connection, case, func, select

from croupier.house import schema
from croupier.house.accounts import (
    CASH,
    DIFFERENCES,
    HOUSE,
    PLAY_MONEY,
    VOUCHERS,
    Money,
    owner_of_meter,
)
from croupier.house.log import HOUSE_CHAIN
from croupier.house.reading import creation_of, numbers_in
from croupier.house.reports import TableReport, report_table, span_of
from croupier.table.codec import Json

__all__ = ["DaySummary", "Group", "close_of_day"]


@dataclass(frozen=True, slots=True)
class Group:
    """Accounts of one sort: what was there, what came and went, what is there."""

    name: str
    money: Money
    opening_cents: int
    in_cents: int
    out_cents: int
    closing_cents: int

    @property
    def is_balanced(self) -> bool:
        """Whether what was there and what moved make what is there."""
        return self.opening_cents + self.in_cents - self.out_cents == self.closing_cents


@dataclass(frozen=True, slots=True)
class DaySummary:
    """All money of the house over a period."""

    from_ms: int
    to_ms: int
    groups: tuple[Group, ...]
    tables: tuple[TableReport, ...]

    @property
    def is_balanced(self) -> bool:
        """Whether every group balances, and all of them together come to nothing at both ends."""
        return all(group.is_balanced for group in self.groups) and not any(
            sum(getattr(group, at) for group in self.groups if group.money is money)
            for money in Money
            for at in ("opening_cents", "closing_cents")
        )

    def to_json(self) -> dict[str, Json]:
        """A plain object."""
        return {
            "from_ms": self.from_ms,
            "to_ms": self.to_ms,
            "is_balanced": self.is_balanced,
            "groups": [
                {
                    **{one.name: getattr(group, one.name) for one in fields(group)},
                    "money": group.money.value,
                }
                for group in self.groups
            ],
            "tables": [table.to_json() for table in self.tables],
        }


@dataclass(slots=True)
class _Sums:
    came: int = 0
    went: int = 0
    after: int = 0
    now: int = 0


@dataclass(slots=True)
class _Sorting:
    """Sorts accounts into groups."""

    connection: Connection
    tables: dict[int, Money] = field(default_factory=dict)
    users: dict[int, Money] = field(default_factory=dict)

    def __post_init__(self) -> None:
        users = self.connection.execute(select(schema.users.c.user, schema.users.c.money))
        self.users = {row.user: Money(row.money) for row in users}

    def group_of(self, account: str) -> tuple[str, Money]:
        """The name of the group, and the kind of money."""
        fixed = {
            CASH: ("outside", Money.CASH),
            PLAY_MONEY: ("outside", Money.PLAY),
            HOUSE: ("house", Money.CASH),
            DIFFERENCES: ("differences", Money.CASH),
            VOUCHERS: ("vouchers", Money.CASH),
        }
        if account in fixed:
            return fixed[account]
        owner, _, number = account.partition("/")[0].partition(" ")
        if owner == "wallet":
            return "wallets", self.users.get(int(number), Money.PLAY)
        table = int(number)
        if table not in self.tables:
            self.tables[table] = creation_of(self.connection, table).terms.money
        if owner_of_meter(account) is not None:
            return "credit meters", self.tables[table]
        names = {"rack": "racks", "wagers": "wagers", "tips": "tips"}
        return names[account.partition("/")[2]], self.tables[table]


def close_of_day(connection: Connection, from_ms: int, to_ms: int) -> DaySummary:
    """All money of the house from a time on to before another, and what every table did."""
    sorting = _Sorting(connection)
    sums: dict[tuple[str, Money], _Sums] = {}
    for row in connection.execute(select(schema.accounts)):
        sums.setdefault(sorting.group_of(row.account), _Sums()).now += row.cents
    chains = list(numbers_in(connection, schema.entries.c.chain))
    for chain in chains:
        first, last = span_of(connection, chain, from_ms, to_ms)
        for account, came, went in _flows(connection, chain, first, last):
            group = sums.setdefault(sorting.group_of(account), _Sums())
            group.came += came
            group.went += went
        for account, came, went in _flows(connection, chain, last + 1, None):
            sums.setdefault(sorting.group_of(account), _Sums()).after += came - went
    groups = tuple(
        Group(
            name,
            money,
            one.now - one.after - one.came + one.went,
            one.came,
            one.went,
            one.now - one.after,
        )
        for (name, money), one in sorted(sums.items(), key=lambda item: item[0][::-1])
    )
    tables = tuple(
        report_table(connection, chain, from_ms, to_ms) for chain in chains if chain != HOUSE_CHAIN
    )
    return DaySummary(from_ms, to_ms, groups, tables)


def _flows(
    connection: Connection, chain: int, first: int, last: int | None
) -> Iterable[tuple[str, int, int]]:
    """By account: what came and what went in entries of a chain."""
    postings = schema.postings
    wanted = select(
        postings.c.account,
        func.sum(case((postings.c.cents > 0, postings.c.cents), else_=0)),
        func.sum(case((postings.c.cents < 0, -postings.c.cents), else_=0)),
    ).where(postings.c.chain == chain, postings.c.number >= first)
    if last is not None:
        wanted = wanted.where(postings.c.number <= last)
    for account, came, went in connection.execute(wanted.group_by(postings.c.account)):
        yield account, int(came), int(went)
