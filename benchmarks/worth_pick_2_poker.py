"""How long it takes to value Pick 2 Poker, as times and as ratios of one run.

    .venv/bin/python benchmarks/worth_pick_2_poker.py
    .venv/bin/python benchmarks/worth_pick_2_poker.py --json

The kernels are compiled beforehand. The naive method deals every one of the dealer's 1,533,939
hands against a hand of the player, with the same fast ranking of hands; it is timed on a sample
of classes, whose counts must agree, and scaled up to all 134,459.
"""

from itertools import product
from random import Random

import numpy as np

from croupier.cards import DECK, Card
from croupier.games.pick_2_poker.exact.class_counts import (
    DEALER_HANDS,
    class_counts,
    five_card_results,
    highest_not_qualifying,
    holding_tables,
    three_card_results,
)
from croupier.games.pick_2_poker.exact.dealer_hands import dealer_ranks
from croupier.games.pick_2_poker.exact.hand_classes import suit_classes, suit_numbers
from croupier.games.pick_2_poker.exact.hand_kinds import hand_kinds
from croupier.games.pick_2_poker.exact.payouts import bonus_pays_of
from croupier.games.pick_2_poker.exact.valuation import valuation_of
from croupier.games.pick_2_poker.rules import BonusTables, DealerNotQualifying, Rules, wagers
from croupier.games.pick_2_poker.worth import WORTH
from croupier.table.worth import Fresh
from measuring import Compared, print_json, print_table, progress, read_options, seconds

COUNT_ALL = "all classes counted"
ONE_READING = "one reading, counting included"
ALL_READINGS = "18 readings, counting included"
ONE_DECISION = "one decision"
PAY_TABLES = {wager.spot: wager.pay_tables[0] for wager in wagers(Rules()) if wager.pay_tables}


def forget() -> None:
    """Forgets all that was counted, not what was compiled."""
    for counted in (suit_classes, suit_numbers, holding_tables, class_counts, hand_kinds):
        counted.cache_clear()
    for valued in (bonus_pays_of, valuation_of):
        valued.cache_clear()


def count_all() -> None:
    """Counts all classes from nothing."""
    forget()
    class_counts()


def one_reading() -> None:
    """The whole game under the readings of the house, from nothing."""
    forget()
    WORTH.bet("Whole game", Rules(), PAY_TABLES)


def all_readings() -> None:
    """The whole game under all readings of the two rulings that matter most, from nothing."""
    forget()
    for dealer, tables in product(DealerNotQualifying, BonusTables):
        rules = Rules(dealer_not_qualifying=dealer, bonus_tables=tables)
        WORTH.bet("Whole game", rules, PAY_TABLES)


def count_naively(at: int) -> tuple[list[int], list[int]]:
    """The results of one class, by dealing all hands to the dealer."""
    counted = class_counts()
    hand = [DECK[card] for card in counted.classes.hands[at]]
    fives, threes = map(np.cumsum, dealer_ranks([], _others(hand)))
    rank, best = int(counted.five_ranks[at]), int(counted.three_ranks[at])
    five = five_card_results(
        fives[rank - 1], fives[rank], fives[highest_not_qualifying()], DEALER_HANDS
    )
    three = three_card_results(threes[best - 1], threes[best], DEALER_HANDS)
    return five.tolist(), three.tolist()


def _others(hand: list[Card]) -> list[Card]:
    return [card for card in DECK if card not in hand]


def measure(sample: int, times: int) -> list[Compared]:
    """Times everything, in turns."""
    progress("compiling")
    one_reading()
    counted = class_counts()
    classes = Random(7).sample(range(len(counted.classes.hands)), sample)
    for at in classes:
        five, three = count_naively(at)
        assert five == counted.five_cards[at].tolist(), "the counts disagree"
        assert three == counted.three_cards[at].tolist(), "the counts disagree"
    hand = Fresh(tuple(DECK[card] for card in counted.classes.hands[classes[0]]))

    def naive() -> None:
        for at in classes:
            count_naively(at)

    def decide() -> None:
        WORTH.fresh(hand, Rules(), PAY_TABLES)

    works = {
        "naive": naive,
        COUNT_ALL: count_all,
        ONE_READING: one_reading,
        ALL_READINGS: all_readings,
        ONE_DECISION: decide,
    }
    best = dict.fromkeys(works, float("inf"))
    for turn in range(times):
        for name, work in works.items():
            progress(f"{name}, {turn + 1} of {times}")
            best[name] = min(best[name], seconds(work))
    progress("")
    whole = best["naive"] / sample * len(counted.classes.hands)
    return [
        Compared(f"naive, scaled up from {sample} classes", whole, None, 1.0),
        Compared(COUNT_ALL, best[COUNT_ALL], None, whole / best[COUNT_ALL]),
        Compared(ONE_READING, best[ONE_READING], 3.0, whole / best[ONE_READING]),
        Compared(ALL_READINGS, best[ALL_READINGS], 6.0, whole / best[ALL_READINGS]),
        Compared(ONE_DECISION, best[ONE_DECISION], 0.1, None),
    ]


def _show(timings: list[Compared]) -> None:
    print_table(
        "Pick 2 Poker valued, one core, kernels compiled",
        ("seconds", "target", "times naive"),
        (
            (
                one.name,
                f"{one.seconds:,.3f}",
                one.target,
                f"{one.times_faster:,.0f}" if one.times_faster else "",
            )
            for one in timings
        ),
    )


def main() -> None:
    """Runs the benchmark."""
    options = read_options(
        __doc__,
        {"sample": (20, "classes counted naively"), "times": (3, "how often; the best counts")},
    )
    timings = measure(options.sample, options.times)
    if options.json:
        print_json(timings)
    else:
        _show(timings)


if __name__ == "__main__":
    main()
