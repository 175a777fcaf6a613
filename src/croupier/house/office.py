"""The office: the house with its people, its cage and its config, as one thing to talk to.

Whoever serves the house (HTTP, sockets, a test) talks to this. What takes long, such as a
password, is done on another thread; whatever is answered is durable.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Engine, func, select

from croupier.house import commands as told
from croupier.house import schema
from croupier.house.accounts import Money
from croupier.house.cage import Cage, PlayTerms
from croupier.house.cashier import Cashier
from croupier.house.changes import Change, Receipt
from croupier.house.commands import Person
from croupier.house.config import Config, TablePlan
from croupier.house.days import ClosedDay, heads_of, read_last_day, require_next_day
from croupier.house.door import Admission, Door, Refused
from croupier.house.exposure import require_bet_is_borne
from croupier.house.happenings import AccessRefused, DayClosed, Role
from croupier.house.house import House
from croupier.house.issues import issues_at
from croupier.house.log import HOUSE_CHAIN
from croupier.house.passwords import Checked, Passwords, one_time_password, require_strong
from croupier.house.people import People
from croupier.house.reading_room import ReadingRoom
from croupier.house.school import School
from croupier.house.sent import Sent, asked_for
from croupier.house.sessions import Session, Sessions
from croupier.house.users import User, actor_of, name_key, require_role, roles_in_order
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.codec import Json

__all__ = ["Office", "OneTime"]

_LOGGER: Final = logging.getLogger("croupier.house")
_NOTED_MS: Final = 60_000
"""A person's attempts at what he may not do are noted once in this time."""
_MOST_NOTED: Final = 10_000
_STAFF: Final = frozenset({Role.SUPERVISOR, Role.AUDITOR, Role.ADMINISTRATOR})


@dataclass(frozen=True, slots=True)
class OneTime:
    """Who can log in once with which password."""

    name: str
    password: str = field(repr=False)


