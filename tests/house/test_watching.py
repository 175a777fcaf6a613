"""What whoever watches a server is told: whether it takes commands, and its figures."""

import json

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import func, select

from croupier.house import schema
from croupier.house.writer import Writer

from .apis import refused, served
from .hostile import Rogue

GAME = "three-card-poker"
BY_ITSELF = {"name": "One", "game": GAME, "terms": {"betting_s": 0, "decision_s": 0}}
BY_HAND = {"name": "Pit", "game": GAME, "terms": {"kind": "human"}}
COUNTED = {"rounds", "entries", "commits", "changes", "refusals"}
STANDING = {
    "tables", "tables_open", "seats_taken", "viewers", "tables_held", "waiting", "working",
}  # fmt: skip


@pytest.fixture
def house():
    with served([BY_ITSELF, BY_HAND]) as found:
        yield found


@pytest.fixture
def rogue(house):
    found = Rogue(house.address)
    yield found
    found.close()


def figures(who):
    """What Prometheus reads: each figure by its name, refusals by their code."""
    answer = who.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    families = list(text_string_to_metric_families(answer.text))
    kinds = {family.name: family.type for family in families}
    assert kinds == {f"croupier_{name}": "counter" for name in COUNTED} | {
        f"croupier_{name}": "gauge" for name in STANDING
    }
    assert all(family.documentation for family in families)
    found = {"refusals": {}}
    for sample in (sample for family in families for sample in family.samples):
        name = sample.name.removeprefix("croupier_").removesuffix("_total")
        if name == "refusals":
            found[name][sample.labels["code"]] = sample.value
        elif not sample.name.endswith("_created"):
            found[name] = sample.value
    return found


def entries_in(house):
    """How many entries stand in the log."""
    with house.office.house.engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(schema.entries))


def test_the_figures_are_those_of_the_house(house, rogue):
    before = figures(rogue)
    assert (before["tables"], before["tables_open"], before["rounds"]) == (2, 1, 0)
    assert (before["seats_taken"], before["viewers"], before["refusals"]) == (0, 0, {})
    assert (before["working"], before["tables_held"], before["waiting"]) == (1, 0, 0)
    assert before["entries"] == entries_in(house)
    rogue.tell(1, "sit", seat=2, credit_cents=10_000)
    rogue.tell(1, "sit", seat=3, credit_cents=10_000)
    path = "/api/tables/1/commands"
    for again in ("a", "b"):
        asked = {"id": again, "do": "sit", "seat": 2, "credit_cents": 500}
        refused(rogue.post(path, asked), 409, "seat_taken")
    asked = {"id": "c", "do": "sit", "seat": 5, "credit_cents": 1}
    refused(rogue.post(path, asked), 409, "bankroll_short")
    with rogue.socket() as opened:
        opened.send(json.dumps({"type": "watch", "table": 1}))
        assert json.loads(opened.recv(10))["type"] == "snapshot"
        found, entries = figures(rogue), entries_in(house)
        for seat in (2, 3):
            rogue.tell(1, "bet", seat=seat, stakes={"Ante": 500}, is_ready=True)
        for seat in (2, 3):
            rogue.tell(1, "choose", seat=seat, option="fold")
        assert figures(rogue)["rounds"] == 2
    assert (found["seats_taken"], found["viewers"], found["rounds"]) == (2, 1, 1)
    assert found["refusals"] == {"seat_taken": 2, "bankroll_short": 1}
    assert found["entries"] == entries == before["entries"] + 2
    assert found["changes"] == before["changes"] + 2
    assert before["commits"] < found["commits"] <= before["commits"] + 2


def test_who_takes_commands_says_that_he_is_ready(house):
    visitor = house.visitor()
    answer = visitor.get("/ready")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
    assert visitor.http.head("/ready").status_code == 200


def test_where_the_books_cannot_be_written_nobody_is_ready(house, monkeypatch):
    def fail(*_, **__):
        raise OSError("the disk is full")

    visitor = house.visitor().come_in()
    monkeypatch.setattr(Writer, "_write", fail)
    asked = {"id": "sit", "do": "sit", "seat": 1, "credit_cents": 10_000}
    refused(visitor.post("/api/tables/1/commands", asked), 503, "house_unavailable")
    answer = visitor.get("/ready")
    assert (answer.status_code, answer.json()) == (503, {"status": "the books cannot be written"})
    assert visitor.http.head("/ready").status_code == 503
    found = figures(visitor)
    assert (found["working"], found["seats_taken"]) == (0, 0)
    # It answers all the same.
    assert visitor.get("/health").status_code == 200


def test_a_house_that_stops_is_not_ready(house, monkeypatch):
    visitor = house.visitor().come_in()
    monkeypatch.setattr(house.office.house, "is_stopping", True)
    answer = visitor.get("/ready")
    assert (answer.status_code, answer.json()) == (503, {"status": "stopping"})
    assert figures(visitor)["working"] == 0


def test_a_table_that_is_held_is_counted_and_the_house_is_ready(house, monkeypatch):
    def fail(*_):
        raise AssertionError("a fault of the program")

    visitor = house.visitor().come_in()
    monkeypatch.setattr(house.office.house.tables[1], "_sit", fail)
    asked = {"id": "sit", "do": "sit", "seat": 1, "credit_cents": 10_000}
    refused(visitor.post("/api/tables/1/commands", asked), 503, "house_unavailable")
    assert figures(visitor)["tables_held"] == 1
    assert visitor.get("/ready").status_code == 200
