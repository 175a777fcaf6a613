"""Shifts: counted again in plain Python, seats together, and what a bad period may bring."""

from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest

from croupier.rejection import Rejection
from croupier.simulation import session_results as results
from croupier.simulation import shifts as module
from croupier.simulation.scenario import Scenario
from croupier.simulation.session_results import HOLD_PARTS, house_side
from croupier.simulation.session_terms import MOST_SHIFTS, ShiftTerms, shift_terms
from croupier.simulation.shifts import FIRST_ROUND, Shifts, play_shifts, simulate_shifts
from croupier.simulation.work import Part, Stop, Threads

from .tables import edges_of, seated, shift_of, terms_of


def counted(table: Scenario, terms: ShiftTerms, seed: int, shift: int) -> tuple[int, int, int]:
    """One shift, a round and a seat at a time: win, drop, added."""
    seats, bets = len(table.slips), sum(cents for _, cents in table.slips[0].stakes)
    columns = len(table.seats.spots) + 1
    chips = [0] * seats
    win = drop = added_in_all = 0
    for at in range(terms.rounds):
        number = np.array([FIRST_ROUND + shift * terms.rounds + at], dtype=np.uint64)
        nets = table.seats.play(seed, number, is_apart=True)[:, 0].tolist()
        for seat in range(seats):
            *won, added = nets[seat * columns : (seat + 1) * columns]
            while chips[seat] < bets + added:
                chips[seat] += terms.bankroll_cents
                drop += terms.bankroll_cents
            chips[seat] += sum(won)
            assert chips[seat] >= 0
            win -= sum(won)
            added_in_all += added
    assert win == drop - sum(chips)
    return win, drop, added_in_all


@pytest.mark.parametrize(("seats", "at_once"), [(1, 1 << 16), (3, 1 << 16), (3, 7)])
def test_a_plain_count_of_the_same_rounds_gives_the_same(monkeypatch, seats, at_once):
    table = seated(seats)
    monkeypatch.setattr(module, "_rounds_at_once", lambda _: at_once)
    terms = shift_of(table, 4_000, 45)
    assert terms.rounds == 45
    played = play_shifts(table.seats, terms, 3, Part(5, 6))
    expected = [counted(table, terms, 3, shift) for shift in range(5, 11)]
    assert list(zip(*(array.tolist() for array in played), strict=True)) == expected
    assert len({drop for _, drop, _ in expected}) > 1


def test_any_sharing_gives_the_same(monkeypatch):
    table = seated(3)
    terms = shift_of(table, 5_000, 40)
    one, two = (simulate_shifts(table, terms, 1_500, 9, Threads(n)) for n in (1, 2))
    monkeypatch.setattr(module, "_ROUNDS_OF_A_PART", 0)
    monkeypatch.setattr(module, "_rounds_at_once", lambda _: 17)
    small = simulate_shifts(table, terms, 1_500, 9, Threads(2))
    for other in (two, small):
        assert other.is_complete
        assert all(np.array_equal(a, b) for a, b in zip(one.played, other.played, strict=True))
        assert house_side(one, {}, 30) == house_side(other, {}, 30)


def test_seats_of_one_table_swing_together():
    ante = {"Pair_Plus": 0, "Six_Card_Bonus": 0}
    variances = {}
    for seats in (1, 6):
        table = seated(seats, **ante)
        run = simulate_shifts(table, shift_of(table, 10_000, 50), 3_000, 1, Threads(2))
        variances[seats] = float(np.var(run.played.wins, ddof=1))
    assert variances[6] > 1.2 * 6 * variances[1]


def test_the_win_is_what_the_exact_edges_come_to():
    table = seated(4)
    run = simulate_shifts(table, shift_of(table, 10_000, 100), 3_000, 4, Threads(2))
    house = house_side(run, edges_of(table), 30)
    per_round = 4 * 500 * sum(float(edge) for edge in edges_of(table).values())
    assert house.theory is not None
    assert house.theory.cents == pytest.approx(100 * per_round)
    assert abs(house.theory.z) < 4
    assert house_side(run, {}, 30).theory is None


def test_hold_and_handle_are_what_they_are_called():
    table = seated(2)
    run = simulate_shifts(table, shift_of(table, 5_000, 60), 400, 8, Threads(1))
    wins, drops, added = run.played
    house = house_side(run, {}, 5)
    assert (drops % 5_000 == 0).all()
    assert drops.min() >= 2 * 5_000
    assert house.handle_cents == 60 * 2 * 1_500
    assert house.hold.value == pytest.approx(wins.sum() / drops.sum())
    assert house.win_of_handle.value == pytest.approx(wins.sum() / (400 * house.handle_cents))
    everything = 400 * house.handle_cents + added.sum()
    assert house.win_of_all_handle.value == pytest.approx(wins.sum() / everything)
    assert house.all_handle.value == pytest.approx(everything / 400)
    assert house.loses.value == (wins < 0).mean()
    holds = wins / drops
    assert house.hold_of_shift.deviation / HOLD_PARTS == pytest.approx(holds.std(ddof=1), rel=1e-4)
    left = wins - house.hold.value * drops
    error = np.sqrt(np.sum(left**2) / 399 / 400) / drops.mean()
    assert house.hold.standard_error == pytest.approx(error)


