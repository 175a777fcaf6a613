"""Progress on stderr, for whatever takes more than two seconds.

On a terminal a bar that goes away again; through a pipe a plain line now and then. What a
command prints on stdout is its result and nothing else.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from croupier.table.worth import Progress

__all__ = ["progress_shown"]

PATIENCE_S: Final = 2.0
"""What is done sooner is done without a word."""

_REFRESH_S: Final = 0.1
_LINE_EVERY_S: Final = 10.0


@contextmanager
def progress_shown(title: str) -> "Iterator[Progress]":
    """Shows what is told to it, while it lasts: what is being done, and which share of it is.

    A share of 0 is one that nobody knows: then it is said only that it goes on, and for how long.
    """
    teller = _Teller(title)
    thread = threading.Thread(target=teller.run, name="progress", daemon=True)
    thread.start()
    try:
        yield teller.tell
    finally:
        teller.is_done.set()
        thread.join()


class _Teller:
    """Looks now and then at what was said last, so that saying it costs nothing."""

    def __init__(self, title: str) -> None:
        self.is_done = threading.Event()
        self._said = title, 0.0

    def tell(self, what: str, share: float) -> None:
        """Notes what is being done."""
        self._said = what, share

    def run(self) -> None:
        """Waits, and if it takes longer than that, shows it."""
        began = monotonic()
        # There may be no stream at all: whoever started the program can have closed it.
        if self.is_done.wait(PATIENCE_S) or sys.stderr is None:
            return
        if sys.stderr.isatty():
            self._show_bar(began)
        else:
            self._show_lines(began)

    def _show_lines(self, began: float) -> None:
        while True:
            what, share = self._said
            done = f", {share:.0%}" if share else ""
            print(f"{what}{done} (after {monotonic() - began:.0f} s)", file=sys.stderr, flush=True)
            if self.is_done.wait(_LINE_EVERY_S):
                return

    def _show_bar(self, began: float) -> None:
        # Imported here: only who waits for long pays for it.
        from rich.console import Console  # noqa: PLC0415
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn  # noqa: PLC0415
        from rich.progress import Progress as Bar  # noqa: PLC0415

        # How long it still takes, what is being done says where it can be told.
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("after {task.fields[seconds]:.0f} s"),
        )
        with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
            # Without a total the bar moves to and fro, and nothing is said in per cent.
            task = bar.add_task(self._said[0], total=None, seconds=monotonic() - began)
            while not self.is_done.wait(_REFRESH_S):
                what, share = self._said
                seconds = monotonic() - began
                total = 1.0 if share else None
                bar.update(task, description=what, completed=share, total=total, seconds=seconds)
