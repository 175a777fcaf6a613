"""Which question comes next: what a trainee needs by his progress, or what a seed says.

With progress kept in a file, what he missed comes back sooner, and hands that the coach saw him
play wrongly come first. With a seed the same questions come in the same order, on every machine
and whatever he knows, and nothing is kept.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from croupier.plurals import counted
from croupier.rejection import Code, Rejection
from croupier.table.codec import Json
from croupier.training.chance import Chance
from croupier.training.drills.drill import Drill
from croupier.training.lesson import Lesson
from croupier.training.marking import Mark
from croupier.training.progress import again_in_s
from croupier.training.progress_file import ProgressFile
from croupier.training.questions import Task

__all__ = ["ByProgress", "BySeed", "Plan", "Planned", "items_of"]

_SEEDS = 2**31
_DECISIONS = "decisions"
"""The drill in which hands are asked again that the coach saw played wrongly."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A question that comes now."""

    item: str
    task: Task
    missed: Json = None
    """The hand it was made of, where the coach kept one."""


class Plan(Protocol):
    """What comes next, and what is made of how it went."""

    left_out: int
    """How many hands that the coach kept could not be asked: they are of other rules."""
    unreadable: int
    """How many others cannot be read."""

    def next(self) -> Planned:
        """The next question."""
        ...

    def answered(self, planned: Planned, mark: Mark, seconds: float, *, is_helped: bool) -> str:
        """Notes how it went; says when it comes back."""
        ...


def items_of(lesson: Lesson, drill: Drill) -> tuple[str, ...]:
    """What there is to practise; refuses a drill for which the game has nothing."""
    items = drill.items(lesson)
    if not items:
        raise Rejection(
            Code.DRILL_UNKNOWN,
            f"{lesson.game.name} has nothing to practise in the drill {drill.name}.",
        )
    return items


class BySeed:
    """Every item once before one comes again, in an order that follows from the seed."""

    def __init__(self, lesson: Lesson, drill: Drill, seed: int) -> None:
        self._lesson = lesson
        self._drill = drill
        self._items = items_of(lesson, drill)
        self._chance = Chance("train", lesson.game.id, drill.name, seed)
        self._coming: deque[str] = deque()
        self.left_out = self.unreadable = 0

    def next(self) -> Planned:
        if not self._coming:
            # What is usual comes before what is rare, as it is learnt.
            self._coming.extend(_mixed(self._items, self._chance))
        item = self._coming.popleft()
        return Planned(item, self._drill.task(self._lesson, item, self._chance.randrange(_SEEDS)))

    def answered(self, *_: object, **__: object) -> str:
        return ""


class ByProgress:
    """What is due, what was missed first; then what is new."""

    def __init__(
        self,
        lesson: Lesson,
        drill: Drill,
        file: ProgressFile,
        chance: Random,
        now_ms: Callable[[], int],
    ) -> None:
        self._lesson = lesson
        self._drill = drill
        self._file = file
        self._chance = chance
        self._now_ms = now_ms
        self._items = items_of(lesson, drill)
        self._after: str | None = None
        self.left_out = self.unreadable = 0
        # Each of these hands is asked once in a session, however it goes.
        is_decisions = drill.name == _DECISIONS
        self._hands = deque(file.missed_hands(lesson.game.id) if is_decisions else ())

    def next(self) -> Planned:
        while self._hands:
            hand = self._hands.popleft()
            try:
                task = _task_of_hand(self._lesson, hand)
            except Rejection as refused:
                # It stays in the file, for a program that knows its rules.
                if refused.code is Code.RECORD_INVALID:
                    self.unreadable += 1
                else:
                    self.left_out += 1
                continue
            return Planned(task.question.item, task, hand)
        progress = self._file.drill(self._lesson.game.id, self._drill.name).progress
        item = progress.next_item(self._items, self._now_ms(), self._chance, after=self._after)
        self._after = item
        return Planned(item, self._drill.task(self._lesson, item, self._chance.randrange(_SEEDS)))

    def answered(self, planned: Planned, mark: Mark, seconds: float, *, is_helped: bool) -> str:
        game, drill = self._lesson.game.id, self._drill.name
        progress = self._file.drill(game, drill).progress
        now_ms, is_known = self._now_ms(), mark.is_full and not is_helped
        state = progress.rated(planned.item, mark, seconds, now_ms, is_helped=is_helped)
        self._file.keep(game, drill, planned.item, state, is_right=is_known)
        if planned.missed is not None and is_known:
            kept = [hand for hand in self._file.missed_hands(game) if hand != planned.missed]
            self._file.keep_missed_hands(game, kept)
        return _again(again_in_s(state, self._now_ms()))


def _task_of_hand(lesson: Lesson, hand: Json) -> Task:
    from croupier.training.coach.missed import missed_from_json  # noqa: PLC0415
    from croupier.training.drills.decisions import task_of  # noqa: PLC0415 (numba is slow to load)

    return task_of(lesson, missed_from_json(hand))


def _mixed(items: tuple[str, ...], chance: Random) -> list[str]:
    """The items in their order, each a few places off."""
    return [
        items[at]
        for at in sorted(range(len(items)), key=lambda at: at + chance.randrange(len(items)))
    ]


def _again(seconds: int) -> str:
    """Says when an item comes back: `It comes back in 10 minutes.`, for one."""
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        count = round(seconds / length)
        if count:
            return f"It comes back in {counted(count, unit)}."
    return "It comes back soon."
