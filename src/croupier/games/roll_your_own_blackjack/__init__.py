"""Roll Your Own Blackjack: three cards, set into a two-card and a one-card blackjack hand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from croupier.cards import PackDispenser
from croupier.games.roll_your_own_blackjack.clauses import CLAUSES
from croupier.games.roll_your_own_blackjack.habit import usual_choice
from croupier.games.roll_your_own_blackjack.hands import hands_to_read
from croupier.games.roll_your_own_blackjack.refusals import PLAYED_BY, REFUSED_BY
from croupier.games.roll_your_own_blackjack.rules import Rules, wagers
from croupier.games.roll_your_own_blackjack.script import ALONE, script
from croupier.table.dealing import Dealing
from croupier.table.game import Game, Positions
from croupier.table.hands import HandToRead
from croupier.table.irregularity import Refused
from croupier.table.layout import Layout
from croupier.table.preparation import LOAD, usual_preparation
from croupier.table.source import DealtFrom
from croupier.table.steps import Act, Asked, Script
from croupier.table.wager import Wager

if TYPE_CHECKING:
    from croupier.table.kernel import Kernel
    from croupier.table.worth import Worth

__all__ = ["ROLL_YOUR_OWN_BLACKJACK", "RollYourOwnBlackjack"]


class RollYourOwnBlackjack(Game[Rules]):
    """Two blackjack hands of the player's own making, and a Bonus on his three cards."""

    id = "roll-your-own-blackjack"
    name = "Roll Your Own Blackjack"
    about = (
        "Set three cards into a two-card and a one-card blackjack hand, with a Bonus on all three."
    )
    rules_version = 1
    rules = Rules
    # Eight packs of three leave 28 cards; running out stays possible and is ruled by rule 8.
    positions = Positions(least=1, most=7, usual=7)
    devices = (DealtFrom(PackDispenser, pack_size=3, clause="Rule 1"),)

    def wagers(self, rules: Rules) -> tuple[Wager, ...]:
        """Two blackjack bets and a Bonus, all equal, and Insurance."""
        return wagers(rules)

    def options(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """Which card stands alone, insurance, and how a hand is played."""
        return (*ALONE, "insure", "decline", "stand", "hit", "double", "split")

    def script(self, table: Dealing[Rules]) -> Script:
        """What the dealer does."""
        return script(table)

    def usual_choice(self, seen: Layout, asked: Asked, rules: Rules) -> str:  # noqa: ARG002
        """A good two-card hand first, then blackjack as it is usually advised."""
        return usual_choice(seen, asked)

    def refusal_clause(self, refused: Refused, rules: Rules) -> str | None:  # noqa: ARG002
        """Its clause on the bets; on doubles and splits too, where a hand is played."""
        named = PLAYED_BY.clause(refused) if refused.asked_by == "Rule 7" else None
        return named or REFUSED_BY.clause(refused)

    def clauses(self) -> Mapping[str, str]:
        """What each clause of the sheet says."""
        return CLAUSES

    def preparation(self, device: str) -> tuple[Act, ...]:
        """The usual, for which the sheet has some clauses."""
        return usual_preparation(device, {LOAD: "Rule 1"})

    def hands_to_read(self, seen: Layout, rules: Rules) -> tuple[HandToRead, ...]:
        """The three cards of the Bonus, and the blackjack hands."""
        return hands_to_read(seen, rules)

    def worth(self) -> "Worth[Rules]":
        """What its bets and decisions are worth, counted out."""
        from croupier.games.roll_your_own_blackjack.worth import WORTH  # noqa: PLC0415

        return WORTH

    def kernel(self) -> "Kernel[Rules]":
        """The game compiled."""
        from croupier.games.roll_your_own_blackjack.kernel import KERNEL  # noqa: PLC0415

        return KERNEL


ROLL_YOUR_OWN_BLACKJACK: Final = RollYourOwnBlackjack()
