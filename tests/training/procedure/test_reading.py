"""Moves: what is printed is read back, people are met half-way, the rest is refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rejection import Code, Rejection
from croupier.table.places import Face, Place
from croupier.table.settlement import Result
from croupier.training.procedure import (
    AskSeats,
    CallHand,
    CloseBets,
    CollectCards,
    DealCards,
    Do,
    MoveCards,
    OpenBets,
    Pile,
    ReleaseCards,
    SettleWager,
    TurnCards,
    parse_move,
)
from croupier.training.procedure.reading import FORMS

# Names as games give them: words and numbers, such as `3-5 Bonus` and `Blackjack 1 split 2`.
words = st.from_regex(r"[A-Z0-9][a-z0-9-]{0,8}", fullmatch=True)
names = (
    st.lists(words, min_size=1, max_size=4)
    .map(" ".join)
    .filter(lambda name: not {"on", "to", "up", "down", "and"} & set(name.casefold().split()))
    .filter(lambda name: not re.search("(?:^| )[0-9]+ ?x(?:[ 0-9]|$)", name.casefold()))
)
seats = st.integers(1, 99)
places = st.one_of(
    st.builds(Place.of_seat, seats, names),
    st.builds(Place.of_dealer, names),
    st.builds(Place.of_table, names),
)
faces = st.sampled_from([Face.UP, Face.DOWN])
cents = st.integers(0, 10**9)
hands = st.none() | st.builds(Place.of_seat, seats, names)
asked = st.sets(seats, min_size=1, max_size=6).map(lambda some: tuple(sorted(some)))
moves = st.one_of(
    st.builds(Do, names),
    st.sampled_from([OpenBets(), CloseBets(), ReleaseCards(), CollectCards()]),
    st.lists(st.builds(Pile, places, st.integers(1, 99), faces), min_size=1, max_size=4).map(
        lambda piles: DealCards(tuple(piles))
    ),
    st.builds(TurnCards, places),
    st.builds(
        MoveCards,
        places,
        st.lists(st.integers(1, 52), min_size=1, max_size=7).map(tuple),
        places,
        faces,
    ),
    st.builds(AskSeats, asked, hands),
    st.builds(CallHand, places, names),
    st.builds(SettleWager, st.just(Result.PUSH), seats, names, st.none(), hands),
    st.builds(
        SettleWager,
        st.sampled_from([Result.WIN, Result.LOSE, Result.HALF_BACK]),
        seats,
        names,
        cents,
        hands,
    ),
)


@given(moves)
def test_what_is_printed_is_read_back(move):
    assert parse_move(str(move)) == move


@pytest.mark.parametrize(("verb", "form"), FORMS.items())
def test_every_example_is_a_move_that_begins_with_its_verb(verb, form):
    assert form.startswith(verb)
    assert str(parse_move(form)) == form


ALIKE = {
    "open bets": ["Open Bets", "place your bets"],
    "close bets": ["CLOSE  BETS", "No more bets!"],
    "collect": ["Collect cards", "collect the cards"],
    "release rest": ["release the rest"],
    "deal seat 1/Hand 3 down": ["DEAL Seat 1/Hand 3 Down", "deal seat1 / Hand 3 cards face down"],
    "deal table/Burned 1 down, dealer/Hand 1 up": [
        "deal table/Burned 1 down,dealer/Hand 1 up",
        "deal table/Burned 1 card face down and dealer/Hand 1 card face up",
    ],
    "turn dealer/Hand": ["turn  Dealer / Hand"],
    "move dealer/Hand 2,1,3 to dealer/Best three up": [
        "move dealer/Hand 2, 1, 3 to dealer/Best three face up"
    ],
    "ask 1, 3": ["ask 3, 1", "ask 1 3", "ask seats 1 and 3", "ask seats 3,1"],
    "ask 1 seat 1/Split": ["ask seat 1 about seat 1/Split"],
    "pay seat 1 Ante $1,000": [
        "pay seat 1 Ante 1000",
        "PAY SEAT 1 Ante $1000.00",
        "pay seat 1 Ante 1x$1,000",
        "pay seat 1 Ante 1 x $500, 5x100",
        "pay seat 1 Ante 1x500,5x100",
        "pay seat 1 Ante 1x500 5x100",
        "pay seat 1 Ante 1x500 and 5x100",
        "pay seat 1 Ante 1x500 + 4x100 100",
    ],
    "take seat 2 Blackjack 1 on seat 2/Blackjack 1 split 1 $7.50": [
        "take seat 2 Blackjack 1 on seat 2/Blackjack 1 split 1 1x$5 1x$2.50"
    ],
    "push seat 1 Blackjack 2": ["Push seat 1  Blackjack 2"],
}


@pytest.mark.parametrize(
    ("move", "said"), [(move, said) for move, ways in ALIKE.items() for said in ways]
)
def test_people_are_met_half_way(move, said):
    assert str(parse_move(said)) == move


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("", "there are"),
        ("dael seat 1/Hand 3 down", "“deal”"),
        ("deal seat 1/Hand down", "deal seat 1/Hand 3 down"),
        ("deal seat 1/Hand 0 down", "deal seat 1/Hand 3 down"),
        ("deal somewhere 3 down", "deal seat 1/Hand 3 down"),
        ("deal seat 1/Hand 3 down, and more", "deal seat 1/Hand 3 down"),
        ("turn Hand", "turn dealer/Hand"),
        ("move dealer/Hand to dealer/Best three up", "move dealer/Hand 2,1,3"),
        ("ask everybody", "ask 1, 3"),
        ("call dealer/Hand", "call dealer/Hand: pair of nines"),
        ("pay seat 1 Ante", "pay seat 1 Ante $10"),
        ("push seat 1 Ante $10", "push seat 1 Ante"),
        ("half seat 1 Ante", "half seat 1 High Card $7.50"),
        ("do", "do Inspect the deck"),
        ("pay seat 1 Ante 2x$7", "“2x$7” is no number of chips"),
        ("pay seat 1 Ante 2x$25 2x", "pay seat 1 Ante $10"),
        ("pay seat 1 2x$25 Ante $5", "pay seat 1 Ante $10"),
        ("push seat 1 Ante 2x$25", "push seat 1 Ante"),
        (f"do {'x' * 500}", "short line"),
        ("do it\x1b[2J", "plain text"),
    ],
)
def test_what_is_no_move_is_refused_with_the_right_form(said, hint):
    with pytest.raises(Rejection) as refused:
        parse_move(said)
    assert refused.value.code is Code.ANSWER_INVALID
    assert hint in refused.value.detail


def test_an_amount_that_is_none_is_refused_as_everywhere():
    with pytest.raises(Rejection) as refused:
        parse_move("pay seat 1 Ante $12.5")
    assert refused.value.code is Code.AMOUNT_INVALID
