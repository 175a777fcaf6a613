"""Kills a server that is busy, again and again, and holds what is left to what everybody was told.

One server with all five games, a stadium among them, and a table played for cash. Patrons play at
all of them. The server is killed by SIGKILL at random moments, also while it starts, now and then
told to stop as well, and started again on the same port; the patrons know nothing of that but lost
connections. In between, with the server down, and at the end, a second bookkeeper reads the log,
and every patron's memory is compared with it.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from croupier.house.accounts import Money
from croupier.house.config import Config
from croupier.house.database import database_url, open_engine
from croupier.house.happenings import Role
from croupier.house.office import Office
from croupier.house.reading import open_to_read, reading
from croupier.house.verify import verify
from croupier.house.verify.books import Database

from .bookkeeper import Bookkeeper
from .patrons import Patron
from .serving import ServerProcess
from .witness import Witness

_GAMES = (
    "pick-2-poker",
    "roll-your-own-blackjack",
    "three-card-poker",
    "three-way-action",
    "stadium-three-card-poker",
)
_STADIUM = 5
_CASH_TABLE = 6
_TERMS = "betting_s = 1\ndecision_s = 1\nseat_held_s = 2\nhas_tips = true\n"

CONFIG = '[house]\nguest_credit = "3000"\n' + "".join(
    f'[[tables]]\nname = "Table {number}"\ngame = "{game}"\n[tables.terms]\n{_TERMS}{money}'
    for number, game, money in (
        *((number, game, "") for number, game in enumerate(_GAMES, start=1)),
        (_CASH_TABLE, "three-card-poker", 'money = "cash"\n'),
    )
)

_PATIENCE = {"patience_s": 120.0, "longest_wait_s": 0.25}
_BUY_IN_CENTS = 2_000_000
_LONGEST_ROUND_S = 60.0


@dataclass(frozen=True, slots=True)
class KillPlan:
    """How it is gone about."""

    kills: int = 20
    seed: int = 1
    longest_up_s: float = 1.5
    """A server that is up is killed 0.05 to so many seconds later."""
    starting_share: float = 0.1
    """How many of the kills come while it still starts."""
    exact_share: float = 0.25
    """How many it does itself, right before a statement or a commit."""
    stopped_share: float = 0.1
    """How often, after a kill, it is also told to stop, and does."""
    check_every: int = 20
    terminals: int = 12
    players_at_a_table: int = 3
    pause_s: float = 0.03


@dataclass(slots=True)
class KillReport:
    """What came of it."""

    database: str
    kills: int = 0
    while_starting: int = 0
    at_statements: int = 0
    stops: int = 0
    """How often it was told to stop and did; not counted as kills."""
    rounds: int = 0
    resumed: int = 0
    """Rounds that went on after a start."""
    void: int = 0
    entries: int = 0
    commands: int = 0
    """Acknowledged."""
    repeated: int = 0
    """Answered with the receipt of when they were first sent."""
    refused: int = 0
    staked_cents: int = 0
    returned_cents: int = 0
    in_cents: int = 0
    out_cents: int = 0
    held_cents: int = 0
    lost_cents: int = 0
    """Below zero: made."""
    reconnects: int = 0
    snapshots: int = 0
    events_compared: int = 0
    seconds: float = 0.0
    refusals: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As `tests.kill --json` prints it."""
        return asdict(self)


def kill_again_and_again(
    database: str,
    folder: Path,
    plan: KillPlan,
    progress: Callable[[str], None] = lambda _text: None,
) -> KillReport:
    """Does it all on a new database, and fails where anything is not as it must be."""
    return asyncio.run(_Evening(database, folder, plan, progress).run())


