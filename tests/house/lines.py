"""What may stand between a client and a house, or in its place: lines that go dead, stubs."""

import asyncio
import json
from contextlib import asynccontextmanager, suppress

import httpx
from websockets.asyncio.server import serve

from croupier.client import Client


class Wire:
    """A proxy on the loopback whose connections can be made to swallow whatever is sent."""

    def __init__(self, house_port):
        self.house_port = house_port
        self._silent = set()
        self._hither, self._thither = set(), set()
        self._tasks = set()

    def go_silent(self):
        """All connections of now stay open, and let nothing through; new ones are not touched."""
        self._silent |= self._hither | self._thither

    def swallow_answers(self):
        """The same, but what is sent to the house still comes there."""
        self._silent |= self._hither

    async def take(self, here, hither):
        """Whoever connects is connected to the house."""
        self._tasks.add(asyncio.current_task())
        there, thither = await asyncio.open_connection("127.0.0.1", self.house_port)
        self._hither.add(hither)
        self._thither.add(thither)
        try:
            with suppress(asyncio.CancelledError):
                await asyncio.gather(self._pass(here, thither), self._pass(there, hither))
        finally:
            hither.transport.abort()
            thither.transport.abort()

    async def _pass(self, reader, writer):
        with suppress(OSError):
            while data := await reader.read(65_536):
                if writer not in self._silent:
                    writer.write(data)
                    await writer.drain()
        # Nor does silence pass on that somebody has hung up.
        if writer not in self._silent:
            writer.close()

    async def cut(self):
        """Ends all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def wire_to(address):
    """A `Wire` to a house, and its address."""
    wire = Wire(int(address.rpartition(":")[2]))
    server = await asyncio.start_server(wire.take, "127.0.0.1", 0)
    try:
        yield wire, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await wire.cut()


WELCOME = {"type": "welcome", "user": 1, "server_ms": 0}


def receipt_for(message):
    receipt = {"type": "receipt", "entry": 7, "upto": 9, "is_repeated": False}
    return {**receipt, "id": message["id"], "table": message["table"]}


async def say(socket, message):
    await socket.send(json.dumps(message))


@asynccontextmanager
async def client_of(handle, *, handshake=None, **options):
    """A client of a stub: `handle` has its sockets, `handshake` their requests."""
    settings = {"process_request": handshake, "max_size": options.pop("max_size", 2**20)}
    async with serve(handle, "127.0.0.1", 0, **settings) as server:
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with Client(address, longest_wait_s=0.05, **options) as client:
            await client.http.aclose()
            # A stub of sockets answers no requests.
            tickets = httpx.MockTransport(lambda _: httpx.Response(201, json={"ticket": "t"}))
            client.http = httpx.AsyncClient(base_url=address, transport=tickets)
            yield client
