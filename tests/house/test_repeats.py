"""Commands that are sent again: done once, answered the same, whenever the repetition comes."""

import asyncio
import threading
from dataclasses import replace

import pytest

from croupier.house import commands as told
from croupier.house import once
from croupier.house.accounts import meter, wallet
from croupier.rejection import Code, Rejection
from croupier.table.round import Round

from .houses import check_books, guests, open_house, plan

TCP = plan("three-card-poker", betting_s=0, decision_s=0)
OTHER = plan("three-card-poker", "The other one", betting_s=0, decision_s=0)
ANTE = (("Ante", 500),)


def entries_of(path, command_id):
    return [one for one in check_books(path) if one.command == command_id]


async def settled_round(house, who, seat, name):
    """One round that a seat plays by itself."""
    number = house.tables[1].picture.round
    await house.command(1, who, told.Bet(seat, ANTE, (), number, is_ready=True), f"{name}-bet")
    await house.command(1, who, told.Choose(seat, "fold", None, number), f"{name}-fold")


def test_a_command_sent_many_times_at_once_is_done_once(tmp_path):
    async def play():
        async with open_house(tmp_path / "house.db", TCP) as office:
            (ada,) = await guests(office, 1)
            tell = office.house.command
            sits = await asyncio.gather(
                *(tell(1, ada, told.Sit(None, 10_000), "sit") for _ in range(30))
            )
            tips = await asyncio.gather(*(tell(1, ada, told.Tip(1, 100), "tip") for _ in range(30)))
            for receipts in (sits, tips):
                first, *others = receipts
                assert not first.is_repeated
                assert others == [first.again()] * 29
            assert office.house.ledger[meter(1, 1)] == 9_900
            assert list(office.house.tables[1].picture.seats) == [1]

    asyncio.run(play())
    assert len(entries_of(tmp_path / "house.db", "sit")) == 1
    assert len(entries_of(tmp_path / "house.db", "tip")) == 1


