"""3 Way-Action, Blackjack: two aces split, with both hands against the same dealer.

Where each ace gets one card nothing is decided. Where both are played on, the second hand is
played knowing every card of the first, and the first looking ahead to that: they share the
limit of seven cards. A hand is known here by the cards on its ace, both hands by theirs
together.
"""

from typing import Final, NamedTuple

import numpy as np

from croupier.compiled import kernel
from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.exact.blackjack_counts import (
    BLACKJACK,
    BUST,
    DEALT_TO_DEALER,
    FALLING,
    RESULTS,
    VALUES,
    Counts,
    Finals,
    Flags,
    count_dealer,
)
from croupier.games.three_way_action.exact.blackjack_drawn import MOST_DRAWN, Drawn
from croupier.games.three_way_action.exact.blackjack_play import (
    DOUBLE,
    HIT,
    NO_CHOICE,
    NOT_OFFERED,
    OPTIONS,
    STAND,
    Actions,
    Terms,
    rows_with,
)

__all__ = [
    "FIRST",
    "MOST_NET",
    "SplitFacing",
    "face_split",
    "first_options",
    "net_of",
    "second_options",
    "split_ends",
    "value_both",
]

MOST_NET: Final = 4
"""Two hands, each doubled."""


# One of the hands, and how many units are on it.
FIRST: Final = 0
FIRST_DOUBLED: Final = 1
SECOND: Final = 2
SECOND_DOUBLED: Final = 3
_STAKES: Final = np.array([1, 2, 1, 2])


class SplitFacing(NamedTuple):
    """One up card against all that can be drawn on both aces together, for the kernels."""

    drawn: Drawn
    ends: Counts
    """By cards drawn and dealer's total."""
    worth: Counts
    """By hand, cards drawn and the hand's total: what it is worth once it takes no further."""
    left: Counts
    unseen: Counts
    """-1 where these cards cannot be."""
    may_draw: Flags
    """Whether a hand is asked as long as fewer than five cards are drawn."""
    natural: int
    """The hole card that makes a blackjack; -1 where none does."""
    terms: Terms


@kernel
def face_split(base: Counts, drawn: Drawn, finals: Finals, terms: Terms, most: int) -> SplitFacing:
    """Counts the dealer's hands against all that can be drawn, up to that many cards.

    `base` is what is unseen and what was drawn on the aces.
    """
    many = len(drawn.cards)
    ends = np.zeros((many, BUST + 1), np.int64)
    worth = np.zeros((len(_STAKES), many, BUST + 1), np.int64)
    left = np.empty((many, VALUES), np.int64)
    unseen = np.full(many, -1, np.int64)
    lost = np.array([1, terms.lost_doubled, terms.lost_second, 2 * terms.lost_second])
    total = base.sum()
    for at in range(many):
        is_possible = 2 <= drawn.cards[at] <= most
        for value in range(VALUES):
            left[at, value] = base[value] - drawn.rows[at, value]
            is_possible &= left[at, value] >= 0
        if not is_possible:
            continue
        unseen[at] = total - drawn.cards[at]
        count_dealer(left[at], unseen[at], finals, FALLING, ends[at])
        cards = 2 + drawn.cards[at]
        naturals = left[at, finals.natural] if finals.natural >= 0 else 0
        beaten = 0 if terms.peeks else rows_with(naturals, unseen[at], cards)
        filled = FALLING[unseen[at] - DEALT_TO_DEALER, MOST_CARDS - cards]
        for player in range(12, BUST):
            score = 0
            for dealer in range(BLACKJACK + 1, BUST + 1):
                score += RESULTS[player, dealer] * ends[at, dealer]
            for hand in range(len(_STAKES)):
                worth[hand, at, player] = _STAKES[hand] * score * filled - lost[hand] * beaten
        for hand in range(len(_STAKES)):
            others = rows_with(unseen[at] - naturals, unseen[at], cards)
            worth[hand, at, BUST] = -_STAKES[hand] * (others + beaten)
    may_draw = drawn.totals < (BUST if terms.may_hit_21 else 21)
    return SplitFacing(drawn, ends, worth, left, unseen, may_draw, finals.natural, terms)


