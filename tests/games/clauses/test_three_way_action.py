"""3 Way-Action, clause by clause: High Card and Blackjack, shown with named cards.

Poker and the Bonus, the order of a round, the readings of unclear clauses, pay tables and what
goes wrong have files of their own beside this.
"""

import pytest

from croupier.cards import DECK, Rank
from croupier.money import EVEN_MONEY
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import Decide, TimeOut
from croupier.table.places import Face
from croupier.table.ruling import rulings_of, with_readings

from .dealing import (
    asked,
    deal,
    dealt,
    ended,
    of_kind,
    offered,
    refused,
    refused_slip,
    settled,
    settlements,
    why,
)
from .three_way_rounds import ALL, GAME, at, blackjack_settlements, cards_at, play

SIX = {seat: {**ALL, "Bonus": 500} for seat in range(1, 7)}
STAND = dict.fromkeys(SIX, "stand")
QUIET_TOP = "Ks Kd Kh Qs Qd Qh 8s Js Jd Jh Ts Td Th 9s"
"""Six seats with twenty each and a dealer with seventeen: nobody draws."""


# Playing 1 to 4: the deck, the felt and the wagers.


def test_playing_1_a_round_is_dealt_from_one_deck_of_52_cards():
    table = deal(GAME, SIX, QUIET_TOP, STAND)
    cards = [card for _, card, _ in dealt(table)]
    assert len(cards) == len(set(cards)) == 49
    assert set(cards) <= {str(card) for card in DECK}


def test_playing_2_player_and_dealer_have_the_three_spots():
    spots = [wager.spot for wager in GAME.wagers(GAME.rules())]
    assert spots == ["High Card", "Blackjack", "Poker", "Bonus"]
    table = play("Ks Qd", "9h 8c", decisions=["stand"])
    for owner in ("seat 1", "dealer"):
        for spot in ("High Card", "Blackjack", "Poker"):
            assert cards_at(table, f"{owner}/{spot}")


@pytest.mark.parametrize("missing", ALL)
def test_playing_3_each_of_the_three_spots_must_be_bet(missing):
    stakes = {spot: cents for spot, cents in ALL.items() if spot != missing}
    assert refused_slip(GAME, stakes, Code.WAGER_MISSING) == f"{missing} must be bet."
    assert refused_slip(GAME, {**stakes, "Bonus": 500}, Code.WAGER_MISSING)


def test_playing_4_the_bets_need_not_be_equal():
    table = play("Ks Qd", "9h 8c", stakes={"High Card": 500, "Blackjack": 50_000, "Poker": 700})
    assert table.layout.stakes[1] == {"Blackjack": 50_000, "Poker": 700}


# Playing 5 to 8: High Card.


def test_playing_5_one_card_each_goes_face_up_on_high_card_the_dealers_last():
    table = deal(GAME, {2: ALL, 5: ALL}, "3c 4c 5c")
    assert dealt(table)[:3] == [
        ("seat 2/High Card", "3c", "up"),
        ("seat 5/High Card", "4c", "up"),
        ("dealer/High Card", "5c", "up"),
    ]


def test_playing_6_the_higher_card_wins_even_money():
    table = play("Ks 2c", "Qh 9d")
    assert ended(table, 1, "High Card") == ("win", 2000)
    assert settled(table, 1, "High Card").outcome.odds == EVEN_MONEY
    assert why(table, 1, "High Card") == (
        "Playing 6",
        "Your king of spades is higher than the dealer's queen of hearts.",
    )


def test_playing_7_the_lower_card_loses():
    table = play("2s 2c", "3h 9d")
    assert ended(table, 1, "High Card") == ("lose", 0)
    assert why(table, 1, "High Card") == (
        "Playing 7",
        "Your two of spades is lower than the dealer's three of hearts.",
    )


def test_playing_8_of_equal_cards_half_the_wager_comes_back():
    table = play("7s 2c", "7h 9d", stakes={**ALL, "High Card": 1100})
    assert ended(table, 1, "High Card") == ("half_back", 550)
    because = settled(table, 1, "High Card").because
    assert because.clause == "Playing 8"
    assert because.hands == ("seven of spades", "seven of hearts")
    assert (
        because.sentence
        == "Your seven of spades ties with the dealer's seven of hearts: half comes back."
    )


