"""One chain of the log: its numbers, its hashes, and what its entries say.

The hash is worked out here as `docs/house-log.md` tells it, not by the code that made it.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from croupier.house.happenings import Logged
from croupier.house.log import Head, events_in
from croupier.house.reading import Stored
from croupier.house.verify.anchors import Anchors
from croupier.house.verify.balances import Balances
from croupier.house.verify.findings import Checked, Found, Place, wrong
from croupier.house.verify.sent import SentBefore
from croupier.house.verify.significance import significance_of
from croupier.rejection import Rejection

__all__ = ["ChainCheck", "Follower"]

_KINDS: Final = {
    "number": int,
    "first_event": int,
    "event_count": int,
    "at_ms": int,
    "actor": str,
    "round": int,
    "body": str,
    "hash": str,
}


class Follower(Protocol):
    """Follows what the entries of a chain say."""

    @property
    def round_on(self) -> int | None:
        """The round that is in play, if one is."""
        ...

    @property
    def round_entry(self) -> int:
        """Where the last round began; 0 for none."""
        ...

    @property
    def seat_count(self) -> int:
        """How many seats there are."""
        ...

    def take(self, entry: Stored, events: Sequence[Logged], before: Head) -> dict[str, int]:
        """Follows an entry; what accounts gain by it."""
        ...

    def end(self) -> None:
        """At the end of the chain."""
        ...

    def at(self, found: Found) -> Found:
        """What was found, unless something before it was left to the end."""
        ...


class ChainCheck:
    """A chain, as far as it has been followed."""

    def __init__(
        self,
        chain: int,
        follower: Follower,
        balances: Balances,
        anchors: Anchors,
        checked: Checked,
        *,
        sent: SentBefore,
        reread: Callable[[int], Iterator[Stored]],
    ) -> None:
        self.chain = chain
        self.head = Head()
        self._at_ms = 0
        self._follower = follower
        self._balances = balances
        self._anchors = anchors
        self._checked = checked
        self._sent = sent
        self._reread = reread
        sent.begin()
        checked.chains += 1

    def take(self, entry: Stored) -> None:
        """Follows an entry; raises `Found` for the first thing that is wrong."""
        try:
            self._take(entry)
        except Found as found:
            raise self._follower.at(found) from None

    def _take(self, entry: Stored) -> None:
        place = self._require_numbers(entry)
        if _digest(self.head.hash, entry, entry.postings) != entry.hash:
            raise self._why_not(entry, place)
        events = self._events(entry, place)
        follower = self._follower
        self._sent.take(
            entry,
            events,
            self._reread,
            round_on=follower.round_on,
            round_entry=follower.round_entry,
            seats=follower.seat_count,
        )
        gains = follower.take(entry, events, self.head)
        self._balances.post(place, gains, dict(entry.postings), entry.at_ms)
        significance = significance_of(events)
        if entry.significance != significance:
            noted, said = entry.significance or "nothing", significance or "nothing"
            raise wrong(place, f"it is noted as {noted}; its events say {said}.")
        self._anchors.check(self.chain, entry.number, entry.hash)
        self.head = Head(entry.number, self.head.events + len(events), entry.hash)
        self._checked.entries += 1
        self._checked.events += len(events)

    def _require_numbers(self, entry: Stored) -> Place:
        expected = self.head.entries + 1
        place = Place(self.chain, expected)
        if type(entry.number) is not int or entry.number != expected:
            raise wrong(place, f"it is missing; entry {entry.number} follows.")
        for name, kind in _KINDS.items():
            if type(getattr(entry, name)) is not kind:
                raise wrong(place, f"its {name} is {getattr(entry, name)!r}, which is none.")
        for name in ("command", "asked"):
            value = getattr(entry, name)
            if value is not None and type(value) is not str:
                raise wrong(place, f"its {name} is {value!r}, which is none.")
        for account, cents in entry.postings:
            if type(account) is not str or type(cents) is not int:
                raise wrong(replace(place, account=str(account)), f"{cents!r} is posted to it.")
        if entry.at_ms < self._at_ms:
            raise wrong(place, f"it is of {entry.at_ms}, and the one before of {self._at_ms}.")
        self._at_ms = entry.at_ms
        first = self.head.events + 1
        if entry.first_event != first:
            raise wrong(
                place, f"its first event has the number {entry.first_event}; {first} is next."
            )
        # An entry that ends a round and begins the next one is said to be of the first.
        return Place(self.chain, expected, round=self._follower.round_on or entry.round or None)

    def _events(self, entry: Stored, place: Place) -> tuple[Logged, ...]:
        try:
            events = events_in(entry.body)
        except (Rejection, ValueError, TypeError) as problem:
            raise wrong(place, f"its body cannot be read: {_said(problem)}") from None
        if len(events) != entry.event_count or not events:
            raise wrong(
                place, f"it counts {entry.event_count} events, and its body holds {len(events)}."
            )
        return events

    def _why_not(self, entry: Stored, place: Place) -> Found:
        """What was changed in an entry whose hash is wrong, as closely as can be said."""
        try:
            events = events_in(entry.body)
            gains = self._follower.take(entry, events, self.head)
            if _digest(self.head.hash, entry, sorted(gains.items())) == entry.hash:
                # With the postings that its events make, the hash is right.
                self._balances.post(place, gains, dict(entry.postings), entry.at_ms)
        except Found as found:
            if found.found.place.account is not None:
                return found
        except (Rejection, ValueError, TypeError):
            # It cannot even be read; that its hash is wrong says it all.
            pass
        return wrong(
            place,
            "its hash is not that of its content: one of them was changed, or an entry before it.",
        )

    def end(self, head: Head | None) -> None:
        """At the end of the chain, which stands at `head` if anything is kept of that."""
        place = Place(self.chain)
        if head is not None:
            if type(head.entries) is int and head.entries > self.head.entries:
                missing = Place(self.chain, self.head.entries + 1)
                raise self._follower.at(
                    wrong(missing, f"it is missing; the chain has {head.entries} entries.")
                )
            if head != self.head:
                raise self._follower.at(
                    wrong(place, f"it is said to stand at {head}; it stands at {self.head}.")
                )
        self._anchors.end(self.chain)
        self._follower.end()


def _digest(before: str, entry: Stored, postings: Sequence[tuple[Any, Any]]) -> str | None:
    """The hash of an entry; None where its text is no text."""
    header = [
        entry.chain,
        entry.number,
        entry.first_event,
        entry.at_ms,
        entry.actor,
        entry.command,
        entry.round,
    ]
    if entry.asked is not None:
        header.append(entry.asked)
    parts = (before, _json(header), entry.body, _json([list(one) for one in postings]))
    try:
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()
    except (UnicodeEncodeError, TypeError):
        return None


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except TypeError:
        return "no JSON"


def _said(problem: Exception) -> str:
    return problem.detail if isinstance(problem, Rejection) else str(problem)
