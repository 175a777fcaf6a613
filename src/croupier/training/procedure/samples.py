"""What is usual at a table, from some rounds dealt there: where cards lie, what is called.

What a trainee may choose from must hold more than what is right in the round in hand, and tell
nothing of it: that a hand is split later, or what the dealer turns out to have.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from croupier.cards import DECK, Card, Suit
from croupier.table import steps
from croupier.table.events import CardDealt, CardsMoved
from croupier.table.places import Place
from croupier.training.chance import Chance
from croupier.training.lesson import Lesson
from croupier.training.rounds import play_lesson_round, some_slips

__all__ = ["Usual", "usual_at"]

_ROUNDS: Final = 40
_SEAT: Final = 1

Packet = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Usual:
    """What there is at a table."""

    places: tuple[Place, ...]
    """Where cards lie: of all seats, those of the first."""
    calls: tuple[tuple[Place, tuple[str, ...]], ...]
    """By place: what was called there."""
    acts: tuple[str, ...]
    packets: tuple[Packet, ...]
    """Places that are dealt to in one step."""
    moved: tuple[tuple[Place, Place], ...]
    """From where to where the dealer moves cards."""


@lru_cache(maxsize=64)
def usual_at(lesson: Lesson) -> Usual:
    """What there is at a table, as some rounds with one player show it."""
    chance = Chance("usual", lesson.game.id, lesson.game.rules_version)
    places: dict[Place, None] = {}
    calls: dict[Place, dict[str, None]] = {}
    acts: dict[str, None] = {}
    packets: dict[Packet, None] = {}
    moved: dict[tuple[Place, Place], None] = {}
    for cards, players in _decks(chance):
        dealt = play_lesson_round(lesson, some_slips(lesson, chance, [_SEAT]), cards, players)
        for event in dealt.events:
            if isinstance(event, CardDealt):
                places[event.place] = None
            elif isinstance(event, CardsMoved):
                places[event.target] = None
        for done in dealt.done:
            if isinstance(done.step, steps.Call):
                calls.setdefault(done.step.place, {})[done.step.words] = None
            elif isinstance(done.step, steps.Act):
                acts[done.step.action] = None
            elif isinstance(done.step, steps.Deal):
                packets[tuple(dict.fromkeys(place for place, _ in done.step.targets))] = None
            elif isinstance(done.step, steps.Move):
                moved[done.step.source, done.step.target] = None
    return Usual(
        tuple(sorted(places)),
        tuple((place, tuple(words)) for place, words in sorted(calls.items())),
        tuple(acts),
        tuple(packets),
        tuple(moved),
    )


def _decks(chance: Chance) -> Iterator[tuple[Sequence[Card], Chance]]:
    """Decks, and how their players decide.

    First come some in order: they deal the pairs that players split. They are also played by those
    who split every hand as often as they can: where cards may lie must not depend on luck.
    """
    in_order = sorted(DECK, key=lambda card: card.rank)
    for first in range(len(in_order)):
        turned = in_order[first:] + in_order[:first]
        yield turned, _Last()
        if first % len(Suit) == 0:
            yield turned, chance
            yield turned, chance
    for _ in range(_ROUNDS):
        yield chance.deck(), chance


class _Last(Chance):
    """Players who never do what is usual, and take the last of their options: to split, at most."""

    def below(self, count: int) -> int:
        """The most there is."""
        return count - 1
