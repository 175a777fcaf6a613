"""What Pick 2 Poker is worth, checked a second way: by hand, by brute force, by playing it."""

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, product
from math import comb, sqrt
from random import Random

import numpy as np
import pytest

from croupier.cards import (
    DECK,
    Card,
    FiveCardCategory,
    Rank,
    ThreeCardCategory,
    batch,
    best_three,
    parse_cards,
    rank_five,
    rank_three,
)
from croupier.cards.counting import category_counts
from croupier.cards.tables import SUITS_START, three_card_tables
from croupier.compiled import plain
from croupier.games.pick_2_poker import PICK_2_POKER
from croupier.games.pick_2_poker.exact import class_counts as counting
from croupier.games.pick_2_poker.exact import dealer_hands, hand_classes
from croupier.games.pick_2_poker.exact.class_counts import (
    DEALER_HANDS,
    class_counts,
    holding_tables,
)
from croupier.games.pick_2_poker.exact.dealer_hands import dealer_ranks, rank_tables, unranked
from croupier.games.pick_2_poker.exact.hand_classes import suit_classes, suit_numbers
from croupier.games.pick_2_poker.exact.hand_kinds import hand_kinds
from croupier.games.pick_2_poker.exact.rule_lists import find_rules
from croupier.games.pick_2_poker.exact.strategies import usual_choices
from croupier.games.pick_2_poker.exact.valuation import DEALS, PLAYER_HANDS, valuation
from croupier.games.pick_2_poker.habit import usual_choice
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD, THREES
from croupier.games.pick_2_poker.rules import (
    THREE_CARD_HALF,
    BonusOnFold,
    BonusTables,
    DealerNotQualifying,
    Entry,
    Rules,
    SettlingOrder,
    ThreeCardBonusHand,
    wagers,
)
from croupier.rejection import Code, Rejection
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.layout import Layout, PlacedCard
from croupier.table.paytable import PayTable
from croupier.table.places import Face, Place, Viewer
from croupier.table.round import Round
from croupier.table.ruling import readings_of
from croupier.table.settings import settings_for
from croupier.table.steps import Asked
from croupier.table.wager import Slip
from croupier.table.worth import Fresh

WORTH = PICK_2_POKER.worth()
SHEET = {wager.spot: wager.pay_tables[0] for wager in wagers(Rules()) if wager.pay_tables}
OWN = {
    # Lines left out, pays that are no whole numbers, and three of a kind over straight flushes.
    "5 Card Bonus Only": PayTable.of("Own", {"Flush": "7 to 2", "Pair of Sixes or Better": 2}),
    "3-5 Bonus": PayTable.of("Own", {"Straight Flush": "50 to 3", "Flush": 2, "Straight": 0}),
    THREE_CARD_HALF: PayTable.of("Own", {"Straight Flush": "1 to 2", "Three of a Kind": 30}),
}
HUGE = {
    **SHEET,
    "3-5 Bonus": PayTable.of("Huge", {"Royal Flush": "999,999,999,999 to 7", "Flush": "1 to 11"}),
}
ALL_RULES = [
    Rules(
        dealer_not_qualifying=dealer, bonus_tables=tables, three_card_bonus_hand=three,
        bonus_on_fold=fold,
    )
    for dealer, tables, three, fold in product(
        DealerNotQualifying, BonusTables, ThreeCardBonusHand, BonusOnFold
    )
]  # fmt: skip


def named(rules):
    """The readings that bear on the whole game."""
    return (
        f"{rules.dealer_not_qualifying}-{rules.bonus_tables}-{rules.three_card_bonus_hand}"
        f"-{rules.bonus_on_fold}"
    )


# All 2,598,960 hands, ranked by the batch kernels: for brute force.


class EveryHand:
    """Every hand of five cards: its cards as bits, the ranks of the five and of the best three."""

    def __init__(self):
        flat = chain.from_iterable(combinations(range(52), 5))
        self.hands = np.fromiter(flat, dtype=np.uint8, count=5 * PLAYER_HANDS).reshape(-1, 5)
        self.bits = np.zeros(PLAYER_HANDS, dtype=np.uint64)
        for column in self.hands.T:
            self.bits |= np.uint64(1) << column.astype(np.uint64)
        self.fives = batch.best_five(self.hands, check=False)
        self.threes = batch.best_three(self.hands, check=False)

    def left_by(self, seen, dealer=()):
        """Which hands the dealer can have: none of the cards seen, and all of his own."""
        gone, held = (np.uint64(sum(1 << card for card in cards)) for cards in (seen, dealer))
        return ((self.bits & gone) == 0) & ((self.bits & held) == held)


@pytest.fixture(scope="module")
def every_hand():
    return EveryHand()


def some_classes(count, seed):
    return Random(seed).sample(range(134_459), count)


def cards_of(at):
    return tuple(DECK[card] for card in class_counts().classes.hands[at])


# The classes.


