"""Shifts: a full table from opening to closing, and what it wins, thousands of times.

All seats bet the same in every round and play on the same cards, so what they win and lose goes
together, and a table swings more than its seats would one by one. A seat buys in when it sits
down, and again whenever its chips do not cover what it bets or adds. Round `i` of shift `s` is
round `2**63 + s * rounds + i` of the seed: no session is played on the same cards.
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
from croupier.simulation.session_terms import MOST_SHIFTS, ShiftTerms
from croupier.simulation.work import Part, Sharing, Stop, Threads, parts_of

__all__ = ["FIRST_ROUND", "ShiftRun", "Shifts", "play_shifts", "simulate_shifts"]

Cents = NDArray[np.int64]

FIRST_ROUND: Final = 2**63
"""The number of the first round of the first shift."""
_MOST_CELLS: Final = 1 << 21
"""So many results of wagers are held at once."""
_ROUNDS_OF_A_PART: Final = 16
"""A part has shifts for so many calls, or one."""


class Shifts(NamedTuple):
    """What became of some shifts, one after the other. All amounts are of the whole table."""

    wins: Cents
    """Of the house; below zero what it lost."""
    drops: Cents
    """What was bought in for."""
    added: Cents
    """What was staked after the deal."""

    def first(self, count: int) -> "Shifts":
        """The first of them."""
        return Shifts(*(array[:count] for array in self))


@dataclass(slots=True)
class ShiftRun:
    """Many shifts, and how far they have come."""

    scenario: Scenario
    terms: ShiftTerms
    wanted: int
    seed: int
    shifts: Shifts
    """All that were wanted; only the first `finished` of them say anything."""
    finished: int = 0
    seconds: float = 0.0

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.scenario.slips)

    @property
    def is_complete(self) -> bool:
        """Whether all were played."""
        return self.finished == self.wanted

    @property
    def played(self) -> Shifts:
        """Those that were played."""
        return self.shifts.first(self.finished)

    @property
    def handle_cents(self) -> int:
        """What is staked before the deal in one shift."""
        return self.terms.rounds * self.scenario.columns.staked_cents


def simulate_shifts(
    scenario: Scenario,
    terms: ShiftTerms,
    count: int,
    seed: int,
    sharing: Sharing,
    *,
    watch: Callable[[ShiftRun], None] = lambda _: None,
    stop: Stop | None = None,
) -> ShiftRun:
    """Plays shifts 0, 1, 2 … of a seed, shared out as `sharing` does; see `simulate_sessions`."""
    if not 1 <= count <= MOST_SHIFTS:
        raise Rejection(
            Code.OPTION_INVALID, f"Shifts are a whole number from 1 to {MOST_SHIFTS:,}."
        )
    run = ShiftRun(scenario, terms, count, seed, _room(count))
    play = partial(play_shifts, scenario.seats, terms, seed)
    if isinstance(sharing, Threads) and not (stop and stop.is_set):
        # What is compiled on its first call is compiled now, and not timed.
        play_shifts(scenario.seats, replace(terms, rounds=1), seed, Part(0, 1))
    began = time.perf_counter()
    for part, played in sharing.each(play, _parts(count, scenario.seats, terms), stop or Stop()):
        for array, of_part in zip(run.shifts, played, strict=True):
            array[part.first : part.first + part.count] = of_part
        run.finished += part.count
        run.seconds = time.perf_counter() - began
        watch(run)
    return run


def _room(count: int) -> Shifts:
    return Shifts(*(np.zeros(count, dtype=np.int64) for _ in Shifts._fields))


def _rounds_at_once(seats: Seats) -> int:
    cells = (len(seats.spots) + 1) * seats.seated
    return max(min(seats.rounds_at_once, _MOST_CELLS // cells), 1)


def _parts(count: int, seats: Seats, terms: ShiftTerms) -> Iterator[Part]:
    size = max(_ROUNDS_OF_A_PART * _rounds_at_once(seats) // terms.rounds, 1)
    return parts_of(count, size)


def play_shifts(seats: Seats, terms: ShiftTerms, seed: int, part: Part) -> Shifts:
    """Plays some shifts in a row."""
    played, chips = _room(part.count), np.zeros(seats.seated, dtype=np.int64)
    first, last = (number * terms.rounds for number in (part.first, part.first + part.count))
    at_once = _rounds_at_once(seats)
    for start in range(first, last, at_once):
        numbers = np.arange(start, min(start + at_once, last), dtype=np.uint64)
        nets = seats.play(seed, numbers + np.uint64(FIRST_ROUND), is_apart=True)
        count_up(
            np.ascontiguousarray(nets).reshape(seats.seated, -1, len(numbers)),
            start - first,
            _Shift(terms.rounds, terms.bankroll_cents, terms.staked_cents),
            chips,
            played,
        )
    return played


class _Shift(NamedTuple):
    """What of a shift's terms is counted with."""

    rounds: int
    bankroll: int
    staked: int


@kernel
def count_up(nets: Cents, start: int, shift: _Shift, chips: Cents, played: Shifts) -> None:
    """Counts the rounds from `start` on: what seats won, staked, and bought in for.

    `nets` are by seat, column and round, and `chips`, by seat, what is left from the rounds
    before.
    """
    seated, columns, rounds = nets.shape
    for seat in range(seated):
        held = chips[seat]
        for at in range(rounds):
            number, in_shift = divmod(start + at, shift.rounds)
            if in_shift == 0:
                held = np.int64(0)
            net = np.int64(0)
            for column in range(columns - 1):
                net += nets[seat, column, at]
            added = nets[seat, columns - 1, at]
            short = shift.staked + added - held
            if short > 0:
                bought = -(-short // shift.bankroll) * shift.bankroll
                held += bought
                played.drops[number] += bought
            held += net
            played.wins[number] -= net
            played.added[number] += added
        chips[seat] = held
