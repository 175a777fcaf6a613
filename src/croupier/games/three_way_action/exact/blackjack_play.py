"""3 Way-Action, Blackjack: the best play of one hand, and what any other play brings.

For one up card of the dealer, every hand gets what each option is worth as a number of units on
so many rows of cards (see `blackjack_counts`). What the player does may depend on every card he
holds. Where the dealer looks for a blackjack before anyone draws, only the rows in which he has
none are counted.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.compiled import kernel
from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.exact.blackjack_counts import (
    BLACKJACK,
    BUST,
    DEALT_TO_DEALER,
    FALLING,
    RESULTS,
    ROW,
    VALUES,
    Counts,
    Finals,
    Hands,
    count_dealer,
)
from croupier.games.three_way_action.rules import DealerPeek, HitOn21, Rules

__all__ = [
    "DEALER",
    "DOUBLE",
    "DOUBLED",
    "ENDS",
    "HIT",
    "LOSE",
    "NOT_OFFERED",
    "NO_CHOICE",
    "OPTIONS",
    "OVER",
    "PUSH",
    "SEVEN",
    "SPLIT",
    "STAND",
    "WIN",
    "Actions",
    "Facing",
    "Met",
    "Terms",
    "ends_of",
    "first_ways",
    "meet_dealer",
    "reached",
    "rows_with",
    "terms_of",
    "value_hands",
]

Actions = npt.NDArray[np.int8]

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
OPTIONS: Final = ("stand", "hit", "double", "split")
"""In the order in which they are offered."""
NO_CHOICE: Final = -1
"""Where nothing is asked: a blackjack, seven cards, a hand that these cards cannot make."""

NOT_OFFERED: Final = -(2**63)

# How a hand that was not split can end. Once it is doubled, the same and six more.
WIN: Final = 0
PUSH: Final = 1
LOSE: Final = 2
OVER: Final = 3
SEVEN: Final = 4
DEALER: Final = 5
"""Lost to a dealer's blackjack that was not seen before."""
DOUBLED: Final = 6
ENDS: Final = 2 * DOUBLED


class Terms(NamedTuple):
    """The readings that change how hands are played, for the kernels."""

    peeks: bool
    may_hit_21: bool
    lost_doubled: int
    """How many units a doubled hand loses to a dealer's blackjack."""
    lost_second: int
    """How many the second of two split hands loses to it."""
    seven_win: bool = True
    """Whether seven cards win; they do in this game."""


def terms_of(rules: Rules) -> Terms:
    """The rules, for the kernels."""
    original_only = rules.dealer_peek is DealerPeek.NO_PEEK_ORIGINAL_BETS
    return Terms(
        peeks=rules.dealer_peek is DealerPeek.PEEK,
        may_hit_21=rules.hit_on_21 is HitOn21.ALLOWED,
        lost_doubled=1 if original_only else 2,
        lost_second=0 if original_only else 1,
    )


class Met(NamedTuple):
    """Every hand, as it stands, against the dealer's further cards."""

    win: Counts
    push: Counts
    lose: Counts
    left: Counts
    """What is unseen, by value; below zero somewhere where the hand cannot be."""
    unseen: Counts
    """How many cards are unseen; -1 where the hand cannot be."""


class Facing(NamedTuple):
    """One up card, for the kernels."""

    hands: Hands
    met: Met
    natural: int
    """The hole card that makes a blackjack; -1 where none does."""
    terms: Terms


@kernel
def rows_with(holes: int, unseen: int, cards: int) -> int:
    """The rows from a player's cards on in which the hole card is one of `holes` unseen ones."""
    return int(holes * FALLING[unseen - 1, ROW - 1 - cards])


@kernel
def meet_dealer(base: Counts, hands: Hands, finals: Finals, most: int) -> Met:
    """Counts the dealer's hands against every hand of at most that many cards.

    `base` is what is unseen and what the player holds, by value.
    """
    many = len(hands.cards)
    win, push, lose = np.zeros(many, np.int64), np.zeros(many, np.int64), np.zeros(many, np.int64)
    unseen = np.full(many, -1, np.int64)
    left = np.empty((many, VALUES), np.int64)
    ends = np.empty(BUST + 1, np.int64)
    total = base.sum()
    for hand in range(many):
        is_possible = True
        for value in range(VALUES):
            left[hand, value] = base[value] - hands.rows[hand, value]
            is_possible &= left[hand, value] >= 0
        if not is_possible:
            continue
        unseen[hand] = total - hands.cards[hand]
        if hands.cards[hand] > most:
            continue
        count_dealer(left[hand], unseen[hand], finals, FALLING, ends)
        for dealer in range(BLACKJACK + 1, BUST + 1):
            result = RESULTS[hands.totals[hand], dealer]
            if result > 0:
                win[hand] += ends[dealer]
            elif result < 0:
                lose[hand] += ends[dealer]
            else:
                push[hand] += ends[dealer]
    return Met(win, push, lose, left, unseen)


@kernel
def _naturals(facing: Facing, hand: int) -> int:
    """How many of the hole cards that a hand leaves make a blackjack."""
    return int(facing.met.left[hand, facing.natural]) if facing.natural >= 0 else 0


