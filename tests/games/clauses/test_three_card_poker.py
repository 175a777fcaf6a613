"""Three Card Poker, clause by clause. `docs/games/three-card-poker.md` says which test shows what.

Cards are named in the order they are dealt: three to each seat that has bet, then the dealer's.
"""

from itertools import permutations

import pytest

from croupier.games.three_card_poker import THREE_CARD_POKER as GAME
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, PlaceWagers, TimeOut
from croupier.table.layout import view
from croupier.table.places import SPECTATOR, Place, Viewer
from croupier.table.settings import settings_for
from croupier.table.wager import Slip
from croupier.table.waiting import AwaitingDecisions

from .dealing import (
    asked,
    deal,
    dealt,
    ended,
    of_kind,
    offered,
    opened,
    refused,
    refused_slip,
    settled,
    settlements,
    why,
)
from .three_card_rounds import ALL_THREE, HANDS, JACK_HIGH, QUEEN_HIGH, one_seat

DEALER = Place.of_dealer("Hand")


# How to Play.


@pytest.mark.parametrize("device", [0, 1])
def test_how_to_play_1_each_player_and_the_dealer_get_three_cards(device):
    stakes = {1: {"Ante": 500}, 3: {"Pair Plus": 500}}
    table = deal(GAME, stakes, "As Ks Qs 2d 2h 3c Qd 4d 5h", device=device)
    assert dealt(table) == [
        ("seat 1/Hand", "As", "own"),
        ("seat 1/Hand", "Ks", "own"),
        ("seat 1/Hand", "Qs", "own"),
        ("seat 3/Hand", "2d", "own"),
        ("seat 3/Hand", "2h", "own"),
        ("seat 3/Hand", "3c", "own"),
        ("dealer/Hand", "Qd", "down"),
        ("dealer/Hand", "4d", "down"),
        ("dealer/Hand", "5h", "down"),
    ]
    assert of_kind(table, happened.RoundOpened)[0].device == ("shuffler", "deck")[device]


def test_how_to_play_1_each_player_sees_his_own_cards_and_nobody_the_dealers():
    table = deal(GAME, {1: {"Ante": 500}, 2: {"Ante": 500}}, "As Ks Qs 2d 2h 3c Qd 4d 5h")
    for viewer, places in ((Viewer.at(1), {1}), (Viewer.at(2), {2}), (SPECTATOR, set())):
        seen = [one for one in view(table.events, viewer) if isinstance(one, happened.CardDealt)]
        assert {one.place.owner for one in seen if one.card is not None} == places


@pytest.mark.parametrize(
    ("stakes", "decision", "spots"),
    [
        ({"Ante": 500}, "play", ["Ante", "Play"]),
        ({"Pair Plus": 500}, None, ["Pair Plus"]),
        ({"Ante": 500, "Pair Plus": 500}, "play", ["Ante", "Play", "Pair Plus"]),
    ],
)
def test_how_to_play_2_the_dealer_or_the_own_hand_or_both_may_be_bet_on(stakes, decision, spots):
    table = one_seat("Ks 9h 2d", decision=decision, stakes=stakes)
    assert [spot for _, spot, _, _ in settlements(table)] == spots
    assert table.layout.is_over


def test_how_to_play_2_something_of_the_two_must_be_bet():
    said = refused_slip(GAME, {"Six Card Bonus": 100}, Code.WAGER_WITHOUT_BASE)
    assert said == "Six Card Bonus goes only with Ante and Pair Plus; bet Ante and Pair Plus too."


def test_entry_ante_required_refuses_pair_plus_alone():
    chosen = {"readings": {"entry": "ante_required"}}
    said = refused_slip(GAME, {"Pair Plus": 500}, Code.WAGER_WITHOUT_BASE, **chosen)
    assert said == "Pair Plus goes only with Ante; bet Ante too."
    table = one_seat("2s 2h 5d", stakes={"Ante": 500, "Pair Plus": 500}, **chosen)
    assert ended(table, 1, "Pair Plus") == ("win", 1000)


