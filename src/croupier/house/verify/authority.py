"""Who may do what in the house's own chain: people, the cage, the days.

The log says of every entry who had it written, and of most events by whom it was done: the two
must agree. What he may do is worked out from the entries before, beside `people.py`, `cage.py`,
`door.py` and `office.py` of the house, which let him: which roles he has at that moment, whether
he is disabled, and whom he serves. "house" is the house itself and whoever sits at its console,
who may do everything that a person in the right role may.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from croupier.house import happenings as house
from croupier.house.accounts import Money
from croupier.house.happenings import Logged, Role
from croupier.house.verify.money import Impossible
from croupier.house.verify.staff import HOUSE, USER, person
from croupier.money import format_cents

__all__ = ["Known", "require_authority"]

_CASHIERS: Final = (Role.SUPERVISOR, Role.ADMINISTRATOR)
_NOTHING_ELSE: Final = frozenset({Role.AUDITOR, Role.ADMINISTRATOR})
"""Whoever has one of these roles has no other."""
_BY_ITSELF: Final = (
    house.HouseCrashed,
    house.HouseStarted,
    house.HouseStopped,
    house.GuestGone,
    house.LogInFailed,
    house.LockedOut,
    house.ExamVoided,
)
"""What only the house does: who is not let in does nothing here."""
_AMOUNTS: Final = (
    house.BoughtIn,
    house.CashedOut,
    house.PlayMoneyGranted,
    house.VoucherIssued,
    house.VoucherRedeemed,
    house.VoucherTakenBack,
)


@dataclass(slots=True)
class Known:
    """Somebody as the house's chain has told of him so far."""

    name: str
    roles: tuple[Role, ...]
    money: Money
    is_guest: bool
    """Whether he came in by himself, without a password; one can be set for him later."""
    is_disabled: bool = False
    is_gone: bool = False

    def row(self) -> dict[str, Any]:
        """What must stand of him beside the log."""
        return {
            "name": self.name,
            "roles": ",".join(self.roles),
            "money": self.money.value,
            "is_disabled": self.is_disabled,
            "is_gone": self.is_gone,
        }


def require_authority(
    event: Logged, actor: str, people: Mapping[int, Known], before: Logged | None
) -> None:
    """Refuses what somebody did who may not.

    `people` are as they were before the event, `before` is the event before it in its entry.
    """
    if isinstance(event, _AMOUNTS) and event.cents <= 0:
        raise Impossible(f"{format_cents(event.cents)} is no amount.")
    if isinstance(event, house.UserAdded) and actor == person(event.user):
        _require_guest(event, before)
        return
    doing = _Doing(actor, people, may_be_disabled=isinstance(event, house.AccessRefused))
    if isinstance(event, _BY_ITSELF):
        doing.require(HOUSE)
        _require_for_the_house(event, people, before)
        return
    if isinstance(event, house.AccessRefused):
        doing.require(HOUSE if event.user is None else person(event.user))
        return
    if isinstance(event, house.LoggedIn | house.LoggedOut):
        doing.require(person(event.user))
        if isinstance(event, house.LoggedIn) and people[event.user].is_guest:
            raise Impossible(f"{people[event.user].name} has no password to log in with.")
        return
    if isinstance(event, house.ExamBegun | house.ExamGraded):
        _require_candidate(event, doing, people[event.user])
        return
    by = getattr(event, "by", None)
    if not isinstance(event, house.PlayMoneyGranted):
        doing.require(HOUSE if by is None else person(by))
    _require_of_people(event, doing, people)
    _require_at_the_cage(event, doing, people)


class _Doing:
    """Who does something, as he is at that moment; at the house's console, nobody in particular."""

    def __init__(self, actor: str, people: Mapping[int, Known], *, may_be_disabled: bool) -> None:
        self.actor = actor
        self.number: int | None = None
        self.known: Known | None = None
        if actor == HOUSE:
            return
        match = USER.fullmatch(actor)
        known = people.get(int(match[1])) if match else None
        if match is None or known is None:
            raise Impossible(f"there is no {actor!r} who could do that.")
        if known.is_gone or (known.is_disabled and not may_be_disabled):
            raise Impossible(f"{known.name} is {'gone' if known.is_gone else 'disabled'}.")
        self.number, self.known = int(match[1]), known

    def require(self, actor: str) -> None:
        """Refuses everybody but one."""
        if self.actor != actor:
            raise Impossible(f"that is for {actor}, not for {self.actor}.")

    def has(self, *roles: Role) -> bool:
        """Whether he is one of these; at the console everything is allowed."""
        return self.known is None or any(role in self.known.roles for role in roles)

    def require_role(self, *roles: Role) -> None:
        """Refuses who is none of these now."""
        if not self.has(*roles):
            raise Impossible(f"{self.actor} is no {' or '.join(roles)} then.")

    def require_other(self, user: int | None) -> None:
        """Refuses who serves himself."""
        if self.known is not None and self.number == user:
            raise Impossible(f"{self.known.name} serves himself at the cage.")


