"""Stakes that a table takes, and tables that take none."""

from fractions import Fraction

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.table.staking import compulsory_spots, find_stakes, least_stakes
from croupier.table.wager import AtMost, Compulsory, EqualTo, Limit, OnlyWith, Wager

WIDE = Limit(100, 10_000, 100)
ANTE = Wager("Ante", "", WIDE, (Compulsory(),))


def table(*wagers):
    by_spot = {wager.spot: wager for wager in wagers}
    return by_spot, {spot: w.limit for spot, w in by_spot.items()}, dict.fromkeys(by_spot, 1)


def test_a_wager_that_must_equal_another_decides_what_the_other_may_be():
    bonus = Wager("Bonus", "", Limit(700, 900, 100), (EqualTo(("Ante",)),))
    assert find_stakes(*table(ANTE, bonus), {"Ante", "Bonus"}) == {"Ante": 700, "Bonus": 700}
    most = find_stakes(*table(ANTE, bonus), {"Ante", "Bonus"}, lambda steps: steps[-1])
    assert most == {"Ante": 900, "Bonus": 900}


def test_steps_of_both_are_kept():
    half = Wager("Half", "", Limit(75, 9000, 75), (EqualTo(("Ante",), Fraction(1, 2)),))
    found = find_stakes(*table(ANTE, half), {"Ante", "Half"})
    assert found == {"Ante": 300, "Half": 150}


def test_what_goes_only_with_something_that_is_not_bet_is_left_out():
    side = Wager("Side", "", WIDE, (OnlyWith(("Ante",)), AtMost(("Ante",))))
    assert find_stakes(*table(ANTE, side), {"Side"}) == {}
    assert compulsory_spots([ANTE, side]) == {"Ante"}


def test_of_alternatives_one_is_enough_where_all_would_be_too_much():
    games = [
        Wager(spot, "", WIDE, (Compulsory(tuple({"One", "Two"} - {spot})),))
        for spot in ("One", "Two")
    ]
    assert least_stakes(*table(*games)) == {"One": 100, "Two": 100}
    assert least_stakes(*table(*games), 150) == {"One": 100}


@pytest.mark.parametrize(
    ("game_id", "limits", "said"),
    [
        (
            "pick-2-poker",
            {"Ante": (100, 200), "3-5 Bonus": (500, 600)},
            "The maximum on Ante is $2, not $5.",
        ),
        ("roll-your-own-blackjack", {"Bonus": (60_000, 70_000)}, "Blackjack 1 is $500, not $600"),
    ],
)
def test_limits_that_no_slip_could_keep_together_are_refused(game_id, limits, said):
    chosen = {spot: Limit(least, most, 100) for spot, (least, most) in limits.items()}
    with pytest.raises(Rejection) as refused:
        settings_for(find_game(game_id), limits=chosen)
    assert refused.value.code is Code.LIMITS_INVALID
    assert refused.value.detail.startswith("Nobody could bet at this table, ")
    assert said in refused.value.detail


def test_no_wager_is_too_little_to_get_into_a_round():
    side = Wager("Side", "", WIDE)
    assert least_stakes(*table(side)) == {"Side": 100}
