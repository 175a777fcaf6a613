"""What answers look like that are put together as text or plain dicts, for the description.

The snapshot of a table is made in `croupier.house.hub`, the rules in `croupier.table.description`,
both for speed and without a check on the way. A test holds that what is sent is what is said here.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from croupier.cards import DeckPair
from croupier.house.happenings import ApprovalAsked, Role
from croupier.house.picture import Status
from croupier.house.terms import TableTerms
from croupier.table.settings import TableSettings
from croupier.web.schemas import shaped

__all__ = [
    "Credits",
    "GameId",
    "MoneyChecked",
    "NotableEvent",
    "NumberedEvent",
    "RecalledStep",
    "RoundEvent",
    "Significance",
    "TableEvent",
    "TableRules",
    "TableState",
]

GameId = Annotated[str, shaped("GameId")]
Significance = Annotated[str, shaped("Significance")]
RoundEvent = Annotated[dict[str, Any], shaped("RoundEvent")]
TableEvent = Annotated[dict[str, Any], shaped("TableEvent")]
NotableEvent = Annotated[dict[str, Any], shaped("NotableEvent")]
NumberedEvent = Annotated[list[Any], shaped("NumberedEvent")]
SeatNumber = int
Cents = int
Credits = Annotated[dict[str, int], shaped("Credits")]


class SeatShown(TypedDict):
    """Somebody at a table."""

    seat: SeatNumber
    name: str
    is_yours: bool
    is_leaving: bool
    """Whether he leaves when the round is over."""
    is_connected: bool
    """Whether a socket of his is open."""
    is_ready: bool
    """Whether he bets no more in the round that takes bets."""


class ClockShown(TypedDict):
    """A window that is running."""

    what: Literal["betting", "decision", "dealer"]
    ends_ms: int


class Signature(TypedDict):
    """Who signed what."""

    form: Literal["opener", "error notification", "closing count"]
    role: Role
    user: int


class FormShown(TypedDict):
    """A form that waits for signatures."""

    name: Literal["opener", "closing count"]
    expected_cents: Cents
    counted_cents: Cents
    nature: str | None
    """What the error notification says; None where the count is as expected."""
    signed: list[Signature]


class TableState(TypedDict):
    """A table as you may see it now."""

    table: int
    name: str
    upto: int
    """The number of the last event that is in this."""
    entry: int
    """The last entry of the table's log that is in this."""
    status: Status
    terms: TableTerms
    settings: TableSettings
    seats_taken: int
    seats: list[SeatShown]
    """Who sits here, by seat; in a stadium your own seats, and for staff all."""
    credits: Credits
    """What is on the credit meters of your own seats."""
    dealer: str | None
    """His name, where there is one."""
    supervisor: str | None
    round: int
    """The number of the last round that began; 0 before the first."""
    round_is_on: bool
    clock: ClockShown | None
    """What ends when, by the clock of the house."""
    events: list[RoundEvent]
    """Of that round, from its opening on, as you may know them."""
    form: NotRequired[FormShown | None]
    """For staff alone, like what follows: the form that waits for signatures."""
    approvals: NotRequired[list[ApprovalAsked]]
    """What waits for a second person."""
    decks: NotRequired[DeckPair | None]
    """The decks in turn, where there are two; None where none is in play."""
    rounds_since_change: NotRequired[int]
    """How many rounds began since the decks were changed."""
    decks_until_ms: NotRequired[int | None]
    """When the decks in play must be changed, where the clock says so."""


class RecalledStep(TypedDict):
    """One thing that happened, as whoever recalls it may know it."""

    entry: int
    event: int
    """Its number in the log of the table."""
    at_ms: int
    what: TableEvent
    credit_before_cents: int | None
    """On the credit meter of the seat; None after the round, when it is no longer about it."""
    credit_after_cents: int | None
    is_on_paper: bool
    """Whether it is of a revision, made after the round was over."""
    actor: str | None
    """Who did it, as the log has it: `user 5`, `clock` or `house`. None for a player."""


