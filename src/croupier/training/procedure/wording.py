"""What is right, as somebody says it who teaches: one sentence for each of the dealer's moves."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from croupier.cards import Card, pretty_cards
from croupier.money import format_cents
from croupier.plurals import counted_in_words
from croupier.table.events import WagerSettled
from croupier.table.places import Face, Place
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
    Pile,
    ReleaseCards,
    SettleWager,
    TurnCards,
)

__all__ = [
    "joined",
    "label_of",
    "place_name",
    "seats_words",
    "sentence_of",
    "settling_sentence",
]

_HAND: Final = "Hand"
"""The usual place of cards, which goes without saying."""


def sentence_of(move: Move, cards: Sequence[Card | None] = (), question: str = "") -> str:
    """What a move is, as an instruction; of a settlement, see `settling_sentence`.

    `cards` are those that lie where cards are moved from, `question` what players are asked.
    """
    match move:
        case Do(action):
            return f"{action}."
        case OpenBets():
            return "Open bets: the players may put their wagers down."
        case CloseBets():
            return "Close bets: no wager is taken, changed or taken back from now on."
        case DealCards(piles):
            alike = groupby(piles, key=lambda pile: (pile.count, pile.face))
            parts = [_piles(count, face, list(run)) for (count, face), run in alike]
            return f"Deal {joined(parts)}."
        case ReleaseCards():
            return "Take the rest of the cards out of the device and into your hand."
        case TurnCards(place):
            return f"Turn up {_whose(place)} cards{_at(place)}."
        case MoveCards():
            return _moving(move, cards)
        case AskSeats():
            return f"{label_of(move)}: “{question}”"
        case CallHand(place, words):
            return f"Call {_whose(place)} hand{_at(place)}: “{words}”."
        case SettleWager():
            return f"{label_of(move)}."
        case CollectCards():
            return "Pick up all cards."


def settling_sentence(move: SettleWager, event: WagerSettled) -> str:
    """What is done with a wager, and what the amount is made of."""
    wager, stake = _wager(move), format_cents(event.stake_cents)
    amount = format_cents(move.cents or 0)
    match move.result:
        case Result.WIN:
            capped = ", which is all that the table still pays" if event.withheld_cents else ""
            at_odds = f"{event.outcome.odds} on {stake}{capped}"
            return f"Pay seat {move.seat} {amount} on {wager}: {at_odds}."
        case Result.LOSE:
            return f"Take seat {move.seat}'s {amount} from {wager}."
        case Result.PUSH:
            return f"Leave seat {move.seat} its {stake} on {wager}: it is a push."
        case Result.HALF_BACK:
            back = f"{amount} of its {stake} on {wager}"
            return f"Give seat {move.seat} {back} back and take the rest."


def label_of(move: Move) -> str:
    """What a move is about, for a list: it names no amount and no result."""
    match move:
        case Do(action):
            return action
        case OpenBets():
            return "Open bets"
        case CloseBets():
            return "Close bets"
        case DealCards(piles):
            places = dict.fromkeys(place_name(pile.place) for pile in piles)
            return f"Deal to {joined(list(places))}"
        case ReleaseCards():
            return "Release the rest of the cards"
        case TurnCards(place):
            return f"Turn up {_whose(place)} cards{_at(place)}"
        case MoveCards(source, _, target):
            is_set = source == target
            return (
                f"Set {_whose(source)} cards" if is_set else f"Move cards to {place_name(target)}"
            )
        case AskSeats(seats, place):
            about = f" about {place.name}" if place is not None else ""
            return f"Ask {seats_words(seats)}{about}"
        case CallHand(place):
            return f"Call {_whose(place)} hand{_at(place)}"
        case SettleWager(_, seat):
            return f"Settle seat {seat}'s {_wager(move)}"
        case CollectCards():
            return "Pick up the cards"


def seats_words(seats: Sequence[int]) -> str:
    """`seat 3`, `seats 1, 2 and 4`."""
    return f"seat{'s' if len(seats) > 1 else ''} {joined([str(seat) for seat in seats])}"


def joined(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _piles(count: int, face: Face, piles: Sequence[Pile]) -> str:
    """Piles of so many cards each: `one card face up to the dealer`."""
    cards, places = (
        f"{counted_in_words(count, 'card')} face {face}",
        [place_name(pile.place) for pile in piles],
    )
    if len(places) == 1:
        return f"{cards} to {places[0]}"
    return f"{cards} to each of {joined(places)}"


def _moving(move: MoveCards, cards: Sequence[Card | None]) -> str:
    known = [cards[at - 1] for at in move.positions if at <= len(cards)]
    named = pretty_cards(card for card in known if card is not None)
    if None in known or not known:
        numbers = joined([str(at) for at in move.positions])
        named = f"card{'s' if len(move.positions) > 1 else ''} {numbers}"
    if move.source == move.target:
        return f"Put {_whose(move.source)} cards{_at(move.source)} into this order: {named}."
    lying = "face up" if move.face is Face.UP else "face down"
    source = f"{_whose(move.source)} {move.source.name}"
    return f"Move {named} from {source} to {place_name(move.target)}, {lying}."


def _wager(move: SettleWager) -> str:
    hand = f" ({move.place.name})" if move.place is not None else ""
    return f"{move.spot}{hand}"


def _whose(place: Place) -> str:
    if place.seat is not None:
        return f"seat {place.seat}'s"
    return "the dealer's" if place.is_dealers else "the"


def _at(place: Place) -> str:
    return "" if place.name == _HAND else f" at {place.name}"


def place_name(place: Place) -> str:
    """`seat 1`, `seat 1's Poker`, `the dealer`, `Cell 4`."""
    if place.is_tables:
        return place.name
    if place.name != _HAND:
        return f"{_whose(place)} {place.name}"
    return f"seat {place.seat}" if place.seat is not None else "the dealer"
