"""Chance that follows from words: the same question for the same seed, on every machine.

What an examination asks must be found again years later from its seed, so nothing depends on
how Python seeds its own generator, nor on how it draws. The bits are SHA-256 of the words and a
counter, and whatever is drawn is drawn from them here.
"""

from collections.abc import Iterable, MutableSequence, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Protocol, TypeVar

from croupier.cards import DECK, Card

__all__ = ["Chance"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class _Row(Protocol[T_co]):
    """Something with a length and a place for each number below it."""

    def __len__(self) -> int: ...

    def __getitem__(self, at: int, /) -> T_co: ...


class Chance(Random):
    """A generator whose bits follow from what it is told, and from nothing else."""

    def __init__(self, *words: object) -> None:
        self._key = sha256("\x1f".join(map(str, words)).encode()).digest()
        self._counter = 0
        self._bits = 0
        self._left = 0
        super().__init__(0)

    def seed(self, *args: Any, **kwargs: Any) -> None:
        """Nothing: the words have said it all."""

    def random(self) -> float:
        """At least 0 and below 1, in steps of 2 to the -53."""
        return float(self.getrandbits(53)) / float(1 << 53)

    def getrandbits(self, k: int) -> int:
        """So many of the next bits, as a number."""
        while self._left < k:
            block = sha256(self._key + self._counter.to_bytes(8)).digest()
            self._counter += 1
            self._bits = self._bits << 256 | int.from_bytes(block)
            self._left += 256
        self._left -= k
        taken = self._bits >> self._left
        self._bits &= (1 << self._left) - 1
        return taken

    def below(self, count: int) -> int:
        """A number from 0 to one below the count, each as likely.

        Numbers of as many bits as the count has are drawn until one is small enough.
        """
        if count < 1:
            raise ValueError("there is nothing to draw from")
        bits = count.bit_length()
        while (drawn := self.getrandbits(bits)) >= count:
            pass
        return drawn

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """One of the numbers of a range."""
        numbers = range(start) if stop is None else range(start, stop, step)
        return numbers[self.below(len(numbers))]

    def randint(self, a: int, b: int) -> int:
        """A number from the first to the second, both among them."""
        return a + self.below(b - a + 1)

    def choice(self, seq: _Row[T]) -> T:
        """One of them."""
        return seq[self.below(len(seq))]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Brings them into some order: each from the last changes places with one up to it."""
        for last in range(len(x) - 1, 0, -1):
            at = self.below(last + 1)
            x[last], x[at] = x[at], x[last]

    def sample(
        self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[T]:
        """So many of them, in some order, none twice."""
        assert counts is None, "what is there several times is listed as often"
        left = list(population)
        if not 0 <= k <= len(left):
            raise ValueError("there are not so many to draw")
        drawn = []
        for _ in range(k):
            at = self.below(len(left))
            drawn.append(left[at])
            # The last one takes its place, and is drawn from there.
            left[at] = left[-1]
            del left[-1]
        return drawn

    def deck(self) -> tuple[Card, ...]:
        """The whole deck in some order."""
        cards = list(DECK)
        self.shuffle(cards)
        return tuple(cards)
