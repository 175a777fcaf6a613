"""The table while bets are open: chips put down and taken back, cells picked."""

from croupier.terminal.draft import chips_for
from croupier.terminal.narration import Line, Tone
from croupier.terminal.screen.dialogs import AmountDialog
from croupier.terminal.screen.showing import ShownTable
from croupier.terminal.session import Session
from croupier.terminal.sight import Phase

__all__ = ["BettingTable"]


class BettingTable(ShownTable):
    """What the player does with chips."""

    def __init__(self, session: Session, pace_s: float) -> None:
        super().__init__(session, pace_s)
        self._chips_put: list[tuple[str, int]] = []
        """Which chips lie on top, for taking them back one by one."""

    def action_step_spot(self, step: int) -> None:
        """Chooses the next spot, or the one before."""
        self._spot_at = (self._spot_at + step) % len(self._session.bettable)
        self._show()

    def action_choose_spot(self, spot: str) -> None:
        """Chooses a spot; on the one that is chosen, puts its least."""
        if self.sight.phase is not Phase.BETTING:
            return
        self._is_picking = False
        if spot == self._chosen():
            self.action_step_stake(1)
            return
        self._spot_at = [wager.spot for wager in self._session.bettable].index(spot)
        self._show()

    def action_chip(self, at: int) -> None:
        """Puts a chip of the rack on the chosen spot."""
        chips = chips_for(self._session.table)
        if 0 <= at < len(chips):
            spot, cents = self._chosen(), chips[at].value_cents
            if self._try(lambda: self._session.put(spot, cents)):
                self._chips_put.append((spot, cents))

    def action_take_back(self) -> None:
        """Takes the last chip back."""
        if self._chips_put:
            spot, cents = self._chips_put.pop()
            self._try(lambda: self._session.put(spot, -cents))
        else:
            self.action_step_stake(-1)

    def action_step_stake(self, step: int) -> None:
        """One step more or less on the chosen spot."""
        session, spot = self._session, self._chosen()
        self._chips_put.clear()
        self._try(lambda: session.draw_up(session.draft.stepped(spot, up=step > 0)))

    def action_clear_spot(self) -> None:
        """Takes all chips from the chosen spot."""
        self._chips_put.clear()
        self._try(lambda: self._session.stake(self._chosen(), 0))

    def action_clear(self) -> None:
        """Takes all chips back."""
        self._chips_put.clear()
        self._try(self._session.clear)

    def action_double(self) -> None:
        """Twice everything."""
        self._chips_put.clear()
        self._try(lambda: self._session.draw_up(self._session.draft.doubled()))

    def action_complete(self) -> None:
        """Adds what the rules ask for."""
        self._chips_put.clear()
        self._try(self._session.complete)

    def action_bet_again(self) -> None:
        """The same bet as last time; after a round, in the next one."""
        if self._session.is_over:
            self._next_round()
        self._chips_put.clear()
        self._is_picking = False
        self._try(self._session.bet_again)

    def action_amount(self) -> None:
        """Asks for an amount for the chosen spot."""
        spot = self._chosen()

        def put(cents: int | None) -> None:
            if cents is not None:
                self._chips_put.clear()
                self._try(lambda: self._session.stake(spot, cents))

        limit = self._session.table.limits[spot].sentence(spot)
        self.app.push_screen(AmountDialog(f"How much? {limit}."), put)

    # Picking.

    def action_picking(self) -> None:
        """Begins to pick, or is done with it."""
        self._is_picking = not self._is_picking and self._session.table.picks is not None
        self._show()

    def action_pick(self, choice: str) -> None:
        """Picks one or takes it back."""
        if self.sight.phase is Phase.BETTING:
            self._is_picking = True
            self._try(lambda: self._session.toggle_pick(choice))

    def action_pick_at_random(self) -> None:
        """Lets chance pick."""
        self._try(self._session.pick_at_random)

    def _next_round(self) -> None:
        """Opens bets anew; the log of the last round stays above."""
        self._past += self.sight.lines
        self._past.append(Line(f"— Round {self._session.round_number + 1} —", Tone.HOUSE))
        self._session.next_round()
        self._shown = len(self._session.events)
        self._chips_put.clear()
        self._is_picking = self._session.table.picks is not None
