"""Pick 2 Poker, clause by clause: the dealer's hand, who wins, and the rank of every hand."""

from itertools import combinations

import pytest

from croupier.cards import DECK, best_three, parse_hand, rank_three
from croupier.games.pick_2_poker import PICK_2_POKER
from croupier.games.pick_2_poker.rules import DealerNotQualifying
from croupier.table import events as happened
from croupier.table.commands import Decide

from .dealing import deal, ended, of_kind, settled, settlements, why
from .pick_2_rounds import ACE_KING, QUEEN_HIGH, STAKES, play

# The dealer's hand.


@pytest.mark.parametrize(
    ("cards", "in_order", "best", "five", "three"),
    [
        (
            "4s Jc Qd 7h 9h",
            "Qd Jc 9h 7h 4s",
            "Qd Jc 9h",
            "queen-jack-nine-seven-four high, does not qualify",
            "queen-jack-nine high",
        ),
        (
            "2s 9h Ad 2d Kc",
            "Ad Kc 9h 2s 2d",
            "Ad 2s 2d",
            "pair of twos, ace-king-nine kickers, qualifies",
            "pair of twos, ace kicker",
        ),
        (
            "2h 5h Kh 7d 6s",
            "Kh 7d 6s 5h 2h",
            "7d 6s 5h",
            "king-seven-six-five-two high, does not qualify",
            "straight, seven high",
        ),
        (
            "2s 3d Ac 9h 9d",
            "Ac 9h 9d 3d 2s",
            "Ac 3d 2s",
            "pair of nines, ace-three-two kickers, qualifies",
            "straight, three high",
        ),
        (
            "Kd 9h 9c 9d Qd",
            "Kd Qd 9h 9d 9c",
            "9h 9d 9c",
            "three of a kind, nines, king-queen kickers, qualifies",
            "three of a kind, nines",
        ),
        (
            "5s Ad 4h 3c 2d",
            "Ad 5s 4h 3c 2d",
            "5s 4h 3c",
            "straight, five high, qualifies",
            "straight, five high",
        ),
        (
            "Ad Qd 9d Ah 3d",
            "Ah Ad Qd 9d 3d",
            "Ad Qd 9d",
            "pair of aces, queen-nine-three kickers, qualifies",
            "flush, ace-queen-nine high",
        ),
    ],
)
def test_playing_16_the_dealer_shows_sets_from_high_to_low_and_pushes_up_the_best_three(
    cards, in_order, best, five, three
):
    table = play("Qs Tc 8s 6d 3s", cards, "5-card")
    at = next(
        number
        for number, event in enumerate(table.events)
        if isinstance(event, happened.CardsTurned)
    )
    turned, ordered, named, pushed = table.events[at : at + 4]
    assert (str(turned.place), " ".join(map(str, turned.cards))) == ("dealer/Hand", cards)
    assert (str(ordered.target), " ".join(map(str, ordered.cards))) == ("dealer/Hand", in_order)
    assert named.words == f"five cards: {five}; three cards: {three}"
    assert str(named.place) == "dealer/Hand"
    assert (str(pushed.target), " ".join(map(str, pushed.cards))) == ("dealer/Best three", best)
    assert pushed.face == ordered.face == "up"


def test_playing_16_the_dealer_shows_only_when_all_have_chosen():
    table = deal(PICK_2_POKER, {1: STAKES, 2: STAKES}, decisions=[(2, "5-card")])
    assert of_kind(table, happened.CardsTurned) == []
    table.handle(Decide(1, "fold"))
    assert str(of_kind(table, happened.CardsTurned)[0].place) == "dealer/Hand"


# Hand against hand.


def test_playing_17_the_lower_hand_loses_ante_and_play():
    table = play("Js Jh 9d 7c 2s", ACE_KING.replace("9h", "Ac"), "5-card")
    for spot in ("Ante", "Play"):
        assert ended(table, 1, spot) == ("lose", 0)
        assert why(table, 1, spot) == (
            "Playing 17",
            (
                "Your pair of jacks, nine-seven-two kickers, loses to the dealer's pair of aces, "
                "king-seven-four kickers."
            ),
        )


