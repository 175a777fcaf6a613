"""Who is there: connections to tables, and when something last came from a seat.

A seat is kept for a while for somebody who is gone, and for longer for somebody who is there and
does nothing; then it is free for others.
"""

from collections.abc import Iterable
from typing import Final

from croupier.house.live_table import LiveTable
from croupier.house.picture import Status

__all__ = ["Presence"]

_IDLE_TIMES: Final = 4
"""For how many times as long a seat is kept for who is there and does nothing."""
_RETURN_MS: Final = 30_000
"""How long after a start is waited for who sat there before, until he counts as gone."""


class Presence:
    """Who looks at which table, and how long nothing has come from which seat."""

    def __init__(self) -> None:
        self._connections: dict[tuple[int, int], int] = {}
        """By table and user: how many are open."""
        self._last_seen_ms: dict[tuple[int, int], int] = {}
        """By table and seat: when its player came, went, or did something there."""
        self._since_ms = 0
        """From when on those count as seen who were there before."""

    def begin(self, now_ms: int) -> None:
        """The house opens: whoever sits there is waited for from now on."""
        self._since_ms = now_ms

    def arrives(self, table: int, user: int) -> bool:
        """Notes a connection to a table; whether it is his first."""
        count = self._connections[table, user] = self._connections.get((table, user), 0) + 1
        return count == 1

    def departs(self, table: int, user: int) -> bool:
        """Notes that a connection is gone; whether it was his last."""
        count = self._connections.get((table, user), 1) - 1
        if count:
            self._connections[table, user] = count
            return False
        self._connections.pop((table, user), None)
        return True

    def is_there(self, table: int, user: int) -> bool:
        """Whether somebody has a connection to a table."""
        return (table, user) in self._connections

    def all_there(self) -> set[int]:
        """Who has a connection to any table."""
        return {user for _, user in self._connections}

    def seen(self, table: int, seats: Iterable[int], now_ms: int) -> None:
        """Something came from these seats."""
        for seat in seats:
            self._last_seen_ms[table, seat] = now_ms

    def not_come_back(self, live: LiveTable, now_ms: int) -> set[int]:
        """Who sat there before the start, as if connected, and nothing has come from since.

        Where the house was killed nobody could note that their connections were lost.
        """
        if now_ms - self._since_ms <= _RETURN_MS:
            return set()
        seats = live.picture.seats
        seen = {one.user for at, one in seats.items() if (live.number, at) in self._last_seen_ms}
        sitting = {one.user for one in seats.values() if one.is_connected}
        return {user for user in sitting - seen if not self.is_there(live.number, user)}

    def abandoned_seats(self, live: LiveTable, now_ms: int) -> list[int]:
        """Seats of those who are gone or do nothing, and have nothing in the round."""
        terms, picture = live.picture.terms, live.picture
        if not terms.seat_held_s or picture.status is Status.CLOSED:
            return []
        found = []
        for seat, one in picture.seats.items():
            is_there = self.is_there(live.number, one.user)
            if (picture.round_is_on and seat in picture.slip_cents) or (
                # With a dealer there may be nothing that a player could do.
                is_there and terms.is_dealt_by_hand
            ):
                continue
            held_s = terms.seat_held_s * (_IDLE_TIMES if is_there else 1)
            seen_ms = self._last_seen_ms.get((live.number, seat), self._since_ms)
            if now_ms - seen_ms > 1000 * held_s:
                found.append(seat)
        return found

    def forget_empty_seats(self, tables: Iterable[LiveTable]) -> None:
        """Keeps only what is known of seats in which somebody sits."""
        sitting = {(live.number, seat) for live in tables for seat in live.picture.seats}
        for gone in self._last_seen_ms.keys() - sitting:
            del self._last_seen_ms[gone]
