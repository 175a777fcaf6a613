"""Things to work out for a process of the mathematics: each must be found there by its name."""

import os
import signal
import time
from pathlib import Path

from croupier.rejection import Code, Rejection


def say(_settings, what, _telling):
    return what


def who_works(_settings, _about, _telling):
    """The process and its niceness."""
    print("this is no answer")
    return f"{os.getpid()} {os.getpriority(os.PRIO_PROCESS, 0)}".encode()


def note(_settings, path, name, _telling):
    """Adds a line to a file for each time it is worked out."""
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(f"{name}\n")
    return name.encode()


def wait_for(_settings, path, _telling):
    """Until there is a file of that name."""
    while not Path(path).exists():
        time.sleep(0.01)
    return b"there"


def tell(_settings, path, telling):
    """Says how far it is, and then waits for a file."""
    time.sleep(0.15)
    telling.progress("Counting", 0.25)
    telling.part(b"[1]")
    return wait_for(None, path, telling)


def take(_settings, seconds, name, _telling):
    """As long as that."""
    time.sleep(seconds)
    return name.encode()


def note_and_wait_for(_settings, notes, path, telling):
    """Notes that it was begun, and then waits for a file."""
    note(None, notes, "begun", telling)
    return wait_for(None, path, telling)


def refuse(_settings, _telling):
    raise Rejection(Code.BET_UNKNOWN, "There is no such bet.")


def fail(_settings, _telling):
    raise ValueError("no such thing")


def die(_settings, _telling):
    os.kill(os.getpid(), signal.SIGKILL)


def stay(_settings, pipe, _telling):
    """Says into a pipe that it is here, and holds that open, for longer than anybody waits."""
    with Path(pipe).open("w") as file:
        file.write("here")
        file.flush()
        time.sleep(60)
