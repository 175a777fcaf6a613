"""The first form of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes all tables."""
    op.create_table(
        "accounts",
        sa.Column("account", sa.String(length=60), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chains",
        sa.Column("chain", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entries", sa.BigInteger(), nullable=False),
        sa.Column("events", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("chain"),
    )
    op.create_table(
        "entries",
        sa.Column("chain", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("first_event", sa.BigInteger(), nullable=False),
        sa.Column("event_count", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("command", sa.String(length=64), nullable=True),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("significance", sa.String(length=40), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("chain", "number"),
    )
    op.create_index(
        "entries_by_command",
        "entries",
        ["command"],
        unique=False,
        sqlite_where=sa.text("command IS NOT NULL"),
        postgresql_where=sa.text("command IS NOT NULL"),
    )
    op.create_index(
        "entries_of_significance",
        "entries",
        ["at_ms"],
        unique=False,
        sqlite_where=sa.text("significance IS NOT NULL"),
        postgresql_where=sa.text("significance IS NOT NULL"),
    )
    op.create_table(
        "postings",
        sa.Column("chain", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("account", sa.String(length=60), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("chain", "number", "account"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("staked_cents", sa.BigInteger(), nullable=False),
        sa.Column("returned_cents", sa.BigInteger(), nullable=False),
        sa.Column("credit_before_cents", sa.BigInteger(), nullable=False),
        sa.Column("credit_after_cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", "round"),
        sqlite_with_rowid=False,
    )
    op.create_index("results_by_user", "results", ["user", "table", "round"], unique=False)
    op.create_table(
        "rounds",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("first_entry", sa.BigInteger(), nullable=False),
        sa.Column("last_entry", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("staked_cents", sa.BigInteger(), nullable=False),
        sa.Column("returned_cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table", "round"),
        sqlite_with_rowid=False,
    )
    op.create_index("rounds_by_time", "rounds", ["ended_ms"], unique=False)
    op.create_table(
        "seats",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("is_leaving", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secrets",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("table", "round"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("round_entry", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table"),
    )
    op.create_table(
        "users",
        sa.Column("user", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("roles", sa.String(length=100), nullable=False),
        sa.Column("money", sa.String(length=10), nullable=False),
        sa.Column("is_disabled", sa.Boolean(), nullable=False),
        sa.Column("must_change_password", sa.Boolean(), nullable=False),
        sa.Column("failed_log_ins", sa.Integer(), nullable=False),
        sa.Column("locked_until_ms", sa.BigInteger(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "vouchers",
        sa.Column("voucher", sa.String(length=64), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("issued_ms", sa.BigInteger(), nullable=False),
        sa.Column("redeemed_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("voucher"),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user"],
            ["users.user"],
        ),
        sa.PrimaryKeyConstraint("token_hash"),
    )


def downgrade() -> None:
    """There is nothing before the first form; a database is removed whole."""
    raise NotImplementedError
