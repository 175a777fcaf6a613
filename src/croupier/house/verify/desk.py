"""What is done around the rounds of a table, in the order in which it must be done.

A table that is dealt by hand opens and closes when its rack was counted, and its dealer and its
supervisor have both signed for that; the ledger takes over what was found only then. Windows are
as long as the terms say. Worked out from the events alone, beside `croupier.house.desk` and
`croupier.house.table_core`, which do it.
"""

from collections.abc import Callable
from typing import Final

from croupier.house import happenings as house
from croupier.house.accounts import rack, tips
from croupier.house.happenings import Logged, Role
from croupier.house.picture import Form, Status, TablePicture
from croupier.house.terms import CardsFrom, TableTerms
from croupier.house.verify.money import Impossible
from croupier.money import format_cents

__all__ = ["Desk"]

_OPENER: Final = "opener"
_CLOSING_COUNT: Final = "closing count"
_ERROR_NOTIFICATION: Final = "error notification"
_SIGNERS: Final = (Role.DEALER, Role.SUPERVISOR)
_WHEN_AGREED: Final = (
    house.RackCorrected,
    house.TableOpened,
    house.SeatLeft,
    house.TipsCollected,
    house.DecksRemoved,
    house.TableClosed,
)
"""What follows when both have signed, in the same entry."""
_REMOVED_FOR: Final = ("unsound", "device_failure", "wrong_count")
"""Why decks are taken off the table, besides that it closes."""


