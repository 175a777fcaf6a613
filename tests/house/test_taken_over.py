"""Two servers on one database, and books that were lost: nothing is acknowledged that is not so."""

import asyncio
import shutil
from pathlib import Path

import pytest

from croupier.house import commands as told
from croupier.house import owning
from croupier.house import writer as writers
from croupier.house.accounts import Money, wallet
from croupier.house.happenings import Role
from croupier.rejection import Code

from .houses import check_books, open_house, plan
from .reception import refused_now

GAME = "three-card-poker"


async def until_broken(house):
    """Waits until a server knows that the books are no longer its own; what it says."""
    for _ in range(500):
        if house.problem is not None:
            return house.problem
        await asyncio.sleep(0.02)
    raise AssertionError("it goes on as if nothing had been")


class Two:
    """Two servers that both believe to own a database."""

    def __init__(self, database, request):
        self.database = database
        self.is_file = not database.startswith("postgresql")
        self._postgres = None if self.is_file else request.getfixturevalue("postgres")

    def open(self):
        return open_house(self.database, plan(GAME, money=Money.CASH))

    def lose_the_lock(self):
        """What the first has no part in: a file that is removed, a connection that dies."""
        if self.is_file:
            Path(f"{self.database}.lock").unlink()
        else:
            assert self._postgres.throw_out(self.database)


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch):
    for module in (owning, writers):
        monkeypatch.setattr(module, "_PATIENCE_S", 0.5)


@pytest.fixture
def two(database, request):
    return Two(database, request)


async def ann_with(first, cents):
    _, ann, _ = await first.add_user("add", "Ann", frozenset({Role.PLAYER}), Money.CASH, by=None)
    await first.cashier.buy_in("buy", ann.user, cents, by=None)
    return ann


@pytest.mark.parametrize("has_stopped", [True, False])
def test_what_a_second_server_paid_out_is_not_played_with_at_the_first(two, has_stopped):
    async def play():
        async with two.open() as first:
            ann = await ann_with(first, 100_000)
            two.lose_the_lock()
            async with two.open() as second:
                await second.cashier.cash_out("out", ann.user, 100_000, by=None)
                if not has_stopped:
                    await _refused(first, ann)
            if has_stopped:
                await _refused(first, ann)
        async with two.open() as third:
            assert third.house.ledger[wallet(ann.user)] == 0

    async def _refused(first, ann):
        # A table's chain, to which the second server has written nothing.
        await refused_now(
            Code.HOUSE_UNAVAILABLE, first.house.command(1, ann, told.Sit(1, 100_000), "sit")
        )
        said = await until_broken(first.house)
        assert "nother server" in said

    asyncio.run(play())
    check_books(two.database)


def test_a_server_with_nothing_to_write_finds_out_too(two, monkeypatch):
    monkeypatch.setattr(writers, "_IDLE_S", 0.05)

    async def play():
        async with two.open() as first:
            ann = await ann_with(first, 100_000)
            two.lose_the_lock()
            async with two.open() as second:
                await until_broken(first.house)
                await second.house.command(1, ann, told.Sit(1, 100_000), "sit")

    asyncio.run(play())
    check_books(two.database)


def test_a_server_whose_connection_dies_while_it_is_idle_has_its_right_again(
    postgres, postgres_url, monkeypatch
):
    monkeypatch.setattr(writers, "_IDLE_S", 0.05)

    async def play():
        async with open_house(postgres_url, plan(GAME, money=Money.CASH)) as office:
            ann = await ann_with(office, 100_000)
            for _ in range(3):
                assert postgres.throw_out(postgres_url)
                await asyncio.sleep(0.5)
            with postgres.connect(postgres_url.rsplit("/", 1)[1]) as connection:
                held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                assert connection.execute(held).fetchone() == (1,)
            assert office.house.problem is None
            await office.house.command(1, ann, told.Sit(1, 100_000), "sit")

    asyncio.run(play())
    check_books(postgres_url)


def test_nothing_is_written_over_a_gap(postgres, postgres_url):
    """A standby takes over that lacks the last commits: what they acknowledged is lost."""

    async def play():
        async with open_house(postgres_url, plan(GAME, money=Money.CASH)) as office:
            ann = await ann_with(office, 100_000)
            await office.house.command(1, ann, told.Sit(1, 100_000), "sit")
            with postgres.connect(postgres_url.rsplit("/", 1)[1]) as connection:
                last = connection.execute(
                    "SELECT max(number) FROM entries WHERE chain = 1"
                ).fetchone()
                connection.execute("DELETE FROM postings WHERE chain = 1 AND number = %s", last)
                connection.execute("DELETE FROM entries WHERE chain = 1 AND number = %s", last)
                connection.execute(
                    "UPDATE chains SET entries = one.number, hash = one.hash FROM entries one "
                    "WHERE chains.chain = 1 AND one.chain = 1 AND one.number = %s - 1",
                    last,
                )
            postgres.throw_out(postgres_url)
            # Another chain than the one whose end is lost.
            await refused_now(
                Code.HOUSE_UNAVAILABLE, office.cashier.buy_in("more", ann.user, 50_000, by=None)
            )
            assert "was lost" in await until_broken(office.house)

    asyncio.run(play())


def moved(books: Path) -> None:
    books.rename(books.with_suffix(".moved"))


def removed(books: Path) -> None:
    books.unlink()


def replaced(books: Path) -> None:
    """What putting back a copy does."""
    copy = books.with_suffix(".copy")
    shutil.copyfile(books, copy)
    copy.replace(books)


def bereft(books: Path) -> None:
    """The file beside it, which what is written goes to first, looks like rubbish to some."""
    books.with_name(f"{books.name}-wal").unlink()


@pytest.mark.parametrize("lose", [moved, removed, replaced, bereft])
@pytest.mark.parametrize("is_idle", [False, True])
def test_nothing_is_acknowledged_that_went_to_a_file_nobody_finds(
    tmp_path, monkeypatch, lose, is_idle
):
    path = tmp_path / "house.db"
    if is_idle:
        monkeypatch.setattr(writers, "_IDLE_S", 0.05)

    async def play():
        async with open_house(path, plan(GAME, money=Money.CASH)) as office:
            ann = await ann_with(office, 100_000)
            lose(path)
            if not is_idle:
                await refused_now(
                    Code.HOUSE_UNAVAILABLE,
                    office.house.command(1, ann, told.Sit(1, 100_000), "sit"),
                )
            assert "was moved, removed or replaced" in await until_broken(office.house)

    asyncio.run(play())


def test_books_that_somebody_reads_stay_where_they_are(tmp_path, monkeypatch):
    monkeypatch.setattr(writers, "_IDLE_S", 0.05)
    path = tmp_path / "house.db"

    async def play():
        async with open_house(path, plan(GAME, money=Money.CASH)) as office:
            ann = await ann_with(office, 100_000)
            check_books(path)
            await asyncio.sleep(0.2)
            await office.house.command(1, ann, told.Sit(1, 100_000), "sit")
            check_books(path)
            assert office.house.problem is None

    asyncio.run(play())
    check_books(path)
