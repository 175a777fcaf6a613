"""Three Card Poker: what each clause of its sheet says, in our words.

Whoever has done something wrong is told by it which clause he broke. The page of the game in
`docs/games/` has the same sentences beside the tests that show them; a test holds that.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["CLAUSES"]

CLAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "How to Play 1": "Each player and the dealer get three cards.",
        "How to Play 2": "One bets against the dealer, on the own hand, or both.",
        "How to Play 3": "The three highest kinds of hand bring an Ante Bonus.",
        "How to Play 4": "The Ante Bonus does not depend on the dealer's hand.",
        "How to Play 5": "Bets go in steps of $5, but for the Six Card Bonus.",
        "How to Play 6": "The cards are dealt once the wagers are down.",
        "How to Play 7": "Who has an Ante folds and loses it, or plays for as much again.",
        "How to Play 8": "The dealer shows his cards when all have acted.",
        "How to Play 9": "A dealer who does not qualify pays the Ante even money; Play comes back.",
        "How to Play 10": "Who beats a qualified dealer wins even money on Ante and Play.",
        "How to Play 11": "Who ties with a qualified dealer gets Ante and Play back.",
        "How to Play 12": "Who is beaten by a qualified dealer loses both.",
        "Wagers 1": "The Ante is the bet against the dealer.",
        "Wagers 2": "Pair Plus is paid by a posted table and is no smaller than the Ante.",
        "Wagers 3": "With both, one plays against the dealer and the table at once.",
        "Wagers 4": "Play is bet after seeing the cards, to stay in.",
        "Hand Rankings 1": "A straight beats a flush, and three of a kind beats a straight.",
        "Hand Rankings 2": "The ace is high, but low in 3-2-A.",
        "Hand Rankings 3": "Between hands of one kind the highest card decides.",
        "Hand Rankings 4": "The dealer qualifies with queen high or better.",
        "Hand Rankings 5": "If he does not, the Ante is paid and Play returned.",
        "Hand Rankings 6": "Pair Plus is paid by its table whether he qualifies or not.",
        "Ante Bonus": (
            "Who has bet Ante and Play is paid for a straight or better, whatever comes of the "
            "hand: 1, 4 and 5 to 1."
        ),
        "Pair Plus Payouts": (
            "What Pair Plus pays, from a pair at even money to a Mini Royal at 50 to 1."
        ),
        "Six Card Bonus 1": "The bonus is optional and bet before any card is dealt.",
        "Six Card Bonus 2": "It needs both an Ante and a Pair Plus.",
        "Six Card Bonus 3": (
            "It wins with three of a kind or better in the player's and the dealer's cards "
            "together."
        ),
        "Six Card Bonus Payouts": (
            "What it pays, from three of a kind at 5 to 1 to a royal flush at 1,000 to 1."
        ),
    }
)
