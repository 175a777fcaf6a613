"""A round that is over is dealt again beside the tables, for exactly what is asked of them."""

import asyncio
import threading
from dataclasses import replace

import pytest

from croupier.cards import parse_card, parse_hand
from croupier.house import commands as told
from croupier.house import house as house_module
from croupier.house.accounts import Money
from croupier.house.happenings import Role
from croupier.house.on_paper import OnPaper, put_on_paper
from croupier.house.terms import CardsFrom, TableKind
from croupier.rejection import Code
from croupier.table.waiting import step_name

from .apis import new_id
from .desks import ADA, BOSS, DEALER, SECOND, Desk
from .houses import check_books, guests, open_house, opened_by_hand, plan, put_decks_into_play
from .reception import refused_now

GAME = "three-card-poker"
WHY = "The dealer's card was read wrongly"
VOID = told.VoidRound(1, WHY)
QUEEN_HIGH = parse_hand("Ks Qd 9h Qs Jh 2c")
ANTE = (("Ante", 500),)


def correct(position, card):
    return told.CorrectCard(1, position, parse_card(card), WHY)


# At the table alone.


def desk_after_a_round():
    desk = Desk(cards=CardsFrom.PHYSICAL).open()
    desk.tell(ADA, told.Sit(1, 10_000))
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, ANTE))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter(QUEEN_HIGH)
    desk.tell(ADA, told.Choose(1, "play"))
    desk.steps()
    return desk


@pytest.mark.parametrize(
    "other",
    [{"reason": "Another"}, {"round": 2}, {"position": 5}, {"card": parse_card("Ac")}],
    ids=lambda other: next(iter(other)),
)
def test_what_was_worked_out_for_something_else_is_not_done(other):
    desk = desk_after_a_round()
    past = desk.past_round(1)
    works_out = desk.table.on_paper
    desk.table.on_paper = lambda asked: put_on_paper(desk.game, past, replace(asked, **other))
    desk.refused(BOSS, correct(4, "As"), Code.HOUSE_UNAVAILABLE)
    desk.table.on_paper = works_out
    desk.tell(BOSS, correct(4, "As"))
    desk.table.on_paper = lambda asked: put_on_paper(desk.game, past, replace(asked, **other))
    desk.refused(SECOND, told.Approve(1, True), Code.HOUSE_UNAVAILABLE)
    desk.table.on_paper = works_out
    desk.tell(SECOND, told.Approve(1, True))
    assert desk.meter(1) == 9_000


def test_a_fault_of_the_program_on_paper_is_one_of_the_table_and_after_what_it_refuses():
    desk = desk_after_a_round()
    past = desk.past_round(1)
    fault = AssertionError("torn")
    desk.table.on_paper = lambda asked: OnPaper(asked, past, fault)
    desk.refused(SECOND, VOID, Code.NOT_ALLOWED)
    with pytest.raises(AssertionError, match="torn"):
        desk.tell(BOSS, VOID)


# In a house.


class Paper:
    """Where a house deals rounds again: what for, on which threads, and only while it is let."""

    def __init__(self, monkeypatch):
        self.revisions, self.threads = [], set()
        self.is_reached, self._goes = threading.Event(), threading.Event()
        self._goes.set()
        works = house_module.put_on_paper

        def watched(game, past, revision, user):
            self.revisions.append(revision)
            self.threads.add(threading.current_thread())
            self.is_reached.set()
            assert self._goes.wait(30), "nobody let it go on"
            return works(game, past, revision, user)

        monkeypatch.setattr(house_module, "put_on_paper", watched)

    def stops(self):
        self.is_reached.clear()
        self._goes.clear()

    def goes_on(self):
        self._goes.set()

    async def reached(self):
        assert await asyncio.to_thread(self.is_reached.wait, 30)


@pytest.fixture
def paper(monkeypatch):
    found = Paper(monkeypatch)
    yield found
    found.goes_on()


class Scene:
    """A table with real cards at which Ada has won a round against queen high."""

    def __init__(self, office):
        self.office = office
        self.live = office.house.tables[1]

    async def play(self):
        self.dealer, self.boss = await opened_by_hand(self.office)
        supervises = frozenset({Role.SUPERVISOR})
        _, self.second, _ = await self.office.add_user(
            "add-second", "Susan", supervises, Money.PLAY, by=None
        )
        await put_decks_into_play(self.office, self.dealer, self.boss)
        [self.ada] = await guests(self.office, 1)
        await self.tell(self.ada, told.Sit(1, 10_000))
        await self.tell(self.dealer, told.NewGame())
        await self.tell(self.ada, told.Bet(1, ANTE))
        await self.tell(self.dealer, told.NoMoreBets())
        for card in QUEEN_HIGH:
            await self.tell(self.dealer, told.EnterCard(card))
        await self.tell(self.ada, told.Choose(1, "play"))
        while self.live.round is not None:
            await self.tell(self.dealer, told.Do(step_name(self.live.round.waiting.step)))
        return self

    async def tell(self, who, command):
        return await self.office.house.command(1, who, command, new_id())

    def is_told(self, who, command):
        return asyncio.create_task(self.tell(who, command))

    async def refused(self, who, command, code):
        return await refused_now(code, self.tell(who, command))

    @property
    def credit_cents(self):
        return self.live.ledger["table 1/seat 1"]


