"""What High Card, Poker and Bonus are worth, each number found in a second way.

Counting is checked on decks so small that every pair of hands can be dealt, on the whole deck
against `croupier.cards.counting`, and by some millions of random deals.
"""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt

import numpy as np
import pytest

from croupier.cards import DECK, FiveCardCategory, Rank, batch
from croupier.cards.counting import category_counts, rank_counts
from croupier.cards.poker import all_five_card_ranks
from croupier.compiled import plain
from croupier.games.three_way_action import THREE_WAY_ACTION
from croupier.games.three_way_action.exact.poker_ties import (
    pairs_among,
    pairs_in_groups,
    suit_tables,
    suit_ways,
    tied_pairs,
)
from croupier.games.three_way_action.exact.poker_worth import showdown
from croupier.games.three_way_action.exact.seven_cards import (
    RANK_NUMBERS,
    WHOLE,
    CountedDeck,
    flush_sets,
    hand_counts,
    multisets,
)
from croupier.games.three_way_action.rules import BONUS_TABLES, TWO_PAIR_LINE, Rules
from croupier.games.three_way_action.script import against_hand, qualifies
from croupier.table.paytable import PayTable
from croupier.table.settlement import Result
from croupier.table.worth import BetWorth

WORTH = THREE_WAY_ACTION.worth()
TABLES = {table.name: table for table in BONUS_TABLES}

SMALL_DECKS = (
    # Flushes of both hands in different suits, full houses, the lowest straight.
    CountedDeck(ranks=(0, 1, 2, 3, 4, 10, 11, 12), suits=2, hand=7),
    # No ace, so that many hands are below ace high; flushes of both hands in one suit.
    CountedDeck(ranks=(0, 1, 2, 3, 5, 6, 7, 9, 10, 11), suits=2, hand=5),
    # Three suits: one that neither flush has.
    CountedDeck(ranks=(7, 8, 9, 10, 11, 12), suits=3, hand=6),
    # Four suits, so four of a kind and every way to share a rank.
    CountedDeck(ranks=(8, 9, 11, 12), suits=4, hand=7),
    CountedDeck(ranks=(8, 9, 10, 11, 12), suits=4, hand=5),
)


def bet(name: str, table: PayTable = BONUS_TABLES[0]) -> BetWorth:
    return WORTH.bet(name, Rules(), {"Bonus": table})


def probabilities(worth: BetWorth) -> dict[str, Fraction]:
    return {outcome.name: outcome.probability for outcome in worth.outcomes}


# Seven cards against seven, every pair dealt from a small deck.


class EveryPair:
    """Every hand of a small deck, against every other that shares no card with it."""

    def __init__(self, deck: CountedDeck) -> None:
        cards = [4 * rank + suit for rank in deck.ranks for suit in range(deck.suits)]
        hands = np.array(list(combinations(cards, deck.hand)), dtype=np.uint8)
        bits = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
        self.numbers = batch.best_five(hands).astype(np.int64)
        self.pairs = 0
        self.ties = np.zeros(RANK_NUMBERS, dtype=np.int64)
        self.signs = {-1: 0, 0: 0, 1: 0}
        """Pairs with a dealer who qualifies, by who is better."""
        self.dealer_below = self.both_below = 0
        is_below = np.array([False, *(not qualifies(rank) for rank in all_five_card_ranks())])
        below = is_below[self.numbers]
        for hand, bit, number in zip(range(len(hands)), bits, self.numbers, strict=True):
            free = (bits & bit) == 0
            dealers = self.numbers[free]
            self.pairs += len(dealers)
            self.ties[number] += np.count_nonzero(dealers == number)
            dealer_below = below[free]
            self.dealer_below += np.count_nonzero(dealer_below)
            self.both_below += np.count_nonzero(dealer_below) if below[hand] else 0
            signs = np.sign(number - dealers[~dealer_below])
            for sign in self.signs:
                self.signs[sign] += np.count_nonzero(signs == sign)


