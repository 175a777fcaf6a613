"""The layout: what lies where, folded from the events of a round.

What somebody sees is the layout folded from the events as he gets them. There is one filter,
`redact`, in front of both, so state and log cannot disagree about what is hidden.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Self

from croupier.cards import Card
from croupier.table.events import (
    BetsClosed,
    CardDealt,
    CardRead,
    CardsCollected,
    CardsMoved,
    CardsTurned,
    DecidedBy,
    DecisionAsked,
    DecisionMade,
    DecisionsClosed,
    DeviceFailed,
    Event,
    PicksDrawn,
    RoundClosed,
    RoundVoided,
    SettlementReversed,
    WagerAdded,
    WagerReturned,
    WagerSettled,
    WagersPlaced,
)
from croupier.table.places import Face, Place, Viewer
from croupier.table.steps import Asked

__all__ = ["Layout", "PlacedCard", "insiders", "redact", "view"]


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card on the felt; None where its face is not known to whoever looks."""

    card: Card | None
    face: Face


@dataclass(slots=True)
class Layout:
    """What lies where, who has staked what, and who is asked what."""

    cards: dict[Place, list[PlacedCard]] = field(default_factory=dict)
    stakes: dict[int, dict[str, int]] = field(default_factory=dict)
    """By seat and spot: cents still in action."""
    picks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """By seat: what it chose before the deal."""
    added: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    """By seat: the further stakes of the round in their order, spot and cents."""
    bets_are_closed: bool = False
    asked: dict[int, Asked] = field(default_factory=dict)
    """By seat: what it is being asked and has not answered."""
    late: set[int] = field(default_factory=set)
    """The seats for which the clock chose when they were last asked."""
    settled: list[WagerSettled] = field(default_factory=list)
    won_cents: dict[int, int] = field(default_factory=dict)
    """By seat: winnings of the round so far, losses not counted."""
    salt: str | None = None
    is_over: bool = False
    is_void: bool = False

    @classmethod
    def fold(cls, events: Iterable[Event]) -> Self:
        """The layout after these events."""
        layout = cls()
        for event in events:
            layout.apply(event)
        return layout

    def known(self, place: Place) -> tuple[Card, ...]:
        """The cards at a place whose faces are known."""
        lying = self.cards.get(place, ())
        return tuple([one.card for one in lying if one.card is not None])

    def all_known(self) -> tuple[Card, ...]:
        """All cards on the felt whose faces are known."""
        return tuple(
            [one.card for lying in self.cards.values() for one in lying if one.card is not None]
        )

    def as_seen_by(self, viewer: Viewer) -> "Layout":
        """What lies where as this viewer sees it now, without going through the events again.

        What he once saw and no longer sees is left out; `fold` over his `view` keeps it.
        """
        return Layout(
            cards={
                place: [
                    one if viewer.sees(place, one.face) else PlacedCard(None, one.face)
                    for one in lying
                ]
                for place, lying in self.cards.items()
            },
            stakes=self.stakes,
            picks={seat: self.picks[seat] for seat in viewer.seats if seat in self.picks},
            added=self.added,
            bets_are_closed=self.bets_are_closed,
            asked={seat: self.asked[seat] for seat in viewer.seats if seat in self.asked},
            late=self.late,
            settled=self.settled,
            won_cents=self.won_cents,
            salt=self.salt,
            is_over=self.is_over,
            is_void=self.is_void,
        )

    def apply(self, event: Event) -> None:
        """Takes in what happened next."""
        # What comes most often comes first.
        match event:
            case WagerSettled(seat, spot, stake_cents):
                self.settled.append(event)
                self.won_cents[seat] = self.won_cents.get(seat, 0) + _won_cents(event)
                if event.has_own_wager:
                    self._release(seat, spot, stake_cents)
            case CardDealt(place, card, face):
                self.cards.setdefault(place, []).append(PlacedCard(card, face))
            case DecisionMade(_, seat, by):
                self.asked.pop(seat, None)
                if by is DecidedBy.TIME:
                    self.late.add(seat)
            case WagerAdded(seat, spot, cents):
                self.added.setdefault(seat, []).append((spot, cents))
                self._add(seat, spot, cents)
            case WagersPlaced(seat, stakes, picks):
                self.stakes[seat] = dict(stakes)
                self.picks[seat] = picks or ()
                if not stakes:
                    del self.stakes[seat], self.picks[seat]
            case DecisionAsked(_, seats, asked):
                known = {one.seat: one for one in asked}
                self.asked = {seat: known.get(seat) or Asked(seat, ()) for seat in seats}
                self.late.clear()
            case DecisionsClosed():
                self.asked = {}
            case CardsTurned() | CardsMoved() | CardsCollected():
                self._apply_cards(event)
            case BetsClosed(salt):
                self.bets_are_closed = True
                self.salt = salt
            case PicksDrawn(seat, picks):
                self.picks[seat] = picks or ()
            case SettlementReversed(seat, spot, stake_cents):
                self.won_cents[seat] -= _won_cents(self.settled.pop())
                if stake_cents:
                    self._add(seat, spot, stake_cents)
            case WagerReturned(seat, spot, cents):
                self._release(seat, spot, cents)
            case RoundClosed():
                self.is_over = True
            case RoundVoided():
                self.is_over = self.is_void = True
                self.asked = {}
            case _:
                pass

    def _apply_cards(self, event: CardsTurned | CardsMoved | CardsCollected) -> None:
        match event:
            case CardsTurned(place, cards):
                if cards:
                    self.cards[place] = [PlacedCard(card, Face.UP) for card in cards]
            case CardsMoved(source, positions, target, face, cards):
                lying = self.cards[source]
                for position, card in zip(positions, cards, strict=True):
                    # Who knew the card before it moved still does.
                    known = card if card is not None else lying[position].card
                    self.cards.setdefault(target, []).append(PlacedCard(known, face))
                left = [one for at, one in enumerate(lying) if at not in positions]
                self.cards[source] = left
                if not left:
                    del self.cards[source]
            case CardsCollected():
                self.cards = {}

    def _add(self, seat: int, spot: str, cents: int) -> None:
        self.stakes[seat][spot] = self.stakes[seat].get(spot, 0) + cents

    def _release(self, seat: int, spot: str, cents: int) -> None:
        spots = self.stakes[seat]
        left = spots[spot] - cents
        assert left >= 0, "more was settled than staked"
        if left:
            spots[spot] = left
        else:
            del spots[spot]


