"""What a table keeps in mind of the round in play, beside the round itself.

All of it follows from the events of the round and is gone with it.
"""

from collections import Counter
from dataclasses import dataclass, field

from croupier.cards import Seed
from croupier.table import events as happened
from croupier.table.events import Event

__all__ = ["InPlay"]


@dataclass(slots=True)
class InPlay:
    """As of one round; with nothing in it while none is on."""

    seed: Seed | None = None
    """What its cards come from, where they are virtual."""
    slips: Counter[int] = field(default_factory=Counter)
    """By seat: how often it has put down a slip, or taken it back."""
    is_idle: bool = False
    """Whether a window has ended in which nobody has bet; the next begins with the first bet."""
    reserved: dict[int, int] = field(default_factory=dict)
    """By seat: stakes of choices made, which are taken when all have chosen."""
    asks: int = 0
    """How often decisions were asked for."""
    exposures: dict[int, int] = field(default_factory=dict)
    """By seat: the most its wagers can cost the table."""
    exposure_cents: int = 0
    """All of them together."""

    def follow(self, event: Event) -> None:
        """Takes in what happened next in the round."""
        match event:
            case happened.WagersPlaced(seat):
                self.slips[seat] += 1
            case happened.DecisionMade(choice, seat) if choice is not None:
                if choice.stake_cents:
                    self.reserved[seat] = choice.stake_cents
            case happened.DecisionAsked():
                self.asks += 1
            case happened.DecisionsClosed():
                self.reserved.clear()
            case _:
                pass

    def expose(self, seat: int, most_cents: int) -> None:
        """A seat's wagers can cost the table so much, whatever they could before."""
        self.exposure_cents += most_cents - self.exposures.pop(seat, 0)
        if most_cents:
            self.exposures[seat] = most_cents
