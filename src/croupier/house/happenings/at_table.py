"""What happens at a table beside the rounds themselves."""

from dataclasses import dataclass

from croupier.cards import Back, Card
from croupier.house.happenings.role import Role
from croupier.house.terms import TableTerms
from croupier.table.settings import TableSettings

__all__ = [
    "ApprovalAsked",
    "ApprovalGiven",
    "AtTable",
    "BankCounted",
    "ClockStarted",
    "ClockStopped",
    "ConnectionLost",
    "ConnectionRestored",
    "CreditAdded",
    "DealerLate",
    "DeckInspected",
    "DecksChanged",
    "DecksRemoved",
    "DifferencePaid",
    "DiscrepancyNoted",
    "FormSigned",
    "LargeWin",
    "PositionLeft",
    "PositionTaken",
    "RackCorrected",
    "RackCredited",
    "RackFilled",
    "RoundAbandoned",
    "RoundBegan",
    "RoundResumed",
    "RoundRevised",
    "SeatLeaving",
    "SeatLeft",
    "SeatReady",
    "SeatTaken",
    "TableClosed",
    "TableClosing",
    "TableCreated",
    "TableOpened",
    "TerminalDoor",
    "TipGiven",
    "TipsCollected",
]


@dataclass(frozen=True, slots=True)
class TableCreated:
    """A table was set up; it is not open yet."""

    name: str
    terms: TableTerms
    settings: TableSettings


@dataclass(frozen=True, slots=True)
class BankCounted:
    """The rack was counted, to open or to close the table, and the form waits for signatures."""

    form: str
    """`opener` or `closing count`."""
    expected_cents: int
    counted_cents: int
    by: int


@dataclass(frozen=True, slots=True)
class DiscrepancyNoted:
    """The count is not what the ledger says: an error notification, to be signed by both."""

    nature: str
    expected_cents: int
    counted_cents: int


@dataclass(frozen=True, slots=True)
class FormSigned:
    """Somebody signed a form."""

    form: str
    """`opener`, `error notification` or `closing count`."""
    user: int
    role: Role


@dataclass(frozen=True, slots=True)
class RackCorrected:
    """The ledger took over what was really counted; positive where more was found."""

    cents: int


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Play may begin."""


@dataclass(frozen=True, slots=True)
class RackFilled:
    """Chips came to the rack from the house's bank."""

    cents: int
    by: int | None
    """Who brought them; None where the house does it by itself."""


@dataclass(frozen=True, slots=True)
class RackCredited:
    """Chips went from the rack back to the house's bank."""

    cents: int
    by: int | None


@dataclass(frozen=True, slots=True)
class DeckInspected:
    """A deck was looked through card by card."""

    back: Back
    is_sound: bool
    finding: str
    dealer: int
    supervisor: int | None


@dataclass(frozen=True, slots=True)
class DecksChanged:
    """New, inspected decks were put into play."""

    in_play: Back
    in_shuffler: Back
    by: int


@dataclass(frozen=True, slots=True)
class DecksRemoved:
    """The decks in play were taken off the table; none is dealt from before it is inspected."""

    reason: str
    """`closed`, `unsound`, `device_failure` or `wrong_count`."""


@dataclass(frozen=True, slots=True)
class PositionTaken:
    """A dealer or supervisor came to the table."""

    role: Role
    user: int
    name: str


@dataclass(frozen=True, slots=True)
class PositionLeft:
    """A dealer or supervisor went."""

    role: Role
    user: int


@dataclass(frozen=True, slots=True)
class TableClosing:
    """No new round begins; the table closes when the one in play is over."""

    by: int | None


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody sat down with credit."""

    seat: int
    user: int
    name: str
    credit_cents: int | None
    """None for everybody but the player himself and the staff."""


@dataclass(frozen=True, slots=True)
class CreditAdded:
    """A player brought more credit to his seat."""

    seat: int
    user: int
    cents: int


@dataclass(frozen=True, slots=True)
class SeatLeaving:
    """A player with wagers in action leaves when the round is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat is free; its credit went back to its player."""

    seat: int
    user: int
    cents: int | None
    """None for everybody but the player himself and the staff."""


@dataclass(frozen=True, slots=True)
class SeatReady:
    """A player bets no more in this round, unless he changes his bets; others are waited for."""

    seat: int


@dataclass(frozen=True, slots=True)
class TipGiven:
    """A player tipped the dealer."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class TipsCollected:
    """The tip box was emptied, and what was in it handed to the dealers."""

    cents: int
    by: int | None
    """The supervisor; None where the table closed with something in it."""


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """A window began: when it ends, bets close or defaults count."""

    what: str
    """`betting`, `decision` or `dealer`."""
    seconds: int


