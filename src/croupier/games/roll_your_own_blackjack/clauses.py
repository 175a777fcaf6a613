"""Roll Your Own Blackjack: what each clause of its sheet says, in our words.

Whoever has done something wrong is told by it which clause he broke. The page of the game in
`docs/games/` has the same sentences beside the tests that show them; a test holds that.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["CLAUSES"]

CLAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Rule 1": "The shuffler is in a mode that gives packs of three.",
        "Rule 2": "Every player makes three equal bets: two on blackjack and a Bonus.",
        "Rule 3": (
            "Packs go from left to right, the last to the dealer, who burns its first card and "
            "turns up its second."
        ),
        "Rule 4": "The green button gives out the rest, which the dealer holds and deals from.",
        "Rule 5": (
            "A player looks at his cards, makes a hand of two and a hand of one, and turns them"
            " up at his bets."
        ),
        "Rule 6": (
            "First each Bonus is settled, from left to right: a flush or better of the three "
            "cards wins, by the sample pays or those posted."
        ),
        "Rule 7": (
            "Then the blackjack hands of each player are played, and settled against the dealer's."
        ),
        "Rule 7a": "Whatever the two cards of a hand are, it may be doubled.",
        "Rule 7b": "Two cards that count the same may be split.",
        "Rule 7c": "Four splits are the most.",
        "Rule 7d": "An ace that was split gets one card and is not split again.",
        "Rule 7e": "There is no surrender.",
        "Rule 7f": "On soft seventeen the dealer draws.",
        "Rule 7g": (
            "A player's blackjack wins 3 to 2 in any case, against a dealer's blackjack too, which "
            "beats every other hand."
        ),
        "Rule 7h": (
            "Twenty-one in the first two cards is a blackjack; so is a lone ten or ace that the"
            " next card makes twenty-one."
        ),
        "Rule 7h exception": "After a split, twenty-one is only twenty-one.",
        "Rule 7i": (
            "Two aces and a ten, or an ace and two tens, are a double blackjack: 3 to 2 on both"
            " bets without more ado."
        ),
        "Rule 7j": (
            "Against an ace half of both blackjack bets together may be insured, and a dealer's"
            " blackjack then pays 2 to 1."
        ),
        "Rule 8": (
            "When the cards run out before the round is complete, what is still in action wins."
        ),
    }
)
