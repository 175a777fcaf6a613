"""Several clients at once at one house: commands doubled, out of order, late, and for others.

Hypothesis makes up what the clients send. The house is real, on an SQLite file. Whatever came of
it: each id took effect at most once and was answered the same, the books are right, and a house
that is opened again on them stands where this one stood, and goes on.
"""

import asyncio
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.bots import least_slip, random_decision, random_slip
from croupier.house import commands as told
from croupier.rejection import Code, Rejection
from croupier.table.registry import game_ids

from .houses import check_books, guests, open_house, plan

KINDS = (
    "sit", "add credit", "bet", "bet", "bet", "least bet", "take back", "ready", "choose", "choose",
    "default", "tip", "leave", "bet for another", "late bet", "early bet", "wild choice", "time",
    "gone", "back",
)  # fmt: skip


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


ORDERS = st.lists(
    st.builds(
        Order,
        st.integers(0, 2),
        st.sampled_from(KINDS),
        st.sampled_from([1, 1, 1, 2, 3]),
        st.booleans(),
        st.booleans(),
        st.integers(0, 2**32),
    ),
    min_size=10,
    max_size=60,
)
FEW = settings(
    derandomize=True,
    deadline=None,
    max_examples=8,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@dataclass
class Sent:
    """A command under an id, and everything that was ever answered to it."""

    who: object
    command: object
    receipts: list = field(default_factory=list)
    codes: list = field(default_factory=list)
    nothings: int = 0
    """How often nothing happened that is logged."""

    async def send(self, house, command_id):
        try:
            receipt = await house.command(1, self.who, self.command, command_id)
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
        assert Code.HOUSE_UNAVAILABLE not in self.codes


class Crowd:
    """Three clients who send what they are ordered to, in whatever order it gets there."""

    def __init__(self, office, people):
        self.office, self.people = office, people
        self.house = office.house
        self.live = office.house.tables[1]
        self.sent = {}
        self.codes = Counter()

    async def follow(self, orders):
        under_way = []
        for at, order in enumerate(orders):
            made = self.make(order)
            if made is None:
                continue
            who, command = made
            if who is None:
                under_way.append(asyncio.create_task(self.tick(command)))
            else:
                one = self.sent[f"order-{at}"] = Sent(who, command)
                under_way += [
                    asyncio.create_task(one.send(self.house, f"order-{at}"))
                    for _ in range(order.copies)
                ]
            if order.waits:
                await asyncio.gather(*under_way)
                under_way.clear()
        await asyncio.gather(*under_way)
        later = [at for at, order in enumerate(orders) if order.is_repeated_later]
        await self.repeat(later)

    async def repeat(self, numbers):
        """Sends again what was sent, the last first."""
        names = [f"order-{at}" for at in reversed(numbers) if f"order-{at}" in self.sent]
        done = [name for name in names if self.sent[name].receipts]
        await asyncio.gather(*(self.sent[name].send(self.house, name) for name in done))

    async def tick(self, command):
        try:
            await self.house.command(1, None, command)
        except Rejection as refused:
            self.codes[refused.code] += 1

    def make(self, order):
        """The command that fits the table now; None where there is none."""
        rng = Random(order.number)
        who = self.people[order.client]
        own = sorted(self.live.picture.seats_of(who.user))
        others = sorted(set(self.live.picture.seats) - set(own))
        seat = rng.choice(own) if own else 1
        number = self.live.picture.round
        match order.kind:
            case "sit":
                return who, told.Sit(rng.choice([None, 1, 2, 3]), rng.randint(1, 300_000))
            case "add credit":
                return who, told.AddCredit(seat, rng.randint(1, 100_000))
            case "bet":
                slip = random_slip(self.live.game, self.live.picture.settings, rng)
                return who, told.Bet(seat, slip.stakes, slip.picks, is_ready=rng.random() < 0.5)
            case "least bet" | "late bet" | "early bet" | "bet for another":
                slip = least_slip(self.live.game, self.live.picture.settings)
                if order.kind == "bet for another":
                    seat = rng.choice(others) if others else 1
                shift = {"late bet": -1, "early bet": 1}.get(order.kind, 0)
                return who, told.Bet(seat, slip.stakes, slip.picks, max(number + shift, 0), True)
            case "take back":
                return who, told.Bet(seat, (), (), number)
            case "ready":
                return who, told.Ready(seat, rng.choice([None, number, number + 1]))
            case "choose" | "default":
                return self.choice(order.kind, who, rng)
            case "wild choice":
                return who, told.Choose(seat, rng.choice(["play", "fold", "hit", ""]), 500, number)
            case "tip":
                return who, told.Tip(seat, rng.randint(1, 1_000))
            case "leave":
                return who, told.Leave(seat)
            case "time":
                return None, told.TimeUp(self.live.clock_number)
            case "gone":
                return None, told.Disconnect(who.user)
            case "back":
                return None, told.Connect(who.user)

    def choice(self, kind, who, rng):
        asked = {} if self.live.round is None else self.live.round.layout.asked
        seats = sorted(self.live.picture.seats_of(who.user) & set(asked))
        if not seats:
            return None
        seat = rng.choice(seats)
        number = rng.choice([None, self.live.picture.round])
        if kind == "default":
            return who, told.Choose(seat, asked[seat].default, None, number)
        decision = random_decision(asked[seat], rng)
        return who, told.Choose(seat, decision.option, decision.stake_cents, number)


def as_it_stands(live):
    """All of a table that must be there again when the house is opened again."""
    picture = live.picture.copy()
    picture.clock = None
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


async def play(path, game, orders):
    """The clients play; how the table and the money stand at the end, and what was sent."""
    async with open_house(path, plan(game, float_cents=10**11), chance="first") as office:
        people = await guests(office, 3)
        for seat, who in enumerate(people[:2], start=1):
            await office.house.command(1, who, told.Sit(seat, 300_000), "first-seat")
        crowd = Crowd(office, people)
        await crowd.follow(orders)
        return crowd, as_it_stands(crowd.live), held(office.house)


async def play_on(path, game, crowd, before, money):
    """The house is opened again: everything stands as it did, and the round goes on to its end."""
    async with open_house(path, plan(game), chance="second") as office:
        live = office.house.tables[1]
        assert as_it_stands(live) == before
        assert held(office.house) == money
        crowd.house, crowd.live = office.house, live
        # What was done is known to have been, in the last round and in all before.
        await crowd.repeat(range(1000))
        assert as_it_stands(live) == before
        assert held(office.house) == money
        number = live.picture.round
        while live.round is not None and live.round.layout.stakes and live.picture.round == number:
            if live.picture.clock is not None:
                await office.house.command(1, None, told.TimeUp(live.clock_number))


def run(game, orders):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"
        crowd, before, money = asyncio.run(play(path, game, orders))
        check(path, crowd)
        asyncio.run(play_on(path, game, crowd, before, money))
        check(path, crowd)
    return crowd


def check(path, crowd):
    done = Counter((entry.actor, entry.command) for entry in check_books(path) if entry.command)
    for name, one in crowd.sent.items():
        one.check(done[one.who.actor, name])


@pytest.mark.parametrize("game", game_ids())
def test_whatever_clients_send_each_id_counts_once_and_the_house_comes_back(game):
    codes, done = Counter(), Counter()

    @FEW
    @given(ORDERS)
    def anything(orders):
        crowd = run(game, orders)
        for one in crowd.sent.values():
            codes.update(one.codes)
            done[type(one.command).__name__] += bool(one.receipts)

    anything()
    # It must not all have been refused, nor all been taken.
    assert done["Bet"], done
    assert done["Choose"], done
    assert codes[Code.NOT_YOUR_SEAT], codes
    assert codes[Code.ROUND_OVER], codes


@pytest.mark.long
@pytest.mark.parametrize("game", game_ids())
def test_whatever_clients_send_for_long(game):
    @settings(FEW, max_examples=100)
    @given(ORDERS)
    def anything(orders):
        run(game, orders)

    anything()


def test_the_house_comes_back_after_every_single_command(tmp_path):
    """Closed and opened again after each step of some rounds, as often as there are steps."""
    steps = Steps(tmp_path / "house.db")
    for _ in range(60):
        asyncio.run(steps.one())
    assert steps.stood["picture"].round > 4
    check_books(tmp_path / "house.db")


class Steps:
    """Two at a table of Pick 2 Poker, in a house that is open for one step at a time."""

    def __init__(self, path):
        self.path = path
        self.rng = Random(5)
        self.people = None
        self.stood = self.held = None
        self.count = 0

    async def one(self):
        self.count += 1
        table = plan("pick-2-poker", betting_s=0, decision_s=0)
        async with open_house(self.path, table) as office:
            house, live = office.house, office.house.tables[1]
            if self.people is None:
                self.people = await guests(office, 2)
                for seat, who in enumerate(self.people, start=1):
                    await house.command(1, who, told.Sit(seat, 1_000_000), "sit")
            else:
                assert as_it_stands(live) == self.stood
                assert held(house) == self.held
            await self.step(house, live.round.layout)
            self.stood, self.held = as_it_stands(live), held(house)

    async def step(self, house, layout):
        if layout.asked:
            seat = self.rng.choice(sorted(layout.asked))
            decision = random_decision(layout.asked[seat], self.rng)
            command = told.Choose(seat, decision.option, decision.stake_cents)
        elif len(layout.stakes) < 2:
            seat = 2 if 1 in layout.stakes else 1
            slip = least_slip(house.tables[1].game, house.tables[1].picture.settings)
            command = told.Bet(seat, slip.stakes, slip.picks)
        else:
            seat = 1 if 2 in house.tables[1].picture.ready else 2
            command = told.Ready(seat)
        await house.command(1, self.people[seat - 1], command, f"step-{self.count}")
