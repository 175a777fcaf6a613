"""The house's own chain: people, vouchers, the cage, the days. Chain 0 of the log."""

from collections.abc import Sequence
from typing import Final

from croupier.house import happenings as house
from croupier.house.accounts import Money
from croupier.house.changes import Change, Rows, significance_of
from croupier.house.happenings import Logged
from croupier.house.ledger import Ledger
from croupier.house.log import HOUSE_CHAIN, Head, body_of, make_entry
from croupier.house.postings import netted, postings_of
from croupier.house.sent import Sent

__all__ = ["Journal"]

_SIGNIFICANT: Final[dict[type[Logged], str]] = {
    house.HouseCrashed: "house_crashed",
    house.HouseStarted: "house_started",
    house.HouseStopped: "house_stopped",
    house.LogInFailed: "log_in_failed",
    house.LockedOut: "locked_out",
    house.RolesSet: "roles_set",
    house.PasswordSet: "password_set",
    house.UserDisabled: "user_disabled",
    house.VoucherTakenBack: "voucher_taken_back",
    house.DayClosed: "day_closed",
    house.AccessRefused: "access_refused",
}


class Journal:
    """Enters what happens in the house, outside its tables, into the log."""

    def __init__(self, ledger: Ledger, head: Head | None = None) -> None:
        self.ledger = ledger
        self.head = head or Head()

    def enter(
        self,
        events: Sequence[Logged],
        *,
        actor: str,
        at_ms: int,
        sent: Sent | None = None,
        rows: Rows | None = None,
    ) -> Change:
        """One entry: the events happen now, their money moves, and the rows are written with it.

        Whoever calls this has checked that all of it is allowed and covered. Refused where the
        books cannot hold it; then nothing has happened.
        """
        moved = [
            posting for event in events for posting in postings_of(event, HOUSE_CHAIN, Money.CASH)
        ]
        net = netted(moved)
        self.ledger.require_room(net.items())
        self.ledger.post(moved)
        self.ledger.require_covered(net)
        bodies = tuple(body_of(event) for event in events)
        entry = make_entry(
            self.head,
            chain=HOUSE_CHAIN,
            at_ms=at_ms,
            actor=actor,
            sent=sent,
            round=0,
            bodies=bodies,
            postings=net,
        )
        self.head = self.head.after(entry)
        noted = [_SIGNIFICANT[type(event)] for event in events if type(event) in _SIGNIFICANT]
        return Change(
            entry,
            tuple(events),
            bodies,
            {account: self.ledger[account] for account in net},
            significance_of(noted),
            rows or Rows(),
        )