@kernel
def second_options(
    facing: SplitFacing, first: int, second: int, seconds: Counts, options: Counts
) -> bool:
    """What the options of the second hand are worth, that hand alone; whether it is asked."""
    drawn, worth = facing.drawn, facing.worth
    both = drawn.both[first, second]
    options[:] = NOT_OFFERED
    options[STAND] = worth[SECOND, both, drawn.totals[second]]
    if drawn.cards[both] == MOST_DRAWN or not facing.may_draw[second]:
        return False
    may_double = drawn.cards[second] == 1
    hit, double = 0, 0
    for value in range(VALUES):
        copies = facing.left[both, value]
        if copies == 0:
            continue
        child = drawn.child[second, value]
        hit += copies * seconds[first, child]
        if may_double:
            later = drawn.child[both, value]
            double += copies * worth[SECOND_DOUBLED, later, drawn.totals[child]]
    options[HIT] = hit
    if may_double:
        options[DOUBLE] = double
    return True


@kernel
def first_options(
    facing: SplitFacing, first: int, card: int, values: tuple[Counts, Counts], options: Counts
) -> bool:
    """What the options of the first hand are worth, both hands; whether it is asked.

    `card` is what the second hand has on its ace; `values` are what `value_both` finds.
    """
    drawn, worth = facing.drawn, facing.worth
    firsts, seconds = values
    second, both = drawn.child[0, card], drawn.child[first, card]
    options[:] = NOT_OFFERED
    options[STAND] = worth[FIRST, both, drawn.totals[first]] + seconds[first, second]
    if drawn.cards[both] == MOST_DRAWN or not facing.may_draw[first]:
        return False
    may_double = drawn.cards[first] == 1
    hit, double = 0, 0
    for value in range(VALUES):
        copies = facing.left[both, value]
        if copies == 0:
            continue
        child = drawn.child[first, value]
        hit += copies * firsts[child, card]
        if may_double:
            own = worth[FIRST_DOUBLED, drawn.child[both, value], drawn.totals[child]]
            double += copies * (own + seconds[child, second])
    options[HIT] = hit
    if may_double:
        options[DOUBLE] = double
    return True


@kernel
def value_both(facing: SplitFacing) -> tuple[Counts, Counts, Actions, Actions]:
    """What two split hands are worth when both are played on their best.

    By first hand and card of the second: both together; by both hands: the second alone, once
    the first is done. And what to do there.
    """
    drawn = facing.drawn
    many = drawn.up_to[MOST_DRAWN - 1]
    seconds = np.zeros((many, many), np.int64)
    plays_second = np.full((many, many), NO_CHOICE, np.int8)
    firsts = np.zeros((many, VALUES), np.int64)
    plays_first = np.full((many, VALUES), NO_CHOICE, np.int8)
    options = np.empty(len(OPTIONS), np.int64)
    for first in range(1, many):
        for second in range(drawn.up_to[MOST_DRAWN - drawn.cards[first]] - 1, 0, -1):
            both = drawn.both[first, second]
            if both < 0 or facing.unseen[both] < 0:
                continue
            is_asked = second_options(facing, first, second, seconds, options)
            best = np.argmax(options)
            seconds[first, second] = options[best]
            if is_asked:
                plays_second[first, second] = best
    for first in range(many - 1, 0, -1):
        for card in range(VALUES):
            both = drawn.child[first, card]
            if both < 0 or facing.unseen[both] < 0:
                continue
            is_asked = first_options(facing, first, card, (firsts, seconds), options)
            best = np.argmax(options)
            firsts[first, card] = options[best]
            if is_asked:
                plays_first[first, card] = best
    return firsts, seconds, plays_first, plays_second


# What becomes of both hands, by what is gained and staked.


