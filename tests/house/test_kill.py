"""The server killed at random moments, and at the worst ones: nothing is lost, made or doubled."""

import asyncio
import signal
import time

import pytest
from sqlalchemy import text

from croupier.house.database import database_url, open_engine
from croupier.house.reading import open_to_read, reading
from croupier.house.verify import verify
from croupier.house.verify.books import Database

from .bookkeeper import Bookkeeper
from .kill_report import KillPlan
from .killing import CONFIG, kill_again_and_again
from .serving import ServerProcess, serving
from .witness import Witness

KILLS = 20

ON_EACH_DATABASE = pytest.mark.parametrize(
    "database",
    ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)],
    indirect=True,
)
"""The long evenings: on SQLite with the tests, on PostgreSQL with the proofs after them."""

THREE_CARD = """
[[tables]]
name = "Three Card Poker"
game = "three-card-poker"
[tables.terms]
betting_s = 1
decision_s = {decision_s}
"""


def books_of(database: str, *witnesses: Witness) -> Bookkeeper:
    """The books, read by both bookkeepers, and compared with what was told to everybody."""
    engine = open_to_read(database)
    with reading(engine) as connection:
        verdict = verify(Database(connection))
    engine.dispose()
    assert verdict.is_well, verdict.wrong
    books = Bookkeeper(database)
    books.read_on()
    books.close()
    for witness in witnesses:
        witness.compare(books)
    assert books.missing("play") == 0
    return books


@pytest.mark.slow
@ON_EACH_DATABASE
def test_killed_twenty_times_at_random_moments(database, tmp_path):
    report = kill_again_and_again(
        database, tmp_path, KillPlan(kills=KILLS, seed=6, longest_up_s=0.8, check_every=10)
    )
    assert report.kills >= KILLS
    assert report.lost_cents == 0
    assert report.in_cents == report.out_cents + report.held_cents
    # That these were busy evenings, on which it mattered.
    assert report.resumed >= KILLS
    assert report.rounds >= KILLS // 2
    assert report.reconnects >= 5 * KILLS
    assert report.repeated >= KILLS
    assert report.events_compared >= 100 * KILLS
    # And that people worked there, at their tables and at the cage.
    assert report.dealt_by_hand >= 3
    assert report.cards_entered >= KILLS
    assert report.signatures >= 8
    assert report.counts >= 2
    assert report.revised >= 1
    assert report.at_the_cage >= KILLS
    assert report.vouchers >= 3
    assert report.brought_twice >= 1


@pytest.mark.slow
@ON_EACH_DATABASE
def test_killed_at_every_turn_of_its_first_start(database, tmp_path):
    server = ServerProcess(database, tmp_path, CONFIG)
    deaths = 0
    try:
        # First while it makes the tables of the database, then while it sets up those of the
        # house: each time a little later, until it is up before it comes to that.
        for dies_at in range(3, 100, 6):
            server.launch(dies_at)
            while not server.has_died() and not server.is_up():
                time.sleep(0.01)
            if server.process is not None:
                server.kill()
                break
            deaths += 1
        server.start()
        asyncio.run(come_and_go(server.address, tables=5))
    finally:
        server.end()
    assert deaths >= 6
    books = books_of(database)
    assert len(books.tables) == 8
    for table in books.tables.values():
        # Where people deal, they open it.
        is_dealt_by_hand = table.created["terms"]["kind"] == "human"
        opening = [] if is_dealt_by_hand else ["rack_filled", "table_opened"]
        assert [event["event"] for event in table.events[:3]] == ["table_created", *opening]


async def come_and_go(address: str, tables: int) -> None:
    """Sits down at every table and gets up again."""
    async with Witness(address) as guest:
        await guest.be_guest()
        for number in range(1, tables + 1):
            mirror = await guest.watch(number)
            assert mirror.info["status"] == "open"
            seat = await guest.sit(number, credit_cents=10_000)
            await seat.leave()


async def play_until_asked(guest: Witness) -> None:
    """Comes in, sits down at table 1 and plays until he is asked what he does with his cards."""
    await guest.be_guest()
    mirror = await guest.watch(1)
    assert await guest.tell(1, "sit", credit_cents=10_000)
    assert await guest.tell(
        1, "bet", seat=1, round=mirror.round, stakes={"Ante": 1_000}, is_ready=True
    )
    await mirror.until(lambda: mirror.asked(1) is not None, 10)


def cards_seen(guest: Witness) -> dict:
    layout = guest.tables[1].layout
    return {place: [one.card for one in lying] for place, lying in layout.cards.items()}


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_the_round_goes_on_at_the_same_card(database, tmp_path, how):
    async def play(server: ServerProcess, guest: Witness) -> None:
        async with guest:
            await play_until_asked(guest)
            mirror = guest.tables[1]
            before, upto, snapshots = cards_seen(guest), mirror.upto, mirror.snapshots
            await asyncio.to_thread(server.stop, how)
            await server.start_meanwhile()
            await mirror.until(lambda: mirror.upto > upto, 20)
            assert mirror.round == 1
            assert cards_seen(guest) == before
            assert mirror.asked(1) is not None
            if how is signal.SIGKILL:
                # Nothing was missed, so he needed no new picture of it.
                assert mirror.snapshots == snapshots
                assert "round_resumed" in heard(guest)
            assert await guest.tell(1, "choose", seat=1, round=1, option="play")
            await mirror.until(lambda: mirror.round == 2, 10)
            ended = [type(event).__name__ for event in mirror.finished[1]]
            assert ended[-2:] == ["RoundClosed", "SeedRevealed"]

    config = THREE_CARD.format(decision_s=60)
    with serving(database, tmp_path, config) as server:
        guest = Witness(server.address, longest_wait_s=0.2)
        asyncio.run(play(server, guest))
    assert books_of(database, guest).tables[1].results == {1: "settled"}


def heard(guest: Witness) -> set[str]:
    """The kinds of events that a guest was shown."""
    return {
        event["event"]
        for message in guest.heard
        if message["type"] == "events"
        for _, event in message["events"]
    }


def test_a_round_that_cannot_go_on_is_void_and_says_so(database, tmp_path):
    async def play(server: ServerProcess, guest: Witness) -> None:
        async with guest:
            await play_until_asked(guest)
            mirror = guest.tables[1]
            assert mirror.credits[1] == 9_000
            server.kill()
            forget_seeds(database)
            await server.start_meanwhile()
            await mirror.until(lambda: mirror.round == 2, 20)
            assert mirror.credits[1] == 10_000
            assert {"round_abandoned", "wager_returned", "round_voided"} <= heard(guest)
            assert mirror.takes_bets

    config = THREE_CARD.format(decision_s=60)
    with serving(database, tmp_path, config) as server:
        guest = Witness(server.address, longest_wait_s=0.2)
        asyncio.run(play(server, guest))
    books = books_of(database, guest)
    assert books.tables[1].results == {1: "void"}
    (said,) = [one for one in books.tables[1].events if one["event"] == "round_abandoned"]
    assert said["round"] == 1
    assert "could not be resumed" in said["reason"]


def forget_seeds(database: str) -> None:
    """Without its seed no shuffle can be done again."""
    engine = open_engine(database_url(database))
    with engine.begin() as connection:
        assert connection.execute(text("DELETE FROM secrets")).rowcount == 1
    engine.dispose()
