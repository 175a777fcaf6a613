"""One automatic table of Three Card Poker and one player: durable rounds a second.

A round is two commands, the bet and the decision, and the player waits for each to be durable
before he goes on; so a round is two commits, one after the other. Beside it stands the least that
any program does which keeps its word: commits of a single row, one after the other, on the same
disk or the same database server in the same run.
"""

import asyncio
import secrets
import sqlite3
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeVar

import psycopg
import uvloop

from croupier.house.accounts import Money
from croupier.house.changes import Rows
from croupier.house.commands import Bet, Choose, Person, Sit
from croupier.house.database import database_url, open_engine
from croupier.house.happenings import PlayMoneyGranted, Role, UserAdded
from croupier.house.house import House
from croupier.house.terms import TableTerms
from croupier.house.users import User
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from house_figures import Figure
from house_postgres import postgres
from house_serving import Guest, Server, Socket, come_in, cores, pinned
from measuring import progress

__all__ = ["PLAYER", "STAKES", "measure_single", "on_loop", "play_rounds", "seat_player"]

T = TypeVar("T")

SQLITE_TARGET: Final = 300.0
POSTGRES_TARGET: Final = 200.0

STAKES: Final = (("Ante", 500), ("Pair Plus", 500))
CREDIT_CENTS: Final = 10_000_000
_ALL_CREDIT_CENTS: Final = 1_000_000_000
"""Enough for a million rounds."""
PLAYER: Final = Person(1, "Player", frozenset({Role.PLAYER}))

_CONFIG: Final = f"""
[house]
guest_credit = "{CREDIT_CENTS // 100}"
[[tables]]
name = "Three Card Poker"
game = "three-card-poker"
"""
_WAIT_S: Final = 120.0
_PAUSE_S: Final = 2.0
_MOST_ROUNDS: Final = 450


