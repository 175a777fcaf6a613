"""Ways to play the whole game, and what each gives away."""

from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.games.pick_2_poker.exact.class_counts import class_counts
from croupier.games.pick_2_poker.exact.hand_kinds import hand_traits
from croupier.games.pick_2_poker.exact.payouts import FIVE, FOLDED, THREE
from croupier.games.pick_2_poker.exact.rule_lists import find_rules
from croupier.games.pick_2_poker.exact.valuation import PLAYER_HANDS, Choices, Valuation
from croupier.games.pick_2_poker.habit import usual_choice
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD
from croupier.table.layout import Layout, PlacedCard
from croupier.table.places import Face, Place
from croupier.table.steps import Asked
from croupier.table.worth import Figure, Note, Strategy

__all__ = ["strategies", "usual_choices"]

_SHORT: Final = 1e-5
"""What a bar in the short list must save, in Antes: a thousandth of a percent."""
_SHORTEST: Final = 1e-3
_OPTIONS: Final = ("Fold", "5-card game", "3-card game")


def strategies(values: Valuation) -> tuple[Strategy, ...]:
    """The optimum, then the rest, the dearest last."""
    best = values.best
    short, shortest = find_rules(values, _SHORT), find_rules(values, _SHORTEST)
    sizes = class_counts().classes.sizes
    departing = int(sizes[short.choices != best].sum())
    exceptions = (
        f"Where another option of the list of all hands is worth more, in {departing:,} of "
        f"{PLAYER_HANDS:,} hands: that."
    )
    _, five, three = values.values
    never_fold = np.where(three > five, THREE, FIVE).astype(np.int8)
    always = {option: np.full(len(sizes), option, dtype=np.int8) for option in (FIVE, THREE)}
    optimal = _strategy(
        values,
        "Optimal",
        (*((exceptions,) if departing else ()), *short.rules),
        best,
        notes=(Note("departs from the Short list", _share(departing)),),
    )
    others = [
        _strategy(values, "Short list", short.rules, short.choices),
        _strategy(values, "Shortest list", shortest.rules, shortest.choices),
        _strategy(
            values,
            "Usual",
            (
                "Best three are a straight or better: 3-card game.",
                "All five are a pair or better: 5-card game.",
                "Best three are a flush: 3-card game.",
                "An ace: 5-card game.",
                "Otherwise: fold.",
            ),
            usual_choices(),
            sets_best_three=True,
        ),
        _strategy(values, "Never fold", ("The better of the two games.",), never_fold),
        _strategy(values, "Always 5-card", ("Always the 5-card game.",), always[FIVE]),
        _strategy(
            values,
            "Always 3-card",
            ("Always the 3-card game with the best three.",),
            always[THREE],
            sets_best_three=True,
        ),
    ]
    return (optimal, *sorted(others, key=lambda one: one.cost.value))


def _strategy(
    values: Valuation,
    name: str,
    rules: tuple[str, ...],
    choices: Choices,
    *,
    sets_best_three: bool = False,
    notes: tuple[Note, ...] = (),
) -> Strategy:
    folded, five, three = values.values
    gained = values.mean((folded, five, values.best_three if sets_best_three else three), choices)
    most = values.mean(values.values, values.best)
    frequencies = zip(_OPTIONS, values.frequencies(choices), strict=True)
    return Strategy(
        name,
        rules,
        edge=Figure(-gained),
        cost=Figure(most - gained),
        frequencies=tuple(Note(option, Figure(often)) for option, often in frequencies),
        notes=notes,
    )


def _share(hands: int) -> Figure:
    return Figure(Fraction(hands, PLAYER_HANDS))


@cache
def usual_choices() -> Choices:
    """What the habit of `croupier.games.pick_2_poker.habit` chooses in each class.

    It looks at the categories of the five cards and of the best three, and at the rank that
    tells most of the five; one hand of each sort is asked for.
    """
    traits, hands = hand_traits(), class_counts().classes.hands
    sorts = (traits.five_category * 13 + traits.five_lead) * 6 + traits.three_category
    _, firsts, sort = np.unique(sorts, return_index=True, return_inverse=True)
    chosen = [_usual(hands[first]) for first in firsts]
    return np.array(chosen, dtype=np.int8)[sort]


def _usual(hand: NDArray[np.uint8]) -> int:
    lying = [PlacedCard(DECK[card], Face.OWN) for card in hand]
    option = usual_choice(Layout(cards={Place.of_seat(1, "Hand"): lying}), Asked(1, ()))
    return {FOLD: FOLDED, FIVE_CARD_GAME: FIVE}.get(option, THREE)
