"""3 Way-Action, Blackjack: cards counted by value, and how often the dealer ends where.

Only values matter, so cards are ten counts: aces first, tens with their pictures last. A round
is taken as a row of fixed length: the player's cards filled to seven, the hole card and five
more for the dealer, whether they are drawn or not. Every probability is then a number of such
rows over another, and all of them are whole numbers that 64 bits hold.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import perm
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.cards import DECK, BlackjackTotal, Card, blackjack_total, card_value
from croupier.compiled import kernel
from croupier.games.blackjack_hands import compared, dealer_draws, may_be_blackjack
from croupier.games.three_way_action.blackjack import MOST_CARDS

__all__ = [
    "ACE",
    "BLACKJACK",
    "BUST",
    "DEALT_TO_DEALER",
    "FALLING",
    "FULL_DECK",
    "NOTHING",
    "RESULTS",
    "ROW",
    "TEN",
    "VALUES",
    "Counts",
    "Finals",
    "Flags",
    "Hands",
    "cards_of",
    "count_dealer",
    "count_values",
    "dealer_finals",
    "place_of",
    "player_hands",
    "total_of",
    "value_name",
    "with_one_more",
]

Counts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

VALUES: Final = 10
NOTHING: Final[tuple[int, ...]] = (0,) * VALUES
ACE: Final = 0
TEN: Final = 9

DEALT_TO_DEALER: Final = MOST_CARDS - 1
"""What the dealer takes at most, besides the card that shows."""
ROW: Final = MOST_CARDS + DEALT_TO_DEALER
"""What a round takes besides the dealer's up card."""

_BY_VALUE: Final = tuple(
    tuple(card for card in DECK if card_value(card) == value) for value in range(1, VALUES + 1)
)


def count_values(cards: Iterable[Card]) -> Counts:
    """How many cards there are of each value."""
    counts = np.zeros(VALUES, np.int64)
    for card in cards:
        counts[card_value(card) - 1] += 1
    return counts


FULL_DECK: Final = count_values(DECK)


def cards_of(counts: Sequence[int] | Counts) -> tuple[Card, ...]:
    """Some cards of these values."""
    return tuple(
        card for some, count in zip(_BY_VALUE, counts, strict=True) for card in some[: int(count)]
    )


_totals: Final[dict[tuple[int, int, int], BlackjackTotal]] = {}


def total_of(counts: tuple[int, ...]) -> BlackjackTotal:
    """What cards of these values come to.

    It is looked up by what decides it: what they count, how many they are, whether an ace is
    among them.
    """
    key = _hard(counts), sum(counts), min(counts[ACE], 1)
    if key not in _totals:
        _totals[key] = blackjack_total(cards_of(counts))
    return _totals[key]


def value_name(value: int) -> str:
    """`A`, `2` … `9`, `10`: as a chart names the values, which are counted from 0."""
    return "A" if value == ACE else str(value + 1)


def _falling() -> Counts:
    """How many rows of some cards can be laid from a number of cards, where 64 bits hold it."""
    table = np.zeros((len(DECK) + 1, ROW + 1), np.int64)
    for cards in range(len(DECK) + 1):
        for drawn in range(ROW + 1):
            rows = perm(cards, drawn)
            # Those that do not fit are never asked for: no player decides with fewer than two
            # cards, and then 49 are unseen and a row takes 11 of them.
            table[cards, drawn] = rows if 4 * rows < 2**63 else -1
    assert table[49, 11] == perm(49, 11), "four units on every row must fit into 64 bits"
    return table


FALLING: Final = _falling()


# What the two totals come to.


def _result(player: int, dealer: int) -> int:
    """1 where the player's total wins, -1 where it loses, by the game's own comparison."""
    totals = [BlackjackTotal(total, is_soft=False, cards=3) for total in (player, dealer)]
    outcome, _ = compared(*totals, player_words="", clause="")
    returned = outcome.returned_cents(100)
    return (returned > 100) - (returned < 100)


BLACKJACK: Final = 0
"""Where a dealer's blackjack is counted among his totals."""
BUST: Final = 22
"""Where all his totals of more are counted."""
RESULTS: Final = np.array(
    [[_result(player, dealer) for dealer in range(BUST + 1)] for player in range(BUST)], np.int64
)
"""By the player's total and the dealer's, which is no blackjack."""


# The player's hands.


class Hands(NamedTuple):
    """All hands a player can hold that are not bust, two cards to seven, by their values.

    They come in the order of what their cards count together with every ace as one, so what a
    further card makes of a hand always comes later.
    """

    rows: Counts
    cards: Counts
    totals: Counts
    is_soft: Flags
    hard: Counts
    """The total with every ace as one."""
    child: Counts
    """By hand and further card: the hand it makes; -1 where that is bust or cannot be."""
    natural: int
    """The hand of an ace and a ten."""
    aces: int
    """The hand of two aces."""


