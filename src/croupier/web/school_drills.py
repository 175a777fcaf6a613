"""Drills over HTTP: which question comes next, and what an answer is worth.

A task is known by its name alone, which says what it practises and by which seed it was made; the
house keeps nothing of a question that it has asked. What is answered is counted once.
"""

import base64
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import orjson
from sqlalchemy import Connection

from croupier.house import schema
from croupier.house.changes import Rows
from croupier.house.commands import Person
from croupier.house.office import Office
from croupier.house.school import put_mistakes, put_practised
from croupier.house.school_readings import (
    Practised,
    read_hand,
    read_hands,
    read_mistakes,
    read_practised,
)
from croupier.rejection import Code, Rejection
from croupier.table.codec import from_json, to_json
from croupier.table.game import Game
from croupier.training.chance import Chance
from croupier.training.drills import find_drill
from croupier.training.marking import Mark
from croupier.training.progress import Progress, again_in_s
from croupier.training.questions import Question, Task
from croupier.web.lessons import Lessons, clauses_said
from croupier.web.math_room import Asker
from croupier.web.school_forms import DrillAnswer, DrillMarked, DrillTask, RightShown

__all__ = ["Drills", "progress_of"]

_DECISIONS: Final = "decisions"
"""The drill that asks hands again which were played wrong."""
_SEEDS: Final = 2**31
_MOST_ANSWERED: Final = 2**31


@dataclass(frozen=True, slots=True)
class _Name:
    """A task by its name: an item and a seed, or a hand that was played wrong."""

    item: str | None
    seed: int
    """Of a hand, its number."""
    answered: int = 0
    """Of a hand: how much was answered before it was asked; so it is asked more than once."""

    def __str__(self) -> str:
        written = orjson.dumps([self.item, self.seed, self.answered])
        return base64.urlsafe_b64encode(written).decode().rstrip("=")

    @property
    def kept_seed(self) -> int:
        """By which it is known that it was counted; of a hand it is below zero."""
        return (
            self.seed if self.item is not None else -1 - self.seed * _MOST_ANSWERED - self.answered
        )

    @classmethod
    def read(cls, text: str) -> "_Name":
        """The name behind its text."""
        with suppress(ValueError):
            found = orjson.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
            match found:
                case [str() | None as item, int(seed), int(answered)] if (
                    0 <= seed < _SEEDS and 0 <= answered < _MOST_ANSWERED
                ):
                    return cls(item, seed, answered)
                case _:
                    pass
        raise Rejection(
            Code.ANSWER_INVALID, "This names no task; send the one that came with the question."
        )


@dataclass(frozen=True, slots=True)
class _Answered:
    """An answer to be counted."""

    game: Game[Any]
    drill: str
    name: _Name
    item: str
    mark: Mark
    seconds: float


