"""Many rounds: the same to the last digit however they are shared out."""

import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from croupier.rejection import Code, Rejection
from croupier.simulation import rounds as rounds_module
from croupier.simulation.results import bet_results, between_bets, whole_round
from croupier.simulation.rounds import MOST_ROUNDS, play_part, simulate
from croupier.simulation.scenario import equal_slips, scenario
from croupier.simulation.seats import PythonStrategy
from croupier.simulation.strategies import parse_strategy_file, strategy_file
from croupier.simulation.work import Part, Stop, Threads, part_size, parts_of
from croupier.table.prepared import prepare
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.table.wager import Slip

GAME = find_game("three-card-poker")
SETTINGS = settings_for(GAME)
BY_Q_6_4 = """
from croupier.games.three_card_poker.habit import usual_choice

def decide(seen, asked, rules):
    return usual_choice(seen, asked)
"""


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(tmp_path))
    return tmp_path


def played(strategy=None, seats=1, **bets):
    return scenario(GAME, SETTINGS, equal_slips(GAME, SETTINGS, seats, **bets), strategy)


class InTurn:
    """Plays parts in an order of its own."""

    def __init__(self, order):
        self._order = order

    def each(self, play, parts, _stop):
        for part in self._order(list(parts)):
            yield part, play(part)


@pytest.fixture(scope="module")
def three_card_poker():
    return played()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_any_number_of_threads_comes_to_the_same(three_card_poker, threads):
    one = simulate(three_card_poker, 300_001, 9, InTurn(list))
    many = simulate(three_card_poker, 300_001, 9, Threads(threads))
    assert many.moments == one.moments
    assert many.added_cents == one.added_cents
    assert many.is_complete
    assert many.parts == one.parts


def test_any_order_and_any_parts_come_to_the_same(three_card_poker):
    forward = simulate(three_card_poker, 200_000, 9, InTurn(list))
    backward = simulate(three_card_poker, 200_000, 9, InTurn(lambda parts: parts[::-1]))
    assert forward.moments == backward.moments
    pieces = [
        play_part(three_card_poker, 9, Part(first, 40_000)) for first in range(0, 200_000, 40_000)
    ]
    total = pieces[0].moments
    for piece in pieces[1:]:
        total += piece.moments
    assert total == forward.moments


def test_another_seed_is_another_run(three_card_poker):
    assert (
        simulate(three_card_poker, 10_000, 1, Threads(1)).moments
        != simulate(three_card_poker, 10_000, 2, Threads(1)).moments
    )


def test_a_scenario_travels_to_another_process(three_card_poker):
    there = pickle.loads(pickle.dumps(three_card_poker))
    assert (
        play_part(there, 3, Part(0, 5_000)).moments
        == play_part(three_card_poker, 3, Part(0, 5_000)).moments
    )


@pytest.mark.parametrize(
    ("total", "at_once"),
    [(1, 65_536), (65_537, 65_536), (10**7, 65_536), (10**9, 65_536), (999, 200)],
)
def test_parts_are_all_rounds_once(total, at_once):
    largest = 16 * at_once
    size = part_size(total, at_once, largest)
    parts = list(parts_of(total, size))
    assert sum(part.count for part in parts) == total
    assert [part.first for part in parts] == list(range(0, total, size))
    assert size % at_once == 0
    assert size <= largest


def test_of_a_long_run_only_so_many_rows_are_kept(three_card_poker, monkeypatch):
    monkeypatch.setattr(rounds_module, "_MOST_ROWS", 4)
    short = replace(
        three_card_poker,
        seats=replace(three_card_poker.seats, rounds_at_once=100, largest_part=100),
    )
    whole = simulate(three_card_poker, 2_550, 3, Threads(1))
    for sharing in (Threads(2), InTurn(lambda parts: parts[::-1])):
        run = simulate(short, 2_550, 3, sharing)
        assert run.moments == whole.moments
        assert [row.part for row in run.parts] == [
            Part(0, 700), Part(700, 700), Part(1_400, 700), Part(2_100, 450),
        ]  # fmt: skip
        assert sum(row.added_cents for row in run.parts) == whole.added_cents


@pytest.mark.parametrize("rounds", [0, -1, MOST_ROUNDS + 1])
def test_a_number_of_rounds_nobody_can_play_is_refused(three_card_poker, rounds):
    with pytest.raises(Rejection) as refused:
        simulate(three_card_poker, rounds, 1, Threads(1))
    assert refused.value.code is Code.OPTION_INVALID


def test_who_stops_it_gets_the_first_rounds_without_a_gap(three_card_poker):
    stop = Stop()
    run = simulate(three_card_poker, 10**9, 5, Threads(2), watch=lambda _: stop.set(), stop=stop)
    assert 0 < run.moments.rounds < 10**9
    assert not run.is_complete
    again = simulate(three_card_poker, run.moments.rounds, 5, Threads(1))
    assert again.moments == run.moments


def test_what_fails_in_a_thread_is_told():
    def fail(_part):
        raise Rejection(Code.STRATEGY_INVALID, "No.")

    with pytest.raises(Rejection):
        list(Threads(2).each(fail, parts_of(10**6, 1_000), Stop()))


# By a table in a file, and by a function.


def test_a_function_through_the_script_is_the_strategy_through_the_kernel():
    by_function = played(PythonStrategy("mine.py", "decide", BY_Q_6_4), seats=2)
    by_kernel = played("Q-6-4", seats=2)
    one = simulate(by_function, 300, 8, Threads(1))
    other = simulate(by_kernel, 300, 8, Threads(1))
    assert one.moments == other.moments
    assert one.added_cents == other.added_cents
    apart = np.arange(40, dtype=np.uint64)
    assert (
        by_function.seats.play(8, apart, is_apart=True)
        == by_kernel.seats.play(8, apart, is_apart=True)
    ).all()


