"""The desk a trainee sits at in a terminal: what he reads there, and the lines he types.

He may type `?` at any question, pass it over with `skip` and leave with `quit`; lines that come
from a pipe are the same. At a silent desk, for `--json`, nothing is shown, and lines are read.
"""

import sys
from collections.abc import Callable, Iterable
from textwrap import wrap
from time import monotonic
from typing import TypeVar

from croupier.cli.columns import WIDTH
from croupier.cli.output import colour_is_wanted, emphasised
from croupier.rejection import Rejection
from croupier.terminal.lines import Lines
from croupier.terminal.streams import StreamLines

__all__ = ["Desk", "Left", "desk_here"]

T = TypeVar("T")

_LEAVING = ("quit", "q", "exit", "leave")
_SKIPPING = "skip"
"""No letter: players stand and split."""


class Left(Exception):
    """The trainee has left, or there are no more lines."""


class Desk:
    """Shows text and reads answers; measures how long each took."""

    def __init__(
        self,
        lines: Lines,
        *,
        is_typed: bool = False,
        is_silent: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.is_typed = is_typed
        """Whether somebody types: of what comes through a pipe no speed is told."""
        self._lines = lines
        self._is_silent = is_silent
        self._clock = clock
        self._asked_at = clock()

    def write(self, *lines: str) -> None:
        """Shows lines as they are."""
        if not self._is_silent:
            for line in lines:
                self._lines.write(line)

    def text(self, text: str, *, indent: int = 0, hang: int = 0) -> None:
        """Shows a paragraph, if there is any; what follows its first line stands further in."""
        if not text:
            return
        room = WIDTH - indent - hang
        first, *rest = wrap(text, room, break_on_hyphens=False)
        self.write(" " * indent + first, *(" " * (indent + hang) + line for line in rest))

    def heading(self, text: str) -> None:
        """An empty line, and the text in bold."""
        self.write("", emphasised(text))

    def good(self, text: str) -> None:
        """Something went right."""
        self.write(emphasised(text, fg="green"))

    def bad(self, text: str) -> None:
        """Something went wrong."""
        for line in wrap(text, WIDTH, break_on_hyphens=False):
            self.write(emphasised(line, fg="red"))

    def begin(self) -> int:
        """From now on the time of the next answer counts; gives that of the one before."""
        took_ms = self.took_ms
        self._asked_at = self._clock()
        return took_ms

    def pause(self, text: str) -> None:
        """Waits for a line, whatever it says."""
        self.write("", text)
        self._line()

    @property
    def took_ms(self) -> int:
        """The same in whole milliseconds."""
        return round(1_000 * self.seconds)

    @property
    def seconds(self) -> float:
        """Since the question was put."""
        return self._clock() - self._asked_at

    def ask(self, read: Callable[[str], T], hints: Iterable[str] | Callable[[], None]) -> T | None:
        """What the trainee answers, None where he passes it over.

        What cannot be read is refused with a sentence, and asked again.
        """
        while True:
            said = self._line()
            word = said.casefold()
            try:
                if word in ("?", "help"):
                    self._hint(hints)
                elif word == _SKIPPING:
                    return None
                elif said:
                    return read(said)
            except Rejection as refusal:
                self.text(refusal.detail)

    def _line(self) -> str:
        said = self._lines.read()
        if said is None or said.strip().casefold() in _LEAVING:
            raise Left
        return said.strip()

    def _hint(self, hints: Iterable[str] | Callable[[], None]) -> None:
        if callable(hints):
            hints()
        else:
            for hint in hints:
                self.text(hint, indent=2)


def desk_here(*, is_silent: bool = False) -> Desk:
    """The desk at this terminal, or at the ends of these pipes."""
    if is_silent:
        return Desk(_Unseen(), is_silent=True, clock=monotonic)
    lines = StreamLines(sys.stdin, sys.stdout, has_colour=colour_is_wanted())
    return Desk(lines, is_typed=sys.stdin.isatty(), clock=monotonic)


class _Unseen:
    """Lines that are read, while nothing is shown."""

    def read(self) -> str | None:
        try:
            line = sys.stdin.readline()
        except (UnicodeDecodeError, KeyboardInterrupt):
            return None
        return line.rstrip("\r\n") if line else None

    def write(self, text: str) -> None:
        raise AssertionError(f"a silent desk shows nothing: {text}")
