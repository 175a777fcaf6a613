"""One person at a table: his seat, his bankroll, bots beside him, round after round.

It knows nothing of screens. What a screen shows it asks of `sight`, which is made of the events
as the player's seat gets them and of nothing else. What a person does wrong is a `Rejection`,
and then nothing has changed.
"""

from typing import TYPE_CHECKING, Any

from croupier.bots import least_slip, random_slip, usual_decision
from croupier.money import format_cents
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.commands import CloseBets, Command, Decide, PlaceWagers, RevealSeed
from croupier.table.events import DecisionAsked, Event
from croupier.table.game import Game
from croupier.table.layout import Layout, redact
from croupier.table.picks import check_picks
from croupier.table.places import Viewer
from croupier.table.prepared import prepare
from croupier.table.round import Round
from croupier.table.settings import TableSettings
from croupier.table.steps import Asked, Option
from croupier.table.wager import Slip
from croupier.table.waiting import AwaitingDecisions, AwaitingWagers, RoundIsOver
from croupier.terminal.archive import Archive
from croupier.terminal.coaching import remarks_on
from croupier.terminal.decks import Decks, Proof
from croupier.terminal.draft import Draft, bettable_wagers
from croupier.terminal.narration import Remark
from croupier.terminal.seating import Seating, room_for_bots
from croupier.terminal.till import Till

if TYPE_CHECKING:
    from croupier.training.coach.coaching import Coach
    from croupier.training.coach.review import Reviewed

__all__ = ["Session"]


