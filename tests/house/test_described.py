"""The description of the API is whole: what is really answered and sent fits it, to the last field.

Schemas are compared with the traffic of all five games, dealt by the machine, by a dealer and from
real cards, as players, lookers-on and staff get it; and with what is answered over HTTP.
"""

import asyncio
from collections import Counter

import orjson
import pytest
from fastapi import FastAPI
from jsonschema_rs import Draft202012Validator, ValidationError
from websockets.asyncio.client import connect

from croupier.house.happenings import AtTable, logged_name
from croupier.house.verify import findings
from croupier.rejection import Code
from croupier.table import places
from croupier.table.events import EVENTS
from croupier.table.registry import game_ids
from croupier.table.wager import Limit
from croupier.web.schemas import Schemas

from .apis import new_id, refused, served
from .test_views import TABLES, Room

BY_HAND = {"name": "Pit", "game": "three-card-poker", "terms": {"kind": "human"}}
FOR_STAFF = {"form", "approvals", "decks", "rounds_since_change", "decks_until_ms"}


@pytest.fixture(scope="module")
def house():
    with served([*({"game": game} for game in game_ids()), BY_HAND]) as found:
        yield found


@pytest.fixture(scope="module")
def document(house):
    return house.visitor().look("/api/openapi.json")


@pytest.fixture(scope="module")
def fits(document):
    """Whether some JSON is what the schema of a name says; if not, what is wrong with it."""
    made = {}

    def check(name, found):
        if name not in made:
            schema = {
                "$ref": f"#/components/schemas/{name}",
                "components": document["components"],
            }
            made[name] = Draft202012Validator(schema)
        made[name].validate(found)

    return check


# The document itself.


def schemas_in(found, path=()):
    """Every schema of the document, and where it stands."""
    for name, one in found["components"]["schemas"].items():
        yield from nested(one, (name,))
    for address, operations in found["paths"].items():
        for method, operation in operations.items():
            where = (method, address)
            for parameter in operation.get("parameters", ()):
                yield from nested(parameter["schema"], (*where, parameter["name"]))
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            for body in bodies:
                for kind, content in body.get("content", {}).items():
                    yield from nested(content.get("schema", {}), (*where, kind))


def nested(schema, path):
    yield schema, path
    for key in ("properties", "patternProperties", "$defs"):
        for name, one in schema.get(key, {}).items():
            yield from nested(one, (*path, name))
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for at, one in enumerate(schema.get(key, ())):
            yield from nested(one, (*path, f"{key} {at}"))
    for key in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(key), dict):
            yield from nested(schema[key], (*path, key))


def is_loose(schema):
    """Whether it takes anything, an object of anything, or a list of anything."""
    if not schema.keys() & {"type", "$ref", "anyOf", "oneOf", "const", "enum", "pattern"}:
        return len(schema.keys() - {"maxLength", "minLength"}) == len(schema)
    kinds = schema.get("type", [])
    if "object" in kinds:
        is_map = isinstance(schema.get("additionalProperties"), dict)
        is_closed = bool(schema.get("properties")) and schema.get("additionalProperties") is False
        return not is_map and not is_closed
    return "array" in kinds and not schema.keys() & {"items", "prefixItems"}


def test_nothing_is_described_loosely(document):
    found = list(schemas_in(document))
    assert len(found) > 1500
    assert [path for schema, path in found if is_loose(schema)] == []


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"title": "Anything"},
        {"type": "object"},
        {"type": "object", "additionalProperties": True},
        {"type": "object", "properties": {"a": {"type": "string"}}},
        {"type": "array"},
        {"type": ["array", "null"]},
    ],
)
def test_what_is_loose_is_found(schema):
    assert is_loose(schema)


def test_every_reference_leads_somewhere_and_every_event_is_told_apart_by_its_name(document):
    schemas = document["components"]["schemas"]
    text = orjson.dumps(document).decode()
    assert "x-schema" not in text
    for schema, path in schemas_in(document):
        if "$ref" in schema:
            assert schema["$ref"].removeprefix("#/components/schemas/") in schemas, path
        if "discriminator" in schema:
            told = schema["discriminator"]
            assert [one["$ref"] for one in schema["oneOf"]] == list(told["mapping"].values())
            for value, where in told["mapping"].items():
                one = schemas[where.rpartition("/")[2]]
                if "properties" in one:
                    assert one["properties"][told["propertyName"]]["const"] == value
                    assert told["propertyName"] in one["required"]
    events = schemas["TableEvent"]["discriminator"]["mapping"]
    assert set(events) == {logged_name(kind) for kind in (*AtTable.__args__, *EVENTS)}


def test_operations_have_short_names_of_their_own(document):
    found = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert len(found) == len(set(found)) > 40
    assert {"list_tables", "tell_a_table", "open_a_socket", "health"} <= set(found)


def test_the_words_of_fields_and_of_values_are_those_of_the_source(document):
    schemas = document["components"]["schemas"]
    seat = schemas["SeatTaken"]["properties"]["credit_cents"]
    assert seat["description"] == "null for everybody but the player himself and the staff."
    assert "`own`: Face down in front of its player" in schemas["Face"]["description"]
    upto = "The number of the last event that is in this."
    assert schemas["TableState"]["properties"]["upto"]["description"] == upto
    assert schemas["SnapshotMessage"]["properties"]["upto"]["description"] == upto


def test_a_field_that_came_later_may_be_left_out(document, fits):
    terms = document["components"]["schemas"]["TableTerms"]
    assert set(terms["properties"]) - set(terms["required"]) == {"deck_change_s", "shows_odds"}