def test_playing_17_three_cards_meet_the_dealers_best_three_and_five_his_five():
    # Seat 1 sets a pair of jacks against the dealer's three-card straight; seat 2 plays five
    # cards against what is no more than a king high.
    table = deal(
        PICK_2_POKER,
        {1: STAKES, 2: STAKES},
        "Js Jh 9d 8c 2s Jd Jc 9s 8d 3c Kh 7d 6s 5h 2h",
        {1: "3-card 1-2-3", 2: "5-card"},
        readings={"dealer_not_qualifying": "no_effect"},
    )
    assert settled(table, 1, "Play").because.hands == (
        "pair of jacks, nine kicker",
        "straight, seven high",
    )
    assert settled(table, 2, "Play").because.hands == (
        "pair of jacks, nine-eight-three kickers",
        "king-seven-six-five-two high",
    )
    assert ended(table, 1, "Play") == ("lose", 0)
    assert ended(table, 2, "Play") == ("win", 2000)


@pytest.mark.parametrize(
    ("hand", "option"),
    [("As Kh 9d 7c 4d", "5-card"), ("As Kh 9d 3c 2d", "3-card 1-2-3")],
)
def test_playing_18_ties_push(hand, option):
    table = play(hand, ACE_KING, option)
    stakes = {"Ante": 1000, "Play": 1000 if option == "5-card" else 2000}
    for spot, cents in stakes.items():
        assert ended(table, 1, spot) == ("push", cents)
        assert why(table, 1, spot)[0] == "Playing 18"
    if option == "3-card 1-2-3":
        assert why(table, 1, "Play")[1] == (
            "Your ace-king-nine high ties with the dealer's ace-king-nine high."
        )


@pytest.mark.parametrize(("option", "cents"), [("5-card", 1000), ("3-card 1-2-3", 2000)])
def test_playing_19_the_winner_is_paid_even_money_on_ante_and_play(option, cents):
    table = play("Js Jh Jd 7c 2s", ACE_KING, option)
    assert ended(table, 1, "Ante") == ("win", 2000)
    assert ended(table, 1, "Play") == ("win", 2 * cents)
    clause, sentence = why(table, 1, "Play")
    assert clause == "Playing 19"
    hands = {
        "5-card": ("three of a kind, jacks, seven-two kickers", "ace-king-nine-seven-four high"),
        "3-card 1-2-3": ("three of a kind, jacks", "ace-king-nine high"),
    }[option]
    assert settled(table, 1, "Play").because.hands == hands
    assert sentence == f"Your {hands[0]}, beats the dealer's {hands[1]}."


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("Ad Kc 4h 3h 2s", True),
        ("Ad Qc Jh Th 9s", False),
        ("Kd Qc Jh Th 8s", False),
        ("2d 2c 5h 4h 3s", True),
        ("7h 5h 4h 3h 2h", True),
        ("6d 5c 4h 3h 2s", True),
    ],
)
def test_playing_20_the_dealer_qualifies_with_ace_king_or_better(dealer, qualifies):
    table = play("As Ah Ac 8c 8d", dealer, "5-card")
    (call,) = of_kind(table, happened.HandCalled)
    assert ("does not qualify" in call.words) is not qualifies
    assert ended(table, 1, "Ante") == (("win", 2000) if qualifies else ("push", 1000))


HIGHER, LOWER, EQUAL = "Ks Qh 8d 6c 3s", "Js Th 8d 6c 3s", "Qs Jh 9d 7c 4d"
WIN, PUSH, LOSE = ("win", 2000), ("push", 1000), ("lose", 0)


@pytest.mark.parametrize(
    ("reading", "hand", "ante", "play_wager"),
    [
        ("ante_pushes_play_compared", HIGHER, PUSH, WIN),
        ("ante_pushes_play_compared", LOWER, PUSH, LOSE),
        ("ante_pushes_play_compared", EQUAL, PUSH, PUSH),
        ("ante_pays_play_pushes", HIGHER, WIN, PUSH),
        ("ante_pays_play_pushes", LOWER, WIN, PUSH),
        ("ante_pays_play_pushes", EQUAL, WIN, PUSH),
        ("both_pay", HIGHER, WIN, WIN),
        ("both_pay", LOWER, WIN, WIN),
        ("both_pay", EQUAL, WIN, WIN),
        ("both_push", HIGHER, PUSH, PUSH),
        ("both_push", LOWER, PUSH, PUSH),
        ("both_push", EQUAL, PUSH, PUSH),
        ("no_effect", HIGHER, WIN, WIN),
        ("no_effect", LOWER, LOSE, LOSE),
        ("no_effect", EQUAL, PUSH, PUSH),
        ("ante_pays_play_compared", HIGHER, WIN, WIN),
        ("ante_pays_play_compared", LOWER, WIN, LOSE),
        ("ante_pays_play_compared", EQUAL, WIN, PUSH),
    ],
)
def test_playing_20_every_reading_of_a_dealer_who_does_not_qualify(reading, hand, ante, play_wager):
    table = play(hand, QUEEN_HIGH, "5-card", readings={"dealer_not_qualifying": reading})
    assert (ended(table, 1, "Ante"), ended(table, 1, "Play")) == (ante, play_wager)


