"""Millions of hands at once, on NumPy arrays.

A batch is an array of card numbers with one hand a row, best as contiguous `uint8`. The
answers are the rank numbers of `croupier.cards.poker`: 1 to 741 for three cards, 1 to 7,462
for five; higher is better, equal numbers tie.

The first part of this module checks what it is given. The kernels in the second part do
not, and may be called from other kernels.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from croupier.cards.poker import all_five_card_ranks, all_three_card_ranks
from croupier.cards.tables import (
    COLUMN_MASK,
    FIVE_OF_A_SUIT,
    NOT_A_CARD,
    ROW_SHIFT,
    SUITS_START,
    U64,
    FiveCardTables,
    ThreeCardTables,
    five_card_tables,
    three_card_tables,
)
from croupier.compiled import Number, kernel, part
from croupier.rejection import Code, Rejection

__all__ = [
    "NO_CARD",
    "best_five",
    "best_three",
    "blackjack_totals",
    "five_card_categories",
    "three_card_categories",
]

Hands = NDArray[np.uint8]
RankNumbers = NDArray[np.uint16]

NO_CARD: Final = 255
"""Fills up the shorter hands of `blackjack_totals`."""


def best_five(hands: ArrayLike, *, check: bool = True) -> RankNumbers:
    """The rank number of the best five cards in each hand of five, six or seven.

    `check=False` leaves out the search for a card held twice, which adds four fifths to the
    time; what is no card at all is found in any case.
    """
    array = _as_hands(hands, 5, 7)
    cards = array.shape[1]
    ranks = np.empty(len(array), dtype=np.uint16)
    bad_row = BEST_FIVE_OF[cards, check](array, ranks, five_card_tables(cards))
    _require_cards(array, bad_row)
    if bad_row < NO_BAD_ROW:
        raise _repeated(array, _FIRST_REPEAT - bad_row)
    return ranks


def best_three(hands: ArrayLike, *, check: bool = True) -> RankNumbers:
    """The rank number of the best three cards in each hand of three, four or five."""
    array = _as_hands(hands, 3, 5)
    ranks = np.empty(len(array), dtype=np.uint16)
    bad_row = BEST_THREE_OF[array.shape[1]](array, ranks, three_card_tables())
    _require_cards(array, bad_row)
    if check:
        _require_distinct(array)
    return ranks


def blackjack_totals(hands: ArrayLike) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The best blackjack total of each hand, and whether it is soft.

    Shorter hands are filled up with `NO_CARD`. Cards may repeat: several decks may be in play.
    """
    array = _as_hands(hands, 1, 22)
    totals = np.empty(len(array), dtype=np.uint8)
    soft = np.empty(len(array), dtype=np.bool_)
    bad_row = total_each(array, totals, soft)
    _require_cards(array, bad_row)
    return totals, soft


def three_card_categories(ranks: RankNumbers) -> NDArray[np.uint8]:
    """The `ThreeCardCategory` of each three-card rank number."""
    categories = [rank.category for rank in all_three_card_ranks()]
    return np.array([0, *categories], dtype=np.uint8)[ranks]


def five_card_categories(ranks: RankNumbers) -> NDArray[np.uint8]:
    """The `FiveCardCategory` of each five-card rank number."""
    categories = [rank.category for rank in all_five_card_ranks()]
    return np.array([0, *categories], dtype=np.uint8)[ranks]


def _as_hands(hands: ArrayLike, least: int, most: int) -> Hands:
    """The batch as a contiguous array of bytes, one hand a row."""
    try:
        array = np.asarray(hands)
    except ValueError:
        raise Rejection(
            Code.HAND_ARRAY, "A batch is an array of rows of card numbers, all of one length."
        ) from None
    if array.ndim != 2 or not least <= array.shape[1] <= most:
        wanted = f"{least} to {most}"
        raise Rejection(
            Code.HAND_ARRAY,
            f"A batch is an array of rows of {wanted} card numbers; this has shape {array.shape}.",
        )
    if not np.issubdtype(array.dtype, np.integer):
        raise Rejection(
            Code.HAND_ARRAY, f"A batch holds whole numbers (card numbers), not {array.dtype}."
        )
    if array.dtype != np.uint8:
        if array.size and (array.min() < 0 or array.max() > NO_CARD):
            row = int(np.argmax(((array < 0) | (array > NO_CARD)).any(axis=1)))
            raise Rejection(
                Code.CARD_UNKNOWN, f"Row {row} holds a number that is no card (0 to 51)."
            )
        array = array.astype(np.uint8)
    return np.ascontiguousarray(array)


