"""Roll Your Own Blackjack, compiled: players and dealer draw to their hands.

Hands that were split and wait to be played are all alike, one card of the value that was split.
So it is enough to know how many they are.
"""

from typing import Final, NamedTuple

import numpy as np

from croupier.cards import DECK
from croupier.cards.stream_kernels import block_words, upper_half
from croupier.cards.streams import GROUP
from croupier.compiled import Number, kernel, part
from croupier.games.kernel_parts import purse_of, taped
from croupier.games.roll_your_own_blackjack import kernel_tables as tables
from croupier.games.roll_your_own_blackjack.exact import hand_index
from croupier.games.roll_your_own_blackjack.exact.hand_values import DOUBLE, HIT, SPLIT, STAND
from croupier.games.roll_your_own_blackjack.kernel_layout import (
    ADDED,
    CARDS,
    CENTS,
    DEALER,
    DEALT,
    DECISION,
    NEXT_CARD,
    SECOND,
    SETTLED,
    STANDING,
    START,
    TOTAL,
    TWO_CARD,
    U64,
    WAY,
    InPlay,
    Layout,
)
from croupier.games.roll_your_own_blackjack.kernel_plans import (
    ACTION_BITS,
    FURTHER_SHIFT,
    ROW_SHIFT,
)
from croupier.games.roll_your_own_blackjack.kernel_tables import Bits
from croupier.table.kernel import NO_LIMIT, Batch

__all__ = ["FOUR", "ONE", "play_dealer", "play_hands"]

ONE: Final = U64(1)
TWO: Final = U64(2)
FOUR: Final = U64(4)
"""How far a hand is shifted to make room for a rank."""
ALL: Final = U64(len(DECK))
ACE: Final = U64(hand_index.ACE)
VALUES: Final = U64(hand_index.VALUES)
"""Hands of one card have the lowest numbers."""
BUST: Final = U64(tables.BUST)
NATURAL: Final = U64(tables.NATURAL)
BLACKJACK: Final = U64(tables.BLACKJACK)
OUT_OF_CARDS: Final = U64(tables.OUT_OF_CARDS)
NO_PAIR: Final = tables.NO_PAIR
ROW: Final = U64(ROW_SHIFT)
FURTHER: Final = U64(FURTHER_SHIFT)
NO_CARD: Final = U64(15)
"""In place of a rank: there is none left. What it makes of any hand is over twenty-one."""


# Drawing.


@part
def draw(play: InPlay, here: np.uint64) -> np.uint64:
    """The rank of the next card, or `NO_CARD`.

    Then more cards were taken than there are, which is how one knows that they ran out.
    """
    at = play.course[here, NEXT_CARD]
    if at == play.course[here, DEALT]:
        play.course[here, DEALT] = deal_on(play, here, at)
    play.course[here, NEXT_CARD] = at + ONE
    rank = U64(play.decks[here, at]) >> TWO
    return rank if at < play.course[here, DEALT] else NO_CARD


@part
def deal_on(play: InPlay, here: np.uint64, dealt: np.uint64) -> np.uint64:
    """Deals the next group, if there is one; says how many cards are dealt then.

    The same as `deal_further`, but in little code, for it becomes a part of all who draw.
    """
    decks, number = play.decks, play.numbers[here]
    group, last = dealt // U64(GROUP), min(dealt + U64(GROUP), ALL)
    word, other = block_words(number, group >> ONE, play.seed)
    word = other if group & ONE else word
    ways = ONE
    for at in range(dealt, last):
        ways *= ALL - at
    attempt = U64(0)
    while word * ways < (U64(0) - ways) % ways:
        attempt += ONE
        word, _ = block_words(number, U64(256) * attempt + U64(8) + group, play.seed)
    for at in range(dealt, last):
        place = at + upper_half(word, ALL - at)
        word *= ALL - at
        card = decks[here, place]
        decks[here, place] = decks[here, at]
        decks[here, at] = card
    return last


