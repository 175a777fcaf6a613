"""Compiling: kernels work and keep their Python twin, also where nothing can be kept on disk.

What happens without a place for the cache is tried in a process of its own, because the
program says so only once in each.
"""

import json
import pickle
import subprocess
import sys

import numba
import numpy as np
import pytest

from croupier.cards.stream_kernels import block_words
from croupier.compiled import copy_numbers, kernel, part, plain

WITHOUT_A_CACHE = """
import json, warnings
from numba.core.dispatcher import Dispatcher

def refuse(_):
    raise RuntimeError("no locator available for a test")

Dispatcher.enable_caching = refuse

with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    from croupier.compiled import kernel, plain

    def double(number):
        return 2 * number

    @kernel
    def triple(number):
        return 3 * number

    compiled = kernel(double)
    import croupier.cards.batch  # and all the kernels in there

    answers = [compiled(21), triple(14)]

print(json.dumps({
    "answers": answers,
    "is compiled": len(compiled.signatures) == 1 and plain(compiled) is double,
    "said": [str(one.message) for one in said],
    "kinds": [one.category.__name__ for one in said],
}))
"""

WITHOUT_A_FILE = """
import json, warnings

names = {}
exec(compile("def double(number):\\n    return 2 * number\\n", "<nowhere>", "exec"), names)
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    from croupier.compiled import kernel

    answers = [kernel(names["double"])(21)]
print(json.dumps({"answers": answers, "said": [str(one.message) for one in said]}))
"""


def run(script):
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_kernel_compiles_at_its_first_call_and_keeps_its_python_twin():
    def count_above(numbers, bound):
        found = 0
        for number in numbers:
            found += number > bound
        return found

    compiled = kernel(count_above)
    assert compiled.signatures == []
    assert compiled(np.arange(10), 6) == 3
    assert len(compiled.signatures) == 1
    assert plain(compiled) is count_above


def test_a_kernel_runs_without_the_interpreter_lock_and_wraps_like_c():
    @kernel
    def next_number(number):
        return number + np.uint64(1)

    assert next_number.targetoptions["nogil"]
    assert next_number(np.uint64(2**64 - 1)) == 0


@pytest.fixture(scope="module")
def without_a_cache():
    return run(WITHOUT_A_CACHE)


def test_without_a_place_for_the_cache_kernels_still_compile_and_work(without_a_cache):
    assert without_a_cache["answers"] == [42, 42]
    assert without_a_cache["is compiled"]


def test_without_a_place_for_the_cache_a_warning_says_what_to_do(without_a_cache):
    result = without_a_cache
    assert "cannot be kept on disk (no locator available for a test)" in result["said"][0]
    assert "NUMBA_CACHE_DIR" in result["said"][0]
    assert result["kinds"][0] == "UserWarning"


def test_without_a_place_for_the_cache_that_is_said_once(without_a_cache):
    assert len(without_a_cache["said"]) == 1


def test_a_function_without_a_file_is_compiled_though_it_cannot_be_kept():
    result = run(WITHOUT_A_FILE)
    assert result["answers"] == [42]
    assert len(result["said"]) == 1


def test_a_part_is_a_piece_of_kernels_and_can_be_called_all_the_same():
    def double(number):
        return 2 * number

    compiled = part(double)

    @kernel
    def double_each(numbers):
        for at in range(len(numbers)):
            numbers[at] = compiled(numbers[at])

    numbers = np.array([2, 3, 5])
    double_each(numbers)
    assert numbers.tolist() == [4, 6, 10]
    assert compiled(21) == 42
    assert compiled(2.5) == 5.0
    assert plain(compiled) is double


def test_numbers_are_copied_to_where_they_shall_be():
    table = np.zeros((2, 3), np.int64)
    copy_numbers(np.array([7, 8, 9], np.uint8), table[1])
    assert table.tolist() == [[0, 0, 0], [7, 8, 9]]


def test_a_part_that_makes_an_array_is_refused():
    @part
    def zeros(count):
        return np.zeros(count)

    @kernel
    def sum_of_zeros(count):
        return zeros(count).sum()

    with pytest.raises(numba.TypingError, match="array passed into the function"):
        sum_of_zeros(3)


def test_a_part_that_returns_arrays_is_refused_also_in_a_tuple():
    @part
    def views(numbers):
        return 1, (numbers[1:], numbers[:-1])

    @kernel
    def sum_of_views(numbers):
        return views(numbers)[1][0].sum()

    with pytest.raises(numba.TypingError, match="a part returns no array"):
        sum_of_views(np.arange(3))


def test_a_part_is_taken_along_to_another_process():
    script = (
        "import numpy as np, pickle, sys\n"
        "block_words = pickle.loads(sys.stdin.buffer.read())\n"
        "print(*block_words(np.uint64(1), np.uint64(2), seed=np.uint64(3)))\n"
    )
    sent = subprocess.run(
        [sys.executable, "-c", script],
        input=pickle.dumps(block_words), capture_output=True, check=True,
    )  # fmt: skip
    words = block_words(np.uint64(1), np.uint64(2), seed=np.uint64(3))
    assert sent.stdout.decode().split() == [str(word) for word in words]
