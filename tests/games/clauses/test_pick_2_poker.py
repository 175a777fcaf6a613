"""Pick 2 Poker, clause by clause: the table, the deal, the pick, and the end of a round.

Hands against each other, bonuses and irregularities are in files of their own beside this one.
"""

import pytest

from croupier.cards import Back, DeckPair, PackDispenser, Seed, parse_hand
from croupier.games.pick_2_poker import PICK_2_POKER
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, PlaceWagers, ReadCard, TimeOut
from croupier.table.fairness import check_shuffle
from croupier.table.layout import view
from croupier.table.places import SPECTATOR, Viewer
from croupier.table.record import write_round
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Limit, Slip, When
from croupier.table.waiting import AwaitingDecisions, RoundIsOver

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
    was_void,
    why,
)
from .pick_2_rounds import (
    ACE_KING,
    HAND,
    QUEEN_HIGH,
    SHUFFLER,
    STAKES,
    THREES,
    WITH_BONUS,
    moved,
    play,
)

# The table, and what is bet.


def test_playing_1_one_deck_serves_nine_seats_and_no_card_twice():
    table = deal(PICK_2_POKER, dict.fromkeys(range(1, 10), STAKES), positions=9)
    cards = [card for _, card, _ in dealt(table)]
    assert len(cards) == len(set(cards)) == 50
    with pytest.raises(Rejection, match="1 to 9 seats") as refusal:
        settings_for(PICK_2_POKER, positions=10)
    assert refusal.value.code is Code.SEATS_OUT_OF_RANGE


def test_playing_2_four_areas_lie_before_each_player():
    spots = {wager.spot: wager for wager in PICK_2_POKER.wagers(PICK_2_POKER.rules())}
    areas = [spot for spot, wager in spots.items() if wager.brought_by is None]
    assert areas == ["5 Card Bonus Only", "3-5 Bonus", "Ante", "Play"]
    assert spots["Play"].when is When.WITH_A_DECISION
    assert spots["3-5 Bonus on 3 Cards"].brought_by == "3-5 Bonus"


@pytest.mark.parametrize("missing", ["3-5 Bonus", "Ante"])
def test_playing_3_both_the_bonus_and_the_ante_must_be_bet(missing):
    stakes = {spot: cents for spot, cents in STAKES.items() if spot != missing}
    assert refused_slip(PICK_2_POKER, stakes, Code.WAGER_MISSING) == f"{missing} must be bet."


@pytest.mark.parametrize("spot", ["Play", "3-5 Bonus on 3 Cards"])
def test_playing_3_nothing_else_is_bet_before_the_deal(spot):
    refused_slip(PICK_2_POKER, {**STAKES, spot: 1000}, Code.WAGER_NOT_NOW)


def test_playing_4_the_five_card_bonus_only_may_be_left_out_or_of_any_size():
    without = play("As Ah 9d 7c 2s", ACE_KING, "5-card")
    assert "5 Card Bonus Only" not in [spot for _, spot, _, _ in settlements(without)]
    for cents in (100, 10_000):
        table = play("As Ah 9d 7c 2s", ACE_KING, "5-card", {**STAKES, "5 Card Bonus Only": cents})
        assert ended(table, 1, "5 Card Bonus Only") == ("win", 2 * cents)


def test_playing_4_read_as_ante_required_the_five_card_bonus_only_is_not_bet_alone():
    said = refused_slip(PICK_2_POKER, {"5 Card Bonus Only": 500}, Code.WAGER_WITHOUT_BASE)
    assert said == "5 Card Bonus Only goes only with Ante; bet Ante too."


def test_playing_4_read_the_other_way_it_is_bet_alone_and_decides_nothing():
    table = deal(
        PICK_2_POKER,
        {1: {"5 Card Bonus Only": 500}, 2: STAKES},
        f"8s 8h 5d 4c 2s As Ah 9d 7c 3s {QUEEN_HIGH}",
        {2: "5-card"},
        readings={"entry": "ante_or_five_card_bonus"},
    )
    assert [seat for seat, _ in asked(table)] == [2]
    assert ended(table, 1, "5 Card Bonus Only") == ("win", 1000)
    assert [spot for seat, spot, _, _ in settlements(table) if seat == 1] == ["5 Card Bonus Only"]


def test_playing_4_read_the_other_way_nobody_need_play_against_the_dealer():
    table = deal(
        PICK_2_POKER,
        {1: {"5 Card Bonus Only": 500}},
        f"8s 8h 5d 4c 2s {QUEEN_HIGH}",
        readings={"entry": "ante_or_five_card_bonus"},
    )
    assert table.waiting == RoundIsOver()
    assert settlements(table) == [(1, "5 Card Bonus Only", "win", 1000)]