class Desk:
    """The desk of one table, as far as its log has been followed."""

    def __init__(self, table: int, holds: Callable[[str], int]) -> None:
        self._table = table
        self._holds = holds
        """What is on an account just now."""
        self._differs: tuple[int, int] | None = None
        """What was expected and counted, where an error notification must follow."""
        self._agreed: Form | None = None
        """The count for which both have just signed, until the table is open or closed."""
        self._is_corrected = False

    def take(self, event: Logged, picture: TablePicture) -> None:
        """Refuses what is not due at a table as it was before the event."""
        if self._differs is not None and not isinstance(event, house.DiscrepancyNoted):
            raise Impossible("the count that shows a difference is followed by discrepancy_noted.")
        if self._agreed is not None and not isinstance(event, _WHEN_AGREED):
            raise Impossible(f"the {self._agreed.name} is signed, and the table is not done yet.")
        self._take_count(event, picture)
        self._take_state(event, picture)
        self._take_money(event, picture)
        self._take_decks(event, picture)
        if isinstance(event, house.ClockStarted):
            _require_window(event, picture.terms)

    def end_entry(self) -> None:
        """At the end of an entry nothing may be half done."""
        if self._differs is not None:
            raise Impossible("the count shows a difference, and it is not noted.")
        if self._agreed is not None:
            raise Impossible(f"the {self._agreed.name} is signed, and the table is not done.")

    # Counts and signatures.

    def _take_count(self, event: Logged, picture: TablePicture) -> None:
        match event:
            case house.BankCounted(name, expected, counted):
                self._require_count_due(name, picture)
                has = self._holds(rack(self._table))
                if expected != has:
                    raise Impossible(f"the rack should hold {format_cents(has)}.")
                if counted < 0:
                    raise Impossible("less than nothing was counted.")
                self._differs = (expected, counted) if counted != expected else None
            case house.DiscrepancyNoted(nature, expected, counted):
                if self._differs != (expected, counted) or not nature:
                    raise Impossible("no count shows such a difference.")
                self._differs = None
            case house.FormSigned(name, user, role):
                self._sign(picture.form, name, user, role)
            case house.RackCorrected(cents):
                form = self._agreed
                due = form.counted_cents - form.expected_cents if form is not None else 0
                if not due or cents != due or self._is_corrected:
                    raise Impossible("no count for which both have signed says so.")
                self._is_corrected = True
            case _:
                pass

    def _require_count_due(self, name: str, picture: TablePicture) -> None:
        due = None
        if picture.terms.is_dealt_by_hand and picture.status in (Status.CLOSED, Status.OPENING):
            due = _OPENER
        elif picture.terms.is_dealt_by_hand and picture.status is Status.CLOSING:
            due = None if picture.round_is_on else _CLOSING_COUNT
        if name != due:
            raise Impossible(f"no {name} is due.")

    def _sign(self, form: Form | None, name: str, user: int, role: Role) -> None:
        papers = _papers(form) if form is not None else ()
        if form is None or name not in papers or role not in _SIGNERS:
            raise Impossible(f"no {name} waits for the signature of a {role}.")
        if role in form.signed.get(name, {}):
            raise Impossible(f"the {role} has signed the {name} before.")
        for paper in papers:
            for other, signer in form.signed.get(paper, {}).items():
                if other is not role and signer == user:
                    raise Impossible(f"user {user} has signed this count as its {other}.")
        missing = [
            (paper, one)
            for paper in papers
            for one in _SIGNERS
            if one not in form.signed.get(paper, {})
        ]
        if missing == [(name, role)]:
            self._agreed, self._is_corrected = form, False

    # Opening and closing.

    def _take_state(self, event: Logged, picture: TablePicture) -> None:
        match event:
            case house.TableOpened():
                self._require_agreed(_OPENER, picture, Status.CLOSED)
            case house.TableClosing(by):
                if picture.status is not Status.OPEN:
                    raise Impossible(f"the table is {picture.status}.")
                if by is None and picture.terms.is_dealt_by_hand:
                    raise Impossible("the supervisor of this table closes it.")
            case house.TableClosed():
                self._require_agreed(_CLOSING_COUNT, picture, Status.CLOSING)
                if picture.round_is_on or picture.seats or self._holds(tips(self._table)):
                    raise Impossible("a round is on, somebody sits there, or tips are in the box.")
                if picture.decks is not None and picture.terms.cards is CardsFrom.PHYSICAL:
                    raise Impossible("its cards are still on the table.")
            case house.RoundBegan() | house.SeatTaken():
                if picture.status is not Status.OPEN:
                    raise Impossible(f"the table is {picture.status}.")
                if isinstance(event, house.SeatTaken):
                    _require_may_sit(event, picture)
            case house.PositionTaken(role, user):
                _require_may_work(role, user, picture)
            case house.ApprovalAsked() | house.ApprovalGiven():
                _require_may_approve(event, picture)
            case _:
                pass

    def _require_agreed(self, name: str, picture: TablePicture, automatic: Status) -> None:
        """Refuses to open or close a table without its count, or one that is not waiting for it."""
        form, self._agreed = self._agreed, None
        if not picture.terms.is_dealt_by_hand:
            if picture.status is not automatic:
                raise Impossible(f"the table is {picture.status}.")
        elif form is None or form.name != name:
            raise Impossible(f"dealer and supervisor have not signed the {name}.")
        elif form.counted_cents != form.expected_cents and not self._is_corrected:
            raise Impossible("the ledger did not take over what was counted.")

    # Money and decks.

    def _take_money(self, event: Logged, picture: TablePicture) -> None:
        match event:
            case house.TipGiven():
                if not picture.terms.has_tips:
                    raise Impossible("this table takes no tips.")
            case house.TipsCollected(cents, by):
                has = self._holds(tips(self._table))
                if cents != has:
                    raise Impossible(f"the tip box holds {format_cents(has)}.")
                if by is None and (picture.status is not Status.CLOSING or picture.round_is_on):
                    raise Impossible("a supervisor empties the tip box, or it is when all is over.")
            case house.RackFilled(cents, None):
                self._require_low(cents, picture)
            case house.RackCredited(_, None):
                raise Impossible("the house takes nothing out of a rack by itself.")
            case _:
                pass

    def _require_low(self, cents: int, picture: TablePicture) -> None:
        """Refuses that the house fills a rack by itself, but one that is low, to its float."""
        has, full = self._holds(rack(self._table)), picture.terms.float_cents
        if picture.terms.is_dealt_by_hand or has > full // 2 or has + cents != full:
            raise Impossible(
                f"the rack holds {format_cents(has)}; the house fills one to its float of "
                f"{format_cents(full)}, when it has fallen to half of it and nobody deals there."
            )

    def _take_decks(self, event: Logged, picture: TablePicture) -> None:
        match event:
            case house.DeckInspected() | house.DecksChanged():
                if picture.terms.cards is not CardsFrom.PHYSICAL:
                    raise Impossible("the cards of this table are shuffled by the house.")
                if isinstance(event, house.DecksChanged):
                    _require_sound(event, picture)
            case house.DecksRemoved(reason):
                if picture.decks is None or picture.terms.cards is not CardsFrom.PHYSICAL:
                    raise Impossible("no decks are in play.")
                is_closing = self._agreed is not None and self._agreed.name == _CLOSING_COUNT
                if reason not in (("closed",) if is_closing else _REMOVED_FOR):
                    raise Impossible(f"decks are not removed for “{reason}” now.")
            case _:
                pass


