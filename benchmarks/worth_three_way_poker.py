"""How long 3 Way-Action's Poker and Bonus take to be counted, and how long dealing would take.

    make bench
    .venv/bin/python benchmarks/worth_three_way_poker.py --json

Poker is all 6,071,092,494,667,200 pairs of seven-card hands, ties included; the Bonus all
133,784,560 hands, by each of its nine tables. The naive way ranks every hand with the fastest
kernel there is and compares. It is timed on a sample in the same run, and scaled.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from croupier.cards import batch
from croupier.cards.poker import all_five_card_ranks
from croupier.games.three_way_action.exact import poker_worth, seven_cards, side_worth
from croupier.games.three_way_action.rules import BONUS_TABLES
from measuring import print_json, print_table, progress, read_options, seconds, target_text

POKER_TARGET_MS = 3_000.0
BONUS_TARGET_MS = 50.0


@dataclass(frozen=True, slots=True)
class Timing:
    """What one bet takes."""

    name: str
    milliseconds: float
    target_ms: float
    counted: int
    """Hands, or pairs of hands."""
    naive_per_second: float
    """How many of them can be dealt, ranked and compared, measured on a sample."""
    naive_seconds: float
    """What all of them would take."""
    times_faster: float

    @property
    def target(self) -> str:
        """The target, and whether it is missed."""
        return target_text(self.milliseconds, self.target_ms, ",.0f")


def count_poker() -> None:
    """Seven against seven from the beginning: nothing that was counted before is used."""
    seven_cards.hand_counts.cache_clear()
    poker_worth.showdown.cache_clear()
    poker_worth.counted_ties.cache_clear()
    poker_worth.poker_bet()


def count_bonus() -> None:
    """The Bonus by all nine tables, from the beginning."""
    seven_cards.hand_counts.cache_clear()
    side_worth.hands_by_lines.cache_clear()
    for table in BONUS_TABLES:
        side_worth.bonus_bet(table)


def naive_rate(sample: int, times: int) -> float:
    """How many pairs a second: a dealer's hand ranked, and compared with the player's."""
    rng = np.random.default_rng(7)
    cards = np.tile(np.arange(52, dtype=np.uint8), (sample, 1))
    hands = np.ascontiguousarray(rng.permuted(cards, axis=1)[:, :7])
    player = len(all_five_card_ranks()) // 3

    def compare() -> None:
        ranks = batch.best_five(hands, check=False)
        np.count_nonzero(ranks > player)
        np.count_nonzero(ranks == player)

    compare()
    return sample / seconds(compare, times)


def measure(
    name: str,
    work: Callable[[], None],
    *,
    target_ms: float,
    counted: int,
    rate: float,
    times: int,
) -> Timing:
    """Times one bet, its kernels compiled before."""
    progress(name)
    work()
    taken = seconds(work, times)
    naive = counted / rate
    return Timing(name, taken * 1_000, target_ms, counted, rate, naive, naive / taken)


def measure_all(sample: int, times: int) -> list[Timing]:
    """Poker and Bonus against one naive rate."""
    progress("naive")
    rate = naive_rate(sample, times)
    whole = seven_cards.WHOLE
    timings = [
        measure(
            "Poker",
            count_poker,
            target_ms=POKER_TARGET_MS,
            counted=whole.pairs,
            rate=rate,
            times=times,
        ),
        measure(
            "Bonus, nine tables",
            count_bonus,
            target_ms=BONUS_TARGET_MS,
            counted=whole.hands,
            rate=rate,
            times=times,
        ),
    ]
    progress("")
    return timings


def _show(timings: Sequence[Timing]) -> None:
    print_table(
        "3 Way-Action: Poker and Bonus counted exactly, one core, kernels warm",
        ("ms", "target", "counted", "naive", "times faster"),
        (
            (
                one.name,
                f"{one.milliseconds:,.1f}",
                one.target,
                f"{one.counted:.3g}",
                f"{one.naive_seconds:,.1f} s",
                f"{one.times_faster:,.0f}",
            )
            for one in timings
        ),
        "Naive: every hand ranked by the seven-card kernel, a sample timed and scaled.",
    )


def main() -> None:
    """Runs the benchmark."""
    options = read_options(
        __doc__,
        {
            "sample": (1_000_000, "hands of the naive way"),
            "times": (5, "how often; the best counts"),
        },
    )
    timings = measure_all(options.sample, options.times)
    if options.json:
        print_json(timings)
    else:
        _show(timings)


if __name__ == "__main__":
    main()
