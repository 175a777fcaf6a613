"""What holds for all tests."""

import gc
import os
import re
import signal

import pytest

FIRST_HALF = re.compile("roll.your.own")
SECOND_HALF = re.compile("pick.2|stadium|three.card|three.way")
IN_A_BROWSER = "tests/browser/"
LAST = ("tests/simulation/", "tests/cli/test_simulate.py", "tests/cli/test_session.py")


def pytest_runtest_setup():
    """Programs that a test starts heed Ctrl-C, also where these run in the background of a shell.

    There it is ignored, which whoever is started inherits, and some tests send it.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Each half begins with games of its own, and of other tests simulations come last.

    Two processes begin with a half each, of those that were not deselected. So what one of them
    compiles of a game the other finds compiled when it comes to it.
    """
    first, second, others = [], [], []
    for item in sorted(items, key=lambda item: item.nodeid.startswith(LAST)):
        if FIRST_HALF.search(item.nodeid):
            first.append(item)
        elif SECOND_HALF.search(item.nodeid):
            second.append(item)
        else:
            others.append(item)
    missing = max(len(items) // 2 - len(first), 0)
    items[:] = [*first, *others[:missing], *second, *others[missing:]]


def pytest_collection_finish():
    """The tests themselves are thousands of objects that stay: garbage is not sought among them.

    Nor is it sought as often as by default: rounds make many objects, and hardly any in circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_terminal_summary(terminalreporter, config):
    """Says how many tests in a browser there were: that none ran would else not be noticed."""
    found = {
        outcome: sum(
            report.nodeid.startswith(IN_A_BROWSER)
            for report in terminalreporter.stats.get(outcome, ())
        )
        for outcome in ("passed", "failed", "error", "skipped", "xfailed", "xpassed")
    }
    said = ", ".join(f"{count} {outcome}" for outcome, count in found.items() if count)
    if said or not config.option.file_or_dir:
        terminalreporter.write_line(f"browser tests: {said or 'none ran'}")


@pytest.fixture(autouse=True, scope="session")
def results(tmp_path_factory):
    """Where exact results are kept: all processes of the tests share what one has worked out."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "results"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_CACHE_DIR", str(folder))
        yield folder
