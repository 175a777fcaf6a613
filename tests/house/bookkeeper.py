"""A second bookkeeper: reads the log of a house as plain JSON and keeps his own accounts of it.

He shares nothing with the house but the way an entry is hashed: what each event moves is written
down here once more, from the words of the log. He reads on where he stopped, so a long log is gone
through once; what he has read must not change, which the hashes hold.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import orjson
from sqlalchemy import Connection, text

from croupier.house.log import GENESIS, entry_hash
from croupier.house.reading import open_to_read, reading

Json = dict[str, Any]

SOURCES = ("cash", "house", "differences", "play money")
"""Where money comes from: below zero by what has come."""


@dataclass(slots=True)
class Moment:
    """What an event tells more about than itself: how the table stood in its entry."""

    entry: int
    during: dict[int, frozenset[int]]
    """By user: the seats he had before the entry, or after it."""
    after: dict[int, frozenset[int]]
    """By user: the seats he had after the entry."""


@dataclass(slots=True)
class TableBooks:
    """What the log says of one table."""

    number: int
    created: Json
    events: list[Json] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    """By entry: the number of its last event."""
    seats: dict[int, int] = field(default_factory=dict)
    """By seat: its user."""
    slips: dict[int, int] = field(default_factory=dict)
    """By seat: what its slip in the round comes to."""
    meters: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By seat: after which events its credit was how much."""
    rounds: list[int] = field(default_factory=list)
    """By round: the number of the event it began with."""
    results: dict[int, str] = field(default_factory=dict)
    """By round that is over: how it ended."""
    put_in: Counter[int] = field(default_factory=Counter)
    """By seat: what it has put into the round less what it got back."""
    in_action: Counter[int] = field(default_factory=Counter)
    """By seat: what of it neither settled nor returned."""
    resumed: int = 0
    staked_cents: int = 0
    returned_cents: int = 0
    cut: dict[Any, Json | None] = field(default_factory=dict)
    """For who compares: events as they were cut for somebody."""

    @property
    def money(self) -> str:
        """What is played for: `play` or `cash`."""
        return self.created["terms"]["money"]

    @property
    def is_stadium(self) -> bool:
        """Whether each viewer gets only what is his own and what is common."""
        return self.created["terms"]["kind"] == "stadium"

    def seating(self) -> dict[int, frozenset[int]]:
        """By user: his seats now."""
        found: dict[int, set[int]] = {}
        for seat, user in self.seats.items():
            found.setdefault(user, set()).add(seat)
        return {user: frozenset(seats) for user, seats in found.items()}

    def credit_at(self, seat: int, upto: int) -> int:
        """What a seat's credit was after an event."""
        known = self.meters.get(seat, [])
        at = bisect_right(known, (upto, float("inf")))
        return known[at - 1][1] if at else 0

    def seats_of_others(self, user: int, first: int, upto: int) -> frozenset[int]:
        """The seats at which, of these events, the last slip was another's."""
        others: dict[int, bool] = {}
        for number in range(first, upto + 1):
            event = self.events[number - 1]
            if event["event"] == "wagers_placed":
                seats = self.moments[number - 1].during.get(user, frozenset())
                others[event["seat"]] = event["seat"] not in seats
        return frozenset(seat for seat, is_others in others.items() if is_others)

    def is_whole(self, upto: int) -> bool:
        """Whether an event is the last of its entry."""
        at = bisect_left(self.ends, upto)
        return at < len(self.ends) and self.ends[at] == upto

    def round_at(self, upto: int) -> int:
        """The number of the last round that had begun by then, 0 for none."""
        return bisect_right(self.rounds, upto)


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
            staked = sum(self.tables[row.chain].in_action.values())
            assert self.balances[f"table {row.chain}/wagers"] == staked, f"{where}: what is staked"

    def _happen(self, row: Any, told: list[Json]) -> Counter[str]:
        """Takes in what happened; gives what each account gains by it."""
        moved: Counter[str] = Counter()
        if row.chain == 0:
            for event in told:
                self._move_in_house(event, moved)
            return moved
        if row.number == 1:
            assert told[0]["event"] == "table_created", "a table begins with its creation"
            self.tables[row.chain] = TableBooks(row.chain, told[0])
        table = self.tables[row.chain]
        before = table.seating()
        for event in told:
            table.events.append(event)
            self._move_at_table(table, event, moved)
            _go_on(table, event)
        upto = len(table.events)
        after = table.seating()
        during = {
            user: before.get(user, frozenset()) | after.get(user, frozenset())
            for user in {*before, *after}
        }
        table.moments += [Moment(row.number, during, after)] * len(told)
        table.ends.append(upto)
        assert row.round == len(table.rounds), f"table {row.chain}, entry {row.number}: its round"
        for account, cents in moved.items():
            seat = account.removeprefix(f"table {table.number}/seat ")
            if cents and seat != account:
                has = self.balances[account] + cents
                table.meters.setdefault(int(seat), []).append((upto, has))
        return moved

    def _move_in_house(self, event: Json, moved: Counter[str]) -> None:
        """The money of what happens outside the tables."""
        match event["event"]:
            case "user_added":
                self.moneys[event["user"]] = event["money"]
            case "play_money_granted":
                _shift(moved, "play money", f"wallet {event['user']}", event["cents"])
                self.brought_in["play"] += event["cents"]
            case "guest_gone":
                _shift(moved, f"wallet {event['user']}", "play money", event["cents"])
                self.carried_out["play"] += event["cents"]
            case "bought_in":
                _shift(moved, "cash", f"wallet {event['user']}", event["cents"])
                self.brought_in["cash"] += event["cents"]
            case "cashed_out":
                _shift(moved, f"wallet {event['user']}", "cash", event["cents"])
                self.carried_out["cash"] += event["cents"]
            case "house_crashed":
                assert self._is_up, "nothing was at work that could have crashed"
                self._is_up = False
            case "house_started":
                assert not self._is_up, "a crash was not noted"
                self._is_up = True
                self.starts += 1
            case "house_stopped":
                self._is_up = False
            case "voucher_issued" | "voucher_redeemed":
                raise AssertionError("nobody asked for vouchers here")
            case _:
                pass

    def _move_at_table(self, table: TableBooks, event: Json, moved: Counter[str]) -> None:
        """The money of what happens at a table."""
        here = f"table {table.number}"
        meter = f"{here}/seat {event.get('seat')}"
        match event["event"]:
            case "seat_taken":
                _shift(moved, f"wallet {event['user']}", meter, event["credit_cents"])
            case "credit_added":
                _shift(moved, f"wallet {event['user']}", meter, event["cents"])
            case "seat_left":
                _shift(moved, meter, f"wallet {event['user']}", event["cents"])
            case "tip_given":
                _shift(moved, meter, f"{here}/tips", event["cents"])
            case "tips_collected":
                outside = "cash" if table.money == "cash" else "play money"
                _shift(moved, f"{here}/tips", outside, event["cents"])
            case "wagers_placed":
                cents = sum(cents for _, cents in event["stakes"])
                _shift(moved, meter, f"{here}/wagers", cents - table.slips.get(event["seat"], 0))
            case "wager_added":
                _shift(moved, meter, f"{here}/wagers", event["cents"])
            case "wager_returned":
                _shift(moved, f"{here}/wagers", meter, event["cents"])
            case "wager_settled":
                stake = event["stake_cents"] if event["has_own_wager"] else 0
                _shift(moved, f"{here}/wagers", f"{here}/rack", stake)
                _shift(moved, f"{here}/rack", meter, event["returned_cents"])
            case "settlement_reversed":
                _shift(moved, meter, f"{here}/rack", event["returned_cents"])
                _shift(moved, f"{here}/rack", f"{here}/wagers", event["stake_cents"])
            case "rack_filled":
                bank = "house" if table.money == "cash" else "play money"
                _shift(moved, bank, f"{here}/rack", event["cents"])
                self.brought_in[table.money] += event["cents"]
            case "rack_credited" | "rack_corrected" | "round_revised" | "difference_paid":
                raise AssertionError(f"no person works at table {table.number}")
            case _:
                pass

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
            elif account.split("/")[0] in tables:
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


