"""The drills there are, in the order in which a dealer learns them.

The drill of a player's decisions needs the mathematics of the games, whose kernels take long to
load; it is imported when somebody asks for its items.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.training.drills.drill import Drill
from croupier.training.drills.hands import HANDS
from croupier.training.drills.irregularities import IRREGULARITIES
from croupier.training.drills.later import Later
from croupier.training.drills.payouts import PAYOUTS

__all__ = ["DRILLS", "find_drill"]


def _decisions() -> Drill:
    from croupier.training.drills.decisions import DECISIONS  # noqa: PLC0415

    return DECISIONS


DRILLS: Final[Mapping[str, Drill]] = MappingProxyType(
    {
        drill.name: drill
        for drill in (
            PAYOUTS,
            HANDS,
            IRREGULARITIES,
            Later(
                "decisions",
                "What do you do?",
                "Choose as a player, and learn what every option is worth.",
                _decisions,
            ),
        )
    }
)
"""All drills, by name."""


def find_drill(name: str) -> Drill:
    """The drill of that name; refuses one there is not."""
    if name in DRILLS:
        return DRILLS[name]
    hint = instead_of(name, list(DRILLS))
    raise Rejection(Code.DRILL_UNKNOWN, f"There is no drill {quoted(name)}{hint}")
