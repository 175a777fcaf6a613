"""Stadium Three Card Poker, compiled: the rounds themselves.

A chunk of rounds is dealt at once. Then each hand that somebody bets on is worked out for all who
hold it, and then each terminal is settled, always in all rounds of the chunk.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.batch import best_five_rank
from croupier.cards.stream_chunks import CHUNK_ROOM, ChunkCards, deal_twelve_of_each
from croupier.cards.stream_kernels import CHUNK, Words, first_words
from croupier.compiled import kernel, part
from croupier.games.kernel_parts import purse_of, taped
from croupier.games.stadium_three_card_poker.kernel_bets import NOTHING, HandsBetOn, Terminals
from croupier.games.stadium_three_card_poker.kernel_decisions import (
    Dealt,
    Decided,
    decide_doubtful,
)
from croupier.games.stadium_three_card_poker.kernel_plans import Plan
from croupier.games.stadium_three_card_poker.rules import CELLS, LINES
from croupier.games.three_card_poker.kernel import ANTE_STAKE, Cents
from croupier.games.three_card_poker.kernel import Plan as OwnPlan
from croupier.games.three_card_poker.kernel_hands import (
    HandTables,
    dealer_strength,
    kind_and_strength,
)
from croupier.table.kernel import Batch

__all__ = ["Board", "Layout", "play_rounds"]

U64 = np.uint64
DEALER: Final = U64(CHUNK * len(CELLS))
"""Where in a chunk the dealer's cards begin."""
_NUMBER_OF_LINES: Final = len(LINES)

ANTE: Final = U64(0)
PLAY: Final = U64(1)
BONUS: Final = U64(2)
"""The Ante Bonus has a column only where one is paid."""
PLUS: Final = U64(0)
SIX: Final = U64(1)
ON_LINES: Final = U64(2)
"""Side bets, counted from the first column of one: those on the hand, then two for each line."""
ADDED: Final = ON_LINES + U64(2 * _NUMBER_OF_LINES)


class Board(NamedTuple):
    """All but who bets what."""

    hands: HandTables
    bet_on: HandsBetOn
    plan: Plan
    stays: int
    """1 if the side bets on a hand stay in action when it is folded, else 0."""
    side_bets: np.uint64
    """The first column of a side bet."""


class Layout(NamedTuple):
    """A table and all who bet at it."""

    board: Board
    terminals: Terminals
    together: Terminals
    """The same in fewer, for who need not know what each of them brought."""


class Ends(NamedTuple):
    """What becomes of all hands in the rounds of a chunk."""

    theirs: NDArray[np.uint16]
    """By round: how strong the dealer's hand is; 0 if it does not qualify."""
    plays: NDArray[np.uint8]
    """By hand and round: 1 if the plan says to play it, else 0."""
    compared: NDArray[np.int8]
    """By hand and round: 1 if it beats a dealer who qualifies, -1 if it loses to him, else 0."""
    kinds: NDArray[np.uint8]
    """By hand and round: of which kind it is."""
    lines: NDArray[np.uint8]
    """By hand and round: the line of six cards, if there is a Six Card Bonus on it."""


class Room(NamedTuple):
    """Where the rounds of a chunk are dealt and worked out."""

    words: Words
    more_words: Words
    cards: ChunkCards
    noted: Words
    ends: Ends


@kernel
def play_rounds(batch: Batch, board: Board, terminals: Terminals) -> None:
    """Plays all rounds of a batch, for these terminals."""
    hands = len(board.bet_on.cells), CHUNK
    ends = Ends(
        np.zeros(CHUNK, np.uint16),
        np.empty(hands, np.uint8),
        np.empty(hands, np.int8),
        np.empty(hands, np.uint8),
        np.zeros(hands, np.uint8),
    )
    words, more_words = np.empty(CHUNK, np.uint64), np.empty(CHUNK, np.uint64)
    cards, noted = np.empty(CHUNK_ROOM, np.uint8), np.empty(CHUNK + 1, np.uint64)
    _play_chunks(batch, board, terminals, Room(words, more_words, cards, noted, ends))


@part
def _play_chunks(batch: Batch, board: Board, terminals: Terminals, room: Room) -> None:
    hands, seen, cards, ends = board.hands, board.plan.seen, room.cards, room.ends
    doubtful = board.bet_on.held if len(seen.spare) > 0 and batch.tape.shape[1] == 0 else 0
    for start in range(0, len(batch.numbers), CHUNK):
        numbers = batch.numbers[start : start + CHUNK]
        first_words(numbers, batch.seed, room.words, room.more_words)
        deal_twelve_of_each(cards, room.words, room.more_words, numbers, batch.seed)
        for round_ in range(len(numbers)):
            d0, d1, d2 = _dealer(cards, U64(round_))
            ends.theirs[U64(round_)] = dealer_strength(d0, d1, d2, hands)
        for hand in range(len(board.bet_on.cells)):
            dealt = Dealt(cards, board.bet_on.cells[hand], len(numbers))
            has_six = board.bet_on.has_six[hand]
            _look_at_hand(dealt, (U64(hand), has_six), hands, board.plan.own, ends)
            if hand < doubtful:
                decide_doubtful(dealt, hands, seen, Decided(ends.plays[hand], room.noted))
        _settle_all(batch, start, board, terminals, ends)


