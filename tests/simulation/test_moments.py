"""Sums and products, in whole numbers, however large."""

import numpy as np
import pytest

from croupier.compiled import plain
from croupier.rejection import Code, Rejection
from croupier.simulation import moments as module
from croupier.simulation.moments import Moments, moments_of, no_moments


def plainly(nets):
    columns = [[int(net) for net in column] for column in nets]
    return Moments(
        len(columns[0]),
        tuple(map(sum, columns)),
        tuple(
            tuple(sum(a * b for a, b in zip(one, other, strict=True)) for other in columns)
            for one in columns
        ),
    )


@pytest.mark.parametrize("most", [1, 1_000, 2**23 - 1, 2**23 + 1, 2**31 + 5, 2**44 - 1])
@pytest.mark.parametrize("rounds", [1, 2, 1_000])
def test_sums_and_products_are_exact_whatever_their_size(most, rounds):
    rng = np.random.default_rng(most * rounds)
    nets = rng.integers(-most, most, (3, rounds), endpoint=True)
    nets[0, 0], nets[1, 0] = most, -most
    assert moments_of(nets) == plainly(nets)


def test_the_largest_sums_do_not_run_over():
    rounds = module._ROUNDS
    for most in (module._MOST_AT_ONCE, module._MOST - 1):
        nets = np.full((2, rounds), most)
        nets[1] = -most
        found = moments_of(nets)
        assert found.sums == (rounds * most, -rounds * most)
        square = rounds * most**2
        assert found.products == ((square, -square), (-square, square))


def test_more_rounds_than_are_added_up_at_once():
    nets = np.arange(2 * 150_000).reshape(2, -1) % 1_001 - 500
    assert moments_of(nets) == plainly(nets)


def test_parts_add_up_in_any_order():
    rng = np.random.default_rng(4)
    nets = rng.integers(-500, 500, (4, 900))
    one, two, three = (moments_of(part) for part in np.split(nets, 3, axis=1))
    whole = moments_of(nets)
    assert one + two + three == whole
    assert three + (one + two) + no_moments(4) == whole


def test_columns_together_are_as_if_they_had_been_one():
    rng = np.random.default_rng(5)
    nets = rng.integers(-500, 500, (4, 300))
    found = moments_of(nets)
    together = nets[[0, 2, 3]].sum(axis=0)
    assert found.together((0, 2, 3)) == (together.sum(), (together**2).sum())
    assert found.product((0, 1), (2, 3)) == (nets[:2].sum(axis=0) * nets[2:].sum(axis=0)).sum()


def test_stakes_too_large_to_be_added_up_are_refused():
    with pytest.raises(Rejection) as refused:
        moments_of(np.full((1, 3), 2**44))
    assert refused.value.code is Code.STAKE_INVALID


def test_rows_are_put_together_as_asked():
    nets = np.random.default_rng(8).integers(-500, 500, (5, 3_000))
    together = np.stack([nets[[0, 2]].sum(axis=0), nets[4], nets[[1, 3]].sum(axis=0)])
    assert moments_of(nets, ((0, 2), (4,), (1, 3))) == plainly(together)
    large = nets * 2**30
    assert moments_of(large, ((0, 2), (4,), (1, 3))) == plainly(together * 2**30)


def test_the_kernel_is_its_plain_form():
    nets = np.random.default_rng(6).integers(-500, 500, (3, 40))
    places, ends = np.array([2, 0, 1]), np.array([2, 3])
    found = []
    for add_up in (module.add_up, plain(module.add_up)):
        sums, products = np.zeros(2, np.int64), np.zeros((2, 2), np.int64)
        most = add_up(nets, places, ends, sums, products)
        found.append((int(most), sums.tolist(), products.tolist()))
    assert found[0] == found[1]
