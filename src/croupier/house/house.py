"""The house at work: all tables, the ledger, the log and the clocks, in one process.

Commands come in from anywhere, are handed to the table they are for, and what came of them is
written. Only then is it shown and the command answered. One thread (the event loop) decides,
another (the writer) waits for the disk.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeVar

import orjson
from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from croupier import __version__
from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import bank, meter
from croupier.house.attendance import Attendance
from croupier.house.changes import Change, Receipt, Rows
from croupier.house.commands import Person, TableCommand
from croupier.house.database import migrate, unavailable
from croupier.house.happenings import Logged
from croupier.house.hub import TableHub
from croupier.house.journal import Journal
from croupier.house.ledger import Ledger
from croupier.house.live_table import LiveTable, require_command_id
from croupier.house.log import HOUSE_CHAIN, Head
from croupier.house.on_paper import OnPaper, put_on_paper
from croupier.house.once import Once
from croupier.house.owning import Ownership, own
from croupier.house.past_rounds import read_past_round
from croupier.house.picture import Status, TablePicture
from croupier.house.publisher import Publisher
from croupier.house.refusals import Refusals
from croupier.house.restoring import (
    read_heads,
    read_last_ms,
    read_seeds,
    read_tables,
    read_whether_crashed,
    resume,
)
from croupier.house.revision import revision_meant
from croupier.house.sent import Sent, asked_by
from croupier.house.table_core import dealt_from
from croupier.house.terms import CardsFrom, TableTerms
from croupier.house.time_keeping import HouseTime, TableClocks
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection
from croupier.table.codec import to_json
from croupier.table.registry import find_game
from croupier.table.settings import TableSettings

__all__ = ["House"]


_Found = TypeVar("_Found")


async def _nothing(_now_ms: int) -> None:
    pass


def _believe(_who: Person) -> None:
    pass


_LOGGER: Final = logging.getLogger("croupier.house")
_IN_ROUND: Final = (told.Bet, told.Choose, told.Ready)
_TELLING: Final = frozenset({Code.CARD_REPEATED, Code.REVISION_IMPOSSIBLE})
"""Whoever is refused a correction for these learns something of cards that may lie face down."""
_AHEAD_MS: Final = 5_000
_HELD: Final = (
    "This table is held because of a fault in the program; its wagers are safe in the log, and "
    "its round goes on or is returned when the house is started again."
)


@dataclass(frozen=True, slots=True)
class _Books:
    """What the books say at the start, beside what stands in the house from then on."""

    seeds: Mapping[int, str]
    """By table: of the round in play."""
    heads: Mapping[int, Head]
    """Where all chains stand."""
    last_ms: int
    """When the last entry was written."""
    has_crashed: bool
    """Whether the server before was not stopped."""


class House:
    """Everything that runs on one database."""

    def __init__(
        self, engine: Engine, *, entropy: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        self.engine = engine
        self.entropy = entropy
        self.ledger = Ledger()
        self.journal = Journal(self.ledger)
        self.tables: dict[int, LiveTable] = {}
        self.hubs: dict[int, TableHub] = {}
        self.held: dict[int, str] = {}
        """By table: why it is held until the house is started again."""
        self.is_stopping = False
        self.started_ms = 0
        self.refusals = Refusals()
        self.on_stop: Callable[[], Rows] = Rows
        """What else is written at the end."""
        self.on_sweep: Callable[[int], Awaitable[None]] = _nothing
        """What else is tidied up now and then."""
        self.on_load: Callable[[Connection], None] = lambda _connection: None
        """What else is read at the start: people, vouchers."""
        self.require_unchanged: Callable[[Person], None] = _believe
        """Refuses who is no longer what he was when he sent a command: he may have been made
        something else while it was looked for in the log."""
        self.publisher = Publisher(engine, self.hubs)
        self._ownership: Ownership | None = None
        self._commands = Once(engine, self.publisher.submit, self._is_in_play)
        self._time = HouseTime()
        self._clocks = TableClocks(self._tick)
        self._dealing_again = asyncio.Lock()
        self.attendance = Attendance(self)
        self._tasks: set[asyncio.Task[None]] = set()

    # Starting and stopping.

    async def start(self) -> None:
        """Brings the tables back and begins to write."""
        found = await asyncio.to_thread(self._load)
        self.started_ms = self.now_ms()
        self.attendance.presence.begin(self.started_ms)
        assert self._ownership is not None, "the tables were read"
        self.publisher.start(found.heads, self._ownership)
        # Before anything else: by this a server that believes to own these books finds out.
        crashed = [house.HouseCrashed(found.last_ms)] if found.has_crashed else []
        started = house.HouseStarted(__version__, len(self.tables))
        await self.enter([*crashed, started], actor="house")
        for number, live in self.tables.items():
            try:
                change = self._bring_back(live, found.seeds.get(number))
            except Exception as broken:  # noqa: BLE001 (the others are not to be closed for it)
                self._hold_table(live, broken)
                continue
            self._clocks.keep(live, self._time.last_ms)
            if change is not None:
                self.publisher.submit(change)
        self.attendance.begin()

    def _bring_back(self, live: LiveTable, seed: str | None) -> Change | None:
        """Has a table go on where it was; what is to be written of that, if anything is."""
        if live.head.entries == 1 and not live.picture.terms.is_dealt_by_hand:
            # It was created, and before it was opened the house was killed.
            return live.handle(None, told.Open(), sent=None, at_ms=self.now_ms())
        return resume(live, seed, self.now_ms())

    def _load(self) -> _Books:
        """Reads the books."""
        self._ownership = own(self.engine)
        migrate(self.engine)
        try:
            with self.engine.connect() as connection:
                accounts = connection.execute(select(schema.accounts))
                self.ledger = Ledger({row.account: row.cents for row in accounts})
                heads = read_heads(connection)
                last_ms = read_last_ms(connection)
                has_crashed = read_whether_crashed(connection)
                self._go_on_from(last_ms)
                self.journal = Journal(self.ledger, heads.get(HOUSE_CHAIN))
                self.on_load(connection)
                known = read_tables(connection, self.ledger, heads, self.entropy)
                for live, receipts in known:
                    self._take_in(live)
                    found = {f"{live.number}/{key}": one for key, one in receipts.items()}
                    self._commands.learn(found)
                self._commands.remembers_all = not heads
                seeds = read_seeds(connection, self.tables.values())
            self._make_hubs()
        except SQLAlchemyError as problem:
            raise unavailable(problem) from problem
        return _Books(seeds, heads, last_ms, has_crashed)

    def _go_on_from(self, last_ms: int) -> None:
        """No entry is written with an earlier time than the last that is there."""
        ahead_ms = self._time.go_on_from(last_ms)
        if ahead_ms > _AHEAD_MS:
            _LOGGER.warning(
                "the log ends %.0f s after what this machine's clock says; times go on from there",
                ahead_ms / 1000,
            )

    def _take_in(self, live: LiveTable) -> None:
        """Counts a table among those that are run here."""
        self.tables[live.number] = live

    def _make_hubs(self) -> None:
        """A hub for each table as it stands in the books, with a picture of its own."""
        for number, live in self.tables.items():
            on_meters = {seat: self.ledger[meter(number, seat)] for seat in live.picture.seats}
            hub = TableHub(number, live.picture.copy(), on_meters)
            hub.upto = live.head.events
            hub.entry = live.head.entries
            self.hubs[number] = hub

    async def stop(self) -> None:
        """Takes nothing more, writes what is on the way, and lets go of the database.

        Rounds in play are held where they are: they go on when the house is started again.
        """
        self.is_stopping = True
        await self.attendance.end()
        self._clocks.stop()
        if self.publisher.is_at_work:
            await self.enter([house.HouseStopped()], actor="house", rows=self.on_stop())
        await self.publisher.end()
        if self._ownership is not None:
            self._ownership.give_back()
            self._ownership = None
        self.engine.dispose()

    @property
    def problem(self) -> str | None:
        """Why nothing is taken any more, once the books cannot be written."""
        return self.publisher.problem

    @property
    def is_open(self) -> bool:
        """Whether anything is done any more."""
        return not self.is_stopping and self.problem is None

    def now_ms(self) -> int:
        """The time, which never goes back."""
        return self._time.now_ms()

    @property
    def last_ms(self) -> int:
        """The time when it was last asked."""
        return self._time.last_ms

    # Commands.

    async def command(
        self,
        table: int,
        who: Person | None,
        command: TableCommand,
        command_id: str | None = None,
        *,
        for_whom: Person | None = None,
    ) -> Receipt | None:
        """Has a table do what it is told; answers when it is durable. None: nothing happened.

        Without `who` the house does it by itself; `for_whom` is who had it do so.
        """
        return await self.publisher.answer(self._command(table, who, command, command_id, for_whom))

    async def _command(
        self,
        table: int,
        who: Person | None,
        command: TableCommand,
        command_id: str | None,
        for_whom: Person | None,
    ) -> Receipt | None:
        live = self.table(table)
        if who is None:
            change = self._handle(live, None, command, None, for_whom)
            return None if change is None else await self.submit(change)
        sent = Sent(require_command_id(command_id), asked_by(command))
        # The commands that name the round in play are all remembered. What names another is looked
        # for in the log: it may have been done. Or its round begins meanwhile.
        named = command.round if isinstance(command, _IN_ROUND) else None
        paper = await self._on_paper(live, who, command)
        try:
            return await self._commands.do(
                live.number,
                who.actor,
                sent,
                lambda: self._handle(live, who, command, sent, paper=paper),
                may_be_older=named is None or named != live.picture.round,
                is_bound=named is not None,
            )
        except Rejection as refused:
            if isinstance(command, told.CorrectCard):
                await self._note_what_it_tells(live, who, command, refused)
            raise

    async def _note_what_it_tells(
        self, live: LiveTable, who: Person, command: told.CorrectCard, refused: Rejection
    ) -> None:
        """Has it on record who asked, where a refused correction tells something of real cards."""
        if refused.code in _TELLING and live.picture.terms.cards is CardsFrom.PHYSICAL:
            what = f"correct_card: {refused.code} at table {live.number}, round {command.round}"
            await self.enter([house.AccessRefused(who.user, what)], actor=who.actor)

    def _handle(
        self,
        live: LiveTable,
        who: Person | None,
        command: TableCommand,
        sent: Sent | None,
        for_whom: Person | None = None,
        *,
        paper: OnPaper | None = None,
    ) -> Change | None:
        self.require_working()
        if who is not None:
            self.require_unchanged(who)
        if live.number in self.held:
            raise Rejection(Code.HOUSE_UNAVAILABLE, _HELD)
        if who is not None:
            self.attendance.require_pace(who, command)
        live.on_paper = lambda _revision: paper
        try:
            change = live.handle(who, command, sent=sent, at_ms=self.now_ms(), for_whom=for_whom)
        except Rejection as refused:
            self.refusals.note(live.number, who, refused, self._time.last_ms)
            raise
        except Exception as broken:
            self._hold_table(live, broken)
            raise Rejection(Code.HOUSE_UNAVAILABLE, _HELD) from broken
        self._clocks.keep(live, self._time.last_ms)
        if who is not None:
            self.attendance.note(live, command, change)
        return change

    def do_now(self, live: LiveTable, command: TableCommand) -> "asyncio.Future[Receipt]":
        """Has a table do something of the house's own at once; the receipt is to be waited for."""
        change = self._handle(live, None, command, None)
        assert change is not None, "what the house does at once is told of"
        return self.publisher.submit(change)

    async def _on_paper(
        self, live: LiveTable, who: Person, command: TableCommand
    ) -> OnPaper | None:
        """The round that is over which a command is about, dealt again for that.

        It is read and dealt again before the command is done, on another thread, one at a time:
        tables wait for no disk, and for nothing that takes seconds.
        """
        revision = revision_meant(live, who, command)
        if revision is None:
            return None

        def work() -> OnPaper | None:
            try:
                with self.engine.connect() as connection:
                    past = read_past_round(
                        connection, live.number, live.picture.settings, revision.round
                    )
            except SQLAlchemyError as problem:
                raise unavailable(problem) from problem
            return None if past is None else put_on_paper(live.game, past, revision, who.user)

        async with self._dealing_again:
            return await asyncio.to_thread(work)

    def _hold_table(self, live: LiveTable, broken: Exception) -> None:
        """Takes a table out of play where something came about that must not be.

        What it was about to do is undone. As after a crash, what is in its log stands, and its
        round goes on, or is abandoned, when the house is started again. Other tables go on.
        """
        live.undo()
        self.held[live.number] = str(broken)
        _LOGGER.critical("table %d is held: %s", live.number, broken, exc_info=broken)

    async def once(self, actor: str, sent: Sent, make: Callable[[], Change]) -> Receipt:
        """Does something in the house's own chain, or finds that it was done under this id."""
        return await self.publisher.answer(self._once(actor, sent, make))

    async def _once(self, actor: str, sent: Sent, make: Callable[[], Change]) -> Receipt:
        require_command_id(sent.id)

        def do() -> Change:
            self.require_working()
            return make()

        receipt = await self._commands.do(HOUSE_CHAIN, actor, sent, do)
        assert receipt is not None, "what is made is written"
        return receipt

    def _is_in_play(self, receipt: Receipt) -> bool:
        """Whether a command was done in a round that is still in play."""
        return receipt.entry >= self.tables[receipt.chain].round_entry

    def table(self, number: int) -> LiveTable:
        """The table of that number."""
        if number not in self.tables:
            raise _no_table(number)
        return self.tables[number]

    def hub(self, number: int) -> TableHub:
        """What is shown of the table of that number, from when its creation is durable."""
        self.table(number)
        hub = self.hubs[number]
        if not hub.entry:
            raise _no_table(number)
        return hub

    def require_working(self) -> None:
        """Refuses everything while the books cannot be written, or the house is being closed."""
        if self.problem is not None or self.is_stopping:
            raise Rejection(
                Code.HOUSE_UNAVAILABLE,
                "The house takes nothing at the moment; what was acknowledged stands. Try again "
                "in a while.",
            )

    async def enter(
        self,
        events: Sequence[Logged],
        *,
        actor: str,
        rows: Rows | None = None,
    ) -> Receipt:
        """Puts something that happened in the house into its own chain of the log."""
        return await self.submit(
            self.journal.enter(events, actor=actor, at_ms=self.now_ms(), rows=rows)
        )

    async def submit(self, change: Change) -> Receipt:
        """Has a change written, and answers when it is durable."""
        return await asyncio.shield(self.publisher.submit(change))

    async def write_aside(self, rows: Rows) -> None:
        """Has rows written that no entry speaks of, and comes back when they are durable."""
        self.require_working()
        await self.publisher.write_aside(rows)

    async def durable(self, found: _Found) -> _Found:
        """What was read in memory, handed on when everything it may say is durable."""
        return await self.publisher.durable(found)

    # Tables.

    async def create_table(
        self, name: str, terms: TableTerms, settings: TableSettings, actor: str = "house"
    ) -> int:
        """Sets up a table, and opens it where no people are needed for that."""
        self.require_working()
        number = max(self.tables, default=0) + 1
        game = find_game(settings.game, settings.rules_version)
        dealt_from(game, terms.device)
        if not terms.is_dealt_by_hand:
            self.ledger.require_room([(bank(terms.money), -terms.float_cents)])
        created = house.TableCreated(name, terms, settings)
        live = LiveTable(
            number,
            game,
            TablePicture.of(created),
            self.ledger,
            entropy=self.entropy,
            created=orjson.dumps(to_json(created)).decode(),
        )
        self._take_in(live)
        self.hubs[number] = TableHub(number, TablePicture.of(created), {})
        change = live.create(created, actor, self.now_ms())
        waiting = [self.publisher.submit(change)]
        if not terms.is_dealt_by_hand:
            opened = live.handle(None, told.Open(), sent=None, at_ms=self.now_ms())
            assert opened is not None, "an opening is an event"
            waiting.append(self.publisher.submit(opened))
        await asyncio.gather(*waiting)
        return number

    # Clocks.

    def _tick(self, table: int, clock: int) -> None:
        self.do_meanwhile(table, told.TimeUp(clock))

    def do_meanwhile(self, table: int, command: TableCommand) -> None:
        """Has a table do something of the house's own that nobody waits for."""
        if self.is_open:
            task = asyncio.get_running_loop().create_task(self._do_quietly(table, command))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _do_quietly(self, table: int, command: TableCommand) -> None:
        with suppress(Rejection):
            await self.command(table, None, command)

    # Figures.

    def figures(self) -> Mapping[str, int]:
        """What is going on, in numbers."""
        return {
            "tables": len(self.tables),
            "tables_open": sum(hub.picture.status is Status.OPEN for hub in self.hubs.values()),
            "seats_taken": sum(len(hub.picture.seats) for hub in self.hubs.values()),
            "rounds": sum(hub.picture.round for hub in self.hubs.values()),
            "viewers": sum(len(hub.subscriptions) for hub in self.hubs.values()),
            "entries": sum(live.head.entries for live in self.tables.values())
            + self.journal.head.entries,
            "tables_held": len(self.held),
            **self.publisher.figures(),
        }


def _no_table(number: object) -> Rejection:
    return Rejection(Code.TABLE_UNKNOWN, f"There is no table {harmless(number)}.")
