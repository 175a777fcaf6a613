"""Deals a script: tells the round what the script says, step by step.

Every step of the dealer is performed one by one, so that something can go wrong between any
two of them. What the script says and the round has no use for is refused; where the round was
void, and nothing more could be used, it is noted.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from croupier.bots import usual_decision
from croupier.cards import Device, format_cards, shuffled_deck
from croupier.deals.named_cards import NamedCards
from croupier.deals.script import DealScript, Otherwise
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    Command,
    Decide,
    Perform,
    PlaceWagers,
    RevealSeed,
    TimeOut,
)
from croupier.table.events import Event
from croupier.table.game import Game
from croupier.table.round import Round
from croupier.table.source import CardSource
from croupier.table.waiting import (
    BY_HAND,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingSupervisor,
    AwaitingWagers,
    RoundIsOver,
    step_name,
)

__all__ = ["Dealt", "deal", "deal_until_asked"]

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round dealt by a script, and what of the script it had no use for."""

    table: Round
    notes: tuple[str, ...] = ()
    """Whole sentences; only a void round leaves any."""


def deal(game: Game[Any], script: DealScript) -> Dealt:
    """Deals the round; refuses a script that the round does not go along with."""
    dealing = _Dealing(game, script)
    while not isinstance(dealing.table.waiting, RoundIsOver):
        dealing.go_on()
    unused = list(dealing.unused())
    if unused and not dealing.table.layout.is_void:
        raise unused[0]
    if not script.names_cards:
        dealing.table.handle(RevealSeed(script.seed.reveal()))
    return Dealt(dealing.table, tuple(refusal.detail for refusal in unused))


def deal_until_asked(
    game: Game[Any], script: DealScript, seat: int, *, time: int | None = None
) -> Round:
    """Deals as far as the first decision of a seat that the script leaves open, or to the end.

    Given a `time`, until the seat is asked for that time, or for the first time that nothing
    says what it does. What the script says of the rest of the round is left aside; what it says
    before must go along with the round, the decisions of the other seats included.
    """
    dealing = _Dealing(game, script)
    goes_on = time is not None and script.otherwise is not Otherwise.REFUSE
    while not isinstance(dealing.table.waiting, RoundIsOver):
        if dealing.is_asked(seat) and (
            dealing.times_asked(seat) == time or (dealing.is_left_open(seat) and not goes_on)
        ):
            break
        dealing.go_on()
    return dealing.table


