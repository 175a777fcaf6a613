"""Roll Your Own Blackjack, compiled: rounds, from the deal to what every seat gained.

Rounds are played some at a time, step by step: so the processor need not wait for one round to be
settled before it begins the next.
"""

from typing import Final

import numpy as np

from croupier.cards.stream_kernels import (
    CHUNK,
    DECK_ROOM,
    deal_first,
    deal_further,
    deal_second,
    first_words,
)
from croupier.cards.streams import GROUP
from croupier.compiled import kernel
from croupier.games.kernel_parts import purse_of, taped
from croupier.games.roll_your_own_blackjack import kernel_plans as packed
from croupier.games.roll_your_own_blackjack import kernel_tables as tables
from croupier.games.roll_your_own_blackjack.exact import hand_index
from croupier.games.roll_your_own_blackjack.kernel_hands import (
    FOUR,
    NATURAL,
    ONE,
    TWO,
    play_dealer,
    play_hands,
)
from croupier.games.roll_your_own_blackjack.kernel_layout import (
    ADDED,
    AFTER_SECOND_CARDS,
    BONUS,
    CARDS,
    COLUMNS,
    DEALER,
    DEALT,
    DECISION,
    INSURANCE,
    KEPT_OF_END,
    KEPT_OF_HAND,
    KEPT_OF_ROUND,
    MOST_HANDS,
    NEVER,
    NEXT_CARD,
    ONE_CARD,
    SECOND,
    SETTLED,
    STANDING,
    TWO_CARD,
    U64,
    WAY,
    InPlay,
    Layout,
)
from croupier.table.kernel import Batch

__all__ = ["play_rounds"]

THREE: Final = U64(3)
ACE: Final = U64(hand_index.ACE)
TEN: Final = U64(hand_index.TEN)
VALUES: Final = U64(hand_index.VALUES)
KINDS: Final = U64(tables.DOUBLE_BLACKJACK)
ALONE: Final = U64((1 << packed.ALONE_BITS) - 1)
INSURES: Final = U64(packed.INSURES_SHIFT)
TWO_WAY: Final = U64(packed.TWO_SHIFT)
ONE_WAY: Final = U64(packed.ONE_SHIFT)
WAYS: Final = U64((1 << (packed.ONE_SHIFT - packed.TWO_SHIFT)) - 1)


@kernel
def play_rounds(batch: Batch, layout: Layout) -> None:
    """Plays all rounds of a batch."""
    seated = len(layout.seats.insurance)
    words, more_words = np.empty(CHUNK, np.uint64), np.empty(CHUNK, np.uint64)
    decks = np.empty((CHUNK, DECK_ROOM), np.uint8)
    course = np.empty((CHUNK, KEPT_OF_ROUND), np.uint64)
    hands = np.empty((CHUNK, 2 * seated, KEPT_OF_HAND), np.uint64)
    seats = np.empty((CHUNK, seated, np.int64(COLUMNS)), np.int64)
    ends = np.empty((CHUNK, 2 * seated * MOST_HANDS + 1, KEPT_OF_END), np.int64)
    for start in range(0, len(batch.numbers), CHUNK):
        numbers = batch.numbers[start : start + CHUNK]
        first_words(numbers, batch.seed, words, more_words)
        for at in range(len(numbers)):
            here = U64(at)
            deal_first(decks[here], words[here], numbers[here], batch.seed)
            deal_second(decks[here], more_words[here], numbers[here], batch.seed)
            if layout.groups > 2:
                deal_further(decks[here], 2, layout.groups, numbers[here], batch.seed)
        play = InPlay(start, batch.seed, numbers, decks, course, hands, seats, ends)
        _set_hands(batch, layout, play)
        _look(batch, layout, play)
        play_hands(batch, layout, play)
        play_dealer(layout, play)
        _write(batch, layout, play)


