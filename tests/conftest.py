"""What holds for all tests."""

import gc


def pytest_collection_finish():
    """The tests themselves are thousands of objects that stay: garbage is not sought among them."""
    gc.collect()
    gc.freeze()
