"""What a unit of insurance brings, which is half of both blackjack bets, against an ace."""

from fractions import Fraction

from croupier.games.roll_your_own_blackjack.exact.hand_index import TEN, Counts
from croupier.games.roll_your_own_blackjack.rules import INSURANCE_ODDS

__all__ = ["blackjack_share", "insurance_gain", "insurance_net"]


def insurance_net(to_blackjack: bool) -> Fraction:
    """What it brings when the dealer has a blackjack, and when he has none."""
    return INSURANCE_ODDS.fraction if to_blackjack else Fraction(-1)


def insurance_gain(blackjack: Fraction) -> Fraction:
    """What it gains on average where the dealer has a blackjack that often."""
    return blackjack * insurance_net(True) + (1 - blackjack) * insurance_net(False)


def blackjack_share(left: Counts) -> Fraction:
    """How often the dealer has a blackjack under an ace, with these cards not seen."""
    return Fraction(int(left[TEN]), int(left.sum()))
