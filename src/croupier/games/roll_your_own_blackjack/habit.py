"""Roll Your Own Blackjack: how a sensible player sets and plays his hands."""

from typing import Final

from croupier.cards import Card, blackjack_total, card_value
from croupier.games.blackjack_habit import usual_play
from croupier.games.roll_your_own_blackjack.script import ALONE
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked

__all__ = ["usual_choice"]

_TOGETHER: Final = {21: 15, 20: 6, 19: 3, 18: 1, 11: 3, 10: 2, 9: 1, 17: -1, 8: 0, 7: -1}
"""How much a two-card total is liked; any other is stiff and disliked."""
_ALONE: Final = {1: 5, 10: 2, 9: 0, 8: 0}
"""How much a card is liked as the start of a hand."""


def usual_choice(seen: Layout, asked: Asked) -> str:
    """A good total of two cards and a good card alone; then blackjack as usual, uninsured."""
    offered = [option.name for option in asked.options]
    if "decline" in offered:
        return "decline"
    if offered[0] in ALONE:
        hand = seen.known(Place.of_seat(asked.seat, "Hand"))
        return max(ALONE, key=lambda name: _liking(hand, ALONE.index(name)))
    assert asked.place is not None, "a hand is asked about"
    up_card = seen.known(Place.of_dealer("Hand"))[0]
    return usual_play(seen.known(asked.place), up_card, offered)


def _liking(hand: tuple[Card, ...], alone: int) -> int:
    together = blackjack_total(card for at, card in enumerate(hand) if at != alone)
    return _TOGETHER.get(together.total, -2) + _ALONE.get(card_value(hand[alone]), -1)
