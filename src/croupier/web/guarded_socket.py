"""Sockets that do not get on are cut off, as other connections are in `guarding.py`."""

import asyncio
import logging
import socket
import struct
from contextlib import suppress
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from croupier.web.room import Room

__all__ = ["GuardedSocket", "abort"]

_LOGGER: Final = logging.getLogger("croupier.web")


class GuardedSocket(WebSocketsSansIOProtocol):
    """uvicorn's own, which closes politely; who does not even answer a ping is cut off instead."""

    good_bye_s = 20.0
    """How long the end of a socket may take: what it was sent last, and its own good-bye."""
    room: Room | None = None
    """Where it has its place."""
    _ending: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Gives its place to others."""
        if self._ending is not None:
            self._ending.cancel()
        if self.room is not None:
            self.room.leave(self._address)
            self.room = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Takes what has come, which may be a good-bye."""
        super().data_received(data)
        self._mind_the_end()

    async def send(self, message: Any) -> None:
        """Sends something, which may be a good-bye."""
        await super().send(message)
        self._mind_the_end()

    def keepalive_timeout(self) -> None:
        """Cuts the connection off: what waits to be sent would wait for ever."""
        super().keepalive_timeout()
        abort(self.transport)

    def handle_parser_exception(self) -> None:
        """Hangs up on who sends what is no message, or one that is too long."""
        assert self.conn.close_sent is not None, "the protocol says why it ends"
        if self.room is None or self.room.is_told("no message", self._address):
            _LOGGER.warning("hung up on %s: %s", self.client, self.conn.close_sent)
        super().handle_parser_exception()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else "nowhere"

    def _mind_the_end(self) -> None:
        is_ending = self.close_sent or self.transport.is_closing()
        if is_ending and self._ending is None and not self.disconnected:
            self._ending = self.loop.call_later(self.good_bye_s, abort, self.transport)


def abort(transport: Any) -> None:
    """Ends a connection, and has the system forget what it still keeps to be sent over it."""
    connection = transport.get_extra_info("socket")
    if connection is not None:
        with suppress(OSError):  # It may be closed already.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
