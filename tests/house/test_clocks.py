"""Clocks: the betting window, the decision window with its default, dealers and seats left alone.

Most of it at tables in memory, where time is what a test says. The house's own clock, which ticks
for real, is tried at the end.
"""

import asyncio
import time

import pytest

from croupier.bots import least_slip
from croupier.house import attendance, presence
from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house.picture import Clock, TablePicture
from croupier.house.terms import TableKind, TableTerms
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.events import DecidedBy
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.registry import game_ids
from croupier.table.waiting import AwaitingDealer, AwaitingDecisions, step_name

from .desks import ADA, BOB, DEALER, Desk
from .houses import check_books, guests, open_house, opened_by_hand, plan
from .pit import Pit, expected, next_in_round
from .reception import refused_now
from .viewers import hub_of

GAME = "three-card-poker"
ANTE = (("Ante", 500),)


class Table:
    """A table at which two sit, and its hub."""

    def __init__(self, game=GAME, **terms):
        kind = TableKind.STADIUM if game.startswith("stadium") else TableKind.AUTOMATIC
        self.pit = Pit(f"clocks {game}", wallet_cents=10_000_000)
        self.live = self.pit.table(game, TableTerms(**{"kind": kind, **terms}))
        self.hub = hub_of(self.pit, self.live)
        if self.live.picture.terms.is_dealt_by_hand:
            while self.live.picture.status.value != "open":
                self.pit.try_to(self.live, *expected(self.pit, self.live))
        self.ada, self.bob = self.pit.players[:2]
        self.tell(self.ada, told.Sit(1, 1_000_000))
        self.tell(self.bob, told.Sit(2, 1_000_000))

    def tell(self, who, command):
        change = self.pit.tell(self.live, who, command)
        return change.events if change is not None else ()

    def time_up(self, clock=None):
        return self.tell(None, told.TimeUp(self.live.clock_number if clock is None else clock))

    def bet(self, who, seat, **more):
        slip = least_slip(self.live.game, self.live.picture.settings)
        return self.tell(who, told.Bet(seat, slip.stakes, slip.picks, **more))

    @property
    def clock(self):
        """The clock that runs, which the hub must show too."""
        assert self.hub.picture.clock == self.live.picture.clock
        return self.live.picture.clock

    def refuses(self, who, command, code):
        with pytest.raises(Rejection) as refusal:
            self.tell(who, command)
        assert refusal.value.code is code


def kinds(events):
    return [type(event) for event in events]


def started(events):
    """The clocks that were started."""
    return [event for event in events if isinstance(event, house.ClockStarted)]


# Betting.


def test_the_betting_window_begins_with_the_first_bet():
    table = Table(betting_s=20)
    assert table.clock is None
    assert started(table.bet(table.ada, 1)) == [house.ClockStarted("betting", 20)]
    assert table.clock == Clock("betting", table.pit.at_ms + 20_000)


def test_further_bets_do_not_put_the_end_of_the_window_off():
    table = Table()
    table.bet(table.ada, 1)
    clock, number = table.clock, table.live.clock_number
    for _ in range(3):
        assert not started(table.bet(table.bob, 2))
        assert not started(table.bet(table.ada, 1))
    assert (table.clock, table.live.clock_number) == (clock, number)


def test_bets_close_when_the_window_ends():
    table = Table()
    table.bet(table.ada, 1)
    assert kinds(table.time_up())[0] is happened.BetsClosed
    table.refuses(table.bob, told.Bet(2, ANTE), Code.BETS_CLOSED)


def test_bets_close_before_that_when_all_are_ready():
    table = Table()
    table.bet(table.ada, 1, is_ready=True)
    betting = table.live.clock_number
    assert happened.BetsClosed in kinds(table.bet(table.bob, 2, is_ready=True))
    table.refuses(None, told.TimeUp(betting), Code.COMMAND_INVALID)


def test_who_is_ready_is_on_record_until_he_changes_his_bets():
    table = Table()
    assert house.SeatReady(1) in table.bet(table.ada, 1, is_ready=True)
    assert table.tell(table.ada, told.Ready(1)) == ()
    table.bet(table.ada, 1)
    assert table.live.picture.ready == table.hub.picture.ready == set()
    assert table.tell(table.ada, told.Ready(1)) == (house.SeatReady(1),)
    # The last one says it by having bets closed.
    closing = kinds(table.bet(table.bob, 2, is_ready=True))
    assert house.SeatReady not in closing
    assert happened.BetsClosed in closing