class _Dealing:
    """One script on its way through its round."""

    def __init__(self, game: Game[Any], script: DealScript) -> None:
        self._script = script
        self._named: NamedCards | None = None
        self._bets = deque(script.seats)
        self._decisions = {seat.seat: deque(seat.decisions) for seat in script.seats}
        self._reports = list(script.reports)
        self._counted = [0] * len(script.reports)
        self._rulings = deque(script.rulings)
        source = self._named_cards() if script.names_cards else self._shuffled()
        self.table = Round(game, script.settings, source, automation=BY_HAND)
        self._count(self.table.events)
        self._report_what_is_due()

    def _shuffled(self) -> CardSource:
        device, faults = self._script.device, self._script.faults
        return CardSource.shuffled(
            self._script.seed, device.device, lambda cards: device.load(cards, faults)
        )

    def _named_cards(self) -> CardSource:
        script = self._script

        def load(salt: bytes) -> Device:
            deck = shuffled_deck(script.seed, salt)
            mechanism = script.device.load(deck, script.faults)
            self._named = NamedCards(
                mechanism, script.cards, script.next_cards, deck, lambda: self.table.step
            )
            return self._named

        return CardSource(script.device.name, load)

    # Telling the round.

    def go_on(self) -> None:
        """Tells the round the next thing it waits for, then what goes wrong at that moment."""
        match self.table.waiting:
            case AwaitingWagers():
                self._bet()
            case AwaitingDealer(step):
                self._tell(Perform(step_name(step)))
            case AwaitingDecisions(seats):
                self._tell(self._decision(seats))
            case AwaitingSupervisor():
                self._rule()
            case waiting:
                raise AssertionError(f"a dealt round does not wait for {waiting}")
        self._report_what_is_due()

    def is_asked(self, seat: int) -> bool:
        """Whether that seat is being asked now."""
        waiting = self.table.waiting
        return isinstance(waiting, AwaitingDecisions) and seat in waiting.seats

    def is_left_open(self, seat: int) -> bool:
        """Whether the script has no decision left for that seat."""
        return not self._decisions[seat]

    def times_asked(self, seat: int) -> int:
        """How often that seat was asked, the last time included."""
        return sum(seat in asked.seats for asked in self._happened(happened.DecisionAsked))

    def _tell(self, command: Command) -> None:
        self._count(self.table.handle(command))

    def _bet(self) -> None:
        if self._bets:
            bet = self._bets.popleft()
            with _said_of(f"Seat {bet.seat}"):
                self._tell(PlaceWagers(bet.seat, bet.slip))
        else:
            self._tell(CloseBets(self._script.salt, self._script.cut_at))

    def _decision(self, seats: Sequence[int]) -> Command:
        for seat in seats:
            if self._decisions[seat]:
                choice = self._decisions[seat].popleft()
                return Decide(seat, choice.option, choice.stake_cents)
        match self._script.otherwise:
            case Otherwise.USUAL:
                return usual_decision(self.table, seats[0])
            case Otherwise.DEFAULT:
                return TimeOut()
            case Otherwise.REFUSE:
                raise self._no_decision(seats[0])

    def _no_decision(self, seat: int) -> Rejection:
        asked = self.table.layout.asked[seat]
        offered = ", ".join(option.name for option in asked.options)
        question = self._happened(happened.DecisionAsked)[-1].question
        return Rejection(
            Code.DECISION_MISSING,
            f"Seat {seat} is asked “{question}” and the script has no decision left for it; add "
            f"one ({offered}), or say what is done otherwise.",
        )

    def _rule(self) -> None:
        if not self._rulings:
            why = self._happened(happened.IrregularityReported)[-1].detail
            raise Rejection(
                Code.ROUND_HELD,
                f"The round is held and the script has no ruling left for it ({why.rstrip('.')}); "
                "let its supervisor void or continue.",
            )
        self._tell(self._rulings.popleft())

    # What goes wrong.

    def _count(self, events: Sequence[Event]) -> None:
        for at, planned in enumerate(self._reports):
            self._counted[at] += sum(planned.counts(event) for event in events)

    def _report_what_is_due(self) -> None:
        """Reports what is to go wrong now; a held round takes no report until it is ruled on."""
        at = 0
        while at < len(self._reports):
            if isinstance(self.table.waiting, RoundIsOver | AwaitingSupervisor):
                return
            if self._counted[at] < self._reports[at].times:
                at += 1
                continue
            planned = self._reports.pop(at)
            self._counted.pop(at)
            with _said_of(f"After {planned.moment}"):
                self._tell(planned.report)
            at = 0

    # What is left.

    def unused(self) -> Iterator[Rejection]:
        """Everything the script says that the round had no use for."""
        for bet in self._bets:
            yield Rejection(Code.ROUND_OVER, f"Seat {bet.seat} did not come to bet.")
        for seat, left in self._decisions.items():
            if left:
                yield self._unused_decisions(seat, [choice.option for choice in left])
        yield from self._unused_cards()
        for planned in self._reports:
            yield Rejection(
                Code.MOMENT_NOT_REACHED,
                f"The report of {planned.report.kind} waits for {planned.moment}, which does not "
                "come in this round.",
            )
        failed = len(self._happened(happened.DeviceFailed))
        if failed < len(self._script.faults):
            yield Rejection(
                Code.MOMENT_NOT_REACHED,
                f"Of {len(self._script.faults)} faults that are planned {failed} happened; see "
                "how often the device is asked for cards, and for how many.",
            )
        if self._rulings:
            yield Rejection(
                Code.ROUND_NOT_HELD,
                f"The supervisor of the script has {len(self._rulings)} more to rule than the "
                "round is held.",
            )

    def _unused_decisions(self, seat: int, left: list[str]) -> Rejection:
        asked = [one for one in self._happened(happened.DecisionAsked) if seat in one.seats]
        names = harmless(", ".join(left), longest=100)
        if not asked:
            return Rejection(
                Code.NOT_ASKED, f"Seat {seat} is not asked in this round; leave out: {names}."
            )
        return Rejection(
            Code.DECISION_LEFT_OVER,
            f"Seat {seat} is not asked again; the script has decisions left for it: {names}.",
        )

    def _unused_cards(self) -> Iterator[Rejection]:
        dealt_to = sorted({dealt.place for dealt in self._happened(happened.CardDealt)})
        left_over = self._script.cards if self._named is None else self._named.left_over
        for place, cards in left_over:
            yield Rejection(
                Code.CARD_LEFT_OVER,
                f"Not dealt to {harmless(place, longest=60)}, for which the script names it: "
                f"{format_cards(cards)}. Cards came to {_some(dealt_to)}.",
            )

    def _happened(self, kind: type[E]) -> list[E]:
        return [event for event in self.table.events if isinstance(event, kind)]


@contextmanager
def _said_of(what: str) -> Iterator[None]:
    """A refusal says what it is about."""
    try:
        yield
    except Rejection as refused:
        raise Rejection(refused.code, f"{what}: {refused.detail}") from None


def _some(places: Sequence[object], *, most: int = 12) -> str:
    """A few of them by name, and how many more."""
    named = ", ".join(map(str, places[:most])) or "no place"
    return named if len(places) <= most else f"{named} and {len(places) - most} more"
