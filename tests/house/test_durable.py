"""Nothing is shown before it is durable, and nothing is decided by what is only shown."""

import asyncio
import threading
from datetime import datetime

import pytest

from croupier.house import commands as told
from croupier.house.accounts import Money
from croupier.house.happenings import Role
from croupier.house.writer import Writer
from croupier.rejection import Code, Rejection
from croupier.table.registry import find_game
from croupier.table.settings import settings_for

from .houses import check_books, guests, open_house, plan
from .reception import refused_now

GAME = "three-card-poker"
ANTE = (("Ante", 500),)


class Disk:
    """A disk that writes only while it is let."""

    def __init__(self, monkeypatch):
        self._goes = threading.Event()
        self._goes.set()
        self.problem = None
        write = Writer._write

        def wait_and_write(writer, changes, *, is_repeated):
            assert self._goes.wait(30), "nobody let the disk go on"
            if self.problem is not None:
                raise self.problem
            write(writer, changes, is_repeated=is_repeated)

        monkeypatch.setattr(Writer, "_write", wait_and_write)

    def stops(self):
        self._goes.clear()

    def goes_on(self):
        self._goes.set()


@pytest.fixture
def disk(monkeypatch):
    found = Disk(monkeypatch)
    yield found
    found.goes_on()


async def a_moment():
    for _ in range(5):
        await asyncio.sleep(0.01)


def test_what_is_read_in_memory_is_handed_on_when_it_is_written(tmp_path, disk):
    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            (ada,) = await guests(office, 1)
            disk.stops()
            given = asyncio.create_task(
                office.cashier.grant_play_money("g", ada.user, 777, by=None)
            )
            await a_moment()
            asked = asyncio.create_task(office.house.durable(office.cage.wallet_cents(ada.user)))
            await a_moment()
            assert not asked.done()
            assert not given.done()
            disk.goes_on()
            assert await asked == 10_000_777
            assert (await given).entry

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_what_could_not_be_written_is_handed_on_to_nobody(tmp_path, disk):
    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            (ada,) = await guests(office, 1)
            disk.problem = OSError("the disk is full")
            given = office.cashier.grant_play_money("g", ada.user, 777, by=None)
            await refused_now(Code.HOUSE_UNAVAILABLE, given)
            wallet = office.cage.wallet_cents(ada.user)
            await refused_now(Code.HOUSE_UNAVAILABLE, office.house.durable(wallet))

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_a_new_table_is_there_when_its_creation_is_written(tmp_path, disk):
    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            disk.stops()
            new = plan("pick-2-poker", "New", settings=settings_for(find_game("pick-2-poker")))
            first = asyncio.create_task(office.create_table_once(new, by=None))
            await a_moment()
            with pytest.raises(Rejection) as refusal:
                office.house.hub(2)
            assert refusal.value.code is Code.TABLE_UNKNOWN
            again = asyncio.create_task(office.create_table_once(new, by=None))
            await a_moment()
            assert not again.done()
            disk.goes_on()
            assert await first == (2, False)
            assert await again == (2, True)
            assert office.house.hub(2).picture.name == "New"

    asyncio.run(play())