def test_entry_ante_or_pair_plus_takes_pair_plus_alone_and_asks_it_nothing():
    chosen = {"readings": {"entry": "ante_or_pair_plus"}}
    table = one_seat("2s 2h 5d", decision=None, stakes={"Pair Plus": 500}, **chosen)
    assert asked(table) == []
    assert settlements(table) == [(1, "Pair Plus", "win", 1000)]


@pytest.mark.parametrize(("line", "hand"), HANDS.items())
def test_how_to_play_3_the_three_highest_hands_bring_an_ante_bonus(line, hand):
    table = one_seat(hand)
    has_bonus = line in ("Mini Royal", "Straight Flush", "Three of a Kind", "Straight")
    assert ("Ante Bonus" in [spot for _, spot, _, _ in settlements(table)]) is has_bonus


@pytest.mark.parametrize(
    ("dealer", "ante"),
    [
        ("Th 9c 8c", ("lose", 0)),
        ("9c 8c 7s", ("push", 500)),
        (QUEEN_HIGH, ("win", 1000)),
        (JACK_HIGH, ("win", 1000)),
    ],
)
def test_how_to_play_4_the_ante_bonus_is_paid_whatever_the_dealer_has(dealer, ante):
    table = one_seat("9s 8h 7d", dealer)
    assert ended(table, 1, "Ante") == ante
    assert ended(table, 1, "Ante Bonus") == ("win", 500)
    assert why(table, 1, "Ante Bonus") == (
        "Ante Bonus",
        "Your straight, nine high, brings an Ante Bonus of even money, whatever the dealer has.",
    )


