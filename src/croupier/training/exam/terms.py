"""The terms of an examination: how much is asked, how long it may take, what is enough.

The house sets them; these are the usual ones. They go into every record, so that an examination
is always graded by the terms it was sat under.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from croupier.quoting import harmless, instead_of, quoted
from croupier.rejection import Code, Rejection

__all__ = ["TERMS", "ExamTerms", "Term"]


@dataclass(frozen=True, slots=True)
class Term:
    """What one of the terms means, and what it may be."""

    means: str
    least: int
    most: int


TERMS: Final[Mapping[str, Term]] = {
    "pass_percent": Term("the share of all points that passes, in percent", 1, 100),
    "least_part_percent": Term("the share of each part's points that it needs, in percent", 0, 100),
    "time_limit_s": Term("seconds in which everything must be answered", 60, 86_400),
    "seats": Term("players at the table that is dealt", 1, 6),
    "payouts": Term("questions on what bets pay", 0, 100),
    "hands": Term("questions on reading hands", 0, 100),
    "irregularities": Term("questions on what goes wrong", 0, 100),
}
"""By the name of the field."""


@dataclass(frozen=True, slots=True)
class ExamTerms:
    """The terms one examination is sat under; `TERMS` says what each means."""

    pass_percent: int = 80
    least_part_percent: int = 60
    time_limit_s: int = 2_700
    seats: int = 2
    payouts: int = 8
    hands: int = 8
    irregularities: int = 6

    def __post_init__(self) -> None:
        for name, term in TERMS.items():
            value = getattr(self, name)
            if type(value) is not int or not term.least <= value <= term.most:
                raise Rejection(
                    Code.EXAM_INVALID,
                    f"{name} ({term.means}) is a number from {term.least:,} to {term.most:,}, "
                    f"not {harmless(value)}.",
                )

    @classmethod
    def of(cls, chosen: Mapping[str, str]) -> "ExamTerms":
        """The usual terms with some of them chosen, as text: `{"pass_percent": "90"}`."""
        for name, text in chosen.items():
            if name not in TERMS:
                hint = instead_of(name, list(TERMS))
                raise Rejection(
                    Code.EXAM_INVALID, f"An examination has no term {quoted(name)}{hint}"
                )
            if not re.fullmatch("[0-9]{1,9}", text, re.ASCII):
                raise Rejection(Code.EXAM_INVALID, f"{name} is a whole number, not {quoted(text)}.")
        return cls(**{name: int(text) for name, text in chosen.items()})