@pytest.mark.parametrize(
    ("stakes", "code", "sentence"),
    [
        ({"Ante": 500}, Code.WAGER_WITHOUT_BASE, "Ante goes only with 3-5 Bonus; bet 3-5 Bonus"),
        ({"3-5 Bonus": 500}, Code.WAGER_WITHOUT_BASE, "3-5 Bonus goes only with Ante; bet Ante"),
        ({"3-5 Bonus": 500, "Ante": 600}, Code.STAKE_NOT_EQUAL, "3-5 Bonus must equal Ante"),
    ],
)
def test_playing_4_read_the_other_way_whoever_plays_the_dealer_still_bets_both(
    stakes, code, sentence
):
    readings = {"entry": "ante_or_five_card_bonus"}
    assert sentence in refused_slip(PICK_2_POKER, stakes, code, readings=readings)


@pytest.mark.parametrize("bonus", [900, 1100, 2000])
def test_playing_5_the_three_five_bonus_equals_the_ante(bonus):
    said = refused_slip(PICK_2_POKER, {"3-5 Bonus": bonus, "Ante": 1000}, Code.STAKE_NOT_EQUAL)
    assert said == "3-5 Bonus must equal Ante: $10 here."


def test_playing_6_the_ante_is_settled_as_in_poker_by_the_better_hand():
    table = play("As Ah 9d 7c 2s", "Kd Kc 9h 7h 4s", "5-card")
    assert ended(table, 1, "Ante") == ("win", 2000)
    assert settled(table, 1, "Ante").because.hands == (
        "pair of aces, nine-seven-two kickers",
        "pair of kings, nine-seven-four kickers",
    )


def test_wagers_a_the_house_sets_the_limits_of_bonus_and_ante():
    limits = {
        "3-5 Bonus": Limit(2500, 10_000, 2500),
        "Ante": Limit(2500, 10_000, 2500),
        "5 Card Bonus Only": Limit(200, 400, 200),
    }
    for stakes, code in (
        ({"3-5 Bonus": 1000, "Ante": 1000}, Code.STAKE_BELOW_MINIMUM),
        ({"3-5 Bonus": 12_500, "Ante": 12_500}, Code.STAKE_ABOVE_MAXIMUM),
        ({"3-5 Bonus": 3000, "Ante": 3000}, Code.STAKE_OFF_INCREMENT),
        ({"3-5 Bonus": 5000, "Ante": 5000, "5 Card Bonus Only": 600}, Code.STAKE_ABOVE_MAXIMUM),
    ):
        refused_slip(PICK_2_POKER, stakes, code, limits=limits)
    refused_slip(PICK_2_POKER, {"3-5 Bonus": 400, "Ante": 400}, Code.STAKE_BELOW_MINIMUM)
    largest = {"3-5 Bonus": 50_000, "Ante": 50_000, "5 Card Bonus Only": 10_000}
    table = play("As Ah Ad 7c 2s", ACE_KING.replace("Ad", "Ac"), "3-card 1-2-3", largest)
    assert ended(table, 1, "Play") == ("win", 200_000)


# The deal.


@pytest.mark.parametrize("device", [SHUFFLER, HAND])
def test_playing_7_five_cards_face_down_to_each_player_and_then_the_dealer(device):
    one, three, dealer = "As Kd 9h 4c 2s", "Qs Jd 8h 3c 2d", "Ts 9d 7h 6c 5s"
    table = deal(PICK_2_POKER, {1: STAKES, 3: STAKES}, f"{one} {three} {dealer}", device=device)
    assert dealt(table) == [
        *(("seat 1/Hand", card, "own") for card in one.split()),
        *(("seat 3/Hand", card, "own") for card in three.split()),
        *(("dealer/Hand", card, "down") for card in dealer.split()),
    ]


def test_dealing_1_the_game_is_dealt_from_a_shuffler_or_by_hand():
    assert [device.name for device in PICK_2_POKER.devices] == ["shuffler", "deck"]
    rounds = [
        play("As Ah 9d 7c 2s", ACE_KING.replace("Ad", "Ac"), "5-card", device=device)
        for device in (SHUFFLER, HAND)
    ]
    assert [of_kind(table, happened.RoundOpened)[0].device for table in rounds] == [
        "shuffler",
        "deck",
    ]
    assert settlements(rounds[0]) == settlements(rounds[1])


