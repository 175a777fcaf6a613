"""Pick 2 Poker compiled: the script to the cent, its strategies, and these in files."""

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import permutations, product
from math import comb, sqrt
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, best_three, parse_cards, rank_three
from croupier.cards.streams import deck_of_round
from croupier.compiled import plain
from croupier.games.pick_2_poker import PICK_2_POKER, kernel_hands, kernel_plans
from croupier.games.pick_2_poker import kernel as compiled
from croupier.games.pick_2_poker.exact.hand_classes import set_number, suit_classes, suit_numbers
from croupier.games.pick_2_poker.exact.outcomes import three_five_bonus
from croupier.games.pick_2_poker.exact.strategies import strategies, way
from croupier.games.pick_2_poker.exact.valuation import valuation
from croupier.games.pick_2_poker.kernel_hands import NUMBERS, number_of, numbered
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD, THREES
from croupier.games.pick_2_poker.rules import (
    THREE_CARD_HALF,
    BonusOnFold,
    BonusTables,
    Rules,
    ThreeCardBonusHand,
)
from croupier.rejection import Code, Rejection
from croupier.simulation.by_script import by_function
from croupier.table.kernel import NO_LIMIT
from croupier.table.layout import Layout, PlacedCard
from croupier.table.paytable import PayTable
from croupier.table.places import Face, Place
from croupier.table.prepared import prepare
from croupier.table.ruling import rulings_of
from croupier.table.settings import settings_for
from croupier.table.steps import Asked
from croupier.table.wager import Slip
from croupier.table.worth import Fresh

from ...simulation.comparing import (  # noqa: TID252 (the comparison of all kernels)
    played_by_kernel,
    played_by_script,
)

KERNEL, WORTH = PICK_2_POKER.kernel(), PICK_2_POKER.worth()
SPOTS = KERNEL.spots(Rules())
OPTIONS = (FOLD, FIVE_CARD_GAME, *THREES)
ALL_BETS = Slip.of({"5 Card Bonus Only": 300, "3-5 Bonus": 500, "Ante": 500})
BONUS_ALONE = Slip.of({"5 Card Bonus Only": 300})
SEED = 20
THREES_PAY = {
    # Three of a kind is worth more than the straight flush that beats it.
    THREE_CARD_HALF: PayTable.of("Own", {"Straight Flush": 1, "Three of a Kind": 30}),
}
THREE_SET = {"three_card_bonus_hand": "three_set"}


def table(readings=None, pay_tables=None):
    """The settings of a table, and all that follows from them."""
    settings = settings_for(PICK_2_POKER, readings=readings or {})
    kept = dict(settings.pay_tables) | (pay_tables or {})
    settings = replace(settings, pay_tables=tuple(kept.items()), payout_maximum_cents=None)
    return settings, prepare(PICK_2_POKER, settings)


@cache
def plan_of(strategy):
    """A strategy where all is as on the sheet."""
    return KERNEL.plan(strategy, Rules(), table()[1].pay_tables)


played = partial(played_by_kernel, PICK_2_POKER, SEED)


def scripted(*arguments):
    """The same of one round by the script, seat by seat."""
    cents, columns = played_by_script(PICK_2_POKER, SEED, *arguments), len(SPOTS) + 1
    return [cents[at : at + columns] for at in range(0, len(cents), columns)]


def chosen(plan, hand):
    """What a plan does with a hand as it was dealt."""
    in_order = sorted(hand)
    bits = int(plan.plays[number_of(in_order)])
    at = tuple(place for place, card in enumerate(hand) if bits >> in_order.index(card) & 1)
    return {(): FOLD, (0, 1, 2, 3, 4): FIVE_CARD_GAME, **{v: k for k, v in THREES.items()}}[at]


def by_plan(plan):
    """A seat that plays by a plan, and folds where it cannot pay for that."""

    def choose(table, seat, options):
        option = chosen(plan, table.layout.known(Place.of_seat(seat, "Hand")))
        return next((one for one in options if one.name == option), options[0])

    return choose


def some_hands(count, seed=1):
    rng = Random(seed)
    return [tuple(rng.sample(DECK, 5)) for _ in range(count)]


# Script against kernel.


