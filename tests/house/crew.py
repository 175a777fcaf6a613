"""A dealer and a supervisor at work at a table, over the API like everybody else.

They open it with a count and signatures, deal round after round by hand, with real cards where the
table is played with some, fill and credit the rack, collect tips, report and rule on what goes
wrong, correct cards, ask for past rounds to be void, close the table and open it again. What comes
next the house tells them; what must be in the rack the supervisor reckons himself.
"""

import asyncio
from random import Random
from typing import Any

from croupier.cards import DECK
from croupier.rejection import Code, Rejection

from .restless import Restless
from .table_books import Json, TableBooks
from .witness import Witness

_FULL_CENTS = 20_000_000
_LOW_CENTS = 5_000_000
_BACKS = ("red", "blue")
_WHOLE_DECK = [str(card) for card in DECK]
_STEPS = ("deal", "release_rest", "turn", "act", "collect")
_LATE = frozenset(
    {
        Code.FORM_NOT_WAITING,
        Code.HOUSE_UNAVAILABLE,
        Code.NOT_ALLOWED,
        Code.POSITION_TAKEN,
        Code.ROUND_HELD,
        Code.ROUND_ON,
        Code.ROUND_OVER,
        Code.TABLE_NOT_OPEN,
    }
)
"""What may be refused to whoever works at a table where others do something at the same time."""


class Colleague(Restless):
    """Somebody who works at a table until it is closed for good."""

    role = ""

    def __init__(self, witness: Witness, rng: Random, table: int, pause_s: float) -> None:
        super().__init__(witness, rng, pause_s)
        self.table = table

    async def work(self) -> None:
        """Works; who is told to stop goes when the table is closed."""
        await self.witness.watch(self.table)
        while True:
            if self.is_to_repeat:
                await self.send_last_again()
            if self.rng.random() < 0.01:
                self.drop()
            state = await self._look()
            if state[self.role] is None:
                if self.is_to_stop and state["status"] == "closed":
                    return
                await self.do("take_position", role=self.role)
            elif self.is_to_stop and state["status"] == "closed":
                await self.do("leave_position", role=self.role)
            else:
                await self._do_something(state)
            await self.pause()

    async def _do_something(self, state: Json) -> None:
        raise NotImplementedError

    async def do(self, what: str, **details: Any) -> bool:
        """Tells the table something."""
        return await self.tell(self.table, what, **details)

    async def _look(self) -> Json:
        found: Json = await self.witness.request("GET", f"/api/tables/{self.table}")
        return found

    async def _next_step(self) -> Json:
        """What the round waits for; `nothing` where he has lost his place to ask."""
        try:
            found: Json = await self.witness.request("GET", f"/api/tables/{self.table}/next-step")
        except Rejection as refused:
            assert refused.code in _LATE, f"{self.witness.actor} is not told: {refused}"
            return {"waits_for": "nothing", "step": None}
        return found

    async def _sign(self, form: Json) -> None:
        """Signs the first paper that has not got his signature."""
        signed = {one["form"] for one in form["signed"] if one["role"] == self.role}
        papers = [form["name"]] + (["error notification"] if form["nature"] is not None else [])
        missing = [one for one in papers if one not in signed]
        if missing:
            await self.do("sign", form=self.rng.choice(missing))


