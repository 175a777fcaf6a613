"""The look-up tables of the batch kernels, computed when first needed.

*Three cards.* Each card adds a number to a key so that every multiset of three ranks has
its own sum; the AND of three suit bits tells a flush. One table of ranks by key.

*Five to seven cards.* Each card adds one 64-bit number to a key. Its upper half is a
constant of the card's rank, so the upper half of the sum is a hash of the rank multiset;
its lower half counts the suits, four bits each, starting at three, so that bit 3 of a
count is set when five cards share the suit. The hash is perfect: its top bits choose a row,
the row is shifted by an offset of its own, and no two multisets meet (row displacement).

The tables are made from the definition of a hand by code that shares nothing with
`croupier.cards.poker`, so each checks the other.
"""

from functools import cache
from hashlib import shake_256
from itertools import count
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import copy_numbers, kernel

__all__ = ["FiveCardTables", "ThreeCardTables", "five_card_tables", "three_card_tables"]

U64 = np.uint64

ROW_BITS: Final = 13
COLUMN_BITS: Final = 16
ROW_SHIFT: Final = U64(64 - ROW_BITS)
COLUMN_MASK: Final = U64((1 << COLUMN_BITS) - 1)

FIVE_OF_A_SUIT: Final = U64(0x8888)
"""Set in a key if five of its cards share a suit."""
NOT_A_CARD: Final = U64(0x7_0000)
"""Set in a key if one of its cards is no card; up to seven of them do not overflow."""
SUITS_START: Final = U64(0x3333)
"""What a key begins with."""


class ThreeCardTables(NamedTuple):
    """What the three-card kernels look up."""

    cards: NDArray[np.uint32]
    """By card number (0 to 255): rank key in the low half, one bit for the suit above."""
    ranks: NDArray[np.uint16]
    """By flush (0, 1) and sum of rank keys: the rank number, 1 to 741."""


class FiveCardTables(NamedTuple):
    """What the five-, six- or seven-card kernels look up."""

    first: NDArray[np.uint64]
    """By card number (0 to 255): what the first card adds to the key."""
    cards: NDArray[np.uint64]
    """By card number (0 to 255): what every further card adds to the key."""
    offsets: NDArray[np.uint16]
    """By row: where the row starts among the ranks."""
    ranks: NDArray[np.unsignedinteger[Any]]
    """By offset and column: the rank number, 1 to 7,462, of a hand without a flush."""
    suited: NDArray[np.uint64]
    """By card number (0 to 255): the bit of its rank in the sixteen bits of its suit."""
    flushes: NDArray[np.unsignedinteger[Any]]
    """By set of ranks, a bit each: the rank number of a flush with five or more of them."""


@cache
def three_card_tables() -> ThreeCardTables:
    """The tables for three cards."""
    keys = _distinct_sum_keys()
    cards = np.zeros(256, dtype=np.uint32)
    for card in range(52):
        cards[card] = keys[card >> 2] | np.uint32(1 << (16 + (card & 3)))
    sums = 3 * int(keys[-1]) + 1
    ranks = np.zeros((2, sums), dtype=np.uint16)
    packed = np.zeros((2, sums), dtype=np.uint32)
    _pack_three(keys, packed)
    ordered = np.unique(packed)[1:]
    ranks[packed > 0] = np.searchsorted(ordered, packed[packed > 0]) + 1
    return ThreeCardTables(cards, ranks)


