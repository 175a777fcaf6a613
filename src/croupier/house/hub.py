"""Shows what is durable: each viewer his own cut of it, none slowed down by another.

A hub follows one table's log as it is written. It has its own picture of the table, folded from
what is durable, never from what the live table is about to write. A viewer begins with a snapshot
and then gets numbered events; one that reads too slowly is dropped to a new snapshot.
"""

from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final

import orjson

from croupier.bots import least_slip
from croupier.house import happenings as house
from croupier.house.accounts import meter
from croupier.house.changes import Change
from croupier.house.cutting import CutEvents, Viewing
from croupier.house.happenings import Role
from croupier.house.log import body_of
from croupier.house.picture import TablePicture
from croupier.table.codec import to_json
from croupier.table.events import Event
from croupier.table.registry import find_game

__all__ = ["Subscription", "TableHub"]

_MOST_QUEUED: Final = 64
"""How many messages may wait for a slow reader; who has missed more gets a snapshot."""
_RECENT: Final = _MOST_QUEUED
"""How many entries are kept to go on from, for who has lost his connection."""

_MOVES: Final = (house.SeatTaken, house.SeatLeft, house.PositionTaken, house.PositionLeft)
"""After these somebody may see more or less than before."""
_SEATED: Final = (house.SeatTaken, house.SeatLeft)


class Subscription:
    """One viewer of one table: the messages that wait for him."""

    def __init__(self, user: int | None, *, is_staff: bool, wake: Callable[[], None]) -> None:
        self.user = user
        self.is_staff = is_staff
        self.viewing = Viewing(frozenset(), is_staff)
        self.told_upto = 0
        """The last event he was told of in a message."""
        self.is_behind = True
        """Whether he needs a snapshot: at the beginning, and when he reads too slowly."""
        self.snapshots = 0
        self._queue: deque[str] = deque()
        self._wake = wake

    def put(self, message: str) -> None:
        """Queues a message; where too many wait, all are dropped for a snapshot."""
        if self.is_behind:
            return
        if len(self._queue) >= _MOST_QUEUED:
            self.fall_behind()
            return
        self._queue.append(message)
        self._wake()

    def fall_behind(self) -> None:
        """Drops what waits for him: he is sent a snapshot next."""
        self._queue.clear()
        self.is_behind = True
        self._wake()

    def take(self, hub: "TableHub") -> str | None:
        """The next message to send, a snapshot if he is behind; None when there is nothing."""
        if self.is_behind:
            self.is_behind = False
            self.snapshots += 1
            self.told_upto = hub.upto
            return hub.snapshot(self.viewing)
        return self._queue.popleft() if self._queue else None


class PastRound:
    """The round before the one that is in play."""

    def __init__(
        self, number: int, events: list[Event], players: dict[int, int], shown: CutEvents
    ) -> None:
        """`shown` are those of its events that somebody has looked at."""
        self.number = number
        self.players = players
        """By seat: who had put down a slip there."""
        self.events = events
        """All of them, uncut."""
        self._shown = shown

    def seen_from(self, seat: int) -> bytes:
        """The round as whoever had that seat got it, as JSON, and no more."""
        return _seen(self.events, self._shown, Viewing(frozenset((seat,)))).encode()


