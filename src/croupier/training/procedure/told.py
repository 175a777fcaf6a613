"""What a trainee who deals is told between two of his steps: what others did.

Made of the events as a spectator gets them, so no sentence can name what a dealer may not see;
but for a card that he himself looks at.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from croupier.cards import Card, pretty_cards
from croupier.money import format_cents, format_stakes
from croupier.plurals import counted_in_words
from croupier.table.events import (
    BetsClosed,
    CardsMoved,
    CardsRanOut,
    DecisionAsked,
    DecisionsClosed,
    Event,
    RoundVoided,
    WagerAdded,
    WagerSettled,
    WagersPlaced,
)
from croupier.table.layout import view
from croupier.table.places import SPECTATOR, Face
from croupier.table.settlement import Result
from croupier.training.procedure.wording import seats_words

__all__ = ["Teller", "looked"]


def looked(cards: Iterable[Card]) -> str:
    """What the dealer sees who looks at cards that lie face down."""
    return f"You look, and see {pretty_cards(cards)}. Nobody else does."


class Teller:
    """Tells a round from its beginning, piece by piece.

    The dealer closes bets, puts questions, moves cards and settles; of these events those are told
    that were `by_others`, by their number from the beginning.
    """

    def __init__(self, events: Sequence[Event], by_others: frozenset[int]) -> None:
        self._events = view(events, SPECTATOR)
        self._by_others = by_others
        self._labels: Mapping[tuple[int, str], str] = {}
        self._said: dict[int, str] = {}
        """By seat: what it chose last, in words."""

    def tell(self, first: int, end: int) -> tuple[str, ...]:
        """What happened from the event `first` to the one before `end`."""
        told: list[str] = []
        for seat, run in groupby(range(first, end), key=self._settled_seat):
            if seat is None:
                for at in run:
                    told += self._told(self._events[at], is_by_others=at in self._by_others)
            else:
                told.append(self._settled(seat, run))
        return tuple(told)

    def _told(self, event: Event, *, is_by_others: bool) -> Iterator[str]:
        match event:
            case WagersPlaced(seat, stakes):
                yield f"Seat {seat} bets {format_stakes(stakes)}."
            case BetsClosed() if is_by_others:
                yield "Bets are closed, by the clock."
            case DecisionAsked(question, seats, asked):
                self._labels = {
                    (one.seat, option.name): option.label for one in asked for option in one.options
                }
                if is_by_others:
                    yield f"The terminals ask {seats_words(seats)}: {question}"
            case DecisionsClosed(choices):
                self._said = {one.seat: self._chosen(one.seat, one.option) for one in choices}
                for seat, words in self._said.items():
                    yield f"Seat {seat}: {words}."
            case WagerAdded(seat, spot, cents) if format_cents(cents) not in self._said[seat]:
                yield f"Seat {seat} puts {format_cents(cents)} on {spot}."
            case CardsMoved(source, positions, target, face) if is_by_others:
                lying = "face up" if face is Face.UP else "face down"
                cards = counted_in_words(len(positions), "card")
                yield f"Seat {source.owner} lays {cards} at {target.name}, {lying}."
            case CardsRanOut():
                yield "The cards have run out: there are not enough left to deal."
            case RoundVoided(reason):
                yield f"The round is void. {reason}"
            case _:
                pass

    def _chosen(self, seat: int, option: str) -> str:
        """In words; what a hidden question offered stays hidden, as it may name cards."""
        spoken = f"{option[:1].upper()}{option[1:]}".replace("_", " ")
        return self._labels.get((seat, option), spoken)

    def _settled_seat(self, at: int) -> int | None:
        """Whose wager ended there by itself; None for everything else."""
        event = self._events[at]
        if isinstance(event, WagerSettled) and at in self._by_others:
            return event.seat
        return None

    def _settled(self, seat: int, run: Iterable[int]) -> str:
        """What the terminal of a seat paid and took."""
        paid = taken = 0
        for at in run:
            event = self._events[at]
            assert isinstance(event, WagerSettled), "they were grouped so"
            match event.outcome.result:
                case Result.WIN:
                    paid += event.moved_cents
                case Result.LOSE:
                    taken += event.moved_cents
                case Result.HALF_BACK:
                    taken += event.stake_cents - event.moved_cents
                case Result.PUSH:
                    pass
        amounts = f"{format_cents(paid)} paid, {format_cents(taken)} taken"
        return f"The terminal of seat {seat} settles its wagers: {amounts}."
