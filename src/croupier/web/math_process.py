"""A process that works out what bets are worth, one thing after another, beside the server.

On a thread it would slow the tables, because threads of one process take turns. The process is
started when something is first wanted of it, with less right to the processor than the server has,
and goes on to the next thing afterwards: what it has loaded and counted once is at hand then. It is
told over a pipe what to work out, and lives as long as that pipe is open, so whatever ends the
server ends it, and nothing else has to.
"""

import logging
import os
import pickle
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from queue import SimpleQueue
from tempfile import TemporaryFile
from threading import Lock, Thread
from typing import IO, Any, Final, cast

from croupier.rejection import Code, Rejection
from croupier.table.worth import Progress

__all__ = ["BrokenOff", "MathProcess", "Telling", "Work", "serve"]

_LOGGER: Final = logging.getLogger("croupier.web")
_PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from croupier.web.math_process import serve; serve()"
)
"""Finds this package where the server has found it."""
_NICENESS: Final = 10
_MOST_WORKED_OUT: Final = 5_000
"""After so much it is started anew, so that what it remembers does not grow for ever."""
_TELL_S: Final = 0.1
"""How often it says how far it has come."""
_MOST_SAID: Final = 4000


@dataclass(frozen=True, slots=True)
class Telling:
    """What is told while something is worked out."""

    progress: Progress
    """What is being done, and which share of it is."""
    part: Callable[[bytes], None]
    """The result as far as it is known."""


Work = Callable[[Telling], bytes]
"""Something that can be pickled: a function of a module, or a `partial` of one."""


class BrokenOff(Exception):
    """The process was ended by the server itself: what it worked out is to be begun anew."""


class MathProcess:
    """One such process, as the server has it. It is used by one thread at a time."""

    def __init__(self, name: str, *, most_worked_out: int = _MOST_WORKED_OUT) -> None:
        self.name = name
        self._most_worked_out = most_worked_out
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self._count = 0
        self._is_closed = False
        self._working: Work | None = None
        """What the process has to do, from its start on."""
        self._unwanted: Work | None = None
        """What was broken off last, because the server has said so."""
        self._lock = Lock()
        """Held where the process is started or ended, which any thread may ask for, and where it is
        said what for: whoever ends it ends what he means to end, and nothing else."""

    def work_out(self, work: Work, telling: Telling) -> bytes:
        """Has it worked out, and waits for it; starts the process if there is none.

        Raises `BrokenOff` where the server has broken it off meanwhile.
        """
        try:
            process = self._started(work)
            assert process.stdin is not None, "it is told what to work out"
            process.stdin.write(pickle.dumps(work))
            process.stdin.flush()
            return self._found(process, telling)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as problem:
            # A pipe that is closed while it is read is no file any more: a ValueError.
            raise self._broken_off(work, problem) from problem
        finally:
            with self._lock:
                self._working = None
                if self._count >= self._most_worked_out:
                    self._end()

    def break_off(self, work: Work) -> None:
        """Ends the process if it has this very work to do, or is to have; the next starts another.

        Where that is over by now, what came after it goes on.
        """
        with self._lock:
            self._unwanted = work
            if self._working is work:
                self._end()

    def end_idle(self) -> None:
        """Ends the process if it has nothing to do; what comes next starts another."""
        with self._lock:
            if self._working is None:
                self._end()

    def close(self) -> None:
        """Ends the process, whatever it does, for good."""
        self._is_closed = True
        with self._lock:
            self._end()

    def _end(self) -> str:
        """Ends it, with the lock held; what it came to."""
        process, said = self._process, self._said
        if process is None or said is None:
            return "there was none"
        self._process = self._said = None
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                cast("IO[bytes]", pipe).close()
        with said:
            said.seek(max(said.seek(0, os.SEEK_END) - _MOST_SAID, 0))
            words = said.read().decode(errors="replace").strip() or "nothing"
        return f"it ended with {process.returncode} and said: {words}"

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        process = self._process
        return None if process is None else process.pid

    def _started(self, work: Work) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._is_closed:
                raise EOFError("the server is stopping")
            if self._unwanted is work:
                raise BrokenOff
            if self._process is None:
                self._process, self._said = _start()
                self._count = 0
            self._working = work
            self._count += 1
            return self._process

    def _found(self, process: "subprocess.Popen[bytes]", telling: Telling) -> bytes:
        while True:
            said = pickle.load(cast("IO[bytes]", process.stdout))  # noqa: S301 (our own)
            match said:
                case "progress", what, share:
                    telling.progress(what, share)
                case "part", found:
                    telling.part(found)
                case "done", found:
                    return cast("bytes", found)
                case "refused", Rejection() as refused:
                    raise refused
                case "failed", why:
                    raise _unavailable(why)
                case _:
                    raise AssertionError(f"this is nothing that a process says: {said}")

    def _broken_off(self, work: Work, problem: Exception) -> Rejection | BrokenOff:
        """It is gone: killed, out of memory, or never there."""
        if self._is_closed:
            return Rejection(Code.HOUSE_UNAVAILABLE, "The server is stopping.")
        with self._lock:
            if self._unwanted is work:
                return BrokenOff()
            came_to = self._end()
        return _unavailable(f"its process broke off ({problem}): {came_to}")


