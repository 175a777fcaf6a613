"""A drill whose module is loaded when it is first used: the command line starts without it."""

from collections.abc import Callable
from dataclasses import dataclass

from croupier.training.drills.drill import Drill
from croupier.training.lesson import Lesson
from croupier.training.questions import Task

__all__ = ["Later"]


@dataclass(frozen=True, slots=True)
class Later:
    """A drill by what it is called, and how to get it."""

    name: str
    title: str
    about: str
    load: Callable[[], Drill]

    def items(self, lesson: Lesson) -> tuple[str, ...]:
        """What there is to practise."""
        return self.load().items(lesson)

    def task(self, lesson: Lesson, item: str, seed: int) -> Task:
        """A question for an item."""
        return self.load().task(lesson, item, seed)
