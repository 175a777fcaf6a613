"""What a script has in its hands: the table as the dealer knows it, and the verbs of dealing.

Every verb is part of a script and is used with `yield from`:

    yield from table.take_wagers(clause="Wagers")
    for seat in table.seats:
        yield from table.deal(seat.place("Hand"), face=Face.OWN, clause="Deal")

A script decides by what it can ask here and by its `rules`; it never knows who answers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar, cast

from croupier.cards import Card
from croupier.table.layout import Layout
from croupier.table.paytable import PayLine
from croupier.table.places import Face, Place
from croupier.table.prepared import PreparedTable
from croupier.table.settings import TableSettings
from croupier.table.settlement import Because, Outcome
from croupier.table.steps import (
    Act,
    Ask,
    Asked,
    Call,
    Choice,
    Collect,
    Deal,
    DrawPicks,
    Move,
    Option,
    ReleaseRest,
    Settle,
    Steps,
    TakeWagers,
    Turn,
)

__all__ = ["Dealing", "SeatInPlay"]

R = TypeVar("R")

_NOTHING: Final[Mapping[str, int]] = {}


@dataclass(frozen=True, slots=True)
class SeatInPlay:
    """A seat that has bet, as the dealer sees it."""

    number: int
    _layout: Layout = field(compare=False, repr=False)

    def place(self, name: str) -> Place:
        """One of its places for cards."""
        return Place.of_seat(self.number, name)

    def has(self, spot: str) -> bool:
        """Whether it has a wager in action there."""
        return spot in self._layout.stakes.get(self.number, _NOTHING)

    @property
    def is_done(self) -> bool:
        """Whether it has no wager in action any more."""
        return not self._layout.stakes.get(self.number)

    def stake_cents(self, spot: str) -> int:
        """What it has in action there, 0 for nothing."""
        return self._layout.stakes.get(self.number, _NOTHING).get(spot, 0)

    @property
    def is_late(self) -> bool:
        """Whether the clock chose for it when it was last asked."""
        return self.number in self._layout.late

    @property
    def picks(self) -> tuple[str, ...]:
        """What it chose before the deal."""
        return self._layout.picks.get(self.number, ())


class Dealing(Generic[R]):
    """The table in the hands of a script."""

    def __init__(
        self,
        rules: R,
        settings: TableSettings,
        fixed: PreparedTable,
        layout: Layout,
        device: str,
    ) -> None:
        self.rules = rules
        self.settings = settings
        self._fixed = fixed
        self.device = device
        """What the cards come from, by name."""
        self._layout = layout
        self._seats: tuple[SeatInPlay, ...] | None = None

    @property
    def seats(self) -> tuple[SeatInPlay, ...]:
        """The seats that have bet, from the dealer's left to his right."""
        if self._seats is not None:
            return self._seats
        seats = tuple(SeatInPlay(number, self._layout) for number in sorted(self._layout.picks))
        # Once bets are closed they are the same to the end.
        if self._layout.bets_are_closed:
            self._seats = seats
        return seats

    def dealer(self, name: str = "Hand") -> Place:
        """One of the dealer's places for cards."""
        return Place.of_dealer(name)

    def cards(self, place: Place) -> tuple[Card, ...]:
        """The cards that lie at a place, in order."""
        return self._layout.known(place)

    @property
    def salt(self) -> str:
        """The public salt, once bets are closed: for what must be random and checkable."""
        assert self._layout.salt is not None, "the salt is fixed when bets are closed"
        return self._layout.salt

    def place(self, name: str) -> Place:
        """A place for cards that is nobody's: the burned cards, a stadium's cells."""
        return Place.of_table(name)

    def paid_line(self, spot: str, lines: Iterable[str]) -> PayLine | None:
        """The first of these lines that the pay table in force on a spot pays; None if none is."""
        table = self._fixed.pay_tables[spot]
        for line in lines:
            odds = table.odds(line)
            if odds is not None:
                return PayLine(line, odds)
        return None

    # The verbs.

    def take_wagers(self, *, clause: str) -> Steps[None]:
        """Opens betting and waits until bets are closed."""
        yield TakeWagers(clause)

    def draw_picks(self, seat: SeatInPlay, picks: Iterable[str], *, clause: str) -> Steps[None]:
        """Picks for a seat that left its picks out; draw them from `salt`."""
        yield DrawPicks(seat.number, tuple(picks), clause)

    def deal(self, place: Place, *, face: Face, clause: str) -> Steps[Card]:
        """Deals one card. Where there is none, `OutOfCards` is raised here."""
        (card,) = yield from self.deal_pack([(place, face)], clause=clause)
        return card

    def deal_pack(
        self, targets: Iterable[tuple[Place, Face]], *, clause: str
    ) -> Steps[tuple[Card, ...]]:
        """Deals cards that come out together, one to each place, each lying as said."""
        return cast("tuple[Card, ...]", (yield Deal(tuple(targets), clause)))

    def release_rest(self, *, clause: str) -> Steps[None]:
        """Takes the rest of the cards in the hand: the green button."""
        yield ReleaseRest(clause)

    def turn(self, place: Place, *, clause: str) -> Steps[tuple[Card, ...]]:
        """Turns the cards at a place face up."""
        yield Turn(place, clause)
        return self.cards(place)

    def move(
        self, source: Place, positions: Iterable[int], target: Place, *, face: Face, clause: str
    ) -> Steps[None]:
        """Moves some cards to another place."""
        yield Move(source, tuple(positions), target, face, clause)

    def ask(
        self,
        seat: SeatInPlay,
        question: str,
        options: Sequence[Option],
        *,
        clause: str,
        default: str | None = None,
        is_hidden: bool = False,
        place: Place | None = None,
    ) -> Steps[Choice]:
        """Asks one seat; `place` says about which hand, where it has several."""
        asked = (Asked(seat.number, tuple(options), default, place),)
        answer = yield Ask(question, asked, is_hidden, clause)
        (choice,) = cast("tuple[Choice, ...]", answer)
        return choice

    def ask_all(
        self,
        question: str,
        options: Mapping[int, Sequence[Option]],
        *,
        clause: str,
        default: str | None = None,
        is_hidden: bool = True,
    ) -> Steps[dict[int, Choice]]:
        """Asks several seats at once, each with its own options; choices by seat."""
        if not options:
            return {}
        asked = tuple(Asked(seat, tuple(some), default) for seat, some in sorted(options.items()))
        answer = yield Ask(question, asked, is_hidden, clause)
        return {choice.seat: choice for choice in cast("tuple[Choice, ...]", answer)}

    def call(self, place: Place, words: str, *, clause: str) -> Steps[None]:
        """Names a hand aloud."""
        yield Call(place, words, clause)

    def settle(
        self,
        seat: SeatInPlay,
        spot: str,
        outcome: Outcome,
        because: Because,
        *,
        stake_cents: int | None = None,
        place: Place | None = None,
    ) -> Steps[None]:
        """Settles a wager: all of it, or the part given, as that of one hand of several."""
        stake = seat.stake_cents(spot) if stake_cents is None else stake_cents
        yield Settle(seat.number, spot, stake, outcome, because, place=place)

    def pay_bonus(
        self,
        seat: SeatInPlay,
        spot: str,
        outcome: Outcome,
        because: Because,
    ) -> Steps[None]:
        """Pays a bonus on the stake of the wager that brings it, which must still be there."""
        base = self._fixed.wagers[spot].brought_by
        assert base is not None, f"{spot} is a wager of its own: settle it"
        stake = seat.stake_cents(base)
        yield Settle(seat.number, spot, stake, outcome, because, has_own_wager=False)

    def act(self, action: str, *, clause: str, looks_at: Place | None = None) -> Steps[None]:
        """Something the dealer does that moves neither cards nor money."""
        yield Act(action, clause, looks_at)

    def collect(self, *, clause: str) -> Steps[None]:
        """Picks up all cards."""
        yield Collect(clause)
