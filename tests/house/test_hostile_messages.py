"""A hostile client that sends what is too large, of no shape, too slow, or too much of it.

As in `test_hostile.py`: refused, noted, and the honest player at the same table goes on.
"""

import json
import socket
import struct
import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from .hostile import farewell, frame, host_of, is_cut_off, raw_connection, raw_request, say
from .scene import TABLE, scene, whole_scene

__all__ = ["scene", "whole_scene"]

# Messages of the wrong size and shape.


MEGABYTE = 1_000_000


def closed_with(opened):
    """The code with which the server hangs up."""
    try:
        for _ in range(1_000):
            opened.recv(15)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
    raise AssertionError("the server did not hang up")


def test_a_message_of_a_megabyte_ends_the_socket(scene):
    rogue = scene.rogue()
    opened = rogue.socket()
    with suppress(ConnectionClosed):
        opened.send("x" * MEGABYTE)
    assert closed_with(opened) in (1009, None)
    assert "message too big" in scene.server.said()


def test_a_megabyte_in_small_pieces_ends_the_socket(scene):
    piece = frame(0, b" " * 1_000, is_last=False)
    pieces = [frame(1, b"{", is_last=False), *([piece] * 20_000)]
    assert is_cut_off(scene.rogue().raw_socket(), pieces)


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: 1000000\r\n",
        b"Content-Length: 99999999999999999999\r\n",
        b"Transfer-Encoding: chunked\r\n",
    ],
    ids=["long", "endless", "in chunks"],
)
def test_a_request_that_is_too_long_is_refused_before_it_is_read(scene, head):
    """In chunks nobody knows how long it will be, so that is refused as well."""
    rogue = scene.rogue()
    cookie = f"croupier_session={rogue.http.cookies['croupier_session']}".encode()
    answer = raw_request(
        scene.address,
        b"POST /api/guests HTTP/1.1\r\nHost: " + host_of(scene.address).encode() + b"\r\n"
        b"Cookie: " + cookie + b"\r\nContent-Type: application/json\r\n" + head + b"\r\n"
        + (b"3e8\r\n" + b" " * 1000 + b"\r\n") * 100,
    )  # fmt: skip
    assert b" 413 " in answer.split(b"\r\n")[0] or b" 400 " in answer.split(b"\r\n")[0], answer


def test_headers_without_end_are_cut_off(scene):
    more = b"X-More: " + b"x" * 1_000 + b"\r\n"
    with raw_connection(scene.address) as raw:
        assert is_cut_off(raw, [b"GET /api/tables HTTP/1.1\r\nHost: x\r\n", *([more] * 20_000)])
    assert "whose request has no end" in scene.server.said()


DEEP = 8_000


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP,
        '{"a":' * (DEEP // 3),
        "[" * (DEEP // 2) + "]" * (DEEP // 2),
        "null", "[]", '"command"', "1e5", "{", "", "\\", "nul\x00", "{}", '{"type": null}',
        '{"type": ["command"]}', '{"type": "command"}', '{"type": "command", "table": "1"}',
        '{"type": "command", "table": 1e0}', '{"type": "command", "table": 99, "do": "sit"}',
        '{"type": "command", "table": 1, "id": 5, "do": "sit"}',
        '{"type": "command", "table": 1, "id": "' + "x" * 65 + '", "do": "sit"}',
        '{"type": "command", "table": 1, "id": "a b", "do": "leave", "seat": 1}',
        '{"type": "command", "table": 1, "id": "a", "do": "open"}',
        '{"type": "command", "table": 1, "id": "a", "do": "time_up", "clock": 1}',
        '{"type": "command", "table": 1, "id": "a", "do": "leave", "seat": 1, "more": 1}',
        '{"type": "watch", "table": 1, "after": -1}', '{"type": "watch", "table": 1, "after": "x"}',
        '{"type": "watch", "table": 1000000000000000000000}', '{"type": "unwatch"}',
    ],
    ids=lambda text: ascii(text)[:30],
)  # fmt: skip
def test_a_message_of_the_wrong_shape_is_refused_and_the_socket_stays(scene, text):
    with scene.rogue().socket() as opened:
        assert say(opened, text)["code"] in ("command_invalid", "table_unknown")
        assert say(opened, {"type": "ping"})["type"] == "pong"


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 60_000, b'{"a":' * 10_000, b"\xff\xfe{}", b'{"id": "\xc3\x28"}', b"null", b"", b"[]",
        b'{"id": "a", "do": "sit", "credit_cents": 1' + b"0" * 5_000 + b"}",
    ],
    ids=lambda content: ascii(content)[:20],
)  # fmt: skip
def test_a_body_of_the_wrong_shape_is_refused_over_http(scene, content):
    rogue = scene.rogue()
    headers = {"X-CSRF-Token": rogue.me["csrf"], "Content-Type": "application/json"}
    answer = rogue.http.post(f"/api/tables/{TABLE}/commands", content=content, headers=headers)
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["code"] == "command_invalid"


