"""Rounds for lessons: dealt to their end, with everything the dealer did on the way.

The players are bots, so what the dealer has to do follows from the cards and the chance it is
given. A trainee who deals such a round changes nothing in it: what he does is compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.bots import random_decision, random_slip, usual_decision
from croupier.cards import Card
from croupier.table.commands import CloseBets, Command, Perform, PlaceWagers
from croupier.table.events import Event
from croupier.table.round import Round
from croupier.table.source import CardSource
from croupier.table.steps import Ask, Step, TakeWagers
from croupier.table.wager import Slip
from croupier.table.waiting import (
    BY_HAND,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingWagers,
    step_name,
)
from croupier.training.chance import Chance
from croupier.training.lesson import Lesson

__all__ = ["SALT", "Done", "LessonRound", "play_lesson_round", "some_slips"]

SALT: Final = "00"
"""The salt with which bets are closed in lessons: what a game draws from it is always the same."""
_USUAL = 3, 4
"""How often a bot plays sensibly; else it does anything, so that everything happens."""


@dataclass(frozen=True, slots=True)
class Done:
    """One step of the dealer, and how many events had happened before it."""

    step: Step
    before: int
    after: int
    """How many had happened when it was carried out, the decisions of those asked included."""


@dataclass(frozen=True, slots=True)
class LessonRound:
    """A round that is over, as its dealer dealt it."""

    lesson: Lesson
    events: tuple[Event, ...]
    """All of them, uncut."""
    done: tuple[Done, ...]
    """What the dealer did, in order: taking wagers first, collecting the cards last."""
    last: Round
    """The round itself, at its end."""


def some_slips(lesson: Lesson, chance: Chance, seats: Sequence[int]) -> dict[int, Slip]:
    """A slip for each of these seats: some wagers at some stakes, odd ones among them."""
    return {seat: random_slip(lesson.game, lesson.settings, chance) for seat in seats}


def play_lesson_round(
    lesson: Lesson, slips: Mapping[int, Slip], cards: Sequence[Card], chance: Chance
) -> LessonRound:
    """Deals these cards for these slips to the end; what bots decide is up to chance."""
    source = CardSource(lesson.device.name, lambda _salt: lesson.device.load(cards))
    table = Round(lesson.game, lesson.settings, source, automation=BY_HAND)
    done: list[Done] = []
    for seat, slip in sorted(slips.items()):
        _wait_for_wagers(table, done)
        table.handle(PlaceWagers(seat, slip))
    _perform(table, done, CloseBets(SALT))
    while not table.layout.is_over:
        match table.waiting:
            case AwaitingDealer(step):
                _perform(table, done, Perform(step_name(step)))
            case AwaitingDecisions():
                _answer(table, done, chance)
            case other:
                raise AssertionError(f"a round in a lesson does not wait for {other}")
    return LessonRound(lesson, table.events, tuple(done), table)


def _wait_for_wagers(table: Round, done: list[Done]) -> None:
    """What the dealer does before bets, such as opening a new game at a terminal."""
    while not isinstance(table.waiting, AwaitingWagers):
        assert isinstance(table.waiting, AwaitingDealer), "only the dealer comes before bets"
        _perform(table, done, Perform(step_name(table.waiting.step)))


def _perform(table: Round, done: list[Done], command: Command) -> None:
    """One step; of what follows by itself nothing is the dealer's."""
    step = table.step
    before = len(table.events)
    table.handle(command)
    if isinstance(step, TakeWagers):
        opened = done[-1].after if done else 1
        before = opened
    done.append(Done(step, before, _carried_out(table)))


def _answer(table: Round, done: list[Done], chance: Chance) -> None:
    """The players answer, in order; the question itself was put by the dealer."""
    step = table.step
    assert isinstance(step, Ask), "somebody is asked"
    asked_at = len(table.events) - 1
    usual, of = _USUAL
    while table.step is step and isinstance(table.waiting, AwaitingDecisions):
        seat = table.waiting.seats[0]
        if chance.randrange(of) < usual:
            table.handle(usual_decision(table, seat))
        else:
            table.handle(random_decision(table.layout.asked[seat], chance))
    done.append(Done(step, asked_at, _carried_out(table)))


def _carried_out(table: Round) -> int:
    """How many events there are, but for the next question, which the round puts at once."""
    return len(table.events) - isinstance(table.waiting, AwaitingDecisions)