@pytest.mark.parametrize(
    ("size", "classes"), [(1, 13), (2, 169), (3, 1_755), (4, 16_432), (5, 134_459)]
)
def test_classes_hold_all_sets_of_cards(size, classes):
    found = suit_classes(size)
    assert len(found.hands) == len(found.sizes) == classes
    assert found.sizes.sum() == comb(52, size)


@pytest.mark.parametrize("size", [2, 3])
def test_sets_are_of_one_class_if_suits_can_be_exchanged(size):
    by_ranks = {}
    for cards in combinations(range(52), size):
        number = sum(comb(card, at + 1) for at, card in enumerate(cards))
        of_suits = [tuple(card >> 2 for card in cards if card & 3 == suit) for suit in range(4)]
        by_ranks.setdefault(tuple(sorted(of_suits)), []).append(suit_numbers(size)[number])
    assert all(len(set(numbers)) == 1 for numbers in by_ranks.values())
    sizes = Counter({numbers[0]: len(numbers) for numbers in by_ranks.values()})
    assert [sizes[at] for at in range(len(by_ranks))] == suit_classes(size).sizes.tolist()


def test_the_kernels_of_classes_are_their_plain_twins():
    hands, sizes = plain(hand_classes._first_hands)(2)
    assert hands.tolist() == suit_classes(2).hands.tolist()
    assert sizes.tolist() == suit_classes(2).sizes.tolist()
    numbers = plain(hand_classes._class_of_each)(hands, hand_classes._SUIT_CHANGES)
    assert numbers.tolist() == suit_numbers(2).tolist()
    assert plain(hand_classes._suit_arrangements)(np.array([5, 5, 0, 0])) == 6
    assert plain(hand_classes.set_number)(np.array([1, 4, 9], dtype=np.uint8)) == 1 + 6 + 84


# The dealer's hands.


@pytest.mark.parametrize("held", ["", "Ah", "Ah Kh", "2c 3c 4c", "7s 7d 7h 8s", "As Ks Qs Js Ts"])
def test_the_dealers_hands_are_ranked_as_plain_ones_are(held):
    held, rest = parse_cards(held), parse_cards("Qh Jh Th 9h 2d 2h 9s 9c 3d 5c")
    fives, threes = dealer_ranks(held, rest)
    hands = [(*held, *others) for others in combinations(rest, 5 - len(held))]
    assert Counter(rank_five(hand).number for hand in hands) == _counter(fives)
    assert Counter(best_three(hand)[0].number for hand in hands) == _counter(threes)


def _counter(counts):
    return Counter({rank: int(count) for rank, count in enumerate(counts) if count})


def test_the_kernels_of_hands_are_their_plain_twins():
    held, rest = (
        np.array(parse_cards(cards), dtype=np.uint8)
        for cards in ("2c 3c", "Ac 4c 5c 6d 6h 6s Ts 9s")
    )
    compiled, slow = unranked(comb(8, 3)), unranked(comb(8, 3))
    assert dealer_hands.rank_completions(held, rest, compiled, rank_tables()) == comb(8, 3)
    with np.errstate(over="ignore"):
        assert plain(dealer_hands.rank_completions)(held, rest, slow, rank_tables()) == comb(8, 3)
    assert compiled.fives.tolist() == slow.fives.tolist()
    assert compiled.threes.tolist() == slow.threes.tolist()
    fives, threes = np.zeros(7_463, dtype=np.int64), np.zeros(742, dtype=np.int64)
    plain(dealer_hands.count_ranks)(compiled, fives, threes)
    assert _counter(fives) == Counter(compiled.fives.tolist())
    assert _counter(threes) == Counter(compiled.threes.tolist())


def test_a_hand_is_put_together_as_the_plain_twins_do():
    first = dealer_hands.FirstCards(
        np.empty(5, dtype=np.uint8),
        np.full(5, SUITS_START, dtype=np.uint64),
        np.zeros(5, dtype=np.uint64),
        np.zeros(5, dtype=np.uint16),
        np.zeros((5, 52), dtype=np.uint16),
    )
    cards, rest = parse_cards("9h 8d 7h Th"), parse_cards("Jh 8h 6h 7d Ac")
    ranked = unranked(len(rest))
    with np.errstate(over="ignore"):
        for size, card in enumerate(cards):
            plain(dealer_hands._put)(card, size, first, rank_tables())
        assert first.best[4] == best_three(cards)[0].number
        fifths = np.array(rest, dtype=np.uint8)
        count = plain(dealer_hands._rank_fifths)(first, fifths, 0, ranked, rank_tables())
    assert count == len(rest)
    assert ranked.fives.tolist() == [rank_five([*cards, card]).number for card in rest]
    assert ranked.threes.tolist() == [best_three([*cards, card])[0].number for card in rest]


