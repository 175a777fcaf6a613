"""Who plays the rounds of a simulation: compiled, or through the script.

Both are handed numbers of rounds and say what every wager brought in each. Both can be sent to
another process: they are values, and find their game's code where they arrive.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from traceback import extract_tb
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.simulation.by_script import Chooser, by_function, count_round, play_round
from croupier.table.game import Game
from croupier.table.kernel import NO_LIMIT, Batch
from croupier.table.prepared import prepare
from croupier.table.settings import TableSettings
from croupier.table.wager import Slip

__all__ = ["UNLIMITED", "ByKernel", "ByScript", "PythonStrategy", "Room", "Seats", "spots_of"]

Numbers = NDArray[np.uint64]
Cents = NDArray[np.int64]

UNLIMITED: Final = np.full(1, NO_LIMIT, dtype=np.int64)
"""The purse of who can always pay."""
_NO_TAPE: Final = np.zeros((1, 0), dtype=np.uint8)


class Room:
    """An array that is used again: a new one of some megabytes costs time by itself."""

    def __init__(self) -> None:
        self._owner: object = None
        self._kept: Cents | None = None

    def of(self, owner: object, columns: int, rounds: int) -> Cents:
        """An array of that shape: all zero, or as its owner left it."""
        shape = columns, rounds
        if self._kept is None or self._owner is not owner or self._kept.shape != shape:
            self._owner, self._kept = owner, np.zeros(shape, dtype=np.int64)
        return self._kept


class Seats(Protocol):
    """Plays rounds."""

    @property
    def spots(self) -> tuple[str, ...]:
        """The wagers whose results it says."""
        ...

    @property
    def seated(self) -> int:
        """How many seats bet."""
        ...

    @property
    def rounds_at_once(self) -> int:
        """How many rounds are best played by one call."""
        ...

    @property
    def largest_part(self) -> int:
        """More rounds are not begun at a time: whoever interrupts waits for them."""
        ...

    def play(
        self,
        seed: int,
        numbers: Numbers,
        purses: Cents = UNLIMITED,
        *,
        is_apart: bool = False,
        room: Room | None = None,
    ) -> Cents:
        """By column and round, in cents: the columns are as in `croupier.table.kernel.Batch`.

        With `room` the answer may lie in what an earlier one lay in, which is then gone.
        """
        ...


@dataclass(frozen=True, slots=True)
class ByKernel:
    """Rounds played by a game's kernel."""

    game: Game[Any]
    layout: Any
    spots: tuple[str, ...]
    seated: int
    rounds_at_once: int = 1 << 16
    largest_part: int = 1 << 20

    def play(
        self,
        seed: int,
        numbers: Numbers,
        purses: Cents = UNLIMITED,
        *,
        is_apart: bool = False,
        room: Room | None = None,
    ) -> Cents:
        """Plays these rounds."""
        kernel = self.game.kernel()
        assert kernel is not None, "only a game with a kernel is played by it"
        columns = (len(self.spots) + 1) * (self.seated if is_apart else 1)
        nets = (room or Room()).of(self.layout, columns, len(numbers))
        kernel.play(Batch(np.uint64(seed), numbers, purses, _NO_TAPE, nets, is_apart), self.layout)
        return nets


@dataclass(frozen=True, slots=True)
class PythonStrategy:
    """A function somebody wrote: `decide(seen, asked, rules)` says the name of an option.

    It is given what `Game.usual_choice` is given: what its seat sees, what it is asked, and how
    unclear clauses are read.
    """

    where: str
    """The module it is in, or the file."""
    name: str
    source: str | None = None
    """The text of the file, which a worker elsewhere may not have; None for a module."""

    def function(self) -> Callable[[Any, Any, Any], str]:
        """The function itself."""
        found = _namespace(self.where, self.source).get(self.name)
        if not callable(found):
            raise Rejection(
                Code.STRATEGY_INVALID,
                f"{quoted(self.where, longest=100)} has no function {quoted(self.name)}.",
            )
        return found  # type: ignore[no-any-return]


@cache
def _namespace(where: str, source: str | None) -> dict[str, Any]:
    try:
        if source is None:
            return vars(import_module(where))
        space: dict[str, Any] = {"__name__": "strategy", "__file__": where}
        exec(compile(source, where, "exec"), space)  # noqa: S102 (it is the user's own program)
    except (Exception, SystemExit) as problem:
        raise Rejection(
            Code.STRATEGY_INVALID,
            f"{quoted(where, longest=100)} cannot be used: {type(problem).__name__}: {problem}.",
        ) from problem
    return space


@dataclass(frozen=True, slots=True)
class ByScript:
    """Rounds played through a game's script."""

    game: Game[Any]
    settings: TableSettings
    slips: tuple[Slip, ...]
    spots: tuple[str, ...]
    strategy: PythonStrategy | None = None
    """None for the game's own usual play."""
    rounds_at_once: int = 200
    largest_part: int = 200

    @property
    def seated(self) -> int:
        """How many seats bet."""
        return len(self.slips)

    def play(
        self,
        seed: int,
        numbers: Numbers,
        purses: Cents = UNLIMITED,
        *,
        is_apart: bool = False,
        room: Room | None = None,  # noqa: ARG002 (there is little to keep)
    ) -> Cents:
        """Plays these rounds."""
        choose = self._chooser()
        rows = []
        for number, purse in zip(
            numbers.tolist(), np.broadcast_to(purses, len(numbers)).tolist(), strict=True
        ):
            table = play_round(
                self.game, self.settings, self.slips, (seed, number), choose, purse_cents=purse
            )
            played = count_round(table)
            seats = [
                [
                    *(played.nets.get((seat, spot), 0) for spot in self.spots),
                    played.added.get(seat, 0),
                ]
                for seat in range(1, self.seated + 1)
            ]
            rows.append([net for seat in seats for net in seat] if is_apart else _summed(seats))
        return np.array(rows, dtype=np.int64).reshape(len(numbers), -1).T

    def _chooser(self) -> Chooser:
        if self.strategy is None:
            return by_function(self.game.usual_choice)
        decide, name = self.strategy.function(), self.strategy.name

        def checked(seen: Any, asked: Any, rules: Any) -> str:
            try:
                answer = decide(seen, asked, rules)
            except (Exception, SystemExit) as problem:
                raise Rejection(
                    Code.STRATEGY_INVALID, _fault(name, self.strategy, problem)
                ) from problem
            if not isinstance(answer, str):
                raise Rejection(
                    Code.STRATEGY_INVALID,
                    f"{name} must answer with the name of an option, "
                    f"{' or '.join(one.name for one in asked.options)}, not "
                    f"{quoted(repr(answer), longest=60)}.",
                )
            return answer

        return by_function(checked)


def _fault(name: str, strategy: PythonStrategy | None, problem: BaseException) -> str:
    """What went wrong in a function, and on which line of its file."""
    where = strategy.where if strategy else ""
    lines = [frame.lineno for frame in extract_tb(problem.__traceback__) if frame.filename == where]
    at = f", line {lines[-1]} of {quoted(where, longest=100)}" if lines else ""
    return f"{name} failed{at}: {type(problem).__name__}: {problem}."


def _summed(seats: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*seats, strict=True)]


def spots_of(game: Game[Any], settings: TableSettings) -> tuple[str, ...]:
    """All wagers of a game: as its kernel names them, or as they lie on the felt."""
    table, kernel = prepare(game, settings), game.kernel()
    return tuple(table.wagers) if kernel is None else kernel.spots(table.rules)