def test_a_house_that_was_started_anew_knows_who_is_ready(tmp_path):
    """Or a table without a clock would wait for ever."""

    async def play():
        path, terms = tmp_path / "house.db", {"betting_s": 0, "decision_s": 0}
        async with open_house(path, plan(GAME, **terms)) as office:
            ada, bob = await guests(office, 2)
            for seat, who in enumerate((ada, bob), start=1):
                await office.house.command(1, who, told.Sit(seat, 10_000), f"sit-{seat}")
            await office.house.command(1, ada, told.Bet(1, ANTE, is_ready=True), "bet-1")
            await office.house.command(1, bob, told.Bet(2, ANTE), "bet-2")
        async with open_house(path, plan(GAME, **terms)) as office:
            live = office.house.tables[1]
            assert live.picture.ready == office.house.hubs[1].picture.ready == {1}
            assert not live.round.layout.bets_are_closed
            await office.house.command(1, bob, told.Ready(2), "ready-2")
            assert live.round.layout.bets_are_closed

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_a_bet_that_is_taken_back_does_not_begin_the_window_anew():
    table = Table()
    table.bet(table.ada, 1)
    running = table.clock
    table.tell(table.ada, told.Bet(1, ()))
    assert table.clock == running
    table.bet(table.bob, 2)
    assert table.clock == running
    assert happened.BetsClosed in kinds(table.time_up())


def test_a_round_whose_bets_were_all_taken_back_is_called_off_when_the_window_ends():
    table = Table()
    table.bet(table.ada, 1)
    table.tell(table.ada, told.Leave(1))
    first = table.live.picture.round
    told_of = kinds(table.time_up())
    assert house.RoundAbandoned in told_of
    assert house.RoundBegan in told_of
    assert table.live.picture.round == first + 1
    assert table.clock is None


def test_a_seat_changes_its_bets_only_so_often_in_a_round():
    table = Table()
    for _ in range(50):
        table.bet(table.ada, 1)
    table.refuses(table.ada, told.Bet(1, (("Ante", 500),)), Code.TOO_MANY_REQUESTS)
    assert happened.BetsClosed in kinds(table.time_up())


def test_whoever_sits_down_changes_his_bets_though_another_has_used_up_his_changes():
    table = Table(betting_s=0)
    for _ in range(25):
        table.bet(table.ada, 1)
        table.tell(table.ada, told.Bet(1, ()))
    table.tell(table.ada, told.Leave(1))
    carl = table.pit.players[2]
    table.tell(carl, told.Sit(1, 1_000_000))
    for _ in range(50):
        table.bet(carl, 1)
    table.refuses(carl, told.Bet(1, (("Ante", 500),)), Code.TOO_MANY_REQUESTS)


def test_changes_are_counted_for_each_who_sat_there_also_after_a_restart():
    desk = Desk(kind=TableKind.AUTOMATIC, betting_s=0)
    desk.tell(None, told.Open())
    desk.tell(BOB, told.Sit(2, 100_000))
    for user, changes in ((ADA, 50), (BOB, 1)):
        desk.tell(user, told.Sit(1, 100_000))
        for _ in range(changes):
            desk.tell(user, told.Bet(1, ANTE))
        desk.tell(user, told.Leave(1))
    # Another in between gives nobody his changes back.
    desk.tell(ADA, told.Sit(1, 100_000))
    desk.refused(ADA, told.Bet(1, ANTE), Code.TOO_MANY_REQUESTS)
    desk.tell(ADA, told.Leave(1))
    desk.tell(BOB, told.Sit(1, 100_000))
    desk.restart()
    # He had bet once, and taken it back by leaving.
    for _ in range(48):
        desk.tell(BOB, told.Bet(1, ANTE))
    desk.refused(BOB, told.Bet(1, ANTE), Code.TOO_MANY_REQUESTS)