def test_by_hand_1_one_deck_is_shuffled_so_that_all_can_check_it():
    seed = Seed(bytes(32))
    table = Round(
        PICK_2_POKER, settings_for(PICK_2_POKER), PICK_2_POKER.devices[HAND].shuffled(seed)
    )
    table.handle(PlaceWagers(1, Slip.of(STAKES)))
    table.handle(CloseBets("c0ffee", 20))
    table.handle(Decide(1, "fold"))
    events = (*table.events, happened.SeedRevealed(seed.reveal()))
    assert [str(card) for card in check_shuffle(events)] == [card for _, card, _ in dealt(table)]


def test_by_hand_2_the_cut_puts_the_top_of_the_deck_beneath_the_rest():
    rest = "As Ks Qs Js Ts 9h 8h 7h 6h 4h"
    table = deal(PICK_2_POKER, {1: STAKES}, f"2c 3c 4c {rest}", device=HAND, cut_at=3)
    assert " ".join(card for _, card, _ in dealt(table)) == rest
    assert of_kind(table, happened.BetsClosed)[0].cut_at == 3


def test_by_hand_2_a_shuffler_is_not_cut():
    table = opened(PICK_2_POKER, {1: STAKES})
    refused(table, CloseBets("c0ffee", 3), Code.DEVICE_CANNOT)


def test_by_hand_3_real_cards_dealt_by_hand_are_read_five_to_a_hand():
    table = Round(PICK_2_POKER, settings_for(PICK_2_POKER), PICK_2_POKER.devices[HAND].physical())
    table.handle(PlaceWagers(1, Slip.of(STAKES)))
    table.handle(CloseBets())
    for count, card in enumerate(parse_hand("As Kd 9h 4c 2s Ts 9d 7h 6c 5s"), start=1):
        table.handle(ReadCard(card))
        assert len(dealt(table)) == count // 5 * 5
    assert table.waiting == AwaitingDecisions((1,))


def test_by_hand_4_the_cut_card_goes_and_the_stub_into_the_discard_holder():
    by_hand = deal(PICK_2_POKER, {1: STAKES}, device=HAND)
    words = "Remove the cut card and put the stub into the discard holder"
    assert of_kind(by_hand, happened.DealerActed) == [happened.DealerActed(words)]
    kinds = [type(event) for event in by_hand.events]
    assert kinds[-3:] == [happened.CardDealt, happened.DealerActed, happened.DecisionAsked]
    from_shuffler = deal(PICK_2_POKER, {1: STAKES}, device=SHUFFLER)
    assert of_kind(from_shuffler, happened.DealerActed) == []


def test_shuffler_1_two_decks_of_different_backs_alternate_and_each_is_whole():
    pair, backs = DeckPair(Back.RED, Back.BLUE), []
    for number in range(4):
        source = CardSource.shuffled(
            Seed(bytes([number] * 32)),
            PackDispenser,
            PICK_2_POKER.devices[SHUFFLER].load,
            back=pair.in_play,
        )
        table = Round(PICK_2_POKER, settings_for(PICK_2_POKER), source)
        table.handle(PlaceWagers(1, Slip.of(STAKES)))
        table.handle(CloseBets("c0ffee"))
        table.handle(Decide(1, "fold"))
        backs.append(of_kind(table, happened.RoundOpened)[0].back)
        assert pair.in_shuffler is not backs[-1]
        pair = pair.next_round()
    assert backs == [Back.RED, Back.BLUE, Back.RED, Back.BLUE]


def test_shuffler_a_two_decks_of_one_colour_are_refused():
    with pytest.raises(Rejection) as refusal:
        DeckPair(Back.RED, Back.RED)
    assert refusal.value.code is Code.DEVICE_SETTING


# The pick.


def test_playing_8_each_player_may_fold_play_five_or_any_three():
    table = deal(PICK_2_POKER, {1: STAKES, 2: STAKES})
    assert asked(table) == [(1, ("fold", "5-card", *THREES)), (2, ("fold", "5-card", *THREES))]
    assert len(THREES) == 10
    assert sorted(PICK_2_POKER.options(PICK_2_POKER.rules())) == sorted(offered(table, 1))


def test_playing_8_who_lets_the_time_run_out_folds():
    table = deal(PICK_2_POKER, {1: WITH_BONUS, 2: STAKES}, decisions=[(2, "5-card")])
    table.handle(TimeOut())
    late = "You did not decide in time, which counts as a fold."
    assert why(table, 1, "Ante") == ("Playing 10", late)
    assert [one.by for one in of_kind(table, happened.DecisionMade)] == ["player", "time"]


