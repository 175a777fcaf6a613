"""What the game's sheet prints, and what others have published: no figures."""

from croupier.table.worth import Printed, Published

__all__ = ["printed", "published"]


def printed() -> tuple[Printed, ...]:
    """The sheet prints sample pays, and neither a probability nor an advantage."""
    return ()


def published() -> tuple[Published, ...]:
    """Nothing that could be vouched for."""
    return ()