def test_a_file_is_the_strategy_it_was_written_from():
    table = prepare(GAME, SETTINGS)
    plan = GAME.kernel().plan("Mimic the dealer", table.rules, table.pay_tables)
    text = "".join(strategy_file(GAME, table, plan))
    read = parse_strategy_file("mimic.csv", text, GAME, table)
    one = simulate(played(read), 20_000, 2, Threads(1))
    assert one.moments == simulate(played("Mimic the dealer"), 20_000, 2, Threads(1)).moments
    assert one.scenario.strategy == "mimic.csv"
    assert not one.scenario.is_named


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def decide(seen, asked, rules):\n    return 'dance'\n", "offered were play, fold"),
        (
            "def decide(seen, asked, rules):\n    return 1 / 0\n",
            "line 2 of “mine.py”: ZeroDivision",
        ),
        ("def decide(seen, asked, rules):\n    return 'hit'\n", "offered were play, fold"),
        ("raise SystemExit(3)\n", "SystemExit"),
        ("def other(): pass\n", "has no function"),
        ("1 +", "SyntaxError"),
        ("import nothing_of_that_name\n", "ModuleNotFoundError"),
        ("decide = 5\n", "has no function"),
    ],
)
def test_a_function_that_cannot_be_used_is_refused(source, said):
    with pytest.raises(Rejection) as refused:
        simulate(played(PythonStrategy("mine.py", "decide", source)), 10, 1, Threads(1))
    assert refused.value.code is Code.STRATEGY_INVALID
    assert said in refused.value.detail


def test_who_cannot_pay_for_what_the_function_wants_takes_the_default():
    always = "def decide(seen, asked, rules):\n    return 'play'\n"
    poor = played(PythonStrategy("mine.py", "decide", always))
    nets = poor.seats.play(1, np.arange(20, dtype=np.uint64), np.array([499]))
    assert (nets[-1] == 0).all()
    assert (nets[0] == -500).all()


# What they come to.


def test_edges_and_errors_are_those_of_the_rounds(three_card_poker):
    rounds = 5_000
    run = simulate(three_card_poker, rounds, 77, Threads(1))
    nets = three_card_poker.seats.play(77, np.arange(rounds, dtype=np.uint64))
    by_bet = {
        "Ante and Play": nets[:3].sum(axis=0),
        "Pair Plus": nets[3],
        "Six Card Bonus": nets[4],
    }
    for result in bet_results(run):
        units = by_bet[result.name] / 500
        assert result.edge.value == pytest.approx(-units.mean(), rel=1e-12)
        assert result.standard_deviation == pytest.approx(units.std(ddof=1), rel=1e-12)
        assert result.edge.standard_error == pytest.approx(
            units.std(ddof=1) / rounds**0.5, rel=1e-12
        )
    whole = whole_round(run)
    assert whole.edge.value == pytest.approx(-nets[:5].sum(axis=0).mean() / 1_500, rel=1e-12)
    between = {(one.first, one.second): one.correlation for one in between_bets(run)}
    expected = np.corrcoef(by_bet["Ante and Play"], by_bet["Pair Plus"])[0, 1]
    assert between["Ante and Play", "Pair Plus"].value == pytest.approx(expected, rel=1e-9)


def test_seats_of_one_round_are_counted_as_one_round():
    # All seats meet one dealer, so six seats say less than six times as many rounds would.
    six = bet_results(simulate(played(seats=6), 40_000, 5, Threads(1)))[0]
    one = bet_results(simulate(played(), 240_000, 5, Threads(1)))[0]
    assert six.edge.standard_error > 1.2 * one.edge.standard_error
    assert abs(six.edge.value - one.edge.value) < 4 * (
        six.edge.standard_error + one.edge.standard_error
    )


def test_a_single_round_has_no_error(three_card_poker):
    result, *_ = bet_results(simulate(three_card_poker, 1, 1, Threads(1)))
    assert result.edge.standard_error is None
    assert result.z is None
    assert Fraction(result.edge.value).limit_denominator(10).denominator == 1


# Who bets what.


def test_all_bets_are_bet_alike_unless_said_otherwise():
    assert dict(equal_slips(GAME, SETTINGS, 1)[0].stakes) == {
        "Ante": 500,
        "Pair Plus": 500,
        "Six Card Bonus": 500,
    }
    said = equal_slips(GAME, SETTINGS, 2, 1_000, {"Six Card Bonus": 0, "Pair Plus": 2_000})
    assert [dict(slip.stakes) for slip in said] == [{"Ante": 1_000, "Pair Plus": 2_000}] * 2


def test_bets_nobody_makes_are_left_out():
    pair_plus = scenario(GAME, SETTINGS, (Slip.of({"Pair Plus": 500}),))
    assert [bet.name for bet in pair_plus.columns.bets] == ["Pair Plus"]
    result, *_ = bet_results(simulate(pair_plus, 100_000, 1, Threads(1)))
    assert abs(result.edge.value - 392 / 5525) < 4 * result.edge.standard_error


def test_what_the_table_refuses_is_refused():
    with pytest.raises(Rejection) as refused:
        scenario(GAME, SETTINGS, (Slip.of({"Ante": 700}),))
    assert refused.value.code is Code.STAKE_OFF_INCREMENT


def test_a_strategy_the_game_does_not_have_is_refused():
    with pytest.raises(Rejection) as refused:
        played("Quads or better")
    assert refused.value.code is Code.STRATEGY_UNKNOWN
    assert "Q-6-4" in refused.value.detail
