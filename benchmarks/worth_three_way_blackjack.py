"""How long it takes to value the Blackjack of 3 Way-Action, as times and as ratios of one run.

    .venv/bin/python benchmarks/worth_three_way_blackjack.py
    .venv/bin/python benchmarks/worth_three_way_blackjack.py --json

The kernels are compiled beforehand. The plain method is the same counting in Python without the
compiler; it is timed on some of the hands, where the counts must agree, and scaled up to all
hands against all up cards.
"""

import time
from collections.abc import Callable

import numpy as np

from croupier.cards import DECK, parse_card, parse_cards
from croupier.compiled import plain
from croupier.games.three_way_action.exact.blackjack_counts import (
    BUST,
    FALLING,
    count_dealer,
    dealer_finals,
    player_hands,
)
from croupier.games.three_way_action.exact.blackjack_drawn import drawn_hands
from croupier.games.three_way_action.exact.blackjack_tally import against_all, best_play
from croupier.games.three_way_action.exact.blackjack_worth import blackjack_bet, blackjack_fresh
from croupier.games.three_way_action.rules import Rules, SplitAces
from croupier.table.worth import Fresh
from measuring import Compared, print_json, print_table, progress, read_options, seconds

BEST_PLAY = "the best play of all hands against all up cards"
FROM_NOTHING = "the same, with the lists of hands made anew"
WHOLE_BET = "the whole bet, with all strategies and charts"
ONE_DECISION = "one decision"
FIVE_OTHERS = "one decision beside five other hands"
SPLIT_ACES = "aces that may be split and played on"
PLAIN = "plainly, scaled up"


def value_all() -> None:
    """The best play against every up card."""
    for one in against_all(Rules()):
        best_play(one)


def value_from_nothing() -> None:
    """The same, but every list of hands is made first."""
    for made in (player_hands, dealer_finals, drawn_hands):
        made.cache_clear()
    value_all()


def fresh(hand: str, up: str, seen: int = 0, rules: Rules | None = None) -> Callable[[], None]:
    """Values one decision."""
    held, up_card = parse_cards(hand), parse_card(up)
    others = [card for card in DECK if card not in {*held, up_card}]
    given = Fresh(held, (up_card,), tuple(others[::3][:seen]))

    def work() -> None:
        blackjack_fresh(given, rules or Rules())

    return work


def plain_seconds(part: int) -> float:
    """What counting the dealers takes without the compiler, from one of so many hands."""
    hands, spent, counted, all_hands = player_hands(), 0.0, 0, 0
    ends, plainly = np.empty(BUST + 1, np.int64), np.empty(BUST + 1, np.int64)
    for one in against_all(Rules()):
        met, finals = one.facing.met, dealer_finals(one.up)
        possible = np.flatnonzero((met.unseen >= 0) & (hands.cards < 7))
        all_hands += len(possible)
        for hand in possible[one.up :: part].tolist():
            left, unseen = met.left[hand], int(met.unseen[hand])
            start = time.process_time()
            plain(count_dealer)(left, unseen, finals, FALLING, plainly)
            spent += time.process_time() - start
            counted += 1
            count_dealer(left, unseen, finals, FALLING, ends)
            assert (ends == plainly).all(), "the counts disagree"
    return spent / counted * all_hands


def measure(part: int, times: int) -> list[Compared]:
    """Times everything, in turns."""
    freely = Rules(split_aces=SplitAces.DRAW_FREELY)
    works: dict[str, tuple[Callable[[], None], float | None]] = {
        BEST_PLAY: (value_all, 0.25),
        FROM_NOTHING: (value_from_nothing, None),
        WHOLE_BET: (lambda: _keep(blackjack_bet(Rules())), None),
        ONE_DECISION: (fresh("Ts 6s", "9h"), 0.1),
        FIVE_OTHERS: (fresh("5s 6s", "2h", seen=15), 0.1),
        SPLIT_ACES: (fresh("As Ac", "2h", rules=freely), 0.1),
    }
    progress("compiling")
    for work, _ in works.values():
        work()
    best = dict.fromkeys(works, float("inf"))
    for turn in range(times):
        for name, (work, _) in works.items():
            progress(f"{name}, {turn + 1} of {times}")
            best[name] = min(best[name], seconds(work))
    progress("plainly")
    slow = plain_seconds(part)
    progress("")
    timings = [
        Compared(name, best[name], target, slow / best[name] if name == BEST_PLAY else None)
        for name, (_, target) in works.items()
    ]
    return [*timings, Compared(PLAIN, slow, None)]


def _keep(_made: object) -> None:
    """Takes what was made, so that it is not left out."""


def _show(timings: list[Compared]) -> None:
    print_table(
        "3 Way-Action, Blackjack: one core, kernels compiled",
        ("s", "target", "times plain"),
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
        {"part": (80, "one of so many hands, plainly"), "times": (5, "how often; the best counts")},
    )
    timings = measure(options.part, options.times)
    if options.json:
        print_json(timings)
    else:
        _show(timings)


if __name__ == "__main__":
    main()
