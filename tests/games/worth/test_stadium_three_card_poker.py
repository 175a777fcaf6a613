"""What Stadium Three Card Poker is worth to who sees nine cards, each figure in a second way.

Dividing the sets of six further cards is held against small decks on which everything can be
dealt, against its plain twin on whole decks, and against decisions valued one by one.
"""

from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, ThreeCardCategory, best_five, parse_cards, rank_three
from croupier.compiled import kernel
from croupier.games.poker_lines import five_card_lines
from croupier.games.stadium_three_card_poker import STADIUM_THREE_CARD_POKER
from croupier.games.stadium_three_card_poker.exact import lanes as in_lanes
from croupier.games.stadium_three_card_poker.exact.nine_cards import (
    Weights,
    folds_of,
    weights_of,
)
from croupier.games.stadium_three_card_poker.exact.nine_cards_plainly import folds_plainly
from croupier.games.stadium_three_card_poker.exact.optimal_play import (
    LEFT_HANDS,
    SETS,
    gains_of,
    never_folded,
    nine_card_play,
)
from croupier.games.stadium_three_card_poker.rules import AnteBonus, Rules, SideBetsOnFold
from croupier.games.stadium_three_card_poker.worth import terms_of
from croupier.games.three_card_poker import THREE_CARD_POKER
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.showdown_counts import (
    LOSE,
    NOT_QUALIFIED,
    NOTHING,
    TIE,
    WIN,
    showdown,
)
from croupier.games.three_card_poker.exact.strategies import class_values
from croupier.games.three_card_poker.habit import QUEEN_SIX_FOUR
from croupier.games.three_card_poker.rules import SIX_CARD_LINES, PairComparison
from croupier.games.three_card_poker.rules import Rules as TableRules
from croupier.games.three_card_poker.script import compare, qualifies
from croupier.rejection import Code, Rejection
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.events import WagerSettled
from croupier.table.paytable import PayTable
from croupier.table.places import Viewer
from croupier.table.round import Round
from croupier.table.ruling import readings_of
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip
from croupier.table.worth import Fresh, quietly

GAME = STADIUM_THREE_CARD_POKER
WORTH = GAME.worth()
USUAL = Rules()
FORFEITED = Rules(side_bets_on_fold=SideBetsOnFold.FORFEITED)
NO_BONUS = Rules(ante_bonus=AnteBonus.NONE)
BETS = ("Ante and Play", "Pair Plus", "Six Card Bonus")
ALL_POSSIBLE = np.ones((4, 8), dtype=bool)


def usual_showdown():
    return showdown(PairComparison.PAIR_THEN_KICKER)


def tables(rules=USUAL, **chosen):
    spots = {spot.replace("_", " ").title(): table for spot, table in chosen.items()}
    return dict(settings_for(GAME, readings=dict(readings_of(rules)), pay_tables=spots).pay_tables)


def bet(name, rules=USUAL):
    return WORTH.bet(name, rules, tables(rules))


def weights_with(six_pays=(0,) * 8):
    """The weights of a hand without a bonus, with some pays of the Six Card Bonus at stake."""
    gains = [[gain + pay for pay in six_pays] for gain in (2, 3, 1, -1)]
    return weights_of(np.array(gains, dtype=object), ALL_POSSIBLE)


TABLES = tables()
PLAIN = weights_with()
WITH_BONUS = weights_with((1001, 201, 51, 26, 16, 11, 6, 0))
WIDE = weights_with((10**6 + 1, 201, 51, 26, 16, 11, 6, 0))
WIDEST = weights_with((10**14 + 1, 201, 51, 26, 16, 11, 6, 0))


# Dividing the sets of six cards.