@part
def is_in(hand: np.uint64, bits: Bits, start: np.uint64) -> bool:
    """Whether the bit of a hand is set in the row that starts there."""
    return bool((bits[start + (hand >> U64(6))] >> (hand & U64(63))) & ONE)


# The players.


class Turn(NamedTuple):
    """Whose turn it is."""

    here: np.uint64
    """Which of the rounds in play."""
    row: np.uint64
    one: np.uint64
    """Which starting hand."""
    splits: Number
    """How often it was split."""
    stake: np.int64
    left: np.int64
    """What the seat can still add."""


class Chosen(NamedTuple):
    """What is done with a hand."""

    hand: np.uint64
    action: np.int64
    start: np.uint64
    """Where in the plan the row of hands starts that are hit after it."""


@kernel
def play_hands(batch: Batch, layout: Layout, play: InPlay) -> None:
    """All seats in turn play their hands. Whoever is not yet done when cards run out has won."""
    seats, plan = layout.seats, layout.plan
    is_taped = batch.tape.shape[1] > 0
    for at in range(len(play.numbers)):
        here, row = U64(at), U64(play.start + at)
        for place in range(len(seats.stakes)):
            one = U64(place ^ layout.readings.one_card_first)
            seat, stake = one >> ONE, seats.stakes[one]
            hand, second = play.hands[here, one, CARDS], play.hands[here, one, SECOND]
            if hand == SETTLED:
                continue
            if hand < VALUES and play.course[here, NEXT_CARD] <= ALL:
                rank = draw(play, here)
                second = U64(layout.hands.values[rank])
                hand = U64(layout.hands.longer[hand << FOUR | rank])
                if hand == NATURAL:
                    play.seats[here, seat, TWO_CARD + (one & ONE)] = seats.naturals[one]
                    continue
            if play.course[here, NEXT_CARD] > ALL:
                play.seats[here, seat, TWO_CARD + (one & ONE)] = stake
                continue
            left = (purse_of(batch, row) if seat == 0 else NO_LIMIT) - play.seats[here, seat, ADDED]
            turn = Turn(here, row, one, 0, stake, left)
            way = plan.ways[play.hands[here, one, WAY]]
            start = way >> ROW
            if is_taped:
                action = _ask(batch, layout, play, turn, hand)
            else:
                action = action_of(way, second)
                if action >= DOUBLE and stake > left:
                    # What is too dear to double is hit, and a pair is played as other hands are.
                    action = np.int64(action == DOUBLE or is_in(hand, plan.hits, start))
            if action == SPLIT:
                _play_split(batch, layout, play, turn, hand)
            else:
                _play_out(batch, layout, play, turn, Chosen(hand, action, start))


@kernel
def _play_split(batch: Batch, layout: Layout, play: InPlay, turn: Turn, pair: np.uint64) -> None:
    """Plays all hands that a pair is split into; split aces get one card each."""
    here, one, stake, left = turn.here, turn.one, turn.stake, turn.left - turn.stake
    half = U64(layout.hands.halves[pair])
    way = layout.plan.ways[play.hands[here, one, WAY] + ONE]
    start, further = way >> ROW, np.int64(way >> FURTHER & U64(7))
    splits, waiting = 1, 2
    play.seats[here, one >> ONE, ADDED] += stake
    while waiting > 0 and play.course[here, NEXT_CARD] <= ALL:
        rank = draw(play, here)
        hand, second = U64(layout.hands.longer[half << FOUR | rank]), layout.hands.values[rank]
        turn = Turn(here, turn.row, one, splits, stake, left)
        action = np.int64(STAND)
        if half != ACE and rank != NO_CARD and layout.hands.totals[hand] != 21:
            if batch.tape.shape[1] > 0:
                action = _ask(batch, layout, play, turn, hand)
            else:
                action = action_of(way, U64(second))
                if U64(second) == half and splits <= further and stake <= left:
                    action = np.int64(SPLIT)
                elif action == DOUBLE and stake > left:
                    action = np.int64(HIT)
        if action >= DOUBLE:
            left -= stake
        if action == SPLIT:
            play.seats[here, one >> ONE, ADDED] += stake
            splits += 1
            waiting += 1
        else:
            _play_out(batch, layout, play, turn, Chosen(hand, action, start))
            waiting -= 1
    play.seats[here, one >> ONE, TWO_CARD + (one & ONE)] += stake * waiting


