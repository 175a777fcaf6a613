"""A casebook: rounds that show what is to be practised, however rarely it happens.

Some rounds of every kind are dealt, and what comes of them is written down by what it shows.
Whoever wants to see something again is dealt an ordinary round if those show it often, else one of
a kind that did, with other cards and stakes. What nothing of all that shows is not to be practised.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final, Generic, TypeVar

from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.staking import bettable
from croupier.table.wager import Slip
from croupier.training.chance import Chance
from croupier.training.drills.kinds import Kind, kinds_of
from croupier.training.drills.staged import (
    Staged,
    Wishes,
    play_staged,
    slip_on,
    slots_of,
)
from croupier.training.lesson import Lesson

__all__ = ["Casebook", "Shows"]

T = TypeVar("T")

Shows = Callable[[Staged], Iterator[tuple[str, T]]]
"""What a round that is over has to show, by item."""

_BY_CHANCE: Final = 60
_SHORT: Final = 16
_EACH: Final = 3
"""How many rounds are looked at: such as come, such in which the cards run out, of other kinds."""
_TRIES: Final = 12
_ONE_IN: Final = 3
"""How rarely something is bet beside what the lesson is about."""
_BY_CHANCE_ALONE: Final = 0
"""The kind of round in which nothing is wished for: the first of all."""
_COMMON: Final = Fraction(0)
_OFTEN: Final = Fraction(1, 6)
"""What ordinary rounds show so often need not be waited for."""
_ORDINARY: Final = 3, 4
"""How often it is then seen in an ordinary round, not in one of a kind that shows it best."""


@lru_cache(maxsize=4)
def _looked_at(lesson: Lesson) -> tuple[tuple[Staged, ...], ...]:
    """By kind: the rounds that are looked at; kept for the next casebook of the same lesson."""
    return tuple(
        tuple(_round(lesson, number, one) for one in range(_how_many(number, kind)))
        for number, kind in enumerate(kinds_of(lesson))
    )


def _how_many(number: int, kind: Kind) -> int:
    """How many rounds of a kind are looked at."""
    if kind.is_short:
        return _SHORT
    return _BY_CHANCE if number == _BY_CHANCE_ALONE else _EACH


def _round(lesson: Lesson, kind: int, number: int) -> Staged:
    """One of the rounds that are looked at."""
    words = "case", lesson.game.id, kind, number
    chosen = kinds_of(lesson)[kind]
    everything = [wager.spot for wager in bettable(lesson.table.wagers.values())]
    wishes = chosen.wishes(Chance(*words, "wishes")) if chosen.slots else {}
    slip = slip_on(lesson, everything, Chance(*words, "slip"), chosen.picks)
    return _of_kind(lesson, chosen, slip, wishes, (*words, "cards"))


def _of_kind(
    lesson: Lesson, kind: Kind, slip: Slip, wishes: Wishes, words: tuple[object, ...]
) -> Staged:
    """A round of a kind; a short one is dealt twice, for what it takes must be known before."""
    staged = play_staged(lesson, slip, wishes, Chance(*words))
    if not kind.is_short:
        return staged
    taken = len(slots_of(staged.events))
    cards = Chance(*words, "how many").randrange(taken) if taken else 0
    return play_staged(lesson, slip, wishes, Chance(*words), cards)


class Casebook(Generic[T]):
    """What the rounds of a lesson have to show, and rounds that show it."""

    def __init__(
        self, lesson: Lesson, shows: Shows[T], rarity: Callable[[str], Fraction] = lambda _: _COMMON
    ) -> None:
        """`rarity` puts into order what never came by chance."""
        self._lesson = lesson
        self._shows = shows
        self._rarity = rarity
        self._usual: Counter[str] = Counter()
        """How often it was shown in rounds that are left to chance."""
        self._showing: dict[str, dict[int, list[int]]] = {}
        """By item and kind of round: the numbers of those that showed it."""
        for kind, rounds in enumerate(_looked_at(lesson)):
            for number, staged in enumerate(rounds):
                for item in dict(shows(staged)):
                    self._showing.setdefault(item, {}).setdefault(kind, []).append(number)
                    self._usual[item] += not kind

    @property
    def items(self) -> tuple[str, ...]:
        """What there is to see, the usual before the rare."""
        return tuple(
            sorted(self._showing, key=lambda item: (-self._usual[item], self._rarity(item), item))
        )

    def find(self, item: str, chance: Chance, spots: Collection[str] = ()) -> tuple[Staged, T]:
        """A round that shows it, and where, with bets on these spots; refuses what none shows."""
        if item not in self._showing:
            hint = instead_of(item, list(self.items))
            raise Rejection(
                Code.DRILL_UNKNOWN, f"There is no {quoted(item)} to practise here{hint}"
            )
        kinds = self._kinds_for(item, chance)
        for _ in range(_TRIES):
            chosen = kinds_of(self._lesson)[chance.choice(kinds)]
            staged = self._other_round(chosen, chance, spots)
            shown = [one for name, one in self._shows(staged) if name == item]
            if shown:
                return staged, chance.choice(shown)
        # It is rare: then one that is known to show it.
        kind, remembered = chance.choice(
            [(kind, number) for kind, numbers in self._showing[item].items() for number in numbers]
        )
        staged = _round(self._lesson, kind, remembered)
        return staged, next(one for name, one in self._shows(staged) if name == item)

    def _kinds_for(self, item: str, chance: Chance) -> list[int]:
        """Ordinary rounds mostly, where they show it often; else the kinds that do so best."""
        kinds = kinds_of(self._lesson)
        rates = {
            kind: Fraction(len(numbers), _how_many(kind, kinds[kind]))
            for kind, numbers in self._showing[item].items()
        }
        usual, of = _ORDINARY
        if rates.get(_BY_CHANCE_ALONE, 0) >= _OFTEN and chance.randrange(of) < usual:
            return [_BY_CHANCE_ALONE]
        best = max(rates.values())
        return [kind for kind, rate in rates.items() if 2 * rate >= best]

    def _other_round(self, kind: Kind, chance: Chance, spots: Collection[str]) -> Staged:
        """Another round of a kind, with bets on these spots and on some others."""
        others = [wager.spot for wager in bettable(self._lesson.table.wagers.values())]
        some = [spot for spot in others if not chance.randrange(_ONE_IN)]
        slip = slip_on(self._lesson, (*spots, *some), chance, kind.picks)
        wishes = kind.wishes(chance, spots) if kind.slots else {}
        return _of_kind(self._lesson, kind, slip, wishes, (chance.random(),))
