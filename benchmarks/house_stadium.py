"""A stadium full of terminals as load on a real server.

Each terminal bets and decides once in every round, at a random moment of the window. Measured is
what a player would feel: how long until his bet is acknowledged, which it is only when it is
durable, and how long until he sees how the round ended. At the end the server is killed while bets
come in, and whatever it had acknowledged is looked for in the log.
"""

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import uvloop

from house_figures import Figure, not_exceeded_by
from house_serving import Guest, Server, Socket, come_in, cores, pinned
from measuring import progress

__all__ = ["measure_stadium"]

WINDOW_S: Final = 5
ACKNOWLEDGED_MS: Final = 250.0
SETTLED_MS: Final = 1_000.0

_USED: Final = 0.95
"""The part of a window in which terminals act; what is sent later may come too late."""
_GROUP: Final = 200
"""So many come in at a time: a ticket is good for half a minute."""
_CREDIT_CENTS: Final = 10_000_000
_GATHERING_S: Final = 120.0
_ROUND_S: Final = 4.0 * WINDOW_S

_CONFIG: Final = f"""
[house]
guest_credit = "{_CREDIT_CENTS // 100}"
[[tables]]
name = "Stadium"
game = "stadium-three-card-poker"
positions = {{terminals}}
[tables.terms]
kind = "stadium"
betting_s = {WINDOW_S}
decision_s = {WINDOW_S}
"""


@dataclass(slots=True)
class Crowd:
    """All terminals, and what they have seen."""

    port: int
    rng: Random
    terminals: list["Terminal"] = field(default_factory=list)
    took_ms: dict[str, list[float]] = field(default_factory=lambda: {"bet": [], "choose": []})
    """By kind of command: how long until it was acknowledged."""
    settled_ms: list[float] = field(default_factory=list)
    """How long after a round was decided each terminal saw its end."""
    acknowledged: dict[str, int] = field(default_factory=dict)
    """By the id of each command that was acknowledged: the entry of the log it must be in."""
    refused: Counter[str] = field(default_factory=Counter)
    finished: Counter[int] = field(default_factory=Counter)
    """By round: how many terminals have seen its end."""
    seated: int = 0
    lost: int = 0
    dropped: int = 0
    """How often a terminal was dropped to a snapshot because it read too slowly."""
    is_playing: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, is_so: Callable[[], bool], within_s: float) -> None:
        """Waits until something is so, and not for ever."""
        async with asyncio.timeout(within_s):
            while not is_so():
                self.changed.clear()
                await self.changed.wait()


class Terminal(Socket):
    """One terminal and its player. Knows only what it needs to bet and to decide."""

    def __init__(self, crowd: Crowd, guest: Guest, seat: int) -> None:
        super().__init__(crowd.port, guest)
        self._crowd = crowd
        self._seat = seat
        self._sent: dict[str, float] = {}
        self._commands = 0
        self._is_here = False
        self.round = 0

    def connection_lost(self, exc: Exception | None) -> None:
        """Noted: before the server is killed, it should not happen."""
        del exc
        self._crowd.lost += 1

    def hear(self, message: dict[str, Any], now: float, now_ms: float) -> None:
        """Does what there is to do."""
        match message["type"]:
            case "events":
                self._see(message, now_ms)
            case "receipt":
                self._be_acknowledged(message, now)
            case "welcome":
                self.say({"type": "watch", "table": 1})
            case "snapshot":
                self.round = message["round"]
                if self._is_here:
                    self._crowd.dropped += 1
                else:
                    self._is_here = True
                    self._command("sit", credit_cents=_CREDIT_CENTS)
            case "refusal":
                self._sent.pop(message["id"])
                self._crowd.refused[message["code"]] += 1

    def _be_acknowledged(self, message: dict[str, Any], now: float) -> None:
        crowd, command = self._crowd, message["id"]
        do, took_ms = command.split("-")[0], 1000 * (now - self._sent.pop(command))
        if do == "sit":
            crowd.seated += 1
            crowd.changed.set()
        else:
            crowd.acknowledged[command] = message["entry"]
            crowd.took_ms[do].append(took_ms)

    def _see(self, message: dict[str, Any], now_ms: float) -> None:
        crowd = self._crowd
        for _, event in message["events"]:
            match event["event"]:
                case "round_began":
                    self.round = event["round"]
                    if crowd.is_playing:
                        self.bet_soon()
                case "decision_asked" if event["seats"]:
                    self._soon(self._choose)
                case "round_closed":
                    crowd.settled_ms.append(now_ms - message["at_ms"])
                    crowd.finished[self.round] += 1
                    crowd.changed.set()

    def bet_soon(self) -> None:
        """Bets at some moment of the window."""
        self._soon(self._bet)

    def _soon(self, do: Callable[[], None]) -> None:
        delay = self._crowd.rng.uniform(0, _USED * WINDOW_S)
        asyncio.get_running_loop().call_later(delay, do)

    def _bet(self) -> None:
        picks = self._crowd.rng.sample("123456789", 3)
        self._command("bet", round=self.round, stakes={"Ante": 500}, picks=picks)

    def _choose(self) -> None:
        option = "play" if self._crowd.rng.random() < 0.7 else "fold"
        self._command("choose", round=self.round, option=option)

    def _command(self, do: str, **what: Any) -> None:
        self._commands += 1
        command = f"{do}-{self._seat}-{self._commands}"
        self._sent[command] = time.perf_counter()
        self.say(
            {"type": "command", "table": 1, "id": command, "do": do, "seat": self._seat, **what}
        )


