"""What takes long to read is read in a process of its own: on a thread it would slow the tables.

Threads of one process take turns, so whoever adds up a log of years on one of them takes half of
the time from the thread that decides. The process is started anew for each reading, from nothing,
with less right to the processor than the server has. It is told over a pipe what to read: the
database's URL may hold a password, and command lines and environments can be read by others. It
lives as long as that pipe is open, so whatever ends the server ends it, and nothing else has to.
"""

import logging
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, Any, Final, TypeVar, cast

from sqlalchemy import Connection, Engine, make_url

from croupier.house.database import open_engine
from croupier.house.reading import reading
from croupier.rejection import Code, Rejection

__all__ = ["read_apart", "serve"]

_Found = TypeVar("_Found")
_LOGGER: Final = logging.getLogger("croupier.house")
_PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from croupier.house.reading_process import serve; serve()"
)
"""Finds this package where the server has found it. Whatever started the server is not run again,
so that it need not be written for that."""
_LOOK_S: Final = 0.1
"""How often it is looked whether the reading is still wanted."""
_NICENESS: Final = 10
_MOST_SAID: Final = 4000


def read_apart(
    engine: Engine, look: Callable[[Connection], _Found], require_wanted: Callable[[], object]
) -> _Found:
    """Has a process of its own look something up in the books, and waits for it.

    `look` is something that can be pickled: a function of a module, or a `partial` of one.
    `require_wanted` is asked now and then, and ends the process when it refuses.
    """
    url = engine.url.render_as_string(hide_password=False)
    told = pickle.dumps(sys.path) + pickle.dumps((url, look))
    try:
        with TemporaryFile() as answer, TemporaryFile() as said:
            code = _run(told, answer, said, require_wanted)
            found, refused = _answer(code, answer, said)
    except OSError as problem:
        raise _broken_off(f"no process can be started for it: {problem}") from problem
    if refused is not None:
        raise refused
    return cast("_Found", found)


def _run(
    told: bytes, answer: IO[bytes], said: IO[bytes], require_wanted: Callable[[], object]
) -> int:
    """Runs the process to its end; its exit code."""
    process = subprocess.Popen(  # noqa: S603 (this very program, and nothing that was sent)
        [sys.executable, "-P", "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=answer,
        stderr=said,
        bufsize=0,
        # Ctrl-C goes to all of the terminal's group; the server alone says what ends.
        process_group=0,
    )
    assert process.stdin is not None, "it is told what to read"
    try:
        with suppress(BrokenPipeError):
            process.stdin.write(told)
        _wait(process, require_wanted)
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
    return process.returncode


def _wait(process: "subprocess.Popen[bytes]", require_wanted: Callable[[], object]) -> None:
    while True:
        try:
            process.wait(_LOOK_S)
        except subprocess.TimeoutExpired:
            require_wanted()
        else:
            return


def _answer(code: int, answer: IO[bytes], said: IO[bytes]) -> tuple[Any, Rejection | None]:
    """What was found, or why it was refused; where there is no answer, that is refused."""
    if code == 0:
        answer.seek(0)
        found: tuple[Any, Rejection | None] = pickle.load(answer)  # noqa: S301 (our own)
        return found
    said.seek(max(said.seek(0, os.SEEK_END) - _MOST_SAID, 0))
    words = said.read().decode(errors="replace").strip() or "nothing"
    raise _broken_off(f"its process ended with {code} and said: {words}")


def _broken_off(why: str) -> Rejection:
    _LOGGER.error("the books were not read to the end: %s", why)
    return Rejection(
        Code.HOUSE_UNAVAILABLE,
        "The reading of the books broke off; the server's log says why. Try again in a while.",
    )


# In the process.


def serve() -> None:
    """Reads what the server says, answers, and ends."""
    # Whatever is printed is no answer.
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    url, look = pickle.load(sys.stdin.buffer)  # noqa: S301 (from the server, over its pipe)
    Thread(target=_end_with_the_server, daemon=True).start()
    os.nice(_NICENESS)
    found, refused = None, None
    try:
        engine = open_engine(make_url(url))
        with reading(engine) as connection:
            found = look(connection)
    except Rejection as problem:
        refused = problem
    with answer:
        pickle.dump((found, refused), answer)


def _end_with_the_server() -> None:
    """The server says nothing more: when there is something to read, it is that it is gone."""
    os.read(0, 1)
    os._exit(1)
