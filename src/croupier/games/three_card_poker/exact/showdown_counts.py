"""How the dealer's three cards fall against each class of hands, counted.

For a hand and the cards that are gone, every hand the dealer can still have ends the showdown
in one of four ways and makes, with the player's three cards, one of eight six-card hands. The
counts of these 32 cases are all that the worth of any bet depends on: pay tables come later.

`count_all` counts them for all classes at once, by the ranks of the dealer's cards: there are
455 ways to hold three ranks, and the suits of each are counted without dealing them. Only
hands in which five of six cards share a suit are looked at one by one. `count_by_dealing`
deals the dealer every hand; it is the plain twin, and values a decision in which other cards
have been seen.
"""

from functools import cache, cmp_to_key
from itertools import combinations_with_replacement, pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import ThreeCardRank
from croupier.cards.batch import best_five_rank, three_card_rank, unsuited_rank
from croupier.cards.poker import all_five_card_ranks, all_three_card_ranks
from croupier.cards.tables import (
    SUITS_START,
    FiveCardTables,
    ThreeCardTables,
    five_card_tables,
    three_card_tables,
)
from croupier.compiled import kernel
from croupier.games.poker_lines import five_card_lines
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.rules import SIX_CARD_LINES, PairComparison
from croupier.games.three_card_poker.script import compare, qualifies

__all__ = [
    "LINES",
    "LOSE",
    "NOTHING",
    "NOT_QUALIFIED",
    "RESULTS",
    "TIE",
    "WIN",
    "Counts",
    "Showdown",
    "count_all",
    "count_by_dealing",
    "deal_out",
    "showdown",
    "showdown_counts",
]

Cards = NDArray[np.int64]
"""Card numbers."""
Strength = int | np.int16
"""How good a hand is beside others."""
Counts = NDArray[np.int64]
"""By result and six-card line; with a first index where it is of many hands."""

RESULTS: Final = 4
NOT_QUALIFIED: Final = 0
"""The dealer does not qualify."""
WIN: Final = 1
"""He qualifies, and the player's hand is better."""
TIE: Final = 2
LOSE: Final = 3

LINES: Final = len(SIX_CARD_LINES) + 1
NOTHING: Final = LINES - 1
"""Six cards that are no line of the Six Card Bonus; the others count as in `SIX_CARD_LINES`."""


class Showdown(NamedTuple):
    """What the kernels look up, taken from the rules of the game."""

    strengths: NDArray[np.int16]
    """By rank number of the player's hand: the higher the better, equal ones tie."""
    against: NDArray[np.int16]
    """The same for the dealer's; 0 where he does not qualify."""
    lines: NDArray[np.uint8]
    """By rank number of the best five: the line of six cards."""
    three: ThreeCardTables
    six: FiveCardTables


@cache
def showdown(reading: PairComparison) -> Showdown:
    """The tables for one way to compare pairs."""
    ranks = all_three_card_ranks()

    def compared(one: ThreeCardRank, other: ThreeCardRank) -> int:
        return compare(one, other, reading)

    order = sorted(ranks, key=cmp_to_key(compared))
    strengths = {order[0]: 1}
    for weaker, stronger in pairwise(order):
        strengths[stronger] = strengths[weaker] + (compare(stronger, weaker, reading) > 0)
    against = [strengths[rank] if qualifies(rank) else 0 for rank in ranks]
    return Showdown(
        strengths=np.array([0, *(strengths[rank] for rank in ranks)], dtype=np.int16),
        against=np.array([0, *against], dtype=np.int16),
        lines=_six_card_lines(),
        three=three_card_tables(),
        six=five_card_tables(6),
    )


class ByRanks(NamedTuple):
    """What is true of three cards by their ranks alone: of each of the 455 ways to hold three."""

    ranks: NDArray[np.int64]
    """High, middle, low."""
    unsuited: NDArray[np.int16]
    """How strong the dealer is with them, of different suits."""
    suited: NDArray[np.int16]
    """How strong he is with them in one suit; 0 where two are of one rank."""
    lines: NDArray[np.uint8]
    """By the player's three and the dealer's: the line of six cards, five never of a suit."""