@pytest.mark.parametrize("reading", [str(reading) for reading in DealerNotQualifying])
@pytest.mark.parametrize(
    ("hand", "dealer", "option"),
    [
        (HIGHER, ACE_KING, "5-card"),
        ("As Kh 9d 7c 4d", ACE_KING, "5-card"),
        ("As Ah 9d 7c 4d", ACE_KING, "5-card"),
        ("Ts 8h 5d 3c 2d", QUEEN_HIGH, "3-card 1-2-3"),
        ("Qs Jh 9d 3c 2d", QUEEN_HIGH, "3-card 1-2-3"),
        ("Ks Jh 9d 3c 2d", QUEEN_HIGH, "3-card 1-2-3"),
    ],
)
def test_playing_20_no_reading_touches_a_dealer_who_qualifies_or_the_three_card_game(
    reading, hand, dealer, option
):
    table = play(hand, dealer, option, readings={"dealer_not_qualifying": reading})
    assert settlements(table) == settlements(play(hand, dealer, option))
    assert why(table, 1, "Ante") == why(table, 1, "Play")
    assert why(table, 1, "Ante")[0] in ("Playing 17", "Playing 18", "Playing 19")


@pytest.mark.parametrize(
    ("reading", "spot", "sentence"),
    [
        ("ante_pushes_play_compared", "Ante", "so the Ante comes back."),
        ("ante_pays_play_pushes", "Ante", "so the Ante is paid."),
        ("ante_pays_play_pushes", "Play", "so the Play wager comes back."),
        ("both_pay", "Play", "so the Play wager is paid."),
    ],
)
def test_playing_20_the_player_is_told_that_the_dealer_did_not_qualify(reading, spot, sentence):
    table = play(HIGHER, QUEEN_HIGH, "5-card", readings={"dealer_not_qualifying": reading})
    assert why(table, 1, spot) == (
        "Playing 20",
        f"The dealer's queen-jack-nine-seven-four high does not qualify, {sentence}",
    )
    assert settled(table, 1, spot).because.hands == (
        "king-queen-eight-six-three high",
        "queen-jack-nine-seven-four high",
    )


def test_playing_20_the_dealer_need_not_qualify_in_the_three_card_game():
    table = play("Ks 9d 8c 6c 3s", QUEEN_HIGH, "3-card 1-2-3")
    assert ended(table, 1, "Ante") == ("win", 2000)
    assert ended(table, 1, "Play") == ("win", 4000)


def test_round_a_a_player_who_sets_the_wrong_three_is_held_to_them():
    hand = "As Ah Ad 7c 2s"
    right = play(hand, "Kd Kc 9h 6h 4s", "3-card 1-2-3")
    wrong = play(hand, "Kd Kc 9h 6h 4s", "3-card 1-4-5")
    assert (ended(right, 1, "Play"), ended(wrong, 1, "Play")) == (("win", 4000), ("lose", 0))
    assert settled(wrong, 1, "Play").because.hands[0] == "ace-seven-two high"


def test_round_c_the_better_hand_of_the_chosen_game_wins():
    hand, dealer = "Ks Qs 2s 7d 7h", "9d 9c 8h 4h 3c"
    as_five, as_three = (play(hand, dealer, option) for option in ("5-card", "3-card 1-2-3"))
    assert ended(as_five, 1, "Ante") == ("lose", 0)
    assert ended(as_three, 1, "Ante") == ("win", 2000)


# Hand rankings. Each pair of hands meets at the table both ways round, the higher as the
# player's and as the dealer's, as far as one deck and a dealer's best three allow it.

