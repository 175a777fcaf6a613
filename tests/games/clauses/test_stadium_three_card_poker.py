"""Stadium Three Card Poker, clause by clause.

`docs/games/stadium-three-card-poker.md` says which test shows what. Cards are named in the
order they are dealt: cells 1 to 9, then the dealer's three.
"""

from itertools import combinations

import pytest

from croupier.cards import PackDispenser, rank_three
from croupier.games.stadium_three_card_poker import STADIUM_THREE_CARD_POKER as GAME
from croupier.games.stadium_three_card_poker.rules import CELLS, LINES
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, PlaceWagers, TimeOut
from croupier.table.layout import view
from croupier.table.places import SPECTATOR, Viewer
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.wager import Slip
from croupier.table.waiting import BY_HAND, AwaitingDecisions

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
    source,
    why,
    work,
)
from .stadium_rounds import CARDS, DEALER, NINE, board, terminal

LINE_SPOTS = [f"{line} {bet}" for line in LINES for bet in ("Pair Plus", "Six Card Bonus")]


# Introduction.


def test_introduction_1_twelve_cards_of_one_deck_in_packs_of_three_from_a_shuffler():
    (device,) = GAME.devices
    assert (device.device, device.pack_size) == (PackDispenser, 3)
    table = terminal("159", "play")
    assert of_kind(table, happened.RoundOpened)[0].device == "shuffler"
    assert len({card for _, card, _ in dealt(table)}) == len(dealt(table)) == 12


@pytest.mark.parametrize(
    ("cells", "dealer", "ending", "words"),
    [
        ("9s 8h 7d", "Kd 9d 2d", ("win", 1000), "beats"),
        ("As Ad Kh", "Jh 9c 8c", ("win", 1000), None),
        ("9s 9h Ad", "9c 9d Ah", ("push", 500), "ties with"),
        ("3s 2h Ad", "4c 3h 2d", ("lose", 0), "loses to"),
        ("2s 2h Ad", "Kc Kh Qd", ("lose", 0), "loses to"),
        ("Qs 6c 3h", "Qd 6d 4s", ("lose", 0), "loses to"),
    ],
)
def test_introduction_1_hands_are_ranked_and_paid_as_in_three_card_poker(
    cells, dealer, ending, words
):
    table = terminal("123", "play", cards=board({"Row 1": cells}, dealer))
    assert ended(table, 1, "Ante") == ending
    if words is not None:
        clause, sentence = why(table, 1, "Ante")
        assert (clause, f" {words} the dealer's " in sentence) == ("Introduction 1", True)
        assert why(table, 1, "Play") == (clause, sentence)
        assert ended(table, 1, "Play") == ending


@pytest.mark.parametrize(
    ("cells", "cents"), [("9h 8h 7h", 2500), ("9s 9h 9d", 2000), ("9s 8h 7d", 500)]
)
@pytest.mark.parametrize("dealer", ["Js 6c 4c", "Qs 6c 4c", "Ah Kh Qh"])
def test_ante_bonus_as_three_card_poker(cells, cents, dealer):
    table = terminal("123", "play", cards=board({"Row 1": cells}, dealer))
    assert ended(table, 1, "Ante Bonus") == ("win", cents)
    assert why(table, 1, "Ante Bonus")[0] == "Introduction 1"


def test_ante_bonus_none():
    chosen = {"readings": {"ante_bonus": "none"}}
    table = terminal("123", "play", cards=board({"Row 1": "9h 8h 7h"}, "Qs 6c 4c"), **chosen)
    assert settlements(table) == [(1, "Ante", "win", 1000), (1, "Play", "win", 1000)]
    with pytest.raises(Rejection) as refusal:
        settings_for(GAME, pay_tables={"Ante Bonus": "1-3-5"}, **chosen)
    assert refusal.value.code is Code.SPOT_UNKNOWN


@pytest.mark.parametrize("cells", ["9h 8h 7h", "9s 9h 9d", "9s 8h 7d"])
def test_ante_bonus_is_not_paid_to_who_folds(cells):
    table = terminal("123", "fold", cards=board({"Row 1": cells}, "Qs 6c 4c"))
    assert settlements(table) == [(1, "Ante", "lose", 0)]