@dataclass(frozen=True, slots=True)
class _Played:
    crowd: Crowd
    seconds: float
    processor_s: float
    """What the server took of its core in these seconds."""
    resident_bytes: int


async def _gather(crowd: Crowd, terminals: int) -> None:
    """Has everybody come in and sit down."""
    for first in range(0, terminals, _GROUP):
        progress(f"stadium: {first} of {terminals} terminals have sat down")
        guests = await come_in(crowd.port, first, min(_GROUP, terminals - first))
        for seat, guest in enumerate(guests, start=first + 1):
            terminal = Terminal(crowd, guest, seat)
            crowd.terminals.append(terminal)
            await terminal.open()
        there = len(crowd.terminals)
        await crowd.until(partial(_are_seated, crowd, there), _GATHERING_S)


def _are_seated(crowd: Crowd, terminals: int) -> bool:
    return crowd.seated >= terminals


def _have_seen(crowd: Crowd, number: int) -> bool:
    return crowd.finished[number] >= len(crowd.terminals)


async def _play(server: Server, terminals: int, rounds: int) -> _Played:
    """Plays; at the end the server is killed while bets come in."""
    crowd = Crowd(server.port, Random(7))
    await _gather(crowd, terminals)
    begun, before_s = time.monotonic(), server.processor_s
    crowd.is_playing = True
    for terminal in crowd.terminals:
        terminal.bet_soon()
    for number in range(1, rounds + 1):
        progress(f"stadium: round {number} of {rounds}")
        await crowd.until(partial(_have_seen, crowd, number), _ROUND_S)
    played = _Played(
        crowd,
        time.monotonic() - begun,
        server.processor_s - before_s,
        server.resident_bytes,
    )
    await asyncio.sleep(WINDOW_S / 2)
    assert crowd.lost == 0, f"{crowd.lost} connections were lost"
    server.kill()
    # What it had sent before is still to be taken.
    await asyncio.sleep(0.5)
    return played


def _missing(database: str, acknowledged: dict[str, int]) -> int:
    """How many commands that were acknowledged are not where they should be in the log."""
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT command, number FROM entries WHERE chain = 1 AND command IS NOT NULL"
        found = dict(connection.execute(query))
    return sum(found.get(command) != entry for command, entry in acknowledged.items())


def measure_stadium(terminals: int, rounds: int) -> list[Figure]:
    """A stadium on one core, its terminals on the other, everything durable in SQLite."""
    config = _CONFIG.format(terminals=terminals)
    with TemporaryDirectory(prefix="croupier-") as folder:
        with (
            Server(Path(folder), config) as server,
            pinned(cores()[1]),
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            played = runner.run(_play(server, terminals, rounds))
        missing = _missing(server.database, played.crowd.acknowledged)
    crowd = played.crowd
    bets, choices = crowd.took_ms["bet"], crowd.took_ms["choose"]
    busy = played.processor_s / played.seconds
    return [
        *_slow_and_usual("a bet is acknowledged", bets, ACKNOWLEDGED_MS),
        *_slow_and_usual("a decision is acknowledged", choices, ACKNOWLEDGED_MS),
        *_slow_and_usual("a settlement has reached its terminal", crowd.settled_ms, SETTLED_MS),
        Figure(
            "bets and decisions that were acknowledged and are not in the log",
            missing,
            "",
            0,
            beside=f"of {len(crowd.acknowledged):,}, the server killed while bets came in",
        ),
        Figure("of the server's core in use", 100 * busy, "%", beside=f"{terminals:,} terminals"),
        Figure("memory of the server", played.resident_bytes / 1e6, "MB"),
        Figure(
            "commands refused, terminals dropped to a snapshot",
            sum(crowd.refused.values()) + crowd.dropped,
            "",
            beside=", ".join(f"{code} {count}" for code, count in crowd.refused.items()),
        ),
    ]


def _slow_and_usual(name: str, took_ms: list[float], target_ms: float) -> list[Figure]:
    usual = f"half of {len(took_ms):,} within {not_exceeded_by(50, took_ms):,.1f} ms"
    most = f"all within {max(took_ms):,.0f} ms"
    slow = not_exceeded_by(99, took_ms)
    return [Figure(f"{name}, 99 of 100", slow, "ms", target_ms, beside=f"{usual}, {most}")]