@pytest.mark.parametrize("deck", SMALL_DECKS, ids=str)
def test_a_small_deck_is_counted_as_it_is_dealt(deck):
    dealt, counted = EveryPair(deck), showdown(deck)
    assert np.array_equal(hand_counts(deck), np.bincount(dealt.numbers, minlength=RANK_NUMBERS))
    assert np.array_equal(tied_pairs(deck), dealt.ties)
    assert counted.pairs == dealt.pairs
    assert counted.dealer_below == dealt.dealer_below
    assert counted.both_below == dealt.both_below
    assert (counted.lost, counted.pushed, counted.won) == tuple(dealt.signs.values())
    assert counted.tied == dealt.ties.sum()


@pytest.mark.parametrize("deck", [*SMALL_DECKS, WHOLE], ids=str)
def test_the_expectation_is_both_below_less_half_of_the_dealer_below(deck):
    counted = showdown(deck)
    expectation = Fraction(counted.won - counted.lost, counted.pairs)
    expectation += Fraction(counted.dealer_below, 2 * counted.pairs)
    assert expectation == Fraction(2 * counted.both_below - counted.dealer_below, 2 * counted.pairs)


def test_small_decks_have_what_is_hard_to_count():
    """Both hands below ace high, ties there, tied flushes: none of the checks is of nothing."""
    of_two_suits = showdown(SMALL_DECKS[1])
    assert of_two_suits.both_below > of_two_suits.tied_below > 0
    first_flush = next(
        number
        for number, rank in enumerate(all_five_card_ranks(), 1)
        if rank.category is FiveCardCategory.FLUSH
    )
    assert tied_pairs(SMALL_DECKS[1])[first_flush:].any()
    assert tied_pairs(SMALL_DECKS[4])[-1] == 12  # royal flushes in two suits


# The whole deck.


def test_hands_are_counted_as_the_cards_module_counts_them():
    counts = hand_counts(WHOLE)
    ours = {rank: int(counts[number]) for number, rank in enumerate(all_five_card_ranks(), 1)}
    assert {rank: hands for rank, hands in ours.items() if hands} == rank_counts(7)


def test_multisets_are_all_there_once():
    every = multisets()
    assert every.held.shape == (49_205, 13)
    assert set(every.held.sum(axis=1).tolist()) == {7}
    assert len(np.unique(every.held, axis=0)) == len(every.held)


@pytest.mark.parametrize(
    "held",
    [
        (1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0),
        (0, 2, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1),
        (4, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0),
    ],
)
def test_the_suits_of_two_hands_add_up_over_all_hands_of_the_dealer(held):
    """One hand of the player, every hand of the dealer: the rest of the deck must come out."""
    player, tables = np.array(held, dtype=np.uint8), suit_tables()
    every = without_flush = with_flush = 0
    for dealer in multisets().held:
        if (player + dealer).max() <= 4:
            ways, players, dealers, both = suit_ways(player, dealer, tables)
            every += ways
            without_flush += ways - players
            with_flush += dealers
            assert 0 <= both <= min(players, dealers) <= ways
    suits = np.prod([comb(4, times) for times in held])
    assert every == suits * WHOLE.others
    flushes = sum(
        max(sum(card % 4 == suit for card in hand) for suit in range(4)) >= 5
        for hand in _hands_of(held)
    )
    assert without_flush == (suits - flushes) * WHOLE.others
    # A dealer's flush beside such a hand of the player, suit by suit.
    beside = 0
    for hand in _hands_of(held):
        for suit in range(4):
            suited = 13 - sum(card % 4 == suit for card in hand)
            beside += sum(comb(suited, some) * comb(45 - suited, 7 - some) for some in (5, 6, 7))
    assert with_flush == beside


def _hands_of(held):
    hands = [()]
    for rank, times in enumerate(held):
        some = list(combinations(range(4), times))
        hands = [(*hand, *(4 * rank + suit for suit in suits)) for hand in hands for suits in some]
    return hands


