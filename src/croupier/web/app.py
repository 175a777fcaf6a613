"""The web application: what is served, apart from how."""

from importlib.resources import files
from string import Template

from fastapi import FastAPI
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
    app = FastAPI(title="Croupier", version=__version__, docs_url=None, redoc_url=None)
    template = files("croupier.web").joinpath("coming.html").read_text(encoding="utf-8")
    page = Template(template).substitute(version=__version__)

    @app.get("/", response_class=HTMLResponse)
    async def coming() -> HTMLResponse:
        """The page that says what is coming."""
        return HTMLResponse(page, headers=_HEADERS)

    @app.get("/health")
    async def health() -> dict[str, str]:
        """Whether the server answers."""
        return {"status": "ok", "version": __version__}

    return app
