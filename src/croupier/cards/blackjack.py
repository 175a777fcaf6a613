"""Blackjack totals: hard, soft and natural.

An ace counts eleven where that keeps the hand at twenty-one or less, and one otherwise.
A total is soft while an ace counts eleven.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.cards.card import Card, Rank

__all__ = ["BlackjackTotal", "blackjack_total", "card_value"]


@dataclass(frozen=True, slots=True)
class BlackjackTotal:
    """What a blackjack hand comes to."""

    total: int
    """The best total; over 21 only when nothing lower is possible."""
    is_soft: bool
    """Whether an ace counts eleven."""
    cards: int
    """How many cards the hand has."""

    @property
    def is_bust(self) -> bool:
        """Whether the hand is over twenty-one."""
        return self.total > 21

    @property
    def is_natural(self) -> bool:
        """Whether the hand is twenty-one in two cards.

        Whether that also counts as a blackjack (after a split it does not) is for the game.
        """
        return self.cards == 2 and self.total == 21

    @property
    def name(self) -> str:
        """`soft 17`, `hard 12`, `blackjack`, `bust with 24`."""
        if self.is_natural:
            return "blackjack"
        if self.is_bust:
            return f"bust with {self.total}"
        return f"{'soft' if self.is_soft else 'hard'} {self.total}"

    def __str__(self) -> str:
        return self.name


def card_value(card: Card) -> int:
    """Two to nine as printed, ten for ten to king, one for an ace."""
    if card.rank is Rank.ACE:
        return 1
    return min(card.rank + 2, 10)


def blackjack_total(cards: Iterable[Card]) -> BlackjackTotal:
    """The best total of the cards."""
    values = [card_value(card) for card in cards]
    hard = sum(values)
    is_soft = 1 in values and hard <= 11
    return BlackjackTotal(hard + 10 if is_soft else hard, is_soft, len(values))