@pytest.mark.parametrize("is_written", [True, False])
def test_a_refusal_tells_of_nothing_that_is_not_written(tmp_path, disk, is_written):
    """Who is told too early how his round ends would choose again after a crash."""
    asking = {
        "tip": told.Tip(1, 10**9),
        "bet": told.Bet(1, (("Ante", 50_000),)),
        "choose": told.Choose(1, "fold"),
    }

    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME, has_tips=True)) as office:
            tell = office.house.command
            (ada,) = await guests(office, 1)
            await tell(1, ada, told.Sit(1, 20_000), "sit")
            await tell(1, ada, told.Bet(1, ANTE, is_ready=True), "bet-1")
            disk.stops()
            plays = asyncio.create_task(tell(1, ada, told.Choose(1, "play", None, 1), "play"))
            await a_moment()
            asked = [asyncio.create_task(tell(1, ada, one, name)) for name, one in asking.items()]
            asked.append(asyncio.create_task(office.cashier.cash_out("out", ada.user, 1, by=None)))
            await a_moment()
            assert not any(one.done() for one in (plays, *asked))
            if not is_written:
                disk.problem = OSError("the power is cut")
            disk.goes_on()
            refused = await asyncio.gather(*asked, return_exceptions=True)
            codes = [one.code for one in refused]
            if is_written:
                assert (await plays).entry
                assert codes == [
                    Code.BANKROLL_SHORT,
                    Code.BANKROLL_SHORT,
                    Code.NOT_ASKED,
                    Code.MONEY_KIND,
                ]
            else:
                await refused_now(Code.HOUSE_UNAVAILABLE, plays)
                assert set(codes) == {Code.HOUSE_UNAVAILABLE}
                assert not any("$" in one.detail for one in refused)

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_who_waits_for_a_refusal_gets_it_though_others_wait_no_more(tmp_path, disk):
    """Whoever wrote what it waits for may hang up, or be ended with the house."""

    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME, betting_s=0)) as office:
            house = office.house
            ada, bob = await guests(office, 2)
            for seat, who in ((1, ada), (2, bob)):
                await house.command(1, who, told.Sit(seat, 10_000), "sit")
            disk.stops()
            freeing = asyncio.gather(house.do_now(house.tables[1], told.FreeSeat(1)))
            refused = asyncio.create_task(house.command(1, bob, told.Tip(2, 10**6), "tip"))
            await a_moment()
            freeing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await freeing
            later = asyncio.create_task(house.durable("later"))
            await a_moment()
            assert not refused.done()
            assert not later.done()
            disk.goes_on()
            await refused_now(Code.BANKROLL_SHORT, refused)
            assert await later == "later"

    asyncio.run(play())
    check_books(tmp_path / "house.db")


@pytest.mark.parametrize("is_broken", [True, False])
def test_nobody_waits_for_what_comes_after_the_books_were_closed(
    tmp_path, disk, monkeypatch, is_broken
):
    """A log-in takes its time: meanwhile the disk may be full, or the house be stopped."""

    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            goes_on, check = asyncio.Event(), office._check

            async def check_slowly(*args):
                await goes_on.wait()
                return await check(*args)

            monkeypatch.setattr(office, "_check", check_slowly)
            came = asyncio.create_task(office.log_in("nobody", "a wrong password", "127.0.0.1"))
            await a_moment()
            if is_broken:
                disk.problem = OSError("the disk is full")
                await refused_now(Code.HOUSE_UNAVAILABLE, office.guest())
            else:
                await office.house.stop()
            goes_on.set()
            await refused_now(Code.HOUSE_UNAVAILABLE, asyncio.wait_for(came, 5))
            if not is_broken:
                unknown = office.house.command(99, None, told.Open())
                await refused_now(Code.TABLE_UNKNOWN, asyncio.wait_for(unknown, 5))

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_that_a_name_is_taken_is_told_when_that_is_written(tmp_path, disk):
    async def play():
        async with open_house(tmp_path / "house.db") as office:
            disk.stops()
            first = asyncio.create_task(office.create_table(plan(GAME, "New")))
            await a_moment()
            second = asyncio.create_task(office.create_table(plan(GAME, "New", has_tips=True)))
            await a_moment()
            assert not second.done()
            disk.goes_on()
            assert await first == 1
            await refused_now(Code.NAME_INVALID, second)

    asyncio.run(play())


def test_that_there_was_nothing_to_do_is_told_when_that_is_written(tmp_path, disk):
    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            tell = office.house.command
            ada, bob = await guests(office, 2)
            for seat, who in ((1, ada), (2, bob)):
                await tell(1, who, told.Sit(seat, 10_000), "sit")
            await tell(1, ada, told.Bet(1, ANTE), "bet")
            disk.stops()
            first = asyncio.create_task(tell(1, ada, told.Ready(1), "ready-1"))
            await a_moment()
            second = asyncio.create_task(tell(1, ada, told.Ready(1), "ready-2"))
            await a_moment()
            assert not second.done()
            disk.goes_on()
            assert await second is None
            assert (await first).entry

    asyncio.run(play())


