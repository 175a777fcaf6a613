"""3 Way-Action: which of the three games are bet, and insurance, under their readings."""

from itertools import combinations

import pytest

from croupier.cards import Rank
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import Decide, TimeOut
from croupier.table.wager import Limit

from .dealing import (
    asked,
    deal,
    dealt,
    decide,
    ended,
    of_kind,
    offered,
    refused,
    refused_slip,
    settlements,
    why,
)
from .three_way_rounds import ALL, GAME, at, blackjack_settlements, cards_at, play

# insurance.

INSURED = {"insurance": "two_to_one"}


@pytest.mark.parametrize("rank", Rank)
def test_insurance_is_offered_against_an_ace_and_nothing_else(rank):
    table = play("7s 7d", f"{rank.letter}h 6c", readings=INSURED)
    insured = asked(table)[0] == (1, ("insure", "decline"))
    assert insured is (rank is Rank.ACE)
    without = play("7s 7d", f"{rank.letter}h 6c")
    assert ("insure", "decline") not in [names for _, names in asked(without)]


def test_insurance_is_up_to_half_of_the_blackjack_wager_and_not_bet_before():
    table = play("7s 7d", "Ah 6c", readings=INSURED)
    option = offered(table, 1)["insure"]
    assert (option.least_cents, option.most_cents, option.step_cents) == (50, 1000, 50)
    assert option.label == "Insurance, up to half of Blackjack"
    for cents in (49, 1050, 501):
        refused(table, Decide(1, "insure", cents), Code.STAKE_INVALID)
    refused_slip(GAME, {**ALL, "Insurance": 500}, Code.WAGER_NOT_NOW, readings=INSURED)
    refused_slip(GAME, {**ALL, "Insurance": 500}, Code.SPOT_UNKNOWN)


def test_insurance_keeps_to_the_limit_of_the_house():
    limits = {"Insurance": Limit(100, 300, 100)}
    table = play("7s 7d", "Ah 6c", readings=INSURED, limits=limits)
    option = offered(table, 1)["insure"]
    assert (option.least_cents, option.most_cents, option.step_cents) == (100, 300, 100)


def test_insurance_declined_or_out_of_time_stakes_nothing():
    table = play("7s 7d", "Ah 6c", readings=INSURED)
    table.handle(TimeOut())
    assert of_kind(table, happened.WagerAdded) == []
    assert asked(table)[-1] == (1, ("stand", "hit", "double"))


def test_insurance_is_asked_of_all_at_once_blackjacks_too():
    table = deal(GAME, {1: ALL, 2: ALL, 4: ALL}, "As 6s 7s Ah Kd 5d 7d Kc", readings=INSURED)
    (question,) = of_kind(table, happened.DecisionAsked)
    assert (question.question, question.seats) == ("Insurance?", (1, 2, 4))
    decide(table, [(4, "insure", 1000), (1, "insure", 500), (2, "decline")])
    assert settlements(table)[3:9] == [
        (1, "Insurance", "win", 1500),
        (1, "Blackjack", "push", 2000),
        (2, "Blackjack", "lose", 0),
        (4, "Insurance", "win", 3000),
        (4, "Blackjack", "lose", 0),
        (1, "Poker", *ended(table, 1, "Poker")),
    ]
    assert why(table, 1, "Insurance") == ("Playing 19", "The dealer has a blackjack: paid 2 to 1.")


def test_insurance_is_lost_when_the_dealer_has_looked_and_before_anyone_draws():
    table = play("7s 7d", "Ah 6c", "7c", [("insure", 1000)], readings=INSURED)
    assert why(table, 1, "Insurance") == ("Playing 19", "The dealer has no blackjack.")
    assert ended(table, 1, "Insurance") == ("lose", 0)
    assert table.layout.asked.keys() == {1}


@pytest.mark.parametrize("hole_card", ["Kc", "8c"])
def test_insurance_without_a_look_waits_for_the_hole_card_even_of_a_busted_hand(hole_card):
    table = play(
        "Qs 6d",
        f"Ah {hole_card}",
        "Tc",
        [("insure", 1000), "hit"],
        readings={**INSURED, "dealer_peek": "no_peek_all_lose"},
    )
    order = [(spot, result) for _, spot, result, _ in settlements(table)][:3]
    outcome = "win" if hole_card == "Kc" else "lose"
    assert order == [("High Card", "lose"), ("Blackjack", "lose"), ("Insurance", outcome)]
    turned = at(table, happened.CardsTurned, place="dealer/Blackjack")
    assert turned < at(table, happened.WagerSettled, spot="Insurance")


def test_insurance_is_settled_once_for_a_seat_that_splits():
    table = play(
        "As Ad",
        "Ah Kc",
        "Tc 9d",
        [("insure", 1000), "split"],
        readings={**INSURED, "dealer_peek": "no_peek_original_bets"},
    )
    assert ended(table, 1, "Insurance") == ("win", 3000)
    assert [one[1] for one in blackjack_settlements(table)] == ["lose", "push"]


