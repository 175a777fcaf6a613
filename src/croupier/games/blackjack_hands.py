"""What the blackjack games share: when the dealer draws, how hands compare and are called."""

from croupier.cards import BlackjackTotal, Card
from croupier.cards.blackjack import card_value
from croupier.games.showdown import Verdict, against_dealer
from croupier.table.settlement import LOSE, Because, win

__all__ = [
    "bust",
    "called",
    "compared",
    "dealer_draws",
    "may_be_blackjack",
    "same_value",
]


def dealer_draws(total: BlackjackTotal) -> bool:
    """The dealer stands on hard seventeen and soft eighteen, and hits soft seventeen."""
    return total.total < 17 or (total.total == 17 and total.is_soft)


def may_be_blackjack(up_card: Card) -> bool:
    """Whether the dealer may have a blackjack under an ace or a ten-value card."""
    return card_value(up_card) in (1, 10)


def same_value(cards: tuple[Card, ...]) -> bool:
    """Whether two cards count the same: any two ten-value cards do."""
    return len(cards) == 2 and card_value(cards[0]) == card_value(cards[1])


def called(total: BlackjackTotal, *, is_blackjack: bool) -> str:
    """`soft 18`, `blackjack`; twenty-one in two cards that is no blackjack is just that."""
    if total.is_natural and not is_blackjack:
        return "21 that is not a blackjack"
    return total.name


def bust(total: BlackjackTotal, *, clause: str) -> Verdict:
    """A hand over twenty-one loses at once, whatever the dealer has."""
    return LOSE, Because(clause, f"You are {total.name}.", (total.name,))


def compared(
    player: BlackjackTotal, dealer: BlackjackTotal, *, player_words: str, clause: str
) -> Verdict:
    """A hand that is not bust and no blackjack against the dealer's, which is no blackjack."""
    if dealer.is_bust:
        sentence = f"The dealer is {dealer.name}, so your {player_words} wins."
        return win(), Because(clause, sentence, (player_words, dealer.name))
    return against_dealer(player.total - dealer.total, player_words, dealer.name, clause=clause)
