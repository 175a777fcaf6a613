"""Script against kernel: the same decks, the same decisions, the same cents.

A run follows from its game and one number: a table under random readings, pay tables and limits,
who sits there and what they bet, and for each round its deck and what is decided. The script
plays it, the kernel plays it, and every wager of every seat must come to the same. The rounds of
the script are also checked as all random rounds are, unless somebody is in a hurry.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from croupier.bots import random_slip
from croupier.cards import Seed
from croupier.simulation.by_script import Chooser, count_round, play_round
from croupier.table.game import Game
from croupier.table.kernel import NO_LIMIT, Batch
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.round import Round
from croupier.table.settings import TableSettings
from croupier.table.staking import bettable
from croupier.table.steps import Option
from croupier.table.wager import Slip
from croupier.table.waiting import AUTOMATIC

from ..games.checks import check_round  # noqa: TID252 (what must be true of every round)
from ..games.rounds import PlayedRound  # noqa: TID252
from ..games.tables import RandomTable, random_settings  # noqa: TID252

TAPE = 24
ROUNDS_OF_A_RUN = 100


@dataclass(slots=True)
class Compared:
    """What was compared."""

    rounds: int = 0
    wagers: int = 0
    seats: Counter[int] = field(default_factory=Counter)
    readings: set[tuple[str, str]] = field(default_factory=set)
    chosen: Counter[str] = field(default_factory=Counter)
    difference: str = ""
    """The first that was found; after it nothing more is played."""

    def add(self, other: "Compared") -> None:
        self.rounds += other.rounds
        self.wagers += other.wagers
        self.seats += other.seats
        self.readings |= other.readings
        self.chosen += other.chosen
        self.difference = self.difference or other.difference


def compare_runs(
    game: Game[Any],
    runs: Iterable[int],
    rounds: int = ROUNDS_OF_A_RUN,
    *,
    with_checks: bool = True,
) -> Compared:
    """Compares these runs of so many rounds each."""
    found = Compared()
    for run in runs:
        found.add(compare_run(game, run, rounds, with_checks=with_checks))
        if found.difference:
            break
    return found


def compare_run(game: Game[Any], run: int, rounds: int, *, with_checks: bool) -> Compared:
    rng = Random(f"{game.id} {run}")
    settings = table_of_run(game, rng)
    slips = slips_of_run(game, settings, rng)
    # A copy that may be written: for one that may not, all would be compiled a second time.
    tape = np.frombuffer(rng.randbytes(rounds * TAPE), np.uint8).reshape(rounds, TAPE).copy()
    purses = purses_of_run(slips, rounds, rng)
    seed, first = rng.getrandbits(64), rng.getrandbits(63)
    prepared, numbers = prepare(game, settings), [first + at for at in range(rounds)]
    nets = played_by_kernel(
        game, seed, prepared, slips, any_plan(game, settings), np.array(numbers, np.uint64),
        tape=tape, purses=purses, is_apart=True,
    )  # fmt: skip
    spots = game.kernel().spots(prepared.rules)
    columns = (*spots, "added")
    device = game.devices[0]
    dealt = RandomTable(game, settings, AUTOMATIC, device, "shuffled", (), (), Seed(bytes(32)))
    found = Compared(seats=Counter([len(slips)]), readings=set(settings.readings))
    for at in range(rounds):
        choose = _Tape(tape[at], found.chosen)
        deck, purse = (seed, first + at), int(purses[at])
        table = play_round(game, settings, slips, deck, choose, purse_cents=purse)
        if with_checks:
            check_round(PlayedRound(dealt, table))
        expected, got = counted(spots, table, len(slips)), nets[:, at].tolist()
        found.wagers += len(expected)
        if got != expected:
            seat = next(n for n, (a, b) in enumerate(zip(got, expected, strict=True)) if a != b)
            seat //= len(columns)
            theirs = slice(seat * len(columns), (seat + 1) * len(columns))
            found.difference = (
                f"{game.id} run {run} round {at} seat {seat + 1} of {len(slips)}: the script says "
                f"{dict(zip(columns, expected[theirs], strict=True))}, the kernel {got[theirs]}; "
                f"{slips[seat]}, purse {purse}, seed {seed}, number {first + at}, "
                f"tape {tape[at].tolist()}, {dict(settings.readings)}"
            )
            return found
        found.rounds += 1
    return found


def table_of_run(game: Game[Any], rng: Random) -> TableSettings:
    """Random readings, pay tables and limits, and no cap on what a seat is paid."""
    return replace(random_settings(game, rng), payout_maximum_cents=None)


def slips_of_run(game: Game[Any], settings: TableSettings, rng: Random) -> list[Slip]:
    """Some seats, few more often than many."""
    most = min(settings.positions, 24)
    many = min(most, rng.choice((*[1] * 15, 2, 2, 2, 3, 7)))
    return [random_slip(game, settings, rng) for _ in range(many)]


def purses_of_run(slips: Sequence[Slip], rounds: int, rng: Random) -> np.ndarray:
    """Mostly enough for anything; in one run of five hardly enough for anything."""
    if rng.random() < 0.8:
        return np.full(rounds, NO_LIMIT)
    stake = sum(cents for _, cents in slips[0].stakes)
    return np.array([rng.choice((0, 1, stake // 2, stake, 2 * stake)) for _ in range(rounds)])


class _Tape:
    """Decides by numbers made beforehand."""

    def __init__(self, numbers: np.ndarray, chosen: Counter[str]) -> None:
        self._numbers, self._chosen, self._at = numbers, chosen, 0

    def __call__(self, _table: Round, _seat: int, options: Sequence[Option]) -> Option:
        option = options[int(self._numbers[self._at % len(self._numbers)]) % len(options)]
        self._at += 1
        self._chosen[option.name] += 1
        return option


def any_plan(game: Game[Any], settings: TableSettings) -> Any:
    """With a tape the plan is not looked at; any will do, and the last is found soonest."""
    kernel, table = game.kernel(), prepare(game, settings)
    strategy = kernel.strategies(table.rules)[-1]
    return kernel.plan(strategy, table.rules, table.pay_tables)


def played_by_kernel(  # noqa: PLR0917 (the first are bound once by each test file)
    game: Game[Any],
    seed: int,
    table: PreparedTable,
    slips: Sequence[Slip],
    plan: Any,
    rounds: Any,
    *,
    purses: Any = (NO_LIMIT,),
    tape: Any = None,
    is_apart: bool = False,
    by: Any = None,
) -> np.ndarray:
    """What the kernel says of rounds: of the first so many, or of those with these numbers."""
    kernel = game.kernel()
    numbers = np.arange(rounds) if isinstance(rounds, int) else np.array(rounds)
    # What somebody has on a spot must be written, over whatever lies there.
    staked = {spot for slip in slips for spot, _ in slip.stakes}
    before = {wager.spot for wager in bettable(table.wagers.values())}
    filled = [0 if spot in before - staked else 7 for spot in (*kernel.spots(table.rules), "")]
    sets = len(slips) if is_apart else 1
    nets = np.tile(np.array(filled, np.int64)[:, None], (sets, len(numbers)))
    tape = np.zeros((len(numbers), 0)) if tape is None else tape
    batch = Batch(
        np.uint64(seed),
        numbers.astype(np.uint64),
        np.array(purses, dtype=np.int64),
        np.asarray(tape, dtype=np.uint8),
        nets,
        is_apart,
    )
    (by or kernel.play)(batch, kernel.lay(table, slips, plan))
    return nets


def played_by_script(  # noqa: PLR0917
    game: Game[Any],
    seed: int,
    settings: TableSettings,
    slips: Sequence[Slip],
    number: int,
    choose: Chooser,
    purse: int | None = None,
) -> list[int]:
    """The same of one round by the script, all seats one after the other."""
    table = play_round(game, settings, slips, (seed, number), choose, purse_cents=purse)
    return counted(game.kernel().spots(prepare(game, settings).rules), table, len(slips))


def counted(spots: Sequence[str], table: Round, seats: int) -> list[int]:
    """What a round brought, as a kernel with these columns would say it of each seat."""
    found = count_round(table)
    assert {spot for _, spot in found.nets} <= set(spots)
    return [
        cents
        for seat in range(1, seats + 1)
        for cents in (
            *(found.nets.get((seat, spot), 0) for spot in spots),
            found.added.get(seat, 0),
        )
    ]
