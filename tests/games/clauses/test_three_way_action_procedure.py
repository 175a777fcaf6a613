"""3 Way-Action, clause by clause: the order of a round, the felt, the wagers, the page."""

import pytest

from croupier.cards import Seed
from croupier.money import CHIPS, break_into_chips
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, PlaceWagers, RevealSeed, TimeOut
from croupier.table.fairness import check_shuffle
from croupier.table.prepared import prepare
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.wager import Limit, Slip
from croupier.table.waiting import AwaitingDecisions

from .dealing import (
    deal,
    dealt,
    ended,
    of_kind,
    refused,
    refused_slip,
    settled,
    settlements,
    why,
)
from .three_way_rounds import ALL, GAME, at, cards_at, play

SIX = {seat: {**ALL, "Bonus": 500} for seat in range(1, 7)}
STAND = dict.fromkeys(SIX, "stand")
QUIET_TOP = "Ks Kd Kh Qs Qd Qh 8s Js Jd Jh Ts Td Th 9s"
"""Six seats with twenty each and a dealer with seventeen: nobody draws."""


# Dealing and Procedures: the order of a round.


def test_dealing_1_the_deck_is_shuffled_and_the_shuffle_can_be_checked():
    seed = Seed(bytes(range(32)))
    table = Round(GAME, settings_for(GAME), GAME.devices[0].shuffled(seed))
    table.handle(PlaceWagers(1, Slip.of(ALL)))
    table.handle(CloseBets("c0ffee"))
    while isinstance(table.waiting, AwaitingDecisions):
        table.handle(TimeOut())
    table.handle(RevealSeed(seed.reveal()))
    assert [str(card) for card in check_shuffle(table.events)] == [one[1] for one in dealt(table)]


@pytest.mark.parametrize("device", [0, 1], ids=["hand", "shoe"])
def test_dealing_2_the_cards_come_from_the_hand_or_from_a_shoe(device):
    table = deal(GAME, SIX, QUIET_TOP, STAND, device=device)
    assert of_kind(table, happened.RoundOpened)[0].device == ("deck", "shoe")[device]
    assert table.layout.is_over
    assert not table.layout.is_void


def test_dealing_2_a_deck_in_the_hand_is_cut_and_a_shoe_is_not():
    table = deal(GAME, {1: ALL}, "2c 3c 4c 5c", cut_at=2)
    assert dealt(table)[0][1] == "4c"
    with pytest.raises(Rejection) as refusal:
        deal(GAME, {1: ALL}, "2c 3c 4c 5c", cut_at=2, device=1)
    assert refusal.value.code is Code.DEVICE_CANNOT


def test_dealing_3_the_deal_goes_from_left_to_right():
    table = deal(GAME, SIX, QUIET_TOP, STAND)
    places = [place for place, _, _ in dealt(table)]
    assert places[:7] == [f"seat {seat}/High Card" for seat in SIX] + ["dealer/High Card"]


def test_dealing_4_the_second_cards_come_when_high_card_is_settled():
    table = deal(GAME, SIX, QUIET_TOP, STAND)
    seconds = dealt(table)[7:14]
    assert [one[0] for one in seconds[:6]] == [f"seat {seat}/Blackjack" for seat in SIX]
    assert [one[2] for one in seconds] == ["up"] * 6 + ["down"]
    first_second = at(table, happened.CardDealt, card=seconds[0][1])
    high_card = [
        number
        for number, event in enumerate(table.events)
        if isinstance(event, happened.WagerSettled) and event.spot == "High Card"
    ]
    assert len(high_card) == 6
    assert max(high_card) < first_second


def test_dealing_5_a_player_is_hit_until_he_stands_or_busts_and_all_cards_stay():
    table = play("2s 3d", "9h 8c", "4c 5c 9c", ["hit", "hit", "hit"])
    assert cards_at(table, "seat 1/Blackjack") == "2s 3d 4c 5c 9c"
    assert why(table, 1, "Blackjack") == ("Playing 19", "You are bust with 23.")
    assert cards_at(table, "seat 1/Poker").startswith("2s 3d 4c 5c 9c ")
    stood = play("2s 3d", "9h 8c", "4c 5c", ["hit", "hit", "stand"])
    assert cards_at(stood, "seat 1/Blackjack") == "2s 3d 4c 5c"


def test_dealing_7_the_fill_goes_from_left_to_right_each_hand_whole_the_dealers_last():
    table = deal(GAME, SIX, QUIET_TOP, STAND)
    filled = [one for one in dealt(table) if one[0].endswith("/Poker")]
    wanted = [f"seat {seat}/Poker" for seat in SIX for _ in range(5)] + ["dealer/Poker"] * 5
    assert [one[0] for one in filled] == wanted
    assert {one[2] for one in filled} == {"down"}
    assert len(dealt(table)) == 49
    last_blackjack = max(
        number
        for number, event in enumerate(table.events)
        if isinstance(event, happened.WagerSettled) and event.spot == "Blackjack"
    )
    assert last_blackjack < at(table, happened.CardDealt, card=filled[0][1])


def test_dealing_8_what_settles_poker_is_turned_up_first_the_dealers_hand_before_all():
    table = deal(GAME, {1: ALL, 2: ALL}, "Ks Kd 9h Qs Qd 8c", {1: "stand", 2: "stand"})
    turned = [
        str(event.place)
        for event in of_kind(table, happened.CardsTurned)
        if event.place.name == "Poker"
    ]
    assert turned == ["dealer/Poker", "seat 1/Poker", "seat 2/Poker"]
    for seat in (1, 2):
        shown = at(table, happened.CardsTurned, place=f"seat {seat}/Poker")
        assert shown < at(table, happened.WagerSettled, seat=seat, spot="Poker")


