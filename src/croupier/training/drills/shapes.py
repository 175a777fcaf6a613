"""Hands by their shape: a flush, three of a kind, an ace with a ten.

Which hands a game pays for a drill does not know. It deals hands of every shape that people have
names for and sees what the game makes of them; so that a royal flush comes up as often as it is
wanted. Ranks and suits that a shape leaves open are left to chance.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from croupier.cards import Card, Rank
from croupier.cards.card import Suit
from croupier.training.chance import Chance

__all__ = ["MADE_HANDS", "STARTS", "UP_CARDS", "Held", "Shape", "tied"]

_RANKS: Final = tuple(Rank)
_SUITS: Final = tuple(Suit)
_ACES: Final = (Rank.ACE,)
_TENS: Final = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
_SMALL: Final = (Rank.TWO, Rank.THREE, Rank.FOUR)
_SIXES: Final = (Rank.FIVE, Rank.SIX)


@dataclass(frozen=True, slots=True)
class Shape:
    """A made hand: ranks held several times, or a run of them, in one suit or not."""

    groups: tuple[int, ...] = ()
    """How often each rank is held: `(3, 2)` is a full house."""
    run: int = 0
    """How many ranks in sequence, in place of groups."""
    is_suited: bool = False
    is_royal: bool = False
    """For a run: up to the ace."""

    @property
    def size(self) -> int:
        """How many cards it takes."""
        return self.run or sum(self.groups)

    def cards(self, chance: Chance) -> tuple[Card, ...]:
        """Some cards of this shape, in any order."""
        if self.run:
            ranks = self._run(chance)
        else:
            some = chance.sample(_RANKS, len(self.groups))
            ranks = [
                rank for rank, held in zip(some, self.groups, strict=True) for _ in range(held)
            ]
        found: list[Card] = []
        suit = chance.choice(_SUITS)
        for rank in ranks:
            suits = [one for one in _SUITS if Card.of(rank, one) not in found]
            found.append(Card.of(rank, suit if self.is_suited else chance.choice(suits)))
        chance.shuffle(found)
        return tuple(found)

    def _run(self, chance: Chance) -> list[Rank]:
        """Ranks in sequence; the ace may be low."""
        around = (Rank.ACE, *_RANKS)
        highest = len(around) - self.run
        first = highest if self.is_royal else chance.randrange(highest)
        return list(around[first : first + self.run])


MADE_HANDS: Final = tuple(
    Shape(**shape)
    for size in (3, 5)
    for shape in (
        {"run": size, "is_suited": True, "is_royal": True},
        {"run": size, "is_suited": True},
        {"run": size},
        {"groups": (1,) * size, "is_suited": True},
        {"groups": (1,) * size},
    )
) + tuple(
    Shape(groups) for groups in ((3,), (2, 1), (4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1))
)
"""What three or five cards can make, the best and rarest among them."""


@dataclass(frozen=True, slots=True)
class Held:
    """Cards of which each has one of some ranks, in this order."""

    ranks: tuple[tuple[Rank, ...], ...]

    @property
    def size(self) -> int:
        """How many cards it takes."""
        return len(self.ranks)

    def cards(self, chance: Chance, gone: Collection[Card] = ()) -> tuple[Card, ...]:
        """Some such cards, none of which is gone already."""
        found: list[Card] = []
        for ranks in self.ranks:
            open_to_it = [
                card
                for rank in ranks
                for suit in _SUITS
                if (card := Card.of(rank, suit)) not in found and card not in gone
            ]
            found.append(chance.choice(open_to_it))
        return tuple(found)


STARTS: Final = tuple(
    Held(ranks)
    for ranks in (
        (_ACES, _TENS),
        (_ACES, _ACES),
        (_ACES, _TENS, _TENS),
        (_TENS, _TENS, _ACES),
        (_SMALL,) * 7,
        (_SIXES, _SIXES, _TENS),
        (_TENS, _SIXES, _TENS),
    )
)
"""How a hand may begin that is counted: blackjacks, aces to split, and seven small cards."""

UP_CARDS: Final = tuple(
    Held(ranks)
    for ranks in (
        (_TENS, _ACES),
        (_ACES, _TENS),
        (_TENS, _TENS),
        (_ACES, _SIXES),
        (_SIXES, _TENS, _TENS),
    )
)
"""How the dealer's may begin: with a blackjack, with twenty, with what may bust."""


def tied(size: int, chance: Chance) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Two hands of the same ranks, in the same order; some with a pair, which is played on."""
    ranks = chance.sample(_RANKS, size)
    if size > 2 and chance.randrange(2):
        ranks[1] = ranks[0]
    same = Held(tuple((rank,) for rank in ranks))
    one = same.cards(chance)
    return one, same.cards(chance, one)
