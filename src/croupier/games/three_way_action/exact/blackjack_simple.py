"""3 Way-Action, Blackjack: plans that anybody can keep in his head."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from croupier.cards import BlackjackTotal, Card
from croupier.games.blackjack_habit import usual_play
from croupier.games.blackjack_hands import dealer_draws
from croupier.games.three_way_action.exact.blackjack_counts import (
    ACE,
    NOTHING,
    cards_of,
    player_hands,
    with_one_more,
)
from croupier.games.three_way_action.exact.blackjack_drawn import drawn_hands
from croupier.games.three_way_action.exact.blackjack_play import (
    DOUBLE,
    HIT,
    NO_CHOICE,
    OPTIONS,
    STAND,
    Actions,
)
from croupier.games.three_way_action.exact.blackjack_policy import (
    GROUPS,
    cells_of_drawn,
    cells_of_hands,
    split_plays,
)
from croupier.games.three_way_action.exact.blackjack_tally import Against, Play, split_played
from croupier.games.three_way_action.rules import SplitAces

__all__ = ["mimic_play", "never_bust_play", "usual_plays"]


def _by_total(decide: Callable[[BlackjackTotal], int]) -> Actions:
    """What to do with every hand, by its total alone."""
    hands = player_hands()
    cells = cells_of_hands(GROUPS)
    return np.array(
        [
            decide(BlackjackTotal(int(total), bool(is_soft), int(cards))) if at >= 0 else NO_CHOICE
            for at, total, is_soft, cards in zip(
                cells, hands.totals, hands.is_soft, hands.cards, strict=True
            )
        ],
        np.int8,
    )


def mimic_play() -> Play:
    """As the dealer draws: no double and no split."""
    return Play(_by_total(lambda total: HIT if dealer_draws(total) else STAND))


def never_bust_play(one: Against, play: Play) -> Play:
    """Another play, but no card is taken that could make the hand bust."""
    hands = player_hands()
    could_bust = (hands.hard > 11) & (play.actions != NO_CHOICE)
    actions = np.where(could_bust, STAND, play.actions).astype(np.int8)
    plays = play.split
    if plays is not None:
        by_hand = plays[0][:, 0]
        is_hard = drawn_hands().is_soft[: len(by_hand)] == 0
        plays = split_plays(np.where(is_hard, STAND, by_hand))
    return Play(actions, plays, split_played(one, plays))


@lru_cache(maxsize=1)
def _hands_as_cards() -> tuple[tuple[Card, ...], ...]:
    return tuple(cards_of(row) for row in player_hands().rows.tolist())


@lru_cache(maxsize=1)
def _drawn_as_cards() -> tuple[tuple[Card, ...], ...]:
    rows = drawn_hands().rows[: len(cells_of_drawn(GROUPS))].tolist()
    return tuple(cards_of(with_one_more(tuple(row), ACE)) for row in rows)


def usual_plays(one: Against) -> Play:
    """Blackjack as it is usually advised."""
    (up_card,) = cards_of(with_one_more(NOTHING, one.up))
    hands = player_hands()
    few, some = OPTIONS[: HIT + 1], OPTIONS[: DOUBLE + 1]

    def usual(cards: tuple[Card, ...], *, may_split: bool = False) -> int:
        offered = OPTIONS if may_split else some if len(cards) == 2 else few
        return OPTIONS.index(usual_play(cards, up_card, offered))

    actions = np.full(len(hands.cards), NO_CHOICE, np.int8)
    for hand in np.flatnonzero(cells_of_hands(GROUPS) >= 0).tolist():
        may_split = hand == hands.aces and one.split is not None
        actions[hand] = usual(_hands_as_cards()[hand], may_split=may_split)
    assert (actions[hands.totals == 21] <= STAND).all(), (
        "he never hits 21, so nobody need forbid it"
    )
    plays = None
    if one.split is not None and one.split_aces is SplitAces.DRAW_FREELY:
        by_hand = np.array([usual(cards) for cards in _drawn_as_cards()], np.int8)
        plays = split_plays(np.where(cells_of_drawn(GROUPS) >= 0, by_hand, NO_CHOICE))
    return Play(actions, plays, split_played(one, plays))
