"""Whether a recorded round is what its game's rules, and its shuffle, make of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from croupier.rejection import Code, Rejection
from croupier.table.events import BetsClosed, Event, RoundOpened, SeedRevealed
from croupier.table.fairness import check_shuffle
from croupier.table.game import Game
from croupier.table.registry import find_game
from croupier.table.replay import replay

__all__ = ["ShuffleCheck", "Verdict", "judge"]


class ShuffleCheck(StrEnum):
    """What the seed says about the cards."""

    VERIFIED = "verified"
    """The seed opens the commitment and, with the salt, gives every card that came out."""
    DIFFERS = "differs"
    """It does not."""
    NOT_REVEALED = "not_revealed"
    """The house is committed to a seed that is not on record."""
    NOT_SHUFFLED = "not_shuffled"
    """Real cards, named cards, or none dealt yet: there is no shuffle to check."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of playing a recorded round again, and of its shuffle."""

    game: Game[Any]
    """By the version of its rules that the round was played under."""
    shuffle: ShuffleCheck
    difference: Rejection | None = None
    """Where the rules do not give the record again."""
    shuffle_difference: Rejection | None = None
    """Where the seed does not give the cards on record."""

    @property
    def is_identical(self) -> bool:
        """Whether every event came out again."""
        return self.difference is None


def judge(events: Sequence[Event]) -> Verdict:
    """Plays a recorded round again; refuses what is not the record of a round.

    The shuffle is checked whether or not the rules agree: of a changed card both say so.
    """
    opened = events[0] if events else None
    if not isinstance(opened, RoundOpened):
        raise Rejection(Code.RECORD_INVALID, "A recorded round begins with its opening.")
    game = find_game(opened.settings.game, opened.settings.rules_version)
    difference = None
    try:
        replay(game, events)
    except Rejection as refused:
        if refused.code is not Code.RECORD_DIFFERS:
            raise
        difference = refused
    shuffle, shuffle_difference = _check_shuffle(opened, events)
    return Verdict(game, shuffle, difference, shuffle_difference)


def _check_shuffle(
    opened: RoundOpened, events: Sequence[Event]
) -> tuple[ShuffleCheck, Rejection | None]:
    kinds = {type(event) for event in events}
    if opened.commitment is None or BetsClosed not in kinds:
        return ShuffleCheck.NOT_SHUFFLED, None
    if SeedRevealed not in kinds:
        return ShuffleCheck.NOT_REVEALED, None
    try:
        check_shuffle(events)
    except Rejection as refused:
        return ShuffleCheck.DIFFERS, refused
    return ShuffleCheck.VERIFIED, None
