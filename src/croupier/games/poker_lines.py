"""The lines a poker hand can be paid on, named as on a pay table.

A hand is paid on the best line that the table in force has: where a table has no line for the
royal, the royal is paid as the straight flush it is.
"""

from functools import cache
from typing import Final

from croupier.cards import FiveCardRank, ThreeCardRank

__all__ = [
    "FIVE_CARD_LINES",
    "THREE_CARD_LINES",
    "five_card_lines",
    "three_card_lines",
]

THREE_CARD_LINES: Final = (
    "Mini Royal",
    "Straight Flush",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Pair",
)
"""What a three-card hand can be paid for, best first."""

FIVE_CARD_LINES: Final = (
    "Royal Flush",
    "Straight Flush",
    "Four of a Kind",
    "Full House",
    "Flush",
    "Straight",
    "Three of a Kind",
    "Two Pair",
    "Pair",
)
"""What a five-card hand can be paid for, best first."""


@cache
def three_card_lines(rank: ThreeCardRank) -> tuple[str, ...]:
    """The lines a three-card hand fits, best first; none for a high card."""
    line = _line(rank.category.title)
    if rank.is_royal:
        return ("Mini Royal", line)
    return (line,) if line in THREE_CARD_LINES else ()


@cache
def five_card_lines(rank: FiveCardRank) -> tuple[str, ...]:
    """The lines a five-card hand fits, best first; none for a high card."""
    line = _line(rank.category.title)
    if rank.is_royal:
        return ("Royal Flush", line)
    return (line,) if line in FIVE_CARD_LINES else ()


def _line(title: str) -> str:
    """`three of a kind` as `Three of a Kind`."""
    return " ".join(word if word in ("of", "a") else word.capitalize() for word in title.split())
