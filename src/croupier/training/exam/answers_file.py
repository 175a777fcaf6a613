"""Files of answers: as examinations write them, or in a short form that somebody types.

What an examination that was sat writes says everything. Who types off what was answered on paper
says what nobody else can know, and leaves the rest to what is usual:

    {"format": "croupier exam answers", "version": 1, "game": "three-card-poker", "seed": 7,
     "candidate": "Ann Lee",
     "parts": {"procedure": ["do Inspect the deck", "open bets", "close bets"],
               "payouts": [{"result": "pay", "amount": "$10", "chips": "2x$5"}, {}],
               "hands": [], "irregularities": []}}

`settings` may stand instead of `game`; `device`, `terms` (some of them or all), `paper` (the
digest), `program`, and when it began, `taken` ("2026-05-01 14:05", UTC) or `taken_ms`, may stand
beside it. An answer may say how long it took: `{"said": "open bets", "took_ms": 4000}` and
`{"answers": {"result": "pay"}, "took_ms": 9000}`. What is `asked` there is not read.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar

import croupier
from croupier.quoting import harmless, instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.codec import Json, from_json, to_json, without_repeats
from croupier.table.registry import find_game
from croupier.table.settings import TableSettings, settings_for
from croupier.training.exam.answers import FORMAT, VERSION, Answers, Filled, Said
from croupier.training.exam.paper import PROCEDURE
from croupier.training.exam.terms import ExamTerms
from croupier.training.lesson import Lesson

__all__ = ["Unreadable", "answers_from_json", "parsed", "read_answers", "reading"]

T = TypeVar("T")

_KNOWN: Final = (
    "format", "version", "program", "device", "game", "settings", "seed", "terms", "paper",
    "candidate", "taken", "taken_ms", "parts",
)  # fmt: skip
_BESIDE: Final = {"asked", "took_ms"}
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Unreadable(Exception):
    """Something is not what it should be; why, without a full stop."""


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Refuses what is unreadable, and says what it is not."""
    try:
        yield
    except Unreadable as problem:
        raise Rejection(Code.EXAM_INVALID, f"{what}: {problem}.") from None


def read_answers(text: str, now_ms: int = 0) -> Answers:
    """The answers in a file; refuses one that cannot be read, with the place in it.

    `now_ms` is when they were given, where the file does not say it.
    """
    with reading("These are not the answers of an examination"):
        return answers_from_json(parsed(text), now_ms)


def parsed(text: str) -> Json:
    """JSON in which nothing is said twice, and all of which can be written again."""
    try:
        data: Json = json.loads(text, object_pairs_hook=partial(without_repeats, refuse=_repeated))
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as problem:
        where = f"line {problem.lineno}, column {problem.colno}"
        raise Unreadable(f"it is not JSON, see {where}") from None
    except UnicodeEncodeError:
        raise Unreadable("it holds half a character, which cannot be written") from None
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None
    except ValueError:
        raise Unreadable("it holds a number of thousands of digits") from None
    return data


