"""Replay: a recorded round played again, which must give the same events.

The record holds everything that came from outside: wagers, salt, cards, decisions, what went
wrong. Replay feeds those to the script and compares what the script makes of them.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any

from croupier.cards import Card, Commitment, Device, DeviceFault, Fault, OutOfCards
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    Command,
    Decide,
    PlaceWagers,
    ReportIrregularity,
    RevealSeed,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.events import DecidedBy, Event
from croupier.table.game import Game, require_version
from croupier.table.record import event_name
from croupier.table.round import Round
from croupier.table.source import CardSource
from croupier.table.wager import Slip

__all__ = ["replay"]


def replay(game: Game[Any], recorded: Sequence[Event]) -> Round:
    """Plays a recorded round again; refuses one that the game's script would not give."""
    opened = recorded[0] if recorded else None
    if not isinstance(opened, happened.RoundOpened):
        raise Rejection(Code.RECORD_INVALID, "A recorded round begins with its opening.")
    if opened.settings.game != game.id:
        raise Rejection(
            Code.RECORD_DIFFERS, f"This is a round of {opened.settings.game}, not of {game.id}."
        )
    require_version(game, opened.settings.rules_version)
    commitment = Commitment.parse(opened.commitment) if opened.commitment else None
    device = _RecordedDevice(opened.device, recorded)
    source = CardSource(opened.device, lambda _salt: device, commitment)
    again = Round(game, opened.settings, source)
    done = 0
    while True:
        done = _compare(recorded, again.events, done)
        if done == len(recorded):
            return again
        command = _command(recorded[done], done)
        try:
            again.handle(command)
        except Rejection as refused:
            raise _differs(done, recorded[done], refused.detail) from None


class _RecordedDevice(Device):
    """Gives the recorded cards and failures again, in their order."""

    name = "recorded device"

    def __init__(self, name: str, recorded: Sequence[Event]) -> None:
        self._name = name
        self._queue: deque[Card | Fault | int] = deque()
        for event in recorded:
            match event:
                case happened.CardDealt(_, card):
                    self._queue.append(_known(card))
                case happened.DeviceFailed(kind, device, expected, dispensed):
                    cards = tuple(_known(card) for card in dispensed)
                    self._queue.append(Fault(kind, device, expected, cards))
                case happened.RestReleased(cards_left):
                    self._queue.append(cards_left)
                case _:
                    pass

    @property
    def remaining(self) -> int:
        return sum(isinstance(entry, Card) for entry in self._queue)

    def deal(self, count: int = 1) -> tuple[Card, ...]:
        if self._queue and isinstance(self._queue[0], Fault):
            fault = self._queue.popleft()
            assert isinstance(fault, Fault)
            raise DeviceFault(fault)
        cards = [entry for entry in list(self._queue)[:count] if isinstance(entry, Card)]
        if len(cards) < count:
            raise OutOfCards(f"the {self._name} has no more cards on record")
        for _ in range(count):
            self._queue.popleft()
        return tuple(cards)

    def release_rest(self) -> int:
        rest = self._queue.popleft() if self._queue else None
        if rest is None or isinstance(rest, Card | Fault):
            raise Rejection(Code.RECORD_DIFFERS, "The record has no rest of the cards here.")
        return rest


def _known(card: Card | None) -> Card:
    if card is None:
        raise Rejection(
            Code.RECORD_INVALID, "Only a full record can be replayed; in this one cards are hidden."
        )
    return card


def _compare(recorded: Sequence[Event], again: Sequence[Event], done: int) -> int:
    """How many events agree; refuses the first that does not."""
    for at in range(done, len(again)):
        if at >= len(recorded):
            raise Rejection(
                Code.RECORD_DIFFERS,
                f"The record ends after {len(recorded)} events; the script goes on with "
                f"{event_name(type(again[at]))}.",
            )
        if recorded[at] != again[at]:
            raise _differs(at, recorded[at], f"the script gives {again[at]}")
    return len(again)


def _command(event: Event, at: int) -> Command:
    """What was commanded when this event happened."""
    match event:
        case happened.WagersPlaced(seat, stakes, picks):
            return PlaceWagers(seat, Slip(stakes, picks))
        case happened.BetsClosed(salt):
            return CloseBets(salt)
        case happened.DecisionMade(_, _, DecidedBy.TIME):
            return TimeOut()
        case happened.DecisionMade(choice, seat) if choice is not None:
            return Decide(seat, choice.option, choice.stake_cents)
        case happened.IrregularityReported(kind, detail):
            return ReportIrregularity(kind, detail)
        case happened.SupervisorRuled(remedy, reason):
            return RuleOnIrregularity(remedy, reason)
        case happened.SeedRevealed(seed):
            return RevealSeed(seed)
        case _:
            raise _differs(at, event, "the script does not give it here")


def _differs(at: int, event: Event, detail: str) -> Rejection:
    return Rejection(
        Code.RECORD_DIFFERS, f"Event {at} of the record, {event_name(type(event))}: {detail}"
    )
