"""The start of a house: what it says of the last one, and what it does with what is broken."""

import asyncio
import sqlite3

import pytest

from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house import restoring
from croupier.house.config import Config
from croupier.house.database import database_url, open_engine
from croupier.house.log import events_in
from croupier.house.office import Office
from croupier.house.picture import Status
from croupier.rejection import Code, Rejection

from .houses import check_books, guests, open_house, plan
from .reception import PASSWORDS, refused_now

GAME = "three-card-poker"


def of_the_house(path):
    """What is told of starts and stops, in order."""
    kinds = (house.HouseCrashed, house.HouseStarted, house.HouseStopped)
    return [
        event
        for entry in check_books(path)
        if entry.chain == 0
        for event in events_in(entry.body)
        if isinstance(event, kinds)
    ]


async def crash(path):
    """A house that is at work and then is not, without a word."""
    office = Office(open_engine(database_url(str(path))), Config(), PASSWORDS)
    await office.start()
    await office.guest()
    last_ms = office.house.now_ms()
    office.house.attendance.sweeper.cancel()
    office.house.publisher._writer.end()
    office.house._ownership.give_back()
    return last_ms


def test_a_start_says_when_the_server_before_was_not_stopped(tmp_path):
    path = tmp_path / "house.db"

    async def play():
        async with open_house(path):
            pass
        last_ms = await crash(path)
        async with open_house(path):
            pass
        async with open_house(path):
            return last_ms

    last_ms = asyncio.run(play())
    told_of = of_the_house(path)
    assert [type(event).__name__ for event in told_of] == [
        "HouseStarted", "HouseStopped", "HouseStarted",
        "HouseCrashed", "HouseStarted", "HouseStopped", "HouseStarted", "HouseStopped",
    ]  # fmt: skip
    (crashed,) = (event for event in told_of if isinstance(event, house.HouseCrashed))
    assert last_ms - 2_000 <= crashed.last_ms <= last_ms


def test_one_table_that_cannot_be_brought_back_leaves_the_others_open(tmp_path, monkeypatch):
    path = tmp_path / "house.db"
    resume = restoring.resume

    def broken(live, seed, at_ms):
        if live.number == 1:
            raise AssertionError("the rack would be below zero")
        return resume(live, seed, at_ms)

    async def play():
        async with open_house(path, plan(GAME, "One"), plan(GAME, "Two")) as office:
            (ann,) = await guests(office, 1)
            await office.house.command(1, ann, told.Sit(1, 10_000), "sit")
        monkeypatch.setattr("croupier.house.house.resume", broken)
        async with open_house(path, plan(GAME, "One"), plan(GAME, "Two")) as office:
            assert list(office.house.held) == [1]
            await refused_now(
                Code.HOUSE_UNAVAILABLE, office.house.command(1, ann, told.Leave(1), "a")
            )
            await office.house.command(2, ann, told.Sit(1, 10_000), "two")
        monkeypatch.undo()
        async with open_house(path) as office:
            await office.house.command(1, ann, told.Leave(1), "b")
            assert office.house.hub(1).picture.status is Status.OPEN

    asyncio.run(play())
    check_books(path)


def test_a_house_that_did_not_start_stops_at_once(tmp_path):
    path = tmp_path / "house.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()

    async def play():
        office = Office(open_engine(database_url(str(path))), Config(), PASSWORDS)
        with pytest.raises(Rejection) as refused:
            await office.start()
        assert refused.value.code is Code.DATABASE_INVALID
        await asyncio.wait_for(office.stop(), 5)

    asyncio.run(play())


def test_after_a_start_who_has_bet_is_known_and_not_who_sits_there_now(tmp_path):
    """A slip that the house took back is the slip of whoever had put it down."""
    path = tmp_path / "house.db"

    async def play():
        async with open_house(path, plan(GAME, seat_held_s=0)) as office:
            ann, bob, cora = await guests(office, 3)
            for seat, who in ((1, ann), (2, bob)):
                await office.house.command(1, who, told.Sit(seat, 10_000), f"sit-{seat}")
                await office.house.command(1, who, told.Bet(seat, (("Ante", 500),)), f"bet-{seat}")
            await office.house.command(1, None, told.FreeSeat(1))
            await office.house.command(1, cora, told.Sit(1, 10_000), "sit-again")
            before = dict(office.house.table(1).picture.players)
            assert before == {1: ann.user, 2: bob.user}
        async with open_house(path) as office:
            assert office.house.table(1).picture.players == before

    asyncio.run(play())
