"""Roll Your Own Blackjack, rules 1 to 6: the packs, the three bets, setting the hands, the Bonus.

Rule 7 and its list, rule 8, the rulings and the irregularities have files of their own.
"""

import pytest

from croupier.cards import DECK, PackDispenser
from croupier.money import Odds
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, PlaceWagers, TimeOut
from croupier.table.layout import view
from croupier.table.paytable import PayTable
from croupier.table.places import SPECTATOR, Face, Viewer
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip

from .dealing import (
    asked,
    deal,
    dealt,
    ended,
    of_kind,
    offered,
    refused_slip,
    settled,
    settlements,
    was_void,
    why,
)
from .roll_your_own_rounds import BET, GAME, bets, hands, play, story

STIFF = "Ks 9h 7d"
"""King, nine and seven: no Bonus, no blackjack."""


# Rule 1: the shuffler.


def test_rule_1_the_shuffler_is_set_to_packs_of_three():
    (device,) = GAME.devices
    assert (device.name, device.pack_size) == ("shuffler", 3)
    table = play(STIFF)
    assert table.events[0].device == "shuffler"
    # Two packs came out, to the player and to the dealer, and nothing else yet.
    assert len(dealt(table)) == 6


def test_rule_1_a_shuffler_in_another_mode_cannot_deal_the_game():
    wrong = CardSource.ready(PackDispenser(DECK, pack_size=5))
    table = Round(GAME, settings_for(GAME), wrong)
    table.handle(PlaceWagers(1, Slip.of(bets())))
    table.handle(CloseBets())
    assert was_void(table)
    assert table.events[-1].reason == "The shuffler is not set to give 3 cards here."


# Rule 2: three equal bets.


def test_rule_2_three_equal_bets_are_taken():
    table = play(STIFF)
    assert table.layout.stakes == {1: {"Bonus": BET, "Blackjack 1": BET, "Blackjack 2": BET}}


@pytest.mark.parametrize(
    ("stakes", "told"),
    [
        ({**bets(), "Bonus": 500}, "Bonus must equal Blackjack 1: $10 here."),
        ({**bets(), "Bonus": 1500}, "Bonus must equal Blackjack 1: $10 here."),
        ({**bets(), "Blackjack 2": 500}, "Blackjack 2 must equal Blackjack 1: $10 here."),
        ({**bets(), "Blackjack 1": 1500}, "Bonus must equal Blackjack 1: $15 here."),
    ],
)
def test_rule_2_unequal_bets_are_refused(stakes, told):
    assert refused_slip(GAME, stakes, Code.STAKE_NOT_EQUAL) == told


@pytest.mark.parametrize("missing", ["Bonus", "Blackjack 1", "Blackjack 2"])
def test_rule_2_none_of_the_three_bets_may_be_left_out(missing):
    stakes = {spot: cents for spot, cents in bets().items() if spot != missing}
    assert refused_slip(GAME, stakes, Code.WAGER_MISSING) == f"{missing} must be bet."


@pytest.mark.parametrize(
    ("cents", "code"),
    [
        (400, Code.STAKE_BELOW_MINIMUM),
        (50_100, Code.STAKE_ABOVE_MAXIMUM),
        (1_050, Code.STAKE_OFF_INCREMENT),
    ],
)
def test_rule_2_the_bets_keep_to_the_limits_of_the_table(cents, code):
    refused_slip(GAME, bets(cents), code)


def test_rule_2_insurance_is_not_bet_before_the_deal():
    refused_slip(GAME, {**bets(), "Insurance": BET}, Code.WAGER_NOT_NOW)


# Rule 3: the packs.


def test_rule_3_packs_go_from_left_to_right_and_the_dealers_is_the_last():
    table = play("Ks 9h 7d 5s 5h 2d 3c 8c Qc", seats=(5, 2))
    assert dealt(table) == [
        ("seat 2/Hand", "Ks", "own"),
        ("seat 2/Hand", "9h", "own"),
        ("seat 2/Hand", "7d", "own"),
        ("seat 5/Hand", "5s", "own"),
        ("seat 5/Hand", "5h", "own"),
        ("seat 5/Hand", "2d", "own"),
        ("table/Burned", "3c", "down"),
        ("dealer/Hand", "8c", "up"),
        ("dealer/Hand", "Qc", "down"),
    ]


def test_rule_3_the_dealer_burns_the_top_card_and_turns_the_second():
    table = play(f"{STIFF} 3c 8c Qc")
    seen = {
        str(event.place): event.card
        for event in view(table.events, SPECTATOR)
        if isinstance(event, happened.CardDealt) and event.card is not None
    }
    assert {place: str(card) for place, card in seen.items()} == {"dealer/Hand": "8c"}


