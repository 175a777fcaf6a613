"""What a dealer does with the cards before he opens betting.

No script has it: a round begins when the cards are ready. A dealer is taught it all the same, with
the clause that asks for it where the sheet of a game has one.
"""

from collections.abc import Mapping
from typing import Final

from croupier.table.steps import Act

__all__ = ["CUT", "HOUSE_PROCEDURE", "INSPECT", "LOAD", "SHOE", "SHUFFLE", "usual_preparation"]

HOUSE_PROCEDURE: Final = "House procedure"
"""What stands in place of a clause where the sheet leaves a thing to the house."""

INSPECT: Final = "Inspect the deck"
SHUFFLE: Final = "Shuffle the deck"
CUT: Final = "Cut the deck"
LOAD: Final = "Put the deck into the shuffler"
SHOE: Final = "Put the deck into the shoe"

_USUAL: Final = {
    "deck": (INSPECT, SHUFFLE, CUT),
    "shoe": (INSPECT, SHUFFLE, CUT, SHOE),
    "shuffler": (INSPECT, LOAD),
}


def usual_preparation(device: str, clauses: Mapping[str, str] | None = None) -> tuple[Act, ...]:
    """What is usual on casino floors, with the clauses that a sheet has for some of it."""
    named = clauses or {}
    return tuple(Act(action, named.get(action, HOUSE_PROCEDURE)) for action in _USUAL[device])
