"""Roll Your Own Blackjack: which clause of its sheet a player breaks by what he is refused.

What is not here the sheet leaves to the house.
"""

from typing import Final

from croupier.rejection import Code
from croupier.table.irregularity import RefusedBy

__all__ = ["PLAYED_BY", "REFUSED_BY"]

REFUSED_BY: Final = RefusedBy(
    any_spot={Code.WAGER_MISSING: "Rule 2", Code.STAKE_NOT_EQUAL: "Rule 2"},
    by_spot={
        (Code.WAGER_NOT_NOW, "Insurance"): "Rule 7j",
        (Code.STAKE_INVALID, "double"): "Rule 7a",
        (Code.STAKE_INVALID, "split"): "Rule 7b",
    },
)

PLAYED_BY: Final = RefusedBy(
    any_spot={},
    by_spot={
        (Code.OPTION_NOT_OFFERED, "double"): "Rule 7a",
        (Code.OPTION_NOT_OFFERED, "split"): "Rule 7b",
    },
)
"""The same while a hand is played, where a double or a split might have been offered."""
