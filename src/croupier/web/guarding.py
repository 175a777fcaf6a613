"""Connections that do not get on are cut off, and there are not too many of them.

Those are of clients that send a request byte by byte, or one whose beginning has no end, and of
clients that do not take what they are sent.
"""

import asyncio
import logging
from typing import Any, Final

import orjson
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from croupier.rejection import Rejection
from croupier.web.answers import status_of
from croupier.web.guarded_socket import GuardedSocket, abort
from croupier.web.room import Room

__all__ = ["GuardedProtocol", "GuardedSocket"]

_LOGGER: Final = logging.getLogger("croupier.web")
_MOST_HEAD_BYTES: Final = 64 * 1024
"""No request has a longer beginning, from its first line to the end of its headers."""
_LEAST_TAKEN_BYTES: Final = 16 * 1024
"""Who takes so much of a long answer each time he is looked after gets on, if slowly."""


class GuardedProtocol(HttpToolsProtocol):
    """uvicorn's own, with clocks: who sends no whole request, or takes no answer, is gone."""

    request_s = 10.0
    """How long after its first byte, or the opening of the connection, a request must be whole."""
    taking_s = 30.0
    """How long what was sent may wait to be taken."""
    room = Room(10_000)
    """Where all connections of a server are counted."""
    _is_inside = False
    """Whether it was let in."""
    _deadline: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None
    _untaken_bytes = 0
    _running: RequestResponseCycle | None = None
    """The request that is being answered; further ones may have been sent behind it."""
    _head_bytes: int | None = None
    """How much of a request's beginning has come; None while none is awaited."""
    _has_begun = False
    """Whether a request is under way: browsers also open connections that they do not use."""

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else "nowhere"

    # The connection.

    def connection_made(self, transport: Any) -> None:
        """Starts the clock of the first request, if there is room for it."""
        super().connection_made(transport)
        try:
            self.room.enter(self._address)
        except Rejection as refused:
            self._turn_away(refused)
            return
        self._is_inside = True
        self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the clocks. Nothing that is still on the way to it is sent any more."""
        self._stop_clock()
        self._stop_taking()
        self._unset_keepalive_if_required()
        if self._is_inside:
            self._is_inside = False
            self.room.leave(self._address)
        self.pipeline.clear()
        if self._running is not None:
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Stops the clock: the connection is handed on, with its place in the room."""
        self._stop_clock()
        if self._running is not None and not self._running.response_complete:
            # Two would write to it at once.
            self._cut_off("which opens a socket before it is answered")
            return
        super().handle_websocket_upgrade()
        successor = self.transport.get_protocol()
        if isinstance(successor, GuardedSocket):
            self._is_inside = False
            successor.room = self.room

    # What comes.

    def data_received(self, data: bytes) -> None:
        """Takes what has come; a beginning that does not end is cut off."""
        super().data_received(data)
        if self._head_bytes is not None:
            self._head_bytes += len(data)
            if self._head_bytes > _MOST_HEAD_BYTES:
                self._cut_off_endless()

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

    def on_message_complete(self) -> None:
        """Stops the clock: the request is whole."""
        self._stop_clock()
        self._has_begun = False
        super().on_message_complete()

    def _unsupported_upgrade_warning(self) -> None:
        self._warn("%s asks for another protocol, and is answered in this one")

    # What goes.

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def pause_writing(self) -> None:
        """Starts the clock of an answer that is not taken at once."""
        super().pause_writing()
        self._await_taking()

    def resume_writing(self) -> None:
        """Stops it; but what is left of the last answer must be taken, too."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._stop_taking()

    def on_response_complete(self) -> None:
        """The last answer must be taken before the connection closes."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._await_taking()

    def send_400_response(self, msg: str) -> None:
        """The same for what is no request."""
        self._warn("refused %s, which sends what is no request")
        super().send_400_response(msg)
        self._await_taking()

    def timeout_keep_alive_handler(self) -> None:
        """No further request has come: it closes, unless there is something left to take."""
        if self.transport.get_write_buffer_size():
            self._cut_off("which does not take what it is sent")
        super().timeout_keep_alive_handler()

    # The clocks.

    def _start_clock(self) -> None:
        self._deadline = self.loop.call_later(self.request_s, self._cut_off_endless)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _await_taking(self) -> None:
        if self._taking is None:
            self._untaken_bytes = self.transport.get_write_buffer_size()
            self._taking = self.loop.call_later(self.taking_s, self._look_what_was_taken)

    def _look_what_was_taken(self) -> None:
        self._taking = None
        taken_bytes = self._untaken_bytes - self.transport.get_write_buffer_size()
        if taken_bytes >= _LEAST_TAKEN_BYTES:
            self._await_taking()
        else:
            self._cut_off("which does not take what it is sent")

    def _stop_taking(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _cut_off_endless(self) -> None:
        if not self.transport.is_closing():
            self._cut_off("whose request has no end" if self._has_begun else None)

    def _cut_off(self, why: str | None) -> None:
        if why is not None:
            self._warn(f"cut off %s, {why}")
        abort(self.transport)

    def _warn(self, sentence: str) -> None:
        if self.room.is_told(sentence, self._address):
            _LOGGER.warning(sentence, self.client)

    def _turn_away(self, refused: Rejection) -> None:
        """Says no before anything was asked: nothing more is spent on it."""
        if self.room.is_told("turned away", self._address):
            _LOGGER.warning(
                "turned away %s: %s",
                self.client,
                refused,
                extra={"address": self._address, "code": str(refused.code)},
            )
        body = orjson.dumps(refused.to_json())
        head = (
            b"content-type: application/json\r\nconnection: close\r\n"
            b"content-length: %d\r\n\r\n" % len(body)
        )
        self.transport.write(STATUS_LINE[status_of(refused.code)] + head + body)
        self.transport.close()
        self._await_taking()
