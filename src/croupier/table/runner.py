"""Runs a script: carries out its steps, puts what happens on record, waits where it must.

`croupier.table.round.Round` is this with people talking to it. Nothing here refuses anything:
what a script gets wrong is a bug and fails an assertion.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from croupier.cards import CardAwaited, Device, DeviceFault, Fault, FaultKind, OutOfCards
from croupier.money import format_cents
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.dealing import Dealing
from croupier.table.events import Event
from croupier.table.game import Game
from croupier.table.irregularity import IrregularityKind, Remedy, irregularity_of
from croupier.table.layout import Layout
from croupier.table.picks import check_picks
from croupier.table.places import Face
from croupier.table.prepared import prepare
from croupier.table.settings import TableSettings
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
    DrawPicks,
    Move,
    Option,
    ReleaseRest,
    Settle,
    Step,
    TakeWagers,
    Turn,
)
from croupier.table.wager import When
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

_STOPPED: Final = (RoundIsOver, AwaitingSupervisor)
_SOME_DECISIONS: Final = AwaitingDecisions(())
"""Whose they are is filled in when somebody asks what the round waits for."""


class ScriptRunner:
    """One script on its way from the first step to the last."""

    def __init__(
        self,
        game: Game[Any],
        settings: TableSettings,
        source: CardSource,
        automation: Automation,
    ) -> None:
        self._table = prepare(game, settings)
        self.game = game
        self.settings = settings
        self.layout = Layout()
        self._source = source
        self._automation = automation
        self._events: list[Event] = []
        self._device: Device | None = None
        self._choices: dict[int, Choice] = {}
        self._waiting: Waiting = Running()
        self._is_begun = False
        """Whether the dealer is at the step in hand: he has been told to do it, or it failed."""
        self._is_asked = False
        """Whether the question of the step in hand has been put."""
        self._emit(
            happened.RoundOpened(
                settings,
                source.device,
                source.is_physical,
                source.back,
                str(source.commitment) if source.commitment else None,
            )
        )
        self._script = game.script(
            Dealing(self._table.rules, settings, self._table, self.layout, source.device)
        )
        self._step: Step
        self._next_step(None)
        self._run()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(self._events)

    @property
    def waiting(self) -> Waiting:
        """What the round needs to go on."""
        if isinstance(self._waiting, AwaitingDecisions):
            return AwaitingDecisions(tuple(self.layout.asked))
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
        self._run()
        return tuple(self._events[before:])

    def _emit(self, event: Event) -> None:
        self.layout.apply(event)
        self._events.append(event)

    def _run(self) -> None:
        """Carries steps out until the round waits for somebody or is over."""
        while not isinstance(self._waiting, _STOPPED):
            step = self._step
            is_by_hand = type(step) not in self._automation and isinstance(step, DEALER_STEPS)
            if is_by_hand and not self._is_begun:
                self._waiting = AwaitingDealer(step)
                return
            self._is_begun = True
            match step:
                case Settle():
                    self._settle(step)
                    self._next_step(None)
                case TakeWagers():
                    assert self._device is None, "a script takes wagers once"
                    self._waiting = AwaitingWagers()
                    return
                case Ask():
                    if not self._ask(step):
                        return
                case Deal():
                    if not self._deal(step):
                        return
                case _:
                    self._do(step)
                    self._next_step(None)

    def _next_step(self, answer: Answer) -> None:
        """Gives the script its answer and takes its next step, or ends the round."""
        self._advance(partial(self._script.send, answer))

    def _advance(self, script: Callable[[], Step]) -> None:
        self._is_begun = self._is_asked = False
        try:
            self._step = script()
        except StopIteration:
            self._close()
        except OutOfCards:
            detail = "The cards ran out, and the game has no rule for that."
            self._irregular(IrregularityKind.DEVICE_FAILURE, detail, Remedy.VOID)
        except Rejection as mistake:
            raise AssertionError(f"the script does what is refused: {mistake}") from mistake

    def _do(self, step: Step) -> None:
        """Carries out a step that can neither fail nor wait."""
        match step:
            case ReleaseRest():
                assert self._device is not None, "cards come after bets are closed"
                self._emit(happened.RestReleased(self._device.release_rest()))
            case Turn(place):
                assert self.layout.known(place), f"no cards lie at {place}"
                self._emit(happened.CardsTurned(place, self.layout.known(place)))
            case Move(source, positions, target, face):
                lying = self.layout.known(source)
                assert positions, "at least one card moves"
                assert len(set(positions)) == len(positions), "a card moves once"
                assert all(0 <= position < len(lying) for position in positions), "no such card"
                cards = tuple(lying[position] for position in positions)
                self._emit(happened.CardsMoved(source, positions, target, face, cards))
            case Call(place, words):
                lying_there = self.layout.cards.get(place, ())
                assert lying_there, f"no cards lie at {place}"
                assert all(one.face is Face.UP for one in lying_there), f"{place} is not shown"
                self._emit(happened.HandCalled(place, words))
            case Act(action):
                self._emit(happened.DealerActed(action))
            case Collect():
                self._emit(happened.CardsCollected())
            case DrawPicks(seat, picks):
                self._draw_picks(seat, picks)
            case TakeWagers() | Ask() | Deal() | Settle():
                raise AssertionError("these steps have methods of their own")
            case _:
                # A `yield` where `yield from` was meant comes here too.
                raise AssertionError(f"{step} is not a step; verbs are used with `yield from`")

    def _draw_picks(self, seat: int, picks: tuple[str, ...]) -> None:
        assert self.layout.picks[seat] == (), f"seat {seat} has picked for itself"
        try:
            check_picks(self._table.picks, picks)
        except Rejection as mistake:
            raise AssertionError(f"{picks} are drawn: {mistake}") from mistake
        self._emit(happened.PicksDrawn(seat, picks))

    # Asking.

    def _ask(self, step: Ask) -> bool:
        """Asks, or takes the answers when all are in. False if the round waits."""
        if not self._is_asked:
            self._is_asked = True
            self._choices = {}
            seats = tuple(one.seat for one in step.asked)
            asked = tuple(self._within_limits(one) for one in step.asked)
            self._emit(happened.DecisionAsked(step.question, seats, asked, step.is_hidden))
        if self.layout.asked:
            self._waiting = _SOME_DECISIONS
            return False
        self._waiting = Running()
        choices = tuple(self._choices[one.seat] for one in step.asked)
        self._emit(happened.DecisionsClosed(choices))
        for one_asked, choice in zip(step.asked, choices, strict=True):
            if choice.stake_cents:
                option = next(one for one in one_asked.options if one.name == choice.option)
                if option.spot is not None:
                    self._emit(happened.WagerAdded(choice.seat, option.spot, choice.stake_cents))
        self._next_step(choices)
        return True

    def _within_limits(self, asked: Asked) -> Asked:
        """What a seat may really choose: stakes left open keep to the limits of their spot.

        So nothing is offered that would be refused. An amount the rules fix stands as it is.
        """
        if any(option.is_open for option in asked.options):
            options = tuple(
                option
                for option in map(self._narrowed, asked.options)
                if option.least_cents <= option.most_cents
            )
            assert options, f"seat {asked.seat} is left nothing to choose"
            assert asked.default is None or asked.default in {option.name for option in options}, (
                f"the limits leave seat {asked.seat} without its default"
            )
            asked = replace(asked, options=options)
        for option in asked.options:
            self._require_legal(asked.seat, option)
        return asked

    def _narrowed(self, option: Option) -> Option:
        if option.spot is None or not option.is_open:
            return option
        return option.within(self._table.limits[option.spot], self._table.units_cents[option.spot])

    def _require_legal(self, seat: int, option: Option) -> None:
        """What a script offers must be payable and keep to the rules of its spot."""
        if option.spot is None:
            return
        wager = self._table.wagers.get(option.spot)
        assert wager is not None, f"there is no spot {option.spot}"
        unit = self._table.units_cents[option.spot]
        assert option.least_cents % unit == 0, f"{option} could not be paid in whole cents"
        if wager.when is When.WITH_A_DECISION:
            for cents in {option.least_cents, option.most_cents}:
                staked = {**self.layout.stakes[seat], wager.spot: cents}
                try:
                    for constraint in wager.constraints:
                        constraint.check(wager.spot, staked)
                except Rejection as mistake:
                    raise AssertionError(f"{option} is offered: {mistake}") from mistake

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
            remedy = self.game.remedy(kind, self._table.rules, self._source.device)
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
        wager = self._table.wagers.get(step.spot)
        assert wager is not None, f"there is no spot {step.spot}"
        assert step.has_own_wager is (wager.brought_by is None), f"{step.spot} is settled wrongly"
        assert step.stake_cents > 0, f"nothing is staked on {step.spot}"
        in_action = self.layout.stakes.get(step.seat, {}).get(step.spot, 0)
        assert not step.has_own_wager or step.stake_cents <= in_action, (
            f"{format_cents(step.stake_cents)} of {format_cents(in_action)} on {step.spot}"
        )
        # Only odds that the wager declares: from them it followed which stakes could be bet.
        odds = step.outcome.paid_at
        assert odds is None or odds in self._table.odds[step.spot], (
            f"{step.spot} does not pay {odds}"
        )
        returned = step.outcome.returned_cents(step.stake_cents)
        winnings = returned - step.stake_cents
        withheld = self._withheld_cents(step.seat, winnings)
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

    def _withheld_cents(self, seat: int, winnings_cents: int) -> int:
        """How much of these winnings is above what the table still pays the seat."""
        most = self.settings.payout_maximum_cents
        if most is None or winnings_cents <= 0:
            return 0
        return max(winnings_cents - (most - self.layout.won_cents.get(seat, 0)), 0)

    def _close(self) -> None:
        open_stakes = {seat: spots for seat, spots in self.layout.stakes.items() if spots}
        assert not open_stakes, f"the script ended with wagers in action: {open_stakes}"
        self._emit(happened.RoundClosed())
        self._waiting = RoundIsOver()

    def _void(self, reason: str) -> None:
        """Ends the round as if it had not been: settlements reversed, all wagers returned."""
        try:
            self._script.close()
        except RuntimeError as stubborn:
            raise AssertionError("a script must not yield when it is ended") from stubborn
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