class Office:
    """A house that is open to people."""

    people: People
    sessions: Sessions
    door: Door
    cage: Cage
    cashier: Cashier
    school: School

    def __init__(self, engine: Engine, config: Config, passwords: Passwords | None = None) -> None:
        self.config = config
        self.house = House(engine)
        self.books = ReadingRoom(self.house)
        self.house.on_load = self._load
        self.on_revoked: Callable[[int], None] = lambda _user: None
        """Told of everybody of whose sessions some have ended, so that their sockets end too."""
        self._passwords = passwords or Passwords()
        # To check a password takes much memory, so that guessing is dear: not many at once.
        self._slow = ThreadPoolExecutor(2, "croupier passwords")
        self._closing_day = asyncio.Lock()
        self._last_day: ClosedDay | None = None
        """The day closed last since the start, though it may be just being written."""
        self._noted_ms: dict[int, int] = {}

    def _load(self, connection: Connection) -> None:
        def rows(table: Any) -> list[dict[str, Any]]:
            return [dict(row._mapping) for row in connection.execute(select(table))]  # noqa: SLF001

        entropy = self.house.entropy
        self.sessions = Sessions(entropy, rows(schema.sessions))
        self.house.on_stop = self.sessions.take_unwritten
        self.house.on_sweep = self._sweep
        users = schema.users
        here = [
            dict(row)
            for row in connection.execute(
                select(users).where(users.c.is_gone.is_(False))
            ).mappings()
        ]
        last = connection.scalar(select(func.max(users.c.user))) or 0
        self.people = People(self.house.journal, self.sessions, here, last)
        self.house.require_unchanged = self.people.require_unchanged
        self.door = Door(
            self.people,
            self._passwords,
            entropy=entropy,
            admits_guests=self.config.has_guests,
        )
        granted = self.config.guest_credit_cents
        play = PlayTerms(granted, min(PlayTerms().floor_cents, granted))
        vouchers = schema.vouchers
        # Those that were redeemed are ever more, and nothing is done with them any more.
        out = select(vouchers).where(vouchers.c.redeemed_ms.is_(None)).order_by(vouchers.c.entry)
        found = [dict(row) for row in connection.execute(out).mappings()]
        issues = issues_at(connection, [row["entry"] for row in found])
        issued_from = {voucher: told.user for voucher, told in issues.items()}
        self.cage = Cage(
            self.people, entropy=entropy, play=play, out=found, issued_from=issued_from
        )
        self.cashier = Cashier(self, self.cage)
        self.school = School.load(self, connection)

    async def start(self, *, resets_administrator: str | None = None) -> OneTime | None:
        """Opens; gives the administrator's one-time password, until he has changed it.

        Also afterwards to the one of that name, because he has lost his own.
        """
        await self.house.start()
        if resets_administrator is not None:
            self._administrator(resets_administrator)
        there = {hub.picture.name: hub.picture for hub in self.house.hubs.values()}
        for plan in self.config.tables:
            # Before any is set up; one that is there goes on, whatever it can bear.
            if plan.name not in there:
                require_bet_is_borne(plan.name, plan.terms, plan.settings)
        for plan in self.config.tables:
            known = there.get(plan.name)
            if known is None:
                await self.create_table(plan)
            elif (known.terms, known.settings) != (plan.terms, plan.settings):
                _LOGGER.warning(
                    "the table %s stays as it was set up: what the config says otherwise needs a "
                    "table of another name",
                    plan.name,
                )
        return await self._chief(resets_administrator)

    def _administrator(self, name: str) -> User:
        for one in self.people.administrators():
            if name_key(one.name) == name_key(name):
                return one
        known = [one.name for one in self.people.administrators()]
        raise Rejection(
            Code.USER_UNKNOWN,
            f"No administrator is called {quoted(name)}{instead_of(name, known)}",
        )

    async def _chief(self, to_reset: str | None) -> OneTime | None:
        """An administrator with a password for one time, where nobody could be one without it.

        A new one at each start: who was not told the one before could never get in.
        """
        if not self.people.has_administrator:
            change, password = self.door.first_administrator(self.house.now_ms())
            await self.house.submit(change)
            return OneTime(next(self.people.administrators()).name, password)
        administrators = list(self.people.administrators())
        if to_reset is None and any(not one.must_change_password for one in administrators):
            return None
        password = one_time_password(self.house.entropy)
        hashed = await self._hash(password)
        first = administrators[0] if to_reset is None else self._administrator(to_reset)
        await self.house.submit(
            self.people.set_password(first.user, hashed, by=None, now_ms=self.house.now_ms())
        )
        return OneTime(first.name, password)

    async def stop(self) -> None:
        """Closes; rounds in play are held."""
        await self.house.stop()
        self._slow.shutdown(wait=False)
        self.books.close()

    async def _hash(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(
            self._slow, self._passwords.hash_password, password
        )

    async def _check(self, hashed: str | None, password: str) -> Checked:
        return await asyncio.get_running_loop().run_in_executor(
            self._slow, self._passwords.check_password, hashed, password
        )

    # Getting in.

    async def log_in(self, name: str, password: str, address: str) -> Admission:
        """Lets somebody in by name and password."""
        self.house.require_working()
        attempt = self.door.begin_log_in(name, address, self.house.now_ms())
        checked = await self._check(attempt.hashed, password)
        outcome = self.door.finish_log_in(attempt, checked, now_ms=self.house.now_ms())
        return await self._admitted(outcome)

    async def change_password(self, who: Person, old: str, new: str, address: str) -> Admission:
        """Changes one's own password; all sessions but a new one end."""
        self.house.require_working()
        attempt = self.door.begin_password_change(who, old, new, address, self.house.now_ms())
        checked = await self._check(attempt.hashed, old)
        hashed = await self._hash(new)
        outcome = self.door.finish_password_change(
            attempt, checked, hashed, now_ms=self.house.now_ms()
        )
        admission = await self._admitted(outcome)
        self.on_revoked(who.user)
        return admission

    async def _admitted(self, outcome: Admission | Refused) -> Admission:
        await self.house.submit(outcome.change)
        if isinstance(outcome, Refused):
            raise outcome.rejection
        return outcome

    async def guest(self) -> Admission:
        """Lets a guest in, with play money."""
        self.house.require_working()
        admission = self.door.guest(self.house.now_ms(), play_cents=self.config.guest_credit_cents)
        await self.house.submit(admission.change)
        return admission

    async def _sweep(self, now_ms: int) -> None:
        """Ends what has ended, and forgets guests who will not come back."""
        for user in self.sessions.sweep(now_ms):
            self.on_revoked(user)
        guests = self.people.departing(self.house.attendance.who_is_there(), now_ms)
        if guests:
            await self.house.submit(self.people.let_go(guests, now_ms))
            for guest in guests:
                self.on_revoked(guest)

    async def log_out(self, session: Session) -> None:
        """Ends a session."""
        self.house.require_working()
        await self.house.submit(self.door.log_out(session, self.house.now_ms()))
        self.on_revoked(session.user)

    # People, by an administrator.

    async def add_user(
        self,
        command_id: str,
        name: str,
        roles: frozenset[Role],
        money: Money,
        *,
        by: Person | None,
        password: str | None = None,
    ) -> tuple[Receipt, Person, str | None]:
        """Adds somebody, with a password for one time unless one is given for a program.

        The password is told once: None where the command was done before.
        """
        chosen = password or one_time_password(self.house.entropy)
        if password is not None:
            require_strong(password, name=name)
        hashed = await self._hash(chosen)
        receipt = await self.once(
            by,
            command_id,
            "add_user",
            {"name": name, "roles": list(roles_in_order(roles)), "money": money.value},
            lambda sent: self.people.add(
                name,
                hashed,
                roles,
                money,
                by=by,
                now_ms=self.house.now_ms(),
                must_change_password=password is None,
                sent=sent,
            ),
        )
        return receipt, self.people.find(name), None if receipt.is_repeated else chosen

    async def reset_password(
        self, command_id: str, user: int, *, by: Person | None
    ) -> tuple[Receipt, str | None]:
        """Gives somebody a new password for one time, told once."""
        chosen = one_time_password(self.house.entropy)
        hashed = await self._hash(chosen)
        receipt = await self.once(
            by,
            command_id,
            "reset_password",
            {"user": user},
            lambda sent: self.people.set_password(
                user, hashed, by=by, now_ms=self.house.now_ms(), sent=sent
            ),
        )
        self.on_revoked(user)
        return receipt, None if receipt.is_repeated else chosen

    async def set_roles(
        self, command_id: str, user: int, roles: frozenset[Role], *, by: Person | None
    ) -> Receipt:
        """Makes somebody something else; not while he has a place at a table that this ends."""

        def make(sent: Sent) -> Change:
            for live in self.house.tables.values():
                picture = live.picture
                works = user in {one for one, _ in picture.positions.values()}
                if works or picture.seats_of(user):
                    raise Rejection(
                        Code.NOT_ALLOWED,
                        f"He is at table {live.number}; his roles are changed when he has left it.",
                    )
            now_ms = self.house.now_ms()
            return self.people.set_roles(user, roles, by=by, now_ms=now_ms, sent=sent)

        asked: dict[str, Json] = {"user": user, "roles": list(roles_in_order(roles))}
        receipt = await self.once(by, command_id, "set_roles", asked, make)
        self.on_revoked(user)
        return receipt

    async def disable(
        self, command_id: str, user: int, *, is_disabled: bool, by: Person | None
    ) -> Receipt:
        """Shuts somebody out, or lets him in again."""
        receipt = await self.once(
            by,
            command_id,
            "disable",
            {"user": user, "is_disabled": is_disabled},
            lambda sent: self.people.disable(
                user,
                is_disabled=is_disabled,
                by=by,
                now_ms=self.house.now_ms(),
                sent=sent,
            ),
        )
        self.on_revoked(user)
        return receipt

    # The books.

    async def close_day(self, command_id: str, day: str, *, by: Person) -> Receipt:
        """Closes the gaming day: where every chain of the log stands is put on record."""
        require_role(by, Role.ADMINISTRATOR)
        async with self._closing_day:
            last = await self.books.read(read_last_day)

            def make(sent: Sent) -> Change:
                now_ms = self.house.now_ms()
                require_next_day(day, last, now_ms)
                # Whoever asked may hang up before it is written, and another ask meanwhile.
                require_next_day(day, self._last_day, now_ms)
                self._last_day = ClosedDay(day, now_ms)
                heads = {number: live.head for number, live in self.house.tables.items()}
                heads[HOUSE_CHAIN] = self.house.journal.head
                closed = DayClosed(day, heads_of(heads.items()), by.user)
                return self.house.journal.enter([closed], actor=by.actor, at_ms=now_ms, sent=sent)

            return await self.once(by, command_id, "close_day", {"day": day}, make)

    # Tables, and what is noted.

    async def create_table(self, plan: TablePlan, actor: str = "house") -> int:
        """Sets up a table."""
        return await self.house.publisher.answer(self._create_table(plan, actor))

    async def _create_table(self, plan: TablePlan, actor: str) -> int:
        if any(hub.picture.name == plan.name for hub in self.house.hubs.values()):
            raise Rejection(Code.NAME_INVALID, f"There is a table called {plan.name} already.")
        require_bet_is_borne(plan.name, plan.terms, plan.settings)
        return await self.house.create_table(plan.name, plan.terms, plan.settings, actor)

    async def create_table_once(self, plan: TablePlan, *, by: Person | None) -> tuple[int, bool]:
        """Sets up a table, or finds that the very same was set up; and whether it was so."""
        require_role(by, Role.ADMINISTRATOR)
        for number, hub in self.house.hubs.items():
            picture = hub.picture
            is_same = (picture.terms, picture.settings) == (plan.terms, plan.settings)
            if picture.name == plan.name and is_same:
                return await self.house.durable((number, True))
        return await self.create_table(plan, actor_of(by)), False

    async def open_table(self, table: int, *, by: Person | None) -> None:
        """Opens a table that deals by itself."""
        require_role(by, Role.ADMINISTRATOR)
        await self.house.command(table, None, told.Open(), for_whom=by)

    async def close_table(self, table: int, *, by: Person | None) -> None:
        """Lets the round in play be the last of a table that deals by itself."""
        require_role(by, Role.ADMINISTRATOR)
        if self.house.table(table).picture.terms.is_dealt_by_hand:
            raise Rejection(Code.NOT_ALLOWED, "The supervisor of this table closes it.")
        await self.house.command(table, None, told.CloseTable(), for_whom=by)

    async def note_door(self, table: int, seat: int, *, is_open: bool, by: Person | None) -> bool:
        """Notes the door of a terminal; whether that was news."""
        require_role(by, Role.SUPERVISOR, Role.ADMINISTRATOR)
        receipt = await self.house.command(table, None, told.Door(seat, is_open), for_whom=by)
        return receipt is not None

    async def note_refused(self, who: Person | None, what: str) -> None:
        """Notes that somebody tried what he may not do; once a minute for each person."""
        # A guest may have gone meanwhile, and nothing more is told of him then.
        user = who.user if who is not None and who.user in self.people else None
        key, now = user or 0, self.house.now_ms()
        if now - self._noted_ms.get(key, 0) < _NOTED_MS:
            return
        self.house.require_working()
        self._noted_ms.pop(key, None)
        self._noted_ms[key] = now
        if len(self._noted_ms) > _MOST_NOTED:
            del self._noted_ms[next(iter(self._noted_ms))]
        actor = "house" if who is None or user is None else who.actor
        await self.house.enter([AccessRefused(user, what)], actor=actor)

    @staticmethod
    def is_staff(who: Person | None) -> bool:
        """Whether somebody sees the work at every desk."""
        return who is not None and bool(who.roles & _STAFF)

    async def once(
        self,
        by: Person | None,
        command_id: str,
        name: str,
        details: dict[str, Json],
        make: Callable[[Sent], Change],
    ) -> Receipt:
        """Does something in the house's own chain once, however often it is sent.

        `name` and `details` are what was asked for, without anything that nobody may know.
        """
        sent = Sent(command_id, asked_for(name, details))

        def do() -> Change:
            if by is not None:
                self.people.require_unchanged(by)
            return make(sent)

        return await self.house.once(actor_of(by), sent, do)
