"""A real house, a real Chromium, and people who sit before it."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from tests.house.serving import serving

from croupier.web.pages import BUILT

from .people import Patron
from .staff import CONFIG, add_staff, close_all, tables_by_name

ARGUMENTS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
)


def pytest_collection_modifyitems(items):
    """All of them want the pages to be built, which `make check` does not do."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="module")
def chromium():
    """One for all tests of a module; each person has a profile of his own in it.

    It has an event loop of its own that runs as long as it does, and other tests, which may come
    next in the same process, want to run theirs.
    """
    program = shutil.which("chromium")
    assert program, "there is no chromium; make test installs Debian's"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session", autouse=True)
def built():
    """What is served is what `frontend/` was built into."""
    assert (BUILT / "index.html").exists(), "the pages are not built; make setup builds them"


@pytest.fixture(scope="session")
def pictures(tmp_path_factory):
    """Where screenshots are kept: for whoever wants to look at them, in the folder PICTURES."""
    folder = Path(os.environ.get("PICTURES") or tmp_path_factory.getbasetemp() / "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The house that `make run` serves: a table of each game, open to guests."""
    folder = tmp_path_factory.mktemp("house")
    with serving(str(folder / "house.db"), folder) as server:
        yield server


@pytest.fixture(scope="module")
def casino(tmp_path_factory):
    """A house whose tables are dealt by people, who are there."""
    folder = tmp_path_factory.mktemp("casino")
    with serving(str(folder / "house.db"), folder, CONFIG) as server:
        server.chief = add_staff(server)
        server.tables = tables_by_name(server)
        yield server
        close_all()


@pytest.fixture
def come_in(chromium):
    """Opens a browser of one's own; whatever its pages complain of fails the test."""
    came = []

    def come_in(address, **options):
        patron = Patron(chromium, address, **options)
        came.append(patron)
        return patron

    yield come_in
    for patron in came:
        patron.go()
    complaints = [one for patron in came for one in patron.complaints]
    assert not complaints, complaints
