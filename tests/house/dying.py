"""The server, killed by its own hand at an exact place: before a statement, or before a commit.

    python tests/house/dying.py 17 serve --port 8000 …

Counted are the statements and commits it sends to its database; before that one it sends itself
SIGKILL. Every change is written in a transaction of its own, so there are more places to die at.
"""

import os
import signal
import sys

from sqlalchemy import Engine, event

from croupier.cli import main
from croupier.house import writer


class Countdown:
    """Counts what is sent to the database, and ends it all."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __call__(self, *_what: object) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    countdown = Countdown(int(sys.argv.pop(1)))
    writer._MOST_AT_ONCE = 1
    event.listen(Engine, "before_cursor_execute", countdown)
    event.listen(Engine, "commit", countdown)
    main()
