"""A hostile client against a real server, over real sockets, while somebody honest plays.

Everything it tries is refused with the right code and, where it is no mistake, noted. The honest
player at the same table goes on as if nothing were, and the books are right afterwards.
`test_hostile_messages.py` has what is of the wrong size and shape, and too much of it.
"""

import json
import sqlite3
import time
from contextlib import ExitStack, closing, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.house.happenings import LockedOut, LogInFailed

from .apis import new_id, refused
from .hostile import Rogue, farewell, say
from .scene import CONFIG, PRIVATE, TABLE, scene, whole_scene
from .serving import serving
from .viewers import cards_told

__all__ = ["scene", "whole_scene"]


def state(rogue, table=TABLE):
    return rogue.look(f"/api/tables/{table}")


# Other people's seats.


def commands_for(seat):
    return [
        {"do": "bet", "seat": seat, "stakes": {"Ante": 500}},
        {"do": "bet", "seat": seat, "stakes": {}},
        {"do": "ready", "seat": seat},
        {"do": "choose", "seat": seat, "option": "fold"},
        {"do": "tip", "seat": seat, "cents": 100},
        {"do": "add_credit", "seat": seat, "cents": 100},
        {"do": "leave", "seat": seat},
    ]


def test_nobody_does_anything_at_another_players_seat(scene):
    rogue = scene.rogue()
    (taken,) = [one["seat"] for one in state(rogue)["seats"]]
    for command in commands_for(taken):
        answer = rogue.post(f"/api/tables/{TABLE}/commands", {"id": new_id(), **command})
        refused(answer, 403, "not_your_seat")
    with rogue.socket() as opened:
        for command in commands_for(taken):
            message = {"type": "command", "table": TABLE, "id": new_id(), **command}
            assert say(opened, message)["code"] == "not_your_seat"
    assert [one["seat"] for one in state(rogue)["seats"]] == [taken]
    assert any(event["user"] == rogue.user for event in scene.noted())


def test_a_player_does_no_work_of_the_staff(scene):
    rogue = scene.rogue()
    for command in (
        {"do": "fill", "cents": 10**9},
        {"do": "credit", "cents": 10**6},
        {"do": "new_game"},
        {"do": "no_more_bets"},
        {"do": "rule", "remedy": "void", "reason": "I lost."},
        {"do": "take_position", "role": "supervisor"},
        {"do": "void_round", "round": 1, "reason": "I lost."},
        {"do": "approve", "approval": 1, "is_granted": True},
        {"do": "close_table"},
    ):
        answer = rogue.post(f"/api/tables/{TABLE}/commands", {"id": new_id(), **command})
        assert answer.status_code in (403, 404), (command, answer.text)
        assert answer.json()["code"] in ("not_allowed", "approval_unknown")


def test_a_player_is_let_into_no_office(scene):
    rogue = scene.rogue()
    for method, path in (
        ("GET", "/api/users"),
        ("POST", "/api/users"),
        ("POST", "/api/tables"),
        ("GET", f"/api/tables/{TABLE}/exposure"),
    ):
        body = {} if method == "POST" else None
        token = {"X-CSRF-Token": rogue.me["csrf"]}
        answer = rogue.http.request(method, path, json=body, headers=token)
        assert answer.status_code == 403, (path, answer.status_code, answer.text)
        assert answer.json()["code"] == "not_allowed"
    assert any(event["user"] == rogue.user for event in scene.noted())


# Hidden cards.