class TableHub:
    """What is durable of a table, and who looks at it."""

    def __init__(self, number: int, picture: TablePicture, balances: dict[int, int]) -> None:
        self.number = number
        self.picture = picture
        self.upto = 0
        self.entry = 0
        self.subscriptions: set[Subscription] = set()
        self._staff: set[Subscription] = set()
        self._at_seat: dict[int, set[Subscription]] = {}
        """Who gets what: most of what happens in a stadium concerns one of thousands."""
        self._credits = balances
        """By seat: what is on its meter, as of what is durable."""
        self._meters: dict[str, int] = {meter(number, seat): seat for seat in balances}
        self._recent: deque[tuple[Change, CutEvents]] = deque(maxlen=_RECENT)
        self._shown = CutEvents(0, is_stadium=self.is_stadium)
        """The events of the round for snapshots, as far as one was asked for."""
        self._shown_of: list[Event] | None = None
        self.past: PastRound | None = None
        """The round before, for who looks back at what he decided in it."""

    @cached_property
    def least_cents(self) -> int:
        """The least that gets a seat into the round."""
        settings = self.picture.settings
        game = find_game(settings.game, settings.rules_version)
        return least_slip(game, settings).total_cents

    @property
    def is_stadium(self) -> bool:
        """Whether viewers get only what is common and their own."""
        return self.picture.terms.is_stadium

    # Viewers.

    def subscribe(
        self, user: int | None, *, is_staff: bool, wake: Callable[[], None], after: int | None
    ) -> Subscription:
        """A new viewer; `after` is the last event he knows of, from an earlier connection."""
        subscription = Subscription(user, is_staff=is_staff, wake=wake)
        self.subscriptions.add(subscription)
        self._place(subscription)
        if after is not None:
            self._catch_up(subscription, after)
        wake()
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """He is gone."""
        self.subscriptions.discard(subscription)
        self._displace(subscription)

    def _place(self, subscription: Subscription, also: frozenset[int] = frozenset()) -> None:
        """Notes as what he looks now: which seats are his, and whether he works here."""
        self._displace(subscription)
        viewing = self._viewing(subscription.user, is_staff=subscription.is_staff)
        if also:
            viewing = Viewing(viewing.seats | also, viewing.is_staff)
        subscription.viewing = viewing
        if viewing.is_staff:
            self._staff.add(subscription)
        for seat in viewing.seats:
            self._at_seat.setdefault(seat, set()).add(subscription)

    def _displace(self, subscription: Subscription) -> None:
        self._staff.discard(subscription)
        for seat in subscription.viewing.seats:
            at_seat = self._at_seat.get(seat, set())
            at_seat.discard(subscription)
            if not at_seat:
                self._at_seat.pop(seat, None)

    def _viewing(self, user: int | None, *, is_staff: bool) -> Viewing:
        seats = frozenset[int]() if user is None else self.picture.seats_of(user)
        works_here = any(user == one for one, _ in self.picture.positions.values())
        # Who plays here sees what players see, whatever else he is in the house.
        return Viewing(seats, (is_staff or works_here) and not seats)

    def _catch_up(self, subscription: Subscription, after: int) -> None:
        """Queues what came after an event, if all of it is still at hand and his seats the same."""
        if not 0 < after <= self.upto:
            return
        missed = [one for one in self._recent if _last(one[0]) > after]
        first = missed[0][0].entry.first_event if missed else self.upto + 1
        has_moved = any(
            isinstance(event, _MOVES) and event.user == subscription.user
            for change, _ in missed
            for event in change.events
        )
        is_anew = any(_tells_anew(change) for change, _ in missed)
        # An entry is sent whole: who has seen part of one begins with a snapshot.
        if first != after + 1 or has_moved or is_anew or len(missed) >= _MOST_QUEUED:
            return
        subscription.is_behind = False
        subscription.told_upto = after
        for change, events in missed:
            self._send(subscription, change, events)

    # What happens.

    def publish(self, change: Change) -> None:
        """Takes in an entry that is durable, and shows it."""
        entry = change.entry
        assert entry.first_event == self.upto + 1, "entries come in order and without a gap"
        moved = {event.user for event in change.events if isinstance(event, _MOVES)}
        before = {user: self.picture.seats_of(user) for user in moved}
        movers = [one for one in self.subscriptions if one.user in moved] if moved else []
        was_staff = {one for one in movers if one.viewing.is_staff}
        number, of_round, players = self.picture.round, self.picture.events, self.picture.players
        self.picture.take_in(change.events, entry.at_ms, entry.command)
        self.upto = _last(change)
        self.entry = entry.number
        for event in change.events:
            if isinstance(event, house.SeatTaken):
                self._meters[meter(self.number, event.seat)] = event.seat
            elif isinstance(event, house.RoundRevised):
                self._shown_of = None
        if number not in (0, self.picture.round):
            is_cut = self._shown_of is of_round
            shown = self._shown if is_cut else CutEvents(0, is_stadium=self.is_stadium)
            self.past = PastRound(number, of_round, players, shown)
        for account, cents in change.balances.items():
            if account in self._meters:
                self._credits[self._meters[account]] = cents
        events = CutEvents(entry.first_event, is_stadium=self.is_stadium)
        for event, body in zip(change.events, change.bodies, strict=True):
            events.add(event, body)
        self._recent.append((change, events))
        for subscription in movers:
            # Who gets up sees the end of what he sat down for.
            self._place(subscription, before[subscription.user or 0])
        for subscription in self._concerned(events):
            self._send(subscription, change, events)
        for subscription in movers:
            self._place(subscription)
            if subscription.viewing.is_staff is not (subscription in was_staff):
                # Who comes to work here has not been told what only those who do are told.
                subscription.fall_behind()
        if _tells_anew(change):
            # What was shown of the round is no longer so.
            for subscription in self.subscriptions:
                subscription.fall_behind()

    def forget(self, before_ms: int) -> None:
        """Keeps nothing to go on from of what was before: a table that is quiet keeps little."""
        while self._recent and self._recent[0][0].entry.at_ms < before_ms:
            self._recent.popleft()

    def _concerned(self, events: CutEvents) -> Iterable[Subscription]:
        """Who gets anything of an entry."""
        if events.are_for_all:
            return self.subscriptions
        return self._staff.union(*(self._at_seat.get(seat, ()) for seat in events.seats))

    def _send(self, subscription: Subscription, change: Change, events: CutEvents) -> None:
        viewing = subscription.viewing
        if subscription.is_behind or not (viewing.is_staff or events.concerns(viewing.seats)):
            return
        upto = _last(change)
        credit = self._credit_text(change, viewing)
        subscription.put(
            f'{{"type":"events","table":{self.number},"after":{subscription.told_upto},'
            f'"upto":{upto},"at_ms":{change.entry.at_ms},"round":{change.entry.round},'
            f'"events":[{_numbered(events, viewing)}],"credits":{{{credit}}}}}'
        )
        subscription.told_upto = upto

    def _credit_text(self, change: Change, viewing: Viewing) -> str:
        found = ((seat, change.balances.get(meter(self.number, seat))) for seat in viewing.seats)
        return ",".join([f'"{seat}":{cents}' for seat, cents in found if cents is not None])

    def events_of(self, entry: int, user: int | None, *, is_staff: bool) -> list[list[Any]]:
        """What somebody may know of an entry that is still at hand: pairs of number and event."""
        viewing = self._viewing(user, is_staff=is_staff)
        seats = viewing.seats
        for change, events in reversed(self._recent):
            # He sees it as he sat then, whoever sits there now.
            mine = [one for one in change.events if isinstance(one, _SEATED) and one.user == user]
            seats |= {one.seat for one in mine if isinstance(one, house.SeatLeft)}
            if change.entry.number == entry:
                shown = _numbered(events, Viewing(seats, viewing.is_staff))
                found: list[list[Any]] = orjson.loads(f"[{shown}]")
                return found
            seats -= {one.seat for one in mine if isinstance(one, house.SeatTaken)}
        return []

    # Snapshots.

    def snapshot(self, viewing: Viewing) -> str:
        """The table as the viewer may know it now."""
        return orjson.dumps({"type": "snapshot", **self._state(viewing)}).decode()

    def state_for(self, user: int | None, *, is_staff: bool) -> dict[str, Any]:
        """The table as somebody may know it now, for an answer to a request."""
        state = self._state(self._viewing(user, is_staff=is_staff))
        found: dict[str, Any] = orjson.loads(orjson.dumps(state))
        return found

    def seen_from(self, seat: int) -> bytes:
        """The round in play as whoever has that seat gets it, as JSON, and no more."""
        viewing = Viewing(frozenset((seat,)))
        return bytes(orjson.dumps(self._events_of_round(viewing)))

    @cached_property
    def _fixed(self) -> dict[str, Any]:
        """What never changes, as text that is put into snapshots as it is."""
        fixed = {"terms": self.picture.terms, "settings": self.picture.settings}
        return {name: orjson.Fragment(orjson.dumps(to_json(one))) for name, one in fixed.items()}

    def _events_of_round(self, viewing: Viewing) -> orjson.Fragment:
        """The round as the viewer may know it: each event is cut once, not for each snapshot."""
        events = self.picture.events
        if self._shown_of is not events:
            self._shown_of = events
            self._shown = CutEvents(0, is_stadium=self.is_stadium)
        return orjson.Fragment(_seen(events, self._shown, viewing))

    def _state(self, viewing: Viewing) -> dict[str, Any]:
        """The table as the viewer may know it now, for `orjson`."""
        picture = self.picture
        seats: Iterable[int] = sorted(picture.seats)
        if self.is_stadium and not viewing.is_staff:
            seats = sorted(viewing.seats)
        # Who has taken a seat since sees no more of the round than anybody else.
        in_round = Viewing(
            frozenset(
                seat
                for seat in viewing.seats
                if picture.players.get(seat) in (None, picture.seats[seat].user)
            ),
            viewing.is_staff,
        )
        clock = picture.clock
        return {
            "table": self.number,
            "name": picture.name,
            "upto": self.upto,
            "entry": self.entry,
            "status": picture.status.value,
            **self._fixed,
            "seats_taken": len(picture.seats),
            "seats": [
                {
                    "seat": seat,
                    "name": picture.seats[seat].name,
                    "is_yours": seat in viewing.seats,
                    "is_leaving": picture.seats[seat].is_leaving,
                    "is_connected": picture.seats[seat].is_connected,
                    "is_ready": seat in picture.ready,
                }
                for seat in seats
            ],
            "credits": {str(seat): self._credits.get(seat, 0) for seat in sorted(viewing.seats)},
            "dealer": picture.positions.get(Role.DEALER, (0, None))[1],
            "supervisor": picture.positions.get(Role.SUPERVISOR, (0, None))[1],
            "round": picture.round,
            "round_is_on": picture.round_is_on,
            "clock": {"what": clock.what, "ends_ms": clock.ends_ms} if clock else None,
            "events": self._events_of_round(in_round),
            **(self._for_staff() if viewing.is_staff else {}),
        }

    def _for_staff(self) -> dict[str, Any]:
        picture = self.picture
        form = picture.form
        return {
            "form": form
            and {
                "name": form.name,
                "expected_cents": form.expected_cents,
                "counted_cents": form.counted_cents,
                "nature": form.nature,
                "signed": [
                    {"form": name, "role": role.value, "user": user}
                    for name, signed in form.signed.items()
                    for role, user in signed.items()
                ],
            },
            "approvals": [to_json(one) for one in picture.approvals.values()],
            "decks": to_json(picture.decks) if picture.decks else None,
            "rounds_since_change": picture.rounds_since_change,
            "decks_until_ms": picture.decks_until_ms,
        }


def _seen(events: list[Event], shown: CutEvents, viewing: Viewing) -> str:
    """Events as a viewer gets them, as JSON; `shown` are those of them that were cut before."""
    for event in events[len(shown) :]:
        shown.add(event, body_of(event))
    return f"[{','.join([text for _, text in shown.for_viewer(viewing)])}]"


def _numbered(events: CutEvents, viewing: Viewing) -> str:
    """What a viewer gets of an entry: `[number,event],…`, empty for nothing."""
    return ",".join([f"[{number},{text}]" for number, text in events.for_viewer(viewing)])


def _tells_anew(change: Change) -> bool:
    """Whether the round that is shown, in play or just over, was dealt again."""
    return any(
        isinstance(one, house.RoundRevised) and one.round == change.entry.round
        for one in change.events
    )


def _last(change: Change) -> int:
    return change.entry.first_event + change.entry.event_count - 1
