"""The best play of who sees all nine cards, for every class of hands.

Most classes are played whatever the other six cards are: a bound that looks at no card tells
so. For the others the sets of six cards are divided one class after the other.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.games.stadium_three_card_poker.exact.nine_cards import (
    Folds,
    Weights,
    folds_of,
    hands_left,
    weights_of,
)
from croupier.games.three_card_poker.exact.bet_terms import (
    ANTE_AND_PLAY,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    HandPays,
    ante_and_play_nets,
    line_net,
)
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.showdown_counts import Cards, Counts, showdown
from croupier.games.three_card_poker.exact.strategies import DEALER_HANDS, ClassValues
from croupier.games.three_card_poker.exact.tally import Tally, add_up
from croupier.games.three_card_poker.rules import PairComparison
from croupier.table.worth import Progress

__all__ = [
    "DEALS",
    "LEFT_HANDS",
    "SETS",
    "NineCardPlay",
    "class_folds",
    "class_hands_left",
    "doubtful_classes",
    "gains_of",
    "hand_and_others",
    "never_folded",
    "nine_card_play",
]

SETS: Final = comb(49, 6)
"""How many sets of six further cards there are beside a hand."""
LEFT_HANDS: Final = comb(43, 3)
"""How many hands the dealer can have when nine cards are gone."""
WITH_DEALER: Final = comb(46, 6)
"""How many sets of six further cards there are beside a hand and the dealer's."""
DEALS: Final = comb(52, 3) * SETS
"""All deals of nine cards to a player who has picked three."""


@dataclass(frozen=True, slots=True)
class NineCardPlay:
    """With which sets of six cards each class of hands is folded."""

    values: ClassValues
    folds: dict[int, Folds]
    """By class; those that are always played are left out."""

    @property
    def folded_sets(self) -> list[int]:
        """By class: with how many sets of six cards it is folded."""
        none = Folds(np.zeros(0, dtype=np.int64), (0,), (SETS,), np.zeros(0, dtype=np.int64))
        return [sum(self.folds.get(at, none).sets) for at in range(len(hand_classes().hands))]

    def tally(self) -> Tally:
        """All deals of nine cards and the dealer's three, added up."""
        # At most 22,100 · 18,424 · C(46, 6) deals: under 4 · 10¹⁵, far from the end of 64 bits.
        sizes = hand_classes().sizes[:, None, None]
        folded = np.zeros_like(self.values.counts)
        for at, folds in self.folds.items():
            folded[at] = folds.counts
        return add_up(
            self.values, (WITH_DEALER * self.values.counts - folded) * sizes, folded * sizes
        )

    def saved(self, at: int) -> Fraction:
        """What a hand of that class gains by being folded where it is, per unit bet."""
        if at not in self.folds:
            return Fraction(0)
        gains = gains_of(self.values.kinds[self.values.kind_of[at]], self.values)
        lost = int((self.folds[at].counts * gains).sum())
        return Fraction(-lost, self.values.unit // DEALER_HANDS * SETS * LEFT_HANDS)

    @property
    def always_played(self) -> str:
        """From which hand on all are played whatever the other six cards are, as a rule."""
        ranks = hand_classes().ranks
        if not self.folds:
            return "Play every hand."
        highest = max(ranks[at] for at in self.folds)
        first = next(rank for rank in ranks if rank > highest)
        return f"Play {first.name} or better, whatever the other six cards are."

    def share_of(self, sets: list[int]) -> Fraction:
        """The share of all deals that so many sets of six cards for each class are."""
        sizes = hand_classes().sizes.tolist()
        return Fraction(sum(size * n for size, n in zip(sizes, sets, strict=True)), DEALS)


def nine_card_play(values: ClassValues, progress: Progress) -> NineCardPlay:
    """The best play, equal stakes on all bets that hang on the decision."""
    doubtful, folds = doubtful_classes(values), {}
    for done, (at, weights) in enumerate(doubtful.items()):
        progress("Dividing the sets of six further cards", done / len(doubtful))
        found = class_folds(at, weights)
        if any(found.sets):
            folds[at] = found
    return NineCardPlay(values, folds)


def doubtful_classes(values: ClassValues) -> dict[int, Weights]:
    """The classes of which no simple bound proves that they are always played, with weights."""
    doubtful: dict[int, Weights] = {}
    for number, kind in enumerate(values.kinds):
        of_kind = np.flatnonzero(values.kind_of == number)
        counts = values.counts[of_kind]
        weights = weights_of(gains_of(kind, values), counts.sum(axis=0) > 0)
        doubtful |= {int(at): weights for at in of_kind[~never_folded(weights, counts)]}
    return doubtful


def gains_of(kind: HandPays, values: ClassValues) -> NDArray[np.object_]:
    """By result and six-card line: how much more playing brings than folding, in whole units."""
    scale = values.unit // DEALER_HANDS
    bonus = kind.ante_bonus.odds.fraction if kind.ante_bonus else Fraction(0)
    gain = 1 + bonus
    if PAIR_PLUS in values.at_stake:
        gain += 1 + line_net(kind.pair_plus)
    of_six = [1 + line_net(line) for line in values.six]
    if SIX_CARD_BONUS not in values.at_stake:
        of_six = [Fraction(0)] * len(of_six)
    assert ANTE_AND_PLAY in values.at_stake
    rows = [[int(scale * (net + gain + six)) for six in of_six] for net in ante_and_play_nets()]
    return np.array(rows, dtype=object)


def never_folded(weights: Weights, counts: Counts) -> NDArray[np.bool_]:
    """Which classes are played whatever six cards are gone, by a bound that looks at no card.

    Weights are capped, which only lowers what is left. A hand of the dealer that is left then
    has the cap less what it falls short of it, and all hands that are left do not fall short
    by more than all did before any card was gone.
    """
    proved = np.zeros(len(counts), dtype=bool)
    of, every = weights.array, counts.reshape(len(counts), -1)
    for cap in np.unique(of).tolist():
        # Weights are so small that their sums over all hands fit into 64 bits.
        short = every @ np.maximum(cap - of, 0).reshape(-1)
        proved |= (cap - weights.each) * LEFT_HANDS >= short
    return proved


@lru_cache(maxsize=4096)
def class_folds(at: int, weights: Weights) -> Folds:
    """Of one class."""
    return folds_of(*hand_and_others(at), weights, showdown(PairComparison.PAIR_THEN_KICKER))


def class_hands_left(at: int, weights: Weights) -> Counts:
    """Of one class: what the dealer can have, folded or not, which takes no search."""
    return hands_left(*hand_and_others(at), weights, showdown(PairComparison.PAIR_THEN_KICKER))


def hand_and_others(at: int) -> tuple[Cards, Cards]:
    """The hand that stands for a class, and the other 49 cards."""
    hand = hand_classes().cards[at]
    return hand, np.delete(np.arange(len(DECK)), hand)