def run(path, act):
    async def play():
        table = plan(GAME, kind=TableKind.HUMAN, cards=CardsFrom.PHYSICAL)
        async with open_house(path, table, plan("pick-2-poker")) as office:
            await act(await Scene(office).play())

    asyncio.run(play())
    return check_books(path)


def test_while_a_round_is_dealt_again_the_tables_go_on(tmp_path, paper):
    async def act(scene):
        for who, command in ((scene.boss, correct(4, "As")), (scene.second, told.Approve(1, True))):
            paper.stops()
            asked = scene.is_told(who, command)
            await paper.reached()
            # At another table, and at this one.
            await scene.office.house.command(2, scene.ada, told.Sit(1, 10_000), new_id())
            await scene.office.house.command(2, scene.ada, told.Leave(1), new_id())
            await scene.tell(scene.ada, told.AddCredit(1, 1_000))
            assert not asked.done()
            paper.goes_on()
            await asked
        assert scene.credit_cents == 9_000 + 2 * 1_000
        assert threading.current_thread() not in paper.threads
        assert len(paper.revisions) == 2

    run(tmp_path / "house.db", act)


def test_nothing_is_dealt_again_for_who_may_not_ask(tmp_path, paper):
    async def act(scene):
        await scene.refused(scene.dealer, VOID, Code.NOT_ALLOWED)
        await scene.refused(scene.second, correct(4, "As"), Code.NOT_ALLOWED)
        await scene.refused(scene.second, told.Approve(1, True), Code.APPROVAL_UNKNOWN)
        await scene.refused(scene.boss, told.VoidRound(2, WHY), Code.ROUND_UNKNOWN)
        await scene.refused(scene.boss, told.VoidRound(1, ""), Code.TEXT_INVALID)
        assert paper.revisions == []
        await scene.tell(scene.boss, VOID)
        await scene.refused(scene.boss, told.Approve(1, True), Code.NOT_ALLOWED)
        await scene.refused(scene.dealer, told.Approve(1, True), Code.NOT_ALLOWED)
        await scene.tell(scene.boss, told.Approve(1, False))
        assert len(paper.revisions) == 1

    run(tmp_path / "house.db", act)


def test_what_is_taken_back_while_it_is_dealt_again_is_not_done(tmp_path, paper):
    async def act(scene):
        await scene.tell(scene.boss, VOID)
        paper.stops()
        approves = scene.is_told(scene.second, told.Approve(1, True))
        await paper.reached()
        await scene.tell(scene.boss, told.Approve(1, False))
        paper.goes_on()
        await refused_now(Code.APPROVAL_UNKNOWN, approves)
        assert scene.credit_cents == 11_000

    run(tmp_path / "house.db", act)


def test_who_loses_his_position_while_a_round_is_dealt_again_has_not_asked(tmp_path, paper):
    async def act(scene):
        paper.stops()
        # Whether the round can be dealt again so is no business of his any more.
        asks = scene.is_told(scene.boss, correct(4, "Ks"))
        await paper.reached()
        await scene.tell(scene.boss, told.LeavePosition(Role.SUPERVISOR))
        paper.goes_on()
        await refused_now(Code.NOT_ALLOWED, asks)

    entries = run(tmp_path / "house.db", act)
    assert not [one for one in entries if "access_refused" in one.body]


def test_what_two_ask_for_at_once_is_asked_for_once(tmp_path, paper):
    async def act(scene):
        paper.stops()
        first, second = scene.is_told(scene.boss, VOID), scene.is_told(scene.boss, VOID)
        await paper.reached()
        paper.goes_on()
        await first
        await refused_now(Code.NOT_ALLOWED, second)
        await scene.tell(scene.second, told.Approve(1, True))
        assert scene.credit_cents == 10_000

    run(tmp_path / "house.db", act)


def test_two_who_approve_at_once_pay_once(tmp_path, paper):
    async def act(scene):
        await scene.tell(scene.boss, VOID)
        paper.stops()
        first = scene.is_told(scene.second, told.Approve(1, True))
        second = scene.is_told(scene.second, told.Approve(1, True))
        await paper.reached()
        paper.goes_on()
        await first
        await refused_now(Code.APPROVAL_UNKNOWN, second)
        assert scene.credit_cents == 10_000

    run(tmp_path / "house.db", act)


def test_a_refused_correction_of_a_round_that_is_over_is_noted(tmp_path):
    async def act(scene):
        await scene.refused(scene.boss, correct(4, "Ks"), Code.CARD_REPEATED)

    entries = run(tmp_path / "house.db", act)
    noted = [one.body for one in entries if "access_refused" in one.body]
    assert len(noted) == 1
    assert "correct_card: card_repeated at table 1, round 1" in noted[0]