def test_playing_6_to_8_every_rank_meets_every_rank_and_aces_are_high():
    for mine in Rank:
        for his in Rank:
            player, dealer = f"{mine.letter}s", f"{his.letter}h"
            others = [str(card) for card in DECK if str(card) not in (player, dealer)]
            table = play(f"{player} {others[0]}", f"{dealer} {others[1]}")
            wanted = "half_back" if mine == his else "win" if mine > his else "lose"
            assert ended(table, 1, "High Card")[0] == wanted, (player, dealer)


# Playing 9 to 13: the second card, and how players and dealer draw.


def test_playing_9_after_high_card_is_settled_a_second_card_goes_face_up_on_blackjack():
    table = deal(GAME, {1: ALL, 2: ALL}, "3c 4c 5c 6d 7d 8d")
    assert dealt(table)[3:5] == [("seat 1/Blackjack", "6d", "up"), ("seat 2/Blackjack", "7d", "up")]
    last = max(
        number
        for number, event in enumerate(table.events)
        if isinstance(event, happened.WagerSettled) and event.spot == "High Card"
    )
    assert last < at(table, happened.CardDealt, card="6d")
    assert [one[:2] for one in settlements(table)] == [(1, "High Card"), (2, "High Card")]


def test_playing_10_the_dealers_second_card_lies_face_down():
    table = play("3c 6d", "5c 8d")
    assert dealt(table)[3] == ("dealer/Blackjack", "8d", "down")


def test_playing_11_the_first_cards_join_the_second_the_up_card_before_the_hole_card():
    table = play("3c 6d", "5c 8d")
    assert cards_at(table, "seat 1/Blackjack") == "3c 6d"
    assert cards_at(table, "dealer/Blackjack") == "5c 8d"
    (dealers,) = [cards for place, cards in table.layout.cards.items() if place.owner == 0]
    assert [one.face for one in dealers] == [Face.UP, Face.DOWN]


def test_playing_12_players_complete_their_hands_from_the_left_and_then_the_dealer():
    table = deal(
        GAME,
        {1: ALL, 2: ALL},
        "5s 6s 9h 5d 7d 7c Td 8c 5c",
        [(1, "hit"), (1, "stand"), (2, "hit"), (2, "stand")],
    )
    assert dealt(table)[6:9] == [
        ("seat 1/Blackjack", "Td", "up"),
        ("seat 2/Blackjack", "8c", "up"),
        ("dealer/Blackjack", "5c", "up"),
    ]
    turned = at(table, happened.CardsTurned, place="dealer/Blackjack")
    assert at(table, happened.CardDealt, card="8c") < turned
    assert turned < at(table, happened.CardDealt, card="5c")


def test_playing_12_the_question_names_the_hand_and_time_makes_it_stand():
    table = play("Ks 6d", "9h 8c", decisions=["hit"], then="Ac")
    questions = [event.question for event in of_kind(table, happened.DecisionAsked)]
    assert questions == ["Hard 16: how do you play?", "Hard 17: how do you play?"]
    table.handle(TimeOut())
    assert of_kind(table, happened.DecisionMade)[-1].choice.option == "stand"
    assert why(table, 1, "Blackjack") == (
        "Playing 19",
        "Your hard 17 ties with the dealer's hard 17.",
    )


@pytest.mark.parametrize(
    ("dealer", "draws", "called"),
    [
        ("Th 7c", "", "hard 17"),
        ("Th 6c", "5h", "hard 21"),
        ("Ah 6c", "2h", "soft 19"),
        ("Ah 6c", "Jh", "hard 17"),
        ("Ah 7c", "", "soft 18"),
        ("2h 4c", "Ac 4h", "soft 21"),
        ("9h 2c", "5c 8h", "bust with 24"),
        ("Ah 5c", "Ac 3h", "soft 20"),
    ],
)
def test_playing_13_the_dealer_stands_on_hard_17_and_hits_soft_17(dealer, draws, called):
    table = play("Ks Jd", dealer, draws, ["stand"])
    assert cards_at(table, "dealer/Blackjack") == f"{dealer} {draws}".strip()
    assert of_kind(table, happened.HandCalled)[0].words == called


# Playing 14 to 16: doubles, splits, no surrender.


def test_playing_14_a_double_takes_as_much_again_and_one_card():
    table = play("6s 5d", "9h 8c", "Tc", ["double"])
    (added,) = of_kind(table, happened.WagerAdded)
    assert (added.spot, added.cents) == ("Blackjack", 2000)
    assert cards_at(table, "seat 1/Blackjack") == "6s 5d Tc"
    assert blackjack_settlements(table) == [("seat 1/Blackjack", "win", 4000, 8000)]