def test_introduction_2_three_of_nine_cells_are_picked_before_the_deal():
    (row,) = of_kind(terminal("951", "play"), happened.WagersPlaced)
    assert row.picks == ("9", "5", "1")
    table = opened(GAME, {1: {"Ante": 500}}, CARDS, picks="951")
    assert dealt(table) == []
    table.handle(PlaceWagers(1, Slip.of({"Ante": 500}, "123")))
    table.handle(CloseBets())
    slip = Slip.of({"Ante": 500}, "456")
    refused(table, PlaceWagers(1, slip), Code.BETS_CLOSED)
    assert table.layout.picks == {1: ("1", "2", "3")}


def test_introduction_3_the_cards_at_the_cells_picked_are_the_hand_for_all_84_triples():
    triples = list(combinations(CELLS, 3))
    assert len(triples) == 84
    seats = range(1, 85)
    stakes = {seat: {"Ante": 500} for seat in seats}
    picks = dict(zip(seats, triples, strict=True))
    table = deal(GAME, stakes, CARDS, dict.fromkeys(seats, "play"), picks=picks)
    for seat, triple in picks.items():
        hand = rank_three([NINE[cell] for cell in triple])
        assert settled(table, seat, "Ante").because.hands[0] == hand.name


def test_introduction_3_nine_cards_lie_face_up_for_all_before_anyone_decides():
    table = deal(GAME, {1: {"Ante": 500}}, CARDS, picks="159")
    assert isinstance(table.waiting, AwaitingDecisions)
    cells = [f"table/Cell {cell}" for cell in CELLS]
    assert [(place, face) for place, _, face in dealt(table)] == [(cell, "up") for cell in cells]
    seen = view(table.events, SPECTATOR)
    cards = [str(one.card) for one in seen if isinstance(one, happened.CardDealt)]
    assert cards == CARDS.split()[:9]


def test_introduction_4_play_takes_as_much_as_the_ante():
    table = deal(GAME, {1: {"Ante": 1500}}, CARDS, picks="159")
    play = offered(table, 1)["play"]
    assert (play.spot, play.least_cents, play.most_cents) == ("Play", 1500, 1500)
    table.handle(Decide(1, "play"))
    assert of_kind(table, happened.WagerAdded) == [happened.WagerAdded(1, "Play", 1500)]


def test_introduction_4_who_folds_forfeits_the_ante():
    table = terminal("123", "fold", cards=board({"Row 1": "As Ad Ac"}, DEALER))
    assert settlements(table) == [(1, "Ante", "lose", 0)]
    assert why(table, 1, "Ante") == ("Introduction 4", "You folded.")


@pytest.mark.parametrize(
    ("reading", "ending", "clause"),
    [("stay", "win", "Rule 11"), ("forfeited", "lose", "Introduction 4")],
)
def test_side_bets_on_fold(reading, ending, clause):
    spots = ("Pair Plus", "Six Card Bonus", "Row 1 Pair Plus", "Row 1 Six Card Bonus")
    stakes = {"Ante": 500, **dict.fromkeys(spots, 500)}
    cards = board({"Row 1": "As Ad Ac"}, DEALER)
    readings = {"side_bets_on_fold": reading}
    table = terminal("123", "fold", stakes, cards=cards, readings=readings)
    for spot in spots[:2]:
        assert (ended(table, 1, spot)[0], why(table, 1, spot)[0]) == (ending, clause)
    for spot in spots[2:]:
        assert (ended(table, 1, spot)[0], why(table, 1, spot)[0]) == ("win", "Rule 11")


# Rules of play.


def test_rule_1_betting_begins_when_the_dealer_presses_new_game():
    table = Round(GAME, settings_for(GAME), source(GAME, CARDS), automation=BY_HAND)
    slip = Slip.of({"Ante": 500}, "123")
    said = refused(table, PlaceWagers(1, slip), Code.BETS_CLOSED)
    assert said == "Betting has not opened yet; wait for the dealer."
    work(table)
    assert table.events[-1] == happened.DealerActed("Press New Game")
    table.handle(PlaceWagers(1, slip))


