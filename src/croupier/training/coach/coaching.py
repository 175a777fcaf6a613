"""A coach who sits beside one seat for an evening.

He is shown the events as the seat sees them, and after each decision says what it cost. What he
has reviewed he does not value again.
"""

from collections.abc import Sequence
from typing import Any, Final

from croupier.analysis.decisions import value_moment
from croupier.analysis.valuer import worth_of
from croupier.table.events import DecisionMade, Event
from croupier.table.game import Game
from croupier.table.settings import TableSettings
from croupier.table.worth import Progress, quietly
from croupier.training.coach.account import Account
from croupier.training.coach.dealt import deal_round, hands_of
from croupier.training.coach.missed import MissedHand, missed_hand
from croupier.training.coach.review import Reviewed, advice, review, sort_of
from croupier.training.lesson import Lesson

__all__ = ["Coach"]

_ROUNDS_TO_WARM_UP: Final = 40


class Coach:
    """Reviews the decisions of one seat at one table."""

    def __init__(self, game: Game[Any], settings: TableSettings, seat: int) -> None:
        worth_of(game)
        self.game = game
        self.settings = settings
        self.seat = seat
        self.account = Account()
        self.reviewed: tuple[Reviewed, ...] = ()
        """The decisions of the round in hand, or just over."""
        self._made = 0
        self.missed: list[MissedHand] = []
        """The hands of the evening he got wrong, the latest last."""

    def open_round(self) -> None:
        """A new round begins."""
        self.reviewed = ()
        self._made = 0

    def take_in(self, events: Sequence[Event]) -> tuple[Reviewed, ...]:
        """Reviews what the seat has decided since, from all events of the round so far."""
        since = self._made + 1
        self._made = sum(
            isinstance(event, DecisionMade) and event.seat == self.seat for event in events
        )
        new = review(self.game, self.settings, events, self.seat, since=since)
        self.reviewed += new
        self.account = self.account.with_reviewed(new)
        self.missed += [
            missed_hand(self.game, self.settings, events, self.seat, one.number)
            for one in new
            if one.is_mistake
        ]
        return new

    def advise(self, events: Sequence[Event]) -> Reviewed | None:
        """What every option is worth that the seat has now; None if it is not asked."""
        return advice(self.game, self.settings, events, self.seat)

    def warm_up(self, progress: Progress = quietly) -> None:
        """Values one question of every sort, so that the first answers are quick, too.

        What counts the cards is compiled, and some of its tables are made, when first used.
        """
        lesson = Lesson(self.game, self.settings, self.game.devices[0])
        known: set[frozenset[str]] = set()
        for at in range(_ROUNDS_TO_WARM_UP):
            progress("The coach counts the cards", at / _ROUNDS_TO_WARM_UP)
            for hand in hands_of(deal_round(lesson, at)):
                sort = frozenset(sort_of(option.name) for option in hand.moment.asked.options)
                if sort not in known:
                    known.add(sort)
                    value_moment(self.game, self.settings, hand.moment)
