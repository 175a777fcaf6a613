"""3 Way-Action: seven-card hands, counted by the rank of their best five.

A hand is told apart by how often it holds each rank, its *multiset*, and by whether five of its
cards share a suit. There are 49,205 multisets of seven cards. All of this can be asked of a
smaller deck too, of fewer ranks, fewer suits or shorter hands: small enough to deal every hand
of it, so that the counting can be checked to the last one.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import batch
from croupier.cards.poker import all_five_card_ranks
from croupier.games.three_way_action.blackjack import MOST_CARDS

__all__ = [
    "FLUSH",
    "RANK_NUMBERS",
    "WHOLE",
    "CountedDeck",
    "Multisets",
    "flush_sets",
    "hand_counts",
    "multisets",
]

Counts = NDArray[np.int64]

RANK_NUMBERS: Final = len(all_five_card_ranks()) + 1
"""The length of an array by rank number; none has number 0."""

FLUSH: Final = 5
"""So many cards of a suit make a flush. No hand has twice as many, so it has one at most."""


@dataclass(frozen=True, slots=True)
class CountedDeck:
    """A deck and the size of the hands dealt from it: 3 Way-Action's, or a smaller one."""

    ranks: tuple[int, ...] = tuple(range(13))
    """Which ranks it has, 0 to 12 for two to ace."""
    suits: int = 4
    hand: int = MOST_CARDS

    def __post_init__(self) -> None:
        assert set(self.ranks) <= set(range(13)), "ranks are 0 to 12"
        assert 1 <= self.suits <= 4, "there are four suits"
        assert FLUSH <= self.hand <= MOST_CARDS, "hands are ranked by the best five of up to seven"
        # Every count below is one of pairs of hands, or less: it fits into 64 bits.
        assert self.pairs < 2**62

    @property
    def cards(self) -> int:
        """How many cards it has."""
        return len(self.ranks) * self.suits

    @property
    def hands(self) -> int:
        """How many hands can be dealt from it."""
        return comb(self.cards, self.hand)

    @property
    def others(self) -> int:
        """How many hands can be dealt beside a hand already dealt."""
        return comb(self.cards - self.hand, self.hand)

    @property
    def pairs(self) -> int:
        """In how many ways a player's and a dealer's hand can be dealt."""
        return self.hands * self.others


WHOLE: Final = CountedDeck()


@dataclass(frozen=True, slots=True)
class Multisets:
    """Every way to hold the ranks of a deck, the worst hands first."""

    held: NDArray[np.uint8]
    """How often each of the thirteen ranks is held, one multiset a row."""
    rank_numbers: NDArray[np.uint16]
    """What its best five cards are where no five share a suit."""


def multisets(deck: CountedDeck = WHOLE) -> Multisets:
    """The multisets of a deck, ordered by rank number."""
    held = np.zeros((1, 13), dtype=np.uint8)
    missing = np.array([deck.hand])
    for at, rank in enumerate(deck.ranks):
        room = deck.suits * (len(deck.ranks) - at - 1)  # what later ranks can still hold
        times = np.arange(deck.suits + 1)[:, None]
        times, rows = np.nonzero((times <= missing) & (missing <= times + room))
        held, missing = held[rows], missing[rows] - times
        held[:, rank] = times
    # Suits in turn: cards of one rank never share one, and no five cards do.
    ranks = np.repeat(np.tile(np.arange(13), len(held)), held.ravel()).reshape(-1, deck.hand)
    rank_numbers = batch.best_five(4 * ranks + np.arange(deck.hand) % 4, check=False)
    order = np.argsort(rank_numbers, kind="stable")
    return Multisets(np.ascontiguousarray(held[order]), rank_numbers[order])


def flush_sets(deck: CountedDeck = WHOLE) -> Counts:
    """By rank number and size: how many sets of that many ranks, all in one suit, rank so."""
    sets = np.zeros((RANK_NUMBERS, deck.hand + 1), dtype=np.int64)
    for size in range(FLUSH, deck.hand + 1):
        suited = [[4 * rank for rank in ranks] for ranks in combinations(deck.ranks, size)]
        if suited:
            np.add.at(sets[:, size], batch.best_five(suited, check=False), 1)
    return sets


@cache
def hand_counts(deck: CountedDeck) -> Counts:
    """By rank number: how many hands there are."""
    counts = np.zeros(RANK_NUMBERS, dtype=np.int64)
    every = multisets(deck)
    np.add.at(counts, every.rank_numbers, _unsuited_hands(every.held, deck))
    sets = flush_sets(deck)
    for size in range(FLUSH, deck.hand + 1):
        others = comb(deck.cards - len(deck.ranks), deck.hand - size)
        counts += deck.suits * others * sets[:, size]
    assert int(counts.sum()) == deck.hands
    counts.setflags(write=False)
    return counts


def _unsuited_hands(held: NDArray[np.uint8], deck: CountedDeck) -> Counts:
    """In how many ways the suits of each multiset can fall without five of one.

    That depends only on how many ranks are held once, twice, three and four times.
    """
    digits = np.array([0, 1, 10, 100, 1_000])  # at most seven ranks are held so often
    patterns: Counts = digits[held].sum(axis=1)
    ways = np.zeros(10_000, dtype=np.int64)
    for pattern in np.flatnonzero(np.bincount(patterns)).tolist():
        times = [some for some in (1, 2, 3, 4) for _ in range(pattern // digits[some] % 10)]
        ways[pattern] = _without_flush(times, deck.suits)
    found: Counts = ways[patterns]
    return found


def _without_flush(times: list[int], suits: int) -> int:
    """In how many ways the suits of ranks held so often can fall without five of one.

    For one suit, a polynomial in the number of its cards: a factor for each rank, from the ways
    that have the card of that suit and the ways that do not.
    """
    ways = [1]
    for some in times:
        without, within = comb(suits - 1, some), comb(suits - 1, some - 1)
        ways = [
            without * now + within * before
            for now, before in zip([*ways, 0], [0, *ways], strict=True)
        ]
    return sum(ways) - suits * sum(ways[FLUSH:])
