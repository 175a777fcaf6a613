"""What the games' kernels share."""

import numpy as np

from croupier.compiled import Number, part
from croupier.money import Odds
from croupier.table.kernel import Batch

__all__ = ["net_cents", "purse_of", "taped"]

U64 = np.uint64


@part
def taped(batch: Batch, row: np.uint64, decision: Number, offered: Number) -> np.int64:
    """Which of the options offered the tape says."""
    return np.int64(np.int64(batch.tape[row, decision % batch.tape.shape[1]]) % offered)


@part
def purse_of(batch: Batch, row: np.uint64) -> np.int64:
    """What the first seat can add to its wagers in a round."""
    return np.int64(batch.purses[min(row, U64(len(batch.purses) - 1))])


def net_cents(stake_cents: int, odds: Odds | None) -> np.int64:
    """What a stake gains at these odds, or loses where there are none."""
    return np.int64(-stake_cents if odds is None else odds.win_cents(stake_cents))
