"""Money: whole cents, odds as exact fractions, and the chips an amount is paid in.

Amounts are plain integers of cents; names say so (`stake_cents`). Nothing is ever rounded:
a stake that odds cannot pay in whole cents is refused when it is bet.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from math import gcd, lcm
from typing import Final

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = [
    "CHIPS",
    "EVEN_MONEY",
    "MOST_CENTS",
    "ONE_HALF",
    "PUSH",
    "Chip",
    "Odds",
    "break_into_chips",
    "format_cents",
    "format_stakes",
    "is_whole_number",
    "parse_cents",
    "parse_chips",
    "smallest_unit_cents",
]

_AMOUNT = re.compile(r"\$?(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{2}))?", re.ASCII)
_NUMBER = r"-?\d{1,3}(?:,\d{3}){1,3}|-?\d{1,12}"
_ODDS = re.compile(rf"({_NUMBER})(?:\s*(?:to|:|/)\s*({_NUMBER}))?", re.ASCII)

MOST_CENTS: Final = 10**15
"""No amount is larger: ten trillion dollars."""

_WORDS: Final = {"even money": (1, 1), "evens": (1, 1), "one half": (1, 2), "half": (1, 2)}


def parse_cents(text: str) -> int:
    """Reads `5`, `$12.50` or `1,000.00` as cents; exactly two digits after a point."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise Rejection(
            Code.AMOUNT_INVALID,
            f"{quoted(text)} is not an amount; write dollars like 5, 12.50 or 1,000.",
        )
    return int(match[1].replace(",", "")) * 100 + int(match[2] or 0)


def is_whole_number(value: object) -> bool:
    """Whether something can be an amount, a seat or a side of odds: not true or false either."""
    return isinstance(value, int) and not isinstance(value, bool)


def format_cents(cents: int) -> str:
    """`$12.50`, `$1,000`, `-$0.50`: cents are shown only where there are any."""
    dollars, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${dollars:,}" + (f".{rest:02}" if rest else "")


def format_stakes(stakes: Iterable[tuple[str, int]]) -> str:
    """`Ante $5, Pair Plus $2.50`, of spots and cents."""
    return ", ".join(f"{spot} {format_cents(cents)}" for spot, cents in stakes)


