"""What the requests of staff have in common: who may, whom, and what is answered."""

from collections.abc import Iterable
from typing import Annotated, Final

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from croupier.house.changes import Receipt
from croupier.house.happenings import Role
from croupier.house.rate import RateLimiter, address_key
from croupier.web.math_room import Asker
from croupier.web.security import Caller, address_of, office_of, with_role
from croupier.web.wire import CommandId

__all__ = [
    "MOST_USERS",
    "Accounting",
    "Administrator",
    "Auditor",
    "Entered",
    "Ms",
    "OlderThan",
    "OneTable",
    "Repeatable",
    "Staff",
    "Supervising",
    "UserNumber",
    "asker_of",
    "one_of",
    "require_leisure",
]

MOST_USERS: Final = 10**9
"""No number of a person is larger."""

Administrator = Annotated[Caller, Depends(with_role(Role.ADMINISTRATOR))]
Auditor = Annotated[Caller, Depends(with_role(Role.AUDITOR))]
Accounting = Annotated[Caller, Depends(with_role(Role.AUDITOR, Role.ADMINISTRATOR))]
Supervising = Annotated[Caller, Depends(with_role(Role.SUPERVISOR, Role.ADMINISTRATOR))]
Staff = Annotated[Caller, Depends(with_role(Role.SUPERVISOR, Role.AUDITOR, Role.ADMINISTRATOR))]

UserNumber = Annotated[int, Path(ge=1, le=MOST_USERS, description="The person's number.")]
Ms = Annotated[
    int | None, Query(ge=0, le=10**15, description="Milliseconds since the start of 1970.")
]
OlderThan = Annotated[
    int | None, Query(ge=1, le=10**15, description="Only rounds before this one.")
]
OneTable = Annotated[int | None, Query(ge=1, le=1_000_000, description="Of this table alone.")]


def one_of(names: Iterable[str]) -> str:
    """The pattern of a text that must be one of these names, which are plain words."""
    return f"^({'|'.join(sorted(names))})$"


def asker_of(request: Request) -> Asker:
    """Who sends a request, as what he has worked out is counted.

    Anybody may be as many guests as he likes: they are counted together, by their address, too.
    """
    name: str = request.state.asker
    kind, _, number = name.partition(" ")
    people = office_of(request).people
    is_named = kind == "user" and int(number) in people and not people.user(int(number)).is_guest
    return Asker(name, None if is_named else address_key(address_of(request)))


def require_leisure(request: Request, called: Caller) -> None:
    """Refuses who asks too often for what takes a while to tell, such as a round."""
    recalls: RateLimiter = request.app.state.recalls
    recalls.check(called.who.actor, office_of(request).house.now_ms())


class Repeatable(BaseModel):
    """Something with an id: sent again under it, it is done once and answered the same."""

    model_config = ConfigDict(extra="forbid")

    id: CommandId


class Entered(BaseModel):
    """It was done, and is durable."""

    entry: int = Field(description="Its place in the house's own chain of the log.")
    is_repeated: bool = Field(description="Whether it had been done before, under the same id.")

    @classmethod
    def of(cls, receipt: Receipt) -> "Entered":
        """The answer for a receipt."""
        return cls(entry=receipt.entry, is_repeated=receipt.is_repeated)
