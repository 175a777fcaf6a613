"""Recall: the last rounds of a seat, or one's own, step by step."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field

from croupier.house.recall import recall_seat, recall_user
from croupier.web.answers import REFUSALS
from croupier.web.forms import GameId
from croupier.web.routes.parts import Ms, OlderThan, require_leisure
from croupier.web.routes.play import TableNumber
from croupier.web.schemas import shaped
from croupier.web.security import Called, TheOffice

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["rounds"], responses=REFUSALS)

_MOST_RECALLED: Final = 20

SeatNumber = Annotated[int, Path(ge=1, le=1_000_000, description="The seat's number.")]
CardOrBack = Annotated[str, shaped("Card")] | None
Count = Annotated[int, Query(ge=1, le=_MOST_RECALLED, description="How many, newest first.")]


class PutDown(BaseModel):
    """All that a seat put down on a spot in a round."""

    spot: str
    cents: int


class Recalled(BaseModel):
    """A round as a seat had it, step by step."""

    table: int
    table_name: str
    game: GameId
    round: int
    seat: int
    user: int
    began_ms: int
    ended_ms: int
    outcome: Literal["settled", "void", "abandoned", "revised"]
    is_physical: bool
    commitment: str | None
    seed: str | None = Field(description="The house's seed, once it is revealed.")
    staked_cents: int
    returned_cents: int
    credit_before_cents: int
    credit_after_cents: int
    is_revised: bool
    wagers: list[PutDown] = Field(description="By spot: all the seat put down.")
    decisions: list[Annotated[dict[str, Any], shaped("Decided")]]
    cards: dict[Annotated[str, shaped("Place")], list[CardOrBack]] = Field(
        description="By place: what lay there before it was picked up; null where you saw a back."
    )
    settlements: list[Annotated[dict[str, Any], shaped("Settlement")]] = Field(
        description="Of the seat, each with its reason."
    )
    steps: list[Annotated[dict[str, Any], shaped("RecalledStep")]] = Field(
        description="Everything in order, with the credit before and after."
    )


class RecalledRounds(BaseModel):
    """Rounds, newest first."""

    rounds: list[Recalled]


@router.get("/tables/{table}/seats/{seat}/recall")
async def recall_a_seat(
    request: Request,
    office: TheOffice,
    called: Called,
    seat: SeatNumber,
    *,
    table: int = TableNumber,
    rounds: Count = 1,
    before: OlderThan = None,
) -> RecalledRounds:
    """The last rounds of a seat, step by step: those you played there; for staff, all."""
    require_leisure(request, called)
    office.house.table(table)
    user = None if office.is_staff(called.who) else called.who.user
    found = await office.books.read(
        lambda books: [
            one.to_json()
            for one in recall_seat(
                books, table, seat, count=rounds, before_round=before, as_user=user
            )
        ]
    )
    return RecalledRounds.model_validate({"rounds": found})


@router.get("/me/rounds")
async def recall_my_rounds(
    request: Request,
    office: TheOffice,
    called: Called,
    rounds: Count = 1,
    before_ms: Ms = None,
) -> RecalledRounds:
    """Your own last rounds at all tables, step by step."""
    require_leisure(request, called)
    user = called.who.user
    found = await office.books.read(
        lambda books: [
            one.to_json() for one in recall_user(books, user, count=rounds, before_ms=before_ms)
        ]
    )
    return RecalledRounds.model_validate({"rounds": found})