# People.


def _require_guest(added: house.UserAdded, before: Logged | None) -> None:
    """Somebody who comes in by himself is a guest, and nothing else."""
    is_named = added.name == f"Guest {added.user}" or added.name.startswith(f"Guest {added.user} ")
    as_told = added.roles, added.money, added.by
    if as_told != ((Role.PLAYER,), Money.PLAY, None) or not is_named or before is not None:
        raise Impossible(f"{added.name} comes in by himself, and is no guest.")


def _require_for_the_house(
    event: Logged, people: Mapping[int, Known], before: Logged | None
) -> None:
    match event:
        case house.GuestGone(user):
            if not people[user].is_guest:
                raise Impossible(f"{people[user].name} is no guest.")
        case house.LockedOut(user):
            if not isinstance(before, house.LogInFailed) or before.user != user:
                raise Impossible(f"no log-in of {people[user].name} has just failed.")
        case _:
            pass


def _require_of_people(event: Logged, doing: _Doing, people: Mapping[int, Known]) -> None:
    match event:
        case house.UserAdded(_, _, roles):
            doing.require_role(Role.ADMINISTRATOR)
            _require_compatible(roles)
        case house.RolesSet(user, roles):
            doing.require_role(Role.ADMINISTRATOR)
            _require_compatible(roles)
            if people[user].is_guest and set(roles) != {Role.PLAYER}:
                raise Impossible(f"{people[user].name} has no password, and stays a player.")
            if Role.ADMINISTRATOR not in roles:
                _require_another_administrator(user, people)
        case house.UserDisabled(user, is_disabled):
            doing.require_role(Role.ADMINISTRATOR)
            if is_disabled:
                _require_another_administrator(user, people)
        case house.PasswordSet(user):
            if doing.number != user:
                doing.require_role(Role.ADMINISTRATOR)
            elif people[user].is_guest:
                raise Impossible(f"{people[user].name} has no password to change.")
        case house.DayClosed():
            doing.require_role(Role.ADMINISTRATOR)
        case house.ClassSet(user):
            doing.require_role(Role.SUPERVISOR, Role.ADMINISTRATOR)
            if people[user].is_guest:
                raise Impossible(f"{people[user].name} has no name here, and is in no class.")
        case _:
            pass


def _require_candidate(
    event: house.ExamBegun | house.ExamGraded, doing: _Doing, known: Known
) -> None:
    """Who sits it does so himself; when the time is over, the house takes it from him."""
    if doing.actor != HOUSE or isinstance(event, house.ExamBegun):
        doing.require(person(event.user))
    if known.is_guest:
        raise Impossible(f"{known.name} has no name here, and sits no examination.")


def _require_compatible(roles: Iterable[Role]) -> None:
    holds = frozenset(roles)
    if not holds:
        raise Impossible("somebody without any role is nobody.")
    if len(holds) > 1 and (alone := sorted(holds & _NOTHING_ELSE)):
        raise Impossible(f"an {alone[0]} is nothing else.")


def _require_another_administrator(leaving: int, people: Mapping[int, Known]) -> None:
    known = people[leaving]
    if Role.ADMINISTRATOR not in known.roles or known.is_disabled:
        return
    others = (
        Role.ADMINISTRATOR in one.roles and not one.is_disabled
        for user, one in people.items()
        if user != leaving
    )
    if not any(others):
        raise Impossible(f"{known.name} is the only administrator.")


# The cage.


def _require_at_the_cage(event: Logged, doing: _Doing, people: Mapping[int, Known]) -> None:
    match event:
        case house.BoughtIn(user) | house.CashedOut(user) | house.VoucherTakenBack(_, user):
            doing.require_role(*_CASHIERS)
            doing.require_other(user)
            if not isinstance(event, house.CashedOut):
                _require_open(people[user])
        case house.PlayMoneyGranted(user):
            # Who has next to nothing asks for it himself; staff gives it to anybody.
            if doing.number != user:
                doing.require_role(*_CASHIERS)
        case house.VoucherIssued(_, user) | house.VoucherRedeemed(_, user):
            if user is None or doing.number != user:
                doing.require_role(*_CASHIERS)
            elif doing.has(*_CASHIERS):
                doing.require_other(user)
            if user is not None:
                _require_open(people[user])
        case _:
            pass


def _require_open(known: Known) -> None:
    if known.is_disabled:
        raise Impossible(f"{known.name} is disabled, and can only be paid out.")
