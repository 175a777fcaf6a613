"""What a game is to everything else: its name, its wagers, its script."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from croupier.rejection import Code, Rejection
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.steps import Script
from croupier.table.wager import Slip, Wager

if TYPE_CHECKING:
    from croupier.table.dealing import Dealing

__all__ = ["Game", "Positions"]

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Positions:
    """How many seats a game can have: what the cards and the felt bear."""

    least: int
    most: int
    usual: int


class Game(Protocol[R]):
    """A table game. `R` is its frozen `Rules`: one field for each ruling."""

    @property
    def id(self) -> str:
        """Its name for programs: `three-card-poker`."""
        ...

    @property
    def name(self) -> str:
        """Its name for people."""
        ...

    @property
    def rules_version(self) -> int:
        """Raised by every change of a rule or pay, so that old rounds replay as they were."""
        ...

    @property
    def rules(self) -> type[R]:
        """The class of its rules."""
        ...

    @property
    def positions(self) -> Positions:
        """How many seats it can have."""
        ...

    def wagers(self, rules: R) -> tuple[Wager, ...]:
        """What may be bet, in the order of the felt."""
        ...

    def script(self, table: "Dealing[R]") -> Script:
        """What the dealer does in one round, step by step."""
        ...

    def check_picks(self, slip: Slip, rules: R) -> None:  # noqa: ARG002
        """Refuses what a player chose before the deal; most games offer nothing to choose."""
        if slip.picks:
            raise Rejection(
                Code.OPTION_NOT_OFFERED, f"In {self.name} nothing is chosen before the deal."
            )

    def remedy(self, kind: IrregularityKind, rules: R, device: str) -> Remedy:  # noqa: ARG002
        """What the game's own rules do about an irregularity; where silent, ask a supervisor."""
        return Remedy.SUPERVISOR


def require_version(game: Game[Any], rules_version: int) -> None:
    """Refuses a record of rules that this program no longer, or not yet, knows."""
    if game.rules_version != rules_version:
        raise Rejection(
            Code.RECORD_VERSION,
            f"This round was played under version {rules_version} of the rules of {game.name}; "
            f"this program has version {game.rules_version}.",
        )
