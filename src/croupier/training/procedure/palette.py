"""All a trainee may choose from: what a page needs to let him put any move together.

It holds what is right at every stage among much that is wrong, and but for one thing it is the same
in every round of a lesson, from the first stage to the last. That one thing are words to call: they
are offered while the hand lies face up, when anybody can see what it is.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from croupier.cards import Card
from croupier.games.showdown import DOES_NOT_QUALIFY, QUALIFIES
from croupier.table.places import Face, Place
from croupier.table.preparation import CUT, INSPECT, LOAD, SHOE, SHUFFLE
from croupier.table.prepared import Same
from croupier.training.chance import Chance
from croupier.training.procedure.forms import forms_at
from croupier.training.procedure.moves import (
    AskSeats,
    CallHand,
    DealCards,
    Do,
    Move,
    MoveCards,
    TurnCards,
)
from croupier.training.procedure.samples import usual_at
from croupier.training.procedure.stages import Procedure, Stage, seats_in_front

__all__ = ["CallWords", "Palette", "Verb", "flipped", "palette"]

_WORDS: Final = 8
"""How many ways to call a hand are offered."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of move, by the word it begins with."""

    name: str
    form: str
    """An example of the whole."""


@dataclass(frozen=True, slots=True)
class CallWords:
    """What a hand may be called."""

    place: Place
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Palette:
    """What the moves of a round can be put together of."""

    verbs: tuple[Verb, ...]
    acts: tuple[str, ...]
    """What may be done that moves neither cards nor money."""
    places: tuple[Place, ...]
    seats: tuple[int, ...]
    """All seats in front of the dealer, whether somebody plays there or not."""
    playing: tuple[int, ...]
    """Those who bet in this round."""
    spots: tuple[str, ...]
    """In the order of the felt."""
    calls: tuple[CallWords, ...]
    """Of the hands that lie face up now."""


def palette(procedure: Procedure, stage: Stage | None = None) -> Palette:
    """All there is to choose from in a round, at one of its stages; before it, no hand lies yet."""
    whole = _palette(Same(procedure))
    return whole if stage is None else replace(whole, calls=tuple(_calls(procedure, stage)))


@lru_cache(maxsize=64)
def _palette(same_procedure: Same) -> Palette:
    procedure = same_procedure.thing
    lesson = procedure.lesson
    chance = Chance("palette", lesson.game.id, lesson.game.rules_version, procedure.seed)
    moves = [stage.wanted for stage in procedure.stages]
    seats = tuple(seats_in_front(lesson))
    return Palette(
        verbs=tuple(Verb(name, form) for name, form in forms_at(lesson).items()),
        acts=_mixed(_acts(procedure, moves), chance),
        places=_places(procedure, moves, seats),
        seats=seats,
        playing=procedure.seats,
        spots=tuple(lesson.table.wagers),
        calls=(),
    )


def flipped(words: str) -> str | None:
    """A dealer's hand called with the opposite verdict; None where none is called."""
    if DOES_NOT_QUALIFY in words:
        return words.replace(DOES_NOT_QUALIFY, QUALIFIES)
    return words.replace(QUALIFIES, DOES_NOT_QUALIFY) if QUALIFIES in words else None


def _acts(procedure: Procedure, moves: Iterable[Move]) -> Iterator[str]:
    """What is right, what is done with other devices, and what other rounds bring."""
    yield from (move.action for move in moves if isinstance(move, Do))
    yield from usual_at(procedure.lesson).acts
    yield from (INSPECT, SHUFFLE, CUT, LOAD, SHOE)


def _places(procedure: Procedure, moves: Iterable[Move], seats: Iterable[int]) -> tuple[Place, ...]:
    """Where cards can lie, the same for every seat."""
    found: set[Place] = set(usual_at(procedure.lesson).places)
    for move in moves:
        found.update(_places_in(move))
    names = {place.name for place in found if place.seat is not None}
    theirs = {Place.of_seat(seat, name) for seat in seats for name in names}
    return tuple(sorted(theirs | {place for place in found if place.seat is None}))


def _places_in(move: Move) -> tuple[Place, ...]:
    match move:
        case DealCards(piles):
            return tuple(pile.place for pile in piles)
        case TurnCards(place) | CallHand(place):
            return (place,)
        case MoveCards(source, _, target):
            return source, target
        case AskSeats(_, place) if place is not None:
            return (place,)
        case _:
            return ()


def _calls(procedure: Procedure, stage: Stage) -> Iterator[CallWords]:
    """By place: what the hand there is called, and other hands, each with either verdict."""
    usual = dict(usual_at(procedure.lesson).calls)
    calling = [one for one in procedure.stages if isinstance(one.wanted, CallHand)]
    called = {one.wanted.place for one in calling if isinstance(one.wanted, CallHand)}
    for place in sorted({*usual, *called}):
        cards = _face_up(stage, place)
        is_called = isinstance(stage.wanted, CallHand) and stage.wanted.place == place
        if not cards and not is_called:
            continue
        right = [
            one.wanted.words
            for one in calling
            if isinstance(one.wanted, CallHand)
            and one.wanted.place == place
            and _face_up(one, place) == cards
        ]
        names = " ".join(sorted(map(str, cards)))
        chance = Chance("calls", procedure.lesson.game.id, procedure.seed, place, names)
        yield CallWords(place, _words(right, usual.get(place, ()), chance))


def _face_up(stage: Stage, place: Place) -> frozenset[Card]:
    """The hand at a place, if all of it lies face up."""
    for laid in stage.scene.laid:
        if laid.place == place and all(face is Face.UP for face in laid.faces):
            return frozenset(card for card in laid.cards if card is not None)
    return frozenset()


def _words(right: Iterable[str], usual: Iterable[str], chance: Chance) -> tuple[str, ...]:
    """So many ways to call a hand that nothing tells which of them is right."""
    mine = dict.fromkeys(map(_with_either_verdict, right))
    others = [one for one in dict.fromkeys(map(_with_either_verdict, usual)) if one not in mine]
    chance.shuffle(others)
    offered: list[str] = []
    for alike in (*mine, *others):
        if alike in mine or len(offered) + len(alike) <= _WORDS:
            offered += alike
    return _mixed(offered, chance)


def _with_either_verdict(words: str) -> tuple[str, ...]:
    """The same hand called with one verdict and with the other, if there is any."""
    other = flipped(words)
    return (words,) if other is None else tuple(sorted((words, other)))


def _mixed(texts: Iterable[str], chance: Chance) -> tuple[str, ...]:
    """Each text once, in an order that tells nothing."""
    mixed = sorted(dict.fromkeys(texts))
    chance.shuffle(mixed)
    return tuple(mixed)
