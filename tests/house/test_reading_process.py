"""What takes long to read is read in a process of its own, which nothing leaves behind."""

import asyncio
import logging
import os
import select
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from functools import partial

import pytest

from croupier.house.database import database_url, open_engine
from croupier.house.long_readings import check_books
from croupier.house.reading_process import read_apart
from croupier.rejection import Code, Rejection

from . import readings
from .apis import Visitor
from .houses import open_house, plan
from .reception import RIGHT, refused_now
from .serving import serving

GAME = "three-card-poker"
WAITING = """
import sys
from functools import partial
from croupier.house.database import database_url, open_engine
from croupier.house.reading_process import read_apart
from tests.house.readings import stay
read_apart(open_engine(database_url(sys.argv[1])), partial(stay, sys.argv[2]), lambda: None)
"""


def still_wanted():
    pass


@pytest.fixture
def engine(database):
    """The books of a house that has been open once."""
    return books_of(database)


@pytest.fixture
def file_engine(tmp_path):
    return books_of(str(tmp_path / "house.db"))


def books_of(database):
    async def be_open_once():
        async with open_house(database, plan(GAME)):
            pass

    asyncio.run(be_open_once())
    return open_engine(database_url(database))


class Alive:
    """Says of a process that holds a pipe open when it is there, and when it is gone."""

    def __init__(self, folder):
        self.path = str(folder / "alive")
        os.mkfifo(self.path)
        self._end = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)

    def _says(self):
        ready, _, _ = select.select([self._end], [], [], 30)
        assert ready, "nothing came of it"
        return os.read(self._end, 100)

    def is_there(self):
        return self._says() == b"here"

    def is_gone(self):
        return self._says() == b""


# Alone.


def test_it_is_another_process_with_less_right_to_the_processor(engine):
    pid, parent, group, niceness, seen = read_apart(engine, readings.who_reads, still_wanted)
    assert (pid != os.getpid(), parent) == (True, os.getpid())
    assert niceness > os.getpriority(os.PRIO_PROCESS, 0)
    # Else Ctrl-C at a terminal would end it before the server says so.
    assert group not in (os.getpgrp(), os.getpgid(parent))
    # Anybody on the machine may read the one, and some the other.
    assert b"reading_process" in seen
    for secret in filter(None, (engine.url.database, engine.url.password)):
        assert secret.encode() not in seen


def test_it_reads_the_books_and_what_it_prints_is_no_answer(engine):
    assert read_apart(engine, readings.count_tables, still_wanted) == 1
    assert read_apart(engine, partial(check_books, table=1), still_wanted).is_well


def test_what_it_refuses_is_refused(engine):
    with pytest.raises(Rejection) as refusal:
        read_apart(engine, readings.refuse, still_wanted)
    refused = refusal.value
    assert (refused.code, refused.detail) == (Code.TOO_MANY_REQUESTS, "Wait a minute.")
    assert refused.wait_s == 60


def test_books_that_are_broken_are_refused_as_they_are_here(tmp_path):
    path = tmp_path / "house.db"
    engine = open_engine(database_url(str(path)))
    with pytest.raises(Rejection) as refusal:
        read_apart(engine, readings.count_tables, still_wanted)
    assert refusal.value.detail == "This database holds no books of a house."
    path.write_bytes(b"no database at all" * 1000)
    with pytest.raises(Rejection) as refusal:
        read_apart(engine, readings.count_tables, still_wanted)
    assert refusal.value.code is Code.DATABASE_INVALID
    assert refusal.value.detail.startswith("The database cannot be read: ")


@pytest.mark.parametrize(
    ("look", "said"),
    [
        (readings.die, "ended with -9"),
        (readings.fail, "ValueError: no such thing"),
        (readings.give_what_cannot_be_sent, "pickle"),
    ],
)
def test_where_it_breaks_off_that_is_refused_and_logged(file_engine, caplog, look, said):
    with caplog.at_level(logging.ERROR), pytest.raises(Rejection) as refusal:
        read_apart(file_engine, look, still_wanted)
    assert refusal.value.code is Code.HOUSE_UNAVAILABLE
    (logged,) = caplog.messages
    assert said in logged