@pytest.mark.parametrize("tables", BonusTables)
@pytest.mark.parametrize("three", ThreeCardBonusHand)
@pytest.mark.parametrize("fold", BonusOnFold)
def test_script_and_kernel_agree_on_rare_hands_whatever_is_done(rare_rounds, tables, three, fold):
    readings = {
        "bonus_tables": str(tables),
        "three_card_bonus_hand": str(three),
        "bonus_on_fold": str(fold),
    }
    settings, prepared = table(readings, THREES_PAY)
    rng = Random(str(readings))
    rounds = [number for number in rare_rounds for _ in range(2)]
    tape = [[option] for _ in rare_rounds for option in (rng.randrange(2), rng.randrange(2, 12))]
    nets = played(prepared, [ALL_BETS], plan_of("Always 5-card"), rounds, tape=tape)
    for at, number in enumerate(rounds):
        option = OPTIONS[tape[at][0]]
        by_script = scripted(settings, [ALL_BETS], number, by_function(lambda *_, o=option: o))
        assert nets[:, at].tolist() == by_script[0], (number, option)


@pytest.fixture(scope="module")
def rare_rounds():
    """A round with each line of the three pay tables, and with each two of the 3-5 Bonus."""
    _, prepared = table({"bonus_tables": "both", "bonus_on_fold": "both_stay"})
    nets = played(prepared, [ALL_BETS], plan_of("Always 5-card"), 3_000_000)[:3]
    is_first = np.arange(nets.shape[1]) < 1_000
    rounds = np.flatnonzero(is_first | (nets[1] > 0) | (nets[2] > 0))
    found, brought = {}, nets[:, rounds].T.tolist()
    for number, (only, five, three) in zip(rounds.tolist(), brought, strict=True):
        for case in ("only", only), ("five", five), ("three", three), (five, three):
            found.setdefault(case, number)
    # All that a stake can come to: paid on any line, lost, or back where the other half won.
    lines = [len(wager.lines) for wager in PICK_2_POKER.wagers(Rules())[:3]]
    cases = [sum(case[0] == half for case in found) for half in ("only", "five", "three")]
    assert cases == [lines[0] + 1, lines[1] + 2, lines[2] + 1]
    return sorted(set(found.values()))


def test_script_and_kernel_agree_on_every_result_under_every_reading():
    results = every_result()
    readings = [str(one) for one in rulings_of(Rules)[1].readings]
    assert rulings_of(Rules)[1].name == "dealer_not_qualifying"
    for reading in readings:
        settings, prepared = table({"dealer_not_qualifying": reading})
        for strategy in ("Always 5-card", "Always 3-card"):
            plan = plan_of(strategy)
            nets = played(prepared, [ALL_BETS], plan, results)
            for at, number in enumerate(results):
                assert (
                    nets[:, at].tolist() == scripted(settings, [ALL_BETS], number, by_plan(plan))[0]
                )


@cache
def every_result():
    """Rounds won, tied and lost against dealers who qualify or do not, and with three cards."""
    _, prepared = table({"dealer_not_qualifying": "ante_pays_play_compared"})
    five = played(prepared, [ALL_BETS], plan_of("Always 5-card"), 300_000)[3:5]
    three = played(prepared, [ALL_BETS], plan_of("Always 3-card"), 300_000)[4]
    assert {tuple(one) for one in np.unique(five, axis=1).T.tolist()} == {
        (500, 500), (0, 0), (-500, -500), (500, 0), (500, -500),
    }  # fmt: skip
    of_five = [int(np.argmax((one == five.T).all(axis=1))) for one in np.unique(five, axis=1).T]
    return [*of_five, *(int(np.argmax(three == one)) for one in (1_000, 0, -1_000))]


@pytest.mark.parametrize("strategy", ["Optimal", "Usual"])
def test_seats_that_play_by_a_plan_do_what_the_script_says(strategy):
    settings, prepared = table({"entry": "ante_or_five_card_bonus", "bonus_on_fold": "both_lost"})
    plan = plan_of(strategy)
    slips = [ALL_BETS, BONUS_ALONE, Slip.of({"3-5 Bonus": 2_500, "Ante": 2_500}), ALL_BETS]
    nets = played(prepared, slips, plan, 60, is_apart=True)
    for number in range(60):
        by_script = scripted(settings, slips, number, by_plan(plan))
        assert nets[:, number].tolist() == [cents for seat in by_script for cents in seat]
    all_seats = played(prepared, slips, plan, 60)
    assert (all_seats == nets.reshape(len(slips), -1, 60).sum(axis=0)).all()