def on_loop(work: Coroutine[Any, Any, T]) -> T:
    """Runs something on an event loop like the server's."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def measure_single(rounds: int, times: int) -> list[Figure]:
    """On SQLite and, where it is installed, on PostgreSQL; each also over a real socket."""
    with TemporaryDirectory(prefix="croupier-") as folder:
        files = tuple(f"{folder}/{name}.db" for name in ("raw", "alone", "served"))
        figures = _measure("SQLite", files, SQLITE_TARGET, rounds, times)
    with postgres(cores()[0]) as make_database:
        if make_database is None:
            return [*figures, Figure("PostgreSQL is not installed here", 0, "rounds/s")]
        urls = tuple(make_database(name) for name in ("raw", "alone", "served"))
        return figures + _measure("PostgreSQL", urls, POSTGRES_TARGET, rounds, times)


def _measure(
    name: str, databases: tuple[str, ...], target: float, rounds: int, times: int
) -> list[Figure]:
    for_raw, for_house, for_server = databases
    progress(f"{name}: commits")
    raw = _raw_commits(for_raw, rounds, times)
    progress(f"{name}: one table")
    with pinned(cores()[0]):
        alone = on_loop(_rate_alone(for_house, rounds, times))
    progress(f"{name}: one table over a socket")
    over_socket = _rate_over_socket(for_server, rounds, times)
    beside = f"raw commits {raw:,.0f}/s; a round is two, so {200 * alone / raw:.0f} % of them"
    return [
        Figure(f"{name}, in the house itself", alone, "rounds/s", target, True, beside),
        Figure(f"{name}, over a socket", over_socket, "rounds/s", target, True),
    ]


# Commits of one row.


def _raw_commits(database: str, commits: int, times: int) -> float:
    """Commits of a single row, one after the other: how many a second."""
    with pinned(cores()[0]):
        if "://" in database:
            with closing(psycopg.connect(database)) as server:
                return _commit_rows(server, "%s", commits, times)
        with closing(sqlite3.connect(database)) as file:
            file.execute("PRAGMA journal_mode = WAL")
            file.execute("PRAGMA synchronous = FULL")
            return _commit_rows(file, "?", commits, times)


def _commit_rows(connection: Any, mark: str, commits: int, times: int) -> float:
    connection.execute("CREATE TABLE raw (number INTEGER PRIMARY KEY, body TEXT)")
    connection.commit()
    insert = f"INSERT INTO raw VALUES ({mark}, {mark})"
    numbers = iter(range(commits * times))

    def commit_some() -> None:
        for _ in range(commits):
            connection.execute(insert, (next(numbers), "x" * 100))
            connection.commit()

    return _best_rate(commit_some, commits, times)


def _best_rate(work: Callable[[], None], count: int, times: int) -> float:
    best = 0.0
    for _ in range(times):
        begun = time.perf_counter()
        work()
        best = max(best, count / (time.perf_counter() - begun))
    return best


# Without a network.


async def seat_player(house: House) -> int:
    """Sets up a table with one player at it; its number."""
    game = find_game("three-card-poker")
    table = await house.create_table("Three Card Poker", TableTerms(), settings_for(game))
    granted = PlayMoneyGranted(PLAYER.user, _ALL_CREDIT_CENTS)
    if table == 1:
        rows = Rows()
        User(PLAYER.user, PLAYER.name, None, PLAYER.roles, Money.PLAY, house.now_ms()).put(rows)
        added = UserAdded(PLAYER.user, PLAYER.name, (Role.PLAYER,), Money.PLAY, None)
        await house.enter([added, granted], actor="house", rows=rows)
    else:
        await house.enter([granted], actor="house")
    await house.command(table, PLAYER, Sit(1, _ALL_CREDIT_CENTS), f"sit-{table}")
    return table


async def play_rounds(house: House, table: int, rounds: int) -> float:
    """Plays durable rounds, one after the other: how many a second."""
    hub = house.hub(table)
    begun = time.perf_counter()
    for _ in range(rounds):
        number = hub.picture.round
        bet, play = Bet(1, STAKES, (), number, is_ready=True), Choose(1, "play", None, number)
        # Ids as clients make them up: in no order, so their index grows everywhere.
        await house.command(table, PLAYER, bet, secrets.token_hex(16))
        await house.command(table, PLAYER, play, secrets.token_hex(16))
        assert hub.picture.round == number + 1, "the round is over, and the next has begun"
    return rounds / (time.perf_counter() - begun)


async def _rate_alone(database: str, rounds: int, times: int) -> float:
    house = House(open_engine(database_url(database)))
    await house.start()
    table = await seat_player(house)
    await play_rounds(house, table, rounds // 10 + 1)
    best = max([await play_rounds(house, table, rounds) for _ in range(times)])
    await house.stop()
    return best


# Over a socket.


class Player(Socket):
    """Plays one round after the other, each command sent when the last one is acknowledged."""

    def __init__(self, port: int, guest: Guest) -> None:
        super().__init__(port, guest)
        self._round = 0
        self._left = 0
        self._is_seated = False
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def play(self, rounds: int) -> float:
        """Plays some; how many a second."""
        self._done = asyncio.get_running_loop().create_future()
        self._left = rounds
        begun = time.perf_counter()
        self._bet()
        await asyncio.wait_for(self._done, _WAIT_S)
        return rounds / (time.perf_counter() - begun)

    async def sit(self) -> None:
        """Comes to the table."""
        await self.open()
        await asyncio.wait_for(self._done, _WAIT_S)

    def hear(self, message: dict[str, Any], now: float, now_ms: float) -> None:
        """Does what comes next."""
        del now, now_ms
        match message["type"]:
            case "welcome":
                self.say({"type": "watch", "table": 1})
            case "snapshot" if not self._is_seated:
                self._is_seated = True
                self._command("sit", credit_cents=CREDIT_CENTS)
            case "events":
                for _, event in message["events"]:
                    if event["event"] == "round_began":
                        self._round = event["round"]
            case "receipt":
                self._go_on(message["id"].split("-")[0])
            case "refusal":
                self._done.set_exception(AssertionError(message["detail"]))

    def _go_on(self, done: str) -> None:
        if done == "bet":
            self._command("choose", round=self._round, option="play")
            return
        self._left -= 1
        if self._left > 0:
            self._bet()
        else:
            self._done.set_result(None)

    def _bet(self) -> None:
        self._command("bet", round=self._round, stakes=dict(STAKES), is_ready=True)

    def _command(self, do: str, **what: Any) -> None:
        command = f"{do}-{self._round}"
        what |= {"table": 1, "id": command, "do": do, "seat": 1}
        self.say({"type": "command", **what})


def _rate_over_socket(database: str, rounds: int, times: int) -> float:
    """The same, by a player on the other core who talks to a real server."""
    with (
        TemporaryDirectory(prefix="croupier-") as folder,
        Server(Path(folder), _CONFIG, database) as server,
        pinned(cores()[1]),
    ):
        return on_loop(_play_over_socket(server.port, rounds, times))


async def _play_over_socket(port: int, rounds: int, times: int) -> float:
    (guest,) = await come_in(port, 0, 1)
    player = Player(port, guest)
    await player.sit()
    await player.play(rounds // 10 + 1)
    best = 0.0
    for _ in range(times):
        # A client may send a thousand messages at once, and then a thousand a second.
        await asyncio.sleep(_PAUSE_S)
        best = max(best, await player.play(min(rounds, _MOST_ROUNDS)))
    player.close()
    return best
