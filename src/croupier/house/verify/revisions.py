"""Rounds that were over and are revised: dealt again on paper, and the differences paid."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from croupier.cards import Card
from croupier.house import happenings as house
from croupier.house.log import events_in
from croupier.house.reading import Stored
from croupier.house.verify.findings import Place, wrong
from croupier.house.verify.money import Impossible, RoundMoney
from croupier.house.verify.rounds import LoggedRound
from croupier.money import format_cents
from croupier.table import events as happened
from croupier.table.events import EVENTS, DecidedBy, Event
from croupier.table.game import Game
from croupier.table.settings import TableSettings

__all__ = ["OnPaper", "Past", "require_one_other_card"]


class Past:
    """What is remembered of rounds that are over: little, for a log may have a million of them."""

    def __init__(self, table: int, reread: Callable[[int], Iterator[Stored]]) -> None:
        self._table = table
        self._reread = reread
        self._entries = array("q")
        """By round: the entry in which it began."""
        self._sittings: dict[int, tuple[array[int], array[int]]] = {}
        """By seat: from which round on who sat there."""
        self._revised: dict[int, LoggedRound] = {}

    def begin(self, number: int, entry: int) -> None:
        """A round has begun."""
        assert number == len(self._entries) + 1, "rounds come in order"
        self._entries.append(entry)

    def sit(self, seat: int, user: int, first_round: int) -> None:
        """Somebody has sat down, and can be in rounds from that one on."""
        rounds, users = self._sittings.setdefault(seat, (array("q"), array("q")))
        rounds.append(first_round)
        users.append(user)

    def who(self, seat: int, number: int) -> int | None:
        """Who was at a seat in a round."""
        rounds, users = self._sittings.get(seat, ((), ()))
        at = bisect_right(rounds, number)
        return users[at - 1] if at else None

    def keep(self, revised: LoggedRound) -> None:
        """What is in force of a round from now on."""
        self._revised[revised.began.round] = revised

    def find(self, number: int, settings: TableSettings) -> LoggedRound:
        """A round as it is in force, read once more from the log."""
        if number in self._revised:
            return self._revised[number]
        logged: LoggedRound | None = None
        paper_left = 0
        for stored in self._reread(self._entries[number - 1]):
            for at, event in enumerate(events_in(stored.body), start=stored.first_event):
                match event:
                    case house.RoundBegan(began):
                        if logged is not None:
                            return logged
                        if began == number:
                            entry = stored.number
                            logged = LoggedRound.begin(self._table, event, settings, entry, at)
                    case house.RoundAbandoned() if logged is not None:
                        logged.is_abandoned = True
                    case house.RoundRevised(_, from_event, count, is_on_paper):
                        if is_on_paper:
                            # Of an older round: of this one it would be remembered.
                            paper_left = count
                        elif logged is not None:
                            logged = logged.until(from_event)
                    case _ if not isinstance(event, EVENTS):
                        pass
                    case _ if paper_left:
                        paper_left -= 1
                    case _ if logged is not None:
                        logged.take(event, stored.number, at, stored.command)
                    case _:
                        pass
        raise AssertionError(f"round {number} is not where it was")


class OnPaper:
    """A revision that is under way: what follows it in its entry."""

    def __init__(
        self,
        revised: house.RoundRevised,
        asked: house.ApprovalAsked,
        place: Place,
        old: LoggedRound,
    ) -> None:
        if old.is_void:
            raise Impossible(f"round {revised.round} is void: every wager went back.")
        if asked.position is not None and not old.began.is_physical:
            raise Impossible("the house shuffled the cards, and none was read wrongly.")
        if revised.approved_by == revised.by:
            raise Impossible("a second person must approve.")
        if not old.is_over:
            raise Impossible(f"round {revised.round} is not over.")
        if not 1 <= revised.from_event <= len(old.events):
            raise Impossible(f"round {revised.round} has no event {revised.from_event}.")
        self._place = place
        self._asked = asked
        self._left = revised.event_count
        self._old = old
        self.logged = old.until(revised.from_event)
        self.logged.is_checked = True
        self._paid: dict[int, int] = {}
        """By seat: what was paid of the difference, and what was forgone of it."""

    @property
    def was_void(self) -> bool:
        """Whether the round had no result before."""
        return self._old.is_void

    @property
    def is_whole(self) -> bool:
        """Whether all events of the round that follow it have come."""
        return self._left == 0

    def take(self, event: Event, place: Place) -> None:
        """Takes in the next event of the round."""
        self._left -= 1
        self.logged.take(event, place.entry or 0, place.event or 0, None)

    def pay(self, paid: house.DifferencePaid, seats: Mapping[int, int], past: Past) -> None:
        """Takes in what was paid to a seat."""
        number = self.logged.began.round
        if paid.round != number:
            raise Impossible(f"round {number} was revised, not {paid.round}.")
        if past.who(paid.seat, number) != paid.user:
            raise Impossible(f"user {paid.user} was not at seat {paid.seat} in that round.")
        if paid.is_seated and seats.get(paid.seat) != paid.user:
            raise Impossible(f"user {paid.user} does not sit at seat {paid.seat} any more.")
        self._paid[paid.seat] = self._paid.get(paid.seat, 0) + paid.cents - paid.forgone_cents

    def check(self, place: Place, game: Game[Any]) -> tuple[LoggedRound, RoundMoney]:
        """Refuses what the script does not give, and differences that are not what it changes."""
        if not self.is_whole:
            raise wrong(self._place, f"{self._left} of the revised events are missing.")
        if not self.logged.is_over:
            raise wrong(self._place, "the revised round is not over.")
        self.logged.check_replay(game)
        before, after = _money(self._old), _money(self.logged)
        try:
            self._require_as_asked()
            after.require_settled(is_void=self.logged.is_void)
        except Impossible as why:
            raise wrong(self._place, str(why)) from None
        for seat in sorted({*before.players(), *after.players(), *self._paid}):
            expected = after.won(seat) - before.won(seat)
            if self._paid.get(seat, 0) != expected:
                raise wrong(
                    place,
                    f"the revision changes the result of seat {seat} by {format_cents(expected)}; "
                    f"{format_cents(self._paid.get(seat, 0))} was paid or forgone.",
                )
        return self.logged, after

    def _require_as_asked(self) -> None:
        """Refuses another round than the one that was asked for and approved."""
        old, new, asked = self._old.events, self.logged.events, self._asked
        if asked.position is None:
            if not self.logged.is_void:
                raise Impossible("the round was to be void, and is not.")
            # It is void before its last step.
            _require_told(_told(old)[: len(_told(new))], new)
            return
        read = _cards_read(old)
        if not 1 <= asked.position <= len(read):
            raise Impossible(f"no card was read in position {asked.position}.")
        read[asked.position - 1] = asked.card
        if _cards_read(new) != read:
            raise Impossible("other cards are read than was asked for.")
        _require_told(_told(old), new)


def require_one_other_card(old: Sequence[Event], new: Sequence[Event]) -> None:
    """Refuses a correction of a round in play that changes more than a card that was read."""
    before, after = _cards_read(old), _cards_read(new)
    changed = sum(one != other for one, other in zip(before, after, strict=False))
    if len(before) != len(after) or changed != 1:
        raise Impossible("not one card that was read is corrected, and nothing else.")
    _require_told(_told(old), new)


def _require_told(told: Sequence[object], new: Sequence[Event]) -> None:
    if _told(new) != told:
        raise Impossible("its players have bet or chosen otherwise than they did.")


def _told(events: Sequence[Event]) -> list[object]:
    """What players told a round, and how bets were closed: no card changes any of it."""
    told: list[object] = []
    for event in events:
        match event:
            case happened.WagersPlaced() | happened.BetsClosed():
                told.append(event)
            case happened.DecisionMade(choice, seat, by):
                # What counts when nobody answers may go by the cards.
                told.append((seat, choice if by is DecidedBy.PLAYER else None))
            case _:
                pass
    return told


def _cards_read(events: Sequence[Event]) -> list[Card | None]:
    return [event.card for event in events if isinstance(event, happened.CardRead)]


def _money(logged: LoggedRound) -> RoundMoney:
    money = RoundMoney()
    for event in logged.events:
        money.take(event)
    return money
