"""PostgreSQL goes away under a running server: what was acknowledged stands, and play goes on."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from .bookkeeper import Bookkeeper
from .killing import CONFIG
from .patrons import Patron
from .serving import ServerProcess, serving
from .witness import Witness

LINGER = """
CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.command = 'slow' THEN
        PERFORM pg_sleep(3);
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION linger();
"""
"""Has the commit of one command take three seconds."""


def played_meanwhile(url: str, folder: Path, trouble: Callable[[], Awaitable[None]]) -> int:
    """Patrons play while there is trouble, and compare afterwards; how many rounds they played."""

    async def play(server: ServerProcess) -> list[Witness]:
        witnesses = [Witness(server.address, longest_wait_s=0.2) for _ in range(6)]
        async with AsyncExitStack() as leaving:
            for witness in witnesses:
                await leaving.enter_async_context(witness)
                await witness.be_guest()
            patrons = [
                Patron(witness, Random(number), [1 + 2 * (number % 3)], 0.02)
                for number, witness in enumerate(witnesses)
            ]
            async with asyncio.TaskGroup() as playing:
                for patron in patrons:
                    playing.create_task(patron.play())
                await asyncio.sleep(0.5)
                await trouble()
                await asyncio.sleep(0.5)
                for patron in patrons:
                    patron.is_to_stop = True
            for witness in witnesses:
                await witness.ask_wallet()
        return witnesses

    with serving(url, folder, CONFIG) as server:
        witnesses = asyncio.run(play(server))
        assert server.process.poll() is None, f"the server gave up: {server.said()}"
    books = Bookkeeper(url)
    books.read_on()
    books.close()
    for witness in witnesses:
        witness.compare(books)
    assert books.missing("play") == 0
    assert books.starts == 1
    return books.rounds


@pytest.mark.slow
def test_a_server_that_is_thrown_out_comes_in_again(postgres, postgres_url, tmp_path):
    async def throw_out() -> None:
        thrown_out = 0
        for _ in range(12):
            thrown_out += postgres.throw_out(postgres_url)
            await asyncio.sleep(0.2)
        assert thrown_out > 6

    assert played_meanwhile(postgres_url, tmp_path, throw_out) > 10


@pytest.mark.slow
def test_a_database_that_is_restarted_is_waited_for(postgres, postgres_url, tmp_path):
    async def restart() -> None:
        for _ in range(3):
            postgres.restart()
            await asyncio.sleep(0.5)

    assert played_meanwhile(postgres_url, tmp_path, restart) > 5


@pytest.mark.slow
def test_a_commit_under_way_when_the_server_is_killed_is_waited_for(
    postgres, postgres_url, tmp_path
):
    async def play(server: ServerProcess) -> list[Witness]:
        first, second = Witness(server.address), Witness(server.address)
        async with first, second:
            await first.be_guest()
            await first.watch(1)
            with postgres.connect(postgres_url.rsplit("/", 1)[1]) as connection:
                connection.execute(LINGER)
            sitting = asyncio.create_task(first.tell(1, "sit", credit_cents=5_000, id="slow"))
            await asyncio.sleep(0.5)
            server.kill()
            await server.start_meanwhile()
            await second.be_guest()
            await second.watch(1)
            # If the new server had begun without what was on its way, one of both would collide.
            assert await first.tell(2, "sit", credit_cents=5_000)
            assert await second.tell(1, "sit", credit_cents=5_000)
            assert await sitting
            assert first.receipts["slow"]["is_repeated"]
        return [first, second]

    with serving(postgres_url, tmp_path, CONFIG) as server:
        witnesses = asyncio.run(play(server))
        assert server.process.poll() is None, f"the server gave up: {server.said()}"
    books = Bookkeeper(postgres_url)
    books.read_on()
    books.close()
    for witness in witnesses:
        witness.compare(books)
    assert books.tables[1].seats == {1: 2, 2: 3}
