"""Has what was decided written, and only then shown, and only then answered.

Memory is ahead of the disk by some milliseconds. Whatever leaves the house passes here first: the
receipts of commands, what viewers see, and what is told of things that were only looked up.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from sqlalchemy import Engine

from croupier.house.changes import Aside, Change, Receipt, Rows, Written
from croupier.house.hub import TableHub
from croupier.house.log import HOUSE_CHAIN, Head
from croupier.house.once import broken_off
from croupier.house.owning import Ownership
from croupier.house.writer import Writer
from croupier.rejection import Code, Rejection

__all__ = ["Publisher"]

_Found = TypeVar("_Found")
_Key = tuple[int, int] | Aside
_LOGGER: Final = logging.getLogger("croupier.house")


class Publisher:
    """Between the one thread that decides, the one that writes, and everybody else."""

    def __init__(self, engine: Engine, hubs: Mapping[int, TableHub]) -> None:
        self.problem: str | None = None
        """Why nothing is taken any more, once the books cannot be written."""
        self.on_broken: Callable[[], None] = lambda: None
        self._hubs = hubs
        self._writer = Writer(engine, self._on_written)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pending: dict[_Key, asyncio.Future[Any]] = {}
        """By chain and entry: the receipts of what is not durable yet, in the order of entries, and
        among them what is written without one. Who is given one may cancel it."""
        self._read: dict[_Key, asyncio.Future[None]] = {}
        """The same for who has only looked something up: all of them wait for one."""

    def start(self, heads: Mapping[int, Head], ownership: Ownership) -> None:
        """Begins to write after what is there."""
        self._loop = asyncio.get_running_loop()
        self._writer.start(heads, ownership)

    async def end(self) -> None:
        """Writes what is on the way, and nothing more."""
        await asyncio.to_thread(self._writer.end)
        self._break_off()

    @property
    def is_at_work(self) -> bool:
        """Whether what is submitted is written."""
        return self.problem is None and self._writer.is_at_work

    def submit(
        self, change: Change, promise: "asyncio.Future[Any] | None" = None
    ) -> "asyncio.Future[Receipt]":
        """Has a change written; the receipt comes when it is durable and shown."""
        assert self._loop is not None, "the house is at work"
        future = promise or self._loop.create_future()
        if not self.is_at_work:
            # It was begun before, and nothing is written any more.
            _break_off(future)
            return future
        self._pending[_key(change)] = future
        self._writer.submit(change)
        return future

    async def write_aside(self, rows: Rows) -> None:
        """Has rows written that no entry speaks of; comes back when they are durable."""
        assert self._loop is not None, "the house is at work"
        if not self.is_at_work:
            raise broken_off()
        aside = Aside(rows)
        future = self._pending[aside] = self._loop.create_future()
        self._writer.submit(aside)
        await asyncio.shield(future)

    async def durable(self, found: _Found) -> _Found:
        """What was read in memory, handed on when everything it may say is durable.

        Once the books cannot be written, nobody is told what may not be in them.
        """
        if self.problem is not None:
            raise broken_off()
        if self._pending:
            last = next(reversed(self._pending))
            if last not in self._read:
                self._read[last] = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._read[last])
        return found

    async def answer(self, done: Awaitable[_Found]) -> _Found:
        """What came of a command, once all is durable that it may tell of.

        A receipt is given when its own entry is written. But a refusal tells something too: who is
        refused a tip for what is left on his meter knows how the round ends, and after a crash he
        would choose again. So does the answer that there was nothing to do.
        """
        try:
            found = await done
        except Rejection as refused:
            # These tell of nothing but that nothing is done at the moment.
            if refused.code is not Code.HOUSE_UNAVAILABLE:
                await self.durable(None)
            raise
        if found is None:
            await self.durable(None)
        return found

    def figures(self) -> Mapping[str, int]:
        """How much was written, in numbers."""
        return {
            "commits": self._writer.commits,
            "changes": self._writer.changes,
            "waiting": len(self._pending),
        }

    # What was written.

    def _on_written(self, changes: Sequence[Written], problem: Exception | None) -> None:
        """Called on the writer's thread."""
        assert self._loop is not None, "the house is at work"
        with suppress(RuntimeError):  # The loop may be closed already, when the house is stopped.
            self._loop.call_soon_threadsafe(self._written, changes, problem)

    def _written(self, changes: Sequence[Written], problem: Exception | None) -> None:
        if problem is not None:
            self._break(f"the books cannot be written: {problem}")
            return
        for change in changes:
            if not isinstance(change, Change):
                self._answer(change, None)
                continue
            chain = change.entry.chain
            if chain != HOUSE_CHAIN:
                try:
                    self._hubs[chain].publish(change)
                except Exception as broken:
                    # The loop would only log it, and those who wait would wait for ever.
                    _LOGGER.exception("table %d cannot be shown", chain)
                    self._break(f"table {chain} cannot be shown: {broken!r}")
                    return
            if change.significance is not None:
                _LOGGER.info(
                    change.significance,
                    extra={"chain": chain, "entry": change.entry.number, "by": change.entry.actor},
                )
            self._answer(_key(change), Receipt.of(change))

    def _answer(self, key: _Key, receipt: Receipt | None) -> None:
        """Tells whoever waits that it is durable."""
        future = self._pending.pop(key, None)
        if future is not None and not future.done():
            future.set_result(receipt)
        waiting = self._read.pop(key, None)
        if waiting is not None:
            waiting.set_result(None)

    def _break(self, problem: str) -> None:
        """Stops taking anything: what is in memory may not be what is in the books."""
        if self.problem is not None:
            return
        self.problem = problem
        _LOGGER.critical("the house stops: %s", problem)
        self._break_off()
        self.on_broken()

    def _break_off(self) -> None:
        waiting: list[asyncio.Future[Any]] = [*self._pending.values(), *self._read.values()]
        for future in waiting:
            _break_off(future)
        self._pending.clear()
        self._read.clear()


def _key(change: Change) -> tuple[int, int]:
    return change.entry.chain, change.entry.number


def _break_off(future: "asyncio.Future[Any]") -> None:
    """Tells whoever waits that nobody knows what became of it."""
    if not future.done():
        future.set_exception(broken_off())
        # Nobody may be waiting for it.
        future.exception()