def test_nine_seats_take_fifty_cards():
    settings, prepared = table()
    settings = replace(settings, positions=9)
    slips, plan = [ALL_BETS] * 9, plan_of("Optimal")
    nets = played(prepared, slips, plan, 10, is_apart=True)
    for number in range(10):
        by_script = scripted(settings, slips, number, by_plan(plan))
        assert nets[:, number].tolist() == [cents for seat in by_script for cents in seat]


@pytest.mark.parametrize("slip", [ALL_BETS, BONUS_ALONE])
@pytest.mark.parametrize("strategy", KERNEL.strategies(Rules()))
def test_one_seat_alone_is_played_as_any_seat_is(slip, strategy):
    _, prepared = table({"entry": "ante_or_five_card_bonus"})
    purses = Random(3).choices((0, 499, 500, 999, 1_000, NO_LIMIT), k=20_000)
    plan = plan_of(strategy)
    alone = played(prepared, [slip], plan, 20_000, purses=purses)
    assert (
        alone == played(prepared, [slip], plan, 20_000, purses=purses, by=compiled.play_any)
    ).all()


def test_what_cannot_be_paid_is_folded():
    settings, prepared = table()
    plan = plan_of("Optimal")
    purses = Random(4).choices((0, 499, 500, 999, 1_000), k=100)
    nets = played(prepared, [ALL_BETS], plan, 100, purses=purses)
    for number, purse in enumerate(purses):
        by_script = scripted(settings, [ALL_BETS], number, by_plan(plan), purse)
        assert nets[:, number].tolist() == by_script[0]
        assert nets[-1, number] <= purse


def test_only_the_first_seat_has_a_purse():
    _, prepared = table()
    nets = played(
        prepared, [ALL_BETS] * 2, plan_of("Always 3-card"), 50, purses=(999,), is_apart=True
    )
    assert not nets[5].any()
    assert (nets[11] == 1_000).all()


@pytest.mark.parametrize(("purse", "offered"), [(499, 1), (500, 2), (999, 2), (1_000, 12)])
def test_options_that_cannot_be_paid_are_not_offered(purse, offered):
    settings, prepared = table()
    tape = [[decision] for decision in range(24)]
    nets = played(prepared, [ALL_BETS], plan_of("Always 3-card"), 24, purses=(purse,), tape=tape)
    for number in range(24):
        option = OPTIONS[number % offered]
        by_script = scripted(settings, [ALL_BETS], number, by_function(lambda *_, o=option: o))
        assert nets[:, number].tolist() == by_script[0]


# The numbers of hands.


def test_hands_of_one_number_differ_by_suits_alone():
    for hand in map(sorted, some_hands(300)):
        at = int(suit_numbers(5)[set_number(np.array(hand, dtype=np.uint8))])
        number = number_of(hand)
        assert numbered().classes[number] == at
        alike = numbered().hands[number].tolist()
        assert [card >> 2 for card in alike] == [card >> 2 for card in hand]
        assert any(
            [card & 0xFC | suits[card & 3] for card in alike] == hand
            for suits in permutations(range(4))
        )
        # And the places are those of the cards in the first hand.
        first = suit_classes(5).hands[at].tolist()
        was = [first[place] for place in numbered().places[number]]
        assert any(
            [card & 0xFC | suits[card & 3] for card in was] == hand
            for suits in permutations(range(4))
        )


def test_every_class_has_a_number():
    classes = numbered().classes
    assert comb(17, 5) * 51 == NUMBERS
    assert set(classes.tolist()) == {-1, *range(134_459)}


def test_the_kernels_of_numbers_are_their_plain_twins():
    for hand in some_hands(50):
        cards = np.array(hand, dtype=np.uint8)
        in_order = plain(kernel_hands.in_order)(*cards)
        assert list(in_order) == sorted(hand)
        assert plain(kernel_hands.number_in_order)(*in_order) == number_of(sorted(hand))
        assert kernel_hands.hand_number(*cards) == number_of(sorted(hand))
    hands = suit_classes(5).hands[::20_000]
    changes = np.array(list(permutations(range(4))), dtype=np.uint8)
    found = [np.full(NUMBERS, -1, dtype=np.int32)]
    found += [np.zeros((NUMBERS, 5), dtype=np.uint8) for _ in range(2)]
    plain(kernel_hands.number_all)(hands, changes, *found)
    there = np.flatnonzero(found[0] >= 0)
    assert (found[0][there] * 20_000 == numbered().classes[there]).all()
    assert (found[1][there] == numbered().hands[there]).all()
    assert (found[2][there] == numbered().places[there]).all()


