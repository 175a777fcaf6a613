"""Three Card Poker, as the Atlantic City sheet has it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from croupier.cards import DECK, HandDeck, PackDispenser
from croupier.games.three_card_poker.clauses import CLAUSES
from croupier.games.three_card_poker.habit import usual_choice
from croupier.games.three_card_poker.hands import hands_to_read
from croupier.games.three_card_poker.refusals import REFUSED_BY
from croupier.games.three_card_poker.rules import Rules, wagers
from croupier.games.three_card_poker.script import script
from croupier.table.dealing import Dealing
from croupier.table.game import Game, Positions
from croupier.table.hands import HandToRead
from croupier.table.irregularity import Refused
from croupier.table.layout import Layout
from croupier.table.source import DealtFrom
from croupier.table.steps import Asked, Script
from croupier.table.wager import Wager

if TYPE_CHECKING:
    from croupier.table.kernel import Kernel
    from croupier.table.worth import Worth

__all__ = ["THREE_CARD_POKER", "ThreeCardPoker"]


class ThreeCardPoker(Game[Rules]):
    """Three cards against the dealer's three, and three side bets."""

    id = "three-card-poker"
    name = "Three Card Poker"
    about = (
        "Three cards against the dealer's three: play or fold, with Pair Plus and a six-card bonus."
    )
    rules_version = 1
    rules = Rules
    positions = Positions(least=1, most=len(DECK) // 3 - 1, usual=7)
    devices = (DealtFrom(PackDispenser, pack_size=3), DealtFrom(HandDeck))

    def wagers(self, rules: Rules) -> tuple[Wager, ...]:
        """Ante, Play, Pair Plus and Six Card Bonus; the Ante Bonus comes with the Ante."""
        return wagers(rules)

    def options(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """Play or fold."""
        return ("play", "fold")

    def script(self, table: Dealing[Rules]) -> Script:
        """What the dealer does."""
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

    def hands_to_read(self, seen: Layout, rules: Rules) -> tuple[HandToRead, ...]:  # noqa: ARG002
        """Everybody's three cards, and six with the dealer's."""
        return hands_to_read(seen)

    def worth(self) -> "Worth[Rules]":
        """What its bets and decisions are worth."""
        from croupier.games.three_card_poker.worth import WORTH  # noqa: PLC0415

        return WORTH

    def kernel(self) -> "Kernel[Rules]":
        """The game compiled."""
        from croupier.games.three_card_poker.kernel import KERNEL  # noqa: PLC0415

        return KERNEL


THREE_CARD_POKER: Final = ThreeCardPoker()
