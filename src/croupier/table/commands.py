"""Commands: what people tell a round to do. Each is checked whole, then done or refused."""

from dataclasses import dataclass

from croupier.cards import Card
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.wager import Slip

__all__ = [
    "CloseBets",
    "Command",
    "Decide",
    "Perform",
    "PlaceWagers",
    "ReadCard",
    "ReportIrregularity",
    "RevealSeed",
    "RuleOnIrregularity",
    "TimeOut",
]


@dataclass(frozen=True, slots=True)
class PlaceWagers:
    """A seat puts its slip down, in place of any before; an empty slip takes it back."""

    seat: int
    slip: Slip


@dataclass(frozen=True, slots=True)
class CloseBets:
    """No more bets. The salt, in hexadecimal, must be unknown to the house until now."""

    salt: str = ""
    cut_at: int | None = None
    """Where to cut a virtual deck that is dealt from the hand."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A seat chooses one of its options."""

    seat: int
    option: str
    stake_cents: int | None = None
    """The further stake, where the option leaves the amount open."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Time is up: the default counts for every seat that has not answered."""


@dataclass(frozen=True, slots=True)
class ReadCard:
    """The card reader saw the next card drawn from a physical deck."""

    card: Card


@dataclass(frozen=True, slots=True)
class Perform:
    """A human dealer does the next step; `step` names it, `deal` or `settle`.

    What exactly is to be dealt or settled is in `Round.waiting`, for a school to compare with
    what its trainee says; a wrong name is refused with the right one.
    """

    step: str


@dataclass(frozen=True, slots=True)
class ReportIrregularity:
    """Something went wrong at the table."""

    kind: IrregularityKind
    detail: str


@dataclass(frozen=True, slots=True)
class RuleOnIrregularity:
    """A supervisor decides how a held round goes on: void or continue."""

    remedy: Remedy
    reason: str


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """The house publishes its seed, in hexadecimal, after the round."""

    seed: str


Command = (
    PlaceWagers
    | CloseBets
    | Decide
    | TimeOut
    | ReadCard
    | Perform
    | ReportIrregularity
    | RuleOnIrregularity
    | RevealSeed
)
