"""3 Way-Action: every reading of every ruling, shown by what it does at a table."""

import pytest

from croupier.cards import Rank
from croupier.money import Odds
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import Decide
from croupier.table.ruling import rulings_of
from croupier.table.wager import Limit

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
    why,
)
from .three_way_rounds import ALL, GAME, at, blackjack_settlements, cards_at, play

LOOKED = "Look at the hole card"


def acts(table):
    return [event.action for event in of_kind(table, happened.DealerActed)]


def test_the_rulings_and_their_readings_are_these_the_first_of_each_the_default():
    assert {
        one.name: [str(reading) for reading in one.readings] for one in rulings_of(GAME.rules)
    } == {
        "split_aces": ["one_card_each", "draw_freely", "not_allowed"],
        "blackjack_pays": ["three_to_two", "six_to_five", "even_money"],
        "dealer_peek": ["peek", "no_peek_all_lose", "no_peek_original_bets"],
        "insurance": ["not_offered", "two_to_one"],
        "hit_on_21": ["allowed", "not_allowed"],
        "bets": ["all_three", "any"],
        "dealer_draws": ["only_if_live", "always"],
    }
    assert all(one.default == one.readings[0] for one in rulings_of(GAME.rules))


# split_aces.


def test_split_aces_one_card_each_ends_the_matter():
    table = play("As Ad", "9h 8c", "Ac 7c", ["split"])
    assert [names for _, names in asked(table)] == [("stand", "hit", "double", "split")]
    assert blackjack_settlements(table) == [
        ("seat 1/Blackjack", "lose", 2000, 0),
        ("seat 1/Split", "win", 2000, 4000),
    ]


def test_split_aces_twenty_one_is_no_blackjack_and_pushes_against_21():
    table = play("As Ad", "9h 7c", "Kc Tc 5h", ["split"])
    assert blackjack_settlements(table) == [
        ("seat 1/Blackjack", "push", 2000, 2000),
        ("seat 1/Split", "push", 2000, 2000),
    ]
    sentences = {event.because.sentence for event in of_kind(table, happened.WagerSettled)[1:3]}
    assert sentences == {"Your 21 that is not a blackjack ties with the dealer's hard 21."}


def test_split_aces_draw_freely_plays_both_hands_on_doubles_and_splits_no_more():
    table = play(
        "As Ad",
        "9h 8c",
        "Ac 6c 9d 3c",
        ["split", "hit", "stand", "double"],
        readings={"split_aces": "draw_freely"},
    )
    assert [names for _, names in asked(table)] == [
        ("stand", "hit", "double", "split"),
        ("stand", "hit", "double"),
        ("stand", "hit"),
        ("stand", "hit", "double"),
    ]
    places = [str(event.asked[0].place) for event in of_kind(table, happened.DecisionAsked)]
    assert places == ["seat 1/Blackjack"] * 3 + ["seat 1/Split"]
    assert blackjack_settlements(table) == [
        ("seat 1/Blackjack", "win", 2000, 4000),
        ("seat 1/Split", "win", 4000, 8000),
    ]


def test_split_aces_draw_freely_does_not_make_21_a_blackjack():
    table = play(
        "As Ad", "9h 8c", "Kc 9c", ["split"] + ["stand"] * 2, readings={"split_aces": "draw_freely"}
    )
    questions = [event.question for event in of_kind(table, happened.DecisionAsked)]
    assert questions[1] == "21 that is not a blackjack: how do you play?"
    assert blackjack_settlements(table)[0] == ("seat 1/Blackjack", "win", 2000, 4000)


def test_split_aces_not_allowed_offers_no_split():
    table = play("As Ad", "9h 8c", readings={"split_aces": "not_allowed"})
    assert list(offered(table, 1)) == ["stand", "hit", "double"]
    refused(table, Decide(1, "split"), Code.OPTION_NOT_OFFERED)


