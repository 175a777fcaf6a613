"""The school in the log: examinations, each begun once and graded once at most, and classes.

What was answered, and whether it is worth the points, the log does not know: it has the digest of
the record, by which `croupier exam --verify` finds one that was graded here, and by which it is
found here whether the record that is kept is still the one that was graded.
"""

import json
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, select

from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.log import HOUSE_CHAIN
from croupier.house.reading import numbers_in
from croupier.house.verify.findings import Place, wrong
from croupier.house.verify.money import Impossible
from croupier.house.verify.rows import require_rows, require_same

__all__ = ["SchoolCheck"]

OfSchool = house.ClassSet | house.ExamBegun | house.ExamGraded | house.ExamVoided

_NOT_GRADED: Final = {
    "ended_ms": None,
    "points": None,
    "possible": None,
    "is_passed": None,
    "result": None,
    "digest": None,
    "entry": None,
}
"""What stands of an examination that is being sat."""


class SchoolCheck:
    """Examinations and classes, as far as the log has been followed."""

    def __init__(self, connection: Connection | None) -> None:
        self._connection = connection
        self._exams: dict[int, dict[str, Any]] = {}
        """By number: what its row says."""
        self._papers: dict[int, str] = {}
        """By number: the digest of its paper."""
        self._being_sat: dict[int, int] = {}
        """By user: the one that he has begun, until it is graded."""
        self._classes: dict[int, dict[str, Any]] = {}

    def take(self, event: OfSchool, entry: int, at_ms: int) -> None:
        """Follows an event; whose it may be is looked at elsewhere."""
        match event:
            case house.ClassSet(user, None):
                self._classes.pop(user, None)
            case house.ClassSet(user, name):
                self._classes[user] = {"name": name}
            case house.ExamBegun():
                self._begin(event, at_ms)
            case house.ExamGraded():
                self._grade(event, entry, at_ms)
            case house.ExamVoided(exam, user):
                row = self._being_sat_by(user, exam)
                row.update(ended_ms=at_ms, entry=entry)

    def _begin(self, begun: house.ExamBegun, at_ms: int) -> None:
        expected = len(self._exams) + 1
        if begun.exam != expected:
            raise Impossible(f"examination {expected} is next.")
        other = self._being_sat.setdefault(begun.user, begun.exam)
        if other != begun.exam:
            raise Impossible(f"user {begun.user} is sitting examination {other}.")
        self._exams[begun.exam] = {
            "user": begun.user,
            "game": begun.game,
            "rules_version": begun.rules_version,
            "begun_ms": at_ms,
            **_NOT_GRADED,
        }
        self._papers[begun.exam] = begun.paper

    def _grade(self, graded: house.ExamGraded, entry: int, at_ms: int) -> None:
        row = self._being_sat_by(graded.user, graded.exam)
        for name in ("game", "rules_version"):
            if getattr(graded, name) != row[name]:
                raise Impossible(f"it was begun with the {name} {row[name]!r}.")
        if not 0 <= graded.points <= graded.possible:
            raise Impossible(f"{graded.points} of {graded.possible} points is no mark.")
        row.update(
            ended_ms=at_ms,
            seed=graded.seed,
            points=graded.points,
            possible=graded.possible,
            is_passed=graded.passed,
            digest=graded.digest,
            entry=entry,
        )
        # What came of it in detail is not in the log, but its digest is.
        del row["result"]

    def _being_sat_by(self, user: int, exam: int) -> dict[str, Any]:
        """The row of an examination that ends now; refuses one that he is not sitting."""
        row = self._exams.get(exam)
        if row is None:
            raise Impossible(f"examination {exam} was never begun.")
        if row["entry"] is not None:
            raise Impossible(f"it was over before, in entry {row['entry']}.")
        if row["user"] != user:
            raise Impossible(f"user {row['user']} has begun it.")
        del self._being_sat[user]
        return row

    def end(self, people: AbstractSet[int]) -> None:
        """Refuses rows that the log does not give, and those of nobody who is here."""
        if self._connection is None:
            return
        exams = schema.school_exams
        require_rows(self._connection, exams, "examination", self._exams, HOUSE_CHAIN)
        graded = select(exams.c.exam, exams.c.result).where(exams.c.points.is_not(None))
        for exam, record in self._connection.execute(graded):
            _require_record(exam, record, self._exams[exam], self._papers[exam])
        classes = schema.school_classes
        require_rows(self._connection, classes, "the class of user", self._classes, HOUSE_CHAIN)
        for table in schema.OF_GUESTS:
            for user in numbers_in(self._connection, table.c.user):
                if user not in people:
                    raise wrong(
                        Place(HOUSE_CHAIN), f"{table.name} has rows of {user!r}, who is not here."
                    )


def _require_record(exam: int, text: str, row: Mapping[str, Any], paper: str) -> None:
    """Refuses a record that is not the one whose digest and mark are in the log."""
    place = Place(HOUSE_CHAIN)
    try:
        record = json.loads(text)
        answers, result = record["answers"], record["result"]
        whole = {"answers": answers, "result": result}
        fixed = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        found = {
            "digest": sha256(fixed.encode()).hexdigest(),
            "digest that is written in it": record["digest"],
            "paper": answers["paper"],
            "seed": answers["seed"],
            "points": result["points"],
            "possible": result["possible"],
            "is_passed": result["passed"],
        }
    except (KeyError, RecursionError, TypeError, ValueError):
        raise wrong(place, f"what is kept of examination {exam} is no record.") from None
    expected = {
        "paper": paper,
        "digest that is written in it": row["digest"],
        **{name: row[name] for name in ("seed", "points", "possible", "is_passed", "digest")},
    }
    require_same(place, f"the record of examination {exam}", expected, found)