def test_two_flushes_in_the_whole_deck_tie_only_in_different_suits():
    """The best straight flush but one: nine to king, counted by hand with six and seven cards."""
    ties, sets = tied_pairs(), flush_sets()
    king_high = RANK_NUMBERS - 2
    assert all_five_card_ranks()[king_high - 1].ranks == (Rank.KING,)
    # Five suited cards, or more of the seven that are not the ace.
    assert sets[king_high].tolist() == [0, 0, 0, 0, 0, 1, 7, 21]
    royal = sum(
        # Two further cards each, from 42 cards that are neither royal nor shared.
        comb(42, 2) * comb(40, 2)
        for _ in range(12)
    )
    assert ties[RANK_NUMBERS - 1] == royal


def test_kernels_do_as_their_plain_twins():
    tables, every = suit_tables(), multisets()
    for first, second in ((0, 100), (40_000, 3), (20_000, 1_000), (5, 5)):
        pair = every.held[first], every.held[second]
        if (pair[0] + pair[1]).max() <= 4:
            assert plain(suit_ways)(*pair, tables) == suit_ways(*pair, tables)
    held, starts = every.held[:60], np.array([0, 20, 20, 60])
    found = pairs_in_groups(held, starts, tables)
    assert found.tolist() == plain(pairs_in_groups)(held, starts, tables).tolist()
    assert found[0] > 0 == found[1]


def test_pairs_among_all_high_cards_are_those_of_their_parts():
    """Whoever counts hands up to a rank in one go counts those within two parts, and across."""
    numbers = np.arange(1, 40)
    low, high = numbers[:15], numbers[15:]
    within = pairs_among(low) + pairs_among(high)
    every, tables = multisets(), suit_tables()
    across = 0
    for player in every.held[np.isin(every.rank_numbers, low)]:
        for dealer in every.held[np.isin(every.rank_numbers, high)]:
            ways, players, dealers, both = suit_ways(player, dealer, tables)
            across += ways - players - dealers + both
    assert pairs_among(numbers) == within + 2 * across


def test_poker_is_worth_what_is_counted():
    poker = bet("Poker")
    found = probabilities(poker)
    below = sum(hands for rank, hands in rank_counts(7).items() if not qualifies(rank))
    assert found["Dealer below ace high"] == Fraction(below, comb(52, 7))
    notes = {note.name: note.figure.value for note in poker.notes}
    assert notes["Dealer below ace high"] == found["Dealer below ace high"]
    tied_below = notes["Hands are equal, both below ace high"]
    assert found["Tie"] == notes["Hands are equal"] - tied_below
    assert 2 * notes["Player's hand is better"] + notes["Hands are equal"] == 1
    better_below = (notes["Both below ace high"] - tied_below) / 2
    assert found["Lose"] == notes["Player's hand is better"] - better_below
    expectation = notes["Both below ace high"] - notes["Dealer below ace high"] / 2
    assert poker.expectation.value == expectation
    assert round(float(poker.edge), 10) == 0.0330553717
    (table,) = poker.tables
    held, tied = (sum(row[at].value for _, row in table.rows) for at in (0, 1))
    assert (held, tied) == (1, notes["Hands are equal"])


def test_poker_pays_as_the_table_does():
    """Every way two hands can compare, among hands of every kind, as a round settles it."""
    some = all_five_card_ranks()[::97]
    nets = {outcome.name: outcome.net for outcome in bet("Poker").outcomes}
    names = {Result.WIN: "Win", Result.PUSH: "Tie", Result.LOSE: "Lose"}
    for player in some:
        for dealer in some:
            outcome, _ = against_hand(player, dealer)
            name = names[outcome.result] if qualifies(dealer) else "Dealer below ace high"
            assert Fraction(outcome.returned_cents(2) - 2, 2) == nets[name]


