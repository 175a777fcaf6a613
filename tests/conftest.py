"""What holds for all tests."""

import gc
import os

import pytest

LAST = ("tests/simulation/", "tests/cli/test_simulate.py", "tests/cli/test_session.py")


def pytest_collection_modifyitems(items):
    """Simulations come last: by then the kernels are compiled, by one process for all."""
    items.sort(key=lambda item: item.nodeid.startswith(LAST))


def pytest_collection_finish():
    """The tests themselves are thousands of objects that stay: garbage is not sought among them.

    Nor is it sought as often as by default: rounds make many objects, and hardly any in circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True, scope="session")
def results(tmp_path_factory):
    """Where exact results are kept: all processes of the tests share what one has worked out."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "results"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_CACHE_DIR", str(folder))
        yield folder
