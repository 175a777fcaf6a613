"""The running account of a player: his decisions, his mistakes by kind, and what they cost."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from croupier.table.codec import Json, from_json, to_json
from croupier.training.coach.review import Reviewed

__all__ = ["Account", "MistakesOfKind", "account_from_json", "account_json"]

_PARTS_OF_A_CENT: Final = 1_000_000
"""What costs are kept to: an exact sum over an evening would have thousands of digits."""


@dataclass(frozen=True, slots=True)
class MistakesOfKind:
    """The mistakes of one kind."""

    kind: str
    count: int
    cost_cents: Fraction


@dataclass(frozen=True, slots=True)
class Account:
    """What a player's decisions came to."""

    decisions: int = 0
    kinds: tuple[MistakesOfKind, ...] = ()
    """The dearest kind first."""

    @property
    def mistakes(self) -> int:
        """How many choices were worth less than another."""
        return sum(one.count for one in self.kinds)

    @property
    def cost_cents(self) -> Fraction:
        """What they cost together, to a millionth of a cent each."""
        return sum((one.cost_cents for one in self.kinds), Fraction(0))

    def with_reviewed(self, reviewed: Iterable[Reviewed]) -> "Account":
        """The account after further decisions."""
        account = self
        for one in reviewed:
            account = account._with_one(one)
        return account

    def _with_one(self, reviewed: Reviewed) -> "Account":
        if reviewed.kind is None:
            return Account(self.decisions + 1, self.kinds)
        kinds = {one.kind: one for one in self.kinds}
        before = kinds.get(reviewed.kind, MistakesOfKind(reviewed.kind, 0, Fraction(0)))
        cost_cents = before.cost_cents + rounded_cost_cents(reviewed)
        kinds[reviewed.kind] = MistakesOfKind(reviewed.kind, before.count + 1, cost_cents)
        dearest = sorted(kinds.values(), key=lambda one: (-one.cost_cents, one.kind))
        return Account(self.decisions + 1, tuple(dearest))


def rounded_cost_cents(reviewed: Reviewed) -> Fraction:
    """What a choice cost, to a millionth of a cent."""
    parts = round(reviewed.cost_cents.value * _PARTS_OF_A_CENT)
    return Fraction(parts, _PARTS_OF_A_CENT)


def account_json(account: Account) -> Json:
    """The account as JSON, without loss."""
    return to_json(account)


def account_from_json(data: Json) -> Account:
    """The account behind its JSON; refuses what is none."""
    return from_json(Account, data, "account")
