"""Rounds that trainees deal, over HTTP.

What somebody has said is in memory alone: who loses a round with the server begins another. That
he has dealt one, and how, is kept when it is over.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import partial
from secrets import randbelow, token_urlsafe
from typing import Any, Final

import orjson
from sqlalchemy import Connection

from croupier.house.changes import Rows
from croupier.house.commands import Person
from croupier.house.office import Office
from croupier.house.school import put_mistakes, put_practised
from croupier.house.school_readings import Practised, read_mistakes, read_practised
from croupier.rejection import Code, Rejection
from croupier.table.game import Game
from croupier.web.lessons import Lessons, clauses_said
from croupier.web.math_room import Asker
from croupier.web.school_drills import added
from croupier.web.school_forms import BeginProcedure, ProcedureReport, ProcedureView, SayMove

__all__ = ["DRILL", "Rounds"]

DRILL: Final = "procedure"
"""Under which name it is kept that somebody has dealt a round."""
_SEEDS: Final = 2**31
_MOST_RUNS: Final = 2_000
"""At once, of all; who began his longest ago loses it."""
_MOST_SAID: Final = 500
"""In one round, of which the longest have some hundred steps; each is kept with what was wrong."""


@dataclass(slots=True)
class _Run:
    """A round that somebody deals."""

    name: str
    user: int
    game: Game[Any]
    dealt: tuple[int, int, bool]
    """Its seed, how many players, and whether it is a free run."""
    said: list[tuple[str | None, int]] = field(default_factory=list)
    last_for: int = -1
    """The stage that came when he spoke last."""
    view: dict[str, Any] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)

    def has_taken(self, body: SayMove) -> bool:
        """Whether this was said already, and came again because its answer was lost.

        In a free run a stage may stay though something was said at it.
        """
        stage = self.view["stage"]
        if body.stage is None or body.stage > stage:
            return False
        is_last = body.stage == self.last_for and self.said[-1][0] == body.said
        return body.stage < stage or is_last


class Rounds:
    """All rounds that are being dealt."""

    def __init__(self, office: Office, lessons: Lessons) -> None:
        self._office = office
        self._lessons = lessons
        self._runs: OrderedDict[str, _Run] = OrderedDict()

    async def begin(
        self, who: Person, game: Game[Any], body: BeginProcedure, asker: Asker
    ) -> ProcedureView:
        """A new round; another that he was dealing is let be."""
        seed = randbelow(_SEEDS) if body.seed is None else body.seed
        run = _Run(token_urlsafe(12), who.user, game, (seed, body.seats, body.is_free_run))
        await self._take_in(run, (), asker)
        for name in [name for name, one in self._runs.items() if one.user == who.user]:
            del self._runs[name]
        self._runs[run.name] = run
        if len(self._runs) > _MOST_RUNS:
            self._runs.popitem(last=False)
        return _shown(run)

    async def say(
        self, who: Person, game: Game[Any], name: str, body: SayMove, asker: Asker
    ) -> ProcedureView:
        """The trainee does something."""
        async with self._office.school.lock(who.user):
            run = self._run(who, game, name)
            if run.view["is_over"] or run.has_taken(body):
                return _shown(run)
            if len(run.said) >= _MOST_SAID:
                raise Rejection(
                    Code.ANSWER_INVALID, "So many tries are enough for one round; begin another."
                )
            said = (*run.said, (body.said, round(1000 * body.seconds)))
            meant_for = run.view["stage"]
            await self._take_in(run, said, asker)
            run.last_for = meant_for
            if run.view["is_over"]:
                await self._keep(who, run)
        return _shown(run)

    def report(self, who: Person, game: Game[Any], name: str) -> ProcedureReport:
        """How he does. A free run says so at its end."""
        run = self._run(who, game, name)
        report = run.report
        if report["is_free_run"] and not report["is_over"]:
            raise Rejection(
                Code.NOT_ALLOWED, "A free run is reported on when it is over; deal it to its end."
            )
        named = (one["clause"] for one in report["mark"]["mistakes"])
        return ProcedureReport(**report, run=name, clauses=clauses_said(game, named))

    def _run(self, who: Person, game: Game[Any], name: str) -> _Run:
        run = self._runs.get(name)
        if run is None or run.user != who.user or run.game.id != game.id:
            raise Rejection(
                Code.ROUND_UNKNOWN,
                "You are not dealing this round any more, or the server was started anew; begin "
                "another.",
            )
        return run

    async def _take_in(
        self, run: _Run, said: tuple[tuple[str | None, int], ...], asker: Asker
    ) -> None:
        """Works out how it stands after all that was said; a move that is none is refused."""
        found = await self._lessons.run(run.game, run.dealt, said, asker)
        run.said, run.view, run.report = list(said), found["view"], found["report"]

    async def _keep(self, who: Person, run: _Run) -> None:
        """Keeps that he has dealt a round, and how."""
        item = "free run" if run.report["is_free_run"] else "guided"
        look = partial(_read, user=who.user, game=run.game.id)
        practised, mistakes = await self._office.books.read(look)
        before = practised.get(item, Practised("", 0, 0, 0))
        names = ("seconds", "steps_per_minute", "right", "stages")
        dealt = Practised(
            orjson.dumps({name: run.report[name] for name in names}).decode(),
            before.answered + run.report["stages"],
            before.right + run.report["right"],
            run.dealt[0],
        )
        rows = Rows()
        put_practised(rows, who.user, run.game.id, DRILL, {item: dealt})
        kinds = {one["kind"]: one["count"] for one in run.report["kinds"]}
        put_mistakes(rows, who.user, run.game.id, added(mistakes, kinds))
        await self._office.school.write(who, rows)


def _read(
    books: Connection, *, user: int, game: str
) -> tuple[dict[str, Practised], dict[str, int]]:
    practised = read_practised(books, user, game, DRILL).get((game, DRILL), {})
    return practised, read_mistakes(books, user, game)


def _shown(run: _Run) -> ProcedureView:
    last = run.view["last"]
    mistake = None if last is None else last["mistake"]
    named = () if mistake is None else (mistake["clause"],)
    return ProcedureView(**run.view, run=run.name, clauses=clauses_said(run.game, named))