@cache
def _by_ranks(reading: PairComparison) -> ByRanks:
    ranks = np.array(list(combinations_with_replacement(range(12, -1, -1), 3)))
    return ByRanks(ranks, *_look_up_ranks(ranks, showdown(reading)))


@cache
def _six_card_lines() -> NDArray[np.uint8]:
    """By rank number of the best five cards: the first line of the Six Card Bonus they fit."""
    at = {line: number for number, line in enumerate(SIX_CARD_LINES)}
    lines = [
        next((at[line] for line in five_card_lines(rank) if line in at), NOTHING)
        for rank in all_five_card_ranks()
    ]
    return np.array([NOTHING, *lines], dtype=np.uint8)


@cache
def showdown_counts(reading: PairComparison) -> Counts:
    """For each class of hands: how many of 18,424 hands of the dealer end in each way."""
    counts = count_all(hand_classes().cards, showdown(reading), _by_ranks(reading))
    counts.flags.writeable = False
    return counts


def count_by_dealing(hand: Cards, unseen: Cards, tables: Showdown) -> Counts:
    """The same for one hand, the dealer being dealt every three of the unseen cards."""
    counts = np.zeros((RESULTS, LINES), dtype=np.int64)
    deal_out(hand, unseen, tables, counts)
    return counts


@kernel
def result_of(player: Strength, dealer: Strength) -> int:
    """How a showdown of two strengths ends."""
    if dealer == 0:
        return NOT_QUALIFIED
    if player > dealer:
        return WIN
    return TIE if player == dealer else LOSE


@kernel
def deal_out(hand: Cards, unseen: Cards, tables: Showdown, counts: Counts) -> None:
    """Adds every three of the unseen cards, as the dealer's hand, to the counts."""
    a, b, c = hand[0], hand[1], hand[2]
    player = tables.strengths[three_card_rank(a, b, c, tables.three)]
    for third in range(2, len(unseen)):
        for second in range(1, third):
            for first in range(second):
                d, e, f = unseen[first], unseen[second], unseen[third]
                dealer = tables.against[three_card_rank(d, e, f, tables.three)]
                six = best_five_rank((a, b, c, d, e, f), tables.six)
                counts[result_of(player, dealer), int(tables.lines[six])] += 1


@kernel
def _look_up_ranks(
    ranks: NDArray[np.int64], tables: Showdown
) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.uint8]]:
    """The strengths of three ranks unsuited and suited, and the lines of three and three."""
    size = len(ranks)
    unsuited, suited = np.zeros(size, dtype=np.int16), np.zeros(size, dtype=np.int16)
    lines = np.empty((size, size), dtype=np.uint8)
    keys = np.empty(size, dtype=np.uint64)
    cards = tables.six.cards
    for at in range(size):
        # Any cards of these ranks: the half of a key that tells suits is not read below.
        a, b, c = 4 * ranks[at, 0], 4 * ranks[at, 1] + 1, 4 * ranks[at, 2] + 2
        keys[at] = cards[a] + cards[b] + cards[c]
        unsuited[at] = tables.against[three_card_rank(a, b, c, tables.three)]
        if ranks[at, 0] > ranks[at, 1] > ranks[at, 2]:
            suited[at] = tables.against[three_card_rank(a, b - 1, c - 2, tables.three)]
    for one in range(size):
        for other in range(size):
            key = SUITS_START + keys[one] + keys[other]
            # Five cards of a rank do not exist, and what is looked up for them is never used.
            lines[one, other] = tables.lines[unsuited_rank(key, tables.six)]
    return unsuited, suited, lines


