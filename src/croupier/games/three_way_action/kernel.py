"""3 Way-Action, compiled.

Rounds are played some at a time, step by step: each step of the game, in `kernel_blackjack` and
`kernel_poker`, is done in all of them before the next. So no round waits for what another looks
up, and the many arrays that are looked at are got hold of once for all of these rounds. They are
laid by `kernel_tables`; `kernel_plans` has how to decide, `kernel_charts` how that is kept in a
file.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.stream_kernels import (
    CHUNK,
    DECK_ROOM,
    Words,
    deal_first,
    deal_further,
    deal_second,
    first_words,
)
from croupier.compiled import kernel, part
from croupier.games.three_way_action.kernel_blackjack import (
    deal_second_cards,
    offer_insurance,
    play_dealer,
    play_seats,
    settle_blackjack,
)
from croupier.games.three_way_action.kernel_charts import HEADER, read_chart, write_chart
from croupier.games.three_way_action.kernel_layout import (
    HANDS,
    KEPT_OF_ROUND,
    PLACES,
    SUMS,
    U64,
    InPlay,
    Layout,
)
from croupier.games.three_way_action.kernel_plans import Plan, make_plan, strategies_of
from croupier.games.three_way_action.kernel_poker import fill_hands, play_poker
from croupier.games.three_way_action.kernel_tables import lay_table
from croupier.games.three_way_action.rules import Insurance, Rules
from croupier.table.kernel import Batch, Kernel, KernelBet, Row
from croupier.table.prepared import PreparedTable
from croupier.table.wager import Slip
from croupier.table.worth import PayTables, Progress, quietly

__all__ = ["KERNEL", "ThreeWayActionKernel"]

_SPOTS: Final = ("High Card", "Blackjack", "Poker", "Bonus")


class Room(NamedTuple):
    """Where the rounds of a chunk are played."""

    words: Words
    more_words: Words
    play: InPlay


@kernel
def play_alone(batch: Batch, layout: Layout) -> None:
    """Plays all rounds of a batch with one seat: the usual case, fastest."""
    _play_rounds(batch, layout, _room(1), 1)


@kernel
def play_any(batch: Batch, layout: Layout) -> None:
    """Plays all rounds of any batch."""
    seated = len(layout.seats.stays)
    _play_rounds(batch, layout, _room(seated), seated)


@kernel
def _room(seated: int) -> Room:
    words, more_words = np.empty(CHUNK, np.uint64), np.empty(CHUNK, np.uint64)
    decks = np.empty((CHUNK, DECK_ROOM), np.uint8)
    places = np.empty((CHUNK, seated + 1, PLACES), np.uint8)
    hands = np.empty((CHUNK, seated, HANDS), np.uint8)
    sums = np.zeros((CHUNK, seated, SUMS), np.int64)
    course = np.empty((CHUNK, KEPT_OF_ROUND), np.int16)
    keys = np.empty(DECK_ROOM, np.uint64)
    return Room(words, more_words, InPlay(0, 0, decks, places, hands, sums, course, keys))


@part
def _play_rounds(batch: Batch, layout: Layout, room: Room, seated: int) -> None:
    """Plays all rounds of a batch; knowing how many seats there are spares loops over them."""
    words, more_words, decks = room.words, room.more_words, room.play.decks
    for start in range(0, len(batch.numbers), CHUNK):
        numbers = batch.numbers[start : start + CHUNK]
        first_words(numbers, batch.seed, words, more_words)
        for at in range(len(numbers)):
            here = U64(at)
            deal_first(decks[here], words[here], numbers[here], batch.seed)
            deal_second(decks[here], more_words[here], numbers[here], batch.seed)
            if layout.groups > 2:
                deal_further(decks[here], 2, layout.groups, numbers[here], batch.seed)
        _, _, _, places, hands, sums, course, keys = room.play
        play = InPlay(start, len(numbers), decks, places, hands, sums, course, keys)
        deal_second_cards(layout, play, seated)
        if layout.offers_insurance:
            offer_insurance(batch, layout, play, seated)
        play_seats(batch, layout, play, seated)
        play_dealer(layout, play, seated)
        settle_blackjack(batch, layout, play, seated)
        fill_hands(layout, play, seated)
        play_poker(batch, layout, play, seated)


class ThreeWayActionKernel(Kernel[Rules]):
    """3 Way-Action, compiled."""

    plan_type = Plan

    def spots(self, rules: Rules) -> tuple[str, ...]:
        """The four of the felt, and Insurance where it is offered."""
        return (*_SPOTS, *_insurance(rules))

    def bets(self, rules: Rules) -> tuple[KernelBet, ...]:
        """The four of the felt; Insurance is part of how Blackjack is played."""
        return tuple(
            KernelBet(spot, ("Blackjack", *_insurance(rules)), (spot,), hangs_on_play=True)
            if spot == "Blackjack"
            else KernelBet(spot, (spot,), (spot,), hangs_on_play=False)
            for spot in _SPOTS
        )

    def strategies(self, rules: Rules) -> tuple[str, ...]:
        """How Blackjack is played: nothing else is decided."""
        return strategies_of(rules)

    def plan(
        self,
        strategy: str,
        rules: Rules,
        pay_tables: PayTables,  # noqa: ARG002
        progress: Progress = quietly,
    ) -> Plan:
        """What to do with every hand against every up card."""
        return make_plan(strategy, rules, progress)

    def raise_cents(self, table: PreparedTable, slip: Slip) -> int:  # noqa: ARG002
        """What a double takes."""
        return dict(slip.stakes).get("Blackjack", 0)

    def header(self, rules: Rules) -> Row:  # noqa: ARG002
        """A total, in how many cards, the dealer's up card, and what to do."""
        return HEADER

    def write_plan(self, plan: Plan, rules: Rules) -> Iterator[Row]:
        """A line for each total against each up card."""
        return write_chart(plan, rules)

    def read_plan(self, rows: Iterable[Row], rules: Rules) -> Plan:
        """The same read back."""
        return read_chart(rows, rules)

    def lay(self, table: PreparedTable, slips: Sequence[Slip], plan: Plan) -> Layout:
        """The table, and who bets what."""
        return lay_table(table, slips, plan)

    def play(self, batch: Batch, layout: Layout) -> None:
        """Plays all rounds of a batch."""
        (play_alone if len(layout.seats.stays) == 1 else play_any)(batch, layout)


def _insurance(rules: Rules) -> tuple[str, ...]:
    return ("Insurance",) if rules.insurance is Insurance.TWO_TO_ONE else ()


KERNEL: Final = ThreeWayActionKernel()
"""3 Way-Action, compiled."""
