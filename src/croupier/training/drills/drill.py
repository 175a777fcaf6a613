"""What a drill is: a list of things to practise, and a question for each, as often as wanted."""

from typing import Protocol

from croupier.training.lesson import Lesson
from croupier.training.questions import Task

__all__ = ["Drill"]


class Drill(Protocol):
    """One kind of exercise, for any game."""

    @property
    def name(self) -> str:
        """For programs: `payouts`."""
        ...

    @property
    def title(self) -> str:
        """For people."""
        ...

    @property
    def about(self) -> str:
        """What is practised, in one sentence."""
        ...

    def items(self, lesson: Lesson) -> tuple[str, ...]:
        """What there is to practise, the usual before the rare; none where a game has nothing.

        What was missed comes back by these names, so they stay as they are.
        """
        ...

    def task(self, lesson: Lesson, item: str, seed: int) -> Task:
        """A question for an item: the same for the same seed, another for another."""
        ...
