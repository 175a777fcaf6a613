"""A PostgreSQL server for a while: in a folder of its own, over a socket file, on one core."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import psycopg

from house_serving import pinned

__all__ = ["postgres"]

_USER: Final = "croupier"
_PLACES: Final = "/usr/lib/postgresql/*/bin"


def _programs() -> Path | None:
    """Where PostgreSQL is; None where it is not installed."""
    for found in sorted(Path("/").glob(_PLACES.lstrip("/")), reverse=True):
        if (found / "initdb").is_file():
            return found
    there = shutil.which("initdb")
    return Path(there).parent if there else None


def _run(command: Sequence[str]) -> None:
    """Runs a program; as somebody without rights where root would, since it refuses root."""
    if os.geteuid() == 0:
        somebody = pwd.getpwnam("postgres")
        as_somebody = ("setpriv", f"--reuid={somebody.pw_uid}", f"--regid={somebody.pw_gid}")
        command = (*as_somebody, "--clear-groups", *command)
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{command[-1]}: {done.stderr}"


def _make_database(folder: str, name: str) -> str:
    with closing(psycopg.connect(host=folder, user=_USER, dbname="postgres")) as connection:
        connection.autocommit = True
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"postgresql://{_USER}@/{name}?host={folder}"


@contextmanager
def postgres(core: int) -> Iterator[Callable[[str], str] | None]:
    """A server on one core, durable as by default: makes databases by name and gives their URLs.

    None where PostgreSQL is not installed.
    """
    programs = _programs()
    if programs is None:
        yield None
        return
    with TemporaryDirectory(prefix="croupier-") as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        data = f"{folder}/data"
        _run((f"{programs}/initdb", "-A", "trust", "-U", _USER, "-E", "UTF8", "-D", data))
        control = f"{programs}/pg_ctl"
        options = f"-c listen_addresses= -c unix_socket_directories={folder}"
        with pinned(core):
            _run((control, "-D", data, "-w", "-o", options, "-l", f"{folder}/log", "start"))
        try:
            yield partial(_make_database, folder)
        finally:
            _run((control, "-D", data, "-w", "-m", "immediate", "stop"))
