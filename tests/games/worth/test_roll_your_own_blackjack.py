"""What Roll Your Own Blackjack is worth, each number found in a second way.

Decks so small that every deal can be dealt out card by card check the counting: splits, two hands
against one dealer, all readings of when he looks for a blackjack. Plain recursion in fractions
checks decisions and values with the whole deck; rounds played by the game's own script check it
all together.
"""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from random import Random

import numpy as np
import pytest

from croupier.bots import least_slip, usual_decision
from croupier.cards import DECK, blackjack_total, parse_card, parse_cards
from croupier.cards.counting import three_card_rank_counts
from croupier.compiled import plain
from croupier.games.blackjack_hands import dealer_draws
from croupier.games.roll_your_own_blackjack import ROLL_YOUR_OWN_BLACKJACK
from croupier.games.roll_your_own_blackjack.exact import dealer_counts as counting
from croupier.games.roll_your_own_blackjack.exact import deals as all_deals
from croupier.games.roll_your_own_blackjack.exact import endings as ending
from croupier.games.roll_your_own_blackjack.exact import pairs as pairing
from croupier.games.roll_your_own_blackjack.exact import second_sees, strategies
from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.bonus_worth import (
    NO_LINE,
    bonus_by_values,
    bonus_moments,
    bonus_outcomes,
)
from croupier.games.roll_your_own_blackjack.exact.both_hands import both_hands
from croupier.games.roll_your_own_blackjack.exact.deals import (
    UP_CARDS,
    _deals_against,
    against_under,
)
from croupier.games.roll_your_own_blackjack.exact.families import family
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    DECK_COUNTS,
    TEN,
    VALUES,
    card_of,
    counts_of,
    hand_index,
    hand_numbers,
    key_of,
    value_of,
)
from croupier.games.roll_your_own_blackjack.exact.hand_plans import (
    Allowed,
    HandPlan,
    best_one_card_plan,
    best_split,
    best_two_card_plan,
    make_split,
    split_value,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    hands_with,
    no_values,
    value_hands,
)
from croupier.games.roll_your_own_blackjack.exact.hand_worth import hand_worth, split_share
from croupier.games.roll_your_own_blackjack.exact.moments import NOTHING, Moments
from croupier.games.roll_your_own_blackjack.exact.outcomes import (
    _Outcomes,
    blackjack_outcomes,
    together_of,
    whole_game_outcomes,
)
from croupier.games.roll_your_own_blackjack.exact.players import (
    BestPlayer,
    settings_of,
)
from croupier.games.roll_your_own_blackjack.exact.second_hand import SecondHand
from croupier.games.roll_your_own_blackjack.exact.second_sees import second_hand_sees
from croupier.games.roll_your_own_blackjack.exact.setting_table import setting_values
from croupier.games.roll_your_own_blackjack.exact.side_by_side import each_up_card
from croupier.games.roll_your_own_blackjack.exact.split_worth import SplitWorth
from croupier.games.roll_your_own_blackjack.exact.strategies import gained, usual_player
from croupier.games.roll_your_own_blackjack.rules import (
    AceLowStraight,
    BurnedCard,
    DealerBlackjack,
    DoubleAfterSplit,
    OneCardHand,
    PlayOrder,
    Rules,
    SplitLimit,
)
from croupier.games.roll_your_own_blackjack.script import ALONE, bonus_hand
from croupier.rejection import Code, Rejection
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.layout import Layout, PlacedCard
from croupier.table.paytable import PayTable
from croupier.table.places import Face, Place, Viewer
from croupier.table.round import Round
from croupier.table.ruling import readings_of, rulings_of
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.steps import Asked, Option
from croupier.table.waiting import AwaitingDecisions
from croupier.table.worth import BetWorth, Fresh, quietly

from ...analysis.results_page import PAGE, marked  # noqa: TID252
from .roll_your_own_plainly import Dealing

GAME = ROLL_YOUR_OWN_BLACKJACK
WORTH = GAME.worth()
LOOKS = tuple(DealerBlackjack)


# Decks so small that every deal can be dealt out.


