"""How long Three Card Poker and its Stadium take to be valued, and how long plainly they would.

    make bench
    .venv/bin/python benchmarks/worth_three_card.py --json

Three Card Poker is all three bets, how they go together and every hand; plainly each class of
hands meets every hand of the dealer. The Stadium is the best play over all sets of six further
cards; plainly each set is decided by inclusion and exclusion. A decision is one hand with six
further cards seen; plainly it is the same function as Python runs it. The plain ways are timed
on a part, in the same run, and scaled. What was found before is forgotten each time; only
tables of ranks and lines are kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from croupier.cards import DECK
from croupier.compiled import plain
from croupier.games.stadium_three_card_poker import STADIUM_THREE_CARD_POKER
from croupier.games.stadium_three_card_poker.exact import optimal_play
from croupier.games.stadium_three_card_poker.exact.nine_cards_plainly import folds_plainly
from croupier.games.stadium_three_card_poker.rules import Rules as StadiumRules
from croupier.games.stadium_three_card_poker.rules import SideBetsOnFold
from croupier.games.stadium_three_card_poker.worth import WORTH as STADIUM
from croupier.games.stadium_three_card_poker.worth import terms_of
from croupier.games.three_card_poker import THREE_CARD_POKER
from croupier.games.three_card_poker.exact import showdown_counts, strategies
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.showdown_counts import LINES, RESULTS, showdown
from croupier.games.three_card_poker.rules import PairComparison
from croupier.games.three_card_poker.rules import Rules as TableRules
from croupier.games.three_card_poker.worth import WORTH as TABLE
from croupier.games.three_card_poker.worth import best_tally
from croupier.table.settings import settings_for
from croupier.table.worth import Fresh
from measuring import print_json, print_table, progress, read_options, seconds, target_text

FORFEITED = StadiumRules(side_bets_on_fold=SideBetsOnFold.FORFEITED)
READING = PairComparison.PAIR_THEN_KICKER


@dataclass(frozen=True, slots=True)
class Timing:
    """What one thing takes."""

    name: str
    milliseconds: float
    target_ms: float | None
    """What it must stay under, where something was promised."""
    plain_ms: float
    """What the plain way would take, scaled from a part."""
    times_faster: float

    @property
    def target(self) -> str:
        """The target, and whether it is missed."""
        return target_text(self.milliseconds, self.target_ms, ",.0f")


def forget() -> None:
    """Whatever was worked out before."""
    showdown_counts.showdown_counts.cache_clear()
    strategies.values_in_force.cache_clear()
    best_tally.cache_clear()
    optimal_play.class_folds.cache_clear()


def value_table_game() -> None:
    """Three Card Poker, complete."""
    forget()
    rules = TableRules()
    pay_tables = dict(settings_for(THREE_CARD_POKER).pay_tables)
    for name in TABLE.bets(rules):
        TABLE.bet(name, rules, pay_tables)
    TABLE.together(rules, pay_tables)
    TABLE.hands(rules, pay_tables)


def value_stadium(rules: StadiumRules) -> None:
    """The Stadium's bets and how they go together."""
    forget()
    pay_tables = dict(settings_for(STADIUM_THREE_CARD_POKER).pay_tables)
    for name in STADIUM.bets(rules):
        STADIUM.bet(name, rules, pay_tables)
    STADIUM.together(rules, pay_tables)


def value_decision() -> None:
    """Queen high with six further cards seen."""
    cards = (*DECK[0::9], *DECK[40:43])
    pay_tables = dict(settings_for(STADIUM_THREE_CARD_POKER).pay_tables)
    STADIUM.fresh(Fresh(cards[:3], seen=cards[3:9]), StadiumRules(), pay_tables)


def deal_plainly(classes: int) -> float:
    """Classes of hands against every hand of the dealer; how large a part of all that is."""
    hands = hand_classes().cards
    for hand in hands[:: len(hands) // classes][:classes]:
        others = np.delete(np.arange(52), hand)
        showdown_counts.count_by_dealing(hand, others, showdown(READING))
    return classes / len(hands)


def divide_plainly(rules: StadiumRules, classes: int) -> float:
    """Classes in doubt with every set of six cards; how large a part of all that is."""
    pay_tables = dict(settings_for(STADIUM_THREE_CARD_POKER).pay_tables)
    values = strategies.class_values(terms_of(rules), pay_tables)
    doubtful = list(optimal_play.doubtful_classes(values).items())
    for at, weights in doubtful[:: len(doubtful) // classes][:classes]:
        hand = hand_classes().cards[at]
        folds_plainly(hand, np.delete(np.arange(52), hand), weights, showdown(READING))
    return classes / len(doubtful)


def decide_plainly(cards: int) -> float:
    """A hand against the hands that so many cards make; how large a part of all that is."""
    counts = np.zeros((RESULTS, LINES), dtype=np.int64)
    numbers = np.arange(52)
    plain(showdown_counts.deal_out)(numbers[:3], numbers[3 : 3 + cards], showdown(READING), counts)
    return comb(cards, 3) / comb(43, 3)


def measure(
    name: str,
    work: Callable[[], None],
    plainly: Callable[[], float],
    target_ms: float | None,
    times: int,
) -> Timing:
    """Times one thing and a part of it plainly, kernels compiled before."""
    progress(name)
    work()
    part = plainly()
    taken = seconds(work, times)
    plain_taken = seconds(plainly, 1 if part < 0.1 else times) / part
    return Timing(name, taken * 1_000, target_ms, plain_taken * 1_000, plain_taken / taken)


def measure_all(classes: int, times: int) -> list[Timing]:
    """Both games, the Stadium also with side bets forfeited, and one decision."""
    usual = StadiumRules()
    timings = [
        measure("Three Card Poker", value_table_game, lambda: deal_plainly(250), 100.0, times),
        measure(
            "Stadium",
            lambda: value_stadium(usual),
            lambda: divide_plainly(usual, classes),
            2_000.0,
            times,
        ),
        measure(
            "Stadium, side bets forfeited",
            lambda: value_stadium(FORFEITED),
            lambda: divide_plainly(FORFEITED, classes),
            None,
            times,
        ),
        measure("one decision", value_decision, lambda: decide_plainly(20), 100.0, times),
    ]
    progress("")
    return timings


def _show(timings: Sequence[Timing]) -> None:
    print_table(
        "Three Card Poker and its Stadium valued exactly, one core, kernels warm",
        ("ms", "target", "plain ms", "times faster"),
        (
            (
                one.name,
                f"{one.milliseconds:,.1f}",
                one.target,
                f"{one.plain_ms:,.0f}",
                f"{one.times_faster:,.0f}",
            )
            for one in timings
        ),
        "Plain: every hand dealt, every set of six cards decided; a part, scaled.",
    )


def main() -> None:
    """Runs the benchmark."""
    options = read_options(
        __doc__,
        {
            "classes": (8, "of the Stadium, done plainly"),
            "times": (5, "how often; the best counts"),
        },
    )
    timings = measure_all(options.classes, options.times)
    if options.json:
        print_json(timings)
    else:
        _show(timings)


if __name__ == "__main__":
    main()