def test_each_opening_and_closing_of_a_door_is_noted(tmp_path):
    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            (ada,) = await guests(office, 1)
            await office.house.command(1, ada, told.Sit(1, 10_000), "sit")
            moves = [office.note_door(1, 1, is_open=one, by=None) for one in (True, True, False)]
            assert await asyncio.gather(*moves) == [True, False, True]
            assert not office.house.tables[1].picture.seats[1].is_door_open

    asyncio.run(play())


def test_nobody_gets_a_role_that_his_seat_forbids_by_asking_at_once(tmp_path):
    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            _, ada, _ = await office.add_user(
                "add", "Ada", frozenset({Role.PLAYER}), Money.PLAY, by=None
            )
            await office.cashier.grant_play_money("g", ada.user, 10_000, by=None)
            both = await asyncio.gather(
                office.house.command(1, ada, told.Sit(1, 10_000), "sit"),
                office.set_roles("r", ada.user, frozenset({Role.DEALER}), by=None),
                return_exceptions=True,
            )
            refused = [one for one in both if isinstance(one, Rejection)]
            assert len(refused) == 1
            is_sitting = bool(office.house.tables[1].picture.seats)
            assert office.people.person(ada.user).roles == (
                {Role.PLAYER} if is_sitting else {Role.DEALER}
            )

    asyncio.run(play())


def test_who_comes_back_while_others_are_put_out_keeps_his_seat_and_his_bet(
    tmp_path, disk, monkeypatch
):
    async def play():
        async with open_house(
            tmp_path / "house.db", plan(GAME, betting_s=0, seat_held_s=1)
        ) as office:
            house = office.house
            gone, back = await guests(office, 2)
            for seat, who in ((1, gone), (2, back)):
                await house.command(1, who, told.Sit(seat, 10_000), "sit")
            later = house.now_ms() + 5_000
            monkeypatch.setattr(house, "now_ms", lambda: later)
            house._last_ms = later
            disk.stops()
            freeing = asyncio.create_task(house.attendance.free_seats())
            await a_moment()
            # All who were away have been put out at once; nobody is afterwards.
            assert not house.tables[1].picture.seats
            sits = asyncio.create_task(house.command(1, back, told.Sit(2, 10_000), "again"))
            await a_moment()
            bets = asyncio.create_task(house.command(1, back, told.Bet(2, ANTE), "bet"))
            await a_moment()
            disk.goes_on()
            await freeing
            assert (await sits).entry
            assert (await bets).entry
            await house.attendance.free_seats()
            assert house.tables[1].picture.slip_cents == {2: 500}

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_of_somebody_gone_nothing_more_is_told(tmp_path):
    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            came = await office.guest()
            await office.log_out(came.session)
            await office._sweep(office.house.now_ms())
            assert came.person.user not in office.people
            await office.note_refused(came.person, "not_your_seat: socket")

    asyncio.run(play())
    entries = check_books(tmp_path / "house.db")
    assert sum("access_refused" in entry.body for entry in entries) == 1


def test_a_day_whose_close_is_on_its_way_is_not_closed_again(tmp_path, disk):
    """Whoever asked may hang up before it is written."""

    async def play():
        async with open_house(tmp_path / "house.db") as office:
            _, ann, _ = await office.add_user(
                "ann", "Ann", frozenset({Role.ADMINISTRATOR}), Money.PLAY, by=None
            )
            today = datetime.now().astimezone().date().isoformat()
            disk.stops()
            asked = asyncio.create_task(office.close_day("one", today, by=ann))
            await a_moment()
            asked.cancel()
            await a_moment()
            again = asyncio.create_task(office.close_day("two", today, by=ann))
            await a_moment()
            assert not again.done()
            disk.goes_on()
            await refused_now(Code.NOT_ALLOWED, again)

    asyncio.run(play())
    entries = check_books(tmp_path / "house.db")
    assert [entry.significance for entry in entries].count("day_closed") == 1
