"""Schemas of values that are written by `croupier.table.codec`, from their definitions alone.

What a frozen dataclass says of itself is what a program outside needs to know: the names and
types of its fields, and what is written under them. So nothing is said twice. What is put together
for an answer and is no value of the house is a `TypedDict` (`croupier.web.forms`), read the same.
"""

import ast
import inspect
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import WithJsonSchema

from croupier.cards import Card
from croupier.money import Odds
from croupier.table.codec import LATER
from croupier.table.places import Place

__all__ = ["Schema", "Schemas", "or_null", "reference", "shaped", "spelled_out"]

Schema = dict[str, Any]

_NAMED: Final = "x-schema"
"""Stands in a schema for the name of another, until all are put together."""
_FOLDER: Final = "#/components/schemas/"

_PLAIN: Final[Mapping[Any, str]] = {
    str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null",
}  # fmt: skip
_TEXTS: Final[Mapping[Any, Schema]] = {
    Card: {
        "pattern": "^[2-9TJQKA][cdhs]$",
        "description": "A card: its rank, then its suit, as in `As` or `Td`.",
    },
    Place: {
        "pattern": "^(seat [1-9][0-9]{0,8}|dealer|table)/.+$",
        "description": "Where cards lie: `seat 3/Hand`, `dealer/Hand`, `table/Cell 4`.",
    },
    Odds: {
        "pattern": "^[0-9]+ to [1-9][0-9]*$",
        "description": "What is won for what is staked: `3 to 2`.",
    },
    Fraction: {
        "pattern": "^-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?$",
        "description": "An exact fraction: `3/8`, or a whole number.",
    },
}
"""What is written as its text."""


def reference(name: str) -> Schema:
    """Points to a schema by its name."""
    return {"$ref": _FOLDER + name}


def or_null(kind: type) -> Schema:
    """A plain value, or none."""
    return {"type": [_PLAIN[kind], "null"]}


def shaped(name: str) -> WithJsonSchema:
    """For `Annotated`: what is described by the schema of that name, and not checked any more."""
    return WithJsonSchema({_NAMED: name})


def spelled_out(found: Any, names: Iterable[str]) -> Any:
    """A document in which every name that stands for a schema points to it."""
    match found:
        case dict():
            named = found.get(_NAMED)
            rest = {key: spelled_out(one, names) for key, one in found.items() if key != _NAMED}
            if named is None:
                return rest
            assert named in names, f"there is no schema {named}"
            rest.pop("title", None)
            return {**reference(named), **rest}
        case list():
            return [spelled_out(one, names) for one in found]
        case _:
            return found