def test_who_was_ready_in_a_round_that_is_over_is_so_no_more():
    desk = Desk().open()
    for user, seat in ((ADA, 1), (BOB, 2)):
        desk.tell(user, told.Sit(seat, 100_000))
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, ANTE, is_ready=True))
    assert desk.table.picture.ready == {1}
    desk.tell(DEALER, told.NoMoreBets())
    desk.play_out()
    assert desk.table.picture.ready == set()
    desk.restart()


def test_without_a_window_bets_stay_open():
    table = Table(betting_s=0)
    table.bet(table.ada, 1)
    assert table.clock is None
    table.refuses(None, told.TimeUp(table.live.clock_number), Code.COMMAND_INVALID)


@pytest.mark.parametrize("game", [GAME, "stadium-three-card-poker"])
def test_with_a_dealer_the_countdown_begins_with_new_game_and_again_with_the_first_bet(game):
    table = Table(game, has_human_dealer=True, betting_s=5)
    table.tell(table.pit.dealer, told.NewGame())
    first = table.live.clock_number
    assert table.clock == Clock("betting", table.pit.at_ms + 5_000)
    assert table.time_up() == (house.ClockStopped(),)
    assert table.clock is None
    # Nothing more is put on record while nobody bets, however long that is.
    table.refuses(None, told.TimeUp(table.live.clock_number), Code.COMMAND_INVALID)
    assert started(table.bet(table.ada, 1)) == [house.ClockStarted("betting", 5)]
    assert table.live.clock_number > first
    assert happened.BetsClosed in kinds(table.time_up())


def test_with_a_dealer_bets_that_are_taken_back_let_the_countdown_run_out_once():
    table = Table(has_human_dealer=True, betting_s=5, kind=TableKind.HUMAN)
    table.tell(table.pit.dealer, told.NewGame())
    for _ in range(2):
        table.bet(table.ada, 1)
        running = table.clock
        assert running is not None
        table.tell(table.ada, told.Bet(1, ()))
        assert table.clock == running
        assert table.time_up() == (house.ClockStopped(),)
    assert started(table.bet(table.bob, 2))
    assert happened.BetsClosed in kinds(table.time_up())


# Decisions.


@pytest.mark.parametrize("game", game_ids())
def test_who_does_not_decide_in_time_gets_the_default_of_the_sheet(game):
    """Round after round by the clock alone: all choices are defaults, and cost nothing."""
    table = Table(game)
    asked = {}
    for _ in range(12):
        number = table.live.picture.round
        table.bet(table.ada, 1)
        table.bet(table.bob, 2)
        while table.live.picture.round == number:
            layout = table.live.round.layout
            asked |= dict(layout.asked)
            for event in table.time_up():
                if isinstance(event, happened.DecisionMade):
                    assert event.by is DecidedBy.TIME
                    assert event.choice.option == asked[event.seat].default
                    assert event.choice.stake_cents == 0
    assert asked, "nobody was ever asked"


def test_who_has_decided_keeps_his_choice_when_time_runs_out_for_others():
    table = Table()
    table.bet(table.ada, 1)
    table.bet(table.bob, 2)
    table.time_up()
    first = next(iter(table.live.round.layout.asked))
    who = table.pit.owner(table.live, first)
    table.tell(who, told.Choose(first, "play"))
    made = [one for one in table.time_up() if isinstance(one, happened.DecisionMade)]
    assert first not in {one.seat for one in made}
    by = {
        event.seat: event.by
        for change in table.pit.changes
        for event in change.events
        if isinstance(event, happened.DecisionMade)
    }
    assert by == {first: DecidedBy.PLAYER, 3 - first: DecidedBy.TIME}


def test_each_question_has_a_window_of_its_own():
    table = Table("roll-your-own-blackjack", decision_s=30)
    table.bet(table.ada, 1)
    table.bet(table.bob, 2)
    numbers = [table.live.clock_number]
    while (events := table.time_up()) and table.live.picture.round == 1:
        assert started(events) == [house.ClockStarted("decision", 30)]
        assert table.clock == Clock("decision", table.pit.at_ms + 30_000)
        table.refuses(None, told.TimeUp(numbers[-1]), Code.COMMAND_INVALID)
        numbers.append(table.live.clock_number)
    assert len(numbers) > 2, "more than one question was asked"


