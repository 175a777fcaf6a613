"""The config of a house: what it says, and how it is told what is wrong in it."""

import asyncio
import logging
import os
import sqlite3
import stat

import pytest

from croupier.house import office as office_module
from croupier.house.config import Config, SchoolTerms, read_config, usual_config
from croupier.house.database import database_url, open_engine
from croupier.house.office import Office
from croupier.house.terms import TableKind
from croupier.rejection import Code, Rejection
from croupier.table.wager import Limit

from .houses import open_house, plan
from .reception import PASSWORDS

TABLE = '[[tables]]\nname = "One"\ngame = "three-card-poker"\n'


def test_nothing_said_is_as_usual():
    assert read_config("") == usual_config()
    assert {one.terms.kind for one in usual_config().tables} == {
        TableKind.AUTOMATIC,
        TableKind.STADIUM,
    }


def test_what_is_said_counts():
    config = read_config(
        '[house]\nguests = false\nguest_credit = "12.50"\nsecure_cookies = true\n'
        'origins = ["https://play.example"]\nproxies = ["127.0.0.1", "10.1.2.3/8"]\n'
        + TABLE
        + 'positions = 3\n[tables.terms]\nkind = "human"\nbetting_s = 5\n'
        '[tables.limits]\nAnte = ["10", "500", "5"]\n'
    )
    assert (config.has_guests, config.guest_credit_cents) == (False, 1_250)
    assert config.cookies_are_secure
    assert config.origins == ("https://play.example",)
    assert config.proxies == ("127.0.0.1", "10.0.0.0/8")
    (table,) = config.tables
    assert (table.name, table.terms.kind, table.terms.betting_s) == ("One", TableKind.HUMAN, 5)
    assert table.settings.positions == 3


def test_what_is_said_of_examinations_counts_and_the_rest_is_as_usual():
    config = read_config("[school]\npass_percent = 90\nhands = 0\n")
    assert config.school == SchoolTerms(pass_percent=90, hands=0)
    assert config.tables == usual_config().tables


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("school = 5", "school must be a table of names and values."),
        ("[school]\npass = 80", "There is no “pass” in [school]"),
        (
            "[school]\npass_percent = 101",
            "pass_percent is a whole number from 1 to 100, not “101”.",
        ),
        ("[school]\nseats = true", "seats is a whole number from 1 to 6, not “True”."),
        ('[school]\nhands = "8"', "hands is a whole number from 0 to 100, not “8”."),
        ("guests = ", "The config is not TOML"),
        ("[hose]", "There is no “hose” in the config; did you mean “house”?"),
        ("[house]\nguest = true", "did you mean “guests”?"),
        ('[house]\nguests = "yes"', "guests is true or false, without quotes, not 'yes'."),
        ("[house]\nguest_credit = 1.5", "guest_credit is an amount like"),
        ('[house]\norigins = ["play.example"]', "“play.example” is no origin"),
        ('[house]\nproxies = ["here"]', "proxies are addresses like 127.0.0.1"),
        ('[house]\nproxies = "127.0.0.1"', "proxies must be a list."),
        ('[[tables]]\nname = "One"', "Table 1 of the config: A table needs a game"),
        (TABLE + '[[tables]]\ngame = "x"', "Table 2 of the config: There is no game “x”"),
        (TABLE + TABLE, "Two tables of the config have the same name."),
        (TABLE + '[tables.terms]\nbetting_s = "20"', "a whole number from 0 to 86400, not '20'."),
        (TABLE + "[tables.terms]\nbeting_s = 20", "did you mean “betting_s”?"),
        (TABLE + '[tables.terms]\ncards = "physical"', "Real cards need a dealer: kind human"),
        (TABLE + '[tables.limits]\nAnte = ["10"]', "Limits on Ante are a minimum, a maximum"),
    ],
    ids=lambda value: value[-20:],
)
def test_what_is_wrong_is_said_with_its_place(text, said):
    with pytest.raises(Rejection) as refused:
        read_config(text)
    assert said in refused.value.detail


def test_that_a_table_stays_as_it_was_set_up_is_said(tmp_path, caplog):
    path = tmp_path / "house.db"

    async def start(config):
        office = Office(open_engine(database_url(str(path))), config, PASSWORDS)
        await office.start()
        await office.stop()

    first = plan("three-card-poker", "One", betting_s=20)
    with caplog.at_level(logging.WARNING):
        asyncio.run(start(Config(tables=(first,))))
        asyncio.run(start(Config(tables=(first,))))
        assert not caplog.text
        asyncio.run(start(Config(tables=(plan("three-card-poker", "One", betting_s=9),))))
    assert "the table One stays as it was set up" in caplog.text


def test_a_table_that_could_never_take_a_bet_is_not_set_up_and_goes_on_where_it_was(
    tmp_path, monkeypatch
):
    path, small = tmp_path / "house.db", plan("three-card-poker", "One", exposure_maximum_cents=100)

    async def start():
        config = Config(tables=(plan("three-card-poker", "Two"), small))
        office = Office(open_engine(database_url(str(path))), config, PASSWORDS)
        try:
            await office.start()
        finally:
            found = [hub.picture.name for hub in office.house.hubs.values()]
            await office.stop()
        return found

    with pytest.raises(Rejection, match=r"“One” could never take a bet.* \$35.* is \$1\."):
        asyncio.run(start())
    # As one was set up before tables were asked for that.
    with monkeypatch.context() as before:
        before.setattr(office_module, "require_bet_is_borne", lambda *_: None)
        assert asyncio.run(start()) == ["Two", "One"]
    assert asyncio.run(start()) == ["Two", "One"]


def test_limits_without_steps_keep_the_usual_ones_of_the_game():
    limits = '[tables.limits]\nAnte = ["10", "500"]\n"Pair Plus" = ["1", "7", "0.50"]\n'
    (table,) = read_config(TABLE + limits).tables
    found = dict(table.settings.limits)
    assert found["Ante"] == Limit(1_000, 50_000, 500)
    assert found["Pair Plus"] == Limit(100, 700, 50)
    with pytest.raises(Rejection, match=r"steps of \$5 .* \$7\.50 is no multiple"):
        read_config(TABLE + '[tables.limits]\nAnte = ["7.50", "500"]\n')


def test_a_file_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE foo (bar)")
    other.close()
    before = path.read_bytes()

    async def start():
        async with open_house(path):
            pass

    with pytest.raises(Rejection, match="something else") as refused:
        asyncio.run(start())
    assert refused.value.code is Code.DATABASE_INVALID
    assert path.read_bytes()[100:] == before[100:]


def test_only_its_owner_reads_the_books(tmp_path):
    old = os.umask(0o022)
    try:

        async def start():
            async with open_house(tmp_path / "house.db"):
                return [path.stat().st_mode for path in tmp_path.iterdir()]

        modes = asyncio.run(start())
    finally:
        os.umask(old)
    assert len(modes) >= 3
    assert {stat.S_IMODE(mode) for mode in modes} == {0o600}
