"""Several clients at once at one house: commands doubled, out of order, late, and for others.

Hypothesis makes up what the clients send. The house is real, on an SQLite file or a PostgreSQL
database. Whatever came of it: each id took effect at most once and was answered the same, the books
are right, and a house that is opened again on them stands where this one stood, and goes on.
"""

import asyncio
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from croupier.bots import least_slip, random_decision, random_slip
from croupier.house import commands as told
from croupier.rejection import Code
from croupier.table.registry import game_ids

from .crowd import FEW, Crowd, as_it_stands, held, new_books, orders, play_twice
from .houses import check_books, guests, open_house, plan

KINDS = (
    "sit", "add credit", "bet", "bet", "bet", "least bet", "take back", "ready", "choose", "choose",
    "default", "tip", "leave", "bet for another", "late bet", "early bet", "wild choice", "time",
    "gone", "back",
)  # fmt: skip


ORDERS = orders(KINDS, 3)


class Players(Crowd):
    """Three who play at one table that deals by itself."""

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


async def play(path, game, orders):
    """The clients play; how the table and the money stand at the end, and what was sent."""
    async with open_house(path, plan(game, float_cents=10**11), chance="first") as office:
        people = await guests(office, 3)
        for seat, who in enumerate(people[:2], start=1):
            await office.house.command(1, who, told.Sit(seat, 300_000), "first-seat")
        crowd = Players(office, people)
        await crowd.follow(orders)
        return crowd, as_it_stands(crowd.live), held(office.house)


async def play_on(path, game, crowd, before, money):
    """The house is opened again: everything stands as it did, and the round goes on to its end."""
    async with open_house(path, plan(game), chance="second") as office:
        live = office.house.tables[1]
        assert as_it_stands(live) == before
        assert held(office.house) == money
        crowd.go_to(office)
        # What was done is known to have been, in the last round and in all before.
        await crowd.repeat(range(1000))
        assert as_it_stands(live) == before
        assert held(office.house) == money
        number = live.picture.round
        while live.round is not None and live.round.layout.stakes and live.picture.round == number:
            if live.picture.clock is not None:
                await office.house.command(1, None, told.TimeUp(live.clock_number))


def run(game, orders, server=None):
    with new_books(server) as path:
        return play_twice(
            path,
            lambda path: play(path, game, orders),
            lambda path, *played: play_on(path, game, *played),
        )


@pytest.mark.parametrize("game", game_ids())
def test_whatever_clients_send_each_id_counts_once_and_the_house_comes_back(game):
    codes, done = Counter(), Counter()

    @FEW
    @given(ORDERS)
    def anything(orders):
        crowd = run(game, orders)
        for one in crowd.sent.values():
            codes.update(one.codes)
            done[one.name] += bool(one.receipts)

    anything()
    # It must not all have been refused, nor all been taken.
    assert done["Bet"], done
    assert done["Choose"], done
    assert codes[Code.NOT_YOUR_SEAT], codes
    assert codes[Code.ROUND_OVER], codes


def test_whatever_clients_send_is_as_safe_on_postgresql(postgres):
    done = Counter()

    @settings(FEW, max_examples=3)
    @given(ORDERS)
    def anything(orders):
        crowd = run("three-card-poker", orders, postgres)
        done.update(one.name for one in crowd.sent.values() if one.receipts)

    anything()
    assert done["Bet"], done


@pytest.mark.long
@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize(("database", "examples"), [("sqlite", 100), ("postgresql", 20)])
def test_whatever_clients_send_for_long(game, database, examples, postgres):
    server = postgres if database == "postgresql" else None

    @settings(FEW, max_examples=examples)
    @given(ORDERS)
    def anything(orders):
        run(game, orders, server)

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
