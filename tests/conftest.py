"""What holds for all tests."""

import gc


def pytest_collection_finish():
    """The tests themselves are thousands of objects that stay: garbage is not sought among them.

    Nor is it sought as often as by default: rounds make many objects, and hardly any in circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
