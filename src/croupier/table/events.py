"""Events: what happened, in order. A round is its events.

Each is a frozen value. A field that a viewer may not see is `None` in the event he gets
(`croupier.table.layout.redact`). `docs/round-format.md` documents every event and field as it
is stored; a test holds that.
"""

from dataclasses import dataclass
from enum import StrEnum

from croupier.cards import Back, Card, FaultKind
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.places import Face, Place
from croupier.table.settings import TableSettings
from croupier.table.settlement import Because, Outcome, Result
from croupier.table.steps import Asked, Choice

__all__ = [
    "EVENTS",
    "BetsClosed",
    "CardDealt",
    "CardRead",
    "CardsCollected",
    "CardsMoved",
    "CardsRanOut",
    "CardsTurned",
    "DealerActed",
    "DecidedBy",
    "DecisionAsked",
    "DecisionMade",
    "DecisionsClosed",
    "DeviceFailed",
    "Event",
    "HandCalled",
    "IrregularityReported",
    "PicksDrawn",
    "RestReleased",
    "RoundClosed",
    "RoundOpened",
    "RoundVoided",
    "SeedRevealed",
    "SettlementReversed",
    "SupervisorRuled",
    "WagerAdded",
    "WagerReturned",
    "WagerSettled",
    "WagersPlaced",
]


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round begins: everything that is fixed before the first bet."""

    settings: TableSettings
    device: str
    """What the cards come from, by name."""
    is_physical: bool
    """Whether real cards are dealt, and read by name."""
    back: Back | None
    """The backs of the deck in play, where decks alternate."""
    commitment: str | None
    """The hash of the house's seed; None for cards from a physical deck."""


@dataclass(frozen=True, slots=True)
class WagersPlaced:
    """A seat's slip was taken; it replaces the slip the seat had put down before."""

    seat: int
    stakes: tuple[tuple[str, int], ...]
    picks: tuple[str, ...] | None
    """What it chose before the deal; for its own player to see."""


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """No more bets; the public salt is fixed, and with it the order of the cards."""

    salt: str
    cut_at: int | None
    """Where a virtual deck was cut after it was shuffled, if it was."""


@dataclass(frozen=True, slots=True)
class PicksDrawn:
    """The system picked for a seat that had left its picks out."""

    seat: int
    picks: tuple[str, ...] | None
    """What it drew; for the seat's own player to see."""


@dataclass(frozen=True, slots=True)
class CardRead:
    """The reader saw a card drawn from a physical deck; it is dealt when its pack is whole."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card came out of the device and was put at a place."""

    place: Place
    card: Card | None
    face: Face


@dataclass(frozen=True, slots=True)
class CardsRanOut:
    """Cards were to be dealt and fewer were left; none was dealt."""

    wanted: int
    left: int


@dataclass(frozen=True, slots=True)
class RestReleased:
    """The rest of the cards left the device for the dealer's hand."""

    cards: int


@dataclass(frozen=True, slots=True)
class CardsTurned:
    """All cards at a place were turned face up."""

    place: Place
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsMoved:
    """Cards were moved from one place to another and lie there as said."""

    source: Place
    positions: tuple[int, ...]
    target: Place
    face: Face
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class DealerActed:
    """The dealer did something that moved neither cards nor money."""

    action: str


@dataclass(frozen=True, slots=True)
class DecisionAsked:
    """Seats were asked to choose."""

    question: str
    seats: tuple[int, ...]
    """Who was asked."""
    asked: tuple[Asked, ...]
    """What each may choose; of a hidden ask a viewer gets only what his own seats may."""
    is_hidden: bool


class DecidedBy(StrEnum):
    """Whose decision it was."""

    PLAYER = "player"
    TIME = "time"
    """The player did not answer in time, so the default counts."""


@dataclass(frozen=True, slots=True)
class DecisionMade:
    """A seat chose. The choice is None for those who may not know it yet."""

    choice: Choice | None
    seat: int
    by: DecidedBy
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class DecisionsClosed:
    """All who were asked have chosen; now everyone may know what."""

    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class WagerAdded:
    """A further stake was put down during the round, with a decision."""

    seat: int
    spot: str
    cents: int


@dataclass(frozen=True, slots=True)
class HandCalled:
    """A hand was named aloud."""

    place: Place
    words: str


@dataclass(frozen=True, slots=True)
class WagerSettled:
    """A wager was paid, taken or returned."""

    seat: int
    spot: str
    stake_cents: int
    outcome: Outcome
    returned_cents: int
    """What went back to the player: stake and winnings together, nothing for a loss."""
    withheld_cents: int
    """Winnings above the most the table pays one seat in a round."""
    has_own_wager: bool
    """False for a bonus paid on another wager's stake: then only winnings are returned."""
    place: Place | None
    """Which of the seat's hands it was about, where it has several."""
    because: Because

    @property
    def moved_cents(self) -> int:
        """What the dealer pays beyond the stake, takes, or gives back of it."""
        match self.outcome.result:
            case Result.WIN:
                return self.returned_cents - (self.stake_cents if self.has_own_wager else 0)
            case Result.LOSE:
                return self.stake_cents
            case Result.PUSH | Result.HALF_BACK:
                return self.returned_cents


@dataclass(frozen=True, slots=True)
class CardsCollected:
    """All cards were picked up."""


@dataclass(frozen=True, slots=True)
class DeviceFailed:
    """The device jammed, gave the wrong number of cards, or showed one face up."""

    kind: FaultKind
    device: str
    expected: int
    dispensed: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class IrregularityReported:
    """Something went wrong, and what the rules of the game do about it."""

    kind: IrregularityKind
    detail: str
    remedy: Remedy


@dataclass(frozen=True, slots=True)
class SupervisorRuled:
    """A supervisor decided how a held round goes on."""

    remedy: Remedy
    reason: str


@dataclass(frozen=True, slots=True)
class SettlementReversed:
    """A settlement was undone because the round is void: the wager stands again."""

    seat: int
    spot: str
    stake_cents: int
    """What goes back into action; 0 for a bonus without a wager of its own."""
    returned_cents: int
    """What the player gives back of what he had got."""


@dataclass(frozen=True, slots=True)
class WagerReturned:
    """A wager went back untouched because the round is void."""

    seat: int
    spot: str
    cents: int


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round ended without a result."""

    reason: str


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """The round ended; every wager is settled."""


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The house's seed was published, after the round."""

    seed: str


Event = (
    RoundOpened
    | WagersPlaced
    | BetsClosed
    | PicksDrawn
    | CardRead
    | CardDealt
    | CardsRanOut
    | RestReleased
    | CardsTurned
    | CardsMoved
    | DealerActed
    | DecisionAsked
    | DecisionMade
    | DecisionsClosed
    | WagerAdded
    | HandCalled
    | WagerSettled
    | CardsCollected
    | DeviceFailed
    | IrregularityReported
    | SupervisorRuled
    | SettlementReversed
    | WagerReturned
    | RoundVoided
    | RoundClosed
    | SeedRevealed
)

EVENTS: tuple[type[Event], ...] = Event.__args__
"""Every kind of event."""
