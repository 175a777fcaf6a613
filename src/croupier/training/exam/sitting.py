"""An examination while it is sat: what is asked now, and what has been said so far.

Nothing here says whether an answer was right. What cannot be read as an answer is refused and may
be said again; an empty one counts as not given.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.training.exam.answers import DAY_MS, Answers, Filled, Said
from croupier.training.exam.paper import PROCEDURE, Paper, Part
from croupier.training.procedure import ProcedureRun, Stage, read_said
from croupier.training.questions import Task, tidied

__all__ = ["Turn", "dealt_by", "turn", "with_filled", "with_said"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What is asked now."""

    part: Part
    at: int
    """Which of the part's answers, counted from 0."""
    of: int
    """How many the part comes to. A round that is dealt may take more answers than it has steps, or
    fewer; here stand its steps, so that nobody learns from it what he has left out."""
    stage: Stage | None
    """The step of the round, in the part in which one is dealt."""
    told: tuple[str, ...]
    """What happened since the answer before, in that part."""
    task: Task | None
    """The question, in the others."""


def turn(paper: Paper, answers: Answers) -> Turn | None:
    """What is asked after these answers; None when everything is answered."""
    for part in paper.parts:
        if part.name == PROCEDURE:
            run = dealt_by(paper, answers.said)
            if run.stage is not None:
                at = len(answers.said)
                return Turn(part, at, max(part.count, at + 1), run.stage, run.told, None)
        else:
            at = len(answers.of(part.name))
            if at < part.count:
                return Turn(part, at, part.count, None, (), paper.tasks(part.name)[at])
    return None


def dealt_by(paper: Paper, said: Iterable[Said]) -> ProcedureRun:
    """The round as the candidate dealt it: what he said, one after the other.

    It need not be as many moves as there are steps: what he did once too often, or left out, is
    one mistake. Moves after the end of the round are refused.
    """
    run = ProcedureRun(paper.procedure, is_free_run=True)
    for at, one in enumerate(said, 1):
        if run.stage is None:
            raise Rejection(
                Code.EXAM_INVALID,
                f"The round is over after {at - 1} answers of {PROCEDURE}, and more are given.",
            )
        try:
            if one.said.strip():
                run.say(one.said, one.took_ms)
            else:
                run.pass_over(one.took_ms)
        except Rejection as refusal:
            raise Rejection(
                Code.EXAM_INVALID, f"Answer {at} of {PROCEDURE} is none: {refusal.detail}"
            ) from None
    return run


def with_said(paper: Paper, answers: Answers, said: str, took_ms: int) -> Answers:
    """The answers with one more step of the round; empty to pass it over."""
    asked = _asked(paper, answers)
    if asked.stage is None:
        raise _other_part(asked)
    move = str(read_said(paper.procedure, asked.stage, said)) if said.strip() else ""
    return replace(answers, said=(*answers.said, Said(move, _within_a_day(took_ms))))


def with_filled(paper: Paper, answers: Answers, filled: Mapping[str, str], took_ms: int) -> Answers:
    """The answers with one more question filled in; blanks may be left out."""
    asked = _asked(paper, answers)
    if asked.task is None:
        raise _other_part(asked)
    question = asked.task.question
    tidy = {
        blank.name: tidied(blank, filled[blank.name])
        for blank in map(question.blank, filled)
        if filled[blank.name].strip()
    }
    name = asked.part.name
    done = (*answers.of(name), Filled(tuple(tidy.items()), _within_a_day(took_ms)))
    others = tuple((other, some) for other, some in answers.filled if other != name)
    return replace(answers, filled=(*others, (name, done)))


def _within_a_day(took_ms: int) -> int:
    """Who lets an examination lie for days comes too late all the same, and is told so."""
    return min(max(took_ms, 0), DAY_MS)


def _asked(paper: Paper, answers: Answers) -> Turn:
    asked = turn(paper, answers)
    if asked is None:
        raise Rejection(Code.EXAM_INVALID, "Everything is answered; the examination is over.")
    return asked


def _other_part(asked: Turn) -> Rejection:
    wanted = "a step of the round" if asked.stage is not None else "an answer to a question"
    return Rejection(
        Code.EXAM_INVALID,
        f"In the part {quoted(asked.part.title, longest=60)} what comes now is {wanted}.",
    )
