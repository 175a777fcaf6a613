"""How long Roll Your Own Blackjack takes to be worked out, and how long plain recursion takes.

    make bench
    .venv/bin/python benchmarks/worth_roll_your_own.py --json

All 2,200 kinds of deals with both hands played apart: how to set them, how to play them, what
they are worth. One decision. With --all also what both hands bring together, result by result,
and the second hand played by what the first has drawn. The plain way is the same recursion over
fractions, card by card, with a memory of what it has seen; it is timed on a few hands in the same
run, and these hands are also worked out by the kernels from the beginning.
"""

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from croupier.cards import blackjack_total, parse_cards
from croupier.games.blackjack_hands import dealer_draws
from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.deals import deals
from croupier.games.roll_your_own_blackjack.exact.hand_index import TEN, Hands, card_of
from croupier.games.roll_your_own_blackjack.exact.hand_plans import Allowed, best_two_card_plan
from croupier.games.roll_your_own_blackjack.exact.players import BestPlayer
from croupier.games.roll_your_own_blackjack.exact.second_sees import second_hand_sees
from croupier.games.roll_your_own_blackjack.rules import Rules
from croupier.games.roll_your_own_blackjack.worth import WORTH
from croupier.table.worth import Fresh
from measuring import Timing, print_json, print_table, progress, read_options, seconds

APART_TARGET_S = 20.0
DECISION_TARGET_S = 0.1

Deck = tuple[int, ...]

PART: tuple[tuple[int, Hands, Hands], ...] = (
    (TEN, (5, 9), (4,)),
    (8, (6, 7), (0,)),
    (7, (5, 9), (2,)),
    (6, (5, 8), (9, 9)),
)
"""Up cards, hands and other cards gone that both ways work out."""


# The plain way.


@cache
def dealer(deck: Deck, cards: Hands) -> dict[int, Fraction]:
    """How often the dealer comes to what; 0 is a blackjack, 22 bust."""
    hand = blackjack_total(map(card_of, cards))
    if not dealer_draws(hand):
        return {0 if hand.is_natural else min(hand.total, 22): Fraction(1)}
    found: dict[int, Fraction] = {}
    for value, count in enumerate(deck):
        if count:
            rest = (*deck[:value], count - 1, *deck[value + 1 :])
            for result, share in dealer(rest, tuple(sorted((*cards, value)))).items():
                found[result] = found.get(result, Fraction(0)) + share * Fraction(count, sum(deck))
    return found


def stand(hand: Hands, deck: Deck, up: int) -> Fraction:
    """What it is worth to stand, if the dealer has no blackjack."""
    mine, value = blackjack_total(map(card_of, hand)).total, Fraction(0)
    for result, share in dealer(deck, (up,)).items():
        if result:
            value += share * (1 if result == 22 else (mine > result) - (mine < result))
    return value


def hit(hand: Hands, deck: Deck, up: int, then: Callable[[Hands, Deck, int], Fraction]) -> Fraction:
    """What it is worth to take a card."""
    value = Fraction(0)
    for card, count in enumerate(deck):
        if count:
            rest = (*deck[:card], count - 1, *deck[card + 1 :])
            longer = tuple(sorted((*hand, card)))
            if blackjack_total(map(card_of, longer)).is_bust:
                value -= count * (1 - dealer(rest, (up,)).get(0, Fraction(0)))
            else:
                value += count * then(longer, rest, up)
    return value / sum(deck)


@cache
def best(hand: Hands, deck: Deck, up: int) -> Fraction:
    """The better of both."""
    if blackjack_total(map(card_of, hand)).total == 21:
        return stand(hand, deck, up)
    return max(stand(hand, deck, up), hit(hand, deck, up, best))


def plainly() -> list[Fraction]:
    """The hands of the part by recursion over fractions."""
    dealer.cache_clear()
    best.cache_clear()
    found = []
    for up, hand, gone in PART:
        left = Against(up, looks=True, memo_bits=4).left((*gone, *hand))
        deck = tuple(left.tolist())
        found.append(max(best(hand, deck, up), 2 * hit(hand, deck, up, stand)))
    return found


def by_kernels() -> list[Fraction]:
    """The same hands, exactly, with nothing known before."""
    found = []
    for up, hand, gone in PART:
        against = Against(up, looks=True, memo_bits=14, is_for_one_hand=True)
        plan = best_two_card_plan(against, hand, gone, Allowed(split=False))
        found.append(against.tally(plan.endings, (*gone, *hand)).value)
    return found


# Timing.


def wall_seconds(work: Callable[[], object], times: int = 1) -> float:
    """The best of some by the clock on the wall: two threads are at work."""
    return seconds(work, times, time.perf_counter)


def decide() -> None:
    """How to set three cards with many ways to go on."""
    given = Fresh(tuple(parse_cards("2h 3d 7c")), tuple(parse_cards("7d")))
    WORTH.fresh(given, Rules(), {})


def measure_all(times: int, *, everything: bool) -> tuple[list[Timing], float, float]:
    """All timings, and the part by recursion and by kernels."""
    progress("a part, plainly")
    if by_kernels() != plainly():
        raise AssertionError("the kernels and the plain way differ")
    plain_s, kernels_s = wall_seconds(plainly), wall_seconds(by_kernels, times)
    progress("one decision")
    decide()
    timings = [Timing("One decision", wall_seconds(decide, times), DECISION_TARGET_S)]
    progress("all deals, hands apart")
    deals(Rules(), BestPlayer)
    apart = wall_seconds(lambda: deals(Rules(), BestPlayer))
    timings.append(Timing("All deals, hands apart", apart, APART_TARGET_S))
    if everything:
        progress("all deals, result by result")
        together = wall_seconds(lambda: deals(Rules(), BestPlayer, with_spread=True))
        timings.append(Timing("The same, result by result", together, None))
        progress("second hands")
        second = wall_seconds(lambda: second_hand_sees(Rules()))
        timings.append(Timing("Second hand sees the first", second, None))
    progress("")
    return timings, plain_s, kernels_s


def _show(timings: Sequence[Timing], plain_s: float, kernels_s: float) -> None:
    print_table(
        "Roll Your Own Blackjack worked out exactly, two threads, kernels warm",
        ("s", "target"),
        ((one.name, f"{one.seconds:,.3f}", one.target) for one in timings),
        f"{len(PART)} hands by recursion over fractions: {plain_s:.2f} s; by kernels, from the "
        f"beginning: {kernels_s * 1_000:.1f} ms, {plain_s / kernels_s:,.0f} times as fast.",
    )


def main() -> None:
    """Runs the benchmark."""
    options = read_options(
        __doc__, {"times": (3, "how often; the best counts")}, {"all": "also what takes longest"}
    )
    timings, plain_s, kernels_s = measure_all(options.times, everything=options.all)
    if options.json:
        ratio = {"plain_s": plain_s, "kernels_s": kernels_s, "times_faster": plain_s / kernels_s}
        print_json(timings, part=ratio)
    else:
        _show(timings, plain_s, kernels_s)


if __name__ == "__main__":
    main()
