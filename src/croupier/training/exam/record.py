"""The record of an examination: what was said, what it was worth, and a digest of both.

Whoever has the record can check it: the paper is made again from the seed, the answers are graded
again, and the digest says whether a letter was changed. That an examination was sat in a house at
that time, by that person, says the house's log, where the same digest stands.
"""

import json
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Final

import croupier
from croupier.quoting import harmless
from croupier.rejection import Rejection
from croupier.table.codec import Json, from_json, to_json
from croupier.training.exam.answers import Answers
from croupier.training.exam.answers_file import (
    Unreadable,
    answers_from_json,
    parsed,
    reading,
)
from croupier.training.exam.grading import Result, grade
from croupier.training.exam.paper import Paper

__all__ = [
    "Record",
    "read_answers_or_record",
    "read_record",
    "record_from_json",
    "record_of",
    "verify_record",
]

_FORMAT: Final = "croupier exam record"
_VERSION: Final = 1
_NO_RECORD: Final = "This is not the record of an examination"


@dataclass(frozen=True, slots=True)
class Record:
    """An examination that is over."""

    answers: Answers
    result: Result
    digest: str
    """SHA-256, in hexadecimal, of answers and result as JSON in one fixed form."""

    def to_json(self) -> dict[str, Json]:
        """What is filed."""
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "answers": self.answers.to_json(),
            "result": to_json(self.result),
            "digest": self.digest,
        }


def record_of(paper: Paper, answers: Answers) -> Record:
    """Grades the answers and makes the record."""
    result = grade(paper, answers)
    return Record(answers, result, _digest(answers, result))


def read_record(text: str) -> Record:
    """The record in a file; refuses what is none. Whether it is right, `verify_record` says."""
    with reading(_NO_RECORD):
        data = parsed(text)
    return record_from_json(data)


def read_answers_or_record(text: str, now_ms: int = 0) -> Answers:
    """The answers in a file, be it one of answers or a whole record."""
    with reading("These are neither the answers nor the record of an examination"):
        data = parsed(text)
        if not isinstance(data, dict) or data.get("format") != _FORMAT:
            return answers_from_json(data, now_ms)
    return record_from_json(data).answers


def record_from_json(data: Json) -> Record:
    """The record behind its JSON."""
    with reading(_NO_RECORD):
        return _record(data)


def _record(data: Json) -> Record:
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise Unreadable(f"its “format” is not “{_FORMAT}”")
    if type(data.get("version")) is not int or data["version"] != _VERSION:
        raise Unreadable(f"this program reads version {_VERSION} of the format")
    if set(data) != {"format", "version", "answers", "result", "digest"}:
        raise Unreadable("it has answers, a result and a digest, and nothing else")
    digest = data["digest"]
    if not isinstance(digest, str):
        raise Unreadable("its digest is no text")
    try:
        result = from_json(Result, data["result"], "result")
    except Rejection as refusal:
        detail = refusal.detail.removeprefix("Not a valid record: ")
        raise Unreadable(detail.rstrip(".")) from None
    answers = answers_from_json(data["answers"])
    # The digest is of what is read: nothing may stand there that is not.
    if answers.to_json() != data["answers"]:
        raise Unreadable("its answers are not written as this program writes them")
    return Record(answers, result, digest)


def verify_record(record: Record) -> str | None:
    """What is wrong with a record, as a sentence; None where nothing is.

    Refuses a record that this program cannot grade, because it would ask something else.
    """
    if _digest(record.answers, record.result) != record.digest:
        return "Its digest is not that of what stands in it: something was changed afterwards."
    written, again = record.result, grade(record.answers.paper_again(), record.answers)
    if record.answers.program != croupier.__version__:
        written, again = _unworded(written), _unworded(again)
    for field in fields(Result):
        name = field.name
        stands, follows = getattr(written, name), getattr(again, name)
        if stands != follows:
            return (
                f"Its answers are not worth what it says: {name} is "
                f"{harmless(to_json(stands), longest=80)}, and graded again it is "
                f"{harmless(to_json(follows), longest=80)}."
            )
    return None


def _unworded(result: Result) -> Result:
    """Without words, which another version of the program may choose better."""
    bare = tuple(replace(one, asked="", said="", wanted="", why="") for one in result.mistakes)
    parts = tuple(replace(one, title="") for one in result.parts)
    return replace(result, mistakes=bare, parts=parts, why=())


def _digest(answers: Answers, result: Result) -> str:
    whole = {"answers": answers.to_json(), "result": to_json(result)}
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()