# The strategies.


def game_and_rank(option, hand):
    """What an option is, and how good the three are that it sets."""
    if option not in THREES:
        return option, None
    return "3-card", rank_three([hand[at] for at in THREES[option]])


def test_the_usual_strategy_is_what_people_do():
    for hand in some_hands(500):
        lying = [PlacedCard(card, Face.OWN) for card in hand]
        seen, asked = Layout(cards={Place.of_seat(1, "Hand"): lying}), Asked(1, ())
        usual = PICK_2_POKER.usual_choice(seen, asked, Rules())
        assert game_and_rank(usual, hand) == game_and_rank(chosen(plan_of("Usual"), hand), hand)


@pytest.mark.parametrize(
    ("readings", "pay_tables"),
    [({}, {}), (THREE_SET, THREES_PAY), ({"bonus_tables": "chosen_game", **THREE_SET}, {})],
)
def test_the_best_strategy_takes_what_is_worth_most(readings, pay_tables):
    _, prepared = table(readings, pay_tables)
    rules, tables = prepared.rules, prepared.pay_tables
    best, never_fold = (KERNEL.plan(name, rules, tables) for name in ("Optimal", "Never fold"))
    hands = [*some_hands(12), *map(parse_cards, ("7s 7h 7d 6d 5d", "Ac Kc Qc Qd Qh"))]
    for hand in hands:
        options = WORTH.fresh(Fresh(hand), rules, tables).options
        worth = {option.name: option.value.value for option in options}
        assert worth[chosen(best, hand)] == max(worth.values())
        del worth[FOLD]
        assert worth[chosen(never_fold, hand)] == max(worth.values())


def test_three_that_are_not_the_best_are_set_where_they_are_worth_more():
    hand = parse_cards("7s 7h 7d 6d 5d")
    _, prepared = table(THREE_SET, THREES_PAY)
    for strategy, three in (("Optimal", "3-card 1-2-3"), ("Always 3-card", "3-card 3-4-5")):
        plan = KERNEL.plan(strategy, prepared.rules, prepared.pay_tables)
        assert chosen(plan, hand) == three


@pytest.mark.parametrize("strategy", KERNEL.strategies(Rules()))
def test_strategies_are_those_of_the_analysis(strategy):
    values = valuation(Rules(), table()[1].pay_tables)
    choices, plan = way(strategy, values).choices, plan_of(strategy)
    for hand in some_hands(300, seed=2):
        at = suit_numbers(5)[set_number(np.array(sorted(hand), dtype=np.uint8))]
        option, three = game_and_rank(chosen(plan, hand), hand)
        assert option == ("fold", "5-card", "3-card")[choices[at]]
        assert three in (None, best_three(hand)[0])


def test_strategies_are_named_best_first():
    values = valuation(Rules(), table()[1].pay_tables)
    assert KERNEL.strategies(Rules()) == tuple(one.name for one in strategies(values))
    with pytest.raises(Rejection, match="no strategy “Optimum”; did you mean “Optimal”") as refused:
        KERNEL.plan("Optimum", Rules(), table()[1].pay_tables)
    assert refused.value.code is Code.STRATEGY_UNKNOWN


def test_what_takes_long_is_reported():
    said = []
    KERNEL.plan("Optimal", Rules(), table()[1].pay_tables, lambda *what: said.append(what))
    assert said


# What bets bring.


ROUNDS = 2_000_000


def require_edge(nets, stake, edge):
    """Within four standard errors."""
    assert abs(nets.mean() / stake + float(edge)) < 4 * nets.std() / stake / sqrt(len(nets))


