"""The ledger in memory: what every account holds now."""

from collections.abc import Iterable, Mapping

from croupier.house.accounts import SOURCES
from croupier.house.postings import Posting

__all__ = ["Ledger"]


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

    def require_covered(self, accounts: Iterable[str]) -> None:
        """Fails where an account that may not be is below zero: a bug, never a player's mistake."""
        for account in accounts:
            assert self._cents.get(account, 0) >= 0 or account in SOURCES, (
                f"{account} would be at {self._cents[account]}"
            )

    def items(self) -> Iterable[tuple[str, int]]:
        """All accounts that hold something, or owe it, and how much."""
        return self._cents.items()
