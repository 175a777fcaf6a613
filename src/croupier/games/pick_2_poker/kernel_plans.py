"""How a strategy of Pick 2 Poker is kept for the kernel, and in a file."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card, Suit, format_cards, parse_cards
from croupier.cards.batch import best_five, best_three
from croupier.games.pick_2_poker.exact.hand_classes import suit_classes
from croupier.games.pick_2_poker.exact.hand_kinds import three_card_kinds
from croupier.games.pick_2_poker.exact.strategies import Way
from croupier.games.pick_2_poker.exact.valuation import Valuation
from croupier.games.pick_2_poker.kernel_hands import NUMBERS, number_of, numbered
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD, THREES
from croupier.games.strategy_lines import (
    hand_of_line,
    not_an_option,
    said_nothing,
    said_twice,
)
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.kernel import Row

__all__ = [
    "ALL_FIVE",
    "HEADER",
    "THREES_PLAYED",
    "Plan",
    "plan_of",
    "plan_of_way",
    "ranked_threes",
    "read_plays",
    "write_plays",
]

ALL_FIVE: Final = 0b11111
"""The bits of all five cards."""
THREES_PLAYED: Final = tuple(sum(1 << at for at in three) for three in THREES.values())
"""The bits of every three cards, in the order in which they are offered."""

HEADER: Final = ("Hand", "Option")
_THREE_CARDS: Final = "3-card"
_OPTIONS: Final = (FOLD, FIVE_CARD_GAME, _THREE_CARDS)

Bits = NDArray[np.uint8]


class Plan(NamedTuple):
    """Which cards of a hand are played."""

    plays: Bits
    """By the number of a hand: a bit for each card that is played, that of the lowest card first.
    With none the hand is folded."""


def plan_of(played: Bits) -> Plan:
    """The plan that plays these cards of the first hand of each class, and such of the others."""
    hands = numbered()
    of_first, plays = played[hands.classes], np.zeros(NUMBERS, dtype=np.uint8)
    for place in range(hands.places.shape[1]):
        plays |= (of_first >> hands.places[:, place] & 1) << place
    plays[hands.classes < 0] = 0
    return Plan(plays)


def plan_of_way(way: Way, values: Valuation | None = None) -> Plan:
    """A way to play; `values` say which three are set where these need not be the best."""
    ranks = ranked_threes()
    if not way.sets_best_three and values is not None:
        # Of the kind that is worth most, the best.
        ranks = np.where(three_card_kinds()[ranks] == values.set_kinds, ranks, 0)
    threes = np.array(THREES_PLAYED, dtype=np.uint8)[ranks.argmax(axis=0)]
    return plan_of(np.choose(way.choices, (np.uint8(0), np.uint8(ALL_FIVE), threes)))


@cache
def ranked_threes() -> NDArray[np.uint16]:
    """By three cards, as they are offered, and by class: their rank in the first hand."""
    hands = suit_classes(5).hands
    return np.stack([best_three(hands[:, three], check=False) for three in THREES.values()])


# In a file.


def write_plays(plan: Plan) -> Iterator[Row]:
    """What is done with each class of hands, the best hand first."""
    played = plan.plays[_first_numbers()]
    if not np.array_equal(plan_of(played).plays, plan.plays):
        raise Rejection(
            Code.STRATEGY_INVALID,
            "The strategy plays hands in different ways that differ by suits alone, which a file "
            "does not tell apart.",
        )
    texts, hands = list(_written_hands()), suit_classes(5).hands.tolist()
    order = np.argsort(-_five_ranks(), kind="stable").tolist()
    return ((texts[at], _option(hands[at], int(played[at]))) for at in order)


def _option(hand: list[int], bits: int) -> str:
    """What is done with a hand, in words: `3-card Kc Qc Jc`."""
    if bits in (0, ALL_FIVE):
        return FIVE_CARD_GAME if bits else FOLD
    three = [DECK[card] for at, card in enumerate(hand) if bits >> at & 1]
    return f"{_THREE_CARDS} {format_cards(reversed(three))}"


@cache
def _first_numbers() -> NDArray[np.int64]:
    """By class: the number of its first hand."""
    hands = numbered()
    is_first = (hands.classes >= 0) & (hands.places == np.arange(hands.places.shape[1])).all(axis=1)
    found = np.empty(len(suit_classes(5).hands), dtype=np.int64)
    found[hands.classes[is_first]] = np.flatnonzero(is_first)
    return found


@cache
def _five_ranks() -> NDArray[np.int64]:
    """By class: the rank of its five cards."""
    return best_five(suit_classes(5).hands, check=False).astype(np.int64)


@cache
def _written_hands() -> dict[str, int]:
    """The first hand of each class as it is written, from high to low, with its class."""
    names = [card.text for card in DECK]
    return {
        " ".join([names[card] for card in reversed(hand)]): at
        for at, hand in enumerate(suit_classes(5).hands.tolist())
    }


def read_plays(rows: Iterable[Row]) -> Plan:
    """The same read back; each hand stands for all that differ from it by suits alone."""
    hands = suit_classes(5).hands
    played = np.zeros(len(hands), dtype=np.uint8)
    is_said = np.zeros(len(hands), dtype=np.bool_)
    for line, (text, option) in enumerate(rows, 2):
        at, bits = _read_line(line, text, option)
        if is_said[at] and not _is_alike(hands[at].tolist(), int(played[at]), bits):
            raise said_twice(line, f"{text} (as any hand that differs by suits alone)")
        if not is_said[at]:
            is_said[at], played[at] = True, bits
    missing = np.flatnonzero(~is_said)
    if len(missing):
        at = missing[_five_ranks()[missing].argmax()]
        hand = format_cards([DECK[card] for card in reversed(hands[at])])
        raise said_nothing(hand, len(missing))
    return plan_of(played)


def _read_line(line: int, text: str, option: str) -> tuple[int, int]:
    """The class of the hand on a line, and which cards of its first hand are played."""
    word, _, three = option.partition(" ")
    if word not in _OPTIONS or (three and word != _THREE_CARDS):
        raise not_an_option(line, option, _OPTIONS)
    at = _written_hands().get(text)
    if at is not None:
        hand = tuple(DECK[card] for card in suit_classes(5).hands[at])
        places: list[int] = [0, 1, 2, 3, 4]
    else:
        hand = tuple(sorted(hand_of_line(line, text, 5)))
        number = number_of(hand)
        at, places = int(numbered().classes[number]), numbered().places[number].tolist()
    if word != _THREE_CARDS:
        return at, 0 if word == FOLD else ALL_FIVE
    return at, sum(1 << places[hand.index(card)] for card in _three_of(line, hand, three))


def _three_of(line: int, hand: tuple[Card, ...], text: str) -> set[Card]:
    """The three cards that a line sets."""
    try:
        three = parse_cards(text)
    except Rejection as rejection:
        raise Rejection(Code.STRATEGY_INVALID, f"Line {line}: {rejection.detail}") from None
    chosen = set(three)
    if len(three) != 3 or len(chosen) != 3 or not chosen <= set(hand):
        raise Rejection(
            Code.STRATEGY_INVALID,
            f"Line {line}: {_THREE_CARDS} is followed by three cards of the hand, not by "
            f"{quoted(text)}.",
        )
    return chosen


def _is_alike(hand: list[int], bits: int, other_bits: int) -> bool:
    """Whether some exchange of suits that leaves the hand as it is leads from one to the other."""
    cards, others = (
        {card for at, card in enumerate(hand) if some >> at & 1} for some in (bits, other_bits)
    )
    return any(
        {card & 0xFC | suits[card & 3] for card in hand} == set(hand)
        and {card & 0xFC | suits[card & 3] for card in cards} == others
        for suits in permutations(range(len(Suit)))
    )
