"""The cage: cash, play money, vouchers, and what is on all accounts."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from sqlalchemy import Connection, func, select

from croupier.house import schema
from croupier.house.accounts import VOUCHERS, Money
from croupier.house.changes import Receipt
from croupier.house.commands import Person
from croupier.house.happenings import VoucherIssued, VoucherRedeemed, VoucherTakenBack
from croupier.house.issues import issues_at
from croupier.house.log import events_in
from croupier.house.office import Office
from croupier.rejection import Code, Rejection
from croupier.web.answers import REFUSALS
from croupier.web.routes.parts import (
    MOST_USERS,
    Accounting,
    Entered,
    Repeatable,
    Staff,
    Supervising,
    UserNumber,
)
from croupier.web.security import Called, TheOffice
from croupier.web.wire import Cents

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["cage"], responses=REFUSALS)

_MOST_SHOWN = 1000
_NAME = "^[a-z0-9 /]*$"
"""What names of accounts are written with."""


class Amount(Repeatable):
    """So much."""

    cents: Cents


class Moved(Entered):
    """Money went to a wallet, or from it."""

    user: int
    wallet_cents: int = Field(description="What is in the wallet now.")


class _ByWhom(Repeatable):
    user: Annotated[int, Field(strict=True, ge=1, le=MOST_USERS)] | None = Field(
        default=None, description="Whose wallet; your own if it is left out."
    )
    for_cash: bool = Field(
        default=False, description="Cash instead of a wallet; staff takes it and pays it."
    )

    def wallet_of(self, who: Person) -> int | None:
        """Whose wallet is meant; None for cash."""
        if self.for_cash:
            if self.user is not None:
                raise Rejection(
                    Code.COMMAND_INVALID, "A voucher is for cash or somebody's; leave one out."
                )
            return None
        return who.user if self.user is None else self.user


class NewVoucher(_ByWhom):
    """A voucher to be issued."""

    cents: Cents


class RedeemedVoucher(_ByWhom):
    """A voucher that somebody brings."""

    code: Annotated[
        str,
        Field(min_length=1, max_length=100, description="Its twenty digits, blanks or not."),
    ]


class LostVoucher(Repeatable):
    """A voucher whose code is lost."""

    voucher: Annotated[
        str,
        Field(
            pattern="^[0-9a-f]{64}$",
            description="The hash of its code, as the log and the answer to its issue have it.",
        ),
    ]
    user: Annotated[int, Field(strict=True, ge=1, le=MOST_USERS)] = Field(
        description="From whose wallet it was issued: it goes back there alone."
    )


class VoucherDone(Entered):
    """A voucher was issued, redeemed or taken back."""

    voucher: str = Field(description="The hash of its code; it redeems nothing.")
    cents: int
    user: int | None = Field(description="Whose wallet it came from or went to; null: cash.")


class VoucherShown(VoucherDone):
    """A voucher that was issued."""

    code: str | None = Field(
        description="What redeems it, told this once. Null where this was repeated: staff takes "
        "such a voucher back, into the wallet it came from; one sold for cash it cannot."
    )


class OutstandingVoucher(BaseModel):
    """A voucher that was issued and not redeemed. Its code is kept nowhere."""

    entry: int = Field(description="Where it was issued, in the house's own chain of the log.")
    voucher: str = Field(description="The hash of its code; it redeems nothing.")
    cents: int
    money: Money
    issued_ms: int
    by: int | None = Field(description="Who issued it; null: the house's console.")
    by_name: str | None
    user: int | None = Field(description="Whose wallet it came from; null: sold for cash.")
    user_name: str | None


class OutstandingVouchers(BaseModel):
    """Some of the vouchers that are out, oldest first, and what all of them come to."""

    vouchers: list[OutstandingVoucher]
    next_after: int | None = Field(description="Ask after this one for more; null: no more.")
    count: int = Field(description="Of all vouchers that are out.")
    total_cents: int = Field(description="Of all vouchers that are out.")
    account_cents: int = Field(
        description="What is on the account `vouchers`: always the total, if the books are right."
    )


class Account(BaseModel):
    """What is on an account."""

    account: str
    cents: int


class Accounts(BaseModel):
    """Some of the accounts, by name."""

    accounts: list[Account]
    next_after: str | None = Field(description="Ask after this one for more; null: no more.")
    total_cents: int = Field(description="Of all accounts there are: always 0.")


# Cash and play money.


@router.post("/users/{user}/buy-in")
async def take_cash(
    office: TheOffice, called: Supervising, user: UserNumber, body: Amount
) -> Moved:
    """Take somebody's cash; he has it in his wallet. Nobody serves himself."""
    done = await office.cashier.buy_in(body.id, user, body.cents, by=called.who)
    return await _moved(office, user, done)


@router.post("/users/{user}/cash-out")
async def pay_cash(office: TheOffice, called: Supervising, user: UserNumber, body: Amount) -> Moved:
    """Pay somebody from his wallet in cash. Nobody serves himself."""
    done = await office.cashier.cash_out(body.id, user, body.cents, by=called.who)
    return await _moved(office, user, done)


@router.post("/users/{user}/play-money")
async def give_play_money(
    office: TheOffice, called: Supervising, user: UserNumber, body: Amount
) -> Moved:
    """Give somebody play money, which is never paid out."""
    done = await office.cashier.grant_play_money(body.id, user, body.cents, by=called.who)
    return await _moved(office, user, done)


async def _moved(office: Office, user: int, receipt: Receipt) -> Moved:
    wallet_cents = office.cage.wallet_cents(user)
    return await office.house.durable(
        Moved(**dict(Entered.of(receipt)), user=user, wallet_cents=wallet_cents)
    )


