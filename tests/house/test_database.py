"""The database as a house uses it: every commit waits for the disk, and one server at a time."""

import asyncio
import time

import pytest
from sqlalchemy import event

from croupier.house import owning
from croupier.house.config import Config
from croupier.house.database import database_url, open_engine
from croupier.house.office import Office
from croupier.rejection import Code

from .houses import check_books, open_house, plan
from .reception import PASSWORDS, refused_now

GAME = "three-card-poker"
ON_SQLITE = {"journal_mode": "wal", "synchronous": 2}
"""A write-ahead log, and FULL."""


def office_on(database):
    """A house with one table that is not open yet."""
    return Office(open_engine(database_url(database)), Config(tables=(plan(GAME),)), PASSWORDS)


async def refused_there(database):
    """Another server tries to run the tables of a database, and may not; what it is told."""
    other = office_on(database)
    try:
        return await refused_now(Code.HOUSE_IN_USE, other.start())
    finally:
        other.house.engine.dispose()


def watch_writing(office):
    """How the connection stood by which anything was entered in the log, one for each time."""
    found = []

    def look(_connection, cursor, statement, *_):
        if not statement.startswith("INSERT INTO entries"):
            return
        own = cursor.connection.cursor()
        if office.house.engine.dialect.name == "sqlite":
            asked = {name: f"PRAGMA {name}" for name in ON_SQLITE}
        else:
            asked = {"synchronous_commit": "SHOW synchronous_commit"}
        found.append({name: own.execute(words).fetchone()[0] for name, words in asked.items()})
        own.close()

    event.listen(office.house.engine, "before_cursor_execute", look)
    return found


def test_every_commit_on_sqlite_waits_for_the_disk(tmp_path):
    async def play():
        office = office_on(str(tmp_path / "house.db"))
        found = watch_writing(office)
        await office.start()
        await office.guest()
        await office.stop()
        return found

    found = asyncio.run(play())
    assert len(found) >= 3
    assert [one for one in found if one != ON_SQLITE] == []


@pytest.mark.parametrize("whose", ["DATABASE {name}", "ROLE {role}", "ROLE {role} IN {name}"])
@pytest.mark.parametrize(
    ("usual", "meant"),
    [("off", "on"), ("local", "on"), ("on", "on"), ("remote_apply", "remote_apply")],
)
def test_every_commit_on_postgresql_waits_for_the_disk_whatever_is_usual_there(
    postgres, postgres_url, whose, usual, meant
):
    role, name = postgres_url.split("://")[1].split(":")[0], postgres_url.rsplit("/", 1)[1]
    altered = "ALTER " + whose.format(role=role, name=f"DATABASE {name}" if "IN" in whose else name)

    async def play():
        office = office_on(postgres_url)
        found = watch_writing(office)
        await office.start()
        await office.guest()
        # Thrown out, it comes in again over another connection.
        assert postgres.throw_out(postgres_url) > 0
        await office.guest()
        await office.stop()
        return found

    with postgres.connect() as chief:
        chief.execute(f"{altered} SET synchronous_commit = {usual}")
        try:
            with postgres.connect(name) as stranger:
                assert shown(stranger) == usual
            found = asyncio.run(play())
        finally:
            chief.execute(f"{altered} RESET synchronous_commit")
    assert len(found) >= 4
    assert [one for one in found if one != {"synchronous_commit": meant}] == []


def shown(connection):
    """How a connection of PostgreSQL commits."""
    return connection.execute("SHOW synchronous_commit").fetchone()[0]


def test_a_second_server_is_refused_and_the_first_goes_on(database, monkeypatch):
    # A server that has just been killed is waited for; this one lives.
    monkeypatch.setattr(owning, "_PATIENCE_S", 0.3)

    async def play():
        first = office_on(database)
        await first.start()
        said = await refused_there(database)
        assert "Another server runs the tables of this database" in said
        guest = (await first.guest()).person
        await refused_there(database)
        await first.stop()
        # Now nobody has it any more.
        third = office_on(database)
        await third.start()
        assert third.people.find(guest.name) == guest
        await third.stop()

    asyncio.run(play())
    assert sum("house_started" in entry.body for entry in check_books(database)) == 2


def test_two_names_of_one_file_are_one_database(tmp_path):
    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME)):
            (tmp_path / "other.db").symlink_to(tmp_path / "house.db")
            await refused_there(str(tmp_path / "other.db"))

    asyncio.run(play())


def test_a_file_with_a_second_name_is_refused_by_either(tmp_path):
    path, other = tmp_path / "house.db", tmp_path / "other.db"

    async def play():
        async with open_house(path, plan(GAME)):
            pass
        other.hardlink_to(path)
        for name in (path, other):
            linked = office_on(str(name))
            assert "hard link" in await refused_now(Code.DATABASE_INVALID, linked.start())
        other.unlink()
        async with open_house(path, plan(GAME)):
            pass

    asyncio.run(play())
    check_books(path)


def test_a_postgresql_that_does_not_wait_for_the_disk_is_warned_of(postgres, postgres_url, caplog):
    def set_fsync(chief, how, expected):
        chief.execute(f"ALTER SYSTEM {how}")
        chief.execute("SELECT pg_reload_conf()")
        until = time.monotonic() + 30
        while chief.execute("SHOW fsync").fetchone()[0] != expected:
            assert time.monotonic() < until
            time.sleep(0.02)

    async def warnings():
        caplog.clear()
        office = office_on(postgres_url)
        await office.start()
        await office.stop()
        return sum("fsync" in one.message for one in caplog.records)

    assert asyncio.run(warnings()) == 0
    with postgres.connect() as chief:
        try:
            set_fsync(chief, "SET fsync = off", "off")
            assert asyncio.run(warnings()) == 1
        finally:
            set_fsync(chief, "RESET fsync", "on")
    assert asyncio.run(warnings()) == 0