def small_deck(**counts: int) -> np.ndarray:
    """A deck by how many there are of each value: `a`, `two` to `nine`, `ten`."""
    names = ("a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return np.array([counts.get(name, 0) for name in names])


def split_anyhow(against, value, gone, further):
    """A split that nobody would make, and hands that are played as well as they can be."""
    _, hits = against.values((*gone, value), (value,))
    number = [hand_numbers()[min(value, x), max(value, x)] for x in range(VALUES)]
    second = [HIT if hits[hand] else STAND for hand in number]
    return make_split(value, gone, further, second, hits)


def check_against_dealing(against, plans, look, deck):
    """All that is counted of a deal beside the same deal dealt out."""
    worths = tuple(hand_worth(against, plan, look) for plan in plans)
    both = both_hands(against, plans, worths)
    left = deck - counts_of((against.up, *plans[0].gone, *plans[0].start))
    dealt = Dealing(tuple(left.tolist()), against.up, plans, look).every()
    assert sum(dealt.values()) == 1

    def mean(what) -> Fraction:
        return sum((share * what(one) for one, share in dealt.items()), Fraction(0))

    for hand, worth in enumerate(worths):
        assert worth.value == mean(lambda one, hand=hand: one.gains[hand])
        assert worth.staked == mean(lambda one, hand=hand: one.stakes[hand])
        assert worth.splits == mean(lambda one, hand=hand: one.hands[hand] > 1)
        plan = plans[hand]
        if plan.split:
            split, share = SplitWorth(against, plan.split), split_share(against, plan)
            two = Counter()
            for one, chance in dealt.items():
                if one.hands[hand] == 2:
                    two[one.to_blackjack, one.gains[hand], one.stakes[hand]] += chance
            assert {key: part * share for key, part in split.two_hands().items()} == two
            more = split.moments(least_hands=3).times(share)
            assert more == moments(dealt, lambda one, at=hand: one.hands[at] > 2, {hand})
    ends = Counter()
    for one, chance in dealt.items():
        if one.hands == (1, 1):
            ends[one.to_blackjack, sum(one.gains), sum(one.stakes)] += chance
    assert both.ends == ends
    assert both.with_split == moments(dealt, lambda one: one.hands != (1, 1), {0, 1})
    assert both.product == mean(lambda one: one.gains[0] * one.gains[1])
    return dealt


def moments(dealt, which, hands) -> Moments:
    """The same as the counting gives, from deals dealt out."""

    def mean(what) -> Fraction:
        return sum((share * what(one) for one, share in dealt.items() if which(one)), Fraction(0))

    def gain(one):
        return sum(one.gains[hand] for hand in hands)

    return Moments(
        mean(lambda _: 1),
        mean(gain),
        mean(lambda one: gain(one) ** 2),
        mean(lambda one: sum(one.stakes[hand] for hand in hands)),
        mean(lambda one: one.to_blackjack),
        mean(lambda one: one.to_blackjack * gain(one)),
    )


DECK_OF_EIGHTS = small_deck(a=2, three=2, six=2, eight=4, ten=10)


@pytest.mark.parametrize(
    ("three", "alone"),
    [
        pytest.param((7, 7, 9), 9, marks=pytest.mark.long),
        pytest.param((2, 7, 9), 7, marks=pytest.mark.long),
        ((0, 2, 9), 0),
        ((0, 7, 9), 7),
    ],
)
def test_a_small_deck_dealt_out_against_a_six(three, alone):
    against = Against(5, looks=True, memo_bits=14, deck=DECK_OF_EIGHTS)
    together = settings_of(three)[alone]
    plans = (
        best_two_card_plan(against, together, (alone,), Allowed()),
        best_one_card_plan(against, alone, together, Allowed(split=alone == 7)),
    )
    dealt = check_against_dealing(
        against, plans, DealerBlackjack.AFTER_SECOND_CARDS, DECK_OF_EIGHTS
    )
    if together == (7, 7):
        assert plans[0].actions == (SPLIT,)
        assert max(one.hands[0] for one in dealt) == 4


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("up", [ACE, TEN])
@pytest.mark.parametrize(("together", "alone"), [((7, 7), ACE), ((4, 9), TEN), ((0, 9), 7)])
def test_a_small_deck_dealt_out_against_what_may_be_a_blackjack(look, up, together, alone):
    looks = look is not DealerBlackjack.NO_CHECK_ALL_LOSE
    deck = small_deck(a=4, five=2, eight=4, ten=8)
    against = Against(up, looks=looks, memo_bits=14, deck=deck)
    plans = (
        best_two_card_plan(against, together, (alone,), Allowed()),
        best_one_card_plan(against, alone, together, Allowed()),
    )
    check_against_dealing(against, plans, look, deck)


@pytest.mark.parametrize("further", [0, 1, 2])
def test_families_that_use_up_all_splits(further):
    deck = small_deck(a=2, six=3, seven=2, ten=12)
    against = Against(5, looks=True, memo_bits=14, deck=deck)
    split = split_anyhow(against, TEN, (6,), further)
    plans = (
        HandPlan((TEN, TEN), (6,), (SPLIT,), split.hits, split),
        best_one_card_plan(against, 6, (TEN, TEN), Allowed()),
    )
    look = DealerBlackjack.AFTER_SECOND_CARDS
    dealt = check_against_dealing(against, plans, look, deck)
    assert max(one.hands[0] for one in dealt) == 2 + further


@pytest.mark.parametrize("values", [(7, 3), (7, 7)])
def test_both_hands_are_split(values):
    deck = small_deck(four=4, six=2, eight=4, ten=12)
    against = Against(5, looks=True, memo_bits=14, deck=deck)
    first, second = values
    splits = (
        split_anyhow(against, first, (second,), 2),
        split_anyhow(against, second, (first, first), 1),
    )
    actions = list(best_one_card_plan(against, second, (first, first), Allowed()).actions)
    actions[second] = SPLIT
    plans = (
        HandPlan((first, first), (second,), (SPLIT,), splits[0].hits, splits[0]),
        HandPlan((second,), (first, first), tuple(actions), splits[1].hits, splits[1]),
    )
    check_against_dealing(against, plans, DealerBlackjack.CHECK_AT_ONCE, deck)


@pytest.mark.parametrize("further", [0, 1, 2, 3])
@pytest.mark.parametrize("of_value", [0, 1, 2, 5])
def test_how_many_hands_a_family_has(further, of_value):
    """By the whole numbers of a family, and by dealing its second cards one after the other."""
    cards = 20
    expected = Counter()

    def go(waiting, left, drawn, kinds, share):
        if not share:
            return
        if not waiting:
            others, sames = kinds
            expected["happens"] += share
            expected["other"] += share * others
            expected["same"] += share * sames
            for at, count in enumerate(
                (others * (others - 1), 2 * others * sames, sames * (sames - 1))
            ):
                expected["pairs", at] += share * Fraction(count, 2)
            return
        is_value = Fraction(of_value - drawn[0], cards - sum(drawn))
        now, more = kinds, (drawn[0] + 1, drawn[1])
        go(
            waiting - 1,
            left,
            (drawn[0], drawn[1] + 1),
            (now[0] + 1, now[1]),
            share * (1 - is_value),
        )
        if left:
            go(waiting + 1, left - 1, more, now, share * is_value)
        else:
            go(waiting - 1, left, more, (now[0], now[1] + 1), share * is_value)

    go(2, further, (0, 0), (0, 0), Fraction(1))

    def drawn(values: int, others: int, gone: int) -> Fraction:
        """How often so many next cards are of the value and so many not, after some gone."""
        share = Fraction(1)
        for at in range(values):
            share *= Fraction(max(of_value - gone - at, 0), cards - gone - at)
        for at in range(others):
            share *= Fraction(cards - of_value - at, cards - gone - values - at)
        return share

    def summed(terms, values, others):
        return sum(
            times * drawn(k, 0, 0) * drawn(values, others, k) for k, times in enumerate(terms)
        )

    numbers = family(further)
    assert summed(numbers.happens, 0, 0) == expected["happens"] == 1
    assert summed(numbers.other, 0, 1) == expected["other"]
    assert summed(numbers.same, 1, 0) == expected["same"]
    for at, values in enumerate((0, 1, 2)):
        assert summed(numbers.pairs[at], values, 2 - values) == expected["pairs", at]
    two, more = family(further, most_hands=2), family(further, least_hands=3)
    assert summed(two.happens, 0, 0) + summed(more.happens, 0, 0) == 1


# Plain recursion in fractions, with the whole deck.


@cache
def dealer_plainly(deck, cards):
    """How often the dealer comes to what: a total, 22 if bust, 0 for a blackjack."""
    hand = blackjack_total(map(card_of, cards))
    if not dealer_draws(hand):
        return Counter({0 if hand.is_natural else min(hand.total, 22): Fraction(1)})
    found, left = Counter(), sum(deck)
    for value, count in enumerate(deck):
        if count:
            rest = (*deck[:value], count - 1, *deck[value + 1 :])
            for result, share in dealer_plainly(rest, tuple(sorted((*cards, value)))).items():
                found[result] += share * Fraction(count, left)
    return found


class PlainHand:
    """A hand by recursion: the hole card is not looked at but left in the deck."""

    def __init__(self, up: int, *, looks: bool) -> None:
        self.up, self.looks = up, looks

    def stand(self, hand, deck) -> Fraction:
        mine, value = blackjack_total(map(card_of, hand)).total, Fraction(0)
        for result, share in dealer_plainly(deck, (self.up,)).items():
            if result == 0:
                value -= 0 if self.looks else share
            else:
                value += share * (1 if result == 22 else (mine > result) - (mine < result))
        return value

    def bust(self, deck) -> Fraction:
        return -1 + (dealer_plainly(deck, (self.up,))[0] if self.looks else 0)

    def hit(self, hand, deck, then) -> Fraction:
        value = Fraction(0)
        for card, count in enumerate(deck):
            if count:
                rest = (*deck[:card], count - 1, *deck[card + 1 :])
                longer = tuple(sorted((*hand, card)))
                bust = blackjack_total(map(card_of, longer)).is_bust
                value += count * (self.bust(rest) if bust else then(longer, rest))
        return value / sum(deck)

    def best(self, hand, deck) -> Fraction:
        if blackjack_total(map(card_of, hand)).total == 21:
            return self.stand(hand, deck)
        return max(self.stand(hand, deck), self.hit(hand, deck, self.best))

    def first(self, hand, deck) -> Fraction:
        """The best of standing, hitting and doubling."""
        return max(self.best(hand, deck), 2 * self.hit(hand, deck, self.stand))


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize(
    ("up", "hand", "gone"),
    [
        (TEN, (5, 9), (4,)),
        (TEN, (6, 9), (6, 2)),
        (ACE, (6, 9), (8,)),
        (8, (6, 7), (0,)),
        (7, (5, 9), (2,)),
    ],
)
def test_a_hand_by_plain_recursion(looks, up, hand, gone):
    against = Against(up, looks=looks, memo_bits=14)
    plan = best_two_card_plan(against, hand, gone, Allowed(split=False))
    worth = against.tally(plan.endings, (*gone, *hand))
    deck = tuple(against.left((*gone, *hand)).tolist())
    player = PlainHand(up, looks=looks)
    assert worth.value == player.first(hand, deck)
    values, hits = against.values(gone, hand)
    number = hand_numbers()[hand]
    assert float(player.stand(hand, deck)) == pytest.approx(values.stand[number], abs=1e-13)
    assert hits[number] == (player.hit(hand, deck, player.best) > player.stand(hand, deck))


def test_counts_of_the_dealer_are_those_of_plain_recursion():
    for up, gone in ((TEN, (3, 3)), (ACE, (9, 9, 9)), (7, (0, 0, 1)), (5, ())):
        against = Against(up, looks=True, memo_bits=10)
        deck = against.left(gone)
        found = np.empty(counting.RESULTS, dtype=np.int64)
        counting.dealer_counts(against.round.dealer, deck, found)
        plainly = dealer_plainly(tuple(deck.tolist()), (up,))
        ways = counting.falling(int(deck.sum()), counting.MOST_DRAWN)
        order = (17, 18, 19, 20, 21, 22, 0)
        assert [Fraction(count, ways) for count in found.tolist()] == [plainly[r] for r in order]


def test_the_dealer_never_takes_more_cards_than_are_counted():
    """Ten cards for him would be nine more than his up card; he is done by then."""
    rows = [counting._ways(up) for up in range(VALUES)]
    assert max(int(row[:, 2].max()) for row in rows) == counting.MOST_DRAWN
    assert counting.falling(48, counting.MOST_DRAWN) < 2**53


# Kernels beside what they were before they were compiled.


def test_kernels_and_their_plain_twins():
    against = Against(8, looks=True, memo_bits=12)
    round_, gone, hand = against.round, (4, 6), (3, 9)
    deck = against.left(gone)
    found = np.zeros(counting.RESULTS, dtype=np.int64)
    twin = found.copy()
    counting.dealer_counts(round_.dealer, deck, found)
    plain(counting.dealer_counts)(round_.dealer, deck, twin)
    assert (found == twin).all()

    values, again = no_values(), no_values()
    which = hands_with(hand)
    value_hands(round_, deck, against.key(gone), which, values)
    plain(value_hands)(round_, deck, against.key(gone), which, again)
    for one, other in zip(values[:3], again[:3], strict=True):
        assert np.array_equal(one, other, equal_nan=True)

    plan = best_two_card_plan(against, hand, gone, Allowed())
    rows = np.array([[hand_numbers()[hand], HIT]])
    plainly = plain(ending.list_endings)(hand_index(), counts_of(hand), rows, plan.hits)
    assert plan.actions == (HIT,)
    for one, other in zip(plan.endings, plainly, strict=True):
        assert (one == other).all()

    seen = (*gone, *hand)
    left, key = against.left(seen), against.key(seen)
    limbs = np.zeros((ending.MOST_CARDS * 2 * ending.ENDS, ending.LIMBS), dtype=np.int64)
    twins = limbs.copy()
    ending.tally_endings(round_, plan.endings, left, key, limbs)
    plain(ending.tally_endings)(round_, plan.endings, left, key, twins)
    assert limbs.any()
    assert (limbs == twins).all()

    few = ending.Endings(*(array[::7].copy() for array in plan.endings))
    bits = 16
    for one, other in zip(
        pairing.merge(few, few, True, bits), plain(pairing.merge)(few, few, True, bits), strict=True
    ):
        assert (one == other).all()


def test_limbs_hold_what_64_bits_do_not():
    rng, limbs, total = Random(3), np.zeros((1, ending.LIMBS), dtype=np.int64), 0
    for _ in range(2_000):
        one, other = rng.randrange(2**59), rng.randrange(-(2**59), 2**59)
        ending.add_product(limbs, 0, one, other)
        total += one * other
    assert ending.sums(limbs[0]) == total


# Setting.


def test_every_setting_of_some_hands_is_worth_what_its_two_hands_are():
    """Against an up card, the best of all settings, found from exact values of all of them."""
    rules = Rules()
    for deal in _deals_against(9, rules, BestPlayer(rules), (), with_spread=False):
        if deal.three[0] != 7 or deal.alone is None:
            continue
        against = against_under(9, rules)
        player = BestPlayer(rules)
        values = {}
        for alone, together in settings_of(deal.three).items():
            plans = (
                player.two_card_plan(against, together, (alone,)),
                player.one_card_plan(against, alone, together),
            )
            values[alone] = sum(
                hand_worth(against, plan, rules.dealer_blackjack).value for plan in plans
            )
        assert deal.value == values[deal.alone] == max(values.values())


SOME_HANDS = ((0, 4, 8), (2, 6, 9), (3, 7, 7), (0, 0, 2), (8, 8, 9))


@pytest.fixture
def few_deals(monkeypatch):
    """Only some sets of three cards, so that all readings can be looked at."""
    monkeypatch.setattr(all_deals, "three_cards", lambda: iter(SOME_HANDS))


def gained_under(up: int, **readings) -> Fraction:
    rules = Rules(**readings)
    some = list(_deals_against(up, rules, BestPlayer(rules), (), with_spread=False))
    return gained(some)


@pytest.mark.parametrize("up", [5, ACE, TEN])
@pytest.mark.usefixtures("few_deals")
def test_every_reading_that_allows_more_is_worth_more(up):
    most = gained_under(up)
    once = gained_under(up, split_limit=SplitLimit.ONCE)
    not_after_split = gained_under(up, double_after_split=DoubleAfterSplit.NOT_ALLOWED)
    split_only = gained_under(up, one_card_hand=OneCardHand.SPLIT_ONLY)
    double_only = gained_under(up, one_card_hand=OneCardHand.DOUBLE_ONLY)
    neither = gained_under(up, one_card_hand=OneCardHand.NEITHER)
    # Nobody splits tens, and of no other value are there five cards.
    assert gained_under(up, split_limit=SplitLimit.FOUR_HANDS) == most
    assert once < most
    assert not_after_split <= most
    assert (not_after_split < most) or up != 5
    assert neither < min(split_only, double_only) <= max(split_only, double_only) < most


@pytest.mark.parametrize("up", [5, ACE, TEN])
@pytest.mark.usefixtures("few_deals")
def test_when_the_dealer_looks_matters_only_where_he_may_have_a_blackjack(up):
    after, at_once, never = (gained_under(up, dealer_blackjack=look) for look in LOOKS)
    if up == 5:
        assert after == at_once == never
    else:
        # A one-card hand that becomes a blackjack is saved from his; doubles are not.
        assert never < after
        assert at_once < after


@pytest.mark.usefixtures("few_deals")
def test_a_burned_card_that_is_shown_is_worth_something():
    """By insurance, too, which is break-even at best without it."""
    shown, unseen = Rules(burned_card=BurnedCard.SHOWN), Rules()
    with_it = list(_deals_against(ACE, shown, BestPlayer(shown), (), with_spread=False))
    without = list(_deals_against(ACE, unseen, BestPlayer(unseen), (), with_spread=False))
    assert gained(with_it) > gained(without)
    assert not any(deal.insured for deal in without)
    for deal in with_it:
        has_ten = TEN in (*deal.three, deal.burned)
        assert deal.insured == (None if has_ten else Fraction(16, 47))
        if deal.insured:
            assert deal.value == sum(hand.value for hand in deal.hands) + Fraction(1, 47)
    # What does not depend on it at all: how often each deal comes up.
    ways = Counter()
    for deal in with_it:
        ways[deal.three] += deal.ways / 48
    assert ways == Counter({deal.three: deal.ways for deal in without})


def test_deals_are_all_deals():
    rules = Rules()
    ways = sum(ways for up in UP_CARDS for _, _, ways in all_deals._situations(up, rules))
    assert ways == 22_100 * 49


# What is put together of all deals.


@pytest.fixture(scope="module")
def deals_against_ten():
    rules = Rules()
    return tuple(_deals_against(TEN, rules, BestPlayer(rules), (), with_spread=True))


def sample_table() -> PayTable:
    return GAME.wagers(Rules())[0].pay_tables[0]


def test_outcomes_bring_what_the_hands_are_worth(deals_against_ten):
    deals = deals_against_ten
    blackjack = BetWorth("Blackjack", "", blackjack_outcomes(deals), "")
    assert blackjack.expectation.value == gained(deals) / 2
    assert blackjack.action.value == gained(deals, staked_on_both) / 2
    bonus = bonus_by_values(AceLowStraight.COUNTS, sample_table())
    whole = BetWorth("Whole game", "", whole_game_outcomes(deals, bonus), "")
    side = gained(deals, lambda deal: bonus_moments(bonus[deal.three]).gained)
    assert whole.expectation.value == (gained(deals) + side) / 3
    together = together_of(deals, bonus)
    assert whole.variance.value == together.variance.value / 9
    both = [
        together.covariance[at][at].value + together.expectations[at].value ** 2 for at in (0, 1)
    ]
    assert blackjack.variance.value == sum(both) / 2 - blackjack.expectation.value**2
    assert len(whole.outcomes) <= 40
    assert all(outcome.staked >= 1 for outcome in (*whole.outcomes, *blackjack.outcomes))


def staked_on_both(deal) -> Fraction:
    return sum((hand.staked for hand in deal.hands), Fraction(0)) if deal.hands else Fraction(2)


def test_two_results_that_stand_for_many_have_their_mean_and_spread(deals_against_ten):
    with_split = [deal for deal in deals_against_ten if deal.spread and deal.hands[0].splits]
    many = sum((deal.spread.more_hands[0].times(deal.ways) for deal in with_split), NOTHING)
    found = _Outcomes()
    found.add_two_for("many", many)
    better, worse = found.all()
    for power, wanted in ((0, many.happens), (1, many.gained), (2, many.square)):
        assert (
            better.probability * better.net**power + worse.probability * worse.net**power == wanted
        )


@pytest.mark.parametrize("look", LOOKS)
def test_insured_deals_are_put_together_as_they_are(look, monkeypatch):
    """Where the burned card is shown, half of the insurance goes with either bet."""
    monkeypatch.setattr(all_deals, "three_cards", lambda: iter([(3, 7, 7), (0, 4, 8)]))
    rules = Rules(burned_card=BurnedCard.SHOWN, dealer_blackjack=look)
    deals = tuple(_deals_against(ACE, rules, BestPlayer(rules), (), with_spread=True))
    blackjack = BetWorth("Blackjack", "", blackjack_outcomes(deals), "")
    assert any("insured" in outcome.name for outcome in blackjack.outcomes)
    assert blackjack.expectation.value == gained(deals) / 2
    bonus = bonus_by_values(AceLowStraight.COUNTS, sample_table())
    whole = BetWorth("Whole game", "", whole_game_outcomes(deals, bonus), "")
    together = together_of(deals, bonus)
    assert whole.variance.value == together.variance.value / 9


def test_a_bet_with_all_that_is_said_of_it(monkeypatch):
    """Of a few deals only: strategies, charts, notes and tables."""
    monkeypatch.setattr(all_deals, "three_cards", lambda: iter([(0, 0, 9), (2, 6, 9), (3, 7, 7)]))
    monkeypatch.setattr(strategies, "_apart", {})
    monkeypatch.setattr(strategies, "_gains", {})
    rules, told = Rules(), []
    tables = {"Bonus": sample_table()}
    bet = WORTH.bet("Blackjack", rules, tables, lambda _, share: told.append(share))
    assert told
    assert 0 <= min(told) <= max(told) <= 1
    optimal, second, *others = bet.strategies
    assert (optimal.name, optimal.edge.value, optimal.cost.value) == ("Optimal", bet.edge.value, 0)
    assert second.name == "Second hand sees the first"
    assert second.cost.value < 0
    assert all(other.cost.value > 0 for other in others)
    assert any("4-8-8" in rule for rule in optimal.rules)
    setting, *charts = bet.grids
    assert setting.rows == ("A-A-10", "3-7-10", "4-8-8")
    assert setting.cells[0][0].text == "double blackjack"
    assert [chart.title for chart in charts][:3] == [
        f"Two-card hand: {kind}" for kind in ("hard totals", "soft totals", "pairs")
    ]
    (by_up,) = bet.tables
    often = sum(figures[0].value for _, figures in by_up.rows)
    assert often == 1
    gains = sum(figures[0].value * figures[3].value for _, figures in by_up.rows)
    assert gains == -bet.edge.value
    whole = WORTH.bet("Whole game", rules, tables)
    assert whole.strategies[0].cost.value == 0
    assert WORTH.together(rules, tables).variance.value == 9 * whole.variance.value


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        *(
            pytest.param(replace(Rules(), **{ruling.name: reading}), marks=pytest.mark.long)
            for ruling in rulings_of(Rules)
            for reading in ruling.readings
            if ruling.name in WORTH.depends_on("Blackjack")[0] and reading is not ruling.default
        ),
    ],
    ids=lambda rules: (
        ", ".join(
            str(reading)
            for name, reading in readings_of(rules)
            if reading != dict(readings_of(Rules()))[name]
        )
        or "defaults"
    ),
)
def test_every_strategy_alone_is_worth_what_it_is_beside_the_others(rules, monkeypatch):
    """Under every reading; of a few deals only."""
    monkeypatch.setattr(all_deals, "three_cards", lambda: iter([(2, 2, 8)]))
    for module in (all_deals, second_sees):
        monkeypatch.setattr(module, "each_up_card", against_two_up_cards)
    monkeypatch.setattr(strategies, "_apart", {})
    monkeypatch.setattr(strategies, "_gains", {})
    alone = [strategies.gain_by(name, rules, quietly) for name in strategies.NAMES]
    strategies._gains.clear()
    beside = strategies.strategies(strategies.study(rules, quietly), rules, lambda value: -value)
    assert [one.name for one in beside] == list(strategies.NAMES)
    assert [-one.edge.value for one in beside] == alone
    optimal, second, *others = alone
    assert second > optimal, "to see more is worth something"
    assert all(other <= optimal for other in others)


