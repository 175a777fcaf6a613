"""What the books say of those who learn, read when somebody asks."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, func, select

from croupier.house import schema
from croupier.house.log import HOUSE_CHAIN

__all__ = [
    "ExamRow",
    "Practised",
    "Trainee",
    "read_coached",
    "read_exam",
    "read_exams_of",
    "read_hand",
    "read_hands",
    "read_mistakes",
    "read_practised",
    "read_reviewed",
    "read_trainees",
]

_LAST_EXAMS = 5
"""So many are shown of each trainee."""


@dataclass(frozen=True, slots=True)
class Practised:
    """What is known of one item."""

    state: str
    answered: int
    right: int
    seed: int
    """By which it was asked last."""


@dataclass(frozen=True, slots=True)
class ExamRow:
    """An examination as the books have it; what comes of it is None while it is being sat."""

    exam: int
    user: int
    game: str
    rules_version: int
    seed: int
    begun_ms: int
    ends_ms: int
    ended_ms: int | None
    points: int | None
    possible: int | None
    is_passed: bool | None
    digest: str | None
    entry: int | None
    result: str | None = None
    """The whole record; None where only a summary was asked for."""
    hash: str | None = None
    """Of the entry."""


@dataclass(slots=True)
class Trainee:
    """How somebody does."""

    user: int
    name: str
    class_name: str | None
    exams: int = 0
    passed: int = 0
    percents: float = 0.0
    """Of all his examinations, added up."""
    answered: int = 0
    right: int = 0
    mistakes: dict[str, int] = field(default_factory=dict)
    last: list[ExamRow] = field(default_factory=list)


_SUMMARY = [
    column for column in schema.school_exams.columns if column.name not in ("answers", "result")
]


def read_practised(
    books: Connection, user: int, game: str | None = None, drill: str | None = None
) -> dict[tuple[str, str], dict[str, Practised]]:
    """By game and drill, and by item: what somebody has practised."""
    kept = schema.school_progress
    wanted = select(kept).where(kept.c.user == user)
    if game is not None:
        wanted = wanted.where(kept.c.game == game)
    if drill is not None:
        wanted = wanted.where(kept.c.drill == drill)
    found: dict[tuple[str, str], dict[str, Practised]] = defaultdict(dict)
    for row in books.execute(wanted):
        one = Practised(row.state, row.answered, row.right, row.seed)
        found[row.game, row.drill][row.item] = one
    return found


def read_mistakes(books: Connection, user: int, game: str) -> dict[str, int]:
    """How often somebody has made each kind of mistake in a game."""
    kept = schema.school_mistakes
    wanted = select(kept.c.kind, kept.c.count).where(kept.c.user == user, kept.c.game == game)
    return {row[0]: row[1] for row in books.execute(wanted)}


def read_hands(books: Connection, user: int, game: str | None = None) -> list[int]:
    """The numbers of the hands that somebody played wrong, those to be asked first."""
    kept = schema.school_hands
    wanted = select(kept.c.number).where(kept.c.user == user).order_by(kept.c.number)
    if game is not None:
        wanted = wanted.where(kept.c.game == game)
    return list(books.scalars(wanted))


def read_hand(books: Connection, user: int, number: int) -> str | None:
    """One of them."""
    kept = schema.school_hands
    wanted = select(kept.c.body).where(kept.c.user == user, kept.c.number == number)
    return books.scalar(wanted)


def read_coached(books: Connection, user: int) -> dict[str, str]:
    """By game: what the coach has counted of somebody's decisions."""
    kept = schema.school_coached
    wanted = select(kept.c.game, kept.c.account).where(kept.c.user == user)
    return {row[0]: row[1] for row in books.execute(wanted)}


def read_reviewed(books: Connection, user: int, table: int, seat: int) -> tuple[int, int]:
    """The last round of which decisions at a seat were counted, and how many of them."""
    kept = schema.school_reviewed
    wanted = select(kept.c.round, kept.c.decisions).where(
        kept.c.user == user, kept.c.table == table, kept.c.seat == seat
    )
    found = books.execute(wanted).first()
    return (0, 0) if found is None else (found[0], found[1])


def read_exams_of(books: Connection, user: int) -> list[ExamRow]:
    """The examinations that somebody has begun, newest first."""
    exams = schema.school_exams
    wanted = select(*_SUMMARY).where(exams.c.user == user).order_by(exams.c.exam.desc())
    return [ExamRow(**row) for row in books.execute(wanted).mappings()]


def read_exam(books: Connection, exam: int) -> ExamRow | None:
    """An examination with all that came of it."""
    exams, entries = schema.school_exams, schema.entries
    wanted = (
        select(*_SUMMARY, exams.c.result, entries.c.hash)
        .outerjoin(entries, (entries.c.chain == HOUSE_CHAIN) & (entries.c.number == exams.c.entry))
        .where(exams.c.exam == exam)
    )
    found = books.execute(wanted).mappings().first()
    return None if found is None else ExamRow(**found)


def read_trainees(books: Connection) -> list[Trainee]:
    """Everybody with a name who has practised, sat an examination, or is in a class; by name."""
    users, classes = schema.users, schema.school_classes
    people = select(users.c.user, users.c.name, classes.c.name.label("class")).outerjoin(
        classes, classes.c.user == users.c.user
    )
    here = people.where(users.c.is_gone.is_(False), users.c.password.is_not(None))
    found = {
        row.user: Trainee(row.user, row.name, row._mapping["class"])  # noqa: SLF001
        for row in books.execute(here.order_by(users.c.name))
    }
    _add_practised(books, found)
    _add_exams(books, found)
    return [one for one in found.values() if one.class_name or one.answered or one.last]


def _add_practised(books: Connection, found: Mapping[int, Trainee]) -> None:
    kept, mistakes = schema.school_progress.c, schema.school_mistakes.c
    sums = select(kept.user, func.sum(kept.answered), func.sum(kept.right)).group_by(kept.user)
    for user, answered, right in books.execute(sums):
        if user in found:
            found[user].answered, found[user].right = int(answered), int(right)
    counts = select(mistakes.user, mistakes.kind, func.sum(mistakes.count))
    for user, kind, count in books.execute(counts.group_by(mistakes.user, mistakes.kind)):
        if user in found:
            found[user].mistakes[kind] = int(count)


def _add_exams(books: Connection, found: Mapping[int, Trainee]) -> None:
    exams = schema.school_exams
    for row in books.execute(select(*_SUMMARY).order_by(exams.c.exam.desc())):
        if row.user in found:
            _add_exam(found[row.user], row)


def _add_exam(trainee: Trainee, row: Row[Any]) -> None:
    if len(trainee.last) < _LAST_EXAMS:
        trainee.last.append(ExamRow(**row._mapping))  # noqa: SLF001
    if row.points is not None:
        trainee.exams += 1
        trainee.passed += bool(row.is_passed)
        trainee.percents += 100 * row.points / row.possible if row.possible else 100.0