def dealt_out(hand, others, gains):
    """Every set of six cards and every hand of the dealer, by the script's own functions."""

    def ending(dealer):
        theirs = rank_three(dealer)
        difference = compare(rank_three(hand), theirs, PairComparison.PAIR_THEN_KICKER)
        result = (LOSE, TIE, WIN)[difference + 1] if qualifies(theirs) else NOT_QUALIFIED
        lines = five_card_lines(best_five((*hand, *dealer))[0])
        line = next((SIX_CARD_LINES.index(one) for one in lines if one in SIX_CARD_LINES), NOTHING)
        return result, line

    endings = {dealer: ending(dealer) for dealer in combinations(others, 3)}
    least = min(min(row) for row in gains)
    matter = {card for dealer, (r, n) in endings.items() if gains[r][n] > least for card in dealer}
    counts = np.zeros((4, 8), dtype=np.int64)
    sets, of = Counter(), Counter()
    for six in combinations(others, 6):
        left = combinations([card for card in others if card not in six], 3)
        ends = [endings[dealer] for dealer in left]
        fillers = sum(card not in matter for card in six)
        of[fillers] += 1
        if sum(gains[result][line] for result, line in ends) < 0:
            sets[fillers] += 1
            for end in ends:
                counts[end] += 1
    by_number = [tuple(some[number] for number in range(7)) for some in (sets, of)]
    return counts, *by_number


def small_decks():
    """Hands and few other cards, chosen so that many of them are decided either way."""
    rng = Random(11)
    low = [card for card in DECK if card.rank <= 9]
    high = [card for card in DECK if card.rank > 9]
    for number in (1, 3, 4, 5, 6):
        hand = rng.sample(low, 3)
        rest = [card for card in low if card not in hand]
        yield hand, rng.sample(rest, 12 - number) + rng.sample(high, number)
    yield parse_cards("Qh 8d 4c"), parse_cards("Qc Kd Ac 2c 3c 5h 6d 7s 9h Td Jc 4h")
    yield parse_cards("9h 8d 5c"), parse_cards("Ah Kd Ac Kc 9c 8h 5h 7s 6h Td Jc 2h")
    yield parse_cards("7h 7d 5h"), parse_cards("Ah Kh Ac Kc 6c 8h 5d 7s 7c 6h 4h")


@pytest.mark.parametrize(
    "six_pays",
    [
        (0,) * 8,
        (40, 30, 20, 9, 8, 7, 2, 0),
        (10**6, 10**5, 21, 9, 8, 7, 3, 0),
        (10**14, *[1] * 6, 0),
    ],
    ids=["plain", "with-bonus", "wide", "widest"],
)
def test_small_decks_are_divided_as_dealing_them_out_does(six_pays):
    folded = total = 0
    for hand, others in small_decks():
        gains = [[gain + pay for pay in six_pays] for gain in (2, 3, 1, -1)]
        counts, sets, of = dealt_out(hand, others, gains)
        found = folds_of(
            np.array(hand, dtype=np.int64),
            np.array(others, dtype=np.int64),
            weights_of(np.array(gains, dtype=object), ALL_POSSIBLE),
            usual_showdown(),
        )
        assert found.of == of
        assert found.sets == sets
        assert (found.counts == counts).all()
        left_hands = comb(len(others) - 6, 3)
        assert found.all_hands.sum(axis=(1, 2)).tolist() == [left_hands * n for n in of]
        folded, total = folded + sum(sets), total + sum(of)
    # The decks must really test both decisions.
    assert 0 < folded < total


def test_a_hand_that_is_mostly_folded_though_every_card_matters():
    # All of the six cards matter then, and what fewer of them would do decides nothing.
    rng, found_one = Random(17), False
    for _ in range(30):
        cards = rng.sample([card for card in DECK if card.rank >= 5], 14)
        hand, others = cards[:3], cards[3:]
        gains = [[gain + pay for pay in (9, 9, 9, 8, 7, 6, 5, 0)] for gain in (0, 2, 0, -3)]
        counts, sets, of = dealt_out(hand, others, gains)
        found = folds_of(
            np.array(hand, dtype=np.int64),
            np.array(others, dtype=np.int64),
            weights_of(np.array(gains, dtype=object), ALL_POSSIBLE),
            usual_showdown(),
        )
        assert (found.sets, found.of) == (sets, of)
        assert (found.counts == counts).all()
        found_one |= of[0] == comb(11, 6) and of[0] / 2 < sets[0] < of[0]
    assert found_one


