"""What a candidate said in an examination, as it is kept and handed on.

A file of answers holds everything an examination is graded from: the game with its settings, the
seed and the terms, from which the paper follows, and each answer with the time it took. Answers
that are missing at the end were not given.
"""

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

import croupier
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection
from croupier.table.codec import Json, to_json
from croupier.table.settings import TableSettings, require_settings
from croupier.training.exam.paper import PROCEDURE, SEEDS, Paper, paper_for
from croupier.training.exam.terms import ExamTerms
from croupier.training.lesson import Lesson

__all__ = ["DAY_MS", "FORMAT", "LONGEST_NAME", "VERSION", "Answers", "Filled", "Said", "begun"]

LONGEST_NAME: Final = 60
FORMAT: Final = "croupier exam answers"
VERSION: Final = 1
_LATEST_MS: Final = 253_402_300_799_999
"""The last moment of the year 9999."""
DAY_MS: Final = 86_400_000
"""The longest that one answer can take."""


@dataclass(frozen=True, slots=True)
class Said:
    """One step of the round as the candidate dealt it; empty where he passed it over."""

    said: str
    took_ms: int
    """Since the answer before it."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What the candidate filled into one question."""

    answers: tuple[tuple[str, str], ...]
    """By blank; what he left out is not there."""
    took_ms: int


@dataclass(frozen=True, slots=True)
class Answers:
    """An examination as it was sat, whole or as far as it has come."""

    program: str
    """The version of Croupier it was sat with."""
    device: str
    settings: TableSettings
    seed: int
    terms: ExamTerms
    paper: str
    """The digest of the paper."""
    candidate: str
    taken_ms: int
    """When it began, in milliseconds since 1970, UTC."""
    said: tuple[Said, ...] = ()
    filled: tuple[tuple[str, tuple[Filled, ...]], ...] = ()
    """By drill."""

    def __post_init__(self) -> None:
        name = self.candidate
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise _refused(f"A candidate has a name of 1 to {LONGEST_NAME} printable characters.")
        if not 0 <= self.taken_ms <= _LATEST_MS:
            raise _refused("An examination begins between the years 1970 and 9999.")
        if self.seed not in SEEDS:
            raise _refused(f"The seed of an examination is a number from 0 to {SEEDS[-1]:,}.")
        if not all(0 <= one.took_ms <= DAY_MS for one in self._all):
            raise _refused("An answer takes between 0 milliseconds and a day.")

    @property
    def game(self) -> str:
        """The game's id."""
        return self.settings.game

    @property
    def rules_version(self) -> int:
        """The version of its rules."""
        return self.settings.rules_version

    @property
    def took_ms(self) -> int:
        """From the beginning to the last answer."""
        return sum(one.took_ms for one in self._all)

    @property
    def _all(self) -> tuple[Said | Filled, ...]:
        return *self.said, *(one for _, some in self.filled for one in some)

    @property
    def said_in_time(self) -> tuple[Said, ...]:
        """What of the round was dealt before the time was over; the round is what comes first."""
        clocks = accumulate(one.took_ms for one in self.said)
        return self.said[: sum(clock <= 1_000 * self.terms.time_limit_s for clock in clocks)]

    def of(self, drill: str) -> tuple[Filled, ...]:
        """The questions of a part that are answered."""
        return dict(self.filled).get(drill, ())

    def lesson(self) -> Lesson:
        """The game as it was dealt."""
        lesson = Lesson.of(
            self.game,
            rules_version=self.rules_version,
            settings=self.settings,
            device=self.device,
        )
        require_settings(lesson.game, self.settings)
        return lesson

    def paper_again(self) -> Paper:
        """The paper it was sat with, made again; refuses where this program asks another."""
        paper = paper_for(self.lesson(), self.seed, self.terms)
        if paper.digest != self.paper:
            raise Rejection(
                Code.EXAM_INVALID,
                f"It was sat with Croupier {harmless(self.program)}, and for its seed this program "
                f"({croupier.__version__}) asks something else: it cannot be graded here.",
            )
        return paper

    def of_its_paper(self) -> "Answers":
        """The same with the digest of the paper that this program makes for them."""
        return replace(self, paper=paper_for(self.lesson(), self.seed, self.terms).digest)

    def to_json(self) -> dict[str, Json]:
        """What is written into a file."""
        names = ("program", "device", "settings", "seed", "terms", "paper")
        return {
            "format": FORMAT,
            "version": VERSION,
            **{name: to_json(getattr(self, name)) for name in (*names, "candidate", "taken_ms")},
            "parts": {
                PROCEDURE: [to_json(one) for one in self.said],
                **{
                    name: [{"answers": dict(one.answers), "took_ms": one.took_ms} for one in some]
                    for name, some in self.filled
                },
            },
        }


def _refused(why: str) -> Rejection:
    return Rejection(Code.EXAM_INVALID, why)


def begun(paper: Paper, candidate: str, taken_ms: int) -> Answers:
    """An examination in which nothing is answered yet."""
    lesson = paper.lesson
    return Answers(
        program=croupier.__version__,
        device=lesson.device.name,
        settings=lesson.settings,
        seed=paper.seed,
        terms=paper.terms,
        paper=paper.digest,
        candidate=" ".join(candidate.split()),
        taken_ms=taken_ms,
    )
