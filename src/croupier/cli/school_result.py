"""The result of an examination as a terminal shows it, and as JSON."""

from typing import Any

import typer

from croupier.cli.columns import show_columns, show_heading, show_terms, show_text
from croupier.cli.output import emphasised
from croupier.table.codec import to_json
from croupier.training.exam import Record, Standing, clauses_broken
from croupier.training.exam.grading import percent_text
from croupier.training.exam.printed import unanswered
from croupier.training.exam.wording import (
    minutes_text,
    needed_text,
    table_rows,
    taken_text,
    unusual,
)
from croupier.training.lesson import Lesson

__all__ = [
    "result_json",
    "show_result",
    "show_verified",
    "verified_json",
]


def result_json(lesson: Lesson, record: Record) -> dict[str, Any]:
    """Everything about the result; the clauses that were broken in words."""
    answers, result = record.answers, record.result
    plain = to_json(result)
    assert isinstance(plain, dict), "a result is an object"
    return {
        "game": answers.game,
        "name": lesson.game.name,
        "rules_version": answers.rules_version,
        "device": answers.device,
        **unusual(lesson),
        "seed": answers.seed,
        "candidate": answers.candidate,
        "taken_ms": answers.taken_ms,
        "terms": to_json(answers.terms),
        "percent": result.percent_hundredths / 100,
        **plain,
        "clauses": clauses_broken(lesson, result),
        "digest": record.digest,
    }


def show_result(lesson: Lesson, record: Record) -> None:
    """The mark, part by part, and what was wrong."""
    answers, result, terms = record.answers, record.result, record.answers.terms
    verdict = "passed" if result.passed else "not passed"
    show_heading(f"{lesson.game.name}: {answers.candidate}, {taken_text(answers.taken_ms)}")
    typer.echo(
        emphasised(
            f"{verdict.capitalize()}: {percent_text(result.percent_hundredths)} of all points, "
            f"{terms.pass_percent}% are needed.",
            fg="green" if result.passed else "red",
        )
    )
    for reason in result.why:
        show_text(reason, indent=2)
    typer.echo()
    show_columns(
        ["part", "points", "of", "percent", "time"],
        [
            [
                part.title if part.passed else f"{part.title} (not enough)",
                str(part.points),
                str(part.possible),
                percent_text(part.percent_hundredths),
                minutes_text(part.took_ms),
            ]
            for part in result.parts
        ],
    )
    titles = {part.name: part.title for part in result.parts}
    if result.mistakes:
        show_heading("Mistakes")
    for missing in unanswered(record):
        show_text(f"{missing}: nothing was said.")
    for one in result.mistakes:
        if not one.said:
            continue
        show_text(f"{titles[one.part]} · {one.at}: {one.asked}")
        show_text(f"said {one.said}; right is {one.wanted}.", indent=4)
        show_text(one.why if one.clause in one.why else f"{one.why} ({one.clause})", indent=4)
    typer.echo()
    needed = ("Needed", needed_text(terms))
    rows = [needed, *table_rows(lesson), ("Seed", f"{answers.seed:,}"), ("Digest", record.digest)]
    show_terms(rows, indent=0)


def verified_json(record: Record, standing: Standing | None, wrong: str | None) -> dict[str, Any]:
    """What checking a record has shown."""
    answers, result = record.answers, record.result
    return {
        "game": answers.game,
        "rules_version": answers.rules_version,
        "device": answers.device,
        **unusual(answers.lesson()),
        "seed": answers.seed,
        "terms": to_json(answers.terms),
        "candidate": answers.candidate,
        "taken_ms": answers.taken_ms,
        "passed": result.passed,
        "percent": result.percent_hundredths / 100,
        "digest": record.digest,
        "is_right": wrong is None,
        "wrong": wrong,
        "entry": standing.entry if standing is not None else None,
        "hash": standing.hash if standing is not None else None,
    }


def show_verified(record: Record, standing: Standing | None) -> None:
    """A record that is right."""
    answers, result, lesson = record.answers, record.result, record.answers.lesson()
    verdict = "passed" if result.passed else "not passed"
    rows = [
        ("Candidate", answers.candidate),
        ("Game", f"{lesson.game.name}, rules version {answers.rules_version}"),
        *table_rows(lesson),
        ("Sat on", taken_text(answers.taken_ms)),
        ("Seed", f"{answers.seed:,}"),
        ("Needed", needed_text(answers.terms)),
        ("Result", f"{verdict} with {percent_text(result.percent_hundredths)}"),
        ("Digest", record.digest),
    ]
    if standing is not None:
        rows += [("In the log", f"entry {standing.entry:,}"), ("Its hash", standing.hash)]
    show_terms(rows)
    typer.echo(emphasised("The record is right.", fg="green"))
