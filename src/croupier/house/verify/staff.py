"""Who may do what at a table: whose seat it is, and who holds a position there.

The log says of every entry who had it written. What a player does is done by whoever has the seat,
what belongs to a position by whoever holds it; some things only the house does by itself. What
follows by itself from what somebody did, the cards, the money, the next round, is in his entry and
is nobody's: it is not looked at here.
"""

import re
from typing import Final

from croupier.house import happenings as house
from croupier.house.happenings import Logged, Role
from croupier.house.picture import Status, TablePicture
from croupier.house.reading import Stored
from croupier.house.verify.findings import Place, wrong
from croupier.house.verify.money import Impossible
from croupier.table import events as happened
from croupier.table.events import DecidedBy

__all__ = ["HOUSE", "USER", "Staff", "person", "require_actor", "require_creator", "require_known"]

USER: Final = re.compile(r"user (\d+)")
HOUSE: Final = "house"
_CLOCK: Final = "clock"


class Staff:
    """Since when somebody has had which role in the house; nothing where that was not followed."""

    def __init__(self) -> None:
        self._since_ms: dict[tuple[int, Role], int] = {}
        self._came_ms: dict[int, int] = {}
        self.is_followed = False

    def add(self, user: int, roles: tuple[Role, ...], at_ms: int) -> None:
        """Somebody has these roles now."""
        self.is_followed = True
        self._came_ms.setdefault(user, at_ms)
        for role in roles:
            self._since_ms.setdefault((user, role), at_ms)

    def require(self, user: int, at_ms: int, *roles: Role) -> None:
        """Refuses somebody who had none of these roles at that time, nor ever before.

        A role that was taken away counts: what was asked for with it may still be on its way.
        """
        if self.is_followed and not any(
            self._since_ms.get((user, role), at_ms + 1) <= at_ms for role in roles
        ):
            raise Impossible(f"user {user} is no {' or '.join(roles)} of this house.")

    def is_here(self, user: int, at_ms: int) -> bool:
        """Whether there was such a person at that time, as far as that is known."""
        return not self.is_followed or self._came_ms.get(user, at_ms + 1) <= at_ms


def require_known(entry: Stored, staff: Staff) -> None:
    """Refuses an actor that is neither a person of this house nor the house nor its clock."""
    actor = entry.actor
    if actor in (HOUSE, _CLOCK):
        return
    named = USER.fullmatch(actor)
    if named is None:
        raise wrong(Place(entry.chain, entry.number), f"its actor is {actor!r}, which is none.")
    if not staff.is_here(int(named[1]), entry.at_ms):
        raise wrong(Place(entry.chain, entry.number), f"there is no {actor} in this house then.")


def require_creator(entry: Stored, staff: Staff) -> None:
    """Refuses a table that was set up by who may not."""
    _require_staff(entry, staff, Role.ADMINISTRATOR)


def require_actor(
    event: Logged, entry: Stored, picture: TablePicture, staff: Staff, *, has_left: bool
) -> None:
    """Refuses what somebody did who may not; `picture` is the table as it was before.

    `has_left` says whether he has just given up a seat, in this entry.
    """
    _require_player(event, entry.actor, picture)
    _require_position(event, entry.actor, picture)
    if isinstance(event, happened.BetsClosed) and not (picture.terms.is_dealt_by_hand or has_left):
        _require_closer(entry.actor, picture)
    _require_house(event, entry)
    _require_roles(event, entry, picture, staff)


def _require(actor: str, *allowed: str) -> None:
    if actor not in allowed:
        raise Impossible(f"that is for {' or '.join(dict.fromkeys(allowed))}, not for {actor}.")


def person(user: int | None) -> str:
    """As the log names somebody."""
    return f"user {user}"


# Players.


def _require_player(event: Logged, actor: str, picture: TablePicture) -> None:
    match event:
        case happened.WagersPlaced(seat, stakes):
            owner = _owner(picture, seat)
            # The house takes bets back when a seat is given up.
            if actor != owner and (stakes or actor != HOUSE):
                raise Impossible(f"{actor} does not bet at seat {seat}.")
        case happened.DecisionMade(_, seat, by):
            owner = _CLOCK if by is DecidedBy.TIME else _owner(picture, seat)
            if actor != owner:
                raise Impossible(f"{actor} does not choose for seat {seat}.")
        case house.SeatTaken(_, user) | house.CreditAdded(_, user):
            _require(actor, person(user))
        case house.SeatReady(seat) | house.TipGiven(seat):
            _require(actor, _owner(picture, seat))
        case house.SeatLeaving(seat):
            _require(actor, _owner(picture, seat), HOUSE)
        case house.SeatLeft(seat) if not _is_freed(picture, seat):
            _require(actor, _owner(picture, seat), HOUSE)
        case _:
            pass


def _owner(picture: TablePicture, seat: int) -> str:
    sitting = picture.seats.get(seat)
    if sitting is None:
        raise Impossible(f"nobody sits at seat {seat}.")
    return person(sitting.user)


def _is_freed(picture: TablePicture, seat: int) -> bool:
    """Whether a seat is free by itself: its player waited for the round's end, or all must go."""
    if picture.round_is_on or seat not in picture.seats:
        return False
    return picture.seats[seat].is_leaving or picture.status is Status.CLOSING