def test_a_choice_sent_again_does_not_answer_the_next_question(tmp_path):
    async def play():
        blackjack = plan("roll-your-own-blackjack", betting_s=0, decision_s=0)
        async with open_house(tmp_path / "house.db", blackjack) as office:
            (ada,) = await guests(office, 1)
            house = office.house
            live = house.tables[1]
            await house.command(1, ada, told.Sit(1, 1_000_000), "sit")
            stakes = (("Bonus", 500), ("Blackjack 1", 500), ("Blackjack 2", 500))
            repeated = 0
            for number in range(1, 25):
                await house.command(1, ada, told.Bet(1, stakes, is_ready=True), f"bet-{number}")
                step = 0
                while live.picture.round == number:
                    asked = live.round.layout.asked[1]
                    names = [option.name for option in asked.options]
                    choice = told.Choose(1, "hit" if "hit" in names else asked.default)
                    name = f"choose-{number}-{step}"
                    first = await house.command(1, ada, choice, name)
                    before = list(live.picture.events)
                    assert await house.command(1, ada, choice, name) == first.again()
                    assert live.picture.events == before
                    repeated += choice.option == "hit" and live.picture.round == number
                    step += 1
            assert repeated > 3, "hardly ever was the same question asked again"

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_what_had_no_effect_has_none_when_a_copy_of_it_comes_late(tmp_path, monkeypatch):
    async def play():
        async with open_house(tmp_path / "house.db", TCP) as office:
            ada, bob = await guests(office, 2)
            tell, live = office.house.command, office.house.tables[1]
            for seat, who in ((1, ada), (2, bob)):
                await tell(1, who, told.Sit(seat, 10_000), "sit")
            await tell(1, ada, told.Bet(1, ANTE, is_ready=True), "ada-1")
            assert await tell(1, ada, told.Ready(1), "ready") is None
            await tell(1, bob, told.Bet(2, ANTE, is_ready=True), "bob-1")
            for seat, who in ((1, ada), (2, bob)):
                await tell(1, who, told.Choose(seat, "fold"), "fold")
            await tell(1, bob, told.Bet(2, ANTE, is_ready=True), "bob-2")
            await tell(1, ada, told.Bet(1, ANTE), "ada-2")
            assert await tell(1, ada, told.Ready(1), "ready") is None
            assert not live.round.layout.bets_are_closed
            with pytest.raises(Rejection) as refusal:
                await tell(1, ada, told.Tip(1, 100), "ready")
            assert refusal.value.code is Code.COMMAND_ID_USED
            # The oldest of these are forgotten, and they make nobody forget what was done.
            await tell(1, ada, told.Ready(1), "ada-2-ready")
            assert live.round.layout.bets_are_closed
            for seat, who in ((1, ada), (2, bob)):
                await tell(1, who, told.Choose(seat, "fold"), "fold-2")
            monkeypatch.setattr(once, "_MOST_REMEMBERED", 3)
            await tell(1, ada, told.Bet(1, ANTE, is_ready=True), "ada-3")
            answered = dict(office.house._commands._answered)
            for number in range(5):
                assert await tell(1, ada, told.Ready(1), f"ready-{number}") is None
            assert office.house._commands._answered == answered
            assert len(office.house._commands._without_effect) == 3

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_a_bet_that_comes_while_its_round_begins_is_done_once_in_it(tmp_path, monkeypatch):
    """It is looked for in the log, because its round is not in play when it comes."""
    monkeypatch.setattr(once, "_MOST_REMEMBERED", 5)

    async def play():
        async with open_house(tmp_path / "house.db", TCP, OTHER) as office:
            ada, bob = await guests(office, 2)
            tell, commands = office.house.command, office.house._commands
            await tell(1, ada, told.Sit(1, 100_000), "sit")
            await tell(2, bob, told.Sit(1, 100_000), "sit")
            commands.remembers_all = False
            await tell(1, ada, told.Bet(1, ANTE, (), 1, is_ready=True), "bet-1")
            look_up, is_begun = commands._look_up, threading.Event()

            def look_up_slowly(*args):
                found = look_up(*args)
                assert is_begun.wait(30)
                return found

            monkeypatch.setattr(commands, "_look_up", look_up_slowly)
            early = asyncio.create_task(tell(1, ada, told.Bet(1, ANTE, (), 2), "early"))
            await asyncio.sleep(0.05)
            monkeypatch.setattr(commands, "_look_up", look_up)
            await tell(1, ada, told.Choose(1, "fold", None, 1), "fold")
            is_begun.set()
            first = await early
            await tell(1, ada, told.Bet(1, (("Ante", 1000),), (), 2), "second")
            for number in range(40):
                await tell(2, bob, told.AddCredit(1, 100), f"credit-{number}")
            assert await tell(1, ada, told.Bet(1, ANTE, (), 2), "early") == first.again()
            assert office.house.tables[1].picture.slip_cents == {1: 1000}

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_what_was_refused_may_be_done_later_under_the_same_id(tmp_path):
    async def play():
        async with open_house(tmp_path / "house.db", TCP) as office:
            (ada,) = await guests(office, 1)
            house = office.house
            bet = told.Bet(1, ANTE)
            refusals = await asyncio.gather(
                *(house.command(1, ada, bet, "bet") for _ in range(3)), return_exceptions=True
            )
            assert {refused.code for refused in refusals} == {Code.NOT_YOUR_SEAT}
            await house.command(1, ada, told.Sit(1, 10_000), "sit")
            done = await house.command(1, ada, bet, "bet")
            assert not done.is_repeated

    asyncio.run(play())
    assert len(entries_of(tmp_path / "house.db", "bet")) == 1


def test_an_id_is_its_senders_own_and_its_tables(tmp_path):
    """Others may make up the same id; and who uses one at two tables has told each something."""

    async def play():
        async with open_house(tmp_path / "house.db", TCP, OTHER) as office:
            ada, bob = await guests(office, 2)
            for table in (1, 2):
                for who in (ada, bob):
                    done = await office.house.command(table, who, told.Sit(None, 10_000), "x")
                    assert not done.is_repeated
                    assert done.chain == table
                assert len(office.house.tables[table].picture.seats) == 2

        async with open_house(tmp_path / "house.db", TCP, OTHER) as office:
            for table in (1, 2):
                done = await office.house.command(table, ada, told.Sit(None, 10_000), "x")
                assert done.is_repeated
                assert done.chain == table

    asyncio.run(play())