def test_dealing_9_the_bonus_wagers_are_settled_after_all_poker_wagers():
    table = deal(GAME, SIX, QUIET_TOP, STAND)
    order = [(spot, seat) for seat, spot, _, _ in settlements(table)]
    spots = ("High Card", "Blackjack", "Poker", "Bonus")
    assert order == [(spot, seat) for spot in spots for seat in SIX]


def test_dealing_10_at_the_end_all_cards_are_collected():
    table = deal(GAME, SIX, QUIET_TOP, STAND)
    assert isinstance(table.events[-2], happened.CardsCollected)
    assert isinstance(table.events[-1], happened.RoundClosed)
    assert not table.layout.cards


def test_equipment_3_the_felt_has_six_positions_and_a_seventh_is_refused():
    assert settings_for(GAME).positions == 6
    for positions in (0, 7):
        with pytest.raises(Rejection) as refusal:
            settings_for(GAME, positions=positions)
        assert refusal.value.code is Code.SEATS_OUT_OF_RANGE
    assert refusal.value.detail == "3 Way-Action is played with 1 to 6 seats, not 7."


# Wagers.


@pytest.mark.parametrize("readings", [{}, {"insurance": "two_to_one"}])
def test_wagers_a_stakes_and_pays_at_the_usual_limits_are_made_up_of_chips(readings):
    table = prepare(GAME, settings_for(GAME, readings=readings))
    smallest = min(chip.value_cents for chip in CHIPS)
    for spot, limit in table.limits.items():
        assert limit.minimum_cents % smallest == limit.multiple_of_cents % smallest == 0
        for odds in table.odds[spot]:
            for cents in (limit.minimum_cents, limit.minimum_cents + limit.multiple_of_cents):
                assert break_into_chips(odds.win_cents(cents))


@pytest.mark.parametrize("spot", [*ALL, "Bonus"])
def test_wagers_b_the_house_sets_the_limits_of_every_wager(spot):
    limits = {spot: Limit(1500, 6000, 500)}
    within = {**dict.fromkeys(ALL, 1500), spot: 1500}
    deal(GAME, {1: within}, limits=limits)
    for cents, code in (
        (1000, Code.STAKE_BELOW_MINIMUM),
        (6500, Code.STAKE_ABOVE_MAXIMUM),
        (1600, Code.STAKE_OFF_INCREMENT),
    ):
        refused_slip(GAME, {**within, spot: cents}, code, limits=limits)


def test_wagers_c_only_the_seats_of_the_table_bet_and_a_bet_stays_once_cards_are_out():
    table = Round(GAME, settings_for(GAME), GAME.devices[0].stacked(()))
    for seat in (0, 7):
        refused(table, PlaceWagers(seat, Slip.of(ALL)), Code.SEAT_UNKNOWN)
    table.handle(PlaceWagers(1, Slip.of(ALL)))
    table.handle(CloseBets("c0ffee"))
    refused(table, PlaceWagers(1, Slip.of({})), Code.BETS_CLOSED)
    refused(table, PlaceWagers(2, Slip.of(ALL)), Code.BETS_CLOSED)


# Procedures.


def test_procedures_a_everybody_decides_on_his_own_hand_alone():
    table = deal(GAME, {1: ALL, 2: ALL}, "Ks Qs 9h 6d 5d 8c")
    refused(table, Decide(2, "hit"), Code.NOT_ASKED)
    table.handle(Decide(1, "stand"))
    refused(table, Decide(1, "hit"), Code.ALREADY_DECIDED)
    table.handle(Decide(2, "stand"))
    assert table.layout.is_over


def test_procedures_b_the_first_card_alone_settles_high_card():
    table = play("3s As", "4h 2c")
    assert ended(table, 1, "High Card") == ("lose", 0)
    assert settled(table, 1, "High Card").because.hands == ("three of spades", "four of hearts")
    assert "High Card" not in table.layout.stakes[1]


def test_procedures_c_blackjack_follows_and_the_dealers_own_hand_is_settled_by_last():
    table = deal(GAME, {1: ALL, 2: ALL}, "Ks Qs 9h 6d 5d 8c 9c", [(1, "hit"), (2, "stand")])
    bust = at(table, happened.WagerSettled, seat=1, spot="Blackjack")
    turned = at(table, happened.CardsTurned, place="dealer/Blackjack")
    compared = at(table, happened.WagerSettled, seat=2, spot="Blackjack")
    assert bust < turned < compared


# The round on the page.


def test_the_worked_example_on_the_page():
    table = play(
        "Kc 6d",
        "9h 8s",
        "5h Kd 6s 2c 3d Ah 9d 4c Jc 2h",
        ["hit", "stand"],
        stakes={"High Card": 1000, "Blackjack": 2000, "Poker": 1500, "Bonus": 500},
    )
    assert [event.because.sentence for event in of_kind(table, happened.WagerSettled)] == [
        "Your king of clubs is higher than the dealer's nine of hearts.",
        "Your hard 21 beats the dealer's hard 17.",
        (
            "Your two pair, kings and sixes, five kicker, beats the dealer's pair of nines, "
            "ace-jack-eight kickers."
        ),
        "Your two pair, kings and sixes, five kicker, pays even money.",
    ]
    assert settlements(table) == [
        (1, "High Card", "win", 2000),
        (1, "Blackjack", "win", 4000),
        (1, "Poker", "win", 3000),
        (1, "Bonus", "win", 1000),
    ]
