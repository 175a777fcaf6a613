"""A way to play in a few sentences, found from the values of all hands.

Hands are sorted into cells: what the five cards are, and what the best three of them are. In a
cell one option is often best for all hands, or a bar divides them. The form that costs least is
taken, a simpler one where it costs hardly more, and neighbouring cells are then put together
into a list that is read from the top.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.cards import FiveCardCategory, ThreeCardCategory
from croupier.games.pick_2_poker.exact.class_counts import class_counts
from croupier.games.pick_2_poker.exact.hand_kinds import hand_traits
from croupier.games.pick_2_poker.exact.rule_forms import Form, find_form
from croupier.games.pick_2_poker.exact.valuation import PLAYER_HANDS, Choices, Valuation

__all__ = ["RuleList", "find_rules"]


@dataclass(frozen=True, slots=True)
class RuleList:
    """A list of rules, and what it chooses."""

    rules: tuple[str, ...]
    choices: Choices


def find_rules(values: Valuation, price: float) -> RuleList:
    """The rules for these values.

    `price` is what each further bar must save, in Antes over all hands: the higher, the fewer.
    """
    best = np.maximum.reduce(values.values)
    sizes = class_counts().classes.sizes
    whole = float(PLAYER_HANDS * values.parts)
    losses = np.stack([((best - one) * sizes).astype(np.float64) / whole for one in values.values])
    forms = {cell: find_form(at, losses[:, at], price) for cell, at in _cells().items()}
    choices = np.zeros(len(sizes), dtype=np.int8)
    for cell, at in _cells().items():
        choices[at] = forms[cell].choices(at)
    return RuleList(tuple(_sentences(forms)), choices)


Cell = tuple[FiveCardCategory, ThreeCardCategory]


@cache
def _cells() -> dict[Cell, NDArray[np.int64]]:
    """The classes in each cell that has any."""
    traits = hand_traits()
    found = {}
    for five in FiveCardCategory:
        for three in ThreeCardCategory:
            is_here = (traits.five_category == five) & (traits.three_category == three)
            if is_here.any():
                found[five, three] = np.flatnonzero(is_here)
    return found


@cache
def _hands_in(cell: Cell) -> int:
    return int(class_counts().classes.sizes[_cells()[cell]].sum())


@dataclass(frozen=True, slots=True)
class _Condition:
    """A block of cells."""

    words: str
    fives: range
    threes: range

    def holds(self, cell: Cell) -> bool:
        """Whether the cell is in it."""
        return cell[0] in self.fives and cell[1] in self.threes


@cache
def _conditions() -> tuple[_Condition, ...]:
    """What a rule can begin with, what is said most simply first."""
    fives, threes = range(len(FiveCardCategory)), range(len(ThreeCardCategory))
    return (
        *(
            _Condition(f"Best three are {_a(three)} or better", fives, threes[three:])
            for three in ThreeCardCategory
            if threes[0] < three < threes[-1]
        ),
        *(
            _Condition(f"All five are {_a(five)} or better", fives[five:], threes)
            for five in FiveCardCategory
            if fives[0] < five < fives[-1]
        ),
        *(
            _Condition(f"Best three are {_a(three)}", fives, threes[three : three + 1])
            for three in ThreeCardCategory
        ),
        *(
            _Condition(f"All five are {_a(five)}", fives[five : five + 1], threes)
            for five in FiveCardCategory
        ),
        *(
            _Condition(
                f"All five are {_a(five)}, best three {_a(three)}",
                fives[five : five + 1],
                threes[three : three + 1],
            )
            for five, three in _cells()
        ),
    )


def _sentences(forms: dict[Cell, Form]) -> Iterator[str]:
    """The rules in order: at each step the one that settles most of the hands still open."""
    still = dict(forms)
    while still:
        settled: dict[Cell, Form] = {}
        words = ""
        for condition in _conditions():
            met = {cell: form for cell, form in still.items() if condition.holds(cell)}
            alike = len(set(met.values())) == 1
            if alike and sum(map(_hands_in, met)) > sum(map(_hands_in, settled)):
                settled, words = met, condition.words
        if len(settled) == len(still):
            words = "Otherwise"
        cell, form = next(iter(settled.items()))
        yield f"{words}: {form.words(cell[0])}."
        still = {cell: form for cell, form in still.items() if cell not in settled}


def _a(category: FiveCardCategory | ThreeCardCategory) -> str:
    """`a pair`, `two pair`, `three of a kind`."""
    title = category.title
    if title == "high card":
        return "only a high card"
    return title if title.startswith(("two", "three", "four")) else f"a {title}"
