"""3 Way-Action compiled: the script to the cent, its strategies, and these in files."""

from dataclasses import replace
from functools import cache, partial
from itertools import product
from math import sqrt
from random import Random

import numpy as np
import pytest

from croupier.cards import blackjack_total, card_value
from croupier.cards.streams import deck_of_round
from croupier.games.three_way_action import THREE_WAY_ACTION, kernel_tables
from croupier.games.three_way_action import kernel as compiled
from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.exact.blackjack_counts import (
    count_values,
    place_of,
    player_hands,
)
from croupier.games.three_way_action.exact.blackjack_drawn import place_of_drawn
from croupier.games.three_way_action.exact.blackjack_play import OPTIONS
from croupier.games.three_way_action.rules import (
    DealerDraws,
    DealerPeek,
    HitOn21,
    Rules,
    SplitAces,
)
from croupier.rejection import Code, Rejection
from croupier.simulation.by_script import by_function
from croupier.table.kernel import NO_LIMIT
from croupier.table.places import Place, Viewer
from croupier.table.prepared import prepare
from croupier.table.settings import settings_for
from croupier.table.wager import Limit, Slip

from ...simulation.comparing import (  # noqa: TID252 (the comparison of all kernels)
    played_by_kernel,
    played_by_script,
)

KERNEL, WORTH = THREE_WAY_ACTION.kernel(), THREE_WAY_ACTION.worth()
SEED = 20
STAKE = 500
ALL_BETS = Slip.of(dict.fromkeys(("High Card", "Blackjack", "Poker", "Bonus"), STAKE))
INSURED = {"insurance": "two_to_one"}
FREELY = {"split_aces": "draw_freely", **INSURED}
OTHERWISE = {
    **INSURED,
    "dealer_peek": "no_peek_original_bets",
    "hit_on_21": "not_allowed",
    "blackjack_pays": "six_to_five",
}


@cache
def _table(readings, limits=None):
    settings = settings_for(
        THREE_WAY_ACTION, positions=6, readings=dict(readings), limits=dict(limits or ())
    )
    settings = replace(settings, payout_maximum_cents=None)
    return settings, prepare(THREE_WAY_ACTION, settings)


def table(readings, limits=()):
    """The settings of a table, and all that follows from them."""
    return _table(tuple(sorted(readings.items())), tuple(limits))


@cache
def _plan(strategy, readings):
    _, prepared = _table(readings, ())
    return KERNEL.plan(strategy, prepared.rules, prepared.pay_tables)


def plan_of(strategy, readings):
    """A strategy under these readings."""
    return _plan(strategy, tuple(sorted(readings.items())))


played = partial(played_by_kernel, THREE_WAY_ACTION, SEED)
scripted = partial(played_by_script, THREE_WAY_ACTION, SEED)


class ByTape:
    """Decides by numbers made beforehand, and notes what it decided."""

    def __init__(self, numbers, chosen=None):
        self.numbers, self.at, self.chosen = numbers, 0, [] if chosen is None else chosen

    def __call__(self, _table, _seat, options):
        option = options[self.numbers[self.at % len(self.numbers)] % len(options)]
        self.at += 1
        self.chosen.append(option.name)
        return option


def require_same(readings, slips, rounds, tape):
    """Plays these rounds by a tape, by script and kernel; returns all that was decided."""
    settings, prepared = table(readings)
    plan = plan_of("Mimic the dealer", readings)
    nets = played(prepared, slips, plan, rounds, tape=tape, is_apart=True)
    chosen = []
    for at, number in enumerate(rounds):
        by_script = scripted(settings, slips, number, ByTape(tape[at], chosen))
        assert nets[:, at].tolist() == by_script, (readings, number, tape[at])
    return chosen


def planned(plan, seen, asked):
    """What a plan says to a seat that is asked."""
    if asked.place is None:
        return "insure" if plan.insures else "decline"
    up = card_value(seen.known(Place.of_dealer("Blackjack"))[0]) - 1
    own, split = (Place.of_seat(asked.seat, name) for name in ("Blackjack", "Split"))
    hands = [count_values(seen.known(place)) for place in (own, split)]
    if not seen.known(split):
        return OPTIONS[plan.actions[up, place_of(hands[0])]]
    ace = np.eye(1, 10, dtype=np.int64)[0]
    first, second = (place_of_drawn(hand - ace) for hand in hands)
    if asked.place == split:
        return OPTIONS[plan.second[up, first, second]]
    return OPTIONS[plan.first[up, first, int(np.argmax(hands[1] - ace))]]