@total_ordering
@dataclass(frozen=True, slots=True)
class Odds:
    """What a winning wager is paid for its stake, beside getting the stake back.

    `Odds(3, 2)` is 3 to 2: three won for every two staked. They are kept as given, so that a
    pay table reads as printed; odds of the same worth compare equal.
    """

    won: int
    staked: int = 1

    def __post_init__(self) -> None:
        if not (is_whole_number(self.won) and is_whole_number(self.staked)):
            raise Rejection(
                Code.ODDS_INVALID,
                f"Odds are two whole numbers, not {quoted(self.won)} to {quoted(self.staked)}.",
            )
        if self.won < 0 or self.staked < 1:
            raise Rejection(
                Code.ODDS_INVALID,
                f"Odds pay nothing or more for a stake of 1 or more, not {self.won} to "
                f"{self.staked}.",
            )

    @classmethod
    def parse(cls, text: str) -> "Odds":
        """Reads `3 to 2`, `1,000 to 1`, `100` (to 1), `3:2`, `even money`, `one half`."""
        plain = " ".join(text.lower().split())
        if plain in _WORDS:
            return cls(*_WORDS[plain])
        match = _ODDS.fullmatch(plain)
        if match is None:
            raise Rejection(
                Code.ODDS_INVALID,
                f"{quoted(text)} are not odds; write them like 3 to 2, 100 to 1 or even money.",
            )
        return cls(*(int((part or "1").replace(",", "")) for part in match.groups()))

    @property
    def fraction(self) -> Fraction:
        """Won for each unit staked."""
        return Fraction(self.won, self.staked)

    @property
    def unit_cents(self) -> int:
        """Stakes that are multiples of this are paid in whole cents."""
        return self.staked // gcd(self.won, self.staked)

    def win_cents(self, stake_cents: int) -> int:
        """What `stake_cents` wins, exactly."""
        if not is_whole_number(stake_cents) or stake_cents < 0:
            raise Rejection(
                Code.STAKE_INVALID, f"A stake is whole cents, not {quoted(stake_cents)}."
            )
        won, rest = divmod(stake_cents * self.won, self.staked)
        if rest:
            raise Rejection(
                Code.STAKE_NOT_PAYABLE,
                f"{format_cents(stake_cents)} cannot be paid {self} in whole cents; stake a "
                f"multiple of {format_cents(self.unit_cents)}.",
            )
        return won

    def __str__(self) -> str:
        """In the words of the floor: `3 to 2`, `even money`, `one half`, `1,000 to 1`."""
        if self.fraction == 1:
            return "even money"
        if self.fraction == Fraction(1, 2):
            return "one half"
        return f"{self.won:,} to {self.staked:,}"

    # Compared across, without making fractions: every settlement looks its odds up.

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self.won * other.staked == other.won * self.staked

    def __hash__(self) -> int:
        common = gcd(self.won, self.staked)
        return hash((self.won // common, self.staked // common))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        return self.won * other.staked < other.won * self.staked


EVEN_MONEY: Final = Odds(1)
ONE_HALF: Final = Odds(1, 2)
PUSH: Final = Odds(0)
"""Nothing is won and the stake comes back."""


def smallest_unit_cents(odds: Iterable[Odds]) -> int:
    """The stake unit for which every one of these odds pays whole cents."""
    return lcm(*(some.unit_cents for some in odds))


@dataclass(frozen=True, slots=True, order=True)
class Chip:
    """A value chip."""

    value_cents: int
    colour: str

    def __post_init__(self) -> None:
        if not is_whole_number(self.value_cents) or self.value_cents < 1:
            raise Rejection(
                Code.AMOUNT_INVALID,
                f"A chip is worth a whole number of cents above zero, not "
                f"{quoted(self.value_cents)}.",
            )

    def __str__(self) -> str:
        return f"{format_cents(self.value_cents)} {self.colour}"


CHIPS: Final = (
    Chip(100_000, "yellow"),
    Chip(50_000, "purple"),
    Chip(10_000, "black"),
    Chip(2_500, "green"),
    Chip(500, "red"),
    Chip(250, "pink"),
    Chip(100, "white"),
    Chip(50, "grey"),
    Chip(25, "brown"),
)
"""The usual rack, highest value first."""


_COUNTED: Final = re.compile(r"([0-9]{1,6})x(.+)", re.ASCII)
_NO_CHIPS: Final = ("none", "0", "-")


def parse_chips(text: str) -> dict[Chip, int]:
    """Reads `2x$25 1x$5`, `2x25, 1x5` or `2 × 25 and 5` as chips of the usual rack; and `none`."""
    found: dict[Chip, int] = {}
    line = " ".join(text.casefold().split())
    if line in _NO_CHIPS:
        return found
    by_value = {chip.value_cents: chip for chip in CHIPS}
    for chip in CHIPS:
        # A comma between chips is none within the thousands of one.
        thousands = format_cents(chip.value_cents).removeprefix("$")
        plain = thousands.replace(",", "")
        line = re.sub(rf"(?<![0-9]){re.escape(thousands)}(?![0-9x×*])", plain, line)
    line = re.sub(r" ?[x×*] ?", "x", line)
    parts = re.split(r"(?: and |[, +])+", line)
    for part in parts:
        match = _COUNTED.fullmatch(part)
        count, value = (int(match[1]), match[2]) if match else (1, part)
        cents = parse_cents(value) if _AMOUNT.fullmatch(value) else 0
        if cents not in by_value or not count:
            values = ", ".join(map(format_cents, by_value))
            raise Rejection(
                Code.ANSWER_INVALID,
                f"{quoted(part or text)} is no number of chips; write 2x$25 1x$5, with chips of "
                f"{values}.",
            )
        chip = by_value[cents]
        found[chip] = found.get(chip, 0) + count
    return found


def break_into_chips(cents: int, chips: Sequence[Chip] = CHIPS) -> dict[Chip, int]:
    """The fewest chips that make up the amount, highest value first."""
    if cents < 0:
        raise Rejection(Code.AMOUNT_INVALID, f"{format_cents(cents)} cannot be paid in chips.")
    # One colour for each value: two would only offer the same amount twice.
    rack = sorted({chip.value_cents: chip for chip in reversed(chips)}.values(), reverse=True)
    counts = _fewest(cents, [chip.value_cents for chip in rack])
    if counts is None:
        values = ", ".join(format_cents(chip.value_cents) for chip in rack)
        raise Rejection(
            Code.CHIPS_IMPOSSIBLE,
            f"{format_cents(cents)} cannot be made up of chips of {values or 'no value'}.",
        )
    return {chip: count for chip, count in zip(rack, counts, strict=True) if count}


def _fewest(cents: int, values: list[int], fewer_than: float = float("inf")) -> list[int] | None:
    """How many of each value, fewest in all and under a bound, or None.

    Tries the most of the highest value first and gives one up at a time; stops when even the
    next value alone could no longer make up the rest with fewer chips than found already.
    """
    if cents == 0:
        return [0] * len(values) if fewer_than > 0 else None
    if not values or cents % gcd(*values):
        return None
    value, smaller = values[0], values[1:]
    best = None
    for count in range(cents // value, -1, -1):
        rest = cents - count * value
        needed = -(-rest // smaller[0]) if smaller else 0
        if count + needed >= fewer_than:
            break
        found = _fewest(rest, smaller, fewer_than - count)
        if found is not None:
            best = [count, *found]
            fewer_than = sum(best)
    return best
