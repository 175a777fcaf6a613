"""3 Way-Action, compiled: what its kernels look up, and what they keep of rounds in play.

A Blackjack hand is known by its number among `exact.blackjack_counts.player_hands`, one past
them all when it is bust; what a further card makes of it is looked up. So is the dealer's. Two
hands on split aces are known by what was drawn on them, as in `exact.blackjack_drawn`.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.tables import FiveCardTables
from croupier.games.three_way_action.exact.blackjack_counts import BUST
from croupier.games.three_way_action.kernel_plans import Plan

__all__ = ["DrawnTables", "HandTables", "InPlay", "Layout", "PokerTables", "Seats"]

U64 = np.uint64
Cents = NDArray[np.int64]
Bytes = NDArray[np.uint8]

# The columns; Insurance is there where it is offered, and last is what was added.
HIGH_CARD: Final = U64(0)
BLACKJACK: Final = U64(1)
POKER: Final = U64(2)
BONUS: Final = U64(3)
INSURANCE: Final = U64(4)

# What a hand comes to: its total, or `BUST`, or more than a total.
NATURAL: Final = BUST + 1
SEVEN: Final = BUST + 2
NO_HAND: Final = BUST + 3
"""In place of a second hand where nothing was split."""
AND_DOUBLED: Final = 32
"""So much more where it is doubled."""

# How a Blackjack hand ends.
LOST: Final = 0
PUSHED: Final = 1
WON: Final = 2
PAID: Final = 3
"""As a blackjack is."""
BEATEN: Final = 4
"""By the dealer's blackjack."""
ENDS: Final = 5

# Whose cents those are: of the only hand or the first, of the second; next to it, doubled.
FIRST: Final = U64(0)
SECOND: Final = U64(2)

# Of insurance: what it costs, and what it gains.
PREMIUM: Final = U64(0)
IF_NATURAL: Final = U64(1)
IF_NOT: Final = U64(2)


class HandTables(NamedTuple):
    """Blackjack, by the number of a hand."""

    value: Bytes
    """By card: its value, aces 0, tens and pictures 9."""
    start: NDArray[np.int16]
    """By the values of two cards: their hand."""
    child: NDArray[np.int16]
    """By hand and value of a further card: the hand that makes."""
    code: Bytes
    """What it comes to: a total, `BUST`, `NATURAL` or `SEVEN`."""
    dealer_code: Bytes
    """The same for the dealer, whose seven cards count as any."""
    dealer_draws: Bytes
    offered: Bytes
    """How many options a player has, none where he is not asked."""
    ends: Bytes
    """By what a player's hand and the dealer's come to: how it ends."""


class DrawnTables(NamedTuple):
    """Split aces, by the number of what was drawn on one of them."""

    child: NDArray[np.int16]
    code: Bytes
    cards: Bytes
    may_draw: Bytes
    """Whether it is asked while the seat has fewer than seven cards."""


class PokerTables(NamedTuple):
    """High Card, Poker and Bonus."""

    five: FiveCardTables
    line: Bytes
    """By rank number: what the hand is by the lines of the Bonus."""
    qualifying: int
    """The first rank number with which the dealer qualifies."""
    high: Bytes
    """By the ranks of two cards: how High Card ends."""


class Seats(NamedTuple):
    """What every seat bets, and what that gains, in cents."""

    blackjack_stakes: Cents
    stays: Bytes
    """Whether it has any wager beside High Card."""
    fills: Bytes
    """Whether it has Poker or Bonus."""
    high_card: Cents
    """By seat and how it ends."""
    blackjack: Cents
    """By seat, which of its hands, and how that ends."""
    insurance: Cents
    """By seat: the most it can insure for, what that gains against a blackjack, and if there is
    none."""
    poker: Cents
    """By seat: against a dealer who is better, the same, worse, or does not qualify."""
    bonus: Cents
    """By seat and what the hand is by the lines."""


class Layout(NamedTuple):
    """A table and all who bet at it."""

    hands: HandTables
    drawn: DrawnTables
    poker: PokerTables
    seats: Seats
    plan: Plan
    peeks: int
    """1 if the dealer looks for a blackjack before anyone draws, else 0."""
    draws_freely: int
    """Whether hands on split aces are played on."""
    offers_insurance: int
    always_draws: int
    """Whether the dealer draws though no hand is live."""
    columns: int
    """How many columns a seat has, what it added included."""
    groups: int
    """How many groups of the deck are dealt."""


# Where the cards of a seat, or of the dealer, lie in the deck beside the first.
SECOND_CARD: Final = U64(0)
DRAWN_FROM: Final = U64(1)
DRAWN_TO: Final = U64(2)
FILLED_FROM: Final = U64(3)
FILLED_TO: Final = U64(4)
PLACES: Final = 5

# What the hands of a seat came to.
FIRST_HAND: Final = U64(0)
SECOND_HAND: Final = U64(1)
HANDS: Final = 2

# What a seat put in beside its first bets.
INSURED: Final = U64(0)
ADDED: Final = U64(1)
SUMS: Final = 2

# What is kept of a round.
NEXT_CARD: Final = U64(0)
NEXT_DECISION: Final = U64(1)
UP_CARD: Final = U64(2)
DEALER: Final = U64(3)
KEPT_OF_ROUND: Final = 4


class InPlay(NamedTuple):
    """Some rounds of a batch while they are played, by round and seat."""

    start: int
    """Which row of the batch the first of them is."""
    rounds: int
    decks: Bytes
    places: Bytes
    """By round, seat (the dealer's is the last) and which cards: where they lie."""
    hands: Bytes
    """By round, seat and which hand: what it came to."""
    sums: Cents
    """By round and seat: what it insured for, and what it added, that included."""
    course: NDArray[np.int16]
    """Where the next card lies, the next decision, the value of the up card against which hands
    are played (or `NOBODY`), and the dealer's hand."""
    keys: NDArray[np.uint64]
    """Room to sum up what the cards of one deck add to the key of a Poker hand."""