class Dealer(Colleague):
    """Deals by hand: from a deck of his own where the cards are real."""

    role = "dealer"
    expected = _LATE | {
        Code.BETS_CLOSED,
        Code.CARD_NOT_AWAITED,
        Code.CARD_REPEATED,
        Code.DECK_NOT_INSPECTED,
        Code.NO_WAGERS,
        Code.NOT_THE_NEXT_STEP,
    }

    def __init__(self, witness: Witness, rng: Random, table: int, pause_s: float) -> None:
        super().__init__(witness, rng, table, pause_s)
        self.cards: list[str] = []
        """What is left of the deck in play."""
        self._inspected: set[str] = set()

    async def _do_something(self, state: Json) -> None:
        if state["form"] is not None:
            await self._sign(state["form"])
            return
        roll = self.rng.random()
        step = await self._next_step()
        if step["waits_for"] != "decks":
            self._inspected.clear()
        match step["waits_for"]:
            case "new_game" if roll < 0.03:
                # Another dealer would come; here it is the same one.
                await self.do("leave_position", role=self.role)
            case "new_game":
                self.cards = self.rng.sample(_WHOLE_DECK, len(_WHOLE_DECK))
                await self.do("new_game")
            case "wagers":
                has_bets = any(one["event"] == "wagers_placed" for one in state["events"])
                if has_bets and roll < 0.4:
                    await self.do("no_more_bets")
            case "dealer" | "cards" | "decisions" if roll < 0.01:
                kind = self.rng.choice(("dealer_error", "wrong_count", "device_failure"))
                await self.do("report", kind=kind, detail="Something fell.")
            case "dealer" | "cards" if roll < 0.04:
                await self.do("step", step=self.rng.choice(_STEPS))
            case "dealer":
                await self.do("step", step=step["step"])
            case "cards":
                await self._draw()
            case "decks":
                await self._inspect()
            case _:
                await asyncio.sleep(0.05)

    async def _draw(self) -> None:
        """Draws a card and enters it; one that was refused may have been read all the same."""
        if not self.cards:
            self.cards = self.rng.sample(_WHOLE_DECK, len(_WHOLE_DECK))
        if await self.do("enter_card", card=self.cards[0]) or self.refused is Code.CARD_REPEATED:
            del self.cards[0]

    async def _inspect(self) -> None:
        """Looks through the decks, one after the other; now and then a card is missing."""
        if self._inspected == set(_BACKS):
            # The supervisor puts them into play, if what he needs is what was inspected.
            if self.rng.random() < 0.1:
                self._inspected.clear()
            await asyncio.sleep(0.05)
            return
        back = next(one for one in _BACKS if one not in self._inspected)
        cards = _WHOLE_DECK[1:] if self.rng.random() < 0.05 else _WHOLE_DECK
        if await self.do("inspect_deck", back=back, cards=cards) and cards is _WHOLE_DECK:
            self._inspected.add(back)


class RackCount:
    """What a supervisor reckons is in a rack, from what he is shown alone."""

    def __init__(self, table: int) -> None:
        self.table = table
        self.upto = 0
        self.cents: int | None = None
        """None where he has missed something, and must look it up."""
        self._on_paper = 0

    def take(self, message: Json) -> None:
        """Takes in what the server shows."""
        if message["table"] != self.table:
            return
        if message["type"] == "snapshot":
            if message["upto"] != self.upto:
                self.cents = None
        else:
            for _, event in message["events"]:
                if self._on_paper:
                    self._on_paper -= 1
                elif self.cents is not None:
                    self.cents += self._gained(event)
        self.upto = message["upto"]

    def _gained(self, event: Json) -> int:
        match event["event"]:
            case "rack_filled" | "rack_corrected":
                return event["cents"]
            case "rack_credited" | "difference_paid":
                return -event["cents"]
            case "wager_settled":
                stake = event["stake_cents"] if event["has_own_wager"] else 0
                return stake - event["returned_cents"]
            case "settlement_reversed":
                return event["returned_cents"] - event["stake_cents"]
            case "round_revised":
                assert event["is_on_paper"], "of a round in play everybody gets a new picture"
                self._on_paper = event["event_count"]
                return 0
            case _:
                return 0