def test_split_aces_both_hands_together_have_seven_cards_at_most():
    table = play(
        "As Ad",
        "9h 8c",
        "2c 2d 2h 3c 3d",
        ["split", "hit", "hit", "hit"],
        readings={"split_aces": "draw_freely"},
    )
    assert cards_at(table, "seat 1/Poker") == "As 2c 2h 3c 3d Ad 2d"
    assert blackjack_settlements(table) == [
        ("seat 1/Blackjack", "win", 2000, 4000),
        ("seat 1/Split", "lose", 2000, 0),
    ]
    sentences = [event.because.sentence for event in of_kind(table, happened.WagerSettled)]
    # Seven cards in two hands are no hand of seven: they are compared.
    assert sentences[1] == "Your soft 21 beats the dealer's hard 17."


def test_split_aces_the_cards_of_a_busted_first_hand_count_towards_the_seven():
    table = play(
        "As Ad",
        "9h 8c",
        "9c 2d 5h Tc 3d",
        ["split", "hit", "hit", "hit"],
        readings={"split_aces": "draw_freely"},
    )
    assert cards_at(table, "seat 1/Poker") == "As 9c 5h Tc Ad 2d 3d"
    assert [one[1] for one in blackjack_settlements(table)] == ["lose", "lose"]


def test_split_aces_a_double_may_take_the_seventh_card():
    table = play(
        "As Ad",
        "9h 8c",
        "2c 2d 2h 3c 8d",
        ["split", "hit", "hit", "stand", "double"],
        readings={"split_aces": "draw_freely"},
    )
    assert len(cards_at(table, "seat 1/Poker").split()) == 7
    assert blackjack_settlements(table) == [
        ("seat 1/Blackjack", "win", 2000, 4000),
        ("seat 1/Split", "win", 4000, 8000),
    ]


def test_split_aces_both_hands_of_a_seat_are_settled_before_the_next_seat():
    table = deal(GAME, {1: ALL, 2: ALL}, "As Ks 9h Ad Qd 8c Tc 9c", [(1, "split"), (2, "stand")])
    order = [
        (event.seat, str(event.place))
        for event in of_kind(table, happened.WagerSettled)
        if event.spot == "Blackjack"
    ]
    assert order == [(1, "seat 1/Blackjack"), (1, "seat 1/Split"), (2, "seat 2/Blackjack")]


def test_split_aces_with_six_seats_the_deck_still_bears_it():
    """Whoever splits uses no more than his seven cards."""
    seats = dict.fromkeys(range(1, 7), ALL)
    top = "As Ac 4c 6c 8c Tc 9h Ad Ah 4d 6d 8d Td 8h"
    choices = {1: ["split"], 2: ["split"], **dict.fromkeys(range(3, 7), "stand")}
    table = deal(GAME, seats, top, choices)
    assert len(dealt(table)) == 49
    assert not table.layout.is_void


# blackjack_pays.


@pytest.mark.parametrize(
    ("reading", "odds", "returned", "words"),
    [
        ("three_to_two", Odds(3, 2), 5000, "3 to 2"),
        ("six_to_five", Odds(6, 5), 4400, "6 to 5"),
        ("even_money", Odds(1), 4000, "even money"),
    ],
)
@pytest.mark.parametrize("peek", ["peek", "no_peek_all_lose", "no_peek_original_bets"])
def test_blackjack_pays_what_the_house_says(reading, odds, returned, words, peek):
    for dealer in ("9h 8c", "Kh 8c", "Ah 8c"):
        readings = {"blackjack_pays": reading, "dealer_peek": peek}
        table = play("As Kd", dealer, readings=readings)
        assert ended(table, 1, "Blackjack") == ("win", returned)
        assert settled(table, 1, "Blackjack").outcome.odds == odds
        assert why(table, 1, "Blackjack") == ("Playing 19", f"Your blackjack pays {words}.")


