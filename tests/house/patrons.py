"""Players who do at random whatever players do, and some of what they should not.

They bet, choose or let the clock choose, sit down, leave, bring more credit, tip, send a command
twice or again, and lose their connection. What they may do they know from their mirror of the
table alone. All that is random comes from the generator they are given.
"""

import contextlib
from random import Random
from typing import Any

from croupier.bots import least_slip, random_decision, random_slip
from croupier.client import TableMirror
from croupier.rejection import Code, Rejection
from croupier.table.codec import from_json
from croupier.table.events import WagersPlaced
from croupier.table.registry import find_game
from croupier.table.settings import TableSettings

from .restless import Restless
from .witness import Witness


class Patron(Restless):
    """Somebody who plays at some tables until he is told to stop."""

    expected = frozenset(
        {
            Code.ALREADY_DECIDED,
            Code.BANKROLL_SHORT,
            Code.BETS_CLOSED,
            Code.EXPOSURE_MAXIMUM,
            Code.NOT_ASKED,
            Code.NOT_YOUR_SEAT,
            Code.OPTION_NOT_OFFERED,
            Code.ROUND_ON,
            Code.ROUND_OVER,
            Code.SEAT_TAKEN,
            Code.WAGER_NOT_NOW,
        }
    )
    """To who does not know of the latest yet, or is short of credit."""
    expected_of_a_dealer = frozenset({Code.ROUND_HELD, Code.TABLE_NOT_OPEN})
    """What else, where people deal: they close the table, and have rounds held."""

    def __init__(self, witness: Witness, rng: Random, tables: list[int], pause_s: float) -> None:
        super().__init__(witness, rng, pause_s)
        self.tables = tables
        self._games: dict[int, tuple[Any, TableSettings]] = {}
        self._lets_pass: set[tuple[int, int]] = set()
        """Questions, by table and event, that he leaves to the clock."""
        self._said_ready: set[tuple[int, int, int, int]] = set()
        self._seated_at: dict[int, int] = {}
        """By table: after which event he knows that he sits there."""

    async def play(self) -> None:
        """Plays until he is told to stop, then gets up and takes what he has."""
        for number in self.tables:
            mirror = await self.witness.watch(number)
            settings = from_json(TableSettings, mirror.info["settings"], "settings")
            self._games[number] = (find_game(settings.game, settings.rules_version), settings)
        while not self.is_to_stop:
            await self._do_something()
            await self.pause()
        for number in self.tables:
            await self._get_up(number)

    def expects(self, table: int) -> frozenset[Code]:
        """What may be refused to him at a table."""
        is_dealt_by_hand = self.witness.tables[table].info["terms"]["kind"] == "human"
        return self.expected | (self.expected_of_a_dealer if is_dealt_by_hand else frozenset())

    async def _do_something(self) -> None:
        mirror = self.witness.tables[self.rng.choice(self.tables)]
        roll = self.rng.random()
        if not mirror.own or (roll < 0.02 and mirror.info["terms"]["kind"] != "stadium"):
            await self._sit(mirror)
            return
        seat = self.rng.choice(sorted(mirror.own))
        if roll < 0.04:
            self.drop()
        elif roll < 0.06:
            await self._tell(mirror, "tip", seat=seat, cents=self.rng.randint(1, 500))
        elif roll < 0.08:
            await self._tell(mirror, "add_credit", seat=seat, cents=self.rng.randint(1, 5_000))
        elif roll < 0.10:
            await self._tell(mirror, "leave", seat=seat)
        elif roll < 0.14 and self._done:
            await self.send_again()
        elif mirror.asked(seat) is not None:
            await self._choose(mirror, seat)
        elif mirror.takes_bets and (seat not in mirror.layout.stakes or roll > 0.97):
            await self._bet(mirror, seat)
        elif mirror.takes_bets and self._when(mirror, seat) not in self._said_ready:
            self._said_ready.add(self._when(mirror, seat))
            await self._tell(mirror, "ready", seat=seat, round=mirror.round)
        else:
            await self._wait_for_news(mirror, 0.2)

    @staticmethod
    async def _wait_for_news(mirror: TableMirror, timeout_s: float) -> None:
        upto = mirror.upto
        with contextlib.suppress(TimeoutError):
            await mirror.until(lambda: mirror.upto > upto, timeout_s)

    def _when(self, mirror: TableMirror, seat: int) -> tuple[int, int, int, int]:
        """A round, for a seat, with the bets that lie there: who changes them says it again."""
        placed = sum(isinstance(one, WagersPlaced) and one.seat == seat for one in mirror.events)
        return mirror.number, seat, mirror.round, placed

    # What he does.

    async def _sit(self, mirror: TableMirror) -> None:
        cents = self.rng.choice((5_000, 20_000, 100_000))
        command_id = f"sit-{len(self.witness.sent)}"
        if await self._tell(mirror, "sit", credit_cents=cents):
            self._seated_at[mirror.number] = self.witness.receipts[command_id]["upto"]
        elif self.refused is Code.TABLE_NOT_OPEN:
            await self._wait_for_news(mirror, 0.3)
        else:
            await self.ask_for_more()

    async def _bet(self, mirror: TableMirror, seat: int) -> None:
        game, settings = self._games[mirror.number]
        slip = least_slip(game, settings)
        if self.rng.random() < 0.5:
            wished = random_slip(game, settings, self.rng)
            # Now and then more than he has.
            if wished.total_cents <= mirror.credits[seat] or self.rng.random() < 0.05:
                slip = wished
        is_taken_back = seat in mirror.layout.stakes and self.rng.random() < 0.3
        done = await self._tell(
            mirror,
            "bet",
            seat=seat,
            round=mirror.round,
            stakes={} if is_taken_back else dict(slip.stakes),
            picks=[] if is_taken_back else list(slip.picks),
            is_ready=not is_taken_back and self.rng.random() < 0.9,
        )
        is_short = not done and mirror.credits.get(seat, 0) < slip.total_cents
        if is_short and not await self._tell(mirror, "add_credit", seat=seat, cents=20_000):
            await self._tell(mirror, "leave", seat=seat)

    async def _choose(self, mirror: TableMirror, seat: int) -> None:
        asked = mirror.asked(seat)
        assert asked is not None, "he looked"
        question = (mirror.number, mirror.upto)
        if question in self._lets_pass or self.rng.random() < 0.03:
            self._lets_pass.add(question)
            return
        decision = random_decision(asked, self.rng)
        await self._tell(
            mirror,
            "choose",
            seat=seat,
            round=mirror.round,
            option=decision.option,
            stake_cents=decision.stake_cents,
        )

    async def ask_for_more(self) -> None:
        """Gets play money, if he has next to nothing left."""
        with contextlib.suppress(Rejection):
            await self.witness.top_up()

    async def _tell(self, mirror: TableMirror, do: str, **what: Any) -> bool:
        return await self.tell(mirror.number, do, **what)

    async def _get_up(self, number: int) -> None:
        """Leaves every seat; where a round is on, when it is over."""
        mirror = self.witness.tables[number]
        # A request may have been answered before its events have come.
        await mirror.until(lambda: mirror.upto >= self._seated_at.get(number, 0))
        for seat in sorted(mirror.own):
            await self._tell(mirror, "leave", seat=seat)
        while mirror.own:
            for seat in sorted(mirror.own):
                if mirror.asked(seat) is not None:
                    await self._choose(mirror, seat)
            with contextlib.suppress(TimeoutError):
                await mirror.until(lambda: not mirror.own, 0.05)