# Positions.


def _require_position(event: Logged, actor: str, picture: TablePicture) -> None:
    match event:
        case (
            house.BankCounted(by=int(by))
            | house.RackFilled(by=int(by))
            | house.RackCredited(by=int(by))
            | house.TipsCollected(by=int(by))
            | house.TableClosing(by=int(by))
            | house.DecksChanged(by=int(by))
            | house.ApprovalAsked(by=int(by))
            | house.RoundRevised(is_on_paper=False, by=int(by))
        ):
            _require(actor, person(by))
            _require_holder(picture, actor, Role.SUPERVISOR)
        case house.FormSigned(_, user, role):
            _require(actor, person(user))
            _require_holder(picture, actor, role)
        case house.DeckInspected(dealer=dealer, supervisor=supervisor):
            _require(actor, person(dealer))
            _require_holder(picture, actor, Role.DEALER)
            _require_holder(picture, person(supervisor), Role.SUPERVISOR)
        case house.PositionTaken(_, user):
            _require(actor, person(user))
        case house.PositionLeft(role, user):
            _require_holder(picture, person(user), role)
        case happened.SupervisorRuled():
            _require_holder(picture, actor, Role.SUPERVISOR)
        case happened.IrregularityReported() if not _has_failed(picture):
            _require_holder(picture, actor, Role.DEALER, Role.SUPERVISOR)
        case _ if picture.terms.is_dealt_by_hand:
            _require_dealer(event, actor, picture)
        case _:
            pass


def _require_dealer(event: Logged, actor: str, picture: TablePicture) -> None:
    """Where a person deals, what is his."""
    match event:
        case house.RoundBegan() | happened.CardRead():
            _require_holder(picture, actor, Role.DEALER)
        case happened.CardDealt():
            # When a supervisor has ruled that a round goes on, so does what was begun in it.
            _require_holder(picture, actor, Role.DEALER, Role.SUPERVISOR)
        case happened.BetsClosed() if actor != _CLOCK:
            _require_holder(picture, actor, Role.DEALER)
        case _:
            pass


def _require_closer(actor: str, picture: TablePicture) -> None:
    """Where nobody deals, bets close with the window, or when nobody is waited for any more.

    That is when the last one who sits there is ready, leaves or is gone; or when a supervisor has
    ruled that the round goes on.
    """
    if actor in (HOUSE, _CLOCK):
        return
    plays = any(actor == person(sitting.user) for sitting in picture.seats.values())
    holder = picture.positions.get(Role.SUPERVISOR)
    if not plays and (holder is None or actor != person(holder[0])):
        raise Impossible(f"{actor} neither sits at this table nor is its supervisor.")


def _require_holder(picture: TablePicture, actor: str, *roles: Role) -> None:
    if not any(
        role in picture.positions and actor == person(picture.positions[role][0]) for role in roles
    ):
        raise Impossible(f"{actor} is not the {' or '.join(roles)} of this table.")


def _has_failed(picture: TablePicture) -> bool:
    """Whether the device reports by itself what is wrong with it."""
    return bool(picture.events) and isinstance(picture.events[-1], happened.DeviceFailed)


# The house itself, and what takes a role in it.


def _require_house(event: Logged, entry: Stored) -> None:
    match event:
        case house.ConnectionLost() | house.ConnectionRestored() | house.RoundResumed():
            _require(entry.actor, HOUSE)
        case house.DealerLate():
            _require(entry.actor, _CLOCK)
        case _:
            pass


def _require_roles(event: Logged, entry: Stored, picture: TablePicture, staff: Staff) -> None:
    match event:
        case house.SeatTaken(_, user):
            staff.require(user, entry.at_ms, Role.PLAYER)
        case house.PositionTaken(role, user):
            staff.require(user, entry.at_ms, role)
        case house.PositionLeft(role, user):
            sender = USER.fullmatch(entry.actor)
            if sender is None:
                raise Impossible(f"{entry.actor} sends nobody away.")
            holder = picture.positions.get(Role.SUPERVISOR, (None, ""))[0]
            sent_by = int(sender[1])
            if sent_by != user and not (role is Role.DEALER and sent_by == holder):
                staff.require(sent_by, entry.at_ms, Role.ADMINISTRATOR)
        case house.TableOpened() | house.TableClosing(by=None):
            if not picture.terms.is_dealt_by_hand:
                _require_staff(entry, staff, Role.ADMINISTRATOR)
        case house.TerminalDoor():
            _require_staff(entry, staff, Role.SUPERVISOR, Role.ADMINISTRATOR)
        case house.ApprovalGiven(_, _, by):
            _require(entry.actor, person(by))
            staff.require(by, entry.at_ms, Role.SUPERVISOR, Role.ADMINISTRATOR)
        case _:
            pass


def _require_staff(entry: Stored, staff: Staff, *roles: Role) -> None:
    """What the house does, by itself or because one of its people had it do so."""
    had = USER.fullmatch(entry.actor)
    if had is not None:
        staff.require(int(had[1]), entry.at_ms, *roles)
    elif entry.actor != HOUSE:
        raise Impossible(f"the {entry.actor} does not do that.")