def class_of(text):
    """The number of the class of a hand, and its cards."""
    rank_letters = sorted(card.rank for card in parse_cards(text))
    suits = [card.suit for card in sorted(parse_cards(text), reverse=True)]
    for at, hand in enumerate(hand_classes().hands):
        if sorted(card.rank for card in hand) == rank_letters:
            pattern = [card.suit for card in hand]
            if all((pattern[a] == pattern[b]) == (suits[a] == suits[b])
                   for a, b in combinations(range(3), 2)):  # fmt: skip
                return at
    raise AssertionError(text)


def divided(at, weights):
    """One class on the whole deck, and its plain twin."""
    hand = hand_classes().cards[at]
    others = np.delete(np.arange(52), hand)
    found = folds_of(hand, others, weights, usual_showdown())
    left = int((found.counts * weights.array).sum())
    assert found.counts.sum() == sum(found.sets) * LEFT_HANDS
    assert sum(found.of) == SETS
    return (sum(found.sets), left), folds_plainly(hand, others, weights, usual_showdown())


@pytest.mark.parametrize(
    ("hand", "weights"),
    [
        # Mostly folded, mostly played, in between; two suits and three.
        ("5c 3d 2h", PLAIN),
        ("Jc 5c 4d", PLAIN),
        ("Qc 3d 2h", PLAIN),
        ("Qd 6c 4c", PLAIN),
        ("Qc 8d 3h", PLAIN),
        ("Qc 8c 5d", PLAIN),
        ("Qc Td 2h", PLAIN),
        ("Jc 6d 2h", WITH_BONUS),
        ("Tc 4d 3d", WITH_BONUS),
        ("Jc 7d 2h", WIDE),
        ("Jc 7d 2h", WIDEST),
    ],
)
def test_whole_decks_are_divided_as_the_plain_twin_does(hand, weights):
    found, plainly = divided(class_of(hand), weights)
    assert found == plainly


@pytest.mark.long
def test_many_whole_decks_are_divided_as_the_plain_twin_does():
    rng = Random(12)
    high_card = [
        at
        for at, rank in enumerate(hand_classes().ranks)
        if rank.category is ThreeCardCategory.HIGH_CARD and rank.ranks[0] <= 11
    ]
    for at in rng.sample(high_card, 60):
        for weights in (PLAIN, WITH_BONUS):
            found, plainly = divided(at, weights)
            assert found == plainly, hand_classes().hands[at]


