"""The line to a house: requests, and a socket that is opened again when it is lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import Any, Final, Self

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from croupier.client.messages import (
    PASSING,
    Waiting,
    content_of,
    is_too_large,
    refusal_of,
    refused_handshake,
    too_large,
    unreached,
)
from croupier.client.mirror import TableMirror
from croupier.rejection import Rejection

__all__ = ["Line"]

_FIRST_WAIT_S: Final = 0.05
_FAREWELL_S: Final = 1.0
"""How long the other side has to say good-bye, too."""
_LOOKS: Final = 4
"""How often it is looked for an answer before the connection is given up."""


class Line:
    """What a client talks over. Whoever waits for an answer gets it, whatever becomes of sockets.

    A connection that is lost, or on which nothing is answered, is replaced by another: tables go
    on after the last event that is known, and commands that were not answered are sent again
    under their ids.
    """

    def __init__(
        self,
        address: str,
        *,
        patience_s: float = 60.0,
        longest_wait_s: float = 2.0,
        answer_s: float = 5.0,
        ping_s: float = 10.0,
    ) -> None:
        self.address = address.rstrip("/")
        self.patience_s = patience_s
        """How long a house that does not answer is tried again."""
        self.longest_wait_s = longest_wait_s
        """How long it is left alone between two tries, at most."""
        self.answer_s = answer_s
        """After how long without any answer a connection is given up, and another one opened."""
        self.ping_s = ping_s
        """How often it is asked whether anybody is there, and how long it may take to say so."""
        self.user: dict[str, Any] = {}
        self.tables: dict[int, TableMirror] = {}
        self.reconnects = 0
        self.http = httpx.AsyncClient(base_url=self.address, timeout=30)
        self._csrf = ""
        self._has_been_answered = False
        self._socket: ClientConnection | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._is_open = asyncio.Event()
        self._waiting: dict[str, Waiting] = {}
        self._answers = 0
        """How many answers have come over the socket."""
        self._lost_at: float | None = None
        """When the connection was lost first since anything was answered."""
        self._largest = 0
        """The size of the largest command that was sent on this connection."""
        self._problem: Exception | None = None
        self._sitting_down = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hangs up."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
            self._keeper = None
        await self.http.aclose()

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """One request; a refusal is raised as the `Rejection` it is.

        A house that does not answer is tried again for a while: commands have ids, so nothing is
        done twice.
        """
        loop = asyncio.get_running_loop()
        until, wait_s = loop.time() + self.patience_s, _FIRST_WAIT_S
        while True:
            try:
                answer = await self.http.request(
                    method, path, json=body, headers={"X-CSRF-Token": self._csrf}
                )
            except httpx.TransportError as problem:
                # Who has never had an answer has the wrong address, or is too early.
                if loop.time() > until or not self._has_been_answered:
                    raise unreached(problem) from problem
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, self.longest_wait_s)
                continue
            self._has_been_answered = True
            return content_of(answer)

    # The socket.

    async def _send(self, message: dict[str, Any]) -> None:
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                await self._socket.send(orjson.dumps(message).decode())

    async def _send_text(self, socket: ClientConnection, text: str) -> None:
        self._largest = max(self._largest, len(text))
        await socket.send(text)

    @property
    def _is_waiting(self) -> bool:
        """Whether anything is to be answered."""
        unseen = (not one.snapshots and one.problem is None for one in self.tables.values())
        return any(not one.answer.done() for one in self._waiting.values()) or any(unseen)

    def _begin_to_wait(self) -> None:
        """Something will have to be answered; where nothing had, patience begins anew."""
        if not self._is_waiting:
            self._lost_at = None

    def _have_answer(self) -> None:
        """Something was answered: the house is there, and listens."""
        self._answers += 1
        self._lost_at = None

    def _connect(self) -> None:
        """Opens the socket if it is not, or no longer: what ended it may be mended."""
        if self._keeper is None or self._keeper.done():
            self._problem = self._lost_at = None
            self._keeper = asyncio.create_task(self._keep_connected())

    async def _keep_connected(self) -> None:
        """Opens the socket, and again whenever it is lost, until patience ends."""
        loop = asyncio.get_running_loop()
        wait_s = _FIRST_WAIT_S
        while True:
            problem: Exception = ConnectionError("it hung up")
            try:
                await self._talk()
            except (OSError, WebSocketException, httpx.TransportError) as lost:
                problem = lost
            except Exception as refused:  # noqa: BLE001 (told to everybody who waits)
                if not isinstance(refused, Rejection) or refused.code not in PASSING:
                    await self._fail(refused)
                    return
                problem = refused
            self._lose(problem)
            if self._lost_at is None:
                self._lost_at, wait_s = loop.time(), _FIRST_WAIT_S
            elif loop.time() > self._lost_at + self.patience_s:
                await self._fail(unreached(problem))
                return
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, self.longest_wait_s)

    def _lose(self, problem: Exception) -> None:
        """The connection is lost, or could not be had."""
        self._socket = None
        if self._is_open.is_set():
            self._is_open.clear()
            self.reconnects += 1
            if is_too_large(problem):
                # The others are sent again: sooner or later nothing is too large.
                for waiting in self._waiting.values():
                    if len(waiting.text) >= self._largest:
                        waiting.fail(too_large(waiting.text))
            if not self._is_waiting:
                self._lost_at = None

    async def _talk(self) -> None:
        async with self._dialled() as socket:
            self._socket, self._largest = socket, 0
            for mirror in list(self.tables.values()):
                after = {"after": mirror.upto} if mirror.snapshots else {}
                await self._send({"type": "watch", "table": mirror.number, **after})
            # Open before what waits is sent: whoever comes meanwhile sends for himself.
            self._is_open.set()
            for waiting in list(self._waiting.values()):
                if not waiting.answer.done():
                    await self._send_text(socket, waiting.text)
            async for text in socket:
                await self._take(orjson.loads(text))

    @asynccontextmanager
    async def _dialled(self) -> AsyncIterator[ClientConnection]:
        """A socket on which the house has said welcome; a refusal is raised as it is."""
        answer = await self.http.post(
            "/api/socket-tickets",
            json={},
            headers={"X-CSRF-Token": self._csrf},
            timeout=self.answer_s,
        )
        ticket = content_of(answer)["ticket"]
        address = self.address.replace("http", "ws", 1)
        dialling = connect(
            f"{address}/api/socket?ticket={ticket}",
            max_size=None,
            compression=None,
            open_timeout=self.answer_s,
            ping_interval=self.ping_s,
            ping_timeout=self.ping_s,
            close_timeout=_FAREWELL_S,
            proxy=None,
        )
        try:
            async with dialling as socket:
                first = orjson.loads(await asyncio.wait_for(socket.recv(), self.answer_s))
                if first["type"] == "refusal":
                    raise refusal_of(first)
                looking = asyncio.create_task(self._hang_up_on_silence(socket))
                try:
                    yield socket
                finally:
                    looking.cancel()
        except InvalidStatus as refused:
            raise refused_handshake(refused) from refused

    async def _hang_up_on_silence(self, socket: ClientConnection) -> None:
        """Ends a connection on which nothing is answered: what swallows bytes says nothing of it.

        Looks a few times: a program that was busy itself sees late what has come.
        """
        looks, answers = 0, self._answers
        while looks < _LOOKS:
            await asyncio.sleep(self.answer_s / _LOOKS)
            is_silent = self._is_waiting and self._answers == answers
            looks, answers = looks + 1 if is_silent else 0, self._answers
        socket.transport.abort()

    async def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "snapshot" | "events":
                mirror = self.tables.get(message["table"])
                if mirror is not None:
                    if not mirror.snapshots:
                        self._have_answer()
                    await mirror.take(message)
            case "receipt" | "refusal" if message["id"] in self._waiting:
                self._have_answer()
                answer = self._waiting[message["id"]].answer
                if not answer.done():
                    answer.set_result(message)
            case "refusal" if message["id"] is None and message["table"] in self.tables:
                # It cannot be watched.
                self._have_answer()
                mirror = self.tables[message["table"]]
                if not mirror.snapshots:
                    del self.tables[message["table"]]
                await mirror.fail(refusal_of(message))
            case _:
                pass

    async def _fail(self, problem: Exception) -> None:
        """Ends all waiting: the connection is lost for good."""
        self._problem = problem
        self._socket = None
        for waiting in self._waiting.values():
            waiting.fail(problem)
        for mirror in self.tables.values():
            await mirror.fail(problem)

    async def _or_problem(self, wanted: Any) -> Any:
        """What is waited for, or what made the connection end for good."""
        task = asyncio.ensure_future(wanted)
        keeper = self._keeper
        if keeper is None:
            return await task
        await asyncio.wait({task, keeper}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        task.cancel()
        raise self._problem or unreached(RuntimeError("the connection was closed"))