def test_nobody_finds_out_another_players_cards(scene):
    victim, rogue = scene.rogue(), scene.rogue()
    seat = victim.tell(PRIVATE, "sit", credit_cents=10_000)["events"][0][1]["seat"]
    own = rogue.tell(PRIVATE, "sit", credit_cents=10_000)["events"][0][1]["seat"]
    with rogue.socket() as opened:
        opened.send(json.dumps({"type": "watch", "table": PRIVATE}))
        rogue.tell(PRIVATE, "bet", seat=own, stakes={"Ante": 500}, is_ready=True)
        dealt = victim.tell(PRIVATE, "bet", seat=seat, stakes={"Ante": 500}, is_ready=True)
        hand = {
            event["card"]
            for _, event in dealt["events"]
            if event["event"] == "card_dealt" and event["place"] == f"seat {seat}/Hand"
        }
        assert len(hand) == 3
        assert None not in hand
        stranger = scene.rogue()
        found = []
        for path in (
            f"/api/tables/{PRIVATE}",
            f"/api/tables/{PRIVATE}/rounds",
            f"/api/tables/{PRIVATE}/rounds/1",
            f"/api/tables/{PRIVATE}/seats/{seat}/recall",
            "/api/me/rounds",
            "/api/tables",
            "/metrics",
        ):
            found += [rogue.get(path), stranger.get(path)]
        for answer in found:
            assert answer.status_code < 500
            if "json" in answer.headers["content-type"]:
                assert not cards_told(answer.json()) & hand, answer.text
        # His own command, sent again, tells him no more than the first time.
        opened.send(json.dumps({"type": "ping"}))
        texts = []
        while not texts or json.loads(texts[-1])["type"] != "pong":
            texts.append(opened.recv(10))
        assert any("card_dealt" in text for text in texts)
        for text in texts:
            assert not cards_told(json.loads(text)) & hand
        victim.tell(PRIVATE, "choose", seat=seat, option="fold")
        rogue.tell(PRIVATE, "choose", seat=own, option="fold")
        # Folded, they are nobody's affair after the round either.
        after = rogue.get(f"/api/tables/{PRIVATE}/rounds/1")
        assert after.status_code >= 400 or not cards_told(after.json()) & hand
        opened.send(json.dumps({"type": "ping"}))
        while (message := json.loads(opened.recv(10)))["type"] != "pong":
            assert not cards_told(message) & hand
    for who, at in ((victim, seat), (rogue, own)):
        who.tell(PRIVATE, "leave", seat=at)


# Late bets.


def test_a_bet_that_comes_too_late_is_not_taken(scene):
    rogue = scene.rogue()
    path = f"/api/tables/{PRIVATE}/commands"
    seat = rogue.tell(PRIVATE, "sit", credit_cents=10_000)["events"][0][1]["seat"]
    number = state(rogue, PRIVATE)["round"]
    bet = {"do": "bet", "seat": seat, "stakes": {"Ante": 500}}
    for other in (number - 1, number + 1):
        refused(rogue.post(path, {"id": new_id(), **bet, "round": other}), 409, "round_over")
    rogue.tell(PRIVATE, "bet", seat=seat, stakes={"Ante": 500}, round=number, is_ready=True)
    for late in ({"Ante": 10_000}, {"Ante": 1_000}, {}):
        answer = rogue.post(path, {"id": new_id(), **bet, "stakes": late, "round": number})
        refused(answer, 409, "bets_closed")
    rogue.tell(PRIVATE, "choose", seat=seat, option="fold", round=number)
    choice = {"id": new_id(), "do": "choose", "seat": seat, "option": "play", "round": number}
    refused(rogue.post(path, choice), 409, "round_over")
    refused(rogue.post(path, {"id": new_id(), **bet, "round": number}), 409, "round_over")
    assert state(rogue, PRIVATE)["credits"] == {str(seat): 9_500}
    rogue.tell(PRIVATE, "leave", seat=seat)


# Amounts.


AMOUNTS = (
    "-1", "-500", "0", "0.5", "500.0", "5e2", "1e400", "true", "false", "null", '"500"', '"0x1f4"',
    "[500]", '{"cents": 500}', "9223372036854775807", "9223372036854775808", "1" + "0" * 400,
    "-9223372036854775809", "NaN", "Infinity",
)  # fmt: skip


def test_amounts_that_are_none_are_refused_and_move_nothing(scene):
    rogue = scene.rogue()
    seat = rogue.tell(PRIVATE, "sit", credit_cents=10_000)["events"][0][1]["seat"]
    before = rogue.look("/api/me")["wallet_cents"]
    shapes = (
        '{"id": "ID", "do": "sit", "credit_cents": AMOUNT}',
        f'{{"id": "ID", "do": "add_credit", "seat": {seat}, "cents": AMOUNT}}',
        f'{{"id": "ID", "do": "tip", "seat": {seat}, "cents": AMOUNT}}',
        f'{{"id": "ID", "do": "bet", "seat": {seat}, "stakes": {{"Ante": AMOUNT}}}}',
        '{"id": "ID", "do": "tip", "seat": AMOUNT, "cents": 100}',
    )
    headers = {"X-CSRF-Token": rogue.me["csrf"], "Content-Type": "application/json"}
    with rogue.socket() as opened:
        for amount in AMOUNTS:
            for shape in shapes:
                body = shape.replace("ID", new_id()).replace("AMOUNT", amount)
                answer = rogue.http.post(
                    f"/api/tables/{PRIVATE}/commands", content=body, headers=headers
                )
                assert answer.status_code in (400, 403, 409, 422), (body, answer.text)
                message = body.replace("{", f'{{"type": "command", "table": {PRIVATE}, ', 1)
                told = say(opened, message)
                assert told["type"] == "refusal", (message, told)
    assert rogue.look("/api/me")["wallet_cents"] == before
    assert state(rogue, PRIVATE)["credits"] == {str(seat): 10_000}
    rogue.tell(PRIVATE, "leave", seat=seat)


