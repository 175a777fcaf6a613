"""3 Way-Action: High Card, Blackjack and Poker on one set of cards, and a seven-card Bonus."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from croupier.cards import DECK, DealingShoe, HandDeck
from croupier.games.three_way_action.clauses import CLAUSES
from croupier.games.three_way_action.habit import usual_choice
from croupier.games.three_way_action.hands import hands_to_read
from croupier.games.three_way_action.refusals import PLAYED_BY, REFUSED_BY
from croupier.games.three_way_action.rules import Insurance, Rules, SplitAces, wagers
from croupier.games.three_way_action.script import script
from croupier.table.dealing import Dealing
from croupier.table.game import Game, Positions
from croupier.table.hands import HandToRead
from croupier.table.irregularity import IrregularityKind, Refused
from croupier.table.layout import Layout
from croupier.table.preparation import INSPECT, SHOE, SHUFFLE, usual_preparation
from croupier.table.source import DealtFrom
from croupier.table.steps import Act, Asked, Script
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

    def remedy_clause(
        self,
        kind: IrregularityKind,
        rules: Rules,  # noqa: ARG002
        device: str,  # noqa: ARG002
    ) -> str | None:
        """Procedures a keeps everybody else's hands off a player's cards, and says no more."""
        return "Procedures a" if kind is IrregularityKind.CARDS_TOUCHED else None

    def refusal_clause(self, refused: Refused, rules: Rules) -> str | None:  # noqa: ARG002
        """Its clause on the bets; on doubles and splits too, where a hand is played."""
        named = PLAYED_BY.clause(refused) if refused.asked_by == "Playing 12" else None
        return named or REFUSED_BY.clause(refused)

    def clauses(self) -> Mapping[str, str]:
        """What each clause of the sheet says."""
        return CLAUSES

    def preparation(self, device: str) -> tuple[Act, ...]:
        """The usual, for which the sheet has some clauses."""
        return usual_preparation(
            device, {INSPECT: "Opening 6", SHUFFLE: "Dealing 1", SHOE: "Dealing 2"}
        )

    def hands_to_read(self, seen: Layout, rules: Rules) -> tuple[HandToRead, ...]:  # noqa: ARG002
        """Blackjack hands, and the best five of seven cards."""
        return hands_to_read(seen)

    def worth(self) -> "Worth[Rules]":
        """High Card, Blackjack, Poker and Bonus."""
        from croupier.games.three_way_action.worth import WORTH  # noqa: PLC0415

        return WORTH

    def kernel(self) -> "Kernel[Rules]":
        """The game compiled."""
        from croupier.games.three_way_action.kernel import KERNEL  # noqa: PLC0415

        return KERNEL


THREE_WAY_ACTION: Final = ThreeWayAction()
