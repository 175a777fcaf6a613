"""The connection of a client: log-in, the socket, and getting both back when they are lost."""

import asyncio
import uuid
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from croupier.client.mirror import TableMirror
from croupier.client.seat import SeatAtTable
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection

__all__ = ["Client"]

_FIRST_WAIT_S: Final = 0.05
_PASSING: Final = (Code.HOUSE_UNAVAILABLE, Code.TOO_MANY_REQUESTS)
"""Refusals that are worth another try."""


class Client:
    """Somebody's connection to a house."""

    def __init__(
        self, address: str, *, patience_s: float = 60.0, longest_wait_s: float = 2.0
    ) -> None:
        self.address = address.rstrip("/")
        self.patience_s = patience_s
        """How long a house that does not answer is tried again."""
        self.longest_wait_s = longest_wait_s
        """How long it is left alone between two tries, at most."""
        self.user: dict[str, Any] = {}
        self.tables: dict[int, TableMirror] = {}
        self.reconnects = 0
        self.http = httpx.AsyncClient(base_url=self.address, timeout=30)
        self._csrf = ""
        self._has_been_answered = False
        self._socket: ClientConnection | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._is_open = asyncio.Event()
        self._waiting: dict[str, tuple[bytes, asyncio.Future[dict[str, Any]]]] = {}
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

    # Requests.

    async def be_guest(self) -> dict[str, Any]:
        """Plays as a guest, with play money."""
        return self._known(await self.request("POST", "/api/guests"))

    async def log_in(self, name: str, password: str) -> dict[str, Any]:
        """Logs in."""
        login = {"name": name, "password": password}
        return self._known(await self.request("POST", "/api/log-in", login))

    def _known(self, answer: dict[str, Any]) -> dict[str, Any]:
        self.user = answer
        self._csrf = answer["csrf"]
        return answer

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
                    raise _gone(problem) from problem
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, self.longest_wait_s)
                continue
            self._has_been_answered = True
            return _content(answer)

    # The socket.

    async def watch(self, table: int) -> TableMirror:
        """Follows a table from now on; gives it when its first snapshot is there."""
        known = self.tables.get(table)
        if known is None or known.problem is not None:
            self.tables[table] = TableMirror(table, self.user.get("user"))
            self._connect()
            if self._socket is not None:
                await self._send({"type": "watch", "table": table})
        mirror = self.tables[table]
        await self._or_problem(mirror.until(lambda: mirror.snapshots > 0))
        return mirror

    async def command(self, table: int, do: str, **what: Any) -> dict[str, Any]:
        """Tells a table something; gives the receipt, or raises the refusal."""
        command_id = str(what.pop("id", None) or uuid.uuid4())
        message = {"type": "command", "id": command_id, "table": table, "do": do, **what}
        data = orjson.dumps(message)
        waiting = self._waiting.get(command_id)
        # Who sends the same again while it is not answered waits for the same answer.
        future = waiting[1] if waiting else asyncio.get_running_loop().create_future()
        self._waiting[command_id] = (data, future)
        self._connect()
        if self._socket is not None and self._is_open.is_set():
            with suppress(WebSocketException, OSError):
                await self._socket.send(data.decode())
        try:
            answer: dict[str, Any] = await self._or_problem(asyncio.shield(future))
        finally:
            self._waiting.pop(command_id, None)
        if answer["type"] == "refusal":
            raise _refusal(answer)
        return answer

    async def sit(
        self, table: int | str, *, credit_cents: int, seat: int | None = None
    ) -> SeatAtTable:
        """Sits down at a table, by its number or its name."""
        number = await self._number_of(table)
        mirror = await self.watch(number)
        # One after the other: which seat it is shows in what was not one's own before.
        async with self._sitting_down:
            before = set(mirror.own)
            receipt = await self.command(number, "sit", seat=seat, credit_cents=credit_cents)
            await self._or_problem(mirror.until(lambda: mirror.upto >= receipt["upto"]))
            (taken,) = mirror.own - before
        return SeatAtTable(self, mirror, taken)

    async def _number_of(self, table: int | str) -> int:
        if isinstance(table, int):
            return table
        tables = (await self.request("GET", "/api/tables"))["tables"]
        for one in tables:
            if one["name"] == table:
                return int(one["table"])
        names = [one["name"] for one in tables]
        hint = instead_of(table, names)
        raise Rejection(Code.TABLE_UNKNOWN, f"There is no table called {quoted(table)}{hint}")

    async def _send(self, message: dict[str, Any]) -> None:
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                await self._socket.send(orjson.dumps(message).decode())

    def _connect(self) -> None:
        """Opens the socket if it is not, or no longer: what ended it may be mended."""
        if self._keeper is None or self._keeper.done():
            self._problem = None
            self._keeper = asyncio.create_task(self._keep_connected())

    async def _keep_connected(self) -> None:
        """Opens the socket, and again whenever it is lost, until patience ends."""
        loop = asyncio.get_running_loop()
        until, wait_s = loop.time() + self.patience_s, _FIRST_WAIT_S
        while True:
            problem: Exception | None = None
            try:
                await self._talk()
            except (OSError, WebSocketException, httpx.TransportError) as lost:
                problem = lost
            except Exception as refused:  # noqa: BLE001 (told to everybody who waits)
                if not isinstance(refused, Rejection) or refused.code not in _PASSING:
                    await self._fail(refused)
                    return
                problem = refused
            if self._is_open.is_set():
                until, wait_s = loop.time() + self.patience_s, _FIRST_WAIT_S
                self._is_open.clear()
                self.reconnects += 1
            elif problem is not None and loop.time() > until:
                await self._fail(_gone(problem))
                return
            self._socket = None
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, self.longest_wait_s)

    async def _talk(self) -> None:
        answer = await self.http.post(
            "/api/socket-tickets", json={}, headers={"X-CSRF-Token": self._csrf}
        )
        ticket = _content(answer)["ticket"]
        address = self.address.replace("http", "ws", 1)
        async with connect(
            f"{address}/api/socket?ticket={ticket}",
            max_size=None,
            compression=None,
            ping_interval=None,
            proxy=None,
        ) as socket:
            self._socket = socket
            for mirror in list(self.tables.values()):
                after = {"after": mirror.upto} if mirror.snapshots else {}
                await self._send({"type": "watch", "table": mirror.number, **after})
            # Open before what waits is sent: whoever comes meanwhile sends for himself.
            self._is_open.set()
            for data, _ in list(self._waiting.values()):
                await socket.send(data.decode())
            async for text in socket:
                await self._take(orjson.loads(text))

    async def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "snapshot" | "events":
                mirror = self.tables.get(message["table"])
                if mirror is not None:
                    await mirror.take(message)
            case "receipt" | "refusal" if message["id"] in self._waiting:
                future = self._waiting[message["id"]][1]
                if not future.done():
                    future.set_result(message)
            case "refusal" if message["id"] is None and message["table"] in self.tables:
                # It cannot be watched.
                mirror = self.tables[message["table"]]
                if not mirror.snapshots:
                    del self.tables[message["table"]]
                await mirror.fail(_refusal(message))
            case _:
                pass

    async def _fail(self, problem: Exception) -> None:
        """Ends all waiting: the connection is lost for good."""
        self._problem = problem
        self._socket = None
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(problem)
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
        raise self._problem or _gone(RuntimeError("the connection was closed"))


def _content(answer: httpx.Response) -> Any:
    try:
        content = orjson.loads(answer.content) if answer.content else None
    except orjson.JSONDecodeError:
        content = None
    if answer.is_success:
        return content
    if isinstance(content, dict) and "code" in content:
        raise _refusal(content)
    raise Rejection(Code.HOUSE_UNAVAILABLE, f"The house answered {answer.status_code}.")


def _refusal(answer: dict[str, Any]) -> Rejection:
    return Rejection(Code(answer["code"]), answer["detail"])


def _gone(problem: Exception) -> Rejection:
    return Rejection(Code.HOUSE_UNAVAILABLE, f"The house does not answer: {problem}.")
