"""Many rounds, added up: what every bet brought, as exactly as the number of rounds allows."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import numpy as np

from croupier.rejection import Code, Rejection
from croupier.simulation.moments import Moments, moments_of, no_moments
from croupier.simulation.scenario import Scenario
from croupier.simulation.seats import Room
from croupier.simulation.work import Part, Sharing, Stop, part_size, parts_of

__all__ = ["MOST_ROUNDS", "PlayedPart", "Run", "play_part", "require_rounds", "simulate", "warm_up"]

MOST_ROUNDS: Final = 10**15
"""More than any cluster plays: a year of a thousand cores."""


_MOST_ROWS: Final = 4_096
"""More are not kept of a run, however long it is."""

_local: Final = threading.local()
"""Where each thread keeps its room."""


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """What some rounds in a row came to."""

    part: Part
    moments: Moments
    added_cents: int
    """What all seats staked after the deal."""

    def with_part(self, other: "PlayedPart") -> "PlayedPart":
        """Both together; between them there is nothing, or what will come."""
        first = min(self.part.first, other.part.first)
        return PlayedPart(
            Part(first, self.part.count + other.part.count),
            self.moments + other.moments,
            self.added_cents + other.added_cents,
        )


@dataclass(slots=True)
class Run:
    """A simulation, and how far it has come."""

    scenario: Scenario
    rounds: int
    """How many were wanted."""
    seed: int
    moments: Moments
    added_cents: int = 0
    seconds: float = 0.0
    rows: dict[int, PlayedPart] = field(default_factory=dict)
    """By number: what so many rounds in a row came to; of long runs several parts together."""

    @property
    def parts(self) -> list[PlayedPart]:
        """The rows in the order of their rounds."""
        return [self.rows[number] for number in sorted(self.rows)]

    def add(self, played: PlayedPart, row: int) -> None:
        """Takes in a part, as a piece of that row."""
        self.moments += played.moments
        self.added_cents += played.added_cents
        there = self.rows.get(row)
        self.rows[row] = played if there is None else there.with_part(played)

    @property
    def is_complete(self) -> bool:
        """Whether all rounds were played."""
        return self.moments.rounds == self.rounds

    @property
    def rounds_per_second(self) -> float:
        """How fast it was."""
        return self.moments.rounds / self.seconds if self.seconds else 0.0


def play_part(scenario: Scenario, seed: int, part: Part) -> PlayedPart:
    """Plays some rounds in a row."""
    seats, columns = scenario.seats, scenario.columns
    if not hasattr(_local, "room"):
        _local.room = Room()
    moments, added = no_moments(len(columns.of)), 0
    for first in range(part.first, part.first + part.count, seats.rounds_at_once):
        last = min(first + seats.rounds_at_once, part.first + part.count)
        nets = seats.play(seed, np.arange(first, last, dtype=np.uint64), room=_local.room)
        moments += moments_of(nets, columns.of)
        added += int(nets[-1].sum())
    return PlayedPart(part, moments, added)


def simulate(
    scenario: Scenario,
    rounds: int,
    seed: int,
    sharing: Sharing,
    *,
    watch: Callable[[Run], None] = lambda _: None,
    stop: Stop | None = None,
) -> Run:
    """Plays rounds 0, 1, 2 … of a seed, shared out as `sharing` does.

    `watch` is shown the run after every part. Once `stop` is set no part is begun, and the
    rounds played are the first ones without a gap.
    """
    require_rounds(rounds)
    run = Run(scenario, rounds, seed, no_moments(len(scenario.columns.of)))
    began = time.perf_counter()
    seats = scenario.seats
    size = part_size(rounds, seats.rounds_at_once, seats.largest_part)
    to_a_row = -(-rounds // size // _MOST_ROWS) or 1
    parts = parts_of(rounds, size)
    for part, played in sharing.each(partial(play_part, scenario, seed), parts, stop or Stop()):
        run.add(played, part.first // size // to_a_row)
        run.seconds = time.perf_counter() - began
        watch(run)
    return run


def warm_up(scenario: Scenario) -> None:
    """Plays a round: what is compiled on its first call is compiled then."""
    play_part(scenario, 0, Part(0, 1))


def require_rounds(rounds: int) -> None:
    """Refuses a number of rounds that nobody can play."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Rejection(
            Code.OPTION_INVALID, f"Rounds are a whole number from 1 to {MOST_ROUNDS:,}."
        )
