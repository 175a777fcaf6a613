"""What people learn: drills, examinations, the coach's account, classes."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables; nobody has learned anything here yet."""
    op.create_table(
        "school_progress",
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("drill", sa.String(length=60), nullable=False),
        sa.Column("item", sa.String(length=200), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", "game", "drill", "item"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "school_mistakes",
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user", "game", "kind"),
        sqlite_with_rowid=False,
    )
    _create_exams()
    op.create_table(
        "school_coached",
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user", "game"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "school_reviewed",
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user", "table", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "school_hands",
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user", "number"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "school_classes",
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("user"),
        sqlite_with_rowid=False,
    )


def _create_exams() -> None:
    op.create_table(
        "school_exams",
        sa.Column("exam", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("begun_ms", sa.BigInteger(), nullable=False),
        sa.Column("ends_ms", sa.BigInteger(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("possible", sa.Integer(), nullable=True),
        sa.Column("is_passed", sa.Boolean(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("entry", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("exam"),
    )
    op.create_index("school_exams_by_user", "school_exams", ["user", "exam"])
    is_being_sat = sa.column("entry").is_(None)
    op.create_index(
        "school_exams_being_sat",
        "school_exams",
        ["exam"],
        sqlite_where=is_being_sat,
        postgresql_where=is_being_sat,
    )


def downgrade() -> None:
    """What a log holds is never taken away again."""
    raise NotImplementedError
