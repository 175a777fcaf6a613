"""The gate that every request comes through: not too many of one sender, and none that is too long.

What is asked does not matter: what costs little to answer is asked for all the oftener.
"""

from contextlib import suppress
from typing import Final

from fastapi import Response
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.house.rate import RateLimiter, address_key
from croupier.rejection import Code, Rejection
from croupier.web.answers import note_refusal, refuse
from croupier.web.pages import pages_of
from croupier.web.security import COOKIE, address_of, limits_of, office_of

__all__ = ["Gate"]

_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
"""Of every answer that does not say its own."""
_MOST_BYTES: Final = 64 * 1024
"""No request has a larger body."""
_REFUSED_AT_ONCE: Final = 50
_THEN_REFUSED_EVERY_MS: Final = 200
"""Who is refused more often than that is hung up on, too: to refuse him also costs something."""


class Gate:
    """Stands before the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._patience = RateLimiter(burst=_REFUSED_AT_ONCE, refill_ms=_THEN_REFUSED_EVERY_MS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or refuses it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        response = self._refusal(HTTPConnection(scope))
        await (response or self._app)(scope, receive, answer)

    def _refusal(self, request: HTTPConnection) -> Response | None:
        """What is answered at once, if it is not let through."""
        limits, now_ms = limits_of(request), office_of(request).house.now_ms()
        address = f"address {address_key(address_of(request))}"
        asker = request.state.asker = address
        try:
            if request.scope["type"] == "websocket":
                # A ticket says who it is, but to look at tickets costs something, too.
                limits.sockets.check(address, now_ms)
                return None
            asker = request.state.asker = _asker_of(request, now_ms) or address
            is_page = _is_for_a_page(request)
            (limits.pages if is_page else limits.requests).check(asker, now_ms)
            _require_length(request)
        except Rejection as refused:
            note_refusal(request, refused)
            response = refuse(refused)
            if refused.code is not Code.TOO_MANY_REQUESTS:
                response.status_code = 413
            elif self._patience.take(asker, now_ms):
                response.headers["Connection"] = "close"
            return response
        return None


def _asker_of(request: HTTPConnection, now_ms: int) -> str | None:
    """Whose session a request has.

    Nobody's cookie is tried out as often as one likes: with a wrong one it counts for its address.
    """
    token = request.cookies.get(COOKIE)
    if not token:
        return None
    with suppress(Rejection):
        return f"user {office_of(request).sessions.look_up(token, now_ms).user}"
    return None


def _is_for_a_page(request: HTTPConnection) -> bool:
    asked = request.scope
    return asked["method"] in ("GET", "HEAD") and pages_of(request).has(asked["path"])


def _require_length(request: HTTPConnection) -> None:
    length = request.headers.get("content-length", "0")
    # Without a length it could go on for ever.
    is_endless = "transfer-encoding" in request.headers
    if is_endless or not length.isdigit() or int(length) > _MOST_BYTES:
        raise Rejection(
            Code.COMMAND_INVALID,
            f"A request says how long it is, and has at most {_MOST_BYTES} bytes.",
        )
