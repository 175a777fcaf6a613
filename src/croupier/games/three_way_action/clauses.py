"""3 Way-Action: what each clause of its sheet says, in our words.

Whoever has done something wrong is told by it which clause he broke. The page of the game in
`docs/games/` has the same sentences beside the tests that show them; a test holds that.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["CLAUSES"]

CLAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Playing 1": "It is played with one deck of 52.",
        "Playing 2": "Players and dealer have three spots each: High Card, Blackjack, Poker.",
        "Playing 3": "Each of the three must be bet.",
        "Playing 4": "The three bets may differ.",
        "Playing 5": (
            "When all have bet, one card face up on High Card for each player and the dealer."
        ),
        "Playing 6": "A higher card than the dealer's wins even money.",
        "Playing 7": "A lower card loses.",
        "Playing 8": "With equal cards player and house share the wager, half and half.",
        "Playing 9": "After High Card is settled, a second card goes face up on Blackjack.",
        "Playing 10": "The dealer's second card goes face down.",
        "Playing 11": (
            "The two cards begin the Blackjack hands; the dealer's are up card and hole card."
        ),
        "Playing 12": "The players complete their hands first, the dealer last.",
        "Playing 13": "The dealer stands on hard seventeen and more and hits soft seventeen.",
        "Playing 14": "The first two cards may be doubled.",
        "Playing 15": "Of all pairs only aces may be split.",
        "Playing 16": "There is no surrender.",
        "Playing 17": "Player and dealer draw five cards at most, for seven in all.",
        "Playing 18": "A player with seven cards and no bust has won.",
        "Playing 19": "Otherwise hands are settled as Blackjack hands usually are.",
        "Playing 20": "Every hand stays on the table for Poker, a busted one too.",
        "Playing 21": "Hands of fewer cards are filled to seven.",
        "Playing 22": "Each plays the best five of his seven cards, by the usual ranks.",
        "Playing 23": "From a dealer below ace high every player wins half his wager.",
        "Playing 24": "Against a dealer who qualifies the better hand wins.",
        "Playing 25": "Equal Poker hands push.",
        "Playing 26": "A Bonus, if bet, is paid by a pay table.",
        "Playing 27": "The Bonus keeps to its own limits and to no other bet.",
        "Playing 28": "The Bonus goes by the player's five-card hand.",
        "Playing 29": (
            "It takes two pair with jacks or better on top, or what the posted table says."
        ),
        "Dealing 1": "The deck is shuffled.",
        "Dealing 2": "The cards come from the dealer's hand or from a shoe.",
        "Dealing 3": "From left to right one card each face up, then the dealer's.",
        "Dealing 4": "When High Card is settled the second cards follow, the dealer's face down.",
        "Dealing 5": "Players are hit in turn until they stand or bust, and their cards stay.",
        "Dealing 6": "Seven cards without a bust win.",
        "Dealing 7": (
            "When Blackjack is settled, all hands are filled to seven face down, from the left."
        ),
        "Dealing 8": "Players and dealer make their best five-card hands.",
        "Dealing 9": "The Bonus is settled after Poker, by the posted table.",
        "Dealing 10": "Then all cards are collected and a new round begins.",
        "New Deck 2": "A new deck is examined for cards too many, missing or not belonging.",
        "Equipment 3": "The felt has six betting positions.",
        "Equipment 8": "There may be a dealing shoe.",
        "Opening 5": "Decks are checked at the table before they are used.",
        "Opening 6": "The dealer inspects and shuffles the cards he is given.",
        "Rankings a": "The royal flush is the best hand.",
        "Rankings b": "Then straight flushes, from king high down to five high.",
        "Rankings c": "Then four of a kind, from aces to twos.",
        "Rankings d": "Then full houses, from aces full of kings to twos full of threes.",
        "Rankings e": "Then flushes, five cards of one suit.",
        "Rankings f": "Then straights, from ace high to five high; they do not go round the ace.",
        "Rankings g": "Then three of a kind, from aces to twos.",
        "Rankings h": "Then two pair, from aces and kings to threes and twos.",
        "Rankings i": "Then one pair, from aces to twos.",
        "Wagers a": "Wagers are made with chips.",
        "Wagers b": "The house sets the limits of all wagers.",
        "Wagers c": "Only seated players bet, and who has bet and has cards stays for the round.",
        "Procedures a": (
            "Each player answers for his own hand; nobody else but the dealer touches its cards, "
            "and they stay in his sight."
        ),
        "Procedures b": "The first card alone settles High Card, at once.",
        "Procedures c": (
            "A round of Blackjack follows, with seven cards at most; seven without a bust win."
        ),
        "Procedures d": "Then hands are filled to seven face down and the best five count.",
        "Procedures e": "The Bonus comes after all Poker wagers.",
        "Procedures f": "All cards are picked up and the next bets are placed.",
        "Bonus Bet 1": "The Bonus is decided by the player's final five cards.",
        "Pay Tables A": "Five tables with two pair as their last line, and their printed figures.",
        "Pay Tables C": "Four tables without two pair, and their printed figures.",
    }
)