def against_two_up_cards(what, work, progress, ups=()):
    return each_up_card(what, work, progress, (8, ACE))


def test_a_bet_has_the_strategies_it_says_it_has_and_their_edges(monkeypatch):
    monkeypatch.setattr(all_deals, "three_cards", lambda: iter([(2, 6, 9)]))
    monkeypatch.setattr(strategies, "_apart", {})
    monkeypatch.setattr(strategies, "_gains", {})
    rules, tables = Rules(), {"Bonus": sample_table()}
    for name in WORTH.bets(rules):
        found = WORTH.bet(name, rules, tables)
        assert WORTH.strategies(name, rules) == tuple(one.name for one in found.strategies)
        for one in found.strategies:
            assert WORTH.edge(name, rules, tables, strategy=one.name) == one.edge
        if name != "Whole game":  # the Bonus is not of these deals alone
            assert WORTH.edge(name, rules, tables) == found.edge


def test_what_bets_depend_on():
    rulings, spots = WORTH.depends_on("Bonus")
    assert (rulings, spots) == (("ace_low_straight",), ("Bonus",))
    for bet in ("Blackjack", "Whole game"):
        rulings, _ = WORTH.depends_on(bet)
        # All of the insurance is right to take, or none.
        assert "insurance" not in rulings
        assert set(rulings) <= set(Rules.__slots__)
    every = replace(Rules(), ace_low_straight=AceLowStraight.DOES_NOT_COUNT)
    assert strategies.play_rules(every) == Rules()


