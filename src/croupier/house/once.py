"""Commands done once, however often they are sent.

Every command has an id that its sender makes up. While one is on its way its repetitions wait for
the same answer; when it was done they get its first receipt. Another command under a used id is
refused. The receipts of late are remembered; older ones are looked up in the log, so that this
holds across crashes and for ever. Only a command that names the round in play is compared with
what is remembered alone, which all commands of that round are: no bet waits for the disk twice.

A command that had no effect leaves nothing in the log. That it was answered so is remembered all
the same, with the latest of its kind, so that a copy of it that comes late does not have one.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Engine, select
from sqlalchemy.exc import SQLAlchemyError

from croupier.house import schema
from croupier.house.changes import Change, Receipt
from croupier.house.restoring import receipt_of_row
from croupier.house.sent import Sent, require_same
from croupier.rejection import Code, Rejection

__all__ = ["Once", "broken_off"]

_MOST_REMEMBERED: Final = 100_000
"""How many commands are remembered for who repeats one; older ones are looked up in the log. And
how many that had no effect, apart from them: those cost whoever sends them nothing."""
_MOST_TRIES: Final = 4
"""How many of the oldest are looked at for one to forget."""

Promise = asyncio.Future[Receipt | None]


@dataclass(frozen=True, slots=True)
class _OnItsWay:
    """A command that is being done."""

    asked: str | None
    promise: Promise


@dataclass(frozen=True, slots=True)
class _Nothing:
    """What is remembered of a command that had no effect."""

    asked: str | None


def broken_off() -> Rejection:
    """The answer where nobody knows yet what became of a command."""
    return Rejection(
        Code.HOUSE_UNAVAILABLE,
        "Whether this was done is told when you send it again under the same id.",
    )


class Once:
    """Remembers which commands were done."""

    def __init__(
        self,
        engine: Engine,
        submit: Callable[[Change, Promise], object],
        is_in_play: Callable[[Receipt], bool],
    ) -> None:
        self.remembers_all = False
        """Whether nothing is in the log that is not remembered: it was empty at the start."""
        self._engine = engine
        self._submit = submit
        self._is_in_play = is_in_play
        self._answered: OrderedDict[str, Receipt | _OnItsWay] = OrderedDict()
        self._without_effect: OrderedDict[str, _Nothing] = OrderedDict()
        self._bound: set[str] = set()
        """Those of them that named the round they were done in."""

    def learn(self, receipts: Mapping[str, Receipt]) -> None:
        """Takes in what was done before the start, in the rounds in play."""
        self._answered.update(receipts)
        self._bound.update(receipts)

    async def do(
        self,
        chain: int,
        actor: str,
        sent: Sent,
        do: Callable[[], Change | None],
        *,
        may_be_older: bool = True,
        is_bound: bool = False,
    ) -> Receipt | None:
        """Does what a command says, unless it was done: then its first receipt is the answer.

        `is_bound` is true for commands that name a round: if they are done, it is in that one, and
        they are remembered until it is over. `may_be_older` is false where it is the round in
        play already: all commands that name it are remembered, and the log is not asked.
        """
        key = f"{chain}/{actor}/{sent.id}"
        known = self._answered.get(key) or self._without_effect.get(key)
        if known is not None:
            require_same(known.asked, sent.asked)
            if isinstance(known, _Nothing):
                return None
            first = known if isinstance(known, Receipt) else await asyncio.shield(known.promise)
            return None if first is None else first.again()
        promise: Promise = asyncio.get_running_loop().create_future()
        # Nobody may be waiting for it.
        promise.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._answered[key] = _OnItsWay(sent.asked, promise)
        try:
            if may_be_older and not self.remembers_all:
                older = await asyncio.to_thread(self._look_up, chain, actor, sent)
                if older is not None:
                    promise.set_result(older)
                    self._answered[key] = older
                    require_same(older.asked, sent.asked)
                    return older.again()
            change = do()
        except BaseException as problem:
            if not promise.done():
                del self._answered[key]
                promise.set_exception(problem if isinstance(problem, Rejection) else broken_off())
            raise
        if change is None:
            del self._answered[key]
            promise.set_result(None)
            self._without_effect[key] = _Nothing(sent.asked)
            if len(self._without_effect) > _MOST_REMEMBERED:
                self._without_effect.popitem(last=False)
            return None
        self._submit(change, promise)
        promise.add_done_callback(lambda done: self._remember(key, done, is_bound=is_bound))
        return await asyncio.shield(promise)

    def _look_up(self, chain: int, actor: str, sent: Sent) -> Receipt | None:
        """The receipt of a command in the log, of before the house was started or forgotten."""
        entries = schema.entries
        wanted = select(entries).where(
            entries.c.command == sent.id, entries.c.actor == actor, entries.c.chain == chain
        )
        try:
            with self._engine.connect() as connection:
                found = [receipt_of_row(row) for row in connection.execute(wanted)]
        except SQLAlchemyError as problem:
            raise broken_off() from problem
        # There can be several: what names the round in play is compared with its commands alone.
        same = (one for one in found if one.asked in (None, sent.asked))
        return next(same, found[0] if found else None)

    def _remember(self, key: str, done: Promise, *, is_bound: bool) -> None:
        if done.cancelled() or done.exception() is not None:
            self._answered.pop(key, None)
            return
        receipt = done.result()
        assert receipt is not None, "what was written has a receipt"
        self._answered[key] = receipt
        if is_bound:
            self._bound.add(key)
        for _ in range(_MOST_TRIES):
            if len(self._answered) > _MOST_REMEMBERED:
                self._forget_oldest()

    def _forget_oldest(self) -> None:
        """Forgets the oldest receipt, unless it is of a round in play: that is not looked up."""
        key, oldest = self._answered.popitem(last=False)
        is_needed = not isinstance(oldest, Receipt) or (
            key in self._bound and self._is_in_play(oldest)
        )
        if is_needed:
            self._answered[key] = oldest
            return
        self._bound.discard(key)
        self.remembers_all = False
