"""A cashier at the cage: takes cash and pays it, issues vouchers and redeems them, by chance.

He keeps a count of his own, of nothing but what he was told that was done: what must be in his
till, and which vouchers are out. Whatever was not answered he sends again under the same id until
it is; after a kill he also sends again what was answered. Now and then he brings one voucher twice
at once. Where a code was lost with its answer he takes the voucher back, and for whoever it was not
issued from he is refused. He is also the second person who approves what supervisors have asked
for at tables.
"""

import asyncio
from collections import deque
from random import Random
from typing import Any

from croupier.rejection import Code, Rejection

from .bookkeeper import Bookkeeper
from .restless import Restless
from .table_books import Json
from .witness import Witness

_PASSING = (Code.HOUSE_UNAVAILABLE, Code.TOO_MANY_REQUESTS)
_MOST_TRIES = 400
_SENT_AGAIN = 8
_MOST_OUT = 12
"""How many vouchers are out at most, before some are redeemed."""


class Errand:
    """Something that somebody had the cage do, under an id."""

    def __init__(self, witness: Witness, command_id: str, path: str, body: Json) -> None:
        self.witness, self.command_id = witness, command_id
        self.path, self.body = path, body
        self.answer: Json | None = None
        self.refused: Code | None = None

    @property
    def key(self) -> tuple[str, str]:
        """As the log knows it."""
        return self.witness.actor, self.command_id

    def into_the_till(self) -> int:
        """What it brought there, below zero what it took, by what he was told."""
        assert self.answer is not None, "it was done"
        match self.path.rpartition("/")[2]:
            case "buy-in":
                return self.body["cents"]
            case "cash-out":
                return -self.body["cents"]
            case "vouchers" if "for_cash" in self.body:
                return self.answer["cents"]
            case "redeem" if "for_cash" in self.body:
                return -self.answer["cents"]
            case _:
                return 0

    async def run(self) -> Json | None:
        """Sends it until it is answered; None where it is refused."""
        for _ in range(_MOST_TRIES):
            try:
                answer: Json = await self.witness.request(
                    "POST", self.path, {"id": self.command_id, **self.body}
                )
            except Rejection as refused:
                if refused.code in _PASSING:
                    await asyncio.sleep(0.05)
                    continue
                assert self.answer is None, f"{self.key} was done, and now: {refused}"
                self.refused = refused.code
                return None
            if self.answer is None:
                self.answer = answer
            elif (answer["entry"], answer["is_repeated"]) != (self.answer["entry"], True):
                raise AssertionError(f"{self.key} was done twice: {self.answer} {answer}")
            return self.answer
        raise AssertionError(f"{self.key} is not answered: {self.path} {self.body}")


