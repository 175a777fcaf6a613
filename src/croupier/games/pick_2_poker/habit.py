"""Pick 2 Poker: how a sensible player plays."""

from itertools import combinations

from croupier.cards import FiveCardCategory, Rank, ThreeCardCategory, rank_five, rank_three
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD, three_card_game
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked

__all__ = ["usual_choice"]


def usual_choice(seen: Layout, asked: Asked) -> str:
    """Three cards with a straight or better in them, else five with a pair or better.

    With less than a pair: three for a flush, five with an ace, else fold. The dealer plays his
    best three of five, so a pair is worth little among three cards and much among five.
    """
    hand = seen.known(Place.of_seat(asked.seat, "Hand"))
    best = max(combinations(range(5), 3), key=lambda three: rank_three([hand[at] for at in three]))
    three, five = rank_three([hand[at] for at in best]), rank_five(hand)
    if three.category >= ThreeCardCategory.STRAIGHT:
        return three_card_game(best)
    if five.category >= FiveCardCategory.PAIR:
        return FIVE_CARD_GAME
    if three.category is ThreeCardCategory.FLUSH:
        return three_card_game(best)
    return FIVE_CARD_GAME if five.ranks[0] is Rank.ACE else FOLD
