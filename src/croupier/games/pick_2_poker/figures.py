"""Pick 2 Poker: what its sheet prints about odds, and what others have published: nothing.

The sheet prints pays only, no probability, advantage or frequency, and we know of no published
analysis of the game.
"""

from croupier.table.worth import Printed, Published

__all__ = ["printed", "published"]


def printed() -> tuple[Printed, ...]:
    """The sheet prints no figure but pays."""
    return ()


def published() -> tuple[Published, ...]:
    """Nothing is known to us."""
    return ()
