"""The decks of `croupier.cards.streams` for many rounds at once: half a nanosecond a card.

Dealing one deck, as `croupier.cards.stream_kernels` does, changes cards in memory, one after the
other. Here the same card of a whole chunk of rounds is dealt at once, and no deck is kept at all:
the card that is dealt next lies where it lay in the fresh deck, unless an earlier card was taken
from that place; then it is the card that was put there in exchange. So a card is found by
comparing places alone, thirty-two rounds at a time:

    words, more_words = np.empty(CHUNK, np.uint64), np.empty(CHUNK, np.uint64)
    cards = np.empty(CHUNK_ROOM, np.uint8)
    for start in range(0, len(batch.numbers), CHUNK):
        numbers = batch.numbers[start : start + CHUNK]
        first_words(numbers, batch.seed, words, more_words)
        deal_twelve_of_each(cards, words, more_words, numbers, batch.seed)
        for at in range(len(numbers)):
            cards[CHUNK * 11 + at]                         # the last card dealt in that round
"""

from math import perm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import DECK
from croupier.cards.stream_kernels import CHUNK, Words, block_words
from croupier.cards.streams import AGAIN_BELOW, GROUP, HALF
from croupier.compiled import kernel, part

__all__ = ["CHUNK_ROOM", "ChunkCards", "deal_six_of_each", "deal_twelve_of_each"]

U64 = np.uint64
U8 = np.uint8
ChunkCards = NDArray[np.uint8]
"""Card k of round n of a chunk is at `CHUNK * k + n`; behind the cards is room to deal them."""

CARDS: Final = len(DECK)
MOST: Final = 2 * GROUP
"""How many cards of each round there is room for."""
CHUNK_ROOM: Final = 3 * MOST * CHUNK
"""How long the array of a chunk's cards is made."""
_PLACES: Final = MOST * CHUNK
"""From here on, by card and round: from which place of the deck it was taken."""
_PUT: Final = 2 * MOST * CHUNK
"""From here on, by card and round: which card was put there in exchange."""

_LOW: Final = U64(HALF - 1)
_BITS: Final = U64(32)
_SIGN: Final = U64(63)


@part
def deal_six_of_each(cards: ChunkCards, words: Words, numbers: Words, seed: np.uint64) -> None:
    """Deals the first six cards of each round."""
    _find_places(cards, (0, 6), words, numbers, seed)
    _find_six(cards)


@part
def deal_twelve_of_each(
    cards: ChunkCards, words: Words, more_words: Words, numbers: Words, seed: np.uint64
) -> None:
    """Deals the first twelve cards of each round."""
    _find_places(cards, (0, 7), words, numbers, seed)
    _find_places(cards, (7, 12), more_words, numbers, seed)
    _find_six(cards)
    _find_card(cards, 6)
    _find_card(cards, 7)
    _find_card(cards, 8)
    _find_card(cards, 9)
    _find_card(cards, 10)
    _find_card(cards, 11)


@part
def _find_six(cards: ChunkCards) -> None:
    _find_card(cards, 0)
    _find_card(cards, 1)
    _find_card(cards, 2)
    _find_card(cards, 3)
    _find_card(cards, 4)
    _find_card(cards, 5)


@part
def _find_card(cards: ChunkCards, card: int) -> None:
    """Which card lies at its place, and which is put there: that at the front of the deck.

    It goes through the whole chunk even if fewer rounds are dealt; what it finds there counts
    for nothing. The later of two earlier cards from one place is the one that decides.
    """
    front = U8(card)
    for at in range(CHUNK):
        place = cards[_PLACES + CHUNK * card + at]
        found, moved = place, front
        for earlier in range(card):
            taken = cards[_PLACES + CHUNK * earlier + at]
            put = cards[_PUT + CHUNK * earlier + at]
            found = put if taken == place else found
            moved = put if taken == front else moved
        cards[CHUNK * card + at] = found
        cards[_PUT + CHUNK * card + at] = moved


@part
def _find_places(
    cards: ChunkCards, which: tuple[int, int], words: Words, numbers: Words, seed: np.uint64
) -> None:
    """From where the cards of a group, or its first ones, are taken: `which` are from, to."""
    first, last = which
    while _multiply(cards, first, last, words) and _replace_words(words, first, numbers, seed):
        pass


@part
def _multiply(cards: ChunkCards, first: int, last: int, words: Words) -> bool:
    """The same; True if some group may have to be dealt again.

    Words are multiplied by halves, so that a vector of them is multiplied at once.
    """
    again_from = U64((AGAIN_BELOW[first // GROUP] >> 32) + 1)
    rest = U64(1)
    for card in range(last, first + GROUP):
        rest *= U64(CARDS - card)
    suspects = U64(0)
    for at in range(CHUNK):
        low, high = words[at] & _LOW, words[at] >> _BITS
        for card in range(first, last):
            left = U64(CARDS - card)
            low = (low & _LOW) * left
            high = (high & _LOW) * left + (low >> _BITS)
            cards[_PLACES + CHUNK * card + at] = U8((high >> _BITS) + U64(card))
        low = (low & _LOW) * rest
        high = (high & _LOW) * rest + (low >> _BITS)
        # Below zero, so that the highest bit is set, if the upper half of the rest is so small.
        suspects |= (high & _LOW) - again_from
    return bool(suspects >> _SIGN)


_WAYS: Final = tuple(U64(perm(CARDS - GROUP * group, GROUP)) for group in range(2))


@kernel
def _replace_words(words: Words, first: int, numbers: Words, seed: np.uint64) -> bool:
    """Takes another word for each group that is dealt again; True if there was one."""
    group, is_any = first // GROUP, False
    for at in range(len(numbers)):
        attempt = 0
        while words[at] * _WAYS[group] < U64(AGAIN_BELOW[group]):
            attempt += 1
            words[at], _ = block_words(numbers[at], U64(256 * attempt + 8 + group), seed)
            is_any = True
    return is_any
