"""That no command is done twice: its id stands once in a chain for whoever sent it.

One thing is as it must be: a command that names the round in play is compared by the house only
with what it remembers, all commands of that round among it. So the id of an older one may stand
once more, for such a bet, choice or readiness; what an entry has `asked` says whether it is one.

There may be millions of commands. A hash of each id and its sender is put into a file that SQLite
keeps for this alone and removes by itself; of a large one only a part is in memory.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Self

from croupier.house import happenings as house
from croupier.house.happenings import Logged
from croupier.house.log import events_in
from croupier.house.reading import Stored
from croupier.house.verify.findings import Place, wrong
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.events import DecidedBy

__all__ = ["SentBefore"]

_MEMORY_KIB: Final = 32 * 1024

Reread = Callable[[int], Iterator[Stored]]


class SentBefore:
    """The commands of the chain that is being followed."""

    def __init__(self) -> None:
        with _file_at_hand():
            # Without a name it is a file of its own, which nobody else sees.
            self._kept = sqlite3.connect("", isolation_level=None)
            self._kept.execute("PRAGMA journal_mode = OFF")
            self._kept.execute(f"PRAGMA cache_size = -{_MEMORY_KIB}")
            self._kept.execute(
                "CREATE TABLE sent (id BLOB PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID"
            )
            self._kept.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._kept.close()

    def begin(self) -> None:
        """Another chain begins: ids are used in each apart."""
        with _file_at_hand():
            self._kept.execute("DELETE FROM sent")

    def take(
        self,
        entry: Stored,
        events: Sequence[Logged],
        reread: Reread,
        *,
        round_on: int | None,
        round_entry: int,
        seats: int,
    ) -> None:
        """Refuses an entry by a command that was done before.

        `round_on` is the round that was in play before the entry, `round_entry` where it began;
        `reread` gives the entries of the chain from a number on, `seats` is how many there are.
        """
        if entry.command is None:
            return
        with _file_at_hand():
            before = self._put(_key(entry), entry.number)
        if before is None:
            return
        is_bound = round_on is not None and _names(entry, events, round_on, seats)
        if is_bound and (before < round_entry or not _named_its_round(next(reread(before)), seats)):
            return
        raise wrong(
            Place(entry.chain, entry.number, round=round_on or entry.round or None),
            f"{entry.actor} has sent the command “{entry.command}” before, in entry {before}; "
            "under one id something is done once.",
        )

    def _put(self, key: bytes, number: int) -> int | None:
        """Keeps the number of an entry; gives the one kept before, if any was."""
        put = "INSERT OR IGNORE INTO sent VALUES (?, ?)"
        if self._kept.execute(put, (key, number)).rowcount:
            return None
        found = self._kept.execute("SELECT number FROM sent WHERE id = ?", (key,)).fetchone()
        self._kept.execute("UPDATE sent SET number = ? WHERE id = ?", (number, key))
        return int(found[0])


@contextmanager
def _file_at_hand() -> Iterator[None]:
    """Says in words why the file cannot be used, at whatever moment it cannot."""
    try:
        yield
    except sqlite3.Error as problem:
        raise Rejection(
            Code.FILE_UNAVAILABLE,
            f"The temporary file for the ids of commands cannot be written: {problem}; make room "
            "for it, or name another folder as TMPDIR.",
        ) from problem


def _key(entry: Stored) -> bytes:
    """The same for the same id of the same sender, and for nothing else."""
    return hashlib.blake2b(f"{entry.actor} {entry.command}".encode(), digest_size=16).digest()


def _named_its_round(entry: Stored, seats: int) -> bool:
    """Whether an entry since the round began is by a command that is remembered until its end.

    What named no round may be forgotten meanwhile, if very much came after it. The round before
    may have ended in the entry in which this one began.
    """
    events = events_in(entry.body)
    return any(_names(entry, events, number, seats) for number in (entry.round, entry.round - 1))


def _names(entry: Stored, events: Sequence[Logged], number: int, seats: int) -> bool:
    """Whether an entry is by a command that named that round, by what it asked for."""
    # Entries of the first form do not say what was asked for.
    return any(
        entry.asked in (None, _hash(name, details))
        for name, details in _asked(events[0], number, seats)
    )


def _asked(event: Logged, number: int, seats: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What may have been asked for where that happened first."""
    match event:
        case happened.WagersPlaced(seat, stakes, picks):
            for is_ready in (False, True):
                yield (
                    "bet",
                    {
                        "seat": seat,
                        "stakes": sorted([list(one) for one in stakes], key=str),
                        "picks": list(picks or ()),
                        "round": number,
                        "is_ready": is_ready,
                    },
                )
        case happened.DecisionMade(choice, seat, DecidedBy.PLAYER) if choice is not None:
            for stake_cents in (choice.stake_cents, None):
                asked = {"seat": seat, "option": choice.option, "stake_cents": stake_cents}
                yield "choose", {**asked, "round": number}
        case house.SeatReady(seat):
            yield "ready", {"seat": seat, "round": number}
        case happened.BetsClosed():
            # Whoever was the last to be ready is not named.
            for seat in range(1, seats + 1):
                yield "ready", {"seat": seat, "round": number}
        case _:
            pass


def _hash(name: str, details: dict[str, Any]) -> str:
    said = json.dumps([name, details], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()