def test_more_than_one_has_is_refused(scene):
    rogue = scene.rogue()
    path = f"/api/tables/{PRIVATE}/commands"
    refused(
        rogue.post(path, {"id": new_id(), "do": "sit", "credit_cents": 10**15}),
        409,
        "bankroll_short",
    )
    seat = rogue.tell(PRIVATE, "sit", credit_cents=600)["events"][0][1]["seat"]
    for body in (
        {"do": "bet", "seat": seat, "stakes": {"Ante": 1_000}},
        {"do": "tip", "seat": seat, "cents": 601},
        {"do": "add_credit", "seat": seat, "cents": 10**14},
    ):
        refused(rogue.post(path, {"id": new_id(), **body}), 409, "bankroll_short")
    rogue.tell(PRIVATE, "leave", seat=seat)


# Forgeries.


def test_forged_cookies_open_nothing(scene):
    rogue, honest = scene.rogue(), scene.rogue()
    real = honest.http.cookies["croupier_session"]
    forged = (
        "", "0" * 64, real[:-1], real + "0", real.upper(), real[::-1], "a" * 5_000,
        honest.me["csrf"], "../../etc/passwd", "%00", "null",
    )  # fmt: skip
    for token in forged:
        rogue.http.cookies.clear()
        headers = {"Cookie": f"croupier_session={token}", "X-CSRF-Token": honest.me["csrf"]}
        for method, path in (("GET", "/api/me"), ("POST", "/api/socket-tickets")):
            answer = rogue.http.request(method, path, headers=headers)
            refused(answer, 401, "log_in_needed")
    assert honest.look("/api/me")["user"] == honest.user


def test_who_has_logged_out_is_out(scene):
    rogue = scene.rogue()
    cookie = rogue.http.cookies["croupier_session"]
    ticket = rogue.ticket()
    opened = rogue.socket()
    assert rogue.post("/api/log-out").status_code == 204
    answer = rogue.http.get("/api/me", headers={"Cookie": f"croupier_session={cookie}"})
    refused(answer, 401, "log_in_needed")
    assert rogue.told_no(ticket) == "log_in_needed"
    message = {"type": "command", "table": TABLE, "id": new_id(), "do": "sit", "credit_cents": 500}
    with suppress(ConnectionClosed):
        assert say(opened, message)["code"] == "log_in_needed"


def test_a_socket_ends_with_its_session_and_no_other_does(scene):
    rogue, other = scene.rogue(), scene.rogue()
    opened, lasting = rogue.socket(), other.socket()
    assert rogue.post("/api/log-out").status_code == 204
    assert farewell(opened) == "log_in_needed"
    assert say(lasting, {"type": "ping"})["type"] == "pong"


def test_nobody_has_more_than_twenty_sockets_and_who_closes_one_may_open_another(scene):
    rogue = scene.rogue()
    opened = [rogue.socket() for _ in range(20)]
    assert rogue.told_no() == "too_many_requests"
    scene.rogue().socket().close()
    opened.pop().close()
    for _ in range(100):
        again = rogue.knock(rogue.ticket())
        if json.loads(again.recv(10))["type"] == "welcome":
            again.close()
            return
        time.sleep(0.05)
    raise AssertionError("a socket that is closed still counts")


@pytest.mark.slow
def test_a_session_that_has_ended_opens_nothing(tmp_path):
    path = tmp_path / "house.db"
    with serving(str(path), tmp_path, CONFIG) as server, ExitStack() as people:
        ended, lasting = (people.enter_context(closing(Rogue(server.address))) for _ in range(2))
        server.stop()
        with closing(sqlite3.connect(path)) as books, books:
            books.execute("UPDATE sessions SET expires_ms = 1 WHERE user = ?", (ended.user,))
        server.start()
        refused(ended.get("/api/me"), 401, "log_in_needed")
        refused(ended.post("/api/socket-tickets"), 401, "log_in_needed")
        assert lasting.look("/api/me")["user"] == lasting.user
        lasting.socket().close()