def test_text_that_is_no_text_ends_the_socket(scene):
    for data in (frame(1, b'{"type": "\xff\xfe"}'), frame(1, b"\xed\xa0\x80"), frame(0xB, b"x")):
        raw = scene.rogue().raw_socket()
        raw.sendall(data)
        received = b""
        while chunk := raw.recv(65_536):
            received += chunk
        assert b"\x88" in received, "it was told good-bye"


def test_binary_messages_end_the_socket(scene):
    opened = scene.rogue().socket()
    opened.send(b'{"type": "ping"}')
    assert farewell(opened) == "command_invalid"


UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n"
)


def test_what_is_no_request_is_answered_as_such(scene):
    for data in (
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /api/socket?ticket=\xff HTTP/1.1\r\nHost: x\r\n" + UPGRADE,
        b"POST /api/log-in HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"BREW /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    ):
        answer = raw_request(scene.address, data)
        status = answer.split(b" ")[1][:3] if answer else b"400"
        assert status.startswith(b"4"), (data, answer)


def test_nobody_fills_the_log_with_what_is_no_request(scene):
    asked = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\n"
    for _ in range(20):
        assert raw_request(scene.address, b"?\r\n\r\n").startswith(b"HTTP/1.1 400")
        assert raw_request(scene.address, asked + b"Upgrade: h2c\r\n\r\n").startswith(
            b"HTTP/1.1 200"
        )
    said = scene.server.said()
    for told in ("which sends what is no request", "asks for another protocol"):
        assert 1 <= said.count(told) <= 20
    for uvicorns in ("Invalid HTTP", "Unsupported upgrade", "Invalid UTF-8"):
        assert uvicorns not in said


# Those who do not get on.


def test_connections_that_send_byte_by_byte_disturb_nobody(scene):
    slow = [raw_connection(scene.address) for _ in range(100)]
    for raw in slow:
        raw.sendall(b"POST /api/log-in HTTP/1.1\r\nHost: ")
    for _ in range(3):
        for raw in slow:
            raw.sendall(b"x")
        scene.honest.plays_on(2)
        assert scene.rogue().look("/api/tables")["tables"]
    for raw in slow:
        raw.close()


def test_sockets_that_never_read_disturb_nobody(scene):
    rogue = scene.rogue()
    deaf = [rogue.raw_socket() for _ in range(20)]
    for raw in deaf:
        raw.sendall(frame(1, json.dumps({"type": "watch", "table": TABLE}).encode()))
        for at in range(50):
            raw.sendall(frame(1, json.dumps({"type": "ping", "id": str(at)}).encode()))
    scene.honest.plays_on(40)


def test_who_hangs_up_before_he_is_answered_leaves_nothing_behind(scene):
    """Nor what he had asked for in one breath and was not begun."""
    for _ in range(15):
        raw = raw_connection(scene.address)
        raw.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raw.close()
    scene.honest.plays_on()
    assert "Exception in ASGI application" not in scene.server.said()


def test_who_opens_a_socket_before_he_is_answered_is_cut_off(scene):
    asked = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    asked += b"GET /api/socket?ticket=x HTTP/1.1\r\nHost: x\r\n"
    upgrade = UPGRADE.replace(b"Key: x", b"Key: dGhlIHNhbXBsZSBub25jZQ==")
    assert b" 101 " not in raw_request(scene.address, asked + upgrade, is_all=False)
    assert "which opens a socket before it is answered" in scene.server.said()


# Too much of it.


def test_a_flood_of_messages_slows_down_who_sends_it_and_nobody_else(scene):
    raw = scene.rogue().raw_socket()
    raw.sendall(frame(1, b"{]") * 4_000)
    received = b""
    while b"too_many_requests" not in received:
        received += raw.recv(65_536)
    assert received.count(b"command_invalid") >= 1_000
    scene.honest.plays_on(3)
    assert "sends too many messages" in scene.server.said()


@pytest.mark.parametrize("cookie", [None, "0" * 64], ids=["nobody", "a forged cookie"])
def test_a_flood_of_requests_is_refused(scene, cookie):
    """By address for whoever is not logged in, with a cookie that opens nothing or with none."""
    head = b"GET /api/tables HTTP/1.1\r\nHost: x\r\n"
    if cookie is not None:
        head += f"Cookie: croupier_session={cookie}\r\n".encode()
    many = (head + b"\r\n") * 900 + head + b"Connection: close\r\n\r\n"
    answer = raw_request(scene.address, many, is_all=False)
    assert b" 200 OK" in answer
    assert b" 429 " in answer
    assert b"too_many_requests" in answer
    scene.honest.plays_on()
    # A person who is logged in is counted by himself.
    time.sleep(1)
    rogue = scene.rogue()
    assert rogue.get("/api/me").status_code == 200