def _start() -> "tuple[subprocess.Popen[bytes], IO[bytes]]":
    """A new process, and what it prints."""
    with ExitStack() as stack:
        said = stack.enter_context(TemporaryFile())
        process = subprocess.Popen(  # noqa: S603 (this very program, and nothing that was sent)
            [sys.executable, "-P", "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            # Ctrl-C goes to all of the terminal's group; the server alone says what ends.
            process_group=0,
        )
        # Both are here for longer than this.
        stack.pop_all()
    assert process.stdin is not None, "it is told where this package is"
    process.stdin.write(pickle.dumps(sys.path))
    return process, said


def _unavailable(why: str) -> Rejection:
    _LOGGER.error("what is asked was not worked out: %s", why)
    return Rejection(
        Code.HOUSE_UNAVAILABLE,
        "What you ask was not worked out to the end; the server's log says why. Ask once more.",
    )


# In the process.


def serve() -> None:
    """Works out what the server says, one thing after another, until the server is gone."""
    # Whatever is printed is no answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(_NICENESS)
    wanted: SimpleQueue[Work] = SimpleQueue()
    Thread(target=_listen, args=(wanted,), daemon=True).start()
    with suppress(BrokenPipeError):
        while True:
            _say(answers, _worked_out(wanted.get(), answers))


def _listen(wanted: SimpleQueue[Work]) -> None:
    """Waits for what comes next, also while something is worked out: then it is the end."""
    try:
        while True:
            wanted.put(pickle.load(sys.stdin.buffer))  # noqa: S301 (from the server, by its pipe)
    except EOFError:
        pass
    except Exception:  # noqa: BLE001 (half a message, from a server that is gone; or no work)
        traceback.print_exc()
    finally:
        # Whatever it was: nobody would ever tell this process anything again.
        os._exit(0)


def _worked_out(work: Work, answers: IO[bytes]) -> tuple[Any, ...]:
    last_told_s = time.monotonic()

    def progress(what: str, share: float) -> None:
        nonlocal last_told_s
        now_s = time.monotonic()
        if now_s - last_told_s >= _TELL_S:
            last_told_s = now_s
            _say(answers, ("progress", what, share))

    def part(found: bytes) -> None:
        _say(answers, ("part", found))

    try:
        return "done", work(Telling(progress, part))
    except Rejection as refused:
        return "refused", refused
    except BrokenPipeError:
        raise
    except Exception:  # noqa: BLE001 (the next thing is worked out all the same)
        return "failed", traceback.format_exc()[-_MOST_SAID:]


def _say(answers: IO[bytes], what: tuple[Any, ...]) -> None:
    pickle.dump(what, answers)
    answers.flush()
