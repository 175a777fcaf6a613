"""Betting in a round: what is taken, replaced and taken back, and every refusal on the way."""

import pytest

from croupier.cards import DECK, HandDeck, PackDispenser, Seed
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    Decide,
    Perform,
    PlaceWagers,
    ReadCard,
    RevealSeed,
    TimeOut,
)
from croupier.table.irregularity import Remedy
from croupier.table.picks import Picks
from croupier.table.replay import replay
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.settlement import PUSH, Because
from croupier.table.source import CardSource
from croupier.table.wager import Limit, Slip
from croupier.table.waiting import BY_HAND, AwaitingDealer, AwaitingWagers, RoundIsOver

from .playing import bet, dealt, deck_of, kinds, open_round, paid_out, refused
from .sample_games import Cells, Scripted, settle_all


def place(seat, stakes, picks=()):
    return PlaceWagers(seat, Slip.of(stakes, picks))


def test_a_round_opens_with_its_settings_device_and_commitment(duel):
    seed = Seed(bytes(32))
    table = Round(duel, settings_for(duel), CardSource.shuffled(seed, HandDeck, HandDeck))
    assert table.events == (
        happened.RoundOpened(settings_for(duel), "deck", False, None, str(seed.commitment)),
    )
    assert table.waiting == AwaitingWagers()


def test_cards_from_a_ready_device_carry_no_commitment(duel):
    assert open_round(duel).events[0].commitment is None


def test_a_slip_is_put_on_record_as_it_was_placed(duel):
    table = open_round(duel)
    events = table.handle(place(2, {"Match": 100, "Ante": 500}))
    assert events == (happened.WagersPlaced(2, (("Match", 100), ("Ante", 500)), ()),)
    assert table.layout.stakes == {2: {"Match": 100, "Ante": 500}}


def test_a_later_slip_replaces_the_one_before(duel):
    table = open_round(duel)
    bet(table, {2: {"Ante": 500, "Match": 100}})
    bet(table, {2: {"Ante": 900}})
    assert table.layout.stakes == {2: {"Ante": 900}}


def test_an_empty_slip_takes_the_wagers_back(duel):
    table = open_round(duel)
    bet(table, {2: {"Ante": 500}})
    bet(table, {2: {}})
    assert table.layout.stakes == {}
    assert "Nobody has bet" in refused(table, CloseBets(), Code.NO_WAGERS)


def test_an_empty_slip_with_nothing_to_take_back_is_refused(duel):
    said = refused(open_round(duel), place(2, {}), Code.NO_WAGERS)
    assert "no wagers on the slip" in said


@pytest.mark.parametrize("seat", [0, -1, 6, 10**30])
def test_a_seat_the_table_does_not_have_is_refused_naming_those_it_has(duel, seat):
    said = refused(open_round(duel), place(seat, {"Ante": 500}), Code.SEAT_UNKNOWN)
    assert said == f"This table has seats 1 to 5; {seat} is none."


@pytest.mark.parametrize("seat", [True, 1.0, "1", None])
def test_a_seat_that_is_no_number_is_refused(duel, seat):
    refused(open_round(duel), place(seat, {"Ante": 500}), Code.SEAT_UNKNOWN)


@pytest.mark.parametrize(
    ("stakes", "code"),
    [
        ({"Ante": 499}, Code.STAKE_BELOW_MINIMUM),
        ({"Ante": 50_100}, Code.STAKE_ABOVE_MAXIMUM),
        ({"Ante": 550}, Code.STAKE_OFF_INCREMENT),
        ({"Match": 100}, Code.WAGER_WITHOUT_BASE),
        ({"Anti": 100}, Code.SPOT_UNKNOWN),
        ({"Ante": 500, "Raise": 500}, Code.WAGER_NOT_NOW),
        ({"Ante": True}, Code.STAKE_INVALID),
        ({"Ante": 0}, Code.STAKE_INVALID),
        ({"Ante": 40_000, "Match": 10_000}, Code.TABLE_MAXIMUM),
    ],
)
def test_a_slip_that_breaks_a_rule_changes_nothing_not_even_the_slip_before(duel, stakes, code):
    table = open_round(duel, table_maximum_cents=45_000)
    bet(table, {1: {"Ante": 700}})
    refused(table, place(1, stakes), code)
    assert table.layout.stakes == {1: {"Ante": 700}}


def test_odd_cents_are_refused_at_betting_where_a_tie_gives_half_back(duel):
    chosen = {"limits": {"Ante": Limit(1, 1000)}}
    open_round(duel, **chosen).handle(place(1, {"Ante": 501}))
    table = open_round(duel, readings={"tie": "half_back"}, **chosen)
    said = refused(table, place(1, {"Ante": 501}), Code.STAKE_NOT_PAYABLE)
    assert "multiple of $0.02" in said
    table.handle(place(1, {"Ante": 502}))


def test_picks_where_nothing_is_picked_are_refused(duel):
    said = refused(open_round(duel), place(1, {"Ante": 500}, ["4"]), Code.PICKS_INVALID)
    assert said == "In this game nothing is picked before the deal; pick nothing."


@pytest.mark.parametrize("picks", [(), ("1", "2"), ("1", "2", "2"), ("1", "2", "10")])
def test_picks_the_game_does_not_offer_are_refused(cells, picks):
    refused(open_round(cells), place(1, {"Ante": 500}, picks), Code.PICKS_INVALID)


