"""How each kind of move is written at one table: with its own places, spots and things to do.

What stands in an example is there at the table; how many cards, whom and how much is made up, so
that nobody learns from it what comes next.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from croupier.table.places import Face, Place
from croupier.table.settlement import Result
from croupier.training.lesson import Lesson
from croupier.training.procedure.moves import (
    AskSeats,
    CallHand,
    DealCards,
    Do,
    Move,
    MoveCards,
    Pile,
    SettleWager,
    TurnCards,
)
from croupier.training.procedure.reading import FORMS
from croupier.training.procedure.samples import Usual, usual_at

__all__ = ["forms_at"]

_SEAT = 1
_ASKED = 1, 3
_CENTS = 1_000
_HALF_CENTS = 750


@lru_cache(maxsize=64)
def forms_at(lesson: Lesson) -> Mapping[str, str]:
    """By verb: an example of the whole."""
    usual = usual_at(lesson)
    examples = dict(FORMS)
    for move in _examples(lesson, usual):
        verb, _, _ = str(move).partition(" ")
        examples[verb] = str(move)
    return examples


def _examples(lesson: Lesson, usual: Usual) -> Iterable[Move]:
    acts = [act.action for act in lesson.game.preparation(lesson.device.name)]
    for action in (*acts, *usual.acts)[-1:]:
        yield Do(action)
    yield _dealing(usual)
    yield AskSeats(tuple(seat for seat in _ASKED if seat <= lesson.settings.positions))
    dealers = sorted(usual.places, key=lambda place: not place.is_dealers)
    yield TurnCards(dealers[0])
    yield _moving(usual, dealers)
    for place, words in usual.calls[-1:]:
        yield CallHand(place, words[-1])
    spots = tuple(lesson.table.wagers)
    for result in (Result.WIN, Result.LOSE):
        yield SettleWager(result, _SEAT, spots[0], _CENTS)
    yield SettleWager(Result.PUSH, _SEAT, spots[0])
    yield SettleWager(Result.HALF_BACK, _SEAT, spots[-1], _HALF_CENTS)


def _dealing(usual: Usual) -> Move:
    """To several places at once, where this is done at the table."""
    longest = max(usual.packets, key=len)
    piles = [Pile(place, 1, Face.UP) for place in longest[:2]]
    return DealCards(tuple(piles) if len(piles) > 1 else (Pile(longest[0], 2, Face.DOWN),))


def _moving(usual: Usual, places: list[Place]) -> Move:
    elsewhere = sorted(
        ((source, target) for source, target in usual.moved if source != target),
        key=lambda ends: not ends[0].is_dealers,
    )
    source, target = (*elsewhere, (places[0], places[0]))[0]
    return MoveCards(source, (2, 1), target, Face.UP)
