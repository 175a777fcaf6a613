"""People and tables, as an administrator sets them up."""

from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from croupier.house.accounts import Money
from croupier.house.happenings import Role
from croupier.house.office import Office
from croupier.house.users import User, roles_in_order
from croupier.web.answers import REFUSALS
from croupier.web.routes.parts import (
    MOST_USERS,
    Administrator,
    Entered,
    Repeatable,
    Staff,
    UserNumber,
)
from croupier.web.security import TheOffice

__all__ = ["router"]

router = APIRouter(prefix="/api/users", tags=["people"], responses=REFUSALS)

_MOST_SHOWN: Final = 500

SomeRoles = Annotated[
    list[Role],
    Field(
        min_length=1,
        max_length=len(Role),
        description="An auditor or an administrator is nothing else.",
        examples=[["dealer", "supervisor"]],
    ),
]


class UserLine(BaseModel):
    """Somebody as the house keeps him."""

    user: int
    name: str
    roles: list[Role]
    money: Money
    is_guest: bool
    is_disabled: bool
    must_change_password: bool
    created_ms: int
    wallet_cents: int = Field(description="What he has with the house and not at a table.")


class UserList(BaseModel):
    """Some of the people, by number."""

    users: list[UserLine]
    next_after: int | None = Field(description="Ask after this one for more; null: no more.")


class NewUser(Repeatable):
    """Somebody new."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    roles: SomeRoles = Field(default_factory=lambda: [Role.PLAYER])
    money: Money = Field(default=Money.CASH, description="What he plays for; it never changes.")


class NewRoles(Repeatable):
    """What somebody shall be."""

    roles: SomeRoles


class Shut(Repeatable):
    """Whether somebody is shut out."""

    is_disabled: bool


class WithPassword(Entered):
    """Somebody with a new password, which is told once."""

    user: UserLine
    password: str | None = Field(
        description="For one time: he changes it first of all. Null where this was repeated."
    )


class Changed(Entered):
    """Somebody as he is now."""

    user: UserLine


def _line(office: Office, user: User) -> UserLine:
    return UserLine(
        user=user.user,
        name=user.name,
        roles=list(roles_in_order(user.roles)),
        money=user.money,
        is_guest=user.is_guest,
        is_disabled=user.is_disabled,
        must_change_password=user.must_change_password,
        created_ms=user.created_ms,
        wallet_cents=office.cage.wallet_cents(user.user),
    )


@router.get("")
async def list_people(
    office: TheOffice,
    called: Staff,
    name: Annotated[str | None, Query(max_length=60, description="Only who has this name.")] = None,
    after: Annotated[int, Query(ge=0, le=MOST_USERS)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_SHOWN)] = 100,
    *,
    guests: Annotated[bool, Query(description="Whether guests are shown too.")] = False,
) -> UserList:
    """The people the house knows, by number, a page at a time."""
    del called
    if name is not None:
        known = office.people.known_as(name)
        one = UserList(users=[_line(office, known)] if known else [], next_after=None)
        return await office.house.durable(one)
    found = [user for user in office.people if user.user > after and (guests or not user.is_guest)]
    shown = found[:limit]
    return await office.house.durable(
        UserList(
            users=[_line(office, user) for user in shown],
            next_after=shown[-1].user if len(found) > limit else None,
        )
    )


@router.post("", status_code=201)
async def add_somebody(office: TheOffice, called: Administrator, body: NewUser) -> WithPassword:
    """Add somebody. The answer has his password for one time, and nothing else ever has it."""
    roles = frozenset(body.roles)
    receipt, person, password = await office.add_user(
        body.id, body.name, roles, body.money, by=called.who
    )
    user = _line(office, office.people.user(person.user))
    done = WithPassword(**dict(Entered.of(receipt)), user=user, password=password)
    return await office.house.durable(done)


@router.post("/{user}/password")
async def reset_a_password(
    office: TheOffice, called: Administrator, user: UserNumber, body: Repeatable
) -> WithPassword:
    """Give somebody else a new password for one time. His sessions end."""
    receipt, password = await office.reset_password(body.id, user, by=called.who)
    line = _line(office, office.people.user(user))
    done = WithPassword(**dict(Entered.of(receipt)), user=line, password=password)
    return await office.house.durable(done)


@router.post("/{user}/roles")
async def set_roles(
    office: TheOffice, called: Administrator, user: UserNumber, body: NewRoles
) -> Changed:
    """Make somebody something else. He must have left all tables, and logs in again."""
    receipt = await office.set_roles(body.id, user, frozenset(body.roles), by=called.who)
    line = _line(office, office.people.user(user))
    return await office.house.durable(Changed(**dict(Entered.of(receipt)), user=line))


@router.post("/{user}/disabled")
async def shut_somebody_out(
    office: TheOffice, called: Administrator, user: UserNumber, body: Shut
) -> Changed:
    """Shut somebody out, or let him in again. What he has with the house stays his."""
    receipt = await office.disable(body.id, user, is_disabled=body.is_disabled, by=called.who)
    line = _line(office, office.people.user(user))
    return await office.house.durable(Changed(**dict(Entered.of(receipt)), user=line))
