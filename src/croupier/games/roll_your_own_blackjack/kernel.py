"""Roll Your Own Blackjack, compiled."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from croupier.cards.stream_kernels import groups_for
from croupier.games.kernel_parts import net_cents
from croupier.games.roll_your_own_blackjack.exact.hand_index import VALUES
from croupier.games.roll_your_own_blackjack.exact.players import allowed_under
from croupier.games.roll_your_own_blackjack.kernel_layout import (
    AFTER_SECOND_CARDS,
    AT_ONCE,
    NEVER,
    Layout,
    Readings,
    Seats,
)
from croupier.games.roll_your_own_blackjack.kernel_lines import HEADER, read_lines, write_lines
from croupier.games.roll_your_own_blackjack.kernel_plans import STRATEGIES, Plan, plan_by
from croupier.games.roll_your_own_blackjack.kernel_rounds import play_rounds
from croupier.games.roll_your_own_blackjack.kernel_tables import bonus_kinds, hand_tables
from croupier.games.roll_your_own_blackjack.rules import (
    BLACKJACK_ODDS,
    INSURANCE_ODDS,
    MOST_SPLITS,
    DealerBlackjack,
    Insurance,
    PlayOrder,
    Rules,
)
from croupier.games.roll_your_own_blackjack.worth import BLACKJACK, BONUS, WHOLE_GAME
from croupier.table.kernel import Batch, Kernel, KernelBet, Row
from croupier.table.prepared import PreparedTable
from croupier.table.steps import Option
from croupier.table.wager import Slip
from croupier.table.worth import PayTables, Progress, quietly

__all__ = ["KERNEL", "RollYourOwnKernel"]

SPOTS: Final = (BONUS, "Blackjack 1", "Blackjack 2", "Insurance")
"""The wagers, in the order of their columns."""

_LOOKS: Final = {
    DealerBlackjack.CHECK_AT_ONCE: AT_ONCE,
    DealerBlackjack.AFTER_SECOND_CARDS: AFTER_SECOND_CARDS,
    DealerBlackjack.NO_CHECK_ALL_LOSE: NEVER,
}


class RollYourOwnKernel(Kernel[Rules]):
    """Roll Your Own Blackjack, compiled."""

    plan_type = Plan

    def spots(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """All wagers."""
        return SPOTS

    def bets(self, rules: Rules) -> tuple[KernelBet, ...]:  # noqa: ARG002
        """Insurance belongs to the blackjack bets."""
        return (
            KernelBet(BLACKJACK, SPOTS[1:], SPOTS[1:3], hangs_on_play=True),
            KernelBet(BONUS, SPOTS[:1], SPOTS[:1], hangs_on_play=False),
            KernelBet(WHOLE_GAME, SPOTS, SPOTS[:3], hangs_on_play=True),
        )

    def strategies(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """All but that which plays the second hand by what the first has drawn."""
        return STRATEGIES

    def plan(
        self,
        strategy: str,
        rules: Rules,
        pay_tables: PayTables,  # noqa: ARG002
        progress: Progress = quietly,
    ) -> Plan:
        """How to set, to insure and to play."""
        return plan_by(strategy, rules, progress)

    def header(self, rules: Rules) -> Row:  # noqa: ARG002
        """What is decided, the hand, the dealer's up card, and what to do."""
        return HEADER

    def write_plan(self, plan: Plan, rules: Rules) -> Iterator[Row]:
        """A line for each three values, and for each total, against each up card."""
        return write_lines(plan, rules)

    def read_plan(self, rows: Iterable[Row], rules: Rules) -> Plan:
        """The same read back."""
        return read_lines(rows, rules)

    def lay(self, table: PreparedTable, slips: Sequence[Slip], plan: Plan) -> Layout:
        """The table, and who bets what."""
        rules: Rules = table.rules
        return Layout(
            hand_tables(rules.ace_low_straight),
            _seats(table, slips),
            _readings(rules),
            plan,
            int(len(plan.deals) > VALUES**4),
            max(groups_for(3 * (len(slips) + 1) + len(slips)), 2),
        )

    def play(self, batch: Batch, layout: Layout) -> None:
        """Plays all rounds of a batch."""
        play_rounds(batch, layout)


def _seats(table: PreparedTable, slips: Sequence[Slip]) -> Seats:
    """What each seat bets and may gain."""
    stakes = [[dict(slip.stakes)[spot] for spot in SPOTS[:3]] for slip in slips]
    on_hands = [cents for _, *both in stakes for cents in both]
    _, kinds = bonus_kinds(table.rules.ace_low_straight)
    pays = table.pay_tables[BONUS]
    odds = [next((paid for line in kind if (paid := pays.odds(line))), None) for kind in kinds]
    bonus = np.zeros((len(slips), 8), dtype=np.int64)
    for seat, (cents, _, _) in enumerate(stakes):
        bonus[seat, : len(kinds)] = [net_cents(cents, one) for one in odds]
    insurance = [_insurance_cents(table, sum(both)) for _, *both in stakes]
    return Seats(
        np.array(on_hands, dtype=np.int64),
        np.array([BLACKJACK_ODDS.win_cents(cents) for cents in on_hands], dtype=np.int64),
        bonus,
        np.array(insurance, dtype=np.int64),
        np.array([INSURANCE_ODDS.win_cents(cents) for cents in insurance], dtype=np.int64),
    )


def _insurance_cents(table: PreparedTable, both_cents: int) -> int:
    """The most insurance that can be taken, 0 if the limits leave none."""
    half = both_cents // 2
    if table.rules.insurance is Insurance.HALF_EXACTLY:
        return half
    spot = SPOTS[3]
    option = Option("insure", "", spot, 1, half, is_open=True)
    offered = option.within(table.limits[spot], table.units_cents[spot])
    return offered.most_cents if offered.least_cents <= offered.most_cents else 0


def _readings(rules: Rules) -> Readings:
    allowed = allowed_under(rules)
    return Readings(
        _LOOKS[rules.dealer_blackjack],
        int(rules.play_order is PlayOrder.ONE_CARD_FIRST),
        MOST_SPLITS[rules.split_limit],
        np.array([[hand.double, hand.double_split] for hand in allowed]),
        np.array([hand.split for hand in allowed]),
    )


KERNEL: Final = RollYourOwnKernel()
"""Roll Your Own Blackjack, compiled."""
