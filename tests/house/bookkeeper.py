"""A second bookkeeper: reads the log of a house as plain JSON and keeps his own accounts of it.

He shares nothing with the house but the way an entry is hashed: what each event moves is written
down here once more, from the words of the log. He reads on where he stopped, so a long log is gone
through once; what he has read must not change, which the hashes hold.
"""

from collections import Counter
from typing import Any

import orjson
from sqlalchemy import Connection, text

from croupier.house.log import GENESIS, entry_hash
from croupier.house.reading import open_to_read, reading

from .table_books import Json, Moment, TableBooks, shift

SOURCES = {"cash": "cash", "house": "cash", "differences": "cash", "play money": "play"}
"""Where money comes from, of which kind: below zero by what has come."""
_AT_THE_CAGE = frozenset(
    {"bought_in", "cashed_out", "voucher_issued", "voucher_redeemed", "voucher_taken_back"}
)


class Bookkeeper:
    """Everything a log says, checked while it is read."""

    def __init__(self, database: str) -> None:
        self._engine = open_to_read(database)
        self.balances: Counter[str] = Counter()
        self.commands: dict[tuple[str, str], tuple[int, int, int]] = {}
        """By actor and id: in which chain, at which entry, and what its last event was."""
        self.tables: dict[int, TableBooks] = {}
        self.entries = 0
        self.starts = 0
        self._is_up = False
        self.brought_in: Counter[str] = Counter()
        """By kind of money: what came from outside, to wallets and to racks."""
        self.carried_out: Counter[str] = Counter()
        self.moneys: dict[int, str] = {}
        """By user: what he plays for."""
        self.vouchers: dict[str, int] = {}
        """By hash: what it is worth, as long as it is worth anything."""
        self.issued_from: dict[str, int | None] = {}
        """By hash: from whose wallet; None where it was sold for cash."""
        self.vouchers_issued = 0
        self.at_the_cage: dict[tuple[str, str], Json] = {}
        """By actor and id: what came of his command at the cage."""
        self._heads: dict[int, tuple[int, int, str]] = {}

    def read_on(self) -> None:
        """Reads what was written since, checks it, and compares with the rows beside the log."""
        with reading(self._engine) as connection:
            chains = connection.execute(text("SELECT DISTINCT chain FROM entries ORDER BY chain"))
            for table in self.tables.values():
                table.cut.clear()
            for chain in [row.chain for row in chains]:
                self._read_chain(connection, chain)
            self._compare(connection)

    def close(self) -> None:
        """Lets go of the database."""
        self._engine.dispose()

    def _read_chain(self, connection: Connection, chain: int) -> None:
        after = self._heads.get(chain, (0, 0, GENESIS))[0]
        which = {"chain": chain, "after": after}
        moved: dict[int, list[tuple[str, int]]] = {}
        for row in connection.execute(
            text(
                "SELECT number, account, cents FROM postings "
                "WHERE chain = :chain AND number > :after"
            ),
            which,
        ):
            moved.setdefault(row.number, []).append((row.account, row.cents))
        for row in connection.execute(
            text("SELECT * FROM entries WHERE chain = :chain AND number > :after ORDER BY number"),
            which,
        ):
            self._take(row, sorted(moved.pop(row.number, [])))
        assert not moved, f"postings of entries that are not there: {chain} {moved}"

    def _take(self, row: Any, postings: list[tuple[str, int]]) -> None:
        """One more entry."""
        where = f"entry {row.number} of chain {row.chain}"
        entries, events, before = self._heads.get(row.chain, (0, 0, GENESIS))
        assert row.number == entries + 1, f"{where} follows {entries}"
        assert row.first_event == events + 1, f"{where} begins with event {row.first_event}"
        digest = entry_hash(
            before,
            chain=row.chain,
            number=row.number,
            first_event=row.first_event,
            at_ms=row.at_ms,
            actor=row.actor,
            command=row.command,
            asked=row.asked,
            round=row.round,
            body=row.body,
            postings=postings,
        )
        assert digest == row.hash, f"{where} does not hash to what it says"
        told: list[Json] = orjson.loads(row.body)
        assert len(told) == row.event_count > 0, f"{where} has {len(told)} events"
        upto = events + len(told)
        self._heads[row.chain] = (row.number, upto, row.hash)
        self.entries += 1
        if row.command is not None:
            key = (row.actor, row.command)
            assert key not in self.commands, f"{where} does {key} again"
            self.commands[key] = (row.chain, row.number, upto)
        moved = self._happen(row, told)
        net = sorted((account, cents) for account, cents in moved.items() if cents)
        assert net == postings, f"{where} should move {net} and moves {postings}"
        assert sum(moved.values()) == 0, f"{where} makes or loses money: {postings}"
        for account, cents in postings:
            self.balances[account] += cents
            # A wallet is moved by several chains, which are read one after the other.
            is_here = account.startswith("table ")
            assert self.balances[account] >= 0 or not is_here, f"{where}: {account} is short"
        if row.chain:
            staked = sum(self.tables[row.chain].stakes.in_action.values())
            assert self.balances[f"table {row.chain}/wagers"] == staked, f"{where}: what is staked"

    def _happen(self, row: Any, told: list[Json]) -> Counter[str]:
        """Takes in what happened; gives what each account gains by it."""
        moved: Counter[str] = Counter()
        if row.chain == 0:
            for event in told:
                moved.update(gained := self._move_in_house(event))
                self._note_outside(gained)
                if event["event"] in _AT_THE_CAGE and row.command is not None:
                    self.at_the_cage[row.actor, row.command] = event
            return moved
        if row.number == 1:
            assert told[0]["event"] == "table_created", "a table begins with its creation"
            self.tables[row.chain] = TableBooks(row.chain, told[0])
        table = self.tables[row.chain]
        before = table.seating()
        for event in told:
            moved.update(gained := table.take(event))
            self._note_outside(gained)
        table.require_settled()
        upto = len(table.events)
        after = table.seating()
        during = {
            user: before.get(user, frozenset()) | after.get(user, frozenset())
            for user in {*before, *after}
        }
        staff = frozenset(table.positions.values())
        table.moments += [Moment(row.number, during, after, staff, table.desk)] * len(told)
        table.ends.append(upto)
        assert row.round == len(table.rounds), f"table {row.chain}, entry {row.number}: its round"
        for account, cents in moved.items():
            has = self.balances[account] + cents
            seat = account.removeprefix(f"table {table.number}/seat ")
            if cents and seat != account:
                table.meters.setdefault(int(seat), []).append((upto, has))
            elif account == f"table {table.number}/rack":
                table.racks.append((upto, has))
        return moved

    def _note_outside(self, gained: Counter[str]) -> None:
        """What came from outside, and what went there."""
        for source, money in SOURCES.items():
            self.brought_in[money] += max(-gained[source], 0)
            self.carried_out[money] += max(gained[source], 0)

    def _move_in_house(self, event: Json) -> Counter[str]:
        """The money of what happens outside the tables."""
        moved: Counter[str] = Counter()
        wallet = f"wallet {event.get('user')}"
        if event["event"].startswith("voucher") and event["user"] is None:
            wallet = "cash"
        match event["event"]:
            case "user_added":
                self.moneys[event["user"]] = event["money"]
            case "play_money_granted":
                shift(moved, "play money", wallet, event["cents"])
            case "guest_gone":
                shift(moved, wallet, "play money", event["cents"])
            case "bought_in":
                shift(moved, "cash", wallet, event["cents"])
            case "cashed_out":
                shift(moved, wallet, "cash", event["cents"])
            case "voucher_issued":
                assert event["voucher"] not in self.vouchers, f"issued twice: {event}"
                self.vouchers[event["voucher"]] = event["cents"]
                self.issued_from[event["voucher"]] = event["user"]
                self.vouchers_issued += 1
                shift(moved, wallet, "vouchers", event["cents"])
            case "voucher_redeemed" | "voucher_taken_back":
                if event["event"] == "voucher_taken_back":
                    owner = self.issued_from[event["voucher"]]
                    assert owner == event["user"], f"issued from {owner}, and taken back: {event}"
                worth = self.vouchers.pop(event["voucher"], None)
                assert worth == event["cents"], f"worth {worth}, and redeemed: {event}"
                shift(moved, "vouchers", wallet, event["cents"])
            case "house_crashed":
                assert self._is_up, "nothing was at work that could have crashed"
                self._is_up = False
            case "house_started":
                assert not self._is_up, "a crash was not noted"
                self._is_up = True
                self.starts += 1
            case "house_stopped":
                self._is_up = False
            case _:
                pass
        return moved

    def _compare(self, connection: Connection) -> None:
        """Nobody owes anything, and the rows beside the log say what the log says."""
        short = {one: cents for one, cents in self.balances.items() if cents < 0}
        assert set(short) <= set(SOURCES), f"below zero: {short}"
        accounts = {
            row.account: row.cents for row in connection.execute(text("SELECT * FROM accounts"))
        }
        wrong = {
            account: (accounts.get(account, 0), self.balances[account])
            for account in {*accounts, *self.balances}
            if accounts.get(account, 0) != self.balances[account]
        }
        assert not wrong, f"accounts and what was moved differ: {wrong}"
        heads = {
            row.chain: (row.entries, row.events, row.hash)
            for row in connection.execute(text("SELECT * FROM chains"))
        }
        assert heads == self._heads, f"chains do not stand where the log ends: {heads}"
        sitting = {
            (row.table, row.seat, row.user)
            for row in connection.execute(text('SELECT "table", seat, "user" FROM seats'))
        }
        out = {
            row.voucher: row.cents
            for row in connection.execute(text("SELECT * FROM vouchers WHERE redeemed_ms IS NULL"))
        }
        assert out == self.vouchers, f"vouchers that are out: {out}, not {self.vouchers}"
        assert self.balances["vouchers"] == sum(out.values()), "the account of all vouchers"
        known = {
            (number, seat, user)
            for number, table in self.tables.items()
            for seat, user in table.seats.items()
        }
        assert sitting == known, f"who sits where: {sitting ^ known}"

    def held(self, money: str) -> int:
        """What everybody and every table has of a kind of money."""
        tables = {f"table {one.number}" for one in self.tables.values() if one.money == money}
        total = 0
        for account, cents in self.balances.items():
            if account.startswith("wallet "):
                total += cents if self.moneys[int(account.split()[1])] == money else 0
            elif account.split("/")[0] in tables or (account, money) == ("vouchers", "cash"):
                total += cents
        return total

    def missing(self, money: str) -> int:
        """What was brought in and is neither held nor carried out: lost above zero, made below."""
        return self.brought_in[money] - self.carried_out[money] - self.held(money)

    @property
    def rounds(self) -> int:
        """How many rounds are over."""
        return sum(len(table.results) for table in self.tables.values())

    @property
    def resumed(self) -> int:
        """How often a round went on after a start."""
        return sum(table.resumed for table in self.tables.values())
