"""A round as it is recalled: plain values, and their JSON."""

from dataclasses import dataclass
from typing import Final

from croupier.cards import Card
from croupier.house.happenings import Logged, logged_to_json
from croupier.table import events as happened
from croupier.table.codec import Json, to_json
from croupier.table.events import DecidedBy
from croupier.table.places import Place

__all__ = ["Decided", "Recalled", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened, as whoever recalls it may know it."""

    entry: int
    event: int
    """Its number in the log of the table."""
    at_ms: int
    what: Logged
    credit_before_cents: int | None
    """On the credit meter of the seat; None after the round, when it is no longer about it."""
    credit_after_cents: int | None
    is_on_paper: bool
    """Whether it is of a revision, made after the round was over."""
    actor: str | None
    """Who did it, as the log has it: `user 5`, `clock` or `house`. None for a player."""

    def to_json(self) -> dict[str, Json]:
        """A plain object."""
        return {
            "entry": self.entry,
            "event": self.event,
            "at_ms": self.at_ms,
            "what": logged_to_json(self.what),
            "credit_before_cents": self.credit_before_cents,
            "credit_after_cents": self.credit_after_cents,
            "is_on_paper": self.is_on_paper,
            "actor": self.actor,
        }


@dataclass(frozen=True, slots=True)
class Decided:
    """What a seat was asked, and what it chose."""

    question: str
    option: str
    stake_cents: int
    by: DecidedBy


@dataclass(frozen=True, slots=True)
class Recalled:
    """A round that is over, as a seat had it."""

    table: int
    table_name: str
    game: str
    round: int
    seat: int
    user: int
    began_ms: int
    ended_ms: int
    outcome: str
    """`settled`, `void`, `abandoned` or `revised`."""
    is_physical: bool
    commitment: str | None
    seed: str | None
    """The house's seed, once it is revealed."""
    staked_cents: int
    returned_cents: int
    credit_before_cents: int
    credit_after_cents: int
    wagers: tuple[tuple[str, int], ...]
    """By spot: everything the seat put down in the round."""
    decisions: tuple[Decided, ...]
    cards: tuple[tuple[Place, tuple[Card | None, ...]], ...]
    """What lay where before the cards were picked up; None where a face was not to be seen."""
    settlements: tuple[happened.WagerSettled, ...]
    """Of the seat, those that stand, each with its reason; none in a round that is void."""
    is_revised: bool
    steps: tuple[Step, ...]

    def to_json(self) -> dict[str, Json]:
        """A plain object."""
        return {
            **{name: getattr(self, name) for name in _PLAIN},
            "wagers": [{"spot": spot, "cents": cents} for spot, cents in self.wagers],
            "decisions": [to_json(one) for one in self.decisions],
            "cards": {
                str(place): [None if card is None else str(card) for card in cards]
                for place, cards in self.cards
            },
            "settlements": [to_json(one) for one in self.settlements],
            "steps": [step.to_json() for step in self.steps],
        }


_PLAIN: Final = (
    "table",
    "table_name",
    "game",
    "round",
    "seat",
    "user",
    "began_ms",
    "ended_ms",
    "outcome",
    "is_physical",
    "commitment",
    "seed",
    "staked_cents",
    "returned_cents",
    "credit_before_cents",
    "credit_after_cents",
    "is_revised",
)