def test_in_a_stadium_the_decision_window_ends_for_all_at_once():
    table = Table("stadium-three-card-poker", decision_s=5)
    table.bet(table.ada, 1)
    table.bet(table.bob, 2)
    table.time_up()
    clock = table.clock
    table.tell(table.ada, told.Choose(1, "play"))
    assert table.clock == clock
    made = {
        one.seat: one.choice.option
        for one in table.time_up()
        if isinstance(one, happened.DecisionMade)
    }
    assert made == {2: "fold"}


def test_without_a_decision_window_the_table_waits():
    table = Table(decision_s=0)
    table.bet(table.ada, 1, is_ready=True)
    table.bet(table.bob, 2, is_ready=True)
    assert table.clock is None
    assert table.live.round.layout.asked


# Dealers.


def by_hand(**terms):
    table = Table(kind=TableKind.HUMAN, **terms)
    table.tell(table.pit.dealer, told.NewGame())
    table.bet(table.ada, 1)
    table.tell(table.pit.dealer, told.NoMoreBets())
    return table


def test_a_dealer_who_lets_a_step_wait_is_noted_once():
    table = by_hand(dealer_s=60)
    assert table.clock == Clock("dealer", table.pit.at_ms + 60_000)
    assert kinds(table.time_up()) == [house.DealerLate]
    table.refuses(None, told.TimeUp(table.live.clock_number), Code.COMMAND_INVALID)
    assert table.pit.changes[-1].significance == "dealer_late"


def test_each_step_of_the_dealer_has_a_window_of_its_own():
    table = by_hand(dealer_s=60)
    table.time_up()
    table.tell(*next_in_round(table.pit, table.live))
    assert table.clock is not None
    assert table.clock.ends_ms == table.pit.at_ms + 60_000


def test_a_dealer_is_not_noted_where_the_table_sets_no_time():
    table = by_hand(dealer_s=0)
    assert table.live.picture.clock is None


def test_a_dealer_who_lets_players_wait_for_a_new_game_is_noted_once():
    table = Table(kind=TableKind.HUMAN, dealer_s=60)
    created = house.TableCreated("", table.live.picture.terms, table.live.picture.settings)

    def shown():
        """The clock as viewers have it, who know of a table what its log says."""
        folded = TablePicture.of(created)
        for change in table.pit.changes:
            if change.entry.chain == table.live.number:
                folded.take_in(change.events, change.entry.at_ms, change.entry.command)
        assert folded.clock == table.live.picture.clock
        return folded.clock

    table.tell(table.pit.dealer, told.NewGame())
    table.time_up()
    table.tell(table.pit.boss, told.Report(IrregularityKind.DEALER_ERROR, "The deck fell."))
    table.tell(table.pit.boss, told.Rule(Remedy.VOID, "It fell."))
    assert shown() == Clock("dealer", table.pit.at_ms + 60_000)
    assert kinds(table.time_up()) == [house.DealerLate]
    table.tell(table.pit.dealer, told.NewGame())
    assert shown() != Clock("dealer", table.pit.at_ms + 60_000)
    table.bet(table.ada, 1)
    table.tell(table.pit.dealer, told.NoMoreBets())
    while table.live.round is not None:
        table.tell(*next_in_round(table.pit, table.live))
    assert shown() == Clock("dealer", table.pit.at_ms + 60_000)
    # With nobody there, and when the table closes, nobody waits.
    seats = sorted(table.live.picture.seats)
    for seat in seats[:-1]:
        table.tell(table.pit.owner(table.live, seat), told.Leave(seat))
        assert shown() is not None
    last = table.pit.owner(table.live, seats[-1])
    table.tell(last, told.Leave(seats[-1]))
    assert shown() is None
    table.tell(last, told.Sit(1, 10_000))
    assert shown() is not None
    table.tell(table.pit.boss, told.CloseTable())
    assert shown() is None


def test_no_clock_runs_while_a_round_is_held_and_a_new_one_when_it_continues():
    table = by_hand(decision_s=30)
    while not table.live.round.layout.asked:
        table.tell(*next_in_round(table.pit, table.live))
    deciding = table.live.clock_number
    table.tell(table.pit.dealer, told.Report(IrregularityKind.DEALER_ERROR, "A card fell."))
    assert table.clock is None
    table.refuses(None, told.TimeUp(deciding), Code.COMMAND_INVALID)
    table.tell(table.pit.boss, told.Rule(Remedy.CONTINUE, "It was not seen."))
    assert table.clock == Clock("decision", table.pit.at_ms + 30_000)
    assert table.live.clock_number > deciding


