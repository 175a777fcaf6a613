"""Tables and charts of how the whole game is best played."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, FiveCardCategory, Rank, ThreeCardCategory, format_cards
from croupier.games.pick_2_poker.exact.class_counts import class_counts
from croupier.games.pick_2_poker.exact.hand_kinds import hand_traits
from croupier.games.pick_2_poker.exact.valuation import PLAYER_HANDS, Valuation, taken
from croupier.table.worth import Cell, Figure, Grid, Progress, Table

__all__ = ["every_class", "grids", "tables"]

_OPTIONS: Final = ("fold", "5-card", "3-card")
_RANKS: Final = tuple(reversed(Rank))


def tables(values: Valuation) -> tuple[Table, ...]:
    """How often what is played, and what it is worth, by what the five cards are."""
    traits = hand_traits()
    sums = _sums(values, traits.five_category, len(FiveCardCategory))
    rows = [
        (
            five.title.capitalize(),
            (
                Figure(Fraction(sums.hands[five], PLAYER_HANDS)),
                *(Figure(Fraction(taken[five], sums.hands[five])) for taken in sums.taken),
                sums.worth(five),
            ),
        )
        for five in reversed(FiveCardCategory)
    ]
    columns = ("Five cards", "Share of hands", "Fold", "5-card game", "3-card game", "Worth")
    return (
        Table(
            "What is played by what is held, and what it is worth per Ante",
            columns,
            tuple(rows),
            is_percent=True,
        ),
    )


def grids(values: Valuation) -> tuple[Grid, ...]:
    """What to play: by categories, with a pair and a flush, and with high cards only."""
    traits = hand_traits()
    fives, threes = tuple(reversed(FiveCardCategory)), tuple(ThreeCardCategory)
    with_pair = (traits.five_category == FiveCardCategory.PAIR) & (
        traits.three_category == ThreeCardCategory.FLUSH
    )
    high_only = (traits.five_category == FiveCardCategory.HIGH_CARD) & (
        traits.three_category == ThreeCardCategory.HIGH_CARD
    )
    every = np.ones_like(with_pair)
    return (
        _grid(
            "Best option by five cards and best three",
            values,
            (every, traits.five_category, traits.three_category),
            (fives, [one.title.capitalize() for one in fives], "Five cards"),
            (threes, [one.title.capitalize() for one in threes], "Best three"),
        ),
        _grid(
            "One pair with a three-card flush",
            values,
            (with_pair, traits.five_lead, traits.three_lead),
            (_RANKS, [one.plural.capitalize() for one in _RANKS], "Pair of"),
            (_RANKS, [one.singular.capitalize() for one in _RANKS], "Highest of the flush"),
        ),
        _grid(
            "High cards only, in five as in three",
            values,
            (high_only, traits.five_lead, traits.five_second),
            (_RANKS, [one.singular.capitalize() for one in _RANKS], "Highest card"),
            (_RANKS, [one.singular.capitalize() for one in _RANKS], "Next highest"),
        ),
    )


Trait = NDArray[np.int64]
Side = tuple[Sequence[int], Sequence[str], str]
"""One side of a grid: what is there, how it is called, and what the side is called."""


def _grid(
    title: str,
    values: Valuation,
    by: tuple[NDArray[np.bool_], Trait, Trait],
    rows: Side,
    columns: Side,
) -> Grid:
    """Some hands by two traits; rows and columns that no hand is in are left out."""
    here, first, second = by
    width = len(Rank) + 1  # no trait has more values; -1 stands for none
    place = np.where(here, first * width + second, -1)
    sums = _sums(values, place, width * width)
    kept_rows = [at for at in rows[0] if any(sums.hands[at * width + to] for to in columns[0])]
    kept_columns = [to for to in columns[0] if any(sums.hands[at * width + to] for at in rows[0])]
    names = dict(zip(rows[0], rows[1], strict=True)), dict(zip(columns[0], columns[1], strict=True))
    return Grid(
        title=title,
        rows=tuple(names[0][at] for at in kept_rows),
        columns=tuple(names[1][to] for to in kept_columns),
        cells=tuple(tuple(sums.cell(at * width + to) for to in kept_columns) for at in kept_rows),
        row_title=rows[2],
        column_title=columns[2],
    )


@dataclass(frozen=True, slots=True)
class _Sums:
    """Over groups of hands: how many, how many under each option, and what they gain in all."""

    hands: list[int]
    taken: tuple[list[int], ...]
    gained: list[int]
    parts: int

    def worth(self, group: int) -> Figure:
        """What a hand of the group is worth, in Antes."""
        return Figure(Fraction(self.gained[group], self.hands[group] * self.parts))

    def cell(self, group: int) -> Cell:
        """`3-card`, or `5-card 41%, 3-card 59%` where it depends."""
        hands = self.hands[group]
        if not hands:
            return Cell("")
        shares = [(taken[group], name) for taken, name in zip(self.taken, _OPTIONS, strict=True)]
        shown = [
            name if share == hands else f"{name} {_percent(share, hands)}"
            for share, name in shares
            if share
        ]
        return Cell(", ".join(shown), self.worth(group))


def _percent(part: int, whole: int) -> str:
    """A share of hands that is neither none nor all, and does not look it."""
    return f"{min(max(round(100 * part / whole), 1), 99)}%"


def _sums(values: Valuation, groups: Trait, count: int) -> _Sums:
    """Sums over groups under the best play; classes in group -1 are left out."""
    choices = values.best
    at = np.flatnonzero(groups >= 0)
    group, sizes = groups[at], class_counts().classes.sizes[at]
    best = taken(values.values, choices)[at]
    gained = np.zeros(count, dtype=best.dtype)
    np.add.at(gained, group, best * sizes)
    hands = np.bincount(group, weights=sizes, minlength=count)
    by_option = [
        np.bincount(group, weights=sizes * (choices[at] == option), minlength=count)
        for option in range(len(_OPTIONS))
    ]
    return _Sums(_whole(hands), tuple(map(_whole, by_option)), _whole(gained), values.parts)


def _whole(numbers: NDArray[Any]) -> list[int]:
    return [int(number) for number in numbers]


def every_class(values: Valuation, progress: Progress) -> Table:
    """Every class of hands: one of them, how many there are, and what each option is worth."""
    classes = class_counts().classes
    rows = []
    options = [[int(value) for value in option] for option in values.values]
    known: dict[int, Figure] = {}

    def figure(value: int) -> Figure:
        if value not in known:
            known[value] = Figure(Fraction(value, values.parts))
        return known[value]

    sizes = {size: Figure(Fraction(size)) for size in np.unique(classes.sizes).tolist()}
    total = len(classes.hands)
    for at, (hand, size) in enumerate(
        zip(classes.hands.tolist(), classes.sizes.tolist(), strict=True)
    ):
        if at % 10_000 == 0:
            progress("Writing down every hand", at / total)
        name = format_cards([DECK[card] for card in reversed(hand)])
        rows.append((name, (sizes[size], *(figure(option[at]) for option in options))))
    columns = ("Hand", "Hands like it", "Fold", "5-card game", "3-card game")
    return Table("Every hand, up to an exchange of suits, per Ante", columns, tuple(rows))
