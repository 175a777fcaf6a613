"""What the kernel of Roll Your Own Blackjack is given, and where it keeps rounds in play."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.stream_kernels import Words
from croupier.games.roll_your_own_blackjack.kernel_plans import Plan
from croupier.games.roll_your_own_blackjack.kernel_tables import HandTables

__all__ = [
    "ADDED",
    "AFTER_SECOND_CARDS",
    "AT_ONCE",
    "BONUS",
    "CARDS",
    "CENTS",
    "COLUMNS",
    "DEALER",
    "DEALT",
    "DECISION",
    "INSURANCE",
    "KEPT_OF_END",
    "KEPT_OF_HAND",
    "KEPT_OF_ROUND",
    "MOST_HANDS",
    "NEVER",
    "NEXT_CARD",
    "ONE_CARD",
    "SECOND",
    "SETTLED",
    "STANDING",
    "START",
    "TOTAL",
    "TWO_CARD",
    "U64",
    "WAY",
    "Cents",
    "InPlay",
    "Layout",
    "Readings",
    "Seats",
]

U64 = np.uint64
Cents = NDArray[np.int64]

# The columns of a seat.
BONUS: Final = U64(0)
TWO_CARD: Final = U64(1)
ONE_CARD: Final = U64(2)
INSURANCE: Final = U64(3)
ADDED: Final = U64(4)
COLUMNS: Final = U64(5)

# What is kept of a round.
NEXT_CARD: Final = U64(0)
DEALT: Final = U64(1)
"""How many cards of the deck are dealt."""
DECISION: Final = U64(2)
"""How many decisions were made."""
STANDING: Final = U64(3)
"""How many hands stand and wait for the dealer."""
DEALER: Final = U64(4)
"""The dealer's hand."""
KEPT_OF_ROUND: Final = 5

# What is kept of a starting hand.
CARDS: Final = U64(0)
"""The number of the hand."""
SECOND: Final = U64(1)
"""The value of its second card."""
WAY: Final = U64(2)
"""Where its way lies in the plan."""
KEPT_OF_HAND: Final = 3
SETTLED: Final = U64(2047)
"""In place of the number of a hand: it is not played any more."""

# What is kept of a hand that stands.
TOTAL: Final = U64(0)
CENTS: Final = U64(1)
"""What is staked on it."""
START: Final = U64(2)
"""The starting hand it came from."""
KEPT_OF_END: Final = 3
MOST_HANDS: Final = 5
"""How many hands a starting hand can become."""

# When the dealer looks for a blackjack.
AT_ONCE: Final = 0
AFTER_SECOND_CARDS: Final = 1
NEVER: Final = 2


class Seats(NamedTuple):
    """What every seat bets, and what that gains, in cents."""

    stakes: Cents
    """By starting hand."""
    naturals: Cents
    """By starting hand: what a blackjack gains."""
    bonus: Cents
    """By seat and kind of three cards."""
    insurance: Cents
    """By seat: what insurance costs, 0 where none can be taken."""
    insured: Cents
    """By seat: what insurance gains."""


class Readings(NamedTuple):
    """How the unclear clauses are read."""

    look: int
    """When the dealer looks for a blackjack."""
    one_card_first: int
    """1 if the one-card hand is played first, else 0."""
    most_splits: int
    may_double: NDArray[np.bool_]
    """By whether a hand was the one-card hand, and whether it was split."""
    may_split: NDArray[np.bool_]
    """By whether a hand was the one-card hand."""


class Layout(NamedTuple):
    """A table and all who bet at it."""

    hands: HandTables
    seats: Seats
    readings: Readings
    plan: Plan
    sees_burned: int
    """1 if the plan looks at the burned card, else 0."""
    groups: int
    """How many groups of cards are dealt before anybody plays."""


class InPlay(NamedTuple):
    """Some rounds in play. Starting hands are counted seat by seat, the two-card hand first."""

    start: int
    """Which round of the batch is the first of them."""
    seed: np.uint64
    numbers: Words
    decks: NDArray[np.uint8]
    course: NDArray[np.uint64]
    """By round: see `KEPT_OF_ROUND`."""
    hands: NDArray[np.uint64]
    """By round and starting hand: see `KEPT_OF_HAND`."""
    seats: Cents
    """By round and seat: what its columns come to so far, but insurance is what was taken."""
    ends: Cents
    """By round and hand that stands: see `KEPT_OF_END`."""
