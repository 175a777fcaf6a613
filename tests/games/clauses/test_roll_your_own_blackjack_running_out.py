"""Roll Your Own Blackjack, rule 8: the cards run out, at every deal where they can.

With a short deck a small round comes to its end where a test wants it; with a whole deck it
takes seven seats that draw.
"""

import pytest

from croupier.cards import DECK, card_value, parse_hand
from croupier.table import events as happened
from croupier.table.commands import Decide
from croupier.table.layout import Layout

from .dealing import deal, dealt, decide, ended, of_kind, offered, settlements, why
from .roll_your_own_rounds import BET, GAME, because, bets, hands, play, story

RULE_8 = ("Rule 8", "The cards ran out before the round was over, so your bet wins.")

# A dealer with nineteen, who would beat every hand here.
NINETEEN = "2c 9c Td"

RUNNING_OUT = {
    "second card of the one-card hand": (
        f"Ks 2h 7d {NINETEEN}",
        ["alone 3", "stand"],
        [("Blackjack 1", BET), ("Blackjack 2", BET)],
    ),
    "hit on the two-card hand": (
        f"Ks 2h 7d {NINETEEN}",
        ["alone 3", "hit"],
        [("Blackjack 1", BET), ("Blackjack 2", BET)],
    ),
    "second hit": (
        f"2s 3h 7d {NINETEEN} 4s",
        ["alone 3", "hit", "hit"],
        [("Blackjack 1", BET), ("Blackjack 2", BET)],
    ),
    "hit on the one-card hand": (
        f"Ks 2h 7d {NINETEEN} 4s",
        ["alone 3", "stand", "hit"],
        [("Blackjack 1", BET), ("Blackjack 2", BET)],
    ),
    "double of the two-card hand": (
        f"6s 5h 7d {NINETEEN}",
        ["alone 3", "double"],
        [("Blackjack 1", 2 * BET), ("Blackjack 2", BET)],
    ),
    "double of the one-card hand": (
        f"6s 5h 7d {NINETEEN} 4s",
        ["alone 3", "stand", "double"],
        [("Blackjack 1", BET), ("Blackjack 2", 2 * BET)],
    ),
    "first card after a split": (
        f"8s 8h 7d {NINETEEN}",
        ["alone 3", "split"],
        [("Blackjack 1", BET), ("Blackjack 1 split 1", BET), ("Blackjack 2", BET)],
    ),
    "card of the second split hand": (
        f"8s 8h 7d {NINETEEN} 4s",
        ["alone 3", "split", "stand"],
        [("Blackjack 1", BET), ("Blackjack 1 split 1", BET), ("Blackjack 2", BET)],
    ),
    "card after a split of a split hand": (
        f"8s 8h 7d {NINETEEN} 8c",
        ["alone 3", "split", "split"],
        [
            ("Blackjack 1", BET),
            ("Blackjack 1 split 2", BET),
            ("Blackjack 1 split 1", BET),
            ("Blackjack 2", BET),
        ],
    ),
    "double of a split hand": (
        f"8s 8h 7d {NINETEEN} 3s",
        ["alone 3", "split", "double"],
        [("Blackjack 1", 2 * BET), ("Blackjack 1 split 1", BET), ("Blackjack 2", BET)],
    ),
    "first of two split aces": (
        f"As Ah 7d {NINETEEN}",
        ["alone 3", "split"],
        [("Blackjack 1", BET), ("Blackjack 1 split 1", BET), ("Blackjack 2", BET)],
    ),
    "second of two split aces": (
        f"As Ah 7d {NINETEEN} 2s",
        ["alone 3", "split"],
        [("Blackjack 1", BET), ("Blackjack 1 split 1", BET), ("Blackjack 2", BET)],
    ),
    "split of the one-card hand": (
        f"Ks 2h 7d {NINETEEN} 7s",
        ["alone 3", "stand", "split"],
        [("Blackjack 1", BET), ("Blackjack 2", BET), ("Blackjack 2 split 1", BET)],
    ),
    "dealer's first draw": (
        "Ks 2h 7d 2c 9c 7c 4s",
        ["alone 3", "stand", "stand"],
        [("Blackjack 1", BET), ("Blackjack 2", BET)],
    ),
    "dealer's second draw": (
        "Ks 2h 7d 2c 9c 3c 4s 2s",
        ["alone 3", "stand", "stand"],
        [("Blackjack 1", BET), ("Blackjack 2", BET)],
    ),
    "dealer's draw after a double and a split": (
        "8s 8h 7d 2c 9c 7c 3s 2s 3h 4s 4h",
        ["alone 3", "split", "double", "stand", "double"],
        [("Blackjack 1", 2 * BET), ("Blackjack 1 split 1", BET), ("Blackjack 2", 2 * BET)],
    ),
}


