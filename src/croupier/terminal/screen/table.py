"""The table on the screen: does what the player's keys say."""

from collections.abc import Callable

from textual import events

from croupier.money import format_cents
from croupier.rejection import Rejection
from croupier.terminal.keys import keyed
from croupier.terminal.screen.betting import BettingTable
from croupier.terminal.screen.coach_pages import account_page, advice_page, reviewed_page
from croupier.terminal.screen.dialogs import AmountDialog, LeaveDialog, Page
from croupier.terminal.screen.keymap import ALWAYS, BETTING, OVER, PICKING
from croupier.terminal.screen.log import log_text
from croupier.terminal.screen.pages import help_page, proof_page, sheet_page
from croupier.terminal.screen.panel import pick_keys
from croupier.terminal.sight import Phase
from croupier.terminal.wording import hint_sentence

__all__ = ["TableScreen"]


class TableScreen(BettingTable):
    """A session on the full screen."""

    async def on_key(self, event: events.Key) -> None:
        """Does what a key means now."""
        key = event.character if event.is_printable and event.character else event.key
        event.stop()
        event.prevent_default()
        if self._timer is not None and key != "ctrl+c":
            self._show_all()
            return
        self._said = None
        action = self._action_of(key) or ALWAYS.get(key)
        if action is not None:
            await self.run_action(action)
        else:
            self._show()

    def _action_of(self, key: str) -> str | None:
        """What a key does in this phase alone."""
        match self.sight.phase:
            case Phase.BETTING if self._is_picking:
                choice = pick_keys(self._session).get(key)
                return f"pick({choice!r})" if choice else PICKING.get(key)
            case Phase.BETTING if key.isdecimal():
                return f"chip({int(key) - 1})"
            case Phase.BETTING:
                return BETTING.get(key)
            case Phase.DECIDING:
                assert self.sight.asked is not None, "somebody decides who is asked"
                for one in keyed(self.sight.asked.options):
                    if key in (one.number, one.letter):
                        return f"decide({one.option.name!r})"
                return None
            case Phase.OVER:
                return OVER.get(key)
            case Phase.DEALING:
                return None

    # The round.

    def action_go_on(self) -> None:
        """Deals, or opens the next round."""
        if self._session.is_over:
            self._next_round()
            self._show()
        elif self._try(self._session.deal):
            self._is_picking = False

    def action_decide(self, name: str) -> None:
        """The player chooses an option, and names the stake where it is open."""
        asked = self.sight.asked
        option = next((one for one in asked.options if one.name == name), None) if asked else None
        if option is None:
            return
        if not option.is_open or option.least_cents == option.most_cents:
            self._try(lambda: self._session.decide(name))
            return

        def stake(cents: int | None) -> None:
            if cents is not None:
                self._try(lambda: self._session.decide(name, cents))

        least, most = format_cents(option.least_cents), format_cents(option.most_cents)
        self.app.push_screen(AmountDialog(f"{option.label}: how much? {least} to {most}."), stake)

    def action_hint(self) -> None:
        """Says what a sensible player would do."""
        if self._session.asked is not None and self.sight.phase is Phase.DECIDING:
            self._hinted = self._session.hint().option
        elif not self._session.is_betting:
            self._say("You are not being asked anything now.")
            return
        self._say(hint_sentence(self._session))

    def action_coach(self) -> None:
        """What every option is worth, for who wants to know it before he chooses."""
        session, sight = self._session, self.sight
        if session.coach is not None and session.asked is None and session.coach.reviewed:
            self.app.push_screen(reviewed_page(session.coach.reviewed))
        elif sight.phase is not Phase.DEALING:
            self._ask_coach(lambda: advice_page(session.advice()))

    def action_account(self) -> None:
        """What the player's decisions have cost this evening."""
        self._ask_coach(lambda: account_page(self._session.require_coach().account))

    def _ask_coach(self, answer: Callable[[], Page]) -> None:
        """Shows what he answers, or says why he does not."""
        try:
            page = answer()
        except Rejection as rejection:
            self._say(rejection.detail, is_refusal=True)
        else:
            self.app.push_screen(page)

    # Service.

    def action_help(self) -> None:
        """The keys."""
        self.app.push_screen(help_page(has_coach=self._session.coach is not None))

    def action_sheet(self) -> None:
        """Wagers, limits, pay tables, readings."""
        self.app.push_screen(sheet_page(self._session))

    def action_log(self) -> None:
        """All that happened since the player sat down."""
        text = log_text((*self._past, *self.sight.lines))
        self.app.push_screen(Page("The log", text, at_end=True))

    def action_proof(self) -> None:
        """How the shuffle can be checked."""
        self.app.push_screen(proof_page(self._session))

    def action_buy_in(self) -> None:
        """Buys chips."""
        bought = self._session.buy_in()
        self._say(f"You buy in for {format_cents(bought)}.")

    def action_seat_bot(self) -> None:
        """A bot sits down."""
        if self._try(self._session.seat_bot):
            self._say(f"{len(self._session.bots)} beside you now; O sends one away.")

    def action_dismiss_bot(self) -> None:
        """The last bot leaves."""
        if self._try(self._session.dismiss_bot):
            self._say(f"{len(self._session.bots)} beside you now.")

    def action_leave(self) -> None:
        """Leaves the table; asks before where chips are in action."""
        if self._session.is_betting or self._session.is_over:
            self.app.exit()
            return

        def answer(leaves: bool | None) -> None:
            if leaves:
                self._session.leave()
                self.app.exit()

        at_stake = format_cents(self._session.in_action_cents)
        self.app.push_screen(
            LeaveDialog(f"Leave with {at_stake} on the felt? The round is ended without you."),
            answer,
        )
