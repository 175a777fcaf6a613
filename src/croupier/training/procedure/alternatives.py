"""Plausible wrong moves: what a trainee may do instead, by the mistake it is.

For a test of whoever judges, and for questions in which the right move stands among others. Each
kind of mistake is made here on purpose, from the right move and the palette, without asking what
the judge would say.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from croupier.table.places import Face, Place
from croupier.table.settlement import Result
from croupier.training.marking import MistakeKind
from croupier.training.procedure.comparing import are_cards_as_good, is_about_the_same
from croupier.training.procedure.moves import (
    AskSeats,
    CallHand,
    DealCards,
    Do,
    Move,
    MoveCards,
    SettleWager,
    TurnCards,
)
from croupier.training.procedure.palette import Palette, flipped, palette
from croupier.training.procedure.stages import Procedure, Stage

__all__ = ["WrongMove", "wrong_moves"]


@dataclass(frozen=True, slots=True)
class WrongMove:
    """A move that is wrong, and how."""

    kind: MistakeKind
    move: Move


def wrong_moves(procedure: Procedure, at: int) -> tuple[WrongMove, ...]:
    """What may be done wrong at a stage, each move once."""
    found: dict[Move, MistakeKind] = {}
    maker = _Maker(procedure, at)
    for kind, move in (*maker.other_steps(), *maker.same_step_wrongly()):
        found.setdefault(move, kind)
    return tuple(WrongMove(kind, move) for move, kind in found.items())


_Wrong = Iterator[tuple[MistakeKind, Move]]


class _Maker:
    """Makes the wrong moves of one stage."""

    def __init__(self, procedure: Procedure, at: int) -> None:
        self._stages = procedure.stages
        self._stage: Stage = procedure.stages[at]
        self._at = at
        self._palette: Palette = palette(procedure, self._stage)

    def other_steps(self) -> _Wrong:
        """Every other step of the round: those to come are too early, the others done before."""
        wanted = self._stage.wanted
        for stage in self._stages:
            is_ask = isinstance(stage.wanted, AskSeats) and isinstance(wanted, AskSeats)
            if not is_ask and not is_about_the_same(stage.wanted, wanted):
                yield MistakeKind.WRONG_STEP, stage.wanted
        for action in self._palette.acts:
            if not is_about_the_same(Do(action), wanted):
                yield MistakeKind.WRONG_STEP, Do(action)

    def same_step_wrongly(self) -> _Wrong:
        """The right step with one thing wrong."""
        match self._stage.wanted:
            case DealCards() as deal:
                yield from self._dealing(deal)
            case TurnCards():
                for place in self._palette.places:
                    yield from self._elsewhere(TurnCards(place))
            case MoveCards() as move:
                yield from self._moving(move)
            case AskSeats() as ask:
                yield from self._asking(ask)
            case CallHand() as call:
                yield from self._calling(call)
            case SettleWager() as settle:
                yield from self._settling(settle)
            case _:
                pass

    def _elsewhere(self, move: Move) -> _Wrong:
        """A move at a place where the round has no such step: else it is another step of it."""
        if not any(is_about_the_same(move, stage.wanted) for stage in self._stages):
            yield MistakeKind.WRONG_PLACE, move

    def _dealing(self, deal: DealCards) -> _Wrong:
        first, *others = deal.piles
        more = replace(first, count=first.count + 1)
        yield MistakeKind.WRONG_COUNT, DealCards((more, *others))
        if first.count > 1:
            fewer = replace(first, count=first.count - 1)
            yield MistakeKind.WRONG_COUNT, DealCards((fewer, *others))
        for at, pile in enumerate(deal.piles):
            turned = replace(pile, face=_other(pile.face))
            piles = (*deal.piles[:at], turned, *deal.piles[at + 1 :])
            yield MistakeKind.WRONG_FACE, DealCards(piles)
        for place in self._palette.places:
            if place not in {pile.place for pile in deal.piles}:
                yield from self._elsewhere(DealCards((replace(first, place=place), *others)))
        if len({pile.place for pile in deal.piles}) > 1:
            yield from self._elsewhere(DealCards((*others, first)))
            yield from self._incomplete(deal)

    def _incomplete(self, deal: DealCards) -> _Wrong:
        """A packet without its last place, unless that is another step of the round."""
        last = deal.piles[-1].place
        short = DealCards(tuple(pile for pile in deal.piles if pile.place != last))
        for _, move in self._elsewhere(short):
            yield MistakeKind.WRONG_COUNT, move

    def _moving(self, move: MoveCards) -> _Wrong:
        yield MistakeKind.WRONG_FACE, replace(move, face=_other(move.face))
        lying = next(one.cards for one in self._stage.scene.laid if one.place == move.source)
        left = [at for at in range(1, len(lying) + 1) if at not in move.positions]
        if len(move.positions) > 1:
            yield MistakeKind.WRONG_CARDS, replace(move, positions=move.positions[1:])
        for at in left:
            # Of two cards that are worth the same it does not matter which goes.
            other = replace(move, positions=(at, *move.positions[1:]))
            if not are_cards_as_good(other, move, self._stage.scene):
                yield MistakeKind.WRONG_CARDS, other
        if left:
            yield MistakeKind.WRONG_CARDS, replace(move, positions=(*move.positions, left[0]))
        if move.source == move.target:
            yield from self._out_of_order(move)
        for place in self._palette.places:
            if place != move.target:
                yield from self._elsewhere(replace(move, target=place))
            if place != move.source:
                yield from self._elsewhere(replace(move, source=place))

    def _out_of_order(self, move: MoveCards) -> _Wrong:
        """The same hand put down the other way round, which is another order of its ranks."""
        lying = next(one.cards for one in self._stage.scene.laid if one.place == move.source)
        ranks = [card.rank for at in move.positions if (card := lying[at - 1]) is not None]
        if ranks != ranks[::-1]:
            yield MistakeKind.WRONG_CARDS, replace(move, positions=move.positions[::-1])

    def _asking(self, ask: AskSeats) -> _Wrong:
        for seat in self._palette.seats:
            seats = set(ask.seats) ^ {seat}
            if seats:
                # One seat left out, or one too many.
                yield MistakeKind.WRONG_SEATS, AskSeats(tuple(sorted(seats)))
            if seat not in ask.seats:
                yield MistakeKind.WRONG_SEATS, AskSeats((seat,))
        if len(ask.seats) > 1:
            return
        right = {one.place for one in (ask, *self._stage.also) if isinstance(one, AskSeats)}
        for place in self._palette.places:
            if place.seat in ask.seats and place not in right:
                yield MistakeKind.WRONG_PLACE, replace(ask, place=place)

    def _calling(self, call: CallHand) -> _Wrong:
        other = flipped(call.words)
        if other is not None:
            yield MistakeKind.WRONG_WORDS, replace(call, words=other)
        for offered in self._palette.calls:
            for words in offered.words if offered.place == call.place else ():
                if words != call.words:
                    yield MistakeKind.WRONG_WORDS, replace(call, words=words)
        for place in self._palette.places:
            yield from self._elsewhere(replace(call, place=place))

    def _settling(self, settle: SettleWager) -> _Wrong:
        yield from self._otherwise_settled(settle)
        yield from self._other_amounts(settle)
        for seat in self._palette.seats:
            if seat != settle.seat:
                place = settle.place and Place.of_seat(seat, settle.place.name)
                yield from self._elsewhere(replace(settle, seat=seat, place=place))
        for spot in self._palette.spots:
            if spot != settle.spot:
                yield from self._elsewhere(replace(settle, spot=spot))
        for place in self._palette.places:
            if settle.place is not None and place != settle.place and place.seat == settle.seat:
                yield from self._elsewhere(replace(settle, place=place))

    def _otherwise_settled(self, settle: SettleWager) -> _Wrong:
        """Paid instead of taken, and so on."""
        right = {one.result for one in (settle, *self._stage.also) if isinstance(one, SettleWager)}
        cents = settle.cents or self._staked(settle) or 100
        for result in Result:
            if result not in right:
                amount = None if result is Result.PUSH else cents
                yield MistakeKind.WRONG_RESULT, replace(settle, result=result, cents=amount)

    def _other_amounts(self, settle: SettleWager) -> _Wrong:
        """The stake counted in, twice as much, half as much."""
        cents = settle.cents
        if not cents:
            return
        for other in (cents + self._staked(settle), 2 * cents, cents // 2):
            if other not in (cents, 0):
                yield MistakeKind.WRONG_AMOUNT, replace(settle, cents=other)

    def _staked(self, settle: SettleWager) -> int:
        return sum(
            one.cents
            for one in self._stage.scene.staked
            if (one.seat, one.spot) == (settle.seat, settle.spot)
        )


def _other(face: Face) -> Face:
    return Face.DOWN if face is Face.UP else Face.UP
