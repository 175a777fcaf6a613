"""Guests come and go, and no seat is kept for nothing: a house gathers nothing over the years."""

import asyncio

import pytest

from croupier.house import attendance, presence
from croupier.house import commands as told
from croupier.house.accounts import wallet
from croupier.house.config import Config
from croupier.house.database import database_url, open_engine
from croupier.house.office import Office
from croupier.rejection import Code, Rejection

from .houses import check_books, guests, open_house, plan
from .reception import PASSWORDS, RIGHT, refused_now

GAME = "three-card-poker"
ANTE = (("Ante", 500),)


async def until(is_so, seconds=10.0):
    for _ in range(int(seconds / 0.02)):
        if is_so():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came about")


def test_guests_who_are_gone_leave_nothing_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(attendance, "SWEEP_S", 0.05)
    path = tmp_path / "house.db"

    async def come_and_go():
        async with open_house(path, plan(GAME, seat_held_s=1)) as office:
            house = office.house
            hung_up = []
            office.on_revoked = hung_up.append
            (stays,) = await guests(office, 1)
            for _ in range(3):
                came = await office.guest()
                await house.command(1, came.person, told.Sit(None, 10_000), "sit")
                await office.log_out(came.session)
                assert house.ledger[wallet(came.person.user)]
            # They are forgotten when their seats are freed, not before.
            assert sorted(hung_up) == [3, 4, 5]
            await until(lambda: len(hung_up) == 6, 15)
            assert len(office.people) == 2
            assert not house.tables[1].picture.seats
            assert sorted(hung_up[3:]) == [3, 4, 5]
            held = {account for account, _ in house.ledger.items()}
            assert wallet(stays.user) in held
            assert not held & {wallet(user) for user in hung_up}
            assert not house.attendance.presence._last_seen_ms

    asyncio.run(come_and_go())

    async def come_again():
        async with open_house(path, plan(GAME)) as office:
            assert len(office.people) == 2
            assert (await guests(office, 1))[0].user == 6

    asyncio.run(come_again())
    entries = check_books(path)
    assert sum("guest_gone" in entry.body for entry in entries if entry.chain == 0) >= 1


def test_an_administrator_who_lost_his_password_gets_another_at_the_house_itself(tmp_path):
    path = database_url(str(tmp_path / "house.db"))

    async def open_and_close(resets=None, then=None):
        office = Office(open_engine(path), Config(), PASSWORDS)
        chief = await office.start(resets_administrator=resets)
        if then is not None:
            await then(office, chief)
        await office.stop()
        return chief

    async def settle_in(office, chief):
        came = await office.log_in(chief.name, chief.password, "192.0.2.1")
        await office.change_password(came.person, chief.password, RIGHT, "192.0.2.1")

    async def come_back(office, chief):
        with pytest.raises(Rejection):
            await office.log_in(chief.name, RIGHT, "192.0.2.1")
        came = await office.log_in(chief.name, chief.password, "192.0.2.1")
        assert came.must_change_password

    assert asyncio.run(open_and_close(then=settle_in)).name == "administrator"
    assert asyncio.run(open_and_close()) is None
    assert (
        asyncio.run(open_and_close(resets="Administrator", then=come_back)).name == "administrator"
    )
    entries = check_books(tmp_path / "house.db")
    assert [one.actor for one in entries if "password_set" in one.body] == ["user 1", "house"]


def test_a_seat_is_not_kept_for_ever_for_who_is_there_and_does_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(attendance, "SWEEP_S", 0.05)
    monkeypatch.setattr(presence, "_IDLE_TIMES", 2)

    async def sit_about():
        async with open_house(
            tmp_path / "house.db", plan(GAME, betting_s=0, decision_s=0, seat_held_s=1)
        ) as office:
            house, live = office.house, office.house.tables[1]
            idle, bets, plays = await guests(office, 3)
            for seat, who in enumerate((idle, bets, plays), start=1):
                await house.command(1, who, told.Sit(seat, 10_000), "sit")
                await house.attendance.connected(1, who.user)
            await house.command(1, bets, told.Bet(2, ANTE), "bet")
            # What somebody does at one seat keeps no other.
            await house.command(1, plays, told.Sit(4, 10_000), "one-more")
            for tip in range(8):
                await house.command(1, plays, told.Tip(3, 100), f"tip-{tip}")
                await asyncio.sleep(0.4)
                if tip == 3:
                    assert {1, 4} <= set(live.picture.seats)
            assert set(live.picture.seats) == {2, 3}
            assert office.cage.wallet_cents(idle.user) == 10_000_000

    asyncio.run(sit_about())
    check_books(tmp_path / "house.db")


def test_nobody_sits_down_with_less_than_a_round_takes(tmp_path):
    async def sit():
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            (ada,) = await guests(office, 1)
            least = office.house.hub(1).least_cents
            said = await refused_now(
                Code.BANKROLL_SHORT,
                office.house.command(1, ada, told.Sit(1, least - 1), "too-little"),
            )
            assert "$5 at least" in said
            await office.house.command(1, ada, told.Sit(1, least), "enough")

    asyncio.run(sit())
