"""Two hands against the same dealer: how often they end how, together, exactly.

They draw from the same cards, so every ending of the one is put beside every ending of the other,
and the dealer's counts are looked up for what is left. Where both hands began alike, as two hands
of a split do, pairs of endings that take the same cards are put together first.
"""

from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import kernel
from croupier.games.roll_your_own_blackjack.exact.dealer_counts import (
    BLACKJACK,
    MULTIPLIER,
    RESULTS,
    Dealer,
    any_counts,
    find_counts,
)
from croupier.games.roll_your_own_blackjack.exact.endings import (
    LIMBS,
    MOST_CARDS,
    Endings,
    add_product,
    fall_table,
    share,
    ways_to,
)
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    BUST,
    KINDS,
    Counts,
    key_of,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import Round, scores
from croupier.games.roll_your_own_blackjack.rules import BLACKJACK_ODDS

__all__ = [
    "GAINS",
    "Ends",
    "Left",
    "Pairs",
    "Table",
    "joined",
    "pair_ends",
    "pair_product",
    "pair_up",
    "put_together",
    "table_of",
    "with_natural",
]

_NATURAL: Final = KINDS
"""The kind of a hand that is a blackjack: it wins whatever the dealer has."""
_CODES: Final = 2 * (KINDS + 1)
"""A hand is told apart by its kind and by whether one unit or two are staked."""

_ENDED: Final = 7
GAINS: Final = (
    (Fraction(-1), 1),
    (Fraction(0), 1),
    (Fraction(1), 1),
    (Fraction(-2), 2),
    (Fraction(0), 2),
    (Fraction(2), 2),
    (BLACKJACK_ODDS.fraction, 1),
)
"""How a hand can end beside another: what it gains, and how many units were staked."""

Codes = NDArray[np.uint8]

Ends = dict[tuple[bool, int, int], Fraction]
"""How often two hands end how: by whether the dealer has a blackjack, and by both in `GAINS`."""


class Table(NamedTuple):
    """What the kernels go by: the dealer, whether he looks first, and what hands gain."""

    dealer: Dealer
    looks: bool
    products: Counts
    """Four times the product of what two hands gain: by their code and the dealer's result."""
    ends: Counts
    """By the code of two hands and the dealer's result: how they end, as one number."""
    is_settled: NDArray[np.bool_]
    """By the code of two hands: whether it does not matter what the dealer comes to."""


class Left(NamedTuple):
    """The cards left, and the key of those gone."""

    deck: Counts
    key: int


class Pairs(NamedTuple):
    """Endings of two hands together."""

    orders: Counts
    keys: Counts
    """Of the cards drawn by both."""
    codes: Codes
    """Of both hands: that of the one times `_CODES` and that of the other."""


def table_of(round_: Round) -> Table:
    """The table of a round."""
    return Table(round_.dealer, round_.looks, *_code_tables())


