"""In which chips a dealer hands an amount out.

As few as can be; but whole dollars in chips of whole dollars. With chips of $2.50 and $0.50 in the
rack three of them make up $4, and nobody pays it so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from croupier.money import CHIPS, Chip, break_into_chips, format_cents
from croupier.rejection import Rejection
from croupier.training.questions import format_chips

__all__ = ["HandedOut", "handed_out"]

_DOLLAR: Final = 100
_OF_WHOLE_DOLLARS: Final = tuple(chip for chip in CHIPS if not chip.value_cents % _DOLLAR)


@dataclass(frozen=True, slots=True)
class HandedOut:
    """Chips that are right for an amount."""

    accepted: tuple[str, ...]
    """As dealers pay it, and with the fewest chips of any value where those are others."""
    why: str


def handed_out(cents: int) -> HandedOut | None:
    """The chips for an amount; None where no chips make it up."""
    if not cents:
        return HandedOut(("none",), "Nothing is handed out, so no chip leaves the rack.")
    fewest = _fewest(cents, CHIPS)
    if fewest is None:
        return None
    amount = format_cents(cents)
    usual = None if cents % _DOLLAR else _fewest(cents, _OF_WHOLE_DOLLARS)
    if usual is None:
        return HandedOut(
            (format_chips(fewest),), f"{amount} is {_counted(fewest)}; no fewer make it."
        )
    why = f"{amount} is {_counted(usual)}, the fewest of whole dollars."
    if usual != fewest:
        why += f" {_counted(fewest)} is right too, though whole dollars are not paid so."
    return HandedOut(tuple(dict.fromkeys((format_chips(usual), format_chips(fewest)))), why)


def _fewest(cents: int, rack: Sequence[Chip]) -> dict[Chip, int] | None:
    try:
        return break_into_chips(cents, rack)
    except Rejection:
        return None


def _counted(chips: dict[Chip, int]) -> str:
    """`2x$25 1x$5, 3 chips`."""
    count = sum(chips.values())
    return f"{format_chips(chips)}, {'1 chip' if count == 1 else f'{count} chips'}"