def test_rule_3_seven_seats_are_the_most_and_leave_28_cards():
    table = deal(GAME, {seat: bets() for seat in range(1, 8)}, positions=7)
    assert len(dealt(table)) == 24
    assert of_kind(table, happened.RestReleased) == [happened.RestReleased(28)]
    with pytest.raises(Rejection) as refusal:
        settings_for(GAME, positions=8)
    assert refusal.value.code is Code.SEATS_OUT_OF_RANGE


def test_rule_3_burned_card_unseen_stays_face_down_to_the_end():
    table = play(f"{STIFF} 3c 8c Qc 4s", {1: ["alone 3", "stand", "stand"]})
    burned = dealt(table)[3]
    assert burned == ("table/Burned", "3c", "down")
    for viewer in (SPECTATOR, Viewer.at(1)):
        assert "3c" not in str(view(table.events, viewer))
    assert not any("Burned" in line for line in story(table))


def test_rule_3_burned_card_shown_is_seen_by_everybody():
    table = play(f"{STIFF} 3c 8c Qc", burned_card="shown")
    assert dealt(table)[3] == ("table/Burned", "3c", "up")
    for viewer in (SPECTATOR, Viewer.at(1)):
        assert "3c" in str(view(table.events, viewer))


@pytest.mark.parametrize("burned_card", ["unseen", "shown"])
def test_rule_3_the_burned_card_is_out_of_play(burned_card):
    table = play(
        f"{STIFF} Ac 8c 9c Kh", {1: ["alone 3", "stand", "stand"]}, burned_card=burned_card
    )
    # Had the ace counted, the dealer had eighteen; eight and nine are seventeen.
    assert "called: hard 17" in story(table)


@pytest.mark.parametrize("check", ["after_second_cards", "check_at_once", "no_check_all_lose"])
@pytest.mark.parametrize("up", ["Ac", "Kc", "6c"])
def test_rule_3_nothing_tells_the_hole_card_before_it_is_turned(up, check):
    """Two rounds with other hole and burned cards look the same to everybody until then."""
    decisions = {1: ["alone 3", *(["insure"] if up == "Ac" else []), "hit", "stand", "double"]}
    rounds = [
        play(
            f"2s 3h 7d {hidden[0]} {up} {hidden[1]} 4s 5s 9s Tc", decisions, dealer_blackjack=check
        )
        for hidden in (("8c", "9c"), ("9d", "2d"))
    ]
    for viewer in (SPECTATOR, Viewer.at(1)):
        one, other = (view(until_turned(table), viewer) for table in rounds)
        assert len(one) > 20
        assert one == other


def until_turned(table):
    kinds = [type(event) for event in table.events]
    return table.events[: kinds.index(happened.CardsTurned)]


# Rule 4: the green button.


@pytest.mark.parametrize("seats", range(1, 8))
def test_rule_4_the_green_button_gives_the_dealer_the_rest(seats):
    table = deal(GAME, {seat: bets() for seat in range(1, seats + 1)})
    kinds = [type(event) for event in table.events]
    at = kinds.index(happened.RestReleased)
    assert table.events[at].cards == 52 - 3 * (seats + 1)
    # After the last pack, and before anybody is asked.
    assert kinds[at - 1] is happened.CardDealt
    assert kinds[at + 1] is happened.DecisionAsked


def test_rule_4_the_rest_of_the_game_is_dealt_from_the_hand_card_by_card():
    table = play(f"{STIFF} 2c 5c Kc 4h 5h Th", {1: ["alone 3", "stand", "hit", "stand"]})
    later = [line for line in story(table) if ": " in line and "set" not in line]
    assert later == [
        "seat 1/Blackjack 2: 4h",
        "seat 1/Blackjack 2: 5h",
        "dealer/Hand turned: 5c Kc",
        "dealer/Hand: Th",
        "called: bust with 25",
    ]


# Rule 5: setting the hands.


@pytest.mark.parametrize(
    ("option", "two", "one", "label"),
    [
        ("alone 1", ["9h", "7d"], ["Ks"], "9♥ 7♦ (hard 16) and K♠ alone"),
        ("alone 2", ["Ks", "7d"], ["9h"], "K♠ 7♦ (hard 17) and 9♥ alone"),
        ("alone 3", ["Ks", "9h"], ["7d"], "K♠ 9♥ (hard 19) and 7♦ alone"),
    ],
)
def test_rule_5_a_player_makes_a_two_card_and_a_one_card_hand(option, two, one, label):
    table = play(STIFF)
    assert offered(table, 1)[option].label == label
    table.handle(Decide(1, option))
    lying = {
        place.name: [str(placed.card) for placed in cards]
        for place, cards in table.layout.cards.items()
        if place.seat == 1
    }
    assert lying["Blackjack 1"] == two
    assert lying["Blackjack 2"][:1] == one
    assert "Hand" not in lying


