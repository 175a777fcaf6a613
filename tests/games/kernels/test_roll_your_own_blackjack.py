"""Roll Your Own Blackjack compiled: the script to the cent, its strategies, and these in files."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import count, cycle, islice, product
from math import sqrt
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, blackjack_total
from croupier.cards.streams import deck_of_round
from croupier.games.roll_your_own_blackjack import ROLL_YOUR_OWN_BLACKJACK, kernel_plans
from croupier.games.roll_your_own_blackjack import kernel_lines as lines
from croupier.games.roll_your_own_blackjack.exact.charts import shown, value_name
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    DECK_COUNTS,
    TEN,
    VALUES,
    counts_of,
    hand_numbers,
    value_of,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import DOUBLE, HIT, SPLIT, STAND
from croupier.games.roll_your_own_blackjack.exact.players import OPTIONS, BestPlayer
from croupier.games.roll_your_own_blackjack.exact.side_by_side import LONGEST_FIRST
from croupier.games.roll_your_own_blackjack.kernel_plans import told_of, ways_of
from croupier.games.roll_your_own_blackjack.kernel_tables import WORDS
from croupier.games.roll_your_own_blackjack.rules import (
    MOST_SPLITS,
    DealerBlackjack,
    OneCardHand,
    PlayOrder,
    Rules,
    SplitLimit,
)
from croupier.games.roll_your_own_blackjack.script import ALONE
from croupier.rejection import Code, Rejection
from croupier.simulation.by_script import by_function
from croupier.table.kernel import NO_LIMIT
from croupier.table.places import Place, Viewer
from croupier.table.prepared import prepare
from croupier.table.settings import settings_for
from croupier.table.wager import Limit, Slip
from croupier.table.worth import Fresh

from ...simulation.comparing import (  # noqa: TID252 (the comparison of all kernels)
    played_by_kernel,
    played_by_script,
)

GAME = ROLL_YOUR_OWN_BLACKJACK
KERNEL, WORTH = GAME.kernel(), GAME.worth()
SPOTS = KERNEL.spots(Rules())
BEST = ("Optimal", "Highest two-card total, optimal play")
BESIDE = "Usual setting, optimal play"
SIMPLE = ("Usual", "Mimic the dealer")
SLOW, LONG = pytest.mark.slow, pytest.mark.long
SEED = 30
STAKE = 1_000
ADDED = len(SPOTS)


def slip(cents=STAKE):
    return Slip.of({"Bonus": cents, "Blackjack 1": cents, "Blackjack 2": cents})


def table(limits=None, **readings):
    """The settings of a table, and all that follows from them."""
    readings = {name: str(one) for name, one in readings.items()}
    settings = settings_for(GAME, readings=readings, limits=limits)
    settings = replace(settings, payout_maximum_cents=None)
    return settings, prepare(GAME, settings)


@cache
def plan_of(strategy, rules=Rules()):  # noqa: B008 (the rules as on the sheet)
    return KERNEL.plan(strategy, rules, {})


played = partial(played_by_kernel, GAME, SEED, is_apart=True)
scripted = partial(played_by_script, GAME, SEED)


def by_tape(numbers):
    """Decides by numbers made beforehand."""
    left = cycle(numbers)
    return lambda _table, _seat, options: options[next(left) % len(options)]


def require_same(settings, slips, rounds, tape):
    """Script and kernel agree on rounds by a tape; gives what the kernel says."""
    nets = played(prepare(GAME, settings), slips, plan_of("Mimic the dealer"), rounds, tape=tape)
    for at, number in enumerate(rounds):
        by_script = scripted(settings, slips, number, by_tape(tape[at]))
        assert nets[:, at].tolist() == by_script, (number, tape[at])
    return nets


# Script against kernel.


@pytest.mark.parametrize("look", DealerBlackjack)
@pytest.mark.parametrize("options", [(1,), (1, 1, 1, 3), (1, 1, 0)])
def test_cards_run_out(look, options):
    """Seven seats that nearly always hit: who is not done when no card is left has won."""
    settings, prepared = table(dealer_blackjack=look)
    rng, seats = Random(str(options)), [slip()] * 7
    tape = np.array([rng.choices(options, k=80) for _ in range(4_000)])
    nets = played(prepared, seats, plan_of("Mimic the dealer"), len(tape), tape=tape)
    # Then the last of them wins both bets, whatever the others do.
    rounds = np.flatnonzero((nets[-4:-2] == STAKE).all(axis=0))[:8].tolist()
    require_same(settings, seats, rounds, tape[rounds])


@pytest.mark.parametrize("limit", SplitLimit)
@pytest.mark.parametrize("order", PlayOrder)
@pytest.mark.parametrize("readings", [{}, {"one_card_hand": OneCardHand.SPLIT_ONLY}])
def test_hands_are_split_as_often_as_they_may(limit, order, readings):
    """Whoever always says 3 splits where it is the last of four options; 11, also of three."""
    settings, prepared = table(split_limit=limit, play_order=order, **readings)
    tape = np.full((200_000, 1), 11 if readings else 3)
    nets = played(prepared, [slip()], plan_of("Mimic the dealer"), len(tape), tape=tape)
    most = np.argsort(-nets[ADDED], kind="stable")[:8].tolist()
    added = require_same(settings, [slip()], most, tape[:8])[ADDED]
    assert added.min() >= MOST_SPLITS[limit] * STAKE


def rounds_with(is_so, many):
    """The first rounds of whose decks something is so."""
    return [*islice((number for number in count() if is_so(first_values(number))), many)]


@cache
def first_values(number):
    """The values of the first cards of a round."""
    return [*map(value_of, deck_of_round(SEED, number)[:12])]


def test_split_aces_get_one_card_each():
    settings, _ = table()
    for first in range(3):
        rounds = rounds_with(lambda deck: deck[:3].count(ACE) == 2, 8)
        require_same(settings, [slip()], rounds, [[first, *[3] * 23] for _ in rounds])


@pytest.mark.parametrize("look", DealerBlackjack)
@pytest.mark.parametrize(
    ("reading", "limit", "cents"),
    [
        ("half_exactly", None, STAKE),
        ("up_to_half", Limit(100, 50_000, 100), STAKE),
        ("up_to_half", Limit(100, 300, 100), 300),
        ("up_to_half", Limit(300, 50_000, 300), 900),
        ("up_to_half", Limit(1_100, 50_000, 100), 0),
    ],
)
def test_insurance(look, reading, limit, cents):
    """Whoever always says 0 insures where he can, and stands."""
    limits = {"Insurance": limit} if limit else {}
    settings, prepared = table(limits=limits, dealer_blackjack=look, insurance=reading)
    blackjacks = rounds_with(lambda deck: deck[7:9] == [ACE, TEN], 4)
    rounds = [*blackjacks, *rounds_with(lambda deck: deck[7] == ACE, 8)]
    tape = np.zeros((len(rounds), 1), dtype=np.uint8)
    nets = require_same(settings, [slip(), slip()], rounds, tape)
    insured = nets[[SPOTS.index("Insurance"), SPOTS.index("Insurance") + ADDED + 1]]
    assert set(insured[:, :4].flat) <= {2 * cents, 0}
    assert set(insured[:, 4:].flat) <= {2 * cents, -cents, 0}
    assert insured.any() == (cents > 0)
    # Whoever has less than that cannot insure.
    nets = played(prepared, [slip()], plan_of("Usual"), rounds, tape=tape, purses=(cents - 1,))
    assert not nets[ADDED].any()


def test_blackjacks_are_paid_as_soon_as_they_are_seen():
    """Also against a blackjack of the dealer, but on one card only if it gets its second."""
    hands = ([ACE, 5, TEN], [ACE, 1, 1], [TEN, 1, 1], [ACE, ACE, TEN], [ACE, TEN, TEN])
    for look in DealerBlackjack:
        settings, _ = table(dealer_blackjack=look)
        for hand in hands:
            rounds = rounds_with(lambda deck, hand=hand: sorted(deck[:3]) == sorted(hand), 6)
            tape = [[alone, *[0] * 23] for alone, _ in zip(cycle(range(3)), rounds, strict=False)]
            require_same(settings, [slip()], rounds, tape)


def test_stakes_and_seats_may_differ():
    settings, prepared = table()
    slips = [slip(500), slip(50_000), slip(700)]
    rng = Random(5)
    tape = np.array([[rng.randrange(256) for _ in range(24)] for _ in range(40)])
    nets = require_same(settings, slips, [*range(40)], tape)
    together = played(prepared, slips, plan_of("Usual"), 40, tape=tape, is_apart=False)
    assert (together == nets.reshape(3, -1, 40).sum(axis=0)).all()


# Seats that play by a plan.


def by_plan(plan):
    """A seat that plays one round by a plan; what it cannot pay for is hit, or not split."""
    ways, told = ways_of(plan), {}

    def choose(table, seat, options):
        known, asked = table.layout.known, table.layout.asked[seat]
        names = [option.name for option in options]
        if names[0] in ALONE:
            up, burned = known(Place.of_dealer("Hand"))[0], known(Place.of_table("Burned"))[0]
            hand = tuple(map(value_of, known(Place.of_seat(seat, "Hand"))))
            sees_burned = len(plan.deals) > VALUES**4
            told[seat] = told_of(plan, value_of(up), hand, value_of(burned) * sees_burned)
            return options[told[seat].alone]
        if "decline" in names:
            return options[0 if told[seat].insures else -1]
        spot = asked.place.name.split(" split ")[0]
        way = ways[told[seat].two_card if spot == "Blackjack 1" else told[seat].one_card]
        mine = [one for one in table.layout.cards if one.seat == seat]
        splits = sum(one.name.startswith(f"{spot} split ") for one in mine)
        option = chosen(plan, way, (known(asked.place), splits), names)
        return options[names.index(option)]

    return choose


def chosen(plan, way, hand, names):
    """What a way does with a hand that was split so often."""
    cards, splits = hand
    first, *more = map(value_of, cards)
    if len(more) > 1:
        return OPTIONS[is_hit(plan, way.split_row if splits else way.row, cards)]
    action = way.second[more[0]] if splits else way.actions[more[0]]
    if OPTIONS[action] not in names:
        action = HIT if action == DOUBLE else is_hit(plan, way.row, cards)
    if splits and first == more[0] and splits <= way.further and "split" in names:
        action = SPLIT
    return OPTIONS[action]


def is_hit(plan, row, cards):
    number = hand_numbers()[tuple(sorted(map(value_of, cards)))]
    return HIT if int(plan.hits[row + number // 64]) >> number % 64 & 1 else STAND


def require_played(settings, plan, rounds, chooser, *, seats=1, purses=None):
    """The kernel plays by a plan what the script plays by a chooser."""
    slips = [slip()] * seats
    known = purses or [None] * len(rounds)
    nets = played(prepare(GAME, settings), slips, plan, rounds, purses=purses or (NO_LIMIT,))
    for at, (number, purse) in enumerate(zip(rounds, known, strict=True)):
        assert nets[:, at].tolist() == scripted(settings, slips, number, chooser(), purse), number
    return nets


READINGS = [
    {},
    {"one_card_hand": "split_only", "play_order": "one_card_first"},
    {"one_card_hand": "double_only", "double_after_split": "not_allowed"},
    {"one_card_hand": "neither", "split_limit": "once", "dealer_blackjack": "check_at_once"},
    {"dealer_blackjack": "no_check_all_lose", "split_limit": "four_hands", "burned_card": "shown"},
]


@pytest.mark.parametrize("readings", READINGS)
def test_the_usual_strategy_is_what_people_do(readings):
    settings, prepared = table(**readings)
    usual = by_function(GAME.usual_choice)
    plan = KERNEL.plan("Usual", prepared.rules, prepared.pay_tables)
    require_played(settings, plan, [*range(80)], lambda: usual)
    require_played(settings, plan, [*range(500, 515)], lambda: usual, seats=4)


def test_who_mimics_the_dealer_draws_as_he_does():
    settings, _ = table()

    def mimic(seen, asked, rules):
        del rules
        if asked.options[0].name in ALONE:
            hand = seen.known(Place.of_seat(1, "Hand"))
            totals = [blackjack_total([*hand[:at], *hand[at + 1 :]]).total for at in range(3)]
            # Of equals it does not matter which is set alone, unless they are set apart.
            best = [at for at in range(3) if totals[at] == max(totals)]
            return ALONE[min(best, key=lambda at: value_of(hand[at]))]
        if asked.place is None:
            return "decline"
        total = blackjack_total(seen.known(asked.place))
        return "hit" if total.total < 17 or (total.total == 17 and total.is_soft) else "stand"

    require_played(settings, plan_of("Mimic the dealer"), [*range(200)], lambda: by_function(mimic))


@pytest.mark.parametrize("strategy", SIMPLE)
def test_seats_that_play_by_a_plan_do_what_the_script_says(strategy):
    settings, _ = table()
    plan = plan_of(strategy)
    require_played(settings, plan, [*range(60)], lambda: by_plan(plan), seats=2)


def test_what_cannot_be_paid_is_hit_or_not_split():
    settings, _ = table()
    plan = plan_of("Usual")
    nets = played(table()[1], [slip()], plan, 20_000)
    rounds = np.flatnonzero(nets[ADDED] > 0)[:150].tolist()
    purses = Random(4).choices((0, STAKE - 1, STAKE, 2 * STAKE), k=150)
    nets = require_played(settings, plan, rounds, lambda: by_plan(plan), purses=purses)
    assert (nets[ADDED] <= purses).all()
    assert set(nets[ADDED]) == {0, STAKE, 2 * STAKE}


def test_only_the_first_seat_has_a_purse():
    _, prepared = table()
    nets = played(prepared, [slip()] * 2, plan_of("Usual"), 500, purses=(STAKE - 1,))
    assert not nets[ADDED].any()
    assert nets[2 * ADDED + 1].any()


# The strategies.


def test_strategies_are_those_of_the_analysis():
    names = KERNEL.strategies(Rules())
    assert names == (BEST[0], BESIDE, BEST[1], *SIMPLE)
    assert [name for name in WORTH.strategies("Whole game", Rules()) if name in names] == [*names]
    assert tuple(bet.name for bet in KERNEL.bets(Rules())) == WORTH.bets(Rules())
    with pytest.raises(Rejection, match="did you mean “Optimal”") as refused:
        KERNEL.plan("Optimum", Rules(), {})
    assert refused.value.code is Code.STRATEGY_UNKNOWN


ROUNDS = 2_000_000


def require_edges(strategy, rules, plan):
    """Every bet brings what it is worth, within four standard errors."""
    prepared = replace(table()[1], rules=rules)
    nets = dict(zip(SPOTS, played(prepared, [slip()], plan, ROUNDS), strict=False))
    for bet in KERNEL.bets(rules):
        strategies = WORTH.strategies(bet.name, rules)
        exact = WORTH.edge(
            bet.name, rules, prepared.pay_tables, strategy=strategy if strategies else None
        )
        brought = sum(nets[spot] for spot in bet.spots) / (STAKE * len(bet.per))
        assert abs(brought.mean() + float(exact.value)) < 4 * brought.std() / sqrt(ROUNDS)


@pytest.mark.parametrize("strategy", ["Usual", pytest.param("Mimic the dealer", marks=LONG)])
def test_bets_bring_what_they_are_worth(strategy):
    require_edges(strategy, Rules(), plan_of(strategy))


# The best strategies, which take a while to find.


@pytest.fixture(scope="module")
def best_plans():
    said = []
    plans = {name: KERNEL.plan(name, Rules(), {}, lambda *what: said.append(what)) for name in BEST}
    assert said, "what takes long is reported"
    return plans


@LONG
def test_a_best_strategy_brings_what_it_is_worth(best_plans):
    # What the very best brings, the command's own tests compare.
    require_edges(BEST[-1], Rules(), best_plans[BEST[-1]])


@LONG
@pytest.mark.parametrize("strategy", BEST)
def test_seats_play_the_best_strategies_as_the_script_says(best_plans, strategy):
    settings, prepared = table()
    plan = best_plans[strategy]
    nets = played(prepared, [slip()], plan, 100_000)
    rounds = [*range(100), *np.argsort(-nets[ADDED], kind="stable")[:60].tolist()]
    require_played(settings, plan, rounds, lambda: by_plan(plan))
    require_played(settings, plan, [*range(20)], lambda: by_plan(plan), seats=3)
    purses = Random(5).choices((0, STAKE - 1, STAKE, 2 * STAKE), k=len(rounds))
    require_played(settings, plan, rounds, lambda: by_plan(plan), purses=purses)


@LONG
def test_the_best_strategy_sets_what_is_worth_most(best_plans):
    plan, rng = best_plans["Optimal"], Random(6)
    for _ in range(200):
        *hand, up = rng.sample(DECK, 4)
        options = WORTH.fresh(Fresh(tuple(hand), (up,)), Rules(), {}).options
        values = [option.value.value for option in options]
        told = told_of(plan, value_of(up), tuple(map(value_of, hand)))
        assert values[told.alone] == max(values)
        assert not told.insures


@LONG
@pytest.mark.parametrize(("order", "first"), [*zip(PlayOrder, SPOTS[1:3], strict=True)])
def test_the_best_strategy_plays_what_is_worth_most(best_plans, order, first):
    """The hand that is played first: of the second, the analysis knows what the first has drawn."""
    settings, prepared = table(play_order=order)
    done = Counter()
    for number in range(150):
        choose = by_plan(best_plans["Optimal"])

        def choose_and_ask(table, seat, options, choose=choose):
            option = choose(table, seat, options)
            asked = table.layout.asked[seat]
            if asked.place is not None and asked.place.name == first:
                seen = table.layout.as_seen_by(Viewer.at(seat))
                drawn = len(seen.known(asked.place)) - SPOTS[::-1].index(first)
                if len(seen.all_known()) == 4 + drawn:
                    worth = WORTH.decision(seen, asked, prepared.rules, {}).options
                    values = {one.name: one.value.value for one in worth}
                    assert values[option.name] == max(values.values())
                    done[option.name] += 1
            return option

        scripted(settings, [slip()], number, choose_and_ask)
    assert set(done) == set(OPTIONS.values())


@LONG
def test_only_the_setting_tells_the_best_strategies_apart(best_plans):
    """Where cards are set in the same way, they are played in the same way."""
    optimal, ways = best_plans["Optimal"], ways_of(best_plans["Optimal"])
    for name in BEST[1:]:
        other, other_ways = best_plans[name], ways_of(best_plans[name])
        same = 0
        for up, *order in product(range(VALUES), repeat=4):
            one, two = told_of(optimal, up, order), told_of(other, up, order)
            if order[one.alone] == order[two.alone]:
                same += 1
                for mine, theirs in (
                    (ways[one.two_card], other_ways[two.two_card]),
                    (ways[one.one_card], other_ways[two.one_card]),
                ):
                    assert mine.actions == theirs.actions
                    assert (mine.second, mine.further) == (theirs.second, theirs.further)
        assert 2_000 < same < 10_000


@SLOW
def test_the_best_strategy_sees_a_burned_card_that_is_shown(monkeypatch):
    """It insures where more than a third of all cards unseen are ten-value cards."""

    def against_an_ace(_what, work, _progress):
        return [work(up, lambda _: None) if up == ACE else [] for up in LONGEST_FIRST]

    # Only against an ace is insurance offered, and all up cards take half a minute.
    monkeypatch.setattr(kernel_plans, "each_up_card", against_an_ace)
    settings, prepared = table(burned_card="shown")
    plan = kernel_plans.plan_of(BestPlayer, prepared.rules)
    for burned, *order in product(range(VALUES), repeat=4):
        left = DECK_COUNTS - counts_of([ACE, burned, *order])
        if left.min() >= 0 and sorted(order) not in ([ACE, ACE, TEN], [ACE, TEN, TEN]):
            insures = told_of(plan, ACE, order, burned).insures
            assert insures == (3 * left[TEN] > left.sum())
            assert insures == (TEN not in (burned, *order))
    rounds = rounds_with(lambda deck: deck[4] == ACE, 60)
    nets = require_played(settings, plan, rounds, lambda: by_plan(plan))
    assert nets[SPOTS.index("Insurance")].any()
    with pytest.raises(Rejection, match="no file can hold it"):
        KERNEL.write_plan(plan, prepared.rules)


@LONG
@pytest.mark.parametrize("strategy", BEST)
def test_no_file_holds_the_best_strategies(best_plans, strategy):
    with pytest.raises(Rejection, match="no file can hold it") as refused:
        KERNEL.write_plan(best_plans[strategy], Rules())
    assert refused.value.code is Code.STRATEGY_INVALID


# Strategies in files.


def by_lines(rows):
    """A seat that plays by the lines of a file, in plain words of it."""
    said = {row[:3]: row[3] for row in rows}

    def decide(seen, asked, rules):
        del rules
        offered = [option.name for option in asked.options]
        up = value_name(value_of(seen.known(Place.of_dealer("Hand"))[0]))
        if offered[0] in ALONE:
            hand = [value_of(card) for card in seen.known(Place.of_seat(asked.seat, "Hand"))]
            names = said.get(("set alone", shown(sorted(hand)), up), value_name(hand[0]))
            return ALONE[[value_name(value) in names.split(" or ") for value in hand].index(True)]
        if asked.place is None:
            return said["insurance", "any", "A"]
        cards = seen.known(asked.place)
        total, values = blackjack_total(cards).name, [*map(value_of, cards)]
        option = None
        if len(cards) == 2:
            if values[0] == values[1]:
                pair = "ace" if values[0] == ACE else value_name(values[0])
                option = said["two cards", f"pair of {pair}s", up]
            if option in (None, "split") and option not in offered:
                option = said["two cards", total, up]
        return option if option in offered else said["more cards", total, up]

    return by_function(decide)


def random_rows(seed):
    """Any file at all."""
    rng = Random(seed)
    return [(*here, rng.choice(options)) for here, options in lines.situations().items()]


def is_same(one, other):
    return all(map(np.array_equal, one, other))


@pytest.mark.parametrize("readings", READINGS)
def test_any_file_is_played_as_it_says(readings):
    settings, prepared = table(**readings)
    rows = random_rows(str(readings))
    plan = KERNEL.read_plan(rows, prepared.rules)
    require_played(settings, plan, [*range(80)], lambda: by_lines(rows))
    assert is_same(KERNEL.read_plan(KERNEL.write_plan(plan, prepared.rules), prepared.rules), plan)


@pytest.mark.parametrize("readings", READINGS)
@pytest.mark.parametrize("strategy", SIMPLE)
def test_a_strategy_comes_back_from_its_file(strategy, readings):
    rules = table(**readings)[1].rules
    plan = KERNEL.plan(strategy, rules, {})
    rows = [*KERNEL.write_plan(plan, rules)]
    assert is_same(KERNEL.read_plan(rows, rules), plan)
    assert {len(row) for row in rows} == {len(KERNEL.header(rules))}
    assert len(rows) == len({row[:-1] for row in rows})


def test_what_a_file_says():
    rows = {row[:3]: row[3] for row in KERNEL.write_plan(plan_of("Usual"), Rules())}
    assert rows["set alone", "A-5-10", "7"] == "5"
    # As good alone as another: then the one that was dealt first.
    assert rows["set alone", "4-8-9", "7"] == "4 or 8 or 9"
    assert rows["two cards", "pair of 8s", "10"] == "split"
    assert rows["two cards", "pair of aces", "A"] == "split"
    assert rows["two cards", "soft 18", "5"] == "double"
    assert rows["more cards", "soft 18", "5"] == "stand"
    assert rows["insurance", "any", "A"] == "decline"


def changed(rows, here, option):
    return [(*row[:3], option if row[:3] == here else row[3]) for row in rows]


def test_who_insures_by_a_file():
    settings, _ = table()
    rows = [*KERNEL.write_plan(plan_of("Usual"), Rules())]
    rows = changed(rows, ("insurance", "any", "A"), "insure")
    plan = KERNEL.read_plan(rows, Rules())
    rounds = rounds_with(lambda deck: deck[4] == ACE, 12)
    nets = require_played(settings, plan, rounds, lambda: by_lines(rows))
    assert (nets[SPOTS.index("Insurance")] != 0).sum() > 9
    assert is_same(KERNEL.read_plan(KERNEL.write_plan(plan, Rules()), Rules()), plan)


def test_who_never_hits_needs_no_row_of_hits():
    rows = [
        (*here, "stand" if here[0].endswith("cards") else options[0])
        for here, options in lines.situations().items()
    ]
    settings, prepared = table()
    plan = KERNEL.read_plan(rows, Rules())
    require_played(settings, plan, [*range(30)], lambda: by_lines(rows))
    assert is_same(KERNEL.read_plan(KERNEL.write_plan(plan, Rules()), Rules()), plan)
    tape = np.full((30, 1), 1)
    by_tape_too = [
        played(prepared, [slip()], one, 30, tape=tape) for one in (plan, plan_of("Usual"))
    ]
    assert (by_tape_too[0] == by_tape_too[1]).all()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("set", "A-5-10", "7", "5"), "Line 2: there is no decision “set”; there are: set alone"),
        (("two cards", "hard 21", "7", "hit"), "Line 2: there is no hand “hard 21”; did you"),
        (("two cards", "hard 12", "J", "hit"), "Line 2: there is no up card “J”; there are: 2, 3"),
        (("insurance", "any", "10", "insure"), "Line 2: there is no up card “10”; there are: A."),
        (("set alone", "5-A-10", "7", "5"), "Line 2: there is no hand “5-A-10”"),
        (("set alone", "A-A-10", "7", "A"), "Line 2: there is no hand “A-A-10”"),
        (("set alone", "A-5-10", "7", "6"), "Line 2: there is no option “6”; there are: 5, 10, A"),
        (("more cards", "hard 11", "7", "double"), "Line 2: there is no option “double”"),
        (("two cards", "hard 16", "7", "split"), "Line 2: there is no option “split”"),
    ],
)
def test_a_line_that_says_nothing_is_refused(row, said):
    with pytest.raises(Rejection, match=re.escape(said)) as refused:
        KERNEL.read_plan([row], Rules())
    assert refused.value.code is Code.STRATEGY_INVALID


def test_a_file_must_say_one_thing_of_everything():
    rows = random_rows(1)
    here = ("two cards", "pair of 8s", "10")
    missing = [row for row in rows if row[:3] != here]
    with pytest.raises(Rejection, match="with pair of 8s of two cards against 10\\."):
        KERNEL.read_plan(missing, Rules())
    with pytest.raises(Rejection, match="A-A-A to be set against 2, nor of 2,799 others"):
        KERNEL.read_plan([row for row in rows if row[:3] == here], Rules())
    with pytest.raises(Rejection, match="with insurance\\."):
        KERNEL.read_plan([row for row in rows if row[0] != "insurance"], Rules())
    others = [option for option in ("hit", "split") if (*here, option) not in rows]
    with pytest.raises(Rejection, match="Line 2803: something else was said of pair of 8s of two"):
        KERNEL.read_plan([*rows, (*here, others[0])], Rules())
    # To say the same again does no harm.
    assert is_same(KERNEL.read_plan([*rows, rows[7]], Rules()), KERNEL.read_plan(rows, Rules()))


def test_a_plan_that_goes_by_more_than_a_file_is_refused():
    plan = plan_of("Usual")
    by_order, by_hand = plan.deals.copy(), plan.hits.copy()
    # Against a ten, 2-3-4 in one order as in no other.
    by_order[9_123] ^= 1
    by_hand[WORDS + hand_numbers()[1, 5, 8] // 64] ^= np.uint64(1 << hand_numbers()[1, 5, 8] % 64)
    burned = np.tile(plan.deals, VALUES)
    for other in (
        plan._replace(deals=by_order),
        plan._replace(hits=by_hand),
        plan._replace(deals=burned),
    ):
        with pytest.raises(Rejection, match="no file can hold it") as refused:
            KERNEL.write_plan(other, Rules())
        assert refused.value.code is Code.STRATEGY_INVALID
