"""A card: a small whole number that knows its name.

The number is `4 * rank + suit`, with ranks 0 to 12 for two to ace and suits 0 to 3 for
clubs, diamonds, hearts, spades. So `card >> 2` is the rank, `card & 3` the suit, and an
array of cards is an array of bytes.
"""

from enum import IntEnum
from functools import cached_property
from operator import index
from typing import Final, SupportsIndex

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["DECK", "Card", "Rank", "Suit"]


class Rank(IntEnum):
    """Two to ace, low to high."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @property
    def letter(self) -> str:
        """`2` … `9`, `T`, `J`, `Q`, `K`, `A`."""
        return "23456789TJQKA"[self]

    @property
    def singular(self) -> str:
        """As a dealer says it: `nine`."""
        return _SPOKEN[self]

    @property
    def plural(self) -> str:
        """As a dealer says it: `nines`, `sixes`."""
        return self.singular + ("es" if self is Rank.SIX else "s")


_SPOKEN: Final = tuple(rank.name.lower() for rank in Rank)


class Suit(IntEnum):
    """Clubs, diamonds, hearts, spades."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """`c`, `d`, `h`, `s`."""
        return "cdhs"[self]

    @property
    def symbol(self) -> str:
        """`♣`, `♦`, `♥`, `♠`."""
        return "♣♦♥♠"[self]

    @property
    def is_red(self) -> bool:
        """Whether the suit is printed in red."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Card(int):
    """One of the 52 cards, `Card(0)` (two of clubs) to `Card(51)` (ace of spades)."""

    def __new__(cls, number: SupportsIndex) -> "Card":  # noqa: PYI034
        try:
            at = index(number)
        except TypeError:
            at = -1
        if not 0 <= at < 52 or isinstance(number, bool):
            raise Rejection(
                Code.CARD_UNKNOWN, f"Card numbers run from 0 to 51; {quoted(number)} is none."
            )
        return DECK[at]

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> "Card":
        """The card of this rank and suit."""
        return DECK[4 * rank + suit]

    @cached_property
    def rank(self) -> Rank:
        """Two to ace."""
        return Rank(self >> 2)

    @cached_property
    def suit(self) -> Suit:
        """Clubs to spades."""
        return Suit(self & 3)

    @cached_property
    def text(self) -> str:
        """The exact short name, `As` or `Td`: what is stored and read back."""
        return self.rank.letter + self.suit.letter

    @cached_property
    def pretty(self) -> str:
        """The name as printed on the card, `A♠` or `10♦`."""
        letter = "10" if self.rank is Rank.TEN else self.rank.letter
        return letter + self.suit.symbol

    @cached_property
    def spoken(self) -> str:
        """The name in words, `ace of spades`."""
        return f"{self.rank.singular} of {self.suit.name.lower()}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text})"

    def __reduce__(self) -> tuple[type["Card"], tuple[int]]:
        return (Card, (int(self),))


DECK: Final = tuple(int.__new__(Card, number) for number in range(52))
"""The 52 cards in order of their numbers: two of clubs first, ace of spades last.

Cards are made here once; every later `Card(number)` is one of these.
"""