FIVE_CARD_ORDER = {
    "a": [("As Ks Qs Js Ts", "Kh Qh Jh Th 9h"), ("As Ks Qs Js Ts", "9s 9h 9d 9c Ah")],
    "b": [
        ("Ks Qs Js Ts 9s", "Qh Jh Th 9h 8h"),
        ("6h 5h 4h 3h 2h", "5d 4d 3d 2d Ad"),
        ("5d 4d 3d 2d Ad", "Ks Kh Kd Kc Ah"),
    ],
    "c": [
        ("As Ah Ad Ac 2c", "Ks Kh Kd Kc Qh"),
        ("3s 3h 3d 3c 4h", "2s 2h 2d 2c Kc"),
        ("2s 2h 2d 2c 3c", "As Ah Ad Kc Kh"),
    ],
    "d": [
        ("As Ah Ad Kc Kh", "Ks Kd Qh Qd Qc"),
        ("Ks Kh Kd 2c 2h", "Qs Qh Qd Ac Ah"),
        ("4s 4h 4d 5c 5h", "2s 2h 2d 3c 3h"),
        ("2s 2h 2d 3c 3h", "Ac Kc Qc Jc 9c"),
    ],
    "e": [
        ("Ah Kh Qh Jh 9h", "Ac Kc Qc Jc 8c"),
        ("Ah 6h 4h 3h 2h", "Kc Qc Jc Tc 8c"),
        ("7d 5d 4d 3d 2d", "As Kh Qd Jc Th"),
    ],
    "f": [
        ("As Kh Qd Jc Td", "Ks Qh Jd Tc 9d"),
        ("6s 5h 4d 3c 2d", "5s 4h 3d 2c Ah"),
        ("5s 4h 3d 2c Ah", "As Ad Ac Kc Qd"),
        ("2s 2h 6d 5c 4d", "Qs Kh Ad 2c 3d"),
    ],
    "g": [
        ("As Ah Ad 3c 2d", "Ks Kh Kd Ac Qd"),
        ("3s 3h 3d 4c 5d", "2s 2h 2d Ac Kd"),
        ("2s 2h 2d 4c 3d", "As Ah Kd Kc Qd"),
    ],
    "h": [
        ("As Ah Kd Kc Qd", "Ad Ac Qs Qh Ks"),
        ("As Ah 3d 3c 2d", "Ks Kh Qd Qc Ac"),
        ("3s 3h 2d 2c 5d", "3d 3c 2s 2h 4d"),
        ("3s 3h 2d 2c 4d", "As Ah Kd Qc Jd"),
    ],
    "i": [
        ("As Ah 4d 3c 2d", "Ks Kh Ad Qc Jd"),
        ("As Ah Kd Qc Jd", "Ad Ac Ks Qh Th"),
        ("3s 3h 5d 4c 2d", "2s 2h Ad Kc Qd"),
        ("2s 2h 5d 4c 3d", "As Kh Qd Jc 9d"),
    ],
    "j": [
        ("As Kh Qd Jc 9d", "Ad Kc Qs Jh 8d"),
        ("As Kh Qd 3c 2d", "Ad Kc Js Th 9h"),
        ("8s 5h 4d 3c 2d", "7s 6h 5d 4c 2h"),
    ],
}
"""By the letter of the clause: pairs of hands, the higher first."""

THREE_CARD_ORDER = {
    "k": [("As Ks Qs", "Kh Qh Jh"), ("As Ks Qs", "Ah Ad Ac")],
    "l": [("Kh Qh Jh", "Qd Jd Td"), ("4d 3d 2d", "3c 2c Ac"), ("3c 2c Ac", "As Ah Ad")],
    "m": [("As Ah Ad", "Ks Kh Kd"), ("3s 3h 3d", "2s 2h 2d"), ("2s 2h 2d", "As Kh Qd")],
    "n": [
        ("As Kh Qd", "Kd Qs Jd"),
        ("4s 3h 2d", "3s 2h Ad"),
        ("3s 2h Ad", "Ah Kh Jh"),
        ("5s 5h Ad", "Ks Ah 2d"),
    ],
    "o": [("Ah Kh Jh", "As Ks Ts"), ("Kd 3d 2d", "Qs Js 9s"), ("5d 3d 2d", "As Ah Kd")],
    "p": [("As Ah Kd", "Ad Ac Qd"), ("Ks Kh 2d", "Qs Qh Ad"), ("2s 2h 3d", "As Kh Jd")],
    "q": [("As Kh Jd", "Ad Kc Ts"), ("As Jh 9d", "Kd Qc Ts"), ("Ts 9h 7d", "Td 8h 7c")],
}

