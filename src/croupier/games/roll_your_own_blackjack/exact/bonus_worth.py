"""The Bonus: what all 22,100 hands of three cards are paid, also by their blackjack values."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from croupier.cards import DECK
from croupier.games.roll_your_own_blackjack.exact.hand_index import Hands, value_of
from croupier.games.roll_your_own_blackjack.exact.moments import Moments
from croupier.games.roll_your_own_blackjack.rules import AceLowStraight
from croupier.games.roll_your_own_blackjack.script import bonus_hand
from croupier.table.paytable import PayTable
from croupier.table.worth import OutcomeWorth

__all__ = ["NO_LINE", "Paid", "bonus_by_values", "bonus_moments", "bonus_outcomes"]

NO_LINE = "Nothing"
"""What a Bonus is called that the pay table has no line for."""


@dataclass(frozen=True, slots=True)
class Paid:
    """What the Bonus pays three values, and how often."""

    line: str
    net: Fraction
    share: Fraction


@cache
def _lines(ace_low_straight: AceLowStraight) -> dict[Hands, Counter[tuple[str, ...]]]:
    """By the values of three cards: how many hands fit which lines."""
    found: dict[Hands, Counter[tuple[str, ...]]] = {}
    for hand in combinations(DECK, 3):
        values = tuple(sorted(map(value_of, hand)))
        lines, _ = bonus_hand(hand, ace_low_straight)
        found.setdefault(values, Counter())[lines] += 1
    return found


def bonus_by_values(
    ace_low_straight: AceLowStraight, table: PayTable
) -> dict[Hands, tuple[Paid, ...]]:
    """By the values of three cards: what the Bonus pays, and how often."""
    found = {}
    for values, hands in _lines(ace_low_straight).items():
        paid = Counter[tuple[str, Fraction]]()
        for lines, count in hands.items():
            paid[_paid(lines, table)] += count
        found[values] = tuple(
            Paid(line, net, Fraction(count, hands.total())) for (line, net), count in paid.items()
        )
    return found


def _paid(lines: tuple[str, ...], table: PayTable) -> tuple[str, Fraction]:
    """On the best line that the table has."""
    for line in lines:
        odds = table.odds(line)
        if odds is not None:
            return line, Fraction(odds.won, odds.staked)
    return NO_LINE, Fraction(-1)


def bonus_outcomes(ace_low_straight: AceLowStraight, table: PayTable) -> tuple[OutcomeWorth, ...]:
    """All that can become of the Bonus, in the order of the pay table."""
    counts = Counter[tuple[str, Fraction]]()
    for hands in _lines(ace_low_straight).values():
        for lines, count in hands.items():
            counts[_paid(lines, table)] += count
    order = [*(line.name for line in table.lines), NO_LINE]
    return tuple(
        OutcomeWorth(line, Fraction(count, comb(len(DECK), 3)), net)
        for (line, net), count in sorted(counts.items(), key=lambda one: order.index(one[0][0]))
    )


def bonus_moments(paid: tuple[Paid, ...]) -> Moments:
    """What the Bonus brings three values, on average."""
    return Moments(
        sum((one.share for one in paid), Fraction(0)),
        sum((one.share * one.net for one in paid), Fraction(0)),
        sum((one.share * one.net**2 for one in paid), Fraction(0)),
        sum((one.share for one in paid), Fraction(0)),
    )