def test_two_kinds_of_one_name_are_not_taken_for_each_other():
    schemas = Schemas({}, {})
    schemas.of(places.Place)
    with pytest.raises(AssertionError, match="both called Place"):
        schemas.of(findings.Place)


def test_a_kind_of_value_that_is_not_known_is_no_schema():
    with pytest.raises(AssertionError, match="not a kind of value"):
        Schemas({}, {}).of(FastAPI)
    limit = Schemas({}, {}).object(Limit)
    assert limit["required"] == ["minimum_cents", "maximum_cents", "multiple_of_cents"]


# What is sent.


@pytest.mark.parametrize(("game", "kind"), TABLES)
def test_what_everybody_is_sent_of_a_table_fits(game, kind, fits):
    room = Room(game, kind, "described", deck_change_s=14_400 if kind != "automatic" else 0)
    sent, asked = Counter(), Counter()

    def judge(room, reader, change, messages):
        for message in messages:
            fits("ServerMessage", message)
            sent[message["type"], reader.is_staff] += 1
        state = room.hub.state_for(reader.user, is_staff=reader.is_staff)
        fits("TableState", state)
        asked[set(state) >= FOR_STAFF] += 1
        assert set(state) >= FOR_STAFF or not FOR_STAFF & set(state)
        for one in room.hub.events_of(change.entry.number, reader.user, is_staff=reader.is_staff):
            fits("NumberedEvent", one)

    room.judges.append(judge)
    room.play(300)
    assert asked[True]
    assert asked[False]
    assert sent["events", True] > 50
    assert sent["events", False] > 50


def test_a_message_with_anything_more_or_less_does_not_fit(fits):
    room = Room("three-card-poker", "by hand", "described")
    room.play(40)
    message = orjson.loads(room.hub.snapshot(room.readers["staff"].subscription.viewing))
    fits("SnapshotMessage", message)
    for changed in (
        {**message, "more": 1},
        {name: one for name, one in message.items() if name != "upto"},
        {**message, "events": [{**message["events"][0], "more": None}]},
        {**message, "terms": {**message["terms"], "kind": "unheard of"}},
        {**message, "credits": {"Ada": 5}},
    ):
        with pytest.raises(ValidationError):
            fits("SnapshotMessage", changed)


@pytest.mark.parametrize("table", range(1, 6))
def test_what_is_said_over_a_socket_fits_in_both_directions(house, fits, table):
    guest = house.visitor().come_in()
    least = guest.look(f"/api/tables/{table}/rules")["least_slip"]
    about = {"type": "command", "table": table}
    messages = [
        {"type": "ping"},
        {"type": "watch", "table": table},
        {"type": "watch", "table": table, "after": 10**9},
        {**about, "id": new_id(), "do": "sit", "credit_cents": 50_000, "seat": 2},
        {**about, "id": new_id(), "do": "bet", "seat": 2, **least, "is_ready": True},
        {**about, "id": new_id(), "do": "choose", "seat": 2, "option": "no such thing"},
        {**about, "id": new_id(), "do": "leave", "seat": 2},
        {"type": "unwatch", "table": table},
    ]
    sent = asyncio.run(asyncio.wait_for(said(house, guest, messages), 20))
    for message in messages:
        fits("ClientMessage", message)
    for message in sent:
        fits("ServerMessage", message)
    kinds = {"welcome", "pong", "snapshot", "events", "receipt", "refusal"}
    assert {one["type"] for one in sent} == kinds


def test_what_is_said_over_a_socket_of_the_staff_fits(house, fits):
    about = {"type": "command", "table": 6}
    messages = [
        {"type": "watch", "table": 6},
        {**about, "id": new_id(), "do": "take_position", "role": "supervisor"},
        {**about, "id": new_id(), "do": "fill", "cents": 10_000_000},
        {**about, "id": new_id(), "do": "count_bank", "counted_cents": 10_000_000},
        {**about, "id": new_id(), "do": "sign", "form": "opener"},
        {"type": "watch", "table": 6},
    ]
    sent = asyncio.run(asyncio.wait_for(said(house, house.sam, messages), 20))
    for message in messages:
        fits("ClientMessage", message)
    for message in sent:
        fits("ServerMessage", message)
    (last,) = [one for one in sent if one["type"] == "snapshot"][-1:]
    assert set(last) >= FOR_STAFF
    assert last["form"]["signed"][0]["role"] == "supervisor"
    told = [event["event"] for one in sent if one["type"] == "events" for _, event in one["events"]]
    assert {"position_taken", "rack_filled", "bank_counted", "form_signed"} <= set(told)


async def said(house, guest, messages):
    ticket = guest.ok(guest.post("/api/socket-tickets"), 201)["ticket"]
    address = house.address.replace("http", "ws", 1)
    found = []
    async with connect(f"{address}/api/socket?ticket={ticket}", proxy=None) as socket:
        await socket.send('{"type": "nothing"}')
        for message in messages:
            await socket.send(orjson.dumps(message).decode())
        await socket.send('{"type": "ping"}')
        pings = 1 + messages.count({"type": "ping"})
        while sum(one["type"] == "pong" for one in found) < pings:
            found.append(orjson.loads(await socket.recv()))
    return found


def test_a_socket_asked_for_as_a_page_is_refused(house):
    detail = refused(house.visitor().get("/api/socket"), 426, Code.COMMAND_INVALID)
    assert "WebSocket" in detail
