"""The ledger in memory: what every account holds now."""

from collections.abc import Iterable, Mapping
from typing import Final

from croupier.house.accounts import SOURCES
from croupier.house.postings import Posting
from croupier.rejection import Code, Rejection

__all__ = ["MOST_ON_AN_ACCOUNT", "Ledger"]

MOST_ON_AN_ACCOUNT: Final = 10**17
"""No account is brought beyond this, in cents, or below its negative: far within what a database
counts, and what anybody has."""


class Ledger:
    """Balances. What is written of them is written with the entry that changed them."""

    def __init__(self, balances: Mapping[str, int] | None = None) -> None:
        self._cents = {account: cents for account, cents in (balances or {}).items() if cents}
        """Without those that hold nothing: guests come and go."""

    def __getitem__(self, account: str) -> int:
        """What the account holds, in cents."""
        return self._cents.get(account, 0)

    def post(self, postings: Iterable[Posting]) -> None:
        """Moves money. What is moved sums to zero, or nothing is."""
        moved = list(postings)
        assert sum(cents for _, cents in moved) == 0, f"these postings make or lose money: {moved}"
        for account, cents in moved:
            has = self._cents.get(account, 0) + cents
            if has:
                self._cents[account] = has
            else:
                self._cents.pop(account, None)

    def require_room(self, postings: Iterable[Posting]) -> None:
        """Refuses to bring an account further from nothing than the books can hold."""
        for account, cents in postings:
            has = self[account]
            if abs(has + cents) > max(MOST_ON_AN_ACCOUNT, abs(has)):
                raise Rejection(
                    Code.AMOUNT_INVALID,
                    f"The account “{account}” would come to more than the books can hold.",
                )

    def require_covered(self, accounts: Iterable[str]) -> None:
        """Fails where an account that may not be is below zero: a bug, never a player's mistake."""
        for account in accounts:
            assert self._cents.get(account, 0) >= 0 or account in SOURCES, (
                f"{account} would be at {self._cents[account]}"
            )

    def items(self) -> Iterable[tuple[str, int]]:
        """All accounts that hold something, or owe it, and how much."""
        return self._cents.items()
