"""The 1,755 kinds of three cards that remain when suits are exchanged.

Two hands are of one class if an exchange of suits turns one into the other: they are then worth
the same, whatever is bet. What is true of a class is said of one hand of it.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card, Rank, Suit, ThreeCardRank, rank_three
from croupier.cards.poker import all_three_card_ranks

__all__ = ["HandClasses", "hand_classes"]

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandClasses:
    """All classes, the weakest hand first, and for each a hand, its rank and its size."""

    hands: tuple[Cards, ...]
    """One hand of each class, its highest card first."""
    ranks: tuple[ThreeCardRank, ...]
    sizes: NDArray[np.int64]
    """How many of the 22,100 hands are of each class."""
    cards: NDArray[np.int64]
    """The same hands as card numbers, one a row."""


@cache
def hand_classes() -> HandClasses:
    """The classes of Three Card Poker hands."""
    found = [(hand, size, rank_three(hand)) for hand, size in _hands_and_sizes()]
    numbers = {rank: number for number, rank in enumerate(all_three_card_ranks(), 1)}
    found.sort(key=lambda one: (numbers[one[2]], one[0]))
    return HandClasses(
        hands=tuple(hand for hand, _, _ in found),
        ranks=tuple(rank for _, _, rank in found),
        sizes=np.array([size for _, size, _ in found], dtype=np.int64),
        cards=np.array([hand for hand, _, _ in found], dtype=np.int64),
    )


def _hands_and_sizes() -> list[tuple[Cards, int]]:
    """A hand of each class, and how many hands an exchange of suits makes of it."""
    clubs, diamonds, hearts, _ = Suit
    found: list[tuple[Cards, int]] = []
    for ranks in combinations(reversed(Rank), 3):
        # All of one suit; one card of another; three suits.
        found.append((_hand(ranks, (clubs,) * 3), 4))
        for odd in range(3):
            suits = tuple(diamonds if at == odd else clubs for at in range(3))
            found.append((_hand(ranks, suits), 4 * 3))
        found.append((_hand(ranks, (clubs, diamonds, hearts)), 4 * 3 * 2))
    for pair, kicker in permutations(Rank, 2):
        for suit in (clubs, hearts):
            cards = _hand((pair, pair, kicker), (clubs, diamonds, suit))
            found.append((tuple(sorted(cards, reverse=True)), 6 * 2))
    found += [(_hand((rank,) * 3, (hearts, diamonds, clubs)), 4) for rank in Rank]
    return found


def _hand(ranks: tuple[Rank, ...], suits: tuple[Suit, ...]) -> Cards:
    return tuple(DECK[4 * rank + suit] for rank, suit in zip(ranks, suits, strict=True))
