"""Where `croupier admin` keeps who is logged in: a file that nobody else can read."""

import json
import os
import stat
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["Session", "forget", "keep", "kept", "last_url", "same_address", "session_file"]

_USUAL_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is logged in at a house."""

    name: str
    cookie: str
    csrf: str


def session_file() -> Path:
    """The file: under XDG_STATE_HOME, by default ~/.local/state."""
    state = os.environ.get("XDG_STATE_HOME")
    # What is not absolute is to be ignored, says the standard.
    base = Path(state) if state and Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "croupier" / "session.json"


def same_address(url: str) -> str:
    """An address as all ways of writing it are kept; what is none is left as it is."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return url
    is_plain = parts.username is None and not parts.query and not parts.fragment
    if parts.scheme not in _USUAL_PORTS or not host or not is_plain:
        return url
    shown = f"[{host}]" if ":" in host else host
    if port not in (None, _USUAL_PORTS[parts.scheme]):
        shown += f":{port}"
    return f"{parts.scheme}://{shown}{parts.path.rstrip('/')}"


def kept(url: str) -> Session | None:
    """Who is logged in at a house, if somebody is."""
    found = _read().sessions.get(url)
    return None if found is None else Session(found["name"], found["cookie"], found["csrf"])


def keep(url: str, session: Session) -> Path:
    """Keeps who is logged in; the file it is kept in."""
    known = _read()
    return _write(_Kept({**known.sessions, url: asdict(session)}, url))


def last_url() -> str | None:
    """The house at which somebody has logged in last, and has not logged out."""
    known = _read()
    return known.last if known.last in known.sessions else None


def forget(url: str) -> None:
    """Keeps it no longer."""
    known = _read()
    if known.sessions.pop(url, None) is None:
        return
    if known.sessions:
        _write(known)
    else:
        session_file().unlink()


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the file holds."""

    sessions: dict[str, Any]
    last: str | None = None


def _read() -> _Kept:
    path = session_file()
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return _Kept({})
    except OSError as problem:
        raise _unavailable(path, f"cannot be read: {problem.strerror}") from None
    if stat.S_IMODE(mode) & 0o077:
        raise _unavailable(path, "can be read by others; remove it, and log in again")
    try:
        written = json.loads(text)
        sessions, last = written["sessions"], written.get("last")
        known = _Kept(
            {same_address(url): one for url, one in sessions.items()},
            None if last is None else same_address(last),
        )
        one_by_one = [one[key] for one in known.sessions.values() for key in _KEYS]
        is_known = all(isinstance(one, str) for one in one_by_one)
    except (ValueError, KeyError, TypeError, AttributeError):
        is_known = False
    if not is_known:
        raise _unavailable(path, "is not what was written there; remove it")
    return known


_KEYS = ("name", "cookie", "csrf")


def _write(known: _Kept) -> Path:
    path = session_file()
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Never readable by others, not even for a moment; and whole, or not there.
        made = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w", encoding="utf-8") as file:
            json.dump(asdict(known), file)
        beside.replace(path)
    except OSError as problem:
        beside.unlink(missing_ok=True)
        raise _unavailable(path, f"cannot be written: {problem.strerror}") from None
    return path


def _unavailable(path: Path, why: str) -> Rejection:
    return Rejection(Code.FILE_UNAVAILABLE, f"The file {quoted(path, longest=100)} {why}.")
