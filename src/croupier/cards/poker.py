"""Poker hands of three and of five cards, ranked and named.

A rank is a value: ranks of the same kind compare with `<`, equal ranks tie, and `name` says
what a dealer would call. `number` counts the ranks from the worst (1) to the best, 741 for
three cards and 7,462 for five; the batch kernels give the same numbers.

This module is the plain truth, written to be read: hands are ranked from the definitions,
one at a time. Millions of hands go through `croupier.cards.batch`.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import combinations, islice
from typing import TypeVar

from croupier.cards.card import Card, Rank
from croupier.rejection import Code, Rejection

__all__ = [
    "FiveCardCategory",
    "FiveCardRank",
    "ThreeCardCategory",
    "ThreeCardRank",
    "all_five_card_ranks",
    "all_three_card_ranks",
    "best_five",
    "best_three",
    "rank_five",
    "rank_three",
]

Ranks = tuple[Rank, ...]
Held = tuple[int, ...]
"""Ranks in order, each as often as it is held."""
D = TypeVar("D", bound=tuple[IntEnum, Ranks])

_RANKS = tuple(Rank)


class ThreeCardCategory(IntEnum):
    """Three-card hands, low to high: with three cards a straight is rarer than a flush."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5

    @property
    def title(self) -> str:
        """In words, `three of a kind`."""
        return self.name.lower().replace("_", " ")


