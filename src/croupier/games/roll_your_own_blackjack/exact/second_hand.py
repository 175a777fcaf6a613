"""The second hand played by the cards the first has drawn: what that policy is worth, exactly.

The first hand is played as if it were alone. When it has ended, its cards are known, and the
second hand is played as is best with these cards gone. So for every ending of the first hand the
second is worked out anew. Where the first hand was split, the second is played as if it knew
nothing of it: there are too many ways for a family of hands to end.

Decisions are taken in floating point, as in `hand_values.py`; what they bring is counted in whole
numbers. How many decisions were closer than `CLOSE` is counted too.
"""

from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from croupier.compiled import kernel
from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.dealer_counts import any_counts, falling
from croupier.games.roll_your_own_blackjack.exact.endings import (
    LIMBS,
    MOST_CARDS,
    Endings,
    Hits,
    add_product,
    fall_table,
    gained,
    list_endings,
    share,
    value_endings,
    ways_to,
)
from croupier.games.roll_your_own_blackjack.exact.families import family
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    KEY_BITS,
    VALUES,
    Counts,
    Hands,
    counts_of,
    hand_index,
    key_of,
)
from croupier.games.roll_your_own_blackjack.exact.hand_plans import Allowed
from croupier.games.roll_your_own_blackjack.exact.hand_values import (
    CLOSE,
    DOUBLE,
    HIT,
    STAND,
    TWO_CARDS,
    HandValues,
    Round,
    hands_with,
    no_values,
    value_doubles,
    value_hands,
)
from croupier.games.roll_your_own_blackjack.exact.hand_worth import (
    BLACKJACK_GAIN,
    second_for_natural,
)

__all__ = ["SecondHand"]

_MOST_TERMS: Final = 10
_DOUBLED_BLACKJACK: Final = int(2 * BLACKJACK_GAIN)


class Second(NamedTuple):
    """The second hand, before anything is known of the first."""

    start: Counts
    key: int
    which: Counts
    """All hands it can become."""
    entries: Counts
    """The hands of two cards it is or can become: one, or by second card."""
    two: Counts
    """By entry: their two values."""
    natural: int
    """The second card that makes it a blackjack, or NEVER."""
    may_double: bool
    pair: int
    """The value of which a pair may be split, or NEVER."""
    split: "Split"


class Split(NamedTuple):
    """A pair that may be split."""

    start: Counts
    key: int
    which: Counts
    entries: Counts
    """By second card."""
    may_double: bool
    is_played: bool
    """Whether hands get more than a second card."""
    terms: Counts
    """Never split again, or as often as is allowed; then by second card; then as in `Family`."""


def second_of(start: Hands, allowed: Allowed) -> Second:
    """What the kernel needs to know of a hand."""
    if len(start) == 2:
        others, value = [start[1]], start[0] if start[0] == start[1] else -1
    else:
        others, value = list(range(VALUES)), start[0]
    entries = [(start[0], other) for other in others]
    split_value = max(value, 0)
    terms = np.zeros((2, 2, _MOST_TERMS), dtype=np.int64)
    further = 0 if split_value == ACE else allowed.most_splits - 1
    for at, splits in enumerate((0, further)):
        numbers = family(splits)
        for kind, some in enumerate((numbers.other, numbers.same)):
            terms[at, kind, : len(some)] = some
    split = Split(
        counts_of([split_value]),
        key_of([split_value]),
        hands_with((split_value,)),
        TWO_CARDS[split_value].copy(),
        allowed.double_split,
        split_value != ACE,
        terms,
    )
    return Second(
        counts_of(start),
        key_of(start),
        hands_with(start),
        np.array([TWO_CARDS[entry] for entry in entries]),
        np.array(entries),
        second_for_natural(start[0]) if len(start) == 1 else -1,
        allowed.double,
        value if allowed.split else -1,
        split,
    )


class Room(NamedTuple):
    """Room to work in, and where counts are added up."""

    two_cards: Counts
    values: HandValues
    split_values: HandValues
    hits: Hits
    limbs: Counts
    """By cards drawn: twice what is gained."""


class Point(NamedTuple):
    """Where play stands: the cards left, and in how many ways it has come there."""

    deck: Counts
    key: int
    """Of all cards gone."""
    ways: int
    drawn: int
    """How many cards have been drawn since play began."""


class SecondHand:
    """A starting hand as the second, to be played its best after any first."""

    def __init__(self, against: Against, start: Hands, allowed: Allowed) -> None:
        self._against, self._start = against, start
        self._second = second_of(start, allowed)
        self._room = Room(
            TWO_CARDS,
            no_values(),
            no_values(),
            hits=np.zeros(hand_index().live, dtype=np.bool_),
            limbs=np.zeros((MOST_CARDS, LIMBS), dtype=np.int64),
        )

    def value(self, deck: Counts, key: int) -> tuple[Fraction, int]:
        """What it gains from a deck, and how many decisions were close.

        `key` is of all cards gone. Where the dealer looks for a blackjack, it is what is gained
        if he has none, on average over all cases.
        """
        self._room.limbs[:] = 0
        point = Point(deck, key, 1, 0)
        close = value_second(self._against.round, self._second, point, self._room)
        return share(self._room.limbs, int(deck.sum())) / 2, close


