"""How often the dealer comes to what, counted from the cards that are left.

The hole card and what the dealer draws are cards nobody has seen, so only their number of each
value matters. All ways in which the dealer can go on from an up card, his cards in any order,
are listed once: some 200 sets of cards from a ten, some 1,900 from a two. What a deck gives is a
sum over that list of products of whole numbers. He never takes more than nine cards, so all is
counted out of the ways to deal nine: at most 48·47·…·40 = 608,591,907,993,600, which 64 bits hold
easily, and even the 53 of a floating point number.

A memo keeps what was counted once, by the key of all cards that are gone.
"""

from collections import Counter
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from croupier.cards import blackjack_total
from croupier.compiled import kernel
from croupier.games.blackjack_hands import dealer_draws, may_be_blackjack
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    DECK_COUNTS,
    KEY_BITS,
    KEY_MASK,
    TEN,
    VALUES,
    Counts,
    Hands,
    card_of,
)

__all__ = [
    "BLACKJACK",
    "BUSTED",
    "MOST_DRAWN",
    "MULTIPLIER",
    "NEVER",
    "RESULTS",
    "Dealer",
    "any_counts",
    "dealer_against",
    "dealer_counts",
    "falling",
    "find_counts",
    "hole_for_blackjack",
]

MOST_DRAWN: Final = 9
"""The most cards a dealer takes, his hole card among them."""

RESULTS: Final = 7
"""What he can come to: seventeen to twenty-one, bust, blackjack."""
BUSTED: Final = 5
BLACKJACK: Final = 6

NEVER: Final = -1
"""In place of the value that makes a blackjack, where there is none."""

MULTIPLIER: Final = 0x4F1BBCDCBFA53E0B
"""Keys are spread over the memo by the upper bits of their products with this number.

So keys that are ordered by these products are found in the order of the memo, round about, also
when the same number is added to all of them.
"""


class Dealer(NamedTuple):
    """One up card: how the dealer can go on from it, and a memo of what decks give."""

    deck: Counts
    """The whole deck, the up card among it."""
    hole: int
    """The value that makes a blackjack in the hole, or `NEVER`."""
    ways: Counts
    """All sets of cards by which he stops and those on the way, a row each, as a tree.

    The value taken last; how many of that value were taken before; how many cards it has; in how
    many orders they can come so that he stops with them, and only then; what he comes to.
    """
    memo: Counts
    """By place: the key of the cards gone, 0 where nothing is kept, then the counts by result.

    A row is a line of the processor's cache. The last one is for what finds no place.
    """
    shift: int
    """What a key times `MULTIPLIER` is shifted by to give its place."""
    used: Counts
    """How many places are taken."""


@cache
def hole_for_blackjack(up: int) -> int:
    """The value that makes a blackjack with this up card, or `NEVER`."""
    if not may_be_blackjack(card_of(up)):
        return NEVER
    return TEN if up == ACE else ACE


def dealer_against(up: int, memo_bits: int, deck: Counts = DECK_COUNTS) -> Dealer:
    """The dealer with this up card and a memo of that many bits, still empty."""
    size = 1 << memo_bits
    return Dealer(
        deck,
        hole_for_blackjack(up),
        _ways(up),
        memo=np.zeros((size + 1, 1 + RESULTS), dtype=np.int64),
        shift=64 - memo_bits,
        used=np.zeros(1, dtype=np.int64),
    )


