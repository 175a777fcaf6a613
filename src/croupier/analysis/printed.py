"""Figures as somebody printed them, and whether a number agrees with them.

A printed figure stands for every number that is rounded to it, so how exactly it speaks is
read from its digits: `8.08%` agrees with all from 8.075% to 8.085%, both included.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from croupier.analysis.wording import decimal
from croupier.table.worth import Figure

__all__ = ["PrintedNumber"]

_FORM: Final = re.compile(
    r"(?P<one_in>1 in (?:every )?)?"
    r"(?P<number>-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<digits>\d+))?)\s*(?P<percent>%)?"
    r"(?(one_in)(?: \w+)?)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number as printed: what it says, and how exactly."""

    value: Fraction
    """The number itself, `8.08` of `8.08%`."""
    digits: int
    """After the point."""
    is_percent: bool = False
    is_one_in: bool = False
    """Whether it says how many there are of which one hits: `1 in 3.54`."""

    @classmethod
    def parse(cls, text: str) -> "PrintedNumber":
        """Reads `8.08%`, `0.00003232`, `1 in 3.54`, `1 in every 3.54 hands`, `1,755`."""
        match = _FORM.fullmatch(text.strip())
        assert match is not None, f"{text!r} is not a printed figure"
        return cls(
            Fraction(match["number"].replace(",", "")),
            len(match["digits"] or ""),
            bool(match["percent"]),
            bool(match["one_in"]),
        )

    @property
    def half_step(self) -> Fraction:
        """Half a step of its last digit."""
        return Fraction(1, 2 * 10**self.digits)

    def unit_of(self, figure: Figure) -> Figure:
        """A figure in the unit it is printed in: a probability in percent, or as 1 in so many."""
        value, error = figure.value, figure.error
        if self.is_percent:
            return Figure(100 * value, 100 * error)
        if self.is_one_in and 0 < value < 1:
            # It is the chance of one; 1/p changes by no more than e/(p(p - e)).
            return Figure(1 / value, error / (value * (value - error)) if error else error)
        return figure

    def more_than(self, figure: Figure) -> Figure:
        """How much more is printed than the figure, in the figure's own unit."""
        value = self.value
        if self.is_percent:
            value /= 100
        elif self.is_one_in and 0 < figure.value < 1:
            value = 1 / value
        return Figure(value - figure.value, figure.error)

    def agrees(self, figure: Figure) -> bool:
        """Whether the figure, rounded as this is, is this; a half may have gone either way."""
        ours = self.unit_of(figure)
        return abs(ours.value - self.value) <= self.half_step + ours.error

    def is_cut_off(self, figure: Figure) -> bool:
        """Whether the figure is this when its further digits are left away, not rounded."""
        ours = self.unit_of(figure)
        scaled = abs(ours.value) * 10**self.digits
        same_sign = (ours.value < 0) == (self.value < 0)
        return same_sign and Fraction(int(scaled), 10**self.digits) == abs(self.value)

    def write(self, figure: Figure, *, further: int = 0) -> str:
        """The figure as it would be printed, or with some further digits."""
        text = decimal(self.unit_of(figure).value, self.digits + further)
        return f"{'1 in ' if self.is_one_in else ''}{text}{'%' if self.is_percent else ''}"
