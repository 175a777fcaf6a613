"""What follows from the outcomes of a bet, against numbers worked out by hand."""

from fractions import Fraction
from math import sqrt

import pytest

from croupier.cards import Card
from croupier.rejection import Rejection
from croupier.table.codec import from_json, to_json
from croupier.table.settings import settings_for
from croupier.table.worth import (
    BetWorth,
    Decision,
    Figure,
    Fresh,
    OptionWorth,
    OutcomeWorth,
    Together,
    merged,
    root,
)

F = Fraction

EVEN_NUMBER_WITHOUT_ZERO = BetWorth(
    "Even",
    "Even",
    (OutcomeWorth("Even", F(18, 37), F(1)), OutcomeWorth("Other", F(19, 37), F(-1))),
    "",
)

PLAY_OR_FOLD = BetWorth(
    "Ante and Play",
    "Ante",
    (
        OutcomeWorth("Win", F(2, 5), F(2), F(2)),
        OutcomeWorth("Lose", F(2, 5), F(-2), F(2)),
        OutcomeWorth("Fold", F(1, 5), F(-1)),
    ),
    "",
)


def test_an_even_chance_of_roulette_is_worth_what_everybody_knows():
    bet = EVEN_NUMBER_WITHOUT_ZERO
    assert bet.edge == Figure(F(1, 37))
    assert bet.element_of_risk == Figure(F(1, 37))
    assert bet.hit_frequency == Figure(F(18, 37))
    assert bet.variance == Figure(1 - F(1, 37**2))
    assert float(bet.standard_deviation) == pytest.approx(sqrt(1 - 1 / 37**2), rel=1e-15)
    assert float(bet.volatility(100)) == pytest.approx(10 * sqrt(1 - 1 / 37**2), rel=1e-15)


def test_the_element_of_risk_is_per_all_that_is_put_in_action():
    assert PLAY_OR_FOLD.edge.value == F(1, 5)
    assert PLAY_OR_FOLD.action.value == F(9, 5)
    assert PLAY_OR_FOLD.element_of_risk.value == F(1, 9)


def test_probabilities_must_add_up():
    with pytest.raises(AssertionError):
        BetWorth("Half", "Half", (OutcomeWorth("Win", F(1, 2), F(1)),), "")


def test_every_figure_of_an_inexact_bet_carries_its_bound():
    error = F(1, 1000)
    bet = BetWorth(
        "Ante", "Ante", (OutcomeWorth("Win", F(1, 2), F(3), F(2)),
                         OutcomeWorth("Lose", F(1, 2), F(-1), F(1))), "", error=error
    )  # fmt: skip
    assert bet.edge == Figure(F(-1), 3 * error)
    assert bet.hit_frequency == Figure(F(1, 2), error)
    assert bet.action == Figure(F(3, 2), 2 * error)
    # Both ends of what the probabilities might be lie within the bounds.
    for off in (error / 2, -error / 2):
        win, lose = F(1, 2) + off, F(1, 2) - off
        mean, action = 3 * win - lose, 2 * win + lose
        risk = bet.element_of_risk
        assert abs(-mean / action - risk.value) <= risk.error
        variance = bet.variance
        assert abs(9 * win + lose - mean**2 - variance.value) <= variance.error
        deviation = bet.standard_deviation
        assert abs(sqrt(9 * win + lose - mean**2) - float(deviation)) <= deviation.error


def test_a_root_is_exact_where_there_is_one():
    assert root(Figure(F(9, 16))) == Figure(F(3, 4))
    two = root(Figure(F(2)))
    assert not two.is_exact
    assert abs(two.value**2 - 2) <= 3 * two.error
    assert root(Figure(F(0))) == Figure(F(0))
    assert root(Figure(F(1, 9))) == Figure(F(1, 3))
    # What may be nothing may be a little, and its root is more than that.
    assert root(Figure(F(0), F(1, 10**4))).error >= F(1, 100)


def test_outcomes_alike_are_put_together():
    outcomes = [
        OutcomeWorth("Win", F(1, 4), F(1)),
        OutcomeWorth("Win", F(1, 4), F(1)),
        OutcomeWorth("Never", F(0), F(9)),
        OutcomeWorth("Lose", F(1, 2), F(-1)),
    ]
    assert merged(outcomes) == (
        OutcomeWorth("Win", F(1, 2), F(1)),
        OutcomeWorth("Lose", F(1, 2), F(-1)),
    )


def test_bets_that_always_go_the_same_way_are_wholly_correlated():
    same = Together(("A", "B"), ((Figure(F(2)), Figure(F(2))), (Figure(F(2)), Figure(F(2)))),
                    (Figure(F(0)), Figure(F(0))))  # fmt: skip
    assert same.correlation(0, 1).value == 1
    assert same.variance.value == 8
    against = Together(("A", "B"), ((Figure(F(2)), Figure(F(-2))), (Figure(F(-2)), Figure(F(2)))),
                       (Figure(F(0)), Figure(F(0))))  # fmt: skip
    assert against.correlation(0, 1).value == -1
    assert against.variance.value == 0


def test_a_correlation_is_no_further_off_than_it_says():
    loose = Together(
        ("A", "B"),
        (
            (Figure(F(1), F(1, 4)), Figure(F(0), F(1, 10))),
            (Figure(F(0), F(1, 10)), Figure(F(1), F(1, 4))),
        ),
        (Figure(F(0)), Figure(F(0))),
    )
    found = loose.correlation(0, 1)
    assert found.value == 0
    assert F(1, 10) / F(3, 4) <= found.error <= F(1, 10) / F(3, 4) + F(1, 10**20)
    assert loose.correlation(1, 1) == Figure(F(1))


def test_the_best_option_is_the_first_of_equals():
    options = tuple(
        OptionWorth(name, name, Figure(F(value)))
        for name, value in (("fold", -1), ("play", 2), ("raise", 2))
    )
    assert Decision("?", "Ante", options, 49).best.name == "play"


def test_a_bet_survives_being_stored():
    for bet in (EVEN_NUMBER_WITHOUT_ZERO, PLAY_OR_FOLD):
        assert from_json(BetWorth, to_json(bet)) == bet


@pytest.mark.parametrize("text", ["1/0", "01/2", "1.5", "2/4", "1/-2", "", " 1"])
def test_a_fraction_is_written_in_one_way(text):
    stored = to_json(Figure(F(1, 2)))
    with pytest.raises(Rejection):
        from_json(Figure, {**stored, "value": text})


def test_the_example_game_is_worth_what_a_person_works_out(duel_module):
    """Of 51 cards 4r are lower than a card of rank r (0 to 12) and 4(12 - r) higher."""
    rules, tables = (
        duel_module.Rules(),
        dict(settings_for(duel_module.OneCardDuel()).pay_tables),
    )
    worth = duel_module.DuelWorth()
    raising = [F(2 * (4 * rank - 4 * (12 - rank)), 51) for rank in range(13)]
    expected = sum(max(value, F(-1)) for value in raising) / 13
    duel = worth.bet("Ante and Raise", rules, tables)
    assert duel.expectation.value == expected == F(29, 221)
    assert duel.strategies[0].rules == ("Raise with a five or better, fold the rest.",)
    # Of the three other cards of its rank one has its colour.
    match = worth.bet("Match", rules, tables)
    assert match.expectation.value == F(25 + 2 * 8 - 48, 51)
    for rank, value in enumerate(raising):
        decision = worth.fresh(Fresh((Card(4 * rank),)), rules, tables)
        assert decision.options[0].value.value == value
        assert decision.best.name == ("raise" if value > -1 else "fold")
