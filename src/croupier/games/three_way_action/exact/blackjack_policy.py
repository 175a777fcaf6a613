"""3 Way-Action, Blackjack: plans that go by totals.

A cell is all hands that such a plan does not tell apart: one total, hard or soft, in two cards
or in more (or in exactly so many). No hand comes through the same cell twice, for its cards
count more and more; so what a plan is worth changes with one of its cells as a straight line,
and the best choice in a cell, with all others left alone, is found by adding up over its hands.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from croupier.compiled import kernel
from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.exact.blackjack_counts import (
    BUST,
    VALUES,
    Counts,
    player_hands,
)
from croupier.games.three_way_action.exact.blackjack_drawn import MOST_DRAWN, drawn_hands
from croupier.games.three_way_action.exact.blackjack_play import (
    DOUBLE,
    HIT,
    NO_CHOICE,
    NOT_OFFERED,
    OPTIONS,
    STAND,
    Actions,
    Facing,
    reached,
    value_hands,
)
from croupier.games.three_way_action.exact.blackjack_split import SplitFacing, net_of, split_ends
from croupier.games.three_way_action.exact.blackjack_tally import Against, Play, split_played
from croupier.games.three_way_action.rules import SplitAces

__all__ = [
    "CELLS",
    "GROUPS",
    "Chart",
    "by_cells",
    "cell",
    "cells_of_drawn",
    "cells_of_hands",
    "chart_actions",
    "split_plays",
    "sweep",
]

GROUPS: Final = MOST_CARDS - 2
"""Cells may go by two cards, three … six."""
CELLS: Final = BUST * 2 * GROUPS

Chart = Actions
"""What to do in every cell; `NO_CHOICE` where there is no such hand."""


def cell(total: int, *, is_soft: bool, group: int) -> int:
    """The number of a cell."""
    return (total * 2 + is_soft) * GROUPS + group


@lru_cache(maxsize=GROUPS)
def cells_of_hands(most_groups: int) -> Counts:
    """The cell of every hand, -1 where nothing is decided; hands of more cards count as one."""
    hands = player_hands()
    groups = np.minimum(hands.cards - 2, most_groups - 1)
    cells = (hands.totals * 2 + hands.is_soft) * GROUPS + groups
    cells[(hands.cards == MOST_CARDS) | (np.arange(len(cells)) == hands.natural)] = -1
    return cells


@lru_cache(maxsize=GROUPS)
def cells_of_drawn(most_groups: int) -> Counts:
    """The cell of every hand on a split ace, -1 where nothing is decided."""
    drawn = drawn_hands()
    many = int(drawn.up_to[MOST_DRAWN - 1])
    groups = np.minimum(drawn.cards[:many] - 1, most_groups - 1)
    cells = (drawn.totals[:many] * 2 + drawn.is_soft[:many]) * GROUPS + groups
    cells[(drawn.totals[:many] == BUST) | (drawn.cards[:many] == 0)] = -1
    return cells


# Hands that are not split.

_LOW: Final = 29
_LOW_BITS: Final = 2**_LOW - 1


@kernel
def sweep(
    facing: Facing,
    worth: tuple[Counts, Counts],
    ways: tuple[Counts, Counts],
    cells: Counts,
    chart: Chart,
) -> bool:
    """Puts the best choice into each cell, last cells first; whether any choice changed.

    `worth` is what `value_hands` found; of it only hitting depends on the chart. `ways` is in
    how many orders each hand is come to by the chart, and if one always hits: the second counts
    where the first comes to no hand of a cell. How often a hand is come to depends on cells
    before its own alone, which are looked at later, so each choice is the best beside all
    others as they stand then.

    A sum of values times orders takes up to 72 bits, so it is kept in two parts. The lower is
    at most 13 billion orders times 2**29, which is below 2**63.
    """
    hands, left = facing.hands, facing.met.left
    options, best = worth
    many = len(cells)
    values = best.copy()
    hits = np.zeros(many, np.int64)
    changed = False
    top = many
    while top > 0:
        low = top
        while low > 0 and hands.hard[low - 1] == hands.hard[top - 1]:
            low -= 1
        sums = np.zeros((2, len(chart), len(OPTIONS), 2), np.int64)
        come_to = np.zeros(len(chart), np.int64)
        offered = np.zeros((len(chart), len(OPTIONS)), np.bool_)
        for hand in range(low, top):
            at = cells[hand]
            if at < 0 or facing.met.unseen[hand] < 0:
                continue
            if options[hand, HIT] != NOT_OFFERED:
                hits[hand] = options[hand, HIT]
                for value in range(VALUES):
                    child = hands.child[hand, value]
                    if child >= 0:
                        hits[hand] += left[hand, value] * (values[child] - best[child])
            come_to[at] += ways[0][hand]
            for option in range(len(OPTIONS)):
                if options[hand, option] == NOT_OFFERED:
                    continue
                offered[at, option] = True
                value = hits[hand] if option == HIT else options[hand, option]
                for which in range(2):
                    sums[which, at, option, 0] += ways[which][hand] * (value >> _LOW)
                    sums[which, at, option, 1] += ways[which][hand] * (value & _LOW_BITS)
        for at in range(len(chart)):
            if not offered[at, STAND]:
                continue
            which = 0 if come_to[at] > 0 else 1
            choice = chart[at] if chart[at] != NO_CHOICE else STAND
            for option in range(len(OPTIONS)):
                if offered[at, option]:
                    high = sums[which, at, option, 0] - sums[which, at, choice, 0]
                    lower = sums[which, at, option, 1] - sums[which, at, choice, 1]
                    if high + (lower >> _LOW) > 0 or (
                        high + (lower >> _LOW) == 0 and lower & _LOW_BITS > 0
                    ):
                        choice = option
            changed |= choice != chart[at]
            chart[at] = choice
        for hand in range(low, top):
            at = cells[hand]
            if at >= 0 and facing.met.unseen[hand] >= 0:
                choice = chart[at]
                values[hand] = hits[hand] if choice == HIT else options[hand, choice]
        top = low
    return changed


def _charted(one: Against, split: int, groups: int) -> Chart:
    """A chart in which no cell can be improved by itself."""
    cells = cells_of_hands(groups)
    options, best, _ = value_hands(one.facing, split)
    always = reached(one.facing, one.base, np.full(len(cells), HIT, np.int8))
    ways = always
    chart = np.full(CELLS, NO_CHOICE, np.int8)
    changed = True
    while changed:
        changed = sweep(one.facing, (options, best), (ways, always), cells, chart)
        ways = reached(one.facing, one.base, chart_actions(chart, cells))
    return chart


def chart_actions(chart: Chart, cells: Counts) -> Actions:
    """What to do with every hand by a chart."""
    return np.where(cells >= 0, chart[cells], NO_CHOICE).astype(np.int8)


def by_cells(one: Against, groups: int) -> tuple[Play, Chart, Chart | None]:
    """The play that goes by totals, told apart by so many numbers of cards, and its chart.

    And the chart for hands on a split ace, where they are played on.
    """
    cells = cells_of_hands(groups)
    plays, split_chart = None, None
    if one.split is not None and one.split_aces is SplitAces.DRAW_FREELY:
        split_chart = _split_chart(one, one.split, groups)
        plays = split_plays(split_chart[cells_of_drawn(groups)])
    ends = split_played(one, plays)
    chart = _charted(one, NOT_OFFERED if ends is None else net_of(ends), groups)
    return Play(chart_actions(chart, cells), plays, ends), chart, split_chart


# Split hands that are played on.


def split_plays(by_hand: Actions) -> tuple[Actions, Actions]:
    """What to do with both split hands, where each is played by its own cards alone."""
    many = len(by_hand)
    by_hand = by_hand.astype(np.int8)
    return (
        np.ascontiguousarray(np.broadcast_to(by_hand[:, None], (many, VALUES))),
        np.ascontiguousarray(np.broadcast_to(by_hand[None, :], (many, many))),
    )


def _split_chart(one: Against, facing: SplitFacing, groups: int) -> Chart:
    """A chart for both hands in which no cell can be improved by itself.

    Both hands may come through one cell, so every change is tried and counted out.
    """
    cells = cells_of_drawn(groups)
    chart = _charted(one, NOT_OFFERED, groups)
    chart[cell(12, is_soft=True, group=0)] = HIT
    chart[cell(21, is_soft=True, group=0)] = STAND
    totals = [21] * (not facing.terms.may_hit_21)
    open_cells = [
        at
        for at in sorted({int(at) for at in cells if at >= 0}, reverse=True)
        if at // GROUPS // 2 not in totals
    ]

    def worth() -> int:
        return net_of(split_ends(facing, *split_plays(chart_actions(chart, cells))))

    best, changed = worth(), True
    while changed:
        changed = False
        for at in open_cells:
            kept = chart[at]
            for option in (STAND, HIT, DOUBLE) if at % GROUPS == 0 else (STAND, HIT):
                before, chart[at] = chart[at], option
                tried = best if option == kept else worth()
                if tried > best:
                    best, changed = tried, True
                else:
                    chart[at] = before
    chart[np.setdiff1d(np.arange(CELLS), cells)] = NO_CHOICE
    return chart
