"""Rounds dealt for a player to decide in: anybody's table, with one to six seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.analysis.decisions import Moment, moments
from croupier.cards import Card, Suit
from croupier.table.events import Event
from croupier.table.steps import Ask
from croupier.training.chance import Chance
from croupier.training.lesson import Lesson
from croupier.training.rounds import LessonRound, play_lesson_round, some_slips

__all__ = ["MOST_SEATS", "Hand", "deal_round", "hands_of"]

MOST_SEATS: Final = 6


@dataclass(frozen=True, slots=True)
class Hand:
    """A decision of one seat in a round that was dealt."""

    events: tuple[Event, ...]
    """The whole round, uncut."""
    moment: Moment
    number: int
    """Which decision of its seat it is, counted from 1."""
    clause: str
    """The clause of the rules by which it is asked."""


def deal_round(
    lesson: Lesson, *words: object, seats: int | None = None, suits: Sequence[Suit] = tuple(Suit)
) -> LessonRound:
    """A round at a table of so many players, or of some; all of it follows from these words.

    With other suits in the place of clubs, diamonds, hearts and spades it is hardly known again.
    """
    chance = Chance("hands", lesson.game.id, lesson.game.rules_version, *words)
    some = 1 + chance.randrange(MOST_SEATS)
    playing = range(1, 1 + min(lesson.settings.positions, seats or some))
    slips = some_slips(lesson, chance, playing)
    cards = [Card.of(card.rank, suits[card.suit]) for card in chance.deck()]
    return play_lesson_round(lesson, slips, cards, chance)


def hands_of(dealt: LessonRound) -> Iterator[Hand]:
    """Every decision in which there was a choice, seat by seat."""
    asks = [done.step for done in dealt.done if isinstance(done.step, Ask)]
    for seat in sorted({one.seat for ask in asks for one in ask.asked}):
        clauses = [ask.clause for ask in asks if any(one.seat == seat for one in ask.asked)]
        found = moments(dealt.events, seat)
        for number, (moment, clause) in enumerate(zip(found, clauses, strict=True), start=1):
            if len(moment.asked.options) > 1:
                yield Hand(dealt.events, moment, number, clause)