@pytest.mark.parametrize("cells", ["", "1", "12", "1234", "112", "111", "120", "12a"])
def test_rule_2_three_different_cells_of_the_nine_and_nothing_else(cells):
    said = refused_slip(GAME, {"Ante": 500}, Code.PICKS_INVALID, picks=cells)
    assert said.startswith("Pick 3 different ones of 1, 2, 3, 4, 5, 6, 7, 8, 9")


def test_rule_2_the_order_of_the_picks_does_not_matter():
    one, other = terminal("159", "play"), terminal("951", "play")
    assert settlements(one) == settlements(other)
    assert settled(one, 1, "Ante").because == settled(other, 1, "Ante").because


def test_rule_2_several_terminals_may_pick_the_same_cells():
    stakes = {seat: {"Ante": 500} for seat in (1, 2, 7)}
    table = deal(GAME, stakes, CARDS, dict.fromkeys(stakes, "play"), picks="159")
    assert len({settled(table, seat, "Ante").because for seat in stakes}) == 1


def test_rule_2_picks_are_nobody_elses_business():
    table = opened(GAME, {1: {"Ante": 500}, 2: {"Ante": 500}}, CARDS, picks="159")
    seen = view(table.events, Viewer.at(2))
    placed = [one.picks for one in seen if isinstance(one, happened.WagersPlaced)]
    assert placed == [None, ("1", "5", "9")]


def test_no_cells_chosen_wager_refused():
    readings = {"no_cells_chosen": "wager_refused"}
    said = refused_slip(GAME, {"Ante": 500}, Code.PICKS_INVALID, readings=readings)
    assert said.endswith("; nothing is picked yet.")


def test_no_cells_chosen_quick_pick_draws_three_cells_after_bets_are_closed():
    readings = {"no_cells_chosen": "quick_pick"}
    stakes = {1: {"Ante": 500}, 2: {"Ante": 500}, 3: {"Ante": 500}}
    table = deal(
        GAME, stakes, CARDS, dict.fromkeys(stakes, "play"), picks={2: "159"}, readings=readings
    )
    order = of_kind(table, happened.BetsClosed, happened.PicksDrawn, happened.CardDealt)
    assert [type(one) for one in order[:4]] == [
        happened.BetsClosed,
        happened.PicksDrawn,
        happened.PicksDrawn,
        happened.CardDealt,
    ]
    drawn = of_kind(table, happened.PicksDrawn)
    assert [one.seat for one in drawn] == [1, 3]
    for one in drawn:
        assert len(set(one.picks)) == 3
        assert set(one.picks) <= set(CELLS)
        hand = rank_three([NINE[cell] for cell in one.picks])
        assert settled(table, one.seat, "Ante").because.hands[0] == hand.name


def test_no_cells_chosen_quick_pick_follows_from_the_salt_and_reaches_every_triple():
    readings = {"no_cells_chosen": "quick_pick"}
    stakes = {seat: {"Ante": 500} for seat in range(1, 1501)}

    def drawn(salt):
        table = deal(GAME, stakes, CARDS, salt=salt, readings=readings, positions=1500)
        return [one.picks for one in of_kind(table, happened.PicksDrawn)]

    assert drawn("c0ffee") == drawn("c0ffee")
    assert drawn("c0ffee") != drawn("decade")
    assert len(set(drawn("c0ffee"))) == 84


def test_no_cells_chosen_quick_pick_still_refuses_one_or_two_cells():
    readings = {"no_cells_chosen": "quick_pick"}
    refused_slip(GAME, {"Ante": 500}, Code.PICKS_INVALID, picks="12", readings=readings)


@pytest.mark.parametrize("spot", ["Pair Plus", "Six Card Bonus", *LINE_SPOTS])
def test_rule_3_the_ante_must_be_bet(spot):
    said = refused_slip(GAME, {spot: 500}, Code.WAGER_WITHOUT_BASE, picks="123")
    assert said == f"{spot} goes only with Ante; bet Ante too."


