"""Values as JSON and back, exactly.

Frozen dataclasses become objects, tuples lists, enumerations, cards and fractions their text.
Reading is strict: a missing or unknown field, a wrong type or an unknown card is refused with
the path to it, and what is read writes back to the same JSON. A field that came to a kind after
records of it were kept (`LATER`) is left out where it has its default.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from croupier.cards import Card, parse_card
from croupier.money import Odds
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection
from croupier.table.places import Place

__all__ = ["LATER", "Json", "from_json", "to_json"]

LATER: Final = MappingProxyType({"later": True})
"""Metadata of a field that older records do not have: in its place stands its default."""

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None


def without_repeats(pairs: list[tuple[str, Json]], *, refuse: Callable[[str], Rejection]) -> Json:
    """An object of JSON, for `object_pairs_hook`; refuses one that gives a key twice."""
    data = dict(pairs)
    if len(data) != len(pairs):
        times = Counter(name for name, _ in pairs)
        raise refuse(quoted(next(name for name in times if times[name] > 1)))
    return data


T = TypeVar("T")

_Decoder = Callable[[Any, str], Any]

_NOTHING: Final = object()
_LARGEST: Final = 10**18
_FRACTION: Final = re.compile(r"-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?", re.ASCII)


def to_json(value: object) -> Json:
    """The value as what `json.dumps` takes."""
    kind: Any = type(value)
    return _encoder(kind)(value)


def from_json(kind: type[T], data: Json, path: str = "") -> T:
    """The value of that kind behind the JSON."""
    decode = _decoder(cast("Any", kind))
    return cast("T", decode(data, path or kind.__name__))


@cache
def _encoder(kind: Any) -> Callable[[Any], Json]:
    if issubclass(kind, Card | Place | Fraction):
        return str
    if issubclass(kind, Odds):
        return lambda odds: f"{odds.won} to {odds.staked}"
    if issubclass(kind, Enum):
        return lambda member: cast("Json", member.value)
    if issubclass(kind, str | bool | int | NoneType):
        return lambda plain: cast("Json", plain)
    if issubclass(kind, tuple):
        return lambda items: [to_json(item) for item in items]
    assert is_dataclass(kind), f"{kind} is not a kind of value that is stored"
    names = tuple(field.name for field in fields(kind))
    later = _later(fields(kind))
    if not later:
        return lambda record: {name: to_json(getattr(record, name)) for name in names}
    return lambda record: {
        name: to_json(value)
        for name in names
        if (value := getattr(record, name)) != later.get(name, _NOTHING)
    }


def _later(among: tuple["Field[Any]", ...]) -> dict[str, Any]:
    """The fields that came later, with their defaults."""
    return {field.name: field.default for field in among if field.metadata == LATER}


@cache
def _decoder(kind: Any) -> _Decoder:
    if get_origin(kind) in (Union, UnionType):
        return _optional(kind)
    if get_origin(kind) is tuple:
        return _tuple(kind)
    if is_dataclass(kind) and kind not in (Place, Odds):
        return _object(cast("type", kind))
    texts: dict[Any, Callable[[str], Any]] = {
        Card: parse_card,
        Place: Place.parse,
        Odds: Odds.parse,
        Fraction: _fraction,
    }
    if kind in texts:
        return _text(kind, texts[kind])
    if issubclass(kind, Enum):
        return _enumeration(kind)
    return _plain(kind)


def _plain(kind: type) -> _Decoder:
    def decode(data: Any, path: str) -> Any:
        # In Python a bool is an int; in a record it is not.
        if type(data) is not kind:
            raise _wrong(path, f"needs {kind.__name__}, not {type(data).__name__}")
        if isinstance(data, int) and abs(data) > _LARGEST:
            raise _wrong(path, "is larger than any number a record holds")
        return data

    return decode


def _text(kind: type, parse: Callable[[str], Any]) -> _Decoder:
    def decode(data: Any, path: str) -> Any:
        if not isinstance(data, str):
            raise _wrong(path, f"needs the text of a {kind.__name__}")
        try:
            value = parse(data)
        except Rejection as rejection:
            raise _wrong(path, rejection.detail) from None
        if to_json(value) != data:
            raise _wrong(path, f"{quoted(data)} is written “{to_json(value)}”")
        return value

    return decode


def _fraction(text: str) -> Fraction:
    """Reads `-3/8` or `2`."""
    if _FRACTION.fullmatch(text) is None:
        raise Rejection(Code.RECORD_INVALID, f"{quoted(text)} is not a fraction like 3/8")
    return Fraction(text)


def _enumeration(kind: type[Enum]) -> _Decoder:
    by_value = {member.value: member for member in kind}

    def decode(data: Any, path: str) -> Any:
        if not isinstance(data, str | int) or data not in by_value:
            raise _wrong(path, f"needs one of {', '.join(map(str, by_value))}")
        return by_value[data]

    return decode


def _optional(kind: Any) -> _Decoder:
    (inner,) = [part for part in get_args(kind) if part is not NoneType]
    decode_inner = _decoder(inner)
    return lambda data, path: None if data is None else decode_inner(data, path)


def _tuple(kind: Any) -> _Decoder:
    parts = get_args(kind)
    repeated = len(parts) == 2 and parts[1] is ...
    decoders = [_decoder(part) for part in parts if part is not ...]

    def decode(data: Any, path: str) -> Any:
        if not isinstance(data, list):
            raise _wrong(path, "needs a list")
        if not repeated and len(data) != len(decoders):
            raise _wrong(path, f"needs a list of {len(decoders)}")
        each = decoders * len(data) if repeated else decoders
        return tuple(
            one(item, f"{path}[{at}]")
            for at, (one, item) in enumerate(zip(each, data, strict=True))
        )

    return decode


def _object(kind: type) -> _Decoder:
    hints = get_type_hints(kind)
    decoders: dict[str, _Decoder] | None = None
    later = _later(fields(kind))

    def decode(data: Any, path: str) -> Any:
        nonlocal decoders
        if decoders is None:
            decoders = {field.name: _decoder(hints[field.name]) for field in fields(kind)}
        if not isinstance(data, dict):
            raise _wrong(path, "needs an object")
        for name in data:
            if name not in decoders:
                raise _wrong(f"{path}.{harmless(name)}", "is not a known field")
        for name in decoders:
            if name not in data and name not in later:
                raise _wrong(f"{path}.{name}", "is missing")
        values = {
            name: one(data[name], f"{path}.{name}")
            for name, one in decoders.items()
            if name in data
        }
        for name, default in later.items():
            if name in data and values[name] == default:
                raise _wrong(f"{path}.{name}", f"is left out where it is {default}")
        try:
            return kind(**values)
        except Rejection as rejection:
            raise _wrong(path, rejection.detail) from None

    return decode


def _wrong(path: str, detail: str) -> Rejection:
    return Rejection(
        Code.RECORD_INVALID, f"Not a valid record: {path} {detail}.".replace("..", ".")
    )
