"""What went over the felt: who put down how much, and what came back.

The bankroll is never kept beside the round but follows from its events, so the two cannot
disagree.
"""

from collections import Counter

from croupier.table.events import (
    Event,
    RoundOpened,
    SettlementReversed,
    WagerAdded,
    WagerReturned,
    WagerSettled,
    WagersPlaced,
)

__all__ = ["Till"]


class Till:
    """By seat: what came back less what was put down, over all rounds."""

    def __init__(self) -> None:
        self.net_cents: Counter[int] = Counter()
        self._slips: dict[int, int] = {}

    def take_in(self, event: Event) -> None:
        """Takes in what happened next."""
        match event:
            case RoundOpened():
                self._slips = {}
            case WagersPlaced(seat, stakes):
                # A slip replaces the one before, which comes back.
                placed = sum(cents for _, cents in stakes)
                self.net_cents[seat] -= placed - self._slips.get(seat, 0)
                self._slips[seat] = placed
            case WagerAdded(seat, _, cents):
                self.net_cents[seat] -= cents
            case WagerSettled(seat=seat, returned_cents=cents):
                self.net_cents[seat] += cents
            case SettlementReversed(seat=seat, returned_cents=cents):
                self.net_cents[seat] -= cents
            case WagerReturned(seat, _, cents):
                self.net_cents[seat] += cents
            case _:
                pass
