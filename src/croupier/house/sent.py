"""A command as it was sent: under an id that its sender made up, and what it asked for.

An id is bound to what was first asked under it. Sent again, the same is answered by the same
receipt; something else under a used id is refused, because its sender would take the receipt of
the one for that of the other.
"""

import hashlib
from dataclasses import dataclass
from typing import cast

import orjson

from croupier.rejection import Code, Rejection
from croupier.table.codec import Json, to_json
from croupier.table.naming import snake_name

__all__ = ["Sent", "asked_by", "asked_for", "require_same"]


@dataclass(frozen=True, slots=True)
class Sent:
    """What stands of a command in the log."""

    id: str
    asked: str | None = None
    """A hash of what was asked for; None where nobody can ask for something else."""


def asked_for(name: str, details: Json) -> str:
    """The hash of what was asked for: of `["bet",{"seat":1,…}]`, as JSON in the order of keys."""
    return hashlib.sha256(orjson.dumps([name, details], option=orjson.OPT_SORT_KEYS)).hexdigest()


def asked_by(command: object) -> str:
    """The hash of what a command for a table asks for."""
    details = cast("dict[str, Json]", to_json(command))
    if isinstance(stakes := details.get("stakes"), list):
        # In whatever order they are named, they are the same.
        details["stakes"] = sorted(stakes, key=str)
    return asked_for(snake_name(type(command)), details)


def require_same(first: str | None, now: str | None) -> None:
    """Refuses what is asked under an id under which something else was."""
    if first is not None and now is not None and first != now:
        raise Rejection(
            Code.COMMAND_ID_USED,
            "Under this id you have asked for something else. Make up a new id "
            "for each command; use one again only to send the very same once more.",
        )