def answers_from_json(data: Json, now_ms: int = 0) -> Answers:
    """The answers behind their JSON."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Unreadable(f"its “format” is not “{FORMAT}”")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise Unreadable(f"this program reads version {VERSION} of the format")
    for name in data:
        if name not in _KNOWN:
            hint = instead_of(name, _KNOWN).rstrip(".?")
            raise Unreadable(f"{quoted(name)} does not stand in it{hint}")
    for one, other in (("game", "settings"), ("taken", "taken_ms")):
        if one in data and other in data:
            raise Unreadable(f"it has both “{one}” and “{other}”; one of them says it")
    settings = _settings(data)
    lesson = Lesson.of(
        settings.game,
        rules_version=settings.rules_version,
        settings=settings,
        device=_part(str, data, "device") if "device" in data else None,
    )
    usual = to_json(ExamTerms())
    terms = data.get("terms", {})
    if not isinstance(terms, dict) or not isinstance(usual, dict):
        raise Unreadable("“terms” needs an object")
    said, filled = _parts(data.get("parts"))
    answers = Answers(
        program=_part(str, {"program": croupier.__version__, **data}, "program"),
        device=lesson.device.name,
        settings=settings,
        seed=_part(int, data, "seed"),
        terms=_part(ExamTerms, {"terms": {**usual, **terms}}, "terms"),
        paper=_part(str, {"paper": "", **data}, "paper"),
        candidate=_part(str, data, "candidate"),
        taken_ms=_taken_ms(data, now_ms),
        said=said,
        filled=filled,
    )
    return answers if "paper" in data else answers.of_its_paper()


# The parts of a file.


def _repeated(name: str) -> Rejection:
    return Rejection(Code.EXAM_INVALID, f"{name} is given twice in it; once is enough.")


def _part(kind: type[T], data: Mapping[str, Any], name: str) -> T:
    """What stands under a name, as it has to be."""
    if name not in data:
        raise Unreadable(f"“{name}” is missing")
    try:
        return from_json(kind, data[name], name)
    except Rejection as refusal:
        detail = refusal.detail.removeprefix("Not a valid record: ")
        raise Unreadable(detail.rstrip(".")) from None


def _settings(data: Mapping[str, Json]) -> TableSettings:
    if "settings" in data:
        return _part(TableSettings, data, "settings")
    return settings_for(find_game(_part(str, data, "game")))


def _taken_ms(data: Mapping[str, Json], now_ms: int) -> int:
    """When it began, by the time in UTC that somebody has typed, or in milliseconds."""
    if "taken_ms" in data:
        return _part(int, data, "taken_ms")
    said = _part(str, {"taken": "", **data}, "taken").strip()
    if not said:
        return now_ms
    try:
        began = datetime.fromisoformat(said)
        began = began if began.tzinfo is not None else began.replace(tzinfo=UTC)
        return (began - _EPOCH) // timedelta(milliseconds=1)
    except (ValueError, OverflowError):
        raise Unreadable(
            f"“taken” is when it began, like 2026-05-01 14:05, not {quoted(said)}"
        ) from None


def _parts(data: Json) -> tuple[tuple[Said, ...], tuple[tuple[str, tuple[Filled, ...]], ...]]:
    if not isinstance(data, dict):
        raise Unreadable("“parts” needs an object")
    for name, some in data.items():
        if not isinstance(some, list):
            raise Unreadable(f"“{harmless(name)}” needs a list")
    listed: dict[str, Any] = data
    dealt = list(listed.get(PROCEDURE, ()))
    # What is left empty at the end of a form is nothing that was passed over.
    while dealt and dealt[-1] == "":
        dealt.pop()
    said = (_said(f"step {at}", one) for at, one in enumerate(dealt, 1))
    filled = (
        (
            name,
            tuple(
                _filled(f"answer {at} of {harmless(name)}", one) for at, one in enumerate(some, 1)
            ),
        )
        for name, some in listed.items()
        if name != PROCEDURE
    )
    return tuple(said), tuple(filled)


def _said(where: str, data: Json) -> Said:
    if isinstance(data, str):
        return Said(data, 0)
    if not isinstance(data, dict) or not {"said"} <= set(data) <= {"said", *_BESIDE}:
        raise Unreadable(f"{where} is written as text, or as {{“said”: …, “took_ms”: …}}")
    said = data["said"]
    if not isinstance(said, str):
        raise Unreadable(f"{where} needs text")
    return Said(said, _took_ms(where, data))


def _filled(where: str, data: Json) -> Filled:
    if not isinstance(data, dict):
        raise Unreadable(f"{where} is written as {{blank: text, …}}")
    answers: Json = data
    if isinstance(data.get("answers"), dict):
        if not set(data) <= {"answers", *_BESIDE}:
            raise Unreadable(f"{where} has “answers”, “took_ms” and nothing else")
        answers = data["answers"]
    assert isinstance(answers, dict), "both are objects"
    given = [(name, text) for name, text in answers.items() if isinstance(text, str)]
    if len(given) < len(answers):
        raise Unreadable(f"{where} needs text for each blank")
    return Filled(tuple(given), 0 if answers is data else _took_ms(where, data))


def _took_ms(where: str, data: Mapping[str, Json]) -> int:
    took_ms = data.get("took_ms", 0)
    if type(took_ms) is not int:
        raise Unreadable(f"{where} needs whole milliseconds")
    return took_ms