def by_plan(plan):
    """A seat that plays by a plan, hits what it cannot pay for, and then is not insured."""

    def choose(table, seat, options):
        asked = table.layout.asked[seat]
        name = planned(plan, table.layout.as_seen_by(Viewer.at(seat)), asked)
        wanted = (name, "decline" if asked.place is None else "hit")
        return next(one for want in wanted for one in options if one.name == want)

    return choose


# Script against kernel.


def always(readings, option, rounds):
    """What one seat alone gains that always says this number."""
    _, prepared = table(readings)
    plan = plan_of("Mimic the dealer", readings)
    return played(prepared, [ALL_BETS], plan, rounds, tape=np.full((rounds, 1), option))


def dealer_has_blackjack(number):
    """Whether the dealer has one in a round with one seat."""
    return blackjack_total(deck_of_round(SEED, number)[1:4:2]).is_natural


@pytest.fixture(scope="module")
def aces():
    """Rounds in which one seat alone gets two aces, the last of them against a blackjack."""
    # Three is to split whatever may be split, to hit more than two cards, and else to stand.
    split = np.flatnonzero(always({"dealer_peek": "no_peek_all_lose"}, 3, 150_000)[-1]).tolist()
    assert all(
        {card_value(card) for card in deck_of_round(SEED, number)[:3:2]} == {1} for number in split
    )
    beaten = [number for number in split if dealer_has_blackjack(number)]
    assert len(beaten) > 6
    return [*(number for number in split[:15] if number not in beaten), *beaten[:8]]


def test_split_hands_agree_under_every_reading(aces):
    rng = Random(1)
    chosen = []
    some = SplitAces.ONE_CARD_EACH, SplitAces.DRAW_FREELY
    for split, peek, hit in product(some, DealerPeek, HitOn21):
        readings = {"split_aces": str(split), "dealer_peek": str(peek), "hit_on_21": str(hit)}
        # First they split; then they hit more often than not.
        tape = [[3, *rng.choices((0, 1, 1, 1, 2), k=9)] for _ in aces]
        chosen += require_same(readings, [ALL_BETS], aces, tape)
    assert chosen.count("split") > 200
    assert chosen.count("double") > 20


def test_split_hands_may_both_be_doubled(aces):
    readings = FREELY | {"dealer_peek": "no_peek_original_bets"}
    chosen = require_same(readings, [ALL_BETS], aces, [[3, 2, 2]] * len(aces))
    assert chosen.count("double") > 1.5 * len(aces)


def test_aces_that_may_not_be_split_are_played_on(aces):
    chosen = require_same({"split_aces": "not_allowed"}, [ALL_BETS], aces, [[1, 0]] * len(aces))
    assert "split" not in chosen


@pytest.fixture(scope="module")
def sevens():
    """Rounds in which one seat alone, always hitting, wins with seven cards."""
    won = np.flatnonzero(always({"dealer_peek": "no_peek_all_lose"}, 1, 300_000)[1] == STAKE)
    return won.tolist()


def test_seven_cards_win_but_against_a_blackjack(sevens):
    # Of so many some would be against a blackjack, if those were not lost.
    assert len(sevens) > 200
    assert not any(map(dealer_has_blackjack, sevens))
    sevens = sevens[:12]
    for peek, draws in product(DealerPeek, DealerDraws):
        readings = {"dealer_peek": str(peek), "dealer_draws": str(draws)}
        chosen = require_same(readings, [ALL_BETS], sevens, [[1]] * len(sevens))
        assert chosen == ["hit"] * 5 * len(sevens)


def test_a_dealer_stops_at_seven_cards():
    tables, hands = kernel_tables.hand_tables(Rules()), player_hands()
    full = np.flatnonzero(hands.cards == MOST_CARDS)
    assert not tables.dealer_draws[full].any()
    assert (tables.dealer_code[full] == hands.totals[full]).all()
    assert (hands.totals[full] < 17).any()


