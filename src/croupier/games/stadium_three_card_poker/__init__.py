"""Stadium Three Card Poker: one dealer, nine cards for everybody, any number of terminals."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from croupier.cards import PackDispenser
from croupier.games.stadium_three_card_poker.clauses import CLAUSES
from croupier.games.stadium_three_card_poker.habit import usual_choice
from croupier.games.stadium_three_card_poker.hands import hands_to_read
from croupier.games.stadium_three_card_poker.refusals import REFUSED_BY
from croupier.games.stadium_three_card_poker.rules import Rules, picks, wagers
from croupier.games.stadium_three_card_poker.script import script
from croupier.table.dealing import Dealing
from croupier.table.game import Game, Positions
from croupier.table.hands import HandToRead
from croupier.table.irregularity import Refused
from croupier.table.layout import Layout
from croupier.table.picks import Picks
from croupier.table.source import DealtFrom
from croupier.table.steps import Ask, Asked, Script, Settle, Step, TakeWagers
from croupier.table.wager import Wager

if TYPE_CHECKING:
    from croupier.table.kernel import Kernel
    from croupier.table.worth import Worth

__all__ = ["STADIUM_THREE_CARD_POKER", "StadiumThreeCardPoker"]


class StadiumThreeCardPoker(Game[Rules]):
    """Three Card Poker on three of nine cards, picked before they are dealt."""

    id = "stadium-three-card-poker"
    name = "Stadium Three Card Poker"
    about = (
        "Three Card Poker for a crowd: pick 3 of 9 cells before the deal, bet on rows and columns."
    )
    rules_version = 1
    rules = Rules
    # The cards are the same twelve however many play; the bound only keeps a slip of the pen out.
    positions = Positions(least=1, most=100_000, usual=100)
    devices = (DealtFrom(PackDispenser, pack_size=3),)

    def wagers(self, rules: Rules) -> tuple[Wager, ...]:
        """Those of Three Card Poker, and two on each row and column."""
        return wagers(rules)

    def picks(self, rules: Rules) -> Picks:
        """Three of the nine cells."""
        return picks(rules)

    def options(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """Play or fold."""
        return ("play", "fold")

    def script(self, table: Dealing[Rules]) -> Script:
        """What the dealer and the system do."""
        return script(table)

    def usual_choice(self, seen: Layout, asked: Asked, rules: Rules) -> str:  # noqa: ARG002
        """Play queen-six-four or better."""
        return usual_choice(seen, asked)

    def refusal_clause(self, refused: Refused, rules: Rules) -> str | None:  # noqa: ARG002
        """What the sheet says about bets."""
        return REFUSED_BY.clause(refused)

    def clauses(self) -> Mapping[str, str]:
        """What each clause of the sheet says."""
        return CLAUSES

    def done_by_system(self) -> frozenset[type[Step]]:
        """Bets and decisions, which end with a clock, and what follows when Confirm is pressed."""
        return frozenset({TakeWagers, Ask, Settle})

    def hands_to_read(self, seen: Layout, rules: Rules) -> tuple[HandToRead, ...]:  # noqa: ARG002
        """The dealer's hand, rows and columns, and the cells known to be picked."""
        return hands_to_read(seen)

    def worth(self) -> "Worth[Rules]":
        """What its bets and decisions are worth."""
        from croupier.games.stadium_three_card_poker.worth import WORTH  # noqa: PLC0415

        return WORTH

    def kernel(self) -> "Kernel[Rules]":
        """The game compiled."""
        from croupier.games.stadium_three_card_poker.kernel import KERNEL  # noqa: PLC0415

        return KERNEL


STADIUM_THREE_CARD_POKER: Final = StadiumThreeCardPoker()
