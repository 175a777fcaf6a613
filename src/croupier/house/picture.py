"""The picture of a table: what it looks like now, folded from its log.

The live table has one of what it has decided; whoever shows things has one of what is durable;
a client folds the same from the events it gets. So all of them agree by construction.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from croupier.cards import Back, DeckPair
from croupier.house import happenings as house
from croupier.house.happenings import Logged, Role
from croupier.house.terms import TableTerms
from croupier.table import events as happened
from croupier.table.events import EVENTS, Event
from croupier.table.settings import TableSettings

__all__ = ["Clock", "SeatPicture", "Status", "TablePicture"]


class Status(StrEnum):
    """Whether a table can be played at."""

    CLOSED = "closed"
    OPENING = "opening"
    """The rack is counted, and the opener waits for its signatures."""
    OPEN = "open"
    CLOSING = "closing"
    """The round in play is the last; or the count at the end waits for its signatures."""


@dataclass(slots=True)
class SeatPicture:
    """Somebody at the table."""

    user: int
    name: str
    is_leaving: bool = False
    is_connected: bool = True
    is_door_open: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """A window that is running."""

    what: str
    ends_ms: int


@dataclass(slots=True)
class Form:
    """A form that waits for signatures."""

    name: str
    expected_cents: int
    counted_cents: int
    by: int
    nature: str | None = None
    """What the error notification says, where the count is wrong."""
    signed: dict[str, dict[Role, int]] = field(default_factory=dict)
    """By form: who signed it as what."""


@dataclass(slots=True)
class TablePicture:
    """Everything about a table that is not in its settings and terms, as of one entry."""

    name: str
    terms: TableTerms
    settings: TableSettings
    status: Status = Status.CLOSED
    seats: dict[int, SeatPicture] = field(default_factory=dict)
    positions: dict[Role, tuple[int, str]] = field(default_factory=dict)
    form: Form | None = None
    decks: DeckPair | None = None
    """The decks in turn, where the cards are real or come from a shuffler."""
    inspected: dict[Back, bool] = field(default_factory=dict)
    rounds_since_change: int = 0
    decks_until_ms: int | None = None
    """When the decks in play must be changed, where the clock says so."""
    approvals: dict[int, house.ApprovalAsked] = field(default_factory=dict)
    """Waiting for a second person."""
    approval_count: int = 0
    round: int = 0
    """The number of the last round that began."""
    round_is_on: bool = False
    events: list[Event] = field(default_factory=list)
    """The events of the round in play."""
    wager_ids: dict[int, str] = field(default_factory=dict)
    """By seat: the id of the command that put down the slip in force."""
    slip_cents: dict[int, int] = field(default_factory=dict)
    """By seat: what the slip in force comes to."""
    players: dict[int, int] = field(default_factory=dict)
    """By seat: who has put down a slip there in the last round that began."""
    changes: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By seat and user: how often he has put down a slip there in that round, or taken it back."""
    ready: set[int] = field(default_factory=set)
    """The seats that bet no more in the round that takes bets."""
    clock: Clock | None = None
    paper_left: int = 0
    """How many of the next events are on paper: of a round that was over and is dealt again."""
    paper_is_shown: bool = False
    """Whether it is the last round, whose events are still here."""

    @classmethod
    def of(cls, created: house.TableCreated) -> "TablePicture":
        """A table that was just created."""
        return cls(created.name, created.terms, created.settings)

    def copy(self) -> "TablePicture":
        """A picture that goes its own way from here on."""
        form = self.form
        if form is not None:
            signed = {name: dict(by) for name, by in form.signed.items()}
            form = replace(form, signed=signed)
        return replace(
            self,
            seats={seat: replace(one) for seat, one in self.seats.items()},
            positions=dict(self.positions),
            form=form,
            inspected=dict(self.inspected),
            approvals=dict(self.approvals),
            events=list(self.events),
            wager_ids=dict(self.wager_ids),
            slip_cents=dict(self.slip_cents),
            players=dict(self.players),
            changes=Counter(self.changes),
            ready=set(self.ready),
        )

    def seats_of(self, user: int) -> frozenset[int]:
        """Where somebody sits."""
        return frozenset(seat for seat, one in self.seats.items() if one.user == user)

    def take_in(self, events: Iterable[Logged], at_ms: int, command: str | None) -> None:
        """Folds an entry in."""
        for event in events:
            self.apply(event, at_ms, command)

    def apply(self, event: Logged, at_ms: int, command: str | None, by: int | None = None) -> None:
        """Takes in what happened next. `by` is whose slip it was, if somebody else sits there."""
        if isinstance(event, EVENTS):
            self._apply_in_round(event, command, by)
        else:
            self._apply_at_table(event, at_ms)

    def _apply_revision(self, revised: house.RoundRevised) -> None:
        if revised.round == self.round:
            del self.events[revised.from_event :]
        if revised.is_on_paper:
            self.paper_left = revised.event_count
            self.paper_is_shown = revised.round == self.round
        else:
            self.clock = None

    def _apply_in_round(self, event: Event, command: str | None, by: int | None) -> None:
        if self.paper_left:
            self.paper_left -= 1
            if self.paper_is_shown:
                self.events.append(event)
            return
        self.events.append(event)
        match event:
            case happened.WagersPlaced(seat, stakes):
                self.ready.discard(seat)
                if by is None and seat in self.seats:
                    by = self.seats[seat].user
                if by is not None:
                    self.players[seat] = by
                    self.changes[seat, by] += 1
                if stakes:
                    self.wager_ids[seat] = command or ""
                    self.slip_cents[seat] = sum([cents for _, cents in stakes])
                else:
                    self.wager_ids.pop(seat, None)
                    self.slip_cents.pop(seat, None)
            case (
                happened.BetsClosed() | happened.DecisionsClosed() | happened.IrregularityReported()
            ):
                self.clock = None
            case happened.RoundClosed() | happened.RoundVoided():
                self.round_is_on = False
                self.ready.clear()
                self.clock = None
            case _:
                pass

    def _apply_at_table(self, event: Logged, at_ms: int) -> None:
        match event:
            case house.ClockStarted(what, seconds):
                self.clock = Clock(what, at_ms + 1000 * seconds)
            case house.ClockStopped():
                self.clock = None
            case house.RoundBegan(number, device, is_physical, back, commitment):
                self.round = number
                self.round_is_on = True
                self.rounds_since_change += 1
                self.clock = None
                if back is not None and self.decks is None:
                    self.decks = DeckPair(back, Back.BLUE if back is not Back.BLUE else Back.RED)
                elif self.decks is not None and back not in (None, self.decks.in_play):
                    self.decks = self.decks.next_round()
                self.wager_ids.clear()
                self.slip_cents.clear()
                # Another: whoever has looked at the round before keeps who was in that.
                self.players = {}
                self.changes.clear()
                self.ready.clear()
                self.events = [
                    happened.RoundOpened(self.settings, device, is_physical, back, commitment)
                ]
            case house.RoundRevised():
                self._apply_revision(event)
            case house.SeatTaken(seat, user, name):
                self.seats[seat] = SeatPicture(user, name)
            case house.SeatLeft(seat):
                self.seats.pop(seat, None)
                self.ready.discard(seat)
                if not self.seats and not self.round_is_on:
                    self.clock = None
            case house.SeatReady(seat):
                self.ready.add(seat)
            case house.SeatLeaving(seat):
                self.seats[seat].is_leaving = True
            case house.ConnectionLost(seat) if seat in self.seats:
                self.seats[seat].is_connected = False
            case house.ConnectionRestored(seat) if seat in self.seats:
                self.seats[seat].is_connected = True
            case house.TerminalDoor(seat, is_open) if seat in self.seats:
                self.seats[seat].is_door_open = is_open
            case _:
                self._apply_at_desk(event, at_ms)

    def _apply_at_desk(self, event: Logged, at_ms: int) -> None:
        match event:
            case house.TableOpened():
                self.status = Status.OPEN
                self.form = None
            case house.TableClosing():
                self.status = Status.CLOSING
                if not self.round_is_on:
                    self.clock = None
            case house.TableClosed():
                self.status = Status.CLOSED
                self.form = None
                self.clock = None
            case house.BankCounted(form, expected, counted, by):
                self.form = Form(form, expected, counted, by)
                if form == "opener":
                    self.status = Status.OPENING
            case house.RackFilled() | house.RackCredited() if self.form is not None:
                # What was counted is no longer there.
                if self.status is Status.OPENING:
                    self.status = Status.CLOSED
                self.form = None
            case house.DiscrepancyNoted(nature) if self.form is not None:
                self.form.nature = nature
            case house.FormSigned(form, user, role) if self.form is not None:
                self.form.signed.setdefault(form, {})[role] = user
            case house.PositionTaken(role, user, name):
                self.positions[role] = (user, name)
            case house.PositionLeft(role):
                self.positions.pop(role, None)
            case house.DeckInspected(back, is_sound):
                self.inspected[back] = is_sound
            case house.DecksChanged(in_play, in_shuffler):
                self.decks = DeckPair(in_play, in_shuffler)
                self.inspected.clear()
                self.rounds_since_change = 0
                longest_s = self.terms.deck_change_s
                self.decks_until_ms = at_ms + 1000 * longest_s if longest_s else None
            case house.DecksRemoved():
                self.decks = None
                self.inspected.clear()
                self.rounds_since_change = 0
                self.decks_until_ms = None
            case house.ApprovalAsked(number):
                self.approvals[number] = event
                self.approval_count = number
            case house.ApprovalGiven(number):
                self.approvals.pop(number, None)
            case _:
                pass