# The Bonus.


def test_the_bonus_is_counted_like_the_hands():
    table = sample_table()
    for reading in AceLowStraight:
        counts = Counter()
        for hand in combinations(DECK, 3):
            lines, _ = bonus_hand(hand, reading)
            counts[lines[0] if lines else NO_LINE] += 1
        # A pair has no line in the table.
        counts[NO_LINE] += counts.pop("Pair", 0)
        found = {one.name: one.probability for one in bonus_outcomes(reading, table)}
        assert found == {line: Fraction(count, 22_100) for line, count in counts.items()}
    by_rank = Counter()
    for rank, count in three_card_rank_counts().items():
        by_rank["Mini Royal" if rank.is_royal else rank.category.title] += count
    found = {one.name: one.probability for one in bonus_outcomes(AceLowStraight.COUNTS, table)}
    assert found["Mini Royal"] == Fraction(by_rank["Mini Royal"], 22_100) == Fraction(4, 22_100)
    assert found["Straight"] == Fraction(by_rank["straight"], 22_100) == Fraction(720, 22_100)


def test_the_bonus_in_its_worth():
    bet = WORTH.bet("Bonus", Rules(), {"Bonus": sample_table()})
    assert bet.edge.value == Fraction(9_136, 22_100)
    without = WORTH.bet(
        "Bonus", Rules(ace_low_straight=AceLowStraight.DOES_NOT_COUNT), {"Bonus": sample_table()}
    )
    # Sixty straights lose, four straight flushes are flushes.
    assert without.edge.value - bet.edge.value == Fraction(60 * 6 + 4 * (50 - 3), 22_100)
    few = PayTable.to_one("Few", ("Straight Flush",), 40)
    # The royal is paid as the straight flush it is.
    assert WORTH.bet("Bonus", Rules(), {"Bonus": few}).edge.value == 1 - Fraction(48 * 41, 22_100)


