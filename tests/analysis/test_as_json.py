"""The JSON of the analysis: its fields, which stay, and its numbers."""

import json
import math
from fractions import Fraction

from croupier.analysis.as_json import (
    audit_json,
    decision_json,
    figure_json,
    readings_json,
    study_json,
)
from croupier.analysis.audit import audit_sheet
from croupier.analysis.compare import compare_published
from croupier.analysis.decisions import value_fresh
from croupier.analysis.readings import compare_readings
from croupier.analysis.study import study
from croupier.analysis.valuer import Valuer
from croupier.cards import parse_cards
from croupier.table.settings import settings_for
from croupier.table.worth import Figure, Fresh

from .duel import Duel, DuelWorth

FIGURE = {"exact", "value", "error_bound"}


def shape(value):
    """What a JSON value looks like: its keys and kinds, not what it says."""
    if isinstance(value, dict):
        if set(value) == FIGURE:
            return "figure"
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return None if value is None else type(value).__name__


def test_a_figure_is_a_fraction_a_number_and_a_bound():
    assert figure_json(Figure(Fraction(-3, 8))) == {
        "exact": "-3/8",
        "value": -0.375,
        "error_bound": 0,
    }
    assert figure_json(Figure(Fraction(2)))["exact"] == "2"
    bounded = figure_json(Figure(Fraction(1, 3), Fraction(1, 10**9 + 7)))
    assert bounded["exact"] is None
    assert Fraction(bounded["error_bound"]) >= Fraction(1, 10**9 + 7)
    assert math.isclose(bounded["error_bound"], 1e-9, rel_tol=1e-6)


def test_the_bound_of_a_figure_without_a_fraction_holds_for_its_value():
    # Of a root only the number is told: it is rounded by far more than the root is off.
    two = Fraction(14142135623730950488016887242096, 10**31)
    told = figure_json(Figure(two, Fraction(1, 10**30)))
    assert Fraction(told["value"]) != two
    assert abs(Fraction(told["value"]) - two) + Fraction(1, 10**30) <= told["error_bound"] < 3e-16


def test_the_fields_of_analyze_stay_as_they_are(duel, settings):
    published = compare_published(Valuer(duel))
    made = study_json(study(duel, settings), published=published)
    assert json.loads(json.dumps(made)) == made
    assert list(made) == [
        "game",
        "name",
        "rules_version",
        "rulings",
        "pay_tables",
        "stake_cents",
        "rounds_per_hour",
        "bets",
        "together",
        "not_together",
        "published",
        "elapsed_s",
    ]
    assert made["rulings"] == {"tie": "pushes", "on_fold": "lost", "lucky": "no", "hat": "green"}
    strategy = {
        "name": "str",
        "rules": ["str"],
        "edge": "figure",
        "cost": "figure",
        "frequencies": {"raise": "figure", "fold": "figure"},
        "notes": {"departs from Always raise": "figure"},
    }
    assert shape(made["bets"][0]) == {
        "name": "str",
        "per": "str",
        "edge": "figure",
        "element_of_risk": "figure",
        "hit_frequency": "figure",
        "standard_deviation": "figure",
        "variance": "figure",
        "volatility_100": "figure",
        "theoretical_win_per_hour": "figure",
        "average_action": "figure",
        "outcomes": [
            {
                "name": "str",
                "probability": "figure",
                "pays": "int",
                "pays_exact": "str",
                "staked": "int",
                "staked_exact": "str",
                "contribution": "figure",
            }
        ],
        "strategy": {
            "optimal": strategy,
            "others": [{**strategy, "frequencies": {}, "notes": {}}],
        },
        "notes": {"ties when raised": "figure"},
        "tables": [
            {
                "title": "str",
                "columns": ["str"],
                "is_percent": "bool",
                "rows": [{"name": "str", "figures": ["figure"]}],
            }
        ],
        "grids": [
            {
                "title": "str",
                "row_title": "str",
                "column_title": "str",
                "rows": ["str"],
                "columns": ["str"],
                "cells": [[{"text": "str", "value": "figure"}]],
            }
        ],
        "method": "str",
    }
    assert shape(made["together"]) == {
        "bets": ["str"],
        "expectations": ["figure"],
        "covariance": [["figure"]],
        "correlation": [["figure"]],
        "variance": "figure",
        "standard_deviation": "figure",
    }
    assert shape(made["published"][1]) == {
        "bet": "str",
        "what": "str",
        "text": "str",
        "source": "str",
        "readings": {},
        "pay_tables": {"Match": "str"},
        "ours": "figure",
        "agrees": "bool",
        "why": "str",
    }


def test_a_bet_without_decisions_has_no_strategy(duel, settings):
    match = study_json(study(duel, settings))["bets"][1]
    assert match["strategy"] is None
    assert match["edge"] == figure_json(Figure(Fraction(6, 51)))


