"""An evening at the table: money that adds up, refusals that change nothing, secrets kept."""

from collections import Counter
from random import Random

import pytest

from croupier.cards import Seed, parse_salt, shuffled_deck
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.fairness import check_shuffle
from croupier.table.layout import view
from croupier.table.places import Viewer
from croupier.table.record import read_round
from croupier.table.replay import replay
from croupier.terminal.archive import Archive
from croupier.terminal.sight import Phase, look

from .evenings import GAMES, bet_the_least, evening, pick_if_asked, play_out, play_wildly


def refused(session, act, code):
    """Something that must be refused and change nothing; returns what was said."""
    before = (list(session.events), session.draft.slip, session.bankroll_cents)
    with pytest.raises(Rejection) as refusal:
        act()
    assert refusal.value.code is code, refusal.value.detail
    assert (list(session.events), session.draft.slip, session.bankroll_cents) == before
    return refusal.value.detail


def money_of_record(events, seat):
    """What a seat is up or down by a record alone."""
    slip, net = 0, 0
    for event in events:
        match event:
            case happened.WagersPlaced(seat=at, stakes=stakes) if at == seat:
                slip = sum(cents for _, cents in stakes)
            case happened.WagerAdded(seat=at, cents=cents) if at == seat:
                net -= cents
            case happened.WagerSettled(seat=at, returned_cents=cents) if at == seat:
                net += cents
            case happened.WagerReturned(seat=at, cents=cents) if at == seat:
                net += cents
            case _:
                pass
    return net - slip


@pytest.mark.parametrize("game_id", GAMES)
def test_the_bankroll_is_what_was_brought_and_what_the_records_say(game_id, tmp_path):
    session = evening(game_id, seat=2, bots=2, archive=Archive(tmp_path))
    chance = Random(game_id)
    for _ in range(40):
        play_wildly(session, chance)
        sight = look(session)
        assert sight.rack_cents == session.bankroll_cents
        assert sight.in_action_cents == session.in_action_cents == 0
        assert sight.own.won_cents == session.won_cents(2)
        session.next_round()
    records = [read_round(path.read_text()) for path in sorted(tmp_path.iterdir())]
    assert len(records) == 40
    net = Counter({seat: sum(money_of_record(one, seat) for one in records) for seat in (1, 2, 3)})
    assert session.bankroll_cents == session.bought_cents + net[2]
    assert session.evening_cents == net[2]


@pytest.mark.parametrize("game_id", GAMES)
def test_bankroll_and_chips_in_action_stay_the_same_together_until_something_is_settled(game_id):
    session = evening(game_id, bots=1)
    bet_the_least(session)
    whole = session.rack_cents + session.in_action_cents
    assert whole == session.bankroll_cents == 100_000
    session.deal()
    for shown in range(len(session.events) + 1):
        sight = look(session, shown)
        if sight.phase is not Phase.BETTING and not sight.own.won_cents:
            settled = [spot for spot in sight.own.spots if spot.settled]
            if not settled:
                assert sight.rack_cents + sight.in_action_cents == whole


@pytest.mark.parametrize("game_id", GAMES)
def test_every_round_is_recorded_replays_and_came_from_the_shuffle_committed_to(game_id, tmp_path):
    session = evening(game_id, bots=1, archive=Archive(tmp_path / "rounds"))
    for _ in range(3):
        bet_the_least(session)
        committed = session.commitment
        session.deal()
        play_out(session)
        assert session.proof.commitment == committed
        seed = Seed.parse(session.proof.seed)
        assert str(seed.commitment) == committed
        deck = shuffled_deck(seed, parse_salt(session.proof.salt))
        record = read_round((tmp_path / f"rounds/round-{session.round_number:03}.json").read_text())
        dealt = check_shuffle(record)
        assert dealt == deck[: len(dealt)]
        replay(session.game, record)
        session.next_round()


@pytest.mark.parametrize("game_id", GAMES)
def test_the_player_sees_what_his_seat_sees_and_no_more(game_id):
    session = evening(game_id, seat=2, bots=2)
    chance = Random(3)
    for _ in range(5):
        play_wildly(session, chance)
        assert tuple(session.events) == view(session._round.events, Viewer.at(2))
        session.next_round()