class Cashier(Restless):
    """Somebody at the cage, who serves some customers."""

    expected = frozenset(
        {
            Code.APPROVAL_UNKNOWN,
            Code.BANKROLL_SHORT,
            Code.FORM_NOT_WAITING,
            Code.HOUSE_UNAVAILABLE,
            Code.REVISION_IMPOSSIBLE,
            Code.TABLE_NOT_OPEN,
        }
    )
    """When he approves."""

    def __init__(
        self,
        witness: Witness,
        rng: Random,
        pause_s: float,
        customers: list[Witness],
        tables: list[int],
    ) -> None:
        super().__init__(witness, rng, pause_s)
        self.customers = customers
        self.tables = tables
        self.errands: dict[tuple[str, str], Errand] = {}
        self.till_cents = 0
        """Cash taken less cash paid, of what he was told that was done."""
        self.out: dict[str, tuple[str | None, int, int | None]] = {}
        """Vouchers that are out, by hash: the code, if it was ever seen, what it is worth, and from
        whose wallet it is; None where it was sold for cash."""
        self.brought_twice = 0
        """How often one voucher was brought twice at once."""
        self.lost_codes = 0
        """How often a voucher was issued and its code was lost with the answer."""
        self.sent_again = 0
        self._answered: deque[Errand] = deque(maxlen=40)
        self._redeemed: deque[str] = deque(maxlen=10)
        """The codes of vouchers that were redeemed of late, for cash or not."""

    async def work(self) -> None:
        """Works until he is told to stop."""
        for table in self.tables:
            await self.witness.watch(table)
        while not self.is_to_stop:
            if self.is_to_repeat:
                await self.send_last_again()
            await self._serve()
            await self.pause()

    async def send_last_again(self) -> None:
        """After a kill, sends what was done last again; and brings a voucher that is used up."""
        await super().send_last_again()
        if self._redeemed:
            await self._bring_again(self.rng.choice(self._redeemed))
        for errand in list(self._answered)[-_SENT_AGAIN:]:
            await errand.run()
            self.sent_again += 1

    async def _serve(self) -> None:
        roll = self.rng.random()
        user = self.rng.choice(self.customers).user["user"]
        cents = self.rng.choice((500, 20_000, self.rng.randint(1, 100_000)))
        if roll < 0.2:
            await self._run(self.witness, f"/api/users/{user}/buy-in", cents=cents)
        elif roll < 0.4:
            # Now and then more than anybody has.
            cents = 10**12 if roll < 0.23 else cents
            await self._run(self.witness, f"/api/users/{user}/cash-out", cents=cents)
        elif roll < 0.6 and len(self._good()) < _MOST_OUT:
            await self._issue(self.rng.choice((user, None)), cents)
        elif roll < 0.8 and self._good():
            await self._redeem()
        else:
            await self._approve()

    async def _run(self, witness: Witness, path: str, **body: Any) -> Json | None:
        name = f"cage-{len(self.errands)}"
        errand = Errand(witness, name, path, body)
        self.errands[errand.key] = errand
        answer = await errand.run()
        if answer is not None:
            self._answered.append(errand)
            self.till_cents += errand.into_the_till()
        may_be = (Code.BANKROLL_SHORT, Code.VOUCHER_REDEEMED, Code.VOUCHER_NOT_HIS)
        assert answer or errand.refused in may_be, f"{path} {body} was refused: {errand.refused}"
        return answer

    # Vouchers.

    async def _issue(self, user: int | None, cents: int) -> None:
        whose = {"for_cash": True} if user is None else {"user": user}
        done = await self._run(self.witness, "/api/vouchers", cents=cents, **whose)
        if done is None:
            return
        assert (done["code"] is None) is done["is_repeated"], f"a code is told once: {done}"
        assert (done["cents"], done["user"]) == (cents, user), f"another voucher: {done}"
        assert done["voucher"] not in self.out, f"issued before: {done}"
        self.lost_codes += done["code"] is None
        self.out[done["voucher"]] = done["code"], cents, user
        if done["code"] is None and user is None:
            other = self.rng.choice(self.customers).user["user"]
            await self._refuse_to_take_back(done["voucher"], None, other)

    async def _redeem(self) -> None:
        """Brings a voucher, now and then to two people at once: one of them redeems it."""
        voucher = self.rng.choice(self._good())
        code, _, owner = self.out[voucher]
        customer = self.rng.choice(self.customers)
        user = customer.user["user"]
        path = "/api/vouchers/redeem"
        if code is None:
            assert owner is not None, "there is a wallet it was issued from"
            await self._refuse_to_take_back(voucher, owner, user)
            path = "/api/vouchers/take-back"
            done = await self._run(self.witness, path, voucher=voucher, user=owner)
            self._has_been_redeemed(voucher, done, owner)
            return
        if not self.brought_twice or self.rng.random() < 0.4:
            self.brought_twice += 1
            paid, kept = await asyncio.gather(
                self._run(self.witness, path, code=code, for_cash=True),
                self._run(customer, path, code=code),
            )
            assert paid is None or kept is None, f"redeemed twice: {paid} {kept}"
            self._has_been_redeemed(voucher, paid or kept, None if paid else user)
        elif self.rng.random() < 0.5:
            done = await self._run(self.witness, path, code=code, for_cash=True)
            self._has_been_redeemed(voucher, done, None)
        else:
            done = await self._run(self.witness, path, code=code, user=user)
            self._has_been_redeemed(voucher, done, user)
        self._redeemed.append(code)
        if self.rng.random() < 0.2:
            await self._bring_again(code)

    async def _refuse_to_take_back(self, voucher: str, owner: int | None, other: int) -> None:
        """What nobody has seen the code of goes to nobody but whose it was."""
        if owner == other:
            return
        path = "/api/vouchers/take-back"
        done = await self._run(self.witness, path, voucher=voucher, user=other)
        assert done is None, f"it was issued from {owner}, and taken back: {done}"

    def _good(self) -> list[str]:
        """The vouchers that can still go somewhere: not those sold whose code nobody has seen."""
        return sorted(
            one for one, (code, _, owner) in self.out.items() if (code, owner) != (None, None)
        )

    async def _bring_again(self, code: str) -> None:
        """Brings a voucher that was redeemed, which must be refused."""
        again = await self._run(self.witness, "/api/vouchers/redeem", code=code, for_cash=True)
        assert again is None, f"what was redeemed is redeemed again: {again}"

    def _has_been_redeemed(self, voucher: str, done: Json | None, user: int | None) -> None:
        assert done is not None, f"voucher {voucher} is out, and is not redeemed"
        _, cents, _ = self.out.pop(voucher)
        told = (done["voucher"], done["cents"], done["user"])
        assert told == (voucher, cents, user), f"redeemed was {done}"

    # Approvals.

    async def _approve(self) -> None:
        table = self.rng.choice(self.tables)
        state = await self.witness.request("GET", f"/api/tables/{table}")
        for waiting in state["approvals"]:
            is_granted = self.rng.random() < 0.8
            await self.tell(table, "approve", approval=waiting["approval"], is_granted=is_granted)

    # Held to the log.

    async def compare_list(self) -> None:
        """Fails where the list of vouchers that are out is not his own."""
        listed = await self.witness.request("GET", "/api/vouchers")
        own = {voucher: cents for voucher, (_, cents, _) in self.out.items()}
        assert {one["voucher"]: one["cents"] for one in listed["vouchers"]} == own, f"{listed}"
        assert listed["total_cents"] == listed["account_cents"] == sum(own.values()), f"{listed}"

    def compare(self, books: Bookkeeper) -> None:
        """Fails where the books do not say what he was told."""
        cash_cents = 0
        for key, errand in self.errands.items():
            event = books.at_the_cage.get(key)
            if errand.answer is None:
                # It may be done already, while he still waits for the answer.
                assert errand.refused is None or event is None, f"{key}: refused, and is {event}"
                continue
            assert event is not None, f"{key} was done, and is not in the log"
            assert books.commands[key][:2] == (0, errand.answer["entry"]), f"{key}: {event}"
            assert event["cents"] == errand.answer.get("cents", errand.body.get("cents")), f"{key}"
            cash_cents += _into_the_till(event)
        assert cash_cents == self.till_cents, f"till {self.till_cents}, books {cash_cents}"
        unknown = {
            key
            for key in books.at_the_cage
            if key[0] == self.witness.actor and key not in self.errands
        }
        assert not unknown, f"nobody asked for {unknown}"


def _into_the_till(event: Json) -> int:
    """What a happening at the cage brings into the till."""
    is_for_cash = event["event"].startswith("voucher") and event["user"] is None
    match event["event"]:
        case "bought_in":
            return event["cents"]
        case "cashed_out":
            return -event["cents"]
        case "voucher_issued" if is_for_cash:
            return event["cents"]
        case "voucher_redeemed" if is_for_cash:
            return -event["cents"]
        case _:
            return 0