@pytest.mark.parametrize("spots", [(), ("Pair Plus",), ("Six Card Bonus",), LINE_SPOTS])
def test_rule_3_side_bets_are_optional_and_each_may_be_bet_without_the_others(spots):
    stakes = {"Ante": 500, **dict.fromkeys(spots, 500)}
    table = terminal("159", "fold", stakes)
    assert {spot for _, spot, _, _ in settlements(table)} == set(stakes)


@pytest.mark.parametrize("before", ["", "Row 2 ", "Column 3 "])
def test_side_bet_sizes_independent(before):
    stakes = {"Ante": 2000, f"{before}Pair Plus": 500}
    assert opened(GAME, {1: stakes}, picks="123").layout.stakes == {1: stakes}
    stakes = {"Ante": 2000, f"{before}Six Card Bonus": 100}
    assert opened(GAME, {1: stakes}, picks="123").layout.stakes == {1: stakes}


@pytest.mark.parametrize("before", ["", "Row 2 ", "Column 3 "])
def test_side_bet_sizes_as_three_card_poker(before):
    chosen = {"picks": "123", "readings": {"side_bet_sizes": "as_three_card_poker"}}
    pair_plus, six_card_bonus = f"{before}Pair Plus", f"{before}Six Card Bonus"
    refused_slip(GAME, {"Ante": 2000, pair_plus: 1500}, Code.STAKE_TOO_LOW_BESIDE, **chosen)
    refused_slip(GAME, {"Ante": 2000, six_card_bonus: 100}, Code.WAGER_WITHOUT_BASE, **chosen)
    stakes = {"Ante": 2000, pair_plus: 2000, six_card_bonus: 100}
    assert opened(GAME, {1: stakes}, **chosen).layout.stakes == {1: stakes}


def test_rule_3a_rows_and_columns_of_the_nine_cells():
    assert {line: "".join(cells) for line, cells in LINES.items()} == {
        "Row 1": "123",
        "Row 2": "456",
        "Row 3": "789",
        "Column 1": "147",
        "Column 2": "258",
        "Column 3": "369",
    }


@pytest.mark.parametrize("line", list(LINES))
def test_rule_3a_each_line_is_settled_on_its_own_cards(line):
    """Only this line has a pair; the hand picked and every other line have none."""
    stakes = {"Ante": 500, **{f"{other} Pair Plus": 500 for other in LINES}}
    table = terminal("159", "fold", stakes, cards=board({line: "2s 2h 5d"}, DEALER))
    for other in LINES:
        is_paid = other == line
        assert ended(table, 1, f"{other} Pair Plus") == (("win", 1000) if is_paid else ("lose", 0))
    because = settled(table, 1, f"{line} Pair Plus").because
    assert because.sentence == f"{line}'s pair of twos, five kicker, pays even money."


@pytest.mark.parametrize("line", list(LINES))
def test_rule_3a_each_line_has_a_six_card_bonus_with_the_dealers_cards(line):
    stakes = {"Ante": 500, **{f"{other} Six Card Bonus": 100 for other in LINES}}
    table = terminal("159", "fold", stakes, cards=board({line: "2s 2h 5d"}, "2d Ah Kh"))
    for other in LINES:
        is_paid = other == line
        expected = ("win", 600) if is_paid else ("lose", 0)
        assert ended(table, 1, f"{other} Six Card Bonus") == expected
    because = settled(table, 1, f"{line} Six Card Bonus").because
    assert because.sentence == (
        f"{line}'s three of a kind, twos, ace-king kickers, with the dealer's cards, pays 5 to 1."
    )


@pytest.mark.parametrize("decision", ["play", "fold"])
@pytest.mark.parametrize("reading", ["stay", "forfeited"])
def test_rule_3a_lines_stay_whatever_becomes_of_the_hand(decision, reading):
    stakes = {"Ante": 500, "Row 1 Pair Plus": 500, "Column 1 Six Card Bonus": 100}
    cards = board({"Row 1": "2s 2h 5d"}, "2d 2c Kd")
    table = terminal("159", decision, stakes, cards=cards, readings={"side_bets_on_fold": reading})
    assert ended(table, 1, "Row 1 Pair Plus") == ("win", 1000)
    assert ended(table, 1, "Column 1 Six Card Bonus")[0] == "win"


