"""What to make of six further cards, for people: by how many high cards are among them.

With jack high or less a hand can win only if the dealer does not qualify, so of the other six
cards it counts how many are aces, kings and queens; with queen high, how many are aces and
kings. To go by that alone is nearly as good as the best play.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Rank, ThreeCardCategory, ThreeCardRank
from croupier.games.stadium_three_card_poker.exact.optimal_play import (
    DEALS,
    LEFT_HANDS,
    NineCardPlay,
)
from croupier.games.stadium_three_card_poker.exact.set_layout import REMOVED
from croupier.games.three_card_poker.exact.bet_terms import ANTE_AND_PLAY, ante_and_play_nets
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.table.worth import Figure, Note, Strategy, Table

__all__ = ["Doubtful", "count_high_cards", "doubtful", "optimal_rules", "share_table"]

LOW: Final = "Jack high or less"
NUMBERS: Final = range(REMOVED + 1)
"""How many of the six cards can be high."""
_WORDS: Final = ("none", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Hands of one rank that are not always played, by how many of the six cards are high."""

    rank: ThreeCardRank
    folded: NDArray[np.int64]
    """With how many sets they are folded, all hands together."""
    sets: NDArray[np.int64]
    """How many sets there are."""
    gains: NDArray[np.int64]
    """How much more playing brings than folding, over all of them."""

    @property
    def is_low(self) -> bool:
        """Whether it cannot beat a dealer who qualifies."""
        return _is_low(self.rank)


def _is_low(rank: ThreeCardRank) -> bool:
    return rank.category is ThreeCardCategory.HIGH_CARD and rank.ranks[0] < Rank.QUEEN


def _is_queen_high(rank: ThreeCardRank) -> bool:
    return rank.category is ThreeCardCategory.HIGH_CARD and rank.ranks[0] == Rank.QUEEN


def doubtful(play: NineCardPlay) -> tuple[Doubtful, ...]:
    """What is not always played: jack high or less, and the lower hands with queen high."""
    classes, gains = hand_classes(), np.array([int(net) + 1 for net in ante_and_play_nets()])
    found: dict[ThreeCardRank, Doubtful] = {}
    for at, folds in play.folds.items():
        rank, size = classes.ranks[at], classes.sizes[at]
        assert _is_low(rank) or _is_queen_high(rank), f"{rank} is not always played"
        assert folds.of == _sets(_high_cards(rank)), f"other cards matter for {rank}"
        # Numbers of sets with a hand of the dealer: under 10¹², and a rank has at most 60 hands.
        one = Doubtful(
            rank,
            size * np.array(folds.sets),
            size * np.array(folds.of),
            size * (folds.all_hands.sum(axis=2) @ gains),
        )
        if rank in found:
            before = found[rank]
            one = Doubtful(
                rank,
                before.folded + one.folded,
                before.sets + one.sets,
                before.gains + one.gains,
            )
        found[rank] = one
    return tuple(found.values())


def _high_cards(rank: ThreeCardRank) -> int:
    """How many cards are higher than any that matters."""
    return 12 if _is_low(rank) else 8


def _sets(high: int) -> tuple[int, ...]:
    """By how many are high: the sets of six of 49 cards."""
    return tuple(comb(high, number) * comb(49 - high, REMOVED - number) for number in NUMBERS)


def optimal_rules(play: NineCardPlay, hands: Sequence[Doubtful]) -> tuple[str, ...]:
    """The best play, exactly."""
    low = [one for one in hands if one.is_low]
    never = max(n for n in NUMBERS if all(one.folded[n] == one.sets[n] for one in low))
    surely = min(n for n in NUMBERS if not any(one.folded[n] for one in low))
    gains = [net + 1 for net in ante_and_play_nets()]
    least = min(gains)
    # Playing is right where the gains over all hands left are not below zero.
    not_qualified, win, tie, _ = (gain - least for gain in gains)
    enough = ceil(-least * LEFT_HANDS / not_qualified)
    low_rule = (
        f"Jack high or less: play with {_WORDS[surely]} or more aces, kings and queens among the "
        f"six, fold with {_WORDS[never]} or fewer; between, play if the dealer fails to qualify "
        f"with at least {enough:,} of the {LEFT_HANDS:,} hands left."
    )
    queen_rule = (
        f"Queen high: count {not_qualified} for each of these hands that does not qualify, {win} "
        f"for each that does and loses to yours, {tie} for each that ties. Play if that comes to "
        f"at least {int(-least * LEFT_HANDS):,}."
    )
    return play.always_played, low_rule, queen_rule, "Fold the rest."


