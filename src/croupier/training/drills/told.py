"""What a trainee is told of a round because no card on the felt shows it.

What the player has picked and chosen, what the dealer saw when he looked under his cards, that the
cards ran out, and how much of a wager lies on which of several hands.
"""

from collections.abc import Iterator, Sequence

from croupier.cards import pretty_cards
from croupier.money import format_cents
from croupier.table.events import (
    CardsRanOut,
    DecisionAsked,
    DecisionMade,
    Event,
    WagerSettled,
)
from croupier.table.layout import Layout
from croupier.table.places import Face
from croupier.training.drills.staged import SEAT, Staged

__all__ = ["told_before", "whose_wager"]


def told_before(staged: Staged, number: int) -> Iterator[str]:
    """What happened before an event."""
    before = staged.events[:number]
    layout = Layout.fold(before)
    yield from _chosen(before, layout)
    yield from _looked(staged, number, layout)
    for event in before:
        if isinstance(event, CardsRanOut):
            cards = "another card" if event.wanted == 1 else f"another {event.wanted} cards"
            left = f"only {event.left} are" if event.left else "none is"
            yield f"You are to deal {cards}, and {left} left."


def _chosen(before: Sequence[Event], layout: Layout) -> Iterator[str]:
    picks = layout.picks.get(SEAT)
    if picks:
        yield f"It has picked {', '.join(sorted(picks))}."
    labels: dict[str, str] = {}
    chosen = []
    for event in before:
        if isinstance(event, DecisionAsked):
            asked = (one for one in event.asked if one.seat == SEAT)
            labels = {option.name: option.label for one in asked for option in one.options}
        elif isinstance(event, DecisionMade) and event.choice is not None:
            chosen.append(labels.get(event.choice.option, event.choice.option))
    if chosen:
        yield f"It has chosen: {'; '.join(chosen)}."


def _looked(staged: Staged, number: int, layout: Layout) -> Iterator[str]:
    """What he saw under cards that still lie face down."""
    for at, place in staged.looks.items():
        lying = layout.cards.get(place, ()) if at < number else ()
        down = [one.card for one in lying if one.face is not Face.UP and one.card is not None]
        if down:
            up = [one.card for one in lying if one.face is Face.UP and one.card is not None]
            beside = f" beside {pretty_cards(up)}" if up else ""
            yield f"You have looked under the cards at {place}: {pretty_cards(down)}{beside}."


def whose_wager(staged: Staged, number: int, what: str) -> str:
    """Who has a wager where; and what lies beside it where that is not all there is on the spot.

    `what` is the wager itself: its stake, or no more than `a wager`.
    """
    settled = staged.events[number]
    assert isinstance(settled, WagerSettled), "a wager is settled there"
    place, spot = settled.place, settled.spot
    lying = Layout.fold(staged.events[:number]).stakes.get(settled.seat, {}).get(spot, 0)
    rest = lying - settled.stake_cents if settled.has_own_wager else 0
    is_plain = place is None or (place.name == spot and not rest)
    hand = "" if place is None or is_plain else f", for the hand at {place.name}"
    beside = f"; beside it lies {_beside(staged, number, settled, rest)}" if rest else ""
    return f"Seat {settled.seat} has {what} on {spot}{hand}{beside}."


def _beside(staged: Staged, number: int, settled: WagerSettled, rest: int) -> str:
    """What else is on the spot, by the hand it is for."""
    later: dict[str, int] = {}
    for event in staged.events[number + 1 :]:
        if isinstance(event, WagerSettled) and _is_there(event, settled):
            at = event.place.name if event.place else event.spot
            name = "the same hand" if event.place == settled.place else f"the hand at {at}"
            later[name] = later.get(name, 0) + event.stake_cents
    if sum(later.values()) == rest:
        return " and ".join(f"{format_cents(cents)} for {name}" for name, cents in later.items())
    # More is to be staked on them before they are settled.
    return f"{format_cents(rest)} for what else it plays there"


def _is_there(event: WagerSettled, settled: WagerSettled) -> bool:
    return (event.seat, event.spot) == (settled.seat, settled.spot)
