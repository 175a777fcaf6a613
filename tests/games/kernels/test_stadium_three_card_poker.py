"""Stadium Three Card Poker compiled: the script to the cent, its strategies, these in files."""

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import sqrt
from random import Random

import numpy as np
import pytest

from croupier.cards import rank_three
from croupier.cards.streams import deck_of_round
from croupier.games.stadium_three_card_poker import STADIUM_THREE_CARD_POKER, kernel_plans
from croupier.games.stadium_three_card_poker.exact.optimal_play import nine_card_play
from croupier.games.stadium_three_card_poker.exact.seen_cards import (
    COUNTING,
    doubtful,
    high_card_rule,
    is_high,
    rule_without_search,
)
from croupier.games.stadium_three_card_poker.rules import CELLS, LINES, Rules
from croupier.games.stadium_three_card_poker.worth import terms_of
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.strategies import class_values, simple_plays
from croupier.rejection import Code, Rejection
from croupier.simulation.by_script import by_function
from croupier.table.kernel import NO_LIMIT
from croupier.table.paytable import PayTable
from croupier.table.prepared import prepare
from croupier.table.settings import settings_for
from croupier.table.wager import Slip
from croupier.table.worth import Fresh, quietly

from ...simulation.comparing import (  # noqa: TID252 (the comparison of all kernels)
    played_by_kernel,
    played_by_script,
)

GAME = STADIUM_THREE_CARD_POKER
KERNEL, WORTH = GAME.kernel(), GAME.worth()
SEED = 20
STAKE = 500
FORFEITED = {"side_bets_on_fold": "forfeited"}
NO_BONUS = {"ante_bonus": "none"}
QUICK_PICK = {"no_cells_chosen": "quick_pick"}
PICKED = ("9", "2", "4")
SIDE_BETS = ("Pair Plus", "Six Card Bonus")
ON_HAND = dict.fromkeys(("Ante", *SIDE_BETS), STAKE)
ON_LINES = {f"{line} {bet}": STAKE for line in LINES for bet in SIDE_BETS}
EVERYTHING = Slip.of(ON_HAND | ON_LINES, PICKED)
ALL_BETS = Slip.of(ON_HAND, PICKED)
ANTE = Slip.of({"Ante": STAKE}, PICKED)
SIMPLE = tuple(way.name for way in simple_plays())
PLAY, FOLD = 0, 1


@cache
def _table(readings, pay_tables=()):
    settings = settings_for(
        GAME, positions=5_000, readings=dict(readings), pay_tables=dict(pay_tables)
    )
    settings = replace(settings, payout_maximum_cents=None)
    return settings, prepare(GAME, settings)


def table(readings=None, pay_tables=None):
    """The settings of a table, and all that follows from them."""
    return _table(tuple((readings or {}).items()), tuple((pay_tables or {}).items()))


@cache
def _plan(strategy, readings, pay_tables):
    _, prepared = _table(readings, pay_tables)
    return KERNEL.plan(strategy, prepared.rules, prepared.pay_tables)


def plan_of(strategy, readings=None, pay_tables=None):
    """A strategy at such a table."""
    return _plan(strategy, tuple((readings or {}).items()), tuple((pay_tables or {}).items()))


played = partial(played_by_kernel, GAME, SEED)
scripted = partial(played_by_script, GAME, SEED)


def by_options(numbers):
    """Decides as these numbers say, one terminal after the other."""
    left = iter(numbers)
    return lambda _table, _seat, options: options[next(left) % len(options)]


def require_same(readings, slips, rounds, tape, pay_tables=None):
    """Plays these rounds by a tape, by script and kernel; returns what the kernel says."""
    settings, prepared = table(readings, pay_tables)
    plan = plan_of(SIMPLE[-1], readings)
    nets = played(prepared, slips, plan, rounds, tape=tape, is_apart=True)
    for at, number in enumerate(rounds):
        by_script = scripted(settings, slips, number, by_options(tape[at]))
        assert nets[:, at].tolist() == by_script, (readings, number, tape[at])
    return nets


