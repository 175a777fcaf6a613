"""The table in lines: for pipes, scripts, screen readers and terminals that are none.

It asks in whole lines, reads a line, and ends politely when there are no more.
"""

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from croupier.money import format_cents, parse_cents
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.steps import Asked
from croupier.terminal.coaching import account_lines, advice_lines
from croupier.terminal.draft import bettable_wagers
from croupier.terminal.keys import find_option, keyed
from croupier.terminal.narration import Line, narrate
from croupier.terminal.seating import room_for_bots
from croupier.terminal.session import Session
from croupier.terminal.sheet import sheet
from croupier.terminal.wording import (
    cards_on_the_table,
    farewell,
    hint_sentence,
    own_cards,
    round_sentence,
)

__all__ = ["LineTable", "Lines"]

HELP = """\
While bets are open:
  SPOT AMOUNT    put that much on a spot: ante 10; nothing with 0; several with commas between
  pick ...       pick, in games where something is picked: pick 1 5 9
  least          add what the rules ask for, at the least it may be
  same           the same bet as in the last round
  double         twice everything
  clear          take all chips back
  bots N         so many bots beside you
  deal           no more bets: deal
When you are asked: the number, the letter or the name of what you choose; with an amount where
you name one: insure 10.
With a coach:
  coach          what each choice you have is worth
  account        what your decisions have cost this evening
Always:
  hint           what a sensible player would do
  rules          wagers, limits, pay tables and readings at this table
  cards          what lies on the table
  log            the round so far
  proof          the seed of the last round, and how to check its cards
  money          what you have and what is on the felt
  buy            buy in again
  help, quit"""

_COACH = "Your coach says what each decision was worth; say coach to ask him before it."


class Lines(Protocol):
    """Somebody who types and reads."""

    def read(self) -> str | None:
        """The next line, None when there are no more."""
        ...

    def write(self, text: str) -> None:
        """Shows a line."""
        ...