# The second hand by what the first has drawn.


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    ("up", "start", "gone"),
    [
        (6, (7,), (1, 2, 4)),
        (ACE, (9,), (3, 8, 9, 2)),
        (TEN, (0,), (0, 1, 5)),
        (3, (9,), (9, 9)),
        (7, (1, 1), (5, 9, 9)),
        (TEN, (7, 7), (0, 3)),
        (5, (2, 6), (9, 9, 4, 4, 4)),
    ],
)
def test_the_second_hand_is_played_as_a_hand_alone_with_those_cards_gone(look, up, start, gone):
    looks = look is not DealerBlackjack.NO_CHECK_ALL_LOSE
    against = Against(up, looks=looks, memo_bits=16)
    if len(start) == 1:
        plan = best_one_card_plan(against, start[0], gone, Allowed())
    else:
        plan = best_two_card_plan(against, start, gone, Allowed())
    worth = hand_worth(against, plan, look)
    wanted = worth.value + worth.early
    if looks:
        wanted -= Fraction(3, 2) * worth.natural_too
    seen = (*gone, *start)
    value, close = SecondHand(against, start, Allowed()).value(
        against.left(seen), against.key(seen)
    )
    assert value == wanted
    assert close == 0


@pytest.mark.parametrize("order", list(PlayOrder))
def test_seeing_the_first_hand_is_worth_what_all_its_endings_give(order, monkeypatch):
    monkeypatch.setattr(all_deals, "three_cards", lambda: iter([(3, 7, 7), (6, 8, 9)]))
    rules = Rules(play_order=order)
    found = second_hand_sees(rules, part=(8,))
    against, total, ways = against_under(8, rules), Fraction(0), Fraction(0)
    for one in all_deals.sets_against(against, rules, BestPlayer(rules)):
        plans = one.plans if order is PlayOrder.TWO_CARD_FIRST else one.plans[::-1]
        first, second = plans
        look = rules.dealer_blackjack
        value = hand_worth(against, first, look).value
        seen = (*first.gone, *first.start)
        deck, cards = against.left(seen), int(against.left(seen).sum())
        endings = list(zip(first.endings.keys.tolist(), first.endings.orders.tolist(), strict=True))
        if first.start in ((ACE,), (TEN,)):
            endings.append((key_of([TEN - first.start[0]]), 1))
        for key, orders in endings:
            drawn = [v for v in range(VALUES) for _ in range((key >> (5 * v)) & 31)]
            share, left = Fraction(orders), deck.copy()
            for at, card in enumerate(drawn):
                share *= Fraction(int(left[card]), cards - at)
                left[card] -= 1
            if share:
                value += share * best_value(against, second.start, (*second.gone, *drawn), rules)
        if first.split and len(first.start) == 2:
            value += hand_worth(against, second, look).value
        elif first.split:
            gone = (*second.gone, *first.start)
            split = second.split and replace(second.split, gone=gone)
            plan = replace(second, gone=gone, split=split)
            value += split_share(against, first) * hand_worth(against, plan, look).value
        total, ways = total + one.ways * value, ways + one.ways
    assert found.gained == total / ways
    assert found.gained >= found.gained_alone
    assert found.close == 0


