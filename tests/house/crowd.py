"""Clients who send a house what they are ordered to, doubled, late, and in whatever order.

Whatever came of it: each id took effect at most once and was answered the same, and a house that
is opened again on the books stands where this one stood.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from croupier.house import commands as told
from croupier.rejection import Code, Rejection

from .houses import check_books

FEW = settings(
    derandomize=True,
    deadline=None,
    max_examples=8,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
_BUSY = (told.CorrectCard, told.VoidRound, told.Approve)
"""What may be refused for a moment, while the round it is for is being written."""


@dataclass(frozen=True)
class Order:
    """What a client is to send, when its turn comes."""

    client: int
    kind: str
    copies: int
    """How often it is sent at once."""
    waits: bool
    """Whether everybody waits for the answers before going on."""
    is_repeated_later: bool
    number: int
    """For whatever is left to chance."""
    is_late: bool = False
    """Whether what is made up next overtakes it."""


def orders(kinds, clients, *, least=20, are_overtaken=False):
    """Lists of orders to so many clients; some of them are overtaken by later ones, if told so."""
    return st.lists(
        st.builds(
            Order,
            st.integers(0, clients - 1),
            st.sampled_from(kinds),
            st.sampled_from([1, 1, 1, 2, 3]),
            st.booleans(),
            st.booleans(),
            st.integers(0, 2**32),
            st.sampled_from([False, False, True]) if are_overtaken else st.just(value=False),
        ),
        min_size=least,
        max_size=3 * least,
    )


@dataclass
class Sent:
    """Something told under an id, and everything that was ever answered to it."""

    who: object
    command: object
    """What a table is told, or what something else is called."""
    act: Callable[[object, str], Awaitable[object]]
    """Has an office do it, under an id; gives the receipt."""
    receipts: list = field(default_factory=list)
    codes: list = field(default_factory=list)
    nothings: int = 0
    """How often nothing happened that is logged."""

    @property
    def name(self):
        """What was told."""
        return self.command if isinstance(self.command, str) else type(self.command).__name__

    async def send(self, office, command_id):
        try:
            receipt = await self.act(office, command_id)
        except Rejection as refused:
            self.codes.append(refused.code)
        else:
            if receipt is None:
                self.nothings += 1
            else:
                self.receipts.append(receipt)

    def check(self, times):
        """It took effect at most once, and all who were told so were told the same."""
        assert times <= 1
        assert bool(self.receipts) == bool(times)
        assert {receipt.again() for receipt in self.receipts} == {
            receipt.again() for receipt in self.receipts[:1]
        }
        assert sum(not receipt.is_repeated for receipt in self.receipts) <= 1
        assert Code.HOUSE_UNAVAILABLE not in self.codes or isinstance(self.command, _BUSY)


class Crowd:
    """Clients who send what they are ordered to, in whatever order it gets there."""

    def __init__(self, office, people):
        self.people = people
        self.sent = {}
        self.codes = Counter()
        self.go_to(office)

    def go_to(self, office):
        """From now on everything is sent there."""
        self.office, self.house, self.live = office, office.house, office.house.tables[1]

    def told(self, who, command):
        """A command to the table, to be sent."""
        return Sent(who, command, lambda office, name: office.house.command(1, who, command, name))

    async def follow(self, orders):
        under_way, late = [], []
        for at, order in enumerate(orders):
            sends = self.sends(f"order-{at}", order)
            if order.is_late:
                late += sends
                continue
            under_way += [asyncio.create_task(one) for one in (*sends, *late)]
            late.clear()
            if order.waits:
                await asyncio.gather(*under_way)
                under_way.clear()
        await asyncio.gather(*under_way, *late)
        later = [at for at, order in enumerate(orders) if order.is_repeated_later]
        await self.repeat(later)

    def sends(self, name, order):
        """What an order comes to, to be sent as often as it says."""
        made = self.make(order)
        if made is None:
            return []
        if not isinstance(made, Sent):
            who, command = made
            if who is None:
                return [self.tick(command)]
            made = self.told(who, command)
        self.sent[name] = made
        return [made.send(self.office, name) for _ in range(order.copies)]

    async def repeat(self, numbers):
        """Sends again what was sent, the last first."""
        names = [f"order-{at}" for at in reversed(numbers) if f"order-{at}" in self.sent]
        done = [name for name in names if self.sent[name].receipts]
        await asyncio.gather(*(self.sent[name].send(self.office, name) for name in done))

    async def tick(self, command):
        try:
            await self.house.command(1, None, command)
        except Rejection as refused:
            self.codes[refused.code] += 1

    def make(self, order):
        """What fits the table now: who and which command, or what else; None for nothing."""
        raise NotImplementedError


def as_it_stands(live):
    """All of a table that must be there again when the house is opened again."""
    picture = live.picture.copy()
    picture.clock = None
    # It only says how to read the event after this one, while a revision is being told.
    picture.paper_is_shown = False
    for seat in picture.seats.values():
        seat.is_connected, seat.is_door_open = True, False
    table = live.round
    return {
        "picture": picture,
        "waiting": table.waiting if table is not None else None,
        "layout": table.layout if table is not None else None,
        "events": table.events if table is not None else None,
        "exposures": dict(live.in_play.exposures),
        "exposure": live.in_play.exposure_cents,
        "reserved": {seat: cents for seat, cents in live.in_play.reserved.items() if cents},
        "round entry": live.round_entry,
    }


def held(house):
    """What every account holds; none that holds nothing."""
    return {account: cents for account, cents in house.ledger.items() if cents}


def check(path, crowd):
    """Has the books checked, and held to what everybody was told."""
    done = Counter((entry.actor, entry.command) for entry in check_books(path) if entry.command)
    for name, one in crowd.sent.items():
        one.check(done[one.who.actor, name])


def play_twice(path, play, play_on):
    """Has a crowd play, and go on in a house opened again on its books; gives the crowd.

    `play` gives the crowd, how the table stood in the end, and what all accounts held.
    """
    crowd, before, money = asyncio.run(play(path))
    check(path, crowd)
    asyncio.run(play_on(path, crowd, before, money))
    check(path, crowd)
    return crowd


@contextmanager
def new_books(server=None):
    """A new database: an SQLite file, or one of a PostgreSQL server."""
    if server is None:
        with TemporaryDirectory() as folder:
            yield str(Path(folder) / "house.db")
        return
    url = server.new_database()
    try:
        yield url
    finally:
        server.drop_database(url)
