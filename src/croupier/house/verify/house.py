"""The house's own chain of the log: people, the cage, vouchers, days."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection

from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import Money
from croupier.house.happenings import Logged, Role, logged_name
from croupier.house.log import HOUSE_CHAIN, Head
from croupier.house.reading import Stored
from croupier.house.verify.balances import Balances
from croupier.house.verify.findings import Found, Place, wrong
from croupier.house.verify.money import Impossible, transfer_of
from croupier.house.verify.rows import require_rows
from croupier.house.verify.staff import Staff

__all__ = ["Anchors", "HouseCheck"]

_IN_THE_HOUSE: Final = frozenset(house.InHouse.__args__)


class Anchors:
    """Where chains stood when days were closed: chain by chain, the hash of an entry."""

    def __init__(self) -> None:
        self._hashes: dict[int, dict[int, tuple[str, str]]] = {}

    def add(self, day: str, chain: int, entry: int, digest: str) -> None:
        """A chain had so many entries when a day was closed, and the last had that hash.

        Refuses what contradicts a day before: else the last one would excuse everything.
        """
        known = self._hashes.setdefault(chain, {})
        before = next(reversed(known), 0)
        if entry < before:
            raise Impossible(
                f"chain {chain} is said to have {entry} entries; when {known[before][1]} was "
                f"closed it had {before}."
            )
        was, of_day = known.get(entry, (digest, day))
        if was != digest:
            raise Impossible(
                f"entry {entry} of chain {chain} is said to have the hash {digest}; when {of_day} "
                f"was closed it was {was}."
            )
        known.setdefault(entry, (digest, day))

    def check(self, chain: int, entry: int, digest: str) -> None:
        """Refuses an entry that is not what it was when a day was closed."""
        known = self._hashes.get(chain, {}).pop(entry, None)
        if known is not None and known[0] != digest:
            raise wrong(
                Place(chain, entry),
                f"its hash is {digest}; when the day {known[1]} was closed it was {known[0]}.",
            )

    def end(self, chain: int) -> None:
        """Refuses a chain that has fewer entries than when a day was closed."""
        for entry, (_, day) in sorted(self._hashes.pop(chain, {}).items()):
            if entry:
                raise wrong(
                    Place(chain, entry), f"it is missing; it was there when {day} was closed."
                )

    def chains(self) -> list[int]:
        """The chains that have not been looked at."""
        return sorted(self._hashes)


@dataclass(slots=True)
class _Known:
    name: str
    roles: tuple[Role, ...]
    money: Money
    is_disabled: bool = False
    is_gone: bool = False
    has_password: bool = False

    def row(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "roles": ",".join(self.roles),
            "money": self.money.value,
            "is_disabled": self.is_disabled,
            "is_gone": self.is_gone,
        }


class HouseCheck:
    """The house itself, as far as its log has been followed."""

    def __init__(
        self, balances: Balances, anchors: Anchors, staff: Staff, connection: Connection | None
    ) -> None:
        self.balances = balances
        self.staff = staff
        self.anchors = anchors
        self._connection = connection
        self._users: dict[int, _Known] = {}
        self._vouchers: dict[str, dict[str, int | None]] = {}
        """By the hash of its code: its row."""
        self._at_ms = 0
        self._entry = 0
        self._place = Place(HOUSE_CHAIN)

    @property
    def round_on(self) -> None:
        """The house itself plays no rounds."""
        return

    def take(self, entry: Stored, events: Sequence[Logged], before: Head) -> dict[str, int]:
        """Follows an entry; what accounts gain by it."""
        gains: dict[str, int] = {}
        self._at_ms, self._entry = entry.at_ms, entry.number
        for number, event in enumerate(events, start=before.events + 1):
            self._place = Place(HOUSE_CHAIN, entry.number, number)
            try:
                self._take(event, before)
                transfer = transfer_of(event, HOUSE_CHAIN, Money.CASH)
            except Impossible as why:
                raise wrong(self._place, f"{logged_name(type(event))}: {why}") from None
            if transfer is not None:
                giver, taker, cents = transfer
                gains[giver] = gains.get(giver, 0) - cents
                gains[taker] = gains.get(taker, 0) + cents
        if entry.round != 0:
            raise wrong(Place(HOUSE_CHAIN, entry.number), "the house itself plays no rounds.")
        return {account: cents for account, cents in gains.items() if cents}

    def _take(self, event: Logged, before: Head) -> None:
        if type(event) not in _IN_THE_HOUSE:
            raise Impossible("this does not happen in the house, but at a table.")
        user = getattr(event, "user", None)
        if user is not None and not isinstance(event, house.UserAdded):
            named = self._known(user)
            if named.is_gone:
                raise Impossible(f"{named.name} is gone.")
        by = getattr(event, "by", None)
        if by is not None:
            self._known(by)
        match event:
            case house.UserAdded(user, name, roles, money):
                if user in self._users:
                    raise Impossible(f"user {user} was added before.")
                self._users[user] = _Known(name, roles, money)
                self.balances.users[user] = money
                self.staff.add(user, roles, self._at_ms)
            case house.RolesSet(user, roles):
                self._known(user).roles = roles
                self.staff.add(user, roles, self._at_ms)
            case house.UserDisabled(user, is_disabled):
                self._known(user).is_disabled = is_disabled
            case house.PasswordSet(user):
                self._known(user).has_password = True
            case house.GuestGone(user):
                guest = self._known(user)
                if guest.money is not Money.PLAY or guest.has_password:
                    raise Impossible(f"{guest.name} is no guest.")
                guest.is_gone = True
            case house.VoucherIssued(voucher, _, cents):
                if voucher in self._vouchers:
                    raise Impossible("a voucher of that code was issued before.")
                self._vouchers[voucher] = {
                    "cents": cents,
                    "issued_ms": self._at_ms,
                    "redeemed_ms": None,
                    "entry": self._entry,
                }
            case house.VoucherRedeemed(voucher, _, cents):
                self._redeem(voucher, cents)
            case house.DayClosed(day, heads):
                self._close_day(day, heads, before)
            case _:
                pass

    def _known(self, user: int) -> _Known:
        if user not in self._users:
            raise Impossible(f"there is no user {user}.")
        return self._users[user]

    def _redeem(self, voucher: str, cents: int) -> None:
        row = self._vouchers.get(voucher)
        if row is None:
            raise Impossible("no such voucher was issued.")
        if row["redeemed_ms"] is not None:
            raise Impossible("the voucher was redeemed before.")
        if row["cents"] != cents:
            raise Impossible(f"the voucher was issued for {row['cents']} cents, not for {cents}.")
        row["redeemed_ms"] = self._at_ms

    def _close_day(self, day: str, heads: Sequence[tuple[int, int, str]], before: Head) -> None:
        for chain, entry, digest in heads:
            if chain != HOUSE_CHAIN:
                self.anchors.add(day, chain, entry, digest)
            elif (entry, digest) != (before.entries, before.hash):
                raise Impossible(
                    f"the house's own chain stood at entry {before.entries} with the hash "
                    f"{before.hash}."
                )

    def end(self) -> None:
        """At the end of the chain: refuses rows of people and vouchers that it does not give."""
        if self._connection is None:
            return
        people: Mapping[int, Mapping[str, Any]] = {
            user: known.row() for user, known in self._users.items()
        }
        require_rows(self._connection, schema.users, "user", people, HOUSE_CHAIN)
        require_rows(self._connection, schema.vouchers, "voucher", self._vouchers, HOUSE_CHAIN)

    def at(self, found: Found) -> Found:
        """What was found: nothing is left to the end here."""
        return found
