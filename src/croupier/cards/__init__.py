"""Cards, decks, shuffles, dealing devices and the ranks of hands.

What is light to import is here. The batch kernels are in `croupier.cards.batch`, which
imports Numba.
"""

from croupier.cards.blackjack import BlackjackTotal, blackjack_total, card_value
from croupier.cards.card import DECK, Card, Rank, Suit
from croupier.cards.deck import Back, Inspection, ReadCard, inspect, require_sound
from croupier.cards.devices import (
    CardAwaited,
    CardReader,
    DealingShoe,
    DeckPair,
    Device,
    DeviceFault,
    Fault,
    FaultKind,
    HandDeck,
    OutOfCards,
    PackDispenser,
    PlannedFault,
    ScriptedDeck,
)
from croupier.cards.notation import (
    format_cards,
    parse_card,
    parse_cards,
    parse_hand,
    pretty_cards,
)
from croupier.cards.poker import (
    FiveCardCategory,
    FiveCardRank,
    ThreeCardCategory,
    ThreeCardRank,
    best_five,
    best_three,
    rank_five,
    rank_three,
)
from croupier.cards.shuffle import Commitment, Seed, parse_salt, shuffled, shuffled_deck

__all__ = [
    "DECK",
    "Back",
    "BlackjackTotal",
    "Card",
    "CardAwaited",
    "CardReader",
    "Commitment",
    "DealingShoe",
    "DeckPair",
    "Device",
    "DeviceFault",
    "Fault",
    "FaultKind",
    "FiveCardCategory",
    "FiveCardRank",
    "HandDeck",
    "Inspection",
    "OutOfCards",
    "PackDispenser",
    "PlannedFault",
    "Rank",
    "ReadCard",
    "ScriptedDeck",
    "Seed",
    "Suit",
    "ThreeCardCategory",
    "ThreeCardRank",
    "best_five",
    "best_three",
    "blackjack_total",
    "card_value",
    "format_cards",
    "inspect",
    "parse_card",
    "parse_cards",
    "parse_hand",
    "parse_salt",
    "pretty_cards",
    "rank_five",
    "rank_three",
    "require_sound",
    "shuffled",
    "shuffled_deck",
]
