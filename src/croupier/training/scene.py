"""What lies before a trainee: cards and chips, as plain values any page or terminal can show.

A scene holds no more than may be seen: a card that lies face down in it has no face.
"""

from dataclasses import dataclass

from croupier.cards import Card
from croupier.table.layout import Layout
from croupier.table.places import Face, Place

__all__ = ["Laid", "Scene", "Staked", "scene_of"]


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards at one place."""

    place: Place
    cards: tuple[Card | None, ...]
    """In the order they lie; None for one that shows its back."""
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Staked:
    """Chips on one spot."""

    seat: int
    spot: str
    cents: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment."""

    laid: tuple[Laid, ...] = ()
    staked: tuple[Staked, ...] = ()


def scene_of(layout: Layout) -> Scene:
    """What of a layout its viewer sees: fold the events as he gets them, or `as_seen_by` him."""
    laid = tuple(
        Laid(place, tuple(one.card for one in cards), tuple(one.face for one in cards))
        for place, cards in sorted(layout.cards.items())
        if cards
    )
    staked = tuple(
        Staked(seat, spot, cents)
        for seat, spots in sorted(layout.stakes.items())
        for spot, cents in spots.items()
    )
    return Scene(laid, staked)
