"""Stadium Three Card Poker: what each clause of its sheet says, in our words.

Whoever has done something wrong is told by it which clause he broke. The page of the game in
`docs/games/` has the same sentences beside the tests that show them; a test holds that.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["CLAUSES"]

CLAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Introduction 1": (
            "The game is a variation of Three Card Poker with one deck and a shuffler."
        ),
        "Introduction 2": "A player picks three of nine places before the deal.",
        "Introduction 3": (
            "When betting is over nine cards are laid face up, and those at the places picked "
            "are the hand."
        ),
        "Introduction 4": (
            "The player then plays for a further wager, or folds and forfeits the first."
        ),
        "Rule 1": "Betting begins when the dealer presses New Game.",
        "Rule 2": "Any three different places of the nine may be picked.",
        "Rule 3": "An Ante must be bet; Six Card Bonus and Pair Plus are optional.",
        "Rule 3a": "Both may also be bet blind on every row and column.",
        "Rule 4": "When the countdown ends the shuffler gives the first pack.",
        "Rule 4a": "The pack lies face up, its bottom card on place 1, and is spread to 2 and 3.",
        "Rule 5": "The second pack goes the same way to places 4 to 6.",
        "Rule 6": "The third pack goes the same way to places 7 to 9.",
        "Rule 7": "All players decide in the same time to play or fold.",
        "Rule 7a": "Who does not decide in time folds, since to play would cost more.",
        "Rule 8": "When all have decided the last pack is opened as the dealer's hand.",
        "Rule 9": (
            "Without queen high or better the dealer pays the Ante even money, and Play pushes."
        ),
        "Rule 10": "The dealer presses Confirm and collects the cards; the system pays and takes.",
        "Rule 11": (
            "The Six Card Bonus wins with three of a kind or better of six cards, Pair Plus "
            "with a pair or better of three, as posted."
        ),
    }
)
