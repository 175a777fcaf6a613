"""Kills a server that is busy, again and again, and holds what is left to what everybody was told.

One server with all five games, a stadium among them, and a table played for cash; and two tables
where a dealer deals by hand and a supervisor sees to the rest: one with real cards, for cash, and
one with the house's shuffle. Patrons play at all of them; a cashier takes and pays cash, issues
vouchers and redeems them, and approves what supervisors ask for.

The server is killed by SIGKILL at random moments, also while it starts, now and then told to stop
as well, and started again on the same port; the patrons know nothing of that but lost connections,
and those who work there send again under the same ids what they did last. In between, with the
server down, and at the end, a second bookkeeper reads the log, and everybody's memory is compared
with it: what he was shown, what was acknowledged, what the supervisors reckon is in their racks and
the cashier in his till.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from croupier.house.accounts import Money
from croupier.house.config import Config
from croupier.house.database import database_url, open_engine
from croupier.house.happenings import Role
from croupier.house.office import Office
from croupier.house.reading import open_to_read, reading
from croupier.house.verify import verify
from croupier.house.verify.books import Database

from .bookkeeper import Bookkeeper
from .cashier import Cashier
from .crew import Dealer, Supervisor
from .kill_report import KillPlan, KillReport
from .patrons import Patron
from .restless import Restless
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
_REAL_CARDS = 7
_BY_HAND = 8
_DEALT = 'kind = "human"\ndeck_change_rounds = 5\n'
_TERMS = "betting_s = 1\ndecision_s = 1\nseat_held_s = 2\nhas_tips = true\n"

CONFIG = '[house]\nguest_credit = "3000"\n' + "".join(
    f'[[tables]]\nname = "Table {number}"\ngame = "{game}"\n[tables.terms]\n{_TERMS}{money}'
    for number, game, money in (
        *((number, game, "") for number, game in enumerate(_GAMES, start=1)),
        (_CASH_TABLE, "three-card-poker", 'money = "cash"\n'),
        (_REAL_CARDS, "three-card-poker", f'money = "cash"\ncards = "physical"\n{_DEALT}'),
        (_BY_HAND, "roll-your-own-blackjack", _DEALT),
    )
)

_PATIENCE = {"patience_s": 120.0, "longest_wait_s": 0.25}
_BUY_IN_CENTS = 2_000_000
_LONGEST_ROUND_S = 60.0
_PASSWORD = "four words and a horse"


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
        self.dealers: list[Dealer] = []
        self.supervisors: list[Supervisor] = []
        self.cashiers: list[Cashier] = []
        self.playing: list[asyncio.Task[None]] = []
        self.working: dict[Restless, asyncio.Task[None]] = {}
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
            tasks = [*self.playing, *self.working.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for one in self._people:
                await one.witness.close()
            self.server.end()
        await self._cash_out()
        self._check()
        self._verify()
        self.books.close()
        self.report.seconds = time.monotonic() - began
        return self.report

    # People.

    @property
    def _people(self) -> list[Restless]:
        """Everybody who is there."""
        return [*self.patrons, *self.dealers, *self.supervisors, *self.cashiers]

    async def _let_in_for_cash(self) -> list[tuple[str, str]]:
        """Players with cash, and staff; the house is opened for that without a server."""
        office = self._office()
        await office.start()
        found = []
        count = self.plan.players_at_a_table + self.plan.players_where_people_deal
        for number in range(1, count + 1):
            name = f"patron {number}"
            _, person, password = await office.add_user(
                f"add-{number}", name, frozenset({Role.PLAYER}), Money.CASH, by=None
            )
            await office.cashier.buy_in(f"buy-in-{number}", person.user, _BUY_IN_CENTS, by=None)
            found.append((name, password))
        for name, role in self._staff():
            roles = frozenset({role})
            command_id = f"add-{name}".replace(" ", "-")
            await office.add_user(command_id, name, roles, Money.CASH, by=None, password=_PASSWORD)
        await office.stop()
        return found

    @staticmethod
    def _staff() -> list[tuple[str, Role]]:
        """Who works at which table, by name; and the cashier, who is a supervisor, too."""
        at_tables = [
            (f"{role} {table}", role)
            for table in (_REAL_CARDS, _BY_HAND)
            for role in (Role.DEALER, Role.SUPERVISOR)
        ]
        return [*at_tables, ("cashier", Role.SUPERVISOR)]

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
        """Everybody comes in and begins to play, or to work."""
        await self._call_to_work()
        customers = []
        for number, (name, password) in enumerate(passwords):
            witness = Witness(self.server.address, **_PATIENCE)
            await witness.log_in(name, password)
            change = {"old": password, "new": f"{password} changed"}
            witness._known(await witness.request("POST", "/api/me/password", change))
            # The cage, and revisions, move what is in their wallets.
            witness.purse.is_shared = True
            customers.append(witness)
            at_real_cards = number >= self.plan.players_at_a_table
            self._seat(witness, [_REAL_CARDS if at_real_cards else _CASH_TABLE])
        counts = dict.fromkeys(range(1, _STADIUM), self.plan.players_at_a_table)
        counts |= {_STADIUM: self.plan.terminals, _BY_HAND: self.plan.players_where_people_deal}
        for table, count in counts.items():
            for number in range(count):
                witness = Witness(self.server.address, **_PATIENCE)
                await witness.be_guest()
                witness.purse.is_shared = table == _BY_HAND
                # Some look at another table as well, and sit down there too.
                more = [table % _STADIUM + 1] if number == 0 else []
                self._seat(witness, [table, *more])
        cashier = await self._log_in("cashier")
        both = [_REAL_CARDS, _BY_HAND]
        self.cashiers.append(
            Cashier(cashier, self._chance(), 2 * self.plan.pause_s, customers, both)
        )
        self.working[self.cashiers[0]] = asyncio.create_task(self.cashiers[0].work())

    async def _call_to_work(self) -> None:
        """The staff of the tables that are dealt by hand."""
        for table in (_REAL_CARDS, _BY_HAND):
            pause_s = self.plan.pause_s
            dealer = await self._log_in(f"{Role.DEALER} {table}")
            self.dealers.append(Dealer(dealer, self._chance(), table, pause_s / 3))
            supervisor = await self._log_in(f"{Role.SUPERVISOR} {table}")
            self.supervisors.append(Supervisor(supervisor, self._chance(), table, pause_s))
        for one in (*self.dealers, *self.supervisors):
            self.working[one] = asyncio.create_task(one.work())

    async def _log_in(self, name: str) -> Witness:
        witness = Witness(self.server.address, **_PATIENCE)
        await witness.log_in(name, _PASSWORD)
        return witness

    def _seat(self, witness: Witness, tables: list[int]) -> None:
        witness.purse.know(witness.user["wallet_cents"])
        patron = Patron(witness, self._chance(), tables, self.plan.pause_s)
        self.patrons.append(patron)
        self.playing.append(asyncio.create_task(patron.play()))

    def _chance(self) -> Random:
        return Random(self.rng.getrandbits(64))

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
        for one in self.working:
            one.is_to_repeat = True
        self.progress(f"{self.report.database}: {self.report.kills} of {self.plan.kills} kills")
        if self.report.kills % self.plan.check_every == 0:
            self._check()

    async def _watch(self, seconds: float) -> None:
        """Lets them play, unless it dies first; whatever fails one of them fails the whole."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not self.server.has_died():
            await asyncio.sleep(min(left, 0.05))
            for task in (*self.playing, *self.working.values()):
                if task.done():
                    task.result()
                    raise AssertionError("somebody went home early")

    async def _call_it_a_night(self) -> None:
        """Everybody gets up, then tables are closed; what all have is what the house says."""
        for patron in self.patrons:
            patron.is_to_stop = True
        await asyncio.wait_for(asyncio.gather(*self.playing), _LONGEST_ROUND_S)
        # Who closes a table needs its dealer to sign for it.
        for some in (self.supervisors, self.dealers, self.cashiers):
            for one in some:
                one.is_to_stop = True
            tasks = [self.working[one] for one in some]
            await asyncio.wait_for(asyncio.gather(*tasks), _LONGEST_ROUND_S)
        for cashier in self.cashiers:
            await cashier.compare_list()
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
        for one in self._people:
            one.witness.compare(self._books)
        for supervisor in self.supervisors:
            if supervisor.table in self._books.tables:
                supervisor.compare(self._books.tables[supervisor.table])
        for cashier in self.cashiers:
            cashier.compare(self._books)
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
        by_hand = [books.tables[number] for number in (_REAL_CARDS, _BY_HAND)]
        report.dealt_by_hand = sum(len(table.results) for table in by_hand)
        report.cards_entered = sum(table.cards_entered for table in by_hand)
        report.signatures = sum(table.signatures for table in by_hand)
        report.revised = sum(table.revised for table in by_hand)
        report.vouchers = books.vouchers_issued
        report.vouchers_out = len(books.vouchers)
        report.staked_cents = sum(table.staked_cents for table in books.tables.values())
        report.returned_cents = sum(table.returned_cents for table in books.tables.values())
        report.in_cents = books.brought_in.total()
        report.out_cents = books.carried_out.total()
        report.held_cents = sum(books.held(money) for money in ("play", "cash"))
        report.lost_cents = sum(books.missing(money) for money in ("play", "cash"))

    def _count(self) -> None:
        """What everybody has done."""
        report = self.report
        report.counts = sum(one.counts for one in self.supervisors)
        for cashier in self.cashiers:
            done = sum(errand.answer is not None for errand in cashier.errands.values())
            report.at_the_cage += done
            report.commands += done
            report.repeated += cashier.sent_again
            report.brought_twice += cashier.brought_twice
        refusals: Counter[str] = Counter()
        for one in self._people:
            witness = one.witness
            report.commands += len(witness.receipts) + len(witness.top_ups)
            report.repeated += witness.repeated
            report.refused += len(witness.refusals)
            report.reconnects += witness.reconnects
            report.snapshots += sum(mirror.snapshots for mirror in witness.tables.values())
            report.events_compared += witness.compared["events"]
            refusals.update(witness.refusals.values())
        report.refusals = {str(code): count for code, count in sorted(refusals.items())}
