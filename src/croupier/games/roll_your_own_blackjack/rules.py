"""Roll Your Own Blackjack: what may be bet, what it pays, and how unclear clauses are read."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from croupier.games.poker_lines import THREE_CARD_LINES
from croupier.money import EVEN_MONEY, Odds
from croupier.table.paytable import PayTable
from croupier.table.ruling import Reading, ruling
from croupier.table.wager import AtMost, Compulsory, EqualTo, Limit, Wager, When

__all__ = [
    "BLACKJACK_ODDS",
    "BONUS_LINES",
    "INSURANCE_ODDS",
    "MOST_SPLITS",
    "AceLowStraight",
    "BurnedCard",
    "DealerBlackjack",
    "DoubleAfterSplit",
    "Insurance",
    "OneCardHand",
    "PlayOrder",
    "Rules",
    "SplitLimit",
    "wagers",
]


class DealerBlackjack(Reading):
    """When the dealer looks whether he has a blackjack under an ace or ten-value card."""

    AFTER_SECOND_CARDS = (
        "after_second_cards",
        "When every one-card hand has its second card; then hands that are not blackjack lose.",
    )
    CHECK_AT_ONCE = (
        "check_at_once",
        "At once, before the second cards; one-card hands then lose as they are.",
    )
    NO_CHECK_ALL_LOSE = (
        "no_check_all_lose",
        "When all hands are played; then hands that are not blackjack lose, all staked on them.",
    )


class PlayOrder(Reading):
    """Which of a player's two hands is played first."""

    TWO_CARD_FIRST = "two_card_first", "The two-card hand, then the one-card hand."
    ONE_CARD_FIRST = "one_card_first", "The one-card hand, then the two-card hand."


class SplitLimit(Reading):
    """How often a starting hand may be split."""

    FOUR_SPLITS = "four_splits", "Four times, into five hands."
    FOUR_HANDS = "four_hands", "Three times, into four hands."
    ONCE = "once", "Once, into two hands."


class DoubleAfterSplit(Reading):
    """Whether split hands may be doubled."""

    ALLOWED = "allowed", "They may, but not split aces."
    NOT_ALLOWED = "not_allowed", "They may not."


class OneCardHand(Reading):
    """What the one-card hand may do once it has its second card."""

    DOUBLE_AND_SPLIT = "double_and_split", "Double and split, like the two-card hand."
    SPLIT_ONLY = "split_only", "Split but not double."
    DOUBLE_ONLY = "double_only", "Double but not split."
    NEITHER = "neither", "Neither double nor split."


class Insurance(Reading):
    """How much insurance a player may take."""

    HALF_EXACTLY = "half_exactly", "Exactly half of the two blackjack bets together."
    UP_TO_HALF = "up_to_half", "Any amount up to half of the two blackjack bets together."


class AceLowStraight(Reading):
    """Whether ace-two-three is a straight for the Bonus."""

    COUNTS = "counts", "It is the lowest straight."
    DOES_NOT_COUNT = "does_not_count", "It is none; of one suit it is a flush."


class BurnedCard(Reading):
    """Whether the dealer's burned card is shown."""

    UNSEEN = "unseen", "It is burned face down."
    SHOWN = "shown", "It is burned face up."


@dataclass(frozen=True, slots=True)
class Rules:
    """How the unclear clauses of the Roll Your Own Blackjack sheet are read."""

    dealer_blackjack: DealerBlackjack = ruling(
        DealerBlackjack.AFTER_SECOND_CARDS,
        clause="Rule 7g",
        question="When does the dealer look whether he has a blackjack?",
    )
    play_order: PlayOrder = ruling(
        PlayOrder.TWO_CARD_FIRST,
        clause="Rule 7",
        question="Which of a player's two hands is played first?",
    )
    split_limit: SplitLimit = ruling(
        SplitLimit.FOUR_SPLITS, clause="Rule 7c", question="How often may a hand be split?"
    )
    double_after_split: DoubleAfterSplit = ruling(
        DoubleAfterSplit.ALLOWED, clause="Rule 7a", question="May split hands be doubled?"
    )
    one_card_hand: OneCardHand = ruling(
        OneCardHand.DOUBLE_AND_SPLIT,
        clause="Rule 7a",
        question="May the one-card hand double and split once it has its second card?",
    )
    insurance: Insurance = ruling(
        Insurance.HALF_EXACTLY, clause="Rule 7j", question="How much insurance may be taken?"
    )
    ace_low_straight: AceLowStraight = ruling(
        AceLowStraight.COUNTS, clause="Rule 6", question="Is ace-two-three a straight?"
    )
    burned_card: BurnedCard = ruling(
        BurnedCard.UNSEEN, clause="Rule 3", question="Is the burned card shown?"
    )


MOST_SPLITS: Final = {
    SplitLimit.FOUR_SPLITS: 4,
    SplitLimit.FOUR_HANDS: 3,
    SplitLimit.ONCE: 1,
}
"""How often one starting hand is split."""

BLACKJACK_ODDS: Final = Odds(3, 2)
INSURANCE_ODDS: Final = Odds(2)

BONUS_LINES: Final = THREE_CARD_LINES[:-1]
"""A flush or better."""

_LIMIT: Final = Limit(minimum_cents=500, maximum_cents=50_000, multiple_of_cents=100)
_INSURANCE_LIMIT: Final = Limit(minimum_cents=100, maximum_cents=50_000, multiple_of_cents=100)


@cache
def wagers(rules: Rules) -> tuple[Wager, ...]:
    """What may be bet, in the order of the felt."""
    both = ("Blackjack 1", "Blackjack 2")
    half = Fraction(1, 2)
    exactly = rules.insurance is Insurance.HALF_EXACTLY
    hands = MOST_SPLITS[rules.split_limit] + 1
    grown = 2 * hands if rules.double_after_split is DoubleAfterSplit.ALLOWED else max(hands, 2)
    return (
        Wager(
            "Bonus",
            "Your three cards are a flush or better; a Mini Royal is A-K-Q of one suit.",
            _LIMIT,
            (Compulsory(), EqualTo(("Blackjack 1",))),
            pays=(),
            lines=BONUS_LINES,
            pay_tables=(PayTable.to_one("Sample", BONUS_LINES, 100, 50, 30, 5, 3),),
        ),
        Wager(
            "Blackjack 1",
            "Your two-card hand against the dealer's.",
            _LIMIT,
            (Compulsory(),),
            pays=(EVEN_MONEY, BLACKJACK_ODDS),
            may_grow_to=grown,
        ),
        Wager(
            "Blackjack 2",
            "Your one-card hand against the dealer's.",
            _LIMIT,
            (Compulsory(), EqualTo(("Blackjack 1",))),
            pays=(EVEN_MONEY, BLACKJACK_ODDS),
            may_grow_to=grown,
        ),
        Wager(
            "Insurance",
            "The dealer has a blackjack under his ace.",
            None if exactly else _INSURANCE_LIMIT,
            (EqualTo(both, times=half) if exactly else AtMost(both, times=half),),
            When.WITH_A_DECISION,
            (INSURANCE_ODDS,),
        ),
    )
