"""What the bets of Three Card Poker pay, and which of them hang on the decision.

The Stadium's bets are the same under terms of its own, so all that counts and adds up takes
`Terms`, not the rules of one of the two games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Rank, ThreeCardCategory, ThreeCardRank
from croupier.games.poker_lines import three_card_lines
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.showdown_counts import LOSE, NOT_QUALIFIED, TIE, WIN
from croupier.games.three_card_poker.rules import SIX_CARD_LINES, MiniRoyal, PairComparison
from croupier.games.three_card_poker.script import (
    against_the_dealer,
    compare,
    pair_plus_lines,
    qualifies,
)
from croupier.table.paytable import PayLine, PayTable
from croupier.table.settlement import Outcome
from croupier.table.worth import PayTables

__all__ = [
    "ALL_BETS",
    "ANTE_AND_PLAY",
    "BETS",
    "PAIR_PLUS",
    "SIX_CARD_BONUS",
    "HandPays",
    "Terms",
    "ante_and_play_nets",
    "class_pays",
    "hand_pays",
    "line_net",
    "six_card_pays",
]

ANTE_AND_PLAY: Final = "Ante and Play"
PAIR_PLUS: Final = "Pair Plus"
SIX_CARD_BONUS: Final = "Six Card Bonus"
BETS: Final[tuple[str, ...]] = (ANTE_AND_PLAY, PAIR_PLUS, SIX_CARD_BONUS)
ALL_BETS: Final = "all bets together"
"""What the costs of a decision count that side bets hang on."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The readings that decide what is paid."""

    pair_comparison: PairComparison = PairComparison.PAIR_THEN_KICKER
    mini_royal: MiniRoyal = MiniRoyal.SUITED
    has_ante_bonus: bool = True
    forfeited: frozenset[str] = frozenset()
    """The side bets that are lost with the Ante when the player folds."""


@dataclass(frozen=True, slots=True)
class HandPays:
    """The lines a hand of three cards is paid on, whatever the dealer has; None for none."""

    ante_bonus: PayLine | None
    pair_plus: PayLine | None


def hand_pays(
    hand: tuple[Card, ...], rank: ThreeCardRank, terms: Terms, pay_tables: PayTables
) -> HandPays:
    """What the player's own cards bring."""
    lines = _HandLines(three_card_lines(rank), pair_plus_lines(rank, hand, terms.mini_royal))
    return _pays(lines, terms, pay_tables)


def class_pays(
    terms: Terms, pay_tables: PayTables
) -> tuple[tuple[HandPays, ...], NDArray[np.int64]]:
    """The kinds of hands that are paid differently, and of which kind each class is."""
    kinds, kind_of = _class_lines(terms.mini_royal)
    return tuple(_pays(lines, terms, pay_tables) for lines in kinds), kind_of


@dataclass(frozen=True, slots=True)
class _HandLines:
    """The lines a hand fits, best first."""

    ante_bonus: tuple[str, ...]
    pair_plus: tuple[str, ...]


@cache
def _class_lines(reading: MiniRoyal) -> tuple[tuple[_HandLines, ...], NDArray[np.int64]]:
    """The kinds of hands that fit different lines, and of which kind each class is."""
    classes = hand_classes()
    lines = [
        _HandLines(three_card_lines(rank), pair_plus_lines(rank, hand, reading))
        for hand, rank in zip(classes.hands, classes.ranks, strict=True)
    ]
    kinds = {kind: number for number, kind in enumerate(dict.fromkeys(lines))}
    return tuple(kinds), np.array([kinds[kind] for kind in lines])


def _pays(lines: _HandLines, terms: Terms, pay_tables: PayTables) -> HandPays:
    bonus = _paid(pay_tables["Ante Bonus"], lines.ante_bonus) if terms.has_ante_bonus else None
    return HandPays(bonus, _paid(pay_tables[PAIR_PLUS], lines.pair_plus))


def six_card_pays(pay_tables: PayTables) -> tuple[PayLine | None, ...]:
    """What each line of six cards is paid on; last what is none of them."""
    table = pay_tables[SIX_CARD_BONUS]
    # A royal flush is a straight flush where the table has no line for it, as in the script.
    royal = _paid(table, SIX_CARD_LINES[:2])
    return (royal, *(_paid(table, (line,)) for line in SIX_CARD_LINES[1:]), None)


def line_net(line: PayLine | None) -> Fraction:
    """What a unit on a side bet gains."""
    return line.odds.fraction if line else Fraction(-1)


def _paid(table: PayTable, lines: Sequence[str]) -> PayLine | None:
    """The first of these lines that the table pays."""
    for line in lines:
        odds = table.odds(line)
        if odds is not None:
            return PayLine(line, odds)
    return None


@cache
def ante_and_play_nets() -> tuple[Fraction, ...]:
    """By result: what one unit on the Ante and one on Play gain together, the bonus apart."""
    high_card = ThreeCardCategory.HIGH_CARD
    low = ThreeCardRank(high_card, (Rank.FIVE, Rank.THREE, Rank.TWO))
    queen = ThreeCardRank(high_card, (Rank.QUEEN, Rank.THREE, Rank.TWO))
    ace = ThreeCardRank(high_card, (Rank.ACE, Rank.FOUR, Rank.TWO))
    assert qualifies(queen)
    assert not qualifies(low)
    nets = {
        NOT_QUALIFIED: _net(queen, low),
        WIN: _net(ace, queen),
        TIE: _net(queen, queen),
        LOSE: _net(queen, ace),
    }
    return tuple(nets[result] for result in sorted(nets))


def _net(player: ThreeCardRank, dealer: ThreeCardRank) -> Fraction:
    """As the script settles these two hands; without the bonus it needs no table to do so."""
    difference = compare(player, dealer, PairComparison.PAIR_THEN_KICKER)
    no_table = cast("Any", None)
    played = against_the_dealer(no_table, player, dealer, difference, has_ante_bonus=False)
    return _gained(played.ante[0]) + _gained(played.play[0])


def _gained(outcome: Outcome) -> Fraction:
    stake = 100
    return Fraction(outcome.returned_cents(stake), stake) - 1