def best_value(against, start, gone, rules) -> Fraction:
    if len(start) == 1:
        plan = best_one_card_plan(against, start[0], gone, Allowed())
    else:
        plan = best_two_card_plan(against, start, gone, Allowed())
    return hand_worth(against, plan, rules.dealer_blackjack).value


# One decision.


def shown_layout(**lying) -> Layout:
    """A layout with these cards face up."""
    places = {
        "two": Place.of_seat(1, "Blackjack 1"),
        "one": Place.of_seat(1, "Blackjack 2"),
        "split": Place.of_seat(1, "Blackjack 1 split 1"),
        "other": Place.of_seat(2, "Blackjack 1"),
        "dealer": Place.of_dealer("Hand"),
    }
    layout = Layout(
        cards={
            places[name]: [PlacedCard(card, Face.UP) for card in parse_cards(cards)]
            for name, cards in lying.items()
        }
    )
    layout.cards[places["dealer"]].append(PlacedCard(None, Face.DOWN))
    return layout


def asked_about(name: str | None, *options: str) -> Asked:
    places = {"two": "Blackjack 1", "one": "Blackjack 2", "split": "Blackjack 1 split 1"}
    place = Place.of_seat(1, places[name]) if name else None
    return Asked(1, tuple(Option(option, option) for option in options), place=place)