def test_the_tables_are_those_of_the_plain_twins():
    tables = rank_tables()
    threes = np.zeros((52, 52, 52), dtype=np.uint16)
    plain(dealer_hands._rank_threes)(threes, three_card_tables())
    assert (threes == tables.threes).all()
    assert not tables.threes[7, 7].any()
    sets = suit_classes(4).hands[:3]
    ranked = [np.empty((3, 48), dtype=np.uint16) for _ in range(2)]
    plain(counting.rank_each)(sets, *ranked, tables)
    assert ranked[0].tolist() == holding_tables()[0].four_held[:3].tolist()
    assert ranked[1].tolist() == holding_tables()[1].four_held[:3].tolist()
    sets = suit_classes(3).hands[1_000:1_002]
    counted = [np.zeros((2, ranks + 1), dtype=np.int64) for ranks in (7_462, 741)]
    plain(counting.count_each)(sets, *counted, tables)
    assert (counted[0] == holding_tables()[0].three_held[1_000:1_002]).all()
    assert (counted[1] == holding_tables()[1].three_held[1_000:1_002]).all()


# The counts.


@pytest.mark.parametrize("count", [40, pytest.param(500, marks=pytest.mark.long)])
def test_counts_are_what_dealing_every_hand_gives(every_hand, count):
    counted = class_counts()
    bad = counting.highest_not_qualifying()
    for at in some_classes(count, seed=count):
        cards = cards_of(at)
        left = every_hand.left_by(cards)
        fives, threes = every_hand.fives[left], every_hand.threes[left]
        assert len(fives) == DEALER_HANDS
        rank, best = rank_five(cards).number, best_three(cards)[0].number
        good, weak = fives[fives > bad], fives[fives <= bad]
        assert counted.five_cards[at].tolist() == [
            (good < rank).sum(), (good == rank).sum(), (good > rank).sum(),
            (weak < rank).sum(), (weak == rank).sum(), (weak > rank).sum(),
        ]  # fmt: skip
        assert counted.three_cards[at].tolist() == [
            (threes < best).sum(), (threes == best).sum(), (threes > best).sum(),
        ]  # fmt: skip


def test_the_dealer_qualifies_with_ace_king_or_better(every_hand):
    bad = counting.highest_not_qualifying()
    without_ace = comb(12, 5) - 8  # eight sets are straights
    without_king = comb(11, 4) - 1  # an ace and no king, less the wheel
    by_hand = without_ace + without_king
    assert (every_hand.fives <= bad).sum() == by_hand * (4**5 - 4)
    tables = holding_tables()[0]
    assert tables.none_held[bad] == by_hand * (4**5 - 4)


def test_counting_is_its_plain_twin():
    at = some_classes(5, seed=2)
    hands = class_counts().classes.hands[at]
    for tables, rank in zip(holding_tables(), (batch.best_five, batch.best_three), strict=True):
        own = rank(hands)
        compiled = counting.at_most(hands, own, own, tables)
        assert plain(counting.at_most)(hands, own, own, tables).tolist() == compiled.tolist()
    assert plain(counting._others)(np.array([0, 5, 51], dtype=np.uint8)).tolist() == [
        card for card in range(52) if card not in (0, 5, 51)
    ]


def test_player_and_dealer_are_exchangeable():
    """Five cards each: what one holds against the other is the same the other way round."""
    counted = class_counts()
    hands, sizes = counted.classes.hands, counted.classes.sizes
    for own, tables, of_rank, categories in (
        (counted.five_ranks, holding_tables()[0], batch.five_card_categories, FiveCardCategory),
        (counted.three_ranks, holding_tables()[1], batch.three_card_categories, ThreeCardCategory),
    ):
        ranks = of_rank(np.arange(1, tables.none_held.shape[0], dtype=np.uint16))
        up_to = np.zeros((len(categories) + 1, len(categories)), dtype=np.int64)
        for category in categories:
            bar = np.full_like(own, (ranks <= category).sum())
            met = counting.at_most(hands, own, bar, tables) * sizes
            np.add.at(up_to[category + 1], of_rank(own).astype(np.int64), met)
        both = np.diff(up_to, axis=0)
        assert both.sum() == DEALS
        assert (both == both.T).all()
    five, three = ((sizes[:, None] * met).sum(axis=0) for met in (
        counted.five_cards, counted.three_cards,
    ))  # fmt: skip
    assert five.sum() == three.sum() == DEALS
    assert five[0] + five[3] == five[2] + five[5]
    assert three[0] == three[2]


# What is paid: the readings written down once more.


def game_nets(reading, won, qualifies):
    """Ante and Play in the 5-card game, in Antes; `won` is 1, 0 or -1."""
    if qualifies:
        return 2 * won
    match str(reading):
        case "ante_pushes_play_compared":
            return won
        case "ante_pays_play_pushes":
            return 1
        case "both_pay":
            return 2
        case "both_push":
            return 0
        case "no_effect":
            return 2 * won
        case "ante_pays_play_compared":
            return 1 + won
    raise AssertionError(reading)


def line_of(rank, table, *, royal):
    """What a pay table pays a hand, from its category."""
    title = " ".join(
        word if word in ("of", "a") else word.capitalize() for word in rank.category.title.split()
    )
    names = (royal, title) if rank.is_royal else (title,)
    return next((table.odds(name).fraction for name in names if table.odds(name)), None)


