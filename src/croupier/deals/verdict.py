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
    NOT_CHECKED = "not_checked"
    """The round itself is not what its rules give."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of playing a recorded round again."""

    game: Game[Any]
    """By the version of its rules that the round was played under."""
    shuffle: ShuffleCheck
    difference: Rejection | None = None
    """Where the record, or its shuffle, is not what it should be."""

    @property
    def is_identical(self) -> bool:
        """Whether every event came out again."""
        return self.shuffle is not ShuffleCheck.NOT_CHECKED


def judge(events: Sequence[Event]) -> Verdict:
    """Plays a recorded round again; refuses what is not the record of a round."""
    opened = events[0] if events else None
    if not isinstance(opened, RoundOpened):
        raise Rejection(Code.RECORD_INVALID, "A recorded round begins with its opening.")
    game = find_game(opened.settings.game, opened.settings.rules_version)
    try:
        replay(game, events)
    except Rejection as refused:
        if refused.code is not Code.RECORD_DIFFERS:
            raise
        return Verdict(game, ShuffleCheck.NOT_CHECKED, refused)
    kinds = {type(event) for event in events}
    if opened.commitment is None or BetsClosed not in kinds:
        return Verdict(game, ShuffleCheck.NOT_SHUFFLED)
    if SeedRevealed not in kinds:
        return Verdict(game, ShuffleCheck.NOT_REVEALED)
    try:
        check_shuffle(events)
    except Rejection as refused:
        return Verdict(game, ShuffleCheck.DIFFERS, refused)
    return Verdict(game, ShuffleCheck.VERIFIED)