@pytest.mark.parametrize("draws", DealerDraws)
def test_who_bets_some_of_the_games_takes_the_cards_of_those(draws):
    games = ("High Card", "Blackjack", "Poker", "Bonus")
    readings = {"bets": "any", "dealer_draws": str(draws)} | INSURED
    rng, rounds = Random(str(draws)), 6
    bets = [
        Slip.of(
            {
                game: 100 * rng.randint(5, 50)
                for game, is_bet in zip(games, some, strict=True)
                if is_bet
            }
        )
        for some in product((0, 1), repeat=4)
        # The Bonus is for who bets one of the three.
        if any(some[:3])
    ]
    tables = [[slip] for slip in bets] + [rng.sample(bets, rng.randint(2, 6)) for _ in range(20)]
    for slips in tables:
        numbers = rng.sample(range(10**6), rounds)
        require_same(readings, slips, numbers, [list(rng.randbytes(24)) for _ in numbers])


def test_six_seats_take_forty_nine_cards():
    rng = Random(6)
    # All hit, so that many cards are gone before the first hand is filled up.
    require_same({}, [ALL_BETS] * 6, range(30), [[1]] * 30)
    readings = FREELY
    slips = [Slip.of({spot: 100 * rng.randint(5, 50) for spot, _ in ALL_BETS.stakes})] * 6
    settings, prepared = table(readings)
    plan = plan_of("Optimal, always insured", readings)
    apart = played(prepared, slips, plan, 40, is_apart=True)
    for number in range(40):
        assert apart[:, number].tolist() == scripted(settings, slips, number, by_plan(plan))
    together = played(prepared, slips, plan, 40)
    assert (together == apart.reshape(6, -1, 40).sum(axis=0)).all()


@pytest.mark.parametrize(
    ("limit", "insured"),
    [
        (Limit(50, 25_000, 50), 250),
        (Limit(50, 200, 50), 200),
        (Limit(100, 25_000, 100), 200),
        (Limit(300, 25_000, 100), 0),
    ],
)
def test_insurance_keeps_to_its_limits(limit, insured):
    settings, prepared = table(INSURED, (("Insurance", limit),))
    plan = plan_of("Mimic the dealer", INSURED)._replace(insures=1)
    is_ace = [card_value(deck_of_round(SEED, number)[1]) == 1 for number in range(300)]
    rounds = np.flatnonzero(is_ace).tolist()
    nets = played(prepared, [ALL_BETS], plan, rounds)
    assert set(nets[-1].tolist()) == {insured}
    tape = [[0, 0]] * len(rounds)
    assert (played(prepared, [ALL_BETS], plan, rounds, tape=tape)[4:] == nets[4:]).all()
    for at, number in enumerate(rounds):
        if insured:
            assert nets[:, at].tolist() == scripted(settings, [ALL_BETS], number, by_plan(plan))
        else:
            # Not being insured is all that is left, and is asked all the same.
            assert scripted(settings, [ALL_BETS], number, ByTape([0]))[4:] == [0, 0]


# What a purse allows.


@pytest.mark.parametrize("strategy", ["Optimal, always insured", "Usual"])
def test_what_cannot_be_paid_is_not_done(aces, strategy):
    readings = FREELY
    settings, prepared = table(readings)
    plan = plan_of(strategy, readings)
    rng = Random(strategy)
    rounds = [*range(200), *aces, *aces]
    purses = rng.choices((0, 249, 250, 499, 500, 749, 750, 1_000, 1_500), k=len(rounds))
    nets = played(prepared, [ALL_BETS], plan, rounds, purses=purses)
    assert (nets[-1] <= purses).all()
    for at, number in enumerate(rounds):
        by_script = scripted(settings, [ALL_BETS], number, by_plan(plan), purses[at])
        assert nets[:, at].tolist() == by_script, (number, purses[at])


def test_options_that_cannot_be_paid_are_not_offered(aces):
    readings = FREELY
    settings, prepared = table(readings)
    rng = Random(5)
    rounds = [*range(150), *aces]
    purses = rng.choices((0, 250, 500, 750, 1_000, 1_250), k=len(rounds))
    tape = [list(rng.randbytes(12)) for _ in rounds]
    plan = plan_of("Usual", readings)
    nets = played(prepared, [ALL_BETS], plan, rounds, purses=purses, tape=tape)
    assert set(nets[-1].tolist()) >= {0, 250, 500, 1_000}
    for at, number in enumerate(rounds):
        by_script = scripted(settings, [ALL_BETS], number, ByTape(tape[at]), purses[at])
        assert nets[:, at].tolist() == by_script