def test_blackjack_pays_a_stake_that_could_not_be_paid_in_whole_cents_is_refused():
    limits = {"Blackjack": Limit(1, 1000)}
    for reading, unit in (("three_to_two", "$0.02"), ("six_to_five", "$0.05")):
        detail = refused_slip(
            GAME,
            {**ALL, "Blackjack": 501},
            Code.STAKE_NOT_PAYABLE,
            limits=limits,
            readings={"blackjack_pays": reading},
        )
        assert unit in detail
    deal(
        GAME,
        {1: {**ALL, "Blackjack": 501}},
        limits=limits,
        readings={"blackjack_pays": "even_money"},
    )


# dealer_peek.


@pytest.mark.parametrize("rank", Rank)
def test_dealer_peek_the_dealer_looks_under_an_ace_or_a_ten_value_card_before_anyone_draws(rank):
    table = play("7s 7d", f"{rank.letter}h 6c")
    assert (LOOKED in acts(table)) is (rank >= Rank.TEN)
    assert asked(table) == [(1, ("stand", "hit", "double"))]
    if rank >= Rank.TEN:
        assert at(table, happened.DealerActed) < at(table, happened.DecisionAsked)


@pytest.mark.parametrize("dealer", ["Ah Kc", "Kh Ac", "Th Ac", "Jh Ac", "Qh Ac"])
def test_dealer_peek_a_blackjack_ends_the_second_game_before_anyone_is_asked(dealer):
    table = play("6s 5d", dealer)
    assert asked(table) == []
    assert ended(table, 1, "Blackjack") == ("lose", 0)
    assert of_kind(table, happened.HandCalled)[0].words == "blackjack"
    assert cards_at(table, "dealer/Poker").startswith(f"{dealer} ")
    assert len(cards_at(table, "seat 1/Poker").split()) == 7


@pytest.mark.parametrize("reading", ["no_peek_all_lose", "no_peek_original_bets"])
def test_dealer_peek_without_it_nobody_looks_and_a_blackjack_waits_for_the_dealer(reading):
    table = deal(
        GAME,
        {1: ALL, 2: ALL},
        "As 6s Kh Kd 5d 9c 9d",
        {2: ["double"]},
        readings={"dealer_peek": reading},
    )
    assert acts(table) == []
    turned = at(table, happened.CardsTurned, place="dealer/Blackjack")
    assert turned < at(table, happened.WagerSettled, seat=1, spot="Blackjack")
    assert ended(table, 1, "Blackjack") == ("win", 5000)
    assert ended(table, 2, "Blackjack") == ("win", 8000)


def test_dealer_peek_without_it_a_blackjack_is_paid_at_once_where_the_dealer_can_have_none():
    for up_card in "23456789":
        table = deal(
            GAME,
            {1: ALL, 2: ALL},
            f"As 6s {up_card}h Kd 5d",
            readings={"dealer_peek": "no_peek_all_lose"},
        )
        assert ended(table, 1, "Blackjack") == ("win", 5000)
        assert table.layout.asked.keys() == {2}


SITUATIONS = {
    "blackjack": ("As Qd", "", []),
    "stand": ("Qs 9d", "", ["stand"]),
    "bust": ("Qs 6d", "Tc", ["hit"]),
    "double": ("6s 5d", "9d", ["double"]),
    "double bust": ("Qs 4d", "Tc", ["double"]),
    "seven cards": ("2s 2d", "2c 2h 3c 3d 4c", ["hit"] * 5),
    "split": ("As Ad", "Tc 9d", ["split"]),
}
"""Player's cards, what he draws, what he decides; the dealer has a blackjack or nineteen."""
AGAINST_NINETEEN = {
    "blackjack": (2000, 5000),
    "stand": (2000, 2000),
    "bust": (2000, 0),
    "double": (4000, 8000),
    "double bust": (4000, 0),
    "seven cards": (2000, 4000),
    "split": (4000, 8000),
}
"""What is staked and what comes back."""
AGAINST_BLACKJACK = {
    "peek": dict.fromkeys(SITUATIONS, (2000, 0)) | {"blackjack": (2000, 2000)},
    "no_peek_all_lose": {
        situation: (staked, 2000 if situation == "blackjack" else 0)
        for situation, (staked, _) in AGAINST_NINETEEN.items()
    },
    "no_peek_original_bets": {
        "blackjack": (2000, 2000),
        "stand": (2000, 0),
        "bust": (2000, 0),
        "double": (4000, 2000),
        "double bust": (4000, 0),
        "seven cards": (2000, 0),
        "split": (4000, 2000),
    },
}


