"""The web application: what is served, apart from how."""

from collections.abc import Awaitable, Callable
from importlib.resources import files
from string import Template

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse

from croupier import __version__

__all__ = ["create_app"]

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def create_app() -> FastAPI:
    """The application. It holds no state, so each call makes an independent one."""
    # The API and its description come with the tables.
    app = FastAPI(title="Croupier", version=__version__, openapi_url=None)
    template = files("croupier.web").joinpath("coming.html").read_text(encoding="utf-8")
    page = Template(template).substitute(version=__version__)

    @app.middleware("http")
    async def add_headers(
        request: Request, answer: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        response = await answer(request)
        response.headers.update(_HEADERS)
        return response

    @app.api_route("/", methods=["GET", "HEAD"], response_class=HTMLResponse)
    async def coming() -> HTMLResponse:
        """The page that says what is coming."""
        return HTMLResponse(page)

    @app.api_route("/health", methods=["GET", "HEAD"])
    async def health() -> dict[str, str]:
        """Whether the server answers."""
        return {"status": "ok", "version": __version__}

    return app