def test_rule_3a_a_line_may_be_bet_on_and_be_the_hand_as_well():
    stakes = {"Ante": 500, "Pair Plus": 500, "Row 1 Pair Plus": 1000}
    table = terminal("123", "play", stakes, cards=board({"Row 1": "2s 2h 5d"}, DEALER))
    assert ended(table, 1, "Pair Plus") == ("win", 1000)
    assert ended(table, 1, "Row 1 Pair Plus") == ("win", 2000)


def test_rule_4_the_first_pack_comes_when_betting_time_is_over():
    table = opened(GAME, {1: {"Ante": 500}}, CARDS, picks="123", automation=BY_HAND)
    assert dealt(table) == []
    table.handle(CloseBets())
    work(table, happened.CardDealt)
    assert [place for place, _, _ in dealt(table)] == [f"table/Cell {cell}" for cell in "123"]
    refused(table, PlaceWagers(2, Slip.of({"Ante": 500}, "123")), Code.BETS_CLOSED)


@pytest.mark.parametrize(
    ("pack", "cells"),
    [
        pytest.param(0, "123", id="rule 4a"),
        pytest.param(1, "456", id="rule 5"),
        pytest.param(2, "789", id="rule 6"),
    ],
)
def test_rules_4a_5_6_the_packs_are_spread_left_to_right(pack, cells):
    """Turned up, the first card out of the shuffler is the bottom one: it stays at the left."""
    table = deal(GAME, {1: {"Ante": 500}}, CARDS, picks="123")
    cards = CARDS.split()[3 * pack : 3 * pack + 3]
    assert dealt(table)[3 * pack : 3 * pack + 3] == [
        (f"table/Cell {cell}", card, "up") for cell, card in zip(cells, cards, strict=True)
    ]


def test_rule_7_all_are_asked_at_once_and_answer_in_any_order():
    stakes = {seat: {"Ante": 500} for seat in (1, 2, 3)}
    table = deal(GAME, stakes, CARDS, picks="159")
    assert asked(table) == [(seat, ("play", "fold")) for seat in stakes]
    assert table.waiting == AwaitingDecisions((1, 2, 3))
    for seat in (3, 1, 2):
        table.handle(Decide(seat, "play"))
    assert table.layout.is_over


def test_rule_7_nobody_learns_what_another_chose_until_all_have_chosen():
    table = deal(GAME, {1: {"Ante": 500}, 2: {"Ante": 500}}, CARDS, [(1, "fold")], picks="159")
    (made,) = [
        one for one in view(table.events, Viewer.at(2)) if isinstance(one, happened.DecisionMade)
    ]
    assert (made.seat, made.choice) == (1, None)
    refused(table, Decide(1, "play"), Code.ALREADY_DECIDED)


def test_rule_7a_who_does_not_decide_in_time_folds_and_stakes_nothing_more():
    stakes = {seat: {"Ante": 500} for seat in (1, 2, 3)}
    table = deal(GAME, stakes, CARDS, [(2, "play")], picks="159")
    assert table.check(TimeOut()) == {1: 0, 3: 0}
    table.handle(TimeOut())
    made = [
        (one.seat, one.choice.option, str(one.by)) for one in of_kind(table, happened.DecisionMade)
    ]
    assert made == [(2, "play", "player"), (1, "fold", "time"), (3, "fold", "time")]
    assert [one.seat for one in of_kind(table, happened.WagerAdded)] == [2]
    assert ended(table, 1, "Ante") == ended(table, 3, "Ante") == ("lose", 0)
    late = "You did not decide in time, which counts as a fold."
    assert why(table, 1, "Ante") == why(table, 3, "Ante") == ("Rule 7a", late)