@pytest.mark.parametrize("spot", ["Ante", "Pair Plus"])
@pytest.mark.parametrize(("cents", "said"), [(501, "$5.01"), (700, "$7"), (1250, "$12.50")])
def test_how_to_play_5_ante_and_pair_plus_are_bet_in_steps_of_five_dollars(spot, cents, said):
    expected = f"{spot} is bet in multiples of $5; {said} is none."
    assert refused_slip(GAME, {spot: cents}, Code.STAKE_OFF_INCREMENT) == expected
    table = opened(GAME, {1: {spot: cents // 500 * 500 + 500}})
    assert table.layout.stakes == {1: {spot: cents // 500 * 500 + 500}}


def test_how_to_play_5_the_six_card_bonus_needs_no_steps_of_five_dollars():
    table = one_seat("9s 9h 4d", "9c 2s Kd", stakes={**ALL_THREE, "Six Card Bonus": 300})
    assert ended(table, 1, "Six Card Bonus") == ("win", 1800)


def test_how_to_play_6_cards_come_when_the_wagers_are_down():
    table = opened(GAME, {1: {"Ante": 500}}, "As Ks Qs Qd 4d 5h")
    assert dealt(table) == []
    table.handle(CloseBets())
    assert len(dealt(table)) == 6
    slip = Slip.of({"Ante": 1000})
    assert "closed" in refused(table, PlaceWagers(1, slip), Code.BETS_CLOSED)
    assert "closed" in refused(table, PlaceWagers(2, slip), Code.BETS_CLOSED)


def test_how_to_play_6_sixteen_seats_can_be_dealt_from_one_deck_and_not_seventeen():
    stakes = {seat: {"Ante": 500} for seat in range(1, 17)}
    table = deal(GAME, stakes, decisions=dict.fromkeys(stakes, "fold"), positions=16)
    assert len({card for _, card, _ in dealt(table)}) == 51
    assert len(of_kind(table, happened.WagerSettled)) == 16
    with pytest.raises(Rejection) as refusal:
        settings_for(GAME, positions=17)
    assert refusal.value.code is Code.SEATS_OUT_OF_RANGE


def test_how_to_play_7_a_player_folds_or_puts_as_much_as_the_ante_on_play():
    table = deal(GAME, {1: {"Ante": 1500}}, f"Ks 9h 2d {QUEEN_HIGH}")
    assert asked(table) == [(1, ("play", "fold"))]
    play = offered(table, 1)["play"]
    assert (play.spot, play.least_cents, play.most_cents) == ("Play", 1500, 1500)
    assert play.label == "Play, another $15"
    refused(table, Decide(1, "play", 1000), Code.STAKE_INVALID)
    refused(table, Decide(1, "play", 2000), Code.STAKE_INVALID)
    refused(table, Decide(1, "raise"), Code.OPTION_NOT_OFFERED)
    table.handle(Decide(1, "play"))
    assert of_kind(table, happened.WagerAdded) == [happened.WagerAdded(1, "Play", 1500)]


def test_how_to_play_7_who_folds_forfeits_the_ante_and_shows_no_card():
    table = one_seat("As Ks 2d", decision="fold")
    assert settlements(table) == [(1, "Ante", "lose", 0)]
    assert why(table, 1, "Ante") == ("How to Play 7", "You folded.")
    assert settled(table, 1, "Ante").because.hands == ()
    assert [turned.place for turned in of_kind(table, happened.CardsTurned)] == [DEALER]


def test_how_to_play_7_who_does_not_answer_in_time_folds():
    table = deal(GAME, {1: {"Ante": 500}, 2: {"Ante": 500}}, "As Ks Qs 2d 2h 3c Qd 4d 5h")
    table.handle(Decide(1, "play"))
    table.handle(TimeOut())
    assert [(one.seat, str(one.by)) for one in of_kind(table, happened.DecisionMade)] == [
        (1, "player"),
        (2, "time"),
    ]
    late = "You did not decide in time, which counts as a fold."
    assert why(table, 2, "Ante") == ("How to Play 7", late)


@pytest.mark.parametrize(
    ("reading", "ending", "clause"),
    [
        ("stays", ("win", 15_500), "Pair Plus Payouts"),
        ("forfeited", ("lose", 0), "How to Play 7"),
    ],
)
def test_pair_plus_on_fold(reading, ending, clause):
    stakes = {"Ante": 500, "Pair Plus": 500}
    readings = {"pair_plus_on_fold": reading}
    table = one_seat("9s 9h 9d", decision="fold", stakes=stakes, readings=readings)
    assert ended(table, 1, "Ante") == ("lose", 0)
    assert ended(table, 1, "Pair Plus") == ending
    assert why(table, 1, "Pair Plus")[0] == clause
    shown = [turned.place for turned in of_kind(table, happened.CardsTurned)]
    assert (Place.of_seat(1, "Hand") in shown) is (reading == "stays")


@pytest.mark.parametrize(
    ("reading", "ending", "clause"),
    [("stays", ("win", 600), "Six Card Bonus 3"), ("forfeited", ("lose", 0), "How to Play 7")],
)
def test_six_card_bonus_on_fold(reading, ending, clause):
    readings = {"six_card_bonus_on_fold": reading}
    table = one_seat("9s 9h 4d", "9c 2s Kd", "fold", stakes=ALL_THREE, readings=readings)
    assert ended(table, 1, "Six Card Bonus") == ending
    assert why(table, 1, "Six Card Bonus")[0] == clause
    assert ended(table, 1, "Pair Plus") == ("win", 1000)


def test_who_folds_with_all_side_bets_forfeited_shows_no_card():
    readings = {"pair_plus_on_fold": "forfeited", "six_card_bonus_on_fold": "forfeited"}
    table = one_seat("9s 9h 4d", "9c 2s Kd", "fold", stakes=ALL_THREE, readings=readings)
    assert settlements(table) == [
        (1, "Ante", "lose", 0),
        (1, "Pair Plus", "lose", 0),
        (1, "Six Card Bonus", "lose", 0),
    ]
    assert [turned.place for turned in of_kind(table, happened.CardsTurned)] == [DEALER]


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_how_to_play_8_the_dealer_shows_his_cards_when_all_have_acted(order):
    cards = "As Ks Qs 2d 2h 3c 9d 8d 3h Qd 4d 5h"
    table = deal(GAME, {seat: {"Ante": 500} for seat in (1, 2, 3)}, cards)
    for seat in order:
        assert of_kind(table, happened.CardsTurned) == []
        assert isinstance(table.waiting, AwaitingDecisions)
        table.handle(Decide(seat, "fold" if seat == 3 else "play"))
    turned = of_kind(table, happened.DecisionsClosed, happened.CardsTurned)
    assert isinstance(turned[0], happened.DecisionsClosed)
    assert [str(one.place) for one in turned[1:]] == ["dealer/Hand", "seat 1/Hand", "seat 2/Hand"]
    called = of_kind(table, happened.HandCalled)
    assert called == [happened.HandCalled(DEALER, "queen-five-four high, qualifies")]


def test_how_to_play_8_a_decision_stands_and_only_those_asked_decide():
    table = deal(GAME, {1: {"Ante": 500}, 2: {"Ante": 500}, 3: {"Pair Plus": 500}})
    table.handle(Decide(1, "play"))
    refused(table, Decide(1, "fold"), Code.ALREADY_DECIDED)
    refused(table, Decide(3, "play"), Code.NOT_ASKED)


@pytest.mark.parametrize("player", ["As Ks 2d", "Jh 9c 2c"])
def test_how_to_play_9_a_dealer_who_does_not_qualify_pays_the_ante_and_pushes_play(player):
    table = one_seat(player, JACK_HIGH)
    assert settlements(table) == [(1, "Ante", "win", 1000), (1, "Play", "push", 500)]
    short = "The dealer's jack-ten-eight high does not qualify, so"
    assert why(table, 1, "Ante") == ("How to Play 9", f"{short} the Ante is paid.")
    assert why(table, 1, "Play") == ("How to Play 9", f"{short} the Play wager comes back.")


def test_how_to_play_10_a_better_hand_wins_even_money_on_ante_and_play():
    table = one_seat("9s 9h Ad", "Kc Qh 3d")
    assert settlements(table) == [(1, "Ante", "win", 1000), (1, "Play", "win", 1000)]
    for spot in ("Ante", "Play"):
        because = settled(table, 1, spot).because
        assert because.clause == "How to Play 10"
        assert because.sentence == (
            "Your pair of nines, ace kicker, beats the dealer's king-queen-three high."
        )
        assert because.hands == ("pair of nines, ace kicker", "king-queen-three high")


@pytest.mark.parametrize(
    ("player", "dealer"),
    [("Qs 6c 3h", QUEEN_HIGH), ("9s 9h Ad", "9c 9d Ah"), ("As 2h 3d", "Ac 2d 3h")],
)
def test_how_to_play_11_a_tie_with_a_qualifying_dealer_pushes_ante_and_play(player, dealer):
    table = one_seat(player, dealer)
    for spot in ("Ante", "Play"):
        assert ended(table, 1, spot) == ("push", 500)
        clause, sentence = why(table, 1, spot)
        assert clause == "How to Play 11"
        assert " ties with the dealer's " in sentence


def test_how_to_play_12_a_worse_hand_loses_ante_and_play():
    table = one_seat("Qs 5c 3h", QUEEN_HIGH)
    for spot in ("Ante", "Play"):
        assert ended(table, 1, spot) == ("lose", 0)
        assert why(table, 1, spot) == (
            "How to Play 12",
            "Your queen-five-three high loses to the dealer's queen-six-three high.",
        )


# Wagers.


def test_wagers_1_the_ante_plays_against_the_dealer():
    table = one_seat("Ks 9h 2d", stakes={"Ante": 500})
    assert settled(table, 1, "Ante").because.hands == ("king-nine-two high", "queen-six-three high")
    assert ended(table, 1, "Ante") == ("win", 1000)


@pytest.mark.parametrize("cents", [500, 1000])
def test_wagers_2_pair_plus_is_at_least_the_ante(cents):
    said = refused_slip(GAME, {"Ante": 1500, "Pair Plus": cents}, Code.STAKE_TOO_LOW_BESIDE)
    assert said == "Pair Plus must be at least Ante: $15 here."
    for more in (1500, 2000):
        table = one_seat("2s 2h 5d", stakes={"Ante": 1500, "Pair Plus": more})
        assert ended(table, 1, "Pair Plus") == ("win", 2 * more)


def test_wagers_3_ante_and_pair_plus_are_settled_each_by_its_own_rule():
    table = one_seat("2s 2h 5d", "3c 3h 9d", stakes={"Ante": 500, "Pair Plus": 500})
    assert settlements(table) == [
        (1, "Ante", "lose", 0),
        (1, "Play", "lose", 0),
        (1, "Pair Plus", "win", 1000),
    ]


def test_wagers_4_play_is_bet_after_the_player_has_seen_his_cards():
    said = refused_slip(GAME, {"Ante": 500, "Play": 500}, Code.WAGER_NOT_NOW)
    assert said == "Play is bet during the round, with a decision; leave it out."
    table = deal(GAME, {1: {"Ante": 500}}, f"Ks 9h 2d {QUEEN_HIGH}")
    seen = view(table.events, Viewer.at(1))
    cards = [str(one.card) for one in seen if isinstance(one, happened.CardDealt) and one.card]
    assert cards == ["Ks", "9h", "2d"]
    assert asked(table) == [(1, ("play", "fold"))]


# Hand Rankings.


def require_better(better, worse):
    """The one hand beats the other, whoever of player and dealer has it."""
    assert ended(one_seat(better, worse), 1, "Ante") == ("win", 1000)
    assert ended(one_seat(worse, better), 1, "Ante") == ("lose", 0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4h 3h 2h", "As Ad Ac"),
        ("2s 2d 2c", "Ah Kd Qc"),
        ("3h 2d Ac", "Kd Qd Td"),
        ("5s 3s 2s", "Ah Ad Kc"),
        ("2s 2d 3c", "Ah Kd Jc"),
    ],
)
def test_hand_rankings_1_the_order_of_three_card_hands(better, worse):
    require_better(better, worse)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ac 5h 2d", "Ks Qh Tc"),
        ("As Kh Qd", "Ks Qh Jd"),
        ("4s 3h 2d", "3s 2h Ad"),
        ("4s 3s 2s", "3h 2h Ah"),
        ("3s 2h Ad", "Kc Qc Tc"),
        ("2s 2h 3c", "As Kh 2d"),
    ],
)
def test_hand_rankings_2_the_ace_is_high_except_in_three_two_ace(better, worse):
    require_better(better, worse)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ks 3h 2d", "Qs Jh 9d"),
        ("Ks 9h 2d", "Kd 8h 7d"),
        ("Ks 9h 3d", "Kd 9c 2c"),
        ("Ks 9s 3s", "Kd 9d 2d"),
        ("Ts 9h 8d", "9s 8h 7d"),
        ("3s 3h 3d", "2s 2h 2d"),
        ("9s 9h 3d", "9c 9d 2c"),
    ],
)
def test_hand_rankings_3_of_equal_hands_the_higher_cards_win(better, worse):
    require_better(better, worse)


