"""What is worked out for the school beside the server, and waited for.

A question takes some milliseconds once its process has found the hands for it, which it does when
the house opens. Whoever comes before that waits for a while, and is told to ask again after it.
"""

from collections.abc import Iterable
from typing import Any, Final

import orjson

from croupier.rejection import Code, Rejection
from croupier.table.game import Game
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import TableSettings, settings_for
from croupier.training.drills import DRILLS
from croupier.training.exam import ExamTerms
from croupier.web import school_work as work
from croupier.web.math_room import Asker, MathRoom, Task

__all__ = ["Lessons", "clauses_said", "coach_task"]

_PATIENCE_S: Final = 10.0
_SOON_S: Final = 0.3
"""So long is waited for what is nice to know."""


class Lessons:
    """The desk of the mathematics where lessons are made."""

    def __init__(self, room: MathRoom) -> None:
        self._room = room

    # Drills.

    async def items(self, game: Game[Any], drill: str, asker: Asker) -> list[str]:
        """What there is to practise."""
        found: list[str] = await self._made(_items_task(game, drill), asker)
        return found

    async def known_items(self, asker: Asker) -> dict[tuple[str, str], list[str] | None]:
        """The same of all games and drills; None where it is not known yet."""
        found: dict[tuple[str, str], list[str] | None] = {}
        is_waited_for = True
        for game, drill in _all_drills():
            task = _items_task(game, drill)
            known = self._room.known(task)
            if known is None and is_waited_for:
                known = await self._soon(task, asker)
                is_waited_for = known is not None
            found[game.id, drill] = None if known is None else orjson.loads(known)
        return found

    async def question(
        self, game: Game[Any], drill: str, item: str, seed: int, asker: Asker
    ) -> dict[str, Any]:
        """A question with what is right."""
        made = _lesson_task(work.question_of, settings_for(game), drill, item, seed)
        found: dict[str, Any] = await self._made(made, asker)
        return found

    async def hand(self, game: Game[Any], body: str, asker: Asker) -> dict[str, Any]:
        """The same for a hand that was played wrong."""
        made = _lesson_task(work.hand_of, settings_for(game), body)
        found: dict[str, Any] = await self._made(made, asker)
        return found

    # Rounds.

    async def run(
        self,
        game: Game[Any],
        dealt: work.Dealt,
        said: tuple[tuple[str | None, int], ...],
        asker: Asker,
    ) -> dict[str, Any]:
        """A round that a trainee deals: how it stands, and how he does."""
        made = _lesson_task(work.run_of, settings_for(game), dealt, said, is_kept=False)
        found: dict[str, Any] = await self._made(made, asker)
        return found

    # Examinations.

    async def exam_begun(
        self, game: Game[Any], terms: ExamTerms, seed: int, candidate: str, asker: Asker
    ) -> dict[str, Any]:
        """What is kept of an examination before anything is answered."""
        made = _lesson_task(work.exam_begun, settings_for(game), terms, seed, candidate)
        found: dict[str, Any] = await self._made(made, asker)
        return found

    async def exam_view(self, answers: str, asker: Asker) -> dict[str, Any]:
        """What is asked after these answers."""
        found: dict[str, Any] = await self._made(_exam_task(work.exam_view, answers), asker)
        return found

    async def exam_told(self, answers: str, told: work.Told, asker: Asker) -> dict[str, Any]:
        """The answers with one more, and what is asked then."""
        found: dict[str, Any] = await self._made(_exam_task(work.exam_told, answers, told), asker)
        return found

    async def exam_graded(self, answers: str, asker: Asker) -> dict[str, Any]:
        """The record, and the mistakes by kind."""
        found: dict[str, Any] = await self._made(_exam_task(work.exam_graded, answers), asker)
        return found

    async def certificate(self, record: str, entry: int, digest: str, asker: Asker) -> bytes:
        """The file to print."""
        return await self._worked_out(_exam_task(work.certificate_of, record, entry, digest), asker)

    # Waiting.

    async def _soon(self, task: Task, asker: Asker) -> bytes | None:
        """The result, if it is there soon; where too much waits, it is not."""
        try:
            answer = await self._room.answer(
                task, asker=asker.name, address=asker.address, wait_s=_SOON_S
            )
        except Rejection as refused:
            if refused.code is not Code.TOO_MANY_REQUESTS:
                raise
            return None
        return answer.result

    async def _made(self, task: Task, asker: Asker) -> Any:
        return orjson.loads(await self._worked_out(task, asker))

    async def _worked_out(self, task: Task, asker: Asker) -> bytes:
        answer = await self._room.answer(
            task, asker=asker.name, address=asker.address, wait_s=_PATIENCE_S
        )
        if answer.result is None:
            raise Rejection(
                Code.TOO_MANY_REQUESTS,
                "This is still being made ready; ask again in a few seconds.",
                wait_s=2,
            )
        return answer.result

    def work_ahead(self) -> None:
        """Has found what there is to practise, in all games, before anybody asks."""
        for game, drill in _all_drills():
            self._room.work_ahead(_items_task(game, drill))


def coach_task(settings: TableSettings, number: int, seat: int, events: bytes) -> Task:
    """What the decisions of a seat were worth, where quick mathematics is done."""
    return Task(work.coach_of, settings, (number, seat, events), is_long=False)


def clauses_said(game: Game[Any], names: Iterable[str]) -> dict[str, str]:
    """What these clauses say, as far as it is written down."""
    clauses = game.clauses()
    return {name: clauses[name] for name in dict.fromkeys(names) if name in clauses}


def _all_drills() -> Iterable[tuple[Game[Any], str]]:
    return [(find_game(game_id), drill) for drill in DRILLS for game_id in game_ids()]


def _lesson_task(do: Any, settings: TableSettings, *about: Any, **more: bool) -> Task:
    return Task(do, settings, about, is_long=False, is_lesson=True, **more)


def _items_task(game: Game[Any], drill: str) -> Task:
    return _lesson_task(work.items_of, settings_for(game), drill, is_pinned=True)


def _exam_task(do: Any, kept: str, *about: Any) -> Task:
    """The settings are among what is kept; those of the task say only which game it is."""
    data = orjson.loads(kept)
    answers = data.get("answers", data)
    game = find_game(answers["settings"]["game"], answers["settings"]["rules_version"])
    return _lesson_task(do, settings_for(game), kept, *about, is_kept=False)
