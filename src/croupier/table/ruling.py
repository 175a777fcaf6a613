"""Rulings: clauses that can be read in more than one way, as data.

A game's `Rules` is a frozen dataclass with one field for each ruling. Its readings are an
enumeration whose members say what they mean, so that scripts are checked for covering each:

    class PairPlusOnFold(Reading):
        STAYS = "stays", "Pair Plus is settled on the folded cards."
        FORFEITED = "forfeited", "Pair Plus is lost with the Ante."

    @dataclass(frozen=True, slots=True)
    class Rules:
        pair_plus_on_fold: PairPlusOnFold = ruling(
            PairPlusOnFold.STAYS,
            clause="How to play",
            question="Is Pair Plus lost when the player folds?",
        )
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Any, Self, TypeVar, cast

from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection

__all__ = ["Reading", "Ruling", "readings_of", "ruling", "rulings_of", "with_readings"]

R = TypeVar("R")


class Reading(StrEnum):
    """One way to read an unclear clause: its name, and what it means at the table."""

    meaning: str

    def __new__(cls, name: str, meaning: str) -> Self:
        member = str.__new__(cls, name)
        member._value_ = name
        member.meaning = meaning
        return member


AnyReading = TypeVar("AnyReading", bound=Reading)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question the sheet leaves open, and the ways to answer it."""

    name: str
    question: str
    clause: str
    """Where the sheet raises the question."""
    readings: tuple[Reading, ...]
    default: Reading


def ruling(default: AnyReading, *, clause: str, question: str) -> AnyReading:
    """Declares a field of a game's `Rules`."""
    return field(default=default, metadata={"clause": clause, "question": question})


def rulings_of(rules: Any) -> tuple[Ruling, ...]:
    """The rulings of a `Rules` class or instance, in the order they are declared."""
    return _rulings_of(rules if isinstance(rules, type) else type(rules))


@cache
def _rulings_of(rules: type[Any]) -> tuple[Ruling, ...]:
    return tuple(
        Ruling(
            name=declared.name,
            question=declared.metadata["question"],
            clause=declared.metadata["clause"],
            readings=tuple(type(cast("Reading", declared.default))),
            default=cast("Reading", declared.default),
        )
        for declared in fields(rules)
    )


def readings_of(rules: Any) -> tuple[tuple[str, str], ...]:
    """The reading chosen for each ruling: `(("entry", "ante_required"), …)`."""
    return tuple((known.name, str(getattr(rules, known.name))) for known in rulings_of(rules))


def with_readings(rules: type[R], chosen: Mapping[str, str]) -> R:
    """The rules with these readings, and the defaults for the rest."""
    known = {declared.name: declared for declared in rulings_of(rules)}
    values = {}
    for name, reading in chosen.items():
        if name not in known:
            raise Rejection(
                Code.RULING_UNKNOWN,
                f"There is no ruling {quoted(name)}{instead_of(name, list(known))}",
            )
        by_name = {str(choice): choice for choice in known[name].readings}
        if reading not in by_name:
            raise Rejection(
                Code.READING_UNKNOWN,
                f"Ruling “{name}” has no reading {quoted(reading)}"
                f"{instead_of(reading, list(by_name))}",
            )
        values[name] = by_name[reading]
    return rules(**values)
