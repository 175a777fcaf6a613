"""Every hand the dealer can have: his five cards, and the best three of them, ranked."""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.cards.batch import flush_rank, three_card_rank, unsuited_rank
from croupier.cards.tables import (
    FIVE_OF_A_SUIT,
    SUITS_START,
    FiveCardTables,
    ThreeCardTables,
    five_card_tables,
    three_card_tables,
)
from croupier.compiled import copy_numbers, kernel

__all__ = [
    "FIVE_CARD_RANKS",
    "THREE_CARD_RANKS",
    "RankTables",
    "Ranked",
    "count_ranks",
    "dealer_ranks",
    "rank_completions",
    "rank_tables",
    "unranked",
]

FIVE_CARD_RANKS: Final = 7_462
"""How many ranks a five-card hand can have; they are numbered from 1."""
THREE_CARD_RANKS: Final = 741
"""The same of three cards."""


class RankTables(NamedTuple):
    """What hands of both sizes are looked up in."""

    five: FiveCardTables
    threes: NDArray[np.uint16]
    """By two cards and a third: the rank of the three; 0 where a card is there twice."""


class Ranked(NamedTuple):
    """Hands, by the number of the rank of the five cards and of their best three."""

    fives: NDArray[np.uint16]
    threes: NDArray[np.uint16]


class FirstCards(NamedTuple):
    """The cards of a hand that is being put together, and what is known of the first so many."""

    cards: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    suited: NDArray[np.uint64]
    best: NDArray[np.uint16]
    """The rank of the best three of them."""
    best_with: NDArray[np.uint16]
    """By a further card: the rank of the best three of it and two of them."""


@cache
def rank_tables() -> RankTables:
    """The tables of the batch kernels, and the ranks of all three cards."""
    threes = np.zeros((52, 52, 52), dtype=np.uint16)
    _rank_threes(threes, three_card_tables())
    return RankTables(five_card_tables(5), threes)


@kernel
def _rank_threes(threes: NDArray[np.uint16], tables: ThreeCardTables) -> None:
    """Ranks any three cards, in every order."""
    for a in range(52):
        for b in range(52):
            for c in range(52):
                if a != b != c != a:
                    threes[a, b, c] = three_card_rank(a, b, c, tables)


def unranked(hands: int) -> Ranked:
    """Room for so many."""
    return Ranked(np.empty(hands, dtype=np.uint16), np.empty(hands, dtype=np.uint16))


def dealer_ranks(
    held: Sequence[Card], rest: Sequence[Card]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often the dealer has each rank, with five cards and with his best three.

    He holds some cards for certain, and the others come from the rest. Both answers are by
    the number of the rank.
    """
    missing = 5 - len(held)
    if missing == 0:
        # The kernel adds at least one card.
        held, rest = held[:4], held[4:]
    ranked = unranked(comb(len(rest), max(missing, 1)))
    cards = np.array(held, dtype=np.uint8), np.array(rest, dtype=np.uint8)
    rank_completions(*cards, ranked, rank_tables())
    fives = np.zeros(FIVE_CARD_RANKS + 1, dtype=np.int64)
    threes = np.zeros(THREE_CARD_RANKS + 1, dtype=np.int64)
    count_ranks(ranked, fives, threes)
    return fives, threes


@kernel
def rank_completions(
    held: NDArray[np.uint8], rest: NDArray[np.uint8], ranked: Ranked, tables: RankTables
) -> int:
    """Ranks all hands of the cards held, at most four, and others of the rest.

    Returns how many hands there are.
    """
    first = FirstCards(
        np.empty(5, dtype=np.uint8),
        np.full(5, SUITS_START, dtype=np.uint64),
        np.zeros(5, dtype=np.uint64),
        np.zeros(5, dtype=np.uint16),
        np.zeros((5, 52), dtype=np.uint16),
    )
    places = np.zeros(5, dtype=np.int64)  # where among the rest each card was
    fixed = len(held)
    for size in range(fixed):
        _put(held[size], size, first, tables)
    size = fixed
    place = 0
    count = 0
    while True:
        if size == 4:
            count = _rank_fifths(first, rest[place:], count, ranked, tables)
        elif len(rest) - place >= 5 - size:
            _put(rest[place], size, first, tables)
            places[size] = place
            size += 1
            place += 1
            continue
        if size == fixed:
            return count
        size -= 1
        place = places[size] + 1


@kernel
def _put(card: int, size: int, first: FirstCards, tables: RankTables) -> None:
    """Adds a card after the first so many of a hand."""
    first.cards[size] = card
    first.keys[size + 1] = first.keys[size] + tables.five.cards[card]
    first.suited[size + 1] = first.suited[size] | tables.five.suited[card]
    first.best[size + 1] = max(first.best[size], first.best_with[size, card])
    best_with = first.best_with[size + 1]
    copy_numbers(first.best_with[size], best_with)
    for other in first.cards[:size]:
        row = tables.threes[other, card]
        for third in range(52):
            best_with[third] = max(best_with[third], row[third])


@kernel
def _rank_fifths(
    first: FirstCards, rest: NDArray[np.uint8], count: int, ranked: Ranked, tables: RankTables
) -> int:
    """Ranks four cards with each of the rest as the fifth."""
    key = first.keys[4]
    suited = first.suited[4]
    best = first.best[4]
    best_with = first.best_with[4]
    for card in rest:
        whole = key + tables.five.cards[card]
        if whole & FIVE_OF_A_SUIT:
            ranked.fives[count] = flush_rank(whole, suited | tables.five.suited[card], tables.five)
        else:
            ranked.fives[count] = unsuited_rank(whole, tables.five)
        ranked.threes[count] = max(best, best_with[card])
        count += 1
    return count


@kernel
def count_ranks(ranked: Ranked, fives: NDArray[np.int64], threes: NDArray[np.int64]) -> None:
    """Adds up how often each rank is there."""
    for rank in ranked.fives:
        fives[rank] += 1
    for rank in ranked.threes:
        threes[rank] += 1