def test_a_request_without_its_token_is_not_heeded(scene):
    rogue, other = scene.rogue(), scene.rogue()
    body = {"id": new_id(), "do": "sit", "credit_cents": 500}
    for token in ({}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": other.me["csrf"]},
                  {"X-CSRF-Token": rogue.me["csrf"][:-1]}):  # fmt: skip
        answer = rogue.http.post(f"/api/tables/{PRIVATE}/commands", json=body, headers=token)
        refused(answer, 403, "request_forged")
    assert rogue.user in {event["user"] for event in scene.noted()}


ORIGINS = ("https://evil.example", "null", "http://[", "file://", "http://127.0.0.1:1", "//", "é")


def test_a_page_of_another_site_gets_nothing_done(scene):
    rogue = scene.rogue()
    for origin in ORIGINS:
        headers = {
            b"Origin": origin.encode("latin-1"),
            b"X-CSRF-Token": rogue.me["csrf"].encode(),
        }
        for path in ("/api/socket-tickets", "/api/guests", "/api/log-in", "/api/me/top-up"):
            answer = rogue.http.post(path, json={"id": "x"}, headers=headers)
            assert answer.status_code == 403, (origin, path, answer.text)
            assert answer.json()["code"] == "request_forged"
    own = {"Origin": scene.address, "X-CSRF-Token": rogue.me["csrf"]}
    assert rogue.http.post("/api/socket-tickets", json={}, headers=own).status_code == 201


@pytest.mark.parametrize("origin", [one for one in ORIGINS if one.isascii()])
def test_a_page_of_another_site_opens_no_socket(scene, origin):
    rogue = scene.rogue()
    assert rogue.told_no(additional_headers={"Origin": origin}) == "request_forged"
    rogue.socket(additional_headers={"Origin": scene.address}).close()


def test_a_ticket_opens_one_socket_once(scene):
    rogue = scene.rogue()
    ticket = rogue.ticket()
    rogue.socket(ticket).close()
    for worthless in (ticket, "", "0" * 64, ticket[:-1], "x" * 5_000, "%00", "%FF%FE"):
        assert rogue.told_no(worthless) == "log_in_needed"
    assert scene.noted()


def test_a_ticket_is_worth_what_its_owner_may_do(scene):
    """Who comes with another's ticket is that other one, whatever cookie he has."""
    rogue, other = scene.rogue(), scene.rogue()
    seat = other.tell(PRIVATE, "sit", credit_cents=10_000)["events"][0][1]["seat"]
    cookie = f"croupier_session={other.http.cookies['croupier_session']}"
    with rogue.socket(additional_headers={"Cookie": cookie}) as opened:
        told = say(
            opened,
            {"type": "command", "table": PRIVATE, "id": new_id(), "do": "leave", "seat": seat},
        )
        assert told["code"] == "not_your_seat"
    other.tell(PRIVATE, "leave", seat=seat)


def test_passwords_are_not_guessed(scene):
    rogue = scene.rogue()
    codes = []
    for at in range(8):
        answer = rogue.post("/api/log-in", {"name": "administrator", "password": f"guess {at}"})
        codes.append(answer.json()["code"])
    assert codes == ["log_in_failed"] * 5 + ["log_in_locked"] * 3
    # Nor is the right one taken while the name is locked.
    right = scene.server.first_password()
    answer = rogue.post("/api/log-in", {"name": "administrator", "password": right})
    refused(answer, 429, "log_in_locked")
    strangers = []
    for at in range(6):
        answer = rogue.post("/api/log-in", {"name": "nobody here", "password": f"guess {at}"})
        strangers.append(answer.json()["code"])
    assert strangers == codes[:6], "nobody learns which names there are"
    assert len(scene.noted(LogInFailed)) >= 10


def test_nobody_says_himself_where_he_comes_from(scene):
    rogue = scene.rogue()
    answer = rogue.http.post(
        "/api/log-in",
        json={"name": "somebody", "password": "a guess"},
        headers={"X-Forwarded-For": "203.0.113.77", "X-Forwarded-Proto": "https"},
    )
    refused(answer, 401, "log_in_failed")
    assert {event["address"] for event in scene.noted(LogInFailed)} == {"127.0.0.1"}
    assert scene.noted(LockedOut)