HAS_BLACKJACK = {"Ah Kc": True, "Kh Ac": True, "Ah 8c": False, "Kh 9c": False}


def asked_for(situation, readings, *, is_over):
    """What the player is asked in a situation, after insurance, and decides."""
    decisions = SITUATIONS[situation][2]
    if is_over:
        return []
    if situation == "split" and readings["split_aces"] == "draw_freely":
        # Of ace-ten and ace-nine the first is not asked where twenty-one stands.
        return [*decisions, *["stand"] * (1 if readings["hit_on_21"] == "not_allowed" else 2)]
    return decisions


@pytest.mark.parametrize("peek", AGAINST_BLACKJACK)
@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("dealer", HAS_BLACKJACK)
@pytest.mark.parametrize("split_aces", ["one_card_each", "draw_freely"])
@pytest.mark.parametrize("insures", [None, False, True])
def test_every_ending_of_blackjack_under_every_reading(
    peek, situation, dealer, split_aces, insures
):
    """Peek or not, insurance, splits, doubles, seven cards, a dealer's blackjack: together."""
    player, then, _ = SITUATIONS[situation]
    has_blackjack = HAS_BLACKJACK[dealer]
    is_offered = insures is not None and dealer.startswith("A")
    insurance = [("insure", 700) if insures else "decline"] if is_offered else []
    wanted = AGAINST_BLACKJACK[peek] if has_blackjack else AGAINST_NINETEEN
    for hit_on_21, dealer_draws in (("allowed", "only_if_live"), ("not_allowed", "always")):
        readings = {
            "dealer_peek": peek,
            "split_aces": split_aces,
            "insurance": "not_offered" if insures is None else "two_to_one",
            "hit_on_21": hit_on_21,
            "dealer_draws": dealer_draws,
        }
        is_over = has_blackjack and peek == "peek"
        decisions = [*insurance, *asked_for(situation, readings, is_over=is_over)]
        table = play(player, dealer, then, decisions, readings=readings)
        assert table.layout.is_over
        hands = blackjack_settlements(table)
        staked, returned = (sum(hand[column] for hand in hands) for column in (2, 3))
        assert (staked, returned) == wanted[situation], readings
        if is_offered and insures:
            assert ended(table, 1, "Insurance") == (("win", 2100) if has_blackjack else ("lose", 0))
        assert len(cards_at(table, "seat 1/Poker").split()) == 7
        assert len(cards_at(table, "dealer/Poker").split()) == 7


def test_dealer_peek_original_bets_says_which_part_comes_back():
    table = play(
        "6s 5d", "Kh Ac", "9d", ["double"], readings={"dealer_peek": "no_peek_original_bets"}
    )
    assert blackjack_settlements(table) == [
        ("seat 1/Blackjack", "push", 2000, 2000),
        ("seat 1/Blackjack", "lose", 2000, 0),
    ]
    sentences = [event.because.sentence for event in of_kind(table, happened.WagerSettled)]
    assert sentences[1:3] == [
        "The dealer has a blackjack, so what you added comes back.",
        "The dealer's blackjack beats your hard 20.",
    ]


def test_dealer_peek_original_bets_a_split_hand_that_is_bust_stays_lost():
    table = play(
        "As Ad",
        "Kh Ac",
        "9c 9d 5h Tc",
        ["split", "hit", "hit", "stand"],
        readings={"dealer_peek": "no_peek_original_bets", "split_aces": "draw_freely"},
    )
    assert blackjack_settlements(table) == [
        ("seat 1/Blackjack", "lose", 2000, 0),
        ("seat 1/Split", "push", 2000, 2000),
    ]


