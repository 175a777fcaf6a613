"""What is wrong with an answer, and how many points it is worth."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Mark", "Mistake", "MistakeKind", "added_up"]


class MistakeKind(StrEnum):
    """What sort of mistake it is; statistics count by these."""

    NO_ANSWER = "no_answer"
    """Nothing was said."""
    TOO_LATE = "too_late"
    """It was said after the time was over."""
    WRONG_STEP = "wrong_step"
    """Another step comes now: something was left out, done twice, or done too early."""
    WRONG_PLACE = "wrong_place"
    """The right step in the wrong place: another seat, another spot."""
    WRONG_COUNT = "wrong_count"
    """More or fewer cards than the rules say."""
    WRONG_FACE = "wrong_face"
    """Face up for face down, or the other way round."""
    WRONG_CARDS = "wrong_cards"
    """Other cards than those that count."""
    WRONG_SEATS = "wrong_seats"
    """Others were asked than those whose turn it is."""
    WRONG_WORDS = "wrong_words"
    """A hand was called what it is not."""
    WRONG_RESULT = "wrong_result"
    """Paid for taken, taken for returned, or another hand for the winner."""
    WRONG_AMOUNT = "wrong_amount"
    """The right result and the wrong money."""
    WRONG_CHIPS = "wrong_chips"
    """The right money in the wrong chips."""
    WRONG_RULING = "wrong_ruling"
    """Something else is done about what went wrong."""
    WRONG_DECISION = "wrong_decision"
    """A player's choice that is worth less than another."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong, with the clause it breaks."""

    kind: MistakeKind
    said: str
    """As the trainee has it, in words; nothing where he said nothing."""
    wanted: str
    """What is right."""
    clause: str
    """The clause of the game's rules, by its name in `docs/games/`, or `House procedure`."""
    why: str
    """A sentence for the trainee."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How many of its points an answer has, and what is wrong with it."""

    points: int
    possible: int
    mistakes: tuple[Mistake, ...] = ()

    @property
    def is_full(self) -> bool:
        """Whether nothing is wrong."""
        return self.points == self.possible

    @property
    def percent(self) -> float:
        """For display: 100 where nothing could be had."""
        return 100 * self.points / self.possible if self.possible else 100.0


def added_up(marks: Iterable[Mark]) -> Mark:
    """All of them together."""
    points = possible = 0
    mistakes: list[Mistake] = []
    for mark in marks:
        points += mark.points
        possible += mark.possible
        mistakes.extend(mark.mistakes)
    return Mark(points, possible, tuple(mistakes))