def test_lanes_add_and_compare_like_numbers():
    for most, per_word in (
        (100, 4),
        ((1 << 15) - 1, 4),
        (1 << 15, 2),
        ((1 << 31) - 1, 2),
        (1 << 31, 1),
    ):
        lanes = in_lanes.lanes_for(most)
        assert lanes.per_word == per_word
        words = np.zeros(8, dtype=np.uint64)
        numbers = [most, 0, most // 3, 1, most - 1, 5, most // 2, most]
        for place, number in enumerate(numbers):
            in_lanes.add_to_lane(words, place, number, lanes)
        assert [in_lanes.lane_of(words, place, lanes) for place in range(8)] == numbers


def test_no_set_of_six_folds_what_the_bound_proves():
    values = class_values(terms_of(USUAL), tables())
    kind = next(n for n, pays in enumerate(values.kinds) if pays.pair_plus is None)
    of_kind = np.flatnonzero(values.kind_of == kind)
    weights = weights_of(gains_of(values.kinds[kind], values), ALL_POSSIBLE)
    assert weights == PLAIN
    proved = of_kind[never_folded(weights, values.counts[of_kind])]
    assert len(proved) > 250
    # Those nearest to the border, where the bound would fail first.
    for at in sorted(proved, key=lambda at: values.counts[at].sum(axis=1) @ (3, 4, 2, 0))[:15]:
        hand = hand_classes().cards[at]
        others = np.delete(np.arange(52), hand)
        assert not any(folds_of(hand, others, PLAIN, usual_showdown()).sets)


def test_the_bound_holds_where_the_worst_is_left():
    # Hands of the dealer that weigh four, and some that weigh nothing: if all of those are left,
    # at most three quarters of all that are left may be such.
    counts = np.zeros((2, 4, 8), dtype=np.int64)
    most = LEFT_HANDS * 3 // 4
    for at, worthless in enumerate((most, most + 1)):
        counts[at, LOSE, NOTHING], counts[at, WIN, NOTHING] = worthless, 18_424 - worthless
    assert never_folded(PLAIN, counts).tolist() == [True, False]


@pytest.mark.slow
def test_low_hands_by_all_sets_of_low_cards():
    # With jack high or less all depends on which low cards are gone. So every set of low cards
    # is valued once, with all hands that are in it: another sum over the same deals.
    played = Counter()
    play = nine_card_play(class_values(terms_of(USUAL), tables()), quietly)
    for at, folds in play.folds.items():
        if hand_classes().ranks[at].ranks[0] < 10:
            size = int(hand_classes().sizes[at])
            for high in range(7):
                played[high] += size * (folds.of[high] - folds.sets[high])
    for gone in (5, 6):
        sets = played_among_low_cards(gone, LEFT_HANDS)
        high = 9 - gone
        assert played[high] == sets * comb(12, high)
    assert not any(played[high] for high in range(3))


@kernel
def played_among_low_cards(gone, hands):
    """Over all sets of so many cards up to jacks: hands in it that are played if it is gone."""
    masks = np.zeros(10, dtype=np.int64)
    picks = np.arange(gone)
    found = 0
    while True:
        masks[:] = 15
        for card in picks:
            masks[card >> 2] &= ~(1 << (card & 3))
        not_qualified = low_hands(masks)
        if 3 * not_qualified >= hands:
            for rank in range(10):
                masks[rank] ^= 15
            found += low_hands(masks)
        at = gone - 1
        while at >= 0 and picks[at] == 40 - gone + at:
            at -= 1
        if at < 0:
            return found
        picks[at] += 1
        for later in range(at + 1, gone):
            picks[later] = picks[later - 1] + 1


@kernel
def low_hands(masks):
    """Hands of three ranks, not in sequence and not of one suit, among these cards."""
    bits = np.array([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4])
    total = 0
    for high in range(2, 10):
        for middle in range(1, high):
            for low in range(middle):
                if high - low > 2:
                    a, b, c = masks[high], masks[middle], masks[low]
                    total += bits[a] * bits[b] * bits[c] - bits[a & b & c]
    return total


def test_pays_beyond_all_reason_are_refused_and_no_others():
    gains = np.full((4, 8), -1, dtype=object)
    gains[0, 0] = 10**20
    with pytest.raises(Rejection) as refused:
        weights_of(gains, ALL_POSSIBLE)
    assert refused.value.code is Code.PAY_TABLE_PAY_INVALID
    # Only what is possible counts, and a common measure is no size.
    possible = ALL_POSSIBLE.copy()
    possible[0, 0] = False
    assert weights_of(gains, possible) == Weights(((0,) * 8,) * 4, 1)
    assert (
        weights_of(np.array([[2 * 10**20] * 8, *[[-(10**20)] * 8] * 3]), ALL_POSSIBLE).of[0][0] == 3
    )


# The bets.


def test_three_cards_alone_are_worth_what_they_are_at_the_table():
    table = THREE_CARD_POKER.worth()
    pay_tables = dict(settings_for(THREE_CARD_POKER).pay_tables)
    for name in BETS[1:]:
        assert bet(name).outcomes == table.bet(name, TableRules(), pay_tables).outcomes
    at_table = {
        one.name: one for one in table.bet("Ante and Play", TableRules(), pay_tables).strategies
    }
    here = {one.name: one for one in bet("Ante and Play").strategies}
    for name in ("Q-6-4", "Mimic the dealer", "Always play"):
        assert here[name].edge == at_table[name].edge
        assert here[name].frequencies == at_table[name].frequencies


@pytest.mark.parametrize(
    "rules", [USUAL, NO_BONUS, FORFEITED], ids=["usual", "no-bonus", "forfeited"]
)
def test_the_best_play_is_best_and_all_adds_up(rules):
    worth = bet("Ante and Play", rules)
    assert sum(outcome.probability for outcome in worth.outcomes) == 1
    best, *others = worth.strategies
    assert best.edge == worth.edge
    assert not best.cost.value
    assert all(other.cost.value > 0 for other in others)
    play, fold = (note.figure.value for note in best.frequencies)
    folded = {outcome.name: outcome for outcome in worth.outcomes}["Fold"]
    assert (play + fold, fold) == (1, folded.probability)
    departs, bold, timid = (note.figure.value for note in best.notes)
    assert departs == bold + timid
    assert fold == Fraction(72, 221) - bold + timid
    if rules is not FORFEITED:
        assert all(other.edge.value - best.edge.value == other.cost.value for other in others)


def test_what_the_ante_bonus_is_worth_does_not_depend_on_the_play():
    # Nobody folds a hand with a bonus, so the edges differ by the bonus alone.
    usual, without = bet("Ante and Play"), bet("Ante and Play", NO_BONUS)
    bonus = Fraction(5 * 48 + 4 * 52 + 720, 22_100)
    assert without.edge.value - usual.edge.value == bonus
    assert {note.name: note.figure for note in usual.notes} == {
        "edge without an Ante Bonus": without.edge
    }
    assert not without.notes
    assert usual.strategies[0].rules == without.strategies[0].rules


@pytest.mark.parametrize("rules", [USUAL, FORFEITED], ids=["stay", "forfeited"])
def test_together_agrees_with_each_bet(rules):
    together = WORTH.together(rules, tables(rules))
    for at, name in enumerate(BETS):
        worth = bet(name, rules)
        assert together.covariance[at][at] == worth.variance
        assert together.expectations[at] == worth.expectation


@pytest.mark.parametrize("rules", [USUAL, FORFEITED], ids=["stay", "forfeited"])
def test_the_value_of_the_bet_is_that_of_its_hands(rules):
    rows = WORTH.hands(rules, tables(rules)).rows
    assert len(rows) == 1_755
    total = fold_share = Fraction(0)
    for _, (size, always, fold, best, played) in rows:
        assert best.value >= max(always.value, fold.value)
        total += size.value * best.value
        fold_share += size.value * (1 - played.value)
    names = BETS if rules is FORFEITED else BETS[:1]
    assert total / 22_100 == sum(bet(name, rules).expectation.value for name in names)
    frequencies = bet("Ante and Play", rules).strategies[0].frequencies
    assert fold_share / 22_100 == frequencies[1].figure.value


def test_only_what_a_bet_depends_on_changes_it():
    for name in BETS:
        rulings, _ = WORTH.depends_on(name)
        usual = bet(name)
        for declared in fields(Rules):
            for reading in type(declared.default):
                if declared.name not in rulings:
                    rules = replace(USUAL, **{declared.name: reading})
                    changed = WORTH.bet(name, rules, tables(rules))
                    assert changed == usual, (name, declared.name)
    assert bet("Pair Plus", FORFEITED).outcomes == bet("Pair Plus").outcomes


def test_the_play_by_high_cards_is_what_its_rules_say():
    # Decided hand by hand from the rules in words, over random deals.
    strategy = bet("Ante and Play").strategies[1]
    assert strategy.name == "Count the high cards"
    assert "queen-eight-five high or better" in strategy.rules[0]
    assert (
        "queen-six-four high or better with one, every hand with two or more" in strategy.rules[1]
    )
    assert "four or more" in strategy.rules[2]

    def plays(hand, others):
        rank = rank_three(hand)
        if rank.category > ThreeCardCategory.HIGH_CARD or rank.ranks[0] > 10:
            return True
        if rank.ranks[0] < 10:
            return sum(card.rank >= 10 for card in others) >= 4
        seen = sum(card.rank > 10 for card in others)
        border = ((10, 6, 3), (10, 4, 2), (0, 0, 0))[min(seen, 2)]
        return rank.ranks >= border

    rng, wrong, deals = Random(13), [], 4_000
    folds = 0
    for _ in range(deals):
        cards = rng.sample(DECK, 9)
        choice = plays(cards[:3], cards[3:])
        folds += not choice
        decision = WORTH.fresh(Fresh(tuple(cards[:3]), seen=tuple(cards[3:])), USUAL, TABLES)
        play, fold = (float(option.value) for option in decision.options)
        wrong.append(max(play, fold) - (play if choice else fold))
    share = float(strategy.frequencies[1].figure)
    assert abs(folds / deals - share) < 3 * sqrt(share * (1 - share) / deals)
    cost = float(strategy.cost)
    assert abs(np.mean(wrong) - cost) < 3 * np.std(wrong) / sqrt(deals)


def test_decisions_one_by_one_find_the_same_departures_and_gains():
    # Random deals of nine cards, each valued as a decision: how often the best choice is not
    # Q-6-4's, either way, and what that brings.
    best, _, usual, *_ = bet("Ante and Play").strategies
    rng, deals = Random(14), 4_000
    found, gains = Counter(), []
    for _ in range(deals):
        cards = rng.sample(DECK, 9)
        given = Fresh(tuple(cards[:3]), seen=tuple(cards[3:]))
        decision = WORTH.fresh(given, USUAL, TABLES)
        play, fold = (option.value.value for option in decision.options)
        is_usual = rank_three(cards[:3]) >= QUEEN_SIX_FOUR
        gains.append(float(max(play, fold) - (play if is_usual else fold)))
        if (play >= fold) != is_usual:
            found["folds what Q-6-4 plays" if is_usual else "plays what Q-6-4 folds"] += 1
    for note in best.notes[1:]:
        share = float(note.figure)
        assert abs(found[note.name] / deals - share) < 3 * sqrt(share * (1 - share) / deals)
    assert abs(np.mean(gains) - float(usual.cost)) < 3 * np.std(gains) / sqrt(deals)


def test_the_table_of_seen_cards_is_that_of_decisions():
    (table,) = bet("Ante and Play").tables
    rows = dict(table.rows)
    low = [float(figure) for figure in rows["Jack high or less"]]
    assert low[:3] == [0, 0, 0]
    assert low[4:] == [1, 1, 1]
    rng, deals, played = Random(15), 1_500, 0
    few = [card for card in DECK if card.rank >= 10]
    many = [card for card in DECK if card.rank < 10]
    done = 0
    while done < deals:
        cards = rng.sample(many, 6)
        if rank_three(cards[:3]).category is not ThreeCardCategory.HIGH_CARD:
            continue
        seen = (*cards[3:], *rng.sample(few, 3))
        done += 1
        played += WORTH.fresh(Fresh(tuple(cards[:3]), seen=seen), USUAL, TABLES).best.name == "play"
    assert abs(played / deals - low[3]) < 3 * sqrt(low[3] * (1 - low[3]) / deals)


def test_forfeited_side_bets_are_looked_after():
    pay_tables = tables(FORFEITED)
    best, usual, *_ = bet("Ante and Play", FORFEITED).strategies
    assert (
        best.rules[0] == "Play queen-seven-four high or better, whatever the other six cards are."
    )
    rng, deals, gains = Random(16), 3_000, []
    for _ in range(deals):
        cards = rng.sample(DECK, 9)
        given = Fresh(tuple(cards[:3]), seen=tuple(cards[3:]))
        play, fold = (one.value.value for one in WORTH.fresh(given, FORFEITED, pay_tables).options)
        assert fold == -3
        is_usual = rank_three(cards[:3]) >= QUEEN_SIX_FOUR
        gains.append(float(max(play, fold) - (play if is_usual else fold)))
    assert abs(np.mean(gains) - float(usual.cost)) < 3 * np.std(gains) / sqrt(deals)


def test_nothing_is_printed_or_published():
    assert WORTH.printed() == ()
    assert WORTH.published() == ()


def test_progress_is_told():
    said = []
    WORTH.bet("Ante and Play", USUAL, tables(), lambda what, share: said.append((what, share)))
    assert [share for _, share in said] == sorted(share for _, share in said)
    assert all(0 <= share <= 1 for _, share in said)


# Decisions.


def asked_round(cells, dealer, stakes, settings):
    """A round at one terminal that picked cells 1, 5 and 9, up to the decision."""
    first = (*cells, *dealer)
    cards = (*first, *(card for card in DECK if card not in first))
    device = GAME.devices[0]
    source = CardSource(device.name, lambda _salt: device.load(cards))
    table = Round(GAME, settings, source)
    table.handle(PlaceWagers(1, Slip.of(stakes, ("1", "5", "9"))))
    table.handle(CloseBets("00"))
    return table


@pytest.mark.parametrize(
    "rules", [USUAL, NO_BONUS, FORFEITED], ids=["usual", "no-bonus", "forfeited"]
)
@pytest.mark.parametrize(
    "nine",
    ["Qh 2d 3c As 8d Kc Kh Ad 4h", "Jh 2d 3c As 9d Kc Kh Qd 4h", "9h 9d 3c As 8d Kc Kh Ad 7h"],
)
def test_a_decision_is_worth_what_the_rounds_bring(rules, nine):
    # Six cards are unseen: all twenty hands of the dealer are played out, both ways.
    cells = tuple(parse_cards(nine))
    stakes = {"Ante": 1_000, "Pair Plus": 1_500, "Six Card Bonus": 700, "Row 2 Pair Plus": 500}
    settings = settings_for(GAME, positions=1, readings=dict(readings_of(rules)))
    rest = [card for card in DECK if card not in cells]
    unseen = Random(nine).sample(rest, 6)
    also_seen = tuple(card for card in rest if card not in unseen)
    at_stake = {"Ante", "Play", "Ante Bonus"}
    if rules is FORFEITED:
        at_stake |= {"Pair Plus", "Six Card Bonus"}
    total = Counter()
    for dealer in combinations(unseen, 3):
        for choice in ("play", "fold"):
            table = asked_round(cells, dealer, stakes, settings)
            seen = table.layout.as_seen_by(Viewer.at(1))
            decision = WORTH.decision(
                seen, seen.asked[1], rules, dict(settings.pay_tables), also_seen
            )
            table.handle(Decide(1, choice, 1_000 if choice == "play" else 0))
            total[choice] += sum(
                event.returned_cents - event.stake_cents * event.has_own_wager
                for event in table.events
                if isinstance(event, WagerSettled) and event.spot in at_stake
            )
    assert decision.unseen == 6
    for option in decision.options:
        assert option.value.value == Fraction(total[option.name], 20 * 1_000)


def test_all_nine_cards_are_seen_at_the_table():
    cells = tuple(parse_cards("Qh 2d 3c As 8d Kc Kh Ad 4h"))
    table = asked_round(
        cells, parse_cards("2c 2h 2s"), {"Ante": 500}, settings_for(GAME, positions=1)
    )
    seen = table.layout.as_seen_by(Viewer.at(1))
    decision = WORTH.decision(seen, seen.asked[1], USUAL, tables())
    assert decision.unseen == 43
    hand = cells[0], cells[4], cells[8]
    others = tuple(card for card in cells if card not in hand)
    fresh = WORTH.fresh(Fresh(hand, seen=others), USUAL, tables())
    assert [one.value for one in decision.options] == [one.value for one in fresh.options]
    assert not fresh.assumes
    # With four aces and kings seen even this is played; by its three cards alone it is not.
    alone = WORTH.fresh(Fresh(tuple(parse_cards("Qh 4h 2d"))), USUAL, tables())
    assert alone.best.name == "fold"
    assert "Only the cards given" in alone.assumes
    with pytest.raises(Rejection) as refused:
        WORTH.decision(seen, seen.asked[1], USUAL, tables(), cells[:1])
    assert refused.value.code is Code.CARD_REPEATED


def test_a_dealer_who_shows_a_card_is_refused():
    given = Fresh(tuple(parse_cards("Qh 6d 4c")), dealer=tuple(parse_cards("Ah")))
    with pytest.raises(Rejection) as refused:
        WORTH.fresh(given, USUAL, tables())
    assert refused.value.code is Code.OPTION_INVALID


@pytest.mark.long
def test_a_pay_table_of_any_odds_can_be_forfeited():
    odd = PayTable.of("Odd", {"Straight": "7 to 3", "Three of a Kind": "22 to 7"})
    pay_tables = tables(FORFEITED, six_card_bonus=odd)
    together = sum(WORTH.bet(name, FORFEITED, pay_tables).expectation.value for name in BETS)
    rows = WORTH.hands(FORFEITED, pay_tables).rows
    assert sum(size.value * best.value for _, (size, _, _, best, _) in rows) / 22_100 == together
