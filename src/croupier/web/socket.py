"""The socket: one for each client, for all tables it looks at.

A client sends `watch`, `unwatch` and `command`; it gets a `welcome`, snapshots, numbered events,
and a `receipt` or a `refusal` for each command. One task reads, another writes, so that a client
that reads slowly waits only for itself. `docs/api.md` has the protocol.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from croupier.house.commands import Person
from croupier.house.house import House
from croupier.house.hub import Subscription, TableHub
from croupier.house.rate import RateLimiter, address_key
from croupier.rejection import Code, Rejection
from croupier.web.answers import NOTED
from croupier.web.wire import parse_command

__all__ = ["MOST_BYTES", "SocketClient", "refuse_socket"]

_LOGGER: Final = logging.getLogger("croupier.web")
MOST_BYTES: Final = 16 * 1024
"""No message of a client is larger."""
_MOST_TABLES: Final = 64
_MOST_ANSWERS: Final = 256
"""How many answers may wait; who does not read them is not listened to meanwhile."""
_PAUSE_S: Final = 0.05
"""How long a client is not listened to after a message too many."""
_SEND_S: Final = 30.0
"""A client that does not take a message for that long is gone."""


class SocketClient:
    """One connection."""

    def __init__(
        self,
        socket: WebSocket,
        house: House,
        who: Person | None,
        limiter: RateLimiter,
        *,
        is_staff: bool,
        address: str,
        use: Callable[[], object],
        is_alive: Callable[[], bool],
        note: Callable[[str], Awaitable[None]],
    ) -> None:
        self._socket = socket
        self._house = house
        self._who = who
        self._limiter = limiter
        self._use = use
        self.is_alive = is_alive
        """Whether the session it was opened with goes on."""
        self._note = note
        self._is_staff = is_staff
        self._address = address
        self._key = f"socket {who.user if who else address}"
        self._answers: deque[str] = deque()
        self._watched: dict[int, tuple[TableHub, Subscription]] = {}
        self._wake = asyncio.Event()
        self._is_flooding = False
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._has_ended = asyncio.Event()
        self._farewell: Rejection | None = None

    @property
    def user(self) -> int | None:
        """Whose it is."""
        return self._who.user if self._who else None

    def end(self, why: Rejection) -> None:
        """Hangs up, and says why."""
        self._farewell = why
        self._has_ended.set()

    async def serve(self) -> None:
        """Talks to the client until one of both has had enough."""
        self._answer({"type": "welcome", "server_ms": self._house.now_ms(),
                      "user": self._who.user if self._who else None})  # fmt: skip
        tasks: set[asyncio.Task[Any]] = {
            asyncio.create_task(self._send_all()),
            asyncio.create_task(self._receive_all()),
            asyncio.create_task(self._has_ended.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for number in list(self._watched):
                await self._unwatch(number)
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._hang_up()

    async def _hang_up(self) -> None:
        # The other side may have closed it already.
        with suppress(RuntimeError, WebSocketDisconnect):
            if self._farewell is None:
                await self._socket.close()
            else:
                await _say_no(self._socket, self._farewell)

    async def _receive_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._has_room.wait()
                try:
                    text = await self._socket.receive_text()
                except KeyError:
                    self.end(Rejection(Code.COMMAND_INVALID, "A message is text, not bytes."))
                    return
                await self._take(text)

    async def _take(self, text: str) -> None:
        """Does what one message says, and answers."""
        command_id: Any = None
        table: Any = None
        try:
            data = _parse(text)
            command_id, table = data.get("id"), data.get("table")
            self._limiter.check(self._key, self._house.now_ms())
            self._use()
            match data.pop("type", None):
                case "command":
                    await self._command(data)
                case "watch":
                    await self._watch(data)
                case "unwatch":
                    await self._unwatch(_table(data))
                case "ping":
                    self._answer({"type": "pong", "server_ms": self._house.now_ms()})
                case _:
                    raise _no_such_type()
        except Rejection as refused:
            is_id = isinstance(command_id, str) and len(command_id) <= 64
            self._answer(
                _refusal(
                    refused,
                    command_id if is_id else None,
                    table if type(table) is int else None,
                )
            )
            asker = self._who.actor if self._who else f"address {address_key(self._address)}"
            self._house.refusals.note_asked(
                asker, self._address, "a message over a socket", refused, self._house.now_ms()
            )
            if refused.code is Code.TOO_MANY_REQUESTS:
                self._note_flood()
                await asyncio.sleep(_PAUSE_S)
            if refused.code in NOTED:
                with suppress(Rejection):
                    await self._note(f"{refused.code}: socket")

    def _note_flood(self) -> None:
        """Notes once that a client sends more than it may."""
        if not self._is_flooding:
            self._is_flooding = True
            _LOGGER.warning("%s sends too many messages", self._key)

    async def _command(self, data: dict[str, Any]) -> None:
        table = _table(data)
        del data["table"]
        if self._who is None:
            raise Rejection(Code.LOG_IN_NEEDED, "Who only looks on sends no commands; log in.")
        parsed = parse_command(data)
        receipt = await self._house.command(table, self._who, parsed.command(), parsed.id)
        self._answer(
            {
                "type": "receipt",
                "id": parsed.id,
                "table": table,
                "entry": receipt.entry if receipt else None,
                "upto": receipt.upto if receipt else None,
                "is_repeated": receipt.is_repeated if receipt else False,
            }
        )

    async def _watch(self, data: dict[str, Any]) -> None:
        table = _table(data)
        after = data.get("after")
        if after is not None and (type(after) is not int or after < 0):
            raise Rejection(Code.COMMAND_INVALID, "after is the number of an event, or left out.")
        hub = self._house.hub(table)
        if table not in self._watched and len(self._watched) >= _MOST_TABLES:
            raise Rejection(
                Code.TOO_MANY_REQUESTS, f"One socket watches {_MOST_TABLES} tables at most."
            )
        before = self._watched.pop(table, None)
        if before is not None:
            hub.unsubscribe(before[1])
        user = self._who.user if self._who else None
        subscription = hub.subscribe(
            user, is_staff=self._is_staff, wake=self._wake.set, after=after
        )
        self._watched[table] = (hub, subscription)
        # Whoever watches anew was there all the time.
        if user is not None and before is None:
            await self._house.attendance.connected(table, user)

    async def _unwatch(self, table: int) -> None:
        watched = self._watched.pop(table, None)
        if watched is not None:
            hub, subscription = watched
            hub.unsubscribe(subscription)
            if self._who is not None:
                self._house.attendance.disconnected(table, self._who.user)

    def _answer(self, message: dict[str, Any]) -> None:
        self._answers.append(orjson.dumps(message).decode())
        if len(self._answers) >= _MOST_ANSWERS:
            self._has_room.clear()
        self._wake.set()

    async def _send_all(self) -> None:
        """Sends what waits: what happened before answers, so a receipt comes after its events."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            is_more = True
            while is_more:
                is_more = False
                for hub, subscription in list(self._watched.values()):
                    message = subscription.take(hub)
                    if message is not None:
                        is_more = True
                        await self._send(message)
                if self._answers and not is_more:
                    is_more = True
                    await self._send(self._answers.popleft())
                    if len(self._answers) < _MOST_ANSWERS:
                        self._has_room.set()

    async def _send(self, message: str) -> None:
        async with asyncio.timeout(_SEND_S):
            await self._socket.send_text(message)


async def refuse_socket(socket: WebSocket, why: Rejection) -> None:
    """Opens a socket to say why it is refused: of a handshake that fails a page learns nothing."""
    # The other side may have closed it already.
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.accept()
        await _say_no(socket, why)


async def _say_no(socket: WebSocket, why: Rejection) -> None:
    await socket.send_text(orjson.dumps(_refusal(why)).decode())
    await socket.close(1008, why.code)


def _refusal(
    refused: Rejection, command_id: str | None = None, table: int | None = None
) -> dict[str, Any]:
    return {"type": "refusal", "id": command_id, "table": table, **refused.to_json()}


def _no_such_type() -> Rejection:
    return Rejection(
        Code.COMMAND_INVALID,
        "A message is a JSON object with a type: command, watch, unwatch or ping.",
    )


def _parse(text: str) -> dict[str, Any]:
    """What a message says; nothing where it is no JSON object."""
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError:
        return {}
    return data if isinstance(data, dict) else {}


def _table(data: dict[str, Any]) -> int:
    table = data.get("table")
    if type(table) is not int:
        raise Rejection(Code.COMMAND_INVALID, "table is the number of a table.")
    return table
