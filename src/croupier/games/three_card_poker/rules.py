"""Three Card Poker: what may be bet, what it pays, and how unclear clauses are read."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from croupier.games.poker_lines import FIVE_CARD_LINES, THREE_CARD_LINES
from croupier.table.paytable import PayTable
from croupier.table.ruling import Reading, ruling
from croupier.table.wager import AtLeast, Compulsory, EqualTo, Limit, OnlyWith, Wager, When

__all__ = [
    "ANTE_BONUS_TABLES",
    "ANTE_LIMIT",
    "BONUS_LIMIT",
    "PAIR_PLUS_TABLES",
    "SIX_CARD_BONUS_TABLES",
    "SIX_CARD_LINES",
    "Entry",
    "MiniRoyal",
    "PairComparison",
    "PairPlusOnFold",
    "Rules",
    "SixCardBonusOnFold",
    "wagers",
]


class Entry(Reading):
    """What must be bet to get cards."""

    ANTE_OR_PAIR_PLUS = "ante_or_pair_plus", "Ante, Pair Plus or both; Pair Plus alone is enough."
    ANTE_REQUIRED = "ante_required", "The Ante must be bet; Pair Plus goes only with it."


class PairPlusOnFold(Reading):
    """What becomes of Pair Plus when the player folds."""

    STAYS = "stays", "Pair Plus is settled on the folded cards."
    FORFEITED = "forfeited", "Pair Plus is lost with the Ante."


class SixCardBonusOnFold(Reading):
    """What becomes of the Six Card Bonus when the player folds."""

    STAYS = "stays", "The Six Card Bonus is settled on the folded cards and the dealer's."
    FORFEITED = "forfeited", "The Six Card Bonus is lost with the Ante."


class MiniRoyal(Reading):
    """Which ace-king-queen is a Mini Royal on the Pair Plus table."""

    SUITED = "suited", "Ace, king and queen of one suit."
    ANY_SUITS = "any_suits", "Every ace-king-queen, whatever the suits."


class PairComparison(Reading):
    """Which of two pairs is higher."""

    PAIR_THEN_KICKER = "pair_then_kicker", "The higher pair, then the higher third card."
    HIGHEST_CARD = (
        "highest_card",
        "The hand with the highest card, as written: 2-2-A beats K-K-Q.",
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """How the unclear clauses of the Three Card Poker sheet are read."""

    entry: Entry = ruling(
        Entry.ANTE_OR_PAIR_PLUS,
        clause="How to Play 2",
        question="May Pair Plus be bet without an Ante?",
    )
    pair_plus_on_fold: PairPlusOnFold = ruling(
        PairPlusOnFold.STAYS,
        clause="How to Play 7",
        question="Is Pair Plus lost when the player folds?",
    )
    six_card_bonus_on_fold: SixCardBonusOnFold = ruling(
        SixCardBonusOnFold.STAYS,
        clause="How to Play 7",
        question="Is the Six Card Bonus lost when the player folds?",
    )
    mini_royal: MiniRoyal = ruling(
        MiniRoyal.SUITED,
        clause="Pair Plus Payouts",
        question="Must the Mini Royal be of one suit?",
    )
    pair_comparison: PairComparison = ruling(
        PairComparison.PAIR_THEN_KICKER,
        clause="Hand Rankings 3",
        question="How are two pairs compared?",
    )


_NO_MINI_ROYAL: Final = THREE_CARD_LINES[1:]

PAIR_PLUS_TABLES: Final = (
    PayTable.to_one("Atlantic City", THREE_CARD_LINES, 50, 40, 30, 6, 3, 1),
    PayTable.to_one("1-4-6-30-40", _NO_MINI_ROYAL, 40, 30, 6, 4, 1),
    PayTable.to_one("1-3-6-30-40", _NO_MINI_ROYAL, 40, 30, 6, 3, 1),
    PayTable.to_one("1-4-5-30-40", _NO_MINI_ROYAL, 40, 30, 5, 4, 1),
    PayTable.to_one("1-4-6-25-40", _NO_MINI_ROYAL, 40, 25, 6, 4, 1),
    PayTable.to_one("1-4-6-33-35", _NO_MINI_ROYAL, 35, 33, 6, 4, 1),
    PayTable.to_one("1-3-6-30-40-200", THREE_CARD_LINES, 200, 40, 30, 6, 3, 1),
)
"""The sheet's table, and those other houses use, named by what they pay from the pair up."""

_ANTE_BONUS_LINES: Final = ("Straight Flush", "Three of a Kind", "Straight")

ANTE_BONUS_TABLES: Final = (
    PayTable.to_one("Atlantic City", _ANTE_BONUS_LINES, 5, 4, 1),
    PayTable.to_one("1-3-5", _ANTE_BONUS_LINES, 5, 3, 1),
    PayTable.to_one("1-3-4", _ANTE_BONUS_LINES, 4, 3, 1),
    PayTable.to_one("1-2-3", _ANTE_BONUS_LINES, 3, 2, 1),
)

SIX_CARD_LINES: Final = FIVE_CARD_LINES[:-2]
"""Three of a kind or better."""

SIX_CARD_BONUS_TABLES: Final = (
    PayTable.to_one("Atlantic City", SIX_CARD_LINES, 1000, 200, 50, 25, 15, 10, 5),
    PayTable.to_one("5-10-20-25-50-200-1000", SIX_CARD_LINES, 1000, 200, 50, 25, 20, 10, 5),
    PayTable.to_one("7-10-15-20-100-200-1000", SIX_CARD_LINES, 1000, 200, 100, 20, 15, 10, 7),
)

ANTE_LIMIT: Final = Limit(minimum_cents=500, maximum_cents=50_000, multiple_of_cents=500)
"""Ante and Pair Plus, which the sheet has in steps of $5."""
BONUS_LIMIT: Final = Limit(minimum_cents=100, maximum_cents=10_000, multiple_of_cents=100)


@cache
def wagers(rules: Rules) -> tuple[Wager, ...]:
    """What may be bet, in the order of the felt."""
    alone = rules.entry is Entry.ANTE_OR_PAIR_PLUS
    pair_plus_rules = (AtLeast(("Ante",)),) if alone else (OnlyWith(("Ante",)), AtLeast(("Ante",)))
    return (
        Wager(
            "Six Card Bonus",
            "The best five of your three cards and the dealer's three.",
            BONUS_LIMIT,
            (OnlyWith(("Ante", "Pair Plus")),),
            pays=(),
            lines=SIX_CARD_LINES,
            pay_tables=SIX_CARD_BONUS_TABLES,
        ),
        Wager(
            "Pair Plus",
            "Your three cards are a pair or better, whatever the dealer has.",
            ANTE_LIMIT,
            pair_plus_rules,
            pays=(),
            lines=THREE_CARD_LINES,
            pay_tables=PAIR_PLUS_TABLES,
        ),
        Wager(
            "Ante",
            "Your three cards against the dealer's three; he qualifies with queen high or better.",
            ANTE_LIMIT,
            (Compulsory(("Pair Plus",) if alone else ()),),
        ),
        Wager(
            "Play",
            "Staying in after seeing your cards.",
            constraints=(EqualTo(("Ante",)),),
            when=When.WITH_A_DECISION,
        ),
        Wager(
            "Ante Bonus",
            "A straight or better, if you play, whatever the dealer has.",
            pays=(),
            lines=_ANTE_BONUS_LINES,
            pay_tables=ANTE_BONUS_TABLES,
            brought_by="Ante",
        ),
    )
