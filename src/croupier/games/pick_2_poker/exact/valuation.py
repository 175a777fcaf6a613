"""What every class of hands is worth under every option, and what a way to play comes to.

A value is a whole number of parts; `Valuation.parts` of them make one Ante. So options compare
exactly, and everything that follows is a fraction of whole numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.games.pick_2_poker.exact.class_counts import DEALER_HANDS, Counts, class_counts
from croupier.games.pick_2_poker.exact.hand_kinds import hand_kinds
from croupier.games.pick_2_poker.exact.payouts import (
    FIVE,
    FOLDED,
    THREE,
    Case,
    GamePays,
    bonus_pays,
    game_pays,
)
from croupier.games.pick_2_poker.exact.played_out import PlayedOut
from croupier.games.pick_2_poker.rules import Rules
from croupier.table.paytable import PayTable
from croupier.table.worth import PayTables

__all__ = [
    "DEALS",
    "PLAYER_HANDS",
    "Choices",
    "Tally",
    "Valuation",
    "best_choices",
    "taken",
    "valuation",
    "valuation_of",
]

PLAYER_HANDS: Final = comb(52, 5)
DEALS: Final = PLAYER_HANDS * DEALER_HANDS
"""How many deals there are of five cards to the player and five to the dealer."""

Values = NDArray[Any]
"""Whole numbers: of 64 bits, or Python's own where pay tables are too large for these."""
Choices = NDArray[np.int8]
"""By class: the option taken."""
Tally = Mapping[Case, tuple[int, ...]]
"""How many deals of all end in each case, by result; folded hands have but one."""


@dataclass(frozen=True, slots=True)
class Valuation:
    """The values of all options of all classes, under one set of rules and pay tables."""

    game: GamePays
    bonus: Mapping[Case, PlayedOut]
    parts: int
    """How many parts of a value make one Ante."""
    values: tuple[Values, Values, Values]
    """Folded, with five cards, with three: by class, Ante, Play and 3-5 Bonus together."""
    only: tuple[Values, Values, Values]
    """What a 5 Card Bonus Only of one Ante would bring beside them."""
    best_three: Values
    """With the best three set, whatever bonus other three would bring."""
    set_kinds: NDArray[np.int64]
    """By class: the kind of the three cards that are worth most in the 3-card game."""
    three_cards: Counts
    """By class: how often these win, tie and lose."""
    best: Choices
    """By class: the option worth most; of equals, the one offered first."""

    def mean(self, values: tuple[Values, Values, Values], choices: Choices) -> Fraction:
        """What one of the options in each class comes to over all hands, in Antes."""
        gained = taken(values, choices) * class_counts().classes.sizes
        return Fraction(int(gained.sum()), PLAYER_HANDS * self.parts)

    def tally(self, choices: Choices) -> Tally:
        """What becomes of all deals under a way to play."""
        kinds, counted = hand_kinds().of, class_counts()
        folded = np.full((len(kinds), 1), DEALER_HANDS)
        width = int(self.set_kinds.max()) + 1
        tally: dict[Case, tuple[int, ...]] = {}
        for option, results in enumerate((folded, counted.five_cards, self.three_cards)):
            at = np.flatnonzero(choices == option)
            groups = kinds[at] * width + self.set_kinds[at] if option == THREE else kinds[at]
            # Sums of floats, exact because they are whole numbers below 2**53.
            deals = results[at] * counted.classes.sizes[at, None]
            ended = np.stack([np.bincount(groups, weights=column) for column in deals.T], axis=1)
            for group in np.flatnonzero(np.bincount(groups)):
                kind, set_kind = divmod(int(group), width) if option == THREE else (int(group), -1)
                tally[option, kind, set_kind] = tuple(map(int, ended[group]))
        return tally

    def frequencies(self, choices: Choices) -> tuple[Fraction, ...]:
        """How often each option is taken."""
        hands = np.bincount(choices, weights=class_counts().classes.sizes, minlength=3)
        return tuple(Fraction(int(number), PLAYER_HANDS) for number in hands)


def taken(values: tuple[Values, Values, Values], choices: Choices) -> Values:
    """By class: the value of the option taken."""
    folded, five, three = values
    return np.where(choices == FIVE, five, np.where(choices == THREE, three, folded))


