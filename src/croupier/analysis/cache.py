"""Results kept on disk, so that what was worked out once is not worked out again.

A result is kept under a digest of everything it depends on: the game and the version of its
rules, the version of this program and the source of its games, the bet, and the readings and
pay tables that change what the bet is worth. So a stale result is never found. A file that is
damaged is not used; a folder that cannot be written costs time and nothing else.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, TypeVar

import croupier
from croupier.rejection import Rejection
from croupier.table.codec import Json, from_json, to_json

__all__ = ["Cache", "cache_folder", "source_digest", "write_kept"]

FORMAT: Final = "croupier worth"
FORMAT_VERSION: Final = 1

_PARTS: Final = ("cards", "games", "table", "compiled.py", "money.py")
"""The parts of this package whose source decides what a bet is worth."""

T = TypeVar("T")


def cache_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where results are kept: CROUPIER_CACHE_DIR, or `croupier` where the user's caches are."""
    known = os.environ if environment is None else environment
    if known.get("CROUPIER_CACHE_DIR"):
        return Path(known["CROUPIER_CACHE_DIR"])
    base = known.get("XDG_CACHE_HOME") or ""
    # By the XDG specification a path that is not absolute counts as none.
    return (Path(base) if Path(base).is_absolute() else Path("~/.cache")) / "croupier"


class Cache:
    """A folder of results. `say` is told, once, that nothing can be kept there."""

    def __init__(
        self, folder: Path | None = None, *, say: Callable[[str], None] = lambda _: None
    ) -> None:
        self._given = folder
        self._say = say
        self._has_said = False

    def get(self, key: Mapping[str, Json], kind: type[T]) -> T | None:
        """What is kept under that key, or None where nothing is, or nothing that can be used."""
        try:
            data = json.loads(self._file(key).read_bytes())
            value = data["value"]
            if data["key"] != key or data["digest"] != _digest(value):
                return None
            return from_json(kind, value)
        except (OSError, RuntimeError, Rejection, ValueError, TypeError, LookupError):
            return None
        except (AssertionError, RecursionError):
            # What was read is no such value at all.
            return None

    def put(self, key: Mapping[str, Json], value: object) -> None:
        """Keeps a value under that key: whole, or not at all."""
        try:
            plain = to_json(value)
            data = {
                "format": FORMAT,
                "version": FORMAT_VERSION,
                "key": dict(key),
                "digest": _digest(plain),
                "value": plain,
            }
            write_kept(self._file(key), json.dumps(data, ensure_ascii=False).encode())
        except (OSError, RuntimeError, ValueError) as problem:
            if not self._has_said:
                self._has_said = True
                why = str(getattr(problem, "strerror", None) or problem).rstrip(".")
                self._say(f"Results are not kept on disk: {why}.")

    def _file(self, key: Mapping[str, Json]) -> Path:
        folder = cache_folder() if self._given is None else self._given
        return folder.expanduser() / "worth" / f"{_digest(dict(key))}.json"


def _digest(plain: Json) -> str:
    text = json.dumps(plain, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def write_kept(path: Path, data: bytes) -> None:
    """Writes a file whole: another process sees the old one or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False) as file:
        made = Path(file.name)
        try:
            file.write(data)
            file.close()
            made.replace(path)
        except BaseException:
            # Also where the user has had enough of waiting.
            made.unlink(missing_ok=True)
            raise


@cache
def source_digest(*modules: str) -> str:
    """A digest of the source that decides what bets are worth, of these modules' too."""
    root = Path(croupier.__file__).parent
    files = {file for part in _PARTS for file in _python_files(root / part)}
    for name in modules:
        # A module that is no file, as in a session at the prompt, has no source to look at.
        source = getattr(import_module(name), "__file__", None)
        if source is not None:
            files |= set(_python_files(_whole_package(Path(source))))
    total = hashlib.sha256()
    for file in sorted(files):
        content = file.read_bytes()
        total.update(f"{file.name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def _whole_package(module: Path) -> Path:
    """The folder of a module that is part of a package: it may use what is beside it."""
    return module.parent if (module.parent / "__init__.py").exists() else module


def _python_files(path: Path) -> list[Path]:
    """The file itself, or all of a folder."""
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]
