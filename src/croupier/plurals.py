"""How many of something, in words."""

from typing import Final

__all__ = ["counted", "counted_in_words"]

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def counted(number: int, what: str) -> str:
    """`1 round`, `1,200 rounds`."""
    return f"{number:,} {_named(number, what)}"


def counted_in_words(number: int, what: str) -> str:
    """`one card`, `three cards`, `12 cards`, as it is said at a table."""
    if number < len(_NUMBERS):
        return f"{_NUMBERS[number]} {_named(number, what)}"
    return counted(number, what)


def _named(number: int, what: str) -> str:
    return what if number == 1 else f"{what}s"
