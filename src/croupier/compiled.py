"""How hot loops are compiled: one decorator, the same flags everywhere.

A kernel takes and returns scalars and arrays, holds no Python object and releases the
interpreter lock, so threads run it side by side. Integer arithmetic wraps as in C. The
compiled code is kept on disk; where that is not possible the program still works and says
once that it compiles anew in every process.

Importing this module imports Numba (most of a second): only modules with kernels do.
"""

import warnings
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba

__all__ = ["kernel", "plain"]

_said_that_nothing_is_kept = False

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compiles `function` on its first call for the types it is called with."""
    flags: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}
    try:
        compiled = numba.njit(cache=True, **flags)(function)
    except RuntimeError as no_place_for_a_cache:
        _say_once(no_place_for_a_cache)
        compiled = numba.njit(**flags)(function)
    return cast("Callable[P, R]", compiled)


def plain(compiled: Callable[P, R]) -> Callable[P, R]:
    """The Python function behind a kernel, uncompiled, for comparison in tests."""
    return cast("Callable[P, R]", compiled.py_func)  # type: ignore[attr-defined]


def _say_once(problem: RuntimeError) -> None:
    global _said_that_nothing_is_kept  # noqa: PLW0603 (once in a process is what is meant)
    if not _said_that_nothing_is_kept:
        _said_that_nothing_is_kept = True
        warnings.warn(
            f"compiled code cannot be kept on disk ({problem}); set NUMBA_CACHE_DIR to a folder "
            "that can be written",
            stacklevel=3,
        )