@kernel
def _set_hands(batch: Batch, layout: Layout, play: InPlay) -> None:
    """All seats set their hands. The Bonus is settled, and what is a blackjack already."""
    known, seats, decks = layout.hands, layout.seats, play.decks
    values, of_dealer = known.values, U64(3 * len(seats.insurance))
    for at in range(len(play.numbers)):
        here, row = U64(at), U64(play.start + at)
        burned, up = decks[here, of_dealer] >> TWO, decks[here, of_dealer + ONE] >> TWO
        hole = decks[here, of_dealer + TWO] >> TWO
        play.course[here, NEXT_CARD] = of_dealer + THREE
        play.course[here, DEALT] = GROUP * layout.groups
        play.course[here, DECISION] = len(seats.insurance)
        play.course[here, STANDING] = 0
        play.course[here, DEALER] = known.two[up << FOUR | hole]
        before = (U64(layout.sees_burned) * values[burned] * VALUES + values[up]) * VALUES
        for seat in range(U64(len(seats.insurance))):
            first, two_card, one_card = THREE * seat, TWO * seat, TWO * seat + ONE
            c0, c1, c2 = decks[here, first], decks[here, first + ONE], decks[here, first + TWO]
            r0, r1, r2 = c0 >> TWO, c1 >> TWO, c2 >> TWO
            is_suited = U64(((c0 ^ c1) | (c0 ^ c2)) & THREE == 0)
            kind = U64(known.three[is_suited, (r0 << FOUR | r1) << FOUR | r2])
            if batch.tape.shape[1] > 0:
                deal = U64(taped(batch, row, seat, 3))
            else:
                deal = ((before + values[r0]) * VALUES + values[r1]) * VALUES + values[r2]
                deal = layout.plan.deals[deal]
            alone = deal & ALONE
            one = decks[here, first + U64(alone == 0)] >> TWO
            other = decks[here, first + TWO - U64(alone == TWO)] >> TWO
            together = U64(known.two[one << FOUR | other])
            is_double = kind >= KINDS
            is_natural = is_double | (together == NATURAL)
            play.hands[here, two_card, CARDS] = SETTLED if is_natural else together
            play.hands[here, two_card, SECOND] = values[other]
            play.hands[here, two_card, WAY] = (deal >> TWO_WAY & WAYS) * TWO
            value = U64(values[decks[here, first + alone] >> TWO])
            play.hands[here, one_card, CARDS] = SETTLED if is_double else value
            play.hands[here, one_card, WAY] = (deal >> ONE_WAY) * TWO
            play.seats[here, seat, BONUS] = seats.bonus[seat, kind & (KINDS - ONE)]
            play.seats[here, seat, TWO_CARD] = seats.naturals[two_card] * np.int64(is_natural)
            play.seats[here, seat, ONE_CARD] = seats.naturals[one_card] * np.int64(is_double)
            # For now, whether insurance is wanted.
            play.seats[here, seat, INSURANCE] = np.int64(deal >> INSURES & ONE)
            play.seats[here, seat, ADDED] = 0


@kernel
def _look(batch: Batch, layout: Layout, play: InPlay) -> None:
    """Insurance against an ace; then second cards, and whether the dealer has a blackjack.

    Cards and decisions are apart, so all of it can be done seat by seat.
    """
    known, seats, readings = layout.hands, layout.seats, layout.readings
    of_dealer = U64(3 * len(seats.insurance))
    for at in range(len(play.numbers)):
        here, row = U64(at), U64(play.start + at)
        up = known.values[play.decks[here, of_dealer + ONE] >> TWO]
        looks = readings.look != NEVER and up in (ACE, TEN)
        for seat in range(U64(len(seats.insurance))):
            two_card, one_card = TWO * seat, TWO * seat + ONE
            is_wanted = play.seats[here, seat, INSURANCE] > 0
            play.seats[here, seat, INSURANCE] = 0
            if play.hands[here, one_card, CARDS] == SETTLED:
                continue
            if up == ACE:
                cents = seats.insurance[seat]
                is_offered = cents > 0 and (seat > 0 or cents <= purse_of(batch, row))
                if batch.tape.shape[1] > 0:
                    decision = play.course[here, DECISION]
                    is_wanted = taped(batch, row, decision, 1 + np.int64(is_offered)) == 0
                    play.course[here, DECISION] += ONE
                if is_offered and is_wanted:
                    play.seats[here, seat, INSURANCE] = cents
                    play.seats[here, seat, ADDED] = cents
            if looks and readings.look == AFTER_SECOND_CARDS:
                rank = play.decks[here, play.course[here, NEXT_CARD]] >> TWO
                hand = U64(known.longer[play.hands[here, one_card, CARDS] << FOUR | rank])
                play.course[here, NEXT_CARD] += ONE
                play.hands[here, one_card, CARDS] = SETTLED if hand == NATURAL else hand
                play.hands[here, one_card, SECOND] = known.values[rank]
                if hand == NATURAL:
                    play.seats[here, seat, ONE_CARD] = seats.naturals[one_card]
            if looks and play.course[here, DEALER] == NATURAL:
                for one in range(two_card, one_card + ONE):
                    if play.hands[here, one, CARDS] != SETTLED:
                        play.hands[here, one, CARDS] = SETTLED
                        play.seats[here, seat, TWO_CARD + (one & ONE)] = -seats.stakes[one]


@kernel
def _write(batch: Batch, layout: Layout, play: InPlay) -> None:
    """Puts down what every seat gained, or all of them together."""
    seats, nets = layout.seats, batch.nets
    for at in range(len(play.numbers)):
        here, row = U64(at), U64(play.start + at)
        has_blackjack = play.course[here, DEALER] == NATURAL
        for seat in range(U64(len(seats.insurance))):
            insured = play.seats[here, seat, INSURANCE]
            gained = seats.insured[seat] * np.int64(insured > 0)
            play.seats[here, seat, INSURANCE] = gained if has_blackjack else -insured
            for column in range(COLUMNS):
                net = play.seats[here, seat, column]
                if batch.is_apart:
                    nets[seat * COLUMNS + column, row] = net
                elif seat == 0:
                    nets[column, row] = net
                else:
                    nets[column, row] += net