def share_table(hands: Sequence[Doubtful]) -> Table:
    """How often the best play is to play, by how many of the six other cards are high."""
    folded: dict[str, NDArray[np.int64]] = {}
    for one in hands:
        row = _row(one.rank)
        folded[row] = folded.get(row, 0) + one.folded
    sizes: Counter[str] = Counter()
    for rank, size in zip(hand_classes().ranks, hand_classes().sizes.tolist(), strict=True):
        if _is_low(rank) or _is_queen_high(rank):
            sizes[_row(rank)] += size
    rows = []
    for name, numbers in folded.items():
        sets = _sets(12 if name == LOW else 8)
        shares = [
            1 - Fraction(n, sizes[name] * of) for n, of in zip(numbers.tolist(), sets, strict=True)
        ]
        rows.append((name, tuple(map(Figure, shares))))
    return Table(
        "How often to play, by how many of the other six cards are aces or kings "
        "(with jack high or less: aces, kings or queens)",
        ("Hand", *(str(number) for number in NUMBERS)),
        tuple(rows),
        is_percent=True,
    )


def _row(rank: ThreeCardRank) -> str:
    return LOW if _is_low(rank) else f"Queen-{rank.ranks[1].singular} high"


def count_high_cards(play: NineCardPlay, hands: Sequence[Doubtful], best: Fraction) -> Strategy:
    """To go by the number of high cards alone: the best such rule, and what it costs."""
    low_gains = np.sum([one.gains for one in hands if one.is_low], axis=0)
    least = next(n for n in NUMBERS if (low_gains[n:] >= 0).all())
    queens = sorted((one for one in hands if not one.is_low), key=lambda one: one.rank)
    borders = [_border(queens, number) for number in NUMBERS]
    lost = sets = 0
    for one in hands:
        for number in NUMBERS:
            if number < least if one.is_low else one.rank < borders[number]:
                lost += int(one.gains[number])
                sets += int(one.sets[number])
    everything = np.ones(len(hand_classes().hands), dtype=bool)
    played = play.values.expectation(ANTE_AND_PLAY, everything)
    played -= Fraction(lost, DEALS * LEFT_HANDS)
    share = Fraction(sets, DEALS)
    return Strategy(
        "Count the high cards",
        (*_border_rules(borders), _low_rule(least), "Fold the rest."),
        Figure(-played),
        Figure(best - played),
        (Note("play", Figure(1 - share)), Note("fold", Figure(share))),
    )


def _border(queens: Sequence[Doubtful], number: int) -> ThreeCardRank:
    """From which of these hands on it is best to play, with so many high cards seen."""
    gains = [int(one.gains[number]) for one in queens]
    best = max(range(len(queens) + 1), key=lambda at: sum(gains[at:]))
    if best < len(queens):
        return queens[best].rank
    return next(rank for rank in hand_classes().ranks if rank > queens[-1].rank)


def _border_rules(borders: list[ThreeCardRank]) -> tuple[str, ...]:
    """From which hand on to play queen high, as long as that changes with the number."""
    last = borders.index(borders[-1])
    cases = [f"{borders[n].name} or better with {_WORDS[n]}" for n in range(1, last)]
    cases.append(f"every hand with {_WORDS[last]} or more")
    by_number = "Queen high, by how many of the other six cards are aces or kings: play "
    return f"Play {borders[0].name} or better.", by_number + ", ".join(cases) + "."


def _low_rule(least: int) -> str:
    return (
        f"Jack high or less: play if {_WORDS[least]} or more of the other six cards are aces, "
        "kings or queens."
    )