def test_playing_8_the_labels_name_the_players_own_cards_and_the_price():
    table = deal(PICK_2_POKER, {1: STAKES}, "As Kd 9h 4c 2s")
    options = offered(table, 1)
    assert options["fold"].label == "Fold"
    assert options["5-card"].label == "All 5 cards, another $10"
    assert options["3-card 1-2-4"].label == "3 cards: A♠ K♦ 4♣, another $20"


def test_playing_9_it_is_three_or_five_and_the_choice_stands():
    table = deal(PICK_2_POKER, {1: STAKES, 2: STAKES}, decisions=[(1, "5-card")])
    refused(table, Decide(1, "3-card 1-2-3"), Code.ALREADY_DECIDED)
    table.handle(Decide(2, "3-card 1-2-3"))
    added = [(one.seat, one.cents) for one in of_kind(table, happened.WagerAdded)]
    assert added == [(1, 1000), (2, 2000)]


@pytest.mark.parametrize("option", ["3-card 3-2-1", "3-card 1-2", "3-card 1-2-6", "both", "play"])
def test_playing_9_nothing_else_can_be_chosen(option):
    table = deal(PICK_2_POKER, {1: STAKES})
    refused(table, Decide(1, option), Code.OPTION_NOT_OFFERED)


def test_playing_10_a_fold_loses_ante_and_bonuses_at_once():
    table = deal(PICK_2_POKER, {1: WITH_BONUS, 2: STAKES}, decisions={1: "fold", 2: "5-card"})
    lost = [(1, spot, "lose", 0) for spot in ("Ante", "3-5 Bonus", "5 Card Bonus Only")]
    assert settlements(table)[:3] == lost
    kinds = [type(event) for event in table.events]
    assert kinds.index(happened.WagerSettled) < kinds.index(happened.CardsTurned)
    for _, spot, _, _ in lost:
        assert why(table, 1, spot) == ("Playing 10", "You folded.")
    assert "seat 1/Hand" not in [str(one.place) for one in of_kind(table, happened.CardsTurned)]


def test_playing_11_to_play_is_to_stake_more_in_the_diamond():
    for option in ("5-card", *THREES):
        table = play("As Ah 9d 7c 2s", ACE_KING.replace("Ad", "Ac"), option)
        (added,) = of_kind(table, happened.WagerAdded)
        assert (added.seat, added.spot) == (1, "Play")
    assert of_kind(play("As Ah 9d 7c 2s", QUEEN_HIGH, "fold"), happened.WagerAdded) == []


@pytest.mark.parametrize("ante", [500, 700, 50_000])
@pytest.mark.parametrize(("option", "times"), [("3-card 1-2-3", 2), ("5-card", 1)])
def test_playing_12_and_13_three_cards_cost_twice_the_ante_and_five_cards_once(ante, option, times):
    table = deal(PICK_2_POKER, {1: {"3-5 Bonus": ante, "Ante": ante}})
    assert table.check(Decide(1, option)) == {1: times * ante}
    refused(table, Decide(1, option, times * ante + 100), Code.STAKE_INVALID)
    refused(table, Decide(1, option, (3 - times) * ante), Code.STAKE_INVALID)
    table.handle(Decide(1, option))
    assert settled(table, 1, "Play").stake_cents == times * ante


def test_playing_14_all_five_lie_behind_the_diamond_for_the_five_card_game():
    table = play("As Kd 9h 4c 2s", QUEEN_HIGH.replace("9h", "8h"), "5-card")
    assert moved(table, "seat 1/Play") == [("As Kd 9h 4c 2s", "own")]
    assert moved(table, "seat 1/3-5 Bonus") == []


def test_playing_15_three_behind_the_diamond_and_two_face_down_under_the_bonus():
    table = play("As Kd 9h 4c 2s", QUEEN_HIGH.replace("9h", "8h"), "3-card 1-3-5")
    assert moved(table, "seat 1/Play") == [("As 9h 2s", "own")]
    assert moved(table, "seat 1/3-5 Bonus") == [("Kd 4c", "own")]


@pytest.mark.parametrize("option", THREES)
def test_playing_15_each_of_the_ten_ways_sets_the_cards_it_names(option):
    hand = ["As", "Kd", "9h", "4c", "2s"]
    at = [int(number) - 1 for number in option.removeprefix("3-card ").split("-")]
    table = play(" ".join(hand), QUEEN_HIGH.replace("9h", "8h"), option)
    assert moved(table, "seat 1/Play") == [(" ".join(hand[one] for one in at), "own")]
    left = [card for one, card in enumerate(hand) if one not in at]
    assert moved(table, "seat 1/3-5 Bonus") == [(" ".join(left), "own")]


