"""A drill in lines: question after question, what was wrong with each, and a report at the end."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from croupier.cli.progress import progress_shown
from croupier.cli.school_desk import Desk, Left
from croupier.cli.school_plan import Plan, Planned
from croupier.cli.school_questions import ask_question, show_mark, show_question
from croupier.plurals import counted
from croupier.table.codec import to_json
from croupier.training.drills.drill import Drill
from croupier.training.lesson import Lesson
from croupier.training.marking import Mark, added_up

__all__ = ["Answered", "DrillReport", "practise"]


@dataclass(frozen=True, slots=True)
class Answered:
    """One question and how it went."""

    planned: Planned
    answers: dict[str, str]
    mark: Mark
    seconds: float
    is_helped: bool
    """Whether he asked for the clause that decides."""

    @property
    def is_right(self) -> bool:
        """Whether he knew it: without a mistake, and without help."""
        return self.mark.is_full and not self.is_helped


@dataclass(frozen=True, slots=True)
class DrillReport:
    """How a drill went."""

    lesson: Lesson
    drill: Drill
    answered: tuple[Answered, ...]

    @property
    def mark(self) -> Mark:
        """All questions together."""
        return added_up(one.mark for one in self.answered)

    @property
    def helped(self) -> int:
        """How many questions were answered with help."""
        return sum(one.is_helped for one in self.answered)

    @property
    def longest_run(self) -> int:
        """How many questions in a row were right, at the most."""
        runs = groupby(self.answered, key=lambda one: one.is_right)
        return max((len(list(run)) for is_right, run in runs if is_right), default=0)

    def to_json(self) -> dict[str, Any]:
        """For programs: every question with what was answered and what is right."""
        return {
            "game": self.lesson.game.id,
            "drill": self.drill.name,
            "points": self.mark.points,
            "possible": self.mark.possible,
            "right": sum(one.is_right for one in self.answered),
            "helped": self.helped,
            "longest_run": self.longest_run,
            "questions": [
                {
                    "question": to_json(one.planned.task.question),
                    "answers": one.answers,
                    "right_answers": one.planned.task.right_answers(),
                    "mark": to_json(one.mark),
                    "seconds": round(one.seconds, 3),
                    "is_helped": one.is_helped,
                }
                for one in self.answered
            ],
        }

    def show(self, desk: Desk) -> None:
        """The report as a person reads it."""
        if not self.answered:
            desk.write("Nothing was answered.")
            return
        whole = self.mark
        right = sum(one.is_right for one in self.answered)
        seconds = sum(one.seconds for one in self.answered) / len(self.answered)
        speed = f", {seconds:.1f} seconds a question" if desk.is_typed else ""
        desk.heading("How it went")
        run = f", {self.longest_run} in a row" if self.longest_run > 1 else ""
        desk.text(
            f"{right} of {counted(len(self.answered), 'question')} without a mistake{run}, "
            f"{whole.points} of {whole.possible} points ({whole.percent:.0f}%){speed}."
        )
        if self.helped:
            desk.text(f"Help was asked for in {counted(self.helped, 'question')}.")
        kinds = Counter(str(mistake.kind) for mistake in whole.mistakes)
        for kind, count in kinds.most_common():
            desk.write(f"  {kind.replace('_', ' ')}: {count}")


def practise(desk: Desk, lesson: Lesson, drill: Drill, plan: Plan, count: int) -> DrillReport:
    """Asks so many questions, or as many as the trainee stays for."""
    desk.heading(f"{lesson.game.name}: {drill.title}")
    desk.text(f"{drill.about} Type ? for help at any question, quit to leave.")
    answered: list[Answered] = []
    try:
        while len(answered) < count:
            title = f"Question {len(answered) + 1} of {count}"
            answered.append(_one(desk, lesson, plan, title))
    except Left:
        # What was answered until then is told all the same.
        pass
    return DrillReport(lesson, drill, tuple(answered))


def _one(desk: Desk, lesson: Lesson, plan: Plan, title: str) -> Answered:
    with progress_shown(f"{lesson.game.name}: preparing a question"):
        planned = plan.next()
    task = planned.task
    desk.heading(f"{title}{', a hand you played wrongly' if planned.missed else ''}")
    show_question(desk, task.question)
    desk.begin()
    given = ask_question(desk, lesson, task, with_hints=True)
    seconds = desk.seconds
    mark = task.mark(given.answers)
    again = plan.answered(planned, mark, seconds, is_helped=given.is_helped)
    show_mark(desk, lesson, task, mark)
    if again and not mark.is_full:
        desk.write(f"  {again}")
    return Answered(planned, given.answers, mark, seconds, given.is_helped)
