"""What happens at a table and in the house beside the rounds themselves.

Frozen values like the events of a round, and stored in the same log beside them. `EVENTS` of
`croupier.table.events` and the kinds here together are all that a log holds. `docs/house-log.md`
documents every one; a test holds that.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, cast

from croupier.cards import Back, Card
from croupier.house.accounts import Money
from croupier.house.terms import TableTerms
from croupier.table.codec import Json, to_json
from croupier.table.events import EVENTS, Event
from croupier.table.naming import snake_name
from croupier.table.record import named_from_json
from croupier.table.settings import TableSettings

__all__ = [
    "HAPPENINGS",
    "Happening",
    "Logged",
    "Role",
    "logged_from_json",
    "logged_name",
    "logged_to_json",
]


class Role(StrEnum):
    """What somebody is in the house."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


# At a table.


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
class TipGiven:
    """A player tipped the dealer."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """A window began: when it ends, bets close or defaults count."""

    what: str
    """`betting`, `decision` or `dealer`."""
    seconds: int


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
    """The dealer has let a step wait for longer than the table allows."""

    seconds: int


# In the house.


@dataclass(frozen=True, slots=True)
class HouseStarted:
    """The server started."""

    version: str
    tables: int


@dataclass(frozen=True, slots=True)
class HouseStopped:
    """The server was told to stop, and did."""


@dataclass(frozen=True, slots=True)
class UserAdded:
    """Somebody became known to the house."""

    user: int
    name: str
    roles: tuple[Role, ...]
    money: Money
    by: int | None
    """Here and below: who did it; None where it was done at the house's own console."""


@dataclass(frozen=True, slots=True)
class RolesSet:
    """Somebody's roles were changed."""

    user: int
    roles: tuple[Role, ...]
    by: int | None


@dataclass(frozen=True, slots=True)
class PasswordSet:
    """Somebody's password was changed, by himself or for him."""

    user: int
    by: int | None


@dataclass(frozen=True, slots=True)
class UserDisabled:
    """Somebody may no longer log in, or may again."""

    user: int
    is_disabled: bool
    by: int | None


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """Somebody logged in."""

    user: int


@dataclass(frozen=True, slots=True)
class LoggedOut:
    """Somebody logged out."""

    user: int


@dataclass(frozen=True, slots=True)
class LogInFailed:
    """A log-in was refused; the name is what was typed, if anybody has it."""

    user: int | None
    address: str


@dataclass(frozen=True, slots=True)
class LockedOut:
    """After too many failed log-ins a name is locked for a while."""

    user: int
    seconds: int


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """Somebody brought money to the cage."""

    user: int
    cents: int
    by: int | None


@dataclass(frozen=True, slots=True)
class CashedOut:
    """Somebody was paid out at the cage."""

    user: int
    cents: int
    by: int | None


@dataclass(frozen=True, slots=True)
class PlayMoneyGranted:
    """Somebody was given play money."""

    user: int
    cents: int


@dataclass(frozen=True, slots=True)
class VoucherIssued:
    """Credit was turned into a voucher that whoever holds it may redeem once."""

    voucher: str
    """The hash of its code: the log alone redeems nothing."""
    user: int | None
    """From whose wallet; None where it was sold for cash."""
    cents: int
    by: int | None


@dataclass(frozen=True, slots=True)
class VoucherRedeemed:
    """A voucher was turned into credit, or into cash; it is worth nothing any more."""

    voucher: str
    user: int | None
    """Into whose wallet; None where it was paid in cash."""
    cents: int
    by: int | None


@dataclass(frozen=True, slots=True)
class DayClosed:
    """The gaming day was closed: where every chain stood then."""

    day: str
    heads: tuple[tuple[int, int, str], ...]
    """Chain, entries and hash of each."""
    by: int


@dataclass(frozen=True, slots=True)
class AccessRefused:
    """Somebody tried what he may not do, in a way no honest program does."""

    user: int | None
    what: str


Happening = (
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
    | PositionTaken
    | PositionLeft
    | TableClosing
    | TableClosed
    | SeatTaken
    | CreditAdded
    | SeatLeaving
    | SeatLeft
    | TipGiven
    | ClockStarted
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
    | HouseStarted
    | HouseStopped
    | UserAdded
    | RolesSet
    | PasswordSet
    | UserDisabled
    | LoggedIn
    | LoggedOut
    | LogInFailed
    | LockedOut
    | BoughtIn
    | CashedOut
    | PlayMoneyGranted
    | VoucherIssued
    | VoucherRedeemed
    | DayClosed
    | AccessRefused
)

HAPPENINGS: tuple[type[Happening], ...] = Happening.__args__
"""Every kind that is not an event of a round."""

Logged = Event | Happening
"""Whatever a log holds."""

_BY_NAME: Final[dict[str, type[Logged]]] = {snake_name(kind): kind for kind in HAPPENINGS + EVENTS}
_NAMES: Final = {kind: name for name, kind in _BY_NAME.items()}


def logged_name(kind: type[Logged]) -> str:
    """The name it is stored under: `seat_taken`."""
    return _NAMES[kind]


def logged_to_json(what: Logged) -> dict[str, Json]:
    """`{"event": "tip_given", "seat": 3, "cents": 500}`."""
    return {"event": _NAMES[type(what)], **cast("dict[str, Json]", to_json(what))}


def logged_from_json(data: Json, path: str = "event") -> Logged:
    """What happened, behind its JSON."""
    return named_from_json(_BY_NAME, data, path)
