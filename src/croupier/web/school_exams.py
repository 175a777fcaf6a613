"""Examinations over HTTP: begun, answered, handed in or taken away, and what came of them.

Every answer is kept when it is answered for, so a crash loses none, and a sitting goes on where it
was. Its time is the house's: when it is over, the house takes the paper away and grades it.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

import orjson
from sqlalchemy import Connection, select

from croupier.house import schema
from croupier.house.changes import Receipt
from croupier.house.commands import Person
from croupier.house.happenings import ExamBegun
from croupier.house.log import events_in
from croupier.house.office import Office
from croupier.house.school import Grading, Sitting
from croupier.house.school_readings import ExamRow, read_exam, read_mistakes
from croupier.rejection import Code, Rejection
from croupier.table.game import Game
from croupier.table.registry import find_game
from croupier.training.exam import ExamTerms
from croupier.web.lessons import Lessons, clauses_said
from croupier.web.math_room import Asker
from croupier.web.school_drills import added
from croupier.web.school_forms import (
    ExamAnswer,
    ExamMistakeShown,
    ExamResult,
    ExamSummary,
    ExamView,
    PartGraded,
)

__all__ = ["Exams", "summary"]

_LOGGER: Final = logging.getLogger("croupier.web")
_LOOK_S: Final = 1.0
"""How often it is looked whose time is over."""
_HOUSE: Final = Asker("house")
_FOR_NOW: Final = (Code.TOO_MANY_REQUESTS, Code.HOUSE_UNAVAILABLE)
"""Why it is not graded now, and may be later."""
_NOTHING: Final[Mapping[str, Any]] = {
    "part": None, "title": None, "at": 0, "of": 0,
    "scene": None, "told": [], "palette": None, "question": None,
}  # fmt: skip


class Exams:
    """The examinations of a house."""

    def __init__(self, office: Office, lessons: Lessons) -> None:
        self._office = office
        self._lessons = lessons
        self._terms = ExamTerms(**asdict(office.config.school))
        self._told: set[int] = set()
        """Of which it was told that they could not be graded at once."""

    # Sitting one.

    async def begin(self, command_id: str, who: Person, game: Game[Any], asker: Asker) -> ExamView:
        """Begins one, or finds the one that was begun under this id."""
        school = self._office.school
        async with school.lock(who.user):
            seed, paper, before = school.new_seed(), "", b""
            if school.sitting_of(who.user) is None:
                # Made ready first: the time of who waits for his paper does not run.
                school.require_free(who)
                made = await self._lessons.exam_begun(game, self._terms, seed, who.name, asker)
                paper, before = made["paper"], orjson.dumps(made)
            receipt = await school.begin(
                command_id,
                who,
                game.id,
                game.rules_version,
                seed=seed,
                paper=paper,
                time_limit_s=self._terms.time_limit_s,
                answers=lambda now_ms: _begun_at(before, now_ms),
            )
        exam = await self._office.books.read_back(lambda books: _begun_in(books, receipt))
        return await self.view(who, exam, asker)

    async def view(self, who: Person, exam: int, asker: Asker) -> ExamView:
        """How it stands, and what is asked now."""
        sitting = self._office.school.sittings.get(exam)
        if sitting is None or sitting.user != who.user:
            row = await self._row(who, exam)
            return ExamView(
                exam=exam,
                game=row.game,
                ends_ms=row.ends_ms,
                is_over=row.entry is not None,
                **_NOTHING,
            )
        found = await self._lessons.exam_view(sitting.answers, asker)
        return await self._office.house.durable(_view(sitting, found))

    async def answer(self, who: Person, exam: int, body: ExamAnswer, asker: Asker) -> ExamView:
        """Keeps an answer, and gives what is asked next."""
        house = self._office.house
        elapsed_ms = house.now_ms()
        async with self._office.school.lock(who.user):
            sitting = self._sitting(who, exam)
            elapsed_ms -= sitting.begun_ms
            filled = tuple(sorted((body.answers or {}).items()))
            told = (body.part, body.at, body.said, filled, elapsed_ms)
            found = await self._lessons.exam_told(sitting.answers, told, asker)
            # Meanwhile its time may be over, and then it was taken away.
            sitting = self._sitting(who, exam)
            await self._office.school.keep_answers(sitting, orjson.dumps(found["answers"]).decode())
        return _view(sitting, found["view"])

    def _sitting(self, who: Person, exam: int) -> Sitting:
        sitting = self._office.school.sittings.get(exam)
        if sitting is None or sitting.user != who.user:
            raise Rejection(
                Code.EXAM_INVALID,
                "You are not sitting this examination, or not any more; look at its result.",
            )
        if self._office.house.now_ms() >= sitting.ends_ms:
            raise Rejection(
                Code.EXAM_INVALID, "Its time is over; what was answered by then is graded."
            )
        return sitting

    async def finish(self, who: Person, exam: int, asker: Asker) -> ExamResult:
        """Hands it in; asked again, the result is the same."""
        async with self._office.school.lock(who.user):
            sitting = self._office.school.sittings.get(exam)
            if sitting is not None and sitting.user == who.user:
                is_late = self._office.house.now_ms() >= sitting.ends_ms
                await self._grade(sitting, asker, is_late=is_late)
        return await self.result(who, exam)

    async def _grade(self, sitting: Sitting, asker: Asker, *, is_late: bool) -> None:
        """With its candidate's lock held."""
        school, user, game = self._office.school, sitting.user, sitting.game
        try:
            found = await self._lessons.exam_graded(sitting.answers, asker)
        except Rejection as refused:
            if refused.code in _FOR_NOW:
                raise
            # This version asks something else than the one under which it was begun, or does not
            # know its game or the rules any more: whoever sits it could never begin another.
            await school.void(sitting, refused.detail)
            return
        before = await self._office.books.read_back(lambda books: read_mistakes(books, user, game))
        record = found["record"]
        result = record["result"]
        grading = Grading(
            result["points"],
            result["possible"],
            result["passed"],
            orjson.dumps(record).decode(),
            record["digest"],
        )
        await school.grade(sitting, grading, added(before, found["mistakes"]), is_late=is_late)

    async def keep_time(self) -> None:
        """Takes away what was not handed in when its time is over, as long as the house runs."""
        while True:
            await asyncio.sleep(_LOOK_S)
            now_ms = self._office.house.now_ms()
            for sitting in list(self._office.school.sittings.values()):
                if now_ms >= sitting.ends_ms and self._office.house.is_open:
                    await self._take_away(sitting)

    async def _take_away(self, sitting: Sitting) -> None:
        async with self._office.school.lock(sitting.user):
            if sitting.exam not in self._office.school.sittings:
                return
            try:
                await self._grade(sitting, _HOUSE, is_late=True)
            except Exception as problem:  # noqa: BLE001 (it is tried again, and others are graded)
                if sitting.exam not in self._told:
                    self._told.add(sitting.exam)
                    _LOGGER.warning("examination %d is not graded yet: %s", sitting.exam, problem)

    # What came of it.

    async def result(self, who: Person, exam: int) -> ExamResult:
        """What came of it: for who sat it, and for staff."""
        row = await self._graded(who, exam)
        record = orjson.loads(row.result or "")
        answers, result = record["answers"], record["result"]
        game = find_game(row.game)
        named = (one["clause"] for one in result["mistakes"])
        return ExamResult(
            exam=exam,
            user=row.user,
            name=answers["candidate"],
            game=row.game,
            seed=row.seed,
            taken_ms=row.begun_ms,
            seconds=result["took_ms"] / 1000,
            points=result["points"],
            possible=result["possible"],
            percent=result["percent_hundredths"] / 100,
            passed=result["passed"],
            why=" ".join(result["why"]),
            parts=[
                PartGraded(
                    name=part["name"],
                    title=part["title"],
                    points=part["points"],
                    possible=part["possible"],
                    percent=part["percent_hundredths"] / 100,
                    passed=part["passed"],
                )
                for part in result["parts"]
            ],
            mistakes=[
                ExamMistakeShown(**{**one, "at": one["at"] - 1}) for one in result["mistakes"]
            ],
            clauses=clauses_said(game, named),
            entry=row.entry or 0,
            hash=row.hash or "",
            digest=row.digest or "",
        )

    async def record(self, who: Person, exam: int) -> str:
        """The record, as it is filed."""
        return (await self._graded(who, exam)).result or ""

    async def certificate(self, who: Person, exam: int, asker: Asker) -> bytes:
        """The same as a file to print."""
        row = await self._graded(who, exam)
        assert row.result is not None, "what is graded has a record"
        assert row.entry is not None, "and stands in the log"
        assert row.hash is not None, "where every entry has a hash"
        return await self._lessons.certificate(row.result, row.entry, row.hash, asker)

    async def _graded(self, who: Person, exam: int) -> ExamRow:
        row = await self._row(who, exam)
        if row.entry is None:
            raise Rejection(
                Code.EXAM_INVALID, "This examination is still being sat; hand it in first."
            )
        if row.result is None:
            raise Rejection(
                Code.EXAM_INVALID,
                "This examination could not be graded: this version of the program asks something "
                "else. Begin another.",
            )
        return row

    async def _row(self, who: Person, exam: int) -> ExamRow:
        row = await self._office.books.read(lambda books: read_exam(books, exam))
        is_staff = self._office.is_staff(who)
        if row is None or (row.user != who.user and not is_staff):
            said = "There is" if is_staff else "You have sat"
            raise Rejection(Code.EXAM_UNKNOWN, f"{said} no examination {exam}.")
        return row


