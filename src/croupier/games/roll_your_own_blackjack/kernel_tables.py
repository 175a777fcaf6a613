"""What the kernel of Roll Your Own Blackjack looks up: hands, what they become, what they bring.

A hand is a number here, that of `exact.hand_index`: one card more leads to another number, and
all hands over twenty-one are one. Whoever draws, player or dealer, has a bit for each hand that
says whether it takes another card.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, BlackjackTotal, Card, Rank, blackjack_total
from croupier.games.blackjack_hands import compared, dealer_draws
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    TEN,
    VALUES,
    card_of,
    hand_index,
    hand_numbers,
    value_of,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import TWO_CARDS
from croupier.games.roll_your_own_blackjack.rules import AceLowStraight
from croupier.games.roll_your_own_blackjack.script import bonus_hand, is_double_blackjack
from croupier.table.settlement import LOSE, win

__all__ = [
    "BLACKJACK",
    "BUST",
    "DOUBLE_BLACKJACK",
    "NATURAL",
    "NO_PAIR",
    "OUT_OF_CARDS",
    "WORDS",
    "Bits",
    "HandTables",
    "bits_of",
    "bonus_kinds",
    "hand_tables",
]

Bits = NDArray[np.uint64]
"""A bit for each hand, hand 0 in the lowest bit of the first word."""

BUST: Final = hand_index().live
"""The number of every hand over twenty-one."""
NATURAL: Final = hand_numbers()[ACE, TEN]
"""The number of the hand of an ace and a ten-value card."""
WORDS: Final = 32
"""Of 64 bits, for all hands."""
HANDS: Final = 64 * WORDS
"""How many hands there is room for."""

BLACKJACK: Final = 22
"""In place of the dealer's total: he has a blackjack."""
OUT_OF_CARDS: Final = 23
"""In place of the dealer's total: all that is left in action wins."""
NO_PAIR: Final = 255
"""In place of half a pair."""
DOUBLE_BLACKJACK: Final = 8
"""Added to the kind of three cards that are a double blackjack."""


class HandTables(NamedTuple):
    """What hands are. Indices are put together by shifting, so the tables have gaps."""

    values: NDArray[np.uint8]
    """By rank: 0 the ace, 9 any ten-value card."""
    three: NDArray[np.uint8]
    """By whether they are of one suit, and three ranks, 4 bits each: the kind of `bonus_kinds`,
    8 more for a double blackjack."""
    two: NDArray[np.uint16]
    """By two ranks, 4 bits each: the hand they make."""
    longer: NDArray[np.uint16]
    """By hand, and rank, 4 bits: the hand that one more card makes of it."""
    totals: NDArray[np.uint8]
    """By hand; 0 for one over twenty-one."""
    halves: NDArray[np.uint8]
    """By hand of two cards of one value: that value, which is the hand of one such card."""
    is_drawn_to: Bits
    """To which hands the dealer draws."""
    scores: NDArray[np.int8]
    """By total and the dealer's total: what a unit gains."""


def bits_of(are_hit: Sequence[bool] | NDArray[np.bool_]) -> Bits:
    """Yes and no by hand as bits; to a hand over twenty-one nothing is drawn."""
    room = np.zeros(HANDS, dtype=np.bool_)
    room[: len(are_hit)] = are_hit
    return np.packbits(room, bitorder="little").view(np.dtype("<u8")).astype(np.uint64)


@cache
def hand_tables(ace_low_straight: AceLowStraight) -> HandTables:
    """The tables, under the reading of whether ace-two-three is a straight."""
    index, hands = hand_index(), hand_numbers()
    assert index.live < HANDS, "there is room for all hands and for bust"
    assert list(hands.values()) == list(range(index.live)), "hands come in their order"
    assert all(hands[value,] == value for value in range(VALUES)), "one card has its value"
    value_by_rank, two = np.zeros(16, np.uint8), np.zeros(1 << 8, np.uint16)
    longer = np.full((HANDS, 16), BUST, np.uint16)
    for rank in Rank:
        value = value_of(_card(rank, 0))
        value_by_rank[rank] = value
        longer[: index.live, rank] = np.minimum(index.children[:, value], BUST)
        for other in Rank:
            two[rank << 4 | other] = TWO_CARDS[value, value_of(_card(other, 0))]
    totals, halves = np.zeros(HANDS, np.uint8), np.full(HANDS, NO_PAIR, np.uint8)
    totals[: index.live] = index.totals[: index.live]
    for value in range(VALUES):
        halves[TWO_CARDS[value, value]] = value
    draws = [dealer_draws(blackjack_total(map(card_of, hand))) for hand in hands]
    return HandTables(
        value_by_rank,
        bonus_kinds(ace_low_straight)[0],
        two,
        longer.reshape(-1),
        totals,
        halves,
        bits_of(draws),
        _scores(),
    )


def _card(rank: int, suit: int) -> Card:
    return DECK[rank << 2 | suit]


@cache
def bonus_kinds(
    ace_low_straight: AceLowStraight,
) -> tuple[NDArray[np.uint8], tuple[tuple[str, ...], ...]]:
    """See `HandTables.three`; and by kind: the lines of the Bonus that three cards fit."""
    found = np.zeros((2, 1 << 12), np.uint8)
    kinds: list[tuple[str, ...]] = []
    for is_suited, suits in enumerate(((0, 1, 2), (0, 0, 0))):
        for ranks in product(Rank, repeat=3):
            cards = tuple(map(_card, ranks, suits))
            if len(set(cards)) < len(cards):
                continue
            lines, _ = bonus_hand(cards, ace_low_straight)
            if lines not in kinds:
                kinds.append(lines)
            is_double = DOUBLE_BLACKJACK * is_double_blackjack(cards)
            found[is_suited, ranks[0] << 8 | ranks[1] << 4 | ranks[2]] = (
                kinds.index(lines) + is_double
            )
    assert len(kinds) <= DOUBLE_BLACKJACK
    return found, tuple(kinds)


def _scores() -> NDArray[np.int8]:
    """See `HandTables.scores`. Against a blackjack all lose, and without cards all win."""
    scores = np.full((32, 32), -1, np.int8)
    for total in range(2, 22):
        player = BlackjackTotal(total, is_soft=False, cards=3)
        for at, dealt in [(0, 22), *((some, some) for some in range(17, 22))]:
            dealer = BlackjackTotal(dealt, is_soft=False, cards=3)
            outcome, _ = compared(player, dealer, player_words="hand", clause="Rule 7")
            scores[total, at] = 1 if outcome == win() else -1 if outcome == LOSE else 0
    scores[:, OUT_OF_CARDS] = 1
    return scores
