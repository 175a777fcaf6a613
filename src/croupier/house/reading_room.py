"""Where people have the books read for them: beside the tables, none of which waits for it.

A few may read at a time, on threads of their own; and one who reads for long, in a process of its
own, because threads take turns with the one that decides. Whoever comes when too many wait is
refused.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Final, TypeVar

import orjson
from sqlalchemy import Connection, select

from croupier.house import schema
from croupier.house.cutting import CutEvents, Viewing
from croupier.house.house import House
from croupier.house.log import body_of, events_in
from croupier.house.reading import reading
from croupier.house.reading_process import read_apart
from croupier.rejection import Code, Rejection

__all__ = ["ReadingRoom"]

_Found = TypeVar("_Found")
_MOST_READING: Final = 100


class ReadingRoom:
    """The books of a house that is open, for whoever looks something up in them."""

    def __init__(self, house: House) -> None:
        self._house = house
        # Whoever reads keeps nobody waiting but other readers; who reads for long, not even them.
        self._readers = ThreadPoolExecutor(2, "croupier reading")
        self._long_reader = ThreadPoolExecutor(1, "croupier long reading")
        self._reading = {self._readers: 0, self._long_reader: 0}

    def close(self) -> None:
        """Nobody reads any more."""
        for readers in self._reading:
            readers.shutdown(wait=False, cancel_futures=True)

    async def read(self, look: Callable[[Connection], _Found]) -> _Found:
        """Looks something up in the books as they stand now, on another thread."""
        if self._reading[self._readers] >= _MOST_READING:
            raise Rejection(
                Code.TOO_MANY_REQUESTS, "Too much is being looked up; try again in a while."
            )
        return await self._read(self._readers, partial(self._look_up, look))

    async def read_long(self, look: Callable[[Connection], _Found]) -> _Found:
        """The same for what takes long: one at a time, and in a process of its own.

        So `look` is something that can be pickled.
        """
        return await self._read_long(partial(self._look_up_apart, look))

    async def write_long(self, name: str, write: Callable[[str, Connection], object]) -> BinaryIO:
        """The same for what is written to a file of that name; the file, which has none any more.

        It goes when nobody reads it any more.
        """

        def written(is_left: threading.Event) -> BinaryIO:
            with TemporaryDirectory(prefix="croupier-export-") as folder:
                path = Path(folder) / name
                self._look_up_apart(partial(write, str(path)), is_left)
                return path.open("rb")

        return await self._read_long(written)

    async def read_back(self, look: Callable[[Connection], _Found]) -> _Found:
        """Looks up what has just been done: that must be answered, whoever else is reading."""
        return await asyncio.to_thread(self._look_up, look)

    async def events_of_old(self, table: int, entry: int) -> list[list[Any]]:
        """What a command did long ago, or before the house was started, as its sender may know it.

        He sees it from the seat that the command was for, which its first event names.
        """
        entries = schema.entries
        wanted = select(entries.c.body, entries.c.first_event).where(
            entries.c.chain == table, entries.c.number == entry
        )
        row = await self.read_back(lambda connection: connection.execute(wanted).one())
        events = events_in(row.body)
        seat = getattr(events[0], "seat", None)
        viewing = Viewing(frozenset() if seat is None else frozenset((seat,)))
        is_stadium = self._house.hub(table).is_stadium
        cut = CutEvents(row.first_event, is_stadium=is_stadium)
        for event in events:
            cut.add(event, body_of(event))
        return [[number, orjson.loads(text)] for number, text in cut.for_viewer(viewing)]

    async def _read_long(self, work: Callable[[threading.Event], _Found]) -> _Found:
        if self._reading[self._long_reader]:
            raise Rejection(
                Code.TOO_MANY_REQUESTS,
                "The books are being checked or exported; try again when that is done.",
            )
        is_left = threading.Event()
        try:
            return await self._read(self._long_reader, partial(work, is_left))
        except asyncio.CancelledError:
            is_left.set()
            raise

    async def _read(self, readers: ThreadPoolExecutor, work: Callable[[], _Found]) -> _Found:
        def is_done(done: "asyncio.Future[_Found]") -> None:
            self._reading[readers] -= 1
            if not done.cancelled():
                done.exception()  # Nobody may be waiting for it any more.

        self._reading[readers] += 1
        found = asyncio.get_running_loop().run_in_executor(readers, work)
        found.add_done_callback(is_done)
        return await asyncio.shield(found)

    def _look_up(self, look: Callable[[Connection], _Found]) -> _Found:
        with reading(self._house.engine) as connection:
            return look(connection)

    def _look_up_apart(
        self, look: Callable[[Connection], _Found], is_left: threading.Event
    ) -> _Found:
        def require_wanted() -> None:
            self._house.require_working()
            if is_left.is_set():
                raise Rejection(Code.HOUSE_UNAVAILABLE, "Nobody waits for it any more.")

        return read_apart(self._house.engine, look, require_wanted)
