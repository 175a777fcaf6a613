"""The coach over HTTP: what the decisions of a seat were worth, after it has made them.

It is told what the seat gets of the round and no more. What it finds is counted in the player's
account, each decision once, and the hands he played wrong are kept for the drill of decisions.
"""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

import orjson
from sqlalchemy import Connection

from croupier.house import schema
from croupier.house.changes import Rows
from croupier.house.commands import Person
from croupier.house.hub import TableHub
from croupier.house.office import Office
from croupier.house.school_readings import read_coached, read_hands, read_reviewed
from croupier.training.coach.account import (
    Account,
    MistakesOfKind,
    account_from_json,
    account_json,
)
from croupier.web.lessons import coach_task
from croupier.web.math_room import Answer, Asker, MathRoom
from croupier.web.school_forms import CoachAccount, KindCost
from croupier.web.school_work import DECIDED

__all__ = ["Coaching", "accounts_of", "added_up", "whole_cents"]

_WAIT_S: Final = 1.0
_MOST_HANDS: Final = 50
"""Of one person: what he played wrong longest ago is not asked any more."""


class Coaching:
    """The coach of all who ask."""

    def __init__(self, office: Office, room: MathRoom) -> None:
        self._office = office
        self._room = room

    async def reviewed(self, who: Person, hub: TableHub, seat: int, asker: Asker) -> Answer:
        """What the decisions of a seat of his were worth in the round in hand, or just over."""
        looked_at = _round_of(who, hub, seat)
        if looked_at is None:
            return _nothing_decided(hub.picture.round, seat)
        number, events = looked_at
        settings = hub.picture.settings
        task = coach_task(settings, number, seat, events)
        answer = await self._room.answer(
            task, asker=asker.name, address=asker.address, wait_s=_WAIT_S
        )
        if answer.result is None:
            return answer
        found = orjson.loads(answer.result)
        await self._count(who, hub.number, settings.game, found)
        shown = {**found, "decisions": [one["shown"] for one in found["decisions"]]}
        return replace(answer, result=orjson.dumps(shown))

    async def account(self, who: Person) -> CoachAccount:
        """What all of it comes to."""
        accounts, hands = await self._office.books.read(partial(_read_account, user=who.user))
        whole = added_up(*accounts.values())
        kinds = [
            KindCost(
                game=game, kind=one.kind, count=one.count, cost_cents=whole_cents(one.cost_cents)
            )
            for game, account in accounts.items()
            for one in account.kinds
        ]
        return CoachAccount(
            decisions=whole.decisions,
            mistakes=whole.mistakes,
            cost_cents=whole_cents(whole.cost_cents),
            kinds=sorted(kinds, key=lambda one: (-one.cost_cents, one.game, one.kind)),
            hands=hands,
        )

    async def _count(self, who: Person, table: int, game: str, found: dict[str, Any]) -> None:
        number, seat, decisions = found["round"], found["seat"], found["decisions"]
        async with self._office.school.lock(who.user):
            look = partial(_read_counted, user=who.user, table=table, seat=seat)
            (last, counted), accounts, hands = await self._office.books.read(look)
            new = decisions[counted if last == number else 0 :]
            if not new or last > number:
                return
            before = accounts.get(game, Account())
            account = added_up(before, *(account_from_json(one["account"]) for one in new))
            rows = Rows()
            rows.put(
                schema.school_coached,
                user=who.user,
                game=game,
                account=orjson.dumps(account_json(account)).decode(),
            )
            rows.put(
                schema.school_reviewed,
                user=who.user,
                table=table,
                seat=seat,
                round=number,
                decisions=len(decisions),
            )
            _put_hands(rows, who.user, game, hands, [one["missed"] for one in new if one["missed"]])
            await self._office.school.write(who, rows)


def _round_of(who: Person, hub: TableHub, seat: int) -> tuple[int, bytes] | None:
    """The round in which he has last decided something there, and what the seat got of it.

    Of the round in play, or of the one just over: at a table that deals by itself the next begins
    at once.
    """
    picture = hub.picture
    if picture.players.get(seat) == who.user:
        events = hub.seen_from(seat)
        if any(
            event["event"] == DECIDED and event["seat"] == seat for event in orjson.loads(events)
        ):
            return picture.round, events
    past = hub.past
    if past is not None and past.players.get(seat) == who.user:
        return past.number, past.seen_from(seat)
    return None


def _nothing_decided(number: int, seat: int) -> Answer:
    return Answer(orjson.dumps({"round": number, "seat": seat, "decisions": []}))


def _put_hands(
    rows: Rows, user: int, game: str, known: list[int], missed: list[dict[str, Any]]
) -> None:
    """Keeps hands that were played wrong, and no more than so many."""
    first = max(known, default=0) + 1
    for number, hand in enumerate(missed, start=first):
        body = orjson.dumps(hand).decode()
        rows.put(schema.school_hands, user=user, number=number, game=game, body=body)
    for number in known[: max(len(known) + len(missed) - _MOST_HANDS, 0)]:
        rows.drop(schema.school_hands, user=user, number=number)


def added_up(*accounts: Account) -> Account:
    """Accounts together, the dearest kind first."""
    kinds: dict[str, MistakesOfKind] = {}
    for account in accounts:
        for one in account.kinds:
            before = kinds.get(one.kind, MistakesOfKind(one.kind, 0, Fraction(0)))
            kinds[one.kind] = MistakesOfKind(
                one.kind, before.count + one.count, before.cost_cents + one.cost_cents
            )
    dearest = sorted(kinds.values(), key=lambda one: (-one.cost_cents, one.kind))
    return Account(sum(one.decisions for one in accounts), tuple(dearest))


def whole_cents(cents: Fraction) -> int:
    """To the nearest cent, for display."""
    return round(cents)


def _read_counted(
    books: Connection, *, user: int, table: int, seat: int
) -> tuple[tuple[int, int], dict[str, Account], list[int]]:
    reviewed = read_reviewed(books, user, table, seat)
    return reviewed, accounts_of(books, user), read_hands(books, user)


def _read_account(books: Connection, *, user: int) -> tuple[dict[str, Account], int]:
    return accounts_of(books, user), len(read_hands(books, user))


def accounts_of(books: Connection, user: int) -> dict[str, Account]:
    """By game: what the coach has counted."""
    kept = read_coached(books, user)
    return {game: account_from_json(orjson.loads(text)) for game, text in kept.items()}