@kernel
def _stand(facing: Facing, hand: int, times: int, ends: Counts) -> None:
    """Counts what becomes of a hand that takes no further card, so many times."""
    cards, unseen = facing.hands.cards[hand], facing.met.unseen[hand]
    naturals = _naturals(facing, hand)
    if cards == MOST_CARDS and facing.terms.seven_win:
        ends[SEVEN] += times * rows_with(unseen - naturals, unseen, cards)
    else:
        filled = times * FALLING[unseen - DEALT_TO_DEALER, MOST_CARDS - cards]
        ends[WIN] += facing.met.win[hand] * filled
        ends[PUSH] += facing.met.push[hand] * filled
        ends[LOSE] += facing.met.lose[hand] * filled
    if not facing.terms.peeks:
        ends[DEALER] += times * rows_with(naturals, unseen, cards)


@kernel
def _rows_after(facing: Facing, hand: int, value: int) -> int:
    """The rows that count once a hand has drawn a value."""
    unseen = facing.met.unseen[hand] - 1
    holes = unseen
    if facing.terms.peeks:
        holes -= _naturals(facing, hand) - (value == facing.natural)
    return rows_with(holes, unseen, facing.hands.cards[hand] + 1)


@kernel
def value_hands(facing: Facing, split: int) -> tuple[Counts, Counts, Actions]:
    """What every option of every hand is worth, the best of them, and which that is.

    `split` is what splitting two aces is worth, on the rows of that hand; `NOT_OFFERED` where
    it is not allowed. No value is over four units on 49 x … x 39 rows, which 64 bits hold.
    """
    hands, left, terms = facing.hands, facing.met.left, facing.terms
    many = len(hands.cards)
    options = np.full((many, len(OPTIONS)), NOT_OFFERED, np.int64)
    best = np.zeros(many, np.int64)
    actions = np.full(many, NO_CHOICE, np.int8)
    ends = np.zeros(ENDS, np.int64)
    doubled = np.zeros(many, np.int64)
    for hand in range(many - 1, -1, -1):
        if facing.met.unseen[hand] < 0:
            continue
        ends[:] = 0
        _stand(facing, hand, 1, ends)
        won = ends[WIN] + ends[SEVEN] - ends[LOSE]
        best[hand] = won - ends[DEALER]
        doubled[hand] = 2 * won - terms.lost_doubled * ends[DEALER]
        if hand == hands.natural or hands.cards[hand] == MOST_CARDS:
            continue
        options[hand, STAND] = best[hand]
        if hands.totals[hand] < 21 or terms.may_hit_21:
            hit, double = 0, 0
            for value in range(VALUES):
                copies = left[hand, value]
                if copies == 0:
                    continue
                child = hands.child[hand, value]
                if child < 0:
                    lost = copies * _rows_after(facing, hand, value)
                    hit -= lost
                    double -= 2 * lost
                else:
                    hit += copies * best[child]
                    double += copies * doubled[child]
            options[hand, HIT] = hit
            if hands.cards[hand] == 2:
                options[hand, DOUBLE] = double
        if hand == hands.aces:
            options[hand, SPLIT] = split
        actions[hand] = np.argmax(options[hand])
        best[hand] = options[hand, actions[hand]]
    return options, best, actions


@kernel
def ends_of(facing: Facing, actions: Actions) -> Counts:
    """How often, counted in rows, each hand comes to each end when it is played so.

    A hand that is split comes to none of these ends.
    """
    hands, left = facing.hands, facing.met.left
    many = len(hands.cards)
    ends = np.zeros((many, ENDS), np.int64)
    once = np.zeros(ENDS, np.int64)
    for hand in range(many - 1, -1, -1):
        action = actions[hand]
        if facing.met.unseen[hand] < 0 or hand == hands.natural or action == SPLIT:
            continue
        if action <= STAND:
            _stand(facing, hand, 1, ends[hand])
            continue
        for value in range(VALUES):
            copies = left[hand, value]
            if copies == 0:
                continue
            child = hands.child[hand, value]
            if child < 0:
                end = OVER + DOUBLED if action == DOUBLE else OVER
                ends[hand, end] += copies * _rows_after(facing, hand, value)
            elif action == HIT:
                for end in range(ENDS):
                    ends[hand, end] += copies * ends[child, end]
            else:
                once[:] = 0
                _stand(facing, child, copies, once)
                for end in range(DOUBLED):
                    ends[hand, end + DOUBLED] += once[end]
    return ends


@kernel
def first_ways(base: Counts, hand: Counts) -> int:
    """In how many orders the first two cards can be these."""
    ways, different = 1, 0
    for value in range(VALUES):
        ways *= FALLING[base[value], hand[value]]
        different += hand[value] > 0
    return int(ways * different)


@kernel
def reached(facing: Facing, base: Counts, actions: Actions) -> Counts:
    """In how many orders of its cards each hand is come to, from any first two, played so.

    With six cards that is at most 51 x 50 x 49 x 48 x 47 x 46, thirteen billion.
    """
    hands, left = facing.hands, facing.met.left
    many = len(hands.cards)
    orders = np.zeros(many, np.int64)
    for hand in range(many):
        if facing.met.unseen[hand] < 0:
            continue
        if hands.cards[hand] == 2:
            orders[hand] = first_ways(base, hands.rows[hand])
        if actions[hand] == HIT:
            for value in range(VALUES):
                child = hands.child[hand, value]
                if child >= 0 and left[hand, value] > 0:
                    orders[child] += orders[hand] * left[hand, value]
    return orders
