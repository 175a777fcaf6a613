"""By which clause of the rules a seat was asked: found by dealing its round once more.

Events do not name the clause behind a question; the script of the game does. So it is dealt
again, with the cards the seat has seen where it has seen them and any others where it has not.
Where a card that is made up takes the round another way, others are tried.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from croupier.cards import Card
from croupier.rejection import Rejection
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.events import (
    BetsClosed,
    CardDealt,
    CardsMoved,
    CardsTurned,
    DecisionAsked,
    DecisionMade,
    DecisionsClosed,
    Event,
    PicksDrawn,
    RoundOpened,
    WagersPlaced,
)
from croupier.table.game import Game
from croupier.table.layout import view
from croupier.table.places import Place, Viewer
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.table.prepared import prepare
from croupier.table.round import Round
from croupier.table.settings import TableSettings
from croupier.table.source import CardSource
from croupier.table.steps import Ask, Choice
from croupier.table.wager import Slip
from croupier.table.waiting import AwaitingDecisions
from croupier.training.chance import Chance

__all__ = ["clause_asked"]

_TRIES: Final = 20


@dataclass(frozen=True, slots=True)
class _Sought:
    """A question of which the clause is wanted."""

    game: Game[Any]
    settings: TableSettings
    seen: tuple[Event, ...]
    """The round as the seat saw it."""
    seat: int
    number: int
    """Which of the seat's questions it is, counted from 1."""


def clause_asked(
    game: Game[Any], settings: TableSettings, events: Sequence[Event], seat: int, number: int
) -> str:
    """The clause behind a question of a seat, from the events as the seat sees them.

    Where the round cannot be dealt again, because something went wrong in it, what the house asks.
    """
    sought = _Sought(game, settings, view(events, Viewer.at(seat)), seat, number)
    questions = _questions(sought.seen, seat)[:number]
    chance = Chance("asked again", game.id, seat, number)
    for _ in range(_TRIES):
        table = _dealt_again(sought, chance)
        if table is not None and _questions(table.events, seat) == questions:
            step = table.step
            assert isinstance(step, Ask), "somebody is asked"
            return step.clause or HOUSE_PROCEDURE
    return HOUSE_PROCEDURE


def _questions(events: Sequence[Event], seat: int) -> list[str]:
    return [
        event.question
        for event in events
        if isinstance(event, DecisionAsked) and seat in event.seats
    ]


def _dealt_again(sought: _Sought, chance: Chance) -> Round | None:
    """The round as far as that question; None where it goes another way."""
    game, seat = sought.game, sought.seat
    opened, closed = (
        next((event for event in sought.seen if isinstance(event, kind)), None)
        for kind in (RoundOpened, BetsClosed)
    )
    if not isinstance(opened, RoundOpened) or not isinstance(closed, BetsClosed):
        return None
    cards = _deck(sought.seen, chance)
    device = next((one for one in game.devices if one.name == opened.device), game.devices[0])
    table = Round(game, sought.settings, CardSource(device.name, lambda _salt: device.load(cards)))
    choices = _choices(sought.seen)
    try:
        for player, slip in _slips(sought).items():
            table.handle(PlaceWagers(player, slip))
        table.handle(CloseBets(closed.salt))
        while isinstance(table.waiting, AwaitingDecisions):
            asked = table.waiting.seats
            if seat in asked and len(_questions(table.events, seat)) == sought.number:
                return table
            if not choices.get(asked[0]):
                return None
            choice = choices[asked[0]].popleft()
            table.handle(Decide(choice.seat, choice.option, choice.stake_cents))
    except Rejection:
        return None
    return None


def _slips(sought: _Sought) -> dict[int, Slip]:
    """Of the seat, and of all who get cards: others, such as a stadium's, change nothing for it."""
    seen = sought.seen
    dealt_to = {event.place.seat for event in seen if isinstance(event, CardDealt)}
    dealt_to.add(sought.seat)
    picks = prepare(sought.game, sought.settings).picks
    usual = picks.choices[: picks.count] if picks is not None else ()
    slips: dict[int, Slip] = {}
    for event in seen:
        if isinstance(event, WagersPlaced) and event.seat in dealt_to:
            slips[event.seat] = Slip(event.stakes, usual if event.picks is None else event.picks)
        elif isinstance(event, PicksDrawn) and event.picks and event.seat in slips:
            slips[event.seat] = Slip(slips[event.seat].stakes, event.picks)
    return {one: slip for one, slip in sorted(slips.items()) if slip.stakes}


def _choices(seen: Sequence[Event]) -> dict[int, deque[Choice]]:
    """By seat what it chose, in order; what was hidden is known when all have chosen."""
    found: dict[int, deque[Choice]] = {}
    hidden: set[int] = set()
    for event in seen:
        match event:
            case DecisionMade(None, seat):
                hidden.add(seat)
            case DecisionMade(choice, seat) if choice is not None:
                found.setdefault(seat, deque()).append(choice)
            case DecisionsClosed(choices):
                for choice in choices:
                    if choice.seat in hidden:
                        found.setdefault(choice.seat, deque()).append(choice)
                hidden.clear()
            case _:
                pass
    return found


def _deck(seen: Sequence[Event], chance: Chance) -> list[Card]:
    """The cards in the order in which they came; any for those that the seat did not see."""
    came: list[Card | None] = []
    lying: dict[Place, list[int]] = {}
    for event in seen:
        match event:
            case CardDealt(place, card):
                lying.setdefault(place, []).append(len(came))
                came.append(card)
            case CardsTurned(place, cards):
                for at, card in zip(lying.get(place, ()), cards, strict=False):
                    came[at] = card
            case CardsMoved(source, positions, target, _, cards):
                from_there = lying[source]
                moved = [from_there[position] for position in positions]
                lying[source] = [at for at in from_there if at not in moved]
                lying.setdefault(target, []).extend(moved)
                for at, known in zip(moved, cards, strict=True):
                    came[at] = came[at] if known is None else known
            case _:
                pass
    others = [card for card in chance.deck() if card not in came]
    return [others.pop() if card is None else card for card in came] + others
