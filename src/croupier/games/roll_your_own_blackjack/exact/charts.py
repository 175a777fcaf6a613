"""How the best player sets and plays, for people: charts, and rules in sentences."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from croupier.cards import blackjack_total
from croupier.games.roll_your_own_blackjack.exact.deals import UP_CARDS, Deal, three_cards
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    DECK_COUNTS,
    TEN,
    VALUES,
    Hands,
    card_of,
    counts_of,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import (
    DOUBLE,
    HIT,
    NATURAL,
    SPLIT,
    STAND,
)
from croupier.games.roll_your_own_blackjack.exact.players import settings_of
from croupier.table.worth import Cell, Figure, Grid

__all__ = ["play_grids", "setting_grid", "setting_rules", "shown", "value_name"]

_LETTERS: Final = {STAND: "S", HIT: "H", DOUBLE: "D", SPLIT: "P"}
_NEVER: Final = "·"
"""In a chart, where a hand does not come up."""


def value_name(value: int) -> str:
    """`A`, `2` to `10`."""
    return "A" if value == ACE else str(value + 1)


def shown(values: Iterable[int], between: str = "-") -> str:
    """`A-7-10`."""
    return between.join(map(value_name, values))


UP_NAMES: Final = tuple(map(value_name, UP_CARDS))


# Setting.


def setting_grid(deals: Sequence[Deal]) -> Grid:
    """How three cards are set against each up card, and what both hands are worth then."""
    best = {(deal.three, deal.up): deal for deal in deals}
    rows = [three for three in three_cards() if any((three, up) in best for up in UP_CARDS)]
    return Grid(
        "How to set three cards: two together, one alone",
        rows=tuple(map(shown, rows)),
        columns=UP_NAMES,
        cells=tuple(tuple(_setting(best.get((three, up))) for up in UP_CARDS) for three in rows),
        row_title="Cards",
        column_title="Up card",
    )


def _setting(deal: Deal | None) -> Cell:
    if deal is None:
        return Cell(_NEVER)
    value = Figure(deal.value)
    if deal.alone is None:
        return Cell("double blackjack", value)
    together = settings_of(deal.three)[deal.alone]
    return Cell(f"{shown(together, ',')} | {value_name(deal.alone)}", value)


def setting_rules(deals: Sequence[Deal]) -> tuple[str, ...]:
    """The same in sentences: what is set alone against every up card, and then the rest."""
    chosen: dict[Hands, dict[int, int]] = {}
    for deal in deals:
        if deal.alone is not None:
            chosen.setdefault(deal.three, {})[deal.up] = deal.alone
    always: dict[int, list[Hands]] = {}
    for three, by_up in chosen.items():
        alone = set(by_up.values())
        if len(alone) == 1:
            (card,) = alone
            always.setdefault(card, []).append(settings_of(three)[card])
    rules = [
        f"{_called(card)} alone, against any up card, with {_pairs(always[card])}."
        for card in (ACE, TEN, *range(1, TEN))
        if card in always
    ]
    rules += [
        _by_up(three, by_up) for three, by_up in chosen.items() if len(set(by_up.values())) > 1
    ]
    return tuple(rules)


def _called(card: int) -> str:
    if card == ACE:
        return "The ace"
    return "A ten-value card" if card == TEN else f"The {card + 1}"


def _pairs(pairs: Iterable[Hands]) -> str:
    """`A-A to A-9, 2-2, 2-5`."""
    parts = []
    for first, some in groupby(sorted(pairs), key=lambda pair: pair[0]):
        for run in _runs([second for _, second in some]):
            ends = [shown((first, second)) for second in (run[0], run[-1])]
            if len(run) > 2:
                parts.append(" to ".join(ends))
            else:
                parts += [shown((first, second)) for second in run]
    return ", ".join(parts)


def _runs(values: Sequence[int]) -> Iterator[Sequence[int]]:
    """Numbers in order as runs without a gap."""
    start = 0
    for at in range(1, len(values) + 1):
        if at == len(values) or values[at] != values[at - 1] + 1:
            yield values[start:at]
            start = at


def _by_up(three: Hands, by_up: dict[int, int]) -> str:
    """As in `4-8-10: 4 alone against 2 to 8; 10 alone against 9 to A.`."""
    parts = []
    for card in dict.fromkeys(three):
        ups = [at for at, up in enumerate(UP_CARDS) if by_up.get(up) == card]
        if ups:
            names = [
                f"{UP_NAMES[run[0]]} to {UP_NAMES[run[-1]]}"
                if len(run) > 2
                else ", ".join(UP_NAMES[at] for at in run)
                for run in _runs(ups)
            ]
            parts.append(f"{value_name(card)} alone against {', '.join(names)}")
    return f"{shown(three)}: {'; '.join(parts)}."


# Playing.

_CHARTS: Final = ("hard totals", "soft totals", "pairs")


def _place(hand: Hands) -> tuple[str, str]:
    """The chart and the row of two cards."""
    total = blackjack_total(map(card_of, hand))
    if hand[0] == hand[1]:
        return "pairs", shown(hand)
    return "soft totals" if total.is_soft else "hard totals", str(total.total)


def play_grids(deals: Sequence[Deal]) -> tuple[Grid, ...]:
    """What is done with two cards, by both hands, as set by the best player.

    What depends on the cards beside a total is shown as what is done most often, with a star.
    """
    grids = []
    for which, name in enumerate(("Two-card hand", "One-card hand with its second card")):
        found: dict[tuple[str, str], dict[int, Counter[int]]] = {}
        for (hand, up), actions in _done(deals, which).items():
            found.setdefault(_place(hand), {}).setdefault(up, Counter()).update(actions)
        for chart in _CHARTS:
            rows = sorted((row for title, row in found if title == chart), key=_row_order)
            cells = tuple(
                tuple(Cell(_letter(found[chart, row].get(up))) for up in UP_CARDS) for row in rows
            )
            title = f"{name}: {chart}"
            grids.append(Grid(title, tuple(rows), UP_NAMES, cells, "Hand", "Up card"))
    return tuple(grids)


def _row_order(row: str) -> tuple[int, ...]:
    return tuple(1 if part == "A" else int(part) for part in row.split("-"))


def _letter(actions: Counter[int] | None) -> str:
    if not actions:
        return _NEVER
    action, _ = actions.most_common(1)[0]
    return _LETTERS[action] + ("*" if len(actions) > 1 else "")


def _done(deals: Sequence[Deal], which: int) -> dict[tuple[Hands, int], Counter[int]]:
    """By two cards and up card: what is done with them, by the number of deals."""
    done: dict[tuple[Hands, int], Counter[int]] = {}
    for deal in deals:
        if deal.actions is None or deal.alone is None:
            continue
        together = settings_of(deal.three)[deal.alone]
        actions = deal.actions[which]
        if which == 0:
            cases = [(together, actions[0], 1)]
        else:
            burned = () if deal.burned is None else (deal.burned,)
            left = DECK_COUNTS - counts_of((*deal.three, deal.up, *burned))
            cases = [
                (
                    (min(deal.alone, second), max(deal.alone, second)),
                    actions[second],
                    int(left[second]),
                )
                for second in range(VALUES)
            ]
        for hand, action, times in cases:
            if action != NATURAL and times:
                weight = int(deal.ways * times)
                done.setdefault((hand, deal.up), Counter())[action] += weight
    return done
