"""All schemas of what is told of tables and rounds, by name: events, states, rules, messages."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from croupier.house import happenings as house
from croupier.house.happenings import AtTable, logged_name
from croupier.house.recalled import Decided
from croupier.house.verify.findings import Checked, Place
from croupier.house.verify.significance import SIGNIFICANT
from croupier.table.events import EVENTS, WagerSettled
from croupier.table.registry import game_ids
from croupier.table.settings import TableSettings
from croupier.web.forms import MoneyChecked, RecalledStep, TableRules, TableState
from croupier.web.math_answers import ANSWERS
from croupier.web.messages import FROM_CLIENT, FROM_SERVER
from croupier.web.schemas import Schema, Schemas, reference
from croupier.web.school_forms import SCHOOL_NAMES, SCHOOL_VALUES

__all__ = ["vocabulary"]


def _one_of(*values: str) -> Schema:
    return {"type": "string", "enum": list(values)}


_CLOSED: Final[Mapping[tuple[type, str], Schema]] = {
    (house.BankCounted, "form"): _one_of("opener", "closing count"),
    (house.FormSigned, "form"): _one_of("opener", "error notification", "closing count"),
    (house.DecksRemoved, "reason"): _one_of("closed", "unsound", "device_failure", "wrong_count"),
    (house.ClockStarted, "what"): _one_of("betting", "decision", "dealer"),
    (house.ApprovalAsked, "what"): _one_of("correct card", "void round"),
    (TableSettings, "game"): reference("GameId"),
}
"""Fields of events and settings that are texts, and are one of a few."""
_WITHOUT_NAMES: Final = {house.ApprovalAsked: "Approval", WagerSettled: "Settlement"}
"""Events that are also shown without the name of the event, and what they are called then."""
_EVENTS: Final[Mapping[str, tuple[Iterable[type[Any]], str]]] = {
    "RoundEvent": (EVENTS, "Something that happened in a round."),
    "TableEvent": ((*AtTable.__args__, *EVENTS), "Something that happened at a table."),
    "NotableEvent": (tuple(SIGNIFICANT), "Something that is to be noticed."),
}


def vocabulary() -> dict[str, Schema]:
    """All of them. They may point to `Code` and other enumerations, which are there as well."""
    schemas = Schemas(_CLOSED, {**_WITHOUT_NAMES, **SCHOOL_NAMES})
    found = schemas.found
    found.update(_PLAIN)
    found["GameId"] = {**_one_of(*game_ids()), "description": "A game's id."}
    for name, (kinds, about) in _EVENTS.items():
        _add_events(schemas, name, kinds, about)
    shown = (TableState, TableRules, RecalledStep, Decided, WagerSettled, MoneyChecked)
    for kind in (*shown, *ANSWERS, *SCHOOL_VALUES):
        schemas.of(kind)
    found["Wrong"] = schemas.object(Place, what={"type": "string"})
    found["Wrong"]["description"] = "The first thing that is wrong, and where it stands."
    found["Checked"] = _checked(schemas)
    for names, messages in (("server", FROM_SERVER), ("client", FROM_CLIENT)):
        for message in messages:
            schemas.of(message)
        by_type = {_type_of(message): message.__name__ for message in messages}
        schemas.one_of(f"{names.capitalize()}Message", f"What the {names} sends.", "type", by_type)
    return found


_PLAIN: Final[Mapping[str, Schema]] = {
    "Significance": {
        **_one_of(*sorted(set(SIGNIFICANT.values()))),
        "description": "What is to be noticed.",
    },
    "Credits": {
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]*$"},
        "additionalProperties": {"type": "integer"},
        "description": "Cents by the number of the seat.",
    },
    "NumberedEvent": {
        "type": "array",
        "prefixItems": [{"type": "integer"}, reference("TableEvent")],
        "minItems": 2,
        "maxItems": 2,
        "description": "The number of an event in the log of the table, and the event.",
    },
}


def _add_events(schemas: Schemas, name: str, kinds: Iterable[type[Any]], about: str) -> None:
    named = {logged_name(kind): kind for kind in kinds}
    for event, kind in named.items():
        if kind.__name__ not in schemas.found:
            tag = {"type": "string", "const": event}
            schemas.found[kind.__name__] = schemas.object(kind, event=tag)
    schemas.one_of(name, about, "event", {event: kind.__name__ for event, kind in named.items()})


def _checked(schemas: Schemas) -> Schema:
    """What was looked at, as `Checked.to_json` has it: the counts, and the money by its kind."""
    found = schemas.object(Checked, money=reference(MoneyChecked.__name__))
    for name in ("in_cents", "out_cents"):
        del found["properties"][name]
        found["required"].remove(name)
    return found


def _type_of(message: type[Any]) -> str:
    value: str = message.__annotations__["type"].__args__[0]
    return value
