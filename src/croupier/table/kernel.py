"""A game compiled: millions of rounds a second, for whoever needs no events.

A game's script is what the dealer does, and says why. Its `Kernel` says only what every wager
brought, a thousand times as fast, and must agree with the script to the cent: the differential
tests deal both the same decks, make the same decisions and compare.

Nothing here imports the compiler: a kernel is imported when a game is asked for it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.table.wager import AtMost, EqualTo, When
from croupier.table.worth import PayTables, Progress, quietly

if TYPE_CHECKING:
    from croupier.table.prepared import PreparedTable
    from croupier.table.wager import Slip

__all__ = ["NO_LIMIT", "SALT", "Batch", "Kernel", "KernelBet", "Row"]

R_contra = TypeVar("R_contra", contravariant=True)

NO_LIMIT: Final = 2**62
"""The purse of a player who can always pay for what he wants to add."""

SALT: Final = "00"
"""The salt with which the bets of every simulated round are closed: what a game draws from it,
such as cells for who picks none, is the same in all rounds."""

Row = tuple[str, ...]
"""One line of a strategy that is kept in a file."""


class Batch(NamedTuple):
    """Some rounds to be played. Row `n` of every array is of the round with `numbers[n]`."""

    seed: np.uint64
    numbers: NDArray[np.uint64]
    """Which rounds: their decks are those of `croupier.cards.streams`."""
    purses: NDArray[np.int64]
    """What the first seat can add to its wagers; others can always pay. What would cost more is
    not offered. What is won is not added again within the round. One number is for all rounds."""
    tape: NDArray[np.uint8]
    """By round: decisions made beforehand. Where it has columns, decision k of a round, seats in
    the order in which they are asked, takes the option `tape[n, k mod columns] mod offered` of
    those offered, and stakes the most it takes; else all seats play by the plan."""
    nets: NDArray[np.int64]
    """By column and round: what was gained or lost is put here, in cents. The columns are those
    of `Kernel.spots`, all seats together, and last what all seats added after the deal. A wager
    that nobody has made need not be written: its column is nothing before, and stays so."""
    is_apart: bool
    """Whether instead each seat has such columns of its own, one seat after the other."""


@dataclass(frozen=True, slots=True)
class KernelBet:
    """A bet as `Worth` names it: which wagers it is made of."""

    name: str
    spots: tuple[str, ...]
    """Whose results count."""
    per: tuple[str, ...]
    """Whose stakes, as bet before the deal, are its unit."""
    hangs_on_play: bool
    """Whether its edge changes with how the hands are played. If so, what `Worth` says of the
    best play says nothing of any other."""
    is_valued_alone: bool = False
    """Whether what `Worth` says of it holds only where nothing else is bet."""


def usual_raise_cents(table: "PreparedTable", slip: "Slip") -> int:
    """What the usual raise costs whoever bets this slip, at most: Play, or a double.

    A wager that is bet during the round is measured by those before the deal. As much as it may
    come to is needed, and no less than the largest of those: a hand that may be insured for half
    of its stake may be doubled for all of it. A game without such wagers does not say what is
    raised; then it is the largest stake of all.
    """
    stakes = dict(slip.stakes)
    during = [wager for wager in table.wagers.values() if wager.when is When.WITH_A_DECISION]
    if not during:
        return max(stakes.values(), default=0)
    most = 0
    for wager in during:
        for rule in wager.constraints:
            if isinstance(rule, EqualTo | AtMost):
                bases = [stakes.get(other, 0) for other in rule.others]
                most = max(most, ceil(sum(bases) * rule.times), *bases)
    return most


class Kernel(Protocol[R_contra]):
    """A game compiled. `R_contra` is its `Rules`.

    A *plan* is how all seats decide, a *layout* all that stays the same from round to round;
    both are named tuples of arrays, which processes can send to each other.
    """

    plan_type: type[Any]
    """What its plans are, so that they can be kept and found again."""

    def spots(self, rules: R_contra) -> tuple[str, ...]:
        """All wagers whose results it says, in the order of its columns."""
        ...

    def bets(self, rules: R_contra) -> tuple[KernelBet, ...]:
        """The bets of `Worth`, made of those."""
        ...

    def strategies(self, rules: R_contra) -> tuple[str, ...]:
        """What can be played by, the best first, named as `Worth` names them."""
        ...

    def plan(
        self, strategy: str, rules: R_contra, pay_tables: PayTables, progress: Progress = quietly
    ) -> Any:
        """How to decide by one of those strategies."""
        ...

    def header(self, rules: R_contra) -> Row:
        """What the columns of a strategy's file are called; the last says what to do."""
        ...

    def write_plan(self, plan: Any, rules: R_contra) -> Iterator[Row]:
        """A plan as lines of a file, one for each situation it tells apart.

        Refuses a plan that tells apart more than a file does.
        """
        ...

    def read_plan(self, rows: Iterable[Row], rules: R_contra) -> Any:
        """The plan in a file; refuses one that says nothing, or two things, of some situation."""
        ...

    def lay(self, table: "PreparedTable", slips: "Sequence[Slip]", plan: Any) -> Any:
        """Everything `play` needs to know of a table and of who bets what, a slip a seat."""
        ...

    def play(self, batch: Batch, layout: Any) -> None:
        """Plays all rounds of a batch."""
        ...

    def raise_cents(self, table: "PreparedTable", slip: "Slip") -> int:
        """What who bets this slip must have left after it, to be able to play his hand."""
        return usual_raise_cents(table, slip)
