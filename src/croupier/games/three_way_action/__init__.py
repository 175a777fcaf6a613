"""3 Way-Action: High Card, Blackjack and Poker on one set of cards, and a seven-card Bonus."""

from typing import TYPE_CHECKING, Final

from croupier.cards import DECK, DealingShoe, HandDeck
from croupier.games.three_way_action.habit import usual_choice
from croupier.games.three_way_action.rules import Insurance, Rules, SplitAces, wagers
from croupier.games.three_way_action.script import script
from croupier.table.dealing import Dealing
from croupier.table.game import Game, Positions
from croupier.table.layout import Layout
from croupier.table.source import DealtFrom
from croupier.table.steps import Asked, Script
from croupier.table.wager import Wager

if TYPE_CHECKING:
    from croupier.table.kernel import Kernel
    from croupier.table.worth import Worth

__all__ = ["THREE_WAY_ACTION", "ThreeWayAction"]


class ThreeWayAction(Game[Rules]):
    """Three games in a row with the same cards."""

    id = "three-way-action"
    name = "3 Way-Action"
    about = "High Card, Blackjack and Poker in a row on the same cards, and a seven-card Bonus."
    rules_version = 1
    rules = Rules
    # Seven cards each at the end: six seats and the dealer take 49 of the 52.
    positions = Positions(least=1, most=len(DECK) // 7 - 1, usual=6)
    devices = (DealtFrom(HandDeck), DealtFrom(DealingShoe))

    def wagers(self, rules: Rules) -> tuple[Wager, ...]:
        """High Card, Blackjack, Poker and Bonus, and Insurance where it is offered."""
        return wagers(rules)

    def options(self, rules: Rules) -> tuple[str, ...]:
        """How a hand is played, and insurance where it is offered."""
        split = () if rules.split_aces is SplitAces.NOT_ALLOWED else ("split",)
        insurance = () if rules.insurance is Insurance.NOT_OFFERED else ("insure", "decline")
        return ("stand", "hit", "double", *split, *insurance)

    def script(self, table: Dealing[Rules]) -> Script:
        """What the dealer does."""
        return script(table)

    def usual_choice(self, seen: Layout, asked: Asked, rules: Rules) -> str:  # noqa: ARG002
        """Blackjack as it is usually advised, and no insurance."""
        return usual_choice(seen, asked)

    def worth(self) -> "Worth[Rules]":
        """High Card, Blackjack, Poker and Bonus."""
        from croupier.games.three_way_action.worth import WORTH  # noqa: PLC0415

        return WORTH

    def kernel(self) -> "Kernel[Rules]":
        """The game compiled."""
        from croupier.games.three_way_action.kernel import KERNEL  # noqa: PLC0415

        return KERNEL


THREE_WAY_ACTION: Final = ThreeWayAction()