@part
def action_of(way: np.uint64, second: np.uint64) -> np.int64:
    """What a way does with two cards."""
    return np.int64(way >> second * U64(ACTION_BITS) & U64(3))


@part
def _ask(batch: Batch, layout: Layout, play: InPlay, turn: Turn, hand: np.uint64) -> np.int64:
    """What the tape says to do with two cards."""
    which, can_pay = turn.one & ONE, turn.stake <= turn.left
    may_double = can_pay & layout.readings.may_double[which, U64(turn.splits > 0)]
    may_split = (
        can_pay
        & layout.readings.may_split[which]
        & (turn.splits < layout.readings.most_splits)
        & (layout.hands.halves[hand] != NO_PAIR)
    )
    offered = 2 + np.int64(may_double) + np.int64(may_split)
    choice = taped(batch, turn.row, play.course[turn.here, DECISION], offered)
    play.course[turn.here, DECISION] += ONE
    return choice + np.int64((choice == DOUBLE) & ~may_double)


@part
def _play_out(batch: Batch, layout: Layout, play: InPlay, turn: Turn, chosen: Chosen) -> None:
    """Plays a hand that is not split, and puts it down if it stands."""
    here, seat, column = turn.here, turn.one >> ONE, TWO_CARD + (turn.one & ONE)
    more = turn.stake * np.int64(chosen.action == DOUBLE)
    play.seats[here, seat, ADDED] += more
    hand, action = chosen.hand, chosen.action
    while action != STAND:
        hand = U64(layout.hands.longer[hand << FOUR | draw(play, here)])
        is_hit = is_in(hand, layout.plan.hits, chosen.start)
        if batch.tape.shape[1] > 0:
            is_asked = (action == HIT) & (hand != BUST) & (layout.hands.totals[hand] != 21)
            is_hit = taped(batch, turn.row, play.course[here, DECISION], 2) == HIT
            is_hit &= is_asked
            play.course[here, DECISION] += U64(is_asked)
        action = np.int64(is_hit & (action == HIT))
    cents, at = turn.stake + more, play.course[here, STANDING]
    play.ends[here, at, TOTAL] = layout.hands.totals[hand]
    play.ends[here, at, CENTS] = cents
    play.ends[here, at, START] = turn.one
    play.course[here, STANDING] += U64(hand != BUST)
    # Without a card it has won, and else it is bust.
    lost = np.int64(hand == BUST) * (1 - 2 * np.int64(play.course[here, NEXT_CARD] > ALL))
    play.seats[here, seat, column] -= cents * lost


# The dealer.


@kernel
def play_dealer(layout: Layout, play: InPlay) -> None:
    """Draws where a hand stands, and settles all that stand by what the dealer comes to."""
    for at in range(len(play.numbers)):
        here = U64(at)
        dealer, standing = play.course[here, DEALER], play.course[here, STANDING]
        is_drawing = standing > 0 and play.course[here, NEXT_CARD] <= ALL
        while is_drawing & is_in(dealer, layout.hands.is_drawn_to, U64(0)):
            rank = draw(play, here)
            dealer = U64(layout.hands.longer[dealer << FOUR | rank])
        result = U64(layout.hands.totals[dealer])
        if dealer == NATURAL:
            result = BLACKJACK
        if play.course[here, NEXT_CARD] > ALL:
            result = OUT_OF_CARDS
        for which in range(standing):
            one = U64(play.ends[here, which, START])
            score = layout.hands.scores[U64(play.ends[here, which, TOTAL]), result]
            play.seats[here, one >> ONE, TWO_CARD + (one & ONE)] += (
                play.ends[here, which, CENTS] * score
            )