@cache
def five_card_tables(cards: int) -> FiveCardTables:
    """The tables for the best five of that many cards, 5 to 7."""
    assert 5 <= cards <= 7
    multisets = _multisets(cards)
    constants, hashes = _hash(multisets)
    offsets = _displace(hashes)
    assert int(offsets.max()) < 1 << 16, "offsets are kept in two bytes"
    ordered = _ordered_packed_ranks()
    ranks = np.zeros(int(offsets.max()) + (1 << COLUMN_BITS), dtype=np.uint16)
    where = offsets[hashes >> U64(32 - ROW_BITS)] + (hashes & COLUMN_MASK)
    ranks[where] = np.searchsorted(ordered, _pack_multisets(multisets)) + 1

    further = np.full(256, NOT_A_CARD & (~NOT_A_CARD + U64(1)), dtype=np.uint64)
    suited = np.zeros(256, dtype=np.uint64)
    for card in range(52):
        further[card] = constants[card >> 2] << U64(32) | U64(1 << 4 * (card & 3))
        suited[card] = 1 << (16 * (card & 3) + (card >> 2))
    flushes = np.zeros(1 << 13, dtype=np.uint16)
    packed = _pack_flushes()
    flushes[packed > 0] = np.searchsorted(ordered, packed[packed > 0]) + 1
    return FiveCardTables(
        first=further + SUITS_START,
        cards=further,
        offsets=offsets.astype(np.uint16),
        ranks=ranks,
        suited=suited,
        flushes=flushes,
    )


def _ordered_packed_ranks() -> NDArray[np.uint32]:
    """All 7,462 packed ranks, worst first: what is left when five cards are just five cards."""
    flushes = _pack_flushes()
    return np.unique(np.concatenate([_pack_multisets(_multisets(5)), flushes[flushes > 0]]))


def _distinct_sum_keys() -> NDArray[np.uint32]:
    """Thirteen numbers, as small as may be, any three of which (repeats too) sum uniquely."""
    keys = [0]
    pairs = {0}
    triples = {0}
    while len(keys) < 13:
        key = keys[-1] + 1
        while len(new := _sums_with(key, keys, pairs)) < _sums_expected(keys) or new & triples:
            key += 1
        triples |= new
        keys.append(key)
        pairs |= {key + other for other in keys}
    return np.array(keys, dtype=np.uint32)


def _sums_with(key: int, keys: list[int], pairs: set[int]) -> set[int]:
    """All sums of three that contain `key`, the others from `keys` or `key` again."""
    return {3 * key} | {2 * key + other for other in keys} | {key + pair for pair in pairs}


def _sums_expected(keys: list[int]) -> int:
    """How many those are if none coincide."""
    return 1 + len(keys) + len(keys) * (len(keys) + 1) // 2