@cache
def _code_tables() -> tuple[Counts, Counts, NDArray[np.bool_]]:
    ends = np.full((_CODES, RESULTS), _ENDED - 1, dtype=np.int64)
    for kind in range(KINDS):
        for stake in (1, 2):
            ends[2 * kind + stake - 1] = 3 * (stake - 1) + 1 + scores()[kind]
    doubled = np.array([int(2 * gain) for gain, _ in GAINS])[ends]
    settled = np.isin(np.arange(_CODES) // 2, (BUST, _NATURAL))
    return (
        (doubled[:, None] * doubled).reshape(-1, RESULTS),
        (_ENDED * ends[:, None] + ends).reshape(-1, RESULTS),
        (settled[:, None] & settled).reshape(-1),
    )


# Endings.


def joined(one: Endings, other: Endings) -> Endings:
    """The endings of both: of a hand that can begin in either way."""
    return Endings(*(np.concatenate(both) for both in zip(one, other, strict=True)))


def with_natural(endings: Endings, value: int) -> Endings:
    """The endings of a one-card hand with a second card that makes it a blackjack."""
    one = np.ones(1, dtype=np.int64)
    natural = Endings(stakes=one, orders=one, keys=one * key_of([value]), kinds=one * _NATURAL)
    return joined(endings, natural)


def put_together(one: Endings, other: Endings) -> Pairs:
    """Each ending of one hand with each of another, those that come to the same as one."""
    count = len(one.orders) * len(other.orders)
    return Pairs(*merge(one, other, False, _bits(count)))


def pair_up(endings: Endings) -> Pairs:
    """The same for two hands that began alike: which of them is which does not matter."""
    order = np.lexsort((endings.stakes, endings.kinds))
    ordered = Endings(*(array[order] for array in endings))
    return Pairs(*merge(ordered, ordered, True, _bits(len(order) * (len(order) + 1) // 2)))


def _bits(count: int) -> int:
    """Of a place in a table that so many pairs leave half empty."""
    return max((2 * count).bit_length(), 4)


@kernel
def merge(one: Endings, other: Endings, alike: bool, bits: int) -> tuple[Counts, Counts, Codes]:
    """What `Pairs` holds, in the order of the dealer's memo.

    Hands that are alike come ordered by kind and stake.
    """
    space, found = 1 << bits, 0
    orders, keys = np.zeros(space, dtype=np.int64), np.empty(space, dtype=np.int64)
    codes = np.empty(space, dtype=np.uint8)
    for at in range(len(one.orders)):
        code = (2 * one.kinds[at] + one.stakes[at] - 1) * _CODES
        for beside in range(at if alike else 0, len(other.orders)):
            times = one.orders[at] * other.orders[beside]
            if alike and at != beside:
                times *= 2
            key = int(one.keys[at] + other.keys[beside])
            both = code + 2 * other.kinds[beside] + other.stakes[beside] - 1
            place = ((key * MULTIPLIER) >> (64 - bits)) & (space - 1)
            while orders[place] and (keys[place] != key or codes[place] != both):
                place = (place + 1) & (space - 1)
            if orders[place] == 0:
                keys[place], codes[place] = key, both
                found += 1
            orders[place] += times
    places = np.empty(found, dtype=np.int64)
    at = 0
    for place in range(space):
        if orders[place]:
            places[at] = place
            at += 1
    return orders[places], keys[places], codes[places]


# Adding up.


def pair_ends(table: Table, pairs: Pairs, left: Left) -> Ends:
    """How often two hands end how, drawn from these cards."""
    limbs = np.zeros((MOST_CARDS, 2, _ENDED**2, LIMBS), dtype=np.int64)
    add_ends(table, pairs, left, limbs.reshape(-1, LIMBS))
    cards = int(left.deck.sum())
    return {
        (bool(world), *divmod(ends, _ENDED)): share(limbs[:, world, ends], cards)
        for world, ends in np.argwhere(limbs.any(axis=(0, 3))).tolist()
    }


def pair_product(table: Table, pairs: Pairs, left: Left) -> Fraction:
    """What the product of what two hands gain is on average."""
    limbs = np.zeros((MOST_CARDS, LIMBS), dtype=np.int64)
    add_gains(table, pairs, left, limbs)
    return share(limbs, int(left.deck.sum())) / 4


@kernel
def add_ends(table: Table, pairs: Pairs, left: Left, limbs: Counts) -> None:
    """Counts rounds by cards drawn, dealer's blackjack, and the ends of both hands.

    A row of limbs for each, in that order.
    """
    memo, falls = table.dealer.memo, fall_table(left.deck)
    found = np.zeros(_ENDED**2, dtype=np.int64)
    for at in range(len(pairs.orders)):
        ways, drawn = ways_to(pairs.orders[at], pairs.keys[at], falls)
        if ways == 0:
            continue
        code, key, row = pairs.codes[at], left.key + pairs.keys[at], 2 * drawn * _ENDED**2
        if table.is_settled[code]:
            usual, blackjacks = any_counts(table.dealer, key)
            if usual:
                add_product(limbs, row + table.ends[code, 0], ways, usual)
        else:
            place = find_counts(table.dealer, key)
            blackjacks = memo[place, 1 + BLACKJACK]
            for result in range(BLACKJACK):
                found[table.ends[code, result]] += memo[place, 1 + result]
            for result in range(BLACKJACK):
                end = table.ends[code, result]
                if found[end]:
                    add_product(limbs, row + end, ways, found[end])
                    found[end] = 0
        if blackjacks and not table.looks:
            row += _ENDED**2 + table.ends[code, BLACKJACK]
            add_product(limbs, row, ways, blackjacks)


@kernel
def add_gains(table: Table, pairs: Pairs, left: Left, limbs: Counts) -> None:
    """Adds up four times the product of what both hands gain, by cards drawn."""
    memo, falls = table.dealer.memo, fall_table(left.deck)
    results = BLACKJACK if table.looks else RESULTS
    for at in range(len(pairs.orders)):
        ways, drawn = ways_to(pairs.orders[at], pairs.keys[at], falls)
        if ways == 0:
            continue
        code, key, gained = pairs.codes[at], left.key + pairs.keys[at], 0
        if table.is_settled[code]:
            usual, blackjacks = any_counts(table.dealer, key)
            gained = usual * table.products[code, 0]
            if not table.looks:
                gained += blackjacks * table.products[code, BLACKJACK]
        else:
            place = find_counts(table.dealer, key)
            for result in range(results):
                gained += memo[place, 1 + result] * table.products[code, result]
        add_product(limbs, drawn, ways, gained)
