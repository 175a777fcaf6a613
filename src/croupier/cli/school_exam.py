"""An examination sat in lines: a round to deal, then questions, while the time runs.

Nothing is said of right and wrong before the end.
"""

from croupier.cli.school_desk import Desk, Left
from croupier.cli.school_procedure import MoveHelp, StageTeller
from croupier.cli.school_questions import ask_question, show_question
from croupier.plurals import counted
from croupier.training.exam import Answers, Paper, turn, with_filled, with_said
from croupier.training.exam.wording import minutes_text, needed_text, table_rows
from croupier.training.procedure import Stage
from croupier.training.questions import Task

__all__ = ["introduce", "sit"]


def introduce(desk: Desk, paper: Paper, candidate: str) -> None:
    """What is to come, before the time runs."""
    terms, lesson = paper.terms, paper.lesson
    desk.heading(f"{lesson.game.name}: table test of {candidate}, seed {paper.seed:,}")
    for part in paper.parts:
        asked = "step" if not paper.tasks(part.name) else "question"
        desk.write(f"  {part.title:<28} {counted(part.count, asked)}")
    for name, said in table_rows(lesson):
        desk.text(f"{name}: {said}.")
    desk.text(
        f"Needed: {needed_text(terms)}. Each step and each answer is given once; nothing is said "
        "of right and wrong before the end."
    )
    desk.text("Type ? for how things are said, skip to pass over, quit to hand in.")


def sit(desk: Desk, paper: Paper, answers: Answers) -> Answers:
    """Asks what is not answered yet, until everything is, the time is over or he hands in."""
    teller = StageTeller(desk, paper.procedure)
    title = ""
    desk.begin()
    while (asked := turn(paper, answers)) is not None:
        left_ms = paper.terms.time_limit_s * 1_000 - answers.took_ms
        if left_ms < 0:
            desk.heading("The time is over.")
            break
        if asked.part.title != title:
            title = asked.part.title
            desk.heading(title)
        aside = f", {minutes_text(left_ms)} left"
        try:
            if asked.stage is not None:
                teller.tell(asked.stage, asked.told, aside)
                answers = _step(desk, paper, answers, asked.stage)
            else:
                assert asked.task is not None, "either a step or a question is asked"
                desk.heading(f"Question {asked.at + 1} of {asked.part.count}{aside}")
                answers = _question(desk, paper, answers, asked.task)
        except Left:
            if _hands_in(desk):
                break
    return answers


def _step(desk: Desk, paper: Paper, answers: Answers, stage: Stage) -> Answers:
    """One step of the round; its time is all that has passed since the answer before."""
    helping = MoveHelp(desk, paper.procedure, stage)
    move = desk.ask(helping.read, helping.show)
    return with_said(paper, answers, "" if move is None else str(move), desk.begin())


def _question(desk: Desk, paper: Paper, answers: Answers, task: Task) -> Answers:
    show_question(desk, task.question)
    given = ask_question(desk, paper.lesson, task, with_hints=False)
    return with_filled(paper, answers, given.answers, desk.begin())


def _hands_in(desk: Desk) -> bool:
    """Asks once more: what is not answered is lost. Where lines have ended, nobody answers."""
    desk.text("Hand in? What is not answered counts as wrong. Type yes, or no to go on.")
    try:
        return desk.ask(_is_yes, ["yes hands in, no goes on."]) is not False
    except Left:
        return True


def _is_yes(said: str) -> bool:
    return said.casefold().startswith("y")
