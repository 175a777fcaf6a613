"""The driver: one round, from the first bet to the last chip.

A `Round` runs a game's script. It carries out what the script asks for, waits where it needs
somebody, and takes commands. Commands go in, events come out, in one order; the same script
with the same commands and cards gives the same events. A command that is refused leaves the
round exactly as it was.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, assert_never

from croupier.cards import (
    CardAwaited,
    CardReader,
    Device,
    DeviceFault,
    OutOfCards,
    Seed,
    parse_salt,
)
from croupier.money import format_cents, is_whole_cents
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    Command,
    Decide,
    Perform,
    PlaceWagers,
    ReadCard,
    ReportIrregularity,
    RevealSeed,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.dealing import Dealing
from croupier.table.events import DecidedBy, Event
from croupier.table.game import Game
from croupier.table.irregularity import IrregularityKind, Remedy, irregularity_of
from croupier.table.layout import Layout
from croupier.table.ruling import with_readings
from croupier.table.settings import TableSettings, check_wagers
from croupier.table.source import CardSource
from croupier.table.steps import (
    Act,
    Answer,
    Ask,
    Asked,
    Call,
    Choice,
    Collect,
    Deal,
    Move,
    Option,
    ReleaseRest,
    Settle,
    Step,
    TakeWagers,
    Turn,
)
from croupier.table.waiting import (
    AUTOMATIC,
    DEALER_STEPS,
    Automation,
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingSupervisor,
    AwaitingWagers,
    RoundIsOver,
    Running,
    Waiting,
    step_name,
)

__all__ = ["Round"]


class Round:
    """One round of a game at one table."""

    def __init__(
        self,
        game: Game[Any],
        settings: TableSettings,
        source: CardSource,
        *,
        automation: Automation = AUTOMATIC,
    ) -> None:
        self.game = game
        self.settings = settings
        self.layout = Layout()
        self._source = source
        self._automation = automation
        self._events: list[Event] = []
        self._rules = with_readings(game.rules, dict(settings.readings))
        self._device: Device | None = None
        self._choices: dict[int, Choice] = {}
        self._waiting: Waiting = Running()
        self._resume: Callable[[], None] | None = None
        commitment = str(source.commitment) if source.commitment else None
        self._emit(happened.RoundOpened(settings, source.device, commitment))
        self._script = game.script(Dealing(self._rules, settings, self.layout, source.device))
        self._step: Step = next(self._script)
        self._run()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(self._events)

    @property
    def waiting(self) -> Waiting:
        """What the round needs to go on."""
        return self._waiting

    @property
    def step(self) -> Step:
        """The step of the script in hand."""
        return self._step

    def handle(self, command: Command) -> tuple[Event, ...]:
        """Does what it is told, and returns what happened; or raises `Rejection`."""
        before = len(self._events)
        self._require_in_play(command)
        match command:
            case PlaceWagers():
                self._place_wagers(command)
            case CloseBets():
                self._close_bets(command)
            case Decide():
                self._decide(command)
            case TimeOut():
                self._time_out()
            case ReadCard():
                self._read_card(command)
            case Perform():
                self._perform(command)
            case ReportIrregularity():
                self._report(command.kind, command.detail)
            case RuleOnIrregularity():
                self._rule(command)
            case RevealSeed():
                self._reveal_seed(command)
            case _:
                assert_never(command)
        return tuple(self._events[before:])

    # Commands. Each first refuses what it must, then changes things.

    def _require_in_play(self, command: Command) -> None:
        over = isinstance(self._waiting, RoundIsOver)
        held = isinstance(self._waiting, AwaitingSupervisor)
        if over and not isinstance(command, RevealSeed):
            raise Rejection(Code.ROUND_OVER, "This round is over; the next one takes new bets.")
        if held and not isinstance(command, RuleOnIrregularity):
            raise Rejection(
                Code.ROUND_HELD, "This round is held until a supervisor rules on what went wrong."
            )

    def _place_wagers(self, command: PlaceWagers) -> None:
        self._require_betting()
        if not 1 <= command.seat <= self.settings.positions:
            raise Rejection(
                Code.SEAT_UNKNOWN,
                f"This table has seats 1 to {self.settings.positions}; {command.seat} is none.",
            )
        slip = command.slip
        if slip.stakes:
            check_wagers(self.game, self._rules, self.settings, slip)
        elif command.seat not in self.layout.stakes:
            raise Rejection(
                Code.NO_WAGERS, f"Seat {command.seat} has no wagers, and none are on the slip."
            )
        picks = slip.picks if slip.stakes else ()
        self._emit(happened.WagersPlaced(command.seat, slip.stakes, picks))

    def _close_bets(self, command: CloseBets) -> None:
        self._require_betting()
        salt = parse_salt(command.salt)
        if not self.layout.stakes:
            raise Rejection(Code.NO_WAGERS, "Nobody has bet; there is nothing to deal for.")
        self._device = self._source.load(salt)
        self._emit(happened.BetsClosed(salt.hex()))
        self._next_step(None)
        self._run()

    def _decide(self, command: Decide) -> None:
        asked = self._asked(command.seat)
        option = next((one for one in asked.options if one.name == command.option), None)
        if option is None:
            offered = ", ".join(one.name for one in asked.options)
            raise Rejection(
                Code.OPTION_NOT_OFFERED,
                f"Seat {command.seat} may choose: {offered}; not “{command.option}”.",
            )
        stake = _option_stake(option, command.stake_cents)
        self._choose(asked, option, stake, DecidedBy.PLAYER)
        self._run()

    def _time_out(self) -> None:
        waiting = list(self.layout.asked.values())
        if not isinstance(self._waiting, AwaitingDecisions):
            raise Rejection(Code.NOT_ASKED, "Nobody is being asked, so no time can run out.")
        for asked in waiting:
            if asked.default is None:
                raise Rejection(
                    Code.NO_DEFAULT,
                    f"Nothing counts by default for seat {asked.seat}; the table waits for it.",
                )
        for asked in waiting:
            option = next(one for one in asked.options if one.name == asked.default)
            self._choose(asked, option, option.least_cents, DecidedBy.TIME)
        self._run()

    def _read_card(self, command: ReadCard) -> None:
        if not isinstance(self._waiting, AwaitingCards):
            raise Rejection(Code.CARD_NOT_AWAITED, "No card is to be drawn now; put it back.")
        assert isinstance(self._device, CardReader), "only a reader waits for cards"
        self._device.read(command.card)
        self._run(performed=True)

    def _perform(self, command: Perform) -> None:
        if not isinstance(self._waiting, AwaitingDealer):
            raise Rejection(Code.NOT_THE_NEXT_STEP, "It is not the dealer's turn now.")
        wanted = step_name(self._waiting.step)
        if command.step != wanted:
            raise Rejection(
                Code.NOT_THE_NEXT_STEP, f"The next step is “{wanted}”, not “{command.step}”."
            )
        self._run(performed=True)

    def _report(self, kind: IrregularityKind, detail: str) -> None:
        remedy = self.game.remedy(kind, self._rules, self._source.device)
        self._resume = partial(self._wait_for, self._waiting)
        self._irregular(kind, detail, remedy)

    def _rule(self, command: RuleOnIrregularity) -> None:
        if not isinstance(self._waiting, AwaitingSupervisor):
            raise Rejection(Code.ROUND_NOT_HELD, "This round is not held; nothing is to rule on.")
        if command.remedy is Remedy.SUPERVISOR:
            raise Rejection(
                Code.OPTION_NOT_OFFERED, "A supervisor rules that the round is void or continues."
            )
        self._emit(happened.SupervisorRuled(command.remedy, command.reason))
        if command.remedy is Remedy.VOID:
            self._void(command.reason)
        else:
            assert self._resume is not None, "a held round knows how to go on"
            self._waiting = Running()
            self._resume()

    def _reveal_seed(self, command: RevealSeed) -> None:
        if not isinstance(self._waiting, RoundIsOver):
            raise Rejection(Code.SEED_INVALID, "The seed stays secret until the round is over.")
        seed = Seed.parse(command.seed)
        if self._source.commitment is None or not self._source.commitment.opens_to(seed):
            raise Rejection(
                Code.COMMITMENT_INVALID, "This is not the seed the house was committed to."
            )
        if any(isinstance(event, happened.SeedRevealed) for event in self._events):
            raise Rejection(Code.ROUND_OVER, "The seed of this round was revealed already.")
        self._emit(happened.SeedRevealed(seed.reveal()))

    # What the commands share.

    def _require_betting(self) -> None:
        if not isinstance(self._waiting, AwaitingWagers):
            raise Rejection(Code.BETS_CLOSED, "Bets are closed; the next round takes new ones.")

    def _asked(self, seat: int) -> Asked:
        if isinstance(self._waiting, AwaitingDecisions):
            if seat in self.layout.asked:
                return self.layout.asked[seat]
            if seat in self._choices:
                raise Rejection(
                    Code.ALREADY_DECIDED, f"Seat {seat} has chosen already, and it stands."
                )
        raise Rejection(Code.NOT_ASKED, f"Seat {seat} is not being asked now.")

    def _choose(self, asked: Asked, option: Option, stake_cents: int, by: DecidedBy) -> None:
        assert isinstance(self._step, Ask)
        choice = Choice(asked.seat, option.name, stake_cents)
        self._choices[asked.seat] = choice
        self._emit(happened.DecisionMade(choice, asked.seat, by, self._step.is_hidden))

    # Running the script.

    def _wait_for(self, waiting: Waiting) -> None:
        self._waiting = waiting

    def _emit(self, event: Event) -> None:
        self._events.append(event)
        self.layout.apply(event)

    def _next_step(self, answer: Answer) -> None:
        """Gives the script its answer and takes its next step, or ends the round."""
        try:
            self._step = self._script.send(answer)
        except StopIteration:
            self._close()
        except OutOfCards as ran_out:
            self._out_of_cards(ran_out)

    def _run(self, *, performed: bool = False) -> None:
        """Carries steps out until the round waits for somebody or is over."""
        while not isinstance(self._waiting, RoundIsOver | AwaitingSupervisor):
            step = self._step
            if isinstance(step, TakeWagers):
                self._waiting = AwaitingWagers()
                return
            is_dealers = isinstance(step, DEALER_STEPS)
            if is_dealers and type(step) not in self._automation and not performed:
                self._waiting = AwaitingDealer(step)
                return
            if isinstance(step, Ask):
                if not self._ask(step):
                    return
            elif isinstance(step, Deal):
                if not self._deal(step):
                    return
            else:
                self._do(step)
                self._next_step(None)
            performed = False

    def _do(self, step: Step) -> None:
        """Carries out a step that can neither fail nor wait."""
        match step:
            case ReleaseRest():
                assert self._device is not None, "cards come after bets are closed"
                self._emit(happened.RestReleased(self._device.release_rest()))
            case Turn(place):
                self._emit(happened.CardsTurned(place, self.layout.known(place)))
            case Move(source, positions, target, face):
                lying = self.layout.known(source)
                cards = tuple(lying[position] for position in positions)
                self._emit(happened.CardsMoved(source, positions, target, face, cards))
            case Call(place, words):
                self._emit(happened.HandCalled(place, words))
            case Act(action):
                self._emit(happened.DealerActed(action))
            case Collect():
                self._emit(happened.CardsCollected())
            case Settle():
                self._settle(step)
            case TakeWagers() | Ask() | Deal():
                raise AssertionError("these steps wait and have methods of their own")
            case _:
                assert_never(step)

    def _ask(self, step: Ask) -> bool:
        """Asks, or takes the answers when all are in. False if the round waits."""
        if not isinstance(self._waiting, AwaitingDecisions):
            self._choices = {}
            self._emit(happened.DecisionAsked(step.question, step.asked, step.is_hidden))
        if self.layout.asked:
            self._waiting = AwaitingDecisions(tuple(self.layout.asked))
            return False
        self._waiting = Running()
        choices = tuple(self._choices[asked.seat] for asked in step.asked)
        self._emit(happened.DecisionsClosed(choices))
        for asked, choice in zip(step.asked, choices, strict=True):
            option = next(one for one in asked.options if one.name == choice.option)
            if option.spot is not None and choice.stake_cents:
                self._emit(happened.WagerAdded(choice.seat, option.spot, choice.stake_cents))
        self._next_step(choices)
        return True

    def _deal(self, step: Deal) -> bool:
        """Deals. False if the round waits, for a card or for a supervisor."""
        assert self._device is not None, "cards come after bets are closed"
        try:
            cards = self._device.deal(len(step.targets))
        except CardAwaited:
            self._waiting = AwaitingCards(step)
            return False
        except OutOfCards as ran_out:
            self._throw(ran_out)
            return True
        except DeviceFault as failure:
            return self._device_failed(failure)
        for (place, face), card in zip(step.targets, cards, strict=True):
            self._emit(happened.CardDealt(place, card, face))
        self._next_step(cards)
        return True

    def _throw(self, ran_out: OutOfCards) -> None:
        """Tells the script that there are no more cards; it may have a rule for that."""
        try:
            self._step = self._script.throw(ran_out)
        except StopIteration:
            self._close()
        except OutOfCards as unruled:
            self._out_of_cards(unruled)

    def _out_of_cards(self, ran_out: OutOfCards) -> None:
        """The script has no rule for running out: the round cannot go on."""
        detail = f"The cards ran out: {ran_out}."
        self._emit(
            happened.IrregularityReported(IrregularityKind.DEVICE_FAILURE, detail, Remedy.VOID)
        )
        self._void(detail)

    def _device_failed(self, failure: DeviceFault) -> bool:
        """Puts the failure on record. True if the step is to be tried again at once."""
        self._waiting = Running()
        fault = failure.fault
        self._emit(happened.DeviceFailed(fault.kind, fault.device, fault.expected, fault.dispensed))
        kind = irregularity_of(fault.kind)
        remedy = self.game.remedy(kind, self._rules, self._source.device)
        self._irregular(kind, fault.sentence, remedy)
        self._resume = partial(self._run, performed=True)
        return remedy is Remedy.CONTINUE

    def _irregular(self, kind: IrregularityKind, detail: str, remedy: Remedy) -> None:
        self._emit(happened.IrregularityReported(kind, detail, remedy))
        if remedy is Remedy.VOID:
            self._void(detail)
        elif remedy is Remedy.SUPERVISOR:
            self._waiting = AwaitingSupervisor(kind)

    def _settle(self, step: Settle) -> None:
        returned = step.outcome.returned_cents(step.stake_cents)
        if step.has_own_wager:
            in_action = self.layout.stakes.get(step.seat, {}).get(step.spot, 0)
            assert 0 < step.stake_cents <= in_action, (
                f"{format_cents(step.stake_cents)} of {format_cents(in_action)} on {step.spot}"
            )
        else:
            # The stake stays with the wager it belongs to; only winnings are paid.
            returned -= step.stake_cents
            assert returned >= 0, "a bonus without a wager of its own cannot lose one"
        self._emit(
            happened.WagerSettled(
                seat=step.seat,
                spot=step.spot,
                stake_cents=step.stake_cents,
                outcome=step.outcome,
                returned_cents=returned,
                has_own_wager=step.has_own_wager,
                because=step.because,
            )
        )

    def _close(self) -> None:
        open_stakes = {seat: spots for seat, spots in self.layout.stakes.items() if spots}
        assert not open_stakes, f"the script ended with wagers in action: {open_stakes}"
        self._emit(happened.RoundClosed())
        self._waiting = RoundIsOver()

    def _void(self, reason: str) -> None:
        """Ends the round as if it had not been: settlements reversed, all wagers returned."""
        self._script.close()
        for settled in reversed(self.layout.settled):
            self._emit(
                happened.SettlementReversed(
                    settled.seat,
                    settled.spot,
                    settled.stake_cents if settled.has_own_wager else 0,
                    settled.returned_cents,
                )
            )
        for seat, spots in list(self.layout.stakes.items()):
            for spot, cents in list(spots.items()):
                self._emit(happened.WagerReturned(seat, spot, cents))
        self._emit(happened.RoundVoided(reason))
        self._waiting = RoundIsOver()


def _option_stake(option: Option, stake_cents: int | None) -> int:
    """The further stake an option brings, which must be what it asks for."""
    if stake_cents is None and option.least_cents == option.most_cents:
        return option.least_cents
    lowest, highest = format_cents(option.least_cents), format_cents(option.most_cents)
    wanted = lowest if lowest == highest else f"{lowest} to {highest}"
    if (
        stake_cents is None
        or not is_whole_cents(stake_cents)
        or not option.least_cents <= stake_cents <= option.most_cents
        or stake_cents % option.step_cents
    ):
        raise Rejection(
            Code.STAKE_INVALID,
            f"“{option.name}” takes {wanted}"
            + (f" in steps of {format_cents(option.step_cents)}" if option.step_cents > 1 else "")
            + ".",
        )
    return stake_cents
