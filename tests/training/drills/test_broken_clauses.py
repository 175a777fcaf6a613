"""Which clause a player breaks, set against the names the sheets have for their clauses."""

import pytest

from croupier.rejection import Code
from croupier.table.irregularity import Refused
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.training.drills.faults import faults
from croupier.training.drills.irregularities import IRREGULARITIES

from .lessons import usual

LIMITS = ("Wager below the minimum", "Wager above the maximum", "Wager off the steps")
BROKEN = {
    "three-card-poker": {
        **dict.fromkeys(LIMITS[:2], frozenset({HOUSE_PROCEDURE})),
        "Wager off the steps": {"How to Play 5", HOUSE_PROCEDURE},
        "Side bet without its base": {"Six Card Bonus 2"},
        "Wager too small beside another": {"Wagers 2"},
        "Wager that is not bet before the deal": {"Wagers 4", "Ante Bonus"},
        "Wager after bets are closed": {"How to Play 6"},
        "Decision changed": {"How to Play 7"},
        "Wrong further wager": {"How to Play 7"},
    },
    "pick-2-poker": {
        **dict.fromkeys(LIMITS, frozenset({"Wagers a"})),
        "Compulsory wager left out": {"Playing 3"},
        "Side bet without its base": {"Playing 3"},
        "Unequal wagers": {"Playing 5"},
        "Wager that is not bet before the deal": {"Playing 11", "Playing 21"},
        "Wager after bets are closed": {"Playing 7"},
        "Decision changed": {"Playing 8"},
        "Wrong further wager": {"Playing 12", "Playing 13"},
    },
    "roll-your-own-blackjack": {
        **dict.fromkeys(LIMITS, frozenset({HOUSE_PROCEDURE})),
        "Compulsory wager left out": {"Rule 2"},
        "Unequal wagers": {"Rule 2"},
        "Wager that is not bet before the deal": {"Rule 7j"},
        "Wager after bets are closed": {HOUSE_PROCEDURE},
        "Decision out of turn": {"Rule 7"},
        "Decision changed": {"Rule 5", "Rule 7j", "Rule 7"},
        "Option that is not offered": {"Rule 5", "Rule 7", "Rule 7a", "Rule 7b", "Rule 7j"},
        "Wrong further wager": {"Rule 7a", "Rule 7b", "Rule 7j"},
    },
    "stadium-three-card-poker": {
        **dict.fromkeys(LIMITS, frozenset({HOUSE_PROCEDURE})),
        "Side bet without its base": {"Rule 3"},
        "Wager that is not bet before the deal": {"Introduction 1", "Introduction 4"},
        "Wrong picks": {"Rule 2"},
        "Wager after bets are closed": {"Rule 4"},
        "Decision changed": {"Rule 7"},
        "Wrong further wager": {"Rule 7"},
    },
    "three-way-action": {
        **dict.fromkeys(LIMITS[:2], frozenset({"Wagers b", "Playing 27"})),
        "Wager off the steps": {"Wagers b"},
        "Compulsory wager left out": {"Playing 3"},
        "Wager after bets are closed": {"Playing 5"},
        "Decision out of turn": {"Playing 12"},
        "Option that is not offered": {"Playing 12", "Playing 14", "Playing 15"},
        "Wrong further wager": {"Playing 14", "Playing 15"},
    },
}
"""By game and fault: the clauses of its sheet that a player breaks, whatever he breaks it on."""


@pytest.mark.parametrize("game_id", BROKEN)
def test_a_fault_breaks_the_clause_of_the_sheet_that_forbids_it(game_id):
    lesson = usual(game_id)
    assert set(BROKEN[game_id]) == set(faults(lesson))
    for item, clauses in BROKEN[game_id].items():
        found = set()
        for seed in range(16):
            right = IRREGULARITIES.task(lesson, item, seed).rights[0]
            if right.accepted == ("refuse",):
                found.add(right.clause)
        assert found, item
        assert found <= clauses, item


@pytest.mark.parametrize(
    ("game_id", "code", "about", "clause"),
    [
        ("three-card-poker", Code.STAKE_OFF_INCREMENT, "Ante", "How to Play 5"),
        ("three-card-poker", Code.STAKE_OFF_INCREMENT, "Six Card Bonus", None),
        ("three-card-poker", Code.WAGER_WITHOUT_BASE, "Six Card Bonus", "Six Card Bonus 2"),
        ("three-card-poker", Code.WAGER_WITHOUT_BASE, "Pair Plus", "How to Play 2"),
        ("three-card-poker", Code.WAGER_NOT_NOW, "Play", "Wagers 4"),
        ("pick-2-poker", Code.STAKE_INVALID, "5-card", "Playing 13"),
        ("pick-2-poker", Code.STAKE_INVALID, "3-card 1-2-4", "Playing 12"),
        ("pick-2-poker", Code.TABLE_MAXIMUM, None, "Wagers a"),
        ("stadium-three-card-poker", Code.STAKE_TOO_LOW_BESIDE, "Pair Plus", "Rule 3"),
        ("stadium-three-card-poker", Code.STAKE_BELOW_MINIMUM, "Ante", None),
        ("three-way-action", Code.STAKE_ABOVE_MAXIMUM, "Poker", "Wagers b"),
        ("three-way-action", Code.STAKE_ABOVE_MAXIMUM, "Bonus", "Playing 27"),
        ("three-way-action", Code.WAGER_NOT_NOW, "Insurance", "Playing 19"),
    ],
)
def test_a_game_names_the_clause_of_a_refusal(game_id, code, about, clause):
    lesson = usual(game_id)
    assert lesson.game.refusal_clause(Refused(code, about), lesson.rules) == clause


@pytest.mark.parametrize(
    ("game_id", "played_by", "clause"),
    [("roll-your-own-blackjack", "Rule 7", "Rule 7b"),
     ("three-way-action", "Playing 12", "Playing 15")],
)  # fmt: skip
def test_what_may_be_split_is_only_in_question_while_a_hand_is_played(game_id, played_by, clause):
    lesson = usual(game_id)
    refused = Refused(Code.OPTION_NOT_OFFERED, "split", played_by)
    assert lesson.game.refusal_clause(refused, lesson.rules) == clause
    elsewhere = Refused(Code.OPTION_NOT_OFFERED, "split", "Rule 7j")
    assert lesson.game.refusal_clause(elsewhere, lesson.rules) is None
