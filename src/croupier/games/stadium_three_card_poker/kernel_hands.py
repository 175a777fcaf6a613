"""Stadium Three Card Poker, compiled: what hands are, each in one look-up.

The tables of Three Card Poker know a hand's rank, and by its rank how strong it is and what it is
paid on. Here that stands in place of the rank.
"""

from typing import Final, NamedTuple

import numpy as np

from croupier.cards.batch import three_card_rank
from croupier.cards.tables import FiveCardTables, ThreeCardTables
from croupier.compiled import part
from croupier.games.three_card_poker.exact.showdown_counts import LOSE, NOT_QUALIFIED, TIE, WIN
from croupier.games.three_card_poker.kernel import HandTables

__all__ = ["HandsInPlay", "dealer_strength", "hands_in_play", "kind_and_strength", "result_of"]

_KIND_BITS: Final = 12
"""Below these bits is how strong a hand is."""
_STRENGTH: Final = (1 << _KIND_BITS) - 1


class HandsInPlay(NamedTuple):
    """What three cards are, and what six are."""

    player: ThreeCardTables
    """In place of the rank: how strong it is, and above that of which kind."""
    dealer: ThreeCardTables
    """In place of the rank: how strong it is, or 0 if it does not qualify."""
    six: FiveCardTables
    """In place of the rank: the line of the Six Card Bonus."""


def hands_in_play(hands: HandTables) -> HandsInPlay:
    """The same by cards that `hands` says by rank."""
    rank = hands.three.ranks
    strength, kind = hands.strength[rank], hands.kind[rank].astype(np.uint16)
    assert strength.max() <= _STRENGTH
    assert kind.max() < 1 << 16 - _KIND_BITS
    return HandsInPlay(
        hands.three._replace(ranks=(strength | kind << _KIND_BITS).astype(np.uint16)),
        hands.three._replace(ranks=np.where(rank >= hands.qualifying, strength, np.uint16(0))),
        hands.six,
    )


@part
def kind_and_strength(
    first: int, second: int, third: int, hands: HandsInPlay
) -> tuple[np.int64, np.int64]:
    """Of which kind a player's hand is, and how strong."""
    packed = np.int64(three_card_rank(first, second, third, hands.player))
    return packed >> _KIND_BITS, packed & _STRENGTH


@part
def dealer_strength(first: int, second: int, third: int, hands: HandsInPlay) -> np.int64:
    """How strong the dealer's hand is; 0 if it does not qualify."""
    return np.int64(three_card_rank(first, second, third, hands.dealer))


@part
def result_of(mine: np.int64, theirs: np.int64) -> int:
    """How the showdown ends."""
    if theirs == 0:
        return NOT_QUALIFIED
    if mine == theirs:
        return TIE
    return WIN if mine > theirs else LOSE