def test_rule_5_the_hands_are_turned_up_left_to_right_when_all_have_chosen():
    table = play("Ks 9h 7d 5s 5h 2d 3c 8c Qc", [(2, "alone 1")], seats=(1, 2))
    assert not of_kind(table, happened.CardsMoved)
    table.handle(Decide(1, "alone 3"))
    moved = of_kind(table, happened.CardsMoved)
    assert [str(event.target) for event in moved] == [
        "seat 1/Blackjack 1",
        "seat 1/Blackjack 2",
        "seat 2/Blackjack 1",
        "seat 2/Blackjack 2",
    ]
    assert all(event.face is Face.UP for event in moved)


def test_rule_5_nobody_reads_anothers_cards_in_the_question_or_the_answer():
    table = play("Ks 9h 7d 5s 5h 2d 3c 8c Qc", [(1, "alone 2")], seats=(1, 2))
    for viewer, own in ((SPECTATOR, []), (Viewer.at(1), [1]), (Viewer.at(2), [2])):
        events = view(table.events, viewer)
        (question,) = [one for one in events if isinstance(one, happened.DecisionAsked)]
        assert [one.seat for one in question.asked] == own
        assert question.seats == (1, 2)
        (made,) = [one for one in events if isinstance(one, happened.DecisionMade)]
        assert (made.choice is None) is (1 not in viewer.seats)
    to_seat_2 = str(view(table.events, Viewer.at(2)))
    assert "5♠ 2♦" in to_seat_2
    assert not any(card in to_seat_2 for card in ("K♠", "9♥", "7♦", "Ks", "9h", "7d"))


def test_rule_5_a_double_blackjack_is_asked_too_so_that_nothing_is_told():
    plain = play("Ks 9h 7d 5s 5h 2d 3c 8c Qc", seats=(1, 2))
    double = play("As Ah Kd 5s 5h 2d 3c 8c Qc", seats=(1, 2))
    assert view(plain.events, Viewer.at(2)) == view(double.events, Viewer.at(2))
    assert view(plain.events, SPECTATOR) == view(double.events, SPECTATOR)
    assert [seat for seat, _ in asked(double)] == [1, 2]


def test_rule_5_when_time_runs_out_the_third_card_stands_alone():
    table = play("Ks 9h 7d 3c 8c Qc")
    table.handle(TimeOut())
    assert "seat 1/Blackjack 2 set: 7d" in story(table)


# Rule 6: the Bonus.


def test_rule_6_the_bonus_of_every_seat_is_settled_first_from_left_to_right():
    cards = "Ks 9h 7d  5s 5h 2d  Qs Js Ts  3c Ac Kc"
    table = play(cards, [(3, "alone 1"), (2, "alone 1"), (1, "alone 1")], seats=(1, 2, 3))
    assert story(table, since="seat 3/Blackjack 2 set") == [
        "seat 1/Bonus lose",
        "seat 2/Bonus lose",
        "seat 3/Bonus win",
        "ask Insurance? (1, 2, 3)",
    ]
    assert settlements(table)[-1] == (3, "Bonus", "win", 51_000)


def test_rule_6_the_bonus_comes_before_a_double_blackjack_is_paid():
    table = play("As Ks Qs 3c 8c Qc", {1: ["alone 3"]})
    assert settlements(table) == [
        (1, "Bonus", "win", 101_000),
        (1, "Blackjack 1", "win", 2500),
        (1, "Blackjack 2", "win", 2500),
    ]


BONUS_HANDS = [
    ("As Ks Qs", "Mini Royal", 100, "mini royal"),
    ("Qd Ad Kd", "Mini Royal", 100, "mini royal"),
    ("Kh Qh Jh", "Straight Flush", 50, "straight flush, king high"),
    ("Ac 2c 3c", "Straight Flush", 50, "straight flush, three high"),
    ("9s 9h 9d", "Three of a Kind", 30, "three of a kind, nines"),
    ("As Ah Ad", "Three of a Kind", 30, "three of a kind, aces"),
    ("Ah Ks Qd", "Straight", 5, "straight, ace high"),
    ("4s 5h 6d", "Straight", 5, "straight, six high"),
    ("2s Ah 3d", "Straight", 5, "straight, three high"),
    ("Ks 9s 2s", "Flush", 3, "flush, king-nine-two high"),
    ("Kh Ah 2h", "Flush", 3, "flush, ace-king-two high"),
]


