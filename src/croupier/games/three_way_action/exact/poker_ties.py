"""3 Way-Action: two seven-card hands of one deck that are worth the same, counted exactly.

Take two multisets, the player's and the dealer's. In how many ways their suits can fall depends
only on how many ranks are held once by the one and twice by the other, and so on: on their
*joint pattern*. There are 368,297 pairs of multisets that tie and fit into one deck, and no more
than 49 patterns among them, so the ways of a pattern are counted once and kept.

The ways in which neither hand has a flush are all ways, less those with a flush in the one, less
those with a flush in the other, plus those with a flush in both. Each is read off a polynomial
in two letters, the number of the player's cards in one suit and the number of the dealer's in
the same suit or in another one; it has a factor for each rank.

Two flushes tie only in different suits, for in one suit the highest card that counts would be
in both hands. They are counted from the sets of ranks that are suited.
"""

from itertools import product
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import kernel
from croupier.games.three_way_action.exact.seven_cards import (
    FLUSH,
    RANK_NUMBERS,
    WHOLE,
    CountedDeck,
    Counts,
    flush_sets,
    multisets,
)

__all__ = ["SuitTables", "pairs_among", "pairs_in_groups", "suit_tables", "suit_ways", "tied_pairs"]

Held = NDArray[np.uint8]

_PLACES: Final = 4_099
"""Room for the patterns: two hands of seven cards from one deck have one of 1,189."""


class SuitTables(NamedTuple):
    """How the suits of one rank can fall, when the player holds it so often and the dealer so."""

    suits: int
    same_suit: Counts
    """By both numbers, then: one suit's card is nobody's, the player's or the dealer's."""
    two_suits: Counts
    """By both numbers, then: whether one suit's is the player's, whether another's the dealer's."""
    kinds: Counts
    """By both numbers: a power of sixteen of their own, so that a sum of them is a pattern."""


def suit_tables(deck: CountedDeck = WHOLE) -> SuitTables:
    """The tables for a deck, by giving every suit of a rank to every one in turn."""
    size = deck.suits + 1
    same_suit = np.zeros((size, size, 3), dtype=np.int64)
    two_suits = np.zeros((size, size, 2, 2), dtype=np.int64)
    kinds = np.zeros((size, size), dtype=np.int64)
    for owners in product(range(3), repeat=deck.suits):
        held = owners.count(1), owners.count(2)
        same_suit[*held, owners[0]] += 1
        two_suits[*held, int(owners[0] == 1), int(owners[-1] == 2)] += 1
    some = [held for held in np.ndindex(size, size) if 0 < sum(held) <= deck.suits]
    for at, held in enumerate(some):
        kinds[held] = 16**at  # of four suits there are fourteen, and none is there 16 times
    return SuitTables(deck.suits, same_suit, two_suits, kinds)


def tied_pairs(deck: CountedDeck = WHOLE) -> Counts:
    """By rank number: in how many ways player and dealer are both dealt a hand of that rank."""
    every = multisets(deck)
    starts = np.searchsorted(every.rank_numbers, np.arange(RANK_NUMBERS + 1))
    ties = pairs_in_groups(every.held, starts, suit_tables(deck))
    return ties + _tied_flushes(deck)


def pairs_among(rank_numbers: NDArray[np.int64], deck: CountedDeck = WHOLE) -> int:
    """In how many ways player and dealer both have some of these ranks, none of them a flush."""
    every = multisets(deck)
    held = every.held[np.isin(every.rank_numbers, rank_numbers)]
    assert not flush_sets(deck)[rank_numbers].any(), "flushes are counted by their suited cards"
    return int(pairs_in_groups(held, np.array([0, len(held)]), suit_tables(deck))[0])


def _tied_flushes(deck: CountedDeck) -> Counts:
    """By rank number: the pairs in which both hands are flushes, each in a suit of its own."""
    sets = flush_sets(deck)
    ties = np.zeros(RANK_NUMBERS, dtype=np.int64)
    sizes = range(FLUSH, min(deck.hand, len(deck.ranks)) + 1)
    for first, second in product(sizes, repeat=2):
        ways = deck.suits * (deck.suits - 1) * _beside_flushes(first, second, deck)
        ties += ways * sets[:, first] * sets[:, second]
    return ties


