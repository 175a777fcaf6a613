"""What each viewer gets of what happens at a table.

Cards and choices are cut by the rules of the game (`croupier.table.layout.redact`). Here comes
what the house adds: other people's credit is their own affair, the work at the desk is the
staff's, and in a stadium everybody gets what is common to all and what is his own, nothing of the
thousand other terminals.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final, TypeVar, cast

from croupier.house import happenings as house
from croupier.house.happenings import Logged
from croupier.house.log import body_of
from croupier.table import events as happened
from croupier.table.events import EVENTS, Event
from croupier.table.layout import insiders, redact
from croupier.table.places import SPECTATOR, Viewer

__all__ = ["CutEvents", "Viewing", "cut"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Viewing:
    """Somebody who looks at a table: his seats there, and whether he works there."""

    seats: frozenset[int] = frozenset()
    is_staff: bool = False


_NOBODY: Final = Viewing()

_OF_A_ROUND: Final = frozenset(EVENTS)
_SEAT: Final = attrgetter("seat")

_FOR_STAFF: Final[frozenset[type[Logged]]] = frozenset(
    {
        house.BankCounted,
        house.DiscrepancyNoted,
        house.FormSigned,
        house.RackCorrected,
        house.RackFilled,
        house.RackCredited,
        house.TipsCollected,
        house.TerminalDoor,
        house.ApprovalAsked,
        house.ApprovalGiven,
    }
)
_FOR_THE_SEAT: Final[frozenset[type[Logged]]] = frozenset(
    {house.CreditAdded, house.DifferencePaid, house.LargeWin}
)
"""For its player and the staff alone."""

_OF_A_SEAT: Final[frozenset[type[Logged]]] = frozenset(
    {
        happened.WagersPlaced,
        happened.PicksDrawn,
        happened.DecisionMade,
        happened.WagerAdded,
        happened.WagerSettled,
        happened.SettlementReversed,
        happened.WagerReturned,
        house.SeatTaken,
        house.CreditAdded,
        house.SeatLeaving,
        house.SeatLeft,
        house.SeatReady,
        house.TipGiven,
        house.ConnectionLost,
        house.ConnectionRestored,
        house.TerminalDoor,
        house.DifferencePaid,
        house.LargeWin,
    }
)


def cut(event: Logged, viewing: Viewing, *, is_stadium: bool) -> Logged | None:
    """The event as this viewer may know it; None if it is none of his business."""
    kind, seat = type(event), _seat_of(event)
    is_own = seat is not None and seat in viewing.seats
    if type(event) is house.DifferencePaid and not event.is_seated:
        # Whoever sits there now is not the one who was paid.
        is_own = False
    if not viewing.is_staff and not is_own:
        if kind in _FOR_STAFF or kind in _FOR_THE_SEAT or (is_stadium and seat is not None):
            return None
        if isinstance(event, house.SeatTaken):
            event = replace(event, credit_cents=None)
        elif isinstance(event, house.SeatLeft):
            event = replace(event, cents=None)
    if is_stadium and not is_own:
        event = _of_the_many(event, viewing)
    if kind in _OF_A_ROUND:
        viewer = Viewer(viewing.seats) if viewing.seats else SPECTATOR
        return redact(cast("Event", event), viewer)
    return event


def _seat_of(event: Logged) -> int | None:
    """The seat that an event is of, if it is of one."""
    return cast("Any", event).seat if type(event) in _OF_A_SEAT else None


def _of_the_many(event: Logged, viewing: Viewing) -> Logged:
    """Of what a stadium tells of all its seats at once, the viewer's own."""
    match event:
        case happened.DecisionAsked():
            # Of a hidden ask the options are cut as well, in `redact`.
            return replace(
                event,
                seats=_picked(event.seats, viewing.seats, int),
                asked=event.asked if event.is_hidden else (),
            )
        case happened.DecisionsClosed(choices) if choices:
            return replace(event, choices=_picked(choices, viewing.seats, _SEAT))
        case _:
            return event


def _picked(of_all: Sequence[T], seats: Iterable[int], key: Callable[[T], int]) -> tuple[T, ...]:
    """What is some seats' own, found by bisection: it is in the order of thousands of seats."""
    found = []
    for seat in sorted(seats):
        at = bisect_left(of_all, seat, key=key)
        if at < len(of_all) and key(of_all[at]) == seat:
            found.append(of_all[at])
    return tuple(found)