def _hash(
    multisets: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Constants of the ranks for which no two multisets have the same 32-bit sum."""
    for attempt in count():
        stream = shake_256(b"croupier rank constants %d" % attempt).digest(4 * 13)
        constants = np.frombuffer(stream, dtype="<u4").astype(np.uint64)
        hashes = (multisets @ constants) & U64(0xFFFF_FFFF)
        if len(np.unique(hashes)) == len(hashes):
            return constants, hashes
    raise AssertionError("unreachable: a few attempts always find constants")


@kernel
def _multisets(cards: int) -> NDArray[np.uint64]:
    """Every way to hold that many cards of thirteen ranks, as how often each is held."""
    found = np.empty((50_000, 13), dtype=np.uint64)
    held = np.zeros(13, dtype=np.uint64)
    size = 0
    left = cards
    # Count upwards like an odometer whose wheels go to four, skipping what cannot come out even.
    rank = 0
    while True:
        if rank == 12:
            if left <= 4:
                held[12] = left
                copy_numbers(held, found[size])
                size += 1
            rank -= 1
            while rank >= 0 and (held[rank] == 4 or left == 0):
                left += int(held[rank])
                held[rank] = 0
                rank -= 1
            if rank < 0:
                break
            held[rank] += np.uint64(1)
            left -= 1
        rank += 1
    return found[:size].copy()


@kernel
def _straight_top(ranks: int) -> int:
    """The top of the best five in sequence in a set of ranks, a bit each; 0 for none."""
    for top in range(12, 3, -1):
        if (ranks >> (top - 4)) & 0b11111 == 0b11111:
            return top
    return 3 if ranks & 0b1_0000_0000_1111 == 0b1_0000_0000_1111 else 0


@kernel
def _pack_multisets(multisets: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """The best five cards of each multiset: category, then up to five ranks, four bits each."""
    packed = np.empty(len(multisets), dtype=np.uint32)
    for at in range(len(multisets)):
        ranks = 0
        most = 0  # the rank held most often, and of those the highest
        for rank in range(13):
            if multisets[at, rank] > 0:
                ranks |= 1 << rank
            if multisets[at, rank] >= multisets[at, most]:
                most = rank
        second = -1  # the highest other rank held at least twice
        for rank in range(13):
            if rank != most and multisets[at, rank] >= 2:
                second = rank
        times = multisets[at, most]
        top = _straight_top(ranks)
        main = 1 << most
        if times == 4:
            category, cells, kickers = 7, most, 1
        elif times == 3 and second >= 0:
            category, cells, kickers = 6, most << 4 | second, 0
        elif top > 0:
            category, cells, kickers = 4, top, 0
        elif times == 3:
            category, cells, kickers = 3, most, 2
        elif times == 2 and second >= 0:
            category, cells, kickers, main = 2, most << 4 | second, 1, main | 1 << second
        elif times == 2:
            category, cells, kickers = 1, most, 3
        else:
            category, cells, kickers, main = 0, 0, 5, 0
        for rank in range(12, -1, -1):
            if kickers > 0 and ranks & ~main & (1 << rank):
                cells = cells << 4 | rank
                kickers -= 1
        packed[at] = category << 20 | cells
    return packed


@kernel
def _pack_flushes() -> NDArray[np.uint32]:
    """The best five suited cards of each set of ranks, packed likewise; 0 for under five."""
    packed = np.zeros(1 << 13, dtype=np.uint32)
    for ranks in range(1 << 13):
        size = 0
        cells = 0
        for rank in range(12, -1, -1):
            if ranks & (1 << rank):
                size += 1
                if size <= 5:
                    cells = cells << 4 | rank
        top = _straight_top(ranks)
        if size >= 5:
            packed[ranks] = 8 << 20 | top if top > 0 else 5 << 20 | cells
    return packed


@kernel
def _pack_three(keys: NDArray[np.uint32], packed: NDArray[np.uint32]) -> None:
    """Writes category and ranks of every three-card hand at its flush bit and sum of keys."""
    for low in range(13):
        for middle in range(low, 13):
            for high in range(middle, 13):
                key = keys[low] + keys[middle] + keys[high]
                if low == high:
                    packed[0, key] = 4 << 12 | high
                elif low == middle:
                    packed[0, key] = 1 << 12 | low << 4 | high
                elif middle == high:
                    packed[0, key] = 1 << 12 | high << 4 | low
                elif high - low == 2:
                    packed[0, key] = 3 << 12 | high
                    packed[1, key] = 5 << 12 | high
                elif high == 12 and middle == 1:
                    packed[0, key] = 3 << 12 | middle
                    packed[1, key] = 5 << 12 | middle
                else:
                    packed[0, key] = high << 8 | middle << 4 | low
                    packed[1, key] = 2 << 12 | high << 8 | middle << 4 | low


def _displace(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """An offset for each row, so that no two hashes meet: fullest rows first, first fit."""
    rows = (hashes >> U64(32 - ROW_BITS)).astype(np.int64)
    columns = (hashes & COLUMN_MASK).astype(np.int64)[np.argsort(rows)]
    sizes = np.bincount(rows, minlength=1 << ROW_BITS)
    starts = np.cumsum(sizes) - sizes
    return _first_fit(columns, starts, sizes, np.argsort(-sizes, stable=True))


@kernel
def _first_fit(
    columns: NDArray[np.int64],
    starts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    order: NDArray[np.int64],
) -> NDArray[np.uint64]:
    """Shifts each row, in that order, to the first place where its columns are all free."""
    offsets = np.zeros(len(sizes), dtype=np.uint64)
    taken = np.zeros(1 << (COLUMN_BITS + 2), dtype=np.bool_)
    for row in order:
        members = columns[starts[row] : starts[row] + sizes[row]]
        offset = 0
        fits = False
        while not fits:
            fits = True
            for column in members:
                if taken[offset + column]:
                    fits = False
                    offset += 1
                    break
        offsets[row] = offset
        for column in members:
            taken[offset + column] = True
    return offsets
