"""The round as one seat knows it: what a learner may see, and nothing else."""

from collections import Counter
from collections.abc import Iterable, Mapping

from croupier.table.events import (
    CardDealt,
    CardsCollected,
    CardsMoved,
    DecisionAsked,
    Event,
    SettlementReversed,
    WagerSettled,
)
from croupier.table.layout import Layout, PlacedCard, redact
from croupier.table.places import Place, Viewer
from croupier.table.steps import Asked

__all__ = ["SeatView"]


class SeatView:
    """Takes events as they happen, cut for one seat, and knows what follows from them."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.layout = Layout()
        self.numbers: dict[Place, int] = {}
        """The places of each owner, counted from 1 in the order in which they first got a card.

        A name would say more, but only a game knows its names; the order it always keeps.
        """
        self.cards_dealt = 0
        self.net_cents = 0
        """What the seat has won less what it has lost, by the wagers settled so far."""
        self.settled: list[WagerSettled] = []
        """Its own settlements."""
        self._collected: Mapping[Place, list[PlacedCard]] = {}
        self._question = ""
        self._viewer = Viewer.at(seat)
        self._places = Counter[int]()

    def take(self, events: Iterable[Event]) -> None:
        """Takes in what happened next."""
        for event in events:
            seen = redact(event, self._viewer)
            if isinstance(seen, CardsCollected):
                self._collected = self.layout.cards
            self.layout.apply(seen)
            match seen:
                case CardDealt(place):
                    self.cards_dealt += 1
                    self._number(place)
                case CardsMoved(_, _, target):
                    self._number(target)
                case DecisionAsked(question):
                    self._question = question
                case WagerSettled(self.seat):
                    self.settled.append(seen)
                    stake = seen.stake_cents if seen.has_own_wager else 0
                    self.net_cents += seen.returned_cents - stake
                case SettlementReversed(self.seat, _, stake_cents, returned_cents):
                    self.settled.pop()
                    self.net_cents -= returned_cents - stake_cents
                case _:
                    pass

    @property
    def cards(self) -> Mapping[Place, list[PlacedCard]]:
        """What lies where; when all was picked up, what lay there last."""
        return self.layout.cards or self._collected

    @property
    def asked(self) -> Asked | None:
        """What the seat is being asked."""
        return self.layout.asked.get(self.seat)

    @property
    def question(self) -> str:
        """The question it is being asked, empty for none."""
        return self._question if self.asked is not None else ""

    def is_asked_about(self, place: Place) -> bool:
        """Whether the question is about these cards: those of one hand, or all it has."""
        about = self.asked.place if self.asked is not None else None
        return place == about if about is not None else place.owner == self.seat

    def _number(self, place: Place) -> None:
        if place not in self.numbers:
            self._places[place.owner] += 1
            self.numbers[place] = self._places[place.owner]
