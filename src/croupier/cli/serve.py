"""`croupier serve`: the server."""

from typing import Annotated

import typer

__all__ = ["serve"]


def serve(
    *,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="0 for any free one.")
    ] = 8000,
) -> None:
    """Start the server, by default on http://127.0.0.1:8000. Ctrl-C stops it.

    The tables are not open yet: for now it serves one page that says what is coming, and
    /health for whoever watches it.
    """
    from croupier.web.server import run  # noqa: PLC0415 (FastAPI takes a moment to import)

    run(host, port)
