"""Ways to play the whole game, and what each gives away."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.games.pick_2_poker.exact.class_counts import class_counts
from croupier.games.pick_2_poker.exact.hand_classes import suit_classes
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

__all__ = ["NAMES", "OPTIMAL", "Way", "simple_way", "strategies", "usual_choices", "way"]

OPTIMAL: Final = "Optimal"
NAMES: Final = (
    OPTIMAL,
    "Short list",
    "Shortest list",
    "Never fold",
    "Usual",
    "Always 3-card",
    "Always 5-card",
)
"""All ways to play there are, the dearest last where all is as on the sheet."""

_SHORT: Final = 1e-5
"""What a bar in the short list must save, in Antes: a thousandth of a percent."""
_SHORTEST: Final = 1e-3
_OPTIONS: Final = ("Fold", "5-card game", "3-card game")


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play."""

    name: str
    rules: tuple[str, ...]
    choices: Choices
    sets_best_three: bool = False
    """Whether it sets the best three even where the bonus would make others worth more."""
    notes: tuple[Note, ...] = ()


def strategies(values: Valuation) -> tuple[Strategy, ...]:
    """The optimum, then the rest, the dearest last."""
    optimal, *others = (_strategy(values, way(name, values)) for name in NAMES)
    return (optimal, *sorted(others, key=lambda one: one.cost.value))


def simple_way(name: str) -> Way | None:
    """A way to play that is the same whatever hands are worth, if it is one."""
    match name:
        case "Usual":
            return Way(
                name,
                (
                    "Best three are a straight or better: 3-card game.",
                    "All five are a pair or better: 5-card game.",
                    "Best three are a flush: 3-card game.",
                    "An ace: 5-card game.",
                    "Otherwise: fold.",
                ),
                usual_choices(),
                sets_best_three=True,
            )
        case "Always 5-card":
            return Way(name, ("Always the 5-card game.",), _always(FIVE))
        case "Always 3-card":
            return Way(
                name,
                ("Always the 3-card game with the best three.",),
                _always(THREE),
                sets_best_three=True,
            )
        case _:
            return None


def way(name: str, values: Valuation) -> Way:
    """The way to play of that name, which must be one of `NAMES`."""
    simple = simple_way(name)
    if simple is not None:
        return simple
    match name:
        case "Short list" | "Shortest list":
            found = find_rules(values, _SHORT if name == "Short list" else _SHORTEST)
            return Way(name, found.rules, found.choices)
        case "Never fold":
            _, five, three = values.values
            better = np.where(three > five, THREE, FIVE).astype(np.int8)
            return Way(name, ("The better of the two games.",), better)
        case _:
            assert name == OPTIMAL, f"there is no way to play {name}"
            return _optimal(values)


def _optimal(values: Valuation) -> Way:
    """What is worth most, told as the short list and what departs from it."""
    short = find_rules(values, _SHORT)
    departing = int(class_counts().classes.sizes[short.choices != values.best].sum())
    exceptions = (
        f"Where another option of the list of all hands is worth more, in {departing:,} of "
        f"{PLAYER_HANDS:,} hands: that."
    )
    return Way(
        OPTIMAL,
        (*((exceptions,) if departing else ()), *short.rules),
        values.best,
        notes=(Note("departs from the Short list", _share(departing)),),
    )


def _always(option: int) -> Choices:
    return np.full(len(suit_classes(5).sizes), option, dtype=np.int8)


def _strategy(values: Valuation, way: Way) -> Strategy:
    folded, five, three = values.values
    chosen = folded, five, values.best_three if way.sets_best_three else three
    gained, most = values.mean(chosen, way.choices), values.mean(values.values, values.best)
    frequencies = zip(_OPTIONS, values.frequencies(way.choices), strict=True)
    return Strategy(
        way.name,
        way.rules,
        edge=Figure(-gained),
        cost=Figure(most - gained),
        frequencies=tuple(Note(option, Figure(often)) for option, often in frequencies),
        notes=way.notes,
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