@part
def _dealer(cards: ChunkCards, at: np.uint64) -> tuple[int, int, int]:
    """The dealer's cards in a round of a chunk."""
    first = DEALER + at
    return cards[first], cards[first + U64(CHUNK)], cards[first + U64(2 * CHUNK)]


@part
def _look_at_hand(
    dealt: Dealt, which: tuple[np.uint64, bool], hands: HandTables, own: OwnPlan, ends: Ends
) -> None:
    """Works out a hand for all who hold it; `which` also says if it has a Six Card Bonus."""
    cards, cells, (hand, has_six) = dealt.cards, dealt.cells, which
    a, b, c = cells[0], cells[1], cells[2]
    for round_ in range(dealt.rounds):
        at = U64(round_)
        c0, c1, c2 = cards[a + at], cards[b + at], cards[c + at]
        kind, mine = kind_and_strength(c0, c1, c2, hands)
        theirs = np.int64(ends.theirs[at])
        compared = np.int64(mine > theirs) - np.int64(mine < theirs)
        ends.compared[hand, at] = compared if theirs > 0 else 0
        ends.kinds[hand, at] = kind
        ends.plays[hand, at] = (own.plays[c0, c1] >> U64(c2)) & U64(1)
        if has_six:
            d0, d1, d2 = _dealer(cards, at)
            ends.lines[hand, at] = best_five_rank((c0, c1, c2, d0, d1, d2), hands.six)


class Into(NamedTuple):
    """Where it is put what a terminal gains."""

    start: int
    stop: int
    """In these rows of the batch."""
    first: np.uint64
    """From this column on."""


@part
def _settle_all(batch: Batch, start: int, board: Board, terminals: Terminals, ends: Ends) -> None:
    """Asks and settles all terminals, one after the other."""
    nets, line_rows, of_lines = batch.nets, terminals.line_rows, board.bet_on.of_lines
    pair_plus, six = terminals.line_pair_plus, terminals.line_six
    kinds, lines = ends.kinds, ends.lines
    stop, on_lines = min(start + CHUNK, len(batch.numbers)), board.side_bets + ON_LINES
    for terminal in range(len(terminals.hands)):
        is_first = batch.is_apart or terminal == 0
        columns = board.side_bets + ADDED + U64(1)
        into = Into(start, stop, columns * U64(terminal if is_first else 0))
        if is_first:
            _settle_hand(batch, into, board, (terminals, terminal), ends, False)
        else:
            _settle_hand(batch, into, board, (terminals, terminal), ends, True)
        for line in range(_NUMBER_OF_LINES):
            found, hand = line_rows[terminal, line], of_lines[line]
            on_line = into.first + on_lines + U64(2 * line)
            # What nobody bets on is left alone.
            if is_first and hand >= 0:
                for row in range(start, stop):
                    nets[on_line + PLUS, U64(row)] = 0
                for row in range(start, stop):
                    nets[on_line + SIX, U64(row)] = 0
            if found != NOTHING:
                for row in range(start, stop):
                    nets[on_line + PLUS, row] += pair_plus[found, kinds[hand, row - start]]
                    nets[on_line + SIX, row] += six[found, lines[hand, row - start]]


@part
def _settle_hand(  # noqa: PLR0917 (a part takes its arguments by place)
    batch: Batch,
    into: Into,
    board: Board,
    who: tuple[Terminals, int],
    ends: Ends,
    is_added: bool,
) -> None:
    """Settles what a terminal bets on its hand; `is_added` to what others gained."""
    terminals, terminal = who
    hand, slip = U64(terminals.hands[terminal]), U64(terminals.rows[terminal])
    nets, seats, first = batch.nets, terminals.seats, into.first
    ante, is_taped = seats.stakes[slip, ANTE_STAKE], batch.tape.shape[1] > 0
    may_be_short = terminal == 0 and (len(batch.purses) > 1 or ante > batch.purses[0])
    for at in range(into.stop - into.start):
        here, row = U64(at), U64(into.start + at)
        kind = ends.kinds[hand, here]
        played = np.int64(ends.plays[hand, here])
        if is_taped:
            played = np.int64(taped(batch, row, terminal, 2) == 0)
        if may_be_short:
            played &= np.int64(ante <= purse_of(batch, row))
        staked = -played & ante
        of_play = staked * np.int64(ends.compared[hand, here])
        of_ante = (of_play if ends.theirs[here] > 0 else staked) + staked - ante
        _put(nets, first + ANTE, row, of_ante, is_added)
        _put(nets, first + PLAY, row, of_play, is_added)
        if board.side_bets > BONUS:
            _put(nets, first + BONUS, row, -played & seats.ante_bonus[slip, kind], is_added)
        stays, of_side = U64(played | board.stays), first + board.side_bets
        _put(nets, of_side + PLUS, row, seats.pair_plus[slip, stays, kind], is_added)
        of_six = seats.six[slip, stays, ends.lines[hand, here]]
        _put(nets, of_side + SIX, row, of_six, is_added)
        _put(nets, of_side + ADDED, row, staked, is_added)


@part
def _put(nets: Cents, column: np.uint64, row: np.uint64, cents: np.int64, is_added: bool) -> None:
    """Puts it there, or adds it to what is."""
    if is_added:
        nets[column, row] += cents
    else:
        nets[column, row] = cents
