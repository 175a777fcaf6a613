"""Pick 2 Poker: what a player may pick, and a seat with what it picked."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from croupier.cards import Card
from croupier.table.dealing import SeatInPlay

__all__ = ["FIVE_CARD_GAME", "FOLD", "THREES", "Player", "three_card_game"]

FOLD: Final = "fold"
FIVE_CARD_GAME: Final = "5-card"


def three_card_game(positions: Sequence[int]) -> str:
    """The option that sets these cards of the hand, counted from 0: `3-card 1-2-4`."""
    return "3-card " + "-".join(str(position + 1) for position in positions)


THREES: Final = {three_card_game(three): three for three in combinations(range(5), 3)}
"""The ten ways to set three of five cards, by the option that does it."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat, its five cards and the game it picked."""

    seat: SeatInPlay
    cards: tuple[Card, ...]
    option: str | None
    """What it chose; None without an Ante, where there is nothing to choose."""

    @property
    def has_folded(self) -> bool:
        """Whether it gave its Ante up."""
        return self.option == FOLD

    @property
    def plays_five(self) -> bool:
        """Whether it plays all its cards against the dealer."""
        return self.option == FIVE_CARD_GAME

    @property
    def plays_three(self) -> bool:
        """Whether it plays three of its cards against the dealer."""
        return self.option in THREES

    @property
    def played(self) -> tuple[int, ...]:
        """The positions of the cards it plays, counted from 0; none if it plays none."""
        if self.plays_five:
            return tuple(range(5))
        return THREES.get(self.option or FOLD, ())

    @property
    def three_cards(self) -> tuple[Card, ...]:
        """The three it set for the 3-card game."""
        assert self.plays_three, "it set no three cards"
        return tuple(self.cards[position] for position in self.played)