def bonus_net(cards, option, rules, tables):
    """What the 3-5 Bonus gains."""
    if option == FOLD and rules.bonus_on_fold is not BonusOnFold.BOTH_STAY:
        return Fraction(-1)
    plays_three = option in THREES
    if rules.three_card_bonus_hand is ThreeCardBonusHand.BEST_THREE:
        three = best_three(cards)[0]
    else:
        three = rank_three([cards[at] for at in THREES[option]]) if plays_three else None
    five_pays = line_of(rank_five(cards), tables["3-5 Bonus"], royal="Royal Flush")
    three_pays = line_of(three, tables[THREE_CARD_HALF], royal="Mini Royal") if three else None
    if rules.bonus_tables is BonusTables.CHOSEN_GAME:
        five_pays = five_pays if option == FIVE_CARD_GAME else None
        three_pays = three_pays if plays_three else None
    pays = [one for one in (five_pays, three_pays) if one is not None]
    if not pays:
        return Fraction(-1)
    return max(pays) if rules.bonus_tables is BonusTables.HIGHER else sum(pays, Fraction(0))


def option_value(at, option, rules, tables):
    """What an option gains with the best three or another three, from the counts of a class."""
    cards, counted = cards_of(at), class_counts()
    bonus = bonus_net(cards, option, rules, tables)
    if option == FOLD:
        return -1 + bonus
    if option == FIVE_CARD_GAME:
        met = counted.five_cards[at].tolist()
        nets = [
            game_nets(rules.dealer_not_qualifying, won, qualifies)
            for qualifies in (True, False)
            for won in (1, 0, -1)
        ]
        game = sum(deals * net for deals, net in zip(met, nets, strict=True))
    else:
        rank = np.array([rank_three([cards[i] for i in THREES[option]]).number], dtype=np.uint16)
        below, up_to = counting.dealer_at_most(counted.classes.hands[[at]], rank)
        game = 3 * (int(below[0]) - (DEALER_HANDS - int(up_to[0])))
    return Fraction(game, DEALER_HANDS) + bonus


def unusual_classes():
    """Classes in which another three may be set than the best, and some of every kind."""
    kinds = hand_kinds()
    other = [int(at) for one in kinds.others for at in one.at[:3]]
    _, firsts = np.unique(kinds.of, return_index=True)
    return [*other, *map(int, firsts)]


@pytest.mark.parametrize("tables", [SHEET, OWN], ids=["sheet", "own"])
@pytest.mark.parametrize("rules", ALL_RULES[::13], ids=named)
def test_values_are_what_the_readings_say(rules, tables):
    values = valuation(rules, tables)
    for at in [*unusual_classes(), *some_classes(6, seed=3)]:
        threes = [option_value(at, option, rules, tables) for option in THREES]
        expected = (
            option_value(at, FOLD, rules, tables),
            option_value(at, FIVE_CARD_GAME, rules, tables),
            max(threes),
        )
        found = tuple(Fraction(int(one[at]), values.parts) for one in values.values)
        assert found == expected
        best = expected.index(max(expected))
        assert values.best[at] == best


@pytest.mark.slow
@pytest.mark.parametrize(
    "tables", [pytest.param(SHEET, id="sheet"), pytest.param(OWN, id="own", marks=pytest.mark.long)]
)
def test_values_are_what_the_readings_say_under_all_of_them(tables):
    ats = [*unusual_classes()[::4], *some_classes(2, seed=4)]
    for rules in ALL_RULES:
        values = valuation(rules, tables)
        for at in ats:
            expected = (
                option_value(at, FOLD, rules, tables),
                option_value(at, FIVE_CARD_GAME, rules, tables),
                max(option_value(at, option, rules, tables) for option in THREES),
            )
            assert tuple(Fraction(int(one[at]), values.parts) for one in values.values) == expected


def test_three_of_a_kind_is_set_where_it_pays_more_than_the_straight_flush():
    rules = Rules(three_card_bonus_hand=ThreeCardBonusHand.THREE_SET)
    hand = parse_cards("7c 7d 7h 8c 9c")
    found = WORTH.fresh(Fresh(hand), rules, OWN)
    assert found.best.name == "3-card 1-2-3"
    assert WORTH.fresh(Fresh(hand), rules, SHEET).best.name == "3-card 1-4-5"
    assert WORTH.bet("Whole game", rules, OWN).edge != WORTH.bet("Whole game", Rules(), OWN).edge


def test_pays_beyond_all_measure_are_still_exact():
    values = valuation(Rules(), HUGE)
    assert values.values[0].dtype == object
    assert valuation(Rules(), SHEET).values[0].dtype == np.int64
    royal = int(np.argmax(class_counts().five_ranks))
    value = Fraction(int(values.values[2][royal]), values.parts)
    assert value == option_value(royal, "3-card 3-4-5", Rules(), HUGE)
    worth = WORTH.bet("Whole game", Rules(), HUGE)
    assert worth.edge == worth.strategies[0].edge
    assert float(worth.edge.value) < -100


