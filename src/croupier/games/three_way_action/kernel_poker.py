"""3 Way-Action, compiled: High Card, Poker and the Bonus.

The cards of a seat lie in the deck in four places: its first, its second, what it drew for
Blackjack, and what its hand was filled up with for Poker. What all cards before a position add
to the key of a Poker hand is summed up once, so that the key of any hand is a few differences.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards.batch import flush_rank, unsuited_rank
from croupier.cards.tables import FIVE_OF_A_SUIT, SUITS_START, FiveCardTables
from croupier.compiled import Number, part
from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.kernel_layout import (
    BONUS,
    DRAWN_FROM,
    DRAWN_TO,
    FILLED_FROM,
    FILLED_TO,
    HIGH_CARD,
    POKER,
    SECOND_CARD,
    U64,
    Bytes,
    InPlay,
    Layout,
)
from croupier.table.kernel import Batch

__all__ = ["fill_hands", "play_poker"]

Keys = NDArray[np.uint64]


@part
def fill_hands(layout: Layout, play: InPlay, seated: int) -> None:
    """Fills hands to seven cards: notes where those lie that do.

    All who have Poker or Bonus are served in turn, and the dealer last.
    """
    fills, places = layout.seats.fills, play.places
    of_dealer = U64(seated)
    for one in range(play.rounds):
        here = U64(one)
        at = U64(places[here, of_dealer, DRAWN_TO])
        for seat in range(of_dealer + U64(1)):
            drawn = U64(places[here, seat, DRAWN_TO]) - U64(places[here, seat, DRAWN_FROM])
            places[here, seat, FILLED_FROM] = at
            if seat == of_dealer or fills[seat]:
                at += U64(MOST_CARDS - 2) - drawn
            places[here, seat, FILLED_TO] = at


@part
def play_poker(batch: Batch, layout: Layout, play: InPlay, seated: int) -> None:
    """Settles Poker and Bonus with the hands so filled, and High Card, which came first."""
    poker, seats, nets = layout.poker, layout.seats, batch.nets
    of_dealer, keys = U64(seated), play.keys
    for one in range(play.rounds):
        here, row = U64(one), U64(play.start + one)
        deck, places = play.decks[here], play.places[here]
        _sum_keys(deck, seated + 1, poker.five.cards, keys)
        theirs = _rank((deck, places, of_dealer), keys, poker.five)
        column = U64(0)
        high_net = poker_net = bonus_net = np.int64(0)
        for seat in range(of_dealer):
            high_net += seats.high_card[seat, poker.high[deck[seat] >> 2, deck[of_dealer] >> 2]]
            if seats.fills[seat]:
                mine = _rank((deck, places, seat), keys, poker.five)
                compared = U64(1 + np.int64(mine > theirs) - np.int64(mine < theirs))
                how = compared if theirs >= poker.qualifying else U64(3)
                poker_net += seats.poker[seat, how]
                bonus_net += seats.bonus[seat, poker.line[U64(mine)]]
            if batch.is_apart or seat + U64(1) == of_dealer:
                nets[column + HIGH_CARD, row] = high_net
                nets[column + POKER, row] = poker_net
                nets[column + BONUS, row] = bonus_net
                high_net = poker_net = bonus_net = np.int64(0)
                column += U64(layout.columns)


@part
def _sum_keys(deck: Bytes, hands: int, cards: Keys, keys: Keys) -> None:
    """Sums up what the cards before each position add to a key, up to so many hands."""
    key, at = U64(0), U64(0)
    for _ in range(hands):
        # So many, known beforehand, are summed up without counting.
        for _ in range(MOST_CARDS):
            keys[at] = key
            key += cards[deck[at]]
            at += U64(1)
    keys[at] = key


@part
def _rank(hand: tuple[Bytes, Bytes, Number], keys: Keys, five: FiveCardTables) -> np.int64:
    """The rank of the Poker hand of a seat, given a deck and where its cards lie there."""
    deck, places, seat = hand
    first, second = deck[seat], deck[U64(places[seat, SECOND_CARD])]
    drawn_from, drawn_to = U64(places[seat, DRAWN_FROM]), U64(places[seat, DRAWN_TO])
    filled_from, filled_to = U64(places[seat, FILLED_FROM]), U64(places[seat, FILLED_TO])
    key = SUITS_START + five.cards[first] + five.cards[second]
    key += keys[drawn_to] - keys[drawn_from] + keys[filled_to] - keys[filled_from]
    if key & FIVE_OF_A_SUIT:
        suited = five.suited[first] | five.suited[second]
        for at in range(drawn_from, drawn_to):
            suited |= five.suited[deck[at]]
        for at in range(filled_from, filled_to):
            suited |= five.suited[deck[at]]
        return np.int64(flush_rank(key, suited, five))
    return np.int64(unsuited_rank(key, five))
