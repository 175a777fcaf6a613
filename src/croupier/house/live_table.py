"""A live table: the one authority over what happens at it.

Commands come in, one at a time; each is done whole or refused with a `Rejection` that changes
nothing. What is done is handed out as a `Change`: one entry of the table's log, with the money it
moved. `croupier.house.house.House` writes it and then shows it.
"""

import re
from typing import Any, Final

from croupier.bots import least_slip
from croupier.house import commands as told
from croupier.house import desk, revision, schema
from croupier.house import happenings as house
from croupier.house.accounts import meter, wallet
from croupier.house.changes import Change
from croupier.house.commands import Person, TableCommand
from croupier.house.happenings import Role
from croupier.house.picture import SeatPicture, Status
from croupier.house.sent import Sent
from croupier.house.table_core import TableCore
from croupier.house.table_record import Draft
from croupier.money import MOST_CENTS, format_cents, is_whole_number
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection
from croupier.table.commands import (
    Decide,
    PlaceWagers,
    ReportIrregularity,
    RuleOnIrregularity,
)
from croupier.table.irregularity import IrregularityKind
from croupier.table.wager import Slip
from croupier.table.waiting import AwaitingWagers

__all__ = ["LiveTable", "require_command_id"]

_MOST_SLIPS: Final = 50
"""How often somebody may change the bets of a seat in one round."""
_MOST_WITHOUT_BETS: Final = 1_000
"""After how many entries, and some for each seat, a round in which nobody has bet makes room for
a new one."""
_COMINGS_OF_A_SEAT: Final = 4
_OF_THE_CARDS: Final = frozenset({IrregularityKind.DEVICE_FAILURE, IrregularityKind.WRONG_COUNT})
"""After these the cards are looked through before they are dealt again."""
_ID: Final = re.compile(r"[A-Za-z0-9_.:-]{1,64}")


def require_command_id(text: object) -> str:
    """Refuses an id that no client of good sense makes up."""
    if not isinstance(text, str) or _ID.fullmatch(text) is None:
        raise Rejection(
            Code.COMMAND_INVALID,
            "A command needs an id of its own: 1 to 64 letters, digits, dots, colons, dashes or "
            "underscores.",
        )
    return text


