"""A long log: whether a round costs more at its end, how long a start takes, what tables weigh.

The log is a real one, played by live tables and written by the house's own writer, only that
thousands of rounds go into each transaction: two tables, each in a process of its own.
"""

import os
import secrets
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import Connection, select

from croupier.house import schema
from croupier.house.changes import Change, Written
from croupier.house.commands import Bet, Choose
from croupier.house.database import database_url, open_engine
from croupier.house.house import House
from croupier.house.ledger import Ledger
from croupier.house.live_table import LiveTable
from croupier.house.restoring import read_heads, read_tables, resume
from croupier.house.sent import Sent
from croupier.house.writer import Writer
from croupier.table.registry import game_ids
from house_figures import Figure
from house_serving import Server, cores, pinned
from house_single import PLAYER, STAKES, on_loop, play_rounds, seat_player
from measuring import progress

__all__ = ["measure_idle_tables", "measure_long_log"]

START_TARGET_S: Final = 3.0
IDLE_TARGET_MB: Final = 300.0
_MOST_WAITING: Final = 20_000
_BYTES_A_ROUND: Final = 8_000
"""More than a round takes on the disk."""


# Making the log.


class _Pace:
    """Keeps a table from running ahead of the writer."""

    def __init__(self) -> None:
        self._waiting = 0
        self._changed = threading.Condition()

    def submit(self, writer: Writer, change: Change | None) -> None:
        assert change is not None, "a round is events"
        with self._changed:
            self._changed.wait_for(lambda: self._waiting < _MOST_WAITING)
            self._waiting += 1
        writer.submit(change)

    def written(self, changes: Sequence[Written], problem: Exception | None) -> None:
        assert problem is None, f"the log cannot be written: {problem}"
        with self._changed:
            self._waiting -= len(changes)
            self._changed.notify()


class _Filler(Writer):
    """Writes one table's log, while others fill those of other tables."""

    def _require_all(self, connection: Connection, after: Mapping[int, str] | None) -> bool:
        del connection, after
        return False


def fill_log(database: str, table: int, rounds: int) -> None:
    """Plays rounds at one table of a house that is closed, and puts them into its log."""
    engine = open_engine(database_url(database))
    live, seed = _read_table(database, table)
    pace = _Pace()
    writer = _Filler(engine, pace.written)
    with engine.connect() as connection:
        heads = read_heads(connection)
    writer.start(heads)
    at_ms = time.time_ns() // 1_000_000
    pace.submit(writer, resume(live, seed, at_ms))
    for number in range(live.picture.round, live.picture.round + rounds):
        for command in (Bet(1, STAKES, (), number, is_ready=True), Choose(1, "play", None, number)):
            change = live.handle(PLAYER, command, sent=Sent(secrets.token_hex(16)), at_ms=at_ms)
            pace.submit(writer, change)
    writer.end()
    engine.dispose()


def _read_table(database: str, table: int) -> tuple[LiveTable, str]:
    engine = open_engine(database_url(database))
    with engine.connect() as connection:
        accounts = connection.execute(select(schema.accounts))
        ledger = Ledger({row.account: row.cents for row in accounts})
        heads = read_heads(connection)
        tables = {
            live.number: live
            for live, _ in read_tables(connection, ledger, heads, secrets.token_bytes)
        }
        seeds = select(schema.secrets.c.seed).where(schema.secrets.c.table == table)
        seed = connection.execute(seeds).scalar_one()
    engine.dispose()
    return tables[table], seed


async def _open_house(database: str, tables: int) -> None:
    house = House(open_engine(database_url(database)))
    await house.start()
    for _ in range(tables):
        await seat_player(house)
    await house.stop()