@cache
def _ways(up: int) -> Counts:
    """All sets of cards by which the dealer stops, and those on the way: see `Dealer.ways`."""
    going: Counter[Hands] = Counter({(): 1})
    stopped: Counter[Hands] = Counter()
    while going:
        longer: Counter[Hands] = Counter()
        for hand, orders in going.items():
            for value in range(VALUES):
                cards = tuple(sorted((*hand, value), reverse=True))
                if cards.count(value) + (value == up) > DECK_COUNTS[value]:
                    continue
                draws = dealer_draws(blackjack_total(map(card_of, (up, *cards))))
                (longer if draws else stopped)[cards] += orders
        going = longer
    nodes = sorted({cards[:size] for cards in stopped for size in range(1, len(cards) + 1)})
    assert max(map(len, nodes)) <= MOST_DRAWN
    rows = [
        (
            cards[-1],
            cards.count(cards[-1]) - 1,
            len(cards),
            stopped[cards],
            _result(up, cards) if stopped[cards] else 0,
        )
        for cards in nodes
    ]
    return np.array(rows, dtype=np.int64)


def _result(up: int, cards: Hands) -> int:
    total = blackjack_total(map(card_of, (up, *cards)))
    if total.is_natural:
        return BLACKJACK
    return BUSTED if total.is_bust else total.total - 17


@kernel
def falling(cards: int, drawn: int) -> int:
    """In how many orders that many of the cards can be drawn."""
    ways = 1
    for already in range(drawn):
        ways *= cards - already
    return ways


@kernel
def dealer_counts(dealer: Dealer, deck: Counts, into: Counts) -> None:
    """Of all ways to deal nine cards of a deck (all, if it has fewer): how many give what.

    Where the deck runs out before the dealer stops, all bets win, as if he were bust.
    """
    cards = deck.sum()
    most = min(MOST_DRAWN, cards)
    product = np.ones(MOST_DRAWN + 1, dtype=np.int64)
    found = np.zeros((MOST_DRAWN + 1, RESULTS), dtype=np.int64)
    for node in range(len(dealer.ways)):
        way = dealer.ways[node]
        depth = way[2]
        product[depth] = product[depth - 1] * max(deck[way[0]] - way[1], 0)
        found[depth, way[4]] += product[depth] * way[3]
    into[:] = 0
    rest = 1
    for depth in range(most, 0, -1):
        if depth < most:
            rest *= cards - depth
        for result in range(RESULTS):
            into[result] += found[depth, result] * rest
    into[BUSTED] += falling(cards, most) - into.sum()


@kernel
def find_counts(dealer: Dealer, key: int) -> int:
    """Where in the memo the counts of a deck are, by the key of all cards gone from it.

    They stand behind the key: the first result at 1.
    """
    place = probe(dealer.memo, dealer.shift, key)
    return place if dealer.memo[place, 0] == key else count_anew(dealer, key, place)


@kernel
def probe(memo: Counts, shift: int, key: int) -> int:
    """Where a key stands in the memo, or the free place where it would."""
    mask = len(memo) - 2
    place = ((int(key) * MULTIPLIER) >> shift) & mask
    while memo[place, 0] != 0 and memo[place, 0] != key:
        place = (place + 1) & mask
    return place


@kernel
def count_anew(dealer: Dealer, key: int, place: int) -> int:
    """Counts what a deck gives, and keeps it at a place if there is room."""
    mask = len(dealer.memo) - 2
    if dealer.used[0] * 4 >= mask * 3:
        place = mask + 1
    else:
        dealer.memo[place, 0] = key
        dealer.used[0] += 1
    deck = np.empty(VALUES, dtype=np.int64)
    for value in range(VALUES):
        deck[value] = dealer.deck[value] - ((key >> (KEY_BITS * value)) & KEY_MASK)
    dealer_counts(dealer, deck, dealer.memo[place, 1:])
    return place


@kernel
def any_counts(dealer: Dealer, key: int) -> tuple[int, int]:
    """In how many ways the dealer can go on at all: without a blackjack, and with one."""
    cards, holes = 0, 0
    for value in range(VALUES):
        left = dealer.deck[value] - ((key >> (KEY_BITS * value)) & KEY_MASK)
        cards += left
        if value == dealer.hole:
            holes = left
    most = min(MOST_DRAWN, cards)
    blackjacks = holes * falling(cards - 1, most - 1)
    return falling(cards, most) - blackjacks, blackjacks
