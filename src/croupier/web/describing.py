"""The description of the API: what FastAPI says of the requests, and all that it cannot know.

That is what a table looks like, every event, every message of the socket, and what a request needs
to be let in. From this document programs are made that talk to a house, so nothing in it is loose.
"""

from collections.abc import Iterator
from typing import Any, Final

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import iter_route_contexts

from croupier.web.schemas import Schema, reference, spelled_out
from croupier.web.security import COOKIE, caller, caller_owing, maybe_caller, with_role
from croupier.web.vocabulary import vocabulary
from croupier.web.wire import COMMAND_MODELS

__all__ = ["DescribedApp"]

_SCHEMES: Final[Schema] = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "Set by a log-in, or by coming in as a guest.",
    },
    "token": {
        "type": "apiKey",
        "in": "header",
        "name": "X-CSRF-Token",
        "description": "The `csrf` that came with the log-in, for whatever is not a GET.",
    },
}


class DescribedApp(FastAPI):
    """An application that describes all it says."""

    _described: Schema | None = None

    def openapi(self) -> Schema:
        """The description; made once."""
        made = super().openapi()
        if made is not self._described:
            self._complete(made)
            self._described = made
        return made

    def _complete(self, document: Schema) -> None:
        schemas = vocabulary()
        for name, schema in document["components"]["schemas"].items():
            known = schemas.setdefault(name, schema)
            assert known.get("enum") == schema.get("enum"), f"two schemas are called {name}"
        _add_commands(schemas)
        document["components"] = {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": _SCHEMES,
        }
        for schema in schemas.values():
            if "properties" in schema:
                schema.setdefault("additionalProperties", False)
        for context in iter_route_contexts(self.routes):
            path = document["paths"].get(context.path, {})
            for method in context.methods or ():
                if method.lower() in path:
                    operation = path[method.lower()]
                    operation["operationId"] = context.name
                    operation["security"] = _security(context.dependant, method)
        document.update(spelled_out(document, schemas))


def _security(dependant: Dependant, method: str) -> list[dict[str, list[str]]]:
    """What a request needs to be let in; nothing where anybody is."""
    asked = set(_asked_of(dependant))
    session: dict[str, list[str]] = {"session": []}
    if caller in asked or caller_owing in asked:
        return [session if method == "GET" else {**session, "token": []}]
    return [{}, session] if maybe_caller in asked else []


def _asked_of(dependant: Dependant) -> Iterator[Any]:
    for one in dependant.dependencies:
        yield caller if isinstance(one.call, with_role) else one.call
        yield from _asked_of(one)


def _add_commands(schemas: dict[str, Schema]) -> None:
    """Commands as they are sent over a socket: with `type`, and the number of the table."""
    sent = {}
    for do, model in COMMAND_MODELS.items():
        schema = schemas[model]
        sent[do] = f"{model}Message"
        schemas[sent[do]] = {
            **schema,
            "title": sent[do],
            "properties": {
                "type": {"type": "string", "const": "command"},
                "table": {"type": "integer"},
                **schema["properties"],
            },
            "required": ["type", "table", *schema["required"]],
        }
    schemas["CommandMessage"] = {
        "oneOf": [reference(name) for name in sent.values()],
        "discriminator": {
            "propertyName": "do",
            "mapping": {do: reference(name)["$ref"] for do, name in sent.items()},
        },
        "description": "A command to a table, as over HTTP.",
    }
    client = schemas["ClientMessage"]
    client["oneOf"].append(reference("CommandMessage"))
    client["discriminator"]["mapping"]["command"] = reference("CommandMessage")["$ref"]
