"""What a player sees of the table at one moment: hands, spots, money, the question.

Made of the events as his seat gets them, and of nothing else; of fewer events than there are
while cards are still being laid out on a screen.
"""

from dataclasses import dataclass
from enum import StrEnum

from croupier.table.events import CardsCollected, DecisionAsked, HandCalled, WagerSettled
from croupier.table.layout import Layout, PlacedCard
from croupier.table.picks import is_place_of
from croupier.table.places import Place
from croupier.table.steps import Asked
from croupier.terminal.narration import Line, narrate
from croupier.terminal.session import Session
from croupier.terminal.till import Till

__all__ = ["Cell", "Hand", "Phase", "SeatSight", "Sight", "Spot", "look", "own_hands"]


class Phase(StrEnum):
    """Where the round is, for the player."""

    BETTING = "betting"
    DEALING = "dealing"
    """The dealer, or somebody else, is busy."""
    DECIDING = "deciding"
    """The player is asked."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards at one place."""

    place: Place
    cards: tuple[PlacedCard, ...]
    called: str = ""
    """What the dealer called it."""
    is_asked: bool = False
    """Whether the player is asked about this one."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One spot of a seat."""

    name: str
    stake_cents: int
    """What is in action there, or about to be."""
    settled: tuple[WagerSettled, ...] = ()
    is_bettable: bool = True
    """Whether chips go there before the deal."""
    has_felt: bool = True
    """False for a bonus that comes with another wager."""

    @property
    def won_cents(self) -> int:
        """What it brought or took, once it is settled."""
        return sum(
            one.returned_cents - (one.stake_cents if one.has_own_wager else 0)
            for one in self.settled
        )


@dataclass(frozen=True, slots=True)
class SeatSight:
    """One seat that plays."""

    number: int
    is_own: bool
    hands: tuple[Hand, ...]
    spots: tuple[Spot, ...]
    is_asked: bool
    won_cents: int
    """What it is up or down in this round, so far as wagers are settled."""

    @property
    def stake_cents(self) -> int:
        """All it has in action."""
        return sum(spot.stake_cents for spot in self.spots)


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of the table that can be picked, with or without its card."""

    choice: str
    cards: tuple[PlacedCard, ...]
    is_picked: bool


@dataclass(frozen=True, slots=True)
class Sight:
    """The whole table."""

    phase: Phase
    own: SeatSight
    others: tuple[SeatSight, ...]
    dealer: tuple[Hand, ...]
    cells: tuple[Cell, ...]
    piles: tuple[Hand, ...]
    """What else lies on the table: burned cards."""
    question: str
    asked: Asked | None
    lines: tuple[Line, ...]
    rack_cents: int
    """What is left in front of the player."""
    in_action_cents: int
    evening_cents: int
    """What he is up or down since he sat down, by what he sees."""
    is_void: bool
    remark: Line | None
    """What the coach said last."""


def look(session: Session, shown: int | None = None) -> Sight:
    """What the player sees after so many events of the round; after all of them, if not said."""
    events = session.events if shown is None else session.events[:shown]
    # Cards are left to be looked at until the next round.
    layout = Layout.fold(event for event in events if not isinstance(event, CardsCollected))
    calls = {event.place: event.words for event in events if isinstance(event, HandCalled)}
    asks = [event.question for event in events if isinstance(event, DecisionAsked)]
    till = Till()
    for event in events:
        till.take_in(event)
    is_betting = not layout.bets_are_closed
    asked = layout.asked.get(session.seat)
    seats = [
        _seat(session, layout, calls, number)
        for number in sorted({session.seat, *layout.stakes, *session.bots})
    ]
    on_slip = session.draft.total_cents if is_betting else 0
    in_action = sum(layout.stakes.get(session.seat, {}).values())
    bankroll = session.bankroll_at_open_cents + till.net_cents[session.seat]
    remarks = [one for one in session.remarks if one.after <= len(events)]
    return Sight(
        phase=_phase(layout, asked),
        own=next(seat for seat in seats if seat.is_own),
        others=tuple(seat for seat in seats if not seat.is_own),
        dealer=_hands(layout, calls, 0, None),
        cells=_cells(session, layout),
        piles=_piles(session, layout, calls),
        question=asks[-1] if asks else "",
        asked=asked,
        lines=tuple(narrate(events, session.seat, remarks)),
        rack_cents=bankroll - on_slip,
        in_action_cents=in_action + on_slip,
        evening_cents=bankroll + in_action - session.bought_cents,
        is_void=layout.is_void,
        remark=remarks[-1].line if remarks else None,
    )


def own_hands(sight: Sight) -> tuple[Hand, ...]:
    """The player's hands; what he picked is his hand where he has none of his own."""
    picked = [cell for cell in sight.cells if cell.is_picked and cell.cards]
    if sight.own.hands or not picked:
        return sight.own.hands
    names = ", ".join(cell.choice for cell in picked)
    cards = tuple(card for cell in picked for card in cell.cards)
    return (Hand(Place.of_seat(sight.own.number, f"Your cells {names}"), cards),)


def _phase(layout: Layout, asked: Asked | None) -> Phase:
    if layout.is_over:
        return Phase.OVER
    if not layout.bets_are_closed:
        return Phase.BETTING
    return Phase.DECIDING if asked else Phase.DEALING


def _seat(session: Session, layout: Layout, calls: dict[Place, str], number: int) -> SeatSight:
    asked = layout.asked.get(number)
    stakes = layout.stakes.get(number, {})
    if number == session.seat and not layout.bets_are_closed:
        stakes = session.draft.stakes
    settled = [event for event in layout.settled if event.seat == number]
    spots = tuple(
        Spot(
            wager.spot,
            stakes.get(wager.spot, 0),
            tuple(event for event in settled if event.spot == wager.spot),
            is_bettable=wager in session.bettable,
            has_felt=wager.brought_by is None,
        )
        for wager in session.table.wagers.values()
    )
    return SeatSight(
        number=number,
        is_own=number == session.seat,
        hands=_hands(layout, calls, number, asked),
        spots=spots,
        is_asked=asked is not None,
        won_cents=sum(spot.won_cents for spot in spots),
    )


def _hands(
    layout: Layout, calls: dict[Place, str], owner: int, asked: Asked | None
) -> tuple[Hand, ...]:
    """The hands of an owner in the order their places were first used."""
    return tuple(
        Hand(
            place,
            tuple(lying),
            calls.get(place, ""),
            asked is not None and asked.place == place,
        )
        for place, lying in layout.cards.items()
        if place.owner == owner and lying
    )


def _cells(session: Session, layout: Layout) -> tuple[Cell, ...]:
    """What can be picked, in order, with the cards that came to lie there."""
    if session.table.picks is None:
        return ()
    picked = layout.picks.get(session.seat, ()) or session.draft.picks
    return tuple(
        Cell(choice, _cards_of(layout, choice), choice in picked)
        for choice in session.table.picks.choices
    )


def _cards_of(layout: Layout, choice: str) -> tuple[PlacedCard, ...]:
    """The cards at the table's place of a choice."""
    for place, lying in layout.cards.items():
        if is_place_of(place, choice):
            return tuple(lying)
    return ()


def _piles(session: Session, layout: Layout, calls: dict[Place, str]) -> tuple[Hand, ...]:
    """The places of the table that nobody picks."""
    choices = session.table.picks.choices if session.table.picks else ()
    return tuple(
        hand
        for hand in _hands(layout, calls, -1, None)
        if not any(is_place_of(hand.place, choice) for choice in choices)
    )
