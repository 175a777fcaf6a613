"""Where each voucher was issued, so that those still out are listed without reading the log."""

import orjson
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_HOUSE_CHAIN = 0
_ENTRIES = sa.table(
    "entries",
    sa.column("chain", sa.Integer()),
    sa.column("number", sa.BigInteger()),
    sa.column("body", sa.Text()),
)
_VOUCHERS = sa.table(
    "vouchers",
    sa.column("voucher", sa.String()),
    sa.column("redeemed_ms", sa.BigInteger()),
    sa.column("entry", sa.BigInteger()),
)


def upgrade() -> None:
    """Adds the column, fills it from the log, and keeps those apart that are not redeemed."""
    op.add_column(
        "vouchers", sa.Column("entry", sa.BigInteger(), nullable=False, server_default="0")
    )
    _fill()
    is_out = _VOUCHERS.c.redeemed_ms.is_(None)
    op.create_index(
        "vouchers_outstanding",
        "vouchers",
        ["entry"],
        sqlite_where=is_out,
        postgresql_where=is_out,
    )


def _fill() -> None:
    """Some entries in memory at a time."""
    connection, columns, after = op.get_bind(), _ENTRIES.c, 0
    wanted = sa.select(columns.number, columns.body).where(
        columns.chain == _HOUSE_CHAIN, columns.body.contains('"event":"voucher_issued"')
    )
    while found := connection.execute(
        wanted.where(columns.number > after).order_by(columns.number).limit(1000)
    ).all():
        after = found[-1].number
        issued = [
            {"issued": event["voucher"], "at": row.number}
            for row in found
            for event in orjson.loads(row.body)
            if event["event"] == "voucher_issued"
        ]
        if issued:
            connection.execute(
                sa.update(_VOUCHERS)
                .where(_VOUCHERS.c.voucher == sa.bindparam("issued"))
                .values(entry=sa.bindparam("at")),
                issued,
            )


def downgrade() -> None:
    """What a log holds is never taken away again."""
    raise NotImplementedError
