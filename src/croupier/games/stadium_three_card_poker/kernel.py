"""Stadium Three Card Poker, compiled.

The parts: `kernel_hands` says what hands are, `kernel_bets` who bets what on which cells,
`kernel_plans` and `kernel_decisions` who plays when, `kernel_rounds` plays. What hands pay and
beat, and how a strategy by one's own cards is kept, is taken from Three Card Poker.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from croupier.games.stadium_three_card_poker.exact.seen_cards import COUNTING, rule_without_search
from croupier.games.stadium_three_card_poker.kernel_bets import bets_of, put_together
from croupier.games.stadium_three_card_poker.kernel_plans import (
    Plan,
    best_plan,
    counting_plan,
    own_plan,
)
from croupier.games.stadium_three_card_poker.kernel_rounds import Board, Layout, play_rounds
from croupier.games.stadium_three_card_poker.rules import Rules, wagers
from croupier.games.stadium_three_card_poker.worth import terms_of
from croupier.games.three_card_poker.exact.bet_terms import (
    ANTE_AND_PLAY,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    class_pays,
)
from croupier.games.three_card_poker.exact.strategies import OPTIMAL, class_values, simple_plays
from croupier.games.three_card_poker.kernel import (
    HEADER,
    plan_of,
    read_plays,
    write_plays,
)
from croupier.games.three_card_poker.kernel_hands import hand_tables
from croupier.rejection import Code, Rejection
from croupier.table.kernel import Batch, Kernel, KernelBet, Row
from croupier.table.prepared import PreparedTable
from croupier.table.wager import Slip
from croupier.table.worth import PayTables, Progress, no_strategy, quietly

__all__ = ["KERNEL", "StadiumThreeCardPokerKernel"]


class StadiumThreeCardPokerKernel(Kernel[Rules]):
    """Stadium Three Card Poker, compiled."""

    plan_type = Plan

    def spots(self, rules: Rules) -> tuple[str, ...]:
        """All wagers: on the hand, then on rows and columns."""
        return tuple(wager.spot for wager in wagers(rules))

    def bets(self, rules: Rules) -> tuple[KernelBet, ...]:
        """Ante and Play are one bet, its bonus included; rows and columns are none of `Worth`."""
        spots, lost = self.spots(rules), terms_of(rules).forfeited
        on_hand = spots[: spots.index(PAIR_PLUS)]
        return (
            KernelBet(ANTE_AND_PLAY, on_hand, spots[:1], hangs_on_play=True),
            *(
                KernelBet(spot, (spot,), (spot,), hangs_on_play=spot in lost)
                for spot in (PAIR_PLUS, SIX_CARD_BONUS)
            ),
        )

    def strategies(self, rules: Rules) -> tuple[str, ...]:
        """By all nine cards, then by one's own three.

        Counting the high cards looks after no side bets, so it is none where they are forfeited.
        """
        counting = () if terms_of(rules).forfeited else (COUNTING,)
        return (OPTIMAL, *counting, *(way.name for way in simple_plays()))

    def plan(
        self, strategy: str, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> Plan:
        """Which hands are played, and with which other cards."""
        if strategy not in self.strategies(rules):
            raise no_strategy(
                "Stadium Three Card Poker has no strategy", strategy, self.strategies(rules)
            )
        known = {way.name: way.plays for way in simple_plays()}
        if strategy in known:
            return own_plan(plan_of(known[strategy]))
        values = class_values(terms_of(rules), pay_tables)
        if strategy == COUNTING:
            return counting_plan(rule_without_search(values))
        return best_plan(values, progress)

    def header(self, rules: Rules) -> Row:  # noqa: ARG002
        """A hand, and what to do with it."""
        return HEADER

    def write_plan(self, plan: Plan, rules: Rules) -> Iterator[Row]:  # noqa: ARG002
        """A line for each of the 1,755 hands that differ, the best first."""
        if len(plan.seen.spare):
            raise Rejection(
                Code.STRATEGY_INVALID,
                "This strategy looks at all nine cards. A file tells apart no more than the three "
                "of the hand, so it cannot be written down.",
            )
        return write_plays(plan.own)

    def read_plan(self, rows: Iterable[Row], rules: Rules) -> Plan:  # noqa: ARG002
        """The same read back; each hand stands for all that differ from it by suits alone."""
        return own_plan(read_plays(rows))

    def lay(self, table: PreparedTable, slips: Sequence[Slip], plan: Plan) -> Layout:
        """The table, and who bets what."""
        terms = terms_of(table.rules)
        _, kind_of = class_pays(terms, table.pay_tables)
        bet_on, terminals = bets_of(terms, table.pay_tables, slips)
        board = Board(
            hand_tables(terms.pair_comparison, kind_of),
            bet_on,
            plan,
            int(not terms.forfeited),
            np.uint64(self.spots(table.rules).index(PAIR_PLUS)),
        )
        return Layout(board, terminals, put_together(terminals))

    def play(self, batch: Batch, layout: Layout) -> None:
        """Plays all rounds of a batch."""
        is_told_apart = batch.is_apart or batch.tape.shape[1] > 0
        terminals = layout.terminals if is_told_apart else layout.together
        play_rounds(batch, layout.board, terminals)


KERNEL: Final = StadiumThreeCardPokerKernel()
"""Stadium Three Card Poker, compiled."""
