"""Somebody's connection to a house: who he is there, the tables he looks at, what he tells them."""

import asyncio
from contextlib import suppress
from typing import Any

from websockets.exceptions import WebSocketException

from croupier.client.line import Line
from croupier.client.messages import Waiting, command_text, refusal_of
from croupier.client.mirror import TableMirror
from croupier.client.seat import SeatAtTable
from croupier.quoting import harmless, instead_of, quoted
from croupier.rejection import Code, Rejection

__all__ = ["Client"]


class Client(Line):
    """Somebody's connection to a house."""

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

    # The socket.

    async def watch(self, table: int) -> TableMirror:
        """Follows a table from now on; gives it when its first snapshot is there."""
        if type(table) is not int:
            raise Rejection(Code.COMMAND_INVALID, "table is the number of a table.")
        known = self.tables.get(table)
        if known is None or known.problem is not None:
            self._begin_to_wait()
            self.tables[table] = TableMirror(table, self.user.get("user"))
            self._connect()
            if self._socket is not None:
                await self._send({"type": "watch", "table": table})
        mirror = self.tables[table]
        await self._or_problem(mirror.until(lambda: mirror.snapshots > 0))
        return mirror

    async def command(self, table: int, do: str, **what: Any) -> dict[str, Any]:
        """Tells a table something; gives the receipt, or raises the refusal."""
        command_id, text = command_text(table, do, what)
        self._begin_to_wait()
        # Who sends the same again while it is not answered waits for the same answer.
        waiting = self._waiting.setdefault(command_id, Waiting(text))
        waiting.text = text
        waiting.askers += 1
        self._connect()
        try:
            if self._socket is not None and self._is_open.is_set():
                with suppress(WebSocketException, OSError):
                    await self._send_text(self._socket, text)
            answer: dict[str, Any] = await self._or_problem(asyncio.shield(waiting.answer))
        finally:
            waiting.askers -= 1
            if not waiting.askers:
                del self._waiting[command_id]
        if answer["type"] == "refusal":
            raise refusal_of(answer)
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

    async def seat(self, table: int | str, number: int) -> SeatAtTable:
        """Takes up a seat that is one's own already: before a bot was started again, say."""
        mirror = await self.watch(await self._number_of(table))
        if number not in mirror.own:
            raise Rejection(
                Code.NOT_YOUR_SEAT, f"You do not sit at seat {harmless(number)} of this table."
            )
        return SeatAtTable(self, mirror, number)

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