def _require_cards(hands: Hands, bad_row: int | np.int64) -> None:
    if bad_row >= 0:
        raise Rejection(
            Code.CARD_UNKNOWN,
            f"Row {bad_row} holds a number that is no card (0 to 51): {hands[bad_row].tolist()}.",
        )


def _require_distinct(hands: Hands) -> None:
    row = FIRST_REPEAT_OF[hands.shape[1]](hands)
    if row >= 0:
        raise _repeated(hands, row)


def _repeated(hands: Hands, row: int | np.int64) -> Rejection:
    return Rejection(
        Code.CARD_REPEATED,
        f"Row {row} holds a card twice, and one deck holds each card once: {hands[row].tolist()}.",
    )


# The kernels. Those that can meet something that is no card return the first such row, or
# -1. Indices are unsigned, which spares Numba a test for negative ones at each look-up.

NO_BAD_ROW: Final = -1
# A card held twice in row 0 is returned as -2, in row 1 as -3, and so on.
_FIRST_REPEAT: Final = -2
_BLOCK: Final = 1024

BestFiveKernel = Callable[[Hands, RankNumbers, FiveCardTables], int | np.int64]


def _best_five_kernel(cards: int, *, check: bool) -> BestFiveKernel:
    """The kernel for hands of that many cards; knowing the number unrolls the additions."""

    @kernel
    def best_five_of_each(
        hands: Hands, ranks: RankNumbers, tables: FiveCardTables
    ) -> int | np.int64:
        # One hand in thirty has five cards of a suit. A branch for those would be foreseen
        # badly, so each block looks all its hands up as if none had, notes those that have
        # (or that hold a card twice) and puts them right afterwards.
        noted = np.empty(_BLOCK + 1, dtype=np.uint64)
        noted_keys = np.empty(_BLOCK + 1, dtype=np.uint64)
        for start in range(0, len(hands), _BLOCK):
            count = U64(0)
            for row in range(start, min(start + _BLOCK, len(hands))):
                at = U64(row)
                key = tables.first[hands[at, U64(0)]]
                union = tables.suited[hands[at, U64(0)]]
                total = union
                for card in range(1, cards):
                    key += tables.cards[hands[at, U64(card)]]
                    if check:
                        bit = tables.suited[hands[at, U64(card)]]
                        union |= bit
                        total += bit
                ranks[at] = unsuited_rank(key, tables)
                noted[count] = at
                noted_keys[count] = key
                # The sum of the cards' bits is their union exactly if no bit is there twice.
                unusual = (key & (FIVE_OF_A_SUIT | NOT_A_CARD)) | (union ^ total)
                count += U64(unusual != U64(0))
            for note in range(count):
                at = noted[U64(note)]
                key = noted_keys[U64(note)]
                if key & NOT_A_CARD:
                    return np.int64(at)
                union = U64(0)
                total = U64(0)
                for card in range(cards):
                    union |= tables.suited[hands[at, U64(card)]]
                    total += tables.suited[hands[at, U64(card)]]
                if check and union != total:
                    return _FIRST_REPEAT - np.int64(at)
                ranks[at] = flush_rank(key, union, tables)
        return NO_BAD_ROW

    return best_five_of_each


BEST_FIVE_OF: Final = {
    (cards, check): _best_five_kernel(cards, check=check)
    for cards in (5, 6, 7)
    for check in (False, True)
}
"""By number of cards, and whether to look for a card held twice: ranks each hand into an array."""


@part
def best_five_rank(cards: tuple[Number, ...], tables: FiveCardTables) -> np.uint16:
    """The rank number of the best five of a tuple of five to seven cards, for other kernels.

    The tables must be those for that many cards.
    """
    key = SUITS_START
    for card in cards:
        key += tables.cards[card]
    if key & FIVE_OF_A_SUIT:
        suited = U64(0)
        for card in cards:
            suited |= tables.suited[card]
        return flush_rank(key, suited, tables)
    return unsuited_rank(key, tables)


