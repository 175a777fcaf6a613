"""A round as a dealer learns it: every step he does himself, with what he knows before it.

The players are bots, so the whole round is known before the trainee says a word. What a dealer
does not do himself is told instead: what players bet, choose and set, and what terminals do.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from croupier.quoting import harmless
from croupier.rejection import Code, Rejection
from croupier.table.layout import Layout, view
from croupier.table.places import SPECTATOR
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.training.chance import Chance
from croupier.training.lesson import Lesson
from croupier.training.procedure.dealer_steps import DealerStep, dealers_work
from croupier.training.procedure.moves import Do, Move
from croupier.training.procedure.told import Teller
from croupier.training.procedure.wording import label_of, sentence_of
from croupier.training.rounds import LessonRound, play_lesson_round, some_slips
from croupier.training.scene import Scene, scene_of

__all__ = [
    "MOST_SEATS",
    "Procedure",
    "Stage",
    "dealt_for",
    "procedure_in",
    "procedure_of",
    "seats_in_front",
]

MOST_SEATS: Final = 7
"""So many players sit in front of a dealer, however many terminals a game may have."""
_UNWRITTEN: Final = "The sheet leaves it to the house, and casino floors do it so."


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of the dealer, and all that he knows before it."""

    number: int
    """Counted from 1."""
    label: str
    """What it is about, for a list of steps that are done: it gives no amount away."""
    wanted: Move
    also: tuple[Move, ...]
    """Other ways to say the same, which are as right."""
    clause: str
    clause_says: str
    """What the clause says; nothing where nobody has written it down."""
    says: str
    """What is right, in one sentence."""
    because: str
    """Of a settlement: what the player is told who asks why."""
    told: tuple[str, ...]
    """What happened since the stage before, without the dealer."""
    scene: Scene
    """What lies on the felt before it, as the dealer sees it."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """A round to be dealt by a trainee."""

    lesson: Lesson
    seed: int
    seats: tuple[int, ...]
    """Who plays."""
    stages: tuple[Stage, ...]
    ended: tuple[str, ...]
    """What happened after the last stage."""


def procedure_of(lesson: Lesson, seed: int, seats: int = 2) -> Procedure:
    """A round for so many players: the same for the same seed."""
    most = len(seats_in_front(lesson))
    if not 1 <= seats <= most:
        raise Rejection(
            Code.SEATS_OUT_OF_RANGE,
            f"A round is dealt to 1 to {most} players here, not to {harmless(seats)}.",
        )
    return _procedure_of(lesson, seed, seats)


def seats_in_front(lesson: Lesson) -> range:
    """The seats a trainee may have to deal to."""
    return range(1, min(lesson.settings.positions, MOST_SEATS) + 1)


@lru_cache(maxsize=64)
def _procedure_of(lesson: Lesson, seed: int, seats: int) -> Procedure:
    return procedure_in(dealt_for(lesson, seed, seats), seed)


def procedure_in(dealt: LessonRound, seed: int) -> Procedure:
    """What the dealer of a round does in it, from the deck to the last card."""
    lesson, work = dealt.lesson, dealers_work(dealt)
    teller = Teller(dealt.events, work.by_others)
    stages = list(_preparation(lesson))
    told_to, looked = 0, ""
    for step, scene in zip(work.steps, _scenes(dealt, work.steps), strict=True):
        happened = teller.tell(told_to, step.before)
        told = (looked, *happened) if looked else happened
        stages.append(_stage(lesson, len(stages) + 1, step, told, scene))
        told_to, looked = step.before, step.then_sees
    ended = teller.tell(told_to, len(dealt.events))
    playing = tuple(sorted(dealt.last.layout.picks))
    return Procedure(lesson, seed, playing, tuple(stages), ended)


def dealt_for(lesson: Lesson, seed: int, seats: int) -> LessonRound:
    """The round that a trainee is to deal, as it goes where nothing is done wrong."""
    chance = Chance("procedure", lesson.game.id, lesson.game.rules_version, seed, seats)
    chosen = sorted(chance.sample(seats_in_front(lesson), seats))
    slips = some_slips(lesson, chance, chosen)
    return play_lesson_round(lesson, slips, chance.deck(), chance)


def _preparation(lesson: Lesson) -> Iterator[Stage]:
    """What is done with the cards before the round: it has no events."""
    for at, act in enumerate(lesson.game.preparation(lesson.device.name)):
        move = Do(act.action)
        step = DealerStep(move, (), 0, act.clause, sentence_of(move))
        yield _stage(lesson, at + 1, step, (), Scene())


def _stage(
    lesson: Lesson, number: int, step: DealerStep, told: tuple[str, ...], scene: Scene
) -> Stage:
    unwritten = _UNWRITTEN if step.clause == HOUSE_PROCEDURE else ""
    return Stage(
        number=number,
        label=label_of(step.move),
        wanted=step.move,
        also=step.also,
        clause=step.clause,
        clause_says=lesson.clause_says(step.clause) or unwritten,
        says=step.says,
        because=step.because,
        told=told,
        scene=scene,
    )


def _scenes(dealt: LessonRound, steps: tuple[DealerStep, ...]) -> Iterator[Scene]:
    """What lies where before each step, as the dealer sees it."""
    events = view(dealt.events, SPECTATOR)
    layout, at = Layout(), 0
    for step in steps:
        for event in events[at : step.before]:
            layout.apply(event)
        at = max(at, step.before)
        yield scene_of(layout)
