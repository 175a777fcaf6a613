"""What many rounds brought, added up in whole numbers.

Sums and products of cents are kept as whole numbers without bound, so it makes no difference in
which order, on which thread or on which machine rounds are added up: the last digit is the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import kernel
from croupier.rejection import Code, Rejection

__all__ = ["Moments", "moments_of", "no_moments"]

Cents = NDArray[np.int64]

_PART_BITS: Final = 22
_LOW_BITS: Final = (1 << _PART_BITS) - 1
_MOST: Final = 1 << (2 * _PART_BITS)
"""What a round may bring at most, some 175 billion dollars: then no sum below runs over."""
_ROUNDS: Final = 1 << 16
"""So many rounds are added up in 64 bits."""
_STRIP: Final = 1024
_MOST_AT_ONCE: Final = isqrt((1 << 62) // _ROUNDS)
"""Up to this much in a round their products can be added up without being taken apart."""


@dataclass(frozen=True, slots=True)
class Moments:
    """Of some columns, over some rounds."""

    rounds: int
    sums: tuple[int, ...]
    """By column, in cents."""
    products: tuple[tuple[int, ...], ...]
    """By two columns: the sum of what they brought multiplied, round by round."""

    def __add__(self, other: "Moments") -> "Moments":
        return Moments(
            self.rounds + other.rounds,
            tuple(map(sum, zip(self.sums, other.sums, strict=True))),
            tuple(
                tuple(map(sum, zip(one, two, strict=True)))
                for one, two in zip(self.products, other.products, strict=True)
            ),
        )

    def together(self, columns: Sequence[int]) -> tuple[int, int]:
        """The sum of these columns' cents, and of the squares of what they brought together."""
        squares = sum(self.products[one][other] for one in columns for other in columns)
        return sum(self.sums[column] for column in columns), squares

    def product(self, ones: Sequence[int], others: Sequence[int]) -> int:
        """The sum of what these columns brought, multiplied by what those brought."""
        return sum(self.products[one][other] for one in ones for other in others)


def no_moments(columns: int) -> Moments:
    """Of no rounds."""
    return Moments(0, (0,) * columns, ((0,) * columns,) * columns)


def moments_of(nets: Cents, of: Sequence[Sequence[int]] | None = None) -> Moments:
    """Of nets by row and round: every row a column, or as many rows together as `of` says."""
    rows = [(at,) for at in range(len(nets))] if of is None else of
    total = no_moments(len(rows))
    for start in range(0, nets.shape[1], _ROUNDS):
        total += _of_block(nets[:, start : start + _ROUNDS], rows)
    return total


def _of_block(nets: Cents, of: Sequence[Sequence[int]]) -> Moments:
    places = np.array([place for rows in of for place in rows], dtype=np.int64)
    ends = np.cumsum([len(rows) for rows in of], dtype=np.int64)
    sums, products = np.zeros(len(of), np.int64), np.zeros((len(of), len(of)), np.int64)
    if add_up(np.ascontiguousarray(nets), places, ends, sums, products) <= _MOST_AT_ONCE:
        return Moments(nets.shape[1], tuple(sums.tolist()), tuple(map(tuple, products.tolist())))
    together = np.stack([nets[list(rows)].sum(axis=0) for rows in of])
    if int(np.abs(together).max()) >= _MOST:
        raise Rejection(
            Code.STAKE_INVALID, "These stakes and pays are too large to be added up; bet less."
        )
    return _of_large(together)


def _of_large(nets: Cents) -> Moments:
    """The same where products are too large to be added up in 64 bits: taken apart."""
    columns, rounds = nets.shape
    # The upper parts have a sign, the lower ones none; both are at most 2**22.
    upper, lower = nets >> _PART_BITS, nets & _LOW_BITS
    high, low = upper @ upper.T, lower @ lower.T
    cross = upper @ lower.T
    products = [
        [
            (int(high[one, other]) << 2 * _PART_BITS)
            + ((int(cross[one, other]) + int(cross[other, one])) << _PART_BITS)
            + int(low[one, other])
            for other in range(columns)
        ]
        for one in range(columns)
    ]
    return Moments(rounds, tuple(nets.sum(axis=1).tolist()), tuple(map(tuple, products)))


@kernel
def add_up(nets: Cents, places: Cents, ends: Cents, sums: Cents, products: Cents) -> np.int64:
    """Adds up columns and their products; a column is all rows whose places end there.

    Returns a number with every bit that any column had in a round, above or below zero: where
    that is more than `_MOST_AT_ONCE` the products say nothing. Rounds are taken in strips that
    stay near the processor.
    """
    columns, rounds = len(ends), nets.shape[1]
    strip = np.empty((columns, _STRIP), np.int64)
    bits = np.int64(0)
    for start in range(0, rounds, _STRIP):
        count = min(_STRIP, rounds - start)
        place = 0
        for column in range(columns):
            to, end = strip[column], ends[column]
            row = nets[places[place], start : start + count]
            for at in range(count):
                to[at] = row[at]
            for further in range(place + 1, end):
                row = nets[places[further], start : start + count]
                for at in range(count):
                    to[at] += row[at]
            place = end
            total = np.int64(0)
            for at in range(count):
                total += to[at]
                bits |= to[at] ^ (to[at] >> 63)
            sums[column] += total
        for one in range(columns):
            for other in range(one, columns):
                left, right = strip[one], strip[other]
                total = np.int64(0)
                # Both are below 2**31, and told to be: so a vector is multiplied at once.
                for at in range(count):
                    total += np.int64(np.int32(left[at])) * np.int64(np.int32(right[at]))
                products[one, other] += total
                if one != other:
                    products[other, one] += total
    return bits
