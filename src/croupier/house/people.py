"""The people the house knows: names, roles, what kind of money they play for.

The log names people by their numbers, so nobody is ever removed from the books. A guest whose
session has ended can never come back, and is forgotten here. What is changed here is changed in
memory at once and handed out as a `Change`. `croupier.house.door` lets people in.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import Money, wallet
from croupier.house.changes import Change, Rows
from croupier.house.commands import Person
from croupier.house.happenings import Happening, Role
from croupier.house.journal import Journal
from croupier.house.sent import Sent
from croupier.house.sessions import Sessions
from croupier.house.users import (
    User,
    actor_of,
    name_key,
    number_of,
    require_compatible,
    require_role,
    roles_in_order,
    tidied,
)
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection

__all__ = ["People"]

_MOST_GUESTS: Final = 20_000
_ROOM_FOR_GUESTS: Final = 2_000
"""So many of them are kept free, by forgetting who has been away longest."""
_JUST_HERE_MS: Final = 10 * 60_000
"""Who was here so lately is not forgotten, even where there are too many."""
_MOST_AT_ONCE: Final = 500
_OF_GUESTS: Final = re.compile(r"guest [0-9]+( [0-9]+)?")
"""Names, as `name_key` has them, that are only given to guests: those of before are forgotten."""


class People:
    """Everybody the house knows. `by` is who does it; None is the house's own console."""

    def __init__(
        self,
        journal: Journal,
        sessions: Sessions,
        rows: Iterable[Mapping[str, Any]] = (),
        last: int = 0,
    ) -> None:
        """`rows` are those of everybody who is not gone, `last` the last number that was given."""
        self.journal = journal
        self.sessions = sessions
        self._users: dict[int, User] = {}
        self._by_name: dict[str, User] = {}
        self._guests: set[int] = set()
        """Who cannot come back when his session has ended."""
        for row in rows:
            self._keep(User.from_row(row))
        self._last = max(last, max(self._users, default=0))
        self._departing = {user for user in self._users if not sessions.of(user)}
        """Whose last session has ended; guests among them are forgotten when they have no seat."""

    def __iter__(self) -> Iterator[User]:
        """Everybody, in the order in which they came."""
        return iter([self._users[user] for user in sorted(self._users)])

    def __len__(self) -> int:
        return len(self._users)

    # Finding.

    def __contains__(self, user: object) -> bool:
        """Whether anybody has that number, and is not a guest who is gone."""
        return user in self._users

    def user(self, user: int) -> User:
        """Somebody by his number."""
        found = self._users.get(user)
        if found is None:
            raise Rejection(Code.USER_UNKNOWN, f"Nobody here has the number {harmless(user)}.")
        return found

    def person(self, user: int) -> Person:
        """Somebody as tables know him."""
        return self.user(user).person

    def find(self, name: str) -> Person:
        """Somebody by his name, in large letters or small."""
        found = self.known_as(name)
        if found is None:
            raise Rejection(Code.USER_UNKNOWN, f"Nobody here is called {quoted(name)}.")
        return found.person

    def known_as(self, name: str) -> User | None:
        """Who has that name, if anybody has."""
        return self._by_name.get(name_key(name))

    def require_unchanged(self, who: Person) -> None:
        """Refuses what somebody asked for who has since been shut out, or made something else."""
        user = self._users.get(who.user)
        if user is None or user.is_disabled or user.person != who:
            raise Rejection(
                Code.LOG_IN_NEEDED, "What you may do here has changed meanwhile; log in again."
            )

    @property
    def has_administrator(self) -> bool:
        """Whether somebody can add people and set up tables."""
        return any(self.administrators())

    def administrators(self) -> Iterator[User]:
        """Who may add people and set up tables, in the order in which they came."""
        for user in self:
            if Role.ADMINISTRATOR in user.roles and not user.is_disabled:
                yield user

    # Changing.

    def require_new(self, name: str, roles: Iterable[Role], *, by: Person | None) -> None:
        """Refuses somebody who cannot be added: to be asked before his password is hashed."""
        require_role(by, Role.ADMINISTRATOR)
        require_compatible(roles)
        if self.known_as(tidied(name)) is not None:
            raise Rejection(
                Code.USER_EXISTS, f"Somebody is called {quoted(name)} already; choose another name."
            )
        if name_key(name).isdecimal():
            raise Rejection(
                Code.NAME_INVALID, "People have numbers too, so a name is not one; add a letter."
            )
        if _OF_GUESTS.fullmatch(name_key(name)):
            raise Rejection(
                Code.NAME_INVALID, f"{quoted(name)} is a name for guests; choose another."
            )

    def add(
        self,
        name: str,
        hashed: str | None,
        roles: Iterable[Role],
        money: Money,
        *,
        by: Person | None,
        now_ms: int,
        must_change_password: bool = True,
        sent: Sent | None = None,
    ) -> Change:
        """Somebody new. Without a password he cannot log in until one is set for him.

        Whoever gives him a password knows it, so he has to change it at once; unless it is meant
        for a program.
        """
        holds = frozenset(roles)
        self.require_new(name, holds, by=by)
        must_change = must_change_password and hashed is not None
        user = self.register(
            User(self._last + 1, tidied(name), hashed, holds, money, now_ms, False, must_change)
        )
        return self.enter(user, [user.added(by)], actor=actor_of(by), at_ms=now_ms, sent=sent)

    def set_roles(
        self,
        user: int,
        roles: Iterable[Role],
        *,
        by: Person | None,
        now_ms: int,
        sent: Sent | None = None,
    ) -> Change:
        """Makes somebody something else. He has to log in again."""
        require_role(by, Role.ADMINISTRATOR)
        found = self.user(user)
        holds = frozenset(roles)
        require_compatible(holds)
        if found.is_guest and holds != {Role.PLAYER}:
            raise Rejection(
                Code.ROLES_INCOMPATIBLE,
                "Somebody without a password stays a player; set a password for him first.",
            )
        if Role.ADMINISTRATOR not in holds:
            self._require_another_administrator(found)
        found.roles = holds
        told = house.RolesSet(user, roles_in_order(holds), number_of(by))
        rows = self.sessions.revoke_all(user)
        return self.enter(found, [told], actor=actor_of(by), at_ms=now_ms, sent=sent, rows=rows)

    def set_password(
        self,
        user: int,
        hashed: str,
        *,
        by: Person | None,
        now_ms: int,
        must_change_password: bool = True,
        sent: Sent | None = None,
    ) -> Change:
        """Sets another person's password; his own he changes at the door, with the old one."""
        require_role(by, Role.ADMINISTRATOR)
        found = self.user(user)
        if by is not None and by.user == user:
            raise Rejection(
                Code.NOT_ALLOWED, "Your own password you change yourself, with the old one."
            )
        return self.replace_password(
            found,
            hashed,
            must_change_password=must_change_password,
            by=by,
            now_ms=now_ms,
            sent=sent,
            rows=self.sessions.revoke_all(user),
        )

    def disable(
        self,
        user: int,
        *,
        is_disabled: bool,
        by: Person | None,
        now_ms: int,
        sent: Sent | None = None,
    ) -> Change:
        """Shuts somebody out, or lets him in again. What he has with the house stays his."""
        require_role(by, Role.ADMINISTRATOR)
        found = self.user(user)
        if is_disabled:
            self._require_another_administrator(found)
        found.is_disabled = is_disabled
        if not is_disabled:
            found.forgive()
        rows = self.sessions.revoke_all(user) if is_disabled else Rows()
        told = house.UserDisabled(user, is_disabled, number_of(by))
        return self.enter(found, [told], actor=actor_of(by), at_ms=now_ms, sent=sent, rows=rows)

    # What the door does with them.

    def register(self, user: User) -> User:
        """Takes somebody in who has been checked."""
        assert user.user == self._last + 1, "numbers are given in turn"
        assert name_key(user.name) not in self._by_name, "that name is taken"
        self._last = user.user
        self._keep(user)
        return user

    def new_guest(self, now_ms: int) -> User:
        """Somebody who only wants to play, with play money, under a name nobody has."""
        number = self._last + 1
        name = f"Guest {number}"
        further = 1
        while self.known_as(name) is not None:
            # Somebody was given such a name before they were kept for guests.
            further += 1
            name = f"Guest {number} {further}"
        return self.register(User(number, name, None, frozenset({Role.PLAYER}), Money.PLAY, now_ms))

    @property
    def has_room_for_guests(self) -> bool:
        """Whether one more guest can be kept in mind."""
        return len(self._guests) < _MOST_GUESTS

    def departing(self, there: Collection[int], now_ms: int) -> list[int]:
        """Guests who will never come back, because their sessions have ended; some at a time.

        None of those who are at a table. Where there are too many guests, also those who have
        been away for longest.
        """
        self._departing |= self.sessions.take_ended()
        self._departing &= self._guests
        self._departing -= {user for user in self._departing if self.sessions.of(user)}
        found = sorted(self._departing.difference(there))
        beyond = len(self._guests) - len(found) - _MOST_GUESTS + _ROOM_FOR_GUESTS
        if beyond > 0:
            used_ms = {
                user: max(one.used_ms for one in self.sessions.of(user))
                for user in self._guests.difference(there, self._departing)
            }
            away = [user for user, at_ms in used_ms.items() if now_ms - at_ms > _JUST_HERE_MS]
            away.sort(key=lambda user: (used_ms[user], user))
            found += away[:beyond]
        return found[:_MOST_AT_ONCE]

    def let_go(self, guests: Iterable[int], now_ms: int) -> Change:
        """Forgets guests. Their play money goes back to where it came from."""
        rows, told = self.sessions.take_unwritten(), list[Happening]()
        for guest in guests:
            user = self._users.pop(guest)
            self._guests.remove(guest)
            del self._by_name[name_key(user.name)]
            self._departing.discard(guest)
            user.is_gone = True
            user.put(rows)
            rows.update(self.sessions.revoke_all(guest))
            for table in schema.OF_GUESTS:
                rows.forget(table, guest)
            told.append(house.GuestGone(guest, self.journal.ledger[wallet(guest)]))
        return self.enter(None, told, actor="house", at_ms=now_ms, sent=None, rows=rows)

    def first_administrator(self, hashed: str, now_ms: int) -> Change:
        """Whoever starts the house for the first time, under a password for one time."""
        assert not self.has_administrator, "the house has an administrator"
        return self.add(
            "administrator", hashed, {Role.ADMINISTRATOR}, Money.PLAY, by=None, now_ms=now_ms
        )

    def replace_password(
        self,
        user: User,
        hashed: str,
        *,
        must_change_password: bool,
        by: Person | None,
        now_ms: int,
        sent: Sent | None,
        rows: Rows,
    ) -> Change:
        """Puts a password in place of the old one, once it is clear that this may be done.

        `rows` are those of his sessions, which have been revoked.
        """
        user.hashed = hashed
        self._guests.discard(user.user)
        user.must_change_password = must_change_password
        user.forgive()
        told = house.PasswordSet(user.user, number_of(by))
        return self.enter(user, [told], actor=actor_of(by), at_ms=now_ms, sent=sent, rows=rows)

    def enter(
        self,
        user: User | None,
        events: Sequence[Happening],
        *,
        actor: str,
        at_ms: int,
        sent: Sent | None,
        rows: Rows | None = None,
    ) -> Change:
        """An entry with the row of the user whom it changed, and what else is to be written."""
        written = Rows()
        if user is not None:
            # First himself: the rows of his sessions refer to his.
            user.put(written)
            written.update(self.sessions.take_unwritten())
        written.update(rows or Rows())
        return self.journal.enter(events, actor=actor, at_ms=at_ms, sent=sent, rows=written)

    # Keeping.

    def _keep(self, user: User) -> None:
        self._users[user.user] = user
        self._by_name[name_key(user.name)] = user
        if user.is_guest and user.money is Money.PLAY:
            self._guests.add(user.user)

    def _require_another_administrator(self, leaving: User) -> None:
        if list(self.administrators()) == [leaving]:
            raise Rejection(
                Code.NOT_ALLOWED,
                f"{leaving.name} is the only administrator; make somebody else one first.",
            )