def decide(layout: Layout, asked: Asked, rules: Rules = Rules(), also_seen=()):  # noqa: B008
    return WORTH.decision(layout, asked, rules, {}, also_seen)


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize("up", ["Kc", "9c"])
def test_how_to_play_a_hand_by_plain_recursion(up, looks):
    look = DealerBlackjack.AFTER_SECOND_CARDS if looks else DealerBlackjack.NO_CHECK_ALL_LOSE
    layout = shown_layout(two="9h 5d", one="Th", other="Qs Qd 2c", dealer=up)
    found = decide(
        layout,
        asked_about("two", "stand", "hit", "double"),
        Rules(dealer_blackjack=look),
        parse_cards("2d 2h"),
    )
    value = value_of(parse_cards(up)[0])
    gone = [value_of(card) for card in parse_cards("9h 5d Th Qs Qd 2c 2d 2h")]
    deck = tuple((DECK_COUNTS - counts_of((value, *gone))).tolist())
    player, hand = PlainHand(value, looks=looks), (4, 8)
    played = 1 - (dealer_plainly(deck, (value,))[0] if looks else 0)
    wanted = {
        "stand": player.stand(hand, deck) / played,
        "hit": player.hit(hand, deck, player.best) / played,
        "double": 2 * player.hit(hand, deck, player.stand) / played,
    }
    assert {one.name: one.value.value for one in found.options} == wanted
    assert found.unseen == 52 - 9


def test_how_to_set_is_valued_like_all_settings():
    values = setting_values(9, Rules())
    found = WORTH.fresh(
        Fresh(tuple(parse_cards("7h 8d Tc")), tuple(parse_cards("Kd"))), Rules(), {}
    )
    assert [one.name for one in found.options] == list(ALONE)
    assert [one.value.value for one in found.options] == [values[6, 7, 9][v] for v in (6, 7, 9)]
    assert found.best.name == "alone 3"
    assert found.unseen == 48
    assert "8♦" in found.options[0].label
    layout = Layout(
        cards={
            Place.of_seat(1, "Hand"): [PlacedCard(c, Face.OWN) for c in parse_cards("7h 8d Tc")],
            Place.of_dealer("Hand"): [PlacedCard(parse_cards("Kd")[0], Face.UP)],
        }
    )
    again = decide(layout, asked_about(None, *ALONE))
    assert [one.value for one in again.options] == [one.value for one in found.options]
    seen = WORTH.fresh(
        Fresh(
            tuple(parse_cards("7h 8d Tc")), tuple(parse_cards("Kd")), tuple(parse_cards("Ts Td Th"))
        ),
        Rules(),
        {},
    )
    assert seen.unseen == 45
    assert seen.options[2].value.value != found.options[2].value.value


def test_a_double_blackjack_is_paid_however_it_is_set():
    found = WORTH.fresh(
        Fresh(tuple(parse_cards("Ah Ad Tc")), tuple(parse_cards("As"))), Rules(), {}
    )
    assert {one.value.value for one in found.options} == {3}


def test_insurance_is_worth_what_the_tens_say():
    layout = shown_layout(two="9h 5d", one="2h", dealer="Ac")
    found = decide(layout, asked_about(None, "insure", "decline"))
    insure, decline = (one.value.value for one in found.options)
    # Sixteen of forty-eight: break-even.
    assert insure == decline
    # Three small cards seen, and it is worth taking; a ten-value card, and it is not.
    insure, decline = (
        one.value.value
        for one in decide(
            layout, asked_about(None, "insure", "decline"), also_seen=parse_cards("3h 4h 6h")
        ).options
    )
    assert insure - decline == 3 * Fraction(16, 45) - 1
    insure, decline = (
        one.value.value
        for one in decide(
            layout, asked_about(None, "insure", "decline"), also_seen=parse_cards("Kh")
        ).options
    )
    assert insure - decline == 3 * Fraction(15, 47) - 1
    against = Against(ACE, looks=True, memo_bits=15)
    both = [
        best_two_card_plan(against, (4, 8), (1,), Allowed()),
        best_one_card_plan(against, 1, (4, 8), Allowed()),
    ]
    look = DealerBlackjack.AFTER_SECOND_CARDS
    value = found.options[1].value.value
    assert value == sum(hand_worth(against, plan, look).value for plan in both)


def test_a_split_hand_counts_the_splits_that_are_left():
    """Eights in three hands may be split once more where four hands are allowed, then never."""
    layout = shown_layout(two="8h 8d", split="8c Tc", one="2h", dealer="6c")
    asked = asked_about("two", "stand", "hit", "double", "split")
    most, once = (
        decide(layout, asked, Rules(split_limit=limit)).options[3].value.value
        for limit in (SplitLimit.FOUR_SPLITS, SplitLimit.FOUR_HANDS)
    )
    # The last eight can come, and then one more split is worth something, if there is one.
    assert most == once
    against = Against(5, looks=True, memo_bits=15)
    gone = (1, 7, 9)
    split, _ = best_split(against, 7, gone, Allowed(most_splits=2))
    assert once == split_value(against, split)
    limited, _ = best_split(against, 7, gone, Allowed(most_splits=1))
    assert split_value(against, limited) < once


