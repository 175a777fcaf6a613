"""Clients that mean harm, with bare sockets where no library would do it, and one that does not."""

import asyncio
import base64
import json
import os
import socket
import struct
import threading
import time
from contextlib import ExitStack

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from croupier.client import Client

from .apis import Visitor

PATIENCE_S = 30.0
"""An honest player who has to wait for longer than that is disturbed."""


class Rogue(Visitor):
    """A guest who also opens sockets, and says what he likes on them."""

    def __init__(self, address):
        super().__init__(address)
        self.address = address
        self._open = ExitStack()
        self.come_in()

    def close(self):
        """Leaves no connection of his behind."""
        self._open.close()
        self.http.close()

    def ticket(self):
        return self.ok(self.post("/api/socket-tickets"), 201)["ticket"]

    def socket(self, ticket=None, **more):
        """An open socket of his; its welcome is read."""
        opened = self.knock(self.ticket() if ticket is None else ticket, **more)
        assert json.loads(opened.recv(10))["type"] == "welcome"
        return opened

    def knock(self, ticket, **more):
        """Tries to open a socket."""
        address = self.address.replace("http", "ws", 1)
        return self._open.enter_context(
            connect(
                f"{address}/api/socket?ticket={ticket}",
                compression=None,
                ping_interval=None,
                proxy=None,
                max_size=None,
                **more,
            )
        )

    def told_no(self, ticket=None, **more):
        """The code with which a socket is refused, as a page learns it."""
        return farewell(self.knock(self.ticket() if ticket is None else ticket, **more))

    def raw_socket(self, receive_bytes=None):
        """A socket that is only a connection: whoever has it frames and reads for himself.

        `receive_bytes` is how much waits on his side until he reads it.
        """
        raw = self._open.enter_context(raw_connection(self.address, receive_bytes))
        path = f"/api/socket?ticket={self.ticket()}"
        key = base64.b64encode(os.urandom(16)).decode()
        raw.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host_of(self.address)}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            head += raw.recv(1)
        assert head.startswith(b"HTTP/1.1 101"), head
        return raw


def say(opened, message):
    """Sends a message, and gives the answer to it; events are read over."""
    opened.send(json.dumps(message) if isinstance(message, dict) else message)
    while True:
        answer = json.loads(opened.recv(10))
        if answer["type"] in ("receipt", "refusal", "pong"):
            return answer


def farewell(opened):
    """Why the server hangs up: the code is in its last message, and in how it closes."""
    told = json.loads(opened.recv(10))
    assert set(told) == {"type", "id", "table", "code", "detail"}
    assert (told["type"], told["id"], told["table"]) == ("refusal", None, None)
    try:
        opened.recv(10)
    except ConnectionClosed as closed:
        assert (closed.rcvd.code, closed.rcvd.reason) == (1008, told["code"])
        return told["code"]
    raise AssertionError("the server did not hang up")


def host_of(address):
    return address.split("://")[1]


def raw_connection(address, receive_bytes=None, come_from=None):
    """A connection; `come_from` is another address of this machine."""
    host, port = host_of(address).split(":")
    raw = socket.socket()
    if come_from is not None:
        raw.bind((come_from, 0))
    raw.settimeout(15)
    if receive_bytes is not None:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    raw.connect((host, int(port)))
    return raw


def raw_request(address, data, *, is_all=True):
    """Sends bytes as they are, and gives everything that comes back until the end.

    `is_all` tells the server at once that no more comes.
    """
    with raw_connection(address) as raw:
        answer = b""
        try:
            raw.sendall(data)
            if is_all:
                raw.shutdown(socket.SHUT_WR)
            while chunk := raw.recv(65_536):
                answer += chunk
        except ConnectionError:
            pass
        return answer


def is_cut_off(raw, pieces):
    """Whether the server hangs up before all of this is sent."""
    try:
        for piece in pieces:
            raw.sendall(piece)
    except ConnectionError:
        return True
    return False


def frame(opcode, payload, *, is_last=True):
    """A frame as a client sends it, masked."""
    mask = os.urandom(4)
    size = len(payload)
    head = bytes([opcode | (0x80 if is_last else 0)])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65_536:
        head += bytes([0x80 | 126]) + struct.pack("!H", size)
    else:
        head += bytes([0x80 | 127]) + struct.pack("!Q", size)
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


class Honest(threading.Thread):
    """Somebody who plays round after round at a table, and minds nothing else."""

    def __init__(self, address, table):
        super().__init__(name="an honest player", daemon=True)
        self.address, self.table = address, table
        self.rounds = 0
        self.longest_s = 0.0
        self.problem = None
        self._is_over = threading.Event()

    def run(self):
        try:
            asyncio.run(self._play())
        except Exception as problem:  # noqa: BLE001 (told to whoever looks)
            self.problem = problem

    async def _play(self):
        # Nor does he hang up on a house that is merely slow.
        slow = {"answer_s": PATIENCE_S, "ping_s": PATIENCE_S}
        async with Client(self.address, patience_s=PATIENCE_S, **slow) as house:
            await house.be_guest()
            seat = await house.sit(self.table, credit_cents=10_000_000)
            while not self._is_over.is_set():
                began = time.monotonic()
                await seat.bet({"Ante": 500})
                async for question in seat.questions():
                    await question.choose("play")
                self.longest_s = max(self.longest_s, time.monotonic() - began)
                self.rounds += 1
                await asyncio.sleep(0.02)
            assert house.reconnects == 0, "his connection was lost"

    def plays_on(self, rounds=3):
        """He goes on as ever: so many more rounds are played without a hitch."""
        wanted, until = self.rounds + rounds, time.monotonic() + PATIENCE_S
        while self.rounds < wanted and self.problem is None:
            assert time.monotonic() < until, "the honest player waits"
            time.sleep(0.01)
        assert self.problem is None, f"the honest player is disturbed: {self.problem!r}"

    def end(self):
        self._is_over.set()
        self.join(PATIENCE_S)
        assert not self.is_alive(), "the honest player hangs"
        assert self.problem is None, f"the honest player is disturbed: {self.problem!r}"