@pytest.mark.parametrize("deal_that_fails", RUNNING_OUT)
def test_rule_8_every_bet_left_in_action_wins_even_money(deal_that_fails):
    cards, decisions, live = RUNNING_OUT[deal_that_fails]
    table = play(cards, {1: decisions}, only=True)
    assert of_kind(table, happened.CardsRanOut) == [happened.CardsRanOut(wanted=1, left=0)]
    assert hands(table) == [(place, "win", stake, 2 * stake) for place, stake in live]
    assert all(because(table, place) == RULE_8 for place, _ in live)
    assert isinstance(table.events[-1], happened.RoundClosed)
    # The hole card is turned once, for all to see.
    assert len(of_kind(table, happened.CardsTurned)) == 1


def test_rule_8_the_round_ends_there():
    table = play(f"Ks 2h 7d {NINETEEN}", {1: ["alone 3", "hit"]}, only=True)
    assert story(table, since="ask seat 1/Blackjack 1") == [
        "out of cards",
        "dealer/Hand turned: 9c Td",
        "seat 1/Blackjack 1 win",
        "seat 1/Blackjack 2 win",
        "collected",
    ]


def test_rule_8_what_is_settled_stays_settled():
    # Seat 1 has a double blackjack, seat 2 busts, seat 3 has a blackjack; then seat 3 hits.
    cards = f"As Ah Kd  Ks 6h 7d  Ad Kh 5d  {NINETEEN}  Qs 4s 3s"
    decisions = {
        1: ["alone 1"],
        2: ["alone 3", "hit", "stand"],
        3: ["alone 3", "hit"],
    }
    table = play(cards, decisions, seats=(1, 2, 3), only=True)
    assert settlements(table)[3:] == [
        (1, "Blackjack 1", "win", 2500),
        (1, "Blackjack 2", "win", 2500),
        (3, "Blackjack 1", "win", 2500),
        (2, "Blackjack 1", "lose", 0),
        (2, "Blackjack 2", "win", 2000),
        (3, "Blackjack 2", "win", 2000),
    ]
    assert why(table, 3, "Blackjack 2") == RULE_8
    assert why(table, 3, "Blackjack 1") == ("Rule 7g", "Your blackjack pays 3 to 2.")


def test_rule_8_seats_that_have_not_played_yet_win_too():
    cards = f"Ks 2h 7d  Qs 3h 6d  Js 4h 5d  {NINETEEN}"
    decisions = {1: ["alone 3", "hit"], 2: ["alone 3"], 3: ["alone 3"]}
    table = play(cards, decisions, seats=(1, 2, 3), only=True)
    for seat in (1, 2, 3):
        assert [hand[1:] for hand in hands(table, seat)] == [("win", BET, 2000)] * 2


def test_rule_8_a_lone_ace_wins_even_money_only():
    table = play(f"Ks 2h As {NINETEEN}", {1: ["alone 3", "stand"]}, only=True)
    assert ended(table, 1, "Blackjack 2") == ("win", 2000)


# The second cards under an ace or a ten, and insurance by the hole card.


@pytest.mark.parametrize(
    ("dealer", "insurance"), [("Ac Td", ("win", 3000)), ("Ac 9d", ("lose", 0))]
)
def test_rule_8_insurance_is_settled_by_the_hole_card(dealer, insurance):
    table = play(f"Ks 2h 7d 2c {dealer}", {1: ["alone 3", "insure"]}, only=True)
    assert story(table, since="ask Insurance?")[:2] == [
        "out of cards",
        f"dealer/Hand turned: {dealer}",
    ]
    # The dealer's blackjack itself takes nothing: the round was not completed.
    assert hands(table) == [("Blackjack 1", "win", BET, 2000), ("Blackjack 2", "win", BET, 2000)]
    assert ended(table, 1, "Insurance") == insurance
    assert why(table, 1, "Insurance")[0] == "Rule 7j"


def test_rule_8_second_cards_under_a_ten_run_out_for_all():
    cards = "Ks 2h 7d  Qs 3h 6d  2c Tc Ac  4s"
    table = play(cards, {1: ["alone 3"], 2: ["alone 3"]}, seats=(1, 2), only=True)
    assert story(table, since="seat 2/Bonus")[:2] == ["seat 1/Blackjack 2: 4s", "out of cards"]
    for seat in (1, 2):
        assert [hand[1:] for hand in hands(table, seat)] == [("win", BET, 2000)] * 2


@pytest.mark.parametrize(
    ("dealer", "insurance"), [("Ac Td", ("win", 3000)), ("Ac 9d", ("lose", 0))]
)
def test_rule_8_unchecked_insurance_waits_for_the_hole_card(dealer, insurance):
    decisions = {1: ["alone 3", "insure", "double"]}
    readings = {"dealer_blackjack": "no_check_all_lose"}
    table = play(f"6s 5h 7d 2c {dealer}", decisions, only=True, **readings)
    assert hands(table) == [
        ("Blackjack 1", "win", 2 * BET, 4000),
        ("Blackjack 2", "win", BET, 2000),
    ]
    assert ended(table, 1, "Insurance") == insurance


