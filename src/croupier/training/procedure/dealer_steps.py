"""What of a round the dealer does himself, as moves; and what others do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from croupier.cards import Card
from croupier.table import steps
from croupier.table.events import BetsClosed, CardsRanOut, Event, WagerSettled
from croupier.table.layout import Layout, view
from croupier.table.places import SPECTATOR, Face, Place
from croupier.table.settlement import Result
from croupier.training.procedure.moves import (
    AskSeats,
    CallHand,
    CloseBets,
    CollectCards,
    DealCards,
    Do,
    Move,
    MoveCards,
    OpenBets,
    ReleaseCards,
    SettleWager,
    TurnCards,
)
from croupier.training.procedure.told import looked
from croupier.training.procedure.wording import sentence_of, settling_sentence
from croupier.training.rounds import Done, LessonRound

__all__ = ["DealerStep", "DealersWork", "dealers_work"]


@dataclass(frozen=True, slots=True)
class DealerStep:
    """One thing the dealer does himself."""

    move: Move
    also: tuple[Move, ...]
    """Other ways to say the same."""
    before: int
    """How many events had happened before it."""
    clause: str
    says: str
    because: str = ""
    """Of a settlement: what the player is told."""
    then_sees: str = ""
    """What the dealer alone learns by it."""


@dataclass(frozen=True, slots=True)
class DealersWork:
    """A round from where its dealer stands."""

    steps: tuple[DealerStep, ...]
    by_others: frozenset[int]
    """Which events came of steps that somebody else carried out."""


def dealers_work(dealt: LessonRound) -> DealersWork:
    """What of a round its dealer does himself, in order, and what others do."""
    walk = _Walk(dealt)
    found: list[DealerStep] = []
    for done in dealt.done:
        for step in walk.steps_of(done):
            joined = _dealt_together(found[-1], step) if found else None
            if joined is not None:
                found[-1] = joined
            else:
                found.append(step)
    return DealersWork(tuple(found), frozenset(walk.by_others))


def _dealt_together(one: DealerStep, other: DealerStep) -> DealerStep | None:
    """Cards dealt one by one to one place, as one step, where nothing can be learned between.

    A card that is dealt face up may decide what comes next, so it stays a step of its own.
    """
    if not isinstance(one.move, DealCards) or not isinstance(other.move, DealCards):
        return None
    cards = one.move.cards + other.move.cards
    if len(set(cards)) > 1 or cards[0][1] is Face.UP:
        return None
    move = DealCards.of(*cards)
    return replace(one, move=move, says=sentence_of(move))


class _Walk:
    """Goes through a round and keeps in mind what lies where."""

    def __init__(self, dealt: LessonRound) -> None:
        self._events = dealt.events
        self._seen = view(dealt.events, SPECTATOR)
        self._by_system = dealt.lesson.game.done_by_system()
        self._hands = _hands_by_wager(dealt.events)
        self._layout = Layout()
        """What lies where, known to nobody but us."""
        self._sight = Layout()
        """The same as the dealer sees it."""
        self._folded = 0
        self.by_others: set[int] = set()

    def steps_of(self, done: Done) -> Iterator[DealerStep]:
        """The dealer's part in one step of the script: none where somebody else does it."""
        self._go_to(done.before)
        step = done.step
        if isinstance(step, steps.TakeWagers):
            yield from self._betting(step, done)
        elif self._is_by_others(step, done.before):
            self.by_others.add(done.before)
        else:
            yield self._own(step, done.before)

    def _go_to(self, before: int) -> None:
        for at in range(self._folded, before):
            self._layout.apply(self._events[at])
            self._sight.apply(self._seen[at])
        self._folded = max(self._folded, before)

    def _is_by_others(self, step: steps.Step, before: int) -> bool:
        """Whether terminals do it, or its player, or it could not be done at all."""
        if type(step) in self._by_system or isinstance(self._events[before], CardsRanOut):
            return True
        if not isinstance(step, steps.Move) or step.source.seat is None:
            return False
        # Whoever may look at cards that lie face down, sets them himself.
        lying = self._layout.cards[step.source]
        return any(lying[at].face is Face.OWN for at in step.positions)

    def _betting(self, step: steps.TakeWagers, done: Done) -> Iterator[DealerStep]:
        is_closed = (
            at for at in range(done.before, done.after) if isinstance(self._events[at], BetsClosed)
        )
        closed = next(is_closed)
        if type(step) in self._by_system:
            self.by_others.add(closed)
            return
        moves: Sequence[tuple[Move, int]] = ((OpenBets(), done.before), (CloseBets(), closed))
        for move, before in moves:
            yield DealerStep(move, (), before, step.clause, sentence_of(move))

    def _own(self, step: steps.Step, before: int) -> DealerStep:
        """A step the dealer carries out himself."""
        match step:
            case steps.Settle():
                return self._settling(before)
            case steps.Ask(question):
                move, also = self._asking(step)
                return DealerStep(move, also, before, step.clause, sentence_of(move, (), question))
            case steps.Act(action, clause, looks_at):
                sees = self._sees_at(looks_at) if looks_at is not None else ""
                move = Do(action)
                return DealerStep(move, (), before, clause, sentence_of(move), then_sees=sees)
            case _:
                move = _move_of(step)
                cards = self._cards_at(step.source) if isinstance(step, steps.Move) else ()
                return DealerStep(move, (), before, step.clause, sentence_of(move, cards))

    def _cards_at(self, place: Place) -> tuple[Card | None, ...]:
        """The cards at a place as the dealer sees them."""
        return tuple(one.card for one in self._sight.cards.get(place, ()))

    def _sees_at(self, place: Place) -> str:
        """What he learns by looking under the cards at a place."""
        lying = self._layout.cards[place]
        down = [one.card for one in lying if one.face is not Face.UP and one.card is not None]
        assert down, f"no card lies face down at {place}"
        return looked(down)

    def _asking(self, step: steps.Ask) -> tuple[Move, tuple[Move, ...]]:
        """Which hand it is about need be said only where the seat has several."""
        seats = tuple(one.seat for one in step.asked)
        if len(seats) > 1:
            return AskSeats(seats), ()
        place = step.asked[0].place
        hands = [one for one, cards in self._layout.cards.items() if cards and one.seat in seats]
        if len(hands) > 1:
            return AskSeats(seats, place), ()
        return AskSeats(seats), tuple(AskSeats(seats, hand) for hand in hands)

    def _settling(self, before: int) -> DealerStep:
        event = self._events[before]
        assert isinstance(event, WagerSettled), "a settlement settles a wager"
        has_several = len(self._hands[event.seat, event.spot]) > 1
        result = event.outcome.result
        # A push is left where it lies: no chips are counted out for it.
        cents = None if result is Result.PUSH else event.moved_cents
        whole = SettleWager(result, event.seat, event.spot, cents, event.place)
        move = whole if has_several else replace(whole, place=None)
        also: list[Move] = [] if has_several or event.place is None else [whole]
        if move.result is Result.WIN and not move.cents:
            # What is paid may be nothing, where the table has paid the seat its most.
            also.append(replace(move, result=Result.PUSH, cents=None))
        because = event.because
        says = settling_sentence(move, event)
        return DealerStep(move, tuple(also), before, because.clause, says, because.sentence)


def _hands_by_wager(events: Sequence[Event]) -> dict[tuple[int, str], set[Place | None]]:
    """By seat and spot: the hands whose wagers were settled there."""
    hands: dict[tuple[int, str], set[Place | None]] = {}
    for event in events:
        if isinstance(event, WagerSettled):
            hands.setdefault((event.seat, event.spot), set()).add(event.place)
    return hands


def _move_of(step: steps.Step) -> Move:
    """A step that says by itself what is done."""
    match step:
        case steps.Deal(targets):
            return DealCards.of(*targets)
        case steps.ReleaseRest():
            return ReleaseCards()
        case steps.Turn(place):
            return TurnCards(place)
        case steps.Move(source, positions, target, face):
            lying = Face.UP if face is Face.UP else Face.DOWN
            return MoveCards(source, tuple(at + 1 for at in positions), target, lying)
        case steps.Call(place, words):
            return CallHand(place, words)
        case steps.Collect():
            return CollectCards()
        case _:
            raise AssertionError(f"{step} is not done by a dealer")