FIVE_CARD_TIES = {
    "a": ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th"),
    "b": ("5d 4d 3d 2d Ad", "5c 4c 3c 2c Ac"),
    "e": ("Ah Kh Qh Jh 9h", "Ac Kc Qc Jc 9c"),
    "f": ("5s 4h 3d 2c Ah", "5h 4d 3c 2s Ad"),
    "h": ("3s 3h 2d 2c 5d", "3d 3c 2s 2h 5h"),
    "i": ("As Ah Kd Qc Jd", "Ad Ac Ks Qh Jh"),
    "j": ("As Kh Qd Jc 9d", "Ad Kc Qs Jh 9h"),
}
"""Four of a kind, full houses and three of a kind cannot tie within one deck."""

THREE_CARD_TIES = {
    "k": ("As Ks Qs", "Ah Kh Qh"),
    "l": ("3c 2c Ac", "3d 2d Ad"),
    "n": ("3s 2h Ad", "3d 2c Ah"),
    "o": ("Ah Kh Jh", "As Ks Js"),
    "p": ("As Ah Kd", "Ad Ac Ks"),
    "q": ("As Kh Jd", "Ad Kc Js"),
}


def by_letter(pairs):
    return [
        pytest.param(higher, lower, id=f"{letter}: {higher} over {lower}")
        for letter, some in pairs.items()
        for higher, lower in some
    ]


def of_letter(ties):
    return [pytest.param(*hands, id=letter) for letter, hands in ties.items()]


def five_around(three, without):
    """Five cards whose best three are these, and none of those; None where there are none."""
    held, taken = parse_hand(three), parse_hand(without)
    left = [card for card in DECK if card not in (*held, *taken)]
    for two in combinations(left, 2):
        if best_three((*held, *two))[0] == rank_three(held):
            return " ".join(map(str, (*held, *two)))
    return None


def won_with_five(player, dealer):
    """How the Ante ends when these hands meet in the 5-card game, whoever qualifies."""
    readings = {"dealer_not_qualifying": "no_effect"}
    table = play(player, dealer, "5-card", readings=readings)
    return str(settled(table, 1, "Ante").outcome.result)


def won_with_three(player, dealer):
    """The same in the 3-card game; None where the dealer cannot hold these as his best three."""
    fives = five_around(dealer, player)
    if fives is None:
        return None
    spare = [card for card in DECK if str(card) not in f"{player} {fives}"][:2]
    table = play(f"{player} {spare[0]} {spare[1]}", fives, "3-card 1-2-3")
    return str(settled(table, 1, "Ante").outcome.result)


@pytest.mark.parametrize(("higher", "lower"), by_letter(FIVE_CARD_ORDER))
def test_five_card_rankings_the_higher_hand_wins(higher, lower):
    assert won_with_five(higher, lower) == "win"
    assert won_with_five(lower, higher) == "lose"


@pytest.mark.parametrize(("one", "other"), of_letter(FIVE_CARD_TIES))
def test_five_card_rankings_equal_hands_tie_whatever_their_suits(one, other):
    assert won_with_five(one, other) == won_with_five(other, one) == "push"


@pytest.mark.parametrize(("higher", "lower"), by_letter(THREE_CARD_ORDER))
def test_three_card_rankings_the_higher_hand_wins(higher, lower):
    as_player, as_dealer = won_with_three(higher, lower), won_with_three(lower, higher)
    assert as_player or as_dealer
    assert as_player in ("win", None)
    assert as_dealer in ("lose", None)


@pytest.mark.parametrize(("one", "other"), of_letter(THREE_CARD_TIES))
def test_three_card_rankings_equal_hands_tie_whatever_their_suits(one, other):
    assert won_with_three(one, other) == won_with_three(other, one) == "push"


def test_rankings_every_letter_of_the_sheet_is_tried():
    assert "".join((*FIVE_CARD_ORDER, *THREE_CARD_ORDER)) == "abcdefghijklmnopq"
