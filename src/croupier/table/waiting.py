"""What a round waits for, and which of the dealer's steps run by themselves."""

from dataclasses import dataclass
from typing import Final

from croupier.table.irregularity import IrregularityKind
from croupier.table.naming import snake_name
from croupier.table.steps import (
    Act,
    Call,
    Collect,
    Deal,
    Move,
    ReleaseRest,
    Settle,
    Step,
    Turn,
)

__all__ = [
    "AUTOMATIC",
    "BY_HAND",
    "Automation",
    "AwaitingCards",
    "AwaitingDealer",
    "AwaitingDecisions",
    "AwaitingSupervisor",
    "AwaitingWagers",
    "RoundIsOver",
    "Waiting",
    "step_name",
]


@dataclass(frozen=True, slots=True)
class AwaitingWagers:
    """Betting is open."""


@dataclass(frozen=True, slots=True)
class AwaitingDecisions:
    """These seats have been asked and have not answered."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AwaitingCards:
    """The card reader must see more cards for this step."""

    step: Deal


@dataclass(frozen=True, slots=True)
class AwaitingDealer:
    """A human dealer must do this step. Not for players: a step may name hidden things."""

    step: Step


@dataclass(frozen=True, slots=True)
class AwaitingSupervisor:
    """The round is held until a supervisor rules."""

    kind: IrregularityKind


@dataclass(frozen=True, slots=True)
class RoundIsOver:
    """Nothing more happens."""


@dataclass(frozen=True, slots=True)
class Running:
    """Nothing: steps are being carried out. Never seen between two commands."""


Waiting = (
    AwaitingWagers
    | AwaitingDecisions
    | AwaitingCards
    | AwaitingDealer
    | AwaitingSupervisor
    | RoundIsOver
    | Running
)

DEALER_STEPS: Final = (Deal, ReleaseRest, Turn, Move, Call, Settle, Act, Collect)

Automation = frozenset[type[Step]]
"""Which of the dealer's steps run by themselves."""
AUTOMATIC: Final[Automation] = frozenset(DEALER_STEPS)
"""A virtual dealer does everything."""
BY_HAND: Final[Automation] = frozenset()
"""A human dealer does every step."""


def step_name(step: Step | type[Step]) -> str:
    """The name by which a dealer performs a step: `deal`, `release_rest`."""
    return snake_name(step if isinstance(step, type) else type(step))
