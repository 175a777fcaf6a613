"""Books of an earlier form: they are brought to this one's, and nothing that the log says is lost.

`form_0001.db.xz` is what `books.whole_house` wrote when that was the form; this version of the
program writes no more like it, so it is kept.
"""

import asyncio
import lzma
import sqlite3
from pathlib import Path

import pytest

from croupier.house.database import database_url, migrate, open_engine
from croupier.house.reading import open_to_read, reading
from croupier.house.verify import verify
from croupier.house.verify.books import Database
from croupier.rejection import Code, Rejection

from .houses import open_house, plan

OLD = Path(__file__).with_name("form_0001.db.xz")


@pytest.fixture
def old(tmp_path):
    """Books in the first form."""
    path = tmp_path / "house.db"
    path.write_bytes(lzma.decompress(OLD.read_bytes()))
    return path


def ask(path, question):
    connection = sqlite3.connect(path)
    found = connection.execute(question).fetchall()
    connection.close()
    return found


def bring_up(path):
    engine = open_engine(database_url(str(path)))
    migrate(engine)
    engine.dispose()


def verdict_of(path):
    engine = open_to_read(str(path))
    with reading(engine) as connection:
        verdict = verify(Database(connection))
    engine.dispose()
    return verdict


def test_books_of_an_earlier_form_are_not_read_but_told_how_to_bring_up(old):
    engine = open_to_read(str(old))
    with pytest.raises(Rejection, match="earlier version") as refused, reading(engine):
        pass
    assert refused.value.code is Code.DATABASE_INVALID


def test_books_of_a_later_form_are_not_read(old):
    bring_up(old)
    with sqlite3.connect(old) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    engine = open_to_read(str(old))
    with pytest.raises(Rejection, match="later version"), reading(engine):
        pass


def test_nothing_that_the_log_says_changes(old):
    log = "SELECT chain, number, body, hash FROM entries ORDER BY chain, number"
    moved = "SELECT * FROM postings ORDER BY chain, number, account"
    before = ask(old, log), ask(old, moved)
    bring_up(old)
    assert (ask(old, log), ask(old, moved)) == before
    verdict = verdict_of(old)
    assert verdict.is_well, verdict


def test_what_the_new_form_keeps_beside_the_log_is_filled_from_it(old):
    single = dict(ask(old, "SELECT chain || '/' || number, significance FROM entries"))
    bring_up(old)
    noted = dict(ask(old, "SELECT chain || '/' || number, significance FROM entries"))
    several = {one for one, names in noted.items() if names and "," in names}
    assert several
    for entry, names in noted.items():
        assert (names is None) == (single[entry] is None)
        assert names is None or single[entry] in names.split(",")
    # Bob's door was opened at table 1 and stayed so; he lost his connection, and came back.
    door = 'SELECT is_connected, is_door_open FROM seats WHERE "table" = 1 AND seat = 2'
    assert ask(old, door) == [(1, 1)]
    revised = ask(old, "SELECT count(*) FROM entries WHERE body LIKE '%\"is_on_paper\":true%'")
    assert ask(old, "SELECT count(*) FROM revisions") == revised
    assert revised[0][0] > 1


def test_a_house_goes_on_with_them(old):
    async def go_on():
        async with open_house(old, plan("pick-2-poker", "One more")) as office:
            assert len(office.house.tables) == 5
            assert office.people.find("Ann").user == 1

    asyncio.run(go_on())
    verdict = verdict_of(old)
    assert verdict.is_well, verdict
