"""A round on record dealt again: with the right card in place of a wrong one, or to be void.

What people told the round is found by playing it again from its record, and is then told to a
round of its own. There the script may take another way. As long as what was told fits, the players'
decisions and the cards that came later count as they were; where it no longer does, the round
cannot be dealt again, and has to be void.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from croupier.cards import Card, CardReader, Commitment, Device
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
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
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.places import Place
from croupier.table.recorded_device import RecordedDevice
from croupier.table.round import Round
from croupier.table.source import CardSource
from croupier.table.steps import Ask, Choice
from croupier.table.wager import Slip
from croupier.table.waiting import (
    BY_HAND,
    Automation,
    AwaitingCards,
    AwaitingDealer,
    AwaitingSupervisor,
    RoundIsOver,
    step_name,
)

__all__ = ["dealt_void", "dealt_with", "dealt_with_in_play", "first_difference"]


def dealt_with(game: Game[Any], recorded: Sequence[Event], position: int, card: Card) -> Round:
    """A round that is over, with this card in place of the one read in that position."""
    again = _with_card(game, recorded, position, card, CardReader())
    _do_steps(again)
    if not isinstance(again.waiting, RoundIsOver):
        wanted = "another card" if isinstance(again.waiting, AwaitingCards) else "a decision"
        raise _impossible(f"it would have needed {wanted} that is not on record")
    return again


def dealt_with_in_play(
    game: Game[Any], recorded: Sequence[Event], position: int, card: Card, automation: Automation
) -> Round:
    """The same for a round in play, which goes on from where it then stands."""
    reader = CardReader()
    again = _with_card(game, recorded, position, card, reader)
    again.resume(_source(recorded, reader), reader, automation)
    return again


def dealt_void(game: Game[Any], recorded: Sequence[Event], reason: str) -> Round:
    """A round that is over, found to be void before its last step."""
    told = _told(game, recorded)
    seeds = [one.command for one in told if isinstance(one.command, RevealSeed)]
    last = [one for one in told if not isinstance(one.command, RevealSeed)][-1]
    again = Round(
        game,
        _opening(recorded).settings,
        _source(recorded, _device(recorded)),
        automation=BY_HAND,
    )
    for one in told[: told.index(last)]:
        again.handle(one.command)
    again.handle(ReportIrregularity(IrregularityKind.DEALER_ERROR, reason))
    if isinstance(again.waiting, AwaitingSupervisor):
        again.handle(RuleOnIrregularity(Remedy.VOID, reason))
    assert again.layout.is_void, f"a supervisor may end a round of {game.name}"
    for seed in seeds:
        again.handle(seed)
    return again


def first_difference(recorded: Sequence[Event], again: Sequence[Event]) -> int:
    """How many events the two have in common before they part."""
    pairs = zip(recorded, again, strict=False)
    same = (at for at, (there, here) in enumerate(pairs) if there != here)
    return next(same, min(len(recorded), len(again)))


# What was told, and under which circumstances.


@dataclass(frozen=True, slots=True)
class _Question:
    """What was being asked, and about which hand of each seat that had not answered."""

    clause: str
    """Which sentence of the rules asks. The words of the question may name the cards."""
    asked: tuple[tuple[int, Place | None], ...]

    def of_seat(self, seat: int) -> "_Question":
        """What one seat was being asked."""
        return replace(self, asked=tuple(one for one in self.asked if one[0] == seat))


@dataclass(frozen=True, slots=True)
class _Told:
    """A command, and the question it answered, if it answered one."""

    command: Command
    question: _Question | None = None


def _told(game: Game[Any], recorded: Sequence[Event]) -> list[_Told]:
    """Everything a round was told, the dealer's steps included, found by playing it again."""
    again = Round(
        game,
        _opening(recorded).settings,
        _source(recorded, _device(recorded)),
        automation=BY_HAND,
    )
    told = []
    done = len(again.events)
    while done < len(recorded):
        command = _command_behind(again, recorded[done])
        told.append(_Told(command, _answered(again, command)))
        done += len(again.handle(command))
    assert again.events == tuple(recorded), "a round on record is what its script gives"
    return told


def _opening(recorded: Sequence[Event]) -> happened.RoundOpened:
    opened = recorded[0]
    assert isinstance(opened, happened.RoundOpened), "a round begins with its opening"
    return opened


def _device(recorded: Sequence[Event]) -> Device:
    opened = _opening(recorded)
    return CardReader() if opened.is_physical else RecordedDevice(opened.device, recorded)


