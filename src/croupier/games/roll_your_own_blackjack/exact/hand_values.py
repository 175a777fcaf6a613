"""What one blackjack hand is worth by standing, hitting and doubling, for all hands at once.

A hand is played from its own cards and from what else its player has seen. What it is worth is
found backwards: the longest hands first, each by what it becomes. Against an up card under which
the dealer looks for a blackjack, all values are those of the case that he has none, times the
probability of that case. So they can be added up over the next card as it comes, and compared.

These values are floating point and only serve to decide. Counts of the dealer and of the deck
are whole numbers below 2^53, so a value is off by at most a few units in the last place for each
card drawn: under 1e-13 in all. Where two options are closer than `CLOSE`, they are compared
exactly (`against.py`, `hand_plans.py`).
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import blackjack_total
from croupier.compiled import kernel
from croupier.games.blackjack_hands import compared
from croupier.games.roll_your_own_blackjack.exact.dealer_counts import (
    BLACKJACK,
    BUSTED,
    MOST_DRAWN,
    RESULTS,
    Dealer,
    falling,
    find_counts,
)
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    BUST,
    KINDS,
    TEN,
    VALUES,
    Counts,
    HandIndex,
    Hands,
    card_of,
    counts_of,
    hand_index,
    hand_numbers,
)
from croupier.table.settlement import LOSE, win

__all__ = [
    "CLOSE",
    "DOUBLE",
    "HIT",
    "NATURAL",
    "SPLIT",
    "STAND",
    "TWO_CARDS",
    "HandValues",
    "Round",
    "hand_values",
    "hands_with",
    "no_values",
    "scores",
    "take_out",
    "value_doubles",
    "value_hands",
]

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
NATURAL: Final = 4
"""No choice: the hand is a blackjack and has been paid."""

CLOSE: Final = 1e-10
"""Values closer than that may be in the wrong order."""

Values = NDArray[np.float64]


@cache
def _two_cards() -> Counts:
    """The numbers of all hands of two cards, by their two values."""
    return np.array(
        [
            [hand_numbers()[min(one, other), max(one, other)] for other in range(VALUES)]
            for one in range(VALUES)
        ]
    )


TWO_CARDS: Final = _two_cards()
"""The number of the hand of two cards, by their values."""


@cache
def scores() -> Counts:
    """What a hand gains for each unit staked: by its kind and by what the dealer comes to.

    A dealer's blackjack beats all: a player's own blackjack is paid before.
    """
    table = np.full((KINDS, RESULTS), -1, dtype=np.int64)
    # Some hand of each kind that is not bust: ten and six to ten and ace.
    for kind, low in enumerate((5, 6, 7, 8, TEN, 0), start=1):
        player = blackjack_total([card_of(TEN), card_of(low)])
        for result, cards in enumerate(_DEALERS):
            dealer = blackjack_total(map(card_of, cards))
            outcome, _ = compared(player, dealer, player_words="hand", clause="Rule 7")
            table[kind, result] = 1 if outcome == win() else -1 if outcome == LOSE else 0
    return table


_DEALERS: Final = ((9, 6), (9, 7), (9, 8), (9, 9), (9, 5, 4), (9, 5, 9))
"""Some hand of the dealer for seventeen to twenty-one, and bust."""


class Round(NamedTuple):
    """What the kernels go by: all hands, the dealer, what wins, and whether he looks first."""

    hands: HandIndex
    dealer: Dealer
    scored: Counts
    """See `scores`."""
    looks: bool
    """Whether the dealer looks for a blackjack before hands are played."""


class HandValues(NamedTuple):
    """Every hand against one up card, with the same other cards gone."""

    stand: Values
    hit: Values
    best: Values
    """The better of the two; not a number for hands that the deck does not allow."""
    double: Values
    """By two values: what it is worth to double on these two cards."""


def hand_values(round_: Round, left: Counts, key: int, start: Hands = ()) -> HandValues:
    """Values all hands that have the cards of `start`.

    `left` is the deck without the up card and all other cards gone, but with the hand's own;
    `key` is the key of what is gone.
    """
    values = no_values()
    value_hands(round_, left, key, hands_with(start), values)
    value_doubles(round_, left, TWO_CARDS, values)
    return values


def no_values() -> HandValues:
    """Room for the values of all hands, none of them known."""
    live = hand_index().live
    stand, hit, best = (np.full(live, np.nan) for _ in range(3))
    return HandValues(stand, hit, best, np.full((VALUES, VALUES), np.nan))


@cache
def hands_with(start: Hands) -> Counts:
    """The numbers of all hands that have some cards, the longest first."""
    index = hand_index()
    has = (index.counts[: index.live] >= counts_of(start)).all(axis=1)
    return np.flatnonzero(has)[::-1].copy()


@kernel
def value_hands(round_: Round, left: Counts, key: int, which: Counts, values: HandValues) -> None:
    """Fills in what standing and hitting are worth, for hands with all their further ones."""
    hands, dealer = round_.hands, round_.dealer
    deck = np.empty(VALUES, dtype=np.int64)
    for hand in which:
        values.stand[hand] = values.hit[hand] = values.best[hand] = np.nan
        if not take_out(left, hands.counts[hand], deck):
            continue
        cards = deck.sum()
        place = find_counts(dealer, key + hands.keys[hand])
        gained = 0
        for result in range(BUSTED + 1):
            gained += dealer.memo[place, 1 + result] * round_.scored[hands.kinds[hand], result]
        if not round_.looks:
            gained -= dealer.memo[place, 1 + BLACKJACK]
        stand = gained / falling(cards, min(MOST_DRAWN, cards))
        values.stand[hand] = values.best[hand] = stand
        if hands.totals[hand] < 21 and cards > 1:
            values.hit[hand] = by_one_card(round_, deck, hand, values.best)
            values.best[hand] = max(stand, values.hit[hand])


@kernel
def value_doubles(round_: Round, left: Counts, two_cards: Counts, values: HandValues) -> None:
    """Fills in what doubling is worth."""
    deck = np.empty(VALUES, dtype=np.int64)
    for one in range(VALUES):
        for other in range(one, VALUES):
            hand = two_cards[one, other]
            value = np.nan
            if not np.isnan(values.hit[hand]):
                take_out(left, round_.hands.counts[hand], deck)
                value = 2 * by_one_card(round_, deck, hand, values.stand)
            values.double[one, other] = values.double[other, one] = value


@kernel
def take_out(left: Counts, hand: Counts, deck: Counts) -> bool:
    """Makes `deck` what is left without a hand; says whether it can be dealt."""
    can_be_dealt = True
    for value in range(VALUES):
        deck[value] = left[value] - hand[value]
        can_be_dealt &= deck[value] >= 0
    return can_be_dealt


@kernel
def by_one_card(round_: Round, deck: Counts, hand: int, values: Values) -> float:
    """What a hand is worth by one card more, if what it becomes has these values."""
    hands, hole = round_.hands, round_.dealer.hole
    cards = deck.sum()
    total = 0.0
    for value in range(VALUES):
        if deck[value] == 0:
            continue
        child = hands.children[hand, value]
        if hands.kinds[child] != BUST:
            total += deck[value] * values[child]
        elif round_.looks and hole >= 0:
            blackjacks = deck[hole] - (value == hole)
            total -= deck[value] * (cards - 1 - blackjacks) / (cards - 1)
        else:
            total -= deck[value]
    return float(total / cards)
