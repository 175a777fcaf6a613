"""The school of a house: what it teaches, and whom.

It ties `croupier.training`, which knows what is right, to `croupier.house.school`, which knows who
has learned what. What takes more than a moment is worked out beside the server.
"""

import asyncio
import importlib
from contextlib import suppress
from dataclasses import asdict
from functools import partial

from sqlalchemy import Connection

from croupier.house.commands import Person
from croupier.house.office import Office
from croupier.house.school_readings import (
    ExamRow,
    Practised,
    Trainee,
    read_exams_of,
    read_practised,
    read_trainees,
)
from croupier.table.registry import find_game, game_ids
from croupier.training.drills import DRILLS
from croupier.web.lessons import Lessons
from croupier.web.math_room import Asker, MathRoom
from croupier.web.school_coach import Coaching, accounts_of, added_up, whole_cents
from croupier.web.school_drills import Drills, progress_of
from croupier.web.school_exams import Exams, summary
from croupier.web.school_forms import (
    AccountShown,
    ClassShown,
    DrillShown,
    ExamTermsShown,
    GameTaught,
    KindCount,
    School,
    Trainees,
    TraineeShown,
)
from croupier.web.school_procedure import Rounds

__all__ = ["SchoolRoom"]

Items = dict[tuple[str, str], list[str] | None]


class SchoolRoom:
    """Where people learn."""

    def __init__(self, office: Office, room: MathRoom) -> None:
        self._office = office
        self._lessons = Lessons(room)
        self.drills = Drills(office, self._lessons)
        self.rounds = Rounds(office, self._lessons)
        self.exams = Exams(office, self._lessons)
        self.coaching = Coaching(office, room)
        self._clock: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Has the house's clock run for examinations."""
        loop = asyncio.get_running_loop()
        # What plans repetitions is loaded now, so that nobody's first answer waits for it.
        loop.run_in_executor(None, importlib.import_module, "fsrs")
        self._clock = loop.create_task(self.exams.keep_time())

    async def close(self) -> None:
        """Nothing is taken away any more."""
        if self._clock is not None:
            self._clock.cancel()
            with suppress(asyncio.CancelledError):
                await self._clock

    def work_ahead(self) -> None:
        """Has made ready what will be asked, if this house does so."""
        self._lessons.work_ahead()

    async def overview(self, who: Person, asker: Asker) -> School:
        """All that is taught, how far somebody has come, and his examinations."""
        items = await self._lessons.known_items(asker)
        now_ms = self._office.house.now_ms()
        look = partial(_read_overview, user=who.user, items=items, now_ms=now_ms)
        games, account, exams = await self._office.books.read(look)
        return School(
            games=games,
            terms=ExamTermsShown(**asdict(self._office.config.school)),
            exams=[summary(one) for one in exams],
            account=account,
        )

    async def trainees(self) -> Trainees:
        """All who learn here, and their classes."""
        found = await self._office.books.read(read_trainees)
        names = sorted({one.class_name for one in found if one.class_name is not None})
        return Trainees(
            classes=[
                _class(name, [one for one in found if one.class_name == name]) for name in names
            ],
            trainees=[_trainee(one) for one in found],
        )


def _read_overview(
    books: Connection, *, user: int, items: Items, now_ms: int
) -> tuple[list[GameTaught], AccountShown, list[ExamRow]]:
    practised = read_practised(books, user)
    account = added_up(*accounts_of(books, user).values())
    games = [
        GameTaught(
            id=game_id,
            name=find_game(game_id).name,
            drills=[
                _drill(name, items[game_id, name], practised.get((game_id, name), {}), now_ms)
                for name in DRILLS
            ],
        )
        for game_id in game_ids()
    ]
    shown = AccountShown(
        decisions=account.decisions,
        mistakes=account.mistakes,
        cost_cents=whole_cents(account.cost_cents),
    )
    return games, shown, read_exams_of(books, user)


def _drill(
    name: str, items: list[str] | None, practised: dict[str, Practised], now_ms: int
) -> DrillShown:
    drill, progress = DRILLS[name], progress_of(practised)
    # Before it is known what there is, what was practised once was there.
    known = list(practised) if items is None else items
    return DrillShown(
        name=name,
        title=drill.title,
        about=drill.about,
        items=None if items is None else len(items),
        learned=progress.learned(known),
        due=progress.due(known, now_ms),
    )


def _class(name: str, trainees: list[Trainee]) -> ClassShown:
    exams = sum(one.exams for one in trainees)
    percents = sum(one.percents for one in trainees)
    return ClassShown(
        name=name,
        trainees=len(trainees),
        exams=exams,
        passed=sum(one.passed for one in trainees),
        average_percent=percents / exams if exams else None,
    )


def _trainee(one: Trainee) -> TraineeShown:
    kinds = sorted(one.mistakes.items(), key=lambda counted: (-counted[1], counted[0]))
    return TraineeShown.model_validate(
        {
            "user": one.user,
            "name": one.name,
            "class": one.class_name,
            "exams": one.exams,
            "passed": one.passed,
            "average_percent": one.percents / one.exams if one.exams else None,
            "answered": one.answered,
            "right": one.right,
            "mistakes": [KindCount.model_validate({"kind": k, "count": c}) for k, c in kinds],
            "last": [summary(row) for row in one.last],
        }
    )
