"""What people tell a table. Each is checked whole, then done or refused.

Who may give which command is decided by the table: players for their own seats, the dealer and
the supervisor who have taken their positions, and the clock.
"""

from dataclasses import dataclass

from croupier.cards import Back, Card
from croupier.house.accounts import Money
from croupier.house.happenings import Role
from croupier.table.irregularity import IrregularityKind, Remedy

__all__ = ["Person", "TableCommand"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is logged in, and what he may be."""

    user: int
    name: str
    roles: frozenset[Role]
    money: Money = Money.PLAY

    @property
    def actor(self) -> str:
        """As the log names him."""
        return f"user {self.user}"


# Players.


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat, with credit from the wallet; without a number, the first that is free."""

    seat: int | None
    credit_cents: int


@dataclass(frozen=True, slots=True)
class AddCredit:
    """Bring more from the wallet to a seat."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up a seat: at once, or when the round is over if its player has wagers in it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Bet:
    """Put down a slip, in place of any before; no stakes take it back."""

    seat: int
    stakes: tuple[tuple[str, int], ...]
    picks: tuple[str, ...] = ()
    round: int | None = None
    """The round it is meant for: a bet that comes too late is not taken for the next one."""
    is_ready: bool = False
    """Whether the seat waits for nothing more: see `Ready`."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Have no more to bet. When all seats are ready, bets close before the clock says so."""

    seat: int
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer a question."""

    seat: int
    option: str
    stake_cents: int | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Tip:
    """Give the dealer something from the credit meter."""

    seat: int
    cents: int


# Dealers.


@dataclass(frozen=True, slots=True)
class TakePosition:
    """Come to the table as its dealer or supervisor."""

    role: Role


@dataclass(frozen=True, slots=True)
class LeavePosition:
    """Go."""

    role: Role


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a round: bets are taken from now on."""


@dataclass(frozen=True, slots=True)
class NoMoreBets:
    """Close the bets before the clock does."""


@dataclass(frozen=True, slots=True)
class Do:
    """Do the next step of the round, by name: `deal`, `turn`, `act`."""

    step: str


@dataclass(frozen=True, slots=True)
class EnterCard:
    """A card was drawn from a real deck, and read."""

    card: Card


@dataclass(frozen=True, slots=True)
class Report:
    """Something went wrong."""

    kind: IrregularityKind
    detail: str


@dataclass(frozen=True, slots=True)
class InspectDeck:
    """Look a deck through: what was read off its cards, in any order."""

    back: Back
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChangeDecks:
    """Put two inspected decks into play."""

    in_play: Back
    in_shuffler: Back


# Supervisors.


@dataclass(frozen=True, slots=True)
class Rule:
    """Decide how a held round goes on."""

    remedy: Remedy
    reason: str


@dataclass(frozen=True, slots=True)
class CountBank:
    """Count the rack: to open the table, or to close it. The form then waits for signatures."""

    counted_cents: int
    nature: str = ""
    """What the error notification says, where the count is not what the ledger says."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Sign the form that waits, as dealer or supervisor of the table."""

    form: str


@dataclass(frozen=True, slots=True)
class Fill:
    """Bring chips to the rack."""

    cents: int


@dataclass(frozen=True, slots=True)
class Credit:
    """Take chips from the rack."""

    cents: int


@dataclass(frozen=True, slots=True)
class CollectTips:
    """Empty the tip box, and hand what is in it to the dealers."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Let the round in play be the last."""


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """A card of a round was read wrongly: deal it again on paper with the right one.

    Of the round in play the supervisor decides alone. For one that is over a second person must
    approve, and the difference is paid.
    """

    round: int
    position: int
    """Which card of the round, counted from 1 in the order they came out."""
    card: Card
    reason: str


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Declare a round that is over void: all wagers back. A second person must approve."""

    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class Approve:
    """Agree, or not, to what somebody else has asked for."""

    approval: int
    is_granted: bool


# The house itself.


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table that no people are needed at: its rack is filled from the bank."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A window is over."""

    clock: int
    """Which one, as `LiveTable.clock_number` said when it began."""


@dataclass(frozen=True, slots=True)
class Connect:
    """Somebody's first connection is there."""

    user: int


@dataclass(frozen=True, slots=True)
class Disconnect:
    """Somebody's last connection is gone."""

    user: int


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """Give up the seat of somebody who is gone."""

    seat: int


@dataclass(frozen=True, slots=True)
class Door:
    """A terminal's door opens or closes."""

    seat: int
    is_open: bool


TableCommand = (
    Sit
    | AddCredit
    | Leave
    | Bet
    | Ready
    | Choose
    | Tip
    | TakePosition
    | LeavePosition
    | NewGame
    | NoMoreBets
    | Do
    | EnterCard
    | Report
    | InspectDeck
    | ChangeDecks
    | Rule
    | CountBank
    | Sign
    | Fill
    | Credit
    | CollectTips
    | CloseTable
    | CorrectCard
    | VoidRound
    | Approve
    | Open
    | TimeUp
    | Connect
    | Disconnect
    | FreeSeat
    | Door
)
