"""A round in words, as one seat sees it."""

from collections.abc import Sequence

from croupier.gym.seat_view import SeatView
from croupier.money import format_cents, format_stakes
from croupier.table.layout import PlacedCard
from croupier.table.wager import Slip

__all__ = ["because_lines", "render_slips", "render_text"]


def render_text(view: SeatView, title: str, actions: tuple[str, ...]) -> str:
    """The cards, the stakes and the question; what was settled and why."""
    lines = [f"{title}, seat {view.seat}"]
    for place, lying in sorted(view.cards.items()):
        lines.append(f"  {place}: {' '.join(map(_card, lying))}")
    for spot, cents in view.layout.stakes.get(view.seat, {}).items():
        lines.append(f"  {spot}: {format_cents(cents)}")
    lines += [f"  {line}" for line in because_lines(view)]
    if view.asked is not None:
        lines.append(view.question)
        lines += [f"  {actions.index(one.name)}: {one.label}" for one in view.asked.options]
    elif view.layout.is_over:
        lines.append(f"The round is over: {format_cents(view.net_cents)}.")
    return "\n".join(lines)


def render_slips(slips: Sequence[Slip], first_action: int) -> str:
    """What may be bet, each slip with the number of its action."""
    return "\n".join(
        f"  {number}: {format_stakes(slip.stakes)}"
        for number, slip in enumerate(slips, start=first_action)
    )


def because_lines(view: SeatView) -> tuple[str, ...]:
    """Why each of the seat's wagers ended as it did, such as “Ante: You folded.”."""
    return tuple(f"{one.spot}: {one.because.sentence}" for one in view.settled)


def _card(lying: PlacedCard) -> str:
    return lying.card.pretty if lying.card is not None else "▮"