@pytest.mark.parametrize(
    ("reading", "ending"), [("pair_then_kicker", ("lose", 0)), ("highest_card", ("win", 1000))]
)
@pytest.mark.parametrize("player", ["2s 2h Ad", "Qs Qh Ad"])
def test_pair_comparison(player, reading, ending):
    table = one_seat(player, "Kc Kh Qd", readings={"pair_comparison": reading})
    assert ended(table, 1, "Ante") == ended(table, 1, "Play") == ending


def test_pair_comparison_by_highest_card_goes_on_to_the_next_card():
    readings = {"pair_comparison": "highest_card"}
    higher_pair = one_seat("As Ah 2d", "Kc Kh Ad", readings=readings)
    assert ended(higher_pair, 1, "Ante") == ("win", 1000)
    same = one_seat("9s 9h Ad", "9c 9d Ah", readings=readings)
    assert ended(same, 1, "Ante") == ("push", 500)


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("Qc 3h 2d", True),
        ("Kc 3h 2d", True),
        ("2c 2h 3d", True),
        ("5c 3c 2c", True),
        ("3c 2h Ad", True),
        ("Jc Th 9d", True),
        ("Jc Th 8d", False),
        ("5c 3h 2d", False),
    ],
)
def test_hand_rankings_4_queen_high_or_better_qualifies(dealer, qualifies):
    table = one_seat("As Ac Ah", dealer)
    assert ended(table, 1, "Play") == (("win", 1000) if qualifies else ("push", 500))
    (called,) = of_kind(table, happened.HandCalled)
    assert called.words.endswith(", qualifies" if qualifies else ", does not qualify")