@kernel
def _settle_both(
    facing: SplitFacing,
    hands: tuple[int, int],
    stakes: tuple[int, int],
    ways: int,
    ends: Counts,
) -> None:
    """Counts what becomes of two hands that are done."""
    drawn, terms = facing.drawn, facing.terms
    both = drawn.both[hands[0], hands[1]]
    unseen, cards = facing.unseen[both], 2 + drawn.cards[both]
    filled = ways * FALLING[unseen - DEALT_TO_DEALER, MOST_CARDS - cards]
    totals = drawn.totals[hands[0]], drawn.totals[hands[1]]
    staked = stakes[0] + stakes[1] - 2
    for dealer in range(BLACKJACK + 1, BUST + 1):
        if facing.ends[both, dealer] > 0:
            net = MOST_NET
            for one in range(2):
                result = RESULTS[totals[one], dealer] if totals[one] < BUST else -1
                net += result * stakes[one]
            ends[net, staked, 0] += facing.ends[both, dealer] * filled
    if facing.natural >= 0 and not terms.peeks:
        net = MOST_NET
        if totals[0] == BUST:
            net -= stakes[0]
        else:
            net -= 1 if stakes[0] == 1 else terms.lost_doubled
        net -= stakes[1] * (1 if totals[1] == BUST else terms.lost_second)
        naturals = facing.left[both, facing.natural]
        ends[net, staked, 1] += ways * rows_with(naturals, unseen, cards)


@kernel
def _first_hands(facing: SplitFacing, plays: Actions) -> Counts:
    """In how many orders each first hand is done with, by the card of the second.

    Once for hands that were not doubled, once for those that were.
    """
    drawn, left = facing.drawn, facing.left
    many = drawn.up_to[MOST_DRAWN - 1]
    ways = np.zeros((many, VALUES), np.int64)
    done = np.zeros((2, many, VALUES), np.int64)
    for value in range(VALUES):
        for card in range(VALUES):
            copies = left[0, value] * (left[0, card] - (value == card))
            if copies > 0:
                ways[drawn.child[0, value], card] = copies
    for first in range(1, many):
        for card in range(VALUES):
            if ways[first, card] == 0:
                continue
            both = drawn.child[first, card]
            play = plays[first, card]
            is_full = drawn.cards[both] == MOST_DRAWN
            if play <= STAND or is_full or not facing.may_draw[first]:
                done[0, first, card] += ways[first, card]
                continue
            for value in range(VALUES):
                more = ways[first, card] * left[both, value]
                if more == 0:
                    continue
                if play == HIT:
                    ways[drawn.child[first, value], card] += more
                else:
                    done[1, drawn.child[first, value], card] += more
    return done


@kernel
def split_ends(facing: SplitFacing, plays_first: Actions, plays_second: Actions) -> Counts:
    """What becomes of two split hands played so, counted in rows.

    By what is gained (from -4), by what is staked (from 2), and by whether the dealer had a
    blackjack that was not seen before. All together are at most 49 x … x 39 rows.
    """
    drawn, left = facing.drawn, facing.left
    many = drawn.up_to[MOST_DRAWN - 1]
    ends = np.zeros((2 * MOST_NET + 1, 3, 2), np.int64)
    done = _first_hands(facing, plays_first)
    ways = np.zeros(many, np.int64)
    for where in np.argwhere(done):
        doubled, first, card = where
        most = drawn.up_to[MOST_DRAWN - drawn.cards[first]]
        ways[:most] = 0
        ways[drawn.child[0, card]] = done[doubled, first, card]
        stake = 1 + doubled
        for second in range(1, most):
            if ways[second] == 0:
                continue
            both = drawn.both[first, second]
            play = plays_second[first, second]
            is_full = drawn.cards[both] == MOST_DRAWN
            if play <= STAND or is_full or not facing.may_draw[second]:
                _settle_both(facing, (first, second), (stake, 1), ways[second], ends)
                continue
            for value in range(VALUES):
                more = ways[second] * left[both, value]
                if more == 0:
                    continue
                child = drawn.child[second, value]
                if play == HIT:
                    ways[child] += more
                else:
                    _settle_both(facing, (first, child), (stake, 2), more, ends)
    return ends


_NETS: Final = np.arange(-MOST_NET, MOST_NET + 1, dtype=np.int64)[:, None, None]


def net_of(ends: Counts) -> int:
    """What both hands gain together, on their rows: at most four units on each."""
    return int((ends * _NETS).sum())