def test_only_the_first_seat_has_a_purse():
    _, prepared = table({})
    plan = plan_of("Usual", {})
    nets = played(prepared, [ALL_BETS] * 2, plan, 500, purses=(499,), is_apart=True)
    assert not nets[4].any()
    assert nets[9].any()


# The strategies.


@pytest.mark.parametrize(
    "readings", [{}, INSURED, OTHERWISE, pytest.param(FREELY, marks=pytest.mark.long)]
)
def test_strategies_are_those_of_the_analysis(readings):
    _, prepared = table(readings)
    exact = {one.name: one.edge.value for one in blackjack(readings).strategies}
    names = KERNEL.strategies(prepared.rules)
    assert set(names) == set(exact)
    assert sorted(names, key=exact.__getitem__) == list(names)
    assert names[0] == "Optimal"
    with pytest.raises(Rejection, match="no strategy “Usuel”; did you mean “Usual”") as refused:
        KERNEL.plan("Usuel", prepared.rules, prepared.pay_tables)
    assert refused.value.code is Code.STRATEGY_UNKNOWN


@cache
def _blackjack(readings):
    _, prepared = _table(readings, ())
    return WORTH.bet("Blackjack", prepared.rules, prepared.pay_tables)


def blackjack(readings):
    """What Blackjack is worth under these readings."""
    return _blackjack(tuple(sorted(readings.items())))


@pytest.mark.parametrize("readings", [FREELY, OTHERWISE, {"split_aces": "not_allowed"}])
@pytest.mark.parametrize("strategy", ["Optimal", "By total", "Usual", "Mimic the dealer"])
def test_seats_that_play_by_a_plan_do_what_it_says(aces, strategy, readings):
    settings, prepared = table(readings)
    plan = plan_of(strategy, readings)
    rounds = [*range(60), *aces]
    nets = played(prepared, [ALL_BETS], plan, rounds)
    for at, number in enumerate(rounds):
        by_script = scripted(settings, [ALL_BETS], number, by_plan(plan))
        assert nets[:, at].tolist() == by_script, number


@pytest.mark.parametrize("readings", [{}, FREELY, OTHERWISE])
def test_one_seat_alone_is_played_as_any_seat_is(readings):
    _, prepared = table(readings)
    purses = Random(3).choices((0, 250, 500, 1_000, NO_LIMIT), k=20_000)
    plan = plan_of("Usual", readings)
    alone = played(prepared, [ALL_BETS], plan, 20_000, purses=purses)
    by_any = played(prepared, [ALL_BETS], plan, 20_000, purses=purses, by=compiled.play_any)
    assert (alone == by_any).all()


@pytest.mark.parametrize("readings", [{}, FREELY])
def test_the_usual_strategy_is_what_people_do(aces, readings):
    settings, prepared = table(readings)
    slips = [ALL_BETS] * 3
    plan = plan_of("Usual", readings)
    nets = played(prepared, slips, plan, [*range(100), *aces], is_apart=True)
    choose = by_function(THREE_WAY_ACTION.usual_choice)
    for at, number in enumerate([*range(100), *aces]):
        assert nets[:, at].tolist() == scripted(settings, slips, number, choose)


class Watching:
    """Decides by a tape, and compares what a plan says with what is worth most."""

    def __init__(self, plan, rules, tape):
        self.plan, self.rules, self.by_tape, self.asked = plan, rules, ByTape(tape), 0

    def __call__(self, table, seat, options):
        seen = table.layout.as_seen_by(Viewer.at(seat))
        asked = seen.asked[seat]
        worth = {
            option.name: option.value.value
            for option in WORTH.decision(seen, asked, self.rules, {}).options
        }
        assert worth[planned(self.plan, seen, asked)] == max(worth.values())
        self.asked += 1
        return self.by_tape(table, seat, options)


@pytest.mark.parametrize("readings", [{}, OTHERWISE])
def test_the_best_strategy_takes_what_is_worth_most(readings):
    settings, prepared = table(readings)
    plan = plan_of("Optimal", readings)
    rng = Random(8)
    asked = 0
    for number in range(130):
        watching = Watching(plan, prepared.rules, rng.choices((0, 1, 1, 1), k=9))
        scripted(settings, [ALL_BETS], number, watching)
        asked += watching.asked
    assert asked > 200


