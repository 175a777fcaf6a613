"""Whoever is refused is told why and how long to wait; he is counted, logged, and slowed down."""

import logging
from contextlib import contextmanager

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from croupier.house.rate import RateLimiter
from croupier.house.refusals import Refusals
from croupier.rejection import Code, Rejection

from .apis import refused, served
from .hostile import Rogue, farewell, raw_connection, say

TABLE = {"name": "One", "game": "three-card-poker"}


@pytest.fixture(scope="module")
def house():
    with served([TABLE], people=False) as found:
        yield found


@pytest.fixture
def rogue(house):
    found = Rogue(house.address)
    yield found
    found.close()


@contextmanager
def limited(house, what, burst=1):
    """Lets so many through, and then nobody for a long while."""
    limits, usual = house.app.state.limits, getattr(house.app.state.limits, what)
    setattr(limits, what, RateLimiter(burst=burst, refill_ms=3_600_000))
    try:
        yield
    finally:
        setattr(limits, what, usual)


def counts(house):
    return dict(house.office.house.refusals.counts)


def more_of(house, before, code):
    return counts(house).get(code, 0) - before.get(code, 0)


# Told.


def test_a_socket_that_is_one_too_many_is_refused_before_it_is_one(house, rogue):
    before = counts(house)
    with limited(house, "sockets"):
        rogue.socket()
        with pytest.raises(InvalidStatus) as refusal:
            rogue.knock(rogue.ticket())
    answer = refusal.value.response
    assert answer.status_code == 429
    assert b'"code":"too_many_requests"' in answer.body
    assert answer.headers["Retry-After"] == "3600"
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert more_of(house, before, "too_many_requests") == 1


def test_a_socket_that_is_not_there_is_refused_as_others_are(house, rogue):
    address = house.address.replace("http", "ws", 1)
    with connect(f"{address}/api/sockets", proxy=None) as opened:
        assert farewell(opened) == "command_invalid"


def test_how_long_to_wait_is_said_to_programs_as_to_people(house, rogue):
    with limited(house, "requests", burst=2):
        for _ in range(2):
            assert rogue.get("/api/me").status_code == 200
        answer = rogue.get("/api/me")
    assert "wait 60 minutes" in refused(answer, 429, "too_many_requests")
    assert answer.headers["Retry-After"] == "3600"


def test_who_may_not_log_in_for_a_minute_is_not_told_to_come_back_at_once(house):
    visitor = house.visitor()
    guess = {"name": "administrator", "password": "a wrong guess"}
    for _ in range(5):
        answer = visitor.post("/api/log-in", guess)
        refused(answer, 401, "log_in_failed")
        assert "Retry-After" not in answer.headers
    answer = visitor.post("/api/log-in", guess)
    assert "wait 60 seconds" in refused(answer, 429, "log_in_locked")
    assert answer.headers["Retry-After"] == "60"


# Slowed down.


PATHS = ("/api/openapi.json", "/metrics", "/health", "/ready", "/nothing.txt", "/api/nothing")


@pytest.mark.parametrize("path", PATHS)
def test_whatever_is_asked_it_is_not_asked_without_end(house, path):
    visitor = house.visitor()
    with limited(house, "requests"):
        assert visitor.get(path).status_code in (200, 404)
        refused(visitor.get(path), 429, "too_many_requests")


def test_who_does_not_heed_a_refusal_is_hung_up_on(house):
    before = counts(house)
    with limited(house, "requests"), raw_connection(house.address) as raw:
        answers = b""
        while b"connection: close" not in answers:
            raw.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            answers += raw.recv(65_536)
            while not answers.endswith(b"}"):
                answers += raw.recv(65_536)
            assert len(answers) < 1_000_000, "nobody hangs up"
        assert raw.recv(1) == b""
    assert answers.count(b" 429 ") == more_of(house, before, "too_many_requests") > 10


def test_who_is_logged_in_is_not_counted_with_his_address(house, rogue):
    with limited(house, "requests", burst=3):
        for path in ("/health", "/api/nothing", "/api/me"):
            assert rogue.get(path).status_code in (200, 404)
        refused(rogue.get("/api/tables"), 429, "too_many_requests")
        forged = {"Cookie": "croupier_session=" + "0" * 64}
        visitor = house.visitor()
        for _ in range(3):
            refused(visitor.http.get("/api/me", headers=forged), 401, "log_in_needed")
        refused(visitor.http.get("/api/me", headers=forged), 429, "too_many_requests")
        refused(visitor.get("/health"), 429, "too_many_requests")


