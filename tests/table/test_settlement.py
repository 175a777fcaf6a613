"""Outcomes: what goes back to the player for each, to the cent or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.money import EVEN_MONEY, Odds
from croupier.rejection import Code, Rejection
from croupier.table.settlement import HALF_BACK, LOSE, PUSH, Outcome, Result, win

from .playing import MANY


@pytest.mark.parametrize(
    ("outcome", "returned"),
    [
        (win(), 2000),
        (win(Odds(3, 2)), 2500),
        (win(Odds(0)), 1000),
        (win(Odds(100)), 101_000),
        (LOSE, 0),
        (PUSH, 1000),
        (HALF_BACK, 500),
    ],
)
def test_each_outcome_returns_what_it_says(outcome, returned):
    assert outcome.returned_cents(1000) == returned


def test_a_win_is_even_money_unless_odds_are_given():
    assert win() == Outcome(Result.WIN, EVEN_MONEY)


@pytest.mark.parametrize(("outcome", "unit"), [(HALF_BACK, "$0.02"), (win(Odds(6, 5)), "$0.05")])
def test_nothing_is_rounded(outcome, unit):
    with pytest.raises(Rejection, match=f"multiple of \\{unit}") as refusal:
        outcome.returned_cents(1001)
    assert refusal.value.code is Code.STAKE_NOT_PAYABLE


@MANY
@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_a_wager_settled_in_two_parts_returns_what_it_would_return_whole(one, other):
    for outcome in (win(), win(Odds(7)), LOSE, PUSH):
        parts = outcome.returned_cents(one) + outcome.returned_cents(other)
        assert parts == outcome.returned_cents(one + other)
