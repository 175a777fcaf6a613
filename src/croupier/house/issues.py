"""Where vouchers come from: what the log says of their issue, without reading all of it."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, select

from croupier.house import schema
from croupier.house.happenings import VoucherIssued
from croupier.house.log import HOUSE_CHAIN, events_in

__all__ = ["issues_at"]

_AT_ONCE: Final = 500
"""A database takes no more than some thousands of values in one question."""


def issues_at(books: Connection, numbers: Sequence[int]) -> dict[str, VoucherIssued]:
    """The vouchers that were issued by these entries of the house's own chain, by their hashes."""
    entries = schema.entries
    found: dict[str, VoucherIssued] = {}
    for start in range(0, len(numbers), _AT_ONCE):
        # Asked for by itself: joined with the vouchers, the whole chain would be looked through.
        wanted = select(entries.c.body).where(
            entries.c.chain == HOUSE_CHAIN, entries.c.number.in_(numbers[start : start + _AT_ONCE])
        )
        for body in books.scalars(wanted):
            issued = (event for event in events_in(body) if isinstance(event, VoucherIssued))
            found.update({event.voucher: event for event in issued})
    return found