def test_a_bad_period_of_normal_shifts_is_that_of_the_normal_law():
    rng = np.random.default_rng(5)
    wins = np.rint(rng.normal(100_000, 300_000, 60_000)).astype(np.int64)
    for worst in results._worst(wins, 30):
        each = 1 - (1 - float(worst.chance)) ** (1 / 30)
        assert worst.shift_normal_cents == pytest.approx(
            NormalDist(wins.mean(), wins.std(ddof=1)).inv_cdf(each)
        )
        assert worst.shift_cents == pytest.approx(worst.shift_normal_cents, rel=0.1)
        # The sum of thirty has a deviation of 1.6 million.
        assert worst.period_cents == pytest.approx(worst.period_normal_cents, abs=200_000)


def test_what_too_few_shifts_cannot_say_is_left_out():
    wins = np.arange(50)
    for worst in results._worst(wins, 30):
        assert worst.shift_cents is None
        assert worst.period_cents is None
        assert worst.shift_normal_cents is not None
    (common, rare) = results._worst(np.arange(10_000), 30)
    assert common.shift_cents == 3
    assert rare.shift_cents is None
    (only, _) = results._worst(np.array([5]), 1)
    assert only.shift_normal_cents is only.period_normal_cents is None


def test_a_bad_period_has_the_mean_that_is_known():
    rng = np.random.default_rng(5)
    wins = np.rint(rng.normal(100_000, 300_000, 1_000)).astype(np.int64)
    # So few say little of thirty in a row, unless it is known what each wins on average.
    assert all(worst.period_cents is None for worst in results._worst(wins, 30))
    off = wins.mean() - 100_000
    assert abs(off) > 500
    for worst, moved in zip(
        results._worst(wins, 30, wins.mean()), results._worst(wins, 30, 100_000), strict=True
    ):
        assert worst.period_cents - moved.period_cents == pytest.approx(30 * off, abs=2)
        assert worst.period_normal_cents - moved.period_normal_cents == pytest.approx(30 * off)
    # The worst single shift is one that was played, whatever is known of the mean.
    many = np.rint(rng.normal(100_000, 300_000, 4_000)).astype(np.int64)
    common, _ = results._worst(many, 30)
    assert common.shift_cents is not None
    assert common.shift_cents == results._worst(many, 30, 100_000)[0].shift_cents


def test_a_period_of_one_shift_is_a_shift():
    wins = np.arange(1_000) * 100
    (common, rare) = results._worst(wins, 1)
    assert (common.shift_cents, rare.shift_cents) == (900, 0)
    assert common.period_cents == pytest.approx(900, abs=300)


def test_periods_are_drawn_evenly_and_always_the_same():
    drawn = results._drawn(0, 100_000, 100)
    assert np.bincount(drawn, minlength=100).min() > 850
    assert np.array_equal(drawn[500:600], results._drawn(500, 100, 100))


def test_stopped_it_has_the_first_shifts_without_a_gap(monkeypatch):
    monkeypatch.setattr(module, "_ROUNDS_OF_A_PART", 0)
    table = seated(2)
    terms, stop = shift_of(table, 5_000, 10), Stop()
    run = simulate_shifts(table, terms, 5_000, 2, Threads(2), watch=lambda _: stop.set(), stop=stop)
    assert 0 < run.finished < 5_000
    again = simulate_shifts(table, terms, run.finished, 2, Threads(1))
    assert house_side(run, {}, 3) == house_side(again, {}, 3)


def test_a_shift_has_as_many_rounds_as_are_over_in_its_hours():
    session = terms_of(seated(), 5_000, 10)
    assert shift_terms(session, Fraction(8)).rounds == 480
    assert shift_terms(session, Fraction(1, 60)).rounds == 1
    assert shift_terms(session, Fraction("7.99")).rounds == 479


@pytest.mark.parametrize(
    ("hours", "said"),
    [(0, "above 0"), (-1, "above 0"), (Fraction("24.1"), "24 hours"), (Fraction(1, 61), "not one")],
)
def test_no_shift_at_all_is_refused(hours, said):
    with pytest.raises(Rejection, match=said):
        shift_terms(terms_of(seated(), 5_000, 10), Fraction(hours))


@pytest.mark.parametrize("count", [0, MOST_SHIFTS + 1])
def test_too_few_and_too_many_shifts_are_refused(count):
    table = seated(2)
    with pytest.raises(Rejection, match="from 1 to 10,000,000"):
        simulate_shifts(table, shift_of(table, 5_000, 10), count, 1, Threads(1))


def test_no_session_is_played_on_the_cards_of_a_shift():
    table = seated(1)
    numbers = np.arange(300, dtype=np.uint64)
    one = table.seats.play(1, numbers)
    other = table.seats.play(1, numbers + np.uint64(FIRST_ROUND))
    assert not np.array_equal(one, other)


def test_the_first_of_some_shifts():
    some = Shifts(*(np.arange(5) for _ in range(3)))
    assert some.first(2).wins.tolist() == [0, 1]


def test_what_is_stopped_before_it_begins_plays_nothing(monkeypatch):
    monkeypatch.setattr(module, "play_shifts", lambda *_: pytest.fail("a shift was played"))
    table, stop = seated(2), Stop()
    stop.set()
    run = simulate_shifts(table, shift_of(table, 20_000, 10), 5, 1, Threads(1), stop=stop)
    assert run.finished == 0