@pytest.mark.parametrize(("reading", "hits"), [("after_second_cards", 2), ("check_at_once", 3)])
def test_rule_8_insurance_that_was_lost_stays_lost(reading, hits):
    decisions = {1: ["alone 3", "insure", *["hit"] * hits]}
    table = play("2s 3h 7d 2c Ac 9d 4s 5s", decisions, only=True, dealer_blackjack=reading)
    told = story(table)
    assert told.index("seat 1/Insurance lose") < told.index("out of cards")
    assert told.count("seat 1/Insurance lose") == 1
    assert [hand[1:] for hand in hands(table)] == [("win", BET, 2000)] * 2


@pytest.mark.parametrize(
    ("order", "decisions"),
    [("two_card_first", ["alone 3", "stand"]), ("one_card_first", ["alone 3"])],
)
def test_rule_8_holds_in_either_order_of_play(order, decisions):
    table = play(f"Ks 2h 7d {NINETEEN}", {1: decisions}, only=True, play_order=order)
    assert story(table)[-5] == "out of cards"
    assert [hand[1:] for hand in hands(table)] == [("win", BET, 2000)] * 2


# A whole deck and seven seats.

WHOLE_DECK = {
    "second card of the one-card hand": ("Ks 2h 7d", NINETEEN, ["stand"], 0),
    "hit on the two-card hand": ("Ks 2h 7d", NINETEEN, ["hit"], 0),
    "hit on the one-card hand": ("Ks 2h 7d", NINETEEN, ["stand", "hit"], 1),
    "double of the two-card hand": ("6s 5h 7d", NINETEEN, ["double"], 0),
    "double of the one-card hand": ("6s 5h 7d", NINETEEN, ["stand", "double"], 1),
    "first card after a split": ("8s 8h 7d", NINETEEN, ["split"], 0),
    "card of the second split hand": ("8s 8h 7d", NINETEEN, ["split", "stand"], 1),
    "first of two split aces": ("As Ah 7d", NINETEEN, ["split"], 0),
    "second of two split aces": ("As Ah 7d", NINETEEN, ["split"], 1),
    "dealer's first draw": ("6s 5h 7d", "2c 9c 2d", ["stand", "stand"], 1),
    "dealer's second draw": ("6s 5h 7d", "2c 9c 2d", ["stand", "stand"], 2),
}


def seven_seats(pack, dealer, left):
    """A whole deck; six seats draw until so many cards are left for the seventh and the dealer."""
    named = parse_hand(f"{pack} {dealer}")
    others = sorted((card for card in DECK if card not in named), key=card_value, reverse=True)
    cards = " ".join(str(card) for card in (*others[:18], *named, *others[18:]))
    seats = range(1, 8)
    table = deal(GAME, {seat: bets() for seat in seats}, cards, [(one, "alone 3") for one in seats])
    while 7 not in table.layout.asked:
        (seat,) = table.layout.asked
        spare = 52 - len(dealt(table)) - left - owed_second_cards(table)
        may_split = spare >= 2 and "split" in offered(table, seat)
        table.handle(Decide(seat, "split" if may_split else "hit" if spare else "stand"))
    assert 52 - len(dealt(table)) == left
    return table


def owed_second_cards(table):
    """How many hands of the first six seats have one card still."""
    return sum(
        place.name.startswith("Blackjack") and 1 <= place.owner < 7 and len(cards) == 1
        for place, cards in table.layout.cards.items()
    )


@pytest.mark.parametrize("deal_that_fails", WHOLE_DECK)
def test_rule_8_a_whole_deck_can_run_out_with_seven_seats(deal_that_fails):
    pack, dealer, decisions, left = WHOLE_DECK[deal_that_fails]
    table = seven_seats(pack, dealer, left)
    decide(table, {7: decisions})
    assert len({card for _, card, _ in dealt(table)}) == 52
    at = next(n for n, one in enumerate(table.events) if isinstance(one, happened.CardsRanOut))
    live = Layout.fold(table.events[:at]).stakes
    assert live[7]
    after = [one for one in table.events[at:] if isinstance(one, happened.WagerSettled)]
    for seat, spots in live.items():
        for spot, cents in spots.items():
            parts = [one for one in after if (one.seat, one.spot) == (seat, spot)]
            assert sum(one.stake_cents for one in parts) == cents
            assert sum(one.returned_cents for one in parts) == 2 * cents
    assert {(one.because.clause, one.because.sentence) for one in after} == {RULE_8}