def _papers(form: Form) -> tuple[str, ...]:
    """What both sign for a count."""
    is_right = form.counted_cents == form.expected_cents
    return (form.name,) if is_right else (form.name, _ERROR_NOTIFICATION)


def _require_may_sit(taken: house.SeatTaken, picture: TablePicture) -> None:
    if not 1 <= taken.seat <= picture.settings.positions:
        raise Impossible(f"there is no seat {taken.seat}.")
    if any(user == taken.user for user, _ in picture.positions.values()):
        raise Impossible(f"user {taken.user} works at this table.")
    if not picture.terms.has_several_seats and picture.seats_of(taken.user):
        raise Impossible(f"user {taken.user} has a seat at this table.")


def _require_may_work(role: Role, user: int, picture: TablePicture) -> None:
    if role not in _SIGNERS:
        raise Impossible(f"a table has no position for a {role}.")
    if role is Role.DEALER and not picture.terms.is_dealt_by_hand:
        raise Impossible("this table deals by itself.")
    if role in picture.positions:
        raise Impossible(f"this table has a {role}.")
    if any(user == other for other, _ in picture.positions.values()):
        raise Impossible("nobody is dealer and supervisor of one table.")
    if picture.seats_of(user):
        raise Impossible(f"user {user} plays at this table.")


def _require_may_approve(
    event: house.ApprovalAsked | house.ApprovalGiven, picture: TablePicture
) -> None:
    if isinstance(event, house.ApprovalAsked):
        if event.approval != picture.approval_count + 1:
            raise Impossible(f"this is approval {event.approval}, not the next one.")
        if any(event.round == one.round for one in picture.approvals.values()):
            raise Impossible(f"an approval is waited for on round {event.round}.")
    elif event.is_granted:
        dealer = picture.positions.get(Role.DEALER, (None, ""))[0]
        if event.by == dealer or picture.seats_of(event.by):
            raise Impossible("who deals or plays at this table does not approve.")
        if picture.form is not None:
            raise Impossible("the rack was counted, and its form waits for signatures.")


def _require_sound(changed: house.DecksChanged, picture: TablePicture) -> None:
    if picture.round_is_on:
        raise Impossible("a round is on.")
    for back in (changed.in_play, changed.in_shuffler):
        if not picture.inspected.get(back, False):
            raise Impossible(f"the {back} deck was not inspected and found sound.")


def _require_window(started: house.ClockStarted, terms: TableTerms) -> None:
    windows = {
        "betting": terms.betting_s,
        "decision": terms.decision_s,
        "dealer": terms.dealer_s,
    }
    lasts = windows.get(started.what)
    # A window of no time is none: no clock starts for it.
    if not lasts:
        raise Impossible(f"this table has no window for {started.what!r}.")
    if started.seconds != lasts:
        raise Impossible(f"this window lasts {lasts} seconds, not {started.seconds!r}.")