# The bets.


def test_the_whole_game():
    worth = WORTH.bet("Whole game", Rules(), SHEET)
    assert worth.edge.value == Fraction(31_647_418_729, 996_661_525_860)
    assert sum(one.probability for one in worth.outcomes) == 1
    assert len(worth.outcomes) <= 45
    optimal = worth.strategies[0]
    assert optimal.name == "Optimal"
    assert optimal.edge == worth.edge
    notes = {note.name: note.figure.value for note in worth.notes}
    assert notes["edge of Ante and Play alone"] + notes["edge of the 3-5 Bonus alone"] == (
        worth.edge.value
    )
    assert notes["dealer qualifies"] == Fraction(205, 364)
    staked = {note.name: note.figure.value for note in optimal.frequencies}
    assert sum(staked.values()) == 1
    assert worth.action.value == (
        2 * staked["Fold"] + 3 * staked["5-card game"] + 4 * staked["3-card game"]
    )


@pytest.mark.parametrize("rules", ALL_RULES[::11], ids=named)
def test_outcomes_and_values_come_to_the_same(rules):
    for tables in (SHEET, OWN):
        worth = WORTH.bet("Whole game", rules, tables)
        assert worth.edge == worth.strategies[0].edge
        assert all(one.edge.value >= worth.edge.value for one in worth.strategies)
        assert all(one.cost.value == one.edge.value - worth.edge.value for one in worth.strategies)
        bonus = WORTH.bet("3-5 Bonus", rules, tables)
        notes = {note.name: note.figure for note in worth.notes}
        assert bonus.edge == notes["edge of the 3-5 Bonus alone"]


def test_always_playing_three_cards_costs_the_bonus_and_no_more():
    """Against the same game the dealer plays, nobody gains: what is lost is the bonus."""
    worth = WORTH.bet("Whole game", Rules(), SHEET)
    always = next(one for one in worth.strategies if one.name == "Always 3-card")
    assert always.edge == WORTH.bet("3-5 Bonus", Rules(), SHEET).edge


def test_the_three_five_bonus_is_what_all_hands_pay(every_hand):
    fives, threes = (
        {number: line_of(rank, SHEET[spot], royal=royal) for number, rank in enumerate(ranks, 1)}
        for ranks, spot, royal in (
            (counting.all_five_card_ranks(), "3-5 Bonus", "Royal Flush"),
            (_all_three_card_ranks(), THREE_CARD_HALF, "Mini Royal"),
        )
    )
    hands = Counter(zip(every_hand.fives.tolist(), every_hand.threes.tolist(), strict=True))
    nets = Counter()
    for (five, three), count in hands.items():
        pays = [one for one in (fives[five], threes[three]) if one is not None]
        nets[sum(pays) if pays else -1] += count
    worth = WORTH.bet("3-5 Bonus", Rules(), SHEET)
    found = Counter()
    for one in worth.outcomes:
        found[one.net] += one.probability * PLAYER_HANDS
    assert found == nets
    assert worth.edge.value == Fraction(2_047, 2_652)


def _all_three_card_ranks():
    return sorted({rank_three(cards) for cards in combinations(DECK, 3)})


