"""The paper of an examination: what is asked, and what is right.

It follows from the game under its settings, the terms and a seed, and from nothing else: whoever
has these has the paper, years later too. Its digest says whether that is so: a program that would
ask or accept something else has another digest.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Final

from croupier.rejection import Code, Rejection
from croupier.table.codec import Json, to_json
from croupier.training.chance import Chance
from croupier.training.drills import find_drill
from croupier.training.exam.terms import ExamTerms
from croupier.training.lesson import Lesson
from croupier.training.procedure import Procedure, Stage, procedure_of
from croupier.training.questions import Task

__all__ = ["PROCEDURE", "SEEDS", "Paper", "Part", "paper_for"]

PROCEDURE: Final = "procedure"
"""The part in which a round is dealt; all others are drills, by name."""
SEEDS: Final = range(2**53)
"""Seeds that JSON carries through every program unharmed."""
_DRILLS: Final = ("payouts", "hands", "irregularities")
_TASK_SEEDS: Final = 2**31


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a paper."""

    name: str
    title: str
    count: int
    """How many answers it asks for: steps of the round, or questions."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What is asked in one examination."""

    lesson: Lesson
    seed: int
    terms: ExamTerms
    procedure: Procedure
    questions: tuple[tuple[str, tuple[Task, ...]], ...]
    """By drill, in the order in which they are asked."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """In the order in which they are sat."""
        drills = (Part(name, find_drill(name).title, len(tasks)) for name, tasks in self.questions)
        return Part(PROCEDURE, "Deal the round", len(self.procedure.stages)), *drills

    def tasks(self, part: str) -> tuple[Task, ...]:
        """The questions of a part; none for the one in which a round is dealt."""
        return dict(self.questions).get(part, ())

    @property
    def digest(self) -> str:
        """SHA-256 of what is asked and what is right, in hexadecimal.

        All that a candidate goes by counts, and of what is right the answers. How a mistake is
        explained does not, nor what a button says.
        """
        asked = (
            self.procedure.seats,
            [_step(stage) for stage in self.procedure.stages],
            [[name, *map(_question, tasks)] for name, tasks in self.questions],
        )
        return sha256(json.dumps(asked, separators=(",", ":")).encode()).hexdigest()


def _step(stage: Stage) -> list[Json]:
    return [*map(str, (stage.wanted, *stage.also)), to_json(stage.scene)]


def _question(task: Task) -> list[Json]:
    question = task.question
    return [
        question.item,
        question.text,
        to_json(question.scene),
        [
            [blank.name, blank.kind.value, blank.count, *(one.name for one in blank.options)]
            for blank in question.blanks
        ],
        [[right.blank, *right.accepted] for right in task.rights],
    ]


@lru_cache(maxsize=32)
def paper_for(lesson: Lesson, seed: int, terms: ExamTerms) -> Paper:
    """The paper for a seed; a part for which a game has nothing to ask is left out."""
    if seed not in SEEDS:
        raise Rejection(
            Code.EXAM_INVALID, f"The seed of an examination is a number from 0 to {SEEDS[-1]:,}."
        )
    if terms.seats > lesson.settings.positions:
        raise Rejection(
            Code.EXAM_INVALID,
            f"The table has {lesson.settings.positions} seats; that many players are the most.",
        )
    questions = ((name, _tasks(lesson, seed, name, getattr(terms, name))) for name in _DRILLS)
    return Paper(
        lesson,
        seed,
        terms,
        procedure_of(lesson, seed, terms.seats),
        tuple((name, tasks) for name, tasks in questions if tasks),
    )


def _tasks(lesson: Lesson, seed: int, name: str, count: int) -> tuple[Task, ...]:
    drill = find_drill(name)
    chance = Chance("exam", lesson.game.id, seed, name)
    items = _spread(drill.items(lesson), chance) if count else ()
    return tuple(
        drill.task(lesson, items[at % len(items)], chance.randrange(_TASK_SEEDS))
        for at in range(count if items else 0)
    )


def _spread(items: Sequence[str], chance: Random) -> tuple[str, ...]:
    """All items, in an order in which the first few are of as many kinds as there are.

    What stands before the colon of an item is its kind: the spot that is paid, for one.
    """
    kinds: dict[str, list[str]] = {}
    for item in items:
        kinds.setdefault(item.partition(":")[0], []).append(item)
    for some in kinds.values():
        chance.shuffle(some)
    order = list(kinds)
    chance.shuffle(order)
    longest = max(map(len, kinds.values()), default=0)
    return tuple(
        kinds[kind][at] for at in range(longest) for kind in order if at < len(kinds[kind])
    )