def random_slips(rng, terminals, *, may_be_unpicked=False):
    """Terminals that bet this and that."""
    slips = []
    for _ in range(terminals):
        spots = rng.sample([*SIDE_BETS, *ON_LINES], rng.choice((0, 0, 1, 2, 5)))
        stakes = {spot: rng.choice((500, 1_000, 2_500)) for spot in ("Ante", *spots)}
        is_unpicked = may_be_unpicked and rng.random() < 0.5
        slips.append(Slip.of(stakes, () if is_unpicked else rng.sample(CELLS, 3)))
    return slips


# Script against kernel.


@pytest.mark.parametrize("readings", [{}, FORFEITED | NO_BONUS, QUICK_PICK])
def test_many_terminals_agree(readings):
    rng, terminals = Random(1), 60
    slips = random_slips(rng, terminals, may_be_unpicked=readings == QUICK_PICK)
    rounds = range(3)
    require_same(readings, slips, rounds, [rng.choices((PLAY, FOLD), k=terminals) for _ in rounds])


@pytest.fixture(scope="module")
def rare():
    """Rounds in which something rare is paid, a few for each wager and pay."""
    _, prepared = table()
    nets = played(prepared, [EVERYTHING], plan_of(SIMPLE[-1]), 400_000)
    found = set()
    for spot, row in zip(KERNEL.spots(prepared.rules), nets, strict=False):
        for pay in np.unique(row):
            where = np.flatnonzero(row == pay)
            if len(where) < 3_000 or spot in ("Ante", "Play"):
                found |= set(where[:2].tolist())
    return sorted(found)