def test_the_five_card_bonus_only_by_hand():
    """No hand that is paid is ever folded, so the reading of folding changes nothing."""
    counts = category_counts(5)
    pays = {
        FiveCardCategory.STRAIGHT_FLUSH: 100, FiveCardCategory.FOUR_OF_A_KIND: 40,
        FiveCardCategory.FULL_HOUSE: 15, FiveCardCategory.FLUSH: 8,
        FiveCardCategory.STRAIGHT: 6, FiveCardCategory.THREE_OF_A_KIND: 4,
        FiveCardCategory.TWO_PAIR: 3,
    }  # fmt: skip
    won = sum(pay * counts.of[category] for category, pay in pays.items())
    won += (500 - 100) * counts.royal
    pairs = counts.of[FiveCardCategory.PAIR]
    winning = sum(counts.of[category] for category in pays) + pairs * 9 // 13
    edge = 1 - Fraction(won + pairs * 9 // 13 + winning, PLAYER_HANDS)
    for rules in (
        Rules(),
        Rules(entry=Entry.ANTE_OR_FIVE_CARD_BONUS),
        Rules(bonus_on_fold=BonusOnFold.BOTH_STAY),
    ):
        worth = WORTH.bet("5 Card Bonus Only", rules, SHEET)
        assert worth.edge.value == edge == Fraction(1_203, 30_940)
        folded = [one for one in worth.outcomes if one.name == "Folded"]
        assert bool(folded) == (rules == Rules())


@pytest.mark.parametrize("rules", ALL_RULES[::9], ids=named)
def test_the_five_card_bonus_only_is_never_paid_on_a_hand_that_is_folded(rules):
    """So it is worth the same beside the game as alone, and does not change how that is played."""
    for tables in (SHEET, OWN):
        worth = WORTH.bet("5 Card Bonus Only", rules, tables)
        values = valuation(rules, tables)
        paid = [
            Fraction(int(one), values.parts) for one in values.only[1][values.best == 0].tolist()
        ]
        assert set(paid) <= {-1}
        alone, beside, added, changed = (note.figure.value for note in worth.notes)
        assert worth.edge.value == alone == beside == added
        assert changed == 0


def test_bets_together():
    found = WORTH.together(Rules(), SHEET)
    for at, name in enumerate(found.bets):
        worth = WORTH.bet(name, Rules(), SHEET)
        assert found.covariance[at][at] == worth.variance
        assert found.expectations[at] == worth.expectation
    assert 0 < float(found.correlation(0, 1).value) < 1
    assert found.covariance[0][1] == found.covariance[1][0]


def test_bets_depend_on_what_they_say_and_nothing_else():
    def figures(name, rules=Rules(), tables=SHEET):  # noqa: B008
        worth = WORTH.bet(name, rules, tables)
        return worth.edge, worth.outcomes

    assert WORTH.bets(Rules()) == ("Whole game", "3-5 Bonus", "5 Card Bonus Only")
    for name in WORTH.bets(Rules()):
        rulings, spots = WORTH.depends_on(name)
        assert "settling_order" not in rulings
        before = Rules(settling_order=SettlingOrder.BONUSES_BEFORE)
        assert figures(name, before) == figures(name)
        for spot in set(SHEET) - set(spots):
            assert figures(name, tables={**SHEET, spot: OWN[spot]}) == figures(name)
        if "entry" not in rulings:
            alone = Rules(entry=Entry.ANTE_OR_FIVE_CARD_BONUS)
            assert figures(name, alone) == figures(name)


def test_readings_that_give_the_player_an_edge():
    """Three of six ways to treat a dealer who does not qualify do under all bonus tables."""
    edges = {
        (dealer, tables): WORTH.bet(
            "Whole game", Rules(dealer_not_qualifying=dealer, bonus_tables=tables), SHEET
        ).edge.value
        for dealer, tables in product(DealerNotQualifying, BonusTables)
    }
    assert {key for key, edge in edges.items() if edge < 0} == {
        *product(
            (
                DealerNotQualifying.BOTH_PAY,
                DealerNotQualifying.NO_EFFECT,
                DealerNotQualifying.ANTE_PAYS_PLAY_COMPARED,
            ),
            BonusTables,
        ),
        (DealerNotQualifying.ANTE_PAYS_PLAY_PUSHES, BonusTables.BOTH),
    }


def test_all_hands_in_a_table():
    told = []
    table = WORTH.hands(Rules(), SHEET, lambda what, share: told.append((what, share)))
    assert len(table.rows) == 134_459
    assert sum(figures[0].value for _, figures in table.rows) == PLAYER_HANDS
    values = valuation(Rules(), SHEET)
    for at in some_classes(50, seed=5):
        name, (size, *options) = table.rows[at]
        assert set(parse_cards(name)) == set(cards_of(at))
        assert size.value == class_counts().classes.sizes[at]
        assert [one.value for one in options] == [
            Fraction(int(one[at]), values.parts) for one in values.values
        ]
    assert told
    assert all(0 <= share <= 1 for _, share in told)


# Ways to play.


def test_the_short_list_says_what_it_does():
    """The rules for the readings of the house, followed by hand."""
    values = valuation(Rules(), SHEET)
    short = find_rules(values, 1e-5)
    worth = WORTH.bet("Whole game", Rules(), SHEET)
    listed = next(one for one in worth.strategies if one.name == "Short list")
    assert listed.rules == short.rules
    assert listed.cost.value == values.mean(values.values, values.best) - values.mean(
        values.values, short.choices
    )
    assert float(listed.cost.value) < 0.0002
    for at in some_classes(3_000, seed=6):
        assert short.choices[at] == _by_short_list(cards_of(at))


def _by_short_list(cards):
    five, three = rank_five(cards), best_three(cards)[0]
    if three.category is ThreeCardCategory.PAIR:
        return 1
    if three.category >= ThreeCardCategory.STRAIGHT:
        return 2
    if three.category is ThreeCardCategory.HIGH_CARD:
        bar = (Rank.KING, Rank.QUEEN, Rank.TEN, Rank.FIVE, Rank.FOUR)
        return 1 if five.ranks >= bar else 0
    if five.category is FiveCardCategory.HIGH_CARD:
        return 2
    if five.category is FiveCardCategory.PAIR:
        bars = dict(zip("23456789TJQKA", "228TJJQKKKAAA", strict=True))
        bar = bars[five.ranks[0].letter]
        return 2 if three.ranks[0].letter in "AKQJT98765432".partition(bar)[0] + bar else 1
    return 1


def test_the_usual_way_is_that_of_the_habit():
    found = usual_choices()
    for at in some_classes(2_000, seed=7):
        lying = [PlacedCard(card, Face.OWN) for card in cards_of(at)]
        seen = Layout(cards={Place.of_seat(1, "Hand"): lying})
        option = usual_choice(seen, Asked(1, ()))
        assert found[at] == {FOLD: 0, FIVE_CARD_GAME: 1}.get(option, 2)
        if option in THREES:
            three = rank_three([lying[i].card for i in THREES[option]])
            assert three == best_three(cards_of(at))[0]


def test_charts_show_every_hand_once():
    worth = WORTH.bet("Whole game", Rules(), SHEET)
    (table,) = worth.tables
    assert sum(figures[0].value for _, figures in table.rows) == 1
    assert sum(figures[0].value * figures[-1].value for _, figures in table.rows) == (
        worth.expectation.value
    )
    by_category, pair, high = worth.grids
    assert len([cell for row in by_category.cells for cell in row if cell.text]) == 21
    assert pair.rows[0] == "Aces"
    assert pair.cells[-1][0].text == "3-card"
    assert high.cells[0][0].text == "5-card"
    assert high.cells[-1][-1].text == "fold"


# One decision.


def test_a_fresh_hand_is_worth_what_its_class_is():
    rng = Random(8)
    for rules, tables in ((Rules(), SHEET), (rng.choice(ALL_RULES), OWN)):
        values = valuation(rules, tables)
        for at in some_classes(3, seed=9):
            cards = list(cards_of(at))
            rng.shuffle(cards)
            found = WORTH.fresh(Fresh(tuple(cards)), rules, tables)
            assert [one.name for one in found.options] == [FOLD, FIVE_CARD_GAME, *THREES]
            worths = [one.value.value for one in found.options]
            assert [worths[0], worths[1], max(worths[2:])] == [
                Fraction(int(one[at]), values.parts) for one in values.values
            ]
            assert found.unseen == 47


@pytest.mark.parametrize(("others", "shown"), [(5, 0), (1, 1), (25, 2), (42, 0), (30, 4), (0, 5)])
def test_cards_seen_are_not_the_dealers(every_hand, others, shown):
    cards = Random(others).sample(DECK, 5 + others + shown)
    hand, dealer, seen = cards[:5], cards[5 : 5 + shown], cards[5 + shown :]
    found = WORTH.fresh(Fresh(tuple(hand), tuple(dealer), tuple(seen)), Rules(), SHEET)
    left = every_hand.left_by([*hand, *seen], dealer)
    fives, threes = every_hand.fives[left].astype(int), every_hand.threes[left].astype(int)
    assert len(fives) == comb(52 - len(cards), 5 - shown)
    assert found.unseen == 52 - len(cards)
    worths = {one.name: one.value.value for one in found.options}
    weights = np.where(fives <= counting.highest_not_qualifying(), 1, 2)
    gained = int((weights * np.sign(rank_five(hand).number - fives)).sum())
    assert worths[FIVE_CARD_GAME] == Fraction(gained, len(fives)) + bonus_net(
        hand, FIVE_CARD_GAME, Rules(), SHEET
    )
    for option, three in THREES.items():
        rank = rank_three([hand[at] for at in three]).number
        gained = 3 * int(np.sign(rank - threes).sum())
        assert worths[option] == Fraction(gained, len(threes)) + bonus_net(
            hand, option, Rules(), SHEET
        )
    assert worths[FOLD] == -2


def round_of(cards, stakes, *, positions=1, settings=None):
    """A round that waits for the decision of seat 1; the cards come out in this order."""
    settings = settings or settings_for(PICK_2_POKER, positions=positions)
    table = Round(PICK_2_POKER, settings, PICK_2_POKER.devices[0].stacked(cards))
    for seat in range(1, positions + 1):
        table.handle(PlaceWagers(seat, Slip.of(stakes)))
    table.handle(CloseBets("00"))
    return table


def test_a_decision_of_a_round():
    cards = parse_cards("Ks Qd Th 5c 3s  Ah Ad Ac 2h 2d  Jc Jd 8h 7h 6h")
    stakes = {"Ante": 1_000, "3-5 Bonus": 1_000, "5 Card Bonus Only": 500}
    table = round_of(cards, stakes, positions=2)
    own, both = (table.layout.as_seen_by(Viewer.at(*seats)) for seats in ((1,), (1, 2)))
    asked = own.asked[1]
    alone = WORTH.decision(own, asked, Rules(), SHEET)
    assert [one.name for one in alone.options] == [one.name for one in asked.options]
    assert [one.label for one in alone.options] == [one.label for one in asked.options]
    assert alone.unseen == 47
    # Half an Ante on the 5 Card Bonus Only is lost either way, without a pair.
    fresh = WORTH.fresh(Fresh(tuple(cards[:5])), Rules(), SHEET)
    assert [one.value.value for one in alone.options] == [
        one.value.value - Fraction(1, 2) for one in fresh.options
    ]
    with_other = WORTH.decision(both, asked, Rules(), SHEET)
    told = WORTH.decision(own, asked, Rules(), SHEET, also_seen=cards[5:10])
    assert with_other == told
    assert with_other.unseen == 42
    assert with_other.best.name == FIVE_CARD_GAME != alone.best.name
    stays = Rules(bonus_on_fold=BonusOnFold.FIVE_CARD_ONLY_STAYS)
    assert WORTH.decision(own, asked, stays, SHEET).options[0].value.value == -2


def test_folding_a_bonus_that_would_be_paid_is_counted():
    cards = parse_cards("Ks Kd Th 5c 3s")
    table = round_of(cards, {"Ante": 1_000, "3-5 Bonus": 1_000, "5 Card Bonus Only": 3_000})
    seen = table.layout.as_seen_by(Viewer.at(1))
    found = WORTH.decision(seen, seen.asked[1], Rules(), SHEET)
    fresh = WORTH.fresh(Fresh(cards), Rules(), SHEET)
    changes = [
        one.value.value - other.value.value
        for one, other in zip(found.options, fresh.options, strict=True)
    ]
    assert changes == [-3] + [3] * 11
    assert found.assumes


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (Fresh(parse_cards("As Ks Qs Js")), Code.HAND_SIZE),
        (Fresh(parse_cards("As Ks Qs Js As")), Code.CARD_REPEATED),
        (Fresh(parse_cards("As Ks Qs Js Ts"), seen=parse_cards("2c As")), Code.CARD_REPEATED),
        (Fresh(DECK[:5], seen=DECK[5:48]), Code.HAND_SIZE),
        (Fresh(DECK[:5], dealer=DECK[5:11]), Code.HAND_SIZE),
    ],
)
def test_what_cannot_be_is_refused(given, code):
    with pytest.raises(Rejection) as refused:
        WORTH.fresh(given, Rules(), SHEET)
    assert refused.value.code is code
    assert refused.value.detail.endswith(".")