@pytest.mark.parametrize(("cards", "line", "pays", "words"), BONUS_HANDS)
@pytest.mark.parametrize("alone", ["alone 1", "alone 3"])
def test_rule_6_every_line_of_the_sample_table_is_paid_at_its_odds(cards, line, pays, words, alone):
    table = play(f"{cards} 5d 8d 8h", [(1, alone)])
    bonus = settled(table, 1, "Bonus")
    assert bonus.outcome.odds == Odds(pays)
    assert bonus.returned_cents == BET + pays * BET
    assert bonus.because.clause == "Rule 6"
    assert bonus.because.line == line
    assert bonus.because.hands == (words,)
    comma = "," if "," in words else ""
    assert bonus.because.sentence == f"Your {words}{comma} pays {pays} to 1."


def test_rule_6_all_lines_of_the_sample_table_were_tried():
    (sample,) = next(
        wager for wager in GAME.wagers(GAME.rules()) if wager.spot == "Bonus"
    ).pay_tables
    assert sample.name == "Sample"
    tried = {line: Odds(pays) for _, line, pays, _ in BONUS_HANDS}
    assert {line.name: line.odds for line in sample.lines} == tried


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ah Kd", "pair of aces, king kicker"),
        ("2s 2h 3d", "pair of twos, three kicker"),
        ("As Kh Jd", "ace-king-jack high"),
        ("Kh Ad 2h", "ace-king-two high"),
        ("Qs Jh 9d", "queen-jack-nine high"),
    ],
)
def test_rule_6_less_than_a_flush_loses_the_bonus(cards, words):
    table = play(f"{cards} 5d 8d 8h", [(1, "alone 1")])
    assert ended(table, 1, "Bonus") == ("lose", 0)
    assert why(table, 1, "Bonus") == ("Rule 6", f"The pay table has no line for your {words}.")


def test_rule_6_the_payouts_are_samples_and_the_house_may_post_others():
    posted = PayTable.of("Posted", {"Three of a Kind": "25 to 1", "Flush": "4 to 1"})
    chosen = {"pay_tables": {"Bonus": posted}}
    table = deal(GAME, {1: bets()}, "Ks 9s 2s 5d 8d 8h", [(1, "alone 1")], **chosen)
    assert ended(table, 1, "Bonus") == ("win", 5000)
    table = deal(GAME, {1: bets()}, "4s 5h 6d 5d 8d 8h", [(1, "alone 1")], **chosen)
    assert ended(table, 1, "Bonus") == ("lose", 0)


def test_rule_6_the_bonus_is_paid_whatever_the_dealer_has():
    table = play("Kh Qh Jh 5d Ad Kd 2s", {1: ["alone 3", "decline"]})
    assert ended(table, 1, "Bonus") == ("win", 51_000)
    assert hands(table) == [("Blackjack 1", "lose", BET, 0), ("Blackjack 2", "lose", BET, 0)]


@pytest.mark.parametrize(
    ("cards", "counts", "does_not_count"),
    [
        ("As 2h 3d", ("win", 6000), ("lose", 0)),
        ("As 2s 3s", ("win", 51_000), ("win", 4000)),
        # No other straight is touched by the ruling.
        ("2s 3h 4d", ("win", 6000), ("win", 6000)),
        ("As Kh Qd", ("win", 6000), ("win", 6000)),
        ("As Ks Qs", ("win", 101_000), ("win", 101_000)),
    ],
)
def test_rule_6_ace_low_straight_counts_or_does_not(cards, counts, does_not_count):
    for reading, result in (("counts", counts), ("does_not_count", does_not_count)):
        table = play(f"{cards} 5d 8d 8h", [(1, "alone 1")], ace_low_straight=reading)
        assert ended(table, 1, "Bonus") == result


def test_rule_6_an_ace_low_hand_that_is_no_straight_is_called_as_what_it_is():
    table = play("As 2s 3s 5d 8d 8h", [(1, "alone 1")], ace_low_straight="does_not_count")
    assert settled(table, 1, "Bonus").because.line == "Flush"
    assert why(table, 1, "Bonus")[1] == "Your flush, ace-three-two high, pays 3 to 1."
    table = play("As 2h 3d 5d 8d 8h", [(1, "alone 1")], ace_low_straight="does_not_count")
    assert why(table, 1, "Bonus")[1] == "The pay table has no line for your ace-three-two high."
