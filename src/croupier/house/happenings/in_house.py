"""What happens in the house, outside its tables."""

from dataclasses import dataclass

from croupier.house.accounts import Money
from croupier.house.happenings.role import Role

__all__ = [
    "AccessRefused",
    "BoughtIn",
    "CashedOut",
    "ClassSet",
    "DayClosed",
    "ExamBegun",
    "ExamGraded",
    "ExamVoided",
    "GuestGone",
    "HouseCrashed",
    "HouseStarted",
    "HouseStopped",
    "InHouse",
    "LockedOut",
    "LogInFailed",
    "LoggedIn",
    "LoggedOut",
    "PasswordSet",
    "PlayMoneyGranted",
    "RolesSet",
    "UserAdded",
    "UserDisabled",
    "VoucherIssued",
    "VoucherRedeemed",
    "VoucherTakenBack",
]


@dataclass(frozen=True, slots=True)
class HouseCrashed:
    """The server before this one ended without being stopped: told when the next one starts."""

    last_ms: int
    """When the last entry before was written, in any chain."""


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
class GuestGone:
    """A guest's session has ended, and he can never come back."""

    user: int
    cents: int
    """The play money that was left in his wallet; it goes back to where it came from."""


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
class VoucherTakenBack:
    """A voucher whose code is lost went back into the wallet it was issued from."""

    voucher: str
    user: int
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
    """Somebody tried what is not for him; of one person it is noted once a minute.

    Or a correction was refused to him in words that tell something of cards that may lie face
    down: that is noted each time.
    """

    user: int | None
    what: str


@dataclass(frozen=True, slots=True)
class ClassSet:
    """Somebody was put into a class of the school, or out of the one he was in."""

    user: int
    name: str | None
    """None: he is in none any more."""
    by: int | None


@dataclass(frozen=True, slots=True)
class ExamBegun:
    """Somebody began an examination; the house chose its seed, from which the paper follows.

    The seed is told when it is graded: whoever reads the log before could tell the candidate.
    """

    exam: int
    """Its number, counted in the house from 1."""
    user: int
    game: str
    rules_version: int
    paper: str
    """The digest of the paper: what is asked is fixed by now, and nobody can tell what it is."""


@dataclass(frozen=True, slots=True)
class ExamGraded:
    """An examination was handed in, or its time was over, and it was graded."""

    exam: int
    user: int
    game: str
    rules_version: int
    seed: int
    points: int
    possible: int
    passed: bool
    """By the terms that the record has, which the house had set when it was begun."""
    digest: str
    """SHA-256 of the record: answers, result and terms."""


@dataclass(frozen=True, slots=True)
class ExamVoided:
    """An examination could not be graded: this version of the program asks something else."""

    exam: int
    user: int
    reason: str


InHouse = (
    HouseCrashed
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
    | GuestGone
    | VoucherIssued
    | VoucherRedeemed
    | VoucherTakenBack
    | DayClosed
    | AccessRefused
    | ClassSet
    | ExamBegun
    | ExamGraded
    | ExamVoided
)
