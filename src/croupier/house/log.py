"""The log: entries in a chain of hashes.

An entry is everything that happened because of one command or one tick of a clock, and the money
it moved. The entries of a table are one chain, those of the house itself another (number 0). The
hash of an entry covers the one before it, so nothing in the middle can be changed, left out or
added without every later hash being wrong. `docs/house-log.md` says how to compute it without
this program.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import orjson

from croupier.house.happenings import Logged, logged_from_json, logged_to_json
from croupier.house.sent import Sent
from croupier.table.codec import Json

__all__ = ["GENESIS", "HOUSE_CHAIN", "Entry", "Head", "body_of", "entry_hash", "events_in"]

HOUSE_CHAIN: Final = 0
GENESIS: Final = "0" * 64
"""What stands before the first entry of a chain."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What happened at once, as it is written."""

    chain: int
    """The table's number, 0 for the house."""
    number: int
    """Counted from 1."""
    first_event: int
    """The number of its first event; events of a chain are counted from 1."""
    event_count: int
    at_ms: int
    """Milliseconds since 1970, by the clock of the server."""
    actor: str
    """`user 5`, `clock` or `house`."""
    command: str | None
    """The id its sender gave to the command."""
    asked: str | None
    """A hash of what the command asked for, by which its repetition is known."""
    round: int
    """The last round that had begun when it was over, 0 for none."""
    body: str
    """The events: a JSON array."""
    postings: tuple[tuple[str, int], ...]
    """Accounts, in alphabetical order, and the cents each gained."""
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """Where a chain stands."""

    entries: int = 0
    events: int = 0
    hash: str = GENESIS

    def after(self, entry: Entry) -> "Head":
        """Where it stands with that entry."""
        return Head(entry.number, entry.first_event + entry.event_count - 1, entry.hash)


def entry_hash(
    before: str,
    *,
    chain: int,
    number: int,
    first_event: int,
    at_ms: int,
    actor: str,
    command: str | None,
    asked: str | None,
    round: int,  # noqa: A002 (it is called so everywhere)
    body: str,
    postings: Iterable[tuple[str, int]],
) -> str:
    """SHA-256 over the hash before, a line of JSON about the entry, its body and its postings."""
    facts = [chain, number, first_event, at_ms, actor, command, round]
    head = orjson.dumps(facts if asked is None else [*facts, asked])
    moved = orjson.dumps([[account, cents] for account, cents in postings])
    return hashlib.sha256(b"\n".join((before.encode(), head, body.encode(), moved))).hexdigest()


def make_entry(
    head: Head,
    *,
    chain: int,
    at_ms: int,
    actor: str,
    sent: Sent | None,
    round: int,  # noqa: A002
    bodies: Sequence[str],
    postings: Mapping[str, int],
) -> Entry:
    """The next entry of a chain; `bodies` are its events as JSON."""
    number, first_event = head.entries + 1, head.events + 1
    command, asked = (sent.id, sent.asked) if sent is not None else (None, None)
    body = f"[{','.join(bodies)}]"
    moved = tuple(sorted(postings.items()))
    digest = entry_hash(
        head.hash,
        chain=chain,
        number=number,
        first_event=first_event,
        at_ms=at_ms,
        actor=actor,
        command=command,
        asked=asked,
        round=round,
        body=body,
        postings=moved,
    )
    return Entry(
        chain,
        number,
        first_event,
        len(bodies),
        at_ms,
        actor,
        command,
        asked,
        round,
        body,
        moved,
        digest,
    )


def body_of(event: Logged) -> str:
    """An event as JSON text, as it stands in the log."""
    return orjson.dumps(logged_to_json(event)).decode()


def events_in(body: str) -> tuple[Logged, ...]:
    """The events of an entry."""
    found = cast("list[Json]", orjson.loads(body))
    return tuple(logged_from_json(one, f"events[{at}]") for at, one in enumerate(found))
