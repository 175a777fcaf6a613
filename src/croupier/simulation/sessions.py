"""Sessions: a player with so much money, who plays until he stops, many thousand times.

A player sits alone and bets the same in every round. He leaves when his rounds are over, when he
has won what he wanted, or when he cannot put up the next round. Round `i` of session `s` is round
`s * rounds + i` of the seed, so a session is the same wherever and whenever it is played. All
sessions of a part are played side by side, a round of each by one call.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import kernel
from croupier.rejection import Code, Rejection
from croupier.simulation.scenario import Scenario
from croupier.simulation.seats import Seats
from croupier.simulation.session_terms import MOST_SESSIONS, SessionTerms
from croupier.simulation.work import Part, Sharing, Stop, Threads, parts_of

__all__ = [
    "GOAL",
    "PATHS",
    "ROUNDS_OVER",
    "RUINED",
    "SessionRun",
    "Sessions",
    "checkpoints_of",
    "play_sessions",
    "simulate_sessions",
]

Cents = NDArray[np.int64]

ROUNDS_OVER: Final = 0
GOAL: Final = 1
RUINED: Final = 2
"""How sessions end."""

PATHS: Final = 1 << 15
"""Of so many sessions, the first ones, the money is also kept on the way."""
_CHECKPOINTS: Final = 60
_SHARE_OF_BATCH: Final = 8
"""A part has as many sessions as an eighth of the rounds that are best played by one call: then
all that is known of them stays near the processor."""


class Sessions(NamedTuple):
    """What became of some sessions, one after the other."""

    results: Cents
    """Won, or lost."""
    rounds: NDArray[np.int32]
    """Played."""
    losing_runs: NDArray[np.int32]
    """The most rounds lost one after another; rounds that came out even are not counted."""
    drawdowns: Cents
    """The most that the money was ever below the most it had been before."""
    endings: NDArray[np.uint8]

    def first(self, count: int) -> "Sessions":
        """The first of them."""
        return Sessions(
            self.results[:count],
            self.rounds[:count],
            self.losing_runs[:count],
            self.drawdowns[:count],
            self.endings[:count],
        )

    def put(self, first: int, others: "Sessions") -> None:
        """Puts others into the places from `first` on."""
        there = slice(first, first + len(others.results))
        self.results[there] = others.results
        self.rounds[there] = others.rounds
        self.losing_runs[there] = others.losing_runs
        self.drawdowns[there] = others.drawdowns
        self.endings[there] = others.endings


class _Playing(NamedTuple):
    """Sessions that are not over, in the order of their numbers."""

    places: NDArray[np.int64]
    """Where in the part each of them is."""
    numbers: NDArray[np.uint64]
    """Of the round each plays next."""
    money: Cents
    purses: Cents
    """What may be added to the next round's bets."""
    peaks: Cents
    drawdowns: Cents
    runs: NDArray[np.int32]
    """How many rounds each has just lost one after another."""
    losing_runs: NDArray[np.int32]


class _Until(NamedTuple):
    """When to leave, and what a round takes."""

    rounds: int
    bankroll: int
    staked: int
    needed: int
    target: int
    """Who has that much has reached his goal."""


@dataclass(frozen=True, slots=True)
class PlayedSessions:
    """What a part came to."""

    sessions: Sessions
    paths: Cents | None
    """By checkpoint and session: the money; None where it is not kept."""


@dataclass(slots=True)
class SessionRun:
    """Many sessions, and how far they have come."""

    scenario: Scenario
    terms: SessionTerms
    wanted: int
    seed: int
    sessions: Sessions
    """All that were wanted; only the first `finished` of them say anything."""
    paths: Cents
    """By checkpoint and session: the money of the first sessions."""
    finished: int = 0
    rounds: int = 0
    """Played in all sessions together."""
    ruined: int = 0
    seconds: float = 0.0

    @property
    def is_complete(self) -> bool:
        """Whether all were played."""
        return self.finished == self.wanted

    @property
    def played(self) -> Sessions:
        """Those that were played."""
        return self.sessions.first(self.finished)

    @property
    def played_paths(self) -> Cents:
        """The money on the way, of those of which it is kept."""
        return self.paths[:, : self.finished]


def simulate_sessions(
    scenario: Scenario,
    terms: SessionTerms,
    count: int,
    seed: int,
    sharing: Sharing,
    *,
    watch: Callable[[SessionRun], None] = lambda _: None,
    stop: Stop | None = None,
) -> SessionRun:
    """Plays sessions 0, 1, 2 … of a seed, shared out as `sharing` does.

    `watch` is shown the run after every part. Once `stop` is set no part is begun, and the
    sessions played are the first ones without a gap.
    """
    assert len(scenario.slips) == 1, "a session is of one seat"
    if not 1 <= count <= MOST_SESSIONS:
        raise Rejection(
            Code.OPTION_INVALID, f"Sessions are a whole number from 1 to {MOST_SESSIONS:,}."
        )
    kept = np.empty((len(checkpoints_of(terms.rounds)), min(count, PATHS)), dtype=np.int64)
    run = SessionRun(scenario, terms, count, seed, _room(count), kept)
    play = partial(play_sessions, scenario.seats, terms, seed)
    if isinstance(sharing, Threads) and not (stop and stop.is_set):
        # What is compiled on its first call is compiled now, and not timed.
        play_sessions(scenario.seats, replace(terms, rounds=1), seed, Part(0, 1))
    began = time.perf_counter()
    for part, played in sharing.each(
        play, _parts(count, scenario.seats, terms.rounds), stop or Stop()
    ):
        run.sessions.put(part.first, played.sessions)
        if played.paths is not None:
            there = slice(part.first, part.first + part.count)
            run.paths[:, there] = played.paths[:, : run.paths.shape[1] - part.first]
        run.finished += part.count
        run.rounds += int(played.sessions.rounds.sum(dtype=np.int64))
        run.ruined += int((played.sessions.endings == RUINED).sum())
        run.seconds = time.perf_counter() - began
        watch(run)
    return run


