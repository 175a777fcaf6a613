"""The paper of an examination as it is printed for a candidate with a pen, and as JSON.

It says what is asked and nothing of what is right. A round cannot be dealt on paper; of that part
it says what the examiner tells the candidate before it.
"""

from collections.abc import Sequence
from dataclasses import asdict
from shlex import join
from typing import Any, Final

import typer

from croupier.cli.columns import WIDTH, show_heading, show_text
from croupier.cli.school_scene import scene_lines
from croupier.money import CHIPS, format_cents
from croupier.table.codec import to_json
from croupier.training.exam import ExamTerms, Paper, Part
from croupier.training.exam.wording import needed_text, parts_text, table_rows, unusual
from croupier.training.procedure import CloseBets
from croupier.training.procedure.wording import seats_words
from croupier.training.questions import Blank, BlankKind, Task

__all__ = ["paper_json", "show_paper"]

_TOLD: Final = ("text", "scene", "blanks")
"""Of a question; what it practises would give the answer away."""
_LINE: Final = "_" * 30


def paper_json(paper: Paper) -> dict[str, Any]:
    """What is asked, without what is right."""
    lesson = paper.lesson
    return {
        "game": lesson.game.id,
        "name": lesson.game.name,
        "rules_version": lesson.settings.rules_version,
        "device": lesson.device.name,
        **unusual(lesson),
        "seed": paper.seed,
        "terms": to_json(paper.terms),
        "paper": paper.digest,
        "seats": list(paper.procedure.seats),
        "bets": _bets(paper),
        "rack": _rack(),
        "parts": [
            {
                "name": part.name,
                "title": part.title,
                "count": part.count,
                "questions": [
                    {name: to_json(getattr(task.question, name)) for name in _TOLD}
                    for task in paper.tasks(part.name)
                ],
            }
            for part in paper.parts
        ],
    }


def show_paper(paper: Paper) -> None:
    """The same to be printed, with room for the answers."""
    lesson = paper.lesson
    show_heading(f"{lesson.game.name}: table test, the paper of seed {paper.seed:,}")
    typer.echo()
    for name in ("Candidate", "Date", "Signature"):
        typer.echo(f"  {name:<11}{_LINE}")
        typer.echo()
    for name, said in (
        ("Game", f"{lesson.game.name}, rules version {lesson.settings.rules_version}"),
        *table_rows(lesson),
        ("Asked", parts_text(paper.parts)),
        ("Needed", needed_text(paper.terms)),
        ("Paper", paper.digest),
    ):
        show_text(said, indent=2, first=f"{name:<12}")
    for part in paper.parts:
        show_heading(part.title)
        if tasks := paper.tasks(part.name):
            _show_questions(tasks)
        else:
            _show_round(paper, part)


def _show_round(paper: Paper, part: Part) -> None:
    """What is known before the first card."""
    show_text(
        f"This part is dealt, not written: a round from a {paper.lesson.device.name} to "
        f"{seats_words(paper.procedure.seats)}, in {part.count} steps, at a table before an "
        "examiner or at a terminal:"
    )
    show_text(_command(paper), indent=2)
    for bet in _bets(paper):
        show_text(bet, indent=2)


def _command(paper: Paper) -> str:
    """How the same paper is sat in a terminal."""
    lesson, terms, usual = paper.lesson, asdict(paper.terms), asdict(ExamTerms())
    other = unusual(lesson)
    options = [
        *(("--terms", f"{name}={terms[name]}") for name in terms if terms[name] != usual[name]),
        *([("--device", lesson.device.name)] if lesson.device != lesson.game.devices[0] else []),
        *(("--ruling", f"{name}={reading}") for name, reading in other["rulings"].items()),
        *(("--paytable", f"{spot}={table}") for spot, table in other["pay_tables"].items()),
    ]
    words = ["croupier", "exam", lesson.game.id, "--seed", str(paper.seed)]
    return join([*words, *(word for option in options for word in option)])


def _show_questions(tasks: Sequence[Task]) -> None:
    blanks = [blank for task in tasks for blank in task.question.blanks]
    if any(blank.kind is BlankKind.CHIPS for blank in blanks):
        show_text(f"Chips in the rack: {', '.join(_rack())}.")
    for at, task in enumerate(tasks, 1):
        typer.echo()
        for line in scene_lines(task.question.scene):
            typer.echo(line)
        show_text(task.question.text, first=f"{at}. ")
        for blank in task.question.blanks:
            _show_blank(blank, is_asked=blank.label in task.question.text)


def _show_blank(blank: Blank, *, is_asked: bool) -> None:
    """Its question, its options one to a line, and room for the answer."""
    if not is_asked:
        show_text(blank.label, indent=4)
    for at, option in enumerate(blank.options, 1):
        show_text(option.label, indent=6, first=f"{at}: ")
    typer.echo(f"    {_LINE[: WIDTH - 4]}")


def _bets(paper: Paper) -> list[str]:
    """What the players have bet by the time bets are closed; no card is dealt by then."""
    told: list[str] = []
    for stage in paper.procedure.stages:
        told += stage.told
        if isinstance(stage.wanted, CloseBets):
            return told
    # Where nobody closes bets, what is told is told of the whole round.
    return []


def _rack() -> list[str]:
    return [format_cents(chip.value_cents) for chip in CHIPS]
