"""3 Way-Action, Blackjack: all cards that can come on two split aces, by value."""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.compiled import kernel
from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.exact.blackjack_counts import (
    ACE,
    BUST,
    FULL_DECK,
    NOTHING,
    VALUES,
    Counts,
    total_of,
    with_one_more,
)

__all__ = ["MOST_DRAWN", "Drawn", "drawn_hands", "place_of_drawn"]

MOST_DRAWN: Final = MOST_CARDS - 2
"""So many cards come on two aces at most."""


class Drawn(NamedTuple):
    """All cards that can come on split aces, up to five, fewest first."""

    rows: Counts
    cards: Counts
    child: Counts
    """With one more card; -1 where there are five, or no such card is left."""
    totals: Counts
    """What they make on one ace, `BUST` where that is over 21."""
    is_soft: Counts
    up_to: Counts
    """How many there are of at most so many cards."""
    both: npt.NDArray[np.int32]
    """The cards of two hands together; -1 where they are over five or cannot be."""


@kernel
def _pairs(rows: Counts, child: Counts, many: int) -> npt.NDArray[np.int32]:
    """The cards of any two hands together."""
    both = np.empty((many, many), np.int32)
    for first in range(many):
        for second in range(many):
            at = first
            for value in range(VALUES):
                for _ in range(rows[second, value]):
                    at = child[at, value] if at >= 0 else -1
            both[first, second] = at
    return both


@lru_cache(maxsize=1)
def drawn_hands() -> Drawn:
    """All cards that can come on split aces."""
    level = [NOTHING]
    ordered = [NOTHING]
    on_aces = FULL_DECK.tolist()
    on_aces[ACE] -= 2
    for _ in range(MOST_DRAWN):
        more = {
            with_one_more(drawn, value)
            for drawn in level
            for value in range(VALUES)
            if drawn[value] < on_aces[value]
        }
        level = sorted(more)
        ordered += level
    at = {drawn: place for place, drawn in enumerate(ordered)}
    totals = [total_of(with_one_more(drawn, ACE)) for drawn in ordered]
    rows = np.array(ordered, np.int64)
    child = np.array(
        [[at.get(with_one_more(drawn, value), -1) for value in range(VALUES)] for drawn in ordered],
        np.int64,
    )
    cards = rows.sum(axis=1)
    up_to = np.array([(cards <= most).sum() for most in range(MOST_DRAWN + 1)], np.int64)
    return Drawn(
        rows,
        cards,
        child,
        totals=np.array([min(total.total, BUST) for total in totals], np.int64),
        is_soft=np.array([total.is_soft for total in totals], np.int64),
        up_to=up_to,
        both=_pairs(rows, child, int(up_to[MOST_DRAWN - 1])),
    )


def place_of_drawn(cards: Counts) -> int:
    """Where some cards are among all that can come on split aces."""
    drawn, at = drawn_hands(), 0
    for value in range(VALUES):
        for _ in range(int(cards[value])):
            at = int(drawn.child[at, value])
    return at
