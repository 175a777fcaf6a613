"""The cage: where money comes into the house and leaves it.

Cash is taken and paid by staff, never by anybody for himself. A voucher is credit on paper: who
has its code redeems it, once; one whose code is lost goes back to the wallet it was issued from.
Play money is given away, and never becomes a voucher or cash.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import VOUCHERS, Money, wallet
from croupier.house.changes import Change, Rows
from croupier.house.commands import Person
from croupier.house.happenings import Happening, Role
from croupier.house.passwords import Entropy
from croupier.house.people import People
from croupier.house.sent import Sent
from croupier.house.users import User, actor_of, number_of, require_role
from croupier.house.voucher_codes import draw_code, read_code, voucher_hash
from croupier.money import MOST_CENTS, format_cents, is_whole_number
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection

__all__ = ["Cage", "PlayTerms", "Voucher", "redeemed_before"]

_CASHIERS: Final = (Role.SUPERVISOR, Role.ADMINISTRATOR)
_MOST_REMEMBERED: Final = 10_000
"""How many vouchers are remembered after they were redeemed."""


@dataclass(frozen=True, slots=True)
class PlayTerms:
    """How much play money the house gives away."""

    granted_cents: int = 100_000
    """What a guest begins with, and is brought back to."""
    floor_cents: int = 10_000
    """Who has less than this in all may ask to be brought back."""

    def __post_init__(self) -> None:
        for name in ("granted_cents", "floor_cents"):
            value = getattr(self, name)
            if not is_whole_number(value) or not 0 <= value <= MOST_CENTS:
                raise Rejection(
                    Code.SETTINGS_INVALID,
                    f"{name} is whole cents from 0 to {format_cents(MOST_CENTS)}, not "
                    f"{harmless(value)}.",
                )
        if self.floor_cents > self.granted_cents:
            raise Rejection(
                Code.SETTINGS_INVALID,
                "floor_cents is at most granted_cents: who has more needs no play money.",
            )


@dataclass(frozen=True, slots=True)
class Voucher:
    """A voucher that is out, known by the hash of its code."""

    cents: int
    issued_ms: int
    entry: int
    """Where it was issued, in the house's own chain of the log."""
    user: int | None
    """From whose wallet; None where it was sold for cash."""


