"""Pick 2 Poker, compiled.

What hands are, pay and beat is asked of the script and of the pay tables once, by the number and
the kind of a hand (`kernel_hands`, `kernel_pays`), and so is what a strategy does with it
(`kernel_plans`); the kernel looks it up.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.batch import three_card_rank
from croupier.cards.stream_kernels import (
    CHUNK,
    DECK_ROOM,
    Deck,
    deal_first,
    deal_further,
    deal_second,
    deal_three_more,
    first_words,
    groups_for,
)
from croupier.compiled import Number, kernel, part
from croupier.games.kernel_parts import purse_of, taped
from croupier.games.pick_2_poker.exact.strategies import NAMES, simple_way, way
from croupier.games.pick_2_poker.kernel_hands import hand_number, in_order, number_in_order
from croupier.games.pick_2_poker.kernel_pays import (
    FIVE,
    FOLDED,
    NO_ANTE,
    STAKED,
    THREE,
    HandTables,
    Seats,
    hand_tables,
    play_records,
    seat_tables,
)
from croupier.games.pick_2_poker.kernel_plans import (
    HEADER,
    Plan,
    plan_of_way,
    read_plays,
    write_plays,
)
from croupier.games.pick_2_poker.player import THREES
from croupier.games.pick_2_poker.rules import (
    THREE_CARD_HALF,
    BonusOnFold,
    BonusTables,
    Entry,
    Rules,
    ThreeCardBonusHand,
)
from croupier.games.pick_2_poker.worth import WORTH, counted
from croupier.table.kernel import Batch, Kernel, KernelBet, Row
from croupier.table.prepared import PreparedTable
from croupier.table.wager import Slip
from croupier.table.worth import PayTables, Progress, no_strategy, quietly

__all__ = ["KERNEL", "Pick2PokerKernel"]

U32 = np.uint32
U64 = np.uint64
HAND: Final = 5

ONLY: Final = U64(0)
BONUS: Final = U64(1)
HALF: Final = U64(2)
ANTE: Final = U64(3)
PLAY: Final = U64(4)
ADDED: Final = U64(5)
COLUMNS: Final = U64(6)
SPOTS: Final = ("5 Card Bonus Only", "3-5 Bonus", THREE_CARD_HALF, "Ante", "Play")
"""The wagers, in the order of their columns."""

OF_ANTE: Final = U64(0)
OF_PLAY: Final = U64(1)

_SET: Final = np.array(list(THREES.values()), dtype=np.uint64)
"""By option of the 3-card game, as they are offered: which cards it sets."""
_FIRST_SET: Final = 2
"""How many options are offered before those."""
_RANK: Final = U32(0xFFFF)
_KIND: Final = U32(0xFF)

WIDTH: Final = 2 * CHUNK
"""How many hands are put in order at once: the player's of some rounds, then the dealer's."""
DEALERS: Final = U64(CHUNK)
_SECOND, _THIRD, _FOURTH, _FIFTH = (U64(place * WIDTH) for place in range(1, HAND))


class Layout(NamedTuple):
    """A table and all who bet at it."""

    hands: HandTables
    seats: Seats
    records: NDArray[np.uint32]
    """By number of a hand: how it is played by the plan, see `play_records`."""
    groups: int
    """How many groups of the deck are dealt."""


@kernel
def play_alone(batch: Batch, layout: Layout) -> None:
    """Plays all rounds of a batch in which one seat plays by the plan: the usual case, fastest.

    Some rounds at once are dealt, then all their hands are put in order, which the compiler
    turns into many at a time, then they are settled.
    """
    words, more_words = np.empty(CHUNK, np.uint64), np.empty(CHUNK, np.uint64)
    deck = np.empty(DECK_ROOM, np.uint8)
    # By place in a hand, the player's rounds and then the dealer's: a card.
    cards = np.zeros(HAND * WIDTH, np.uint8)
    for start in range(0, len(batch.numbers), CHUNK):
        numbers = batch.numbers[start : start + CHUNK]
        first_words(numbers, batch.seed, words, more_words)
        for at in range(len(numbers)):
            here = U64(at)
            deal_first(deck, words[here], numbers[here], batch.seed)
            deal_three_more(deck, more_words[here], numbers[here], batch.seed)
            for place in range(HAND):
                of_place = U64(place * WIDTH) + here
                cards[of_place] = deck[U64(place)]
                cards[of_place + DEALERS] = deck[U64(place + HAND)]
        _put_in_order(cards)
        for at in range(len(numbers)):
            _settle_alone(batch, U64(start + at), layout, cards, U64(at))


@part
def _put_in_order(cards: Deck) -> None:
    """Puts the cards of all hands in order."""
    for at in range(WIDTH):
        here = U64(at)
        a, b, c, d, e = in_order(
            cards[here],
            cards[here + _SECOND],
            cards[here + _THIRD],
            cards[here + _FOURTH],
            cards[here + _FIFTH],
        )
        cards[here] = a
        cards[here + _SECOND] = b
        cards[here + _THIRD] = c
        cards[here + _FOURTH] = d
        cards[here + _FIFTH] = e


@part
def _number_at(cards: Deck, here: np.uint64) -> np.uint64:
    """The number of one of these hands."""
    return number_in_order(
        cards[here],
        cards[here + _SECOND],
        cards[here + _THIRD],
        cards[here + _FOURTH],
        cards[here + _FIFTH],
    )


@part
def _settle_alone(
    batch: Batch, row: np.uint64, layout: Layout, cards: Deck, here: np.uint64
) -> None:
    """Settles what one seat has bet."""
    seats, nets, seat = layout.seats, batch.nets, U64(0)
    record = layout.records[_number_at(cards, here)]
    dealer = layout.hands.ranks[_number_at(cards, here + DEALERS)]
    game = U64(record >> U32(24))
    if seats.costs[seat, game] > purse_of(batch, row):
        game = U64(FOLDED)
    if seats.costs[seat, U64(FIVE)] == 0:
        game = U64(NO_ANTE)
    kind = U64((record >> U32(16)) & _KIND)
    result = _result(game, record & _RANK, dealer, layout.hands)
    nets[ONLY, row] = seats.bonuses[seat, game, kind, ONLY]
    nets[BONUS, row] = seats.bonuses[seat, game, kind, BONUS]
    nets[HALF, row] = seats.bonuses[seat, game, kind, HALF]
    nets[ANTE, row] = seats.games[seat, game, result, OF_ANTE]
    nets[PLAY, row] = seats.games[seat, game, result, OF_PLAY]
    nets[ADDED, row] = seats.costs[seat, game]


@part
def _result(game: np.uint64, mine: np.uint32, dealer: np.uint32, hands: HandTables) -> np.uint64:
    """Won, tied or lost against a dealer who qualifies, then against one who does not."""
    theirs = (dealer >> (U32(game == U64(THREE)) << U32(4))) & _RANK
    result = np.int64(1) - np.int64(mine > theirs) + np.int64(mine < theirs)
    return U64(result + np.int64(3) * np.int64(np.int64(dealer & _RANK) <= hands.not_qualifying))


@kernel
def play_any(batch: Batch, layout: Layout) -> None:
    """Plays all rounds of any batch."""
    words, more_words = np.empty(CHUNK, np.uint64), np.empty(CHUNK, np.uint64)
    deck = np.empty(DECK_ROOM, np.uint8)
    for start in range(0, len(batch.numbers), CHUNK):
        numbers = batch.numbers[start : start + CHUNK]
        first_words(numbers, batch.seed, words, more_words)
        for at in range(len(numbers)):
            here = U64(at)
            deal_first(deck, words[here], numbers[here], batch.seed)
            deal_second(deck, more_words[here], numbers[here], batch.seed)
            deal_further(deck, 2, layout.groups, numbers[here], batch.seed)
            _play_round(batch, U64(start) + here, layout, deck)


@part
def _play_round(batch: Batch, row: np.uint64, layout: Layout, deck: Deck) -> None:
    """Five cards to each seat in turn, then five to the dealer."""
    hands, seats, nets = layout.hands, layout.seats, batch.nets
    seated = len(seats.costs)
    dealer = hands.ranks[_number_from(deck, U64(HAND * seated))]
    decision, column = 0, U64(0)
    only = bonus = half = ante = play = added = np.int64(0)
    for at in range(seated):
        seat, first = U64(at), U64(HAND * at)
        number = _number_from(deck, first)
        record = layout.records[number]
        game, kind, mine = U64(record >> U32(24)), U64((record >> U32(16)) & _KIND), record & _RANK
        if seats.costs[seat, U64(FIVE)] == 0:
            game = U64(NO_ANTE)
        elif batch.tape.shape[1] > 0:
            offered = _FIRST_SET + len(_SET)
            if at == 0:
                offered = _offered(seats.costs, purse_of(batch, row))
            option = taped(batch, row, decision, offered)
            decision += 1
            game, kind, mine = _as_chosen(option, hands, number, deck, first)
        elif at == 0 and seats.costs[seat, game] > purse_of(batch, row):
            game = U64(FOLDED)
        result = _result(game, mine, dealer, hands)
        only += seats.bonuses[seat, game, kind, ONLY]
        bonus += seats.bonuses[seat, game, kind, BONUS]
        half += seats.bonuses[seat, game, kind, HALF]
        ante += seats.games[seat, game, result, OF_ANTE]
        play += seats.games[seat, game, result, OF_PLAY]
        added += seats.costs[seat, game]
        if batch.is_apart or at == seated - 1:
            nets[column + ONLY, row] = only
            nets[column + BONUS, row] = bonus
            nets[column + HALF, row] = half
            nets[column + ANTE, row] = ante
            nets[column + PLAY, row] = play
            nets[column + ADDED, row] = added
            column += COLUMNS
            only = bonus = half = ante = play = added = np.int64(0)


@part
def _number_from(deck: Deck, first: np.uint64) -> np.uint64:
    """The number of five cards of the deck."""
    return hand_number(
        deck[first],
        deck[first + U64(1)],
        deck[first + U64(2)],
        deck[first + U64(3)],
        deck[first + U64(4)],
    )


@part
def _offered(costs: NDArray[np.int64], purse: np.int64) -> int:
    """How many options the first seat can pay for: to fold, five cards, then all threes."""
    if costs[U64(0), U64(THREE)] <= purse:
        return _FIRST_SET + len(_SET)
    return _FIRST_SET if costs[U64(0), U64(FIVE)] <= purse else 1


@part
def _as_chosen(
    option: Number, hands: HandTables, number: np.uint64, deck: Deck, first: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint32]:
    """What an option makes of a hand: the game, the kind, and the rank that meets the dealer's."""
    kind = U64(hands.kinds[number])
    if option < _FIRST_SET:
        return U64(option), kind, hands.ranks[number] & _RANK
    three = U64(option - _FIRST_SET)
    rank = three_card_rank(
        deck[first + _SET[three, U64(0)]],
        deck[first + _SET[three, U64(1)]],
        deck[first + _SET[three, U64(2)]],
        hands.three,
    )
    return U64(THREE), kind + U64(hands.three_kinds[rank]), U32(rank)