def _beside_flushes(first: int, second: int, deck: CountedDeck) -> int:
    """In how many ways two hands with so many cards of their suits get the rest of their cards.

    Of the player's further cards some are of the dealer's suit, and the other way round; all
    others are of the suits that neither has.
    """
    in_suit, elsewhere = len(deck.ranks), len(deck.ranks) * (deck.suits - 2)
    return sum(
        comb(in_suit - second, crossing)
        * comb(elsewhere, deck.hand - first - crossing)
        * comb(in_suit - first, returning)
        * comb(elsewhere - (deck.hand - first - crossing), deck.hand - second - returning)
        for crossing in range(deck.hand - first + 1)
        for returning in range(deck.hand - second + 1)
        if deck.hand - first - crossing <= elsewhere
    )


# The kernels.


@kernel
def suit_ways(player: Held, dealer: Held, tables: SuitTables) -> tuple[int, int, int, int]:
    """In how many ways the suits of two multisets can fall, that fit into one deck.

    All of them; those with a flush of the player, of the dealer, of both.
    """
    most = 0
    for rank in range(13):
        most += player[rank]
    # By the number of the player's cards in a suit, and of the dealer's in the same, or another.
    same = np.zeros((most + 1, most + 1), dtype=np.int64)
    other = np.zeros((most + 1, most + 1), dtype=np.int64)
    same[0, 0] = 1
    other[0, 0] = 1
    for rank in range(13):
        a, b = player[rank], dealer[rank]
        if a + b == 0:
            continue
        # From the most cards down: what is read has not been written yet.
        for x in range(most, -1, -1):
            for y in range(most, -1, -1):
                ways = same[x, y] * tables.same_suit[a, b, 0]
                apart = other[x, y] * tables.two_suits[a, b, 0, 0]
                if x > 0:
                    ways += same[x - 1, y] * tables.same_suit[a, b, 1]
                    apart += other[x - 1, y] * tables.two_suits[a, b, 1, 0]
                if y > 0:
                    ways += same[x, y - 1] * tables.same_suit[a, b, 2]
                    apart += other[x, y - 1] * tables.two_suits[a, b, 0, 1]
                if x > 0 and y > 0:
                    apart += other[x - 1, y - 1] * tables.two_suits[a, b, 1, 1]
                same[x, y] = ways
                other[x, y] = apart
    every = 0
    players = 0
    dealers = 0
    both = 0
    for x in range(most + 1):
        for y in range(most + 1):
            every += same[x, y]
            if x >= FLUSH:
                players += tables.suits * same[x, y]
            if y >= FLUSH:
                dealers += tables.suits * same[x, y]
            if x >= FLUSH and y >= FLUSH:
                both += tables.suits * (same[x, y] + (tables.suits - 1) * other[x, y])
    return every, players, dealers, both


@kernel
def pairs_in_groups(held: Held, starts: NDArray[np.int64], tables: SuitTables) -> Counts:
    """For each group of multisets, from one start to the next: the pairs of hands within it.

    The hands have no flush and share no card; either may be the player's.
    """
    pairs = np.zeros(len(starts) - 1, dtype=np.int64)
    # What a pattern allows, kept where it was first looked for, or in the next free place.
    patterns = np.zeros(_PLACES, dtype=np.int64)
    known = np.zeros(_PLACES, dtype=np.int64)
    for group in range(len(pairs)):
        for first in range(starts[group], starts[group + 1]):
            for second in range(first, starts[group + 1]):
                pattern = 0
                fits = True
                for rank in range(13):
                    a, b = held[first, rank], held[second, rank]
                    fits = fits and a + b <= tables.suits
                    if fits:
                        pattern += tables.kinds[a, b]
                if not fits:
                    continue
                at = pattern % _PLACES
                while patterns[at] not in (pattern, 0):
                    at = (at + 1) % _PLACES
                if patterns[at] == 0:
                    every, players, dealers, both = suit_ways(held[first], held[second], tables)
                    patterns[at] = pattern
                    known[at] = every - players - dealers + both
                # Two different multisets can be dealt either way round.
                pairs[group] += known[at] if first == second else 2 * known[at]
    return pairs
