"""An examination on paper: a certificate for who passed, and the record that is filed.

Laid out by Typst from `exam.typ`. What it says goes in as data, not as markup, so no name and no
answer can disturb it. No clock and no font of the machine goes in either: the same record is the
same bytes.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from croupier.plurals import counted
from croupier.training.exam.answers import Filled
from croupier.training.exam.grading import ExamMistake, clauses_broken, percent_text
from croupier.training.exam.paper import Paper, Part
from croupier.training.exam.record import Record
from croupier.training.exam.sitting import dealt_by
from croupier.training.exam.wording import (
    day_text,
    limit_text,
    minutes_text,
    needed_text,
    parts_text,
    scene_text,
    spans_text,
    table_rows,
    taken_text,
)

__all__ = ["Standing", "exam_pdf", "exam_pngs", "unanswered"]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where in a house's log it stands that an examination was graded."""

    entry: int
    hash: str


def exam_pdf(record: Record, standing: Standing | None = None) -> bytes:
    """The whole file, accessible by the standard PDF/UA where that can be had."""
    import typst  # noqa: PLC0415 (the compiler is large)

    try:
        (made,) = _compiled(record, standing, format="pdf", timestamp=0, pdf_standards=["ua-1"])
    except typst.TypstError:
        # The standard allows no letter that our fonts do not have, as a name may.
        (made,) = _compiled(record, standing, format="pdf", timestamp=0)
    return made


def exam_pngs(record: Record, standing: Standing | None = None, *, ppi: int = 72) -> list[bytes]:
    """Its pages as pictures, to be looked at."""
    return _compiled(record, standing, format="png", ppi=float(ppi))


def _compiled(record: Record, standing: Standing | None, **options: Any) -> list[bytes]:
    import typst  # noqa: PLC0415 (the compiler is large)

    template = files("croupier.training.exam").joinpath("exam.typ").read_bytes()
    made = typst.compile(
        template,
        sys_inputs={"exam": json.dumps(_as_data(record, standing))},
        # It looks the same on every machine, whatever fonts are on it.
        ignore_system_fonts=True,
        **options,
    )
    return list(made) if isinstance(made, list) else [made]


def _as_data(record: Record, standing: Standing | None) -> dict[str, Any]:
    answers, result = record.answers, record.result
    paper = answers.paper_again()
    lesson, terms = paper.lesson, paper.terms
    return {
        "candidate": answers.candidate,
        "game": lesson.game.name,
        "about": f"dealt from a {lesson.device.name}, by rules version {answers.rules_version}",
        "table": "; ".join(f"{name.lower()} {said}" for name, said in table_rows(lesson)[1:]),
        "day": day_text(answers.taken_ms),
        "passed": result.passed,
        "mark": percent_text(result.percent_hundredths),
        "needed": f"{terms.pass_percent}%",
        "terms": needed_text(terms),
        "least": f"{terms.least_part_percent}%",
        "points": f"{result.points} of {result.possible}",
        "why": result.why,
        "facts": _facts(paper, record),
        "parts": [
            {
                "title": part.title,
                "asked": counted(asked.count, "question" if paper.tasks(part.name) else "step"),
                "points": f"{part.points}",
                "possible": f"{part.possible}",
                "percent": percent_text(part.percent_hundredths),
                "took": minutes_text(part.took_ms),
                "passed": part.passed,
            }
            for part, asked in zip(result.parts, paper.parts, strict=True)
        ],
        "took": minutes_text(result.took_ms),
        "unanswered": unanswered(record),
        "mistakes": [
            {
                "where": f"{_titles(record)[one.part]} · {one.at}",
                "asked": one.asked,
                "scene": _scene_of(paper, one),
                "said": one.said,
                "wanted": one.wanted,
                "clause": one.clause,
                "why": one.why,
            }
            for one in result.mistakes
            if one.said
        ],
        "clauses": list(clauses_broken(lesson, result).items()),
        "said": _everything_said(paper, record),
        "digest": record.digest,
        "standing": [f"{standing.entry:,}", standing.hash] if standing is not None else None,
        "check": f"croupier exam {answers.game} --verify RECORD.json",
    }