class CutEvents:
    """Events that follow one another, of an entry or of a round, cut for everyone at once.

    Most viewers get most events in one common form, which is made once. What a seat gets beside it
    or instead of it is kept by seat, so that a stadium of thousands costs each only its own.
    """

    def __init__(self, first: int, *, is_stadium: bool) -> None:
        self._events: list[Logged] = []
        self._first = first
        self._is_stadium = is_stadium
        self._common: list[tuple[int, str]] = []
        """Number and text of what everybody gets who gets nothing of his own instead."""
        self._own: dict[int, list[tuple[int, str]]] = {}
        """By seat: number and text of what it gets beside that or instead of it."""
        self._on_paper = range(0)
        """Events of a round that is over, dealt again on paper: others may sit there now."""

    def __len__(self) -> int:
        return len(self._events)

    def add(self, event: Logged, body: str) -> None:
        """Adds the next event, which stands in the log as `body`."""
        number = self._first + len(self._events)
        self._events.append(event)
        if number in self._on_paper:
            return
        if type(event) is house.RoundRevised and event.is_on_paper:
            self._on_paper = range(number + 1, number + 1 + event.event_count)
        seat = _seat_of(event)
        common = None
        if seat is None or not self._is_stadium:
            common = self._text(event, body, _NOBODY)
        if common is not None:
            self._common.append((number, common))
        if seat is not None:
            # Of what is his own nothing is kept from anybody, unless it is not his after all.
            is_elsewhere = type(event) is house.DifferencePaid and not event.is_seated
            self._keep_own(seat, number, None if is_elsewhere else body, common)
            return
        for one in self._concerned(event):
            own = self._text(event, body, Viewing(frozenset((one,))))
            self._keep_own(one, number, own, common)

    def _text(self, event: Logged, body: str, viewing: Viewing) -> str | None:
        shown = cut(event, viewing, is_stadium=self._is_stadium)
        if shown is None:
            return None
        return body if shown is event else body_of(shown)

    def _keep_own(self, seat: int, number: int, own: str | None, common: str | None) -> None:
        if own is not None and own != common:
            self._own.setdefault(seat, []).append((number, own))

    def _concerned(self, event: Logged) -> tuple[int, ...]:
        """The seats that may get another form of an event of no seat than a spectator."""
        if type(event) not in _OF_A_ROUND:
            return ()
        if self._is_stadium and isinstance(event, happened.DecisionsClosed):
            return tuple(one.seat for one in event.choices)
        if self._is_stadium and isinstance(event, happened.DecisionAsked):
            return event.seats
        return insiders(cast("Event", event))

    @property
    def are_for_all(self) -> bool:
        """Whether there is anything in them that everybody gets."""
        return bool(self._common)

    @property
    def seats(self) -> Collection[int]:
        """The seats that get something of their own."""
        return self._own.keys()

    def concerns(self, seats: frozenset[int]) -> bool:
        """Whether a viewer with these seats gets anything at all."""
        return bool(self._common) or not seats.isdisjoint(self._own)

    def for_viewer(self, viewing: Viewing) -> list[tuple[int, str]]:
        """What a viewer gets: number and text of each event, in the order it happened."""
        if viewing.is_staff:
            return self._for_staff(viewing)
        own: dict[int, str] = {}
        for seat in viewing.seats:
            for number, text in self._own.get(seat, ()):
                # What two of his seats get of one event is cut for both at once.
                own[number] = self._text_of(number, viewing) if number in own else text
        if not own:
            return self._common
        return sorted([*own.items(), *(one for one in self._common if one[0] not in own)])

    def _text_of(self, number: int, viewing: Viewing) -> str:
        shown = cut(self._events[number - self._first], viewing, is_stadium=self._is_stadium)
        assert shown is not None, "his seats get something of it"
        return body_of(shown)

    def _for_staff(self, viewing: Viewing) -> list[tuple[int, str]]:
        numbered = enumerate(self._events, start=self._first)
        cut_for_him = (
            (number, cut(event, viewing, is_stadium=self._is_stadium)) for number, event in numbered
        )
        return [(number, body_of(shown)) for number, shown in cut_for_him if shown is not None]