@dataclass(frozen=True, slots=True)
class ClockStopped:
    """A window ended and nobody had bet: the next begins with the first bet."""


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round begins, under the settings of the table. Stored in place of `round_opened`."""

    round: int
    device: str
    is_physical: bool
    back: Back | None
    commitment: str | None


@dataclass(frozen=True, slots=True)
class RoundResumed:
    """The house was started anew, and the round goes on where it was."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundAbandoned:
    """The round cannot go on; all wagers are returned in what follows."""

    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundRevised:
    """A wrongly dealt round is dealt again; what follows takes the place of some of its events.

    The old record stays where it is. Of a round in play the money of what is superseded moves back
    with this event, and what follows moves money as ever. A round that is over is dealt again on
    paper: what follows moves nothing, and the differences are paid after it.
    """

    round: int
    from_event: int
    """From which event of the round on, counted from 0 with its opening, it is superseded."""
    event_count: int
    """How many events of the round follow directly, in place of those."""
    is_on_paper: bool
    """Whether the round was over."""
    reason: str
    by: int
    approved_by: int


@dataclass(frozen=True, slots=True)
class DifferencePaid:
    """What a revised round changes for a seat's player: above zero in his favour.

    `cents` less `forgone_cents`, over all of these of one revision and seat, is what the revision
    changes in the seat's result.
    """

    round: int
    seat: int
    user: int
    is_seated: bool
    """Whether the credit meter of the seat was paid, or paid; else his wallet."""
    cents: int
    forgone_cents: int
    """What he should have given back and no longer had: the house bears it. Below zero where that
    is made up for, because a later revision is in his favour."""


@dataclass(frozen=True, slots=True)
class ApprovalAsked:
    """Somebody wants to revise a round that is over; a second person must approve."""

    approval: int
    what: str
    """`correct card` or `void round`."""
    round: int
    position: int | None
    """Which card was wrong, counted from 1 in the order they were read; None to void the round."""
    card: Card | None
    """The right one."""
    reason: str
    by: int


@dataclass(frozen=True, slots=True)
class ApprovalGiven:
    """A second person agreed, or did not."""

    approval: int
    is_granted: bool
    by: int


@dataclass(frozen=True, slots=True)
class LargeWin:
    """A seat won so much in a round that it is noted."""

    round: int
    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class ConnectionLost:
    """The last connection of a seated player is gone."""

    seat: int
    user: int


@dataclass(frozen=True, slots=True)
class ConnectionRestored:
    """A seated player is back."""

    seat: int
    user: int


@dataclass(frozen=True, slots=True)
class TerminalDoor:
    """The door of a terminal was opened or closed."""

    seat: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class DealerLate:
    """The dealer has let a step or a new game wait for longer than the table allows."""

    seconds: int


AtTable = (
    TableCreated
    | BankCounted
    | DiscrepancyNoted
    | FormSigned
    | RackCorrected
    | TableOpened
    | RackFilled
    | RackCredited
    | DeckInspected
    | DecksChanged
    | DecksRemoved
    | PositionTaken
    | PositionLeft
    | TableClosing
    | TableClosed
    | SeatTaken
    | CreditAdded
    | SeatLeaving
    | SeatLeft
    | SeatReady
    | TipGiven
    | TipsCollected
    | ClockStarted
    | ClockStopped
    | RoundBegan
    | RoundResumed
    | RoundAbandoned
    | RoundRevised
    | DifferencePaid
    | ApprovalAsked
    | ApprovalGiven
    | LargeWin
    | ConnectionLost
    | ConnectionRestored
    | TerminalDoor
    | DealerLate
)