def test_where_it_cannot_be_started_that_is_refused_and_logged(file_engine, caplog, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/program")
    with pytest.raises(Rejection) as refusal:
        read_apart(file_engine, readings.count_tables, still_wanted)
    assert refusal.value.code is Code.HOUSE_UNAVAILABLE
    assert "no process can be started" in caplog.text


def test_it_is_gone_when_it_is_not_wanted_any_more(file_engine, tmp_path):
    alive = Alive(tmp_path)

    def no_more():
        assert alive.is_there()
        raise Rejection(Code.HOUSE_UNAVAILABLE, "No more.")

    with pytest.raises(Rejection, match="No more"):
        read_apart(file_engine, partial(readings.stay, alive.path), no_more)
    assert alive.is_gone()


def test_it_is_gone_when_who_has_started_it_is_killed(file_engine, tmp_path):
    alive = Alive(tmp_path)
    command = [sys.executable, "-c", WAITING, file_engine.url.database, alive.path]
    path = {"PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
    with subprocess.Popen(command, env=os.environ | path) as server:
        try:
            assert alive.is_there()
        finally:
            server.kill()
    assert alive.is_gone()


# In a house.


@contextmanager
def temporary_files_in(folder, monkeypatch):
    """Where what is written in between lies; nothing of it stays."""
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []


def in_a_house(path, act):
    async def play():
        async with open_house(path, plan(GAME)) as office:
            await act(office)

    asyncio.run(play())


async def free_again(books):
    """Waits until whoever was reading for long is not any more."""
    for _ in range(3000):
        if not books._reading[books._long_reader]:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("somebody still reads")


def test_when_its_reader_goes_away_it_ends_and_another_may_read(tmp_path):
    alive = Alive(tmp_path)

    async def act(office):
        reads = asyncio.create_task(office.books.read_long(partial(readings.stay, alive.path)))
        assert await asyncio.to_thread(alive.is_there)
        await refused_now(
            Code.TOO_MANY_REQUESTS, office.books.read_long(partial(check_books, table=None))
        )
        reads.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reads
        assert await asyncio.to_thread(alive.is_gone)
        await free_again(office.books)
        assert (await office.books.read_long(partial(check_books, table=None))).is_well

    in_a_house(tmp_path / "house.db", act)


def test_when_the_house_is_closed_it_ends_and_its_reader_is_told(tmp_path):
    alive = Alive(tmp_path)

    async def act(office):
        reads = asyncio.create_task(office.books.read_long(partial(readings.stay, alive.path)))
        assert await asyncio.to_thread(alive.is_there)
        await office.stop()
        said = await refused_now(Code.HOUSE_UNAVAILABLE, reads)
        assert said.startswith("The house takes nothing at the moment")
        assert await asyncio.to_thread(alive.is_gone)

    in_a_house(tmp_path / "house.db", act)


def test_a_file_that_is_written_is_read_by_who_asked_and_has_no_name(tmp_path, monkeypatch):
    folder = tmp_path / "temporary"
    folder.mkdir()

    async def act(office):
        with await office.books.write_long("x.txt", partial(readings.write, "All.")) as file:
            assert list(folder.iterdir()) == []
            assert file.read() == b"All."

    with temporary_files_in(folder, monkeypatch):
        in_a_house(tmp_path / "house.db", act)


def test_of_a_file_that_is_not_written_to_the_end_nothing_stays(tmp_path, monkeypatch):
    folder = tmp_path / "temporary"
    folder.mkdir()
    alive = Alive(tmp_path)

    async def act(office):
        writing = partial(readings.write_and_stay, alive.path)
        writes = asyncio.create_task(office.books.write_long("x.txt", writing))
        assert await asyncio.to_thread(alive.is_there)
        assert len(list(folder.iterdir())) == 1
        await office.stop()
        await refused_now(Code.HOUSE_UNAVAILABLE, writes)
        assert await asyncio.to_thread(alive.is_gone)

    with temporary_files_in(folder, monkeypatch):
        in_a_house(tmp_path / "house.db", act)


def test_the_program_itself_checks_and_exports_its_books(database, tmp_path):
    with serving(database, tmp_path) as server:
        chief = Visitor(server.address, "administrator", server.first_password())
        with closing(chief.http):
            changed = {"old": server.first_password(), "new": RIGHT}
            chief.me = chief.ok(chief.post("/api/me/password", changed))
            assert chief.ok(chief.post("/api/verify"))["is_well"]
            assert chief.get("/api/export/events", format="parquet").content.startswith(b"PAR1")
