"""How hot loops are compiled: one decorator, the same flags everywhere.

A kernel takes and returns scalars and arrays, holds no Python object and releases the
interpreter lock, so threads run it side by side. Integer arithmetic wraps as in C. The
compiled code is kept on disk; where that is not possible the program still works and says
once that it compiles anew in every process.

Importing this module imports Numba (most of a second): only modules with kernels do.
"""

import warnings
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, Final, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.core.registry import CPUDispatcher
from numpy.typing import NDArray

__all__ = ["Number", "copy_numbers", "kernel", "part", "plain"]

_said_that_nothing_is_kept = False

_FLAGS: Final[dict[str, Any]] = {
    "nogil": True,
    "boundscheck": False,
    "error_model": "numpy",
    # Nobody hands a kernel to C, and what could be handed takes time to compile.
    "no_cfunc_wrapper": True,
}

Number = int | np.integer[Any]
"""A whole number inside a kernel, of whatever size."""

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compiles `function` on its first call for the types it is called with."""
    return _compiled(function, partial(numba.njit, **_FLAGS))


def part(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a small piece of other kernels: it becomes a piece of each that calls it.

    What is called in the usual way is handed every array of its arguments in seven pieces,
    which costs more than what many a small function does. A part makes no array and returns
    none, which is refused: then it need not count who holds each array, which is done again and
    again where tuples of arrays are handed on, and can take most of the time. Let the kernel make
    what its parts work in.

    Called from Python, a part is compiled once more, by itself.
    """
    return _compiled(function, _Part)


class _Part(CPUDispatcher):
    """What kernels call, without the code by which Python calls it.

    That code takes longer to compile than many a part, and most are never called so.
    """

    def __init__(self, function: Callable[..., Any], *_: Any, cache: bool = False) -> None:
        # What else may come is what Numba makes a copy in another process with.
        own = {"nopython": True, "forceinline": True, "no_cpython_wrapper": True, "_nrt": False}
        super().__init__(function, targetoptions=own | _FLAGS)
        if cache:
            self.enable_caching()

    def add_overload(self, compiled: Any) -> None:
        """Takes in what was compiled; Numba by itself lets tuples of arrays through."""
        if _holds_array(compiled.signature.return_type):
            raise numba.TypingError(f"{self.py_func.__qualname__}: a part returns no array")
        super().add_overload(compiled)

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self._by_itself(*args, **named)

    @cached_property
    def _by_itself(self) -> Any:
        return numba.njit(**_FLAGS)(self.py_func)


def _holds_array(kind: Any) -> bool:
    parts_of_it = getattr(kind, "types", ())
    return isinstance(kind, numba.types.Array) or any(map(_holds_array, parts_of_it))


def _compiled(function: Callable[P, R], compiler: Callable[..., Any]) -> Callable[P, R]:
    try:
        compiled = compiler(function, cache=True)
    except RuntimeError as no_place_for_a_cache:
        _say_once(no_place_for_a_cache)
        compiled = compiler(function)
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


@part
def copy_numbers(source: NDArray[Any], target: NDArray[Any]) -> None:
    """Copies an array of one dimension, as `target[:] = source` does.

    With that, Numba would compile the message for arrays that differ in length, for seconds.
    """
    for at in range(len(target)):
        target[at] = source[at]