def test_the_best_strategy_takes_what_is_worth_most_with_split_hands(aces):
    settings, prepared = table(FREELY)
    plan = plan_of("Optimal", FREELY)
    rng = Random(9)
    for number in aces[:4]:
        watching = Watching(plan, prepared.rules, [3, *rng.choices((0, 1, 1, 2), k=9)])
        scripted(settings, [ALL_BETS], number, watching)
        assert watching.asked > 1


def test_what_takes_long_is_reported():
    said = []
    _, prepared = table({})
    KERNEL.plan("By total", prepared.rules, {}, lambda *what: said.append(what))
    assert [share for _, share in said] == [up / 10 for up in range(10)]


# What bets bring.


ROUNDS = 2_000_000


def require_edge(nets, edge):
    """Within four standard errors."""
    assert abs(nets.mean() / STAKE + float(edge)) < 4 * nets.std() / STAKE / sqrt(len(nets))


def require_edges(readings, strategies):
    _, prepared = table(readings)
    spots = KERNEL.spots(prepared.rules)
    assert set(spots) == {wager.spot for wager in THREE_WAY_ACTION.wagers(prepared.rules)}
    exact = {name: WORTH.bet(name, prepared.rules, prepared.pay_tables).edge for name in OTHERS}
    for strategy in strategies:
        plan = plan_of(strategy, readings)
        nets = dict(zip(spots, played(prepared, [ALL_BETS], plan, ROUNDS), strict=False))
        for bet in KERNEL.bets(prepared.rules):
            assert bet.per == (bet.name,)
            assert bet.hangs_on_play == (bet.name == "Blackjack")
            edge = exact.get(bet.name) or blackjack(readings).edge_by(strategy)
            require_edge(sum(nets[spot] for spot in bet.spots), edge)


OTHERS = ("High Card", "Poker", "Bonus")


@pytest.mark.parametrize("readings", [{}, OTHERWISE])
def test_bets_bring_what_they_are_worth(readings):
    _, prepared = table(readings)
    assert tuple(bet.name for bet in KERNEL.bets(prepared.rules)) == WORTH.bets(prepared.rules)
    require_edges(readings, KERNEL.strategies(prepared.rules))


@pytest.mark.long
def test_bets_bring_what_they_are_worth_where_split_hands_are_played_on():
    readings = FREELY | {"dealer_peek": "no_peek_original_bets", "dealer_draws": "always"}
    require_edges(readings, ("Optimal", "Mimic the dealer"))


def test_every_seat_has_the_same_edge():
    _, prepared = table({})
    nets = played(prepared, [ALL_BETS] * 3, plan_of("Optimal", {}), 400_000, is_apart=True)
    for seat in range(3):
        require_edge(nets[5 * seat + 1], blackjack({}).edge)
        require_edge(nets[5 * seat + 2], WORTH.bet("Poker", prepared.rules, {}).edge)


# Strategies in files.


BY_TOTAL = ("By total", "Usual", "Never bust", "Mimic the dealer")


@pytest.mark.parametrize("readings", [{}, OTHERWISE, FREELY])
@pytest.mark.parametrize("strategy", BY_TOTAL)
def test_a_strategy_is_read_as_it_was_written(strategy, readings):
    rules = table(readings)[1].rules
    plan = plan_of(strategy, readings)
    rows = list(KERNEL.write_plan(plan, rules))
    assert {len(row) for row in rows} == {len(KERNEL.header(rules))}
    assert len(set(rows)) == len(rows)
    again = KERNEL.read_plan(Random(1).sample(rows, len(rows)), rules)
    for one, other in zip(plan, again, strict=True):
        assert np.asarray(one).dtype == np.asarray(other).dtype
        assert np.array_equal(one, other)


def rows_of(readings, strategy="Usual"):
    return list(KERNEL.write_plan(plan_of(strategy, readings), table(readings)[1].rules))


