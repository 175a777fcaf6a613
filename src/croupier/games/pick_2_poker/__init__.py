"""Pick 2 Poker: five cards, and the player picks the three-card or the five-card game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from croupier.cards import DECK, HandDeck, PackDispenser
from croupier.games.pick_2_poker.clauses import CLAUSES
from croupier.games.pick_2_poker.habit import usual_choice
from croupier.games.pick_2_poker.hands import hands_to_read
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD, THREES
from croupier.games.pick_2_poker.refusals import REFUSED_BY
from croupier.games.pick_2_poker.rules import Rules, wagers
from croupier.games.pick_2_poker.script import script
from croupier.table.dealing import Dealing
from croupier.table.game import Game, Positions
from croupier.table.hands import HandToRead
from croupier.table.irregularity import IrregularityKind, Refused, Remedy
from croupier.table.layout import Layout
from croupier.table.preparation import CUT, LOAD, SHUFFLE, usual_preparation
from croupier.table.source import DealtFrom
from croupier.table.steps import Act, Asked, Script
from croupier.table.wager import Wager

if TYPE_CHECKING:
    from croupier.table.kernel import Kernel
    from croupier.table.worth import Worth

__all__ = ["PICK_2_POKER", "Pick2Poker"]


_VOIDED: Final = {
    IrregularityKind.CARD_FACE_UP: "Irregularities a",
    IrregularityKind.WRONG_COUNT: "Irregularities b",
    IrregularityKind.DEALER_CARD_EXPOSED: "Irregularities c",
    IrregularityKind.DEVICE_FAILURE: "Irregularities d",
}
"""What voids a round from a shuffler by the sheet, and the clause for it."""


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
        if kind not in _VOIDED or device != PackDispenser.name:
            return Remedy.SUPERVISOR
        return Remedy.VOID

    def remedy_clause(
        self,
        kind: IrregularityKind,
        rules: Rules,  # noqa: ARG002
        device: str,
    ) -> str | None:
        """Irregularities a to d, one for each kind; by hand e, which asks the supervisor."""
        if kind not in _VOIDED:
            return None
        return _VOIDED[kind] if device == PackDispenser.name else "Irregularities e"

    def usual_choice(self, seen: Layout, asked: Asked, rules: Rules) -> str:  # noqa: ARG002
        """Three good cards, else five with a pair or an ace, else fold."""
        return usual_choice(seen, asked)

    def refusal_clause(self, refused: Refused, rules: Rules) -> str | None:  # noqa: ARG002
        """What the sheet says about bets."""
        return REFUSED_BY.clause(refused)

    def clauses(self) -> Mapping[str, str]:
        """What each clause of the sheet says."""
        return CLAUSES

    def preparation(self, device: str) -> tuple[Act, ...]:
        """The usual, for which the sheet has some clauses."""
        return usual_preparation(
            device, {SHUFFLE: "By Hand 1", CUT: "By Hand 2", LOAD: "Dealing 1"}
        )

    def hands_to_read(self, seen: Layout, rules: Rules) -> tuple[HandToRead, ...]:
        """Five cards, the best three of them, and the three a player has set."""
        return hands_to_read(seen, rules)

    def worth(self) -> "Worth[Rules]":
        """All bets, and the decision."""
        from croupier.games.pick_2_poker.worth import WORTH  # noqa: PLC0415

        return WORTH

    def kernel(self) -> "Kernel[Rules]":
        """The game compiled."""
        from croupier.games.pick_2_poker.kernel import KERNEL  # noqa: PLC0415

        return KERNEL


PICK_2_POKER: Final = Pick2Poker()
