"""Several small numbers in one 64-bit word, added and compared all at once.

Each number has a lane of the word. A word is the sum of its lanes' numbers, each moved to its
place, so sums and differences of words are those of their lanes as long as no lane of the
result is below zero or too large, whatever happens on the way.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import kernel

__all__ = ["ONE", "U64", "ZERO", "Lanes", "Words", "add_to_lane", "lane_of", "lanes_for"]

Words = NDArray[np.uint64]
"""Rows of words. The number of a card lies in the lane that its place in the row tells."""

U64: Final = np.uint64
ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)


class Lanes(NamedTuple):
    """How numbers lie in words."""

    bits: np.uint64
    """The width of a lane."""
    shift: np.uint64
    """A place moved right by this is its word."""
    within: np.uint64
    """Of a place, what tells its lane within the word."""
    mask: np.uint64
    """One whole lane."""
    ones: np.uint64
    """A 1 in every lane."""

    @property
    def per_word(self) -> int:
        """How many lanes a word has."""
        return 1 << int(self.shift)


def lanes_for(most: int) -> Lanes:
    """The narrowest lanes in which numbers up to `most` can be compared."""
    shift = next(shift for shift in (2, 1, 0) if most < 1 << ((64 >> shift) - 1))
    bits = 64 >> shift
    ones = sum(1 << bits * lane for lane in range(1 << shift))
    return Lanes(U64(bits), U64(shift), U64((1 << shift) - 1), U64((1 << bits) - 1), U64(ones))


@kernel
def lane_of(words: Words, place: int, lanes: Lanes) -> int:
    """The number at a place of a row."""
    at = U64(place)
    number = (words[at >> lanes.shift] >> (at & lanes.within) * lanes.bits) & lanes.mask
    return int(np.int64(number))


@kernel
def add_to_lane(words: Words, place: int, number: int, lanes: Lanes) -> None:
    """Adds to the number at a place of a row."""
    at = U64(place)
    words[at >> lanes.shift] += U64(number) << (at & lanes.within) * lanes.bits
