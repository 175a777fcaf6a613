"""How a hand is played: a plan for all that can come up, and the plan that is best.

A plan looks at the hand's own cards, the other cards of the player's first three, the up card,
and what else he had seen before. It does not look at what his other hand, or other hands split
from the same, have drawn since.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import isnan, nan, perm

import numpy as np

from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.endings import (
    Endings,
    Hits,
    list_endings,
    value_endings,
)
from croupier.games.roll_your_own_blackjack.exact.families import Terms, family
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    TEN,
    VALUES,
    Counts,
    Hands,
    counts_of,
    hand_index,
    key_of,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import (
    CLOSE,
    DOUBLE,
    HIT,
    NATURAL,
    SPLIT,
    STAND,
    TWO_CARDS,
)

__all__ = [
    "Allowed",
    "BestAction",
    "HandPlan",
    "SplitPlan",
    "best_action",
    "best_one_card_plan",
    "best_split",
    "best_two_card_plan",
    "make_split",
    "split_value",
    "summed",
]


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a hand may do, and the hands split from it."""

    double: bool = True
    split: bool = True
    double_split: bool = True
    """Whether hands split from it may double."""
    most_splits: int = 4


@dataclass(frozen=True, slots=True)
class SplitPlan:
    """A pair that is split, and how the hands of the family are played."""

    value: int
    gone: Hands
    """All other cards seen, without the pair."""
    further: int
    """How often it is split again."""
    second: tuple[int, ...]
    """By second card: what is done with a hand of two cards that is not split again."""
    hits: Hits
    """Which longer hands are hit."""
    other: Endings
    """Of a hand whose second card is of another value."""
    same: Endings
    """Of a hand whose second card is of the value split."""


@dataclass(frozen=True)
class HandPlan:
    """How one starting hand is played."""

    start: Hands
    """Its cards: two, or one."""
    gone: Hands
    """All other cards seen but the up card."""
    actions: tuple[int, ...]
    """What is done with the two cards, or by second card where it starts with one."""
    hits: Hits
    """Which longer hands are hit."""
    split: SplitPlan | None = None
    near: float = nan
    """About what it is worth once hands are played, blackjacks left out; to decide by."""

    @cached_property
    def endings(self) -> Endings:
        """Where it ends if it is not split and no blackjack."""
        if len(self.start) == 2:
            hands = [int(TWO_CARDS[self.start])]
        else:
            hands = TWO_CARDS[self.start[0]].tolist()
        return _endings(self.start, hands, self.actions, self.hits)


# Plans by what is done.


def make_split(
    value: int, gone: Hands, further: int, second: Sequence[int], hits: Hits
) -> SplitPlan:
    """A plan for a family by its actions on two cards and by which longer hands are hit."""
    hands = TWO_CARDS[value].tolist()
    same = hands.pop(value), second[value]
    others = [action for other, action in enumerate(second) if other != value]
    return SplitPlan(
        value,
        gone,
        further,
        tuple(second),
        hits,
        other=_endings((value,), hands, others, hits),
        same=_endings((value,), [same[0]], [same[1]], hits),
    )


def _endings(start: Hands, hands: Sequence[int], actions: Sequence[int], hits: Hits) -> Endings:
    entries = [
        (hand, action)
        for hand, action in zip(hands, actions, strict=True)
        if action in (STAND, HIT, DOUBLE)
    ]
    rows = np.array(entries, dtype=np.int64).reshape(-1, 2)
    return list_endings(hand_index(), counts_of(start), rows, hits)


# The best plans.


def best_two_card_plan(against: Against, start: Hands, gone: Hands, allowed: Allowed) -> HandPlan:
    """The best plan for the two-card hand."""
    _, hits = against.values_from(start, gone)
    best = best_action(against, start, gone, allowed, start)
    return HandPlan(start, gone, (best.action,), hits, best.split, best.near)


def best_one_card_plan(against: Against, card: int, gone: Hands, allowed: Allowed) -> HandPlan:
    """The best plan for the one-card hand."""
    _, hits = against.values_from((card,), gone)
    deck = against.left((*gone, card))
    actions, split, near = [], None, 0.0
    for second in range(VALUES):
        if deck[second] == 0:
            actions.append(STAND)
            continue
        hand = min(card, second), max(card, second)
        best = best_action(against, hand, gone, allowed, (card,))
        actions.append(best.action)
        split = split or best.split
        near += float(deck[second]) * best.near
    return HandPlan((card,), gone, tuple(actions), hits, split, near / float(deck.sum()))


@dataclass(frozen=True, slots=True)
class BestAction:
    """What is best to do with two cards, and about what it is worth."""

    action: int
    near: float
    split: SplitPlan | None = None


