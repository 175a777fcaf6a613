"""Closing the gaming day: where every chain of the log stands then is put on record.

Whoever writes those hashes down elsewhere can show later that nothing before has been changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import Connection, select

from croupier.house import schema
from croupier.house.happenings import DayClosed
from croupier.house.log import HOUSE_CHAIN, Head, events_in
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["ClosedDay", "heads_of", "read_last_day", "require_next_day"]


@dataclass(frozen=True, slots=True)
class ClosedDay:
    """A day that was closed."""

    day: str
    at_ms: int


def read_last_day(connection: Connection, before_entry: int | None = None) -> ClosedDay | None:
    """The day that was closed last, if any; or last before an entry of the house's chain."""
    entries = schema.entries
    wanted = select(entries.c.at_ms, entries.c.body).where(
        entries.c.chain == HOUSE_CHAIN, schema.is_noted_as("day_closed")
    )
    if before_entry is not None:
        wanted = wanted.where(entries.c.number < before_entry)
    row = connection.execute(wanted.order_by(entries.c.at_ms.desc()).limit(1)).first()
    if row is None:
        return None
    closed = [event for event in events_in(row.body) if isinstance(event, DayClosed)]
    return ClosedDay(closed[-1].day, row.at_ms)


def require_next_day(day: str, last: ClosedDay | None, now_ms: int) -> None:
    """Refuses a day that is none, was closed before, or has not come."""
    try:
        # It is kept as it is compared: year, month and day with dashes between.
        is_date = date.fromisoformat(day).isoformat() == day
    except ValueError:
        is_date = False
    if not is_date:
        raise Rejection(Code.COMMAND_INVALID, f"A day is written 2026-07-31, not {quoted(day)}.")
    if last is not None and day <= last.day:
        raise Rejection(
            Code.NOT_ALLOWED, f"The day {last.day} is closed; the next to close is a later one."
        )
    today = datetime.fromtimestamp(now_ms / 1000).astimezone().date()
    if day > today.isoformat():
        raise Rejection(
            Code.NOT_ALLOWED,
            f"The day {day} has not come; by the clock of the server it is {today.isoformat()}.",
        )


def heads_of(heads: Iterable[tuple[int, Head]]) -> tuple[tuple[int, int, str], ...]:
    """Where chains stand, as it is put on record."""
    return tuple((chain, head.entries, head.hash) for chain, head in sorted(heads, key=_chain))


def _chain(one: tuple[int, Head]) -> int:
    return one[0]
