"""Replay: a recorded round played again, which must give the same events.

The record holds everything that came from outside: wagers, salt, cards, decisions, what went
wrong. Replay feeds those to the script and compares what the script makes of them. Given the
live source of the cards it also checks that this source gives them, and the round goes on from
where the record ends, at the same card.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from croupier.cards import CardReader, Commitment, Device
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.codec import Json
from croupier.table.commands import (
    CloseBets,
    Command,
    Decide,
    Perform,
    PlaceWagers,
    ReadCard,
    ReportIrregularity,
    RevealSeed,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.events import DecidedBy, Event
from croupier.table.game import Game
from croupier.table.record import event_name, event_to_json
from croupier.table.recorded_device import RecordedDevice, hidden
from croupier.table.round import Round
from croupier.table.source import CardSource
from croupier.table.wager import Slip
from croupier.table.waiting import AUTOMATIC, BY_HAND, Automation, AwaitingDealer, step_name

__all__ = ["replay"]

_LONGEST_DEVICE: Final = 60


def replay(
    game: Game[Any],
    recorded: Sequence[Event],
    source: CardSource | None = None,
    *,
    automation: Automation = AUTOMATIC,
) -> Round:
    """Plays a recorded round again; refuses one that the game's script would not give.

    With a `source` the round can go on, under the `automation` given; without one it stands
    where the record ends.
    """
    opened = _opening(game, recorded)
    # A physical deck's cards are on record as they were read, and read again.
    reader = CardReader()
    device = RecordedDevice(opened.device, recorded)

    def load(salt: bytes) -> Device:
        device.live = source.load(salt) if source is not None else None
        return reader if opened.is_physical else device

    with _read_from_the_record():
        commitment = Commitment.parse(opened.commitment) if opened.commitment is not None else None
        like_it = CardSource(opened.device, load, commitment, opened.is_physical, opened.back)
        # Step by step, because something may be on record between any two steps.
        again = Round(game, opened.settings, like_it, automation=BY_HAND)
    done = _compare(recorded, again.events, 0)
    while done < len(recorded):
        command = _command(again, recorded[done], done)
        try:
            new = again.handle(command)
        except Rejection as refused:
            raise _differs(done, recorded[done], refused.detail) from None
        done = _compare(recorded, new, done)
    if source is not None:
        if not device.agrees or replace(source, load=load) != like_it:
            raise Rejection(
                Code.RECORD_DIFFERS, "The cards on record are not those this source gives."
            )
        live = reader if opened.is_physical else device.live
        again.resume(source, live if again.layout.bets_are_closed else None, automation)
    return again


def _opening(game: Game[Any], recorded: Sequence[Event]) -> happened.RoundOpened:
    """The opening of the record, which must be one of this game."""
    opened = recorded[0] if recorded else None
    if not isinstance(opened, happened.RoundOpened):
        raise Rejection(Code.RECORD_INVALID, "A recorded round begins with its opening.")
    if not opened.device.isprintable() or not 1 <= len(opened.device) <= _LONGEST_DEVICE:
        raise Rejection(
            Code.RECORD_INVALID,
            f"Not a valid record: {quoted(opened.device)} is not the name of a device.",
        )
    if opened.settings.game != game.id:
        name = harmless(opened.settings.game)
        raise Rejection(Code.RECORD_DIFFERS, f"This is a round of {name}, not of {game.id}.")
    return opened


@contextmanager
def _read_from_the_record() -> Iterator[None]:
    """What is refused of what stands on record makes the record invalid."""
    try:
        yield
    except Rejection as refused:
        if refused.code is Code.RECORD_VERSION:
            raise
        raise Rejection(Code.RECORD_INVALID, f"Not a valid record: {refused.detail}") from None


def _command(again: Round, event: Event, at: int) -> Command:
    """What was commanded when this event happened, or else the dealer's next step."""
    match event:
        case happened.WagersPlaced(seat, stakes, picks):
            if picks is None:
                raise hidden(at)
            return PlaceWagers(seat, Slip(stakes, picks))
        case happened.BetsClosed(salt, cut_at):
            return CloseBets(salt, cut_at)
        case happened.CardRead(card) if not isinstance(again.waiting, AwaitingDealer):
            if card is None:
                raise hidden(at)
            return ReadCard(card)
        case happened.DecisionMade(choice=None):
            raise hidden(at)
        case happened.DecisionMade(by=DecidedBy.TIME):
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
            if isinstance(again.waiting, AwaitingDealer):
                return Perform(step_name(again.waiting.step))
            raise _differs(at, event, "the script does not give it here.")


def _compare(recorded: Sequence[Event], new: Sequence[Event], done: int) -> int:
    """How many events agree once `new` have come; refuses the first that does not."""
    for at, event in enumerate(new, start=done):
        if at >= len(recorded):
            raise Rejection(
                Code.RECORD_DIFFERS,
                f"The record ends after {len(recorded)} events; the script goes on with "
                f"{event_name(type(event))}.",
            )
        # As text: odds of equal worth, written otherwise, are another record.
        there, here = event_to_json(recorded[at]), event_to_json(event)
        if there != here:
            raise _differs(at, recorded[at], _difference(there, here))
    return done + len(new)


def _difference(there: dict[str, Json], here: dict[str, Json]) -> str:
    """The first field that differs, in a sentence."""
    if there["event"] != here["event"]:
        return f"the script gives {here['event']} here."
    path, recorded, given = _first_difference(there, here)
    said = (quoted(json.dumps(one, ensure_ascii=False), longest=120) for one in (recorded, given))
    return "its {} is {}; the script gives {}.".format(" / ".join(path), *said)


def _first_difference(there: Json, here: Json) -> tuple[list[str], Json, Json]:
    """Where two values first differ, as deep as they are alike, and what stands there in each."""
    if isinstance(there, dict) and isinstance(here, dict) and there.keys() == here.keys():
        key = next(name for name in here if there[name] != here[name])
        path, recorded, given = _first_difference(there[key], here[key])
        return [key, *path], recorded, given
    if isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        at = next(at for at in range(len(here)) if there[at] != here[at])
        path, recorded, given = _first_difference(there[at], here[at])
        return [str(at + 1), *path], recorded, given
    return [], there, here


def _differs(at: int, event: Event, detail: str) -> Rejection:
    return Rejection(
        Code.RECORD_DIFFERS, f"Event {at} of the record, {event_name(type(event))}: {detail}"
    )
