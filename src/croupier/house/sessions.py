"""Who is logged in, and the tickets with which he opens a socket.

A session is known by its token, a secret that lies in a cookie. Kept is only the token's hash, so
that the database opens no session. A session ends when it is not used for a while; each use puts
the end off. A ticket is good once, for half a minute: it may stand in an address, where a cookie
may not.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.house import schema
from croupier.house.changes import Rows
from croupier.house.passwords import Entropy
from croupier.rejection import Code, Rejection

__all__ = ["GUEST_SESSION_MS", "GUEST_TRIAL_MS", "SESSION_MS", "TICKET_MS", "Session", "Sessions"]

SESSION_MS: Final = 12 * 3600 * 1000
GUEST_SESSION_MS: Final = 7 * 24 * 3600 * 1000
GUEST_TRIAL_MS: Final = 3600 * 1000
"""A guest's session ends so soon if it is never used: programs come in and forget it."""
TICKET_MS: Final = 30 * 1000

_MOST_OF_A_USER: Final = 20
_MOST_TICKETS: Final = 20_000
_STEPS: Final = 12
"""The end of a session is put off in twelfths of its length, so that not every use is written."""
_LONGEST_SECRET: Final = 64


@dataclass(slots=True)
class Session:
    """Somebody who is logged in, on one device."""

    token_hash: str
    user: int
    csrf: str = field(repr=False)
    """What a page must send along to show that the request is its own."""
    expires_ms: int
    used_ms: int = field(default=0, compare=False)
    """When it was last used, as far as is known: this is not written."""


@dataclass(frozen=True, slots=True)
class _Ticket:
    session: Session
    expires_ms: int