def _shift(moved: Counter[str], source: str, target: str, cents: int) -> None:
    moved[source] -= cents
    moved[target] += cents


def _go_on(table: TableBooks, event: Json) -> None:
    """How a table stands after an event: its seats and its round."""
    seat = event.get("seat")
    match event["event"]:
        case "seat_taken":
            assert seat not in table.seats, f"seat {seat} of table {table.number} is taken twice"
            table.seats[seat] = event["user"]
        case "seat_left":
            assert table.seats.pop(seat) == event["user"], f"seat {seat} is left by somebody else"
        case "round_began":
            assert len(table.results) == len(table.rounds), "a round ends before the next begins"
            assert event["round"] == len(table.rounds) + 1, "rounds are numbered in order"
            table.rounds.append(len(table.events))
            for per_seat in (table.slips, table.put_in, table.in_action):
                per_seat.clear()
        case "round_resumed":
            assert event["round"] == len(table.rounds), "the round that goes on is the last one"
            assert event["round"] not in table.results, "a round that is over does not go on"
            table.resumed += 1
        case "round_closed":
            assert not +table.in_action, f"round {len(table.rounds)} ends with stakes in action"
            table.results[len(table.rounds)] = "settled"
        case "round_voided":
            owed = {one: cents for one, cents in table.put_in.items() if cents}
            assert not owed, f"round {len(table.rounds)} is void and owes {owed}"
            table.results[len(table.rounds)] = "void"
        case _:
            _stake(table, event, seat)


def _stake(table: TableBooks, event: Json, seat: Any) -> None:
    """What a seat has in the round after an event."""
    staked = returned = settled = 0
    match event["event"]:
        case "wagers_placed":
            slip = sum(cents for _, cents in event["stakes"])
            staked = slip - table.slips.get(seat, 0)
            table.slips[seat] = slip
        case "wager_added":
            staked = event["cents"]
        case "wager_settled":
            settled = event["stake_cents"] if event["has_own_wager"] else 0
            returned = event["returned_cents"]
        case "settlement_reversed":
            settled, returned = -event["stake_cents"], -event["returned_cents"]
        case "wager_returned":
            settled = returned = event["cents"]
        case _:
            return
    table.staked_cents += staked
    table.returned_cents += returned
    table.put_in[seat] += staked - returned
    table.in_action[seat] += staked - settled
