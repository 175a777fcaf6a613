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
import numpy as np

__all__ = ["Number", "kernel", "part", "plain"]

_said_that_nothing_is_kept = False

Number = int | np.integer[Any]
"""A whole number inside a kernel, of whatever size."""

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compiles `function` on its first call for the types it is called with."""
    return _compiled(function, nogil=True, boundscheck=False, error_model="numpy")


def part(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a small piece of other kernels: it becomes a piece of each that calls it.

    What is called in the usual way is handed every array of its arguments in seven pieces,
    which costs more than what many a small function does. A part that is given tuples of arrays
    should not return early, raise or allocate: Numba then counts who holds each array, again and
    again, and a loop of such parts is many times as slow (`NRT_incref` in `inspect_llvm` shows it).
    """
    return _compiled(function, nogil=True, boundscheck=False, error_model="numpy", forceinline=True)


def _compiled(function: Callable[P, R], **flags: Any) -> Callable[P, R]:
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
