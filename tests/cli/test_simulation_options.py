"""What the commands that simulate share: how they end."""

import errno
import signal

import pytest

from croupier.cli.simulation_options import end_refused, stopped_by_interrupt, written
from croupier.rejection import Code, Rejection
from croupier.simulation.work import Stop


def refused(text):
    def write():
        raise Rejection(Code.FILE_UNAVAILABLE, text)

    return write


def full_disk():
    raise OSError(errno.ENOSPC, "No space left on device")


def test_all_that_could_not_be_written_is_told(capsys):
    stop, done = Stop(), []
    stop.set("The scheduler no longer answers.")
    refusals = written([refused("The table."), full_disk, lambda: done.append(1), refused("Last.")])
    assert done
    with pytest.raises(Rejection, match=r"Last\."):
        end_refused(refusals, stop)
    assert capsys.readouterr().err.splitlines() == [
        "croupier: The scheduler no longer answers.",
        "croupier: The table.",
        "croupier: No space left on device.",
    ]


def test_what_could_be_written_ends_nothing():
    end_refused(written([lambda: None]), Stop())


def test_who_stops_it_first_says_why():
    stop = Stop()
    stop.set("A line was cut.")
    stop.set()
    assert stop.is_set
    assert stop.why == "A line was cut."


@pytest.mark.parametrize("before", [signal.SIG_IGN, signal.default_int_handler])
def test_an_interrupt_is_heard_unless_it_was_ignored(before):
    usual = signal.signal(signal.SIGINT, before)
    try:
        with stopped_by_interrupt() as stop:
            signal.raise_signal(signal.SIGINT)
            assert stop.is_set is (before is not signal.SIG_IGN)
        # One that comes twice does not end the program by a signal when it ends anyway.
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, usual)


def test_where_nobody_interrupts_an_interrupt_is_afterwards_what_it_was_before():
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with stopped_by_interrupt() as stop:
            assert not stop.is_set
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, usual)