def test_the_description_is_written_once(house, monkeypatch):
    visitor = house.visitor()
    first = visitor.get("/api/openapi.json")
    monkeypatch.setattr(house.app, "openapi", lambda: pytest.fail("it is written anew"))
    second = visitor.get("/api/openapi.json")
    assert (second.status_code, second.content) == (200, first.content)
    assert second.headers["content-type"] == "application/json"


# Counted and logged.


def test_each_refusal_is_counted_once_by_its_code(house, rogue):
    rogue.tell(1, "sit", seat=1, credit_cents=10_000)
    other = Rogue(house.address)
    bet = {"do": "bet", "seat": 1, "stakes": {"Ante": 500}}
    before = counts(house)
    refused(other.post("/api/tables/1/commands", {"id": "b", **bet}), 403, "not_your_seat")
    with other.socket() as opened:
        message = {"type": "command", "table": 1, "id": "c", **bet}
        assert say(opened, message)["code"] == "not_your_seat"
        assert say(opened, "{}")["code"] == "command_invalid"
    assert other.told_no("worthless") == "log_in_needed"
    refused(other.http.post("/api/me/top-up", json={}), 403, "request_forged")
    refused(other.get("/api/nothing"), 404, "command_invalid")
    refused(other.post("/api/tables/1/commands", {"id": "d"}), 422, "command_invalid")
    refused(other.post("/api/guests", {"x": "x" * 70_000}), 413, "command_invalid")
    found = {code: more_of(house, before, code) for code in counts(house)}
    assert {code: count for code, count in found.items() if count} == {
        "not_your_seat": 2,
        "command_invalid": 4,
        "log_in_needed": 1,
        "request_forged": 1,
    }
    text = other.get("/metrics").text
    forged = counts(house)["request_forged"]
    assert f'croupier_refusals_total{{code="request_forged"}} {forged}.0' in text
    other.close()
    rogue.tell(1, "leave", seat=1)


def test_a_request_that_is_refused_is_logged_with_who_and_what(house, rogue, caplog, monkeypatch):
    monkeypatch.setattr(house.office.house, "refusals", Refusals())
    caplog.set_level(logging.INFO, "croupier.house")
    visitor = house.visitor()
    refused(visitor.get("/api/me"), 401, "log_in_needed")
    refused(rogue.http.post("/api/me/top-up?secret=1", json={}), 403, "request_forged")
    rogue.told_no("worthless")
    with rogue.socket() as opened:
        assert say(opened, "[]")["code"] == "command_invalid"
    actor = f"user {rogue.user}"
    told = [
        (one.actor, one.address, one.asked, one.code)
        for one in caplog.records
        if hasattr(one, "asked")
    ]
    here = ("address 127.0.0.1", "127.0.0.1")
    assert told == [
        (*here, "GET /api/me", "log_in_needed"),
        (actor, here[1], "POST /api/me/top-up", "request_forged"),
        (*here, "socket /api/socket", "log_in_needed"),
        (actor, here[1], "a message over a socket", "command_invalid"),
    ]
    assert f"refused {actor}, POST /api/me/top-up: request_forged" in caplog.text


def test_nobody_fills_the_log_with_what_he_is_refused(caplog):
    caplog.set_level(logging.INFO, "croupier.house")
    refusals = Refusals()

    def ask(asker, code, now_ms):
        refusals.note_asked(asker, "192.0.2.1", "GET /\n", Rejection(code, "No."), now_ms)
        return len(caplog.records)

    assert [ask("user 1", Code.NOT_ALLOWED, 0) for _ in range(8)] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert ask("user 2", Code.NOT_ALLOWED, 0) == 6
    assert ask("user 1", Code.TABLE_UNKNOWN, 0) == 7
    assert [ask("user 1", Code.NOT_ALLOWED, 10_000) for _ in range(3)] == [8, 8, 8]
    assert refusals.counts == {"not_allowed": 12, "table_unknown": 1}
    assert "\n" not in caplog.records[0].getMessage()
