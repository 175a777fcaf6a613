"""A deal script: all that people, cards and bad luck bring to one round."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from croupier.cards import Card, PlannedFault, Seed
from croupier.rejection import Code, Rejection
from croupier.table.commands import ReportIrregularity, RuleOnIrregularity
from croupier.table.events import Event
from croupier.table.places import Place
from croupier.table.record import event_name
from croupier.table.settings import TableSettings
from croupier.table.source import DealtFrom
from croupier.table.wager import Slip

__all__ = [
    "SALT",
    "SEED",
    "DealScript",
    "Otherwise",
    "PlannedReport",
    "ScriptedChoice",
    "SeatScript",
]

SEED: Final = Seed(bytes(32))
SALT: Final = "00"
"""What orders the cards where a script does not say: always the same, so that it deals the same."""


class Otherwise(StrEnum):
    """What a seat does when it is asked and the script has no decision left for it."""

    REFUSE = "refuse"
    """Nothing: the script is refused."""
    USUAL = "usual"
    """What a sensible player does, by what the seat sees."""
    DEFAULT = "default"
    """It lets its time run out, and what the game says counts by default."""


@dataclass(frozen=True, slots=True)
class ScriptedChoice:
    """One decision: an option by name, and the stake where the option leaves it open."""

    option: str
    stake_cents: int | None = None


@dataclass(frozen=True, slots=True)
class SeatScript:
    """What one seat bets and decides, in order."""

    seat: int
    slip: Slip
    decisions: tuple[ScriptedChoice, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedReport:
    """An irregularity to report once something has happened so many times."""

    report: ReportIrregularity
    after: str
    """The event, by the name it has in a record: `card_dealt`."""
    times: int = 1
    seat: int | None = None
    """Count only what happens to this seat."""

    def counts(self, event: Event) -> bool:
        """Whether this event is one of those it waits for."""
        return event_name(type(event)) == self.after and (
            self.seat is None or self.seat in _seats_of(event)
        )

    @property
    def moment(self) -> str:
        """`card_dealt at seat 2, time 3`."""
        where = f" at seat {self.seat}" if self.seat is not None else ""
        return f"{self.after}{where}, time {self.times}"


@dataclass(frozen=True, slots=True)
class DealScript:
    """One round, said beforehand."""

    settings: TableSettings
    device: DealtFrom
    seats: tuple[SeatScript, ...]
    seed: Seed = SEED
    salt: str = SALT
    cut_at: int | None = None
    cards: tuple[tuple[Place, tuple[Card, ...]], ...] = ()
    """Cards named by place: the first dealt there is the first named."""
    next_cards: tuple[Card, ...] = ()
    """Cards that go, in order, wherever a card is dealt that is not named by place."""
    otherwise: Otherwise = Otherwise.REFUSE
    reports: tuple[PlannedReport, ...] = ()
    faults: tuple[PlannedFault, ...] = ()
    rulings: tuple[RuleOnIrregularity, ...] = ()
    """What a supervisor rules, each time the round is held."""
    about: str = ""

    def __post_init__(self) -> None:
        named: dict[Card, str] = {}
        for place, cards in (*self.cards, ("next", self.next_cards)):
            for card in cards:
                if card in named:
                    raise Rejection(
                        Code.CARD_REPEATED,
                        f"{card} is named twice, for {named[card]} and for {place}; one deck "
                        "holds each card once.",
                    )
                named[card] = str(place)
        if named and self.cut_at is not None:
            raise Rejection(
                Code.OPTIONS_CONFLICT,
                "Cards that are named come as they are named; leave the cut out.",
            )

    @property
    def names_cards(self) -> bool:
        """Whether any card is named; if not, all come from a shuffle that can be checked."""
        return bool(self.cards or self.next_cards)


def _seats_of(event: Event) -> tuple[int, ...]:
    """The seats an event is about."""
    found: list[int] = [*getattr(event, "seats", ())]
    for name in ("seat", "place", "target"):
        about = getattr(event, name, None)
        seat = about.seat if isinstance(about, Place) else about
        if isinstance(seat, int):
            found.append(seat)
    return tuple(found)