def test_playing_14_any_first_two_cards_may_be_doubled_and_no_third():
    table = play("Ks 2d", "9h 8c", "2c", ["hit"])
    assert asked(table) == [(1, ("stand", "hit", "double")), (1, ("stand", "hit"))]
    detail = refused(table, Decide(1, "double"), Code.OPTION_NOT_OFFERED)
    assert detail == "Seat 1 may choose: stand, hit; not “double”."


def test_playing_14_a_double_that_busts_loses_both_stakes_at_once():
    table = play("Ks 2d", "9h 8c", "Tc", ["double"])
    assert blackjack_settlements(table) == [("seat 1/Blackjack", "lose", 4000, 0)]
    assert why(table, 1, "Blackjack") == ("Playing 19", "You are bust with 22.")
    turned = at(table, happened.CardsTurned, place="dealer/Blackjack")
    assert at(table, happened.WagerSettled, spot="Blackjack") < turned


def test_playing_14_a_double_takes_neither_more_nor_less():
    table = play("6s 5d", "9h 8c")
    for cents in (1999, 2001, 1000):
        refused(table, Decide(1, "double", cents), Code.STAKE_INVALID)
    assert table.check(Decide(1, "double")) == {1: 2000}


@pytest.mark.parametrize("rank", Rank)
def test_playing_15_of_all_pairs_only_aces_may_be_split(rank):
    pair = f"{rank.letter}s {rank.letter}d"
    table = play(pair, "5h 9c" if rank is not Rank.FIVE else "6h 9c")
    assert ("split" in offered(table, 1)) is (rank is Rank.ACE)


def test_playing_15_split_aces_are_two_hands_with_a_stake_each():
    table = play("As Ad", "9h 8c", "Kc 5c", ["split"])
    (added,) = of_kind(table, happened.WagerAdded)
    assert (added.spot, added.cents) == ("Blackjack", 2000)
    assert cards_at(table, "seat 1/Split") == "Ad 5c"
    assert [one[:2] for one in dealt(table)[4:6]] == [
        ("seat 1/Blackjack", "Kc"),
        ("seat 1/Split", "5c"),
    ]
    assert blackjack_settlements(table) == [
        ("seat 1/Blackjack", "win", 2000, 4000),
        ("seat 1/Split", "lose", 2000, 0),
    ]


def test_playing_16_nobody_surrenders_under_any_reading():
    for one in rulings_of(GAME.rules):
        for reading in one.readings:
            options = GAME.options(with_readings(GAME.rules, {one.name: str(reading)}))
            assert set(options) <= {"stand", "hit", "double", "split", "insure", "decline"}
    table = play("Ks 6d", "Th 8c")
    refused(table, Decide(1, "surrender"), Code.OPTION_NOT_OFFERED)


# Playing 17 and 18: seven cards.


SEVEN_HIGH_ENOUGH = ("2s 2d", "9h 8c", "2c 2h 3c 3d 7c")
"""Twenty-one in seven cards, and a dealer with seventeen."""


def test_playing_17_nobody_draws_an_eighth_card():
    table = play(*SEVEN_HIGH_ENOUGH, ["hit"] * 5)
    assert cards_at(table, "seat 1/Blackjack") == "2s 2d 2c 2h 3c 3d 7c"
    assert [seat for seat, _ in asked(table)] == [1] * 5
    assert cards_at(table, "seat 1/Poker") == "2s 2d 2c 2h 3c 3d 7c"


@pytest.mark.parametrize(
    ("player", "result"), [("Ks 6d", "win"), ("Ks 5d", "push"), ("Ks 4d", "lose")]
)
def test_playing_17_a_dealer_with_seven_cards_draws_no_more_and_is_compared_by_total(
    player, result
):
    table = play(player, "2h 2c", "2s 2d 3c 3d Ac", ["stand"])
    assert cards_at(table, "dealer/Blackjack") == "2h 2c 2s 2d 3c 3d Ac"
    assert of_kind(table, happened.HandCalled)[0].words == "hard 15"
    assert ended(table, 1, "Blackjack")[0] == result


