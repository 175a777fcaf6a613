"""Both hands of a player together: what they bring in all, from one deal, exactly.

Where neither hand is split, every result of both is listed with its probability. Rounds with a
split have too many results for that; of them, how often they come up, the mean and the spread
are found, which needs no more than two hands at a time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import perm, prod
from typing import Final, NamedTuple

from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.endings import Endings, Tally
from croupier.games.roll_your_own_blackjack.exact.families import Terms, family
from croupier.games.roll_your_own_blackjack.exact.hand_index import Hands
from croupier.games.roll_your_own_blackjack.exact.hand_plans import HandPlan, SplitPlan
from croupier.games.roll_your_own_blackjack.exact.hand_values import NATURAL
from croupier.games.roll_your_own_blackjack.exact.hand_worth import (
    BLACKJACK_GAIN,
    HandWorth,
    second_for_natural,
)
from croupier.games.roll_your_own_blackjack.exact.moments import NOTHING, Moments
from croupier.games.roll_your_own_blackjack.exact.pairs import (
    GAINS,
    Left,
    pair_ends,
    pair_product,
    put_together,
    table_of,
    with_natural,
)
from croupier.games.roll_your_own_blackjack.exact.split_worth import Bringing

__all__ = ["Both", "both_hands"]

ZERO: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Both:
    """Two hands together."""

    ends: Bringing
    """What rounds without a split bring."""
    with_split: Moments
    """Rounds with a split."""
    product: Fraction
    """What the product of the gains of the two hands is on average."""


class _Part(NamedTuple):
    """Some hands of one starting hand: where each ends, and how often there is one."""

    endings: Endings
    terms: Terms
    """See `families.py`."""
    value: int
    """The value that was split; of no account where nothing was."""


def both_hands(
    against: Against, plans: tuple[HandPlan, HandPlan], worths: tuple[HandWorth, HandWorth]
) -> Both:
    """What the two-card hand and the one-card hand bring together."""
    two_plan, one_plan = plans
    if two_plan.actions == (NATURAL,):
        return _beside_natural(worths[1])
    counting = _Counting(against, two_plan, one_plan, worths[0], worths[1])
    return counting.split_first() if two_plan.split else counting.played_first()


def _beside_natural(worth: HandWorth) -> Both:
    """The two-card hand is a blackjack and is paid, whatever comes of the other."""
    ends = {
        (world, BLACKJACK_GAIN + gain, 1 + staked): share
        for (world, gain, staked), share in worth.without_splits().items()
    }
    moments = NOTHING
    if worth.split:
        alone = worth.split.moments()
        moments = alone.with_another(BLACKJACK_GAIN, BLACKJACK_GAIN, Fraction(1)).times(
            worth.split_share
        )
    return Both(ends, moments, BLACKJACK_GAIN * worth.value)


@dataclass(frozen=True, slots=True)
class _Counting:
    """The two hands of one deal, neither a blackjack from the start."""

    against: Against
    two_plan: HandPlan
    one_plan: HandPlan
    two: HandWorth
    one: HandWorth

    @property
    def seen(self) -> Hands:
        """All cards seen when play begins, but the up card."""
        return (*self.two_plan.gone, *self.two_plan.start)

    def played_first(self) -> Both:
        """The two-card hand is not split."""
        ends, products_found = self._found_first()
        first = self.two_plan.endings
        pairs, table = put_together(first, self._one_endings()), table_of(self.against.round)
        for (world, one, other), share in pair_ends(table, pairs, self._left(())).items():
            (gain, staked), (also_gain, also_staked) = GAINS[one], GAINS[other]
            key = world, gain + also_gain, staked + also_staked
            ends[key] = ends.get(key, ZERO) + share
            products_found += gain * also_gain * share
        if self.one_plan.split is None or self.one.split is None:
            return Both(ends, NOTHING, products_found)
        second, share = self.one_plan.start, self.one.split_share
        products = self._products([_Part(first, (1,), 0)], _parts(self.one_plan.split), second)
        moments = _added(
            _of_tally(self.against.tally(first, (*self.seen, *second))),
            self.one.split.moments(),
            products,
        )
        return Both(ends, moments.times(share), products_found + products * share)

    def split_first(self) -> Both:
        """The two-card hand is split."""
        assert self.two_plan.split is not None
        assert self.two.split is not None
        ends, products_found = self._found_first()
        parts = _parts(self.two_plan.split)
        products = self._products(parts, [_Part(self._one_endings(), (1,), 0)], ())
        second = self._one_when_played()
        if self.one_plan.split is not None and self.one.split is not None:
            share = self.one.split_share
            drawn = self.one_plan.start
            products += share * self._products(parts, _parts(self.one_plan.split), drawn)
            second += self.one.split.moments().times(share)
        first = self.two.split.moments()
        return Both(ends, _added(second, first, products), products_found + products)

    def _found_first(self) -> tuple[Bringing, Fraction]:
        """Rounds in which the dealer finds a blackjack before hands are played."""
        early, too = self.one.early, self.one.natural_too
        if not self.against.looks or not early:
            return {}, ZERO
        ends = {(True, Fraction(-2), 2): early}
        if too:
            ends[True, BLACKJACK_GAIN - 1, 2] = too
        return ends, early - BLACKJACK_GAIN * too

    def _one_when_played(self) -> Moments:
        """The one-card hand without a split, where the dealer has not found a blackjack."""
        too = ZERO if self.against.looks else self.one.natural_too
        natural = self.one.natural + too
        return _of_tally(self.one.played) + Moments(
            natural,
            BLACKJACK_GAIN * natural,
            BLACKJACK_GAIN**2 * natural,
            natural,
            too,
            BLACKJACK_GAIN * too,
        )

    def _one_endings(self) -> Endings:
        """Of the one-card hand, a blackjack among them."""
        second = second_for_natural(self.one_plan.start[0])
        if second < 0:
            return self.one_plan.endings
        return with_natural(self.one_plan.endings, second)

    def _products(self, first: Sequence[_Part], second: Sequence[_Part], drawn: Hands) -> Fraction:
        """What the products of each hand of the one with each of the other come to.

        `drawn` are cards that have been drawn before.
        """
        total, table = ZERO, table_of(self.against.round)
        deck = self.against.left((*self.seen, *drawn))
        for one, other in product(first, second):
            pairs = None
            for (more, times), (also, also_times) in product(
                enumerate(one.terms), enumerate(other.terms)
            ):
                gone = (one.value,) * more + (other.value,) * also
                ways = prod(perm(int(deck[value]), gone.count(value)) for value in set(gone))
                if times and also_times and ways:
                    pairs = pairs or put_together(one.endings, other.endings)
                    left = self._left((*drawn, *gone))
                    share = Fraction(times * also_times * ways, perm(int(deck.sum()), len(gone)))
                    total += share * pair_product(table, pairs, left)
        return total

    def _left(self, drawn: Hands) -> Left:
        seen = (*self.seen, *drawn)
        return Left(self.against.left(seen), self.against.key(seen))


def _parts(split: SplitPlan) -> list[_Part]:
    numbers = family(split.further)
    return [
        _Part(split.other, numbers.other, split.value),
        _Part(split.same, numbers.same, split.value),
    ]


def _of_tally(one: Tally) -> Moments:
    return Moments(
        one.happens, one.value, one.square, one.staked, one.to_blackjack, one.gained_to_blackjack
    )


def _added(one: Moments, family_: Moments, products: Fraction) -> Moments:
    """Of a hand and a family together: they come up at once."""
    return Moments(
        family_.happens,
        one.gained + family_.gained,
        one.square + family_.square + 2 * products,
        one.staked + family_.staked,
        family_.to_blackjack,
        one.gained_then + family_.gained_then,
    )
