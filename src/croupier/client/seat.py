"""A seat at a table, for whoever plays it: bet, answer, leave."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier.client.mirror import TableMirror
from croupier.table.steps import Asked

if TYPE_CHECKING:
    from croupier.client.connection import Client

__all__ = ["Question", "SeatAtTable"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked."""

    seat: "SeatAtTable"
    text: str
    asked: Asked
    round: int

    @property
    def options(self) -> tuple[str, ...]:
        """The names of what may be chosen."""
        return tuple(option.name for option in self.asked.options)

    async def choose(self, option: str, stake_cents: int | None = None) -> dict[str, Any]:
        """Answers."""
        return await self.seat.choose(option, stake_cents, round_number=self.round)


def _is_beyond(table: TableMirror, upto: int) -> bool:
    return table.upto > upto


class SeatAtTable:
    """One seat of one's own."""

    def __init__(self, client: "Client", table: TableMirror, number: int) -> None:
        self._client = client
        self.table = table
        self.number = number
        self._round: int | None = None
        """The round of the last bet: it may be over before anybody asks for its questions."""

    @property
    def credit_cents(self) -> int:
        """What is on the credit meter."""
        return self.table.credits.get(self.number, 0)

    async def bet(
        self,
        stakes: Mapping[str, int],
        picks: Sequence[str] = (),
        *,
        is_ready: bool = True,
        command_id: str | None = None,
    ) -> dict[str, Any]:
        """Puts down a slip as soon as bets are taken; by default without waiting for more."""
        await self.table.until(lambda: self.table.takes_bets)
        number = self.table.round
        receipt = await self._tell(
            "bet",
            command_id,
            round=number,
            stakes=dict(stakes),
            picks=list(picks),
            is_ready=is_ready,
        )
        self._round = number
        return receipt

    async def choose(
        self,
        option: str,
        stake_cents: int | None = None,
        *,
        round_number: int | None = None,
        command_id: str | None = None,
    ) -> dict[str, Any]:
        """Answers the question the seat is asked."""
        return await self._tell(
            "choose",
            command_id,
            round=self.table.round if round_number is None else round_number,
            option=option,
            stake_cents=stake_cents,
        )

    async def questions(self) -> AsyncIterator[Question]:
        """The questions of the round that was bet in last, one after the other, until it is over.

        There may be none: a dealer's blackjack ends a round before anybody is asked.
        """
        table = self.table
        number = table.round if self._round is None else self._round
        while True:
            await table.until(
                lambda: (
                    table.round != number or not table.is_on or table.asked(self.number) is not None
                )
            )
            asked = table.asked(self.number)
            if table.round != number or not table.is_on or asked is None:
                return
            upto = table.upto
            yield Question(self, table.question, asked, number)
            await table.until(partial(_is_beyond, table, upto))

    async def add_credit(self, cents: int) -> dict[str, Any]:
        """Brings more from the wallet."""
        return await self._tell("add_credit", None, cents=cents)

    async def tip(self, cents: int) -> dict[str, Any]:
        """Tips the dealer."""
        return await self._tell("tip", None, cents=cents)

    async def leave(self) -> dict[str, Any]:
        """Gives the seat up, at once or after the round."""
        return await self._tell("leave", None)

    async def _tell(self, do: str, command_id: str | None, **what: Any) -> dict[str, Any]:
        return await self._client.command(
            self.table.number, do, id=command_id, seat=self.number, **what
        )