@lru_cache(maxsize=1)
def player_hands() -> Hands:
    """All hands a player can hold."""
    found: dict[tuple[int, ...], BlackjackTotal] = {}
    level = {NOTHING}
    for cards in range(1, MOST_CARDS + 1):
        level = {
            with_one_more(hand, value)
            for hand in level
            for value in range(VALUES)
            if hand[value] < FULL_DECK[value]
        }
        totals = {hand: total_of(hand) for hand in level}
        level = {hand for hand in level if not totals[hand].is_bust}
        if cards >= 2:
            found |= {hand: totals[hand] for hand in level}
    ordered = sorted(found, key=lambda hand: (_hard(hand), sum(hand), hand))
    at = {hand: place for place, hand in enumerate(ordered)}
    child = [
        [at.get(with_one_more(hand, value), -1) for value in range(VALUES)] for hand in ordered
    ]
    return Hands(
        rows=np.array(ordered, np.int64),
        cards=np.array([sum(hand) for hand in ordered], np.int64),
        totals=np.array([found[hand].total for hand in ordered], np.int64),
        is_soft=np.array([found[hand].is_soft for hand in ordered], np.bool_),
        hard=np.array([_hard(hand) for hand in ordered], np.int64),
        child=np.array(child, np.int64),
        natural=next(at[hand] for hand in ordered if found[hand].is_natural),
        aces=at[with_one_more(with_one_more(NOTHING, ACE), ACE)],
    )


@lru_cache(maxsize=1)
def _places() -> dict[tuple[int, ...], int]:
    return {tuple(row): at for at, row in enumerate(player_hands().rows.tolist())}


def place_of(hand: Counts) -> int | None:
    """Where a hand is among all hands; None where it is bust or has not two to seven cards."""
    return _places().get(tuple(hand.tolist()))


def with_one_more(hand: tuple[int, ...], value: int) -> tuple[int, ...]:
    """The counts with one more card of a value."""
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])


def _hard(hand: Sequence[int]) -> int:
    return sum((value + 1) * count for value, count in enumerate(hand))


# The dealer's.


class Finals(NamedTuple):
    """Every hand a dealer with one up card can end with that is neither bust nor a blackjack.

    Each is the cards he adds, by value, and in how many orders he may get them.
    """

    values: Counts
    """By hand: the different values added, then nothing."""
    times: Counts
    """How often each of them is."""
    different: Counts
    """How many different values."""
    cards: Counts
    orders: Counts
    totals: Counts
    natural: int
    """The hole card that makes a blackjack; -1 where none does."""


@lru_cache(maxsize=VALUES)
def dealer_finals(up: int) -> Finals:
    """How a dealer with that up card can end, as the game has him draw."""
    level = {NOTHING: 1}
    finals: list[tuple[tuple[int, ...], int, int]] = []
    for cards in range(1, DEALT_TO_DEALER + 1):
        drawn: dict[tuple[int, ...], int] = {}
        for hand, orders in level.items():
            for value in range(VALUES):
                if hand[value] + (value == up) < FULL_DECK[value]:
                    more = with_one_more(hand, value)
                    drawn[more] = drawn.get(more, 0) + orders
        level = {}
        for hand, orders in drawn.items():
            total = total_of(with_one_more(hand, up))
            if total.is_bust or total.is_natural:
                continue
            if cards < DEALT_TO_DEALER and dealer_draws(total):
                level[hand] = orders
            else:
                finals.append((hand, orders, total.total))
    finals.sort()
    values = np.zeros((len(finals), DEALT_TO_DEALER), np.int64)
    times = np.zeros_like(values)
    for at, (hand, _, _) in enumerate(finals):
        different = [value for value in range(VALUES) if hand[value]]
        values[at, : len(different)] = different
        times[at, : len(different)] = [hand[value] for value in different]
    return Finals(
        values,
        times,
        different=np.count_nonzero(times, axis=1),
        cards=times.sum(axis=1),
        orders=np.array([orders for _, orders, _ in finals], np.int64),
        totals=np.array([total for _, _, total in finals], np.int64),
        natural=_natural_hole(up),
    )


def _natural_hole(up: int) -> int:
    if not may_be_blackjack(_BY_VALUE[up][0]):
        return -1
    return TEN if up == ACE else ACE


@kernel
def count_dealer(left: Counts, unseen: int, finals: Finals, falling: Counts, ends: Counts) -> None:
    """Counts the rows of the dealer's further cards, from `left`, by the total he ends with.

    Those in which he is bust are counted as 22, those with a blackjack as 0. All of them
    together are at most 49 x 48 x 47 x 46 x 45 x 44, ten billion.
    """
    ends[:] = 0
    counted = 0
    for at in range(len(finals.orders)):
        ways = finals.orders[at]
        for part in range(finals.different[at]):
            ways *= falling[left[finals.values[at, part]], finals.times[at, part]]
        cards = finals.cards[at]
        ways *= falling[unseen - cards, DEALT_TO_DEALER - cards]
        ends[finals.totals[at]] += ways
        counted += ways
    if finals.natural >= 0:
        ends[BLACKJACK] = left[finals.natural] * falling[unseen - 1, DEALT_TO_DEALER - 1]
    ends[BUST] = falling[unseen, DEALT_TO_DEALER] - counted - ends[BLACKJACK]
