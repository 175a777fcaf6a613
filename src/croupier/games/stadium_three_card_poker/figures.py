"""Figures of Stadium Three Card Poker from elsewhere. Its sheet prints none at all."""

from croupier.table.worth import Published

__all__ = ["published"]


def published() -> tuple[Published, ...]:
    """Nobody seems to have published what the nine cards are worth."""
    return ()
