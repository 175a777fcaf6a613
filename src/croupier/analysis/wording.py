"""Figures as people read them: percents, odds against, fractions that are short enough."""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import Final

from croupier.table.worth import Figure

__all__ = ["amount", "decimal", "dollars", "fraction", "needed_digits", "one_in", "percent"]

LONGEST_FRACTION: Final = 23
"""Longer ones say nothing to a reader; JSON has them."""

_MOST_DIGITS: Final = 12


def decimal(value: Fraction, digits: int) -> str:
    """`-1,234.50`: rounded to that many digits, a half away from zero, in thousands."""
    scaled = abs(value) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    before, after = divmod(whole, 10**digits)
    sign = "-" if value < 0 and whole else ""
    return f"{sign}{before:,}" + (f".{after:0{digits}}" if digits else "")


def amount(figure: Figure, digits: int = 4) -> str:
    """The number, with what it may be off where that could be seen."""
    return decimal(figure.value, digits) + _bound(figure.error, digits)


def percent(figure: Figure, digits: int = 4) -> str:
    """`3.3730%`."""
    bound = _bound(100 * figure.error, digits)
    return decimal(100 * figure.value, digits) + bound + "%"


def dollars(figure: Figure) -> str:
    """`$13.49`, `-$0.50`."""
    sign = "-" if decimal(figure.value, 2).startswith("-") else ""
    return f"{sign}${decimal(abs(figure.value), 2)}{_bound(figure.error, 2)}"


def one_in(value: Fraction) -> str:
    """`3.54` for 1 in 3.54, with fewer digits the rarer it is; `-` for what never happens."""
    if not value:
        return "-"
    times = 1 / value
    return decimal(times, 2 if times < 1_000 else 1 if times < 10_000 else 0)


def fraction(figure: Figure, longest: int = LONGEST_FRACTION) -> str:
    """`38/1145` where it is exact and short, `…` where it is too long, nothing if not exact."""
    if not figure.is_exact:
        return ""
    # A number of thousands of digits is not even written out.
    digits = figure.value.numerator.bit_length() + figure.value.denominator.bit_length()
    if digits > 4 * longest:
        return "…"
    text = str(figure.value)
    return text if len(text) <= longest else "…"


def needed_digits(values: Iterable[Fraction], *, least: int, significant: int = 4) -> int:
    """How many digits after the point show so many of each value, not one of them as nothing."""
    digits = least
    for value in values:
        while digits < _MOST_DIGITS and value and abs(value) * 10**digits < 10 ** (significant - 1):
            digits += 1
    return digits


def _bound(error: Fraction, digits: int) -> str:
    """`±0.02`, where it is large enough to be seen beside a number of that many digits."""
    scaled = error * 10 ** (digits + 1)
    if scaled < 1:
        return ""
    # Rounded up: a bound that is too small is none.
    return f"±{decimal(Fraction(ceil(scaled), 10 ** (digits + 1)), digits + 1)}"
