"""The parts of a JSON text that a person wrote, each asked to be what it should.

What is wrong is refused with the path to it and what would be right. Strict on purpose: a
misspelt key that nobody reads would be a wager nobody makes.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from croupier.money import is_whole_number, parse_cents
from croupier.quoting import harmless, instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.codec import without_repeats

__all__ = ["Part", "parse_json"]


def parse_json(text: str) -> "Part":
    """The whole text; refuses what is not JSON, or gives one key twice."""
    try:
        data = json.loads(text, object_pairs_hook=partial(without_repeats, refuse=_given_twice))
    except (ValueError, RecursionError) as error:
        raise Rejection(
            Code.SCRIPT_INVALID,
            f"The deal script is not JSON: {harmless(error, longest=80)}.",
        ) from None
    return Part(data)


def _given_twice(name: str) -> Rejection:
    return Rejection(Code.SCRIPT_INVALID, f"{name} is given twice in the deal script.")


class Part:
    """A value somewhere in the JSON, and the path to it."""

    def __init__(self, data: object, path: str = "") -> None:
        self._data = data
        self.path = path

    def wrong(self, detail: str, code: Code = Code.SCRIPT_INVALID) -> Rejection:
        """The refusal of this part."""
        where = f"in {self.path}" if self.path else "at the top"
        return Rejection(code, f"Deal script, {where}: {detail}")

    @contextmanager
    def read_as(self, code: Code | None = None) -> Iterator[None]:
        """What is refused of this part is refused with its path."""
        try:
            yield
        except Rejection as refused:
            raise self.wrong(refused.detail, code or refused.code) from None

    def keys(self, known: Sequence[str], *, needed: Sequence[str] = ()) -> "dict[str, Part]":
        """Its parts by key, none of them unknown and none missing that is needed."""
        parts = self.parts()
        for name in parts:
            if name not in known:
                raise self.wrong(f"there is no key {quoted(name)}{instead_of(name, known)}")
        for name in needed:
            if name not in parts:
                raise self.wrong(f"the key “{name}” is missing.")
        return parts

    def parts(self) -> "dict[str, Part]":
        """Its parts by key, whatever the keys."""
        if not isinstance(self._data, Mapping):
            raise self.wrong("an object {…} is needed.")
        return {str(name): Part(value, self._at(name)) for name, value in self._data.items()}

    def items(self) -> "list[Part]":
        """Its parts in order."""
        if not isinstance(self._data, list):
            raise self.wrong("a list […] is needed.")
        return [Part(value, self._at(at)) for at, value in enumerate(self._data, start=1)]

    def _at(self, name: object) -> str:
        inner = harmless(name, longest=40)
        return f"{self.path} › {inner}" if self.path else inner

    @property
    def is_text(self) -> bool:
        """Whether it is text."""
        return isinstance(self._data, str)

    def text(self) -> str:
        """A text."""
        if not isinstance(self._data, str):
            raise self.wrong("a text in quotes is needed.")
        return self._data

    def number(self, least: int) -> int:
        """A whole number, no less than this."""
        if not isinstance(self._data, int) or not is_whole_number(self._data):
            raise self.wrong("a whole number is needed, without quotes.")
        if self._data < least:
            raise self.wrong(f"a number from {least} is needed.")
        return self._data

    def cents(self) -> int:
        """An amount, written in dollars as text, so that nobody wonders whether 500 is cents."""
        if not isinstance(self._data, str):
            raise self.wrong(
                'an amount is written in dollars and in quotes, like "10" or "$12.50".',
                Code.AMOUNT_INVALID,
            )
        with self.read_as():
            return parse_cents(self._data)

    def one_of(self, choices: Sequence[str]) -> str:
        """One of these words."""
        if self._data not in choices:
            raise self.wrong(f"one of {', '.join(choices)} is needed.")
        return str(self._data)
