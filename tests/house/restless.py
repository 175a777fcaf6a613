"""Somebody who sends what he has to say now twice, now once more, and loses his connection.

Players and staff have that in common. What may be refused to them, because they do not know of the
latest yet, each kind says; any other refusal fails the evening.
"""

import asyncio
from collections import deque
from random import Random
from typing import Any, ClassVar

from croupier.rejection import Code

from .witness import Witness

_SENT_AGAIN = 5
"""How many of the commands done last are sent again after a kill."""


class Restless:
    """Somebody with a client, who does one thing after another until he is told to stop."""

    expected: ClassVar[frozenset[Code]]
    """What may be refused to him."""

    def __init__(self, witness: Witness, rng: Random, pause_s: float) -> None:
        self.witness = witness
        self.rng = rng
        self.pause_s = pause_s
        """How long he thinks between two things, on average."""
        self.is_to_stop = False
        self.is_to_repeat = False
        """Whether the server was killed: what was done last is sent again."""
        self.drops = 0
        self.doubles = 0
        self.refused: Code | None = None
        """Why what he told a table last was refused, if it was."""
        self._done: deque[tuple[int, str, dict[str, Any]]] = deque(maxlen=20)
        """Commands that were acknowledged, to be sent again."""

    def expects(self, table: int) -> frozenset[Code]:
        """What may be refused to him at a table."""
        del table
        return self.expected

    async def pause(self) -> None:
        """Thinks."""
        await asyncio.sleep(self.rng.expovariate(1 / self.pause_s))

    def drop(self) -> None:
        """Loses the connection, without a word to the other side."""
        socket = self.witness._socket
        if socket is not None:
            socket.transport.abort()
            self.drops += 1

    async def send_again(self) -> None:
        """Sends something that was acknowledged once more, under the same id."""
        await self._repeat(*self.rng.choice(self._done))

    async def send_last_again(self) -> None:
        """After a kill, sends what was done last again."""
        self.is_to_repeat = False
        for one in list(self._done)[-_SENT_AGAIN:]:
            await self._repeat(*one)

    async def _repeat(self, table: int, do: str, what: dict[str, Any]) -> None:
        assert await self.witness.tell(table, do, **what), f"{what['id']} was done and is refused"

    async def tell(self, table: int, do: str, **what: Any) -> bool:
        """Sends a command, over the socket or by a request, perhaps twice; whether it was done."""
        roll = self.rng.random()
        what["id"] = f"{do}-{len(self.witness.sent)}"
        if roll < 0.1:
            self.doubles += 1
            self.witness.doubled.add(what["id"])
            message = {"type": "command", "table": table, "do": do, **what}
            await self.witness._send(message)
        done = await self.witness.tell(table, do, by_request=roll > 0.9, **what)
        self.refused = None if done else self.witness.refusals[what["id"]]
        says = f"{do} {what} at table {table} was refused to {self.witness.actor}: {self.refused}"
        assert done or self.refused in self.expects(table), says
        if done and self.witness.receipts[what["id"]]["entry"] is not None:
            self._done.append((table, do, what))
        return done
