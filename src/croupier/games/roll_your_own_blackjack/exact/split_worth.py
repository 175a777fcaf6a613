"""What the hands of a split are worth, exactly: all of them together, and two by two."""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Final

from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.endings import Endings, Tally
from croupier.games.roll_your_own_blackjack.exact.families import MOST_HANDS, Family, Terms, family
from croupier.games.roll_your_own_blackjack.exact.hand_plans import SplitPlan, summed
from croupier.games.roll_your_own_blackjack.exact.moments import Moments
from croupier.games.roll_your_own_blackjack.exact.pairs import (
    GAINS,
    Left,
    Pairs,
    joined,
    pair_ends,
    pair_product,
    table_of,
)

__all__ = ["Bringing", "SplitWorth"]

Bringing = dict[tuple[bool, Fraction, int], Fraction]
"""How often something brings what: by whether the dealer has a blackjack, gain and stake."""

_KINDS_OF_PAIRS: Final = ((False, False), (False, True), (True, True))
"""Which of two hands have a second card of the value split, as in `Family.pairs`."""


class SplitWorth:
    """A split, from when the pair lies there.

    All shares are of all that can happen from there. Where the dealer looks for a blackjack, what
    happens if he has one is left out.
    """

    def __init__(self, against: Against, plan: SplitPlan) -> None:
        self._against, self._plan = against, plan
        self._seen = (*plan.gone, plan.value, plan.value)
        self._deck = against.left(self._seen)
        self._tallies: dict[tuple[bool, int], Tally] = {}
        self._known_products: dict[tuple[tuple[bool, bool], int], Fraction] = {}

    @cached_property
    def value(self) -> Fraction:
        """What is gained in all."""
        return self._singles(family(self._plan.further), lambda one: one.value)

    @cached_property
    def staked(self) -> Fraction:
        """What is staked in all."""
        return self._singles(family(self._plan.further), lambda one: one.staked)

    @property
    def happens(self) -> Fraction:
        """How often it is played."""
        return self._is_played(0)

    def moments(self, least_hands: int = 2, most_hands: int = MOST_HANDS) -> Moments:
        """All that is to be said of the families of so many hands."""
        numbers = family(self._plan.further, least_hands, most_hands)
        products = Fraction(0)
        for both, terms in zip(_KINDS_OF_PAIRS, numbers.pairs, strict=True):
            products += self._products(both, terms)
        to_blackjack = Fraction(0)
        if not self._against.looks:
            to_blackjack = self._summed(numbers.happens, self._blackjack)
        return Moments(
            happens=self._summed(numbers.happens, self._is_played),
            gained=self._singles(numbers, lambda one: one.value),
            square=self._singles(numbers, lambda one: one.square) + 2 * products,
            staked=self._singles(numbers, lambda one: one.staked),
            to_blackjack=to_blackjack,
            gained_then=self._singles(numbers, lambda one: one.gained_to_blackjack),
        )

    def two_hands(self) -> Bringing:
        """What the families of just two hands bring."""
        plan = self._plan
        if plan.further:
            pairs = self._pairs(is_same=(False, False))
        else:
            # Nothing is split again, so second cards may be anything.
            endings = joined(plan.other, plan.same)
            pairs = self._against.pairs(endings, endings)
        found: Bringing = {}
        table = table_of(self._against.round)
        for (world, one, other), share in pair_ends(table, pairs, self._left(0)).items():
            (gain, stake), (more_gain, more_stake) = GAINS[one], GAINS[other]
            key = world, gain + more_gain, stake + more_stake
            found[key] = found.get(key, Fraction(0)) + share
        return found

    # One hand, and two.

    def _singles(self, numbers: Family, what: Callable[[Tally], Fraction]) -> Fraction:
        return self._summed(
            numbers.other, lambda more: what(self._tally(more, is_same=False))
        ) + self._summed(numbers.same, lambda more: what(self._tally(more, is_same=True)))

    def _tally(self, more: int, *, is_same: bool) -> Tally:
        if (is_same, more) not in self._tallies:
            seen = (*self._seen, *[self._plan.value] * more)
            self._tallies[is_same, more] = self._against.tally(self._endings(is_same), seen)
        return self._tallies[is_same, more]

    def _products(self, is_same: tuple[bool, bool], terms: Terms) -> Fraction:
        return self._summed(terms, lambda more: self._product(is_same, more))

    def _product(self, is_same: tuple[bool, bool], more: int) -> Fraction:
        """What two hands gain, multiplied, with more cards of the value gone."""
        key = is_same, more
        if key not in self._known_products:
            table = table_of(self._against.round)
            product = pair_product(table, self._pairs(is_same), self._left(more))
            self._known_products[key] = product
        return self._known_products[key]

    def _pairs(self, is_same: tuple[bool, bool]) -> Pairs:
        one, other = map(self._endings, is_same)
        return self._against.pairs(one, other)

    def _endings(self, is_same: bool) -> Endings:
        return self._plan.same if is_same else self._plan.other

    # The deck with more cards of the value split gone.

    def _summed(self, terms: Terms, worth: Callable[[int], Fraction]) -> Fraction:
        return summed(terms, self._deck, self._plan.value, worth)

    def _left(self, more: int) -> Left:
        seen = (*self._seen, *[self._plan.value] * more)
        return Left(self._against.left(seen), self._against.key(seen))

    def _is_played(self, more: int) -> Fraction:
        """How often the hands are played at all."""
        return 1 - self._blackjack(more) if self._against.looks else Fraction(1)

    def _blackjack(self, more: int) -> Fraction:
        """How often the dealer has a blackjack."""
        if self._against.hole < 0:
            return Fraction(0)
        deck = self._left(more).deck
        return Fraction(int(deck[self._against.hole]), int(deck.sum()))
