"""Somebody as the house keeps him; his name; what he may be, and may do."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.house import schema
from croupier.house.accounts import Money
from croupier.house.changes import Rows
from croupier.house.commands import Person
from croupier.house.happenings import Role, UserAdded
from croupier.house.rate import address_key, is_this_machine
from croupier.rejection import Code, Rejection

__all__ = [
    "Failures",
    "User",
    "actor_of",
    "name_key",
    "number_of",
    "require_compatible",
    "require_role",
    "roles_in_order",
    "tidied",
]

_LONGEST_NAME: Final = 40
_MOST_ADDRESSES: Final = 5
_ALONE: Final = (Role.AUDITOR, Role.ADMINISTRATOR)
"""Whoever looks over others, or makes them what they are, does nothing else."""


@dataclass(slots=True)
class Failures:
    """Log-ins that failed since the last that did not."""

    count: int = 0
    locked_until_ms: int = 0


@dataclass(slots=True)
class User:
    """Somebody as the house keeps him."""

    user: int
    name: str
    hashed: str | None = field(repr=False)
    """The hash of his password; None for a guest, who is known by his session alone."""
    roles: frozenset[Role]
    money: Money
    created_ms: int
    is_disabled: bool = False
    must_change_password: bool = False
    failures: Failures = field(default_factory=Failures)
    """From addresses that he has not logged in from before."""
    failures_at_home: Failures = field(default_factory=Failures)
    """From those he has; nobody elsewhere can lock him out there."""
    known_addresses: tuple[str, ...] = ()
    """Where he has logged in from, the last first."""
    is_gone: bool = False
    """A guest whose session has ended; he never comes back."""

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "User":
        """Somebody as the database has him."""
        return cls(
            row["user"],
            row["name"],
            row["password"],
            frozenset(Role(role) for role in row["roles"].split(",")),
            Money(row["money"]),
            row["created_ms"],
            row["is_disabled"],
            row["must_change_password"],
            Failures(row["failed_log_ins"], row["locked_until_ms"]),
            Failures(row["failed_at_home"], row["locked_at_home_ms"]),
            known_addresses=tuple(row["known_addresses"].split()),
            is_gone=row["is_gone"],
        )

    def put(self, rows: Rows) -> None:
        """Adds his row."""
        rows.put(
            schema.users,
            user=self.user,
            name=self.name,
            password=self.hashed,
            roles=",".join(roles_in_order(self.roles)),
            money=self.money.value,
            is_disabled=self.is_disabled,
            must_change_password=self.must_change_password,
            failed_log_ins=self.failures.count,
            locked_until_ms=self.failures.locked_until_ms,
            created_ms=self.created_ms,
            failed_at_home=self.failures_at_home.count,
            locked_at_home_ms=self.failures_at_home.locked_until_ms,
            known_addresses=" ".join(self.known_addresses),
            is_gone=self.is_gone,
        )

    def failures_at(self, address: str) -> Failures:
        """The failed log-ins that count for one from this address."""
        is_known = is_this_machine(address) or address_key(address) in self.known_addresses
        return self.failures_at_home if is_known else self.failures

    def welcome(self, address: str) -> None:
        """Notes that he has come in from there: nothing that failed counts any more."""
        here = address_key(address)
        others = (one for one in self.known_addresses if one != here)
        self.known_addresses = (here, *others)[:_MOST_ADDRESSES]
        self.forgive()

    def forgive(self) -> None:
        """Log-ins that failed count no more."""
        self.failures, self.failures_at_home = Failures(), Failures()

    @property
    def is_guest(self) -> bool:
        """Whether he came in without a name and a password."""
        return self.hashed is None

    def added(self, by: Person | None) -> UserAdded:
        """What the log says when he becomes known to the house."""
        roles = roles_in_order(self.roles)
        return UserAdded(self.user, self.name, roles, self.money, number_of(by))

    @property
    def person(self) -> Person:
        """Him as tables know him."""
        return Person(self.user, self.name, self.roles, self.money)


def tidied(name: str) -> str:
    """A name as it is kept: without blanks around it, with single ones inside."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(tidy) <= _LONGEST_NAME or not tidy.isprintable():
        raise Rejection(
            Code.NAME_INVALID, f"A name has 1 to {_LONGEST_NAME} characters that can be printed."
        )
    return tidy


def name_key(name: str) -> str:
    """What two names that would be taken for the same have in common."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def require_compatible(roles: Iterable[Role]) -> None:
    """Refuses roles that nobody may hold together. Others only exclude each other at a table."""
    holds = frozenset(roles)
    if not holds:
        raise Rejection(Code.ROLES_INCOMPATIBLE, "Somebody needs a role: player, say.")
    for role in _ALONE:
        if role in holds and len(holds) > 1:
            raise Rejection(
                Code.ROLES_INCOMPATIBLE, f"An {role} is nothing else; add a second person for that."
            )


def require_role(who: Person | None, *roles: Role) -> None:
    """Refuses whoever has none of these roles. At the house's own console everything is allowed."""
    if who is not None and not who.roles.intersection(roles):
        names = " or ".join(f"{'an' if role[0] == 'a' else 'a'} {role}" for role in roles)
        raise Rejection(Code.NOT_ALLOWED, f"Only {names} may do that.")


def actor_of(by: Person | None) -> str:
    """As the log names whoever does something."""
    return "house" if by is None else by.actor


def number_of(by: Person | None) -> int | None:
    """The number of whoever does something; None at the house's own console."""
    return None if by is None else by.user


def roles_in_order(roles: Collection[Role]) -> tuple[Role, ...]:
    """Roles in the order in which they are always named."""
    return tuple(role for role in Role if role in roles)