class Supervisor(Colleague):
    """Opens and closes a table, sees to its rack, rules on what went wrong."""

    role = "supervisor"
    expected = _LATE | {
        Code.BANKROLL_SHORT,
        Code.CARD_REPEATED,
        Code.COMMAND_INVALID,
        Code.COUNT_DIFFERS,
        Code.DECK_NOT_INSPECTED,
        Code.REVISION_IMPOSSIBLE,
        Code.ROUND_NOT_HELD,
        Code.TEXT_INVALID,
    }

    def __init__(self, witness: Witness, rng: Random, table: int, pause_s: float) -> None:
        super().__init__(witness, rng, table, pause_s)
        self.rack = RackCount(table)
        witness.listeners.append(self.rack.take)
        self.has_asked = False
        """Whether he has asked for a round to be void."""
        self.counts = 0
        """How often he has counted the rack, and it held what he had reckoned."""

    async def _do_something(self, state: Json) -> None:
        is_counting = state["status"] != "open" and not state["round_is_on"]
        if state["form"] is not None:
            await self._see_to_form(state["form"])
        elif is_counting and self.rng.random() < 0.3:
            await self._fill_up()
        elif is_counting:
            await self._count()
        elif self.is_to_stop and state["status"] == "open":
            await self.do("close_table")
        else:
            await self._watch_play(state)

    async def _see_to_form(self, form: Json) -> None:
        roll = self.rng.random()
        if roll < 0.05:
            # What was counted is then no longer there.
            await self.do("fill", cents=self.rng.randint(1, 50_000))
        elif roll < 0.1:
            await self._count()
        else:
            await self._sign(form)

    async def _watch_play(self, state: Json) -> None:
        step = await self._next_step()
        if step["waits_for"] == "supervisor":
            remedy = self.rng.choice(("void", "continue"))
            await self.do("rule", remedy=remedy, reason="It was seen from above.")
        elif step["waits_for"] == "decks":
            await self.do("change_decks", in_play="red", in_shuffler="blue")
            await asyncio.sleep(0.05)
        else:
            await self._see_to_play(state)

    async def _see_to_play(self, state: Json) -> None:
        number, roll = state["round"], self.rng.random()
        past = max(number - self.rng.randint(1, 4), 1)
        is_real = state["terms"]["cards"] == "physical"
        if number > 1 and not self.has_asked:
            self.has_asked = True
            await self.do("void_round", round=past, reason="The wrong cards were in play.")
        elif roll < 0.02:
            await self.do("close_table")
        elif roll < 0.05:
            await self.do("fill", cents=self.rng.randint(1, 100_000))
        elif roll < 0.08:
            await self.do("credit", cents=self.rng.randint(1, 100_000))
        elif roll < 0.12:
            await self.do("collect_tips")
        elif roll < 0.22 and number > 1:
            await self.do("void_round", round=past, reason="The wrong cards were in play.")
        elif roll < 0.34 and is_real and number > 1:
            await self._correct(self.rng.choice((past, number)))
        elif roll < 0.35:
            await self.do("leave_position", role=self.role)
        elif roll < 0.36:
            await self.do("report", kind="dealer_error", detail="A card slipped.")
        else:
            await asyncio.sleep(0.05)

    async def _correct(self, number: int) -> None:
        position, card = self.rng.randint(1, 9), self.rng.choice(_WHOLE_DECK)
        reason = "It was a heart."
        await self.do("correct_card", round=number, position=position, card=card, reason=reason)

    # The rack.

    async def _fill_up(self) -> None:
        cents = await self._rack_cents()
        if cents is not None and cents < _LOW_CENTS:
            await self.do("fill", cents=_FULL_CENTS - cents)
        elif cents is not None and cents > 2 * _FULL_CENTS:
            await self.do("credit", cents=cents - _FULL_CENTS)

    async def _count(self) -> None:
        """Counts what he has reckoned, or now and then a little more or less."""
        cents = await self._rack_cents()
        if cents is None or cents < _LOW_CENTS:
            return
        reckoned = self.rack.upto
        wrong = self.rng.choice((0, 0, 0, 0, 0, -500, 500))
        nature = "A chip too many, or too few." if wrong else ""
        if await self.do("count_bank", counted_cents=cents + wrong, nature=nature):
            self.counts += not wrong
            return
        if self.refused in (Code.COUNT_DIFFERS, Code.TEXT_INVALID):
            # Unless something has come between, nobody but he could have been wrong.
            await self._catch_up()
            says = f"{self.witness.actor} reckons {cents} in the rack of table {self.table}"
            assert self.rack.upto != reckoned, f"{says}, and the house something else"

    async def _catch_up(self) -> int:
        """Waits until he was shown all that has happened by now; up to which event."""
        upto: int = (await self._look())["upto"]
        mirror = self.witness.tables[self.table]
        await mirror.until(lambda: mirror.upto >= upto)
        return upto

    async def _rack_cents(self) -> int | None:
        """What is in the rack; None where too much happens for that to be told."""
        upto = await self._catch_up()
        if self.rack.cents is None:
            report = await self.witness.request("GET", f"/api/reports?table={self.table}")
            if await self._catch_up() == upto == self.rack.upto:
                self.rack.cents = report["tables"][0]["closing_rack_cents"]
        return self.rack.cents

    def compare(self, table: TableBooks) -> None:
        """Fails where he has reckoned something else than the log says."""
        has = table.rack_at(self.rack.upto)
        assert self.rack.cents in (None, has), f"{self.witness.actor}: {self.rack.cents}, not {has}"