# Vouchers.


@router.get("/vouchers")
async def list_outstanding_vouchers(
    office: TheOffice,
    called: Staff,
    after: Annotated[
        int, Query(ge=0, le=10**15, description="The entry of the last one known.")
    ] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_SHOWN)] = 100,
) -> OutstandingVouchers:
    """Vouchers that were issued and not redeemed, oldest first, a page at a time."""
    del called
    return await office.books.read(lambda books: _outstanding(books, after, limit))


def _outstanding(books: Connection, after: int, limit: int) -> OutstandingVouchers:
    vouchers, accounts = schema.vouchers, schema.accounts
    is_out = vouchers.c.redeemed_ms.is_(None)
    rows = books.execute(
        select(vouchers)
        .where(is_out, vouchers.c.entry > after)
        .order_by(vouchers.c.entry)
        .limit(limit + 1)
    ).all()
    issues = issues_at(books, [row.entry for row in rows[:limit]])
    shown = [(row, issues[row.voucher]) for row in rows[:limit]]
    names = _names(books, {one for _, told in shown for one in (told.by, told.user)})
    count, total = books.execute(
        select(func.count(), func.sum(vouchers.c.cents)).where(is_out)
    ).one()
    held = books.execute(select(accounts.c.cents).where(accounts.c.account == VOUCHERS)).scalar()
    return OutstandingVouchers(
        vouchers=[
            OutstandingVoucher(
                entry=row.entry,
                voucher=row.voucher,
                cents=row.cents,
                money=Money.CASH,  # Play money never becomes a voucher.
                issued_ms=row.issued_ms,
                by=told.by,
                by_name=names.get(told.by),
                user=told.user,
                user_name=names.get(told.user),
            )
            for row, told in shown
        ],
        next_after=shown[-1][0].entry if len(rows) > limit else None,
        count=count,
        total_cents=int(total or 0),
        account_cents=held or 0,
    )


def _names(books: Connection, numbers: set[int | None]) -> dict[int | None, str]:
    users = schema.users
    wanted = select(users.c.user, users.c.name).where(users.c.user.in_(numbers - {None}))
    return {row.user: row.name for row in books.execute(wanted)}


@router.post("/vouchers", status_code=201)
async def issue_a_voucher(office: TheOffice, called: Called, body: NewVoucher) -> VoucherShown:
    """Turn credit into a voucher: your own; as staff somebody else's, or cash."""
    user = body.wallet_of(called.who)
    issued = await office.cashier.issue_voucher(body.id, user, body.cents, by=called.who)
    done = await _done(office, issued.receipt)
    return VoucherShown(**dict(done), code=issued.code)


@router.post("/vouchers/redeem")
async def redeem_a_voucher(office: TheOffice, called: Called, body: RedeemedVoucher) -> VoucherDone:
    """Turn a voucher into credit: your own; as staff somebody else's, or cash. Once."""
    user = body.wallet_of(called.who)
    receipt = await office.cashier.redeem_voucher(body.id, body.code, user, by=called.who)
    return await _done(office, receipt)


@router.post("/vouchers/take-back")
async def take_a_voucher_back(
    office: TheOffice, called: Supervising, body: LostVoucher
) -> VoucherDone:
    """Put a voucher whose code is lost, or was never seen, back where it was issued from.

    That is a wallet: one that was sold for cash is not taken back, and whoever brings it is paid.
    """
    receipt = await office.cashier.take_back_voucher(
        body.id, body.voucher, body.user, by=called.who
    )
    return await _done(office, receipt)


async def _done(office: Office, receipt: Receipt) -> VoucherDone:
    """What is on record under a receipt, which may be an older one's."""
    event = await office.books.read_back(lambda books: _voucher_in(books, receipt))
    return VoucherDone(
        **dict(Entered.of(receipt)), voucher=event.voucher, cents=event.cents, user=event.user
    )


def _voucher_in(
    books: Connection, receipt: Receipt
) -> VoucherIssued | VoucherRedeemed | VoucherTakenBack:
    entries = schema.entries
    body = books.execute(
        select(entries.c.body).where(
            entries.c.chain == receipt.chain, entries.c.number == receipt.entry
        )
    ).scalar_one()
    for event in events_in(body):
        if isinstance(event, VoucherIssued | VoucherRedeemed | VoucherTakenBack):
            return event
    raise Rejection(
        Code.COMMAND_INVALID, "Something else was done under this id; make up a new one."
    )


# Accounts.


@router.get("/accounts")
async def list_accounts(
    office: TheOffice,
    called: Accounting,
    begins_with: Annotated[
        str, Query(pattern=_NAME, max_length=60, examples=["wallet", "table 1/"])
    ] = "",
    after: Annotated[
        str, Query(pattern=_NAME, max_length=60, description="The last one known.")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=_MOST_SHOWN)] = 100,
) -> Accounts:
    """What is on the accounts, by name, a page at a time. Together they always hold nothing."""
    del called
    return await office.books.read(lambda books: _accounts(books, begins_with, after, limit))


def _accounts(books: Connection, begins_with: str, after: str, limit: int) -> Accounts:
    accounts = schema.accounts
    wanted = (
        select(accounts)
        .where(accounts.c.account.startswith(begins_with, autoescape=True))
        .where(accounts.c.account > after)
        .order_by(accounts.c.account)
        .limit(limit + 1)
    )
    found = [Account(account=row.account, cents=row.cents) for row in books.execute(wanted)]
    total = books.execute(select(func.sum(accounts.c.cents))).scalar()
    shown = found[:limit]
    return Accounts(
        accounts=shown,
        next_after=shown[-1].account if len(found) > limit else None,
        total_cents=int(total or 0),
    )
