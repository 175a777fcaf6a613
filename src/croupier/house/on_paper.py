"""Rounds that are over, dealt again on paper: what each would have been, and what that changes.

Where thousands have played this takes seconds. So it is worked out before a command is done, on
another thread, from the books and from what is asked, and from nothing else. The table then only
looks whether that is what it is asked now, and tells it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.cards import Card
from croupier.house.dealt_again import dealt_void, dealt_with, first_difference
from croupier.house.log import body_of
from croupier.house.past_rounds import PastRound, money_of_round, results_of
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.events import Event
from croupier.table.game import Game
from croupier.table.replay import replay

__all__ = ["DealtAgain", "OnPaper", "Revision", "put_on_paper", "require_stranger"]


@dataclass(frozen=True, slots=True)
class Revision:
    """What is to be put right in a round that is over."""

    round: int
    position: int | None
    """Which card was read wrongly; None where the round is to be void."""
    card: Card | None
    reason: str


@dataclass(frozen=True, slots=True)
class DealtAgain:
    """A round as it should have been."""

    from_event: int
    """How many events it has in common with the round as it was."""
    events: tuple[Event, ...]
    """Those that come after them."""
    bodies: tuple[str, ...]
    """Each of these as it stands in the log."""
    due_cents: Mapping[int, int]
    """By seat: what its player should have had more, below zero where he should have had less."""
    staked_cents: Mapping[int, int]
    returned_cents: Mapping[int, int]
    is_void: bool


@dataclass(frozen=True, slots=True)
class OnPaper:
    """A round that is over, as the books have it, and what became of dealing it again."""

    revision: Revision
    past: PastRound
    found: DealtAgain | Exception

    @property
    def again(self) -> DealtAgain:
        """The round as it should have been; raises why there can be none."""
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def put_on_paper(
    game: Game[Any], past: PastRound, revision: Revision, user: int | None = None
) -> OnPaper:
    """Deals a round again for somebody, as far as that goes.

    Why it does not go is not raised here: it may tell something of the cards, and the table looks
    first whether he may ask.
    """
    try:
        if user is not None:
            # Not even how long the rest takes is any business of his.
            require_stranger(past, user)
        return OnPaper(revision, past, _dealt_again(game, past, revision))
    except Exception as problem:  # noqa: BLE001 (raised where it is asked for)
        return OnPaper(revision, past, problem)


def require_stranger(past: PastRound, user: int) -> None:
    """Refuses who has played in a round to have it revised."""
    if any(one.user == user for one in past.seats.values()):
        raise Rejection(
            Code.ROLES_INCOMPATIBLE, "Nobody has a round revised that he has played in."
        )


def _dealt_again(game: Game[Any], past: PastRound, revision: Revision) -> DealtAgain:
    if past.is_void:
        raise Rejection(
            Code.REVISION_IMPOSSIBLE, "This round is void: every wager went back, and stays back."
        )
    try:
        replay(game, past.events)
    except Rejection as refused:
        raise Rejection(
            Code.REVISION_IMPOSSIBLE, f"This round cannot be played again: {refused.detail}"
        ) from refused
    if revision.position is None or revision.card is None:
        again = dealt_void(game, past.events, revision.reason)
    else:
        again = dealt_with(game, past.events, revision.position, revision.card)
    return _compared(past.events, again.events)


def _compared(recorded: Sequence[Event], again: tuple[Event, ...]) -> DealtAgain:
    before, after = results_of(recorded), results_of(again)
    staked, returned = money_of_round(again)
    at = first_difference(recorded, again)
    return DealtAgain(
        at,
        again[at:],
        tuple([body_of(event) for event in again[at:]]),
        {seat: after[seat] - cents for seat, cents in before.items()},
        staked,
        returned,
        any(isinstance(event, happened.RoundVoided) for event in again),
    )
