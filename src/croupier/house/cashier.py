"""The cashier: what is done at the cage, each thing once, and answered when it is durable.

`croupier.house.cage.Cage` knows which cash, credit and vouchers there are and what may be done with
them. Here it is done for whoever talks to a house that is open.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from croupier.house import schema
from croupier.house.accounts import meter
from croupier.house.cage import Cage, redeemed_before
from croupier.house.changes import Change, Receipt
from croupier.house.commands import Person
from croupier.house.sent import Sent
from croupier.house.voucher_codes import read_code, voucher_hash
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from croupier.house.office import Office

__all__ = ["Cashier", "Issued"]


@dataclass(frozen=True, slots=True)
class Issued:
    """A voucher that was just issued; its code is shown this once."""

    receipt: Receipt
    code: str | None
    """None where the command was done before: a code is shown once."""
    cents: int


class Cashier:
    """Whoever works at the cage of a house that is open, and the machines that do."""

    def __init__(self, office: "Office", cage: Cage) -> None:
        self._office = office
        self._house = office.house
        self._cage = cage

    async def buy_in(self, command_id: str, user: int, cents: int, *, by: Person | None) -> Receipt:
        """Cash becomes credit."""
        return await self._office.once(
            by,
            command_id,
            "buy_in",
            {"user": user, "cents": cents},
            lambda sent: self._cage.buy_in(
                user, cents, by=by, now_ms=self._house.now_ms(), sent=sent
            ),
        )

    async def cash_out(
        self, command_id: str, user: int, cents: int, *, by: Person | None
    ) -> Receipt:
        """Credit becomes cash."""
        return await self._office.once(
            by,
            command_id,
            "cash_out",
            {"user": user, "cents": cents},
            lambda sent: self._cage.cash_out(
                user, cents, by=by, now_ms=self._house.now_ms(), sent=sent
            ),
        )

    async def grant_play_money(
        self, command_id: str, user: int, cents: int, *, by: Person | None
    ) -> Receipt:
        """Staff gives somebody play money."""
        return await self._office.once(
            by,
            command_id,
            "grant_play_money",
            {"user": user, "cents": cents},
            lambda sent: self._cage.grant_play_money(
                user, cents, by=by, now_ms=self._house.now_ms(), sent=sent
            ),
        )

    async def top_up(self, command_id: str, who: Person) -> Receipt:
        """More play money, for who has next to nothing."""
        return await self._office.once(
            who,
            command_id,
            "top_up",
            {},
            lambda sent: self._cage.top_up(
                who,
                at_tables_cents=self._at_tables_cents(who.user),
                now_ms=self._house.now_ms(),
                sent=sent,
            ),
        )

    async def issue_voucher(
        self, command_id: str, user: int | None, cents: int, *, by: Person | None
    ) -> Issued:
        """Credit, or cash, becomes a voucher."""
        codes: list[str] = []

        def make(sent: Sent) -> Change:
            change, code = self._cage.issue_voucher(
                user, cents, by=by, now_ms=self._house.now_ms(), sent=sent
            )
            codes.append(code)
            return change

        receipt = await self._office.once(
            by, command_id, "issue_voucher", {"user": user, "cents": cents}, make
        )
        return Issued(receipt, codes[0] if codes else None, cents)

    async def redeem_voucher(
        self, command_id: str, code: str, user: int | None, *, by: Person | None
    ) -> Receipt:
        """A voucher becomes credit, or cash."""
        try:
            return await self._office.once(
                by,
                command_id,
                "redeem_voucher",
                {"code": "".join(code.split()).replace("-", ""), "user": user},
                lambda sent: self._cage.redeem_voucher(
                    code, user, by=by, now_ms=self._house.now_ms(), sent=sent
                ),
            )
        except Rejection as refused:
            raise await self._why(refused, lambda: voucher_hash(read_code(code))) from None

    async def take_back_voucher(
        self, command_id: str, voucher: str, user: int, *, by: Person | None
    ) -> Receipt:
        """A voucher whose code is lost goes back where it came from; `voucher` is its hash."""
        try:
            return await self._office.once(
                by,
                command_id,
                "take_back_voucher",
                {"voucher": voucher, "user": user},
                lambda sent: self._cage.take_back_voucher(
                    voucher, user, by=by, now_ms=self._house.now_ms(), sent=sent
                ),
            )
        except Rejection as refused:
            raise await self._why(refused, lambda: voucher) from None

    async def _why(self, refused: Rejection, hashed: Callable[[], str]) -> Rejection:
        """Why a voucher was refused: of those redeemed long ago only the books know."""
        if refused.code is not Code.VOUCHER_UNKNOWN:
            return refused
        try:
            voucher = hashed()
        except Rejection as mistyped:
            return mistyped
        kept = schema.vouchers
        known = select(kept.c.redeemed_ms).where(kept.c.voucher == voucher)
        row = await self._office.books.read(lambda books: books.execute(known).one_or_none())
        return refused if row is None else redeemed_before()

    def _at_tables_cents(self, user: int) -> int:
        """What somebody has on credit meters and in action."""
        total = 0
        for number, live in self._house.tables.items():
            for seat in live.picture.seats_of(user):
                total += self._house.ledger[meter(number, seat)]
                if live.round is not None:
                    total += sum(live.round.layout.stakes.get(seat, {}).values())
        return total
