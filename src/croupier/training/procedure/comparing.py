"""Whether two moves are the same, about the same, or as good as each other.

Two people who do the same thing do not write it alike: capital letters, commas and spaces do not
matter, nor in which order cards of equal worth are picked up.
"""

from collections.abc import Sequence
from typing import Final

from croupier.cards import Card, card_value
from croupier.table.places import Place
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
from croupier.training.procedure.reading import plain
from croupier.training.scene import Scene

__all__ = ["are_cards_as_good", "is_about_the_same", "is_same", "subject"]

_PAIR: Final = 2


def is_same(one: Move, other: Move) -> bool:
    """Whether two moves are the same but for capital letters, commas and spaces."""
    if isinstance(one, DealCards) and isinstance(other, DealCards):
        return [(_place(place), face) for place, face in one.cards] == [
            (_place(place), face) for place, face in other.cards
        ]
    return _plainly(one) == _plainly(other)


def is_about_the_same(one: Move, other: Move) -> bool:
    """Whether two moves do the same thing with the same hand or wager, if not in the same way."""
    return type(one) is type(other) and subject(one) == subject(other)


def are_cards_as_good(said: Move, wanted: Move, scene: Scene) -> bool:
    """Whether other cards were moved that are worth the same.

    Cards of one rank may stand for each other, unless their suits make a flush of some of them.
    Where a hand is put into order, ranks in the same order are the same order; where cards go
    somewhere else, it does not matter which is laid down first. Of two cards that count the same
    either may be moved away.
    """
    if not isinstance(said, MoveCards) or not isinstance(wanted, MoveCards):
        return False
    if subject(said) != subject(wanted) or said.face is not wanted.face:
        return False
    is_put_in_order = _place(wanted.source) == _place(wanted.target)
    if sorted(said.positions) == sorted(wanted.positions) and not is_put_in_order:
        return True
    lying = next((one.cards for one in scene.laid if one.place == wanted.source), ())
    mine, theirs = _picked(lying, said.positions), _picked(lying, wanted.positions)
    if mine is None or theirs is None:
        return False
    if is_put_in_order:
        return [card.rank for card in mine] == [card.rank for card in theirs]
    if len(lying) == _PAIR and len(mine) == len(theirs) == 1:
        # Either card of a pair that is split may go; tens and court cards count the same.
        return card_value(mine[0]) == card_value(theirs[0])
    return _worth(mine) == _worth(theirs)


def subject(move: Move) -> object:
    """What a move is about."""
    match move:
        case Do(action):
            return plain(action)
        case DealCards():
            return tuple(dict.fromkeys(_place(place) for place, _ in move.cards))
        case TurnCards(place) | CallHand(place):
            return _place(place)
        case MoveCards(source, _, target):
            return _place(source), _place(target)
        case AskSeats(seats, place):
            return seats, place and _place(place)
        case SettleWager(_, seat, spot, _, place):
            return seat, plain(spot), place and _place(place)
        case _:
            return None


def _picked(lying: Sequence[Card | None], positions: Sequence[int]) -> list[Card] | None:
    """The cards at some positions; None where one is picked twice, not there, or not seen."""
    if len(set(positions)) < len(positions) or not all(1 <= at <= len(lying) for at in positions):
        return None
    picked = [lying[at - 1] for at in positions]
    return [card for card in picked if card is not None] if None not in picked else None


def _worth(cards: Sequence[Card]) -> tuple[list[int], bool]:
    return sorted(int(card.rank) for card in cards), len({card.suit for card in cards}) == 1


def _place(place: Place) -> tuple[int, str]:
    return place.owner, plain(place.name)


def _plainly(move: Move) -> object:
    """All of a move, without what does not matter."""
    match move:
        case MoveCards(_, positions, _, face):
            how: object = positions, face
        case CallHand(_, words):
            how = plain(words)
        case SettleWager(result, _, _, cents):
            how = result, cents
        case _:
            how = None
    return type(move), subject(move), how
