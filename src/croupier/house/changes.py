"""What one entry writes to the database: itself, and the rows that follow from it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Table

from croupier.house.happenings import Logged
from croupier.house.log import Entry

__all__ = ["Aside", "Change", "Receipt", "Rows", "Written", "significance_of"]

Key = tuple[str, tuple[Any, ...]]


@dataclass(slots=True)
class Rows:
    """Rows to write whole, or to remove: of each the last word counts."""

    last: dict[Key, tuple[Table, dict[str, Any] | None]] = field(default_factory=dict)
    forgotten: dict[tuple[str, int], Table] = field(default_factory=dict)
    """By table and user: of whom no row stays, whatever was written before."""

    def put(self, table: Table, /, **values: Any) -> None:
        """Writes the row, in place of any with the same key."""
        self.last[self._key(table, values)] = (table, values)

    def drop(self, table: Table, /, **key: Any) -> None:
        """No row with that key."""
        self.last[self._key(table, key)] = (table, None)

    def forget(self, table: Table, user: int) -> None:
        """No row of that user any more, for good."""
        self.forgotten[table.name, user] = table

    def update(self, later: "Rows") -> None:
        """What `later` says counts more."""
        self.last.update(later.last)
        self.forgotten.update(later.forgotten)

    @staticmethod
    def _key(table: Table, values: dict[str, Any]) -> Key:
        return table.name, tuple(values[column.name] for column in table.primary_key)


@dataclass(frozen=True, slots=True)
class Change:
    """An entry with everything that is written in the same transaction."""

    entry: Entry
    events: tuple[Logged, ...]
    bodies: tuple[str, ...]
    """Each event as it stands in the log."""
    balances: dict[str, int]
    """What the accounts that it touched hold afterwards."""
    significance: str | None
    """What is significant in it, as `significance_of` writes it."""
    rows: Rows


@dataclass(frozen=True, slots=True, eq=False)
class Aside:
    """Rows that are written without an entry: they are no money, and the log knows nothing of them.

    They may be written twice, where nobody knows whether the first time was one: so they are whole.
    """

    rows: Rows


Written = Change | Aside
"""Whatever is given to the writer."""


def significance_of(noted: Iterable[str]) -> str | None:
    """What an entry is noted as: each name once, in the order they came, with commas between."""
    return ",".join(dict.fromkeys(noted)) or None


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a command: where in the log it stands. A repeated command gets the same."""

    chain: int
    entry: int
    first_event: int
    upto: int
    at_ms: int
    asked: str | None = None
    """A hash of what was asked for, by which a repetition is known."""
    is_repeated: bool = False

    @classmethod
    def of(cls, change: Change) -> "Receipt":
        """The receipt for a change."""
        entry = change.entry
        return cls(
            entry.chain,
            entry.number,
            entry.first_event,
            entry.first_event + entry.event_count - 1,
            entry.at_ms,
            entry.asked,
        )

    def again(self) -> "Receipt":
        """The receipt for who has sent the command once more."""
        return replace(self, is_repeated=True)
