"""What a dealer can do, and how it is written.

A trainee who deals says each step himself: by buttons, or as a line such as `deal seat 1/Hand 3
down`. Every move is printed in one way, which `croupier.training.procedure.reading` reads back.
To the dealer a card lies face up or face down; which player may look at it makes no difference.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from croupier.money import format_cents
from croupier.table.places import Face, Place
from croupier.table.settlement import Result

__all__ = [
    "SETTLING",
    "AskSeats",
    "CallHand",
    "CloseBets",
    "CollectCards",
    "DealCards",
    "Do",
    "Move",
    "MoveCards",
    "OpenBets",
    "Pile",
    "ReleaseCards",
    "SettleWager",
    "TurnCards",
]

SETTLING: Final = {
    "pay": Result.WIN,
    "take": Result.LOSE,
    "push": Result.PUSH,
    "half": Result.HALF_BACK,
}
"""How a dealer says the four ways a wager can end."""


@dataclass(frozen=True, slots=True)
class Do:
    """Something that moves neither cards nor money on the felt: `do Inspect the deck`."""

    action: str

    def __str__(self) -> str:
        return f"do {self.action}"


@dataclass(frozen=True, slots=True)
class OpenBets:
    """Betting begins: `open bets`."""

    def __str__(self) -> str:
        return "open bets"


@dataclass(frozen=True, slots=True)
class CloseBets:
    """No more bets: `close bets`."""

    def __str__(self) -> str:
        return "close bets"


@dataclass(frozen=True, slots=True)
class Pile:
    """Some cards at one place, all lying the same way."""

    place: Place
    count: int
    face: Face

    def __post_init__(self) -> None:
        assert self.count > 0, "a pile has cards"
        assert self.face is not Face.OWN, "a dealer puts cards face up or face down"

    def __str__(self) -> str:
        return f"{self.place} {self.count} {self.face}"


@dataclass(frozen=True, slots=True)
class DealCards:
    """Cards out of the device, in this order: `deal table/Burned 1 down, dealer/Hand 1 up`."""

    piles: tuple[Pile, ...]

    @classmethod
    def of(cls, *cards: tuple[Place, Face]) -> "DealCards":
        """Cards one after the other; those that lie alike at one place are a pile."""
        seen = ((place, Face.UP if face is Face.UP else Face.DOWN) for place, face in cards)
        return cls(tuple(Pile(place, len(list(run)), face) for (place, face), run in groupby(seen)))

    @property
    def cards(self) -> tuple[tuple[Place, Face], ...]:
        """Where each card goes, one after the other."""
        return tuple((pile.place, pile.face) for pile in self.piles for _ in range(pile.count))

    def __str__(self) -> str:
        return f"deal {', '.join(map(str, self.piles))}"


@dataclass(frozen=True, slots=True)
class ReleaseCards:
    """The rest of the cards leave the device for the dealer's hand: `release rest`."""

    def __str__(self) -> str:
        return "release rest"


@dataclass(frozen=True, slots=True)
class TurnCards:
    """All cards at a place are turned face up: `turn dealer/Hand`."""

    place: Place

    def __str__(self) -> str:
        return f"turn {self.place}"


@dataclass(frozen=True, slots=True)
class MoveCards:
    """Cards go from one place to another: `move dealer/Hand 2,1,3 to dealer/Best three up`."""

    source: Place
    positions: tuple[int, ...]
    """Which cards, counted from 1 in the order they lie, in the order they will lie."""
    target: Place
    face: Face

    def __post_init__(self) -> None:
        assert self.positions, "at least one card is moved"
        assert self.face is not Face.OWN, "a dealer puts cards face up or face down"

    def __str__(self) -> str:
        positions = ",".join(map(str, self.positions))
        return f"move {self.source} {positions} to {self.target} {self.face}"


@dataclass(frozen=True, slots=True)
class AskSeats:
    """Players decide, all of these at once: `ask 1, 3`; about one hand: `ask 1 seat 1/Split`."""

    seats: tuple[int, ...]
    """From the dealer's left to his right."""
    place: Place | None = None
    """Which of the seat's hands it is about, where it has several."""

    def __post_init__(self) -> None:
        assert self.seats == tuple(sorted(set(self.seats))), "each seat is asked once, in order"
        assert self.seats, "somebody is asked"

    def __str__(self) -> str:
        hand = f" {self.place}" if self.place is not None else ""
        return f"ask {', '.join(map(str, self.seats))}{hand}"


@dataclass(frozen=True, slots=True)
class CallHand:
    """A hand is named aloud: `call dealer/Hand: pair of nines, ace kicker, qualifies`."""

    place: Place
    words: str

    def __str__(self) -> str:
        return f"call {self.place}: {self.words}"


@dataclass(frozen=True, slots=True)
class SettleWager:
    """A wager is paid, taken or left: `pay seat 1 Ante $10`, `push seat 1 Ante`."""

    result: Result
    seat: int
    spot: str
    cents: int | None = None
    """What the player gets beside his stake, what is taken, or what of it goes back for half."""
    place: Place | None = None
    """Which of the seat's hands it is about, where it has several on one spot."""

    def __post_init__(self) -> None:
        assert (self.cents is None) is (self.result is Result.PUSH), "a push alone moves no chips"

    @property
    def verb(self) -> str:
        """`pay`, `take`, `push` or `half`."""
        return next(verb for verb, result in SETTLING.items() if result is self.result)

    def __str__(self) -> str:
        hand = f" on {self.place}" if self.place is not None else ""
        amount = f" {format_cents(self.cents)}" if self.cents is not None else ""
        return f"{self.verb} seat {self.seat} {self.spot}{hand}{amount}"


@dataclass(frozen=True, slots=True)
class CollectCards:
    """All cards are picked up: `collect`."""

    def __str__(self) -> str:
        return "collect"


Move = (
    Do
    | OpenBets
    | CloseBets
    | DealCards
    | ReleaseCards
    | TurnCards
    | MoveCards
    | AskSeats
    | CallHand
    | SettleWager
    | CollectCards
)
