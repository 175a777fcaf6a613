"""A round as JSON: versioned, readable, without loss. `docs/round-format.md` documents it."""

import json
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final, TypeVar, cast

from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection
from croupier.table.codec import Json, from_json, to_json, without_repeats
from croupier.table.events import EVENTS, Event
from croupier.table.naming import snake_name

__all__ = [
    "FORMAT_VERSION",
    "event_from_json",
    "event_name",
    "event_to_json",
    "named_from_json",
    "read_round",
    "write_round",
]

T = TypeVar("T")

FORMAT: Final = "croupier round"
FORMAT_VERSION: Final = 1


def event_name(kind: type[Event]) -> str:
    """The name an event is stored under: `card_dealt`."""
    return snake_name(kind)


_BY_NAME: Final[dict[str, type[Event]]] = {event_name(kind): kind for kind in EVENTS}
_NAMES: Final = {kind: name for name, kind in _BY_NAME.items()}


def event_to_json(event: Event) -> dict[str, Json]:
    """`{"event": "card_dealt", "place": "seat 1/Hand", "card": "As", "face": "up"}`."""
    return {"event": _NAMES[type(event)], **cast("dict[str, Json]", to_json(event))}


def event_from_json(data: Json, path: str = "event") -> Event:
    """The event behind its JSON."""
    return named_from_json(_BY_NAME, data, path)


def named_from_json(by_name: Mapping[str, type[T]], data: Json, path: str) -> T:
    """What stands behind JSON whose `event` names its kind, of the kinds there are."""
    if not isinstance(data, dict):
        raise Rejection(Code.RECORD_INVALID, f"Not a valid record: {path} needs an object.")
    name = data.get("event")
    if not isinstance(name, str) or name not in by_name:
        raise Rejection(
            Code.RECORD_INVALID, f"Not a valid record: {path} is no known event ({quoted(name)})."
        )
    rest = {key: value for key, value in data.items() if key != "event"}
    return from_json(by_name[name], rest, path)


def write_round(events: Iterable[Event]) -> str:
    """The round as JSON text, one event a line."""
    lines = (json.dumps(event_to_json(event), ensure_ascii=False) for event in events)
    head = f'{{"format": "{FORMAT}", "version": {FORMAT_VERSION}, "events": [\n'
    return head + ",\n".join(lines) + "\n]}\n"


def read_round(text: str) -> tuple[Event, ...]:
    """The events of a round from its JSON text."""
    try:
        once = partial(without_repeats, refuse=_given_twice)
        data: Json = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Rejection(
            Code.RECORD_INVALID,
            f"Not a valid record: it is not JSON ({harmless(error, longest=80)}).",
        ) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Rejection(Code.RECORD_INVALID, f"Not a valid record: its “format” is not “{FORMAT}”.")
    version = data.get("version")
    if type(version) is not int or version != FORMAT_VERSION:
        raise Rejection(
            Code.RECORD_VERSION,
            f"This record has format version {harmless(version)}; this program reads version "
            f"{FORMAT_VERSION}.",
        )
    for name in data:
        if name not in ("format", "version", "events"):
            raise Rejection(
                Code.RECORD_INVALID, f"Not a valid record: {harmless(name)} is not a known field."
            )
    events = data.get("events")
    if not isinstance(events, list):
        raise Rejection(Code.RECORD_INVALID, "Not a valid record: events needs a list.")
    return tuple(event_from_json(event, f"events[{at}]") for at, event in enumerate(events))


def _given_twice(name: str) -> Rejection:
    return Rejection(Code.RECORD_INVALID, f"Not a valid record: {name} is given twice.")
