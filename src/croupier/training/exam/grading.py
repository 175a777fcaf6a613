"""Marks an examination: a point for each step of the round and each blank of a question.

What was said after the time was over counts as wrong, and what was not said too. Everything is
whole numbers: the same answers have the same result on every machine.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from croupier.rejection import Code, Rejection
from croupier.training.exam.answers import Answers, Said
from croupier.training.exam.paper import PROCEDURE, Paper, Part
from croupier.training.exam.sitting import dealt_by
from croupier.training.exam.terms import ExamTerms
from croupier.training.lesson import Lesson
from croupier.training.marking import Mark, Mistake, MistakeKind, added_up
from croupier.training.procedure import ProcedureRun
from croupier.training.procedure.judging import unanswered
from croupier.training.questions import Task

__all__ = ["ExamMistake", "PartResult", "Result", "clauses_broken", "grade", "percent_text"]


@dataclass(frozen=True, slots=True)
class ExamMistake:
    """One thing that was wrong, and where."""

    part: str
    at: int
    """Which step or question of the part, counted from 1."""
    asked: str
    """What the question was, or which step of the round."""
    kind: MistakeKind
    said: str
    wanted: str
    clause: str
    why: str


@dataclass(frozen=True, slots=True)
class PartResult:
    """How one part went."""

    name: str
    title: str
    points: int
    possible: int
    percent_hundredths: int
    """Rounded down, so that nothing looks like enough that is not."""
    took_ms: int
    passed: bool
    """Whether it has what each part needs."""


@dataclass(frozen=True, slots=True)
class Result:
    """How an examination went."""

    points: int
    possible: int
    percent_hundredths: int
    took_ms: int
    too_late: int
    """How many answers came after the time was over."""
    passed: bool
    why: tuple[str, ...]
    """Why not, a sentence for each reason; none where it is passed."""
    parts: tuple[PartResult, ...]
    mistakes: tuple[ExamMistake, ...]


@dataclass(frozen=True, slots=True)
class _Marked:
    """One answer, with what it has earned."""

    at: int
    asked: str
    mark: Mark
    took_ms: int
    late: int
    """How many answers to it came after the time was over."""


def grade(paper: Paper, answers: Answers) -> Result:
    """The result of these answers to this paper."""
    if answers.paper != paper.digest:
        raise Rejection(Code.EXAM_INVALID, "These answers were given to another paper.")
    marked: list[tuple[Part, list[_Marked]]] = []
    clock_ms = 0
    for part in paper.parts:
        some = _procedure if part.name == PROCEDURE else _drill
        marked.append((part, some(paper, part, answers, clock_ms)))
        clock_ms += sum(one.took_ms for one in marked[-1][1])
    _check_parts(paper, answers)
    terms = paper.terms
    parts = tuple(_part_result(part, some, terms) for part, some in marked)
    whole = added_up(one.mark for _, some in marked for one in some)
    passed = _is_enough(whole.points, whole.possible, terms.pass_percent) and all(
        part.passed for part in parts
    )
    too_late = sum(one.late for _, some in marked for one in some)
    return Result(
        whole.points,
        whole.possible,
        _hundredths(whole.points, whole.possible),
        clock_ms,
        too_late,
        passed,
        () if passed else tuple(_reasons(whole, parts, too_late, terms)),
        parts,
        tuple(_mistakes(marked)),
    )


def clauses_broken(lesson: Lesson, result: Result) -> dict[str, str]:
    """What the clauses behind the mistakes say, by name, in the order of the mistakes."""
    said = {one.clause: lesson.clause_says(one.clause) for one in result.mistakes}
    return {clause: sentence for clause, sentence in said.items() if sentence}


def percent_text(hundredths: int) -> str:
    """`87.5%`, of hundredths of a percent; what is finer is left out, and never rounded up."""
    whole, tenths = divmod(hundredths // 10, 10)
    return f"{whole}.{tenths}%" if tenths else f"{whole}%"


def _procedure(paper: Paper, part: Part, answers: Answers, clock_ms: int) -> list[_Marked]:
    """What was said in time is followed as in a free run; what is left then was not answered."""
    del part, clock_ms
    in_time = answers.said_in_time
    run = dealt_by(paper, in_time)
    took: Counter[int] = Counter()
    wrong: dict[int, list[Mistake]] = {}
    for one in run.judged:
        took[one.number] += one.took_ms
        if one.mistake is not None:
            wrong.setdefault(one.number, []).append(one.mistake)
    marked = []
    for stage in paper.procedure.stages[: run.at]:
        points = int(stage.number in run.right)
        mark = Mark(points, 1, tuple(wrong.get(stage.number, ())))
        marked.append(_Marked(stage.number, stage.label, mark, took[stage.number], 0))
    return [*marked, *_not_dealt(paper, run, answers.said[len(in_time) :])]


def _not_dealt(paper: Paper, run: ProcedureRun, late: Sequence[Said]) -> Iterator[_Marked]:
    """The steps that were not come to: a point is lost for each, by time or by silence."""
    rest = paper.procedure.stages[run.at :]
    for stage in rest:
        # What was wrong at the step at which he stopped stays wrong.
        tried = [one for one in run.judged if one.number == stage.number]
        mistakes = tuple(one.mistake for one in tried if one.mistake is not None)
        mark = Mark(0, 1, mistakes or (unanswered(stage),))
        mine = late if stage is rest[-1] else late[:1]
        late = late[len(mine) :]
        took_ms = sum(one.took_ms for one in tried) + sum(one.took_ms for one in mine)
        mark = _late(mark) if mine and not mistakes else mark
        yield _Marked(stage.number, stage.label, mark, took_ms, len(mine))


def _drill(paper: Paper, part: Part, answers: Answers, clock_ms: int) -> list[_Marked]:
    given = answers.of(part.name)
    _check_count(part, len(given))
    marked = []
    for at, task in enumerate(paper.tasks(part.name)):
        filled = given[at] if at < len(given) else None
        took_ms = filled.took_ms if filled is not None else 0
        clock_ms += took_ms
        is_late = filled is not None and clock_ms > paper.terms.time_limit_s * 1_000
        # What came too late is not even read.
        if filled is None or is_late:
            mark = _late(task.mark({})) if is_late else task.mark({})
        else:
            mark = _mark_of(part, at, task, dict(filled.answers))
        marked.append(_Marked(at + 1, task.question.text, mark, took_ms, int(is_late)))
    return marked


def _mark_of(part: Part, at: int, task: Task, filled: Mapping[str, str]) -> Mark:
    try:
        return task.mark(filled)
    except Rejection as refusal:
        raise _unreadable(part, at, refusal) from None


def _late(nothing: Mark) -> Mark:
    """Nothing counts of what came too late."""
    mistakes = tuple(replace(one, kind=MistakeKind.TOO_LATE) for one in nothing.mistakes)
    return Mark(0, nothing.possible, mistakes)


def _unreadable(part: Part, at: int, refusal: Rejection) -> Rejection:
    return Rejection(Code.EXAM_INVALID, f"Answer {at + 1} of {part.name} is none: {refusal.detail}")


def _check_count(part: Part, given: int) -> None:
    if given > part.count:
        raise Rejection(
            Code.EXAM_INVALID,
            f"The part {part.name} asks for {part.count} answers, and {given} are given.",
        )


def _check_parts(paper: Paper, answers: Answers) -> None:
    names = {part.name for part in paper.parts}
    for name, _ in answers.filled:
        if name not in names:
            raise Rejection(
                Code.EXAM_INVALID,
                f"This examination has no part “{name}”; it has {', '.join(sorted(names))}.",
            )


def _part_result(part: Part, marked: Iterable[_Marked], terms: ExamTerms) -> PartResult:
    some = list(marked)
    whole = added_up(one.mark for one in some)
    return PartResult(
        part.name,
        part.title,
        whole.points,
        whole.possible,
        _hundredths(whole.points, whole.possible),
        sum(one.took_ms for one in some),
        _is_enough(whole.points, whole.possible, terms.least_part_percent),
    )


def _mistakes(marked: Iterable[tuple[Part, list[_Marked]]]) -> Iterable[ExamMistake]:
    for part, some in marked:
        for one in some:
            for wrong in one.mark.mistakes:
                yield ExamMistake(
                    part.name,
                    one.at,
                    one.asked,
                    wrong.kind,
                    wrong.said,
                    wrong.wanted,
                    wrong.clause,
                    wrong.why,
                )


def _reasons(
    whole: Mark, parts: Iterable[PartResult], too_late: int, terms: ExamTerms
) -> Iterable[str]:
    if not _is_enough(whole.points, whole.possible, terms.pass_percent):
        have = percent_text(_hundredths(whole.points, whole.possible))
        yield f"{have} of all points were earned; {terms.pass_percent}% are needed."
    for part in parts:
        if not part.passed:
            have = percent_text(part.percent_hundredths)
            yield (
                f"{have} of the part “{part.title}” were earned; {terms.least_part_percent}% of "
                "each part are needed."
            )
    if too_late:
        answers = "1 answer" if too_late == 1 else f"{too_late} answers"
        yield f"{answers} came after the time was over, and did not count."


def _is_enough(points: int, possible: int, percent: int) -> bool:
    return 100 * points >= percent * possible


def _hundredths(points: int, possible: int) -> int:
    return 10_000 * points // possible if possible else 10_000