class Cage:
    """Wallets, cash, play money and vouchers. `by` is who does it; None is the house's console.

    It knows the vouchers that are out: those alone can be redeemed. Of the others, which are ever
    more, it remembers some, to say of one that it was redeemed; the rest only the books know.
    """

    def __init__(
        self,
        people: People,
        *,
        entropy: Entropy,
        play: PlayTerms | None = None,
        out: Iterable[Mapping[str, Any]] = (),
        issued_from: Mapping[str, int | None] | None = None,
    ) -> None:
        """`out` are the rows of the vouchers that are out, `issued_from` says from whose wallet.

        That is by the hash of their code, as the log has it; None where one was sold for cash.
        """
        self.people = people
        self.journal = people.journal
        self.ledger = people.journal.ledger
        self.play = play or PlayTerms()
        self._entropy = entropy
        whose = issued_from or {}
        self._out = {
            row["voucher"]: Voucher(
                row["cents"], row["issued_ms"], row["entry"], whose.get(row["voucher"])
            )
            for row in out
        }
        self._redeemed: OrderedDict[str, None] = OrderedDict()
        """Of late, by the hash of their code."""

    def wallet_cents(self, user: int) -> int:
        """What somebody has with the house while he is not sitting down with it."""
        return self.ledger[wallet(user)]

    def open_voucher_cents(self) -> int:
        """What all vouchers that are not redeemed come to; the ledger says the same."""
        open_cents = sum(one.cents for one in self._out.values())
        assert open_cents == self.ledger[VOUCHERS], "vouchers and ledger disagree"
        return open_cents

    # Cash.

    def buy_in(
        self, user: int, cents: int, *, by: Person | None, now_ms: int, sent: Sent | None = None
    ) -> Change:
        """Somebody brings cash, and has it in his wallet."""
        _require_cashier(by, user)
        _require_amount(cents)
        self._require_open(self._with_cash(user))
        self._require_room(user, cents)
        return self._enter([house.BoughtIn(user, cents, number_of(by))], by, now_ms, sent)

    def cash_out(
        self, user: int, cents: int, *, by: Person | None, now_ms: int, sent: Sent | None = None
    ) -> Change:
        """Somebody is paid from his wallet, even if he may not log in any more."""
        _require_cashier(by, user)
        _require_amount(cents)
        self._with_cash(user)
        self._require_wallet(user, cents)
        return self._enter([house.CashedOut(user, cents, number_of(by))], by, now_ms, sent)

    # Play money.

    def grant_play_money(
        self, user: int, cents: int, *, by: Person | None, now_ms: int, sent: Sent | None = None
    ) -> Change:
        """Staff gives somebody play money."""
        require_role(by, *_CASHIERS)
        _require_amount(cents)
        self._with_play_money(user)
        self._require_room(user, cents)
        return self._enter([house.PlayMoneyGranted(user, cents)], by, now_ms, sent)

    def top_up(
        self, who: Person, *, at_tables_cents: int, now_ms: int, sent: Sent | None = None
    ) -> Change:
        """Somebody who has next to nothing is brought back to what he began with.

        `at_tables_cents` is what he has on credit meters and in action.
        """
        self._with_play_money(who.user)
        has = self.wallet_cents(who.user) + at_tables_cents
        if has >= self.play.floor_cents:
            raise Rejection(
                Code.NOT_ALLOWED,
                f"You have {format_cents(has)}; there is more play money for those who have less "
                f"than {format_cents(self.play.floor_cents)}.",
            )
        told = house.PlayMoneyGranted(who.user, self.play.granted_cents - has)
        return self._enter([told], who, now_ms, sent)

    # Vouchers.

    def issue_voucher(
        self,
        user: int | None,
        cents: int,
        *,
        by: Person | None,
        now_ms: int,
        sent: Sent | None = None,
    ) -> tuple[Change, str]:
        """A voucher from somebody's wallet, or sold for cash; and its code, which is kept nowhere.

        From his own wallet a player takes one himself.
        """
        self._require_at_cage(by, user)
        _require_amount(cents)
        if user is not None:
            self._require_open(self._with_cash(user))
            self._require_wallet(user, cents)
        while (voucher := voucher_hash(read_code(code := draw_code(self._entropy)))) in self._out:
            pass  # Once in the life of many houses, two are drawn the same.
        issued = Voucher(cents, now_ms, self.journal.head.entries + 1, user)
        told = house.VoucherIssued(voucher, user, cents, number_of(by))
        change = self._enter([told], by, now_ms, sent, _row(voucher, issued, None))
        self._out[voucher] = issued
        return change, code

    def redeem_voucher(
        self,
        code: str,
        user: int | None,
        *,
        by: Person | None,
        now_ms: int,
        sent: Sent | None = None,
    ) -> Change:
        """A voucher's worth goes to somebody's wallet, or is paid in cash; once.

        Into his own wallet a player puts it himself.
        """
        self._require_at_cage(by, user)
        voucher = voucher_hash(read_code(code))
        found = self._find(voucher)
        if user is not None:
            self._require_open(self._with_cash(user))
            self._require_room(user, found.cents)
        told = house.VoucherRedeemed(voucher, user, found.cents, number_of(by))
        return self._use_up(told, found, by, now_ms, sent)

    def take_back_voucher(
        self,
        voucher: str,
        user: int,
        *,
        by: Person | None,
        now_ms: int,
        sent: Sent | None = None,
    ) -> Change:
        """Puts a voucher whose code is lost, or was never seen, back where it was issued from.

        Only staff does; `voucher` is its hash, as in the log. Nobody shows a code for it: so it
        goes into no other wallet, and one that was sold for cash stays out for who brings it.
        """
        _require_cashier(by, user)
        found = self._find(voucher)
        owner = self._with_cash(user)
        self._require_issued_from(found, owner)
        self._require_open(owner)
        self._require_room(user, found.cents)
        told = house.VoucherTakenBack(voucher, user, found.cents, number_of(by))
        return self._use_up(told, found, by, now_ms, sent)

    def _find(self, voucher: str) -> Voucher:
        if voucher in self._redeemed:
            raise redeemed_before()
        found = self._out.get(voucher)
        if found is None:
            raise Rejection(
                Code.VOUCHER_UNKNOWN, "The house has issued no such voucher; check all digits."
            )
        return found

    def _require_issued_from(self, voucher: Voucher, user: User) -> None:
        if voucher.user == user.user:
            return
        if voucher.user is None:
            raise Rejection(
                Code.VOUCHER_NOT_HIS,
                "This voucher was sold for cash, so it is nobody's in particular and is not taken "
                "back: whoever brings its code is paid.",
            )
        owner = self.people.user(voucher.user)
        raise Rejection(
            Code.VOUCHER_NOT_HIS,
            f"This voucher was issued from the wallet of {owner.name} ({owner.user}), and is taken "
            f"back into no other; {user.name} needs its code to redeem it.",
        )

    def _use_up(
        self,
        told: house.VoucherRedeemed | house.VoucherTakenBack,
        found: Voucher,
        by: Person | None,
        now_ms: int,
        sent: Sent | None,
    ) -> Change:
        voucher = told.voucher
        change = self._enter([told], by, now_ms, sent, _row(voucher, found, now_ms))
        del self._out[voucher]
        self._redeemed[voucher] = None
        if len(self._redeemed) > _MOST_REMEMBERED:
            self._redeemed.popitem(last=False)
        return change

    # What these share.

    def _enter(
        self,
        events: list[Happening],
        by: Person | None,
        now_ms: int,
        sent: Sent | None,
        rows: Rows | None = None,
    ) -> Change:
        return self.journal.enter(events, actor=actor_of(by), at_ms=now_ms, sent=sent, rows=rows)

    def _with_cash(self, user: int) -> User:
        found = self.people.user(user)
        if found.money is not Money.CASH:
            raise Rejection(
                Code.MONEY_KIND,
                f"{found.name} plays for play money, which is neither bought nor paid out.",
            )
        return found

    def _with_play_money(self, user: int) -> None:
        found = self.people.user(user)
        if found.money is not Money.PLAY:
            raise Rejection(
                Code.MONEY_KIND, f"{found.name} plays for cash, which is brought to the cage."
            )

    @staticmethod
    def _require_open(user: User) -> None:
        if user.is_disabled:
            raise Rejection(Code.NOT_ALLOWED, f"{user.name} is disabled and can only be paid out.")

    @staticmethod
    def _require_at_cage(by: Person | None, user: int | None) -> None:
        """Refuses whoever moves neither his own credit nor, as staff, somebody else's.

        Who works at the cage does not do both: he could sell himself a voucher for no cash.
        """
        if by is None or user != by.user:
            require_role(by, *_CASHIERS)
        elif by.roles.intersection(_CASHIERS):
            raise _served_himself()

    def _require_wallet(self, user: int, cents: int) -> None:
        has = self.wallet_cents(user)
        if cents > has:
            raise Rejection(
                Code.BANKROLL_SHORT,
                f"The wallet holds {format_cents(has)}; {format_cents(cents)} are needed.",
            )

    def _require_room(self, user: int, cents: int) -> None:
        if self.wallet_cents(user) + cents > MOST_CENTS:
            raise Rejection(
                Code.AMOUNT_INVALID, f"A wallet holds no more than {format_cents(MOST_CENTS)}."
            )


def redeemed_before() -> Rejection:
    """The refusal of a voucher that is worth nothing any more."""
    return Rejection(
        Code.VOUCHER_REDEEMED, "This voucher has been redeemed; it is worth nothing now."
    )


def _row(voucher: str, kept: Voucher, redeemed_ms: int | None) -> Rows:
    """What is written of a voucher."""
    rows = Rows()
    rows.put(
        schema.vouchers,
        voucher=voucher,
        cents=kept.cents,
        issued_ms=kept.issued_ms,
        redeemed_ms=redeemed_ms,
        entry=kept.entry,
    )
    return rows


def _require_cashier(by: Person | None, user: int) -> None:
    require_role(by, *_CASHIERS)
    if by is not None and by.user == user:
        raise _served_himself()


def _served_himself() -> Rejection:
    return Rejection(Code.NOT_ALLOWED, "Nobody serves himself at the cage; ask a colleague.")


def _require_amount(cents: int) -> None:
    if not is_whole_number(cents) or not 1 <= cents <= MOST_CENTS:
        raise Rejection(
            Code.AMOUNT_INVALID,
            f"An amount is whole cents from 1 to {format_cents(MOST_CENTS)}, not "
            f"{harmless(cents)}.",
        )
