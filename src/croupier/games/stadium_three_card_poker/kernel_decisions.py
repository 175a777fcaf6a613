"""Stadium Three Card Poker, compiled: what to do with doubtful hands, all nine cards seen."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.batch import best_five_rank
from croupier.cards.stream_chunks import ChunkCards
from croupier.compiled import part
from croupier.games.stadium_three_card_poker.kernel_plans import EXCHANGES, SeenCards
from croupier.games.three_card_poker.exact.showdown_counts import LOSE, NOT_QUALIFIED, TIE, WIN
from croupier.games.three_card_poker.kernel_hands import (
    HandTables,
    dealer_strength,
    kind_and_strength,
)

__all__ = ["Cells", "Dealt", "Decided", "decide_doubtful"]

U64 = np.uint64
Cells = NDArray[np.uint64]
"""Where in a chunk the cards of nine cells begin: those of the hand, then the six others."""


class Dealt(NamedTuple):
    """A hand in the rounds of a chunk."""

    cards: ChunkCards
    cells: Cells
    rounds: int
    """How many rounds were dealt."""


class Decided(NamedTuple):
    """What is decided for one hand in the rounds of a chunk."""

    plays: NDArray[np.uint8]
    """By round: 1 if the hand is played, else 0."""
    noted: NDArray[np.uint64]
    """Room for the rounds that must be looked at again."""


@part
def decide_doubtful(dealt: Dealt, hands: HandTables, seen: SeenCards, decided: Decided) -> None:
    """Decides for a hand that was decided by its own cards, where these leave it to the other six.

    It goes from the cheapest sums to the dearest. No step branches by what it finds: it notes what
    the next one has to look at.
    """
    doubtful = _note_doubtful(dealt, seen, decided)
    doubtful = _decide_by_singles(dealt, seen, decided, doubtful)
    _decide_by_all(dealt, hands, seen, decided, doubtful)


@part
def _note_doubtful(dealt: Dealt, seen: SeenCards, decided: Decided) -> np.uint64:
    """Notes the rounds in which the hand is doubtful; returns how many."""
    cards, cells, noted = dealt.cards, dealt.cells, decided.noted
    a, b, c = cells[0], cells[1], cells[2]
    doubtful = U64(0)
    for round_ in range(dealt.rounds):
        at = U64(round_)
        noted[doubtful] = at
        third = U64(cards[c + at])
        doubtful += (seen.doubts[cards[a + at], cards[b + at]] >> third) & U64(1)
    return doubtful


@part
def _decide_by_singles(
    dealt: Dealt, seen: SeenCards, decided: Decided, doubtful: np.uint64
) -> np.uint64:
    """Decides where what the six cards have one by one is enough to tell; notes the others.

    They take away at most that. What any two of them have together is counted twice in it, so
    they take at least that less what all pairs have.
    """
    cards, cells, plays, noted = dealt.cards, dealt.cells, decided.plays, decided.noted
    still_doubtful = U64(0)
    for note in range(doubtful):
        at = noted[U64(note)]
        found = seen.rows[cards[cells[0] + at], cards[cells[1] + at], cards[cells[2] + at]]
        row, exchange = U64(found // EXCHANGES), U64(found % EXCHANGES)
        left, weighing = seen.spare[row], U64(0)
        for other in range(3, 9):
            card = seen.exchanged[exchange, cards[cells[other] + at]]
            weight = np.int64(seen.singles[row, card])
            left -= weight
            weighing += U64(weight != 0)
        plays[at] = np.uint8(left >= 0)
        noted[still_doubtful] = at
        still_doubtful += U64((left < 0) & (left + seen.most_of_pairs[row, weighing] >= 0))
    return still_doubtful


@part
def _decide_by_all(
    dealt: Dealt, hands: HandTables, seen: SeenCards, decided: Decided, doubtful: np.uint64
) -> None:
    """Decides all others: by pairs where these tell, else by triples, too."""
    cards, cells, plays, noted = dealt.cards, dealt.cells, decided.plays, decided.noted
    for note in range(doubtful):
        at = noted[U64(note)]
        a, b, c = cards[cells[0] + at], cards[cells[1] + at], cards[cells[2] + at]
        found = seen.rows[a, b, c]
        row, exchange = U64(found // EXCHANGES), U64(found % EXCHANGES)
        left, weighing = seen.spare[row], U64(0)
        for other in range(3, 9):
            card = seen.exchanged[exchange, cards[cells[other] + at]]
            weight = np.int64(seen.singles[row, card])
            left -= weight
            weighing += U64(weight != 0)
            for earlier in range(3, other):
                with_card = seen.exchanged[exchange, cards[cells[earlier] + at]]
                left += np.int64(seen.pairs[row, card, with_card])
        if left >= 0 and left < seen.most_of_triples[row, weighing]:
            _, mine = kind_and_strength(a, b, c, hands)
            for third in range(5, 9):
                f = cards[cells[third] + at]
                for second in range(4, third):
                    e = cards[cells[second] + at]
                    for first in range(3, second):
                        d = cards[cells[first] + at]
                        line = best_five_rank((a, b, c, d, e, f), hands.six)
                        result = _result_of(mine, dealer_strength(d, e, f, hands))
                        left -= seen.weights[row, result, line]
        plays[at] = np.uint8(left >= 0)


@part
def _result_of(mine: np.int64, theirs: np.int64) -> int:
    """How the showdown ends."""
    if theirs == 0:
        return NOT_QUALIFIED
    if mine == theirs:
        return TIE
    return WIN if mine > theirs else LOSE
