"""The empty form of a paper: a file of answers with what is asked in it, to be filled in."""

from croupier.table.codec import Json, to_json
from croupier.table.settings import settings_for
from croupier.training.exam.answers import FORMAT, VERSION
from croupier.training.exam.paper import PROCEDURE, Paper
from croupier.training.exam.wording import scene_text
from croupier.training.questions import Task

__all__ = ["empty_form"]


def empty_form(paper: Paper, candidate: str = "") -> dict[str, Json]:
    """A file of answers in which nothing is answered yet, with what is asked beside it."""
    lesson = paper.lesson
    is_usual = lesson.settings == settings_for(lesson.game)
    table = {"game": lesson.game.id} if is_usual else {"settings": to_json(lesson.settings)}
    return {
        "format": FORMAT,
        "version": VERSION,
        **table,
        "device": lesson.device.name,
        "seed": paper.seed,
        "terms": to_json(paper.terms),
        "paper": paper.digest,
        "candidate": candidate,
        "taken": "",
        "parts": {
            part.name: [_empty(task) for task in paper.tasks(part.name)]
            if part.name != PROCEDURE
            else [""] * part.count
            for part in paper.parts
        },
    }


def _empty(task: Task) -> dict[str, Json]:
    """A question, and its blanks with nothing in them."""
    question = task.question
    asked: list[Json] = [question.text]
    if shown := scene_text(question.scene):
        asked.append(shown)
    for blank in question.blanks:
        offered = ", ".join(f"{option.name} ({option.label})" for option in blank.options)
        asked.append(f"{blank.name}: {blank.label} {offered}".strip())
    return {"asked": asked, "answers": {blank.name: "" for blank in question.blanks}}