@pytest.mark.parametrize("game_id", GAMES)
def test_the_least_bet_from_nothing_is_one_the_table_takes(game_id):
    session = evening(game_id)
    bet_the_least(session)
    assert session.slip_objection() is None
    assert session.draft.total_cents == session.least_cents()


@pytest.mark.parametrize("game_id", GAMES)
def test_a_bet_on_one_spot_is_completed_with_what_the_rules_ask_for(game_id):
    for wager in evening(game_id).bettable:
        session = evening(game_id)
        pick_if_asked(session)
        session.stake(wager.spot, 10_000)
        session.complete()
        objection = session.slip_objection()
        # What only goes with a bet that is not compulsory is for the player to add.
        assert objection is None or "goes only with" in objection, (wager.spot, objection)
        assert session.draft.stakes[wager.spot] == 10_000


@pytest.mark.parametrize("game_id", GAMES)
def test_a_slip_the_table_does_not_take_changes_nothing(game_id):
    session = evening(game_id)
    pick_if_asked(session)
    assert "Bet something" in refused(session, session.deal, Code.NO_WAGERS)
    session.complete()
    spot = next(iter(session.draft.stakes))
    session.stake(spot, 1)
    said = refused(session, session.deal, Code.STAKE_BELOW_MINIMUM)
    assert said == session.slip_objection()


@pytest.mark.parametrize("game_id", GAMES)
def test_nobody_bets_what_he_does_not_have(game_id):
    session = evening(game_id, bankroll_cents=2_000)
    spot = session.bettable[0].spot
    said = refused(session, lambda: session.put(spot, 2_001), Code.BANKROLL_SHORT)
    assert "$20.01" in said
    assert "you have $20;" in said
    session.put(spot, 2_000)
    assert session.rack_cents == 0
    refused(session, lambda: session.put(spot, 100), Code.BANKROLL_SHORT)
    session.buy_in()
    assert session.rack_cents == 2_000


def test_a_play_wager_that_cannot_be_afforded_is_told_so_and_can_be_after_buying_in():
    session = evening("three-card-poker", bankroll_cents=500)
    bet_the_least(session)
    session.deal()
    play = session.asked.options[0]
    assert not session.can_afford(play)
    said = refused(session, lambda: session.decide("play"), Code.BANKROLL_SHORT)
    assert said == "That takes $5 and you have $0; bet less or buy in."
    session.buy_in()
    session.decide("play")
    assert session.is_over


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_bet_can_be_made_again_and_doubled_and_cleared(game_id):
    session = evening(game_id)
    refused(session, session.bet_again, Code.NO_WAGERS)
    bet_the_least(session)
    slip = session.draft.slip
    session.deal()
    play_out(session)
    refused(session, lambda: session.stake(session.bettable[0].spot, 500), Code.BETS_CLOSED)
    session.next_round()
    assert not session.draft.stakes
    session.bet_again()
    assert session.draft.slip == slip
    session.draw_up(session.draft.doubled())
    assert session.draft.total_cents == 2 * slip.total_cents
    assert session.slip_objection() is None
    session.clear()
    assert session.rack_cents == session.bankroll_cents


def test_a_spot_steps_from_nothing_to_its_least_and_back_and_stops_at_its_most():
    session = evening("three-card-poker")
    draft = session.draft.stepped("Ante", up=True)
    assert draft.stakes == {"Ante": 500}
    assert draft.stepped("Ante", up=True).stakes == {"Ante": 1_000}
    assert draft.stepped("Ante", up=False).stakes == {}
    assert draft.with_stake("Ante", 700).stepped("Ante", up=True).stakes == {"Ante": 1_000}
    assert draft.with_stake("Ante", 700).stepped("Ante", up=False).stakes == {"Ante": 500}
    most = draft.with_stake("Ante", 50_000)
    assert most.stepped("Ante", up=True).stakes == {"Ante": 50_000}


