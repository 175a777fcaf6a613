"""Pick 2 Poker: five cards, and the player picks the three-card or the five-card game."""

from typing import TYPE_CHECKING, Final

from croupier.cards import DECK, HandDeck, PackDispenser
from croupier.games.pick_2_poker.habit import usual_choice
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD, THREES
from croupier.games.pick_2_poker.rules import Rules, wagers
from croupier.games.pick_2_poker.script import script
from croupier.table.dealing import Dealing
from croupier.table.game import Game, Positions
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.layout import Layout
from croupier.table.source import DealtFrom
from croupier.table.steps import Asked, Script
from croupier.table.wager import Wager

if TYPE_CHECKING:
    from croupier.table.kernel import Kernel
    from croupier.table.worth import Worth

__all__ = ["PICK_2_POKER", "Pick2Poker"]


class Pick2Poker(Game[Rules]):
    """Five cards each; three or five of them against the dealer, and two bonuses."""

    id = "pick-2-poker"
    name = "Pick 2 Poker"
    about = "Five cards: play your best three or all five against the dealer, or fold; two bonuses."
    rules_version = 1
    rules = Rules
    positions = Positions(least=1, most=len(DECK) // 5 - 1, usual=6)
    devices = (DealtFrom(PackDispenser, pack_size=5), DealtFrom(HandDeck))

    def wagers(self, rules: Rules) -> tuple[Wager, ...]:
        """5 Card Bonus Only, 3-5 Bonus, Ante and Play."""
        return wagers(rules)

    def options(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """Fold, five cards, or any three of them."""
        return (FOLD, FIVE_CARD_GAME, *THREES)

    def script(self, table: Dealing[Rules]) -> Script:
        """What the dealer does."""
        return script(table)

    def remedy(self, kind: IrregularityKind, rules: Rules, device: str) -> Remedy:  # noqa: ARG002
        """From a shuffler the round is void; dealt by hand the supervisor rules.

        Irregularities a to d void the round, and e keeps them to games dealt from a shuffler.
        A mistake of another kind is not on the list.
        """
        if kind is IrregularityKind.DEALER_ERROR or device != PackDispenser.name:
            return Remedy.SUPERVISOR
        return Remedy.VOID

    def usual_choice(self, seen: Layout, asked: Asked, rules: Rules) -> str:  # noqa: ARG002
        """Three good cards, else five with a pair or an ace, else fold."""
        return usual_choice(seen, asked)

    def worth(self) -> "Worth[Rules]":
        """All bets, and the decision."""
        from croupier.games.pick_2_poker.worth import WORTH  # noqa: PLC0415

        return WORTH

    def kernel(self) -> "Kernel[Rules]":
        """The game compiled."""
        from croupier.games.pick_2_poker.kernel import KERNEL  # noqa: PLC0415

        return KERNEL


PICK_2_POKER: Final = Pick2Poker()