@pytest.mark.parametrize("is_bound", [True, False], ids=["names its round", "names no round"])
def test_a_repetition_is_known_after_the_house_was_opened_again(tmp_path, is_bound):
    number = 1 if is_bound else None
    commands = {
        "sit": told.Sit(1, 10_000),
        "old bet": told.Bet(1, ANTE, (), number, is_ready=True),
        "old fold": told.Choose(1, "fold", None, number),
        "bet": told.Bet(1, ANTE, (), 2 if is_bound else None),
        "tip": told.Tip(1, 100),
    }
    ids = {name: name.replace(" ", "-") for name in commands}

    async def play():
        async with open_house(tmp_path / "house.db", TCP) as office:
            (ada,) = await guests(office, 1)
            return ada, {
                name: await office.house.command(1, ada, command, ids[name])
                for name, command in commands.items()
            }

    async def repeat(ada, firsts):
        async with open_house(tmp_path / "house.db", TCP) as office:
            before = office.house.ledger[meter(1, 1)]
            for name, command in commands.items():
                again = await office.house.command(1, ada, command, ids[name])
                assert again == firsts[name].again()
            assert office.house.ledger[meter(1, 1)] == before

    ada, firsts = asyncio.run(play())
    for _ in range(2):
        asyncio.run(repeat(ada, firsts))
    check_books(tmp_path / "house.db")


def test_what_is_done_at_the_cage_is_done_once_too(tmp_path):
    async def play():
        async with open_house(tmp_path / "house.db") as office:
            (ada,) = await guests(office, 1)
            done = await office.add_user("add", "Rose", ada.roles, replace(ada).money, by=None)
            rose = done[1]
            assert done[2] is not None, "the password is told once"
            again = await asyncio.gather(
                *(office.add_user("add", "Rose", ada.roles, ada.money, by=None) for _ in range(5))
            )
            assert all(one[0] == done[0].again() and one[2] is None for one in again)
            return rose

    async def top_up(rose):
        async with open_house(tmp_path / "house.db") as office:
            receipts = await asyncio.gather(
                *(office.cashier.top_up("more", rose) for _ in range(10))
            )
            assert sum(not one.is_repeated for one in receipts) == 1
            return office.house.ledger[wallet(rose.user)]

    async def top_up_again(rose):
        async with open_house(tmp_path / "house.db") as office:
            assert (await office.cashier.top_up("more", rose)).is_repeated
            return office.house.ledger[wallet(rose.user)]

    rose = asyncio.run(play())
    assert asyncio.run(top_up(rose)) == asyncio.run(top_up_again(rose)) > 0
    check_books(tmp_path / "house.db")


def test_a_repetition_is_known_when_many_others_have_come_since(tmp_path, monkeypatch):
    """Of a round in play all is remembered; of what is over, what is forgotten is looked up."""
    monkeypatch.setattr(once, "_MOST_REMEMBERED", 5)

    async def play():
        async with open_house(tmp_path / "house.db", TCP, OTHER) as office:
            ada, bob = await guests(office, 2)
            house = office.house
            sat = await house.command(1, ada, told.Sit(1, 10_000), "sit")
            await settled_round(house, ada, 1, "first")
            slips = [
                told.Bet(1, (("Ante", 500),), (), 2),
                told.Bet(1, (("Ante", 1_000),), (), 2),
            ]
            firsts = [
                await house.command(1, ada, slip, f"slip-{at}") for at, slip in enumerate(slips)
            ]
            await house.command(2, bob, told.Sit(1, 100_000), "sit")
            for at in range(60):
                await house.command(2, bob, told.Tip(1, 100), f"tip-{at}")
            # The first slip was replaced; sent again it must not be in force again.
            for at, slip in enumerate(slips):
                again = await house.command(1, ada, slip, f"slip-{at}")
                assert again == firsts[at].again()
            assert house.tables[1].picture.slip_cents == {1: 1_000}
            assert (await house.command(1, ada, told.Sit(1, 10_000), "sit")) == sat.again()
            old = told.Bet(1, ANTE, (), 1, is_ready=True)
            assert (await house.command(1, ada, old, "first-bet")).is_repeated
            assert (await house.command(2, bob, told.Tip(1, 100), "tip-3")).is_repeated
            assert len(house._commands._answered) < 12

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_a_client_that_goes_away_while_it_waits_leaves_its_command_done(tmp_path):
    async def play():
        async with open_house(tmp_path / "house.db", TCP) as office:
            (ada,) = await guests(office, 1)
            house = office.house
            task = asyncio.create_task(house.command(1, ada, told.Sit(1, 10_000), "sit"))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await house.command(1, ada, told.Sit(1, 10_000), "sit")).is_repeated
            assert list(house.tables[1].picture.seats) == [1]

    asyncio.run(play())
    check_books(tmp_path / "house.db")


