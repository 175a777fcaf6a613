"""A table's chain of the log, followed event by event.

Everything that a table's entries say is worked out anew: who sits where, what lies on the felt,
what every account gains, which round is on and whether it could have gone so.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from croupier.house import happenings as house
from croupier.house.accounts import meter, rack
from croupier.house.happenings import Logged, logged_name
from croupier.house.log import Head
from croupier.house.picture import TablePicture
from croupier.house.reading import Stored
from croupier.house.table_core import dealt_from
from croupier.house.verify.balances import Balances
from croupier.house.verify.desk import Desk
from croupier.house.verify.exposure import Exposure
from croupier.house.verify.findings import Checked, Found, Place, wrong
from croupier.house.verify.money import Impossible, RoundMoney, transfer_of
from croupier.house.verify.results import Finished, Results
from croupier.house.verify.revisions import OnPaper, Past, require_one_other_card
from croupier.house.verify.rounds import LoggedRound
from croupier.house.verify.rows import TableRows
from croupier.house.verify.staff import Staff, person, require_actor, require_creator, require_known
from croupier.money import format_cents
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.events import EVENTS, Event
from croupier.table.game import Game
from croupier.table.prepared import prepare
from croupier.table.registry import find_game
from croupier.table.source import DealtFrom

__all__ = ["TableCheck"]

_AT_A_TABLE: Final = frozenset(house.AtTable.__args__) - {house.TableCreated}
_UNDOING: Final = (happened.SettlementReversed, happened.WagerReturned, happened.RoundVoided)
"""What follows when a round is abandoned, until everybody has back what he staked."""


class TableCheck:
    """One table, as far as its log has been followed."""

    def __init__(
        self,
        number: int,
        balances: Balances,
        checked: Checked,
        rows: TableRows | None,
        reread: Callable[[int], Iterator[Stored]],
        *,
        staff: Staff,
    ) -> None:
        self.number = number
        self.balances = balances
        self.staff = staff
        self.desk = Desk(number, self._holds)
        self.checked = checked
        self.rows = rows
        self.created: house.TableCreated | None = None
        self.game: Game[Any]
        self.device: DealtFrom
        self.exposure: Exposure
        self.picture: TablePicture
        self.round: LoggedRound | None = None
        self.round_entry = 0
        self.money = RoundMoney()
        self.results = Results(number, rows, reread)
        self.past = Past(number, reread)
        self.paper: OnPaper | None = None
        self._granted: tuple[house.ApprovalAsked, int] | None = None
        """What was approved last, and who approved."""
        self._superseded: list[Event] | None = None
        """The events of the round in play before it was revised in this entry."""
        self._following = 0
        """How many events of the round in play must follow its revision directly."""
        self._seats: dict[int, int] = {}
        """By seat: who sits there."""
        self._gains: dict[str, int] = {}
        self._finished: Finished | None = None
        """The last round's rows, to be looked at when it has been played again."""
        self._large: list[tuple[int, int, int]] = []
        """Large wins that are still to be noted in this entry: round, seat, cents."""
        self._actor_has_left = False
        """Whether who had the entry written has given up a seat in it."""
        self._entry: Stored
        self._place = Place(number)

    def take(self, entry: Stored, events: Sequence[Logged], before: Head) -> dict[str, int]:
        """Follows an entry; what accounts gain by it."""
        self._entry = entry
        self._gains = {}
        self._actor_has_left = False
        round_on = self.round_on
        require_known(entry, self.staff)
        for number, event in enumerate(events, start=before.events + 1):
            self._place = Place(self.number, entry.number, number, self.round_number or None)
            try:
                self._take(event)
            except Impossible as why:
                raise wrong(self._place, f"{logged_name(type(event))}: {why}") from None
        self._drain()
        self._place = Place(self.number, entry.number, round=round_on or self.round_number or None)
        try:
            self.desk.end_entry()
            self._end_entry()
        except Impossible as why:
            raise wrong(self._place, str(why)) from None
        return {account: cents for account, cents in self._gains.items() if cents}

    @property
    def round_on(self) -> int | None:
        """The number of the round that is in play, if one is."""
        return self.round_number if self._is_on else None

    @property
    def round_number(self) -> int:
        """The number of the last round that began; 0 for none."""
        return self.round.began.round if self.round is not None else 0

    @property
    def seat_count(self) -> int:
        """How many seats the table has."""
        return 0 if self.created is None else self.created.settings.positions

    def _take(self, event: Logged) -> None:
        if isinstance(event, house.TableCreated):
            self._create(event)
            return
        if self.created is None:
            raise Impossible("the log of a table begins with table_created.")
        if self._is_undone and not isinstance(event, _UNDOING):
            raise Impossible("a round that was abandoned is undone first.")
        if not self._is_told_again:
            require_actor(
                event, self._entry, self.picture, self.staff, has_left=self._actor_has_left
            )
            self.desk.take(event, self.picture)
            if isinstance(event, happened.BetsClosed):
                self.exposure.require_borne(self.money.felt, self._holds(rack(self.number)))
        if isinstance(event, EVENTS):
            self._take_in_round(event)
        elif self._is_told_again:
            raise Impossible("the events of a revised round follow it directly.")
        elif type(event) not in _AT_A_TABLE:
            raise Impossible("this does not happen at a table.")
        else:
            self._take_at_table(event)
        self._apply(event)

    @property
    def _is_told_again(self) -> bool:
        """Whether what comes next is an event of a round that is revised."""
        return self._following > 0 or (self.paper is not None and not self.paper.is_whole)

    def _create(self, created: house.TableCreated) -> None:
        if self.created is not None:
            raise Impossible("the table was created before.")
        require_creator(self._entry, self.staff)
        settings = created.settings
        try:
            self.game = find_game(settings.game, settings.rules_version)
            self.device = dealt_from(self.game, created.terms.device)
            prepared = prepare(self.game, settings)
        except Rejection as refused:
            raise wrong(self._place, refused.detail) from None
        self.created = created
        self.exposure = Exposure(prepared, settings, created.terms.exposure_maximum_cents)
        self.picture = TablePicture.of(created)
        self.balances.tables[self.number] = created.terms.money

    def _apply(self, event: Logged) -> None:
        try:
            self.picture.apply(event, self._entry.at_ms, self._entry.command)
        except (KeyError, IndexError, TypeError, ValueError, AssertionError) as problem:
            raise Impossible(f"it cannot have happened there ({problem!r}).") from None

    # Rounds.

    def _take_in_round(self, event: Event) -> None:
        if self.paper is not None and not self.paper.is_whole:
            self.paper.take(event, self._place)
            return
        logged = self.round
        if isinstance(event, happened.RoundOpened):
            raise Impossible("at a table a round begins with round_began.")
        if logged is None or (logged.is_over and not isinstance(event, happened.SeedRevealed)):
            raise Impossible("no round is on.")
        if logged.is_abandoned and not isinstance(event, _UNDOING):
            raise Impossible("of a round that was abandoned nothing is revealed.")
        if isinstance(event, happened.WagersPlaced) and event.seat not in self._seats:
            raise Impossible(f"nobody sits at seat {event.seat}.")
        self._following -= self._following > 0
        logged.take(event, self._place.entry or 0, self._place.event or 0, self._entry.command)
        self.money.take(event)
        if isinstance(event, happened.BetsClosed):
            logged.check_salt(self.picture.terms, self.device)
        if isinstance(event, happened.RoundClosed | happened.RoundVoided):
            self._end_round(logged)

    def _begin_round(self, began: house.RoundBegan) -> None:
        if self.round is not None and not self.round.is_over:
            raise Impossible("the round before is not over.")
        if began.round != self.round_number + 1:
            raise Impossible(f"this is round {began.round}; {self.round_number + 1} comes next.")
        if began.is_physical and self.picture.decks is None:
            raise Impossible("real cards are dealt, and no decks are in play.")
        self._check_round()
        assert self.created is not None, "a round begins at a table"
        entry, event = self._entry.number, self._place.event or 0
        self.round = LoggedRound.begin(self.number, began, self.created.settings, entry, event)
        self.round.check_opening(self.created.terms, self.device)
        self.round_entry = entry
        self.past.begin(began.round, entry)
        self.money = RoundMoney()
        self.checked.rounds += 1

    def _end_round(self, logged: LoggedRound) -> None:
        self.money.require_settled(is_void=logged.is_void)
        if logged.is_abandoned and self.money.standing:
            raise Impossible("the round was abandoned, and not all its settlements are reversed.")
        terms = self.picture.terms
        won = {seat: self.money.won(seat) for seat in self.money.players()}
        self._large += [
            (self.round_number, seat, cents)
            for seat, cents in won.items()
            if cents >= terms.large_win_cents
        ]
        credit = {seat: self._holds(meter(self.number, seat)) for seat in won}
        self._finished = Finished.of(logged, self.money, self._entry, self._seats, credit)

    def _abandon(self, logged: LoggedRound) -> None:
        """A round does not go on: after a start because it cannot, else because nobody has bet."""
        entry = self._entry
        is_at_a_start = entry.actor == "house" and self._place.event == entry.first_event
        if not is_at_a_start and (self.money.in_action_cents or self.money.standing):
            raise Impossible("a round with stakes in it is abandoned after a start alone.")
        logged.abandon(is_called_off=not is_at_a_start)

    @property
    def _is_undone(self) -> bool:
        """Whether what was staked in a round that was abandoned is just going back."""
        return self._is_on and self.round is not None and self.round.is_abandoned

    def _check_round(self) -> None:
        """Looks the last round through, once nothing more can happen in it."""
        logged = self.round
        if logged is None or logged.is_checked:
            return
        logged.is_checked = True
        self.checked.in_play += not logged.is_over
        self.checked.void += logged.is_void
        if logged.is_abandoned:
            self.checked.abandoned += 1
            logged.check_abandoned(self.game)
        else:
            logged.check_replay(self.game)
            self.checked.replayed += 1
        logged.check_seed_is_revealed(self.picture.terms)
        seed = self.rows.seed(self.round_number) if self.rows is not None else None
        # That it was lost may be why a round could not go on, and then everything went back.
        is_kept = self.rows is not None and not (logged.is_abandoned and not logged.is_called_off)
        logged.check_cards(seed, self.checked, is_kept=is_kept)
        if self._finished is not None:
            self.results.finish(self._finished)
            self._finished = None

    def _revise(self, revised: house.RoundRevised) -> None:
        logged = self.round
        if logged is None or not 1 <= revised.round <= self.round_number:
            raise Impossible(f"there is no round {revised.round}.")
        if revised.is_on_paper:
            is_last = revised.round == self.round_number
            asked = self._approved(revised)
            if is_last and not logged.is_over:
                raise Impossible("the round is in play, and is not dealt on paper.")
            if is_last:
                self._check_round()
            assert self.created is not None, "a round is at a table"
            old = logged if is_last else self.past.find(revised.round, self.created.settings)
            self.paper = OnPaper(revised, asked, self._place, old)
        else:
            if revised.round != self.round_number or logged.is_over:
                raise Impossible("the round is over, and can be revised on paper alone.")
            if not 1 <= revised.from_event <= len(logged.events):
                raise Impossible("the round has no such event.")
            if not logged.began.is_physical:
                raise Impossible("the house shuffled the cards, and none was read wrongly.")
            self._following = revised.event_count
            self._superseded = logged.events
            self.round = logged.until(revised.from_event)
            self.money = self.money.revised(self.round.events)
        self.checked.revised += 1

    def _approved(self, revised: house.RoundRevised) -> house.ApprovalAsked:
        """What has just been approved, which must be this."""
        granted, self._granted = self._granted, None
        if granted is not None:
            asked, approved_by = granted
            as_asked = asked.round, asked.reason, asked.by, approved_by
            if as_asked == (revised.round, revised.reason, revised.by, revised.approved_by):
                return asked
        raise Impossible("nobody has approved that.")

    # Everything else.

    def _take_at_table(self, event: Logged) -> None:
        match event:
            case house.RoundBegan():
                self._begin_round(event)
            case house.RoundAbandoned(number) | house.RoundResumed(number):
                if self.round is None or self.round.is_over or number != self.round_number:
                    raise Impossible(f"round {number} is not on.")
                if isinstance(event, house.RoundAbandoned):
                    self._abandon(self.round)
            case house.RoundRevised():
                self._revise(event)
            case house.ApprovalGiven(number, is_granted, by):
                asked = self.picture.approvals.get(number)
                if asked is None:
                    raise Impossible(f"nobody has asked for approval {number}.")
                self._granted = (asked, by) if is_granted else None
            case house.LargeWin(number, seat, cents):
                if (number, seat, cents) not in self._large:
                    raise Impossible("there was no such win.")
                self._large.remove((number, seat, cents))
            case house.SeatTaken(seat, user):
                if seat in self._seats:
                    raise Impossible(f"seat {seat} is taken.")
                self._seats[seat] = user
                self.past.sit(seat, user, self.round_number + (not self._is_on))
            case house.CreditAdded(seat, user):
                self._require_sitting(seat, user)
            case house.SeatLeft(seat, user):
                self._require_sitting(seat, user)
                self._require_emptied(event)
                self._actor_has_left |= self._entry.actor == person(user)
                del self._seats[seat]
            case house.SeatReady(seat):
                self._require_sitting(seat, self._seats.get(seat))
                if not self._is_on or self.round is None or self.round.bets_are_closed:
                    raise Impossible("no bets are taken.")
            case house.TerminalDoor(seat):
                if not 1 <= seat <= self.picture.settings.positions:
                    raise Impossible(f"there is no seat {seat}.")
            case house.SeatLeaving(seat) | house.TipGiven(seat):
                self._require_sitting(seat, self._seats.get(seat))
            case house.ConnectionLost(seat, user) | house.ConnectionRestored(seat, user):
                self._require_sitting(seat, user)
            case house.DifferencePaid():
                if self.paper is None:
                    raise Impossible("no round was revised.")
                self.paper.pay(event, self._seats, self.past)
            case _:
                pass
        self._transfer(event)

    @property
    def _is_on(self) -> bool:
        return self.round is not None and not self.round.is_over

    def _require_sitting(self, seat: int, user: int | None) -> None:
        if seat not in self._seats or self._seats[seat] != user:
            raise Impossible(f"user {user} does not sit at seat {seat}.")

    def _require_emptied(self, left: house.SeatLeft) -> None:
        has = self._holds(meter(self.number, left.seat))
        if left.cents != has:
            raise Impossible(f"the credit meter of seat {left.seat} holds {format_cents(has)}.")

    def _holds(self, account: str) -> int:
        """What is on an account just now, in the middle of an entry."""
        self._drain()
        return self.balances.cents.get(account, 0) + self._gains.get(account, 0)

    def _transfer(self, event: Logged) -> None:
        transfer = transfer_of(event, self.number, self.picture.terms.money)
        if transfer is not None:
            giver, taker, cents = transfer
            self._gain(giver, -cents)
            self._gain(taker, cents)

    def _gain(self, account: str, cents: int) -> None:
        self._gains[account] = self._gains.get(account, 0) + cents

    def _drain(self) -> None:
        for account, cents in self.money.moved(self.number).items():
            self._gain(account, cents)

    def _end_entry(self) -> None:
        entry = self._entry
        if self._is_undone:
            raise wrong(self._place, "the round was abandoned, and is not void.")
        if entry.round != self.round_number:
            raise wrong(
                self._place, f"it says round {entry.round}; its events say {self.round_number}."
            )
        if self._large:
            number, seat, cents = self._large[0]
            raise wrong(
                self._place,
                f"that seat {seat} won {format_cents(cents)} in round {number} is not noted.",
            )
        if self._granted is not None:
            raise wrong(
                self._place, f"round {self._granted[0].round} is to be revised, and is not."
            )
        if self._following:
            raise wrong(self._place, f"{self._following} of the revised events are missing.")
        if self._superseded is not None and self.round is not None:
            old, self._superseded = self._superseded, None
            require_one_other_card(old, self.round.events)
        if self.paper is not None:
            self._end_paper(self.paper)

    def _end_paper(self, paper: OnPaper) -> None:
        """What was dealt on paper takes the place of what it revised."""
        self.paper = None
        revised, money = paper.check(self._place, self.game)
        self._check_shuffle_on_paper(revised)
        self.past.keep(revised)
        self.checked.void += revised.is_void - paper.was_void
        if revised.began.round == self.round_number:
            self.round = revised
        place = replace(self._place, round=revised.began.round)
        self.results.revise(Finished.of_revised(revised, money, place))

    def _check_shuffle_on_paper(self, revised: LoggedRound) -> None:
        """A round on paper comes from the shuffle of the one it revises, which was counted."""
        revised.check_seed_is_revealed(self.picture.terms)
        seed = self.rows.seed_again(revised.began.round) if self.rows is not None else None
        revised.check_cards(seed, Checked(), is_kept=self.rows is not None)

    def end(self) -> None:
        """At the end of the log: the round in play, and the rows beside the log."""
        self._place = Place(self.number)
        self._check_round()
        if self.created is None:
            raise wrong(self._place, "the log of a table begins with table_created.")
        self.results.end()
        if self.rows is not None:
            self.results.require_table(self)

    def at(self, found: Found) -> Found:
        """What was found, unless something is wrong before it that was left to be looked at."""
        place, ended = found.found.place, self._finished
        # An event that cannot be, after the round's end, may follow from one that cannot in it.
        is_event = place.event is not None
        if ended is not None and (place.entry or 0) + is_event > (ended.place.entry or 0):
            try:
                self._check_round()
            except Found as earlier:
                found = earlier
        return self.results.earlier_than(found)
