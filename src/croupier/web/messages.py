"""What is said over a socket, in both directions, for the description of the API.

`croupier.web.socket` and `croupier.house.hub` write it; a test holds that they write it so. The
commands are those of `croupier.web.wire`, with `type` and `table`.
"""

from typing import Literal, NotRequired, TypedDict

from croupier.rejection import Code
from croupier.web.forms import Credits, NumberedEvent, TableState

__all__ = ["FROM_CLIENT", "FROM_SERVER"]


class WelcomeMessage(TypedDict):
    """The first message: the socket is open."""

    type: Literal["welcome"]
    server_ms: int
    """What time it is by the clock of the house."""
    user: int | None
    """Whose ticket it was."""


class SnapshotMessage(TableState):
    """A table as you may see it now: at the beginning, and instead of what was missed."""

    type: Literal["snapshot"]


class EventsMessage(TypedDict):
    """What happened at a table, of one entry of its log."""

    type: Literal["events"]
    table: int
    after: int
    """The `upto` of the message before."""
    upto: int
    """The number of the last event of the entry, whether it is your business or not."""
    at_ms: int
    round: int
    """The last round that had begun; 0 before the first."""
    events: list[NumberedEvent]
    """What is your business of it."""
    credits: Credits
    """What is on the meters of your own seats now, where it changed."""


class ReceiptMessage(TypedDict):
    """A command was done, and is durable."""

    type: Literal["receipt"]
    id: str
    table: int
    entry: int | None
    """Its place in the table's log; None where nothing happened that is logged."""
    upto: int | None
    """The number of the last event it caused."""
    is_repeated: bool
    """Whether it had been done before, under the same id."""


class RefusalMessage(TypedDict):
    """Why a message was refused. Nothing has changed."""

    type: Literal["refusal"]
    id: str | None
    """Of the command; None where the message had none."""
    table: int | None
    code: Code
    detail: str
    """For people: a whole sentence that says what would be right."""


class PongMessage(TypedDict):
    """The answer to `ping`."""

    type: Literal["pong"]
    server_ms: int


class WatchMessage(TypedDict):
    """Follow a table."""

    type: Literal["watch"]
    table: int
    after: NotRequired[int | None]
    """Go on after this event; left out, or where too much came since, a snapshot comes first."""


class UnwatchMessage(TypedDict):
    """Follow a table no longer."""

    type: Literal["unwatch"]
    table: int


class PingMessage(TypedDict):
    """Ask for a `pong`."""

    type: Literal["ping"]


FROM_SERVER = (
    WelcomeMessage,
    SnapshotMessage,
    EventsMessage,
    ReceiptMessage,
    RefusalMessage,
    PongMessage,
)
FROM_CLIENT = (WatchMessage, UnwatchMessage, PingMessage)
"""Beside the commands."""