@kernel
def count_all(hands: Cards, tables: Showdown, by_ranks: ByRanks) -> Counts:
    """For each hand alone: how the 18,424 hands end that 49 other cards make."""
    counts = np.zeros((len(hands), RESULTS, LINES), dtype=np.int64)
    used = np.empty(13, dtype=np.int64)  # by rank: the suits the hand holds, a bit each
    held = np.empty(4, dtype=np.int64)  # by suit: how many cards the hand holds
    number = np.empty((13, 13, 13), dtype=np.int64)  # by three ranks, high to low
    for at in range(len(by_ranks.ranks)):
        high, middle, low = by_ranks.ranks[at]
        number[high, middle, low] = at
    for at in range(len(hands)):
        hand = hands[at]
        used[:], held[:] = 0, 0
        for card in hand:
            used[card >> 2] |= 1 << (card & 3)
            held[card & 3] += 1
        player = tables.strengths[three_card_rank(hand[0], hand[1], hand[2], tables.three)]
        lines = by_ranks.lines[number[hand[0] >> 2, hand[1] >> 2, hand[2] >> 2]]
        _count_by_ranks(player, lines, used, by_ranks, counts[at])
        for suit in range(4):
            if held[suit] >= 2:
                _count_flushes(hand, suit, used, tables, counts[at])
    return counts


@kernel
def _count_by_ranks(
    player: Strength,
    lines: NDArray[np.uint8],
    used: NDArray[np.int64],
    by_ranks: ByRanks,
    counts: Counts,
) -> None:
    """Adds every hand of the dealer, as if no six cards held five of a suit."""
    for at in range(len(by_ranks.ranks)):
        high, middle, low = by_ranks.ranks[at, 0], by_ranks.ranks[at, 1], by_ranks.ranks[at, 2]
        left, suited = _free_suits(used[middle]), 0
        if low == high:
            ways = left * (left - 1) * (left - 2) // 6
        elif low == middle:
            ways = left * (left - 1) // 2 * _free_suits(used[high])
        elif middle == high:
            ways = left * (left - 1) // 2 * _free_suits(used[low])
        else:
            ways = left * _free_suits(used[high]) * _free_suits(used[low])
            suited = _free_suits(used[high] | used[middle] | used[low])
        line = int(lines[at])
        counts[result_of(player, by_ranks.unsuited[at]), line] += ways - suited
        counts[result_of(player, by_ranks.suited[at]), line] += suited


@kernel
def _free_suits(used: int) -> int:
    """How many of four suits are not among these, a bit each."""
    return 4 - (used & 1) - (used >> 1 & 1) - (used >> 2 & 1) - (used >> 3)


@kernel
def _count_flushes(
    hand: Cards, suit: int, used: NDArray[np.int64], tables: Showdown, counts: Counts
) -> None:
    """Moves the hands with which six cards hold five of that suit to the line they are."""
    free = np.empty(13, dtype=np.int64)
    size = 0
    for rank in range(13):
        if not used[rank] >> suit & 1:
            free[size] = 4 * rank + suit
            size += 1
    for second in range(1, size):
        for first in range(second):
            for third in range(first):
                _move(hand, (free[first], free[second], free[third]), tables, counts)
            if size == 10:
                # The hand itself is of the suit: two more are enough, with any third card.
                for card in range(52):
                    if card & 3 != suit:
                        _move(hand, (free[first], free[second], card), tables, counts)


@kernel
def _move(hand: Cards, dealer: tuple[int, int, int], tables: Showdown, counts: Counts) -> None:
    """Moves one hand of the dealer from its line without suits to that with them."""
    a, b, c = hand[0], hand[1], hand[2]
    d, e, f = dealer
    cards, lines = tables.six.cards, tables.lines
    key = SUITS_START + cards[a] + cards[b] + cards[c] + cards[d] + cards[e] + cards[f]
    player = tables.strengths[three_card_rank(a, b, c, tables.three)]
    result = result_of(player, tables.against[three_card_rank(d, e, f, tables.three)])
    counts[result, int(lines[unsuited_rank(key, tables.six)])] -= 1
    counts[result, int(lines[best_five_rank((a, b, c, d, e, f), tables.six)])] += 1
