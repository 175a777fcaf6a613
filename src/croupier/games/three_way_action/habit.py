"""3 Way-Action: how a sensible player plays."""

from croupier.games.blackjack_habit import usual_play
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked

__all__ = ["usual_choice"]


def usual_choice(seen: Layout, asked: Asked) -> str:
    """Blackjack as it is usually advised, and no insurance."""
    offered = [option.name for option in asked.options]
    if asked.place is None:
        return "decline"
    up_card = seen.known(Place.of_dealer("Blackjack"))[0]
    return usual_play(seen.known(asked.place), up_card, offered)