def test_a_seat_that_does_not_see_its_cards_is_refused():
    table = round_of(parse_cards("Ks Kd Th 5c 3s"), {"Ante": 1_000, "3-5 Bonus": 1_000})
    seen = table.layout.as_seen_by(Viewer.at(1))
    hidden = table.layout.as_seen_by(Viewer())
    with pytest.raises(Rejection) as refused:
        WORTH.decision(hidden, seen.asked[1], Rules(), SHEET)
    assert refused.value.code is Code.HAND_SIZE
    with pytest.raises(Rejection) as refused:
        WORTH.decision(seen, seen.asked[1], Rules(), SHEET, also_seen=[Card(4 * 11 + 3)])
    assert refused.value.code is Code.CARD_REPEATED


# The game itself.


def play(rounds, seed, rules):
    """Rounds through the script, each decided as the values say; what each gained, in Antes."""
    rng, values = Random(seed), valuation(rules, SHEET)
    settings = settings_for(PICK_2_POKER, positions=1, readings=dict(readings_of(rules)))
    numbers, gained, taken = suit_numbers(5), [], Counter()
    for _ in range(rounds):
        cards = rng.sample(DECK, 10)
        stakes = {"Ante": 500, "3-5 Bonus": 500, "5 Card Bonus Only": 500}
        table = round_of(cards, stakes, settings=settings)
        number = sum(comb(card, at + 1) for at, card in enumerate(sorted(cards[:5])))
        choice = int(values.best[numbers[number]])
        taken[choice] += 1
        three = max(THREES, key=lambda option: rank_three([cards[at] for at in THREES[option]]))
        option = (FOLD, FIVE_CARD_GAME, three)[choice]
        table.handle(Decide(1, option, (0, 500, 1_000)[choice]))
        nets = Counter()
        for one in table.layout.settled:
            staked = one.stake_cents if one.has_own_wager else 0
            nets[one.spot == "5 Card Bonus Only"] += Fraction(one.returned_cents - staked, 500)
        gained.append((nets[False], nets[True]))
    return gained, taken


def assert_played(rules, rounds, seed):
    gained, taken = play(rounds, seed, rules)
    for at, name in enumerate(("Whole game", "5 Card Bonus Only")):
        worth = WORTH.bet(name, rules, SHEET)
        mean = float(sum(one[at] for one in gained)) / rounds
        error = float(worth.standard_deviation) / sqrt(rounds)
        assert abs(mean - float(worth.expectation)) < 3 * error
    options = WORTH.bet("Whole game", rules, SHEET).strategies[0].frequencies
    for option, note in enumerate(options):
        often = float(note.figure)
        error = sqrt(often * (1 - often) / rounds)
        assert abs(taken[option] / rounds - often) <= 3 * error


def test_rounds_played_come_to_it():
    assert_played(Rules(), 1_000, seed=10)


@pytest.mark.long
def test_many_rounds_played_come_to_it():
    assert_played(Rules(), 3_000, seed=11)
    assert_played(
        Rules(
            dealer_not_qualifying=DealerNotQualifying.BOTH_PAY,
            bonus_tables=BonusTables.CHOSEN_GAME,
        ),
        1_500,
        seed=12,
    )


def test_nothing_is_printed_or_published():
    assert WORTH.printed() == WORTH.published() == ()
