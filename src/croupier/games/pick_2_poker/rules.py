"""Pick 2 Poker: what may be bet, what it pays, and how unclear clauses are read."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from croupier.games.poker_lines import FIVE_CARD_LINES
from croupier.table.paytable import PayTable
from croupier.table.ruling import Reading, ruling
from croupier.table.wager import (
    AtMost,
    Compulsory,
    Constraint,
    EqualTo,
    Limit,
    OnlyWith,
    Wager,
    When,
)

__all__ = [
    "FIVE_CARD_BONUS_ONLY_LINES",
    "THREE_CARD_HALF",
    "BonusOnFold",
    "BonusTables",
    "DealerNotQualifying",
    "Entry",
    "Rules",
    "SettlingOrder",
    "ThreeCardBonusHand",
    "wagers",
]

THREE_CARD_HALF: Final = "3-5 Bonus on 3 Cards"
"""The second half of the 3-5 Bonus: not bet of its own, it comes with the 3-5 Bonus."""


class Entry(Reading):
    """What must be bet to be in the round."""

    ANTE_REQUIRED = "ante_required", "Every player bets the 3-5 Bonus and the Ante."
    ANTE_OR_FIVE_CARD_BONUS = (
        "ante_or_five_card_bonus",
        "The 5 Card Bonus Only may be bet alone; its player decides nothing.",
    )


class DealerNotQualifying(Reading):
    """What happens in the five-card game when the dealer has less than ace-king."""

    ANTE_PUSHES_PLAY_COMPARED = (
        "ante_pushes_play_compared",
        "The Ante comes back; Play goes to the better hand.",
    )
    ANTE_PAYS_PLAY_PUSHES = "ante_pays_play_pushes", "The Ante is paid; Play comes back."
    BOTH_PAY = "both_pay", "Ante and Play are both paid."
    BOTH_PUSH = "both_push", "Ante and Play both come back."
    NO_EFFECT = "no_effect", "Ante and Play both go to the better hand."
    ANTE_PAYS_PLAY_COMPARED = (
        "ante_pays_play_compared",
        "The Ante is paid; Play goes to the better hand.",
    )


class BonusTables(Reading):
    """Which of its two pay tables the 3-5 Bonus is paid on."""

    BOTH = "both", "On both, added up; it is lost only if neither has a line for the hand."
    HIGHER = "higher", "On the one that pays more."
    CHOSEN_GAME = "chosen_game", "On the table of the game the player picked; folded, on none."


class ThreeCardBonusHand(Reading):
    """Which three cards the three-card half of the 3-5 Bonus is paid on."""

    BEST_THREE = "best_three", "The best three of the five."
    THREE_SET = "three_set", "The three set for the 3-card game; in the 5-card game none."


class BonusOnFold(Reading):
    """What becomes of the bonus wagers when the player folds."""

    BOTH_LOST = "both_lost", "Both are lost with the Ante."
    FIVE_CARD_ONLY_STAYS = (
        "five_card_only_stays",
        "The 3-5 Bonus is lost; the 5 Card Bonus Only is settled on the folded cards.",
    )
    BOTH_STAY = "both_stay", "Both are settled on the folded cards."


class SettlingOrder(Reading):
    """Whether bonuses are settled before or after Ante and Play."""

    BONUSES_AFTER = "bonuses_after", "Ante and Play of all seats first, then the bonuses."
    BONUSES_BEFORE = "bonuses_before", "The bonuses of all seats first, then Ante and Play."


@dataclass(frozen=True, slots=True)
class Rules:
    """How the unclear clauses of the Pick 2 Poker sheet are read."""

    entry: Entry = ruling(
        Entry.ANTE_REQUIRED,
        clause="Playing 4",
        question="May the 5 Card Bonus Only be bet without playing against the dealer?",
    )
    dealer_not_qualifying: DealerNotQualifying = ruling(
        DealerNotQualifying.ANTE_PUSHES_PLAY_COMPARED,
        clause="Playing 20",
        question="What if the dealer does not qualify in the 5-card game?",
    )
    bonus_tables: BonusTables = ruling(
        BonusTables.BOTH,
        clause="Playing 21",
        question="On which of its two pay tables is the 3-5 Bonus paid?",
    )
    three_card_bonus_hand: ThreeCardBonusHand = ruling(
        ThreeCardBonusHand.BEST_THREE,
        clause="Playing 21",
        question="Which three cards count for the three-card half of the 3-5 Bonus?",
    )
    bonus_on_fold: BonusOnFold = ruling(
        BonusOnFold.BOTH_LOST,
        clause="Playing 10",
        question="Are the bonus wagers lost when the player folds?",
    )
    settling_order: SettlingOrder = ruling(
        SettlingOrder.BONUSES_AFTER,
        clause="Round b",
        question="Are bonuses settled before or after the other wagers?",
    )


_FIVE_CARD_HALF_LINES: Final = FIVE_CARD_LINES[:7]
_THREE_CARD_HALF_LINES: Final = ("Mini Royal", "Straight Flush", "Three of a Kind")
FIVE_CARD_BONUS_ONLY_LINES: Final = (*FIVE_CARD_LINES[:-1], "Pair of Sixes or Better")


_LIMIT: Final = Limit(minimum_cents=500, maximum_cents=50_000, multiple_of_cents=100)
_BONUS_LIMIT: Final = Limit(minimum_cents=100, maximum_cents=10_000, multiple_of_cents=100)


@cache
def wagers(rules: Rules) -> tuple[Wager, ...]:
    """What may be bet, in the order of the felt."""
    bonus_only, bonus, ante = _constraints(rules.entry)
    return (
        Wager(
            "5 Card Bonus Only",
            "Your five cards are a pair of sixes or better.",
            _BONUS_LIMIT,
            bonus_only,
            pays=(),
            lines=FIVE_CARD_BONUS_ONLY_LINES,
            pay_tables=(
                PayTable.to_one(
                    "Sheet", FIVE_CARD_BONUS_ONLY_LINES, 500, 100, 40, 15, 8, 6, 4, 3, 1
                ),
            ),
        ),
        Wager(
            "3-5 Bonus",
            "Your five cards are three of a kind or better; three of them may pay too.",
            _LIMIT,
            bonus,
            pays=(),
            lines=_FIVE_CARD_HALF_LINES,
            pay_tables=(
                PayTable.to_one("Sheet", _FIVE_CARD_HALF_LINES, 500, 100, 25, 12, 10, 4, 1),
            ),
        ),
        Wager(
            THREE_CARD_HALF,
            "The half of the 3-5 Bonus for three cards; a Mini Royal is A-K-Q of one suit.",
            pays=(),
            lines=_THREE_CARD_HALF_LINES,
            pay_tables=(PayTable.to_one("Sheet", _THREE_CARD_HALF_LINES, 10, 3, 1),),
            brought_by="3-5 Bonus",
        ),
        Wager(
            "Ante",
            "Your three or five cards against the dealer's; of five he needs ace-king to qualify.",
            _LIMIT,
            ante,
        ),
        Wager(
            "Play",
            "Staying in: twice the Ante for the 3-card game, the Ante for the 5-card game.",
            constraints=(AtMost(("Ante",), times=Fraction(2)),),
            when=When.WITH_A_DECISION,
        ),
    )


def _constraints(entry: Entry) -> tuple[tuple[Constraint, ...], ...]:
    """What the 5 Card Bonus Only, the 3-5 Bonus and the Ante must keep to."""
    equal = EqualTo(("Ante",))
    if entry is Entry.ANTE_REQUIRED:
        return (OnlyWith(("Ante",)),), (Compulsory(), equal), (Compulsory(),)
    without = Compulsory(("5 Card Bonus Only",))
    return (), (without, OnlyWith(("Ante",)), equal), (without, OnlyWith(("3-5 Bonus",)))