def test_a_spot_that_is_bet_later_or_never_takes_no_chips_before_the_deal():
    session = evening("three-card-poker")
    for spot in ("Play", "Ante Bonus", "Blackjack"):
        refused(session, lambda spot=spot: session.put(spot, 500), Code.SPOT_UNKNOWN)


def test_picks_are_toggled_and_the_oldest_makes_room():
    session = evening("stadium-three-card-poker")
    for choice in "1234":
        session.toggle_pick(choice)
    assert session.draft.picks == ("2", "3", "4")
    session.toggle_pick("3")
    session.complete()
    refused(session, session.deal, Code.PICKS_INVALID)
    session.pick_at_random()
    assert len(set(session.draft.picks)) == 3
    session.deal()
    assert session.asked is not None


def test_bots_sit_down_and_leave_while_bets_are_open():
    session = evening("three-card-poker", seat=2, positions=3)
    assert [session.seat_bot(), session.seat_bot()] == [1, 3]
    refused(session, session.seat_bot, Code.SEATS_OUT_OF_RANGE)
    assert set(session.layout.stakes) == {1, 3}
    assert session.dismiss_bot() == 3
    assert set(session.layout.stakes) == {1}
    bet_the_least(session)
    session.deal()
    refused(session, session.dismiss_bot, Code.BETS_CLOSED)
    play_out(session)
    session.next_round()
    assert session.bots == [1]
    assert set(session.layout.stakes) == {1}


@pytest.mark.parametrize("game_id", GAMES)
def test_who_leaves_in_the_middle_pays_nothing_more(game_id):
    for number in range(8):
        session = evening(game_id, seed=Seed(bytes([number]) * 32))
        bet_the_least(session)
        session.deal()
        before = session.bankroll_cents
        asked = session.asked
        session.leave()
        assert session.is_over
        if asked is not None:
            added = [e for e in session.events if isinstance(e, happened.WagerAdded)]
            assert not added
            assert session.bankroll_cents >= before


def test_one_seed_gives_the_same_evening_and_another_seed_another():
    def dealt(seed):
        session = evening("three-card-poker", seed=seed, bots=2)
        for _ in range(3):
            bet_the_least(session)
            session.deal()
            play_out(session)
            session.next_round()
        return session.bankroll_cents, session.proof

    assert dealt(Seed(bytes(32))) == dealt(Seed(bytes(32)))
    assert dealt(Seed(bytes(32)))[1] != dealt(Seed(b"1" * 32))[1]
    assert dealt(None)[1] != dealt(None)[1]


def test_named_cards_come_in_the_first_round_and_prove_nothing():
    session = evening("three-card-poker", cards="As Ks Qs 2c 3d 5h")
    assert session.commitment is None
    session.complete()
    session.deal()
    assert [lying.card.text for lying in look(session).own.hands[0].cards] == ["As", "Ks", "Qs"]
    play_out(session)
    assert session.proof is None
    session.next_round()
    assert session.commitment is not None


def test_an_open_stake_is_named_by_the_player_within_its_bounds():
    session = evening(
        "roll-your-own-blackjack",
        cards="2c 3d 4h 5s As 9c",
        readings={"insurance": "up_to_half"},
    )
    session.stake(session.bettable[0].spot, 2_000)
    session.complete()
    session.deal()
    while not any(option.is_open for option in session.asked.options):
        session.decide(session.hint().option)
    insure = next(option for option in session.asked.options if option.is_open)
    assert insure.most_cents == 2_000
    refused(session, lambda: session.decide(insure.name, 2_100), Code.STAKE_INVALID)
    before = session.bankroll_cents
    session.decide(insure.name, 700)
    added = [e.cents for e in session.events if isinstance(e, happened.WagerAdded)]
    assert added[0] == 700
    assert session.bankroll_cents <= before - 700 or session.is_over


def test_a_record_that_cannot_be_written_is_told_and_the_round_stands(tmp_path):
    session = evening("three-card-poker", archive=Archive(tmp_path / "rounds"))
    (tmp_path / "rounds").rmdir()
    bet_the_least(session)
    session.deal()
    play_out(session)
    assert "cannot be written" in session.trouble
    session.next_round()
    assert session.trouble == ""
