"""Commands found by who sent them, and to which table, too; and people who are here, by that.

By the id alone SQLite did not find commands: it took the chain, which the key of the entries begins
with, for the better way, and looked through all entries of a table for each of them. And a start
looked through everybody who has ever been here, and their empty wallets.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the index anew, over all three."""
    is_command = sa.column("command", sa.String()).is_not(None)
    op.drop_index("entries_by_command", "entries")
    op.create_index(
        "entries_by_command",
        "entries",
        ["command", "actor", "chain"],
        sqlite_where=is_command,
        postgresql_where=is_command,
    )
    is_here = sa.column("is_gone", sa.Boolean()).is_(False)
    op.create_index("users_here", "users", ["user"], sqlite_where=is_here, postgresql_where=is_here)
    accounts = sa.table("accounts", sa.column("account", sa.String()), sa.column("cents"))
    op.execute(
        sa.delete(accounts).where(accounts.c.cents == 0, accounts.c.account.startswith("wallet "))
    )


def downgrade() -> None:
    """What a log holds is never taken away again."""
    raise NotImplementedError