def test_rule_8_the_dealers_pack_comes_when_all_have_decided_and_lies_face_up():
    table = deal(GAME, {1: {"Ante": 500}, 2: {"Ante": 500}}, CARDS, [(2, "play")], picks="159")
    assert len(dealt(table)) == 9
    table.handle(Decide(1, "fold"))
    assert dealt(table)[9:] == [("dealer/Hand", card, "up") for card in CARDS.split()[9:]]
    order = of_kind(table, happened.DecisionsClosed, happened.CardDealt)
    assert isinstance(order[9], happened.DecisionsClosed)


def test_rule_8_the_dealers_pack_comes_though_all_have_folded():
    stakes = {"Ante": 500, "Column 2 Six Card Bonus": 100}
    table = terminal("123", "fold", stakes)
    assert len(dealt(table)) == 12


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [("Qc 3h 2d", True), ("2c 2h 3d", True), ("Jc Th 9d", True), ("Jc Th 8d", False)],
)
def test_rule_9_without_queen_high_the_ante_is_paid_and_play_comes_back(dealer, qualifies):
    table = terminal("123", "play", cards=board({"Row 1": "As Ac Ah"}, dealer))
    assert ended(table, 1, "Ante") == ("win", 1000)
    assert ended(table, 1, "Play") == (("win", 1000) if qualifies else ("push", 500))
    (called,) = of_kind(table, happened.HandCalled)
    assert called.words.endswith(", qualifies" if qualifies else ", does not qualify")
    if not qualifies:
        short = "The dealer's jack-ten-eight high does not qualify, so"
        assert why(table, 1, "Ante") == ("Rule 9", f"{short} the Ante is paid.")
        assert why(table, 1, "Play") == ("Rule 9", f"{short} the Play wager comes back.")


def test_rule_9_a_worse_hand_is_paid_too_when_the_dealer_does_not_qualify():
    table = terminal("123", "play", cards=board({"Row 1": "2s 4h 6c"}, "Jc Th 8d"))
    assert settlements(table) == [(1, "Ante", "win", 1000), (1, "Play", "push", 500)]


def test_rule_10_confirm_then_all_pays_and_takes_then_the_cards_are_collected():
    stakes = {1: {"Ante": 500, "Pair Plus": 500, "Row 3 Pair Plus": 500}, 2: {"Ante": 500}}
    table = deal(GAME, stakes, CARDS, {1: "play", 2: "fold"}, picks="159")
    after = table.events[table.events.index(happened.DealerActed("Press Confirm")) :]
    kinds = [type(one) for one in after]
    assert kinds == [
        happened.DealerActed,
        *[happened.WagerSettled] * 5,
        happened.CardsCollected,
        happened.RoundClosed,
    ]
    spots = [(one.seat, one.spot) for one in after[1:6]]
    assert spots == [
        (1, "Ante"),
        (1, "Play"),
        (1, "Pair Plus"),
        (1, "Row 3 Pair Plus"),
        (2, "Ante"),
    ]


def test_rule_10_a_thousand_terminals_are_settled_in_one_go():
    triples = list(combinations(CELLS, 3))
    seats = range(1, 1001)
    stakes = {seat: {"Ante": 500, "Pair Plus": 500} for seat in seats}
    picks = {seat: triples[seat % 84] for seat in seats}
    choices = [(seat, "play" if seat % 3 else "fold") for seat in seats]
    table = deal(GAME, stakes, CARDS, choices, picks=picks, positions=1000)
    found = {(seat, spot): (result, cents) for seat, spot, result, cents in settlements(table)}
    played = {seat for seat, option in choices if option == "play"}
    assert {seat for seat, spot in found if spot == "Play"} == played
    assert {seat for seat, spot in found if spot == "Ante"} == set(seats)
    for seat in range(85, 1001):
        assert found[seat, "Pair Plus"] == found[seat - 84, "Pair Plus"]
    for seat in set(seats) - played:
        assert found[seat, "Ante"] == ("lose", 0)


def test_rule_10_a_stadium_has_up_to_a_hundred_thousand_terminals():
    assert settings_for(GAME, positions=100_000).positions == 100_000
    with pytest.raises(Rejection) as refusal:
        settings_for(GAME, positions=100_001)
    assert refusal.value.code is Code.SEATS_OUT_OF_RANGE
