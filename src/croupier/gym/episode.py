"""One round as a learner meets it: from one of its seat's decisions to the next."""

from collections.abc import Sequence

from croupier.bots import usual_decision
from croupier.gym.seat_view import SeatView
from croupier.table.commands import CloseBets, Command, Decide, PlaceWagers
from croupier.table.events import Event
from croupier.table.round import Round
from croupier.table.wager import Slip
from croupier.table.waiting import AwaitingDecisions, AwaitingWagers, RoundIsOver

__all__ = ["Episode"]


class Episode:
    """A round in which one seat is the learner's and the others are played by bots."""

    def __init__(self, table: Round, seat: int, *, salt: str) -> None:
        self.view = SeatView(seat)
        self.view.take(table.events)
        self._table = table
        self._salt = salt

    @property
    def is_betting(self) -> bool:
        """Whether the seat has still to bet."""
        return isinstance(self._table.waiting, AwaitingWagers)

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.view.layout.is_over

    @property
    def events(self) -> tuple[Event, ...]:
        """The whole record, hidden cards too: for when the round is over."""
        return self._table.events

    def seat_bots(self, seats: Sequence[int], slip: Slip) -> None:
        """Lets bots bet in these seats."""
        for seat in seats:
            self._tell(PlaceWagers(seat, slip))

    def bet(self, slip: Slip) -> None:
        """Puts the slip down, closes betting and plays on to the seat's first decision."""
        self._tell(PlaceWagers(self.view.seat, slip))
        self._tell(CloseBets(self._salt))
        self._play_on()

    def choose(self, name: str) -> None:
        """Chooses an option, the most of it where the stake is open, and plays on."""
        assert self.view.asked is not None, "the seat is asked"
        option = next(one for one in self.view.asked.options if one.name == name)
        self._tell(Decide(self.view.seat, name, option.most_cents))
        self._play_on()

    def _play_on(self) -> None:
        """Lets the bots choose, from the dealer's left, until it is the learner's turn."""
        while isinstance(waiting := self._table.waiting, AwaitingDecisions):
            seat = waiting.seats[0]
            if seat == self.view.seat:
                return
            self._tell(usual_decision(self._table, seat))
        assert isinstance(waiting, RoundIsOver), f"nobody is there who could answer {waiting}"

    def _tell(self, command: Command) -> None:
        self.view.take(self._table.handle(command))