def best_action(
    against: Against, hand: Hands, gone: Hands, allowed: Allowed, start: Hands
) -> BestAction:
    """What is best to do with a hand of two cards that started as `start`."""
    if hand == (ACE, TEN):
        return BestAction(NATURAL, 0.0)
    values, hits = against.values_from(start, gone)
    number = TWO_CARDS[hand]
    options = {STAND: float(values.stand[number])}
    if not isnan(values.hit[number]):
        options[HIT] = float(values.hit[number])
    if allowed.double and not isnan(values.hit[number]):
        options[DOUBLE] = float(values.double[hand])
    split = None
    if allowed.split and hand[0] == hand[1]:
        split, options[SPLIT] = best_split(against, hand[0], gone, allowed)
    most = max(options.values())
    close = [action for action, value in options.items() if value > most - CLOSE]

    def exactly(action: int) -> Fraction:
        if action == SPLIT and split is not None:
            return split_value(against, split)
        return against.tally(HandPlan(hand, gone, (action,), hits).endings, (*gone, *hand)).value

    action = max(close, key=exactly) if len(close) > 1 else close[0]
    return BestAction(action, options[action], split if action == SPLIT else None)


def best_split(
    against: Against, value: int, gone: Hands, allowed: Allowed
) -> tuple[SplitPlan, float]:
    """The best plan for a pair that is split, and about what it is worth.

    Each hand is played as is best for one such hand; hands are split again, or never.
    """
    values, hits = against.values((*gone, value), (value,))
    second = []
    for other in range(VALUES):
        number = TWO_CARDS[value, other]
        if value == ACE or np.isnan(values.hit[number]):
            # Split aces get one card each; with twenty-one a hand stops; or there is no such card.
            second.append(STAND)
        elif allowed.double_split and values.double[value, other] > values.best[number]:
            second.append(DOUBLE)
        else:
            second.append(HIT if hits[number] else STAND)
    once = make_split(value, gone, 0, second, hits)
    near = _NearValue(against, once)
    if value == ACE or allowed.most_splits == 1:
        return once, near.of(0)
    again = replace(once, further=allowed.most_splits - 1)
    worth = near.of(0), near.of(again.further)
    if abs(worth[1] - worth[0]) < CLOSE:
        is_better = split_value(against, again) >= split_value(against, once)
    else:
        is_better = worth[1] > worth[0]
    return (again, worth[1]) if is_better else (once, worth[0])


# What a split is worth.


def summed(terms: Terms, deck: Counts, value: int, worth: Callable[[int], Fraction]) -> Fraction:
    """A sum over how many more cards of a value are gone: see `families.py`."""
    cards, of_value = int(deck.sum()), int(deck[value])
    total = Fraction(0)
    for gone, times in enumerate(terms):
        if times and gone <= of_value:
            total += times * Fraction(perm(of_value, gone), perm(cards, gone)) * worth(gone)
    return total


def split_value(against: Against, split: SplitPlan) -> Fraction:
    """What a split is worth, exactly, from when the pair lies there."""
    seen = (*split.gone, split.value, split.value)
    deck = against.left(seen)
    numbers = family(split.further)

    def worth(endings: Endings) -> Callable[[int], Fraction]:
        def from_deck(more: int) -> Fraction:
            return against.tally(endings, (*seen, *[split.value] * more)).value

        return from_deck

    return summed(numbers.other, deck, split.value, worth(split.other)) + summed(
        numbers.same, deck, split.value, worth(split.same)
    )


class _NearValue:
    """About what a split is worth, in floating point, to decide by."""

    def __init__(self, against: Against, split: SplitPlan) -> None:
        self._against, self._split = against, split
        seen = (*split.gone, split.value, split.value)
        self._deck, self._key = against.left(seen), against.key(seen)
        self._known: dict[tuple[bool, int], float] = {}

    def of(self, further: int) -> float:
        """What it is worth with up to that many further splits."""
        numbers = family(further)
        cards, of_value = int(self._deck.sum()), int(self._deck[self._split.value])
        return sum(
            times * perm(of_value, more) / perm(cards, more) * self._hand(is_same, more)
            for is_same, terms in ((False, numbers.other), (True, numbers.same))
            for more, times in enumerate(terms)
            if times and more <= of_value
        )

    def _hand(self, is_same: bool, more: int) -> float:
        if (is_same, more) not in self._known:
            split, deck = self._split, self._deck.copy()
            deck[split.value] -= more
            endings = split.same if is_same else split.other
            key = self._key + more * key_of([split.value])
            self._known[is_same, more] = value_endings(self._against.round, endings, deck, key)
        return self._known[is_same, more]
