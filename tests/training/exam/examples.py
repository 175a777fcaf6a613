"""The examinations in `examples/exams/`: who sat them, and what they are."""

from pathlib import Path

from croupier.training.exam import ExamTerms, Record, paper_for, record_of
from croupier.training.lesson import Lesson

from .candidate import sat, some_places

SEED = 7
MORNING_MS = 1_777_629_600_000
"""The first of May 2026, ten o'clock, UTC."""

EXAMPLES = {
    "pick-2-poker": "Ann Lee",
    "roll-your-own-blackjack": "Bruno Costa",
    "stadium-three-card-poker": "Chidi Okafor",
    "three-card-poker": "Dana Novak",
    "three-way-action": "Emi Tanaka",
}
"""By game: a candidate."""


def path_of(game: str) -> Path:
    """Where an example is kept."""
    return Path(__file__).parents[3] / "examples" / "exams" / f"{game}.json"


def example(game: str) -> Record:
    """The record of somebody who passes with a mistake or two in each part."""
    paper = paper_for(Lesson.of(game), SEED, ExamTerms())
    return record_of(paper, sat(paper, EXAMPLES[game], MORNING_MS, wrong=some_places(paper)))
