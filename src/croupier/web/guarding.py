"""Connections that do not get on are cut off.

Those are of clients that send a request byte by byte, or one whose beginning has no end, and of
clients that do not take what they are sent.
"""

import asyncio
import logging
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["GuardedProtocol", "GuardedSocket"]

_LOGGER: Final = logging.getLogger("croupier.web")
_MOST_HEAD_BYTES: Final = 64 * 1024
"""No request has a longer beginning, from its first line to the end of its headers."""


class GuardedProtocol(HttpToolsProtocol):
    """uvicorn's own, with a clock: who has not sent a whole request in time is gone."""

    request_s = 10.0
    """How long after its first byte, or the opening of the connection, a request must be whole."""
    _deadline: asyncio.TimerHandle | None = None
    _head_bytes: int | None = None
    """How much of a request's beginning has come; None while none is awaited."""
    _has_begun = False
    """Whether a request is under way: browsers also open connections that they do not use."""

    def connection_made(self, transport: Any) -> None:
        """Starts the clock of the first request."""
        super().connection_made(transport)
        self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Starts the clock of a further request on the same connection."""
        if self._deadline is None:
            self._start_clock()
        self._head_bytes = 0
        self._has_begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The beginning is whole."""
        self._head_bytes = None
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Takes what has come; a beginning that does not end is cut off."""
        super().data_received(data)
        if self._head_bytes is not None:
            self._head_bytes += len(data)
            if self._head_bytes > _MOST_HEAD_BYTES:
                self._cut_off()

    def on_message_complete(self) -> None:
        """Stops the clock: the request is whole."""
        self._stop_clock()
        self._has_begun = False
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Stops the clock: the connection is handed on."""
        self._stop_clock()
        super().handle_websocket_upgrade()

    def _start_clock(self) -> None:
        self._deadline = self.loop.call_later(self.request_s, self._cut_off)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _cut_off(self) -> None:
        if not self.transport.is_closing():
            if self._has_begun:
                _LOGGER.warning("cut off %s, whose request has no end", self.client)
            self.transport.abort()


class GuardedSocket(WebSocketsSansIOProtocol):
    """uvicorn's own, which closes politely; who does not even answer a ping is cut off instead."""

    def keepalive_timeout(self) -> None:
        """Cuts the connection off: what waits to be sent would wait for ever."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Hangs up on who sends what is no message, or one that is too long."""
        assert self.conn.close_sent is not None, "the protocol says why it ends"
        _LOGGER.warning("hung up on %s: %s", self.client, self.conn.close_sent)
        super().handle_parser_exception()