def redact(event: Event, viewer: Viewer) -> Event:
    """The event as this viewer may know it."""
    if viewer.sees_everything:
        return event
    match event:
        case WagersPlaced(seat, _, picks) | PicksDrawn(seat, picks) if (
            picks and seat not in viewer.seats
        ):
            return replace(event, picks=None)
        case CardRead():
            return replace(event, card=None)
        case CardDealt(place, _, face) if not viewer.sees(place, face):
            return replace(event, card=None)
        case CardsMoved(_, _, target, face) if not viewer.sees(target, face):
            return replace(event, cards=(None,) * len(event.cards))
        case DeviceFailed():
            return replace(event, dispensed=(None,) * len(event.dispensed))
        case DecisionAsked(is_hidden=True):
            return replace(event, asked=_own(event, viewer))
        case DecisionMade(_, seat, _, True) if seat not in viewer.seats:
            return replace(event, choice=None)
        case _:
            return event


def insiders(event: Event) -> tuple[int, ...]:
    """The seats that see more of an event than a spectator does.

    All others get one and the same form of it, which need be made only once.
    """
    match event:
        case WagersPlaced(seat, _, picks) | PicksDrawn(seat, picks) if picks:
            return (seat,)
        case CardDealt(place, _, Face.OWN) | CardsMoved(_, _, place, Face.OWN):
            return (place.seat,) if place.seat is not None else ()
        case DecisionAsked(_, seats, _, True):
            return seats
        case DecisionMade(_, seat, _, True):
            return (seat,)
        case _:
            return ()


def view(events: Iterable[Event], viewer: Viewer) -> tuple[Event, ...]:
    """The round so far as this viewer may know it."""
    return tuple(redact(event, viewer) for event in events)


def _own(event: DecisionAsked, viewer: Viewer) -> tuple[Asked, ...]:
    """What the viewer's own seats are asked: found by bisection, a stadium asks thousands."""
    found = []
    for seat in sorted(viewer.seats):
        at = bisect_left(event.asked, seat, key=lambda one: one.seat)
        if at < len(event.asked) and event.asked[at].seat == seat:
            found.append(event.asked[at])
    return tuple(found)


def _won_cents(settled: WagerSettled) -> int:
    stake = settled.stake_cents if settled.has_own_wager else 0
    return max(settled.returned_cents - stake, 0)