def test_picks_left_out_may_be_drawn_by_the_system_and_are_on_record():
    class Drawn(Cells):
        def picks(self, rules):
            return Picks("Which?", tuple("123456789"), 3, may_be_left_out=True)

        def script(self, table):
            yield from table.take_wagers(clause="Betting")
            yield from table.draw_picks(table.seats[0], "379", clause="Betting")
            for seat in table.seats:
                yield from table.settle(seat, "Ante", PUSH, Because("Settling", "Back."))

    table = dealt(Drawn(), {1: {"Ante": 500}})
    assert happened.PicksDrawn(1, tuple("379")) in table.events
    assert table.layout.picks == {1: ("3", "7", "9")}
    assert replay(Drawn(), table.events).events == table.events
    with pytest.raises(AssertionError, match="picked for itself"):
        dealt(Drawn(), {1: {"Ante": 500}}, picks="123")


def test_picks_are_put_on_record_and_reach_the_script(cells):
    table = dealt(cells, {1: {"Ante": 500}}, deck_of("2c 3d 4s 5c 6d 7s 8c 9d Ts"), "379")
    table.handle(Decide(1, "play"))
    assert table.layout.picks == {1: ("3", "7", "9")}
    assert paid_out(table.events) == {1: 2000}


def test_wagers_before_betting_opens_are_refused_as_too_early(pack_draw):
    table = open_round(pack_draw, automation=BY_HAND)
    assert isinstance(table.waiting, AwaitingDealer)
    said = refused(table, place(1, {"Left": 500}), Code.BETS_CLOSED)
    assert "next round" not in said, "betting has not opened yet in this one"


def test_closing_fixes_the_salt_and_starts_the_deal(duel):
    table = open_round(duel, deck_of("2c 3d"))
    bet(table, {1: {"Ante": 500}})
    events = table.handle(CloseBets("C0FFEE"))
    assert kinds(events)[:2] == [happened.BetsClosed, happened.CardDealt]
    assert events[0].salt == "c0ffee"


@pytest.mark.parametrize("salt", ["c", "xyz", "0x00", "é"])
def test_a_salt_that_is_not_hexadecimal_is_refused(duel, salt):
    table = open_round(duel)
    bet(table, {1: {"Ante": 500}})
    assert "hexadecimal" in refused(table, CloseBets(salt), Code.SALT_INVALID)


def test_seed_and_salt_together_fix_the_cards(duel):
    def first_card(salt):
        source = CardSource.shuffled(Seed(bytes(32)), HandDeck, HandDeck)
        table = Round(duel, settings_for(duel), source)
        bet(table, {1: {"Ante": 500}})
        table.handle(CloseBets(salt))
        return [e.card for e in table.events if isinstance(e, happened.CardDealt)]

    assert first_card("00") == first_card("00")
    assert first_card("00") != first_card("01")


@pytest.mark.parametrize("command", [place(1, {"Ante": 500}), CloseBets()])
def test_after_closing_bets_are_refused(duel, command):
    table = dealt(duel, {1: {"Ante": 500}})
    refused(table, command, Code.BETS_CLOSED)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Decide(1, "raise"), Code.NOT_ASKED),
        (TimeOut(), Code.NOT_ASKED),
        (ReadCard(DECK[0]), Code.CARD_NOT_AWAITED),
        (Perform("deal"), Code.NOT_THE_NEXT_STEP),
        (RevealSeed("00" * 32), Code.SEED_INVALID),
    ],
)
def test_while_bets_are_open_everything_else_is_refused(duel, command, code):
    refused(open_round(duel), command, code)


def test_a_device_that_cannot_deal_the_game_leaves_no_half_done_round(duel):
    """A shuffler gives packs of three; One Card Duel asks it for single cards."""
    source = CardSource.ready(PackDispenser(DECK))
    table = open_round(duel, source)
    bet(table, {1: {"Ante": 500}})
    before = table.events
    try:
        table.handle(CloseBets())
    except Rejection:
        assert table.events == before
        assert table.waiting == AwaitingWagers()
    else:
        assert isinstance(table.waiting, RoundIsOver)
        assert paid_out(table.events) == {1: 500}


def test_the_settings_of_another_game_are_refused(insured, cells):
    with pytest.raises((Rejection, AssertionError)):
        Round(insured, settings_for(cells), deck_of(""))


def test_a_seat_in_play_can_be_a_key_in_a_script():
    found = []

    def steps(table):
        found.append({seat: seat.stake_cents("Main") for seat in table.seats})
        yield from settle_all(table)

    dealt(Scripted(steps), {1: {"Main": 500}, 3: {"Main": 700}})
    assert [list(stakes.values()) for stakes in found] == [[500, 700]]


def test_seats_come_from_left_to_right_whoever_bet_first():
    order = []

    def steps(table):
        order.extend(seat.number for seat in table.seats)
        yield from settle_all(table)

    dealt(Scripted(steps), {4: {"Main": 500}, 1: {"Main": 500}, 3: {"Main": 500}})
    assert order == [1, 3, 4]


def test_no_stake_may_be_left_in_action_when_a_script_ends():
    def steps(table):
        yield from table.collect(clause="Ending")

    with pytest.raises(AssertionError, match="wagers in action"):
        dealt(Scripted(steps), {1: {"Main": 500}})


def test_the_default_remedy_of_a_game_is_to_ask_the_supervisor():
    game = Scripted(settle_all)
    assert game.remedy("dealer_error", game.rules(), "deck") is Remedy.SUPERVISOR