@pytest.mark.parametrize(
    ("hand", "dealer", "seen", "code"),
    [
        ("7h 8d", "Kd", "", Code.HAND_SIZE),
        ("7h 8d Tc 2c", "Kd", "", Code.HAND_SIZE),
        ("7h 8d Tc", "", "", Code.HAND_SIZE),
        ("7h 8d Tc", "Kd 2c", "", Code.HAND_SIZE),
        ("7h 8d 7h", "Kd", "", Code.CARD_REPEATED),
        ("7h 8d Tc", "Tc", "", Code.CARD_REPEATED),
        ("7h 8d Tc", "Kd", "8d", Code.CARD_REPEATED),
    ],
)
def test_what_cannot_be_is_refused(hand, dealer, seen, code):
    def cards(text):
        return tuple(parse_card(one) for one in text.split())

    with pytest.raises(Rejection) as refused:
        WORTH.fresh(Fresh(cards(hand), cards(dealer), cards(seen)), Rules(), {})
    assert refused.value.code is code


def test_a_card_seen_twice_is_refused_in_mid_round():
    layout = shown_layout(two="9h 5d", one="2h", dealer="Ac")
    with pytest.raises(Rejection) as refused:
        decide(layout, asked_about("two", "stand", "hit"), also_seen=parse_cards("9h"))
    assert refused.value.code is Code.CARD_REPEATED


def opened_round(settings, rng) -> Round:
    """A round of which bets are closed, with a deck shuffled by a generator."""
    cards = tuple(rng.sample(DECK, len(DECK)))
    device = GAME.devices[0]
    table = Round(GAME, settings, CardSource(device.name, lambda _salt: device.load(cards)))
    for seat in range(1, settings.positions + 1):
        table.handle(PlaceWagers(seat, least_slip(GAME, settings)))
    table.handle(CloseBets("00"))
    return table


@pytest.mark.parametrize("seed", [1, 2])
def test_every_decision_of_a_full_table_is_valued(seed):
    """Also when few cards are left, and of hands that others would not have made."""
    settings, rng = settings_for(GAME, positions=7), Random(seed)
    table = opened_round(settings, rng)
    while isinstance(table.waiting, AwaitingDecisions):
        for seat in table.waiting.seats:
            seen = table.layout.as_seen_by(Viewer.at(seat))
            asked = seen.asked[seat]
            found = decide(seen, asked)
            assert [one.name for one in found.options] == [one.name for one in asked.options]
            assert all(-12 < one.value.value < 12 for one in found.options)
            option = rng.choice(asked.options)
            if len(asked.options) == 4:
                option = asked.options[3]
            table.handle(Decide(seat, option.name, option.most_cents))


# Everything, played by the script.


class BestSeat:
    """Plays a seat of a real round by the plans of the best player."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.player = rules, BestPlayer(rules)
        self.against = {up: against_under(up, rules) for up in range(VALUES)}

    def decide(self, table: Round) -> Decide:
        seen = table.layout.as_seen_by(Viewer.at(1))
        asked = seen.asked[1]
        name = self.choice(seen, asked)
        option = next(one for one in asked.options if one.name == name)
        return Decide(1, name, option.most_cents)

    def choice(self, seen: Layout, asked: Asked) -> str:
        up = value_of(seen.known(Place.of_dealer("Hand"))[0])
        against = self.against[up]
        if asked.options[0].name in ALONE:
            cards = [value_of(card) for card in seen.known(Place.of_seat(1, "Hand"))]
            self.three = tuple(sorted(cards))
            self.alone = cards[0]
            if sorted(cards) not in ([0, 0, 9], [0, 9, 9]):
                ((self.alone, _),) = self.player.alone(against, self.three, ()).items()
            return ALONE[cards.index(self.alone)]
        if asked.options[0].name == "insure":
            return "decline"
        together = settings_of(self.three)[self.alone]
        if asked.place.name.startswith("Blackjack 1"):
            plan = self.player.two_card_plan(against, together, (self.alone,))
        else:
            plan = self.player.one_card_plan(against, self.alone, tuple(sorted(together)))
        hand = tuple(sorted(value_of(card) for card in seen.known(asked.place)))
        is_split = asked.place.name + " split 1" in {p.name for p in seen.cards} or (
            " split " in asked.place.name
        )
        return self.action(plan, hand, [one.name for one in asked.options], is_split=is_split)

    def action(self, plan, hand, offered, *, is_split) -> str:
        names = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split"}
        if len(hand) > 2:
            hits = plan.split.hits if is_split else plan.hits
            return "hit" if hits[hand_numbers()[hand]] else "stand"
        if is_split:
            if hand[0] == hand[1] and "split" in offered and plan.split.further:
                return "split"
            return names[plan.split.second[hand[hand[0] == plan.split.value]]]
        if len(plan.start) == 2:
            return names[plan.actions[0]]
        return names[plan.actions[hand[hand[0] == plan.start[0]]]]


def won_by_hands(table: Round) -> float:
    """What both blackjack bets brought, in units of one."""
    unit = least_slip(GAME, table.settings).stakes[0][1]
    return sum(
        (one.returned_cents - one.stake_cents) / unit
        for one in table.layout.settled
        if one.spot.startswith("Blackjack")
    )


def simulated(decide_in, rounds: int, seed: int) -> tuple[float, float]:
    """The mean of what both hands brought, and its standard error."""
    settings, rng, found = settings_for(GAME, positions=1), Random(seed), []
    for _ in range(rounds):
        table = opened_round(settings, rng)
        while isinstance(table.waiting, AwaitingDecisions):
            table.handle(decide_in(table))
        found.append(won_by_hands(table))
    mean = sum(found) / rounds
    return mean, sqrt(sum((one - mean) ** 2 for one in found)) / rounds


@pytest.mark.long
def test_the_best_player_in_real_rounds():
    # Twice the edge on the page of results, which the test of `croupier analyze` works out.
    tables = {table[:2]: table[2] for table in marked(PAGE.read_text(encoding="utf-8"))}
    row = r"^\| Blackjack, .*\| (-\d+/\d+) \|"
    per_bet = re.search(row, tables[GAME.id, "bets"], re.MULTILINE)
    mean, error = simulated(BestSeat(Rules()).decide, 2_000, seed=20)
    assert abs(mean + 2 * Fraction(per_bet[1])) < 3 * error


@pytest.mark.long
def test_the_usual_player_in_real_rounds():
    exact = gained(all_deals.deals(Rules(), usual_player))
    mean, error = simulated(lambda table: usual_decision(table, 1), 2_000, seed=21)
    assert abs(mean - exact) < 3 * error
