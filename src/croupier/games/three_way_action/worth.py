"""3 Way-Action: what its bets and decisions are worth."""

from collections.abc import Sequence
from typing import Final

from croupier.cards import Card
from croupier.games.three_way_action.exact.blackjack_worth import (
    blackjack_bet,
    blackjack_decision,
    blackjack_fresh,
    blackjack_hands,
)
from croupier.games.three_way_action.exact.poker_worth import poker_bet
from croupier.games.three_way_action.exact.side_worth import bonus_bet, high_card_bet
from croupier.games.three_way_action.figures import PRINTED, PUBLISHED
from croupier.games.three_way_action.rules import Rules
from croupier.table.layout import Layout
from croupier.table.steps import Asked
from croupier.table.worth import (
    BetWorth,
    Decision,
    Fresh,
    PayTables,
    Printed,
    Progress,
    Published,
    Table,
    Worth,
    quietly,
)

__all__ = ["WORTH", "ThreeWayActionWorth"]

_DEPENDS_ON: Final = {
    "High Card": ((), ()),
    "Blackjack": (("split_aces", "blackjack_pays", "dealer_peek", "insurance", "hit_on_21"), ()),
    "Poker": ((), ()),
    "Bonus": ((), ("Bonus",)),
}


class ThreeWayActionWorth(Worth[Rules]):
    """High Card, Blackjack, Poker and Bonus: each by itself, for one does not change another.

    All decisions of this game are made for Blackjack. Why they cannot change what Poker and
    Bonus are worth is shown in `poker_worth`.
    """

    # Three games in a row, and seven cards for everybody: slower than Blackjack alone.
    rounds_per_hour = 40
    not_together = (
        "Each bet is exact by itself. How what they bring goes together has not been worked out "
        "exactly (croupier simulate estimates it): "
        "the cards of Blackjack are among the seven of Poker and Bonus, and which of the deck "
        "they are depends on how Blackjack is played."
    )

    def bets(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """The four bets of the felt; Insurance is part of how Blackjack is played."""
        return tuple(_DEPENDS_ON)

    def depends_on(self, bet: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Only Blackjack depends on rulings, and only the Bonus on a pay table."""
        return _DEPENDS_ON[bet]

    def bet(
        self, name: str, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> BetWorth:
        """What a bet is worth, played its best."""
        match name:
            case "High Card":
                return high_card_bet()
            case "Poker":
                return poker_bet()
            case "Bonus":
                return bonus_bet(pay_tables["Bonus"])
            case "Blackjack":
                return blackjack_bet(rules, progress)
            case _:
                raise AssertionError(f"3 Way-Action has no bet named {name}")

    def hands(
        self,
        rules: Rules,
        pay_tables: PayTables,  # noqa: ARG002
        progress: Progress = quietly,
    ) -> Table | None:
        """Every two cards against every up card of the dealer."""
        return blackjack_hands(rules, progress)

    def fresh(self, given: Fresh, rules: Rules, pay_tables: PayTables) -> Decision:  # noqa: ARG002
        """How to play two cards against the dealer's up card."""
        return blackjack_fresh(given, rules)

    def decision(
        self,
        seen: Layout,
        asked: Asked,
        rules: Rules,
        pay_tables: PayTables,  # noqa: ARG002
        also_seen: Sequence[Card] = (),
    ) -> Decision:
        """How to play a Blackjack hand on, or whether to insure it."""
        return blackjack_decision(seen, asked, rules, also_seen)

    def printed(self) -> tuple[Printed, ...]:
        """Every probability, advantage and frequency that the sheet prints."""
        return PRINTED

    def published(self) -> tuple[Published, ...]:
        """What others have published."""
        return PUBLISHED


WORTH: Final = ThreeWayActionWorth()
