"""Who is at the tables of a house: people come, go and do nothing, and seats become free again.

A connection that is lost is noted when it was not soon found again: one that comes and goes a
hundred times a second is worth no entry of the log. Now and then the house tidies up after those
who are gone.
"""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house.changes import Change
from croupier.house.commands import Person, TableCommand
from croupier.house.live_table import LiveTable
from croupier.house.presence import Presence
from croupier.house.rate import RateLimiter
from croupier.rejection import Rejection

if TYPE_CHECKING:
    from croupier.house.house import House

__all__ = ["Attendance"]

_LOGGER: Final = logging.getLogger("croupier.house")
_COMINGS: Final = (told.Sit, told.Leave, told.AddCredit, told.Tip)
"""What a player may do at any time, as often as he likes: each is an entry of the log."""
COMINGS: Final = 100
"""How often somebody may do any of that at once."""
COMINGS_MS: Final = 100
"""And how long he waits between two of them after that."""
GONE_S: Final = 2.0
"""How long somebody may be without a connection before that is noted."""
SWEEP_S: Final = 5.0
_AT_HAND_MS: Final = 60_000
"""How long what happened is kept at hand for who has lost his connection."""


class Attendance:
    """Who is there, as far as a house that is open can know."""

    def __init__(self, served: "House") -> None:
        self._house = served
        self.presence = Presence()
        self.comings = RateLimiter(burst=COMINGS, refill_ms=COMINGS_MS)
        self._leaving: dict[tuple[int, int], asyncio.TimerHandle] = {}
        """By table and user: who has just lost his last connection, and may be back at once."""
        self.sweeper: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Tidies up from now on."""
        self.sweeper = asyncio.create_task(self._sweep())

    async def end(self) -> None:
        """Leaves everything as it is."""
        if self.sweeper is not None:
            self.sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self.sweeper
        for leaving in self._leaving.values():
            leaving.cancel()

    # What people do.

    def require_pace(self, who: Person, command: TableCommand) -> None:
        """Refuses whoever comes and goes faster than anybody who plays."""
        if isinstance(command, _COMINGS):
            self.comings.check(who.actor, self._house.now_ms())

    def note(self, live: LiveTable, command: TableCommand, change: Change | None) -> None:
        """Notes that something came from a seat."""
        named: int | None = getattr(command, "seat", None)
        events = change.events if change is not None else ()
        taken = [one.seat for one in events if isinstance(one, house.SeatTaken)]
        seats = taken if named is None else [named]
        self.presence.seen(live.number, seats, self._house.last_ms)

    # Connections.

    def who_is_there(self) -> set[int]:
        """Who has a seat, or looks at a table."""
        tables = self._house.tables.values()
        seated = {one.user for live in tables for one in live.picture.seats.values()}
        return seated | self.presence.all_there()

    async def connected(self, table: int, user: int) -> None:
        """A player has opened a connection to a table."""
        leaving = self._leaving.pop((table, user), None)
        if leaving is not None:
            leaving.cancel()
        if self.presence.arrives(table, user):
            self._note_seen(table, user)
            with suppress(Rejection):
                await self._house.command(table, None, told.Connect(user))

    def disconnected(self, table: int, user: int) -> None:
        """A player has lost a connection to a table; noted unless he is soon back."""
        if self.presence.departs(table, user):
            self._note_seen(table, user)
            if self._house.is_open:
                loop = asyncio.get_running_loop()
                later = loop.call_later(GONE_S, self._is_gone, table, user)
                self._leaving[table, user] = later

    def _is_gone(self, table: int, user: int) -> None:
        del self._leaving[table, user]
        self._house.do_meanwhile(table, told.Disconnect(user))

    def _note_seen(self, table: int, user: int) -> None:
        seats = self._house.tables[table].picture.seats_of(user)
        self.presence.seen(table, seats, self._house.now_ms())

    # Tidying up.

    async def _sweep(self) -> None:
        """Tidies up now and then, whatever goes wrong with it once."""
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                self._forget_what_was()
                await self.free_seats()
                await self._note_who_has_not_come_back()
                if self._house.problem is None:
                    await self._house.on_sweep(self._house.now_ms())
            except Rejection as refused:
                _LOGGER.info("not tidied up: %s", refused)
            except Exception:
                _LOGGER.exception("not tidied up")

    def _forget_what_was(self) -> None:
        before_ms = self._house.now_ms() - _AT_HAND_MS
        for hub in self._house.hubs.values():
            hub.forget(before_ms)

    async def free_seats(self) -> None:
        """Frees the seats of those who are gone or do nothing, and have nothing in the round."""
        waiting = []
        for live in self._house.tables.values():
            # Nothing is waited for in between: whoever comes back now is too late, or in time.
            for seat in self.presence.abandoned_seats(live, self._house.now_ms()):
                with suppress(Rejection):
                    waiting.append(self._house.do_now(live, told.FreeSeat(seat)))
        self.presence.forget_empty_seats(self._house.tables.values())
        if waiting:
            await asyncio.gather(*waiting)

    async def _note_who_has_not_come_back(self) -> None:
        for live in list(self._house.tables.values()):
            for user in self.presence.not_come_back(live, self._house.now_ms()):
                with suppress(Rejection):
                    await self._house.command(live.number, None, told.Disconnect(user))
