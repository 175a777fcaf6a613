"""Pick 2 Poker: how a sensible player plays."""

from itertools import combinations

from croupier.cards import FiveCardCategory, Rank, ThreeCardCategory, rank_five, rank_three
from croupier.games.pick_2_poker.script import FIVE_CARD_GAME, FOLD, three_card_game
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked

__all__ = ["usual_choice"]


def usual_choice(seen: Layout, asked: Asked) -> str:
    """Three cards with a flush or better in them, five with a pair or ace-king, else fold.

    The dealer plays his best three of five, so three cards need to be good: a pair of queens at
    least.
    """
    hand = seen.known(Place.of_seat(asked.seat, "Hand"))
    best = max(combinations(range(5), 3), key=lambda three: rank_three([hand[at] for at in three]))
    three, five = rank_three([hand[at] for at in best]), rank_five(hand)
    if five.category >= FiveCardCategory.TWO_PAIR:
        return FIVE_CARD_GAME
    if three.category >= ThreeCardCategory.FLUSH:
        return three_card_game(best)
    if three.category is ThreeCardCategory.PAIR and three.ranks[0] >= Rank.QUEEN:
        return three_card_game(best)
    plays_five = five.category is FiveCardCategory.PAIR or five.ranks[0] is Rank.ACE
    return FIVE_CARD_GAME if plays_five else FOLD
