"""How refusals travel over HTTP: `{"code": …, "detail": …}` under a status that fits."""

from contextlib import suppress
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from croupier.rejection import Code, Rejection
from croupier.web.security import address_of, office_of
from croupier.web.shapes import refuse_shape
from croupier.web.wire import COMMAND_NAMES

__all__ = ["NOTED", "REFUSALS", "Refusal", "add_refusals", "note_refusal", "refuse", "status_of"]


class Refusal(BaseModel):
    """Why something was refused. Nothing has changed."""

    code: Code = Field(description="For programs: one of a closed list.")
    detail: str = Field(description="For people: a whole sentence that says what would be right.")


_STATUS: Final = {
    Code.LOG_IN_FAILED: 401,
    Code.LOG_IN_NEEDED: 401,
    Code.LOG_IN_LOCKED: 429,
    Code.TOO_MANY_REQUESTS: 429,
    Code.NOT_ALLOWED: 403,
    Code.NOT_YOUR_SEAT: 403,
    Code.REQUEST_FORGED: 403,
    Code.GUESTS_NOT_ADMITTED: 403,
    Code.PASSWORD_CHANGE_NEEDED: 403,
    Code.TABLE_UNKNOWN: 404,
    Code.USER_UNKNOWN: 404,
    Code.ROUND_UNKNOWN: 404,
    Code.VOUCHER_UNKNOWN: 404,
    Code.APPROVAL_UNKNOWN: 404,
    Code.GAME_UNKNOWN: 404,
    Code.DRILL_UNKNOWN: 404,
    Code.EXAM_UNKNOWN: 404,
    Code.ANSWER_INVALID: 422,
    Code.COMMAND_INVALID: 422,
    Code.AMOUNT_INVALID: 422,
    Code.CARD_UNKNOWN: 422,
    Code.CONFIG_INVALID: 422,
    Code.NAME_INVALID: 422,
    Code.PASSWORD_WEAK: 422,
    Code.HOUSE_UNAVAILABLE: 503,
}

REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Refusal, "description": words}
    for status, words in {
        400: "Not even a request.",
        401: "Log in first.",
        403: "Not for you.",
        404: "There is no such thing.",
        409: "Not as things stand: the table's rules, limits or the moment are against it.",
        413: "Larger than anything this server takes.",
        422: "Not the shape this takes.",
        429: "Too many; wait.",
        503: "The house takes nothing at the moment.",
    }.items()
}
"""What any request may be answered with, for the description of the API."""


NOTED: Final = frozenset({Code.REQUEST_FORGED, Code.NOT_YOUR_SEAT})
"""What no honest program is refused for, or hardly ever: it is noted who was."""


def status_of(code: Code) -> int:
    """The HTTP status a refusal comes under; 409 where it is about how things stand."""
    return _STATUS.get(code, 409)


def refuse(rejection: Rejection) -> JSONResponse:
    """A refusal as an answer."""
    status = status_of(rejection.code)
    wait_s = 1 if rejection.wait_s is None and status == 503 else rejection.wait_s
    headers = {} if wait_s is None else {"Retry-After": str(wait_s)}
    return JSONResponse(rejection.to_json(), status, headers)


def note_refusal(request: HTTPConnection, rejection: Rejection) -> None:
    """Counts that a request was refused, and logs it."""
    asked = f"{request.scope.get('method', 'socket')} {request.url.path}"
    office = office_of(request)
    office.house.refusals.note_asked(
        request.state.asker,
        address_of(request),
        asked,
        rejection,
        office.house.now_ms(),
    )


def add_refusals(app: FastAPI) -> None:
    """Has the application answer refusals, and whatever else goes wrong, in the one form."""

    @app.exception_handler(Rejection)
    async def on_rejection(request: Request, rejection: Rejection) -> JSONResponse:
        if rejection.code in NOTED:
            who = getattr(request.state, "who", None)
            what = f"{rejection.code}: {request.method} {request.url.path}"[:200]
            # Where nothing can be noted, he is refused all the same.
            with suppress(Rejection):
                await office_of(request).note_refused(who, what)
        note_refusal(request, rejection)
        return refuse(rejection)

    @app.exception_handler(Exception)
    async def on_fault(_request: Request, _fault: Exception) -> JSONResponse:
        rejection = Rejection(
            Code.HOUSE_UNAVAILABLE, "This server has a fault; what was acknowledged stands."
        )
        return JSONResponse(rejection.to_json(), 500)

    @app.exception_handler(RequestValidationError)
    async def on_shape(request: Request, wrong: RequestValidationError) -> JSONResponse:
        rejection = refuse_shape(wrong.errors(), COMMAND_NAMES)
        note_refusal(request, rejection)
        return refuse(rejection)

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, problem: HTTPException) -> JSONResponse:
        words = {
            404: "There is nothing under this address; /api/openapi.json lists what there is",
            405: "That is not done to this address; /api/openapi.json lists what is",
        }
        detail = words.get(problem.status_code, problem.detail)
        rejection = Rejection(Code.COMMAND_INVALID, f"{detail}.")
        note_refusal(request, rejection)
        return JSONResponse(rejection.to_json(), problem.status_code, dict(problem.headers or {}))