def _room(count: int) -> Sessions:
    return Sessions(
        np.empty(count, np.int64),
        np.empty(count, np.int32),
        np.empty(count, np.int32),
        np.empty(count, np.int64),
        np.empty(count, np.uint8),
    )


def _parts(count: int, seats: Seats, rounds: int) -> Iterator[Part]:
    """Few sessions to a part: what is begun when somebody interrupts is waited for."""
    size = min(seats.rounds_at_once // _SHARE_OF_BATCH, 4 * seats.largest_part // rounds)
    return parts_of(count, max(size, 1))


def checkpoints_of(rounds: int) -> tuple[int, ...]:
    """After how many rounds the money is kept: before the first, and then at even distances."""
    steps = min(rounds, _CHECKPOINTS)
    return tuple(step * rounds // steps for step in range(steps + 1))


def play_sessions(seats: Seats, terms: SessionTerms, seed: int, part: Part) -> PlayedSessions:
    """Plays some sessions in a row, a round of each at a time."""
    played, playing = _room(part.count), _begun(terms, part)
    until = _Until(
        terms.rounds,
        terms.bankroll_cents,
        terms.staked_cents,
        terms.needed_cents,
        2**62 if terms.goal_cents is None else terms.bankroll_cents + terms.goal_cents,
    )
    points = checkpoints_of(terms.rounds) if part.first < PATHS else ()
    paths = np.full((len(points), part.count), -1, dtype=np.int64)
    if points:
        paths[0] = terms.bankroll_cents
    point, active = 1, part.count
    for after in range(1, terms.rounds + 1):
        nets = seats.play(seed, playing.numbers[:active], playing.purses[:active])
        active = settle(np.ascontiguousarray(nets), playing, until, after, played)
        if point < len(points) and points[point] == after:
            paths[point, playing.places[:active]] = playing.money[:active]
            point += 1
        if not active:
            break
    # Who has left keeps what he left with.
    np.copyto(paths, played.results + terms.bankroll_cents, where=paths < 0)
    return PlayedSessions(played, paths if points else None)


def _begun(terms: SessionTerms, part: Part) -> _Playing:
    count = part.count
    return _Playing(
        np.arange(count, dtype=np.int64),
        np.arange(part.first, part.first + count, dtype=np.uint64) * np.uint64(terms.rounds),
        np.full(count, terms.bankroll_cents, dtype=np.int64),
        np.full(count, terms.bankroll_cents - terms.staked_cents, dtype=np.int64),
        np.full(count, terms.bankroll_cents, dtype=np.int64),
        np.zeros(count, dtype=np.int64),
        np.zeros(count, dtype=np.int32),
        np.zeros(count, dtype=np.int32),
    )


@kernel
def settle(nets: Cents, playing: _Playing, until: _Until, after: int, played: Sessions) -> int:
    """Settles a round of every session, `after` so many of them; says how many go on.

    `nets` are by column and session; the last column, what was added, is no gain or loss. Who
    goes on moves up to the front.
    """
    spots, active = nets.shape
    spots -= 1
    going_on = 0
    for at in range(active):
        net = np.int64(0)
        for spot in range(spots):
            net += nets[spot, at]
        place, money = playing.places[at], playing.money[at] + net
        peak = max(playing.peaks[at], money)
        drawdown = max(playing.drawdowns[at], peak - money)
        lost = playing.runs[at]
        if net < 0:
            lost += 1
        elif net > 0:
            lost = np.int32(0)
        losing_run = max(playing.losing_runs[at], lost)
        has_won, is_ruined = money >= until.target, money < until.needed
        if has_won or is_ruined or after == until.rounds:
            played.results[place] = money - until.bankroll
            played.rounds[place] = after
            played.losing_runs[place] = losing_run
            played.drawdowns[place] = drawdown
            played.endings[place] = GOAL if has_won else RUINED if is_ruined else ROUNDS_OVER
        else:
            playing.places[going_on] = place
            playing.numbers[going_on] = playing.numbers[at] + np.uint64(1)
            playing.money[going_on] = money
            playing.purses[going_on] = money - until.staked
            playing.peaks[going_on] = peak
            playing.drawdowns[going_on] = drawdown
            playing.runs[going_on] = lost
            playing.losing_runs[going_on] = losing_run
            going_on += 1
    return going_on
