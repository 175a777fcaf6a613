"""What a rule can say about a group of hands: one option for all, or a bar between two.

A bar is set on the rank of the five cards, on that of their best three, or on the highest of
the three for each leading rank of the five. It is set where it costs least.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import FiveCardCategory, FiveCardRank, Rank, ThreeCardRank
from croupier.cards.poker import all_five_card_ranks, all_three_card_ranks
from croupier.games.pick_2_poker.exact.class_counts import class_counts
from croupier.games.pick_2_poker.exact.hand_kinds import hand_traits
from croupier.games.pick_2_poker.exact.payouts import FIVE, FOLDED, THREE
from croupier.games.pick_2_poker.exact.valuation import Choices

__all__ = ["Always", "ByLead", "Form", "From", "Losses", "find_form"]

_OPTIONS: Final = ("fold", "5-card game", "3-card game")
_PAIRS: Final = tuple(
    (above, below)
    for above in (FOLDED, FIVE, THREE)
    for below in (FOLDED, FIVE, THREE)
    if above != below
)

Losses = NDArray[np.float64]
"""By option and class: what it gives up against the best, in Antes over all hands."""


@dataclass(frozen=True, slots=True)
class Always:
    """One option for all hands."""

    option: int
    bars = 0

    def choices(self, at: NDArray[np.int64]) -> Choices:
        """What it chooses in each of these classes."""
        return np.full(len(at), self.option, dtype=np.int8)

    def words(self, five: FiveCardCategory) -> str:  # noqa: ARG002
        """What it says of hands whose five cards are that."""
        return _OPTIONS[self.option]


@dataclass(frozen=True, slots=True)
class From:
    """One option from a rank on, and another below."""

    rank: int
    is_five: bool
    """Whether it is a rank of the five cards, or of the best three."""
    above: int
    below: int
    bars = 1

    def choices(self, at: NDArray[np.int64]) -> Choices:
        """What it chooses in each of these classes."""
        counted = class_counts()
        ranks = (counted.five_ranks if self.is_five else counted.three_ranks)[at]
        return np.where(ranks >= self.rank, self.above, self.below).astype(np.int8)

    def words(self, five: FiveCardCategory) -> str:  # noqa: ARG002
        """What it says of hands whose five cards are that."""
        ranks = all_five_card_ranks() if self.is_five else all_three_card_ranks()
        which = "five" if self.is_five else "best three"
        return (
            f"{_OPTIONS[self.above]} if the {which} are {_from_words(ranks, self.rank - 1)}, "
            f"else {_OPTIONS[self.below]}"
        )


_NEVER: Final = len(Rank)


@dataclass(frozen=True, slots=True)
class ByLead:
    """One option if the highest of the best three reaches a bar, which the five cards set."""

    bar: tuple[tuple[int, int], ...]
    """Leading rank of the five cards, and the rank the three must reach."""
    above: int
    below: int
    bars = 10

    def choices(self, at: NDArray[np.int64]) -> Choices:
        """What it chooses in each of these classes."""
        bars = np.full(len(Rank), _NEVER)
        for lead, bar in self.bar:
            bars[lead] = bar
        traits = hand_traits()
        is_above = traits.three_lead[at] >= bars[traits.five_lead[at]]
        return np.where(is_above, self.above, self.below).astype(np.int8)

    def words(self, five: FiveCardCategory) -> str:
        """What it says of hands whose five cards are that."""
        leads: dict[int, list[Rank]] = {}
        for lead, bar in self.bar:
            leads.setdefault(bar, []).append(Rank(lead))
        parts = [
            f"{_reached(bar)} with {_leads(five, those)}"
            for bar, those in leads.items()
            if bar != _NEVER
        ]
        return (
            f"{_OPTIONS[self.above]} if the highest of the best three is "
            f"{', '.join(parts)}; else {_OPTIONS[self.below]}"
        )


Form = Always | From | ByLead


def find_form(at: NDArray[np.int64], losses: Losses, price: float) -> Form:
    """What to do with these classes: the form that costs least, each bar of it priced."""
    counted = class_counts()
    found: list[tuple[float, Form]] = [
        (float(losses[option].sum()), Always(option)) for option in (FOLDED, FIVE, THREE)
    ]
    if min(cost for cost, _ in found) > price:
        found += _bars(counted.five_ranks[at], losses, is_five=True)
        found += _bars(counted.three_ranks[at], losses, is_five=False)
        found += _bars_by_lead(at, losses)
    return min(found, key=lambda one: one[0] + price * one[1].bars)[1]


def _bars(
    ranks: NDArray[np.uint16], losses: Losses, *, is_five: bool
) -> Iterator[tuple[float, Form]]:
    """The best bar on a rank for each two options."""
    levels, level = np.unique(ranks, return_inverse=True)
    by_level = [np.bincount(level, weights=one) for one in losses]
    for above, below in _PAIRS if len(levels) > 1 else ():
        under = np.cumsum(by_level[below])[:-1]
        over = by_level[above].sum() - np.cumsum(by_level[above])[:-1]
        least = int(np.argmin(under + over))
        bar = _plainest_bar(int(levels[least]), int(levels[least + 1]), is_five=is_five)
        yield float(under[least] + over[least]), From(bar, is_five, above, below)


def _plainest_bar(under: int, over: int, *, is_five: bool) -> int:
    """Of the ranks that part two, the one said in fewest words: the lowest with its lead."""
    ranks = all_five_card_ranks() if is_five else all_three_card_ranks()
    lead = _leading(ranks[over - 1])
    while over - 1 > under and _leading(ranks[over - 2]) == lead:
        over -= 1
    return over


def _bars_by_lead(at: NDArray[np.int64], losses: Losses) -> Iterator[tuple[float, Form]]:
    """The best bar on the highest of the three for each leading rank, for each two options."""
    traits, ranks = hand_traits(), len(Rank)
    place = traits.five_lead[at] * ranks + traits.three_lead[at]
    held = np.bincount(place, minlength=ranks * ranks).reshape(ranks, ranks) > 0
    by_place = [
        np.bincount(place, weights=one, minlength=ranks * ranks).reshape(ranks, ranks)
        for one in losses
    ]
    leads = np.flatnonzero(held.any(axis=1))
    for above, below in _PAIRS:
        cost, bars = 0.0, []
        for lead in leads:
            tops = np.flatnonzero(held[lead])
            under = np.concatenate([[0.0], np.cumsum(by_place[below][lead, tops])])
            over = np.cumsum(by_place[above][lead, tops][::-1])[::-1]
            costs = under + np.concatenate([over, [0.0]])
            least = int(np.argmin(costs))
            cost += float(costs[least])
            reached = (0, *map(int, tops[1:]), _NEVER)[least]
            bars.append((int(lead), reached))
        yield cost, ByLead(tuple(bars), above, below)


def _from_words(ranks: Sequence[FiveCardRank] | Sequence[ThreeCardRank], at: int) -> str:
    """`a pair of nines or better`: a rank and all above, the kickers left out where they can be."""
    rank = ranks[at]
    words = rank.name
    is_lowest = at == 0 or _leading(ranks[at - 1]) != _leading(rank)
    if is_lowest and len(rank.ranks) > 1:
        lead = rank.ranks[0]
        words = words.replace("-".join(one.singular for one in rank.ranks), lead.singular)
        words = words.split(", " if f"of {lead.plural}" in words else "\0")[0]
    if words.startswith(("pair", "flush", "straight", "full", "mini", "royal")):
        words = f"a {words}"
    return words if at + 1 == len(ranks) else f"{words} or better"


def _leading(rank: FiveCardRank | ThreeCardRank) -> tuple[int, Rank]:
    return rank.category, rank.ranks[0]


def _reached(bar: int) -> str:
    """`any card`, `ten or higher`, `ace`."""
    if bar == 0:
        return "any card"
    return Rank(bar).singular + ("" if Rank(bar) is Rank.ACE else " or higher")


def _leads(five: FiveCardCategory, ranks: Sequence[Rank]) -> str:
    """`twos or threes` of pairs, `nine or ten high` of the rest, `fours to jacks` of many."""
    is_alone = five in (
        FiveCardCategory.HIGH_CARD,
        FiveCardCategory.STRAIGHT,
        FiveCardCategory.FLUSH,
        FiveCardCategory.STRAIGHT_FLUSH,
    )
    names = [rank.singular if is_alone else rank.plural for rank in ranks]
    if len(ranks) > 2 and ranks[-1] - ranks[0] == len(ranks) - 1:
        words = f"{names[0]} to {names[-1]}"
    else:
        words = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    return f"{words} high" if is_alone else words
