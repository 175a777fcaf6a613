"""How fast hands are ranked and counted, as ratios measured in one run.

    make bench
    .venv/bin/python benchmarks/hands.py --json

All on one core, from Python, on the same random seven-card hands; the best of several rounds,
in which the contestants take turns so that a busy moment of the machine hits all alike. The
peers rank one hand a call, which is how they are used from Python; they get a part of the
hands, already in the form they want. Before anything is timed, all must agree on who wins.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import eval7
import numpy as np
import phevaluator
from numpy.typing import NDArray

from croupier.cards import Card, batch, poker
from croupier.cards.counting import category_counts, rank_counts
from croupier.cards.tables import five_card_tables
from croupier.compiled import kernel
from measuring import print_json, print_table, progress, read_options

Hands = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something that ranks hands, and what it is given."""

    name: str
    hands: int
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Timing:
    """The best time of a contestant."""

    name: str
    hands: int
    seconds: float
    hands_per_second: float
    times_eval7: float


@kernel
def deal(draws: NDArray[np.float32], hands: Hands) -> None:
    """Deals each hand from a full deck: the first steps of a Fisher-Yates shuffle."""
    deck = np.empty(52, dtype=np.uint8)
    for row in range(len(hands)):
        for card in range(52):
            deck[card] = card
        for at in range(hands.shape[1]):
            other = at + int(draws[row, at] * (52 - at))
            deck[at], deck[other] = deck[other], deck[at]
            hands[row, at] = deck[at]


def random_hands(count: int) -> Hands:
    """So many random seven-card hands, the same in every run."""
    generator = np.random.default_rng(7)
    hands = np.empty((count, 7), dtype=np.uint8)
    for start in range(0, count, 1_000_000):
        part = hands[start : start + 1_000_000]
        deal(generator.random((len(part), 7), dtype=np.float32), part)
    return hands


def contestants(hands: Hands) -> list[Contestant]:
    """Ours, the plain twin and the peers, after checking that they agree."""
    few = hands[: min(len(hands), 200_000)].tolist()
    fewer = [[Card(number) for number in hand] for hand in few[:2_000]]
    deck = [eval7.Card(str(Card(number))) for number in range(52)]
    eval7_hands = [[deck[number] for number in hand] for hand in few]
    _require_agreement(hands[: len(few)], few, eval7_hands, fewer)
    return [
        Contestant("croupier batch, check=False", len(hands), lambda: _unchecked(hands)),
        Contestant("croupier batch", len(hands), lambda: batch.best_five(hands)),
        Contestant("croupier plain Python", len(fewer), lambda: _each(poker.best_five, fewer)),
        Contestant("eval7", len(few), lambda: _each(eval7.evaluate, eval7_hands)),
        Contestant("phevaluator", len(few), lambda: _each_spread(few)),
    ]


def _unchecked(hands: Hands) -> None:
    batch.best_five(hands, check=False)


def _each(rank: Callable[[Any], object], hands: Sequence[Any]) -> None:
    for hand in hands:
        rank(hand)


def _each_spread(hands: Sequence[Sequence[int]]) -> None:
    evaluate = phevaluator.evaluate_cards
    for hand in hands:
        evaluate(*hand)


def _require_agreement(
    hands: Hands, few: list[list[int]], eval7_hands: list[Any], fewer: list[list[Card]]
) -> None:
    """Stops the benchmark if any two disagree about any hand."""
    ours = batch.best_five(hands)
    theirs = 7463 - np.array([phevaluator.evaluate_cards(*hand) for hand in few])
    assert np.array_equal(ours, theirs), "phevaluator ranks a hand otherwise"
    others = np.array([eval7.evaluate(hand) for hand in eval7_hands])
    by_ours = np.argsort(ours, kind="stable")
    rises = np.diff(ours[by_ours].astype(np.int64)) > 0
    others_rise = np.diff(others[by_ours].astype(np.int64))
    assert np.array_equal(rises, others_rise > 0), "eval7 orders two hands otherwise"
    assert np.array_equal(others_rise == 0, ~rises), "eval7 ties two hands otherwise"
    plain = [poker.best_five(hand)[0].number for hand in fewer]
    assert np.array_equal(ours[: len(plain)], plain), "the plain twin ranks a hand otherwise"


def measure(all_of_them: list[Contestant], rounds: int) -> list[Timing]:
    """The best time of each, taking turns."""
    best = {one.name: float("inf") for one in all_of_them}
    for turn in range(rounds):
        for one in all_of_them:
            progress(f"round {turn + 1} of {rounds}: {one.name}")
            start = time.perf_counter()
            one.run()
            best[one.name] = min(best[one.name], time.perf_counter() - start)
    progress("")
    rates = {one.name: one.hands / best[one.name] for one in all_of_them}
    return [
        Timing(
            one.name, one.hands, best[one.name], rates[one.name], rates[one.name] / rates["eval7"]
        )
        for one in all_of_them
    ]


def measure_counting() -> dict[str, float]:
    """Counting all seven-card hands, and what enumerating them would take at the batch's rate."""
    start = time.perf_counter()
    counts = category_counts(7)
    by_category = time.perf_counter() - start
    start = time.perf_counter()
    ranks = rank_counts(7)
    by_rank = time.perf_counter() - start
    assert counts.total == sum(ranks.values())
    return {"hands": counts.total, "by_category_s": by_category, "by_rank_s": by_rank}


def _show(timings: list[Timing], counting: dict[str, float]) -> None:
    rows = []
    for one in timings:
        digits = 0 if one.times_eval7 > 10 else 2 if one.times_eval7 > 0.1 else 4
        ratio = f"{one.times_eval7:,.{digits}f}"
        rows.append((one.name, f"{one.hands:,}", f"{one.hands_per_second:,.0f}", ratio))
    batch_rate = timings[0].hands_per_second
    enumerated = counting["hands"] / batch_rate
    below = (
        f"Counting all {int(counting['hands']):,} seven-card hands by category: "
        f"{counting['by_category_s'] * 1000:.1f} ms, by rank: "
        f"{counting['by_rank_s'] * 1000:.0f} ms; "
        f"enumerating them at the batch's rate would take {enumerated * 1000:.0f} ms "
        f"({enumerated / counting['by_category_s']:.0f} times as long)."
    )
    print_table(
        "Best five of seven cards, one core, from Python",
        ("hands", "hands a second", "times eval7"),
        rows,
        below,
    )


def main() -> None:
    """Runs the benchmark."""
    options = read_options(
        __doc__,
        {
            "hands": (10_000_000, "how many random hands"),
            "rounds": (7, "how many rounds, the best counts"),
        },
    )
    progress("making tables and dealing hands")
    five_card_tables(7)
    hands = random_hands(options.hands)
    counting = measure_counting()
    timings = measure(contestants(hands), options.rounds)
    if options.json:
        print_json(timings, counting=counting)
    else:
        _show(timings, counting)


if __name__ == "__main__":
    main()
