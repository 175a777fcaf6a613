"""3 Way-Action, Blackjack: the best play as charts, and where it departs from simpler ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.exact.blackjack_counts import (
    FULL_DECK,
    Flags,
    player_hands,
    value_name,
)
from croupier.games.three_way_action.exact.blackjack_play import (
    HIT,
    NO_CHOICE,
    OPTIONS,
    reached,
)
from croupier.games.three_way_action.exact.blackjack_policy import (
    GROUPS,
    Chart,
    cell,
    cells_of_hands,
)
from croupier.games.three_way_action.exact.blackjack_tally import ALL_ROWS, Against, Play
from croupier.games.three_way_action.exact.blackjack_words import UP_CARDS, hand_name
from croupier.table.worth import Cell, Figure, Grid, Table

__all__ = [
    "Departure",
    "best_grids",
    "chart_grid",
    "departed",
    "departures",
    "departures_table",
]

_LETTERS: Final = ("S", "H", "D", "P")
_COLUMNS: Final = tuple(value_name(up) for up in UP_CARDS)
_LEGEND: Final = "S stand, H hit, D double, P split; * not with all cards that make the total"


@dataclass(frozen=True, slots=True)
class _Hands:
    """The hands of one cell, against one up card, by what is best with them."""

    weights: dict[int, int]
    """By option: the rows of a round in which it comes to that."""
    value: Fraction

    @property
    def choice(self) -> int:
        """What is best most often."""
        return max(self.weights, key=lambda option: (self.weights[option], -option))


def _gather(one: Against, play: Play, chosen: Flags) -> _Hands | None:
    """What is best with some hands; None where they cannot be held."""
    assert play.best is not None, "only the best play knows what its hands are worth"
    chosen = chosen & (one.facing.met.unseen >= 0)
    ways = reached(one.facing, one.base, play.actions)
    if not ways[chosen].any():
        ways = reached(one.facing, one.base, np.full(len(ways), HIT, np.int8))
    weights: dict[int, int] = {}
    gained, rows = 0, 0
    for hand in np.flatnonzero(chosen & (ways > 0)).tolist():
        option, dealt = int(play.actions[hand]), int(ways[hand]) * one.rows(hand)
        weights[option] = weights.get(option, 0) + dealt
        gained += int(ways[hand]) * int(play.best[hand])
        rows += dealt
    return _Hands(weights, Fraction(gained, rows)) if weights else None


def best_grids(everything: Sequence[Against], plan: Sequence[Play]) -> tuple[Grid, ...]:
    """The best play by totals: hard and soft, of two cards and of more."""
    return tuple(
        _best_grid(everything, plan, is_soft=is_soft, is_two=is_two)
        for is_two in (True, False)
        for is_soft in (False, True)
    )


def _best_grid(
    everything: Sequence[Against], plan: Sequence[Play], *, is_soft: bool, is_two: bool
) -> Grid:
    hands = player_hands()
    decided = (cells_of_hands(GROUPS) >= 0) & ((hands.cards == 2) == is_two)
    decided &= hands.is_soft == is_soft
    totals = sorted(set(hands.totals[decided].tolist()))
    cells = tuple(
        tuple(
            _best_cell(everything[up], plan[up], decided & (hands.totals == total))
            for up in UP_CARDS
        )
        for total in totals
    )
    title = f"{'Soft' if is_soft else 'Hard'} hands of {'two cards' if is_two else 'three or more'}"
    legend = _LEGEND if is_two else f"{_LEGEND}; 5S, 6H: stand with five, hit with six cards"
    rows = tuple("A-A" if is_two and is_soft and total == 12 else str(total) for total in totals)
    return Grid(f"{title} ({legend})", rows, _COLUMNS, cells, "Total", "Dealer's up card")


def _best_cell(one: Against, play: Play, chosen: Flags) -> Cell:
    """What is best most often, then the numbers of cards with which it is something else."""
    hands = player_hands()
    whole = _gather(one, play, chosen)
    if whole is None:
        return Cell("")
    by_cards = [
        (cards, found)
        for cards in range(2, MOST_CARDS)
        if (found := _gather(one, play, chosen & (hands.cards == cards)))
    ]
    others = [(cards, found) for cards, found in by_cards if found.choice != whole.choice]
    is_mixed = any(len(found.weights) > 1 for _, found in by_cards)
    text = _LETTERS[whole.choice] + "*" * is_mixed
    for cards, found in others:
        text += f" {cards}{_LETTERS[found.choice]}"
    return Cell(text, Figure(whole.value))


def chart_grid(charts: Sequence[Chart], title: str) -> Grid:
    """A chart by totals of two cards or more, as it is."""
    rows, cells = [], []
    for is_soft in (False, True):
        for group, words in enumerate(("two cards", "more")):
            for total in range(4, 22):
                at = cell(total, is_soft=is_soft, group=group)
                texts = [
                    _LETTERS[chart[at]] if (chart := charts[up])[at] != NO_CHOICE else ""
                    for up in UP_CARDS
                ]
                if any(texts):
                    rows.append(f"{'soft' if is_soft else 'hard'} {total}, {words}")
                    cells.append(tuple(Cell(text) for text in texts))
    return Grid(title, tuple(rows), _COLUMNS, tuple(cells), "Total", "Dealer's up card")


# Where two plays part.


@dataclass(frozen=True, slots=True)
class Departure:
    """A hand with which the best play does something else than another, before they part."""

    up: int
    hand: int
    option: int
    rows: int
    """In how many rows of a round it comes to that."""
    units: int
    """What doing the best is worth more there, on all those rows together."""


def departures(
    everything: Sequence[Against], plan: Sequence[Play], other: Sequence[Play]
) -> Iterator[Departure]:
    """Every hand with which the best play parts from another, up card by up card."""
    for up in UP_CARDS:
        one, play, actions = everything[up], plan[up], other[up].actions
        assert play.options is not None, "only the best play knows what its options are worth"
        same = np.where(play.actions == actions, actions, NO_CHOICE).astype(np.int8)
        ways = reached(one.facing, one.base, same)
        for hand in np.flatnonzero((play.actions != actions) & (ways > 0)).tolist():
            times = int(FULL_DECK[up]) * int(ways[hand])
            best, done = int(play.actions[hand]), int(actions[hand])
            worth = play.options[hand]
            units = times * (int(worth[best]) - int(worth[done]))
            yield Departure(up, hand, best, times * one.rows(hand), units)


def departed(found: Sequence[Departure]) -> Fraction:
    """How often two plays part in a round."""
    return Fraction(sum(one.rows for one in found), ALL_ROWS)


def departures_table(found: Sequence[Departure]) -> Table:
    """The hands with which the best play is not what the chart says, dearest first."""
    ordered = sorted(found, key=lambda one: -one.units)
    return Table(
        "Hands not played as the chart by total and cards says",
        ("Hand and up card", "Probability", "Gain per bet"),
        tuple(
            (
                f"{hand_name(one.hand)} against {value_name(one.up)}: {OPTIONS[one.option]}",
                (
                    Figure(Fraction(one.rows, ALL_ROWS)),
                    Figure(Fraction(one.units, ALL_ROWS)),
                ),
            )
            for one in ordered
        ),
        is_percent=True,
    )
