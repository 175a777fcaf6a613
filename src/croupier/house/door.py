"""The door: who is let in, who is not, and for how long nobody is.

A log-in has three parts, because to check a password takes long: the door begins it, somebody
checks the password on another thread, and the door finishes it. From the fifth failure in a row
on, each locks the name for a while, each time for twice as long. A name that nobody has is
treated in the same way, so that nobody learns which names there are. What fails at addresses
from which somebody has logged in before counts apart: else anybody could lock him out.
"""

from dataclasses import dataclass, field
from typing import Final

from croupier.house import happenings as house
from croupier.house.accounts import PLAY_MONEY
from croupier.house.changes import Change
from croupier.house.commands import Person
from croupier.house.happenings import Happening
from croupier.house.passwords import (
    Checked,
    Entropy,
    Passwords,
    one_time_password,
    require_strong,
)
from croupier.house.people import People
from croupier.house.rate import wait_in_words, whole_seconds
from croupier.house.sent import Sent
from croupier.house.sessions import (
    GUEST_SESSION_MS,
    GUEST_TRIAL_MS,
    SESSION_MS,
    Session,
    Sessions,
)
from croupier.house.users import Failures, User, name_key
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection

__all__ = ["Admission", "Attempt", "Door", "Refused"]

_FAILURES_FREE: Final = 4
_FIRST_LOCK_S: Final = 60
_LONGEST_LOCK_S: Final = 3600
_MOST_STRANGERS: Final = 10_000
_LONGEST_TYPED: Final = 200


@dataclass(frozen=True, slots=True)
class Attempt:
    """A log-in, or a change of password, that has begun and waits for the password's check."""

    user: int | None
    """Who it would be; None where nobody has the name."""
    hashed: str | None = field(repr=False)
    """What the password is to be checked against."""
    address: str
    """Where it comes from."""
    lock_s: int
    """For how long the name is locked there if this fails."""


