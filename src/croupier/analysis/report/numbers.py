"""Numbers as a report prints them: as the commands say them, set with a true minus."""

from fractions import Fraction
from typing import Final

from croupier.analysis import wording
from croupier.table.worth import Figure

__all__ = [
    "LONGEST_FRACTION",
    "amount",
    "bound",
    "difference",
    "exactly",
    "fits",
    "fraction",
    "number",
    "one_in",
    "percent",
    "probability",
    "rounded",
    "signed",
    "typeset",
]

MINUS: Final = "−"

LONGEST_FRACTION: Final = 27
"""Longer ones go to the appendix."""

_MOST_BITS: Final = 8_000
"""Python does not write out numbers of very many digits, and nobody reads them."""

_PLACES: Final = 15
_MOST_PLACES: Final = 10

_RAREST: Final = Fraction(1, 10**11)
"""What is rarer is written with a power of ten."""


def typeset(text: str) -> str:
    """The same with a minus instead of a hyphen."""
    return text.replace("-", MINUS)


def rounded(value: Fraction, places: int) -> str:
    """A decimal of so many places: `−1,234.50`."""
    return typeset(wording.decimal(value, places))


def signed(value: Fraction, places: int) -> str:
    """The same with its sign, also where it is above zero."""
    return ("+" if value > 0 else "") + rounded(value, places)


def difference(value: Fraction) -> str:
    """How much more, in percent, with its sign; a small one to as many places as show it."""
    places = wording.needed_digits([100 * value], least=4, significant=2)
    return f"{signed(100 * value, min(places, _MOST_PLACES))}%"


def number(figure: Figure, places: int = 4) -> str:
    """A figure to so many places; with its bound where that can be seen beside it."""
    return typeset(wording.amount(figure, places))


def percent(figure: Figure, places: int = 4) -> str:
    """A figure in percent: `3.3730%`."""
    return typeset(wording.percent(figure, places))


def probability(value: Fraction, error: Fraction = Fraction(0)) -> str:
    """In percent, to four places, or as many as show four digits of it."""
    if 0 < value < _RAREST and not error:
        return f"{_scientific(100 * value)}%"
    places = wording.needed_digits([100 * value], least=4)
    return percent(Figure(value, error), places)


def one_in(value: Fraction) -> str:
    """How often: one in `3.54`, in `649,740`; a whole number as one."""
    if 0 < value < _RAREST:
        return _scientific(1 / value)
    if value and value.numerator == 1:
        return f"{value.denominator:,}"
    return typeset(wording.one_in(value))


def _scientific(value: Fraction) -> str:
    """`1.23·10¹⁵`."""
    power = 0
    while value >= 10:
        value, power = value / 10, power + 1
    while value < 1:
        value, power = value * 10, power - 1
    return f"{rounded(value, 2)}·10{_raised(power)}"


def _raised(power: int) -> str:
    return str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def amount(value: Fraction) -> str:
    """What is gained or lost: `+1`, `−1`, `+1 1/2`, `0`; a longer one as a decimal."""
    sign = "+" if value > 0 else MINUS if value < 0 else ""
    whole, rest = divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole:,}"
    if rest.denominator > 100:
        return f"{sign}{rounded(abs(value), 4)}"
    return f"{sign}{whole:,} {rest}" if whole else f"{sign}{rest}"


def fraction(value: Fraction) -> str:
    """`686,689 / 20,358,520`: a whole number over a whole number."""
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    if bits > _MOST_BITS:
        return f"a fraction of some {bits * 3 // 10:,} digits"
    over = f" / {value.denominator:,}" if value.denominator > 1 else ""
    return typeset(f"{value.numerator:,}{over}")


def fits(value: Fraction) -> bool:
    """Whether a fraction is short enough for a column of a table."""
    return len(fraction(value)) <= LONGEST_FRACTION


def bound(error: Fraction) -> str:
    """An error bound, rounded up to one digit: `2·10⁻¹²`."""
    assert error > 0, "what is exact has no bound"
    power = 0
    while error < 1:
        error, power = error * 10, power + 1
    digit = error.__ceil__()
    if digit == 10 and power:
        digit, power = 1, power - 1
    if not power:
        return f"{digit:,}"
    return f"10{_raised(-power)}" if digit == 1 else f"{digit}·10{_raised(-power)}"


def exactly(figure: Figure) -> str:
    """A figure in full: the fraction it is, or as many digits as are known, and its bound."""
    if figure.is_exact:
        return fraction(figure.value)
    places = _PLACES
    while places > 1 and figure.error * 10**places > 1:
        places -= 1
    # What is cut off counts as well.
    off = figure.error + Fraction(1, 2 * 10**places)
    return f"{rounded(figure.value, places)} ± {bound(off)}"
