"""What commands asked for, where rounds were revised, and what a restart must not forget.

Entries written before have no `asked`, and are hashed as they were.
"""

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
        ("users", "known_addresses", sa.Text(), ""),
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


def _fill_revisions() -> None:
    connection = op.get_bind()
    overrides = connection.execute(
        sa.text("SELECT chain, number, body FROM entries WHERE significance = 'override'")
    ).all()
    for chain, number, body in overrides:
        for event in orjson.loads(body):
            if event["event"] == "round_revised" and event["is_on_paper"]:
                connection.execute(
                    sa.text('INSERT INTO revisions ("table", round, entry) VALUES (:t, :r, :e)'),
                    {"t": chain, "r": event["round"], "e": number},
                )


def downgrade() -> None:
    """What a log holds is never taken away again."""
    raise NotImplementedError