@pytest.mark.parametrize("readings", [{}, FORFEITED, NO_BONUS])
def test_rare_hands_agree_played_and_folded(readings, rare):
    assert len(rare) > 80
    # One terminal plays, the other folds; both have a stake everywhere.
    tape = [[PLAY, FOLD]] * len(rare)
    nets = require_same(readings, [EVERYTHING, EVERYTHING], rare, tape)
    six = KERNEL.spots(table(readings)[1].rules).index("Six Card Bonus")
    on_lines = nets[six + 1 : six + 1 + len(ON_LINES)]
    assert nets[six].max() >= 200 * STAKE
    assert on_lines.max() >= 200 * STAKE
    folded = nets[len(nets) // 2 :]
    assert (folded[six].max() > 0) == (readings != FORFEITED)
    assert (folded[six + 1 : six + 1 + len(ON_LINES)] == on_lines).all()


def test_each_line_pays_by_its_own_table(rare):
    rng = Random(2)
    own = {}
    for spot in ON_LINES:
        lines = next(wager.lines for wager in GAME.wagers(Rules()) if wager.spot == spot)
        own[spot] = PayTable.of(f"Of {spot}", {line: rng.randint(60, 99) for line in lines[1:]})
    nets = require_same({}, [EVERYTHING], rare, [[PLAY]] * len(rare), own)
    pays = [set(row[row > 0].tolist()) for row in nets[5:17]]
    assert all(pay >= 60 * STAKE for of_line in pays for pay in of_line)
    assert len({tuple(sorted(of_line)) for of_line in pays}) == len(ON_LINES)


def test_any_cells_in_any_order_are_a_hand():
    _, prepared = table()
    plan = plan_of("Q-6-4")
    for picks in (("1", "2", "3"), ("5", "1", "9"), ("8", "7", "6")):
        expected = played(prepared, [Slip.of(ON_HAND, picks)], plan, 500)
        for order in (picks[::-1], (picks[1], picks[2], picks[0])):
            assert (played(prepared, [Slip.of(ON_HAND, order)], plan, 500) == expected).all()


@pytest.mark.parametrize("readings", [{}, FORFEITED, NO_BONUS, QUICK_PICK])
def test_who_plays_by_the_plan_plays_as_the_script_asks_the_usual_player(readings):
    settings, prepared = table(readings)
    slips = random_slips(Random(3), 12, may_be_unpicked=readings == QUICK_PICK)
    choose = by_function(GAME.usual_choice)
    nets = played(prepared, slips, plan_of("Q-6-4", readings), 12, is_apart=True)
    for number in range(12):
        assert nets[:, number].tolist() == scripted(settings, slips, number, choose)
    for slip in slips[:3]:
        alone = played(prepared, [slip], plan_of("Q-6-4", readings), 12)
        by_script = [scripted(settings, [slip], number, choose) for number in range(12)]
        assert alone.T.tolist() == by_script


@pytest.mark.parametrize("strategy", KERNEL.strategies(Rules()))
def test_all_together_is_what_each_brings(strategy):
    _, prepared = table()
    slips = random_slips(Random(4), 200)
    # More rounds than are dealt at once, and not a multiple of that.
    rounds, purses = 700, np.array([0, 500, NO_LIMIT] * 700)[:700]
    plan = plan_of(strategy)
    apart = played(prepared, slips, plan, rounds, purses=purses, is_apart=True)
    together = played(prepared, slips, plan, rounds, purses=purses)
    assert (apart.reshape(len(slips), -1, rounds).sum(axis=0) == together).all()


def test_thousands_of_terminals_are_played():
    _, prepared = table()
    slips = random_slips(Random(5), 20) * 250
    nets = played(prepared, slips, plan_of("Q-6-4"), 300)
    few = played(prepared, slips[:20], plan_of("Q-6-4"), 300)
    assert (nets == 250 * few).all()


# The purse.


def test_who_cannot_pay_folds_and_the_others_play():
    settings, prepared = table(FORFEITED)
    slips = [EVERYTHING, EVERYTHING]
    purses = [0, STAKE - 1, STAKE, 2 * STAKE, NO_LIMIT]
    plan = plan_of("Always play", FORFEITED)
    tape = [[PLAY, PLAY]] * 5
    for given in (None, tape):
        nets = played(prepared, slips, plan, [7] * 5, purses=purses, tape=given, is_apart=True)
        added = len(KERNEL.spots(prepared.rules))
        assert nets[added].tolist() == [0, 0, STAKE, STAKE, STAKE]
        assert nets[-1].tolist() == [STAKE] * 5
        for at, purse in enumerate(purses):
            by_script = scripted(settings, slips, 7, by_options([PLAY, PLAY]), purse)
            assert nets[:, at].tolist() == by_script
    alone = played(prepared, slips[:1], plan, [7] * 5, purses=purses)
    assert alone[-1].tolist() == [0, 0, STAKE, STAKE, STAKE]
    # One number is for all rounds.
    assert not played(prepared, slips[:1], plan, 300, purses=[STAKE - 1])[-1].any()


# Strategies.


def nine_cards(number):
    """The hand of `PICKED` in a round, and the other six cards."""
    cards = dict(zip(CELLS, deck_of_round(SEED, number), strict=False))
    hand = tuple(cards.pop(cell) for cell in PICKED)
    return hand, tuple(cards.values())


def are_played(strategy, rounds, readings=None, pay_tables=None):
    """By round: whether one terminal alone plays."""
    _, prepared = table(readings, pay_tables)
    plan = plan_of(strategy, readings, pay_tables)
    return (played(prepared, [ANTE], plan, rounds)[-1] > 0).tolist()


def test_bets_and_strategies_are_named():
    for readings in ({}, FORFEITED, NO_BONUS):
        rules = table(readings)[1].rules
        assert [bet.name for bet in KERNEL.bets(rules)] == list(WORTH.bets(rules))
        counting = [] if readings == FORFEITED else [COUNTING]
        assert list(KERNEL.strategies(rules)) == ["Optimal", *counting, *SIMPLE]
        assert ("Ante Bonus" in KERNEL.spots(rules)) == (readings != NO_BONUS)


@pytest.mark.slow
@pytest.mark.parametrize("readings", [{}, FORFEITED], ids=["stay", "forfeited"])
def test_strategies_are_those_that_are_valued(readings):
    prepared = table(readings)[1]
    worth = WORTH.bet("Ante and Play", prepared.rules, prepared.pay_tables)
    assert KERNEL.strategies(prepared.rules) == tuple(one.name for one in worth.strategies)
    found = {one.name: one.edge.value for one in worth.strategies}
    for (bet, name), edge in edges_of(tuple(readings.items())).items():
        assert bet != "Ante and Play" or found[name] == edge


ROYAL = {
    "Six Card Bonus": PayTable.of(
        "Too much", {"Royal Flush": "10000000000 to 7", "Flush": "3 to 2", "Three of a Kind": 2}
    )
}


@pytest.mark.parametrize(
    ("readings", "pay_tables", "size"),
    [
        ({}, {}, 4),
        (FORFEITED, {}, 4),
        pytest.param(FORFEITED | NO_BONUS, ROYAL, 8, marks=pytest.mark.long),
    ],
    ids=["stay", "forfeited", "large-pays"],
)
def test_the_best_play_is_that_of_each_decision(readings, pay_tables, size):
    prepared = table(readings, pay_tables)[1]
    assert plan_of("Optimal", readings, pay_tables).seen.pairs.itemsize == size
    decisions = are_played("Optimal", 2_000, readings, pay_tables)
    asked = close = 0
    for number, is_played in enumerate(decisions):
        hand, others = nine_cards(number)
        # What is better is always played, which is soon seen.
        if rank_three(hand).category > 0 or asked >= 450:
            assert is_played or rank_three(hand).category == 0
            continue
        given = Fresh(hand, seen=others)
        decision = WORTH.fresh(given, prepared.rules, prepared.pay_tables)
        play, fold = (option.value.value for option in decision.options)
        assert is_played == (play >= fold), (number, hand, others)
        asked += 1
        close += abs(play - fold) < Fraction(1, 100)
    assert close >= 1


def test_what_cards_have_one_by_one_is_what_they_have_in_pairs():
    for readings in ({}, FORFEITED):
        seen = plan_of("Optimal", readings).seen
        assert (seen.pairs.sum(axis=2) == 2 * seen.singles).all()
        assert (seen.pairs == seen.pairs.transpose(0, 2, 1)).all()


def test_pays_beyond_all_reason_are_refused(monkeypatch):
    monkeypatch.setattr(kernel_plans, "_MOST", 10_000)
    prepared = table(FORFEITED)[1]
    with pytest.raises(Rejection, match="too large") as refused:
        KERNEL.plan("Optimal", prepared.rules, prepared.pay_tables)
    assert refused.value.code is Code.PAY_TABLE_PAY_INVALID


def test_high_cards_are_counted_as_the_rule_says():
    prepared = table()[1]
    rule = rule_without_search(class_values(terms_of(prepared.rules), prepared.pay_tables))
    for number, is_played in enumerate(are_played(COUNTING, 3_000)):
        hand, others = nine_cards(number)
        rank = rank_three(hand)
        high = sum(is_high(rank, card) for card in others)
        assert is_played == rule.plays(rank, high), (hand, others)


@pytest.mark.slow
def test_the_rule_for_high_cards_is_found_without_a_search():
    prepared = table()[1]
    values = class_values(terms_of(prepared.rules), prepared.pay_tables)
    hands = doubtful(nine_card_play(values, quietly))
    assert rule_without_search(values) == high_card_rule({one.rank: one.gains for one in hands})


@pytest.mark.parametrize("way", simple_plays(), ids=SIMPLE)
def test_the_simple_strategies_play_their_hands(way):
    plays = dict(zip(map(kind_of, hand_classes().hands), way.plays.tolist(), strict=True))
    assert len(plays) == 1_755
    for number, is_played in enumerate(are_played(way.name, 1_000)):
        assert is_played == plays[kind_of(nine_cards(number)[0])]


def kind_of(hand):
    """What a hand is but for an exchange of suits."""
    ordered = sorted(hand, key=lambda card: (-card.rank, card.suit))
    ranks = tuple(card.rank for card in ordered)
    pairs = tuple(one.suit == two.suit for one, two in combinations(ordered, 2))
    # Of a pair it does not matter which of the two has the suit of the third card.
    return ranks, pairs if len(set(ranks)) == 3 else any(pairs)


EXACT = {
    "Optimal": Fraction(5102944368707, 158912143289900),
    COUNTING: Fraction(932713515291, 28893116961800),
}
"""The edges against who sees nine cards, as the documentation prints the first of them."""


@cache
def edges_of(readings):
    """By bet and strategy: what the house gains, exactly, where that is found soon."""
    rules, pay_tables = _table(readings)[1].rules, _table(readings)[1].pay_tables
    values = class_values(terms_of(rules), pay_tables)
    found = {
        (bet, way.name): -values.expectation(bet, way.plays)
        for bet in WORTH.bets(rules)
        for way in simple_plays()
    }
    if terms_of(rules).forfeited:
        tally = nine_card_play(values, quietly).tally()
        return found | {(bet, "Optimal"): -tally.expectation(bet) for bet in WORTH.bets(rules)}
    for name, edge in EXACT.items():
        found |= {(bet, name): found[bet, SIMPLE[0]] for bet in SIDE_BETS}
        found["Ante and Play", name] = edge
    return found


@pytest.mark.parametrize("readings", [{}, FORFEITED], ids=["stay", "forfeited"])
def test_simulated_edges_are_the_exact_ones(readings):
    _, prepared = table(readings)
    rounds, spots = 2_000_000, KERNEL.spots(prepared.rules)
    for strategy in KERNEL.strategies(prepared.rules):
        nets = played(prepared, [ALL_BETS], plan_of(strategy, readings), rounds)
        for bet in KERNEL.bets(prepared.rules):
            net = nets[[spots.index(spot) for spot in bet.spots]].sum(axis=0) / STAKE
            edge = edges_of(tuple(readings.items()))[bet.name, strategy]
            assert abs(net.mean() + float(edge)) < 4 * net.std() / sqrt(rounds), (bet, strategy)


def test_lines_are_worth_what_a_hand_is():
    _, prepared = table()
    rounds, spots = 1_000_000, KERNEL.spots(prepared.rules)
    nets = played(prepared, [EVERYTHING], plan_of("Q-6-4"), rounds)
    for spot in ON_LINES:
        net = nets[spots.index(spot)] / STAKE
        edge = edges_of(())[" ".join(spot.split()[2:]), "Q-6-4"]
        assert abs(net.mean() + float(edge)) < 4 * net.std() / sqrt(rounds), spot


def test_an_unknown_strategy_is_refused():
    rules, pay_tables = table()[1].rules, table()[1].pay_tables
    forfeited = table(FORFEITED)[1]
    for name, where in (("Best", (rules, pay_tables)),
                        (COUNTING, (forfeited.rules, forfeited.pay_tables))):  # fmt: skip
        with pytest.raises(Rejection) as refused:
            KERNEL.plan(name, *where)
        assert name in refused.value.detail


def test_progress_is_told():
    said = []
    prepared = table()[1]
    KERNEL.plan("Optimal", prepared.rules, prepared.pay_tables, lambda _, share: said.append(share))
    assert said == sorted(said)
    assert 0 <= said[0] < said[-1] <= 1


# Strategies in files.


@pytest.mark.parametrize("strategy", SIMPLE)
def test_a_strategy_is_read_as_it_was_written(strategy):
    rules, plan = Rules(), plan_of(strategy)
    rows = list(KERNEL.write_plan(plan, rules))
    assert len(rows) == 1_755
    assert {len(row) for row in rows} == {len(KERNEL.header(rules))}
    read = KERNEL.read_plan(rows, rules)
    assert (read.own.plays == plan.own.plays).all()
    prepared = table()[1]
    nets = [played(prepared, [ALL_BETS], one, 2_000) for one in (plan, read)]
    assert (nets[0] == nets[1]).all()


@pytest.mark.parametrize("strategy", ["Optimal", COUNTING])
def test_what_looks_at_nine_cards_is_not_written(strategy):
    with pytest.raises(Rejection, match="nine cards") as refused:
        list(KERNEL.write_plan(plan_of(strategy), Rules()))
    assert refused.value.code is Code.STRATEGY_INVALID


def test_what_is_wrong_with_a_file_is_said():
    rows = list(KERNEL.write_plan(plan_of("Q-6-4"), Rules()))

    def refusal(changed):
        with pytest.raises(Rejection) as refused:
            KERNEL.read_plan(changed, Rules())
        assert refused.value.code is Code.STRATEGY_INVALID
        return refused.value.detail

    assert refusal(rows[1:]).startswith("The strategy does not say what to do with")
    assert refusal([]).endswith("nor of 1,754 others.")
    assert refusal([(rows[0][0], "raise"), *rows[1:]]).startswith("Line 2: there is no option")
    other = {"play": "fold", "fold": "play"}[rows[0][1]]
    assert refusal([*rows, (rows[0][0], other)]).startswith("Line 1757: something else was said")
    for hand in ("Ac Kc", "Ac Ac Kc", "1c 2c 3c"):
        assert refusal([*rows[:1], (hand, "play"), *rows[2:]]).startswith("Line 3: ")
