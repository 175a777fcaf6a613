"""What changes while a command is looked for in the log counts when it is done."""

import asyncio
import threading

import pytest

from croupier.house import commands as told
from croupier.house.accounts import Money
from croupier.house.happenings import Role
from croupier.house.terms import TableKind
from croupier.rejection import Code, Rejection

from .houses import check_books, open_house, opened_by_hand, plan

GAME = "three-card-poker"
PLAYER = frozenset({Role.PLAYER})


class Gate:
    """Holds up whoever looks for one command in the log."""

    def __init__(self, house, command_id):
        self._look_up, self._id = house._commands._look_up, command_id
        self._is_open, self.is_reached = threading.Event(), threading.Event()
        house._commands._look_up = self._wait

    def _wait(self, chain, actor, sent):
        if sent.id == self._id:
            self.is_reached.set()
            assert self._is_open.wait(30)
        return self._look_up(chain, actor, sent)

    async def reached(self):
        await asyncio.to_thread(self.is_reached.wait, 30)

    def open(self):
        self._is_open.set()


async def make_auditor(office, user):
    await office.set_roles("change", user, frozenset({Role.AUDITOR}), by=None)


async def make_both(office, user):
    await office.set_roles("change", user, PLAYER | {Role.DEALER}, by=None)


async def shut_out(office, user):
    await office.disable("change", user, is_disabled=True, by=None)


def run(scene, path, *plans):
    async def play():
        async with open_house(path, *plans) as office:
            _, eve, _ = await office.add_user("add", "Eve", PLAYER, Money.PLAY, by=None)
            await office.cashier.grant_play_money("grant", eve.user, 10**6, by=None)
        # A house that was started anew does not remember all that was done.
        async with open_house(path, *plans) as office:
            await scene(office, office.people.person(eve.user))

    asyncio.run(play())
    check_books(path)


@pytest.mark.parametrize("change", [make_auditor, make_both, shut_out])
def test_who_is_made_something_else_before_he_sits_does_not_sit(tmp_path, change):
    async def scene(office, eve):
        gate = Gate(office.house, "sit")
        sits = asyncio.create_task(office.house.command(1, eve, told.Sit(1, 10_000), "sit"))
        await gate.reached()
        await change(office, eve.user)
        gate.open()
        with pytest.raises(Rejection) as refused:
            await sits
        assert refused.value.code is Code.LOG_IN_NEEDED
        assert not office.house.tables[1].picture.seats

    run(scene, tmp_path / "house.db", plan(GAME))


def test_an_administrator_who_is_none_any_more_adds_nobody(tmp_path):
    async def scene(office, eve):
        await office.set_roles("up", eve.user, frozenset({Role.ADMINISTRATOR}), by=None)
        eve = office.people.person(eve.user)
        gate = Gate(office.house, "mate")
        adds = asyncio.create_task(office.add_user("mate", "Mate", PLAYER, Money.PLAY, by=eve))
        await gate.reached()
        await make_auditor(office, eve.user)
        gate.open()
        with pytest.raises(Rejection) as refused:
            await adds
        assert refused.value.code is Code.LOG_IN_NEEDED
        assert office.people.known_as("Mate") is None

    run(scene, tmp_path / "house.db", plan(GAME))


def test_a_dealer_who_is_none_any_more_takes_no_position(tmp_path):
    async def scene(office, eve):
        await opened_by_hand(office)
        await office.house.command(
            1, office.people.find("Dora"), told.LeavePosition(Role.DEALER), "go"
        )
        await office.set_roles("up", eve.user, frozenset({Role.DEALER}), by=None)
        eve = office.people.person(eve.user)
        gate = Gate(office.house, "take")
        takes = asyncio.create_task(
            office.house.command(1, eve, told.TakePosition(Role.DEALER), "take")
        )
        await gate.reached()
        await make_auditor(office, eve.user)
        gate.open()
        with pytest.raises(Rejection) as refused:
            await takes
        assert refused.value.code is Code.LOG_IN_NEEDED
        assert Role.DEALER not in office.house.tables[1].picture.positions

    run(scene, tmp_path / "house.db", plan(GAME, kind=TableKind.HUMAN))
