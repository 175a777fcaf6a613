"""The device of a recorded round: gives its cards and failures again, in their order."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from croupier.cards import (
    DECK,
    Card,
    CardAwaited,
    Device,
    DeviceFault,
    Fault,
    HandDeck,
    OutOfCards,
)
from croupier.rejection import Code, Rejection
from croupier.table.events import CardDealt, CardsRanOut, DeviceFailed, Event, RestReleased
from croupier.table.record import event_name

__all__ = ["RecordedDevice", "hidden"]


class RecordedDevice(Device):
    """What came out of a device, from the record; and whether a live one gives the same."""

    name = "recorded device"

    def __init__(self, device: str, recorded: Sequence[Event]) -> None:
        self.live: Device | None = None
        """The device that should give these cards, where there is one to ask."""
        self.agrees = True
        """Whether it did so far."""
        self._device = device
        self._remaining = 0
        self._queue: deque[Card | Fault | CardsRanOut | RestReleased] = deque()
        out: set[Card] = set()
        for at, event in enumerate(recorded):
            match event:
                case CardDealt(_, card):
                    self._queue.append(_new(card, out, at, event))
                case DeviceFailed(kind, name, expected, dispensed):
                    cards = tuple(_new(card, out, at, event) for card in dispensed)
                    self._queue.append(Fault(kind, name, expected, cards))
                case RestReleased() | CardsRanOut():
                    self._queue.append(event)
                case _:
                    pass

    @property
    def remaining(self) -> int:
        return self._remaining

    def deal(self, count: int = 1) -> tuple[Card, ...]:
        first = self._queue[0] if self._queue else None
        if isinstance(first, Fault):
            self._queue.popleft()
            self._ask_live(count, first)
            # What the script asked for, not what the record says it did: the two are compared.
            raise DeviceFault(replace(first, expected=count, device=self._device))
        if isinstance(first, CardsRanOut):
            self._queue.popleft()
            self._remaining = first.left
            self._ask_live(count, first)
            raise OutOfCards
        cards = tuple(entry for entry in islice(self._queue, count) if isinstance(entry, Card))
        if len(cards) < count:
            raise CardAwaited
        for _ in cards:
            self._queue.popleft()
        self._ask_live(count, cards)
        return cards

    def require_cut(self, at: int) -> None:
        # As the deck it stands for: with cards on both sides.
        HandDeck(DECK).require_cut(at)

    def cut(self, at: int) -> None:
        if self.live is not None:
            self.live.cut(at)

    def release_rest(self) -> int:
        first = self._queue[0] if self._queue else None
        if self.live is not None:
            self._remaining = self.live.release_rest()
        if isinstance(first, RestReleased):
            self._queue.popleft()
            self.agrees &= self.live is None or self._remaining == first.cards
            return first.cards
        return self._remaining

    def _ask_live(self, count: int, recorded: tuple[Card, ...] | Fault | CardsRanOut) -> None:
        """Notes whether the live device, asked for as many cards, does what is on record."""
        if self.live is None or not self.agrees:
            return
        given: tuple[Card, ...] | Fault | CardsRanOut
        try:
            given = self.live.deal(count)
        except DeviceFault as failure:
            given = failure.fault
        except OutOfCards:
            given = CardsRanOut(count, self.live.remaining)
        self.agrees = given == recorded


def _new(card: Card | None, out: set[Card], at: int, event: Event) -> Card:
    """The card that came out, which must be known and must not have come out before."""
    if card is None:
        raise hidden(at)
    if card in out:
        raise Rejection(
            Code.RECORD_DIFFERS,
            f"Event {at} of the record, {event_name(type(event))}: {card} comes out a second "
            "time, and one deck holds each card once.",
        )
    out.add(card)
    return card


def hidden(at: int) -> Rejection:
    """The refusal of a record in which something is hidden."""
    return Rejection(
        Code.RECORD_INVALID,
        f"Only a full record can be replayed; in this one Event {at} hides something.",
    )