class _Evening:
    """One run."""

    def __init__(
        self, database: str, folder: Path, plan: KillPlan, progress: Callable[[str], None]
    ) -> None:
        self.plan = plan
        self.rng = Random(plan.seed)
        self.server = ServerProcess(database, folder, CONFIG)
        self.database = database
        self.report = KillReport("PostgreSQL" if "://" in database else "SQLite")
        self.books: Bookkeeper | None = None
        self.patrons: list[Patron] = []
        self.playing: list[asyncio.Task[None]] = []
        self.progress = progress

    async def run(self) -> KillReport:
        began = time.monotonic()
        passwords = await self._let_in_for_cash()
        try:
            await self.server.start_meanwhile()
            self.books = Bookkeeper(self.database)
            await self._invite(passwords)
            await self._kill_all()
            await self._call_it_a_night()
        finally:
            for task in self.playing:
                task.cancel()
            await asyncio.gather(*self.playing, return_exceptions=True)
            for patron in self.patrons:
                await patron.witness.close()
            self.server.end()
        await self._cash_out()
        self._check()
        self._verify()
        self.books.close()
        self.report.seconds = time.monotonic() - began
        return self.report

    # People.

    async def _let_in_for_cash(self) -> list[tuple[str, str]]:
        """Players with cash; the house is opened for that without a server, and closed again."""
        office = self._office()
        await office.start()
        found = []
        for number in range(1, self.plan.players_at_a_table + 1):
            name = f"patron {number}"
            _, person, password = await office.add_user(
                f"add-{number}", name, frozenset({Role.PLAYER}), Money.CASH, by=None
            )
            await office.cashier.buy_in(f"buy-in-{number}", person.user, _BUY_IN_CENTS, by=None)
            found.append((name, password))
        await office.stop()
        return found

    async def _cash_out(self) -> None:
        """Pays out in cash what was brought in cash and not lost."""
        office = self._office()
        await office.start()
        for user, money in self._books.moneys.items():
            cents = office.cage.wallet_cents(user)
            if money == "cash" and cents:
                await office.cashier.cash_out(f"cash-out-{user}", user, cents, by=None)
        await office.stop()

    def _office(self) -> Office:
        return Office(open_engine(database_url(self.database)), Config())

    @property
    def _books(self) -> Bookkeeper:
        assert self.books is not None, "the log is being read"
        return self.books

    async def _invite(self, passwords: list[tuple[str, str]]) -> None:
        """Everybody comes in and begins to play."""
        for name, password in passwords:
            witness = Witness(self.server.address, **_PATIENCE)
            await witness.log_in(name, password)
            change = {"old": password, "new": f"{password} changed"}
            witness._known(await witness.request("POST", "/api/me/password", change))
            self._seat(witness, [_CASH_TABLE])
        counts = dict.fromkeys(range(1, _STADIUM), self.plan.players_at_a_table)
        counts[_STADIUM] = self.plan.terminals
        for table, count in counts.items():
            for number in range(count):
                witness = Witness(self.server.address, **_PATIENCE)
                await witness.be_guest()
                # Some look at another table as well, and sit down there too.
                more = [table % _STADIUM + 1] if number == 0 else []
                self._seat(witness, [table, *more])

    def _seat(self, witness: Witness, tables: list[int]) -> None:
        witness.purse.wallet_cents = witness.user["wallet_cents"]
        rng = Random(self.rng.getrandbits(64))
        patron = Patron(witness, rng, tables, self.plan.pause_s)
        self.patrons.append(patron)
        self.playing.append(asyncio.create_task(patron.play()))

    # Killing.

    async def _kill_all(self) -> None:
        while self.report.kills < self.plan.kills:
            await self._watch(self.rng.uniform(0.05, self.plan.longest_up_s))
            self._kill()
            roll = self.rng.random()
            if roll < self.plan.starting_share:
                self.server.launch()
                await self._watch(self.rng.uniform(0.0, 1.0))
                self.report.while_starting += 1
                self._kill()
            elif roll < self.plan.starting_share + self.plan.exact_share:
                # Some of these places come before it is up, most in the middle of play.
                self.server.launch(dies_at=self.rng.randint(1, 150))
                await self._watch(1 + self.plan.longest_up_s)
                self.report.at_statements += self.server.process is None
                self._kill()
            await self.server.start_meanwhile()
            if self.rng.random() < self.plan.stopped_share:
                await self._watch(self.rng.uniform(0.05, self.plan.longest_up_s))
                await self.server.stop_meanwhile()
                self.report.stops += 1
                await self.server.start_meanwhile()

    def _kill(self) -> None:
        """Kills it, unless it has done that itself."""
        if self.server.process is not None:
            self.server.kill()
        self.report.kills += 1
        self.progress(f"{self.report.database}: {self.report.kills} of {self.plan.kills} kills")
        if self.report.kills % self.plan.check_every == 0:
            self._check()

    async def _watch(self, seconds: float) -> None:
        """Lets them play, unless it dies first; whatever fails one of them fails the whole."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not self.server.has_died():
            await asyncio.sleep(min(left, 0.05))
            for task in self.playing:
                if task.done():
                    task.result()
                    raise AssertionError("a patron went home early")

    async def _call_it_a_night(self) -> None:
        """Everybody gets up; what they have now is what the house says they have."""
        for patron in self.patrons:
            patron.is_to_stop = True
        await asyncio.wait_for(asyncio.gather(*self.playing), _LONGEST_ROUND_S)
        wallets = {one.witness.actor: await one.witness.ask_wallet() for one in self.patrons}
        self.server.stop()
        self._check()
        for actor, cents in wallets.items():
            has = self._books.balances[f"wallet {actor.split()[1]}"]
            assert cents == has, f"{actor} was told {cents}; the books have {has}"
        self._count()

    # Checking.

    def _check(self) -> None:
        """Reads on in the log, and compares everybody's memory with it."""
        self._books.read_on()
        for patron in self.patrons:
            patron.witness.compare(self._books)
        for money in ("play", "cash"):
            missing = self._books.missing(money)
            assert missing == 0, f"{missing} cents of {money} money were lost, or made"

    def _verify(self) -> None:
        """What `croupier verify-log` says of the whole of it."""
        engine = open_to_read(self.database)
        with reading(engine) as connection:
            verdict = verify(Database(connection))
        engine.dispose()
        assert verdict.is_well, f"verify-log finds: {verdict.wrong}"
        books, report = self._books, self.report
        assert verdict.checked.entries == books.entries, "both read the same log"
        report.rounds = books.rounds
        report.resumed = books.resumed
        report.void = sum(
            result == "void" for table in books.tables.values() for result in table.results.values()
        )
        report.entries = books.entries
        report.staked_cents = sum(table.staked_cents for table in books.tables.values())
        report.returned_cents = sum(table.returned_cents for table in books.tables.values())
        report.in_cents = books.brought_in.total()
        report.out_cents = books.carried_out.total()
        report.held_cents = sum(books.held(money) for money in ("play", "cash"))
        report.lost_cents = sum(books.missing(money) for money in ("play", "cash"))

    def _count(self) -> None:
        """What the patrons have done."""
        report = self.report
        refusals: Counter[str] = Counter()
        for patron in self.patrons:
            witness = patron.witness
            report.commands += len(witness.receipts) + len(witness.top_ups)
            report.repeated += witness.repeated
            report.refused += len(witness.refusals)
            report.reconnects += witness.reconnects
            report.snapshots += sum(mirror.snapshots for mirror in witness.tables.values())
            report.events_compared += witness.compared["events"]
            refusals.update(witness.refusals.values())
        report.refusals = {str(code): count for code, count in sorted(refusals.items())}