def test_pays_are_numbers_with_the_fraction_beside(duel):
    table = settings_for(duel, readings={"lucky": "yes"})
    red, black = study_json(study(duel, table, bets=["Lucky"]))["bets"][0]["outcomes"]
    assert (red["pays"], red["pays_exact"]) == (1, "1")
    assert (black["pays"], black["pays_exact"]) == (-0.5, "-1/2")
    assert black["contribution"]["exact"] == "-1/4"


def test_a_standard_deviation_is_exact_only_where_it_is_rational(duel, settings):
    ante, match = study_json(study(duel, settings))["bets"]
    assert ante["standard_deviation"]["exact"] is None
    assert 0 < ante["standard_deviation"]["error_bound"] < 1e-15
    assert ante["variance"]["exact"] is not None
    table = settings_for(duel, readings={"lucky": "yes"})
    lucky = study_json(study(duel, table, bets=["Lucky"]))["bets"][0]
    assert lucky["standard_deviation"]["exact"] == "3/4"
    assert lucky["volatility_100"]["exact"] == "15/2"
    deviation = match["standard_deviation"]["value"]
    assert math.isclose(deviation**2, match["variance"]["value"])


def test_what_has_an_error_says_so_in_every_figure():
    game = Duel(DuelWorth(error=Fraction(1, 10**6)))
    match = study_json(study(game, settings_for(game), bets=["Match"]))["bets"][0]
    for name in ("edge", "element_of_risk", "hit_frequency", "standard_deviation", "variance"):
        assert match[name]["exact"] is None
        assert match[name]["error_bound"] >= 1e-6
    assert all(one["probability"]["exact"] is None for one in match["outcomes"])


def test_stake_and_pace_make_the_win_per_hour(duel, settings):
    made = study_json(study(duel, settings), stake_cents=2_500, rounds_per_hour=10)
    assert (made["stake_cents"], made["rounds_per_hour"]) == (2_500, 10)
    assert made["bets"][1]["theoretical_win_per_hour"]["exact"] == str(Fraction(6, 51) * 250)


def test_the_fields_of_readings_stay_as_they_are(duel, settings):
    made = readings_json(compare_readings(duel, settings))
    assert json.loads(json.dumps(made)) == made
    bet = {"bet": "str", "edge": "figure", "favours_player": "bool"}
    assert shape(made) == {
        "game": "str",
        "name": "str",
        "rules_version": "int",
        "rulings": {"tie": "str", "on_fold": "str", "lucky": "str", "hat": "str"},
        "pay_tables": shape(made["pay_tables"]),
        "strategy": None,
        "favours_player": "bool",
        "defaults": [bet],
        "readings": [
            {
                "ruling": "str",
                "question": "str",
                "clause": "str",
                "bets": ["str"],
                "readings": [
                    {
                        "name": "str",
                        "meaning": "str",
                        "default": "bool",
                        "chosen": "bool",
                        "favours_player": "bool",
                        "bets": [{**bet, "difference": "figure"}],
                    }
                ],
            }
        ],
        "crossed": [
            {
                "bet": "str",
                "rulings": ["str"],
                "cells": [{"readings": {"tie": "str", "on_fold": "str"}, **bet}],
            }
        ],
        "elapsed_s": "float",
    }
    assert len(made["crossed"][0]["cells"]) == 6


def test_the_fields_of_audit_sheet_stay_as_they_are(duel, settings):
    made = audit_json(audit_sheet(duel, settings))
    assert json.loads(json.dumps(made)) == made
    explanation = {
        "kind": "str",
        "sentence": "str",
        "spot": "str",
        "lines": ["str"],
        "printed_pays": ["str"],
        "needed_pays": ["str"],
        "also_in": [],
        "ours": "figure",
    }
    figure = {
        "where": "str",
        "what": "str",
        "text": "str",
        "bet": "str",
        "pay_tables": {"Match": "str"},
        "verdict": "str",
        "ours": "figure",
        "ours_written": "str",
        "difference": "figure",
        "explanation": None,
        "explanations": [],
    }
    assert shape(made) == {
        "game": "str",
        "name": "str",
        "rules_version": "int",
        "rulings": {"tie": "str", "on_fold": "str", "lucky": "str", "hat": "str"},
        "printed": "int",
        "wrong": [{**figure, "explanation": explanation, "explanations": [explanation]}],
        "figures": [figure],
        "elapsed_s": "float",
    }
    assert made["printed"] == len(made["figures"]) == 5


def test_the_fields_of_strategy_stay_as_they_are(duel, settings):
    made = decision_json(value_fresh(duel, settings, Fresh(parse_cards("2h"))))
    assert json.loads(json.dumps(made)) == made
    assert shape(made) == {
        "question": "str",
        "per": "str",
        "unseen": "int",
        "assumes": None,
        "best": "str",
        "options": [
            {"name": "str", "label": "str", "value": "figure", "cost": "figure", "best": "bool"}
        ],
    }
    assert [(one["name"], one["best"]) for one in made["options"]] == [
        ("fold", True),
        ("raise", False),
    ]
