"""Refusing what has not the shape it should have, in words that say what would be right.

Pydantic finds what is wrong; what it says of it is for programmers. Here the first thing that is
wrong becomes a sentence.
"""

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

from croupier.quoting import harmless, instead_of, quoted
from croupier.rejection import Code, Rejection

__all__ = ["refuse_shape"]

_CONTAINERS: Final = frozenset({"body", "query", "path", "header", "cookie"})
_KINDS_OF_FIELD: Final = frozenset({"(name)", "(lines)"})
_CHOICE: Final = re.compile(r"\^\(([a-z_|]+)\)\$")
"""A pattern that is a list of names."""
_FORMS: Final = {
    "id": "1 to 64 letters, digits, dots, colons, dashes or underscores",
    "day": "written like 2026-07-31",
    "voucher": "64 digits and letters from a to f, as it was printed",
}
"""What has a pattern that is no list of names, in words."""
_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "string": "a text",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "dict": "an object",
    "model": "an object",
}


def refuse_shape(errors: Sequence[Mapping[str, Any]], tags: Container[str] = ()) -> Rejection:
    """The refusal for what a validator has found; the first thing counts.

    `tags` are the names by which it tells kinds of objects apart, which it puts before fields.
    """
    said = _said(errors[0], tags) if errors else "This cannot be read"
    return Rejection(Code.COMMAND_INVALID, said if said[-1] in ".?" else f"{said}.")


def _said(error: Mapping[str, Any], tags: Container[str]) -> str:
    kind, about = error["type"], error.get("ctx", {})
    parts = [str(part) for part in error["loc"]]
    if parts and parts[0] in _CONTAINERS:
        parts = parts[1:]
    if len(parts) > 1 and parts[0] in tags:
        parts = parts[1:]
    # What a field is taken for, where it can be of several kinds.
    parts = [part for part in parts if part not in _KINDS_OF_FIELD] or parts
    while len(parts) > 1 and parts[-1].isdecimal():
        parts = parts[:-1]
    name = quoted(".".join(parts), longest=60) if parts else "What was sent"
    match kind:
        case "missing":
            return f"{name} is missing"
        case "extra_forbidden":
            return f"{name} is nothing that is known here; leave it out"
        case "json_invalid":
            return "What was sent is no JSON"
        case "string_too_short" if about.get("min_length") == 1:
            return f"{name} is empty; give it"
        case "string_too_short" | "too_short":
            return f"{name} must have at least {about['min_length']} {_counted(kind)}"
        case "string_too_long" | "too_long":
            return f"{name} must have at most {about['max_length']} {_counted(kind)}"
        case "greater_than_equal":
            return f"{name} must be at least {about['ge']}"
        case "less_than_equal":
            return f"{name} must be at most {about['le']}"
        case "enum" | "literal_error":
            return _choose(name, error, re.findall(r"'([^']*)'", str(about["expected"])))
        case "union_tag_invalid":
            field = str(about["discriminator"]).strip("'")
            known = re.findall(r"'([^']*)'", str(about["expected_tags"]))
            return _choose(quoted(field), {"input": about["tag"]}, known)
        case "union_tag_not_found":
            return f"{quoted(str(about['discriminator']).strip(chr(39)))} is missing"
        case "string_pattern_mismatch":
            listed = _CHOICE.fullmatch(str(about["pattern"]))
            if listed is not None:
                return _choose(name, error, listed[1].split("|"))
            written = f"written as {harmless(about['pattern'], longest=80)}"
            return f"{name} must be {_FORMS.get(parts[-1], written) if parts else written}"
        case _:
            wanted = _KINDS.get(kind.partition("_")[0])
            if wanted is not None and not parts:
                return f"What was sent must be {wanted} in JSON, and say so as its content type"
            if wanted is not None:
                return f"{name} must be {wanted}"
            return f"{name}: {harmless(error['msg'], longest=700)}"


def _choose(name: str, error: Mapping[str, Any], known: Sequence[str]) -> str:
    given = str(error.get("input", ""))
    return f"{name} cannot be {quoted(given)}{instead_of(given, known)}"


def _counted(kind: str) -> str:
    return "characters" if kind.startswith("string") else "entries"
