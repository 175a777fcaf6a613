"""Candidates who are made up: right almost everywhere, wrong where they are told to be."""

from collections.abc import Collection

from croupier.training.chance import Chance
from croupier.training.exam import Answers, Paper, begun, turn, with_filled, with_said
from croupier.training.procedure import Move, Stage, wrong_moves
from croupier.training.questions import BlankKind, Task

PACE_MS = 4_000, 14_000
"""How long they take for an answer, from and to."""


def sat(
    paper: Paper,
    candidate: str = "Ann Lee",
    taken_ms: int = 0,
    *,
    wrong: Collection[tuple[str, int]] = (),
    pace_ms: tuple[int, int] = PACE_MS,
) -> Answers:
    """All answers of a candidate who is wrong at these places only: part, and which from 0."""
    chance = Chance("candidate", paper.digest, candidate)
    answers = begun(paper, candidate, taken_ms)
    slips_left = set(wrong)
    while (asked := turn(paper, answers)) is not None:
        # After a slip the same step may come again, and is done rightly then.
        which = asked.stage.number - 1 if asked.stage is not None else asked.at
        is_wrong = (asked.part.name, which) in slips_left
        slips_left.discard((asked.part.name, which))
        took_ms = chance.randrange(*pace_ms)
        if asked.stage is not None:
            move = slip(paper, asked.stage) if is_wrong else asked.stage.wanted
            answers = with_said(paper, answers, str(move), took_ms)
        else:
            filled = asked.task.right_answers()
            if is_wrong:
                filled |= one_wrong(asked.task, -1)
            answers = with_filled(paper, answers, filled, took_ms)
    return answers


def slip(paper: Paper, stage: Stage) -> Move:
    """What a candidate would do wrong at a step, without doing another one of the round."""
    steps = [one.wanted for one in paper.procedure.stages]
    wrong = [one.move for one in wrong_moves(paper.procedure, stage.number - 1)]
    # The last are the right step with one thing wrong.
    return next(move for move in reversed(wrong) if move not in steps)


def one_wrong(task: Task, at: int = 0) -> dict[str, str]:
    """A wrong answer for one blank of a question; nothing at all where cards are asked for."""
    right = task.rights[at]
    blank = task.question.blank(right.blank)
    wrong = {
        BlankKind.CHOICE: [option.name for option in blank.options],
        BlankKind.AMOUNT: ["$1", "$2"],
        BlankKind.CHIPS: ["1x$5", "1x$1"],
        BlankKind.CARDS: [""],
    }
    others = [one for one in wrong[blank.kind] if one not in right.accepted]
    return {blank.name: others[0]}


def some_places(paper: Paper, each: int = 2) -> list[tuple[str, int]]:
    """A few places in every part, spread by chance."""
    chance = Chance("places", paper.digest)
    return [
        (part.name, at)
        for part in paper.parts
        for at in chance.sample(range(part.count), min(each, part.count // 4))
    ]
