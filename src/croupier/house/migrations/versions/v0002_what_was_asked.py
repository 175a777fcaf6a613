"""What commands asked for, where rounds were revised, and what a restart must not forget.

Entries are noted as all that is significant in them, no longer as the last of it. Entries written
before have no `asked`, and are hashed as they were.
"""

from collections.abc import Iterator
from typing import Any

import orjson
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds columns, and a table of revisions with those that the log has."""
    op.add_column("entries", sa.Column("asked", sa.String(length=64), nullable=True))
    if op.get_context().dialect.name != "sqlite":
        # SQLite minds no length.
        op.alter_column("entries", "significance", type_=sa.String(length=200))
    for table, name, kind, default in (
        ("seats", "is_connected", sa.Boolean(), sa.true()),
        ("seats", "is_door_open", sa.Boolean(), sa.false()),
        ("users", "failed_at_home", sa.Integer(), "0"),
        ("users", "locked_at_home_ms", sa.BigInteger(), "0"),
        ("users", "known_addresses", sa.Text(), ""),
        ("users", "is_gone", sa.Boolean(), sa.false()),
    ):
        op.add_column(table, sa.Column(name, kind, nullable=False, server_default=default))
    op.create_table(
        "revisions",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table", "round", "entry"),
        sqlite_with_rowid=False,
    )
    _fill_revisions()
    _note_all()
    _fill_seats()


_ENTRIES = sa.table(
    "entries",
    sa.column("chain", sa.Integer()),
    sa.column("number", sa.BigInteger()),
    sa.column("significance", sa.String()),
    sa.column("body", sa.Text()),
)


def _entries(condition: sa.ColumnElement[bool]) -> Iterator[Any]:
    """The entries of which that is true, in order, some in memory at a time."""
    connection, columns = op.get_bind(), _ENTRIES.c
    after = (-1, 0)
    while True:
        found = connection.execute(
            sa.select(_ENTRIES)
            .where(condition, sa.tuple_(columns.chain, columns.number) > after)
            .order_by(columns.chain, columns.number)
            .limit(1000)
        ).all()
        if not found:
            return
        yield from found
        after = found[-1].chain, found[-1].number


def _fill_revisions() -> None:
    connection = op.get_bind()
    for entry in _entries(_ENTRIES.c.significance == "override"):
        for event in orjson.loads(entry.body):
            if event["event"] == "round_revised" and event["is_on_paper"]:
                connection.execute(
                    sa.text('INSERT INTO revisions ("table", round, entry) VALUES (:t, :r, :e)'),
                    {"t": entry.chain, "r": event["round"], "e": entry.number},
                )


def _note_all() -> None:
    connection = op.get_bind()
    for entry in _entries(_ENTRIES.c.significance.is_not(None)):
        names: dict[str, None] = {}
        paper_left = 0
        for event in orjson.loads(entry.body):
            if paper_left:
                paper_left -= 1
                continue
            if event["event"] == "round_revised" and event["is_on_paper"]:
                paper_left = event["event_count"]
            if event["event"] in _SIGNIFICANT:
                names[_SIGNIFICANT[event["event"]]] = None
        if (after := ",".join(names)) != entry.significance:
            connection.execute(
                sa.text("UPDATE entries SET significance = :s WHERE chain = :c AND number = :n"),
                {"s": after, "c": entry.chain, "n": entry.number},
            )


def _fill_seats() -> None:
    """Who is there and whose door is open, from all that the log says of it."""
    connection = op.get_bind()
    seats: dict[tuple[int, int], dict[str, bool]] = {}
    taken = sa.table("seats", sa.column("table", sa.Integer()))
    told = [_ENTRIES.c.body.contains(f'"event":"{name}') for name in _AT_SEATS]
    for entry in _entries(_ENTRIES.c.chain.in_(sa.select(taken.c.table)) & sa.or_(*told)):
        for event in orjson.loads(entry.body):
            seat = entry.chain, event.get("seat")
            match event["event"]:
                case "seat_taken":
                    seats[seat] = {"is_connected": True, "is_door_open": False}
                case "terminal_door":
                    seats[seat]["is_door_open"] = event["is_open"]
                case "connection_lost" | "connection_restored" as name:
                    seats[seat]["is_connected"] = name == "connection_restored"
    for (table, number), was in seats.items():
        connection.execute(
            sa.text("UPDATE seats SET is_connected = :is_connected, "
                    'is_door_open = :is_door_open WHERE "table" = :t AND seat = :s'),
            {"t": table, "s": number, **was},
        )  # fmt: skip


_AT_SEATS = ("seat_taken", "terminal_door", "connection_")
_SIGNIFICANT = {
    **{
        name: name
        for name in (
            "table_opened", "table_closed", "terminal_door", "connection_lost", "large_win",
            "round_abandoned", "round_voided", "dealer_late", "device_failed", "house_started",
            "house_stopped", "log_in_failed", "locked_out", "roles_set", "password_set",
            "user_disabled", "day_closed", "access_refused",
        )
    },
    "discrepancy_noted": "discrepancy",
    "supervisor_ruled": "override",
    "round_revised": "override",
}  # fmt: skip


def downgrade() -> None:
    """What a log holds is never taken away again."""
    raise NotImplementedError
