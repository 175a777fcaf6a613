"""Stadium Three Card Poker: what may be bet and picked, and how unclear clauses are read.

Only the differences from Three Card Poker stand here.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from croupier.games.three_card_poker import rules as three_card_poker
from croupier.table.picks import Picks
from croupier.table.ruling import Reading, ruling
from croupier.table.wager import AtLeast, Compulsory, OnlyWith, Wager

__all__ = [
    "CELLS",
    "LINES",
    "AnteBonus",
    "NoCellsChosen",
    "Rules",
    "SideBetSizes",
    "SideBetsOnFold",
    "picks",
    "wagers",
]

CELLS: Final = tuple("123456789")
"""The nine locations, row by row."""

LINES: Final = {
    "Row 1": ("1", "2", "3"),
    "Row 2": ("4", "5", "6"),
    "Row 3": ("7", "8", "9"),
    "Column 1": ("1", "4", "7"),
    "Column 2": ("2", "5", "8"),
    "Column 3": ("3", "6", "9"),
}
"""The six lines that can be bet on, and their cells."""


class AnteBonus(Reading):
    """Whether an Ante Bonus is paid."""

    AS_THREE_CARD_POKER = "as_three_card_poker", "The Ante Bonus of Three Card Poker is paid."
    NONE = "none", "No Ante Bonus is paid."


class SideBetsOnFold(Reading):
    """What becomes of a hand's Pair Plus and Six Card Bonus when it is folded."""

    STAY = "stay", "They are settled on the folded cards."
    FORFEITED = "forfeited", "They are lost with the Ante; bets on rows and columns stay."


class SideBetSizes(Reading):
    """How large the side bets may be beside the Ante and each other."""

    INDEPENDENT = "independent", "Each may be bet without the others, as large as its limits allow."
    AS_THREE_CARD_POKER = (
        "as_three_card_poker",
        "Pair Plus at least the Ante; a Six Card Bonus only with the Pair Plus on the same cards.",
    )


class NoCellsChosen(Reading):
    """What happens with wagers of a terminal that has not picked three cells."""

    WAGER_REFUSED = "wager_refused", "No wager is taken until three cells are picked."
    QUICK_PICK = "quick_pick", "The system draws three cells when bets are closed."


@dataclass(frozen=True, slots=True)
class Rules:
    """How the unclear clauses of the Stadium Three Card Poker sheet are read."""

    ante_bonus: AnteBonus = ruling(
        AnteBonus.AS_THREE_CARD_POKER,
        clause="Introduction 1",
        question="Is an Ante Bonus paid, as in Three Card Poker?",
    )
    side_bets_on_fold: SideBetsOnFold = ruling(
        SideBetsOnFold.STAY,
        clause="Introduction 4",
        question="Are a hand's side bets lost when it is folded?",
    )
    side_bet_sizes: SideBetSizes = ruling(
        SideBetSizes.INDEPENDENT,
        clause="Rule 3",
        question="Do side bets depend on the Ante and on each other?",
    )
    no_cells_chosen: NoCellsChosen = ruling(
        NoCellsChosen.WAGER_REFUSED,
        clause="Rule 2",
        question="What if a terminal bets without three cells?",
    )


def picks(rules: Rules) -> Picks:
    """Any three different cells."""
    return Picks(
        "Which three cells are your hand?",
        CELLS,
        count=3,
        may_be_left_out=rules.no_cells_chosen is NoCellsChosen.QUICK_PICK,
    )


@cache
def wagers(rules: Rules) -> tuple[Wager, ...]:
    """What may be bet: on the three cells picked, then on the lines."""
    base = {wager.spot: wager for wager in three_card_poker.wagers(three_card_poker.Rules())}
    bonus = (base["Ante Bonus"],) if rules.ante_bonus is AnteBonus.AS_THREE_CARD_POKER else ()
    return (
        replace(base["Ante"], constraints=(Compulsory(),)),
        base["Play"],
        *bonus,
        *_side_bets(rules, base, "", "Your three cards"),
        *(
            wager
            for line in LINES
            for wager in _side_bets(rules, base, f"{line} ", f"The three cards of {line.lower()}")
        ),
    )


def _side_bets(
    rules: Rules, base: dict[str, Wager], before: str, whose: str
) -> tuple[Wager, Wager]:
    """The Pair Plus and the Six Card Bonus on a hand or a line, named with that before."""
    pair_plus, six_card_bonus = f"{before}Pair Plus", f"{before}Six Card Bonus"
    with_ante = OnlyWith(("Ante",))
    as_at_the_table = rules.side_bet_sizes is SideBetSizes.AS_THREE_CARD_POKER
    return (
        replace(
            base["Pair Plus"],
            spot=pair_plus,
            about=f"{whose} are a pair or better, whatever the dealer has.",
            constraints=(with_ante, AtLeast(("Ante",))) if as_at_the_table else (with_ante,),
        ),
        replace(
            base["Six Card Bonus"],
            spot=six_card_bonus,
            about=f"{whose} and the dealer's three make three of a kind or better.",
            constraints=(OnlyWith(("Ante", pair_plus)),) if as_at_the_table else (with_ante,),
        ),
    )
