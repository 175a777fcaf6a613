"""The school in the books: who has practised what, who sits an examination, who is in which class.

What is practised, asked and answered is text to the house: it keeps it, and knows nothing of it.
Progress is no money, and leaves no entry in the log; it is written by the one writer all the same,
and durable before it is answered. That an examination was begun, and what came of it, is on record
in the house's own chain, and so is who was put into a class.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from sqlalchemy import Connection, func, select

from croupier.house import schema
from croupier.house.changes import Change, Receipt, Rows
from croupier.house.commands import Person
from croupier.house.happenings import ClassSet, ExamBegun, ExamGraded, ExamVoided, Role
from croupier.house.school_readings import Practised
from croupier.house.sent import Sent
from croupier.house.users import actor_of, number_of, require_role
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from croupier.house.office import Office

__all__ = ["Grading", "School", "Sitting", "put_mistakes", "put_practised"]

_SEEDS: Final = 2**53
"""So many there are: every program reads such numbers from JSON as they were written."""
_LONGEST_CLASS: Final = 40
_LONGEST_REASON: Final = 500


@dataclass(slots=True)
class Sitting:
    """An examination that somebody is sitting."""

    exam: int
    user: int
    game: str
    rules_version: int
    seed: int
    begun_ms: int
    ends_ms: int
    answers: str
    """What has been answered so far, as JSON."""

    def row(self) -> dict[str, Any]:
        """What stands of it in the books."""
        return {
            "exam": self.exam,
            "user": self.user,
            "game": self.game,
            "rules_version": self.rules_version,
            "seed": self.seed,
            "begun_ms": self.begun_ms,
            "ends_ms": self.ends_ms,
            "answers": self.answers,
            **dict.fromkeys(_WHEN_GRADED),
        }


_WHEN_GRADED: Final = (
    "ended_ms",
    "points",
    "possible",
    "is_passed",
    "result",
    "digest",
    "entry",
)


@dataclass(frozen=True, slots=True)
class Grading:
    """What came of an examination."""

    points: int
    possible: int
    is_passed: bool
    result: str
    """The whole record, as JSON."""
    digest: str


class School:
    """Those who learn in a house that is open."""

    def __init__(self, office: "Office", rows: Iterable[Mapping[str, Any]], last: int) -> None:
        """`rows` are those of examinations that are not graded, `last` is the last number."""
        self._office = office
        self._house = office.house
        self.sittings: dict[int, Sitting] = {}
        """By number: what is being sat."""
        for row in rows:
            known = {name: row[name] for name in Sitting.__slots__}
            self.sittings[row["exam"]] = Sitting(**known)
        self._last = last
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @classmethod
    def load(cls, office: "Office", connection: Connection) -> "School":
        """The school as the books have it."""
        exams = schema.school_exams
        being_sat = select(exams).where(exams.c.entry.is_(None)).order_by(exams.c.exam)
        last = connection.scalar(select(func.max(exams.c.exam))) or 0
        rows = [dict(row) for row in connection.execute(being_sat).mappings()]
        return cls(office, rows, last)

    def lock(self, user: int) -> asyncio.Lock:
        """Held while something of somebody's is read and written anew."""
        lock = self._locks.get(user)
        if lock is None:
            lock = self._locks[user] = asyncio.Lock()
        return lock

    # Progress.

    async def write(self, who: Person, rows: Rows) -> None:
        """Writes rows of somebody's; durable when it comes back. A guest may be gone meanwhile."""
        self._office.people.require_unchanged(who)
        await self._house.write_aside(rows)

    # Examinations.

    def sitting_of(self, user: int) -> Sitting | None:
        """What somebody is sitting, if anything."""
        return next((one for one in self.sittings.values() if one.user == user), None)

    def new_seed(self) -> int:
        """A seed that nobody has chosen."""
        return int.from_bytes(self._house.entropy(8)) % _SEEDS

    async def begin(
        self,
        command_id: str,
        who: Person,
        game: str,
        rules_version: int,
        *,
        seed: int,
        paper: str,
        time_limit_s: int,
        answers: Callable[[int], str],
    ) -> Receipt:
        """Somebody begins an examination; its time runs from now.

        `paper` is the digest of what is asked, and `answers` gives what is kept before anything is
        answered, from the time.
        """

        def make(sent: Sent) -> Change:
            self.require_free(who)
            now_ms = self._house.now_ms()
            number, ends_ms = self._last + 1, now_ms + 1000 * time_limit_s
            sitting = Sitting(
                number, who.user, game, rules_version, seed, now_ms, ends_ms, answers(now_ms)
            )
            rows = Rows()
            rows.put(schema.school_exams, **sitting.row())
            begun = ExamBegun(number, who.user, game, rules_version, paper)
            journal = self._house.journal
            change = journal.enter([begun], actor=who.actor, at_ms=now_ms, sent=sent, rows=rows)
            self._last = number
            self.sittings[number] = sitting
            return change

        return await self._office.once(who, command_id, "begin_exam", {"game": game}, make)

    def require_free(self, who: Person) -> None:
        """Refuses who may not begin one now."""
        if self._office.people.user(who.user).is_guest:
            raise Rejection(
                Code.NOT_ALLOWED, "A certificate needs a name: log in to sit an examination."
            )
        other = self.sitting_of(who.user)
        if other is not None:
            raise Rejection(
                Code.EXAM_INVALID,
                f"You are sitting examination {other.exam}; hand that in first.",
            )

    async def keep_answers(self, sitting: Sitting, answers: str) -> None:
        """Keeps what has been answered; durable when it comes back."""
        assert sitting.exam in self.sittings, "what is graded is answered no more"
        sitting.answers = answers
        rows = Rows()
        rows.put(schema.school_exams, **sitting.row())
        await self._house.write_aside(rows)

    async def grade(
        self, sitting: Sitting, grading: Grading, mistakes: Mapping[str, int], *, is_late: bool
    ) -> None:
        """Puts on record what came of an examination; `is_late` where the house has taken it away.

        `mistakes` are counted with those that its candidate has made before.
        """
        self._house.require_working()
        now_ms = self._house.now_ms()
        graded = ExamGraded(
            sitting.exam,
            sitting.user,
            sitting.game,
            sitting.rules_version,
            sitting.seed,
            grading.points,
            grading.possible,
            grading.is_passed,
            grading.digest,
        )
        rows = Rows()
        rows.put(
            schema.school_exams,
            **{
                **sitting.row(),
                "ended_ms": now_ms,
                "points": grading.points,
                "possible": grading.possible,
                "is_passed": grading.is_passed,
                "result": grading.result,
                "digest": grading.digest,
                "entry": self._house.journal.head.entries + 1,
            },
        )
        put_mistakes(rows, sitting.user, sitting.game, mistakes)
        actor = "house" if is_late else f"user {sitting.user}"
        change = self._house.journal.enter([graded], actor=actor, at_ms=now_ms, rows=rows)
        del self.sittings[sitting.exam]
        await self._house.submit(change)

    async def void(self, sitting: Sitting, reason: str) -> None:
        """Puts on record that an examination cannot be graded."""
        self._house.require_working()
        now_ms = self._house.now_ms()
        rows = Rows()
        entry = self._house.journal.head.entries + 1
        rows.put(schema.school_exams, **{**sitting.row(), "ended_ms": now_ms, "entry": entry})
        voided = ExamVoided(sitting.exam, sitting.user, reason[:_LONGEST_REASON])
        change = self._house.journal.enter([voided], actor="house", at_ms=now_ms, rows=rows)
        del self.sittings[sitting.exam]
        await self._house.submit(change)

    # Classes.

    async def set_class(
        self, command_id: str, user: int, name: str | None, *, by: Person | None
    ) -> Receipt:
        """Puts somebody into a class, or into none."""
        chosen = None if name is None else _class_name(name)

        def make(sent: Sent) -> Change:
            require_role(by, Role.SUPERVISOR, Role.ADMINISTRATOR)
            if self._office.people.user(user).is_guest:
                raise Rejection(
                    Code.NOT_ALLOWED, "Guests come and go, and are in no class; add him by name."
                )
            rows = Rows()
            if chosen is None:
                rows.drop(schema.school_classes, user=user)
            else:
                rows.put(schema.school_classes, user=user, name=chosen)
            return self._house.journal.enter(
                [ClassSet(user, chosen, number_of(by))],
                actor=actor_of(by),
                at_ms=self._house.now_ms(),
                sent=sent,
                rows=rows,
            )

        return await self._office.once(
            by, command_id, "set_class", {"user": user, "name": chosen}, make
        )


def put_mistakes(rows: Rows, user: int, game: str, counts: Mapping[str, int]) -> None:
    """How often he has made each kind of mistake by now."""
    for kind, count in counts.items():
        rows.put(schema.school_mistakes, user=user, game=game, kind=kind, count=count)


def put_practised(
    rows: Rows, user: int, game: str, drill: str, items: Mapping[str, Practised]
) -> None:
    """What he knows of some items of a drill by now."""
    for item, one in items.items():
        rows.put(
            schema.school_progress,
            user=user,
            game=game,
            drill=drill,
            item=item,
            state=one.state,
            answered=one.answered,
            right=one.right,
            seed=one.seed,
        )


def _class_name(name: str) -> str:
    tidy = " ".join(name.split())
    if not 1 <= len(tidy) <= _LONGEST_CLASS or not tidy.isprintable():
        raise Rejection(
            Code.NAME_INVALID,
            f"The name of a class has 1 to {_LONGEST_CLASS} characters that can be printed; null "
            "is for none.",
        )
    return tidy
