"""What a game is to everything else: its name, its wagers, its script."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from croupier.rejection import Code, Rejection
from croupier.table.hands import HandToRead
from croupier.table.irregularity import IrregularityKind, Refused, Remedy
from croupier.table.picks import Picks
from croupier.table.preparation import usual_preparation
from croupier.table.source import DealtFrom
from croupier.table.steps import Act, Asked, Script, Step
from croupier.table.wager import Wager

if TYPE_CHECKING:
    from croupier.table.dealing import Dealing
    from croupier.table.kernel import Kernel
    from croupier.table.layout import Layout
    from croupier.table.worth import Worth

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
    def about(self) -> str:
        """What it is, in one sentence."""
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

    @property
    def devices(self) -> tuple[DealtFrom, ...]:
        """What it is dealt from, the usual one first."""
        ...

    def wagers(self, rules: R) -> tuple[Wager, ...]:
        """What may be bet, in the order of the felt."""
        ...

    def options(self, rules: R) -> tuple[str, ...]:
        """The names of all options it ever offers, each once, in an order that stays."""
        ...

    def script(self, table: "Dealing[R]") -> Script:
        """What the dealer does in one round, step by step."""
        ...

    def picks(self, rules: R) -> Picks | None:  # noqa: ARG002
        """What a player picks before the deal; in most games nothing."""
        return None

    def usual_choice(self, seen: "Layout", asked: Asked, rules: R) -> str:  # noqa: ARG002
        """The option a sensible player without a computer takes, from what his seat sees.

        For bots, and for players who want a hint: a rule of thumb, not the best play. Where a
        game has none, what counts by default, or the first option.
        """
        return asked.default or asked.options[0].name

    def worth(self) -> "Worth[R] | None":
        """What its bets and decisions are worth, exactly; None where nobody has worked it out.

        Imported when asked for: it brings the compiler of the kernels with it.
        """
        return None

    def kernel(self) -> "Kernel[R] | None":
        """The game compiled, for simulations; None where nobody has: then its script is played.

        Imported when asked for, as `worth` is.
        """
        return None

    def remedy(self, kind: IrregularityKind, rules: R, device: str) -> Remedy:  # noqa: ARG002
        """What the game's own rules do about an irregularity; where silent, ask a supervisor."""
        return Remedy.SUPERVISOR

    def remedy_clause(
        self,
        kind: IrregularityKind,  # noqa: ARG002
        rules: R,  # noqa: ARG002
        device: str,  # noqa: ARG002
    ) -> str | None:
        """The clause behind that remedy; None where the sheet is silent."""
        return None

    def refusal_clause(self, refused: Refused, rules: R) -> str | None:  # noqa: ARG002
        """The clause that a player breaks by what he is refused; None where the sheet is silent."""
        return None

    # For those who learn it.

    def clauses(self) -> Mapping[str, str]:
        """What each clause of its rules says, by the name that steps and settlements have it by."""
        return {}

    def preparation(self, device: str) -> tuple[Act, ...]:
        """What the dealer does with the cards before he opens betting."""
        return usual_preparation(device)

    def done_by_system(self) -> frozenset[type[Step]]:
        """The kinds of steps that terminals or machines do by themselves, wherever it is dealt."""
        return frozenset()

    def hands_to_read(self, seen: "Layout", rules: R) -> tuple[HandToRead, ...]:  # noqa: ARG002
        """The hands that lie open at a moment of the round, whole, and how they are read."""
        return ()


def require_version(game: Game[Any], rules_version: int) -> None:
    """Refuses a record of rules that this program no longer, or not yet, knows."""
    if game.rules_version != rules_version:
        raise Rejection(
            Code.RECORD_VERSION,
            f"This round was played under version {rules_version} of the rules of {game.name}; "
            f"this program has version {game.rules_version}.",
        )
