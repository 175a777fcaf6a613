"""Readings for a process of its own: each must be found there by its name."""

import os
import signal
import sys
import time
from pathlib import Path

from croupier.house import schema
from croupier.rejection import Code, Rejection


def who_reads(_books):
    """The process, the one it belongs to, its group, its niceness, and what others see of it."""
    seen = [Path(f"/proc/self/{what}").read_bytes() for what in ("cmdline", "environ")]
    group = os.getpgrp()
    return os.getpid(), os.getppid(), group, os.getpriority(os.PRIO_PROCESS, 0), b"".join(seen)


def count_tables(books):
    """How many tables there are; it is printed as well."""
    found = len(books.execute(schema.tables.select()).all())
    print(f"There are {found}.")
    return found


def refuse(_books):
    raise Rejection(Code.TOO_MANY_REQUESTS, "Wait a minute.", wait_s=60)


def fail(_books):
    raise ValueError("no such thing")


def give_what_cannot_be_sent(_books):
    return lambda: None


def die(_books):
    os.kill(os.getpid(), signal.SIGKILL)


def stay(pipe, _books=None):
    """Says into a pipe that it is here, and holds that open, for longer than anybody waits."""
    with Path(pipe).open("w") as file:
        file.write("here")
        file.flush()
        time.sleep(60)


def write_and_stay(pipe, file, _books):
    Path(file).write_text("half of it", encoding="utf-8")
    stay(pipe)


def write(text, file, _books):
    Path(file).write_text(text, encoding="utf-8")
    sys.stdout.write("Written.\n")
