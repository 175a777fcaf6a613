"""What happens at a table and in the house beside the rounds themselves.

Frozen values like the events of a round, and stored in the same log beside them. `EVENTS` of
`croupier.table.events` and the kinds here together are all that a log holds. `docs/house-log.md`
documents every one; a test holds that.
"""

from typing import Final, cast

from croupier.house.happenings.at_table import (
    ApprovalAsked,
    ApprovalGiven,
    AtTable,
    BankCounted,
    ClockStarted,
    ClockStopped,
    ConnectionLost,
    ConnectionRestored,
    CreditAdded,
    DealerLate,
    DeckInspected,
    DecksChanged,
    DecksRemoved,
    DifferencePaid,
    DiscrepancyNoted,
    FormSigned,
    LargeWin,
    PositionLeft,
    PositionTaken,
    RackCorrected,
    RackCredited,
    RackFilled,
    RoundAbandoned,
    RoundBegan,
    RoundResumed,
    RoundRevised,
    SeatLeaving,
    SeatLeft,
    SeatReady,
    SeatTaken,
    TableClosed,
    TableClosing,
    TableCreated,
    TableOpened,
    TerminalDoor,
    TipGiven,
    TipsCollected,
)
from croupier.house.happenings.in_house import (
    AccessRefused,
    BoughtIn,
    CashedOut,
    ClassSet,
    DayClosed,
    ExamBegun,
    ExamGraded,
    ExamVoided,
    GuestGone,
    HouseCrashed,
    HouseStarted,
    HouseStopped,
    InHouse,
    LockedOut,
    LoggedIn,
    LoggedOut,
    LogInFailed,
    PasswordSet,
    PlayMoneyGranted,
    RolesSet,
    UserAdded,
    UserDisabled,
    VoucherIssued,
    VoucherRedeemed,
    VoucherTakenBack,
)
from croupier.house.happenings.role import Role
from croupier.table.codec import Json, to_json
from croupier.table.events import EVENTS, Event
from croupier.table.naming import snake_name
from croupier.table.record import named_from_json

__all__ = [
    "HAPPENINGS",
    "AccessRefused",
    "ApprovalAsked",
    "ApprovalGiven",
    "AtTable",
    "BankCounted",
    "BoughtIn",
    "CashedOut",
    "ClassSet",
    "ClockStarted",
    "ClockStopped",
    "ConnectionLost",
    "ConnectionRestored",
    "CreditAdded",
    "DayClosed",
    "DealerLate",
    "DeckInspected",
    "DecksChanged",
    "DecksRemoved",
    "DifferencePaid",
    "DiscrepancyNoted",
    "ExamBegun",
    "ExamGraded",
    "ExamVoided",
    "FormSigned",
    "GuestGone",
    "Happening",
    "HouseCrashed",
    "HouseStarted",
    "HouseStopped",
    "InHouse",
    "LargeWin",
    "LockedOut",
    "LogInFailed",
    "Logged",
    "LoggedIn",
    "LoggedOut",
    "PasswordSet",
    "PlayMoneyGranted",
    "PositionLeft",
    "PositionTaken",
    "RackCorrected",
    "RackCredited",
    "RackFilled",
    "Role",
    "RolesSet",
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
    "UserAdded",
    "UserDisabled",
    "VoucherIssued",
    "VoucherRedeemed",
    "VoucherTakenBack",
    "logged_from_json",
    "logged_name",
    "logged_to_json",
]

Happening = AtTable | InHouse

HAPPENINGS: tuple[type[Happening], ...] = (*AtTable.__args__, *InHouse.__args__)
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