class Drills:
    """Who asks, and what he has practised."""

    def __init__(self, office: Office, lessons: Lessons) -> None:
        self._office = office
        self._lessons = lessons

    async def next_task(
        self, who: Person, game: Game[Any], drill: str, after: str | None, asker: Asker
    ) -> DrillTask:
        """The question that comes next; the same until it is answered, or another is asked for."""
        find_drill(drill)
        before = None if after is None else _Name.read(after)
        practised = await self._practised(who, game, drill)
        answered = sum(one.answered for one in practised.values())
        if drill == _DECISIONS:
            found = await self._next_hand(who, game, before, answered, asker)
            if found is not None:
                return found
        items = await self._lessons.items(game, drill, asker)
        chance = Chance("lesson", who.user, game.id, drill, answered, after or "")
        item = progress_of(practised).next_item(
            items,
            self._office.house.now_ms(),
            chance,
            after=None if before is None else before.item,
        )
        name = _Name(item, chance.randrange(_SEEDS))
        made = await self._lessons.question(game, drill, item, name.seed, asker)
        return DrillTask(task=str(name), question=made["question"])

    async def _next_hand(
        self, who: Person, game: Game[Any], before: _Name | None, answered: int, asker: Asker
    ) -> DrillTask | None:
        """A hand that he has played wrong. After one comes the next, and then something else."""
        numbers = await self._office.books.read(lambda books: read_hands(books, who.user, game.id))
        after = before.seed if before is not None and before.item is None else 0
        for number in numbers:
            if number > after:
                try:
                    made = await self._hand(who, game, number, asker)
                except Rejection as refused:
                    if refused.code is Code.TOO_MANY_REQUESTS:
                        raise
                    # It was played by rules that this program deals no more.
                    await self._drop_hand(who, number)
                    continue
                name = _Name(None, number, answered)
                return DrillTask(task=str(name), question=made["question"])
        return None

    async def _hand(
        self, who: Person, game: Game[Any], number: int, asker: Asker
    ) -> dict[str, Any]:
        body = await self._office.books.read(lambda books: read_hand(books, who.user, number))
        if body is None:
            raise Rejection(Code.ANSWER_INVALID, "This hand was answered; ask for the next.")
        return await self._lessons.hand(game, body, asker)

    async def _drop_hand(self, who: Person, number: int) -> None:
        rows = Rows()
        rows.drop(schema.school_hands, user=who.user, number=number)
        await self._office.school.write(who, rows)

    async def answer(
        self, who: Person, game: Game[Any], drill: str, body: DrillAnswer, asker: Asker
    ) -> DrillMarked:
        """What an answer is worth. It is durable that it was given."""
        find_drill(drill)
        name = _Name.read(body.task)
        items = await self._lessons.items(game, drill, asker)
        if name.item is None:
            made = await self._hand(who, game, name.seed, asker)
        elif name.item in items:
            made = await self._lessons.question(game, drill, name.item, name.seed, asker)
        else:
            raise Rejection(Code.ANSWER_INVALID, "This task is none of this drill.")
        task = from_json(Task, made, "task")
        mark = task.mark(body.answers)
        async with self._office.school.lock(who.user):
            answered = _Answered(game, drill, name, task.question.item, mark, body.seconds)
            practised = await self._count(who, answered)
        progress, now_ms = progress_of(practised), self._office.house.now_ms()
        return DrillMarked(
            mark=_json(mark),
            rights=[
                RightShown(
                    blank=right.blank,
                    shown=_shown(task.question, right.blank, right.accepted[0]),
                    clause=right.clause,
                    why=right.why,
                )
                for right in task.rights
            ],
            clauses=clauses_said(game, (right.clause for right in task.rights)),
            again_in_s=again_in_s(practised[task.question.item].state, now_ms),
            items=len(items),
            learned=progress.learned(items),
            due=progress.due(items, now_ms),
        )

    async def _practised(self, who: Person, game: Game[Any], drill: str) -> dict[str, Practised]:
        look = partial(_read_drill, user=who.user, game=game.id, drill=drill)
        practised, _ = await self._office.books.read(look)
        return practised

    async def _count(self, who: Person, answered: _Answered) -> dict[str, Practised]:
        """Counts an answer, unless it was counted; what he has practised then."""
        game, name, item = answered.game.id, answered.name, answered.item
        look = partial(_read_drill, user=who.user, game=game, drill=answered.drill)
        practised, mistakes = await self._office.books.read(look)
        before = practised.get(item)
        if before is not None and before.seed == name.kept_seed:
            return practised
        now_ms = self._office.house.now_ms()
        mark = answered.mark
        counted = Practised(
            progress_of(practised).rated(item, mark, answered.seconds, now_ms),
            (before.answered if before is not None else 0) + 1,
            (before.right if before is not None else 0) + mark.is_full,
            name.kept_seed,
        )
        rows = Rows()
        put_practised(rows, who.user, game, answered.drill, {item: counted})
        put_mistakes(rows, who.user, game, added(mistakes, kinds_of(mark)))
        if name.item is None and mark.is_full:
            rows.drop(schema.school_hands, user=who.user, number=name.seed)
        await self._office.school.write(who, rows)
        return {**practised, item: counted}


def progress_of(practised: Mapping[str, Practised]) -> Progress:
    """What is known of the items of a drill."""
    return Progress({item: one.state for item, one in practised.items()})


def kinds_of(mark: Mark) -> dict[str, int]:
    """How often each kind of mistake is in it."""
    found: dict[str, int] = {}
    for one in mark.mistakes:
        found[one.kind.value] = found.get(one.kind.value, 0) + 1
    return found


def added(before: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """The counts of those kinds that there are more of."""
    return {kind: before.get(kind, 0) + count for kind, count in more.items()}


def _read_drill(
    books: Connection, *, user: int, game: str, drill: str
) -> tuple[dict[str, Practised], dict[str, int]]:
    practised = read_practised(books, user, game, drill).get((game, drill), {})
    return practised, read_mistakes(books, user, game)


def _shown(question: Question, blank: str, text: str) -> str:
    options = question.blank(blank).options
    return next((one.label for one in options if one.name == text), text)


def _json(mark: Mark) -> dict[str, Any]:
    found = to_json(mark)
    assert isinstance(found, dict), "a mark is an object"
    return found