class Schemas:
    """Schemas by name, each made once."""

    def __init__(
        self, closed: Mapping[tuple[type, str], Schema], names: Mapping[type, str]
    ) -> None:
        self.found: dict[str, Schema] = {}
        self._closed = closed
        """By kind and field: what a text can be that is one of few."""
        self._names = names
        """By kind: what it is called where that is not the name of its class."""
        self._kinds: dict[str, Any] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of a type, or a reference to it; what it needs is made as well."""
        origin = get_origin(kind)
        if origin is Annotated:
            (form,) = [one for one in kind.__metadata__ if isinstance(one, WithJsonSchema)]
            return dict(form.json_schema or {})
        if origin is NotRequired:
            return self.of(get_args(kind)[0])
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(part) for part in get_args(kind)]}
        if origin is Literal:
            values = list(get_args(kind))
            return {"type": "string", **({"enum": values} if values[1:] else {"const": values[0]})}
        if origin in (tuple, list):
            return self._array(get_args(kind))
        if origin is dict:
            _, value = get_args(kind)
            return {"type": "object", "additionalProperties": self.of(value)}
        return {"type": _PLAIN[kind]} if kind in _PLAIN else self._reference(kind)

    def _array(self, parts: tuple[Any, ...]) -> Schema:
        if len(parts) == 1 or parts[1] is ...:
            return {"type": "array", "items": self.of(parts[0])}
        each = [self.of(part) for part in parts]
        return {"type": "array", "prefixItems": each, "minItems": len(each), "maxItems": len(each)}

    def _reference(self, kind: Any) -> Schema:
        name = self._names.get(kind, kind.__name__)
        known = self._kinds.setdefault(name, kind)
        assert known is kind, f"{known} and {kind} are both called {name}"
        if name not in self.found:
            self.found[name] = {}  # It may need itself.
            self.found[name] = self._named(kind)
        return reference(name)

    def _named(self, kind: Any) -> Schema:
        if kind in _TEXTS:
            return {"type": "string", **_TEXTS[kind]}
        if issubclass(kind, Enum):
            return _enumeration(kind)
        return self.object(kind)

    def object(self, kind: Any, **first: Schema) -> Schema:
        """An object with the fields of a kind, and with others before them."""
        hints, words = get_type_hints(kind, include_extras=True), _words(kind)
        described = {name: self._field(kind, name, hint) for name, hint in hints.items()}
        for name, schema in described.items():
            if name in words:
                schema["description"] = words[name]
        return {
            "type": "object",
            "description": _said(kind),
            "properties": {**first, **described},
            "required": [*first, *_always_there(kind)],
            "additionalProperties": False,
        }

    def _field(self, kind: type, name: str, hint: Any) -> Schema:
        return dict(self._closed.get((kind, name)) or self.of(hint))

    def one_of(self, name: str, about: str, tag: str, kinds: Mapping[str, str]) -> None:
        """One of several kinds of objects, told apart by a field; their schemas by its value."""
        self.found[name] = {
            "oneOf": [reference(one) for one in kinds.values()],
            "discriminator": {
                "propertyName": tag,
                "mapping": {value: _FOLDER + one for value, one in kinds.items()},
            },
            "description": about,
        }


def _always_there(kind: Any) -> list[str]:
    if is_typeddict(kind):
        return [name for name in get_type_hints(kind) if name in kind.__required_keys__]
    assert is_dataclass(kind), f"{kind} is not a kind of value that is sent"
    return [field.name for field in fields(kind) if field.metadata != LATER]


def _enumeration(kind: type[Enum]) -> Schema:
    words = _words(kind)
    told = [f"`{one.value}`: {words[one.name]}" for one in kind if one.name in words]
    about = "\n- ".join([_said(kind) + "\n" if told else _said(kind), *told])
    return {"type": "string", "enum": [one.value for one in kind], "description": about}


def _said(kind: type) -> str:
    return _as_json_has_it(inspect.getdoc(kind) or "")


def _as_json_has_it(words: str) -> str:
    return re.sub(r"\bNone\b", "null", words)


def _words(kind: type) -> Mapping[str, str]:
    """By field: the words below it in the source, if the source is there."""
    return _words_of_module(inspect.getmodule(kind)).get(kind.__qualname__, {})


@cache
def _words_of_module(module: Any) -> Mapping[str, Mapping[str, str]]:
    try:
        tree = ast.parse(inspect.getsource(module))
    except OSError:
        return {}
    found: dict[str, dict[str, str]] = {}
    for one in tree.body:
        if isinstance(one, ast.ClassDef):
            found[one.name] = {}
            for base in [getattr(module, ast.unparse(base), None) for base in one.bases]:
                if inspect.isclass(base) and base.__module__ != module.__name__:
                    found[one.name] |= _words(base)
                elif inspect.isclass(base):
                    found[one.name] |= found.get(base.__name__, {})
            found[one.name].update(_words_in(one))
    return found


def _words_in(definition: ast.ClassDef) -> Iterable[tuple[str, str]]:
    for before, after in zip(definition.body, definition.body[1:], strict=False):
        match before, after:
            case (
                ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
                ast.Expr(ast.Constant(str(text))),
            ):
                yield name, _as_json_has_it(" ".join(text.split()))
            case _:
                pass
