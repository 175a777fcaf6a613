"""Where a hand ends when it is played by a fixed plan, and how often, as whole numbers.

A plan says what is done with each hand that can come up. An *ending* is a hand on which it stops,
with the number of orders of cards that lead there. From a deck it is reached in so many ways:
that number times, for each value, the cards of it that are left, one fewer each time one is
drawn. Ways times the dealer's counts are counts of whole rounds. Such products need more than 64
bits and are added up in four limbs of 30 bits each: exactly.
"""

from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import kernel
from croupier.games.roll_your_own_blackjack.exact.dealer_counts import (
    BLACKJACK,
    BUSTED,
    MOST_DRAWN,
    any_counts,
    falling,
    find_counts,
)
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    BUST,
    KEY_BITS,
    KEY_MASK,
    VALUES,
    Counts,
    HandIndex,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import DOUBLE, HIT, Round

__all__ = [
    "ENDS",
    "LIMBS",
    "LOST",
    "MOST_WAYS",
    "PUSHED",
    "TO_BLACKJACK",
    "WON",
    "Endings",
    "Hits",
    "Tally",
    "add_product",
    "count_orders",
    "fall_table",
    "gained",
    "list_endings",
    "share",
    "sums",
    "tally",
    "value_endings",
    "ways_to",
]

LOST: Final = 0
PUSHED: Final = 1
WON: Final = 2
TO_BLACKJACK: Final = 3
"""Lost to a blackjack that the dealer has not looked for."""
ENDS: Final = 4

LIMBS: Final = 4
_LIMB_BITS: Final = 30
_LIMB: Final = (1 << _LIMB_BITS) - 1

MOST_CARDS: Final = 24
"""The most cards that two hands and the cards beside them draw, with room to spare."""

MOST_WAYS: Final = 1 << 59
"""No number of ways is larger; the kernels say so where one would be."""

Hits = NDArray[np.bool_]
"""By hand: whether it is hit."""


class Endings(NamedTuple):
    """The endings of a hand."""

    stakes: Counts
    """How many units are staked by then."""
    orders: Counts
    """How many orders of cards lead there."""
    keys: Counts
    """The key of the cards drawn."""
    kinds: Counts


@kernel
def list_endings(index: HandIndex, start: Counts, entries: Counts, hits: Hits) -> Endings:
    """All endings of a hand that began with the cards `start`.

    `entries` are rows of a hand that it can become, mostly of two cards, and of what is done with
    it: STAND, HIT or DOUBLE. What is done with longer hands is in `hits`.
    """
    orders = np.zeros((2, len(index.keys)), dtype=np.int64)
    count_orders(index, entries, hits, orders)
    count = np.count_nonzero(orders)
    stakes, times = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    keys, kinds = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    start_key = 0
    for value in range(VALUES):
        start_key += start[value] << (KEY_BITS * value)
    at = 0
    for stake in range(2):
        for hand in range(len(index.keys)):
            if orders[stake, hand]:
                stakes[at], times[at] = stake + 1, orders[stake, hand]
                keys[at], kinds[at] = index.keys[hand] - start_key, index.kinds[hand]
                at += 1
    return Endings(stakes, times, keys, kinds)


@kernel
def count_orders(index: HandIndex, entries: Counts, hits: Hits, orders: Counts) -> None:
    """Counts the orders by which each hand is an ending: by stake and hand."""
    live = len(index.children)
    reached = np.zeros(live, dtype=np.int64)
    is_hit = hits.copy()
    for at in range(len(entries)):
        hand, action = entries[at]
        if action == DOUBLE:
            for value in range(VALUES):
                orders[1, index.children[hand, value]] += 1
        else:
            reached[hand] += 1
            is_hit[hand] = action == HIT
    for hand in range(live):
        if reached[hand] == 0:
            continue
        if not is_hit[hand]:
            orders[0, hand] += reached[hand]
            continue
        for value in range(VALUES):
            child = index.children[hand, value]
            if child < live:
                reached[child] += reached[hand]
            else:
                orders[0, child] += reached[hand]


# Adding up.


@kernel
def add_product(limbs: Counts, row: int, one: int, other: int) -> None:
    """Adds a product of two numbers below 2^60, the second of either sign, to a row of limbs."""
    sign = 1
    if other < 0:
        sign, other = -1, -other
    low, high = one & _LIMB, one >> _LIMB_BITS
    other_low, other_high = other & _LIMB, other >> _LIMB_BITS
    lowest, middle = low * other_low, low * other_high
    also_middle, highest = high * other_low, high * other_high
    limbs[row, 0] += sign * (lowest & _LIMB)
    limbs[row, 1] += sign * ((lowest >> _LIMB_BITS) + (middle & _LIMB) + (also_middle & _LIMB))
    limbs[row, 2] += sign * (
        (middle >> _LIMB_BITS) + (also_middle >> _LIMB_BITS) + (highest & _LIMB)
    )
    limbs[row, 3] += sign * (highest >> _LIMB_BITS)


@kernel
def fall_table(deck: Counts) -> Counts:
    """By value and number: in how many ways that many cards of it are drawn."""
    falls = np.ones((VALUES, KEY_MASK + 1), dtype=np.int64)
    for value in range(VALUES):
        for drawn in range(1, KEY_MASK + 1):
            falls[value, drawn] = falls[value, drawn - 1] * max(deck[value] - drawn + 1, 0)
    return falls


@kernel
def ways_to(orders: int, key: int, falls: Counts) -> tuple[int, int]:
    """In how many ways the cards of a key are drawn, and how many they are."""
    ways, near, drawn = orders, float(orders), 0
    for value in range(VALUES):
        of_value = key & KEY_MASK
        ways *= falls[value, of_value]
        near *= falls[value, of_value]
        drawn += of_value
        key >>= KEY_BITS
    if near >= MOST_WAYS:
        raise OverflowError("more ways than there is room for")
    return ways, drawn


