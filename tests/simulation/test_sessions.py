"""Sessions: walked again in plain Python, and held to what is known exactly."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from croupier.analysis.valuer import Valuer
from croupier.rejection import Code, Rejection
from croupier.simulation import sessions as module
from croupier.simulation.exactly import loss_of_round
from croupier.simulation.scenario import Scenario
from croupier.simulation.seats import ByScript
from croupier.simulation.session_results import player_side, session_table
from croupier.simulation.session_terms import MOST_ROUNDS, MOST_SESSIONS, SessionTerms
from croupier.simulation.sessions import (
    GOAL,
    ROUNDS_OVER,
    RUINED,
    checkpoints_of,
    play_sessions,
    simulate_sessions,
)
from croupier.simulation.spread import chance, histogram_of, quantiles_of, spread_of
from croupier.simulation.work import Part, Stop, Threads
from croupier.table.kernel import usual_raise_cents
from croupier.table.prepared import prepare
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.table.wager import Slip

from .tables import GAME, SETTINGS, edges_of, seated, terms_of


def pair_plus() -> Scenario:
    return seated(Ante=0, Six_Card_Bonus=0)


def walked(table: Scenario, terms: SessionTerms, seed: int, session: int) -> dict:
    """One session, a round at a time."""
    bets = sum(cents for _, cents in table.slips[0].stakes)
    money = [terms.bankroll_cents]
    run = longest = 0
    ending = ROUNDS_OVER
    for at in range(terms.rounds):
        number = np.array([session * terms.rounds + at], dtype=np.uint64)
        *nets, added = table.seats.play(seed, number, np.array([money[-1] - bets]))[:, 0].tolist()
        net = sum(nets)
        assert added <= money[-1] - bets
        money.append(money[-1] + net)
        run = run + 1 if net < 0 else 0 if net > 0 else run
        longest = max(longest, run)
        if terms.goal_cents is not None and money[-1] - money[0] >= terms.goal_cents:
            ending = GOAL
            break
        if money[-1] < bets + terms.raise_cents:
            ending = RUINED
            break
    falls = [max(money[: at + 1]) - now for at, now in enumerate(money)]
    rounds = len(money) - 1
    return {
        "result": money[-1] - money[0],
        "rounds": rounds,
        "run": longest,
        "drawdown": max(falls),
        "ending": ending,
        "path": [money[min(at, rounds)] for at in checkpoints_of(terms.rounds)],
    }


@pytest.mark.parametrize(
    ("bankroll", "rounds", "goal"), [(6_000, 70, None), (8_000, 25, 8_000), (2_000, 1, None)]
)
def test_a_plain_walk_of_the_same_rounds_gives_the_same(bankroll, rounds, goal):
    table = seated()
    terms = terms_of(table, bankroll, rounds, goal)
    played = play_sessions(table.seats, terms, 7, Part(30, 40))
    found = [
        {
            "result": int(played.sessions.results[at]),
            "rounds": int(played.sessions.rounds[at]),
            "run": int(played.sessions.losing_runs[at]),
            "drawdown": int(played.sessions.drawdowns[at]),
            "ending": int(played.sessions.endings[at]),
            "path": played.paths[:, at].tolist(),
        }
        for at in range(40)
    ]
    expected = [walked(table, terms, 7, session) for session in range(30, 70)]
    assert found == expected
    if rounds > 1:
        assert len({one["ending"] for one in expected}) == (2 if goal is None else 3)


def test_the_script_plays_the_same_sessions():
    table = seated(strategy="Q-6-4")
    by_script = ByScript(GAME, SETTINGS, table.slips, table.seats.spots)
    terms = terms_of(table, 6_000, 25)
    one, other = (play_sessions(s, terms, 3, Part(0, 6)) for s in (table.seats, by_script))
    for first, second in zip(one.sessions, other.sessions, strict=True):
        assert first.tolist() == second.tolist()
    assert one.paths.tolist() == other.paths.tolist()


def chain(terms: SessionTerms) -> dict[tuple[str, int], Fraction]:
    """Exactly how likely each end of a session of Pair Plus alone is: how, and with what."""
    rules = prepare(GAME, SETTINGS).rules
    worth = Valuer(GAME).bet("Pair Plus", rules, prepare(GAME, SETTINGS).pay_tables)
    moves = [(int(one.net * terms.staked_cents), float(one.probability)) for one in worth.outcomes]
    here = {terms.bankroll_cents: 1.0}
    ends: dict[tuple[str, int], float] = defaultdict(float)
    for _ in range(terms.rounds):
        after: dict[int, float] = defaultdict(float)
        for money, probability in here.items():
            for net, likely in moves:
                then = money + net
                if terms.goal_cents is not None and then >= terms.bankroll_cents + terms.goal_cents:
                    ends["goal", then] += probability * likely
                elif then < terms.staked_cents:
                    ends["ruined", then] += probability * likely
                else:
                    after[then] += probability * likely
        here = after
    for money, probability in here.items():
        ends["over", money] += probability
    return ends


@pytest.mark.parametrize("goal", [None, 4_000])
def test_chances_are_those_of_the_exact_chain(goal):
    table = pair_plus()
    terms = terms_of(table, 5_000, 40, goal)
    assert terms.needed_cents == 500
    ends = chain(terms)
    assert sum(ends.values()) == pytest.approx(1)
    player = player_side(simulate_sessions(table, terms, 40_000, 11, Threads(2)), {})

    def likely(which) -> float:
        return sum(p for (how, money), p in ends.items() if which(how, money))

    pairs = [
        (player.ruined, likely(lambda how, _: how == "ruined")),
        (player.ahead, likely(lambda _, money: money > 5_000)),
        (player.even, likely(lambda _, money: money == 5_000)),
        (player.behind, likely(lambda _, money: money < 5_000)),
        (player.result.mean, sum(p * (money - 5_000) for (_, money), p in ends.items())),
    ]
    if goal is not None:
        pairs.append((player.goal, likely(lambda how, _: how == "goal")))
    for estimate, exactly in pairs:
        assert abs(estimate.value - exactly) < 4 * estimate.standard_error
    assert 0.05 < player.ruined.value < 0.95
    median = player.result.at(50) + 5_000
    assert likely(lambda _, money: money <= median) > 0.49
    assert likely(lambda _, money: money < median) < 0.51


def test_the_mean_is_what_the_exact_edges_come_to():
    table = seated()
    run = simulate_sessions(table, terms_of(table, 8_000, 80), 20_000, 5, Threads(2))
    player = player_side(run, edges_of(table))
    assert player.theory is not None
    assert abs(player.theory.z) < 4
    per_round = 500 * sum(float(edge) for edge in edges_of(table).values())
    assert player.theory.cents == pytest.approx(-per_round * player.rounds.mean.value)
    assert player_side(run, {}).theory is None


def test_a_loss_is_known_only_where_every_bet_has_its_edge():
    table = seated()
    edges = edges_of(table)
    assert loss_of_round(table, edges).value == 500 * sum(one.value for one in edges.values())
    del edges["Pair Plus"]
    assert loss_of_round(table, edges) is None


def test_any_sharing_gives_the_same(monkeypatch):
    table = seated()
    terms = terms_of(table, 5_000, 50)
    one = simulate_sessions(table, terms, 20_000, 9, Threads(1))
    two = simulate_sessions(table, terms, 20_000, 9, Threads(2))
    monkeypatch.setattr(module, "_SHARE_OF_BATCH", 64)
    small = simulate_sessions(table, terms, 20_000, 9, Threads(2))
    for other in (two, small):
        assert other.is_complete
        assert all(np.array_equal(a, b) for a, b in zip(one.played, other.played, strict=True))
        assert np.array_equal(one.played_paths, other.played_paths)
        assert player_side(one, {}) == player_side(other, {})


def test_more_sessions_begin_with_the_same_ones():
    table = seated()
    terms = terms_of(table, 5_000, 50)
    few, many = (simulate_sessions(table, terms, n, 9, Threads(1)) for n in (100, 300))
    assert few.played.results.tolist() == many.played.results[:100].tolist()


def test_the_money_on_the_way_is_kept_of_the_first_sessions_only(monkeypatch):
    monkeypatch.setattr(module, "PATHS", 1_000)
    monkeypatch.setattr(module, "_SHARE_OF_BATCH", 128)
    table = pair_plus()
    run = simulate_sessions(table, terms_of(table, 2_000, 20), 3_000, 1, Threads(2))
    player = player_side(run, {})
    assert player.fan_sessions == 1_000
    last = np.sort(run.played.results[:1_000] + 2_000)
    assert player.fan[-1].quantiles[3] == last[499]
    assert player.fan[0].quantiles == (2_000,) * 7


@pytest.mark.parametrize(("rounds", "count"), [(1, 2), (59, 60), (60, 61), (300, 61), (1_000, 61)])
def test_checkpoints_go_from_the_first_round_to_the_last(rounds, count):
    points = checkpoints_of(rounds)
    assert (points[0], points[-1], len(points)) == (0, rounds, count)
    assert list(points) == sorted(set(points))


def test_stopped_it_has_the_first_sessions_without_a_gap(monkeypatch):
    monkeypatch.setattr(module, "_SHARE_OF_BATCH", 256)
    table = seated()
    terms = terms_of(table, 5_000, 30)
    stop = Stop()
    run = simulate_sessions(
        table, terms, 50_000, 2, Threads(2), watch=lambda _: stop.set(), stop=stop
    )
    assert 0 < run.finished < 50_000
    assert run.finished % 256 == 0
    assert not run.is_complete
    again = simulate_sessions(table, terms, run.finished, 2, Threads(1))
    assert again.is_complete
    assert player_side(run, {}) == player_side(again, {})
    assert run.rounds == again.rounds == int(again.played.rounds.sum())


@pytest.mark.parametrize("seed", range(5))
def test_nobody_loses_more_than_he_brought(seed):
    table = seated()
    terms = terms_of(table, 2_000, 200)
    assert terms.bankroll_cents == terms.needed_cents
    run = simulate_sessions(table, terms, 3_000, seed, Threads(1))
    played = run.played
    assert played.results.min() >= -2_000
    assert played.results.min() == -2_000
    assert run.played_paths.min() >= 0
    left = played.results + 2_000
    assert (left[played.endings == RUINED] < 2_000).all()
    assert (left[played.endings == ROUNDS_OVER] >= 2_000).all()
    assert (played.rounds[played.endings == ROUNDS_OVER] == 200).all()


def test_what_the_purse_does_not_have_is_not_added():
    table = seated()
    numbers = np.arange(1_000, dtype=np.uint64)
    short, enough = (table.seats.play(1, numbers, np.full(1_000, purse)) for purse in (499, 500))
    assert short[-1].max() == 0
    assert enough[-1].max() == 500
    assert short[:-1].sum(axis=0).min() >= -1_500


@pytest.mark.parametrize(
    ("game", "stakes", "cents"),
    [
        ("three-card-poker", {"Ante": 500, "Pair Plus": 2_000}, 500),
        ("three-card-poker", {"Pair Plus": 2_000}, 0),
        ("pick-2-poker", {"Ante": 500, "3-5 Bonus": 500}, 1_000),
        ("three-way-action", {"High Card": 500, "Blackjack": 700}, 700),
        (
            "roll-your-own-blackjack",
            {"Bonus": 500, "Blackjack 1": 500, "Blackjack 2": 500},
            500,
        ),
        ("stadium-three-card-poker", {"Ante": 500, "Pair Plus": 1_500}, 500),
    ],
)
def test_the_usual_raise_follows_from_the_wagers_of_the_table(game, stakes, cents):
    found = find_game(game)
    assert usual_raise_cents(prepare(found, settings_for(found)), Slip.of(stakes)) == cents


def test_insurance_for_half_leaves_room_for_a_double():
    game = find_game("three-way-action")
    table = prepare(game, settings_for(game, readings={"insurance": "two_to_one"}))
    assert usual_raise_cents(table, Slip.of({"High Card": 900, "Blackjack": 700})) == 700


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ({"bankroll_cents": 1_999}, Code.BANKROLL_SHORT, "$15 before the deal and $5 for a raise"),
        ({"bankroll_cents": 10**15 + 1}, Code.AMOUNT_INVALID, "at the most"),
        ({"rounds": 0}, Code.OPTION_INVALID, "from 1 to 1,000,000, not 0"),
        ({"rounds": MOST_ROUNDS + 1}, Code.OPTION_INVALID, "from 1 to 1,000,000"),
        ({"goal_cents": 0}, Code.AMOUNT_INVALID, "above $0"),
        ({"goal_cents": 10**15 + 1}, Code.AMOUNT_INVALID, "above $0"),
    ],
)
def test_terms_that_nobody_can_play_are_refused(change, code, said):
    given = {"bankroll_cents": 2_000, "rounds": 10, "goal_cents": None}
    assert terms_of(seated(), **given).needed_cents == 2_000
    with pytest.raises(Rejection) as refused:
        terms_of(seated(), **{**given, **change})
    assert refused.value.code is code
    assert said in refused.value.detail


@pytest.mark.parametrize("count", [0, MOST_SESSIONS + 1])
def test_too_few_and_too_many_sessions_are_refused(count):
    table = pair_plus()
    with pytest.raises(Rejection, match="from 1 to 5,000,000"):
        simulate_sessions(table, terms_of(table, 1_000, 5), count, 1, Threads(1))


def test_a_session_is_a_line_of_the_table():
    table = pair_plus()
    run = simulate_sessions(table, terms_of(table, 1_000, 30, 1_000), 500, 1, Threads(1))
    lines = session_table(run)
    assert {len(column) for column in lines.values()} == {500}
    assert lines["is_ruined"].sum() == run.ruined
    goal = np.asarray(lines["reached_goal"])
    assert (np.asarray(lines["result_cents"])[goal] >= 1_000).all()
    assert goal.any()


# The numbers themselves.


def test_quantiles_are_values_that_were_seen():
    values = np.array([5, 1, 4, 2, 3] * 20)
    assert quantiles_of(values, [Fraction(k, 5) for k in range(6)]) == (1, 1, 2, 3, 4, 5)
    spread = spread_of(values)
    assert (spread.least, spread.at(50), spread.most) == (1, 3, 5)
    assert spread.mean.value == 3
    assert spread.deviation == pytest.approx(np.std(values, ddof=1))
    single = spread_of(np.array([7]))
    assert (single.mean.standard_error, single.deviation, single.at(99)) == (None, None, 7)


def test_what_was_never_seen_is_not_called_impossible():
    assert chance(0, 100).value == 0
    assert 0.005 < chance(0, 100).standard_error < 0.01
    assert chance(30, 100).standard_error == pytest.approx((0.3 * 0.7 / 100) ** 0.5, rel=0.01)


def test_a_histogram_has_every_result_in_a_bin_of_round_width():
    results = np.concatenate((np.arange(-20_000, 30_000, 500).repeat(9), [900_000, -500]))
    marks = results < -15_000
    found = histogram_of(results, marks)
    assert sum(found.counts) == len(results)
    assert sum(found.marked) == marks.sum()
    assert found.width_cents == 2_500
    assert found.first_cents % found.width_cents == 0
    assert (found.is_open_below, found.is_open_above) == (False, True)
    inside = (results >= found.begins(3)) & (results < found.begins(4))
    assert found.counts[3] == inside.sum()


@pytest.mark.parametrize("value", [0, -500, 123])
def test_one_result_is_one_bin(value):
    found = histogram_of(np.array([value]), np.array([False]))
    assert found.counts == (1,)
    assert found.begins(0) <= value < found.begins(1)


def test_a_run_of_one_session_has_no_error():
    table = pair_plus()
    run = simulate_sessions(table, replace(terms_of(table, 1_000, 5)), 1, 1, Threads(1))
    player = player_side(run, edges_of(table))
    assert player.result.mean.standard_error is None
    assert player.theory is not None
    assert player.theory.z is None