@part
def unsuited_rank(key: np.uint64, tables: FiveCardTables) -> np.uint16:
    """The rank number behind a key in which no five cards share a suit."""
    offset = U64(tables.offsets[key >> ROW_SHIFT])
    rank: np.uint16 = tables.ranks[offset + ((key >> U64(32)) & COLUMN_MASK)]
    return rank


@part
def flush_rank(key: np.uint64, suited: np.uint64, tables: FiveCardTables) -> np.uint16:
    """The rank number of a hand whose key says that five cards share a suit."""
    flush = key & FIVE_OF_A_SUIT
    suit = U64(flush > U64(0x8)) + U64(flush > U64(0x80)) + U64(flush > U64(0x800))
    rank: np.uint16 = tables.flushes[(suited >> (suit * U64(16))) & U64(0x1FFF)]
    return rank


@part
def three_card_rank(
    first: Number, second: Number, third: Number, tables: ThreeCardTables
) -> np.uint16:
    """The rank number of three cards, which must be cards."""
    a, b, c = U64(tables.cards[first]), U64(tables.cards[second]), U64(tables.cards[third])
    flush = U64((a & b & c & U64(0xF_0000)) != U64(0))
    rank: np.uint16 = tables.ranks[flush, (a + b + c) & U64(0xFFFF)]
    return rank


BestThreeKernel = Callable[[Hands, RankNumbers, ThreeCardTables], int]


def _best_three_kernel(cards: int) -> BestThreeKernel:
    """The kernel for hands of that many cards."""

    @kernel
    def best_three_of_each(hands: Hands, ranks: RankNumbers, tables: ThreeCardTables) -> int:
        for row in range(len(hands)):
            at = U64(row)
            best = np.uint16(0)
            highest = np.uint8(0)
            for third in range(2, cards):
                for second in range(1, third):
                    for first in range(second):
                        rank = three_card_rank(
                            hands[at, U64(first)],
                            hands[at, U64(second)],
                            hands[at, U64(third)],
                            tables,
                        )
                        best = max(best, rank)
            for card in range(cards):
                highest = max(highest, hands[at, U64(card)])
            if highest > 51:
                return row
            ranks[at] = best
        return -1

    return best_three_of_each


BEST_THREE_OF: Final = {cards: _best_three_kernel(cards) for cards in (3, 4, 5)}
"""By number of cards: ranks the best three of each hand into an array."""


@part
def add_to_total(total: int, is_soft: bool, card: int) -> tuple[int, bool]:
    """A blackjack total with one more card, for other kernels; start with 0 and not soft."""
    rank = card >> 2
    if rank == 12:
        total += 1
        if not is_soft and total <= 11:
            return total + 10, True
    else:
        total += min(rank + 2, 10)
    if is_soft and total > 21:
        return total - 10, False
    return total, is_soft


@kernel
def total_each(hands: Hands, totals: NDArray[np.uint8], soft: NDArray[np.bool_]) -> int:
    """Totals each hand as blackjack does."""
    for row in range(len(hands)):
        total, is_soft = 0, False
        for card in hands[row]:
            if card == NO_CARD:
                continue
            if card > 51:
                return row
            total, is_soft = add_to_total(total, is_soft, card)
        soft[row] = is_soft
        totals[row] = total
    return -1


def _first_repeat_kernel(cards: int) -> Callable[[Hands], int]:
    """The kernel for hands of that many cards."""

    @kernel
    def first_repeat(hands: Hands) -> int:
        # The sum of the cards' bits is their union exactly if no bit is there twice.
        for row in range(len(hands)):
            union = U64(0)
            total = U64(0)
            for card in range(cards):
                bit = U64(1) << (U64(hands[U64(row), U64(card)]) & U64(63))
                union |= bit
                total += bit
            if union != total:
                return row
        return -1

    return first_repeat


FIRST_REPEAT_OF: Final = {cards: _first_repeat_kernel(cards) for cards in (3, 4, 5, 6, 7)}
"""By number of cards: finds the first hand that holds a card twice, or -1."""
