"""What a player has before him when he decides: his cards, those he picked, the dealer's."""

from croupier.cards import pretty_cards
from croupier.table.layout import Layout
from croupier.table.picks import is_place_of
from croupier.training.scene import Laid, scene_of

__all__ = ["dealer_shows", "held_by", "picked_sentence"]


def held_by(seen: Layout, seat: int) -> tuple[Laid, ...]:
    """The cards of a seat, where they lie: before it, and at places of the table it has picked."""
    picks = seen.picks.get(seat, ())
    return tuple(
        laid
        for laid in scene_of(seen).laid
        if laid.place.seat == seat or any(is_place_of(laid.place, pick) for pick in picks)
    )


def dealer_shows(seen: Layout) -> tuple[Laid, ...]:
    """The dealer's cards, as far as the seat sees them."""
    return tuple(laid for laid in scene_of(seen).laid if laid.place.is_dealers)


def picked_sentence(seen: Layout, seat: int) -> str:
    """`You have picked Cell 1, Cell 5, Cell 9: A♠ K♦ 2♣.`; nothing where nothing is picked."""
    picks = seen.picks.get(seat, ())
    if not picks:
        return ""
    laid = [one for one in held_by(seen, seat) if one.place.seat is None]
    cards = [card for one in laid for card in one.cards if card is not None]
    if len(laid) < len(picks) or not cards:
        return f"You have picked {', '.join(sorted(picks))}."
    return f"You have picked {', '.join(one.place.name for one in laid)}: {pretty_cards(cards)}."