@pytest.mark.parametrize("fault", [AssertionError("so"), KeyError("so"), ZeroDivisionError("so")])
def test_a_fault_at_one_table_holds_that_table_and_loses_nothing(tmp_path, monkeypatch, fault):
    """Whatever goes wrong in the program: what is in the log stands, and other tables go on."""
    handle = Round.handle

    def faulty(self, command):
        handle(self, command)
        raise fault

    async def play():
        async with open_house(tmp_path / "house.db", TCP, OTHER) as office:
            ada, bob = await guests(office, 2)
            house = office.house
            await house.command(1, ada, told.Sit(1, 10_000), "sit")
            await house.command(2, bob, told.Sit(1, 10_000), "sit")
            await house.command(1, ada, told.Bet(1, ANTE), "bet")
            before = dict(house.ledger.items())
            with monkeypatch.context() as patch:
                patch.setattr(Round, "handle", faulty)
                with pytest.raises(Rejection) as refusal:
                    await house.command(1, ada, told.Bet(1, (("Ante", 1_000),)), "more")
            assert refusal.value.code is Code.HOUSE_UNAVAILABLE
            assert dict(house.ledger.items()) == before
            with pytest.raises(Rejection) as refusal:
                await house.command(1, ada, told.Ready(1), "ready")
            assert refusal.value.code is Code.HOUSE_UNAVAILABLE
            await house.command(2, bob, told.Bet(1, ANTE, is_ready=True), "bet")
            return ada

    async def go_on(ada):
        async with open_house(tmp_path / "house.db", TCP, OTHER) as office:
            house = office.house
            assert house.tables[1].picture.slip_cents == {1: 500}
            await house.command(1, ada, told.Bet(1, (("Ante", 1_000),), is_ready=True), "more")
            await house.command(1, ada, told.Choose(1, "fold"), "fold")
            assert house.ledger[meter(1, 1)] == 9_000

    ada = asyncio.run(play())
    asyncio.run(go_on(ada))
    check_books(tmp_path / "house.db")


def test_something_else_under_a_used_id_is_refused(tmp_path):
    """Whether the first is on its way, remembered, forgotten, or of before a restart."""

    async def asks(office, ada, table_command):
        with pytest.raises(Rejection) as refused:
            await office.house.command(1, ada, table_command, "x")
        assert refused.value.code is Code.COMMAND_ID_USED

    async def play():
        async with open_house(tmp_path / "house.db", TCP) as office:
            (ada,) = await guests(office, 1)
            sit, other = told.Sit(1, 10_000), told.Sit(1, 20_000)
            done, refused = await asyncio.gather(
                office.house.command(1, ada, sit, "x"),
                office.house.command(1, ada, other, "x"),
                return_exceptions=True,
            )
            assert not done.is_repeated
            assert refused.code is Code.COMMAND_ID_USED
            await asks(office, ada, told.Sit(2, 10_000))
            await asks(office, ada, told.Leave(1))
            office.house._commands._answered.clear()
            office.house._commands.remembers_all = False
            await asks(office, ada, told.Leave(1))
            assert (await office.house.command(1, ada, sit, "x")).is_repeated
            number = office.house.tables[1].picture.round
            await office.house.command(1, ada, told.Bet(1, ANTE, (), number), "bet")

        async with open_house(tmp_path / "house.db", TCP) as office:
            await asks(office, ada, told.Leave(1))
            assert (await office.house.command(1, ada, sit, "x")).is_repeated
            twice = told.Bet(1, (("Ante", 1000),), (), number)
            with pytest.raises(Rejection) as refused:
                await office.house.command(1, ada, twice, "bet")
            assert refused.value.code is Code.COMMAND_ID_USED
            assert office.house.ledger[meter(1, 1)] == 9_500

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_an_id_of_the_cage_is_bound_to_what_was_asked(tmp_path):
    async def play():
        async with open_house(tmp_path / "house.db", TCP) as office:
            ada, bob = await guests(office, 2)
            granted = await office.cashier.grant_play_money("x", ada.user, 500, by=None)
            again = await office.cashier.grant_play_money("x", ada.user, 500, by=None)
            assert again == granted.again()
            for user, cents in ((bob.user, 500), (ada.user, 501)):
                with pytest.raises(Rejection) as refused:
                    await office.cashier.grant_play_money("x", user, cents, by=None)
                assert refused.value.code is Code.COMMAND_ID_USED
            with pytest.raises(Rejection) as refused:
                await office.disable("x", bob.user, is_disabled=True, by=None)
            assert refused.value.code is Code.COMMAND_ID_USED

    asyncio.run(play())
    check_books(tmp_path / "house.db")
