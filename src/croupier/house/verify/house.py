"""The house's own chain of the log: people, the cage, vouchers, days, the school."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from unicodedata import normalize

from sqlalchemy import Connection

from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import Money
from croupier.house.happenings import Logged, logged_name
from croupier.house.log import HOUSE_CHAIN, Head
from croupier.house.reading import Stored
from croupier.house.verify.anchors import Anchors
from croupier.house.verify.authority import Known, require_authority
from croupier.house.verify.balances import Balances
from croupier.house.verify.findings import Found, Place, wrong
from croupier.house.verify.money import Impossible, transfer_of
from croupier.house.verify.rows import require_rows
from croupier.house.verify.school import SchoolCheck
from croupier.house.verify.staff import Staff, person

__all__ = ["HouseCheck"]

_IN_THE_HOUSE: Final = frozenset(house.InHouse.__args__)


class HouseCheck:
    """The house itself, as far as its log has been followed."""

    def __init__(
        self, balances: Balances, anchors: Anchors, staff: Staff, connection: Connection | None
    ) -> None:
        self.balances = balances
        self.staff = staff
        self.anchors = anchors
        self._connection = connection
        self._users: dict[int, Known] = {}
        self._names: dict[str, int] = {}
        """Who has a name, however it is written; a guest has it until he is gone."""
        self._vouchers: dict[str, dict[str, int | None]] = {}
        """By the hash of its code: its row."""
        self._issued_from: dict[str, int | None] = {}
        """By the hash of its code: from whose wallet; None where it was sold for cash."""
        self._school = SchoolCheck(connection)
        self._at_ms = 0
        self._entry = 0
        self._place = Place(HOUSE_CHAIN)

    @property
    def round_on(self) -> None:
        """The house itself plays no rounds."""
        return

    @property
    def round_entry(self) -> int:
        """So none has begun."""
        return 0

    @property
    def seat_count(self) -> int:
        """Nor does anybody sit there."""
        return 0

    def take(self, entry: Stored, events: Sequence[Logged], before: Head) -> dict[str, int]:
        """Follows an entry; what accounts gain by it."""
        gains: dict[str, int] = {}
        self._at_ms, self._entry = entry.at_ms, entry.number
        last: Logged | None = None
        for number, event in enumerate(events, start=before.events + 1):
            self._place = Place(HOUSE_CHAIN, entry.number, number)
            try:
                self._take(event, entry.actor, before, last)
                transfer = transfer_of(event, HOUSE_CHAIN, Money.CASH)
            except Impossible as why:
                raise wrong(self._place, f"{logged_name(type(event))}: {why}") from None
            last = event
            if transfer is not None:
                giver, taker, cents = transfer
                gains[giver] = gains.get(giver, 0) - cents
                gains[taker] = gains.get(taker, 0) + cents
        if entry.round != 0:
            raise wrong(Place(HOUSE_CHAIN, entry.number), "the house itself plays no rounds.")
        return {account: cents for account, cents in gains.items() if cents}

    def _take(self, event: Logged, actor: str, before: Head, last: Logged | None) -> None:
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
        if isinstance(event, house.UserAdded) and event.user in self._users:
            raise Impossible(f"user {event.user} was added before.")
        require_authority(event, actor, self._users, last)
        match event:
            case house.UserAdded(user, name, roles, money):
                came_in = actor == person(user)
                self._name(user, name)
                self._users[user] = Known(name, roles, money, is_guest=came_in)
                self.balances.users[user] = money
                self.staff.add(user, roles, self._at_ms)
            case house.RolesSet(user, roles):
                self._known(user).roles = roles
                self.staff.add(user, roles, self._at_ms)
            case house.UserDisabled(user, is_disabled):
                self._known(user).is_disabled = is_disabled
            case house.PasswordSet(user):
                self._known(user).is_guest = False
            case house.GuestGone(user, cents):
                self._known(user).is_gone = True
                self._names.pop(_key(self._known(user).name), None)
                self.balances.has_gone(user, cents, self._at_ms, self._place)
            case house.VoucherIssued(voucher, owner, cents):
                if voucher in self._vouchers:
                    raise Impossible("a voucher of that code was issued before.")
                self._vouchers[voucher] = {
                    "cents": cents,
                    "issued_ms": self._at_ms,
                    "redeemed_ms": None,
                    "entry": self._entry,
                }
                self._issued_from[voucher] = owner
            case house.VoucherRedeemed(voucher, _, cents):
                self._redeem(voucher, cents)
            case house.VoucherTakenBack(voucher, owner, cents):
                self._redeem(voucher, cents)
                self._require_issued_from(voucher, owner)
            case house.DayClosed(day, heads):
                self._close_day(day, heads, before)
            case house.ClassSet() | house.ExamBegun() | house.ExamGraded() | house.ExamVoided():
                self._school.take(event, self._entry, self._at_ms)
            case _:
                pass

    def _name(self, user: int, name: str) -> None:
        """Two who are there at once do not have names that are taken for the same."""
        other = self._names.setdefault(_key(name), user)
        if other != user:
            raise Impossible(f"{self._known(other).name} is there already, under the same name.")

    def _known(self, user: int) -> Known:
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

    def _require_issued_from(self, voucher: str, user: int) -> None:
        """Books from before such vouchers had a word of their own say voucher_redeemed of them."""
        owner = self._issued_from[voucher]
        if owner is None:
            raise Impossible("the voucher was sold for cash, and goes back to nobody's wallet.")
        if owner != user:
            raise Impossible(
                f"the voucher was issued from the wallet of {self._known(owner).name}, not of "
                f"{self._known(user).name}."
            )

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
        self._school.end({user for user, known in self._users.items() if not known.is_gone})

    def at(self, found: Found) -> Found:
        """What was found: nothing is left to the end here."""
        return found


def _key(name: str) -> str:
    """The same for names that would be taken for the same, like “Ann” and “ANN”."""
    small = normalize("NFKC", name).casefold()
    return " ".join(normalize("NFKC", small).split())
