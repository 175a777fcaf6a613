"""What of the school is worked out beside the server: each is a function its process finds.

They give JSON as bytes. Nothing of what they are told is kept but what is quicker found again.
"""

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

import orjson

from croupier.house.happenings import logged_name
from croupier.rejection import Code, Rejection
from croupier.table.codec import to_json
from croupier.table.events import DecisionMade
from croupier.table.record import event_from_json
from croupier.table.registry import find_game
from croupier.table.settings import TableSettings
from croupier.training.drills import find_drill
from croupier.training.exam import (
    Answers,
    ExamTerms,
    Paper,
    Standing,
    begun,
    exam_pdf,
    paper_for,
    read_answers,
    read_record,
    record_of,
    turn,
    with_filled,
    with_said,
)
from croupier.training.exam.paper import PROCEDURE
from croupier.training.lesson import Lesson
from croupier.training.procedure import ProcedureRun, palette, procedure_of
from croupier.training.scene import Scene
from croupier.web.math_process import Telling

__all__ = [
    "DECIDED",
    "certificate_of",
    "coach_of",
    "exam_begun",
    "exam_graded",
    "exam_told",
    "exam_view",
    "hand_of",
    "items_of",
    "question_of",
    "run_of",
]

_MOST_REVIEWED: Final = 2_000
DECIDED: Final = logged_name(DecisionMade)

Dealt = tuple[int, int, bool]
"""A round that a trainee deals: its seed, how many players, and whether it is a free run."""
Told = tuple[str, int, str | None, tuple[tuple[str, str], ...], int]
"""What is said in an examination: part, which of its answers, a move, what is filled in, and how
many milliseconds after its beginning."""


@lru_cache(maxsize=100)
def _lesson(settings: TableSettings) -> Lesson:
    """The same object for equal settings: what is found for a lesson is kept by it."""
    return Lesson.of(settings.game, rules_version=settings.rules_version, settings=settings)


# Drills.


def items_of(settings: TableSettings, drill: str, telling: Telling) -> bytes:
    """What there is to practise."""
    telling.progress(f"Finding what there is to practise of {drill}", 0.0)
    lesson, found = _lesson(settings), find_drill(drill)
    items = found.items(lesson)
    if items:
        # Whoever asks first need not wait for what every question needs.
        found.task(lesson, items[0], 0)
    return orjson.dumps(items)


def question_of(
    settings: TableSettings, drill: str, item: str, seed: int, telling: Telling
) -> bytes:
    """A question, and what is right."""
    del telling
    return orjson.dumps(to_json(find_drill(drill).task(_lesson(settings), item, seed)))


def hand_of(settings: TableSettings, body: str, telling: Telling) -> bytes:
    """The same of a hand that somebody has played wrong."""
    # Imported here: the mathematics take long to load, and most drills need none.
    from croupier.training.coach.missed import missed_from_json  # noqa: PLC0415
    from croupier.training.drills.decisions import task_of  # noqa: PLC0415

    del telling
    missed = missed_from_json(orjson.loads(body))
    return orjson.dumps(to_json(task_of(_lesson(settings), missed)))


# The procedure.


def run_of(
    settings: TableSettings,
    round_: Dealt,
    said: tuple[tuple[str | None, int], ...],
    telling: Telling,
) -> bytes:
    """A round that a trainee deals, after all he has said: how it stands, and how he does."""
    del telling
    seed, seats, is_free_run = round_
    run = ProcedureRun(procedure_of(_lesson(settings), seed, seats), is_free_run)
    for move, took_ms in said:
        if move is None:
            run.pass_over(took_ms)
        else:
            run.say(move, took_ms)
    return orjson.dumps({"view": _run_view(run), "report": _run_report(run)})


def _run_view(run: ProcedureRun) -> dict[str, Any]:
    procedure, stage = run.procedure, run.stage
    last = None
    if run.judged:
        judged = run.judged[-1]
        # In a free run nothing is said of it before the end.
        mistake = None if run.is_free_run else judged.mistake
        last = {
            "said": judged.said,
            "is_right": None if run.is_free_run else judged.is_right,
            "mistake": None if mistake is None else to_json(mistake),
            "done": None if run.is_free_run else judged.done or None,
        }
    return {
        "stage": run.at,
        "stages": len(procedure.stages),
        "is_free_run": run.is_free_run,
        "is_over": stage is None,
        "scene": to_json(Scene() if stage is None else stage.scene),
        "told": list(run.told),
        "palette": to_json(palette(procedure, stage)),
        "last": last,
    }


def _run_report(run: ProcedureRun) -> dict[str, Any]:
    report = run.report()
    return {
        "seed": report.seed,
        "is_free_run": report.is_free_run,
        "is_over": run.stage is None,
        "stages": report.steps,
        "done": report.done,
        "right": report.right_at_first,
        "seconds": report.took_ms / 1000,
        "steps_per_minute": report.steps_per_minute,
        "slowest": [
            {"stage": one.number - 1, "says": one.label, "seconds": one.took_ms / 1000}
            for one in report.slowest
        ],
        "kinds": [{"kind": kind.value, "count": count} for kind, count in report.by_kind],
        "mark": to_json(report.mark),
    }


# Examinations.


