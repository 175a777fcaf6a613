"""Pick 2 Poker: what each clause of its sheet says, in our words.

Whoever has done something wrong is told by it which clause he broke. The page of the game in
`docs/games/` has the same sentences beside the tests that show them; a test holds that.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["CLAUSES"]

CLAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Playing 1": "One deck of 52 cards, at a table like that for blackjack.",
        "Playing 2": "Four areas before each player: 5 Card Bonus Only, 3-5 Bonus, Ante, Play.",
        "Playing 3": "To play against the dealer one bets the 3-5 Bonus and the Ante.",
        "Playing 4": "The 5 Card Bonus Only may be left out.",
        "Playing 5": "The 3-5 Bonus is as large as the Ante.",
        "Playing 6": "The Ante is settled against the dealer as in poker.",
        "Playing 7": "After the bets everybody and the dealer get five cards face down.",
        "Playing 8": "Each player looks at his cards, and plays or folds.",
        "Playing 9": "Who plays picks three cards or five, not both.",
        "Playing 10": "Who folds loses Ante and bonuses.",
        "Playing 11": "Who plays puts a wager into the diamond.",
        "Playing 12": "For three cards it is twice the Ante.",
        "Playing 13": "For five cards it is the Ante again.",
        "Playing 14": "The cards go behind the diamond.",
        "Playing 15": (
            "In the three-card game three go there, and two face down under the 3-5 Bonus."
        ),
        "Playing 16": (
            "The dealer shows his hand, sets it from high to low and pushes his best three up."
        ),
        "Playing 17": "Bonuses are paid by table; in the chosen game the higher hand wins.",
        "Playing 18": "Equal hands give both wagers back.",
        "Playing 19": "The winner gets even money on Ante and Play.",
        "Playing 20": (
            "In the five-card game the dealer needs ace-king or better; in the three-card game "
            "nothing."
        ),
        "Playing 21": (
            "Bonuses are always in action; both tables of the 3-5 Bonus may win, and the 5 Card"
            " Bonus Only beside them."
        ),
        "Optional Bonus 1": "The 5 Card Bonus Only is paid by its table on all five cards.",
        "Dealing 1": "Dealt by hand or from a shuffler.",
        "By Hand 1": "One deck is shuffled.",
        "By Hand 2": "It is cut onto a cut card, the bottom going on top.",
        "By Hand 3": "Five cards face down go to each player and the dealer.",
        "By Hand 4": "The cut card is taken away, the stub goes into the discard holder.",
        "Shuffler 1": "With a shuffler a second deck may be used.",
        "Shuffler a": "The backs of the two differ in colour.",
        "Shuffler b": "While one is in play, the other is shuffled.",
        "Shuffler c": "Each is used for every other round.",
        "Five-Card Rankings a": "The royal flush, ace to ten of one suit, is the highest hand.",
        "Five-Card Rankings b": "Straight flush, from king high down to five high.",
        "Five-Card Rankings c": "Four of a kind, from aces to twos.",
        "Five-Card Rankings d": "Full house: the three decide, then the pair.",
        "Five-Card Rankings e": "Flush, five cards of one suit.",
        "Five-Card Rankings f": (
            "Straight, from ace high down to five high; the ace does not go in between."
        ),
        "Five-Card Rankings g": "Three of a kind, from aces to twos.",
        "Five-Card Rankings h": "Two pair, from aces and kings to threes and twos.",
        "Five-Card Rankings i": "One pair, from aces to twos.",
        "Five-Card Rankings j": "With none of these, the highest cards decide.",
        "Three-Card Rankings k": "The mini royal, ace-king-queen of one suit, is the highest hand.",
        "Three-Card Rankings l": "Straight flush, from king high down to three high.",
        "Three-Card Rankings m": "Three of a kind, from aces to twos.",
        "Three-Card Rankings n": (
            "Straight, from ace high down to three high; it beats a flush, and the ace does not"
            " go in between."
        ),
        "Three-Card Rankings o": "Flush, three cards of one suit.",
        "Three-Card Rankings p": "One pair, from aces to twos.",
        "Three-Card Rankings q": "With none of these, the highest cards decide.",
        "Wagers a": "The house sets the limits of bonuses and Ante.",
        "Round a": "Everybody answers for his own play.",
        "Round b": "The two bonuses are settled after all other wagers.",
        "Round c": "In the game a player has chosen, the better hand wins.",
        "Round d": "All cards are picked up, and the next bets are made.",
        "Irregularities a": "A card found face up in the shuffler or deck voids the round.",
        "Irregularities b": "A wrong number of cards voids the round.",
        "Irregularities c": "A card of the dealer seen too early voids the round.",
        "Irregularities d": "A shuffler that jams or fails voids the round.",
        "Irregularities e": "All this only with a shuffler; by hand the supervisor rules.",
        "3-5 Bonus Five Card Pay Table": (
            "What the 3-5 Bonus pays on five cards, from three of a kind at even money to a "
            "royal flush at 500 to 1."
        ),
        "3-5 Bonus Three Card Pay Table": (
            "What it pays on three: three of a kind, straight flush, and ace-king-queen of one "
            "suit."
        ),
        "5 Card Bonus Only Pay Table": (
            "What the 5 Card Bonus Only pays, from a pair of sixes at even money to a royal "
            "flush at 500 to 1."
        ),
    }
)