def make_log(database: str, rounds: int) -> None:
    """A house with so many rounds on record, spread over as many tables as there are cores."""
    free = shutil.disk_usage(Path(database).parent).free
    assert free > rounds * _BYTES_A_ROUND, f"{rounds:,} rounds need more room in {database}"
    tables = len(set(cores()))
    on_loop(_open_house(database, tables))
    filling = [
        subprocess.Popen((sys.executable, __file__, database, str(table), str(rounds // tables)))
        for table in range(1, tables + 1)
    ]
    for process in filling:
        assert process.wait() == 0, "the log could not be made"


# Measuring.


def measure_long_log(rounds: int, played: int, times: int) -> list[Figure]:
    """Rounds with nothing on record and with much; and how long a start takes then."""
    with TemporaryDirectory(prefix="croupier-") as folder:
        short, long = f"{folder}/short.db", f"{folder}/long.db"
        on_loop(_open_house(short, 1))
        progress(f"playing {rounds:,} rounds, some minutes for a million")
        make_log(long, rounds)
        size = Path(long).stat().st_size / 1e9
        progress("starting on them")
        _forget(long)
        with pinned(cores()[0]):
            start_s, ready_s = on_loop(_time_start(long)), _time_server(Path(folder), long)
            progress("rounds beside an empty log and beside a long one")
            short_ms, long_ms = on_loop(_costs(short, long, played, times))
    on_record = f"{rounds:,} rounds on record"
    return [
        Figure(f"a start with {on_record}", start_s, "s", START_TARGET_S, beside=f"{size:.1f} GB"),
        Figure(f"the program's start with {on_record}", ready_s, "s", START_TARGET_S),
        Figure(f"a round with {on_record}", long_ms.wall_ms, "ms", beside=long_ms.beside(short_ms)),
    ]


def _forget(file: str) -> None:
    """Has the machine forget what it has read of a file, as after it was switched on."""
    with open(file, "rb") as opened:  # noqa: PTH123 (its number is what is needed)
        os.fsync(opened.fileno())
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


async def _time_start(database: str) -> float:
    house = House(open_engine(database_url(database)))
    begun = time.perf_counter()
    await house.start()
    took_s = time.perf_counter() - begun
    await house.stop()
    return took_s


def _time_server(folder: Path, database: str) -> float:
    _forget(database)
    with Server(folder, "tables = []\n", database) as server:
        server.kill()
        return server.start_s


@dataclass(frozen=True, slots=True)
class _Cost:
    """What a round takes."""

    wall_ms: float = float("inf")
    processor_ms: float = float("inf")

    def or_less(self, other: "_Cost") -> "_Cost":
        return _Cost(min(self.wall_ms, other.wall_ms), min(self.processor_ms, other.processor_ms))

    def beside(self, plain: "_Cost") -> str:
        return (
            f"{self.wall_ms / plain.wall_ms:.2f} times one with an empty log, "
            f"{self.processor_ms / plain.processor_ms:.2f} times the processor's time"
        )


async def _costs(short: str, long: str, rounds: int, times: int) -> tuple[_Cost, _Cost]:
    """Of a round in both, in turns, so that whatever else the machine does hits both."""
    houses = [House(open_engine(database_url(database))) for database in (short, long)]
    least = [_Cost(), _Cost()]
    for house in houses:
        await house.start()
    for _ in range(times):
        for at, house in enumerate(houses):
            before_s = time.process_time()
            per_second = await play_rounds(house, 1, rounds)
            processor_ms = 1000 * (time.process_time() - before_s) / rounds
            least[at] = least[at].or_less(_Cost(1000 / per_second, processor_ms))
    for house in houses:
        await house.stop()
    return least[0], least[1]


def measure_idle_tables(tables: int) -> list[Figure]:
    """The memory of a server with so many tables that are open and idle, of all games."""
    progress(f"{tables:,} tables")
    one, many = _memory_of(1), _memory_of(tables)
    return [
        Figure(
            f"memory with {tables:,} tables open and idle",
            many,
            "MB",
            IDLE_TARGET_MB,
            beside=f"{one:,.0f} MB with one",
        )
    ]


def _memory_of(tables: int) -> float:
    games = game_ids()
    config = "".join(
        f'[[tables]]\nname = "Table {number + 1}"\ngame = "{games[number % len(games)]}"\n'
        for number in range(tables)
    )
    with (
        TemporaryDirectory(prefix="croupier-") as folder,
        Server(Path(folder), config) as server,
    ):
        # What is done once, after the start, is done.
        time.sleep(1.0)
        return server.resident_bytes / 1e6


if __name__ == "__main__":
    fill_log(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
