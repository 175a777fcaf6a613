"""Three Card Poker, compiled.

What hands pay is asked of the pay tables once, for each kind of hand; the kernel looks it up.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, format_cards
from croupier.cards.batch import best_five_rank
from croupier.cards.stream_chunks import CHUNK_ROOM, ChunkCards, deal_six_of_each
from croupier.cards.stream_kernels import (
    CHUNK,
    DECK_ROOM,
    Deck,
    Words,
    deal_first,
    deal_further,
    deal_second,
    first_words,
    groups_for,
)
from croupier.compiled import kernel, part
from croupier.games.kernel_parts import net_cents, purse_of, taped
from croupier.games.strategy_lines import (
    hand_of_line,
    not_an_option,
    said_nothing,
    said_twice,
)
from croupier.games.three_card_poker.exact.bet_terms import (
    ANTE_AND_PLAY,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    Terms,
    class_pays,
    six_card_pays,
)
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.strategies import (
    OPTIMAL,
    best_plays,
    class_values,
    simple_plays,
)
from croupier.games.three_card_poker.kernel_hands import (
    HandTables,
    dealer_strength,
    hand_tables,
    kind_and_strength,
)
from croupier.games.three_card_poker.rules import Rules
from croupier.games.three_card_poker.worth import terms_of
from croupier.table.kernel import Batch, Kernel, KernelBet, Row
from croupier.table.prepared import PreparedTable
from croupier.table.wager import Slip
from croupier.table.worth import PayTables, Progress, no_strategy, quietly

__all__ = [
    "ANTE_STAKE",
    "HEADER",
    "KERNEL",
    "Cents",
    "Plan",
    "Seats",
    "ThreeCardPokerKernel",
    "plan_of",
    "read_plays",
    "seat_tables",
    "write_plays",
]

U64 = np.uint64
CARDS: Final = len(DECK)
_STAKED: Final = ("Ante", PAIR_PLUS, SIX_CARD_BONUS)
Cents = NDArray[np.int64]

ANTE: Final = U64(0)
PLAY: Final = U64(1)
BONUS: Final = U64(2)
PLUS: Final = U64(3)
SIX: Final = U64(4)
ADDED: Final = U64(5)
COLUMNS: Final = U64(6)
SPOTS: Final = ("Ante", "Play", "Ante Bonus", PAIR_PLUS, SIX_CARD_BONUS)
"""The wagers, in the order of their columns."""

ANTE_STAKE: Final = U64(0)
SIX_STAKE: Final = U64(2)


class Plan(NamedTuple):
    """Which hands are played."""

    plays: NDArray[np.uint64]
    """By two cards of a hand: a bit for each third card with which it is played."""


class Seats(NamedTuple):
    """What every seat bets, and what that gains, in cents."""

    stakes: Cents
    """By seat: on the Ante, Pair Plus and the Six Card Bonus."""
    ante_bonus: Cents
    """By seat and kind of hand."""
    pair_plus: Cents
    """By seat, whether it stays in action, and kind of hand."""
    six: Cents
    """By seat, whether it stays in action, and line."""


class Layout(NamedTuple):
    """A table and all who bet at it."""

    hands: HandTables
    seats: Seats
    plan: Plan
    pair_plus_stays: int
    """1 if Pair Plus stays in action when the hand is folded, else 0."""
    six_stays: int
    groups: int
    """How many groups of the deck are dealt."""


class Room(NamedTuple):
    """Where the rounds of a chunk are dealt."""

    words: Words
    more_words: Words
    cards: ChunkCards
    deck: Deck


@kernel
def play_alone(batch: Batch, layout: Layout) -> None:
    """Plays all rounds of a batch in which one seat plays by the plan: the usual case, fastest."""
    _play_rounds(batch, layout, _room(), True)


@kernel
def play_any(batch: Batch, layout: Layout) -> None:
    """Plays all rounds of any batch."""
    _play_rounds(batch, layout, _room(), False)


@kernel
def _room() -> Room:
    words, more_words = np.empty(CHUNK, np.uint64), np.empty(CHUNK, np.uint64)
    return Room(words, more_words, np.empty(CHUNK_ROOM, np.uint8), np.empty(DECK_ROOM, np.uint8))


@part
def _play_rounds(batch: Batch, layout: Layout, room: Room, is_alone: bool) -> None:
    words, more_words, cards, deck = room.words, room.more_words, room.cards, room.deck
    for start in range(0, len(batch.numbers), CHUNK):
        numbers = batch.numbers[start : start + CHUNK]
        first_words(numbers, batch.seed, words, more_words)
        if is_alone:
            deal_six_of_each(cards, words, numbers, batch.seed)
        for at in range(len(numbers)):
            here = U64(at)
            if is_alone:
                dealt = Dealt(cards, here, U64(CHUNK))
            else:
                deal_first(deck, words[here], numbers[here], batch.seed)
                deal_second(deck, more_words[here], numbers[here], batch.seed)
                deal_further(deck, 2, layout.groups, numbers[here], batch.seed)
                dealt = Dealt(deck, U64(0), U64(1))
            _play_round(batch, U64(start) + here, layout, dealt, is_alone)


class Dealt(NamedTuple):
    """The cards of a round."""

    cards: NDArray[np.uint8]
    first: np.uint64
    """Where the first of them is."""
    step: np.uint64
    """How far on the next one is."""


@part
def _three(dealt: Dealt, at: np.uint64) -> tuple[int, int, int]:
    """Three cards from there on."""
    cards, step, first = dealt.cards, dealt.step, dealt.first + at * dealt.step
    return cards[first], cards[first + step], cards[first + U64(2) * step]


@part
def _play_round(batch: Batch, row: np.uint64, layout: Layout, dealt: Dealt, is_alone: bool) -> None:
    """Three cards to each seat in turn, then three to the dealer."""
    hands, seats, nets = layout.hands, layout.seats, batch.nets
    seated = 1 if is_alone else len(seats.stakes)
    d0, d1, d2 = _three(dealt, U64(3 * seated))
    theirs = dealer_strength(d0, d1, d2, hands)
    qualified = np.int64(theirs > 0)
    decision, column = 0, U64(0)
    ante_net = play_net = bonus_net = plus_net = six_net = added = np.int64(0)
    for at in range(seated):
        seat = U64(at)
        c0, c1, c2 = _three(dealt, U64(3) * seat)
        kind, mine = kind_and_strength(c0, c1, c2, hands)
        played = np.int64((layout.plan.plays[c0, c1] >> U64(c2)) & U64(1))
        ante = seats.stakes[seat, ANTE_STAKE]
        if not is_alone and batch.tape.shape[1] > 0 and ante > 0:
            played = np.int64(taped(batch, row, decision, 2) == 0)
            decision += 1
        if at == 0:
            played &= np.int64(ante <= purse_of(batch, row))
        compared = qualified * (np.int64(mine > theirs) - np.int64(mine < theirs))
        ante_net += ante * (played * (compared + 2 - qualified) - 1)
        play_net += ante * played * compared
        bonus_net += played * seats.ante_bonus[seat, U64(kind)]
        added += ante * played
        # Without an Ante nothing is folded.
        stays = played | np.int64(ante == 0)
        plus_net += seats.pair_plus[seat, U64(stays | layout.pair_plus_stays), U64(kind)]
        if seats.stakes[seat, SIX_STAKE] > 0:
            line = best_five_rank((c0, c1, c2, d0, d1, d2), hands.six)
            six_net += seats.six[seat, U64(stays | layout.six_stays), line]
        if is_alone or batch.is_apart or at == seated - 1:
            nets[column + ANTE, row] = ante_net
            nets[column + PLAY, row] = play_net
            nets[column + BONUS, row] = bonus_net
            nets[column + PLUS, row] = plus_net
            nets[column + SIX, row] = six_net
            nets[column + ADDED, row] = added
            column += COLUMNS
            ante_net = play_net = bonus_net = plus_net = six_net = added = np.int64(0)


# What the kernel looks up.


def seat_tables(terms: Terms, pay_tables: PayTables, stakes: Sequence[Sequence[int]]) -> Seats:
    """What each seat gains; `stakes` are on the Ante, Pair Plus and the Six Card Bonus."""
    kinds, _ = class_pays(terms, pay_tables)
    odds_of = [
        [kind.pair_plus.odds if kind.pair_plus else None for kind in kinds],
        [line.odds if line else None for line in six_card_pays(pay_tables)],
    ]
    bonus = [
        [kind.ante_bonus.odds.win_cents(ante) if kind.ante_bonus else 0 for kind in kinds]
        for ante, _, _ in stakes
    ]
    plus, six = (
        [
            [[net_cents(cents, odds if stays else None) for odds in all_odds] for stays in (0, 1)]
            for cents in on_spot
        ]
        for on_spot, all_odds in zip(list(zip(*stakes, strict=True))[1:], odds_of, strict=True)
    )
    return Seats(*(np.array(some, dtype=np.int64) for some in (stakes, bonus, plus, six)))


# Plans.


@cache
def class_by_cards() -> NDArray[np.int16]:
    """By three cards: the class of that hand; -1 where a card is there twice."""
    found = np.full((CARDS, CARDS, CARDS), -1, dtype=np.int16)
    for at, hand in enumerate(hand_classes().cards.tolist()):
        for suits in permutations(range(4)):
            for cards in permutations([card & 0xFC | suits[card & 3] for card in hand]):
                found[cards] = at
    return found


def plan_of(plays: NDArray[np.bool_]) -> Plan:
    """The plan that plays these classes of hands."""
    by_cards = class_by_cards()
    by_hand = plays[by_cards] & (by_cards >= 0)
    bits = U64(1) << np.arange(CARDS, dtype=np.uint64)
    return Plan((by_hand * bits).sum(axis=2, dtype=np.uint64))


HEADER: Final = ("Hand", "Option")
_OPTIONS: Final = ("play", "fold")


def write_plays(plan: Plan) -> Iterator[Row]:
    """What is done with each class of hands, the best hand first."""
    for first, second, third in reversed(hand_classes().hands):
        is_played = int(plan.plays[first, second]) >> third & 1
        yield format_cards((first, second, third)), _OPTIONS[not is_played]


def read_plays(rows: Iterable[Row]) -> Plan:
    """The same read back; each hand stands for all that differ from it by suits alone."""
    classes = hand_classes()
    said: dict[int, str] = {}
    for line, (text, option) in enumerate(rows, 2):
        if option not in _OPTIONS:
            raise not_an_option(line, option, _OPTIONS)
        hand = hand_of_line(line, text, 3)
        at = int(class_by_cards()[hand])
        if said.setdefault(at, option) != option:
            raise said_twice(line, f"{text} (as any hand that differs by suits alone)")
    missing = [at for at in range(len(classes.hands)) if at not in said]
    if missing:
        raise said_nothing(format_cards(classes.hands[missing[-1]]), len(missing))
    return plan_of(np.array([said[at] == "play" for at in range(len(classes.hands))]))


class ThreeCardPokerKernel(Kernel[Rules]):
    """Three Card Poker, compiled."""

    plan_type = Plan

    def spots(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """All wagers."""
        return SPOTS

    def bets(self, rules: Rules) -> tuple[KernelBet, ...]:
        """Ante and Play are one bet, its bonus included."""
        lost = terms_of(rules).forfeited
        return (
            KernelBet(ANTE_AND_PLAY, SPOTS[:3], SPOTS[:1], hangs_on_play=True),
            *(
                KernelBet(spot, (spot,), (spot,), hangs_on_play=spot in lost)
                for spot in (PAIR_PLUS, SIX_CARD_BONUS)
            ),
        )

    def strategies(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """The best play, and what people do who look nothing up."""
        return (OPTIMAL, *(way.name for way in simple_plays()))

    def plan(
        self,
        strategy: str,
        rules: Rules,
        pay_tables: PayTables,
        progress: Progress = quietly,  # noqa: ARG002
    ) -> Plan:
        """Which classes of hands are played."""
        known = {way.name: way.plays for way in simple_plays()}
        if strategy == OPTIMAL:
            return plan_of(best_plays(class_values(terms_of(rules), pay_tables)))
        if strategy not in known:
            raise no_strategy("Three Card Poker has no strategy", strategy, self.strategies(rules))
        return plan_of(known[strategy])

    def header(self, rules: Rules) -> Row:  # noqa: ARG002
        """A hand, and what to do with it."""
        return HEADER

    def write_plan(self, plan: Plan, rules: Rules) -> Iterator[Row]:  # noqa: ARG002
        """A line for each of the 1,755 hands that differ, the best first."""
        return write_plays(plan)

    def read_plan(self, rows: Iterable[Row], rules: Rules) -> Plan:  # noqa: ARG002
        """The same read back; each hand stands for all that differ from it by suits alone."""
        return read_plays(rows)

    def lay(self, table: PreparedTable, slips: Sequence[Slip], plan: Plan) -> Layout:
        """The table, and who bets what."""
        rules, terms = table.rules, terms_of(table.rules)
        stakes = [[dict(slip.stakes).get(spot, 0) for spot in _STAKED] for slip in slips]
        _, kind_of = class_pays(terms, table.pay_tables)
        return Layout(
            hand_tables(rules.pair_comparison, kind_of),
            seat_tables(terms, table.pay_tables, stakes),
            plan,
            int(PAIR_PLUS not in terms.forfeited),
            int(SIX_CARD_BONUS not in terms.forfeited),
            groups_for(3 * (len(slips) + 1)),
        )

    def play(self, batch: Batch, layout: Layout) -> None:
        """Plays all rounds of a batch."""
        is_alone = len(layout.seats.stakes) == 1 and not batch.tape.shape[1]
        (play_alone if is_alone else play_any)(batch, layout)


KERNEL: Final = ThreeCardPokerKernel()
"""Three Card Poker, compiled."""
