"""A house served in this process by a server that loses its patience within a second."""

import asyncio
import socket
import threading
import time
from contextlib import contextmanager

import uvicorn

from croupier.web.app import create_app
from croupier.web.guarding import GuardedProtocol, GuardedSocket
from croupier.web.room import Room
from croupier.web.socket import MOST_BYTES

from .houses import open_house

REQUEST_S = 0.5
PING_S = 0.4
ROOM = 40


class HastyProtocol(GuardedProtocol):
    """The server's own, in a hurry."""

    request_s = REQUEST_S
    taking_s = REQUEST_S


class HastySocket(GuardedSocket):
    """The same for sockets."""

    good_bye_s = REQUEST_S


class HastyServer:
    """The server, its house, and its event loop, which runs on another thread."""

    def __init__(self, path, plans):
        self.path, self.plans = path, plans
        self.is_ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self):
        try:
            async with open_house(self.path, *self.plans) as office:
                self.office = office
                self.loop = asyncio.get_running_loop()
                self.room = Room(ROOM)
                listening = socket.create_server(("127.0.0.1", 0))
                # So that even a short answer waits on this side until it is taken.
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
                self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
                self.server = uvicorn.Server(
                    uvicorn.Config(
                        create_app(office),
                        http=type("Protocol", (HastyProtocol,), {"room": self.room}),
                        ws=HastySocket,
                        ws_max_size=MOST_BYTES,
                        ws_per_message_deflate=False,
                        ws_ping_interval=PING_S,
                        ws_ping_timeout=PING_S,
                        log_config=None,
                        access_log=False,
                        timeout_graceful_shutdown=5,
                        lifespan="off",
                    )
                )
                self.is_ready.set()
                await self.server.serve(sockets=[listening])
        finally:
            self.is_ready.set()

    @property
    def tasks(self):
        """How many requests and sockets are being served."""
        return len(self.server.server_state.tasks)

    @property
    def connections(self):
        return len(self.server.server_state.connections)

    @property
    def unsent_bytes(self):
        """How much waits on this side, over all connections."""
        there = list(self.server.server_state.connections)
        return sum(one.transport.get_write_buffer_size() for one in there)

    @property
    def viewers(self):
        return self.office.house.figures()["viewers"]

    def until(self, is_so, seconds=15.0):
        end = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < end, "it has not come about"
            time.sleep(0.02)


@contextmanager
def hasty_server(path, *plans):
    """A server until the end of the block."""
    server = HastyServer(path, plans)
    server.thread.start()
    try:
        assert server.is_ready.wait(30)
        yield server
    finally:
        server.server.should_exit = True
        server.thread.join(30)