@dataclass(frozen=True, slots=True)
class Admission:
    """Somebody is in, as soon as the change is durable."""

    change: Change
    person: Person
    session: Session
    token: str = field(repr=False)
    """The secret for his cookie; it is kept nowhere."""
    must_change_password: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Somebody is not let in, which is put on record before he is told."""

    change: Change
    rejection: Rejection


class Door:
    """Lets people in and out."""

    def __init__(
        self,
        people: People,
        passwords: Passwords,
        *,
        entropy: Entropy,
        admits_guests: bool = True,
    ) -> None:
        self.people = people
        self.sessions: Sessions = people.sessions
        self.passwords = passwords
        self.admits_guests = admits_guests
        self._entropy = entropy
        self._strangers: dict[str, Failures] = {}
        """Failures under names that nobody has, the oldest first."""

    def first_administrator(self, now_ms: int) -> tuple[Change, str]:
        """At the first start: an administrator, and the password he uses once."""
        password = one_time_password(self._entropy)
        hashed = self.passwords.hash_password(password)
        return self.people.first_administrator(hashed, now_ms), password

    # With a password.

    def begin_log_in(self, name: str, address: str, now_ms: int) -> Attempt:
        """The first part of a log-in; refused while the name is locked.

        It counts as a failure until it is finished: many at once win nothing.
        """
        typed = name[:_LONGEST_TYPED]
        return self._begin(self.people.known_as(typed), name_key(typed), address, now_ms)

    def finish_log_in(
        self,
        attempt: Attempt,
        checked: Checked,
        *,
        now_ms: int,
        sent: Sent | None = None,
    ) -> Admission | Refused:
        """The last part: what came of the check is put on record."""
        user = self._still(attempt, checked)
        if user is None:
            return self._failed(attempt, now_ms)
        user.welcome(attempt.address)
        user.hashed = checked.rehashed or user.hashed
        return self._admit(user, [house.LoggedIn(user.user)], now_ms, sent)

    def begin_password_change(
        self, who: Person, old: str, new: str, address: str, now_ms: int
    ) -> Attempt:
        """The first part of changing one's own password: `new` is good enough.

        Next `old` is checked like at a log-in, and `new` is hashed.
        """
        user = self.people.user(who.user)
        if user.is_guest:
            raise Rejection(Code.NOT_ALLOWED, "A guest has no password.")
        require_strong(new, name=user.name, old=old)
        return self._begin(user, name_key(user.name), address, now_ms)

    def finish_password_change(
        self,
        attempt: Attempt,
        checked: Checked,
        new_hashed: str,
        *,
        now_ms: int,
        sent: Sent | None = None,
    ) -> Admission | Refused:
        """The last part. All sessions end, and a new one begins."""
        user = self._still(attempt, checked)
        if user is None:
            return self._failed(attempt, now_ms)
        user.welcome(attempt.address)
        rows = self.sessions.revoke_all(user.user)
        token, session, begun = self.sessions.create(user.user, now_ms, SESSION_MS)
        rows.update(begun)
        change = self.people.replace_password(
            user,
            new_hashed,
            must_change_password=False,
            by=user.person,
            now_ms=now_ms,
            sent=sent,
            rows=rows,
        )
        return Admission(change, user.person, session, token)

    # Without.

    def guest(self, now_ms: int, *, play_cents: int, sent: Sent | None = None) -> Admission:
        """Lets somebody in who has no name here, with that much play money."""
        if not self.admits_guests:
            raise Rejection(
                Code.GUESTS_NOT_ADMITTED, "This house admits no guests; log in with a name."
            )
        if not self.people.has_room_for_guests:
            raise Rejection(
                Code.GUESTS_NOT_ADMITTED,
                "The house is full of guests; come again in a while, or log in with a name.",
            )
        self.people.journal.ledger.require_room([(PLAY_MONEY, -play_cents)])
        user = self.people.new_guest(now_ms)
        told: list[Happening] = [user.added(None)]
        if play_cents:
            told.append(house.PlayMoneyGranted(user.user, play_cents))
        return self._admit(user, told, now_ms, sent)

    # Inside.

    def behind(
        self, token: str, now_ms: int, *, may_owe_password: bool = False
    ) -> tuple[Person, Session]:
        """Who sends a request with that cookie."""
        session = self.sessions.look_up(token, now_ms)
        return self.who(session, now_ms, may_owe_password=may_owe_password), session

    def who(self, session: Session, now_ms: int, *, may_owe_password: bool = False) -> Person:
        """Who uses a session, as he is now. Its end is put off.

        With a password for one time he can do nothing but change it, log out, and ask who he is:
        `may_owe_password` is for these.
        """
        self.sessions.require_alive(session, now_ms)
        user = self.people.user(session.user)
        assert not user.is_disabled, "sessions of somebody disabled have been revoked"
        if user.must_change_password and not may_owe_password:
            raise Rejection(
                Code.PASSWORD_CHANGE_NEEDED,
                "Your password was for one time; change it before you do anything else.",
            )
        self.sessions.extend(session, now_ms, _lifetime_ms(user))
        return user.person

    def log_out(self, session: Session, now_ms: int, sent: Sent | None = None) -> Change:
        """Ends a session. A guest does not come back: he is known by it alone."""
        self.sessions.require_alive(session, now_ms)
        user = self.people.user(session.user)
        return self.people.enter(
            user,
            [house.LoggedOut(user.user)],
            actor=user.person.actor,
            at_ms=now_ms,
            sent=sent,
            rows=self.sessions.revoke(session),
        )

    # The parts.

    def _begin(self, user: User | None, key: str, address: str, now_ms: int) -> Attempt:
        failures = self._stranger(key) if user is None else user.failures_at(address)
        if failures.locked_until_ms > now_ms:
            wait_ms = failures.locked_until_ms - now_ms
            raise Rejection(
                Code.LOG_IN_LOCKED,
                "Too many log-ins under that name have failed; wait "
                f"{wait_in_words(wait_ms)} before the next.",
                wait_s=whole_seconds(wait_ms),
            )
        failures.count += 1
        lock_s = _lock_s(failures.count)
        failures.locked_until_ms = now_ms + lock_s * 1000 if lock_s else 0
        if user is None:
            return Attempt(None, None, address, lock_s)
        return Attempt(user.user, user.hashed, address, lock_s)

    def _stranger(self, key: str) -> Failures:
        failures = self._strangers.pop(key, None) or Failures()
        self._strangers[key] = failures
        if len(self._strangers) > _MOST_STRANGERS:
            del self._strangers[next(iter(self._strangers))]
        return failures

    def _still(self, attempt: Attempt, checked: Checked) -> User | None:
        """Whom to let in, if anybody: things may have changed while the password was checked."""
        if attempt.user is None or attempt.user not in self.people or not checked.is_right:
            return None
        user = self.people.user(attempt.user)
        return None if user.is_disabled or user.hashed != attempt.hashed else user

    def _failed(self, attempt: Attempt, now_ms: int) -> Refused:
        # A guest may have gone meanwhile.
        is_here = attempt.user is not None and attempt.user in self.people
        user = self.people.user(attempt.user) if attempt.user is not None and is_here else None
        told: list[Happening] = [
            house.LogInFailed(
                None if user is None else user.user, harmless(attempt.address, longest=64)
            ),
        ]
        is_locked = user is not None and user.failures_at(attempt.address).locked_until_ms > now_ms
        if user is not None and attempt.lock_s and is_locked:
            told.append(house.LockedOut(user.user, attempt.lock_s))
        change = self.people.enter(user, told, actor="house", at_ms=now_ms, sent=None)
        return Refused(
            change,
            Rejection(
                Code.LOG_IN_FAILED,
                "Name and password do not belong together, or the name is disabled. Try again, or "
                "ask an administrator.",
            ),
        )

    def _admit(
        self, user: User, told: list[Happening], now_ms: int, sent: Sent | None
    ) -> Admission:
        lifetime_ms = GUEST_TRIAL_MS if user.is_guest else SESSION_MS
        token, session, rows = self.sessions.create(user.user, now_ms, lifetime_ms)
        change = self.people.enter(
            user, told, actor=user.person.actor, at_ms=now_ms, sent=sent, rows=rows
        )
        return Admission(change, user.person, session, token, user.must_change_password)


def _lifetime_ms(user: User) -> int:
    return GUEST_SESSION_MS if user.is_guest else SESSION_MS


def _lock_s(failures: int) -> int:
    """For how long that many failures in a row lock a name: 60 s, then twice as long each time."""
    beyond = min(failures - _FAILURES_FREE, 16)
    return min(_FIRST_LOCK_S << (beyond - 1), _LONGEST_LOCK_S) if beyond > 0 else 0