@pytest.mark.parametrize("strategy", KERNEL.strategies(Rules()))
def test_bets_bring_what_they_are_worth(strategy):
    _, prepared = table()
    values = valuation(prepared.rules, prepared.pay_tables)
    whole, bonus, only = KERNEL.bets(prepared.rules)
    assert (whole.name, bonus.name, only.name) == WORTH.bets(prepared.rules)
    nets = dict(zip(SPOTS, played(prepared, [ALL_BETS], plan_of(strategy), ROUNDS), strict=False))
    choices = way(strategy, values).choices
    exact = next(one for one in strategies(values) if one.name == strategy)
    require_edge(sum(nets[spot] for spot in whole.spots), 500, exact.edge)
    paid = three_five_bonus(values, values.tally(choices))
    edge = -sum((one.contribution for one in paid), Fraction(0))
    require_edge(sum(nets[spot] for spot in bonus.spots), 500, edge)
    require_edge(sum(nets[spot] for spot in only.spots), 300, -values.mean(values.only, choices))


@pytest.mark.parametrize(
    ("readings", "pay_tables"),
    [
        ({"dealer_not_qualifying": "both_pay", "bonus_on_fold": "both_stay"}, {}),
        ({"bonus_tables": "chosen_game", **THREE_SET}, {}),
        ({"bonus_tables": "higher", "bonus_on_fold": "five_card_only_stays"}, {}),
        (THREE_SET, THREES_PAY),
    ],
)
def test_bets_bring_what_they_are_worth_under_other_readings(readings, pay_tables):
    _, prepared = table(readings, pay_tables)
    rules, tables = prepared.rules, prepared.pay_tables
    bets = KERNEL.bets(rules)
    worth = {bet.name: WORTH.bet(bet.name, rules, tables) for bet in bets}
    for strategy in ("Optimal", "Shortest list", "Usual", "Always 3-card"):
        plan = KERNEL.plan(strategy, rules, tables)
        nets = dict(zip(SPOTS, played(prepared, [ALL_BETS], plan, ROUNDS // 8), strict=False))
        for bet in bets:
            of_bet = worth[bet.name]
            if of_bet.strategies or strategy == "Optimal" or not bet.hangs_on_play:
                edge = of_bet.edge_by(strategy) if of_bet.strategies else of_bet.edge
                stake = dict(ALL_BETS.stakes)[bet.per[0]]
                require_edge(sum(nets[spot] for spot in bet.spots), stake, edge.value)


@pytest.mark.parametrize(
    ("tables", "three", "fold"), [*product(BonusTables, ThreeCardBonusHand, BonusOnFold)]
)
def test_bets_say_whether_they_hang_on_play(tables, three, fold):
    rules = Rules(bonus_tables=tables, three_card_bonus_hand=three, bonus_on_fold=fold)
    _, prepared = table({"bonus_tables": str(tables), "three_card_bonus_hand": str(three),
                         "bonus_on_fold": str(fold)})  # fmt: skip
    rounds = 5_000
    ways = [
        played(prepared, [ALL_BETS], plan_of("Always 3-card"), rounds, tape=[[option]] * rounds)
        for option in range(3)
    ]
    for bet in KERNEL.bets(rules):
        columns = [SPOTS.index(spot) for spot in bet.spots]
        brought = [nets[columns].sum(axis=0).tolist() for nets in ways]
        assert bet.hangs_on_play == (brought[0] != brought[1] or brought[1] != brought[2])


# Files.


def test_a_strategy_is_read_as_it_was_written():
    _, prepared = table(THREE_SET, THREES_PAY)
    plan = KERNEL.plan("Optimal", prepared.rules, prepared.pay_tables)
    rows = list(KERNEL.write_plan(plan, Rules()))
    assert len(rows) == 134_459
    assert KERNEL.header(Rules()) == ("Hand", "Option")
    assert all(len(row) == 2 for row in rows)
    assert (KERNEL.read_plan(rows, Rules()).plays == plan.plays).all()


@pytest.mark.long
@pytest.mark.parametrize("strategy", KERNEL.strategies(Rules()))
def test_every_strategy_is_read_as_it_was_written(strategy):
    rows = list(KERNEL.write_plan(plan_of(strategy), Rules()))
    assert (KERNEL.read_plan(rows, Rules()).plays == plan_of(strategy).plays).all()


@pytest.fixture(scope="module")
def optimal_rows():
    return list(KERNEL.write_plan(plan_of("Optimal"), Rules()))


def test_a_file_reads_well(optimal_rows):
    assert optimal_rows[0] == ("Ac Kc Qc Jc Tc", "3-card Ac Kc Qc")
    said = dict(optimal_rows)
    assert said["Ad Ac Kd Kc 2c"] == "5-card"
    assert said["8c 6d 5h 3s 2s"] == "fold"


def test_hands_may_be_written_in_other_suits_and_orders(optimal_rows):
    at = optimal_rows.index(("Ac Kc Qc Jc Tc", "3-card Ac Kc Qc"))
    rows = optimal_rows.copy()
    rows[at] = ("Qh 10h, Ah Jh Kh", "3-card Q♥ AhKh")
    rows.append(("As Js Ts Qs Ks", "3-card As Ks Qs"))
    assert (KERNEL.read_plan(rows, Rules()).plays == plan_of("Optimal").plays).all()


def test_sets_that_an_exchange_of_suits_makes_the_same_are_the_same():
    """The two aces are alike: whichever is set, it is the same hand and the same three."""
    lines = [
        ("Ad Ac Kh Qs 9h", f"3-card {three}") for three in ("Ac Kh Qs", "Ad Kh Qs", "Ac Kh 9h")
    ]
    with pytest.raises(Rejection, match="does not say"):
        KERNEL.read_plan(lines[:2], Rules())
    with pytest.raises(Rejection, match="Line 4: something else was said"):
        KERNEL.read_plan(lines, Rules())


@pytest.mark.parametrize(
    ("text", "option", "words"),
    [
        ("Ac Kc Qc Jc Tc", "hold", "there is no option “hold”"),
        ("Ac Kc Qc Jc Tc", "5-card Ac", "there is no option “5-card Ac”"),
        ("Ac Kc Qc Jc Tc", "3-card", "three cards of the hand"),
        ("Ac Kc Qc Jc Tc", "3-card Ac Kc", "three cards of the hand"),
        ("Ac Kc Qc Jc Tc", "3-card Ac Kc Kc", "three cards of the hand"),
        ("Ac Kc Qc Jc Tc", "3-card Ac Kc Qd", "three cards of the hand"),
        ("Ac Kc Qc Jc Tc", "3-card 1-2-3", "is not a card"),
        ("Ac Kc Qc Jc", "fold", "a hand is 5 different cards"),
        ("Ac Kc Qc Jc Jc", "fold", "a hand is 5 different cards"),
        ("Ac Kc Qc Jc Xc", "fold", "is not a card"),
    ],
)
def test_a_line_that_says_nothing_sensible_is_refused(text, option, words):
    with pytest.raises(Rejection, match=words) as refused:
        KERNEL.read_plan([("2c 3c 4c 5c 6c", "5-card"), (text, option)], Rules())
    assert refused.value.code is Code.STRATEGY_INVALID
    assert refused.value.detail.startswith("Line 3: ")


def test_a_contradiction_is_refused(optimal_rows):
    rows = [*optimal_rows[:100], ("Ah Kh Qh Jh Th", "fold")]
    with pytest.raises(Rejection, match="Line 102: something else was said of Ah Kh Qh Jh Th"):
        KERNEL.read_plan(rows, Rules())


def test_a_hole_is_refused(optimal_rows):
    with pytest.raises(Rejection, match="what to do with Ac Kc Qc Jc Tc, nor of 134,458 others"):
        KERNEL.read_plan([], Rules())
    with pytest.raises(Rejection, match=r"what to do with 7c 5d 4h 3s 2s\."):
        KERNEL.read_plan([row for row in optimal_rows if row[0] != "7c 5d 4h 3s 2s"], Rules())


def test_a_plan_that_tells_suits_apart_is_not_written():
    plays = plan_of("Optimal").plays.copy()
    hands = numbered()
    pairs = np.flatnonzero(np.bincount(hands.classes[hands.classes >= 0]) > 1)
    plays[np.flatnonzero(hands.classes == pairs[0])[-1]] ^= kernel_plans.ALL_FIVE
    with pytest.raises(Rejection, match="differ by suits alone") as refused:
        KERNEL.write_plan(kernel_plans.Plan(plays), Rules())
    assert refused.value.code is Code.STRATEGY_INVALID


def test_rounds_are_dealt_from_the_decks_of_the_streams():
    _, prepared = table()
    nets = played(prepared, [ALL_BETS], plan_of("Always 3-card"), 300)
    for number in range(300):
        deck = deck_of_round(SEED, number)
        mine, his = best_three(deck[:5])[0], best_three(deck[5:10])[0]
        assert nets[3, number] == 500 * ((mine > his) - (mine < his))