def _source(recorded: Sequence[Event], device: Device) -> CardSource:
    opened = _opening(recorded)
    return CardSource(
        opened.device,
        lambda _salt: device,
        Commitment.parse(opened.commitment) if opened.commitment is not None else None,
        opened.is_physical,
        opened.back,
    )


def _command_behind(again: Round, event: Event) -> Command:
    """What was told when this event came, or else the dealer's next step."""
    match event:
        case happened.WagersPlaced(seat, stakes, picks):
            return PlaceWagers(seat, Slip(stakes, picks or ()))
        case happened.BetsClosed(salt, cut_at):
            return CloseBets(salt, cut_at)
        case happened.CardRead(Card() as card) if isinstance(again.waiting, AwaitingCards):
            return ReadCard(card)
        case happened.DecisionMade(by=DecidedBy.TIME):
            return TimeOut()
        case happened.DecisionMade(Choice() as choice, seat):
            return Decide(seat, choice.option, choice.stake_cents)
        case happened.IrregularityReported(kind, detail):
            return ReportIrregularity(kind, detail)
        case happened.SupervisorRuled(remedy, reason):
            return RuleOnIrregularity(remedy, reason)
        case happened.SeedRevealed(seed):
            return RevealSeed(seed)
        case _:
            assert isinstance(again.waiting, AwaitingDealer), f"nothing brings {event}"
            return Perform(step_name(again.waiting.step))


def _answered(again: Round, command: Command) -> _Question | None:
    """The question that a command answers now."""
    if not isinstance(command, Decide | TimeOut) or not isinstance(again.step, Ask):
        return None
    asked = tuple((one.seat, one.place) for one in again.layout.asked.values())
    question = _Question(again.step.clause, asked)
    return question.of_seat(command.seat) if isinstance(command, Decide) else question


# Telling it anew.


def _with_card(
    game: Game[Any], recorded: Sequence[Event], position: int, card: Card, reader: CardReader
) -> Round:
    """Tells a new round all that was told, with one card read otherwise, as far as it was told."""
    if not _opening(recorded).is_physical:
        raise Rejection(
            Code.REVISION_IMPOSSIBLE,
            "The cards of this round follow from a shuffle that the house was committed to, so "
            "none of them was read wrongly. A round that was wrongly dealt can be void.",
        )
    told = _told(game, recorded)
    places = [at for at, one in enumerate(told) if isinstance(one.command, ReadCard)]
    _require_other(position, card, [told[at].command for at in places])
    told[places[position - 1]] = _Told(ReadCard(card))
    again = Round(game, _opening(recorded).settings, _source(recorded, reader), automation=BY_HAND)
    for one in told:
        _tell(again, one)
    return again


def _require_other(position: int, card: Card, read: Iterable[Command]) -> None:
    """Refuses a position in which no card was read, and a card that was read already."""
    cards = [command.card for command in read if isinstance(command, ReadCard)]
    if not 1 <= position <= len(cards):
        raise Rejection(
            Code.COMMAND_INVALID,
            f"{len(cards)} cards were read in this round; there is none in position "
            f"{harmless(position)}.",
        )
    if card in cards:
        raise Rejection(
            Code.CARD_REPEATED,
            # Not where: it may lie face down.
            f"{card} was read already in this round; one deck holds each card once.",
        )


def _tell(again: Round, told: _Told) -> None:
    """Tells the round what was told, where it still fits."""
    command = told.command
    if isinstance(command, Perform):
        # The dealer's steps need nobody: one that no longer comes is left out.
        waiting = again.waiting
        if isinstance(waiting, AwaitingDealer) and step_name(waiting.step) == command.step:
            again.handle(command)
        return
    if not isinstance(command, ReportIrregularity | RuleOnIrregularity):
        _do_steps(again)
    if _answered(again, command) != told.question:
        raise _impossible("its players would have been asked something else")
    try:
        again.handle(command)
    except Rejection as refused:
        raise _impossible(f"what followed no longer fits: {refused.detail}") from refused


def _do_steps(again: Round) -> None:
    """Does the dealer's steps until somebody else is needed."""
    while isinstance(again.waiting, AwaitingDealer):
        again.handle(Perform(step_name(again.waiting.step)))


def _impossible(why: str) -> Rejection:
    return Rejection(
        Code.REVISION_IMPOSSIBLE,
        f"With that card the round cannot be dealt again: {why.rstrip('.')}. Have it void instead.",
    )
