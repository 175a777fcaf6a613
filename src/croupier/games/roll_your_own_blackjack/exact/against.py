"""One up card, and all that is worked out against it."""

from collections.abc import Iterable
from typing import Final

import numpy as np

from croupier.games.roll_your_own_blackjack.exact.dealer_counts import dealer_against
from croupier.games.roll_your_own_blackjack.exact.endings import (
    Endings,
    Hits,
    Tally,
    list_endings,
    tally,
)
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    DECK_COUNTS,
    KEY_BITS,
    KEY_MASK,
    VALUES,
    Counts,
    Hands,
    counts_of,
    hand_index,
    key_of,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import (
    CLOSE,
    HIT,
    STAND,
    HandValues,
    Round,
    hand_values,
    scores,
)
from croupier.games.roll_your_own_blackjack.exact.pairs import Pairs, pair_up, put_together

__all__ = ["Against"]

_MOST_PAIRS: Final = 12_000_000
"""How many pairs of endings are kept, at 17 bytes each."""


class Against:
    """An up card, the deck it came from, and whether the dealer looks for a blackjack."""

    def __init__(
        self,
        up: int,
        *,
        looks: bool,
        memo_bits: int = 18,
        deck: Counts = DECK_COUNTS,
        is_for_one_hand: bool = False,
    ) -> None:
        """`is_for_one_hand` where it is not worth while to value all hands at once."""
        self.up = up
        self.round = Round(hand_index(), dealer_against(up, memo_bits, deck), scores(), looks)
        self._is_for_one_hand = is_for_one_hand
        self._deck = deck - counts_of([up])
        self._key = key_of([up])
        self._pairs: dict[tuple[bytes, bytes], Pairs] = {}
        self._values: dict[tuple[Hands, Hands], tuple[HandValues, Hits]] = {}

    @property
    def hole(self) -> int:
        """The value that makes a blackjack in the hole, or NEVER."""
        return self.round.dealer.hole

    @property
    def looks(self) -> bool:
        """Whether the dealer has looked for a blackjack, and has none, when hands are played."""
        return self.round.looks

    def left(self, gone: Iterable[int]) -> Counts:
        """The deck without the up card and these cards."""
        return self._deck - counts_of(gone)

    def key(self, gone: Iterable[int]) -> int:
        """The key of the up card and these cards together."""
        return self._key + key_of(gone)

    def deck_of(self, key: int) -> Counts:
        """The deck without the cards of a key, the up card among them."""
        gone = [(key >> (KEY_BITS * value)) & KEY_MASK for value in range(VALUES)]
        deck: Counts = self.round.dealer.deck - np.array(gone)
        return deck

    def values(self, gone: Hands, start: Hands = ()) -> tuple[HandValues, Hits]:
        """What hands are worth that have some cards, others being gone; and which are hit."""
        gone = tuple(sorted(gone))
        known = self._values.get((gone, start)) or self._values.get((gone, ()))
        if known is None:
            left, key = self.left(gone), self.key(gone)
            values = hand_values(self.round, left, key, start)
            known = values, self._hits(values, left, key)
            self._values[gone, start] = known
        return known

    def values_from(self, start: Hands, gone: Hands) -> tuple[HandValues, Hits]:
        """The same for a hand that starts with some cards; all others too if they will be asked."""
        return self.values(gone, start if self._is_for_one_hand else ())

    def tally(self, endings: Endings, seen: Iterable[int]) -> Tally:
        """How often a hand ends how, when these cards have been seen beside the up card."""
        cards = tuple(seen)
        return tally(self.round, endings, self.left(cards), self.key(cards))

    def pairs(self, one: Endings, other: Endings) -> Pairs:
        """The endings of two hands together; kept, for many plans are alike."""
        key = _bytes(one), _bytes(other)
        if key not in self._pairs:
            if sum(len(pairs.orders) for pairs in self._pairs.values()) > _MOST_PAIRS:
                self._pairs.clear()
            self._pairs[key] = pair_up(one) if key[0] == key[1] else put_together(one, other)
        return self._pairs[key]

    def _hits(self, values: HandValues, left: Counts, key: int) -> Hits:
        """Which hands are hit; where that is close, by exact values, the longest hands first."""
        index, hits = self.round.hands, values.hit > values.stand
        for hand in np.flatnonzero(abs(values.hit - values.stand) < CLOSE)[::-1].tolist():
            cards = index.counts[hand]
            stand, hit = (
                tally(
                    self.round,
                    list_endings(index, cards, np.array([[hand, action]]), hits),
                    left - cards,
                    key + int(index.keys[hand]),
                ).value
                for action in (STAND, HIT)
            )
            hits[hand] = hit > stand
        return hits


def _bytes(endings: Endings) -> bytes:
    return b"".join(array.tobytes() for array in (endings.keys, endings.stakes, endings.orders))
