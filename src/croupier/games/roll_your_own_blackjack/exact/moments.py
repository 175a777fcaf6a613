"""A part of what can happen, by how often it does and what it brings: mean and spread."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

__all__ = ["NOTHING", "Moments"]

ZERO: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Moments:
    """Some of the cases: how often they come up, and sums over them, all as shares of 1."""

    happens: Fraction
    gained: Fraction
    """What is gained, on average over all cases, these or not."""
    square: Fraction
    """The same of its square."""
    staked: Fraction
    """The same of what is staked."""
    to_blackjack: Fraction = ZERO
    """How often they come up with a dealer's blackjack under it all."""
    gained_then: Fraction = ZERO
    """What is gained then."""

    def __add__(self, other: "Moments") -> "Moments":
        return Moments(
            self.happens + other.happens,
            self.gained + other.gained,
            self.square + other.square,
            self.staked + other.staked,
            self.to_blackjack + other.to_blackjack,
            self.gained_then + other.gained_then,
        )

    def times(self, share: Fraction | int) -> "Moments":
        """As a part of a larger whole."""
        return Moments(
            self.happens * share,
            self.gained * share,
            self.square * share,
            self.staked * share,
            self.to_blackjack * share,
            self.gained_then * share,
        )

    def with_another(
        self, usually: Fraction, with_blackjack: Fraction, staked: Fraction
    ) -> "Moments":
        """With a further gain that only depends on whether the dealer has a blackjack."""
        other, gained_else = self.happens - self.to_blackjack, self.gained - self.gained_then
        return Moments(
            self.happens,
            self.gained + usually * other + with_blackjack * self.to_blackjack,
            self.square
            + 2 * (usually * gained_else + with_blackjack * self.gained_then)
            + usually**2 * other
            + with_blackjack**2 * self.to_blackjack,
            self.staked + staked * self.happens,
            self.to_blackjack,
            self.gained_then + with_blackjack * self.to_blackjack,
        )


NOTHING: Final = Moments(ZERO, ZERO, ZERO, ZERO)
