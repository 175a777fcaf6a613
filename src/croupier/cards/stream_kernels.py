"""The decks of `croupier.cards.streams`, compiled: a group of seven cards in ten nanoseconds.

A kernel keeps one array for the deck of the round it plays, `DECK_ROOM` bytes long. The words
of block 0, which deals fourteen cards, are made for `CHUNK` rounds at once, which the compiler
turns into four at a time; further blocks are made when they are needed:

    words, more_words = np.empty(CHUNK, np.uint64), np.empty(CHUNK, np.uint64)
    for start in range(0, len(batch.numbers), CHUNK):
        numbers = batch.numbers[start : start + CHUNK]
        first_words(numbers, batch.seed, words, more_words)
        for at in range(len(numbers)):
            deal_first(deck, words[at], numbers[at], batch.seed)           # cards 0 to 6
            deal_second(deck, more_words[at], numbers[at], batch.seed)     # cards 7 to 13
            deal_further(deck, 2, groups, numbers[at], batch.seed)         # from group 2 on
"""

from collections.abc import Callable
from math import perm
from typing import Any, Final, cast

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from croupier.cards.card import DECK, Card
from croupier.cards.streams import (
    AGAIN_BELOW,
    GROUP,
    GROUPS,
    HALF,
    MULTIPLIERS,
    TURNS,
    WEYL,
)
from croupier.compiled import Number, kernel, part

__all__ = [
    "CHUNK",
    "DECK_ROOM",
    "Deck",
    "Words",
    "block_words",
    "deal_first",
    "deal_further",
    "deal_second",
    "deal_three_more",
    "dealt_deck",
    "first_words",
    "fresh_deck",
    "groups_for",
]

U64 = np.uint64
Deck = NDArray[np.uint8]
"""Card numbers by position, the card that is dealt first at the front."""
Words = NDArray[np.uint64]

CARDS: Final = len(DECK)
DECK_ROOM: Final = 64
"""How long the array of a deck is made."""
CHUNK: Final = 256
"""For how many rounds the first words are made at once."""

_LOW: Final = U64(HALF - 1)
_BITS: Final = U64(32)
_MULTIPLIER, _OTHER_MULTIPLIER = map(U64, MULTIPLIERS)
_WEYL, _OTHER_WEYL = map(U64, WEYL)


def _upper_half(_typing: Any, _one: Any, _other: Any) -> Any:
    """One instruction of the processor, for which NumPy has no name."""

    def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        wide = ir.IntType(128)
        one, other = (builder.zext(word, wide) for word in words)
        shifted = builder.lshr(builder.mul(one, other), ir.Constant(wide, 64))
        return builder.trunc(shifted, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


upper_half = cast("Callable[[np.uint64, np.uint64], np.uint64]", intrinsic(_upper_half))
"""The upper 64 bits of the product of two words."""


@part
def block_words(
    number: np.uint64, block: np.uint64, seed: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """The two words of a block."""
    first, second, third, fourth = number & _LOW, number >> _BITS, block, U64(0)
    key, other_key = seed & _LOW, seed >> _BITS
    for _ in range(TURNS):
        # All are below 2**32, and told to be: so a vector of them is multiplied at once.
        one, other = (first & _LOW) * _MULTIPLIER, (third & _LOW) * _OTHER_MULTIPLIER
        first, second = (other >> _BITS) ^ second ^ key, other & _LOW
        third, fourth = (one >> _BITS) ^ fourth ^ other_key, one & _LOW
        key, other_key = (key + _WEYL) & _LOW, (other_key + _OTHER_WEYL) & _LOW
    return first | (second << _BITS), third | (fourth << _BITS)


@kernel
def first_words(numbers: Words, seed: np.uint64, words: Words, more_words: Words) -> None:
    """The words of block 0 of some rounds, at most `CHUNK`."""
    for at in range(len(numbers)):
        words[at], more_words[at] = block_words(numbers[at], U64(0), seed)


@part
def fresh_deck(deck: Deck) -> None:
    """Puts the deck in order."""
    for card in range(CARDS):
        deck[card] = card


def _group_kernel(
    group: int, cards: int = GROUP
) -> Callable[[Deck, np.uint64, np.uint64, np.uint64], None]:
    """The kernel that deals one group, or its first cards; knowing which ones unrolls it."""
    first = GROUP * group
    last = min(first + cards, CARDS)
    ways = U64(perm(CARDS - first, min(GROUP, CARDS - first)))
    again_below = U64(AGAIN_BELOW[group])

    @part
    def deal_group(deck: Deck, word: np.uint64, number: np.uint64, seed: np.uint64) -> None:
        attempt = 0
        # All lower halves one after the other are the word times all the numbers of cards.
        while word * ways < again_below:
            attempt += 1
            word, _ = block_words(number, U64(256 * attempt + 8 + group), seed)
        for at in range(first, last):
            left = U64(CARDS - at)
            other = U64(at) + upper_half(word, left)
            word *= left
            card = deck[other]
            deck[other] = deck[U64(at)]
            deck[U64(at)] = card

    return deal_group


(
    deal_group_0,
    deal_group_1,
    deal_group_2,
    deal_group_3,
    deal_group_4,
    deal_group_5,
    deal_group_6,
    deal_group_7,
) = map(_group_kernel, range(GROUPS))


@part
def deal_first(deck: Deck, word: np.uint64, number: np.uint64, seed: np.uint64) -> None:
    """Puts the deck in order and deals the first seven cards."""
    fresh_deck(deck)
    deal_group_0(deck, word, number, seed)


deal_second = deal_group_1
"""Deals the next seven cards."""

deal_three_more = _group_kernel(1, 3)
"""Deals the next three cards, for rounds that take ten in all."""


@kernel
def deal_further(
    deck: Deck, dealt: Number, groups: Number, number: np.uint64, seed: np.uint64
) -> None:
    """Deals further groups, from at least the third on, until that many are dealt."""
    if dealt < 4 and groups > 2:
        one, other = block_words(number, U64(1), seed)
        if dealt < 3:
            deal_group_2(deck, one, number, seed)
        if groups > 3:
            deal_group_3(deck, other, number, seed)
    if dealt < 6 and groups > 4:
        one, other = block_words(number, U64(2), seed)
        if dealt < 5:
            deal_group_4(deck, one, number, seed)
        if groups > 5:
            deal_group_5(deck, other, number, seed)
    if dealt < 8 and groups > 6:
        one, other = block_words(number, U64(3), seed)
        if dealt < 7:
            deal_group_6(deck, one, number, seed)
        if groups > 7:
            deal_group_7(deck, other, number, seed)


@kernel
def _deal_all(deck: Deck, number: np.uint64, seed: np.uint64) -> None:
    word, more = block_words(number, U64(0), seed)
    deal_first(deck, word, number, seed)
    deal_second(deck, more, number, seed)
    deal_further(deck, 2, GROUPS, number, seed)


def dealt_deck(seed: int, number: int) -> tuple[Card, ...]:
    """The whole deck of a round: what `deck_of_round` says, many times as fast."""
    deck = np.empty(DECK_ROOM, np.uint8)
    _deal_all(deck, U64(number), U64(seed))
    return tuple(DECK[card] for card in deck[:CARDS].tolist())


def groups_for(cards: int) -> int:
    """How many groups must be dealt for that many cards."""
    return -(-cards // GROUP)
