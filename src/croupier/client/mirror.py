"""A table as a client knows it: what the server has told, folded."""

import asyncio
from collections.abc import Callable
from typing import Any

from croupier.rejection import Code, Rejection
from croupier.table.events import DecisionAsked, Event
from croupier.table.layout import Layout
from croupier.table.record import event_from_json
from croupier.table.steps import Asked

__all__ = ["TableMirror"]


class TableMirror:
    """What a client knows of one table. Numbers without a gap, or a new snapshot."""

    def __init__(self, number: int, user: int | None = None) -> None:
        self.number = number
        self.user = user
        self.own: set[int] = set()
        """The seats of one's own."""
        self.upto = 0
        """The last event known."""
        self.info: dict[str, Any] = {}
        """The last snapshot: name, terms, settings, seats."""
        self.round = 0
        self.is_on = False
        """Whether a round is on."""
        self.events: list[Event] = []
        """Of the round in play, or of the last one until the next begins."""
        self.layout = Layout()
        self.question = ""
        self.credits: dict[int, int] = {}
        """By seat of one's own: what is on its credit meter, in cents."""
        self.finished: dict[int, list[Event]] = {}
        """The last rounds, by number."""
        self.snapshots = 0
        self.numbers_seen = 0
        self._paper_upto = 0
        """Until which event an old round is dealt again on paper, for staff to see."""
        self.problem: Exception | None = None
        """Why nothing more will come, once the connection is lost for good."""
        self._changed = asyncio.Condition()

    @property
    def name(self) -> str:
        """What the table is called."""
        return str(self.info.get("name", ""))

    def asked(self, seat: int) -> Asked | None:
        """What a seat is being asked now."""
        found = self.layout.asked.get(seat)
        return found if found is not None and found.options else None

    @property
    def takes_bets(self) -> bool:
        """Whether bets are open."""
        return self.is_on and not self.layout.bets_are_closed and not self.layout.is_over

    async def take(self, message: dict[str, Any]) -> None:
        """Takes in a snapshot or events, and wakes whoever waits for a change."""
        if message["type"] == "snapshot":
            self._take_snapshot(message)
        else:
            self._take_events(message)
        async with self._changed:
            self._changed.notify_all()

    async def until(self, is_so: Callable[[], bool], timeout_s: float | None = None) -> None:
        """Waits until something is so; fails where the connection is lost for good."""
        async with self._changed:
            is_known = self._changed.wait_for(lambda: is_so() or self.problem is not None)
            await asyncio.wait_for(is_known, timeout_s)
        if self.problem is not None and not is_so():
            raise self.problem

    async def fail(self, problem: Exception) -> None:
        """Nothing more will come."""
        self.problem = problem
        async with self._changed:
            self._changed.notify_all()

    def _take_snapshot(self, message: dict[str, Any]) -> None:
        self.snapshots += 1
        self.info = message
        self.upto = message["upto"]
        if self.round != message["round"]:
            self._keep_finished()
        self.round = message["round"]
        self.is_on = message["round_is_on"]
        self.own = {one["seat"] for one in message["seats"] if one["is_yours"]}
        self.credits = {int(seat): cents for seat, cents in message["credits"].items()}
        self.events = []
        self.layout = Layout()
        for data in message["events"]:
            self._take_round_event(event_from_json(data))

    def _take_events(self, message: dict[str, Any]) -> None:
        if message["after"] != self.upto:
            raise Rejection(
                Code.RECORD_DIFFERS,
                f"Events after {message['after']} came, and {self.upto} was the last one known.",
            )
        for number, data in message["events"]:
            assert number > self.upto, "events come in order"
            self.numbers_seen += 1
            if number > self._paper_upto:
                self._take_event(data)
            if data["event"] == "round_revised" and data["is_on_paper"]:
                self._paper_upto = number + data["event_count"]
        self.upto = message["upto"]
        for seat, cents in message["credits"].items():
            self.credits[int(seat)] = cents

    def _take_event(self, data: dict[str, Any]) -> None:
        match data["event"]:
            case "round_began":
                self._keep_finished()
                self.round = data["round"]
                self.is_on = True
                self.events = []
                self.layout = Layout()
                opened = {name: data[name] for name in _OPENING}
                settings = self.info["settings"]
                self._take_round_event(
                    event_from_json({"event": "round_opened", "settings": settings, **opened})
                )
            case "seat_taken" if data["user"] == self.user:
                self.own.add(data["seat"])
            case "seat_left" if data["user"] == self.user:
                self.own.discard(data["seat"])
            case name if name in _AT_THE_TABLE:
                pass
            case _:
                self._take_round_event(event_from_json(data))

    def _take_round_event(self, event: Event) -> None:
        self.events.append(event)
        self.layout.apply(event)
        if isinstance(event, DecisionAsked):
            self.question = event.question
        if self.layout.is_over:
            self.is_on = False

    def _keep_finished(self) -> None:
        if self.round:
            self.finished[self.round] = self.events
            self.finished.pop(self.round - 20, None)


_OPENING = ("device", "is_physical", "back", "commitment")
_AT_THE_TABLE = frozenset(
    {
        "table_opened", "table_closing", "table_closed", "bank_counted", "discrepancy_noted",
        "form_signed", "rack_corrected", "rack_filled", "rack_credited", "deck_inspected",
        "decks_changed", "decks_removed", "position_taken", "position_left", "seat_taken",
        "credit_added", "seat_leaving", "seat_left", "seat_ready", "tip_given", "tips_collected",
        "clock_started", "clock_stopped", "round_resumed", "round_abandoned", "round_revised",
        "difference_paid", "approval_asked", "approval_given", "large_win", "connection_lost",
        "connection_restored", "terminal_door", "dealer_late", "table_created",
    }
)  # fmt: skip
"""Events that are not of the round."""