def test_insurance_is_not_for_a_seat_without_a_blackjack_wager():
    table = deal(
        GAME,
        {1: {"Poker": 3000}, 2: {"Blackjack": 2000}},
        "7s 8s Ah 7d 8d 6c",
        readings={**INSURED, "bets": "any"},
    )
    assert asked(table) == [(2, ("insure", "decline"))]


# bets.

ANY = {"bets": "any"}
SPOTS = {**ALL, "Bonus": 500}
SLIPS = [chosen for count in range(1, 5) for chosen in combinations(SPOTS, count)]


def test_bets_all_three_takes_no_slip_without_each_of_them():
    for chosen in SLIPS:
        stakes = {spot: SPOTS[spot] for spot in chosen}
        if not set(ALL) <= set(chosen):
            refused_slip(GAME, stakes, Code.WAGER_MISSING)
        else:
            deal(GAME, {1: stakes})


def test_bets_any_needs_one_of_the_three_and_the_bonus_is_none_of_them():
    detail = refused_slip(GAME, {"Bonus": 500}, Code.WAGER_MISSING, readings=ANY)
    assert detail == "High Card, Blackjack or Poker must be bet."


@pytest.mark.parametrize("chosen", [slip for slip in SLIPS if slip != ("Bonus",)], ids="+".join)
def test_bets_any_of_every_slip_only_what_is_bet_is_played(chosen):
    stakes = {spot: SPOTS[spot] for spot in chosen}
    table = play(
        "Ks 9d", "8h 7c", "6c", ["stand"] * ("Blackjack" in chosen), stakes=stakes, readings=ANY
    )
    assert [spot for _, spot, _, _ in settlements(table)] == list(chosen)
    wants_second = set(chosen) != {"High Card"}
    wants_seven = bool({"Poker", "Bonus"} & set(chosen))
    mine = [one for one in dealt(table) if one[0].startswith("seat 1/")]
    assert len(mine) == (7 if wants_seven else 2 if wants_second else 1)
    his = [one for one in dealt(table) if one[0].startswith("dealer/")]
    drawn = 1 if "Blackjack" in chosen else 0
    assert len(his) == (7 if wants_seven else 2 + drawn if wants_second else 1)
    assert not table.layout.cards


def test_bets_any_every_slip_sits_at_one_table():
    """A seat with High Card alone keeps its one card; nobody is asked who bet no Blackjack."""
    stakes = {
        1: {"High Card": 1000},
        2: {"Blackjack": 2000},
        3: {"Poker": 3000},
        4: {"High Card": 1000, "Bonus": 500},
        5: {"Blackjack": 2000, "Bonus": 500},
        6: {**ALL, "Bonus": 500},
    }
    top = "2c 3c 4c 5c 6c 7c 8h 3d 4d 5d 6d 7d 9h"
    table = deal(GAME, stakes, top, dict.fromkeys((2, 5, 6), "stand"), readings=ANY)
    assert [seat for seat, _ in asked(table)] == [2, 5, 6]
    second = [place for place, _, _ in dealt(table)[7:13]]
    assert second == [*(f"seat {seat}/Blackjack" for seat in range(2, 7)), "dealer/Blackjack"]
    filled = {place for place, _, _ in dealt(table) if place.endswith("/Poker")}
    assert filled == {*(f"seat {seat}/Poker" for seat in (3, 4, 5, 6)), "dealer/Poker"}
    assert {(seat, spot) for seat, spot, _, _ in settlements(table)} == {
        (seat, spot) for seat, spots in stakes.items() for spot in spots
    }


def test_bets_any_without_a_blackjack_wager_the_dealer_neither_looks_nor_draws():
    for stakes in ({"Poker": 3000}, {"High Card": 1000, "Bonus": 500}):
        table = play("Ks 9d", "Ah Kc", stakes=stakes, readings={**ANY, **INSURED})
        assert asked(table) == []
        assert of_kind(table, happened.DealerActed) == []
        table = play("Ks 9d", "Ah 2c", stakes=stakes, readings={**ANY, **INSURED})
        assert cards_at(table, "dealer/Blackjack") == "Ah 2c"


def test_bets_any_the_dealer_who_always_draws_does_so_for_poker_alone_too():
    table = play(
        "Ks 9d", "9h 5c", "7c", stakes={"Poker": 3000}, readings={**ANY, "dealer_draws": "always"}
    )
    assert cards_at(table, "dealer/Blackjack") == "9h 5c 7c"


def test_bets_any_with_high_card_alone_the_round_ends_after_it():
    table = deal(GAME, {1: {"High Card": 1000}, 2: {"High Card": 1000}}, "Kc 2c 8h", readings=ANY)
    assert len(dealt(table)) == 3
    assert settlements(table) == [(1, "High Card", "win", 2000), (2, "High Card", "lose", 0)]
    assert isinstance(table.events[-2], happened.CardsCollected)