class LiveTable(TableCore):
    """A table that people talk to."""

    def handle(
        self,
        who: Person | None,
        command: TableCommand,
        *,
        sent: Sent | None,
        at_ms: int,
        for_whom: Person | None = None,
    ) -> Change | None:
        """Does what it is told, by somebody or by the house itself (None); or raises `Rejection`.

        `for_whom` is on record as who had the house do it. None where nothing happened that anyone
        needs to know of.
        """
        draft = self.draft = Draft(at_ms, sent)
        try:
            actor = self._do(who, command)
            self._go_on()
        except Rejection as refused:
            if draft.events:
                raise AssertionError(f"half done, then refused: {command}") from refused
            raise
        if for_whom is not None:
            actor = for_whom.actor
        return self._seal(actor) if draft.events else None

    def _do(self, who: Person | None, command: TableCommand) -> str:
        if who is None:
            self._do_for_the_house(command)
            return "clock" if isinstance(command, told.TimeUp) else "house"
        match command:
            case told.Bet():
                self._bet(who, command)
            case told.Choose():
                self._choose(who, command)
            case told.Ready(seat, round_number):
                self._require_own(who, seat)
                self._require_round(round_number)
                self._is_ready(seat)
            case told.Sit():
                self._sit(who, command)
            case told.AddCredit():
                self._add_credit(who, command)
            case told.Leave(seat):
                self._leave(who, seat)
            case told.Tip():
                self._tip(who, command)
            case told.NewGame():
                self.require_position(who, Role.DEALER)
                self._new_game()
            case told.NoMoreBets():
                self.require_position(who, Role.DEALER)
                self._no_more_bets()
            case told.Report(kind, detail):
                self.require_position(who, Role.DEALER, Role.SUPERVISOR)
                self._to_round(ReportIrregularity(kind, detail))
                if kind in _OF_THE_CARDS:
                    desk.remove_decks(self, kind)
            case told.Rule(remedy, reason):
                self.require_position(who, Role.SUPERVISOR)
                self._to_round(RuleOnIrregularity(remedy, reason))
                # Whoever was waited for may have gone meanwhile.
                if self._nobody_is_waited_for():
                    self.close_bets()
            case told.CorrectCard() | told.VoidRound() | told.Approve():
                revision.handle(self, who, command)
            case _:
                desk.handle(self, who, command)
        return who.actor

    def _do_for_the_house(self, command: TableCommand) -> None:
        match command:
            case told.TimeUp(number):
                if number != self.clock_number or self.picture.clock is None:
                    raise Rejection(Code.COMMAND_INVALID, "That clock has been stopped.")
                self.picture.clock = None
                self._time_is_up()
            case told.Open():
                self._require_closed()
                self._keep_rack_filled()
                self.tell(house.TableOpened())
            case told.CloseTable():
                self.require_open()
                self.tell(house.TableClosing(None))
            case told.Connect(user):
                self._connect(user, is_there=True)
            case told.Disconnect(user):
                self._connect(user, is_there=False)
            case told.FreeSeat(seat):
                self._require_sitting(seat)
                self._give_up(seat)
            case told.Door(seat, is_open):
                self._note_door(seat, is_open=is_open)
            case _:
                raise Rejection(Code.NOT_ALLOWED, "The house does not do that by itself.")

    def _require_closed(self) -> None:
        """Refuses to open what does not open by itself, or is not closed."""
        if self.picture.status is Status.OPEN:
            raise Rejection(Code.TABLE_NOT_OPEN, "This table is open already.")
        if self.picture.terms.is_dealt_by_hand:
            raise Rejection(
                Code.NOT_ALLOWED,
                f"This table is {self.picture.status}; it opens when its rack is counted and "
                "signed for.",
            )
        if self.picture.status is not Status.CLOSED:
            raise Rejection(
                Code.TABLE_NOT_OPEN,
                f"This table is {self.picture.status}: the round in play is its last. It can be "
                "opened again when that is over.",
            )

    def _go_on(self) -> None:
        table = self.round
        if table is not None and not table.layout.bets_are_closed and not table.layout.stakes:
            if self.picture.status is Status.CLOSING:
                self._call_off("The table closes, and nobody has bet.")
            elif (
                isinstance(table.waiting, AwaitingWagers)
                and not self.picture.terms.is_dealt_by_hand
                and self.head.entries - self.round_entry >= self._most_without_bets
            ):
                # What has happened in the round is read at every start.
                self._call_off("People came and went, and nobody has bet.")
        super()._go_on()

    @property
    def _most_without_bets(self) -> int:
        return _MOST_WITHOUT_BETS + _COMINGS_OF_A_SEAT * self.picture.settings.positions

    # Seats.

    def _sit(self, who: Person, command: told.Sit) -> None:
        self.require_open()
        if Role.PLAYER not in who.roles:
            raise Rejection(Code.NOT_ALLOWED, "Only players sit down; log in as one.")
        if who.money is not self.picture.terms.money:
            raise Rejection(
                Code.MONEY_KIND,
                f"This table is played for {self.picture.terms.money} money, and you have "
                f"{who.money} money.",
            )
        if any(user == who.user for user, _ in self.picture.positions.values()):
            raise Rejection(Code.ROLES_INCOMPATIBLE, "Who works at this table does not play at it.")
        if not self.picture.terms.has_several_seats and self.picture.seats_of(who.user):
            raise Rejection(Code.SEAT_TAKEN, "One person has one seat at this table.")
        seat = self._free_seat() if command.seat is None else command.seat
        self._require_seat(seat)
        if seat in self.picture.seats:
            raise Rejection(Code.SEAT_TAKEN, f"Seat {seat} is taken; choose another.")
        self.require_amount(command.credit_cents, "credit")
        least_cents = least_slip(self.game, self.picture.settings).total_cents
        if command.credit_cents < least_cents:
            raise Rejection(
                Code.BANKROLL_SHORT,
                f"A round here takes {format_cents(least_cents)} at least; bring that much to a "
                "seat.",
            )
        self._require_wallet(who, command.credit_cents)
        self.tell(house.SeatTaken(seat, who.user, who.name, command.credit_cents))
        self._write_seat(seat)

    def _note_door(self, seat: int, *, is_open: bool) -> None:
        """Notes a door, whether somebody sits there or not; one that is open is not opened."""
        self._require_seat(seat)
        sitting = self.picture.seats.get(seat)
        if sitting is not None and sitting.is_door_open and is_open:
            return
        self.tell(house.TerminalDoor(seat, is_open))
        if sitting is not None:
            self._write_seat(seat)

    def _require_seat(self, seat: int) -> None:
        positions = self.picture.settings.positions
        if not is_whole_number(seat) or not 1 <= seat <= positions:
            raise Rejection(
                Code.SEAT_UNKNOWN,
                f"This table has seats 1 to {positions}; {harmless(seat)} is none.",
            )

    def _free_seat(self) -> int:
        taken = self.picture.seats
        free = (one for one in range(1, self.picture.settings.positions + 1) if one not in taken)
        seat = next(free, None)
        if seat is None:
            raise Rejection(Code.SEAT_TAKEN, "All seats of this table are taken.")
        return seat

    def _add_credit(self, who: Person, command: told.AddCredit) -> None:
        self._require_own(who, command.seat)
        self.require_amount(command.cents, "credit")
        self._require_wallet(who, command.cents)
        self.tell(house.CreditAdded(command.seat, who.user, command.cents))

    def _leave(self, who: Person, seat: int) -> None:
        sitting = self._require_own(who, seat)
        if sitting.is_leaving:
            raise Rejection(Code.ROUND_ON, f"Seat {seat} is left when the round is over.")
        self._give_up(seat)

    def _give_up(self, seat: int) -> None:
        """Frees a seat now; after the round, if it has wagers that cannot be taken back."""
        table = self.round
        if table is not None and seat in self.picture.slip_cents and not table.layout.is_over:
            if table.layout.bets_are_closed:
                self.tell(house.SeatLeaving(seat))
                self._write_seat(seat)
                return
            self.hand_to_round(PlaceWagers(seat, Slip(())))
            self.in_play.expose(seat, 0)
        self.free(seat)
        if self._nobody_is_waited_for():
            self.close_bets()

    def _tip(self, who: Person, command: told.Tip) -> None:
        self._require_own(who, command.seat)
        if not self.picture.terms.has_tips:
            raise Rejection(Code.TIPS_NOT_TAKEN, "This table takes no tips.")
        self.require_amount(command.cents, "tip")
        has = self.ledger[meter(self.number, command.seat)] - self.in_play.reserved.get(
            command.seat, 0
        )
        if self.round is not None:
            # What was won in a round is given back if it is void, so it stays until the end.
            has -= self.round.layout.won_cents.get(command.seat, 0)
        if command.cents > has:
            raise Rejection(
                Code.BANKROLL_SHORT, f"Seat {command.seat} has {format_cents(has)} left."
            )
        self.tell(house.TipGiven(command.seat, command.cents))

    def _connect(self, user: int, *, is_there: bool) -> None:
        seats = [
            seat
            for seat in sorted(self.picture.seats_of(user))
            if self.picture.seats[seat].is_connected is not is_there
        ]
        for seat in seats:
            kind = house.ConnectionRestored if is_there else house.ConnectionLost
            self.tell(kind(seat, user))
            self._write_seat(seat)
        if seats and not is_there and self._nobody_is_waited_for():
            self.close_bets()

    def _write_seat(self, seat: int) -> None:
        sitting = self.picture.seats[seat]
        self.draft.rows.put(
            schema.seats,
            table=self.number,
            seat=seat,
            user=sitting.user,
            name=sitting.name,
            is_leaving=sitting.is_leaving,
            is_connected=sitting.is_connected,
            is_door_open=sitting.is_door_open,
        )

    # Betting and deciding.

    def _bet(self, who: Person, command: told.Bet) -> None:
        sitting = self._require_own(who, command.seat)
        if sitting.is_leaving:
            raise Rejection(Code.ROUND_ON, f"Seat {command.seat} is being left; it bets no more.")
        self._require_round(command.round)
        if self.draft.command is None:
            raise Rejection(Code.COMMAND_INVALID, "A bet needs an id that its sender makes up.")
        if self.picture.changes[command.seat, who.user] >= _MOST_SLIPS:
            raise Rejection(
                Code.TOO_MANY_REQUESTS,
                f"Seat {command.seat} has changed its bets {_MOST_SLIPS} times in this round; what "
                "lies there stands.",
            )
        placing = PlaceWagers(command.seat, Slip(command.stakes, command.picks))
        self._require_covered(placing)
        most = self._require_exposure(command.seat, command.stakes)
        self.hand_to_round(placing)
        self.in_play.expose(command.seat, most)
        if command.is_ready:
            self._is_ready(command.seat)

    def _choose(self, who: Person, command: told.Choose) -> None:
        self._require_own(who, command.seat)
        self._require_round(command.round)
        deciding = Decide(command.seat, command.option, command.stake_cents)
        self._require_covered(deciding)
        self.hand_to_round(deciding)

    def _is_ready(self, seat: int) -> None:
        """Notes that a seat waits for nothing more; when all do, bets close."""
        if self.round is None or self.round.layout.bets_are_closed:
            raise Rejection(Code.BETS_CLOSED, "Bets are closed; the next round takes new ones.")
        if self._nobody_is_waited_for(besides=seat):
            self.close_bets()
        elif seat not in self.picture.ready:
            self.tell(house.SeatReady(seat))

    def _nobody_is_waited_for(self, besides: int | None = None) -> bool:
        """Whether bets can close before the clock says so, if `besides` is ready too."""
        table, picture = self.round, self.picture
        if table is None or picture.terms.is_dealt_by_hand:
            return False
        # A round that is held for a ruling takes no bets, though they are not closed.
        if not isinstance(table.waiting, AwaitingWagers) or not table.layout.stakes:
            return False
        # The first seat that is waited for ends the search: in a stadium there are thousands.
        is_waited_for = (
            seat not in picture.ready
            and seat != besides
            and (one.is_connected or seat in picture.slip_cents)
            for seat, one in picture.seats.items()
        )
        return not any(is_waited_for)

    # Dealing by hand.

    def _new_game(self) -> None:
        if self.picture.status is not Status.OPEN:
            _, words = desk.next_at_the_desk(self, self.draft.at_ms)
            raise Rejection(Code.TABLE_NOT_OPEN, f"This table is {self.picture.status}. {words}")
        if self.round is not None:
            raise Rejection(Code.ROUND_ON, "A round is on; finish it first.")
        desk.require_decks(self, self.draft.at_ms)
        self.begin_round()
        desk.open_betting(self)

    def _no_more_bets(self) -> None:
        if self.round is None or self.round.layout.bets_are_closed:
            raise Rejection(Code.BETS_CLOSED, "Bets are closed already.")
        if not self.round.layout.stakes:
            raise Rejection(Code.NO_WAGERS, "Nobody has bet; there is nothing to deal for.")
        self.close_bets()

    def _to_round(self, command: Any) -> None:
        if self.round is None:
            raise Rejection(Code.ROUND_OVER, "No round is on.")
        self.round.check(command)
        self.hand_to_round(command)

    # What commands share.

    def require_open(self) -> None:
        """Refuses what is only done at an open table."""
        if self.picture.status is not Status.OPEN:
            raise Rejection(
                Code.TABLE_NOT_OPEN, f"This table is {self.picture.status}; choose an open one."
            )

    def _require_sitting(self, seat: int) -> SeatPicture:
        sitting = self.picture.seats.get(seat) if is_whole_number(seat) else None
        if sitting is None:
            raise Rejection(Code.SEAT_UNKNOWN, f"Nobody sits at seat {harmless(seat)}.")
        return sitting

    def _require_own(self, who: Person, seat: int) -> SeatPicture:
        sitting = self.picture.seats.get(seat) if is_whole_number(seat) else None
        if sitting is None or sitting.user != who.user:
            raise Rejection(
                Code.NOT_YOUR_SEAT, f"You do not sit at seat {harmless(seat)} of this table."
            )
        return sitting

    def _require_round(self, number: int | None) -> None:
        """Refuses what was meant for another round."""
        if number is not None and (number != self.picture.round or self.round is None):
            raise Rejection(
                Code.ROUND_OVER,
                f"This was meant for round {harmless(number)}; the table is in round "
                f"{self.picture.round}.",
            )

    def require_amount(self, cents: int, what: str) -> None:
        """Refuses what is no amount of money."""
        if not is_whole_number(cents) or not 1 <= cents <= MOST_CENTS:
            raise Rejection(
                Code.AMOUNT_INVALID, f"The {what} is a whole number of cents above zero."
            )

    def _require_wallet(self, who: Person, cents: int) -> None:
        has = self.ledger[wallet(who.user)]
        if cents > has:
            raise Rejection(
                Code.BANKROLL_SHORT,
                f"You have {format_cents(has)} with the house; {format_cents(cents)} are needed.",
            )

    def require_position(self, who: Person, *roles: Role) -> Role:
        """Refuses whoever has not taken one of these positions at the table."""
        for role in roles:
            is_there = self.picture.positions.get(role, (None, ""))[0] == who.user
            if is_there and role in who.roles:
                return role
        wanted = " or ".join(roles)
        raise Rejection(Code.NOT_ALLOWED, f"Only the {wanted} of this table may do that.")