def test_hand_rankings_5_without_a_qualifying_hand_the_play_wager_goes_back():
    table = one_seat("2s 4h 6c", "5c 3h 2d", stakes={"Ante": 2000})
    assert ended(table, 1, "Ante") == ("win", 4000)
    assert ended(table, 1, "Play") == ("push", 2000)


@pytest.mark.parametrize("dealer", [QUEEN_HIGH, JACK_HIGH, "Ac Ad Ah"])
@pytest.mark.parametrize(
    ("hand", "ending"), [("2s 2h 5d", ("win", 1000)), ("Ks 9h 2d", ("lose", 0))]
)
def test_hand_rankings_6_pair_plus_does_not_mind_whether_the_dealer_qualifies(hand, ending, dealer):
    for stakes, decision in (
        ({"Pair Plus": 500}, None),
        ({"Ante": 500, "Pair Plus": 500}, "play"),
        ({"Ante": 500, "Pair Plus": 500}, "fold"),
    ):
        assert ended(one_seat(hand, dealer, decision, stakes), 1, "Pair Plus") == ending


# The order of it all.


def test_the_dealer_settles_seat_by_seat_and_collects_the_cards():
    cards = f"9s 8h 7d Ks 9h 2d 2c 2h 6c {QUEEN_HIGH}"
    stakes = {1: ALL_THREE, 2: ALL_THREE, 3: {"Pair Plus": 500}}
    table = deal(GAME, stakes, cards, {1: "play", 2: "fold"})
    assert settlements(table) == [
        (2, "Ante", "lose", 0),
        (1, "Ante Bonus", "win", 500),
        (1, "Ante", "win", 1000),
        (1, "Play", "win", 1000),
        (1, "Pair Plus", "win", 3500),
        (1, "Six Card Bonus", "lose", 0),
        (2, "Pair Plus", "lose", 0),
        (2, "Six Card Bonus", "lose", 0),
        (3, "Pair Plus", "win", 1000),
    ]
    assert isinstance(table.events[-2], happened.CardsCollected)
    assert isinstance(table.events[-1], happened.RoundClosed)


def test_the_example_on_the_page():
    cards = "9s 8d 7c 2h 2d 6c Qd Qc 2s"
    stakes = {
        1: {"Ante": 1000, "Pair Plus": 1000, "Six Card Bonus": 200},
        2: {"Ante": 500, "Pair Plus": 500},
    }
    table = deal(GAME, stakes, cards, {1: "play", 2: "fold"})
    assert settlements(table) == [
        (2, "Ante", "lose", 0),
        (1, "Ante Bonus", "win", 1000),
        (1, "Ante", "win", 2000),
        (1, "Play", "win", 2000),
        (1, "Pair Plus", "win", 7000),
        (1, "Six Card Bonus", "lose", 0),
        (2, "Pair Plus", "win", 1000),
    ]
