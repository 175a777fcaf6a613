"""A device that gives each place the cards named for it.

Whether cards come out at all (packs, faults, running out) is for the device it stands for;
which cards those are follows from where they go.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace

from croupier.cards import Card, Device, DeviceFault
from croupier.table.places import Place
from croupier.table.steps import Deal, Step

__all__ = ["NamedCards"]


class NamedCards(Device):
    """Cards by place first, then the next ones named, then the rest of the deck."""

    name = "named cards"

    def __init__(
        self,
        mechanism: Device,
        by_place: Iterable[tuple[Place, tuple[Card, ...]]],
        upcoming: Iterable[Card],
        deck: Iterable[Card],
        step: Callable[[], Step],
    ) -> None:
        self._mechanism = mechanism
        self._by_place = {place: deque(cards) for place, cards in by_place}
        self._upcoming = deque(upcoming)
        named = {card for cards in self._by_place.values() for card in cards}
        self._rest = deque(card for card in deck if card not in named | set(self._upcoming))
        self._step = step
        self._strays: list[tuple[Place, Card]] = []
        """Cards that went elsewhere than named, because nothing else was left."""

    @property
    def remaining(self) -> int:
        return self._mechanism.remaining

    @property
    def left_over(self) -> tuple[tuple[Place, tuple[Card, ...]], ...]:
        """The cards that did not come to the place they are named for, by place."""
        missing = {place: list(cards) for place, cards in self._by_place.items()}
        for place, card in self._strays:
            missing[place].append(card)
        return tuple((place, tuple(cards)) for place, cards in missing.items() if cards)

    def deal(self, count: int = 1) -> tuple[Card, ...]:
        try:
            self._mechanism.deal(count)
        except DeviceFault as failure:
            # What comes out by mistake lands nowhere, so it is none of the named cards.
            dispensed = tuple(self._unnamed() for _ in failure.fault.dispensed)
            raise DeviceFault(replace(failure.fault, dispensed=dispensed)) from None
        step = self._step()
        assert isinstance(step, Deal), "cards come out because they are dealt"
        return tuple(self._card_for(place) for place, _ in step.targets)

    def release_rest(self) -> int:
        return self._mechanism.release_rest()

    def _card_for(self, place: Place) -> Card:
        own = self._by_place.get(place)
        if own:
            return own.popleft()
        return self._upcoming.popleft() if self._upcoming else self._unnamed()

    def _unnamed(self) -> Card:
        if self._rest:
            return self._rest.popleft()
        if self._upcoming:
            return self._upcoming.popleft()
        # Only cards for other places are left: one is taken where most are, and missed there.
        place, cards = max(self._by_place.items(), key=lambda item: len(item[1]))
        self._strays.append((place, cards[-1]))
        return cards.pop()