class LineTable:
    """A session, told and played in lines."""

    def __init__(self, session: Session, lines: Lines) -> None:
        self._session = session
        self._lines = lines
        self._told = 0
        self._has_left = False
        self._commands: dict[str, Callable[[], None]] = {
            "help": lambda: self._write(HELP),
            "hint": self._hint,
            "rules": self._rules,
            "cards": self._cards,
            "log": self._log,
            "proof": self._proof,
            "money": self._money,
            "buy": self._buy,
            "least": self._least,
            "same": self._same,
            "double": self._double,
            "clear": self._clear,
            "deal": self._deal,
            "coach": self._coach,
            "account": self._account,
        }

    def play(self) -> None:
        """Round after round until the player quits or says no more."""
        session = self._session
        seats = session.settings.positions
        self._write(f"{session.game.name}. You have seat {session.seat} of {seats}.")
        self._write("Type help for what you can say, quit to leave.")
        if session.coach is not None:
            self._write(_COACH)
        while not self._has_left:
            self._open_round()
            while not session.is_over and not self._has_left:
                self._turn()
            if session.is_over:
                self._close_round()
                if not self._has_left:
                    session.next_round()
        self._leave()

    def _turn(self) -> None:
        """One line of the player's."""
        said = self._lines.read()
        if said is None:
            self._has_left = True
            return
        word = said.strip().lower()
        try:
            if word in ("quit", "q", "exit", "leave"):
                self._has_left = True
            elif word in self._commands:
                self._commands[word]()
            elif word:
                self._say(word)
        except Rejection as rejection:
            self._write(rejection.detail)

    def _say(self, word: str) -> None:
        """What is not a command: an option when asked, else a bet."""
        if word.startswith("bots "):
            self._seat_bots(word.removeprefix("bots "))
        elif self._session.asked is not None:
            option, stake = find_option(self._session.asked, word)
            self._session.decide(option.name, stake)
            self._tell()
        elif word.startswith("pick "):
            self._session.pick(tuple(re.split(r"[\s,]+", word.removeprefix("pick ").strip())))
            self._slip()
        else:
            self._bet(word)

    # Betting.

    def _open_round(self) -> None:
        session = self._session
        self._told = 0
        self._write("")
        self._write(f"Round {session.round_number}. You have {format_cents(session.rack_cents)}.")
        if session.round_number == 1:
            for at, wager in enumerate(bettable_wagers(session.table), 1):
                limit = session.table.limits[wager.spot].sentence(wager.spot)
                self._write(f"  {at}: {limit}. {wager.about}")
        self._tell()
        if session.table.picks is not None:
            self._write(f"{session.table.picks.question} {session.table.picks.sentence}.")
        if session.rack_cents < session.least_cents():
            self._write(f"The least bet is {format_cents(session.least_cents())}: buy or quit.")
        self._write("Your bets?")

    def _bet(self, word: str) -> None:
        """`ante 10, pair plus 5`: all of it or nothing."""
        session, draft = self._session, self._session.draft
        # A game may have a spot of that name.
        has_spot_bet = any(spot.lower().startswith("bet") for spot in self._spots())
        said = word if has_spot_bet else word.removeprefix("bet ")
        for part in re.split(r"\s*(?:;|,\s)\s*", said):
            spot, _, amount = part.rpartition(" ")
            named = next((one for one in self._spots() if one.lower() == part), None)
            if named is not None:
                raise Rejection(
                    Code.AMOUNT_INVALID, f"How much on {named}? Say it like “{named} 10”."
                )
            if not spot:
                raise Rejection(
                    Code.SPOT_UNKNOWN,
                    f"{quoted(part)} is no command; bet like “{self._spots()[0]} 10”, or ask for "
                    "help.",
                )
            draft = draft.with_stake(self._spot(spot), parse_cents(amount))
        session.draw_up(draft)
        self._slip()

    def _spots(self) -> list[str]:
        return [wager.spot for wager in bettable_wagers(self._session.table)]

    def _spot(self, said: str) -> str:
        """The spot that is meant: by its number, its name or how it begins."""
        spots = self._spots()
        if said.isdecimal() and 1 <= int(said) <= len(spots):
            return spots[int(said) - 1]
        for spot in spots:
            if spot.lower() == said:
                return spot
        begun = [spot for spot in spots if spot.lower().startswith(said)]
        if len(begun) == 1:
            return begun[0]
        raise Rejection(
            Code.SPOT_UNKNOWN, f"There is no spot {quoted(said)} to bet on: {', '.join(spots)}."
        )

    def _slip(self) -> None:
        """The slip as it is, and whether the table would take it."""
        session = self._session
        stakes = [f"{spot} {format_cents(cents)}" for spot, cents in session.draft.slip.stakes]
        picks = [f"picked {' '.join(session.draft.picks)}"] if session.draft.picks else []
        self._write(f"On your slip: {', '.join((*stakes, *picks)) or 'nothing'}.")
        objection = session.slip_objection() if stakes else None
        if objection:
            self._write(f"Not yet: {objection}")

    def _least(self) -> None:
        self._session.complete()
        self._slip()

    def _same(self) -> None:
        self._session.bet_again()
        self._slip()

    def _double(self) -> None:
        self._session.draw_up(self._session.draft.doubled())
        self._slip()

    def _clear(self) -> None:
        self._session.clear()
        self._slip()

    def _deal(self) -> None:
        self._session.deal()
        self._tell()

    def _seat_bots(self, said: str) -> None:
        session = self._session
        room = room_for_bots(session.settings)
        wanted = int(said) if said.isdecimal() and len(said) < 6 else -1
        if not 0 <= wanted <= room:
            raise Rejection(
                Code.SEATS_OUT_OF_RANGE, f"There is room for 0 to {room} bots beside you."
            )
        while len(session.bots) > wanted:
            session.dismiss_bot()
        while len(session.bots) < wanted:
            session.seat_bot()
        self._tell()

    # The round.

    def _tell(self) -> None:
        """What has happened since the last time, and what is asked now."""
        session = self._session
        told = narrate(session.events, session.seat, session.remarks)
        self._write_lines(told[self._told :])
        self._told = len(told)
        if session.asked is not None:
            self._ask(session.asked)

    def _ask(self, asked: Asked) -> None:
        hand = f" ({asked.place.name})" if asked.place else ""
        # Of several hands, and of one that was picked, the cards have not just been told.
        for line in own_cards(self._session):
            self._write(line)
        self._write(f"{self._session.question}{hand}")
        for one in keyed(asked.options):
            keys = " or ".join(key for key in (one.number, one.letter) if key)
            self._write(f"  {keys}: {one.option.label}")

    def _close_round(self) -> None:
        self._write(round_sentence(self._session))
        if self._session.trouble:
            self._write(self._session.trouble)

    def _leave(self) -> None:
        session = self._session
        if not session.is_over and session.layout.bets_are_closed:
            self._write("You leave in the middle of a round; it is ended without you.")
            session.leave()
            self._tell()
            self._close_round()
        self._write(farewell(session))
        if session.coach is not None:
            self._account()

    # The coach.

    def _coach(self) -> None:
        for line in advice_lines(self._session.advice()):
            self._write(line)

    def _account(self) -> None:
        for line in account_lines(self._session.require_coach().account):
            self._write(line)

    # Questions.

    def _hint(self) -> None:
        self._write(hint_sentence(self._session))

    def _rules(self) -> None:
        for entry in sheet(self._session.game, self._session.settings):
            self._write(entry.title)
            for sentence in entry.sentences:
                self._write(f"  {sentence}")
            for name, pays in entry.rows:
                self._write(f"  {name}: {pays}")

    def _cards(self) -> None:
        for line in cards_on_the_table(self._session) or ["No cards lie on the table yet."]:
            self._write(line)

    def _log(self) -> None:
        session = self._session
        self._write_lines(narrate(session.events, session.seat, session.remarks))

    def _proof(self) -> None:
        proof = self._session.proof
        if proof is None:
            self._write("No round that can be checked is over yet.")
            return
        self._write(f"Round {proof.round_number} was committed to as {proof.commitment}.")
        self._write(f"Its seed was {proof.seed}, its salt {proof.salt}. To check it:")
        self._write(f"  {proof.command}")

    def _money(self) -> None:
        session = self._session
        self._write(
            f"You have {format_cents(session.rack_cents)}, and "
            f"{format_cents(session.in_action_cents)} on the felt."
        )

    def _buy(self) -> None:
        bought = self._session.buy_in()
        self._write(f"You buy in for {format_cents(bought)}.")
        self._money()

    def _write_lines(self, told: Sequence[Line]) -> None:
        for line in told:
            why = f" {line.why} ({line.clause})" if line.why else ""
            self._write(f"{line.text}{why}")

    def _write(self, text: str) -> None:
        self._lines.write(text)