def test_playing_18_seven_cards_win_at_once_whatever_the_dealer_has():
    table = play("2s 2d", "Kh Qc", "2c 2h 3c 3d Ac", ["hit"] * 5)
    assert ended(table, 1, "Blackjack") == ("win", 4000)
    assert why(table, 1, "Blackjack") == (
        "Playing 18",
        "Seven cards and hard 15: you win whatever the dealer has.",
    )
    turned = at(table, happened.CardsTurned, place="dealer/Blackjack")
    assert at(table, happened.WagerSettled, spot="Blackjack") < turned


@pytest.mark.parametrize(("last", "result"), [("7c", "win"), ("8c", "lose")])
def test_playing_18_the_seventh_card_must_not_bust(last, result):
    table = play("2s 2d", "9h Kc", f"2c 2h 3c 3d {last}", ["hit"] * 5)
    assert ended(table, 1, "Blackjack")[0] == result


def test_playing_18_six_cards_win_nothing_by_themselves():
    table = play("2s 2d", "9h Kc", "2c 2h 3c 3d", ["hit"] * 4 + ["stand"])
    assert why(table, 1, "Blackjack") == (
        "Playing 19",
        "Your hard 14 loses to the dealer's hard 19.",
    )


# Playing 19: settled as in regular Blackjack.


@pytest.mark.parametrize(
    ("player", "dealer", "then", "result", "sentence"),
    [
        ("Ks Jd", "9h Qc", "", "win", "Your hard 20 beats the dealer's hard 19."),
        ("Ks 8d", "9h Qc", "", "lose", "Your hard 18 loses to the dealer's hard 19."),
        ("Ks 9d", "9h Qc", "", "push", "Your hard 19 ties with the dealer's hard 19."),
        ("Ks 2d", "6h Qc", "Kc", "win", "The dealer is bust with 26, so your hard 12 wins."),
        ("As 8d", "9h Qc", "", "push", "Your soft 19 ties with the dealer's hard 19."),
    ],
)
def test_playing_19_the_higher_total_wins_even_money_and_equal_ones_push(
    player, dealer, then, result, sentence
):
    table = play(player, dealer, then, ["stand"])
    assert ended(table, 1, "Blackjack") == (result, {"win": 4000, "lose": 0, "push": 2000}[result])
    assert why(table, 1, "Blackjack") == ("Playing 19", sentence)


def test_playing_19_a_bust_loses_at_once_even_if_the_dealer_busts_later():
    table = deal(
        GAME,
        {1: ALL, 2: ALL},
        "Ks Qs 6h 6d Jd Jh 9c Tc",
        [(1, "hit"), (2, "stand")],
    )
    assert why(table, 1, "Blackjack") == ("Playing 19", "You are bust with 25.")
    assert ended(table, 1, "Blackjack") == ("lose", 0)
    assert ended(table, 2, "Blackjack") == ("win", 4000)
    assert at(table, happened.WagerSettled, seat=1, spot="Blackjack") < at(
        table, happened.DecisionAsked, seats=(2,)
    )


def test_playing_19_a_blackjack_is_paid_in_its_turn_and_is_not_asked():
    table = deal(GAME, {1: ALL, 2: ALL}, "As Qs 9h Kd 7d 8c", {2: "stand"})
    assert asked(table) == [(2, ("stand", "hit", "double"))]
    assert ended(table, 1, "Blackjack") == ("win", 5000)
    assert why(table, 1, "Blackjack") == ("Playing 19", "Your blackjack pays 3 to 2.")
    assert at(table, happened.WagerSettled, seat=1, spot="Blackjack") < at(
        table, happened.DecisionAsked, seats=(2,)
    )


def test_playing_19_a_blackjack_wins_where_the_dealer_draws_to_21():
    table = deal(GAME, {1: ALL, 2: ALL}, "As Qs 9h Kd 7d 7c 5c", {2: "stand"})
    assert of_kind(table, happened.HandCalled)[0].words == "hard 21"
    assert ended(table, 1, "Blackjack") == ("win", 5000)


def test_playing_19_the_dealers_blackjack_beats_all_but_a_blackjack():
    table = deal(GAME, {1: ALL, 2: ALL}, "As 6s Ah Kd 5d Kc")
    assert asked(table) == []
    assert ended(table, 1, "Blackjack") == ("push", 2000)
    assert ended(table, 2, "Blackjack") == ("lose", 0)
    assert why(table, 1, "Blackjack") == (
        "Playing 19",
        "You and the dealer both have a blackjack.",
    )
    assert why(table, 2, "Blackjack") == (
        "Playing 19",
        "The dealer's blackjack beats your hard 11.",
    )
