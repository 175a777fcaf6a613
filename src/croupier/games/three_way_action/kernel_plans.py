"""3 Way-Action, compiled: how to decide, as arrays.

Only Blackjack is decided on. A plan says what to do with every hand a player is asked about,
by its number among all hands; with hands on split aces, where those are played on; and whether
to insure. What is nobody's to decide is noted as standing.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.exact.blackjack_counts import (
    ACE,
    FULL_DECK,
    VALUES,
    Counts,
    Flags,
    player_hands,
)
from croupier.games.three_way_action.exact.blackjack_drawn import MOST_DRAWN, drawn_hands
from croupier.games.three_way_action.exact.blackjack_play import OPTIONS, STAND, terms_of
from croupier.games.three_way_action.exact.blackjack_policy import GROUPS, by_cells
from croupier.games.three_way_action.exact.blackjack_simple import (
    mimic_play,
    never_bust_play,
    usual_plays,
)
from croupier.games.three_way_action.exact.blackjack_tally import (
    Against,
    Play,
    against_all,
    best_play,
)
from croupier.games.three_way_action.rules import Insurance, Rules, SplitAces
from croupier.table.worth import Progress, no_strategy

__all__ = [
    "NOBODY",
    "Asked",
    "Choices",
    "Plan",
    "asked_by",
    "make_plan",
    "plan_of",
    "strategies_of",
]

Choices = NDArray[np.uint8]

NOBODY: Final = VALUES
"""In place of an up card: nothing is asked, of who has no Blackjack bet, or for the dealer has
looked and has a blackjack."""


class Plan(NamedTuple):
    """What to do: stand, hit, double or split, by the numbers of `exact.blackjack_play`."""

    actions: Choices
    """By up card, or `NOBODY`, and hand; the last is any that is bust."""
    first: Choices
    """With the first of two split hands: by up card, the hand, and the card of the second."""
    second: Choices
    """With the second: by up card, the first hand, and the second."""
    insures: int
    """1 if everything is insured that may be, else 0."""


class Asked(NamedTuple):
    """Where a plan is asked, in the shape of its arrays; without the rows for nobody."""

    actions: Flags
    first: Flags
    second: Flags


def asked_by(rules: Rules) -> Asked:
    """Where a player is asked by these rules."""
    return _asked_of(
        may_hit_21=terms_of(rules).may_hit_21,
        draws_freely=rules.split_aces is SplitAces.DRAW_FREELY,
    )


@cache
def _asked_of(*, may_hit_21: bool, draws_freely: bool) -> Asked:
    """Where a player is asked, with hands that one deck can deal against each up card."""
    hands = player_hands()
    most = 21 if may_hit_21 else 20
    is_asked = (hands.totals <= most) & (hands.cards < MOST_CARDS)
    is_asked[hands.natural] = False
    shown = FULL_DECK - np.eye(VALUES, dtype=np.int64)
    actions = is_asked & (hands.rows <= shown[:, None, :]).all(axis=2)
    if not draws_freely:
        return Asked(
            actions,
            np.zeros((VALUES, 0, VALUES), np.bool_),
            np.zeros((VALUES, 0, 0), np.bool_),
        )
    drawn = drawn_hands()
    # With the last card that may be drawn nothing is asked any more, nor before the first.
    many = int(drawn.up_to[MOST_DRAWN - 2])
    rows, cards, totals = drawn.rows[:many], drawn.cards[:many], drawn.totals[:many]
    shown[:, ACE] -= 2
    may_draw = (totals <= most) & (cards > 0)
    first = _can_be(rows, np.eye(VALUES, dtype=np.int64), shown)
    first &= (may_draw & (cards < MOST_DRAWN - 1))[:, None]
    second = _can_be(rows, rows, shown)
    second &= may_draw & (cards[:, None] > 0) & (cards[:, None] + cards < MOST_DRAWN)
    return Asked(actions, first, second)


def _can_be(some: Counts, others: Counts, shown: Counts) -> Flags:
    """By up card: which two of these hands can be there together."""
    both = some[:, None, :] + others
    return np.array([(both <= left).all(axis=2) for left in shown])


def plan_of(plays: Sequence[Play], rules: Rules, *, insures: bool = False) -> Plan:
    """The plan that plays so against each up card."""
    asked = asked_by(rules)
    actions = np.zeros((VALUES + 1, asked.actions.shape[1] + 1), np.uint8)
    actions[:VALUES, :-1] = np.where(asked.actions, [play.actions for play in plays], STAND)
    first, second = np.zeros_like(asked.first, np.uint8), np.zeros_like(asked.second, np.uint8)
    many = asked.first.shape[1]
    for up, play in enumerate(plays):
        if play.split is not None:
            ones, others = play.split[0][:many], play.split[1][:many, :many]
            first[up] = np.where(asked.first[up], ones, STAND)
            second[up] = np.where(asked.second[up], others, STAND)
    for some in (actions, first, second):
        assert (some < len(OPTIONS)).all(), "whatever is asked is answered"
    return Plan(actions, first, second, int(insures))


# By name.

OPTIMAL: Final = "Optimal"
INSURED: Final = "Optimal, always insured"
MIMIC: Final = "Mimic the dealer"

_BY_UP_CARD: Final[dict[str, Callable[[Against], Play]]] = {
    OPTIMAL: best_play,
    "By total and cards": lambda one: by_cells(one, GROUPS)[0],
    "By total": lambda one: by_cells(one, 2)[0],
    "Usual": usual_plays,
    INSURED: best_play,
    "Never bust": lambda one: never_bust_play(one, by_cells(one, 2)[0]),
    MIMIC: lambda _: mimic_play(),
}
"""How each is found against one up card."""


def strategies_of(rules: Rules) -> tuple[str, ...]:
    """All that can be played by, the best first."""
    is_offered = rules.insurance is Insurance.TWO_TO_ONE
    return tuple(name for name in _BY_UP_CARD if is_offered or name != INSURED)


def make_plan(strategy: str, rules: Rules, progress: Progress) -> Plan:
    """The plan of that name."""
    if strategy not in strategies_of(rules):
        raise no_strategy("3 Way-Action has no strategy", strategy, strategies_of(rules))
    if strategy == MIMIC:
        return plan_of([mimic_play()] * VALUES, rules)
    plays = []
    for one in against_all(rules):
        progress(f"Blackjack: {strategy}", one.up / VALUES)
        plays.append(_BY_UP_CARD[strategy](one))
    return plan_of(plays, rules, insures=strategy == INSURED)