def test_a_file_says_what_to_do_with_every_total():
    rows = rows_of(INSURED)
    assert ("hard 11", "2", "10", "double") in rows
    assert ("hard 11", "3 or more", "10", "hit") in rows
    assert ("soft 18", "3 or more", "A", "hit") in rows
    assert ("pair of aces", "2", "5", "split") in rows
    assert rows[-1] == ("insurance", "2", "A", "decline")
    assert not any("on a split ace" in row[0] for row in rows)
    on_aces = rows_of(FREELY)
    assert ("soft 16 on a split ace", "2", "6", "double") in on_aces
    assert ("hard 12 on a split ace", "3 or more", "2", "stand") in on_aces
    assert ("soft 12 on a split ace", "2", "A", "hit") in on_aces
    totals = {row[0] for row in rows_of({"hit_on_21": "not_allowed"})}
    assert not totals & {"hard 21", "soft 21"}
    assert {"hard 21", "soft 21"} <= {row[0] for row in rows}


def test_aces_are_not_split_in_a_file_where_they_may_not_be():
    readings = {"split_aces": "not_allowed"}
    rows = rows_of(readings)
    assert ("pair of aces", "2", "5", "hit") in rows
    with pytest.raises(Rejection, match="there is no option “split”"):
        KERNEL.read_plan(rows_of({}), table(readings)[1].rules)


def test_who_insures_by_a_file_insures():
    rules = table(INSURED)[1].rules
    rows = [*rows_of(INSURED)[:-1], ("insurance", "2", "A", "insure")]
    plan = KERNEL.read_plan(rows, rules)
    assert plan.insures == 1
    assert list(KERNEL.write_plan(plan, rules)) == rows


@pytest.mark.parametrize("strategy", ["Optimal", "By total and cards", "Optimal, always insured"])
def test_a_plan_that_goes_by_more_than_totals_is_not_written(strategy):
    rules = table(INSURED)[1].rules
    with pytest.raises(Rejection, match=r"A file goes by totals.* is played in diff") as refused:
        KERNEL.write_plan(plan_of(strategy, INSURED), rules)
    assert refused.value.code is Code.STRATEGY_INVALID


def test_split_hands_that_look_at_each_other_are_not_written():
    rules = table(FREELY)[1].rules
    by_total, best = plan_of("By total", FREELY), plan_of("Optimal", FREELY)
    with pytest.raises(Rejection, match=r"on a split ace in .* is played in different ways"):
        KERNEL.write_plan(by_total._replace(second=best.second), rules)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("hard 3", "2", "10", "hit"), "Line 2: there is no hand “hard 3”"),
        (("pair of ace", "2", "10", "hit"), "did you mean “pair of aces”"),
        (("soft 12", "2", "10", "hit"), "there is no hand “soft 12”"),
        (("hard 5", "3 or more", "10", "hit"), "hard 5 in so many cards: “3 or more”"),
        (("hard 12", "3", "10", "hit"), "hard 12 in so many cards: “3”"),
        (("hard 12", "2", "1", "hit"), "there is no up card “1”"),
        (("hard 12", "2", "10", "fold"), "there is no option “fold”"),
        (("hard 12", "3 or more", "10", "double"), "there is no option “double”"),
        (("hard 12", "2", "10", "split"), "there is no option “split”"),
        (("insurance", "2", "10", "insure"), "there is no up card “10”"),
        (("insurance", "2", "A", "hit"), "there is no option “hit”"),
    ],
)
def test_what_a_file_cannot_say_is_refused(row, message):
    with pytest.raises(Rejection, match=message) as refused:
        KERNEL.read_plan([row, *rows_of(INSURED)], table(INSURED)[1].rules)
    assert refused.value.code is Code.STRATEGY_INVALID


def test_a_file_with_a_hole_or_a_contradiction_is_refused():
    rules, rows = table(INSURED)[1].rules, rows_of(INSURED)
    for at in (0, 100, len(rows) - 1):
        hand = rows[at][0]
        with pytest.raises(Rejection, match=f"does not say what to do with {hand}") as refused:
            KERNEL.read_plan(rows[:at] + rows[at + 1 :], rules)
        assert refused.value.code is Code.STRATEGY_INVALID
    with pytest.raises(Rejection, match="nor of 9 others"):
        KERNEL.read_plan(rows[10:], rules)
    again = ("hard 20", "2", "10", "hit")
    line = len(rows) + 2
    with pytest.raises(Rejection, match=f"Line {line}: something else was said of hard 20 in 2"):
        KERNEL.read_plan([*rows, again], rules)
    assert KERNEL.read_plan([*rows, rows[0]], rules) is not None