@kernel
def value_second(round_: Round, second: Second, point: Point, room: Room) -> int:
    """Adds up what the second hand gains when it is played its best from here."""
    values = room.values
    with_own = point.deck + second.start
    value_hands(round_, with_own, point.key - second.key, second.which, values)
    value_doubles(round_, with_own, room.two_cards, values)
    entries = np.empty((len(second.entries), 2), dtype=np.int64)
    count, close = 0, 0
    for at in range(len(second.entries)):
        is_dealt = len(second.entries) > 1
        if is_dealt and point.deck[at] == 0:
            continue
        if is_dealt and at == second.natural:
            add_natural(round_, at, point, room.limbs)
            continue
        hand, one, other = second.entries[at], second.two[at, 0], second.two[at, 1]
        best, action = values.stand[hand], STAND
        if not np.isnan(values.hit[hand]):
            close += abs(values.hit[hand] - best) < CLOSE
            if values.hit[hand] > best:
                best, action = values.hit[hand], HIT
            if second.may_double:
                close += abs(values.double[one, other] - best) < CLOSE
                if values.double[one, other] > best:
                    best, action = values.double[one, other], DOUBLE
        if one == other == second.pair:
            deck, key, ways, drawn = point
            if is_dealt:
                deck = deck - second.split.start
                key, ways, drawn = key + second.split.key, ways * point.deck[at], drawn + 1
            paired = Point(deck, key, ways, drawn)
            value = add_split(round_, second, paired, room, best)
            close += abs(value - best) < CLOSE
            if value > best:
                continue
        entries[count, 0], entries[count, 1] = hand, action
        count += 1
    note_hits(values, second.which, room.hits)
    endings = list_endings(round_.hands, second.start, entries[:count], room.hits)
    add_gains(round_, endings, 1, point, room.limbs)
    return close


@kernel
def add_split(round_: Round, second: Second, point: Point, room: Room, least: float) -> float:
    """About what it is worth to split a pair; if that is more than the least, it is added up."""
    split = second.split
    value, cards = np.argmax(split.start), point.deck.sum()
    both = list_split(round_, split, point, room)
    worth, ways = np.zeros(2), 1.0
    for more in range(min(point.deck[value] + 1, _MOST_TERMS)):
        then = without(point, split, more)
        for which in range(2):
            if split.terms[:, which, more].any():
                near = value_endings(round_, both[which], then.deck, then.key)
                for again in range(2):
                    worth[again] += split.terms[again, which, more] * ways * near
        ways *= (point.deck[value] - more) / (cards - more)
    again = 1 if worth[1] >= worth[0] else 0
    if worth[again] > least:
        for more in range(min(point.deck[value] + 1, _MOST_TERMS)):
            then = without(point, split, more)
            for which in range(2):
                times = split.terms[again, which, more]
                if times:
                    add_gains(round_, both[which], times, then, room.limbs)
    return float(worth[again])


@kernel
def without(point: Point, split: Split, more: int) -> Point:
    """Where play stands when more cards of the value split have been drawn."""
    value = np.argmax(split.start)
    ways = point.ways * falling(point.deck[value], more)
    key, drawn = point.key + more * split.key, point.drawn + more
    return Point(point.deck - more * split.start, key, ways, drawn)


@kernel
def list_split(round_: Round, split: Split, point: Point, room: Room) -> tuple[Endings, Endings]:
    """The endings of a split hand played its best: with another second card, with the same."""
    values, value = room.split_values, np.argmax(split.start)
    with_own = point.deck + split.start
    value_hands(round_, with_own, point.key - split.key, split.which, values)
    value_doubles(round_, with_own, room.two_cards, values)
    note_hits(values, split.which, room.hits)
    entries = np.empty((VALUES, 2), dtype=np.int64)
    for other in range(VALUES):
        hand, action = split.entries[other], STAND
        if split.is_played and not np.isnan(values.hit[hand]):
            if values.hit[hand] > values.stand[hand]:
                action = HIT
            if split.may_double and values.double[value, other] > values.best[hand]:
                action = DOUBLE
        # The hand with the same card comes last.
        at = VALUES - 1 if other == value else other - (other > value)
        entries[at, 0], entries[at, 1] = hand, action
    return (
        list_endings(round_.hands, split.start, entries[: VALUES - 1], room.hits),
        list_endings(round_.hands, split.start, entries[VALUES - 1 :], room.hits),
    )


@kernel
def note_hits(values: HandValues, which: Counts, hits: Hits) -> None:
    """Notes which hands are better hit."""
    for hand in which:
        hits[hand] = values.hit[hand] > values.stand[hand]


@kernel
def add_gains(round_: Round, endings: Endings, times: int, point: Point, limbs: Counts) -> None:
    """Adds up twice what a hand with these endings gains."""
    falls = fall_table(point.deck)
    for at in range(len(endings.keys)):
        ways, drawn = ways_to(endings.orders[at] * point.ways, endings.keys[at], falls)
        if ways:
            gain = gained(round_, endings.kinds[at], point.key + endings.keys[at])
            doubled = 2 * endings.stakes[at] * times * gain
            add_product(limbs, point.drawn + drawn, ways, doubled)


@kernel
def add_natural(round_: Round, second: int, point: Point, limbs: Counts) -> None:
    """Adds up twice what a blackjack by its second card gains."""
    usual, blackjacks = any_counts(round_.dealer, point.key + (1 << (KEY_BITS * second)))
    rounds = usual if round_.looks else usual + blackjacks
    ways = point.ways * point.deck[second]
    add_product(limbs, point.drawn + 1, ways, _DOUBLED_BLACKJACK * rounds)
