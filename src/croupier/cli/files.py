"""Files that commands read and write: what goes wrong with them is said in one sentence."""

import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO, Final

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.simulation.whole_file import write_whole

__all__ = ["LARGEST_BYTES", "check_can_be_written", "check_is_new", "read_text", "write_bytes"]

LARGEST_BYTES: Final = 2**30
"""The most that is read: room for the record of the largest stadium, with every side bet."""


def read_text(name: str, code: Code) -> str:
    """The text of a file, or of the standard input for `-`; `code` for what is not text."""
    try:
        data = _read(sys.stdin.buffer) if name == "-" else _read_file(name)
    except (OSError, ValueError) as problem:
        raise _unavailable("read", name, problem) from None
    if len(data) > LARGEST_BYTES:
        raise Rejection(
            code, f"{_called(name)} is too large: {LARGEST_BYTES // 2**20} MB are the most."
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Rejection(code, f"{_called(name)} is not text in UTF-8.") from None


def _read_file(name: str) -> bytes:
    with Path(name).open("rb") as file:
        return _read(file)


def _read(file: BinaryIO) -> bytes:
    """All of it, or a byte too much: a file like /dev/zero has no end."""
    return file.read(LARGEST_BYTES + 1)


def check_can_be_written(name: str) -> None:
    """Refuses a file that could not be written, before long work is done for it."""
    if name == "-":
        raise Rejection(Code.FILE_UNAVAILABLE, "“-” is no file to write to; give it a name.")
    try:
        wrong = _why_not_written(Path(name))
    except (OSError, ValueError) as problem:
        raise _unavailable("written", name, problem) from None
    if wrong is not None:
        raise _unavailable("written", name, OSError(wrong, os.strerror(wrong)))


def check_is_new(name: str) -> None:
    """The same, and refuses to put it in the place of another file."""
    check_can_be_written(name)
    if Path(name).is_file():
        raise Rejection(
            Code.FILE_UNAVAILABLE,
            f"{_called(name)} is there already; remove it or take another name.",
        )


def _why_not_written(path: Path) -> int | None:
    folder = path.resolve().parent
    if path.is_dir():
        return errno.EISDIR
    if not folder.is_dir():
        return errno.ENOTDIR if folder.exists() else errno.ENOENT
    # A plain file is written beside its place first; anything else where it is.
    there = path if path.exists() and not path.is_file() else folder
    return None if os.access(there, os.W_OK) else errno.EACCES


def write_bytes(name: str, data: bytes) -> None:
    """Writes a file whole, or not at all."""
    check_can_be_written(name)
    write_whole(name, data)


def _unavailable(done: str, name: str, problem: Exception) -> Rejection:
    why = getattr(problem, "strerror", None) or problem
    return Rejection(Code.FILE_UNAVAILABLE, f"{_called(name)} cannot be {done}: {why}.")


def _called(name: str) -> str:
    return "The standard input" if name == "-" else f"The file {quoted(name, longest=100)}"
