"""Who may sit where: one person at one seat, and at several only where the table lets him."""

import asyncio

import pytest

from croupier.house import commands as told
from croupier.house.happenings import Role
from croupier.house.terms import TableTerms
from croupier.rejection import Code
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.waiting import AwaitingSupervisor

from .houses import check_books, guests, open_house, plan
from .pit import Pit
from .reception import refused, refused_now

GAME = "three-card-poker"
CREDIT_CENTS = 10_000


def sit(seat=None):
    return told.Sit(seat, CREDIT_CENTS)


def test_where_one_seat_is_allowed_nobody_takes_a_second():
    pit = Pit(1)
    live = pit.table(GAME, TableTerms(has_several_seats=False))
    ada, bob, *_ = pit.players
    pit.tell(live, ada, sit(2))
    for seat in (1, 2, None):
        said = refused(Code.SEAT_TAKEN, pit.tell, live, ada, sit(seat))
        assert said == "One person has one seat at this table."
    pit.tell(live, bob, sit(1))
    # Another table is another matter.
    pit.tell(pit.table(GAME, TableTerms(has_several_seats=False)), ada, sit(2))
    # Whoever has got up may sit down elsewhere.
    pit.tell(live, ada, told.Leave(2))
    pit.tell(live, ada, sit(3))
    assert {seat: one.user for seat, one in live.picture.seats.items()} == {
        1: bob.user,
        3: ada.user,
    }


def test_where_nothing_is_said_one_person_takes_several_seats():
    pit = Pit(1)
    live = pit.table(GAME)
    ada = pit.players[0]
    for seat in (2, None, 5):
        pit.tell(live, ada, sit(seat))
    assert live.picture.seats_of(ada.user) == {1, 2, 5}


def test_a_seat_that_somebody_has_is_given_to_nobody_else():
    pit = Pit(1)
    live = pit.table(GAME)
    ada, bob, *_ = pit.players
    pit.tell(live, ada, sit(4))
    for who in (ada, bob):
        said = refused(Code.SEAT_TAKEN, pit.tell, live, who, sit(4))
        assert said == "Seat 4 is taken; choose another."
    pit.tell(live, ada, told.Leave(4))
    pit.tell(live, bob, sit(4))
    assert live.picture.seats[4].user == bob.user


def test_at_a_full_table_nobody_finds_a_seat_until_one_is_left():
    pit = Pit(1)
    live = pit.table(GAME, positions=3)
    ada, bob, *_ = pit.players
    for _ in range(3):
        pit.tell(live, ada, sit())
    said = refused(Code.SEAT_TAKEN, pit.tell, live, bob, sit())
    assert said == "All seats of this table are taken."
    pit.tell(live, ada, told.Leave(2))
    pit.tell(live, bob, sit())
    assert live.picture.seats[2].user == bob.user


def test_a_round_in_which_people_only_come_and_go_makes_room_for_a_new_one(monkeypatch):
    monkeypatch.setattr("croupier.house.live_table._MOST_WITHOUT_BETS", 1)
    monkeypatch.setattr("croupier.house.live_table._COMINGS_OF_A_SEAT", 1)
    pit = Pit(1)
    live = pit.table(GAME, positions=4)
    ada, bob, *_ = pit.players
    pit.tell(live, ada, sit(1))

    def come_and_go():
        for command in (sit(2), told.Leave(2)):
            pit.tell(live, bob, command)

    come_and_go()
    come_and_go()
    assert live.picture.round == 1
    come_and_go()
    assert live.picture.round == 2
    # What a start reads of the table is short again.
    assert live.head.entries - live.round_entry <= 1
    # A round with a bet is played to its end, however long that takes.
    pit.tell(live, ada, told.Bet(1, (("Ante", 500),)))
    for _ in range(5):
        come_and_go()
    assert live.picture.round == 2
    pit.tell(live, ada, told.Ready(1))
    pit.tell(live, ada, told.Choose(1, "fold"))
    assert live.picture.round == 3


def test_the_books_are_right_where_rounds_have_made_room_for_others(tmp_path, monkeypatch):
    monkeypatch.setattr("croupier.house.live_table._MOST_WITHOUT_BETS", 4)
    monkeypatch.setattr("croupier.house.live_table._COMINGS_OF_A_SEAT", 0)

    async def come_and_go(path):
        async with open_house(path, plan(GAME)) as office:
            ada, bob = await guests(office, 2)
            await office.house.command(1, ada, sit(1), "sit")
            for number in range(12):
                await office.house.command(1, bob, sit(2), f"sit-{number}")
                await office.house.command(1, bob, told.Leave(2), f"leave-{number}")
            bet = told.Bet(1, (("Ante", 500),), is_ready=True)
            await office.house.command(1, ada, bet, "bet")
            assert office.house.tables[1].picture.round > 4

    asyncio.run(come_and_go(tmp_path / "house.db"))
    check_books(tmp_path / "house.db")


@pytest.mark.parametrize("goes", [told.Leave(2), told.Disconnect(0), told.FreeSeat(2)])
def test_whoever_goes_while_a_round_that_takes_bets_is_held_leaves_the_table_in_play(goes):
    pit = Pit(1)
    live = pit.table(GAME)
    ada, bob, *_ = pit.players
    pit.tell(live, pit.boss, told.TakePosition(Role.SUPERVISOR))
    for who, seat in ((ada, 1), (bob, 2)):
        pit.tell(live, who, sit(seat))
    pit.tell(live, ada, told.Bet(1, (("Ante", 500),), is_ready=True))
    pit.tell(live, pit.boss, told.Report(IrregularityKind.DEALER_ERROR, "The lid was open."))
    # He was the only one who was waited for, but nothing is dealt before the ruling.
    if isinstance(goes, told.Disconnect):
        goes = told.Disconnect(bob.user)
    pit.tell(live, bob if isinstance(goes, told.Leave) else None, goes)
    assert isinstance(live.round.waiting, AwaitingSupervisor)
    pit.tell(live, pit.boss, told.Rule(Remedy.CONTINUE, "Nothing fell out."))
    assert live.round.layout.bets_are_closed
    assert set(live.round.layout.asked) == {1}


def test_that_one_has_one_seat_still_holds_when_the_house_is_opened_again(tmp_path):
    path, one = tmp_path / "house.db", plan(GAME, has_several_seats=False)

    async def come():
        async with open_house(path, one) as office:
            (ada,) = await guests(office, 1)
            await office.house.command(1, ada, sit(2), "first")
        async with open_house(path, one) as office:
            await refused_now(Code.SEAT_TAKEN, office.house.command(1, ada, sit(1), "second"))
            assert list(office.house.tables[1].picture.seats) == [2]

    asyncio.run(come())
    check_books(path)
