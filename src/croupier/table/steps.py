"""Steps: what a script asks for, one after the other.

A game's script is a generator of steps. Whoever drives it (a live table, a bot, a test, a
trainee dealer, a recorded round) carries each out and sends the answer back. A step is what
the dealer does next; `clause` says which sentence of the rules asks for it.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace
from math import lcm
from typing import TypeVar

from croupier.cards import Card
from croupier.table.places import Face, Place
from croupier.table.settlement import Because, Outcome
from croupier.table.wager import Limit

__all__ = [
    "Act",
    "Answer",
    "Ask",
    "Asked",
    "Call",
    "Choice",
    "Collect",
    "Deal",
    "DrawPicks",
    "Move",
    "Option",
    "ReleaseRest",
    "Script",
    "Settle",
    "Step",
    "Steps",
    "TakeWagers",
    "Turn",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TakeWagers:
    """Take wagers until bets are closed. Answered by the closing of bets."""

    clause: str


@dataclass(frozen=True, slots=True)
class DrawPicks:
    """Pick for a seat that left its picks out. The system does it, by what is public."""

    seat: int
    picks: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Deal:
    """Take cards from the device, one for each place, and put them there in this order.

    All of them come out at once, as a pack. Answered with the cards.
    """

    targets: tuple[tuple[Place, Face], ...]
    clause: str


@dataclass(frozen=True, slots=True)
class ReleaseRest:
    """Take the rest of the cards out of the device: on a shuffler, press the green button."""

    clause: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn all cards at a place face up."""

    place: Place
    clause: str


@dataclass(frozen=True, slots=True)
class Move:
    """Move some cards from one place to another: setting a hand, splitting, pushing cards up."""

    source: Place
    positions: tuple[int, ...]
    """Which cards, counted from 0 in the order they lie."""
    target: Place
    face: Face
    """How they lie afterwards."""
    clause: str


@dataclass(frozen=True, slots=True)
class Option:
    """Something a player may choose, and what it costs."""

    name: str
    """Short and fixed, for programs: `play`."""
    label: str
    """For people: `Play, another $5`."""
    spot: str | None = None
    """Where choosing it puts a further stake."""
    least_cents: int = 0
    most_cents: int = 0
    step_cents: int = 1
    is_open: bool = False
    """Whether the player names the stake, from least to most in steps; if not, it is the least.

    An open stake is kept to the limits of its spot; one the rules fix stands as it is.
    """

    def within(self, limit: Limit, unit_cents: int) -> "Option":
        """The option with its open stake kept to a limit and to what can be paid exactly."""
        step = lcm(self.step_cents, limit.multiple_of_cents, unit_cents)
        least = -(-max(self.least_cents, limit.minimum_cents) // step) * step
        most = min(self.most_cents, limit.maximum_cents) // step * step
        return replace(self, least_cents=least, most_cents=most, step_cents=step)


@dataclass(frozen=True, slots=True)
class Asked:
    """One seat that is asked, what it may choose, and what counts if it does not answer."""

    seat: int
    options: tuple[Option, ...]
    default: str | None = None
    """The option that counts when time runs out, or None if the table waits."""
    place: Place | None = None
    """Which of the seat's hands it is about, where it has several."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask one seat, or several at once. Answered with one `Choice` for each, in order.

    While `is_hidden`, nobody learns what another seat may or did choose until all have chosen.
    """

    question: str
    asked: tuple[Asked, ...]
    """In the order of the seats."""
    is_hidden: bool
    clause: str

    def __post_init__(self) -> None:
        seats = [one.seat for one in self.asked]
        assert seats == sorted(set(seats)), "each seat is asked once, in the order of the seats"
        for one in self.asked:
            names = [option.name for option in one.options]
            assert names, f"seat {one.seat} is asked and may choose nothing"
            assert one.default is None or one.default in names, f"{one.default} is not offered"
            for option in one.options:
                is_fixed = option.least_cents == option.most_cents
                assert option.is_open or is_fixed, f"{option.name} leaves its stake open"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat chose, and the further stake that came with it."""

    seat: int
    option: str
    stake_cents: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """Call a hand in words, for all to hear."""

    place: Place
    words: str
    clause: str


@dataclass(frozen=True, slots=True)
class Settle:
    """Pay, take or return a wager, and say why.

    `stake_cents` is what the odds are paid on. It is taken from the spot's wager, unless the
    spot carries none of its own, like a bonus that another wager brings with it.
    """

    seat: int
    spot: str
    stake_cents: int
    outcome: Outcome
    because: Because
    has_own_wager: bool = True
    place: Place | None = None
    """Which of the seat's hands it is about, where it has several."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something the dealer does that moves neither cards nor money: press New Game, knock."""

    action: str
    clause: str
    looks_at: Place | None = None
    """Where the dealer alone looks at cards that lie face down, if he does."""


@dataclass(frozen=True, slots=True)
class Collect:
    """Pick up all cards."""

    clause: str


Step = (
    TakeWagers | DrawPicks | Deal | ReleaseRest | Turn | Move | Ask | Call | Settle | Act | Collect
)

Answer = tuple[Card, ...] | tuple[Choice, ...] | None

Steps = Generator[Step, Answer, T]
"""A part of a script that ends with a value."""
Script = Generator[Step, Answer, None]
"""A whole round."""