# Seats.


def test_a_seat_that_is_freed_keeps_its_wagers_in_the_round_to_its_end():
    table = Table()
    table.bet(table.ada, 1)
    table.bet(table.bob, 2)
    table.time_up()
    assert kinds(table.tell(None, told.FreeSeat(1))) == [house.SeatLeaving]
    while table.live.picture.round == 1:
        table.time_up()
    assert set(table.live.picture.seats) == {2}
    settled = [
        event.seat
        for change in table.pit.changes
        for event in change.events
        if isinstance(event, happened.WagerSettled)
    ]
    assert set(settled) == {1, 2}


# The clock of the house.


async def until(is_so, seconds=10.0):
    """Waits until something is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it has not come about"
        await asyncio.sleep(0.02)


def test_the_house_ends_windows_by_itself(tmp_path):
    async def play():
        async with open_house(
            tmp_path / "house.db", plan(GAME, betting_s=1, decision_s=1)
        ) as office:
            (ada,) = await guests(office, 1)
            tell = office.house.command
            live = office.house.tables[1]
            await tell(1, ada, told.Sit(1, 10_000), "sit")
            began = time.monotonic()
            await tell(1, ada, told.Bet(1, ANTE), "bet")
            await until(lambda: live.round.layout.bets_are_closed)
            assert 0.9 <= time.monotonic() - began < 5
            await until(lambda: live.picture.round == 2)
            assert 1.9 <= time.monotonic() - began < 8
            # In the second round nobody has bet: no window runs, nothing happens.
            assert live.picture.clock is None
            entries = live.head.entries
            await asyncio.sleep(0.2)
            assert live.head.entries == entries

    asyncio.run(play())
    entries = check_books(tmp_path / "house.db")
    assert [one.actor for one in entries if one.chain == 1].count("clock") == 2


def test_a_window_that_was_running_runs_anew_when_the_house_is_opened_again(tmp_path):
    table = plan(GAME, betting_s=1, decision_s=1)

    async def bet():
        async with open_house(tmp_path / "house.db", table) as office:
            (ada,) = await guests(office, 1)
            await office.house.command(1, ada, told.Sit(1, 10_000), "sit")
            await office.house.command(1, ada, told.Bet(1, ANTE), "bet")

    async def wait():
        async with open_house(tmp_path / "house.db", table) as office:
            live = office.house.tables[1]
            assert live.picture.clock is not None
            await until(lambda: live.picture.round == 2)

    asyncio.run(bet())
    asyncio.run(wait())
    check_books(tmp_path / "house.db")


def test_time_goes_on_where_the_clock_of_the_machine_is_set_back(tmp_path, monkeypatch, caplog):
    """Also while the house is shut: an entry is never written as of before the last."""
    true_ns = time.time_ns
    ahead_ns = [3_600 * 10**9]
    monkeypatch.setattr(time, "time_ns", lambda: true_ns() + ahead_ns[0])

    async def play(seat):
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            (ada,) = await guests(office, 1)
            await office.house.command(1, ada, told.Sit(seat, 10_000), "sit")
            ahead_ns[0] -= 1_800 * 10**9
            before_ms = office.house.now_ms()
            await asyncio.sleep(0.05)
            assert 50 <= office.house.now_ms() - before_ms < 5_000
            await office.house.command(1, ada, told.Tip(seat, 100), "tip")

    asyncio.run(play(1))
    assert "the log ends" not in caplog.text
    asyncio.run(play(2))
    assert "the log ends" in caplog.text
    for chain in (0, 1):
        times = [one.at_ms for one in check_books(tmp_path / "house.db") if one.chain == chain]
        assert times == sorted(times)
        assert times[-1] - times[0] < 60_000


def test_the_house_frees_seats_that_are_left_alone_and_no_others(tmp_path, monkeypatch):
    monkeypatch.setattr(attendance, "SWEEP_S", 0.1)
    monkeypatch.setattr(attendance, "GONE_S", 0.1)

    async def play():
        async with open_house(
            tmp_path / "house.db", plan(GAME, betting_s=0, decision_s=0, seat_held_s=1)
        ) as office:
            there, gone, playing = await guests(office, 3)
            house_, live = office.house, office.house.tables[1]
            for seat, who in ((1, there), (2, gone), (3, playing)):
                await house_.command(1, who, told.Sit(seat, 10_000), "sit")
            await house_.attendance.connected(1, there.user)
            await house_.attendance.connected(1, gone.user)
            await house_.command(1, playing, told.Bet(3, ANTE), "bet")
            house_.attendance.disconnected(1, gone.user)
            await until(lambda: not live.picture.seats[2].is_connected)
            await until(lambda: 2 not in live.picture.seats)
            await asyncio.sleep(0.5)
            assert set(live.picture.seats) == {1, 3}
            # The one with a bet is waited for until his round is over.
            await house_.command(1, there, told.Ready(1), "ready")
            await house_.command(1, playing, told.Ready(3), "ready")
            await house_.command(1, playing, told.Choose(3, "fold"), "fold")
            await until(lambda: set(live.picture.seats) == {1})
            assert office.cage.wallet_cents(playing.user) == 10_000_000 - 500
            assert office.cage.wallet_cents(gone.user) == 10_000_000

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_who_loses_his_connection_without_a_bet_is_not_waited_for(tmp_path):
    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME, betting_s=0)) as office:
            ada, bob = await guests(office, 2)
            house_, live = office.house, office.house.tables[1]
            for seat, who in ((1, ada), (2, bob)):
                await house_.command(1, who, told.Sit(seat, 10_000), "sit")
                await house_.attendance.connected(1, who.user)
            await house_.command(1, ada, told.Bet(1, ANTE, is_ready=True), "bet")
            assert not live.round.layout.bets_are_closed
            house_.attendance.disconnected(1, bob.user)
            assert not live.round.layout.bets_are_closed
            await until(lambda: live.round.layout.bets_are_closed)

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_a_connection_that_comes_and_goes_is_not_noted_each_time(tmp_path, monkeypatch):
    monkeypatch.setattr(attendance, "GONE_S", 0.3)

    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME)) as office:
            (ada,) = await guests(office, 1)
            house_, live = office.house, office.house.tables[1]
            await house_.command(1, ada, told.Sit(1, 10_000), "sit")
            entries = live.head.entries
            for _ in range(200):
                await house_.attendance.connected(1, ada.user)
                house_.attendance.disconnected(1, ada.user)
            await house_.attendance.connected(1, ada.user)
            await asyncio.sleep(0.5)
            assert live.head.entries == entries
            house_.attendance.disconnected(1, ada.user)
            await until(lambda: not live.picture.seats[1].is_connected)
            await house_.attendance.connected(1, ada.user)
            assert live.picture.seats[1].is_connected
            assert live.head.entries == entries + 2

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_nobody_comes_and_goes_more_often_than_the_house_cares_to_note(tmp_path, monkeypatch):
    monkeypatch.setattr(attendance, "COMINGS", 5)
    monkeypatch.setattr(attendance, "COMINGS_MS", 60_000)

    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME, betting_s=0)) as office:
            ada, bob = await guests(office, 2)
            house_, live = office.house, office.house.tables[1]
            await house_.command(1, ada, told.Sit(1, 10_000), "sit")
            for number in range(4):
                await house_.command(1, ada, told.AddCredit(1, 1), f"more-{number}")
            entries = live.head.entries
            for command in (told.AddCredit(1, 1), told.Tip(1, 1), told.Sit(2, 10_000)):
                too_often = house_.command(1, ada, command, type(command).__name__)
                await refused_now(Code.TOO_MANY_REQUESTS, too_often)
            assert live.head.entries == entries
            # What was done is answered as then, bets are bets, and others are others.
            again = await house_.command(1, ada, told.Sit(1, 10_000), "sit")
            assert again.is_repeated
            await house_.command(1, bob, told.Sit(2, 10_000), "sit")
            await house_.command(1, ada, told.Bet(1, ANTE), "bet")

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_who_does_not_come_back_after_a_crash_is_not_waited_for(tmp_path, monkeypatch):
    """Nobody could note that his connection was lost; who plays without one is there."""
    monkeypatch.setattr(attendance, "SWEEP_S", 0.05)
    monkeypatch.setattr(presence, "_RETURN_MS", 500)
    path = tmp_path / "house.db"
    table = plan(GAME, betting_s=0, decision_s=0, seat_held_s=0)

    async def sit_down():
        async with open_house(path, table) as office:
            people = await guests(office, 3)
            for seat, who in enumerate(people, 1):
                await office.house.command(1, who, told.Sit(seat, 10_000), "sit")
                await office.house.attendance.connected(1, who.user)
            return people

    async def come_back(people):
        async with open_house(path, table) as office:
            house_, live = office.house, office.house.tables[1]
            here, sends, _ = people
            await house_.attendance.connected(1, here.user)
            await house_.command(1, sends, told.Tip(2, 100), "tip")
            assert all(one.is_connected for one in live.picture.seats.values())
            await house_.command(1, here, told.Bet(1, ANTE, is_ready=True), "bet")
            await until(lambda: not live.picture.seats[3].is_connected)
            assert live.picture.seats[1].is_connected
            assert live.picture.seats[2].is_connected
            assert not live.round.layout.bets_are_closed
            await house_.command(1, sends, told.Ready(2), "ready")
            assert live.round.layout.bets_are_closed

    people = asyncio.run(sit_down())
    asyncio.run(come_back(people))
    check_books(path)


def test_a_seat_is_freed_between_the_rounds_of_a_dealer_too(tmp_path, monkeypatch):
    """Whoever was in the last round and is gone has nothing in one that has not begun."""
    monkeypatch.setattr(attendance, "SWEEP_S", 0.1)

    async def play():
        async with open_house(
            tmp_path / "house.db", plan(GAME, kind=TableKind.HUMAN, seat_held_s=1)
        ) as office:
            house_, live = office.house, office.house.tables[1]
            dealer, _ = await opened_by_hand(office)
            (ada,) = await guests(office, 1)
            await house_.command(1, ada, told.Sit(1, 10_000), "sit")
            await house_.command(1, dealer, told.NewGame(), "new")
            await house_.command(1, ada, told.Bet(1, ANTE), "bet")
            await house_.command(1, dealer, told.NoMoreBets(), "close")
            for step in range(30):
                match live.round and live.round.waiting:
                    case AwaitingDealer(next_step):
                        command = told.Do(step_name(next_step))
                        await house_.command(1, dealer, command, f"step-{step}")
                    case AwaitingDecisions():
                        await house_.command(1, ada, told.Choose(1, "fold"), "fold")
            assert live.round is None
            await until(lambda: not live.picture.seats)
            assert office.cage.wallet_cents(ada.user) == 10_000_000 - 500

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def test_a_seat_is_kept_for_who_comes_back_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(attendance, "SWEEP_S", 0.1)

    async def play():
        async with open_house(tmp_path / "house.db", plan(GAME, seat_held_s=2)) as office:
            (ada,) = await guests(office, 1)
            house_, live = office.house, office.house.tables[1]
            await house_.command(1, ada, told.Sit(1, 10_000), "sit")
            for _ in range(6):
                await house_.attendance.connected(1, ada.user)
                house_.attendance.disconnected(1, ada.user)
                await asyncio.sleep(0.4)
            assert set(live.picture.seats) == {1}
            await until(lambda: not live.picture.seats)

    asyncio.run(play())


def test_the_house_notes_a_dealer_who_does_nothing(tmp_path):
    async def play():
        async with open_house(
            tmp_path / "house.db", plan(GAME, kind=TableKind.HUMAN, dealer_s=1)
        ) as office:
            house_ = office.house
            dealer, _ = await opened_by_hand(office)
            (ada,) = await guests(office, 1)
            await house_.command(1, ada, told.Sit(1, 10_000), "sit")
            await house_.command(1, dealer, told.NewGame(), "new")
            await house_.command(1, ada, told.Bet(1, ANTE), "bet")
            await house_.command(1, dealer, told.NoMoreBets(), "close")
            entries = house_.tables[1].head.entries
            await until(lambda: house_.tables[1].head.entries > entries)

    asyncio.run(play())
    entries = check_books(tmp_path / "house.db")
    assert [one.significance for one in entries if one.significance == "dealer_late"]
