"""What the kernel of Pick 2 Poker looks up: what hands are, and what they bring every seat.

What is paid for every result and every kind of hand is what the script pays when it plays out
one such deal, as in `exact.payouts`. Hands are of one kind here if they fit the same lines of
the pay tables that there can be; so a few dozen deals tell of all hands.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card
from croupier.cards.batch import best_five, best_three
from croupier.cards.poker import all_five_card_ranks, all_three_card_ranks
from croupier.cards.tables import ThreeCardTables, three_card_tables
from croupier.games.pick_2_poker.bonuses import bonus_only_lines
from croupier.games.pick_2_poker.exact.class_counts import highest_not_qualifying
from croupier.games.pick_2_poker.exact.hand_classes import suit_classes
from croupier.games.pick_2_poker.exact.payouts import (
    FIVE,
    FOLDED,
    RESULTS,
    THREE,
    GamePays,
    game_pays,
)
from croupier.games.pick_2_poker.exact.played_out import play_out
from croupier.games.pick_2_poker.kernel_hands import NUMBERS, numbered
from croupier.games.pick_2_poker.kernel_plans import (
    ALL_FIVE,
    THREES_PLAYED,
    Plan,
    ranked_threes,
)
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD, THREES
from croupier.games.pick_2_poker.rules import THREE_CARD_HALF, Rules, wagers
from croupier.games.poker_lines import five_card_lines, three_card_lines
from croupier.table.paytable import PayTable
from croupier.table.worth import PayTables

__all__ = [
    "FIVE",
    "FOLDED",
    "NO_ANTE",
    "STAKED",
    "THREE",
    "HandTables",
    "Seats",
    "hand_tables",
    "play_records",
    "seat_tables",
]

NO_ANTE: Final = 3
"""What a seat does that has no Ante, beside `FOLDED`, `FIVE` and `THREE`: nothing."""
STAKED: Final = ("5 Card Bonus Only", "3-5 Bonus", "Ante")

Cents = NDArray[np.int64]
Kinds = NDArray[np.uint8]


class HandTables(NamedTuple):
    """What a hand is."""

    ranks: NDArray[np.uint32]
    """By number of a hand: the rank of its five cards; sixteen bits above, of its best three."""
    kinds: Kinds
    """By number of a hand: its kind. The kind of the three cards that are set is to be added."""
    three: ThreeCardTables
    three_kinds: Kinds
    """By rank of three cards: their kind."""
    not_qualifying: int
    """The highest rank with which the dealer does not qualify."""


class Seats(NamedTuple):
    """What every seat can gain and must pay, in cents."""

    costs: Cents
    """By seat and option: what it puts on Play."""
    games: Cents
    """By seat, option and result: what Ante and Play gain."""
    bonuses: Cents
    """By seat, option and kind: what the 5 Card Bonus Only gains, and the halves of the 3-5."""


@cache
def five_kinds() -> Kinds:
    """By rank of five cards: their kind."""
    lines = _lines()
    return _numbered(
        (
            lines["3-5 Bonus"].intersection(five_card_lines(rank)),
            lines["5 Card Bonus Only"].intersection(bonus_only_lines(rank)),
        )
        for rank in all_five_card_ranks()
    )


@cache
def three_kinds() -> Kinds:
    """By rank of three cards: their kind."""
    lines = _lines()[THREE_CARD_HALF]
    return _numbered(lines.intersection(three_card_lines(rank)) for rank in all_three_card_ranks())


def _lines() -> dict[str, frozenset[str]]:
    """By spot: the lines that its pay tables can have, which no ruling changes."""
    return {wager.spot: frozenset(wager.lines) for wager in wagers(Rules())}


def _numbered(what: Iterable[object]) -> Kinds:
    """Equal things get equal numbers, from 0 in the order in which they first come."""
    numbers: dict[object, int] = {}
    return np.array([0, *(numbers.setdefault(one, len(numbers)) for one in what)], dtype=np.uint8)


def _kinds_of(fives: NDArray[np.uint16], threes: NDArray[np.uint16]) -> Kinds:
    """The kinds of hands, with room for the kind of the three cards that are set."""
    kinds = (five_kinds()[fives].astype(np.int64) * _width() + three_kinds()[threes]) * _width()
    return kinds.astype(np.uint8)


def _width() -> int:
    """How many kinds of three cards there are."""
    return int(three_kinds().max()) + 1


def _many_kinds() -> int:
    """How many kinds there are of a hand and of the three cards set."""
    many = (int(five_kinds().max()) + 1) * _width() ** 2
    assert many <= 256, "kinds are kept in a byte"
    return many


@cache
def hand_tables() -> HandTables:
    """What every hand is."""
    hands = numbered()
    there = np.flatnonzero(hands.classes >= 0)
    ranks, kinds = np.zeros(NUMBERS, dtype=np.uint32), np.zeros(NUMBERS, dtype=np.uint8)
    fives = best_five(hands.hands[there], check=False)
    threes = best_three(hands.hands[there], check=False)
    ranks[there] = fives | threes.astype(np.uint32) << 16
    kinds[there] = _kinds_of(fives, threes)
    return HandTables(ranks, kinds, three_card_tables(), three_kinds(), highest_not_qualifying())


def play_records(plan: Plan) -> NDArray[np.uint32]:
    """By number of a hand: what there is to know of it, when it is played by a plan.

    The rank with which it meets the dealer, sixteen bits above the kind of the hand and of the
    three cards set, eight bits above what is done: `FOLDED`, `FIVE` or `THREE`.
    """
    tables, plays = hand_tables(), plan.plays
    games = np.select([plays == 0, plays == ALL_FIVE], [FOLDED, FIVE], THREE)
    records = (games << 8 | tables.kinds) << 16
    records |= np.where(games == FIVE, tables.ranks & 0xFFFF, 0)
    at = np.flatnonzero(games == THREE)
    places = np.zeros((ALL_FIVE, 3), dtype=np.uint8)
    places[list(THREES_PLAYED)] = list(THREES.values())
    ranks = best_three(numbered().hands[at[:, None], places[plays[at]]], check=False)
    records[at] += ranks + (tables.three_kinds[ranks].astype(np.int64) << 16)
    return records.astype(np.uint32)


def seat_tables(rules: Rules, pay_tables: PayTables, stakes: Sequence[Sequence[int]]) -> Seats:
    """What each seat gains; `stakes` are on the 5 Card Bonus Only, the 3-5 Bonus and the Ante."""
    pays = game_pays(rules.dealer_not_qualifying)
    game = _game_nets(pays)
    bonus = _bonus_nets(
        Rules(
            bonus_tables=rules.bonus_tables,
            three_card_bonus_hand=rules.three_card_bonus_hand,
            bonus_on_fold=rules.bonus_on_fold,
        ),
        tuple(pay_tables.items()),
    )
    antes = np.array([ante for _, _, ante in stakes], dtype=np.int64)
    return Seats(
        np.multiply.outer(antes, np.array([*pays.plays, 0])),
        np.multiply.outer(antes, game),
        np.stack([_in_cents(bonus, (only, both, both)) for only, both, _ in stakes]),
    )


def _game_nets(pays: GamePays) -> Cents:
    """By option and result, as `GamePays` numbers these: Ante and Play, in Antes."""
    nets = np.zeros((NO_ANTE + 1, 2 * len(RESULTS), 2), dtype=np.int64)
    for option in (FOLDED, FIVE, THREE):
        antes, both = pays.antes[option], pays.nets(option)
        for result in range(2 * len(RESULTS)):
            ante = antes[result % len(antes)]
            nets[option, result] = ante, both[result % len(both)] - ante
    return nets


Nets = tuple[Fraction, Fraction, Fraction]
"""What a unit on the 5 Card Bonus Only gains, and on either half of the 3-5 Bonus."""
Case = tuple[int, int]
"""What bonuses depend on: the option, and the kind of the hand and of the three cards set."""


@lru_cache(maxsize=64)
def _bonus_nets(rules: Rules, pay_tables: tuple[tuple[str, PayTable], ...]) -> dict[Case, Nets]:
    """What bonuses bring in every case there is."""
    tables = dict(pay_tables)
    found = {}
    for (option, kind), (hand, name) in _cases().items():
        dealer = [card for card in DECK if card not in hand][: len(hand)]
        brought = play_out(hand, dealer, name, rules, tables)
        half = brought.three_card_half
        found[option, kind] = brought.bonus_only, brought.bonus - half, half
    return found


@cache
def _cases() -> dict[Case, tuple[tuple[Card, ...], str]]:
    """For each case a hand, and the name of the option."""
    hands, threes = suit_classes(5).hands, ranked_threes()
    kinds = _kinds_of(best_five(hands, check=False), threes.max(axis=0))
    found = {}
    for kind, first in zip(*np.unique(kinds, return_index=True), strict=True):
        for option, name in ((FOLDED, FOLD), (FIVE, FIVE_CARD_GAME)):
            found[option, int(kind)] = _cards(hands[first]), name
    for name, ranks in zip(THREES, threes, strict=True):
        with_set = kinds + three_kinds()[ranks]
        for kind, first in zip(*np.unique(with_set, return_index=True), strict=True):
            found.setdefault((THREE, int(kind)), (_cards(hands[first]), name))
    return found


def _cards(hand: NDArray[np.uint8]) -> tuple[Card, ...]:
    return tuple(DECK[card] for card in hand)


def _in_cents(bonus: dict[Case, Nets], stakes: tuple[int, int, int]) -> Cents:
    """By option and kind: what these stakes gain."""
    nets = np.zeros((NO_ANTE + 1, _many_kinds(), len(stakes)), dtype=np.int64)
    for (option, kind), units in bonus.items():
        cents = [stake * unit for stake, unit in zip(stakes, units, strict=True)]
        assert all(one.denominator == 1 for one in cents), "no stake is paid in parts of a cent"
        # Which three were set counts in the 3-card game only.
        alike = 1 if option == THREE else _width()
        nets[option, kind : kind + alike] = [int(one) for one in cents]
    nets[NO_ANTE] = nets[FIVE]
    return nets