def test_millions_of_deals_agree_with_the_count():
    rng = np.random.default_rng(20)
    deals = 2_000_000
    below = np.array([False, *(not qualifies(rank) for rank in all_five_card_ranks())])
    times = dict.fromkeys(("Dealer below ace high", "Win", "Tie", "Lose", "both", "equal"), 0)
    for _ in range(20):
        decks = np.tile(np.arange(52, dtype=np.uint8), (deals // 20, 1))
        decks = rng.permuted(decks, axis=1)
        player = batch.best_five(decks[:, :7], check=False)
        dealer = batch.best_five(decks[:, 7:14], check=False)
        is_below = below[dealer]
        times["Dealer below ace high"] += np.count_nonzero(is_below)
        times["Win"] += np.count_nonzero(~is_below & (player > dealer))
        times["Tie"] += np.count_nonzero(~is_below & (player == dealer))
        times["Lose"] += np.count_nonzero(~is_below & (player < dealer))
        times["both"] += np.count_nonzero(is_below & below[player])
        times["equal"] += np.count_nonzero(player == dealer)
    expected = probabilities(bet("Poker"))
    notes = {note.name: note.figure.value for note in bet("Poker").notes}
    expected |= {"both": notes["Both below ace high"], "equal": notes["Hands are equal"]}
    for name, found in times.items():
        chance = float(expected[name])
        assert abs(found / deals - chance) < 3 * sqrt(chance * (1 - chance) / deals), name


# High Card.


def test_high_card_costs_half_of_the_ties():
    high_card = bet("High Card")
    tie = Fraction(3, 51)
    assert probabilities(high_card) == {"Win": (1 - tie) / 2, "Tie": tie, "Lose": (1 - tie) / 2}
    assert [outcome.net for outcome in high_card.outcomes] == [1, Fraction(-1, 2), -1]
    assert high_card.edge.value == tie / 2 == Fraction(1, 34)
    assert sum(
        card.rank > dealer.rank for card, dealer in permutations(DECK, 2)
    ) == 52 * 51 * Fraction(8, 17)


# The Bonus.

BY_CATEGORY = {
    "Straight Flush": FiveCardCategory.STRAIGHT_FLUSH,
    "Four of a Kind": FiveCardCategory.FOUR_OF_A_KIND,
    "Full House": FiveCardCategory.FULL_HOUSE,
    "Flush": FiveCardCategory.FLUSH,
    "Straight": FiveCardCategory.STRAIGHT,
    "Three of a Kind": FiveCardCategory.THREE_OF_A_KIND,
}


def line_counts() -> dict[str, int]:
    """How many hands each line pays, from the counts of whole categories and of two pairs."""
    counts = category_counts(7)
    by_line = {line: counts.of[category] for line, category in BY_CATEGORY.items()}
    by_line["Straight Flush"] -= counts.royal
    by_line["Royal Flush"] = counts.royal
    by_line[TWO_PAIR_LINE] = _two_pairs_jacks_high()
    return by_line


def _two_pairs_jacks_high() -> int:
    """Two pairs, and the higher one of jacks or better, put together rank by rank.

    Less those with a flush or straight: a hand of two pairs has five ranks, so a straight is
    the five ranks themselves, and a flush has one card of each.
    """
    hands = 0
    suits = comb(4, 2) ** 2 * 4**3 - 4 * 3**2  # a suit, and the other card of both pairs
    for ranks in combinations(range(13), 5):
        if max(ranks) - min(ranks) == 4 or ranks == (0, 1, 2, 3, 12):
            continue
        hands += sum(pair[1] >= Rank.JACK for pair in combinations(ranks, 2)) * suits
    for pairs in combinations(range(13), 3):  # three pairs and one more
        hands += (pairs[2] >= Rank.JACK) * comb(4, 2) ** 3 * 40
    return hands


@pytest.mark.parametrize("table", BONUS_TABLES, ids=lambda table: table.name)
def test_the_bonus_is_worth_what_its_lines_are(table):
    counts, bonus = line_counts(), bet("Bonus", table)
    paid = {line.name: line.odds.fraction for line in table.lines}
    expectation = sum(counts[line] * pay for line, pay in paid.items())
    expectation -= comb(52, 7) - sum(counts[line] for line in paid)
    assert bonus.expectation.value == Fraction(expectation, comb(52, 7))
    assert bonus.hit_frequency.value == Fraction(sum(counts[line] for line in paid), comb(52, 7))
    assert [outcome.name for outcome in bonus.outcomes] == [*paid, "Lose"]


def test_any_table_can_be_valued():
    counts, hands = line_counts(), comb(52, 7)
    # Without a line of its own, the royal is paid as the straight flush it is.
    no_royal = PayTable.of("No royal", {"Straight Flush": 50, TWO_PAIR_LINE: "1 to 2"})
    found = bet("Bonus", no_royal)
    both = counts["Straight Flush"] + counts["Royal Flush"]
    assert probabilities(found)["Straight Flush"] == Fraction(both, hands)
    paid = 50 * both + Fraction(counts[TWO_PAIR_LINE], 2)
    expectation = (paid - (hands - both - counts[TWO_PAIR_LINE])) / hands
    assert found.expectation.value == expectation
    pushes = PayTable.of("Pushes", {"Flush": 0})
    assert bet("Bonus", pushes).hit_frequency.value == 0
    assert bet("Bonus", pushes).edge.value == 1 - Fraction(counts["Flush"], hands)


# The sheet, and the whole.


def agrees(text: str, value: Fraction) -> bool:
    """Whether a figure, rounded to as many digits as are printed, is what is printed."""
    if text.startswith("1 in "):
        text, value = text.removeprefix("1 in "), 1 / value
    elif text.endswith("%"):
        text, value = text.removesuffix("%"), 100 * value
    digits = Decimal(1).scaleb(Decimal(text).as_tuple().exponent)
    exactly = Decimal(value.numerator) / Decimal(value.denominator)
    return exactly.quantize(digits, ROUND_HALF_UP) == Decimal(text)


def test_one_figure_of_the_sheet_is_wrong_and_only_one():
    printed = WORTH.printed()
    # Fifteen probabilities, nine advantages, and the win frequency of both kinds.
    assert len(printed) == 15 + 9 + 5
    wrong = []
    for one in printed:
        table = TABLES[dict(one.pay_tables)["Bonus"]]
        if not agrees(one.text, one.figure(bet(one.bet, table)).value):
            wrong.append((one.where, one.what, one.text))
    assert wrong == [("Paytable C4", "House advantage", "9.48%")]


def test_what_holds_for_a_kind_of_table_holds_for_each_of_them():
    for one in WORTH.printed():
        if not one.is_edge:
            ((_, first),) = one.pay_tables
            kind = [table for name, table in TABLES.items() if name[0] == first[0]]
            assert len({one.figure(bet("Bonus", table)).value for table in kind}) == 1


def test_the_wrong_figure_would_be_right_if_the_royal_paid_a_thousand():
    c4 = bet("Bonus", TABLES["C4"])
    assert c4.edge.value == Fraction(185_483, 1_672_307)  # 11.09%
    pays = {line.name: line.odds for line in TABLES["C4"].lines}
    of_a_thousand = PayTable.of("C4 otherwise", pays | {"Royal Flush": 1_000})
    assert agrees("9.48%", bet("Bonus", of_a_thousand).edge.value)
    # No other single pay explains it but an odd 158 for the straight flush.
    found = {
        (outcome.name, pay)
        for outcome in c4.outcomes[:-1]
        for pay in range(1_201)
        if agrees("9.48%", c4.edge.value - (pay - outcome.net) * outcome.probability)
    }
    assert found == {("Straight Flush", 158), *(("Royal Flush", pay) for pay in (998, 999, 1_000))}


def test_the_bets_are_those_of_the_felt_and_depend_on_what_there_is():
    assert WORTH.bets(Rules()) == ("High Card", "Blackjack", "Poker", "Bonus")
    wagers = {wager.spot: wager for wager in THREE_WAY_ACTION.wagers(Rules())}
    for name in WORTH.bets(Rules()):
        rulings, spots = WORTH.depends_on(name)
        assert set(rulings) <= set(Rules.__dataclass_fields__)
        assert all(wagers[spot].pay_tables for spot in spots)
        if name != "Blackjack":
            assert not rulings
            assert bool(spots) == (name == "Bonus")
    assert WORTH.together(Rules(), {"Bonus": BONUS_TABLES[0]}) is None
    assert WORTH.not_together
