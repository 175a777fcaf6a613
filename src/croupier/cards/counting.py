"""How many hands there are of each kind, counted without dealing them.

A hand of up to seven cards is told apart by two things: how often it holds each rank (its
*rank multiset*) and whether five of its cards share a suit. Multisets with the same
*pattern*, such as two ranks twice and three ranks once, allow the same number of suits, so
a handful of patterns and the 8,192 sets of ranks count all 133,784,560 seven-card hands in
milliseconds. `rank_counts` goes on to every single rank, multiset by multiset.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, factorial, prod
from types import MappingProxyType

from croupier.cards.card import Rank
from croupier.cards.poker import (
    FiveCardCategory,
    FiveCardRank,
    ThreeCardCategory,
    ThreeCardRank,
    all_three_card_ranks,
)
from croupier.rejection import Code, Rejection

__all__ = [
    "CategoryCounts",
    "category_counts",
    "rank_counts",
    "three_card_category_counts",
    "three_card_rank_counts",
]

Pattern = tuple[int, ...]
"""How often the ranks of a hand are held, most often first: (2, 2, 1, 1, 1)."""


@dataclass(frozen=True, slots=True)
class CategoryCounts:
    """How many hands of some size fall into each category, the best five cards counting."""

    of: dict[FiveCardCategory, int]
    royal: int
    """How many of the straight flushes are royal."""

    @property
    def total(self) -> int:
        """All hands of that size."""
        return sum(self.of.values())


def category_counts(cards: int) -> CategoryCounts:
    """Counts the hands of five, six or seven cards by the category of their best five."""
    _require_counted(cards)
    counts: Counter[FiveCardCategory] = Counter()
    for pattern in _patterns(cards):
        suited = prod(comb(4, times) for times in pattern) - _flush_suits(pattern)
        arrangements = factorial(len(pattern)) // prod(
            factorial(times) for times in Counter(pattern).values()
        )
        straights = _straight_sets(len(pattern))
        others = comb(13, len(pattern)) - straights
        unsuited = _pattern_category(pattern)
        counts[max(unsuited, FiveCardCategory.STRAIGHT)] += suited * arrangements * straights
        counts[unsuited] += suited * arrangements * others
    royal = 0
    for size in range(5, cards + 1):
        hands = 4 * comb(39, cards - size)  # of each set of that many ranks in one suit
        straights = _straight_sets(size)
        counts[FiveCardCategory.STRAIGHT_FLUSH] += hands * straights
        counts[FiveCardCategory.FLUSH] += hands * (comb(13, size) - straights)
        royal += hands * comb(8, size - 5)
    return CategoryCounts({category: counts[category] for category in FiveCardCategory}, royal)


@cache
def rank_counts(cards: int) -> Mapping[FiveCardRank, int]:
    """Counts the hands of five, six or seven cards by the rank of their best five."""
    _require_counted(cards)
    counts: Counter[FiveCardRank] = Counter()
    for pattern in _patterns(cards):
        suited = prod(comb(4, times) for times in pattern) - _flush_suits(pattern)
        for held in _multisets(pattern):
            counts[_best_unsuited(held)] += suited
    for size in range(5, cards + 1):
        hands = 4 * comb(39, cards - size)
        for ranks in combinations(reversed(Rank), size):
            top = _highest_straight(ranks)
            if top is None:
                counts[FiveCardRank(FiveCardCategory.FLUSH, ranks[:5])] += hands
            else:
                counts[FiveCardRank(FiveCardCategory.STRAIGHT_FLUSH, (top,))] += hands
    return MappingProxyType(counts)


def three_card_rank_counts() -> dict[ThreeCardRank, int]:
    """Counts all 22,100 three-card hands by rank."""
    suits = {
        ThreeCardCategory.HIGH_CARD: 4**3 - 4,
        ThreeCardCategory.PAIR: comb(4, 2) * 4,
        ThreeCardCategory.FLUSH: 4,
        ThreeCardCategory.STRAIGHT: 4**3 - 4,
        ThreeCardCategory.THREE_OF_A_KIND: comb(4, 3),
        ThreeCardCategory.STRAIGHT_FLUSH: 4,
    }
    return {rank: suits[rank.category] for rank in all_three_card_ranks()}


def three_card_category_counts() -> dict[ThreeCardCategory, int]:
    """Counts all 22,100 three-card hands by category."""
    counts: Counter[ThreeCardCategory] = Counter()
    for rank, hands in three_card_rank_counts().items():
        counts[rank.category] += hands
    return {category: counts[category] for category in ThreeCardCategory}


def _patterns(cards: int, most: int = 4) -> Iterator[Pattern]:
    """The ways to hold ranks up to four times each, most often first."""
    if cards == 0:
        yield ()
    for times in range(min(most, cards), 0, -1):
        for rest in _patterns(cards - times, times):
            yield (times, *rest)


def _multisets(pattern: Pattern) -> Iterator[tuple[tuple[Rank, ...], ...]]:
    """Every hand of that pattern, as the ranks held four times, three times, twice, once."""

    def choose(times: int, free: tuple[Rank, ...]) -> Iterator[tuple[tuple[Rank, ...], ...]]:
        if times == 0:
            yield ()
            return
        for ranks in combinations(free, pattern.count(times)):
            left = tuple(rank for rank in free if rank not in ranks)
            for rest in choose(times - 1, left):
                yield (ranks, *rest)

    return choose(4, tuple(reversed(Rank)))


def _flush_suits(pattern: Pattern) -> int:
    """In how many ways the suits can fall so that five or more cards share one.

    Only one suit can have five of at most seven cards, so it is four times the number of
    ways for one suit: a polynomial in the number of its cards, one factor for each rank.
    """
    ways = [1]
    for times in pattern:
        without, within = comb(3, times), comb(3, times - 1)
        ways = [
            without * now + within * before
            for now, before in zip([*ways, 0], [0, *ways], strict=True)
        ]
    return 4 * sum(ways[5:])


@cache
def _straight_sets(size: int) -> int:
    """How many sets of that many ranks contain five in sequence, ace high or low."""
    return sum(_highest_straight(ranks) is not None for ranks in combinations(reversed(Rank), size))


def _highest_straight(ranks: tuple[Rank, ...]) -> Rank | None:
    """The top of the best straight in distinct ranks, high to low."""
    for at in range(len(ranks) - 4):
        if ranks[at] - ranks[at + 4] == 4:
            return ranks[at]
    if ranks[:1] == (Rank.ACE,) and ranks[-4:] == (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO):
        return Rank.FIVE
    return None


def _pattern_category(pattern: Pattern) -> FiveCardCategory:
    """The category of a hand of that pattern that makes neither straight nor flush."""
    most, next_most = (*pattern, 0)[:2]
    if most == 4:
        return FiveCardCategory.FOUR_OF_A_KIND
    if most == 3:
        return FiveCardCategory.FULL_HOUSE if next_most > 1 else FiveCardCategory.THREE_OF_A_KIND
    if most == 2:
        return FiveCardCategory.TWO_PAIR if next_most > 1 else FiveCardCategory.PAIR
    return FiveCardCategory.HIGH_CARD


def _best_unsuited(held: tuple[tuple[Rank, ...], ...]) -> FiveCardRank:
    """The best five of a hand without a flush, given the ranks held four, three, two, one times."""
    quads, trips, pairs, _ = held
    ranks = tuple(sorted((rank for some in held for rank in some), reverse=True))

    def kickers(count: int, *used: Rank) -> tuple[Rank, ...]:
        return tuple(rank for rank in ranks if rank not in used)[:count]

    if quads:
        return FiveCardRank(FiveCardCategory.FOUR_OF_A_KIND, (quads[0], *kickers(1, quads[0])))
    if trips and (len(trips) > 1 or pairs):
        full_of = max((*trips[1:], *pairs))
        return FiveCardRank(FiveCardCategory.FULL_HOUSE, (trips[0], full_of))
    top = _highest_straight(ranks)
    if top is not None:
        return FiveCardRank(FiveCardCategory.STRAIGHT, (top,))
    if trips:
        return FiveCardRank(FiveCardCategory.THREE_OF_A_KIND, (trips[0], *kickers(2, trips[0])))
    if len(pairs) > 1:
        two = pairs[:2]
        return FiveCardRank(FiveCardCategory.TWO_PAIR, (*two, *kickers(1, *two)))
    if pairs:
        return FiveCardRank(FiveCardCategory.PAIR, (pairs[0], *kickers(3, pairs[0])))
    return FiveCardRank(FiveCardCategory.HIGH_CARD, ranks[:5])


def _require_counted(cards: int) -> None:
    if not 5 <= cards <= 7:
        raise Rejection(Code.HAND_SIZE, f"Hands of 5 to 7 cards are counted, not of {cards}.")