class FiveCardCategory(IntEnum):
    """Five-card hands, low to high."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def title(self) -> str:
        """In words, `full house`."""
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True, order=True)
class ThreeCardRank:
    """How good a three-card hand is."""

    category: ThreeCardCategory
    ranks: Ranks
    """What decides within the category, most telling first; for straights the top card."""

    @property
    def is_royal(self) -> bool:
        """Whether this is the mini royal, ace-king-queen of one suit."""
        return self.category is ThreeCardCategory.STRAIGHT_FLUSH and self.ranks == (Rank.ACE,)

    @property
    def number(self) -> int:
        """From 1 (five-three-two high) to 741 (mini royal)."""
        return bisect_left(all_three_card_ranks(), self) + 1

    @property
    def name(self) -> str:
        """`pair of nines, ace kicker`."""
        first, rest = self.ranks[0], self.ranks[1:]
        match self.category:
            case ThreeCardCategory.HIGH_CARD:
                return f"{_spoken(self.ranks)} high"
            case ThreeCardCategory.PAIR:
                return f"pair of {first.plural}, {_kickers(rest)}"
            case ThreeCardCategory.FLUSH:
                return f"flush, {_spoken(self.ranks)} high"
            case ThreeCardCategory.STRAIGHT:
                return f"straight, {first.singular} high"
            case ThreeCardCategory.THREE_OF_A_KIND:
                return f"three of a kind, {first.plural}"
            case ThreeCardCategory.STRAIGHT_FLUSH:
                return "mini royal" if self.is_royal else f"straight flush, {first.singular} high"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, order=True)
class FiveCardRank:
    """How good a five-card hand is."""

    category: FiveCardCategory
    ranks: Ranks
    """What decides within the category, most telling first; for straights the top card."""

    @property
    def is_royal(self) -> bool:
        """Whether this is the royal flush, ace to ten of one suit."""
        return self.category is FiveCardCategory.STRAIGHT_FLUSH and self.ranks == (Rank.ACE,)

    @property
    def number(self) -> int:
        """From 1 (seven-five-four-three-two high) to 7,462 (royal flush)."""
        return bisect_left(all_five_card_ranks(), self) + 1

    @property
    def name(self) -> str:
        """`full house, nines full of fours`."""
        first, rest = self.ranks[0], self.ranks[1:]
        match self.category:
            case FiveCardCategory.HIGH_CARD:
                return f"{_spoken(self.ranks)} high"
            case FiveCardCategory.PAIR:
                return f"pair of {first.plural}, {_kickers(rest)}"
            case FiveCardCategory.TWO_PAIR:
                return f"two pair, {first.plural} and {rest[0].plural}, {_kickers(rest[1:])}"
            case FiveCardCategory.THREE_OF_A_KIND:
                return f"three of a kind, {first.plural}, {_kickers(rest)}"
            case FiveCardCategory.STRAIGHT:
                return f"straight, {first.singular} high"
            case FiveCardCategory.FLUSH:
                return f"flush, {_spoken(self.ranks)} high"
            case FiveCardCategory.FULL_HOUSE:
                return f"full house, {first.plural} full of {rest[0].plural}"
            case FiveCardCategory.FOUR_OF_A_KIND:
                return f"four of a kind, {first.plural}, {_kickers(rest)}"
            case FiveCardCategory.STRAIGHT_FLUSH:
                return "royal flush" if self.is_royal else f"straight flush, {first.singular} high"

    def __str__(self) -> str:
        return self.name


def rank_three(cards: Sequence[Card]) -> ThreeCardRank:
    """The rank of exactly three cards."""
    _require_size(cards, 3, 3)
    return ThreeCardRank(*_best(cards, 3, _decide_three)[0])


def rank_five(cards: Sequence[Card]) -> FiveCardRank:
    """The rank of exactly five cards."""
    _require_size(cards, 5, 5)
    return FiveCardRank(*_best(cards, 5, _decide_five)[0])


def best_five(cards: Sequence[Card]) -> tuple[FiveCardRank, tuple[Card, ...]]:
    """The best five of five to seven cards: their rank, and which they are, the first if equal."""
    _require_size(cards, 5, 7)
    decided, best = _best(cards, 5, _decide_five)
    return FiveCardRank(*decided), best


def best_three(cards: Sequence[Card]) -> tuple[ThreeCardRank, tuple[Card, ...]]:
    """The best three of three to five cards: their rank, and which they are, the first if equal."""
    _require_size(cards, 3, 5)
    decided, best = _best(cards, 3, _decide_three)
    return ThreeCardRank(*decided), best


def _best(
    cards: Sequence[Card], size: int, decide: Callable[[Held, bool], D]
) -> tuple[D, tuple[Card, ...]]:
    """What decides about the best so many of the cards, and which these are, the first if equal."""
    ranks = combinations([card >> 2 for card in cards], size)
    suits = combinations([card & 3 for card in cards], size)
    decided = [
        decide(tuple(sorted(held)), len(set(of)) == 1)
        for held, of in zip(ranks, suits, strict=True)
    ]
    best = max(decided)
    return best, next(islice(combinations(cards, size), decided.index(best), None))


# There are few different ranks to be held, so what they decide is worked out once.


@cache
def _decide_three(held: Held, is_flush: bool) -> tuple[ThreeCardCategory, Ranks]:
    """The category of three cards, and what decides within it."""
    groups = _groups(held)
    top = _straight_top(groups)
    if top is not None:
        category = ThreeCardCategory.STRAIGHT_FLUSH if is_flush else ThreeCardCategory.STRAIGHT
        return category, (top,)
    if is_flush:
        return ThreeCardCategory.FLUSH, groups
    category = (
        ThreeCardCategory.THREE_OF_A_KIND,
        ThreeCardCategory.PAIR,
        ThreeCardCategory.HIGH_CARD,
    )[len(groups) - 1]
    return category, groups


@cache
def _decide_five(held: Held, is_flush: bool) -> tuple[FiveCardCategory, Ranks]:
    """The category of five cards, and what decides within it."""
    groups = _groups(held)
    if len(groups) == 5:
        top = _straight_top(groups)
        if top is not None:
            category = FiveCardCategory.STRAIGHT_FLUSH if is_flush else FiveCardCategory.STRAIGHT
            return category, (top,)
        return FiveCardCategory.FLUSH if is_flush else FiveCardCategory.HIGH_CARD, groups
    if len(groups) == 4:
        return FiveCardCategory.PAIR, groups
    most = held.count(groups[0])
    if len(groups) == 3:
        category = FiveCardCategory.THREE_OF_A_KIND if most == 3 else FiveCardCategory.TWO_PAIR
    else:
        category = FiveCardCategory.FOUR_OF_A_KIND if most == 4 else FiveCardCategory.FULL_HOUSE
    return category, groups


def _groups(held: Held) -> Ranks:
    """The ranks held, each once: those held most often first, then the higher first."""
    order = sorted(set(held), key=lambda rank: (held.count(rank), rank), reverse=True)
    return tuple([_RANKS[rank] for rank in order])


def _straight_top(ranks: Ranks) -> Rank | None:
    """The top card if the ranks, high to low, are in sequence; the ace may also be low."""
    size = len(ranks)
    if size < 3:
        return None
    if ranks[0] - ranks[-1] == size - 1:
        return ranks[0]
    if ranks[0] is Rank.ACE and ranks[1] == size - 2:
        return ranks[1]
    return None


def _require_size(cards: Sequence[Card], least: int, most: int) -> None:
    if not least <= len(cards) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise Rejection(Code.HAND_SIZE, f"This ranks {wanted} cards, not {len(cards)}.")
    if len(set(cards)) != len(cards):
        repeated = next(card for card in cards if list(cards).count(card) > 1)
        raise Rejection(
            Code.CARD_REPEATED, f"{repeated} is there twice; one deck holds each card once."
        )


def _spoken(ranks: Ranks) -> str:
    return "-".join(rank.singular for rank in ranks)


def _kickers(ranks: Ranks) -> str:
    return f"{_spoken(ranks)} kicker{'s' if len(ranks) > 1 else ''}"


@cache
def all_three_card_ranks() -> tuple[ThreeCardRank, ...]:
    """Every rank a three-card hand can have, worst first."""
    hands = (ThreeCardRank(category, ranks) for category, ranks in _all_three())
    return tuple(sorted(hands))


@cache
def all_five_card_ranks() -> tuple[FiveCardRank, ...]:
    """Every rank a five-card hand can have, worst first."""
    hands = (FiveCardRank(category, ranks) for category, ranks in _all_five())
    return tuple(sorted(hands))


def _all_three() -> Iterator[tuple[ThreeCardCategory, Ranks]]:
    for ranks in _descending(3):
        top = _straight_top(ranks)
        if top is None:
            yield ThreeCardCategory.HIGH_CARD, ranks
            yield ThreeCardCategory.FLUSH, ranks
        else:
            yield ThreeCardCategory.STRAIGHT, (top,)
            yield ThreeCardCategory.STRAIGHT_FLUSH, (top,)
    for rank in Rank:
        yield ThreeCardCategory.THREE_OF_A_KIND, (rank,)
        for kicker in _descending(1, rank):
            yield ThreeCardCategory.PAIR, (rank, *kicker)


def _all_five() -> Iterator[tuple[FiveCardCategory, Ranks]]:
    for ranks in _descending(5):
        top = _straight_top(ranks)
        if top is None:
            yield FiveCardCategory.HIGH_CARD, ranks
            yield FiveCardCategory.FLUSH, ranks
        else:
            yield FiveCardCategory.STRAIGHT, (top,)
            yield FiveCardCategory.STRAIGHT_FLUSH, (top,)
    for high, low in _descending(2):
        for kicker in _descending(1, high, low):
            yield FiveCardCategory.TWO_PAIR, (high, low, *kicker)
    for rank in Rank:
        for kickers in _descending(1, rank):
            yield FiveCardCategory.FULL_HOUSE, (rank, *kickers)
            yield FiveCardCategory.FOUR_OF_A_KIND, (rank, *kickers)
        for kickers in _descending(2, rank):
            yield FiveCardCategory.THREE_OF_A_KIND, (rank, *kickers)
        for kickers in _descending(3, rank):
            yield FiveCardCategory.PAIR, (rank, *kickers)


def _descending(size: int, *without: Rank) -> Iterator[Ranks]:
    """All sets of `size` ranks, each from high to low, leaving out some ranks."""
    return combinations([rank for rank in reversed(Rank) if rank not in without], size)