class Session:
    """A player's evening at one table."""

    def __init__(
        self,
        game: Game[Any],
        settings: TableSettings,
        decks: Decks,
        seating: Seating | None = None,
        archive: Archive | None = None,
        *,
        coach: "Coach | None" = None,
    ) -> None:
        seating = seating or Seating()
        seating.check(settings)
        self.game = game
        self.settings = settings
        self.table = prepare(game, settings)
        self.bettable = bettable_wagers(self.table)
        self.seat = seating.seat
        self.bought_cents = seating.bankroll_cents
        self.brought_cents = seating.bankroll_cents
        self._viewer = Viewer.at(self.seat)
        self._decks = decks
        self._chance = decks.bot_chance()
        self._archive = archive
        self.coach = coach
        """Who reviews the player's decisions, if he wants that."""
        self._till = Till()
        self.bots: list[int] = []
        self.round_number = 0
        self.rounds_played = 0
        self.proof: Proof | None = None
        self._last_slip: Slip | None = None
        self._open_round()
        for _ in range(seating.bots):
            self.seat_bot()

    def _open_round(self) -> None:
        self.round_number += 1
        self._deck = self._decks.deck(self.round_number)
        self._round = Round(self.game, self.settings, self._deck.source)
        self.events: list[Event] = []
        """The round so far, as the player's seat sees it."""
        self.layout = Layout()
        """What lies where, as far as his seat sees it."""
        self.question = ""
        """What was asked last."""
        self.trouble = ""
        """What went wrong beside the table: a record that could not be written."""
        self.remarks: list[Remark] = []
        """What the coach said of the decisions of the round."""
        if self.coach is not None:
            self.coach.open_round()
        self.draft = Draft(self.table)
        self._before = self._till.net_cents.copy()
        self._take_in(self._round.events)
        for seat in self.bots:
            self._bet_for(seat)

    # How things stand.

    @property
    def is_betting(self) -> bool:
        """Whether bets are open."""
        return isinstance(self._round.waiting, AwaitingWagers)

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return isinstance(self._round.waiting, RoundIsOver)

    @property
    def asked(self) -> Asked | None:
        """What the player is being asked now."""
        return self.layout.asked.get(self.seat)

    @property
    def bankroll_cents(self) -> int:
        """What the player has, less what is in action."""
        return self.bought_cents + self._till.net_cents[self.seat]

    @property
    def rack_cents(self) -> int:
        """What is left in front of him, less the chips he is putting down."""
        return self.bankroll_cents - (self.draft.total_cents if self.is_betting else 0)

    @property
    def in_action_cents(self) -> int:
        """What he has on the felt."""
        if self.is_betting:
            return self.draft.total_cents
        return sum(self.layout.stakes.get(self.seat, {}).values())

    @property
    def evening_cents(self) -> int:
        """What he is up or down since he sat down, wagers in action counted as his."""
        on_felt = 0 if self.is_betting else self.in_action_cents
        return self._till.net_cents[self.seat] + on_felt

    @property
    def bankroll_at_open_cents(self) -> int:
        """What the player had when bets were opened, with what he has bought in since."""
        return self.bought_cents + self._before[self.seat]

    def won_cents(self, seat: int) -> int:
        """What a seat is up or down in this round; all of it only when the round is over."""
        return self._till.net_cents[seat] - self._before[seat]

    @property
    def commitment(self) -> str | None:
        """What the house is bound to in this round; None for a stacked deck."""
        return str(self._deck.seed.commitment) if self._deck.seed else None

    # The slip.

    def draw_up(self, draft: Draft) -> None:
        """Changes the slip in the making; refuses chips the player does not have."""
        self._require_betting()
        more = draft.total_cents - self.draft.total_cents
        if more > 0 and more > self.rack_cents:
            raise _short(more, self.rack_cents)
        self.draft = draft

    def put(self, spot: str, cents: int) -> None:
        """Puts chips on a spot, or takes some back."""
        self._require_spot(spot)
        self.draw_up(self.draft.with_stake(spot, self.draft.stakes.get(spot, 0) + cents))

    def stake(self, spot: str, cents: int) -> None:
        """Makes the stake on a spot this much."""
        self._require_spot(spot)
        self.draw_up(self.draft.with_stake(spot, cents))

    def pick(self, picks: tuple[str, ...]) -> None:
        """Picks what the game lets a player pick before the deal."""
        self._require_betting()
        check_picks(self.table.picks, picks)
        self.draft.picks = picks

    def toggle_pick(self, choice: str) -> None:
        """Picks one or takes it back; one too many takes the place of the oldest."""
        self._require_betting()
        assert self.table.picks is not None, "in this game nothing is picked"
        assert choice in self.table.picks.choices, f"{choice} cannot be picked"
        picks = self.draft.picks
        if choice in picks:
            self.draft.picks = tuple(pick for pick in picks if pick != choice)
        else:
            self.draft.picks = (*picks, choice)[-self.table.picks.count :]

    def pick_at_random(self) -> None:
        """Lets chance pick."""
        self._require_betting()
        assert self.table.picks is not None, "in this game nothing is picked"
        self.draft.picks = tuple(
            self._chance.sample(self.table.picks.choices, self.table.picks.count)
        )

    def bet_again(self) -> None:
        """The same slip as in the last round."""
        if self._last_slip is None:
            raise Rejection(Code.NO_WAGERS, "There is no last bet yet; this is your first.")
        draft = Draft(self.table).with_stakes(dict(self._last_slip.stakes))
        draft.picks = self._last_slip.picks
        self.draw_up(draft)

    def complete(self) -> None:
        """Adds what the rules ask for beside what lies there; the least there is from nothing."""
        self.draw_up(self.draft.completed())

    def clear(self) -> None:
        """Takes all chips back; picks stay."""
        self.draw_up(self.draft.with_stakes({}))

    def slip_objection(self) -> str | None:
        """Why the table would not take the slip as it is, None if it would."""
        try:
            self._check(PlaceWagers(self.seat, self.draft.slip))
        except Rejection as rejection:
            return rejection.detail
        return None

    def least_cents(self) -> int:
        """What the least slip costs."""
        return least_slip(self.game, self.settings).total_cents

    # The round.

    def deal(self) -> None:
        """Puts the slip down and closes bets."""
        self._require_betting()
        slip = self.draft.slip
        if not slip.stakes:
            raise Rejection(Code.NO_WAGERS, "Bet something first; there is nothing to deal for.")
        self._do(PlaceWagers(self.seat, slip))
        self._last_slip = slip
        self._do(CloseBets(self._deck.salt))
        self._go_on()

    def decide(self, option: str, stake_cents: int | None = None) -> None:
        """The player chooses; if he has a coach, that one says what he thinks of it."""
        self._choose(option, stake_cents)
        if self.coach is not None:
            self.remarks += remarks_on(self.coach, self.events)
        self._go_on()

    def hint(self) -> Decide:
        """What a sensible player would do now."""
        if self.asked is None:
            raise Rejection(Code.NOT_ASKED, "You are not being asked anything now.")
        return usual_decision(self._round, self.seat)

    def require_coach(self) -> "Coach":
        """The coach; refuses to ask one who is not there."""
        if self.coach is None:
            raise Rejection(
                Code.OPTION_INVALID, "No coach sits beside you; start with --coach to have one."
            )
        return self.coach

    def advice(self) -> "Reviewed":
        """What each option is worth that the player has now."""
        advised = self.require_coach().advise(self.events)
        if advised is None:
            raise Rejection(Code.NOT_ASKED, "You are not being asked anything now.")
        return advised

    def can_afford(self, option: Option) -> bool:
        """Whether the player has what an option takes at the least."""
        return option.least_cents <= self.bankroll_cents

    def next_round(self) -> None:
        """The next round, with nothing on the felt."""
        assert self.is_over, "a round is played to its end"
        self._open_round()

    def leave(self) -> None:
        """Ends the round without the player: what costs him nothing more is chosen for him."""
        while self.asked is not None:
            self._choose(self._cheapest(self.asked))
            self._go_on()

    def buy_in(self) -> int:
        """Buys as many chips again as the player brought; returns how many cents."""
        self.bought_cents += self.brought_cents
        return self.brought_cents

    # Bots.

    def seat_bot(self) -> int:
        """A bot takes the next free seat; it plays as soon as bets are open."""
        taken = {self.seat, *self.bots}
        if len(self.bots) == room_for_bots(self.settings):
            raise Rejection(Code.SEATS_OUT_OF_RANGE, "There is no room for another bot.")
        free = next(n for n in range(1, self.settings.positions + 1) if n not in taken)
        self.bots = sorted((*self.bots, free))
        if self.is_betting:
            self._bet_for(free)
        return free

    def dismiss_bot(self) -> int:
        """The last bot leaves; not in the middle of a round."""
        if not self.bots:
            raise Rejection(Code.SEATS_OUT_OF_RANGE, "No bot sits at this table.")
        if not self.is_betting:
            raise Rejection(Code.BETS_CLOSED, "A bot may leave when bets are open.")
        seat = self.bots.pop()
        self._do(PlaceWagers(seat, Slip(())))
        return seat

    def _bet_for(self, seat: int) -> None:
        slip = random_slip(self.game, self.settings, self._chance)
        self._do(PlaceWagers(seat, slip))

    # How it is done.

    def _choose(self, option: str, stake_cents: int | None = None) -> None:
        self._do(Decide(self.seat, option, stake_cents))

    def _check(self, command: Command) -> None:
        """Refuses what the round refuses, and what the player cannot pay for."""
        cost = self._round.check(command).get(self.seat, 0)
        if cost > self.bankroll_cents:
            raise _short(cost, self.bankroll_cents)

    def _do(self, command: Command) -> None:
        self._check(command)
        self._take_in(self._round.handle(command))

    def _take_in(self, events: tuple[Event, ...]) -> None:
        for event in events:
            seen = redact(event, self._viewer)
            self._till.take_in(seen)
            self.events.append(seen)
            self.layout.apply(seen)
            if isinstance(seen, DecisionAsked):
                self.question = seen.question

    def _go_on(self) -> None:
        """Lets the bots decide until the player is asked or the round is over."""
        while isinstance(waiting := self._round.waiting, AwaitingDecisions):
            if waiting.seats[0] == self.seat:
                return
            self._do(usual_decision(self._round, waiting.seats[0]))
        assert self.is_over, f"a round at this table does not wait for {waiting}"
        self.rounds_played += 1
        if self._deck.seed is not None:
            self._do(RevealSeed(self._deck.seed.reveal()))
            self.proof = Proof(
                self.round_number,
                str(self._deck.seed.commitment),
                self._deck.seed.reveal(),
                self._deck.salt,
            )
        if self._archive is not None:
            try:
                self._archive.write(self._round.events, self.round_number)
            except Rejection as rejection:
                # The round stands; that its record does not is told.
                self.trouble = rejection.detail

    def _cheapest(self, asked: Asked) -> str:
        """What counts for a player who has left: the default, or what takes no chips."""
        if asked.default is not None:
            return asked.default
        cheapest = min(asked.options, key=lambda option: option.least_cents)
        costs = {option.name: option.least_cents for option in asked.options}
        usual = self.hint().option
        return usual if costs[usual] == cheapest.least_cents else cheapest.name

    def _require_betting(self) -> None:
        if not self.is_betting:
            raise Rejection(Code.BETS_CLOSED, "Bets are closed; the next round takes new ones.")

    def _require_spot(self, spot: str) -> None:
        spots = [wager.spot for wager in self.bettable]
        if spot not in spots:
            raise Rejection(
                Code.SPOT_UNKNOWN,
                f"{quoted(spot)} is not bet before the deal; there are {', '.join(spots)}.",
            )


def _short(cost_cents: int, left_cents: int) -> Rejection:
    return Rejection(
        Code.BANKROLL_SHORT,
        f"That takes {format_cents(cost_cents)} and you have {format_cents(left_cents)}; "
        "bet less or buy in.",
    )
