"""Three Card Poker, compiled: what hands are, each in one look-up.

What hands are, pay and beat is asked of the script once, for each rank there is. That stands in
place of the rank in the tables by which ranks are looked up.
"""

from functools import cache, cmp_to_key
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import ThreeCardRank
from croupier.cards.batch import three_card_rank
from croupier.cards.poker import all_five_card_ranks, all_three_card_ranks
from croupier.cards.tables import (
    FiveCardTables,
    ThreeCardTables,
    five_card_tables,
    three_card_tables,
)
from croupier.compiled import part
from croupier.games.poker_lines import five_card_lines
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.rules import SIX_CARD_LINES, PairComparison
from croupier.games.three_card_poker.script import compare, qualifies

__all__ = ["HandTables", "dealer_strength", "hand_tables", "kind_and_strength"]

U64 = np.uint64
_KIND_BITS: Final = 12
"""Below these bits is how strong a hand is."""
_STRENGTH: Final = (1 << _KIND_BITS) - 1


class HandTables(NamedTuple):
    """What three cards are, and what six are."""

    player: ThreeCardTables
    """In place of the rank: how strong it is, and above that of which kind."""
    dealer: ThreeCardTables
    """In place of the rank: how strong it is, or 0 if it does not qualify."""
    six: FiveCardTables
    """In place of the rank: the line of the Six Card Bonus; the last line is none."""


@part
def kind_and_strength(
    first: int, second: int, third: int, hands: HandTables
) -> tuple[np.int64, np.int64]:
    """Of which kind of hands that are paid differently a player's is, and how strong."""
    packed = np.int64(three_card_rank(first, second, third, hands.player))
    return packed >> _KIND_BITS, packed & _STRENGTH


@part
def dealer_strength(first: int, second: int, third: int, hands: HandTables) -> np.int64:
    """How strong the dealer's hand is; 0 if it does not qualify."""
    return np.int64(three_card_rank(first, second, third, hands.dealer))


def hand_tables(comparison: PairComparison, kind_of: NDArray[np.int64]) -> HandTables:
    """The tables by cards; `kind_of` says of which kind each class of hands is."""
    strength, three = _strengths(comparison), three_card_tables()
    kind = np.zeros_like(strength)
    kind[_class_numbers()] = kind_of
    assert strength.max() <= _STRENGTH, "what is above is the kind"
    assert kind.max() < 1 << 16 - _KIND_BITS, "there is no room for more kinds"
    packed = (strength | kind << _KIND_BITS).astype(np.uint16)
    of_dealer = strength.copy()
    of_dealer[1:][[not qualifies(rank) for rank in all_three_card_ranks()]] = 0
    return HandTables(
        three._replace(ranks=packed[three.ranks]),
        three._replace(ranks=of_dealer[three.ranks]),
        _six_card_lines(),
    )


@cache
def _class_numbers() -> NDArray[np.int64]:
    """The rank of each class of hands, as a number."""
    return np.array([rank.number for rank in hand_classes().ranks])


@cache
def _strengths(comparison: PairComparison) -> NDArray[np.uint16]:
    """By rank: the same number for all that tie, a higher one for what beats them."""
    ranks = all_three_card_ranks()

    def order(one: ThreeCardRank, other: ThreeCardRank) -> int:
        return compare(one, other, comparison)

    ordered = sorted(ranks, key=cmp_to_key(order))
    strength = np.zeros(len(ranks) + 1, dtype=np.uint16)
    for at, rank in enumerate(ordered):
        ties = at > 0 and order(rank, ordered[at - 1]) == 0
        strength[rank.number] = strength[ordered[at - 1].number] if ties else at + 1
    return strength


@cache
def _six_card_lines() -> FiveCardTables:
    """The tables for the best five of six cards, with lines in place of ranks."""
    none = len(SIX_CARD_LINES)
    line_of = np.full(len(all_five_card_ranks()) + 1, none, dtype=np.uint8)
    for number, five in enumerate(all_five_card_ranks(), 1):
        lines = [line for line in five_card_lines(five) if line in SIX_CARD_LINES]
        line_of[number] = SIX_CARD_LINES.index(lines[0]) if lines else none
    ranked = five_card_tables(6)
    return ranked._replace(ranks=line_of[ranked.ranks], flushes=line_of[ranked.flushes])
