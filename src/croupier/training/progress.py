"""What a trainee knows already, and what he is asked next: what he missed comes back sooner.

When an item is due again follows from how its answers went, by FSRS, a published method of spaced
repetition. What is known of an item is one line of JSON, so that it can be kept anywhere: by a
house in its database, by the terminal in a file (`progress_file.py`). The clock is whoever asks.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

from croupier.rejection import Code, Rejection
from croupier.training.marking import Mark

if TYPE_CHECKING:
    from fsrs import Card as Kept
    from fsrs import Scheduler

__all__ = ["Progress", "again_in_s", "check_state"]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FLUENT_S: Final = 30.0
"""Who takes longer knows it, but not as a dealer must: it comes back sooner."""
_NEW_AT_ONCE: Final = 3
"""Which of so many of the easiest new items is asked is up to chance."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a trainee knows of the items of one drill of one game."""

    states: Mapping[str, str] = field(default_factory=dict)
    """By item, as `rated` gives it; an item that was never asked has none."""

    def next_item(
        self, items: Sequence[str], now_ms: int, chance: Random, *, after: str | None = None
    ) -> str:
        """What to ask: what is due, missed items first; else a new one; else the one due soonest.

        Items stand in the order in which they are learnt, the usual before the rare. The one
        just asked is not asked again while there is another.
        """
        if not items:
            raise Rejection(Code.DRILL_UNKNOWN, "There is nothing to practise in this drill.")
        others = [item for item in items if item != after] or list(items)
        kept = {item: _kept(self.states[item]) for item in others if item in self.states}
        due = [item for item, card in kept.items() if card.due <= _time(now_ms)]
        if due:
            return min(due, key=lambda item: _firmness(kept[item]))
        new = [item for item in others if item not in kept][:_NEW_AT_ONCE]
        if new:
            return chance.choice(new)
        return min(kept, key=lambda item: kept[item].due)

    def rated(
        self, item: str, mark: Mark, seconds: float, now_ms: int, *, is_helped: bool = False
    ) -> str:
        """What is known of an item after it was answered.

        Who was helped to the right answer knows it no better than who took long.
        """
        from fsrs import Card, Rating  # noqa: PLC0415 (so that help does not wait for it)

        now = _time(now_ms)
        # A card makes itself a number of the clock if it is not given one; this needs none.
        kept = _kept(self.states[item]) if item in self.states else Card(card_id=0, due=now)
        rating = Rating.Good if seconds <= _FLUENT_S and not is_helped else Rating.Hard
        # Where a clock was set back, nothing is answered before it was answered last.
        at = max(now, kept.last_review or now)
        reviewed, _ = _scheduler().review_card(kept, rating if mark.is_full else Rating.Again, at)
        return reviewed.to_json()

    def with_state(self, item: str, state: str) -> "Progress":
        """The same with one item's state replaced."""
        return Progress({**self.states, item: state})

    def learned(self, items: Iterable[str]) -> int:
        """How many of these items he knows: those that come back after days, not minutes."""
        from fsrs import State  # noqa: PLC0415

        return sum(kept.state is State.Review for kept in self._kept_of(items))

    def due(self, items: Iterable[str], now_ms: int) -> int:
        """How many of these items that were asked before should be asked again by now."""
        return sum(kept.due <= _time(now_ms) for kept in self._kept_of(items))

    def _kept_of(self, items: Iterable[str]) -> "list[Kept]":
        return [_kept(self.states[item]) for item in items if item in self.states]


def again_in_s(state: str, now_ms: int) -> int:
    """In how many seconds an item should be asked again; 0 where that is now."""
    return max(0, -((_time(now_ms) - _kept(state).due) // timedelta(seconds=1)))


def check_state(state: str) -> None:
    """Refuses what `rated` never gave."""
    try:
        kept = _kept(state)
        # What follows from it can be worked out: nothing is missing, and no date is absurd.
        Progress({"": state}).rated("", Mark(1, 1), 0.0, (kept.due - _EPOCH) // _MILLISECOND)
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError):
        raise Rejection(
            Code.RECORD_INVALID, "What is kept of an item is not what this program writes."
        ) from None


_MILLISECOND: Final = timedelta(milliseconds=1)


def _time(now_ms: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=now_ms)


def _kept(state: str) -> "Kept":
    from fsrs import Card  # noqa: PLC0415

    data = json.loads(state)
    if data["due"] is None or datetime.fromisoformat(data["due"]).tzinfo is None:
        raise ValueError("when it is due is not known")
    return Card.from_dict(data)


def _firmness(kept: "Kept") -> tuple[bool, float]:
    """What sits least firmly comes first, and what was missed before anything else."""
    from fsrs import State  # noqa: PLC0415

    is_missed = kept.state is State.Relearning or (kept.state is State.Learning and kept.step == 0)
    return not is_missed, kept.stability or 0.0


@cache
def _scheduler() -> "Scheduler":
    from fsrs import Scheduler  # noqa: PLC0415

    # Fuzzing spreads what is due over days by chance; the same answers shall give the same plan.
    return Scheduler(enable_fuzzing=False)