def test_dealer_peek_without_it_a_blackjack_beats_21_of_a_split_hand():
    table = play("As Ad", "Kh Ac", "Kc 9c", ["split"], readings={"dealer_peek": "no_peek_all_lose"})
    sentences = [event.because.sentence for event in of_kind(table, happened.WagerSettled)]
    assert sentences[1:3] == [
        "The dealer's blackjack beats your 21 that is not a blackjack.",
        "The dealer's blackjack beats your soft 20.",
    ]


# hit_on_21.

SOFT_21 = ("As 2d", "9h 8c", "2c 3c 3d 4h 5h")


def test_hit_on_21_allowed_lets_a_player_draw_on_to_seven_cards():
    table = play(*SOFT_21, ["hit"] * 5)
    questions = [event.question for event in of_kind(table, happened.DecisionAsked)]
    assert questions[3] == "Soft 21: how do you play?"
    assert why(table, 1, "Blackjack") == (
        "Playing 18",
        "Seven cards and hard 20: you win whatever the dealer has.",
    )


def test_hit_on_21_not_allowed_stands_on_it():
    table = play(*SOFT_21, ["hit"] * 3, readings={"hit_on_21": "not_allowed"})
    assert cards_at(table, "seat 1/Blackjack") == "As 2d 2c 3c 3d"
    assert why(table, 1, "Blackjack") == ("Playing 19", "Your soft 21 beats the dealer's hard 17.")


def test_hit_on_21_a_blackjack_is_never_hit():
    for reading in ("allowed", "not_allowed"):
        table = play("As Kd", "9h 8c", readings={"hit_on_21": reading})
        assert asked(table) == []


# dealer_draws.


@pytest.mark.parametrize(
    ("player", "then", "decisions"),
    [("Qs 6d", "Tc", ["hit"]), ("As Qd", "", []), ("2s 2d", "2c 2h 3c 3d 7c", ["hit"] * 5)],
    ids=["bust", "blackjack", "seven cards"],
)
@pytest.mark.parametrize("peek", ["peek", "no_peek_all_lose", "no_peek_original_bets"])
@pytest.mark.parametrize("up_card", ["9h", "Kh"])
def test_dealer_draws_only_where_a_hand_still_depends_on_it(player, then, decisions, peek, up_card):
    """With no peek a blackjack and seven cards wait for the hole card, but for no draw."""
    after = f"{then} 5c".strip()
    readings = {"dealer_peek": peek}
    table = play(player, f"{up_card} 3h", after, decisions, readings=readings)
    assert cards_at(table, "dealer/Blackjack") == f"{up_card} 3h"
    turned = of_kind(table, happened.CardsTurned)[0]
    assert [str(card) for card in turned.cards] == [up_card, "3h"]
    taker = (
        "seat 1/Poker" if len(cards_at(table, "seat 1/Blackjack").split()) < 7 else "dealer/Poker"
    )
    assert (taker, "5c", "down") in dealt(table)
    always = play(
        player,
        f"{up_card} 3h",
        after,
        decisions,
        readings={**readings, "dealer_draws": "always"},
    )
    assert cards_at(always, "dealer/Blackjack").startswith(f"{up_card} 3h 5c")


def test_dealer_draws_while_one_of_several_hands_is_live():
    table = deal(GAME, {1: ALL, 2: ALL}, "Qs Qh 9h 6d 9d 5h Tc 5c", [(1, "hit"), (2, "stand")])
    assert cards_at(table, "dealer/Blackjack") == "9h 5h 5c"


def test_dealer_draws_never_to_a_blackjack():
    for reading in ("only_if_live", "always"):
        table = play("Qs 6d", "Ah Kc", readings={"dealer_draws": reading})
        assert cards_at(table, "dealer/Blackjack") == "Ah Kc"
