"""Reading what somebody has typed, wherever he has typed it."""

from typing import Final

__all__ = ["number_in"]

_LONGEST_NUMBER: Final = 5


def number_in(said: str, count: int) -> int | None:
    """Which of so many things is meant by its number, counted from 1; None where none is."""
    is_number = said.isascii() and said.isdecimal() and len(said) < _LONGEST_NUMBER
    return int(said) if is_number and 1 <= int(said) <= count else None
