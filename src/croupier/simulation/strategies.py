"""How the seats of a simulation play: by a strategy of the game, a file, or a function."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.simulation.seats import PythonStrategy
from croupier.table.game import Game
from croupier.table.kernel import Kernel, Row
from croupier.table.prepared import PreparedTable

__all__ = [
    "USUAL",
    "PlanInFile",
    "named_strategies",
    "parse_strategy_file",
    "python_strategy",
    "require_kernel",
    "strategy_file",
]

USUAL: Final = "Usual"
"""As the game's bots play."""
_LONGEST_FIELD: Final = 1_000


@dataclass(frozen=True, slots=True)
class PlanInFile:
    """A strategy that was read from a file."""

    name: str
    rows: tuple[Row, ...]


def named_strategies(game: Game[Any], table: PreparedTable) -> tuple[str, ...]:
    """What a game can be played by, the best first."""
    kernel = game.kernel()
    return (USUAL,) if kernel is None else kernel.strategies(table.rules)


def parse_strategy_file(name: str, text: str, game: Game[Any], table: PreparedTable) -> PlanInFile:
    """Reads lines of values with commas between them, under the header of the game."""
    kernel = require_kernel(game)
    header = kernel.header(table.rules)
    try:
        rows = [tuple(map(str.strip, row)) for row in csv.reader(io.StringIO(text), strict=True)]
    except csv.Error as problem:
        raise Rejection(
            Code.STRATEGY_INVALID, f"{quoted(name, longest=100)} is no table of values: {problem}."
        ) from None
    if not rows or tuple(map(str.lower, rows[0])) != tuple(map(str.lower, header)):
        raise Rejection(
            Code.STRATEGY_INVALID,
            f"{quoted(name, longest=100)} must begin with the line {quoted(','.join(header))}.",
        )
    while not rows[-1]:
        rows.pop()
    for line, row in enumerate(rows[1:], 2):
        if len(row) != len(header) or max(map(len, row)) > _LONGEST_FIELD:
            raise Rejection(
                Code.STRATEGY_INVALID,
                f"Line {line} of {quoted(name, longest=100)} has not {len(header)} values as the "
                "first has.",
            )
    return PlanInFile(name, tuple(rows[1:]))


def strategy_file(game: Game[Any], table: PreparedTable, plan: Any) -> Iterator[str]:
    """The lines of such a file."""
    kernel = require_kernel(game)
    for row in (kernel.header(table.rules), *kernel.write_plan(plan, table.rules)):
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(row)
        yield line.getvalue()


def require_kernel(game: Game[Any]) -> Kernel[Any]:
    """The kernel of a game; refuses one that has none."""
    kernel = game.kernel()
    if kernel is None:
        raise Rejection(
            Code.STRATEGY_INVALID,
            f"{game.name} is played through its script; give a Python function as its strategy.",
        )
    return kernel


def python_strategy(where: str, name: str, source: str | None) -> PythonStrategy:
    """A function of a module, or of a file with this source; refuses one that is not there."""
    strategy = PythonStrategy(where, name, source)
    strategy.function()
    return strategy
