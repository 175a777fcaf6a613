"""The accounts of the ledger, by name.

Every transaction sums to zero over all accounts. Money enters from `cash`, which stands for
everything outside the house and is below zero by what people have brought in; play money enters
from `play money` in the same way, and no transaction touches both kinds.
"""

import re
from enum import StrEnum
from typing import Final

__all__ = [
    "CASH",
    "DIFFERENCES",
    "HOUSE",
    "PLAY_MONEY",
    "SOURCES",
    "VOUCHERS",
    "Money",
    "bank",
    "is_wallet",
    "meter",
    "outside",
    "owner_of_meter",
    "rack",
    "tips",
    "wagers",
    "wallet",
]


class Money(StrEnum):
    """What an account, a person or a table deals in. The two never mix."""

    CASH = "cash"
    PLAY = "play"
    """Play money: for guests, for trying things out."""


CASH: Final = "cash"
"""The world outside: what was brought in is below zero, what was carried out above."""
HOUSE: Final = "house"
"""The house's own bank, from which racks are filled."""
VOUCHERS: Final = "vouchers"
"""What is owed to whoever holds a voucher."""
DIFFERENCES: Final = "differences"
"""What counts of racks found too much or too little."""
PLAY_MONEY: Final = "play money"
"""Where play money comes from and where the racks of play tables are filled from."""

SOURCES: Final = frozenset({CASH, HOUSE, DIFFERENCES, PLAY_MONEY})
"""The accounts that may be below zero; no other may, ever, between two entries."""

_METER: Final = re.compile(r"table (\d+)/seat (\d+)")


def wallet(user: int) -> str:
    """What somebody has with the house while he is not sitting down with it."""
    return f"wallet {user}"


def is_wallet(account: str) -> bool:
    """Whether it is somebody's wallet."""
    return account.startswith("wallet ")


def meter(table: int, seat: int) -> str:
    """The credit meter of a seat: what its player has brought to the table and not bet."""
    return f"table {table}/seat {seat}"


def rack(table: int) -> str:
    """The chips of a table."""
    return f"table {table}/rack"


def wagers(table: int) -> str:
    """The stakes in action at a table: nobody's until they are settled or returned."""
    return f"table {table}/wagers"


def tips(table: int) -> str:
    """The dealer's tip box at a table."""
    return f"table {table}/tips"


def bank(money: Money) -> str:
    """Where racks of that kind of money are filled from."""
    return HOUSE if money is Money.CASH else PLAY_MONEY


def outside(money: Money) -> str:
    """Where that kind of money comes from, and where it goes when it leaves the house."""
    return CASH if money is Money.CASH else PLAY_MONEY


def owner_of_meter(account: str) -> tuple[int, int] | None:
    """Table and seat of a credit meter; None for another account."""
    match = _METER.fullmatch(account)
    return (int(match[1]), int(match[2])) if match else None