def exam_begun(
    settings: TableSettings, terms: ExamTerms, seed: int, candidate: str, telling: Telling
) -> bytes:
    """What is kept of an examination before anything is answered, but for when it began."""
    telling.progress("Making the paper", 0.0)
    paper = paper_for(_lesson(settings), seed, terms)
    return orjson.dumps(begun(paper, candidate, 0).to_json())


def exam_view(settings: TableSettings, answers: str, telling: Telling) -> bytes:
    """What is asked after these answers."""
    del settings, telling
    paper, given = _sat(answers)
    return orjson.dumps(_view(paper, given))


def exam_told(settings: TableSettings, answers: str, told: Told, telling: Telling) -> bytes:
    """The answers with one more, and what is asked then. What was answered before stays."""
    del settings, telling
    paper, given = _sat(answers)
    part, at, said, filled, elapsed_ms = told
    asked = turn(paper, given)
    if asked is not None and asked.part.name == part and asked.at == at:
        took_ms = max(elapsed_ms - given.took_ms, 0)
        if asked.stage is not None:
            given = with_said(paper, given, said or "", took_ms)
        else:
            given = with_filled(paper, given, dict(filled), took_ms)
    elif at >= len(given.said if part == PROCEDURE else given.of(part)):
        raise Rejection(Code.EXAM_INVALID, "This is not asked yet; answer what is.")
    return orjson.dumps({"answers": given.to_json(), "view": _view(paper, given)})


def exam_graded(settings: TableSettings, answers: str, telling: Telling) -> bytes:
    """The record of an examination, and how often each kind of mistake is in it."""
    del settings, telling
    paper, given = _sat(answers)
    record = record_of(paper, given)
    mistakes: dict[str, int] = {}
    for one in record.result.mistakes:
        mistakes[one.kind.value] = mistakes.get(one.kind.value, 0) + 1
    return orjson.dumps({"record": record.to_json(), "mistakes": mistakes})


def certificate_of(
    settings: TableSettings, record: str, entry: int, digest: str, telling: Telling
) -> bytes:
    """The file to print, with where in the log of the house it stands."""
    del settings
    telling.progress("Laying it out", 0.0)
    return exam_pdf(read_record(record), Standing(entry, digest))


def _sat(answers: str) -> tuple[Paper, Answers]:
    """The answers, and the paper they are given to; refuses where it asks something else now."""
    given = read_answers(answers)
    return given.paper_again(), given


def _view(paper: Paper, given: Answers) -> dict[str, Any]:
    asked = turn(paper, given)
    if asked is None:
        return {
            "part": None, "title": None, "at": 0, "of": 0,
            "scene": None, "told": [], "palette": None, "question": None,
        }  # fmt: skip
    found = {"part": asked.part.name, "title": asked.part.title, "at": asked.at}
    if asked.stage is not None:
        return {
            **found,
            "of": asked.of,
            "scene": to_json(asked.stage.scene),
            "told": list(asked.told),
            "palette": to_json(palette(paper.procedure, asked.stage)),
            "question": None,
        }
    assert asked.task is not None, "either a step or a question is asked"
    return {
        **found,
        "of": asked.of,
        "scene": None,
        "told": [],
        "palette": None,
        "question": to_json(asked.task.question),
    }


# The coach.


_REVIEWED: Final[OrderedDict[bytes, dict[str, Any]]] = OrderedDict()
"""By a digest of all that a seat had seen by then: a round is looked at after each decision."""


def coach_of(
    settings: TableSettings, number: int, seat: int, events: bytes, telling: Telling
) -> bytes:
    """What the decisions were worth that a seat has made, from what it gets and no more.

    Each as it is shown, what it adds to its player's account, and if it was a mistake, the hand.
    """
    del telling
    told = orjson.loads(events)
    made = [
        at
        for at, event in enumerate(told, start=1)
        if event["event"] == DECIDED and event["seat"] == seat
    ]
    found = [_reviewed(settings, seat, told[:at], which) for which, at in enumerate(made, start=1)]
    return orjson.dumps({"round": number, "seat": seat, "decisions": found})


def _reviewed(
    settings: TableSettings, seat: int, told: Sequence[Any], which: int
) -> dict[str, Any]:
    """One decision, the last of what is told."""
    key = sha256(orjson.dumps([repr(settings), seat, told])).digest()
    if key not in _REVIEWED:
        _REVIEWED[key] = _review(settings, seat, told, which)
    _REVIEWED.move_to_end(key)
    if len(_REVIEWED) > _MOST_REVIEWED:
        _REVIEWED.popitem(last=False)
    return _REVIEWED[key]


def _review(settings: TableSettings, seat: int, told: Sequence[Any], which: int) -> dict[str, Any]:
    # Imported here: the mathematics take long to load, and lessons need none of them.
    from croupier.training.coach.account import Account, account_json  # noqa: PLC0415
    from croupier.training.coach.missed import missed_hand, missed_json  # noqa: PLC0415
    from croupier.training.coach.review import review, reviewed_json  # noqa: PLC0415

    game = find_game(settings.game, settings.rules_version)
    known = [event_from_json(one) for one in told]
    (one,) = review(game, settings, known, seat, since=which)
    missed = (
        missed_json(missed_hand(game, settings, known, seat, which)) if one.is_mistake else None
    )
    return {
        "shown": reviewed_json(one),
        "account": account_json(Account().with_reviewed([one])),
        "missed": missed,
    }