class Pick2PokerKernel(Kernel[Rules]):
    """Pick 2 Poker, compiled."""

    plan_type = Plan

    def spots(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """All wagers."""
        return SPOTS

    def bets(self, rules: Rules) -> tuple[KernelBet, ...]:
        """The whole game is all but the 5 Card Bonus Only, the 3-5 Bonus both its halves."""
        whole, bonus, only = WORTH.bets(rules)
        is_as_dealt = (
            rules.bonus_on_fold is BonusOnFold.BOTH_STAY
            and rules.bonus_tables is not BonusTables.CHOSEN_GAME
            and rules.three_card_bonus_hand is ThreeCardBonusHand.BEST_THREE
        )
        is_lost = rules.bonus_on_fold is BonusOnFold.BOTH_LOST
        may_be_alone = rules.entry is Entry.ANTE_OR_FIVE_CARD_BONUS
        return (
            KernelBet(whole, SPOTS[1:], ("Ante",), hangs_on_play=True),
            KernelBet(bonus, SPOTS[1:3], SPOTS[1:2], hangs_on_play=not is_as_dealt),
            KernelBet(
                only,
                SPOTS[:1],
                SPOTS[:1],
                hangs_on_play=is_lost,
                is_valued_alone=is_lost and may_be_alone,
            ),
        )

    def strategies(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """The best play, lists to learn by heart, and what people do who learn nothing."""
        return NAMES

    def plan(
        self, strategy: str, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> Plan:
        """What is done with each class of hands."""
        if strategy not in NAMES:
            raise no_strategy("Pick 2 Poker has no strategy", strategy, NAMES)
        simple = simple_way(strategy)
        if simple is not None:
            return plan_of_way(simple)
        values = counted(rules, pay_tables, progress)
        return plan_of_way(way(strategy, values), values)

    def header(self, rules: Rules) -> Row:  # noqa: ARG002
        """A hand, and what to do with it: `fold`, `5-card`, or `3-card` and which three."""
        return HEADER

    def write_plan(self, plan: Plan, rules: Rules) -> Iterator[Row]:  # noqa: ARG002
        """A line for each of the 134,459 hands that differ, the best first."""
        return write_plays(plan)

    def read_plan(self, rows: Iterable[Row], rules: Rules) -> Plan:  # noqa: ARG002
        """The same read back; each hand stands for all that differ from it by suits alone."""
        return read_plays(rows)

    def lay(self, table: PreparedTable, slips: Sequence[Slip], plan: Plan) -> Layout:
        """The table, and who bets what."""
        stakes = [[dict(slip.stakes).get(spot, 0) for spot in STAKED] for slip in slips]
        return Layout(
            hand_tables(),
            seat_tables(table.rules, table.pay_tables, stakes),
            play_records(plan),
            groups_for(HAND * (len(slips) + 1)),
        )

    def play(self, batch: Batch, layout: Layout) -> None:
        """Plays all rounds of a batch."""
        is_alone = len(layout.seats.costs) == 1 and not batch.tape.shape[1]
        (play_alone if is_alone else play_any)(batch, layout)


KERNEL: Final = Pick2PokerKernel()
"""Pick 2 Poker, compiled."""
