"""The pages: what `frontend/` was built into, which goes with the package, served from memory.

Every address that is not the program's own is one of the pages: they find out themselves what to
show there. A name with a dot is a file, and is there or not.
"""

import asyncio
import gzip
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import FastAPI, HTTPException, Request, Response
from starlette.requests import HTTPConnection
from starlette.routing import Match, Route
from starlette.types import Scope

__all__ = ["BUILT", "Pages", "add_pages", "pages_of"]

BUILT: Final = Path(__file__).parent / "built"
"""Where `tools/pages.sh` has them built; a checkout has nothing there before."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""They load what this house serves, talk to it, and to nobody else."""
_FOR_EVER: Final = "public, max-age=31536000, immutable"
"""The name of what is in `assets/` has a hash of its content: another content, another name."""
_ASKED_ANEW: Final = "no-cache"

# Named here, so that it does not depend on what the machine knows of.
_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_COMPRESSED_ALREADY: Final = frozenset({".jpg", ".mp3", ".png", ".webp", ".woff2"})
_WORTH_COMPRESSING_BYTES: Final = 1_000

_OF_THE_PROGRAM: Final = re.compile(r"/(?:api|health|ready|metrics)(?:/|\Z)")

_NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Croupier: the pages are not built</title>
<style>body { font: 1.1rem/1.6 sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }
</style>
<h1>The pages are not built</h1>
<p>The house is open, and its API answers, but there are no pages here yet. Stop the server, and in
the folder that Croupier was checked out to run</p>
<pre>make setup</pre>
<p>and start it again. <code>make run</code> does both.</p>
</html>
"""


@dataclass(slots=True)
class _File:
    """A file of the pages, as it is sent."""

    content: bytes
    kind: str
    caching: str
    tag: str
    is_worth_compressing: bool
    compressed: bytes | None = None
    """Made when it is first asked for."""

    async def answer(self, request: Request) -> Response:
        """The file; or that whoever asks has it."""
        headers = {
            "Content-Security-Policy": _POLICY,
            "Cache-Control": self.caching,
            "ETag": self.tag,
        }
        if self.is_worth_compressing:
            headers["Vary"] = "Accept-Encoding"
        if _has(request, self.tag):
            return Response(status_code=304, headers=headers)
        content = self.content
        if self.is_worth_compressing and _takes_gzip(request):
            headers["Content-Encoding"] = "gzip"
            if self.compressed is None:
                # On another thread: tables are dealt on this one.
                self.compressed = await asyncio.to_thread(gzip.compress, content, mtime=0)
            content = self.compressed
        return Response(content, headers=headers, media_type=self.kind)


class Pages:
    """All files of a folder, read once."""

    def __init__(self, folder: Path = BUILT) -> None:
        self._files = {
            f"/{path.relative_to(folder).as_posix()}": _read(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }

    def has(self, path: str) -> bool:
        """Whether something is answered under an address: a file, or the page that finds out."""
        if path in self._files:
            return True
        is_file = "." in path.rpartition("/")[2]
        return not is_file and path.isprintable() and not _OF_THE_PROGRAM.match(path)

    async def answer(self, request: Request) -> Response:
        """What is under the address of a request."""
        path = request.scope["path"]
        if not self.has(path):
            raise HTTPException(404)
        found = self._files.get(path) or self._files.get("/index.html")
        if found is None:
            return Response(_NOT_BUILT, 503, media_type="text/html")
        return await found.answer(request)


class _PagesRoute(Route):
    """Takes every address that is not the program's own, so that those are refused as ever."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] == "http" and _OF_THE_PROGRAM.match(scope["path"]):
            return Match.NONE, {}
        return super().matches(scope)


def pages_of(request: HTTPConnection) -> Pages:
    """The pages that are served."""
    pages = request.app.state.pages
    assert isinstance(pages, Pages), "the application has pages"
    return pages


def add_pages(app: FastAPI, pages: Pages) -> None:
    """Has the application serve pages; added after all other addresses."""
    app.state.pages = pages
    app.router.routes.append(_PagesRoute("/{path:path}", pages.answer, include_in_schema=False))


def _read(path: Path, folder: Path) -> _File:
    content = path.read_bytes()
    assert path.suffix in _KINDS, f"what kind of file is {path.name}?"
    is_large = len(content) >= _WORTH_COMPRESSING_BYTES
    return _File(
        content,
        _KINDS[path.suffix],
        _FOR_EVER if path.parent == folder / "assets" else _ASKED_ANEW,
        # Weak: it is the same content, compressed or not.
        f'W/"{sha256(content).hexdigest()[:32]}"',
        is_large and path.suffix not in _COMPRESSED_ALREADY,
    )


def _has(request: Request, tag: str) -> bool:
    return tag in (one.strip() for one in request.headers.get("if-none-match", "").split(","))


def _takes_gzip(request: Request) -> bool:
    for one in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = one.partition(";")
        if name.strip().lower() == "gzip":
            return not re.fullmatch(r"\s*q\s*=\s*0(?:\.0*)?\s*", weight)
    return False