def best_choices(values: tuple[Values, Values, Values]) -> Choices:
    """The option worth most in each class; of equals, the one offered first."""
    folded, five, three = values
    choices = np.where(five > folded, FIVE, FOLDED)
    return np.where(three > np.maximum(folded, five), THREE, choices).astype(np.int8)


def valuation(rules: Rules, pay_tables: PayTables) -> Valuation:
    """All values under these rules and pay tables."""
    return valuation_of(
        Rules(
            dealer_not_qualifying=rules.dealer_not_qualifying,
            bonus_tables=rules.bonus_tables,
            three_card_bonus_hand=rules.three_card_bonus_hand,
            bonus_on_fold=rules.bonus_on_fold,
        ),
        tuple(pay_tables.items()),
    )


@lru_cache(maxsize=8)
def valuation_of(rules: Rules, pay_tables: tuple[tuple[str, PayTable], ...]) -> Valuation:
    """The same by what can be a key: the last few are kept."""
    counted, kinds = class_counts(), hand_kinds()
    game, bonus = game_pays(rules.dealer_not_qualifying), bonus_pays(rules, dict(pay_tables))
    amounts = [amount for one in bonus.values() for amount in (one.bonus, one.bonus_only)]
    unit = lcm(*(amount.denominator for amount in amounts))
    parts = unit * DEALER_HANDS
    # No sum is larger than if every hand gained the most on every wager.
    most = (
        (2 * max(map(abs, amounts)) + max(map(abs, game.five + game.three))) * parts * PLAYER_HANDS
    )
    dtype = np.dtype(np.int64 if most < 2**62 else object)
    paid, paid_only = (
        _by_case({case: getattr(one, name) for case, one in bonus.items()}, parts, dtype)
        for name in ("bonus", "bonus_only")
    )
    five_pays, three_pays = (
        np.array([unit * one for one in pays], dtype) for pays in (game.five, game.three)
    )
    best_three = counted.three_cards @ three_pays + paid[THREE][kinds.of, kinds.three]
    three, set_kinds, three_cards = _best_set(best_three, paid[THREE], three_pays)
    folded = np.full(len(kinds.of), game.folded * parts, dtype) + paid[FOLDED][kinds.of, -1]
    values = folded, counted.five_cards @ five_pays + paid[FIVE][kinds.of, -1], three
    return Valuation(
        game=game,
        bonus=bonus,
        parts=parts,
        values=values,
        only=(
            paid_only[FOLDED][kinds.of, -1],
            paid_only[FIVE][kinds.of, -1],
            paid_only[THREE][kinds.of, set_kinds],
        ),
        best_three=best_three,
        set_kinds=set_kinds,
        three_cards=three_cards,
        best=best_choices(values),
    )


def _by_case(
    amounts: Mapping[Case, Fraction], parts: int, dtype: np.dtype[Any]
) -> tuple[Values, Values, Values]:
    """Amounts in parts, for each option by kind of hand and kind of the three set (or -1)."""
    most_kind, most_set = (max(case[at] for case in amounts) for at in (1, 2))
    folded, five, three = (np.zeros((most_kind + 1, most_set + 2), dtype) for _ in range(3))
    tables = folded, five, three
    for (option, kind, set_kind), amount in amounts.items():
        tables[option][kind, set_kind] = int(amount * parts)
    return tables


def _best_set(
    best_three: Values, paid: Values, pays: Values
) -> tuple[Values, NDArray[np.int64], Counts]:
    """The 3-card game with the three worth most: their value, their kind, their results.

    The best three win most. Others of a kind of their own are set where the bonus on them is
    worth more than that.
    """
    kinds = hand_kinds()
    values, set_kinds, results = best_three, kinds.three, class_counts().three_cards
    for others in kinds.others:
        value = others.results @ pays + paid[kinds.of[others.at], others.kind]
        better = value > values[others.at]
        if better.any():
            at = others.at[better]
            values, set_kinds, results = values.copy(), set_kinds.copy(), results.copy()
            values[at], set_kinds[at] = value[better], others.kind
            results[at] = others.results[better]
    return values, set_kinds, results