# What the others may learn.


@pytest.mark.parametrize("option", ["fold", "5-card", "3-card 1-3-5"])
@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer.at(2)], ids=["spectator", "neighbour"])
def test_playing_8_nobody_else_learns_a_card_before_it_is_shown(viewer, option):
    seen = []
    for hand in ("As Kd 9h 4c 2s", "3h 3s 8d 8c 6s"):
        cards = f"{hand} Qs Jd 8h 3c 2d Ts 9d 7h 6c 5s"
        table = deal(PICK_2_POKER, {1: WITH_BONUS, 2: STAKES}, cards, {1: option, 2: "5-card"})
        first_turn = [type(one) for one in table.events].index(happened.CardsTurned)
        seen.append(view(table.events[:first_turn], viewer))
    assert seen[0] == seen[1]
    words = write_round(seen[0])
    for card in parse_hand("As Kd 9h 4c 2s"):
        assert f'"{card}"' not in words
        assert card.pretty not in words


def test_playing_8_what_others_pick_is_hidden_until_all_have_picked():
    table = deal(PICK_2_POKER, {1: STAKES, 2: STAKES}, decisions=[(1, "3-card 1-3-5")])
    (question,) = [
        one for one in view(table.events, Viewer.at(2)) if isinstance(one, happened.DecisionAsked)
    ]
    assert [one.seat for one in question.asked] == [2]
    (made,) = [
        one for one in view(table.events, Viewer.at(2)) if isinstance(one, happened.DecisionMade)
    ]
    assert (made.seat, made.choice) == (1, None)
    assert of_kind(table, happened.WagerAdded) == []


def test_playing_10_cards_folded_with_nothing_left_to_win_are_never_shown():
    cards = "As Kd 9h 4c 2s Qs Jd 8h 3c 2d Ts 9d 7h 6c 5s"
    table = deal(PICK_2_POKER, {1: WITH_BONUS, 2: STAKES}, cards, {1: "fold", 2: "5-card"})
    words = write_round(view(table.events, Viewer.at(2)))
    assert [card for card in ["As", "Kd", "9h", "4c", "2s"] if f'"{card}"' in words] == []


# How a round is completed.


def test_round_a_each_player_answers_for_himself():
    table = deal(PICK_2_POKER, {1: STAKES, 3: STAKES}, decisions=[(3, "fold")])
    refused(table, Decide(2, "fold"), Code.NOT_ASKED)
    assert table.waiting == AwaitingDecisions((1,))


TWO_SEATS = {1: WITH_BONUS, 2: WITH_BONUS}
GAMES = [(1, "Ante"), (1, "Play"), (2, "Ante"), (2, "Play")]
BONUSES = [(seat, spot) for seat in (1, 2) for spot in ("3-5 Bonus", "5 Card Bonus Only")]


@pytest.mark.parametrize(
    ("reading", "order"),
    [("bonuses_after", [*GAMES, *BONUSES]), ("bonuses_before", [*BONUSES, *GAMES])],
)
def test_round_b_and_playing_17_bonuses_are_settled_after_or_before_all_other_wagers(
    reading, order
):
    table = deal(
        PICK_2_POKER,
        TWO_SEATS,
        f"Js Jh 9d 8c 2s Jd Tc 9s 8d 3c {ACE_KING}",
        {1: "3-card 1-2-3", 2: "5-card"},
        readings={"settling_order": reading},
    )
    assert [(seat, spot) for seat, spot, _, _ in settlements(table)] == order


def test_round_b_is_how_the_game_is_played_unless_the_house_says_otherwise():
    assert dict(settings_for(PICK_2_POKER).readings)["settling_order"] == "bonuses_after"


def test_round_d_all_cards_are_picked_up_and_nothing_stays_in_action():
    table = deal(
        PICK_2_POKER,
        {1: WITH_BONUS, 2: WITH_BONUS, 3: STAKES},
        decisions={1: "fold", 2: "3-card 2-3-4", 3: "5-card"},
    )
    assert [type(event) for event in table.events[-2:]] == [
        happened.CardsCollected,
        happened.RoundClosed,
    ]
    assert table.layout.cards == {}
    assert not any(table.layout.stakes.values())
    assert not was_void(table)