class MoneyPassed(TypedDict):
    """What was brought in from outside, and carried out again."""

    in_cents: Cents
    out_cents: Cents


class MoneyChecked(TypedDict):
    """The same by kind of money."""

    cash: MoneyPassed
    play: MoneyPassed


# The rules of a table.


class SeatCount(TypedDict):
    """How many seats a table of a game has."""

    least: int
    most: int
    usual: int
    here: int


class DeviceRule(TypedDict):
    """What a game can be dealt from."""

    name: Literal["deck", "shoe", "shuffler"]
    pack_size: int | None
    """How many cards it gives at a time, where it gives packs."""
    about: str


class PicksRule(TypedDict):
    """What is picked before the deal."""

    question: str
    choices: list[str]
    count: int
    """How many of them."""
    may_be_left_out: bool
    """Whether the system picks where a slip has no picks."""


class LimitRule(TypedDict):
    """What may be staked on a spot."""

    minimum_cents: Cents
    maximum_cents: Cents
    multiple_of_cents: Cents
    about: str
    """The same as a sentence."""


class ConstraintRule(TypedDict):
    """What a stake is bound to, as a program can check it; the house has the last word.

    A rule of a spot on which nothing is bet holds by itself, but for `compulsory`.
    """

    kind: Literal["compulsory", "only_with", "equal_to", "at_least", "at_most"]
    """`compulsory`: this spot or one of `spots` must be bet to be in the round. `only_with`: all
    of `spots` must be bet too. The others compare the stake with `times` all that is bet on
    `spots` together, where anything is."""
    spots: list[str]
    """Other spots of the same seat."""
    times: str | None
    """A whole number or a fraction, like `1/2`; None where nothing is compared."""
    sentence: str
    """The same for people; one of `constraints`."""


class WagerRule(TypedDict):
    """What may be bet on a spot, or must be."""

    spot: str
    about: str
    when: str
    """`before the deal`, `with a decision`, or `with` and the spot of the wager that brings it."""
    limit: LimitRule | None
    """None where it is as much as the rules say."""
    stake_unit_cents: Cents
    """A stake must be a multiple of this to be paid in whole cents."""
    constraints: list[str]
    """What else holds, in sentences."""
    rules: list[ConstraintRule]
    """The same for programs, in the same order."""
    odds: list[str]
    """What it may be paid, in the words of the floor, where no pay table says so."""
    pay_table: str | None
    """The pay table in force, by name."""
    brought_by: str | None
    """The spot of the wager that brings it."""
    may_grow_to: int
    """How many times its first stake may lie on the spot by the end, with doubles and splits."""


class PayLineRule(TypedDict):
    """A line of a pay table."""

    name: str
    odds: str
    """In the words of the floor: `3 to 2`, `even money`."""


class PayTableRule(TypedDict):
    """A pay table that a wager is offered with."""

    name: str
    in_force: bool
    lines: list[PayLineRule]
    """Best first."""


class PayTablesRule(TypedDict):
    """All pay tables of a spot."""

    spot: str
    tables: list[PayTableRule]


class ReadingRule(TypedDict):
    """A way to read an unclear clause."""

    name: str
    meaning: str
    default: bool
    chosen: bool


class RulingRule(TypedDict):
    """An unclear clause, and how it is read here."""

    name: str
    question: str
    clause: str
    readings: list[ReadingRule]
    default: str
    chosen: str


class LeastSlip(TypedDict):
    """The least slip that gets a seat into the round."""

    stakes: dict[str, Cents]
    """By spot."""
    picks: list[str]


class TableRules(TypedDict):
    """What may be bet at a table, what it pays, and how its rules are read."""

    id: GameId
    name: str
    """Of the game."""
    about: str
    seats: SeatCount
    rules_version: int
    devices: list[DeviceRule]
    picks: PicksRule | None
    options: list[str]
    """What a player may be offered to choose, by name."""
    wagers: list[WagerRule]
    pay_tables: list[PayTablesRule]
    rulings: list[RulingRule]
    least_slip: LeastSlip
