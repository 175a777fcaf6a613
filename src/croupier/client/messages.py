"""What a client and a house say to each other: commands as they are sent, refusals as they come.

A house refuses most of what is wrong in a command with a sentence. What it could not even answer
under the id of the command is refused here, before it is sent.
"""

import asyncio
import re
import uuid
from dataclasses import dataclass, field
from typing import Any, Final

import httpx
import orjson
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.rejection import Code, Rejection

__all__ = [
    "MOST_BYTES",
    "PASSING",
    "Waiting",
    "command_text",
    "content_of",
    "is_too_large",
    "refusal_of",
    "refused_handshake",
    "too_large",
    "unreached",
]

MOST_BYTES: Final = 16 * 1024
"""A house takes no larger message: it hangs up."""
PASSING: Final = (Code.HOUSE_UNAVAILABLE, Code.TOO_MANY_REQUESTS)
"""Refusals that are worth another try."""
_COMMAND_ID: Final = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
_TOO_LARGE: Final = 1009
"""How a socket is closed on which more came than is taken in one message."""


@dataclass(slots=True)
class Waiting:
    """A command that is not answered yet."""

    text: str
    answer: asyncio.Future[dict[str, Any]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    askers: int = 0
    """How many wait for the answer: the same may be sent twice at once."""

    def fail(self, problem: Exception) -> None:
        """There will be no answer."""
        if not self.answer.done():
            self.answer.set_exception(problem)


def command_text(table: int, do: str, what: dict[str, Any]) -> tuple[str, str]:
    """The id of a command, made up where `what` has none, and the message that gives it."""
    given = what.pop("id", None)
    command_id = str(uuid.uuid4() if given is None else given)
    if not _COMMAND_ID.fullmatch(command_id):
        raise Rejection(
            Code.COMMAND_INVALID,
            "“id” must be 1 to 64 letters, digits, dots, colons, dashes or underscores.",
        )
    if "type" in what:
        # It would make another kind of message of it, which is answered otherwise.
        raise Rejection(Code.COMMAND_INVALID, "“type” is nothing that is known here; leave it out.")
    data = orjson.dumps({"type": "command", "id": command_id, "table": table, "do": do, **what})
    if len(data) > MOST_BYTES:
        raise Rejection(
            Code.COMMAND_INVALID,
            f"A command has at most {MOST_BYTES:,} bytes, and this one {len(data):,}.",
        )
    return command_id, data.decode()


def content_of(answer: httpx.Response) -> Any:
    """What a request was answered; a refusal is raised as the `Rejection` it is."""
    try:
        content = orjson.loads(answer.content) if answer.content else None
    except orjson.JSONDecodeError:
        content = None
    if answer.is_success:
        return content
    if isinstance(content, dict) and "code" in content:
        raise refusal_of(content)
    raise Rejection(Code.HOUSE_UNAVAILABLE, f"The house answered {answer.status_code}.")


def refusal_of(answer: dict[str, Any]) -> Rejection:
    """A refusal as it travels."""
    return Rejection(Code(answer["code"]), answer["detail"])


def refused_handshake(refused: InvalidStatus) -> Exception:
    """Why a socket was not opened: the house's own words, if the answer has them."""
    try:
        return refusal_of(orjson.loads(bytes(refused.response.body or b"")))
    except (ValueError, KeyError, TypeError):
        return refused


def is_too_large(lost: Exception) -> bool:
    """Whether the house has hung up because of the size of a message."""
    told = lost.rcvd if isinstance(lost, ConnectionClosed) else None
    return told is not None and told.code == _TOO_LARGE


def too_large(text: str) -> Rejection:
    """The refusal of such a message."""
    size = len(text.encode())
    return Rejection(
        Code.COMMAND_INVALID, f"The house hung up on this command of {size:,} bytes: send less."
    )


def unreached(problem: Exception) -> Rejection:
    """A house that was not reached; or its own words, if it said why it takes nobody in."""
    if isinstance(problem, Rejection):
        return problem
    return Rejection(
        Code.HOUSE_UNAVAILABLE, f"The house does not answer: {str(problem) or 'it takes too long'}."
    )
