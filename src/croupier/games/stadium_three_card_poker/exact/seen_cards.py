"""What to make of six further cards, for people: by how many high cards are among them.

With jack high or less a hand can win only if the dealer does not qualify, so of the other six
cards it counts how many are aces, kings and queens; with queen high, how many are aces and
kings. To go by that alone is nearly as good as the best play.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card, Rank, ThreeCardCategory, ThreeCardRank
from croupier.games.stadium_three_card_poker.exact.optimal_play import (
    DEALS,
    LEFT_HANDS,
    NineCardPlay,
    class_hands_left,
    doubtful_classes,
)
from croupier.games.stadium_three_card_poker.exact.set_layout import REMOVED
from croupier.games.three_card_poker.exact.bet_terms import ANTE_AND_PLAY, ante_and_play_nets
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.strategies import ClassValues
from croupier.table.worth import Figure, Note, Strategy, Table

__all__ = [
    "COUNTING",
    "Doubtful",
    "HighCardRule",
    "count_high_cards",
    "doubtful",
    "high_card_rule",
    "is_high",
    "optimal_rules",
    "rule_without_search",
    "share_table",
]

COUNTING: Final = "Count the high cards"

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


def is_high(rank: ThreeCardRank, card: Card) -> bool:
    """Whether a further card is counted beside such a hand, as higher than any that matters."""
    return card.rank > (Rank.JACK if _is_low(rank) else Rank.QUEEN)


def doubtful(play: NineCardPlay) -> tuple[Doubtful, ...]:
    """What is not always played: jack high or less, and the lower hands with queen high."""
    classes, gains = hand_classes(), _gains()
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


def _gains() -> NDArray[np.int64]:
    """By result: how much more playing brings than folding."""
    return np.array([int(net) + 1 for net in ante_and_play_nets()])


def _high_cards(rank: ThreeCardRank) -> int:
    """How many cards are higher than any that matters."""
    return sum(is_high(rank, card) for card in DECK)


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


@dataclass(frozen=True, slots=True)
class HighCardRule:
    """What to play by the number of high cards alone."""

    least: int
    """With jack high or less: how many aces, kings and queens it takes."""
    borders: tuple[ThreeCardRank, ...]
    """By the number of aces and kings: from which hand with queen high on."""

    def plays(self, rank: ThreeCardRank, number: int) -> bool:
        """Whether a hand is played with so many high cards among the other six."""
        return number >= self.least if _is_low(rank) else rank >= self.borders[number]


def high_card_rule(gains: Mapping[ThreeCardRank, NDArray[np.int64]]) -> HighCardRule:
    """The best such rule, by what playing gains with each doubtful hand and number."""
    low_gains = np.sum([of_rank for rank, of_rank in gains.items() if _is_low(rank)], axis=0)
    least = next(n for n in NUMBERS if (low_gains[n:] >= 0).all())
    queens = sorted(rank for rank in gains if not _is_low(rank))
    by_number = [[int(gains[rank][number]) for rank in queens] for number in NUMBERS]
    return HighCardRule(least, tuple(_border(queens, of_number) for of_number in by_number))


def _border(queens: Sequence[ThreeCardRank], gains: Sequence[int]) -> ThreeCardRank:
    """From which of these hands on it is best to play."""
    best = max(range(len(queens) + 1), key=lambda at: sum(gains[at:]))
    if best < len(queens):
        return queens[best]
    return next(rank for rank in hand_classes().ranks if rank > queens[-1])


def rule_without_search(values: ClassValues) -> HighCardRule:
    """The same rule, found without dividing the sets of six cards.

    It looks at hands, too, that turn out never to be folded. These gain by being played, whatever
    the number, and are the highest, so they move no border.
    """
    classes, gains = hand_classes(), _gains()
    found: dict[ThreeCardRank, NDArray[np.int64]] = {}
    for at, weights in doubtful_classes(values).items():
        rank = classes.ranks[at]
        if _is_low(rank) or _is_queen_high(rank):
            of_class = classes.sizes[at] * (class_hands_left(at, weights).sum(axis=2) @ gains)
            found[rank] = found.get(rank, 0) + of_class
    return high_card_rule(found)


def count_high_cards(play: NineCardPlay, hands: Sequence[Doubtful], best: Fraction) -> Strategy:
    """To go by the number of high cards alone: the best such rule, and what it costs."""
    rule = high_card_rule({one.rank: one.gains for one in hands})
    lost = sets = 0
    for one in hands:
        for number in NUMBERS:
            if not rule.plays(one.rank, number):
                lost += int(one.gains[number])
                sets += int(one.sets[number])
    everything = np.ones(len(hand_classes().hands), dtype=bool)
    played = play.values.expectation(ANTE_AND_PLAY, everything)
    played -= Fraction(lost, DEALS * LEFT_HANDS)
    share = Fraction(sets, DEALS)
    return Strategy(
        COUNTING,
        (*_border_rules(rule.borders), _low_rule(rule.least), "Fold the rest."),
        Figure(-played),
        Figure(best - played),
        (Note("play", Figure(1 - share)), Note("fold", Figure(share))),
    )


def _border_rules(borders: Sequence[ThreeCardRank]) -> tuple[str, ...]:
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
