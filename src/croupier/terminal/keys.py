"""Which key chooses which option, and which option somebody means: the same in both modes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from croupier.money import parse_cents
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.steps import Asked, Option

__all__ = ["RESERVED", "KeyedOption", "find_option", "keyed", "letters_for"]

RESERVED: Final = "iltvq"
"""Letters that mean something else whatever is asked: hint, log, tables, verify, quit."""

_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
_DIGITS: Final = "1234567890"


@dataclass(frozen=True, slots=True)
class KeyedOption:
    """An option with the keys that choose it."""

    option: Option
    number: str
    """One digit, or nothing beyond the tenth."""
    letter: str


def keyed(options: Sequence[Option]) -> tuple[KeyedOption, ...]:
    """The options with a digit and a letter each."""
    letters = letters_for([option.name for option in options])
    numbers = [*_DIGITS, *[""] * len(options)]
    return tuple(
        KeyedOption(option, number, letter)
        for option, number, letter in zip(options, numbers, letters, strict=False)
    )


def letters_for(names: Sequence[str]) -> list[str]:
    """A letter of its own for each name, from the name where it can be; "" when all are taken."""
    taken = set(RESERVED)
    letters = []
    for name in names:
        wanted = [letter for letter in name.lower() if letter in _ALPHABET] + list(_ALPHABET)
        letter = next((one for one in wanted if one not in taken), "")
        taken.add(letter)
        letters.append(letter)
    return letters


def find_option(asked: Asked, text: str) -> tuple[Option, int | None]:
    """The option somebody means by its number, letter, name or label, and the stake he names."""
    said = " ".join(text.lower().split())
    for one in keyed(asked.options):
        if said in (one.number, one.letter, one.option.name.lower(), one.option.label.lower()):
            return one.option, None
    first, _, amount = said.rpartition(" ")
    for one in keyed(asked.options):
        if first in (one.number, one.letter, one.option.name.lower()) and first:
            return one.option, parse_cents(amount)
    begun = [one for one in asked.options if one.name.lower().startswith(said) and said]
    begun = begun or [one for one in asked.options if one.label.lower().startswith(said) and said]
    if len(begun) == 1:
        return begun[0], None
    offered = ", ".join(option.name for option in asked.options)
    raise Rejection(Code.OPTION_NOT_OFFERED, f"You may choose: {offered}; not {quoted(text)}.")