class Sessions:
    """All sessions and tickets. Tickets are kept in memory alone."""

    def __init__(self, entropy: Entropy, rows: Iterable[Mapping[str, Any]] = ()) -> None:
        self._entropy = entropy
        self._by_hash: dict[str, Session] = {}
        self._of_user: dict[int, dict[str, Session]] = {}
        self._tickets: dict[str, _Ticket] = {}
        """In the order in which they were made, and so in which they end."""
        self._unwritten: set[str] = set()
        self._ended: set[int] = set()
        for row in rows:
            self._keep(Session(row["token_hash"], row["user"], row["csrf"], row["expires_ms"]))

    # Sessions.

    def create(self, user: int, now_ms: int, lifetime_ms: int) -> tuple[str, Session, Rows]:
        """A new session, the token that opens it, and the rows to be written."""
        rows = Rows()
        token = self._entropy(32).hex()
        session = Session(_hash(token), user, self._entropy(32).hex(), now_ms + lifetime_ms, now_ms)
        assert session.token_hash not in self._by_hash, "the source of randomness repeats itself"
        self._keep(session)
        _put(rows, session)
        # Nobody needs more; without a bound, a program that logs in again and again fills memory.
        own = sorted(self._of_user[user].values(), key=lambda one: one.expires_ms)
        for old in own[:-_MOST_OF_A_USER]:
            if old is not session:
                rows.update(self.revoke(old))
        return token, session, rows

    def look_up(self, token: str, now_ms: int) -> Session:
        """The session that a token opens."""
        digest = _hash(token)
        session = self._by_hash.get(digest)
        if session is None or not hmac.compare_digest(session.token_hash, digest):
            raise _log_in_needed()
        self.require_alive(session, now_ms)
        return session

    def require_alive(self, session: Session, now_ms: int) -> None:
        """Refuses a session that has ended or was revoked."""
        if not self.is_alive(session, now_ms):
            raise _log_in_needed()

    def is_alive(self, session: Session, now_ms: int) -> bool:
        """Whether a session goes on."""
        return self._by_hash.get(session.token_hash) is session and session.expires_ms > now_ms

    def extend(self, session: Session, now_ms: int, lifetime_ms: int) -> None:
        """Puts the end off because the session was used; `take_unwritten` has the row."""
        session.used_ms = now_ms
        if now_ms + lifetime_ms - session.expires_ms >= lifetime_ms // _STEPS:
            session.expires_ms = now_ms + lifetime_ms
            self._unwritten.add(session.token_hash)

    def revoke(self, session: Session) -> Rows:
        """Ends a session; its tickets are worth nothing any more."""
        rows = Rows()
        self._forget(session)
        rows.drop(schema.sessions, token_hash=session.token_hash)
        self._unwritten.discard(session.token_hash)
        return rows

    def revoke_all(self, user: int) -> Rows:
        """Ends all sessions of somebody."""
        rows = Rows()
        for session in self.of(user):
            rows.update(self.revoke(session))
        return rows

    def of(self, user: int) -> tuple[Session, ...]:
        """The sessions of somebody."""
        return tuple(self._of_user.get(user, {}).values())

    def sweep(self, now_ms: int) -> set[int]:
        """Forgets what has ended, and says whose it was; `take_unwritten` has the rows."""
        ended = [one for one in self._by_hash.values() if one.expires_ms <= now_ms]
        for session in ended:
            self._forget(session)
            self._unwritten.add(session.token_hash)
        self._sweep_tickets(now_ms)
        return {session.user for session in ended}

    def take_unwritten(self) -> Rows:
        """Rows of sessions that were put off or have ended: to be written with the next change.

        If the house is killed before, somebody has to log in again a little earlier.
        """
        rows = Rows()
        for token_hash in sorted(self._unwritten):
            session = self._by_hash.get(token_hash)
            if session is None:
                rows.drop(schema.sessions, token_hash=token_hash)
            else:
                _put(rows, session)
        self._unwritten.clear()
        return rows

    def take_ended(self) -> set[int]:
        """Whose last session has ended since this was asked."""
        ended, self._ended = self._ended, set()
        return ended

    @staticmethod
    def require_csrf(session: Session, csrf: str | None) -> None:
        """Refuses a request that another site may have made the browser send."""
        if not hmac.compare_digest(_hash(csrf or ""), _hash(session.csrf)):
            raise Rejection(
                Code.REQUEST_FORGED,
                "The request does not carry the session's own CSRF token; send it along.",
            )

    # Tickets.

    def ticket(self, session: Session, now_ms: int) -> str:
        """A ticket to open one socket with."""
        self.require_alive(session, now_ms)
        self._sweep_tickets(now_ms)
        ticket = self._entropy(32).hex()
        self._tickets[_hash(ticket)] = _Ticket(session, now_ms + TICKET_MS)
        if len(self._tickets) > _MOST_TICKETS:
            del self._tickets[next(iter(self._tickets))]
        return ticket

    def use_ticket(self, ticket: str, now_ms: int) -> Session:
        """The session behind a ticket, which is used up by this."""
        found = self._tickets.pop(_hash(ticket), None)
        if found is None or found.expires_ms <= now_ms:
            raise Rejection(
                Code.LOG_IN_NEEDED, "This ticket is not good, or not any more; ask for a new one."
            )
        self.require_alive(found.session, now_ms)
        return found.session

    def _sweep_tickets(self, now_ms: int) -> None:
        while self._tickets:
            first = next(iter(self._tickets))
            if self._tickets[first].expires_ms > now_ms:
                return
            del self._tickets[first]

    # Keeping.

    def _keep(self, session: Session) -> None:
        self._by_hash[session.token_hash] = session
        self._of_user.setdefault(session.user, {})[session.token_hash] = session

    def _forget(self, session: Session) -> None:
        self._by_hash.pop(session.token_hash, None)
        own = self._of_user.get(session.user, {})
        own.pop(session.token_hash, None)
        if not own:
            self._of_user.pop(session.user, None)
            self._ended.add(session.user)


def _put(rows: Rows, session: Session) -> None:
    rows.put(
        schema.sessions,
        token_hash=session.token_hash,
        user=session.user,
        csrf=session.csrf,
        expires_ms=session.expires_ms,
    )


def _hash(secret: str) -> str:
    """The hash under which a secret is kept; of one that is too long, a hash of no secret."""
    written = secret[: _LONGEST_SECRET + 1].encode(errors="replace")
    return hashlib.sha256(written).hexdigest()


def _log_in_needed() -> Rejection:
    return Rejection(Code.LOG_IN_NEEDED, "Nobody is logged in here, or not any more; log in.")