@kernel
def tally_endings(round_: Round, endings: Endings, deck: Counts, key: int, limbs: Counts) -> None:
    """Counts rounds by cards drawn, stake and end, from a deck that lacks the cards of a key.

    A row of limbs for each, in that order.
    """
    dealer, falls = round_.dealer, fall_table(deck)
    ends = np.zeros(ENDS, dtype=np.int64)
    for at in range(len(endings.keys)):
        ways, drawn = ways_to(endings.orders[at], endings.keys[at], falls)
        if ways == 0:
            continue
        kind, key_then = endings.kinds[at], key + endings.keys[at]
        if kind == BUST:
            ends[LOST], ends[TO_BLACKJACK] = any_counts(dealer, key_then)
        else:
            place = find_counts(dealer, key_then)
            for result in range(BUSTED + 1):
                ends[1 + round_.scored[kind, result]] += dealer.memo[place, 1 + result]
            ends[TO_BLACKJACK] = dealer.memo[place, 1 + BLACKJACK]
        if round_.looks:
            ends[TO_BLACKJACK] = 0
        row = (2 * drawn + endings.stakes[at] - 1) * ENDS
        for end in range(ENDS):
            if ends[end]:
                add_product(limbs, row + end, ways, ends[end])
                ends[end] = 0


@kernel
def gained(round_: Round, kind: int, key: int) -> int:
    """What a hand of a kind gains for a unit staked, counted over what the dealer comes to."""
    dealer, total = round_.dealer, 0
    if kind == BUST:
        usual, blackjacks = any_counts(dealer, key)
        return -usual if round_.looks else -usual - blackjacks
    place = find_counts(dealer, key)
    for result in range(BUSTED + 1):
        total += dealer.memo[place, 1 + result] * round_.scored[kind, result]
    return total if round_.looks else total - dealer.memo[place, 1 + BLACKJACK]


@kernel
def value_endings(round_: Round, endings: Endings, deck: Counts, key: int) -> float:
    """About what a hand with these endings gains on average, to decide by."""
    falls, cards, total = fall_table(deck), deck.sum(), 0.0
    for at in range(len(endings.keys)):
        ways, drawn = ways_to(endings.orders[at], endings.keys[at], falls)
        if ways:
            gain = endings.stakes[at] * gained(round_, endings.kinds[at], key + endings.keys[at])
            rounds = falling(cards - drawn, min(MOST_DRAWN, cards - drawn))
            total += ways / falling(cards, drawn) * (gain / rounds)
    return total


class Tally(NamedTuple):
    """How often a hand ends how, exactly: by units staked (1 or 2) and end."""

    shares: tuple[tuple[Fraction, ...], ...]

    @property
    def value(self) -> Fraction:
        """What it gains on average."""
        return sum(
            (stake * (one[WON] - one[LOST] - one[TO_BLACKJACK]) for stake, one in self.by_stake),
            Fraction(0),
        )

    @property
    def square(self) -> Fraction:
        """What the square of its gain is on average."""
        return sum(
            (stake**2 * (one[WON] + one[LOST] + one[TO_BLACKJACK]) for stake, one in self.by_stake),
            Fraction(0),
        )

    @property
    def to_blackjack(self) -> Fraction:
        """How often it is lost to a blackjack that the dealer has not looked for."""
        return sum((ends[TO_BLACKJACK] for ends in self.shares), Fraction(0))

    @property
    def gained_to_blackjack(self) -> Fraction:
        """What it gains then, on average over all cases: nothing good."""
        return -sum((stake * ends[TO_BLACKJACK] for stake, ends in self.by_stake), Fraction(0))

    @property
    def by_stake(self) -> tuple[tuple[int, tuple[Fraction, ...]], ...]:
        """The shares with the stake they belong to."""
        return tuple(enumerate(self.shares, start=1))

    @property
    def happens(self) -> Fraction:
        """How often it comes to play at all."""
        return sum((one for ends in self.shares for one in ends), Fraction(0))

    @property
    def staked(self) -> Fraction:
        """What is staked on average, where it comes to play."""
        return sum((stake * one for stake, ends in self.by_stake for one in ends), Fraction(0))


def tally(round_: Round, endings: Endings, deck: Counts, key: int) -> Tally:
    """How often a hand played from a deck ends how; `key` is of all cards gone from the deck."""
    limbs = np.zeros((MOST_CARDS, 2, ENDS, LIMBS), dtype=np.int64)
    tally_endings(round_, endings, deck, key, limbs.reshape(-1, LIMBS))
    cards = int(deck.sum())
    return Tally(
        tuple(tuple(share(limbs[:, stake, end], cards) for end in range(ENDS)) for stake in (0, 1))
    )


def share(limbs: Counts, cards: int) -> Fraction:
    """The share of all rounds, of counts by cards drawn, from a deck of that many cards."""
    total, common = 0, denominator(cards, MOST_CARDS)
    for drawn in np.flatnonzero(limbs.any(axis=1)).tolist():
        total += sums(limbs[drawn]) * (common // denominator(cards, drawn))
    return Fraction(total, common)


def sums(limbs: Counts) -> int:
    """The number that limbs hold."""
    return sum(limb << (_LIMB_BITS * at) for at, limb in enumerate(limbs.tolist()))


@cache
def denominator(cards: int, drawn: int) -> int:
    """In how many ways that many cards are drawn, and then those of the dealer."""
    drawn = min(drawn, cards)
    total = drawn + min(MOST_DRAWN, cards - drawn)
    ways = 1
    for already in range(total):
        ways *= cards - already
    return ways