def summary(row: ExamRow) -> ExamSummary:
    """An examination in a list."""
    percent = None
    if row.points is not None and row.possible is not None:
        # Rounded down, as it was graded.
        percent = 10_000 * row.points // row.possible / 100 if row.possible else 100.0
    return ExamSummary(
        exam=row.exam,
        game=row.game,
        begun_ms=row.begun_ms,
        ends_ms=row.ends_ms,
        ended_ms=row.ended_ms,
        points=row.points,
        possible=row.possible,
        percent=percent,
        passed=None if row.is_passed is None else bool(row.is_passed),
    )


def _view(sitting: Sitting, found: Mapping[str, Any]) -> ExamView:
    return ExamView(
        exam=sitting.exam, game=sitting.game, ends_ms=sitting.ends_ms, is_over=False, **found
    )


def _begun_at(before: bytes, now_ms: int) -> str:
    return orjson.dumps({**orjson.loads(before), "taken_ms": now_ms}).decode()


def _begun_in(books: Connection, receipt: Receipt) -> int:
    entries = schema.entries
    body = books.execute(
        select(entries.c.body).where(
            entries.c.chain == receipt.chain, entries.c.number == receipt.entry
        )
    ).scalar_one()
    for event in events_in(body):
        if isinstance(event, ExamBegun):
            return event.exam
    raise Rejection(
        Code.COMMAND_INVALID, "Something else was done under this id; make up a new one."
    )
