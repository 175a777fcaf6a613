"""Runs a script: carries out its steps, puts what happens on record, waits where it must.

`croupier.table.round.Round` is this with people talking to it. Nothing here refuses anything:
what a script gets wrong is a bug and fails an assertion.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, assert_never

from croupier.cards import CardAwaited, Device, DeviceFault, Fault, FaultKind, OutOfCards
from croupier.money import format_cents
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.dealing import Dealing
from croupier.table.events import Event
from croupier.table.game import Game
from croupier.table.irregularity import IrregularityKind, Remedy, irregularity_of
from croupier.table.layout import Layout
from croupier.table.ruling import with_readings
from croupier.table.settings import TableSettings, require_settings
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
    ReleaseRest,
    Settle,
    Step,
    TakeWagers,
    Turn,
)
from croupier.table.waiting import (
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
)

__all__ = ["ScriptRunner"]


class ScriptRunner:
    """One script on its way from the first step to the last."""

    def __init__(
        self,
        game: Game[Any],
        settings: TableSettings,
        source: CardSource,
        automation: Automation,
    ) -> None:
        require_settings(game, settings)
        self.game = game
        self.settings = settings
        self.layout = Layout()
        self._source = source
        self._automation = automation
        self._events: list[Event] = []
        self._rules = with_readings(game.rules, dict(settings.readings))
        self._wagers = {wager.spot: wager for wager in game.wagers(self._rules)}
        self._limits = dict(settings.limits)
        self._pay_tables = dict(settings.pay_tables)
        self._device: Device | None = None
        self._choices: dict[int, Choice] = {}
        self._waiting: Waiting = Running()
        self._go_on: Callable[[], None] | None = None
        """How a held round goes on when a supervisor lets it."""
        self._emit(
            happened.RoundOpened(
                settings,
                source.device,
                source.is_physical,
                source.back,
                str(source.commitment) if source.commitment else None,
            )
        )
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

    def resume(
        self, source: CardSource, device: Device | None, automation: Automation
    ) -> tuple[Event, ...]:
        """Goes on with live parts, as after a replay, and returns what then happened.

        `device` is what the source made when bets were closed, dealt to where the round is.
        """
        before = len(self._events)
        self._source = source
        self._device = device
        self._automation = automation
        if isinstance(self._waiting, AwaitingDealer | AwaitingCards):
            self._run(performed=isinstance(self._waiting, AwaitingCards))
        return tuple(self._events[before:])

    def _emit(self, event: Event) -> None:
        self._events.append(event)
        self.layout.apply(event)

    def _run(self, *, performed: bool = False) -> None:
        """Carries steps out until the round waits for somebody or is over.

        `performed`: the dealer has just done, or begun, the step in hand.
        """
        while not isinstance(self._waiting, RoundIsOver | AwaitingSupervisor):
            step = self._step
            is_dealers = isinstance(step, DEALER_STEPS)
            if is_dealers and type(step) not in self._automation and not performed:
                self._waiting = AwaitingDealer(step)
                return
            if isinstance(step, TakeWagers):
                assert self._device is None, "a script takes wagers once"
                self._waiting = AwaitingWagers()
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
            performed = self._step is step  # It failed and is tried again: the dealer is at it.

    def _next_step(self, answer: Answer) -> None:
        """Gives the script its answer and takes its next step, or ends the round."""
        self._advance(lambda: self._script.send(answer))

    def _advance(self, script: Callable[[], Step]) -> None:
        try:
            self._step = script()
        except StopIteration:
            self._close()
        except OutOfCards:
            detail = "The cards ran out, and the game has no rule for that."
            self._irregular(IrregularityKind.DEVICE_FAILURE, detail, Remedy.VOID)

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
                assert len(set(positions)) == len(positions), "a card moves once"
                assert all(0 <= position < len(lying) for position in positions), "no such card"
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

    # Asking.

    def _ask(self, step: Ask) -> bool:
        """Asks, or takes the answers when all are in. False if the round waits."""
        if not isinstance(self._waiting, AwaitingDecisions):
            self._choices = {}
            seats = tuple(one.seat for one in step.asked)
            asked = tuple(self._within_limits(one) for one in step.asked)
            self._emit(happened.DecisionAsked(step.question, seats, asked, step.is_hidden))
        if self.layout.asked:
            self._waiting = AwaitingDecisions(tuple(self.layout.asked))
            return False
        self._waiting = Running()
        choices = tuple(self._choices[one.seat] for one in step.asked)
        self._emit(happened.DecisionsClosed(choices))
        for one_asked, choice in zip(step.asked, choices, strict=True):
            option = next(one for one in one_asked.options if one.name == choice.option)
            if option.spot is not None and choice.stake_cents:
                self._emit(happened.WagerAdded(choice.seat, option.spot, choice.stake_cents))
        self._next_step(choices)
        return True

    def _within_limits(self, asked: Asked) -> Asked:
        """What a seat may really choose: stakes left open keep to the limits of their spot.

        So nothing is offered that would be refused. An amount the rules fix stands as it is.
        """
        options = []
        for option in asked.options:
            narrowed = option
            if option.spot is not None:
                assert option.spot in self._wagers, f"there is no spot {option.spot}"
                unit = self._wagers[option.spot].unit_cents(self._pay_tables.get(option.spot))
                if option.least_cents < option.most_cents:
                    narrowed = option.within(self._limits[option.spot], unit)
                assert narrowed.least_cents % unit == 0, f"{option} could not be paid exactly"
            if narrowed.least_cents <= narrowed.most_cents:
                options.append(narrowed)
        assert options, f"seat {asked.seat} is left nothing to choose"
        return replace(asked, options=tuple(options))

    # Dealing, and what can go wrong with it.

    def _deal(self, step: Deal) -> bool:
        """Deals. False if the round waits, for a card or for a supervisor."""
        assert self._device is not None, "cards come after bets are closed"
        wanted = len(step.targets)
        try:
            cards = self._device.deal(wanted)
        except CardAwaited:
            self._waiting = AwaitingCards(step)
            return False
        except OutOfCards as ran_out:
            self._emit(happened.CardsRanOut(wanted, self._device.remaining))
            # The script may have a rule for this; to it, the deal raises the exception.
            self._advance(partial(self._script.throw, ran_out))
            return True
        except DeviceFault as failure:
            return self._device_failed(failure.fault)
        except Rejection:
            # The device is not set for this game: nothing a second try could mend.
            return self._device_failed(Fault(FaultKind.CANNOT, self._source.device, wanted, ()))
        for (place, face), card in zip(step.targets, cards, strict=True):
            self._emit(happened.CardDealt(place, card, face))
        self._next_step(cards)
        return True

    def _device_failed(self, fault: Fault) -> bool:
        """Puts the failure on record. True if the step is to be tried again at once."""
        self._waiting = Running()
        self._emit(happened.DeviceFailed(fault.kind, fault.device, fault.expected, fault.dispensed))
        kind = irregularity_of(fault.kind)
        if fault.kind is FaultKind.CANNOT:
            remedy = Remedy.VOID
        else:
            remedy = self.game.remedy(kind, self._rules, self._source.device)
        self._go_on = partial(self._run, performed=True)
        self._irregular(kind, fault.sentence, remedy)
        return remedy is Remedy.CONTINUE

    def _irregular(self, kind: IrregularityKind, detail: str, remedy: Remedy) -> None:
        self._emit(happened.IrregularityReported(kind, detail, remedy))
        if remedy is Remedy.VOID:
            self._void(detail)
        elif remedy is Remedy.SUPERVISOR:
            self._waiting = AwaitingSupervisor(kind)

    # Settling, and ending.

    def _settle(self, step: Settle) -> None:
        assert step.stake_cents > 0, f"nothing is staked on {step.spot}"
        in_action = self.layout.stakes.get(step.seat, {}).get(step.spot, 0)
        assert not step.has_own_wager or step.stake_cents <= in_action, (
            f"{format_cents(step.stake_cents)} of {format_cents(in_action)} on {step.spot}"
        )
        returned = step.outcome.returned_cents(step.stake_cents)
        winnings = returned - step.stake_cents
        withheld = max(winnings - self._payable_cents(step.seat, winnings), 0)
        if not step.has_own_wager:
            # The stake stays with the wager it belongs to; only winnings are paid.
            assert winnings >= 0, "a bonus without a wager of its own cannot lose one"
            returned = winnings
        self._emit(
            happened.WagerSettled(
                seat=step.seat,
                spot=step.spot,
                stake_cents=step.stake_cents,
                outcome=step.outcome,
                returned_cents=returned - withheld,
                withheld_cents=withheld,
                has_own_wager=step.has_own_wager,
                place=step.place,
                because=step.because,
            )
        )

    def _payable_cents(self, seat: int, winnings_cents: int) -> int:
        """How much of these winnings the table's largest payout still allows the seat."""
        most = self.settings.payout_maximum_cents
        if most is None or winnings_cents <= 0:
            return winnings_cents
        return most - self.layout.won_cents.get(seat, 0)

    def _close(self) -> None:
        open_stakes = {seat: spots for seat, spots in self.layout.stakes.items() if spots}
        assert not open_stakes, f"the script ended with wagers in action: {open_stakes}"
        self._emit(happened.RoundClosed())
        self._waiting = RoundIsOver()

    def _void(self, reason: str) -> None:
        """Ends the round as if it had not been: settlements reversed, all wagers returned."""
        self._script.close()
        for settled in list(reversed(self.layout.settled)):
            self._emit(
                happened.SettlementReversed(
                    settled.seat,
                    settled.spot,
                    settled.stake_cents if settled.has_own_wager else 0,
                    settled.returned_cents,
                )
            )
        for seat, spots in self.layout.stakes.items():
            for spot, cents in list(spots.items()):
                self._emit(happened.WagerReturned(seat, spot, cents))
        self._emit(happened.RoundVoided(reason))
        self._waiting = RoundIsOver()
