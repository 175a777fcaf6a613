"""What happens at a table is told, and money moves with it.

The lowest part of a live table. What one command makes happen is gathered as a draft, and sealed
as a `Change`, to be written before anyone sees it.
"""

from dataclasses import dataclass, field
from typing import Final

from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.changes import Change, Rows, significance_of
from croupier.house.happenings import Logged
from croupier.house.ledger import Ledger
from croupier.house.log import Head, body_of, make_entry
from croupier.house.picture import TablePicture
from croupier.house.picture_state import state_to_json
from croupier.house.postings import Posting, netted, postings_next
from croupier.house.sent import Sent
from croupier.table import events as happened

__all__ = ["SIGNIFICANT", "Draft", "TableRecord"]


@dataclass(slots=True)
class Draft:
    """What one command has made happen so far."""

    at_ms: int
    sent: Sent | None
    events: list[Logged] = field(default_factory=list)
    bodies: dict[int, str] = field(default_factory=dict)
    """By place in `events`: those that were written as text before."""
    postings: list[Posting] = field(default_factory=list)
    rows: Rows = field(default_factory=Rows)
    noted: list[str] = field(default_factory=list)
    """What is significant in it."""
    state_changed: bool = False

    @property
    def command(self) -> str | None:
        """The id of the command, where one was sent."""
        return self.sent.id if self.sent is not None else None


_AT_THE_DESK: Final = (
    house.TableCreated,
    house.TableOpened,
    house.TableClosing,
    house.TableClosed,
    house.BankCounted,
    house.DiscrepancyNoted,
    house.RackFilled,
    house.RackCredited,
    house.FormSigned,
    house.PositionTaken,
    house.PositionLeft,
    house.DeckInspected,
    house.DecksChanged,
    house.DecksRemoved,
    house.ApprovalAsked,
    house.ApprovalGiven,
    house.RoundBegan,
)
"""After these the state of the table is written anew."""

SIGNIFICANT: Final[dict[type[Logged], str]] = {
    house.TableOpened: "table_opened",
    house.TableClosed: "table_closed",
    house.DiscrepancyNoted: "discrepancy",
    house.TerminalDoor: "terminal_door",
    house.ConnectionLost: "connection_lost",
    house.LargeWin: "large_win",
    house.RoundAbandoned: "round_abandoned",
    happened.RoundVoided: "round_voided",
    happened.SupervisorRuled: "override",
    house.RoundRevised: "override",
    house.DealerLate: "dealer_late",
    house.DecksRemoved: "decks_removed",
    happened.DeviceFailed: "device_failed",
}
"""What is noted as a significant event, and under which name."""


class TableRecord:
    """A table's picture, its money and where its log stands."""

    def __init__(
        self, number: int, picture: TablePicture, ledger: Ledger, created: str, head: Head
    ) -> None:
        self.number = number
        self.picture = picture
        self.ledger = ledger
        self.head = head
        self.round_entry = 0
        """The entry in which the round in play began."""
        self.draft = Draft(0, None)
        self._created = created

    def create(self, created: house.TableCreated, actor: str, at_ms: int) -> Change:
        """The first entry of the table's log."""
        self.draft = Draft(at_ms, None)
        self.tell(created)
        return self._seal(actor)

    def tell(self, event: Logged, body: str | None = None) -> None:
        """Puts an event on record and moves its money.

        `body` is how it stands in the log, where that was worked out before.
        """
        draft = self.draft
        if body is not None:
            draft.bodies[len(draft.events)] = body
        draft.events.append(event)
        moved = postings_next(event, self.number, self.picture)
        if moved:
            self.ledger.post(moved)
            draft.postings += moved
        is_on_paper = self.picture.paper_left > 0
        self.picture.apply(event, draft.at_ms, draft.command)
        if is_on_paper:
            return
        kind = type(event)
        if kind in SIGNIFICANT:
            draft.noted.append(SIGNIFICANT[kind])
        if kind in _AT_THE_DESK:
            draft.state_changed = True

    def require_room(self, event: Logged) -> None:
        """Refuses an event that would bring an account further than the books can hold."""
        self.ledger.require_room(postings_next(event, self.number, self.picture))

    def undo(self) -> None:
        """Takes back the money of a draft that cannot be sealed; the rest is of no more use."""
        self.ledger.post([(account, -cents) for account, cents in self.draft.postings])
        self.draft = Draft(self.draft.at_ms, None)

    def _seal(self, actor: str) -> Change:
        """The draft as a change to be written."""
        draft = self.draft
        moved = netted(draft.postings)
        self.ledger.require_covered(moved)
        known = draft.bodies
        bodies = tuple([known.get(at) or body_of(one) for at, one in enumerate(draft.events)])
        entry = make_entry(
            self.head,
            chain=self.number,
            at_ms=draft.at_ms,
            actor=actor,
            sent=draft.sent,
            round=self.picture.round,
            bodies=bodies,
            postings=moved,
        )
        self.head = self.head.after(entry)
        if draft.state_changed:
            draft.rows.put(
                schema.tables,
                table=self.number,
                created=self._created,
                state=state_to_json(self.picture),
                round=self.picture.round,
                round_entry=self.round_entry,
            )
        balances = {account: self.ledger[account] for account in moved}
        significance = significance_of(draft.noted)
        return Change(entry, tuple(draft.events), bodies, balances, significance, draft.rows)
