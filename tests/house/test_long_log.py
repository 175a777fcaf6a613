"""Neither a start nor a command looks through what is on record, however long it is.

Not timed: SQLite counts the steps of its own machine, a few for each row it looks at.
"""

import asyncio
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from croupier.house import commands as told
from croupier.house.config import Config
from croupier.house.database import database_url, open_engine
from croupier.house.office import Office

from .houses import GUEST_CENTS, check_books, plan
from .reception import PASSWORDS

GAMES = {"three-card-poker": (), "stadium-three-card-poker": ("1", "5", "9")}
"""With what is picked before the deal."""
SHORT, LONG = 3, 240
"""Rounds on record. Whoever looks at each of them takes eighty times as long."""
_UNIT = 20
"""So many steps are counted at once."""


class Steps:
    """How many steps SQLite has done, in units, over all connections of an engine."""

    def __init__(self, engine):
        self.done = 0
        event.listen(engine, "connect", self._watch)

    def _watch(self, connection, _record):
        connection.set_progress_handler(self._count, _UNIT)

    def _count(self):
        self.done += 1

    @contextmanager
    def counted(self):
        """A list that gets how many were done inside."""
        before, found = self.done, []
        yield found
        found.append(self.done - before)


async def play(house, who, picks):
    """One round, from the bet to the last chip."""
    number = house.tables[1].picture.round
    bet = told.Bet(1, (("Ante", 500),), picks, number, is_ready=True)
    await house.command(1, who, bet, f"bet-{number}")
    await house.command(1, who, told.Choose(1, "play", None, number), f"play-{number}")
    assert house.tables[1].picture.round == number + 1


async def ask_for_the_log(office, who):
    """Commands that do not name the round in play: whether they were done is looked for there."""
    for number in range(3):
        await office.house.command(1, who, told.AddCredit(1, 100), f"credit-{number}")
        await office.cashier.grant_play_money(f"gift-{number}", who.user, 100, by=None)


async def costs(path, game, rounds):
    """What a start takes with so many rounds on record, and one more round and some commands
    after it."""
    table = plan(game, betting_s=0, decision_s=0)
    config = Config(guest_credit_cents=GUEST_CENTS, tables=(table,))

    def an_office():
        return Office(open_engine(database_url(str(path))), config, PASSWORDS)

    office = an_office()
    await office.start()
    who = (await office.guest()).person
    await office.house.command(1, who, told.Sit(1, GUEST_CENTS // 2), "sit")
    for number in range(rounds):
        await play(office.house, who, GAMES[game])
        await office.cashier.grant_play_money(f"past-gift-{number}", who.user, 100, by=None)
        # Guests come, and are forgotten.
        await office.log_out((await office.guest()).session)
        await office._sweep(office.house.now_ms())
    await office.stop()
    office = an_office()
    steps = Steps(office.house.engine)
    with steps.counted() as starting:
        await office.start()
    with steps.counted() as playing:
        await play(office.house, who, GAMES[game])
    with steps.counted() as looking:
        await ask_for_the_log(office, who)
    await office.stop()
    check_books(path)
    return starting[0], playing[0], looking[0]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_costs_more_with_more_rounds_on_record(tmp_path, game):
    short = asyncio.run(costs(tmp_path / "short.db", game, SHORT))
    long = asyncio.run(costs(tmp_path / "long.db", game, LONG))
    for few, many in zip(short, long, strict=True):
        assert few > 10
        assert many < 1.3 * few