def _facts(paper: Paper, record: Record) -> list[tuple[str, str]]:
    answers, lesson, terms = record.answers, paper.lesson, paper.terms
    pace = _steps_a_minute(paper, record)
    return [
        ("Candidate", answers.candidate),
        ("Game", f"{lesson.game.name}, rules version {answers.rules_version}"),
        *table_rows(lesson),
        ("Dealt to", counted(terms.seats, "player")),
        ("Sat on", taken_text(answers.taken_ms)),
        ("Asked", parts_text(paper.parts)),
        ("Needed", needed_text(terms)),
        ("Time", f"{minutes_text(record.result.took_ms)} of {limit_text(terms.time_limit_s)}"),
        *([("Pace of dealing", pace)] if pace else []),
        ("Seed of the paper", f"{answers.seed:,}"),
        ("Program", f"Croupier {answers.program}"),
    ]


def unanswered(record: Record) -> list[str]:
    """What was said nothing of, in one line for each part: `Deal the round: 4, 9 to 22`."""
    lines = []
    for part in record.result.parts:
        missing = [
            one.at for one in record.result.mistakes if one.part == part.name and not one.said
        ]
        if missing:
            lines.append(f"{part.title}: {spans_text(dict.fromkeys(missing))}")
    return lines


def _scene_of(paper: Paper, mistake: ExamMistake) -> str:
    """The cards and bets of the question it was made in; a step has the whole round before it."""
    tasks = paper.tasks(mistake.part)
    return scene_text(tasks[mistake.at - 1].question.scene) if tasks else ""


def _titles(record: Record) -> dict[str, str]:
    return {part.name: part.title for part in record.result.parts}


def _steps_a_minute(paper: Paper, record: Record) -> str:
    """How fast the round was dealt, where enough of it was."""
    pace = dealt_by(paper, record.answers.said_in_time).report().steps_per_minute
    return f"{pace:.1f} steps a minute" if pace is not None else ""


def _everything_said(paper: Paper, record: Record) -> list[dict[str, Any]]:
    """Every answer by part, in the words of the candidate, and whether it was right."""
    wrong = {(one.part, one.at) for one in record.result.mistakes}
    by_part = []
    for part in paper.parts:
        asked = _filled(paper, record, part) if paper.tasks(part.name) else _dealt(paper, record)
        rows = [
            {
                "at": f"{at}",
                "asked": about,
                "said": said,
                "took": f"{took_ms / 1_000:.1f} s" if took_ms else "",
                "right": at <= part.count and (part.name, at) not in wrong,
            }
            for at, (about, said, took_ms) in enumerate(asked, 1)
        ]
        by_part.append({"title": part.title, "rows": rows})
    return by_part


def _filled(paper: Paper, record: Record, part: Part) -> Iterator[tuple[str, str, int]]:
    """What each question is about, what was answered, and how long that took."""
    tasks, given = paper.tasks(part.name), record.answers.of(part.name)
    for task, one in zip(
        tasks, [*given, *[Filled((), 0)] * (len(tasks) - len(given))], strict=True
    ):
        said = ", ".join(f"{name}: {text}" for name, text in one.answers if text)
        yield task.question.item, said, one.took_ms


def _dealt(paper: Paper, record: Record) -> Iterator[tuple[str, str, int]]:
    """The same of each step of the round: all that was said while it was to be done."""
    answers = record.answers
    in_time = answers.said_in_time
    judged = dealt_by(paper, in_time).judged
    late = [one for one in answers.said[len(in_time) :] if one.said]
    for stage in paper.procedure.stages:
        mine = [one for one in judged if one.number == stage.number]
        said = [one.said for one in mine if one.said]
        yield stage.label, ", then ".join(said), sum(one.took_ms for one in mine)
    if late:
        yield "After the time", ", then ".join(one.said for one in late), 0
