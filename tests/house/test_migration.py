"""Books of an earlier form: they are brought to this one's, and nothing that the log says is lost.

`form_0001.db.xz` is what `books.whole_house` wrote when that was the form; this version of the
program writes no more like it, so it is kept.
"""

import asyncio
import lzma
import re
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Boolean, MetaData, insert, inspect, text

from croupier.house import schema
from croupier.house.database import database_url, migrate, open_engine
from croupier.house.reading import open_to_read, reading
from croupier.house.verify import verify
from croupier.house.verify.books import Database
from croupier.rejection import Code, Rejection

from .houses import open_house, plan

OLD = Path(__file__).with_name("form_0001.db.xz")


@pytest.fixture
def old(database, tmp_path):
    """Books in the first form, as `croupier serve --database` takes them."""
    path = tmp_path / "old.db"
    path.write_bytes(lzma.decompress(OLD.read_bytes()))
    if not database.startswith("postgresql"):
        return str(path)
    copy_books(str(path), database)
    return database


def copy_books(path, url):
    """Brings books of the first form from a file to PostgreSQL."""
    source, target = open_engine(database_url(path)), open_engine(database_url(url))
    with source.connect() as read, target.begin() as write:
        config = Config()
        config.set_main_option("script_location", "croupier.house:migrations")
        config.attributes["connection"] = write
        command.upgrade(config, "0001")
        known = MetaData()
        known.reflect(write)
        for table in known.sorted_tables:
            columns = {column.name: column for column in table.columns}
            rows = [
                # SQLite has no truth of its own.
                {name: bool(value) if isinstance(columns[name].type, Boolean) else value
                 for name, value in row.items()}
                for row in read.execute(text(f'SELECT * FROM "{table.name}"')).mappings()
            ]  # fmt: skip
            if rows and table.name != "alembic_version":
                write.execute(insert(table), rows)
    source.dispose()
    target.dispose()


def ask(books, question):
    engine = open_to_read(books)
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(text(question))]
    engine.dispose()
    return found


def bring_up(path):
    engine = open_engine(database_url(path))
    try:
        migrate(engine)
    finally:
        engine.dispose()


def verdict_of(path):
    engine = open_to_read(path)
    with reading(engine) as connection:
        verdict = verify(Database(connection))
    engine.dispose()
    return verdict


def test_books_of_an_earlier_form_are_not_read_but_told_how_to_bring_up(old):
    engine = open_to_read(old)
    with pytest.raises(Rejection, match="earlier version") as refused, reading(engine):
        pass
    assert refused.value.code is Code.DATABASE_INVALID


def test_books_of_a_later_form_are_not_read(old):
    bring_up(old)
    writable = open_engine(database_url(old))
    with writable.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    writable.dispose()
    engine = open_to_read(old)
    with pytest.raises(Rejection, match="later version"), reading(engine):
        pass
    with pytest.raises(Rejection, match="later version"):
        bring_up(old)


def test_it_is_said_that_books_are_brought_up_and_how_long_it_took(old, caplog):
    bring_up(old)
    began, ended = (record.getMessage() for record in caplog.records)
    assert "earlier form" in began
    assert re.search(r"this version's form now; it took \d+\.\d s", ended)
    caplog.clear()
    bring_up(old)
    assert not caplog.text


def test_books_that_cannot_be_brought_up_are_not_said_to_be(old, caplog):
    damaged = open_engine(database_url(old))
    with damaged.begin() as connection:
        connection.execute(text("DROP TABLE seats"))
    damaged.dispose()
    with pytest.raises(Rejection):
        bring_up(old)
    assert [record for record in caplog.records if "earlier form" in record.getMessage()]
    assert "form now" not in caplog.text


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
    revised = ask(old, "SELECT count(*) FROM entries WHERE body LIKE '%is_on_paper_\\:true%'")
    assert ask(old, "SELECT count(*) FROM revisions") == revised
    assert revised[0][0] > 1


def test_vouchers_know_where_they_were_issued(old):
    bring_up(old)
    kept = dict(ask(old, "SELECT voucher, entry FROM vouchers"))
    assert len(kept) == 2
    for voucher, entry in kept.items():
        asked = f"SELECT body FROM entries WHERE chain = 0 AND number = {entry}"
        ((body,),) = ask(old, asked)
        assert '"voucher_issued"' in body
        assert voucher in body


def test_every_table_is_as_this_version_writes_it(old):
    bring_up(old)
    engine = open_to_read(old)
    with engine.connect() as connection:
        looked = inspect(connection)
        for table in schema.METADATA.sorted_tables:
            found = {one["name"]: one["nullable"] for one in looked.get_columns(table.name)}
            assert found == {one.name: bool(one.nullable) for one in table.columns}, table.name
            key = looked.get_pk_constraint(table.name)["constrained_columns"]
            assert key == [one.name for one in table.primary_key], table.name
            named = {one["name"] for one in looked.get_indexes(table.name)}
            assert named >= {one.name for one in table.indexes}, table.name
    engine.dispose()


def test_who_was_not_there_is_not_there_afterwards(old):
    writable = open_engine(database_url(old))
    with writable.begin() as connection:
        lost = "UPDATE entries SET body = replace(body, 'connection_restored', 'connection_lost')"
        connection.execute(text(lost))
    writable.dispose()
    bring_up(old)
    there = 'SELECT is_connected FROM seats WHERE "table" = 1 AND seat = 2'
    assert ask(old, there) == [(0,)]
    assert ask(old, "SELECT count(*) FROM seats WHERE is_connected") == [(8,)]


def test_a_house_goes_on_with_them(old):
    async def go_on():
        async with open_house(old, plan("pick-2-poker", "One more")) as office:
            assert len(office.house.tables) == 5
            assert office.people.find("Ann").user == 1

    asyncio.run(go_on())
    verdict = verdict_of(old)
    assert verdict.is_well, verdict
