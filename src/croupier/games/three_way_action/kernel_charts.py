"""3 Way-Action, compiled: a way to play Blackjack as lines of a file.

A line says what to do with one total, hard or soft, in two cards or in more, against one up
card. Two aces have a line of their own, for they alone may be split; hands on a split ace have
theirs where they are played on. What may be doubled and is too dear is hit, as are aces that
are too dear to split.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from croupier.games.strategy_lines import (
    not_an_option,
    said_nothing,
    said_twice,
    unknown_on_line,
)
from croupier.games.three_way_action.exact.blackjack_counts import (
    ACE,
    VALUES,
    Counts,
    Flags,
    player_hands,
    value_name,
)
from croupier.games.three_way_action.exact.blackjack_play import DOUBLE, OPTIONS, SPLIT, STAND
from croupier.games.three_way_action.exact.blackjack_policy import (
    CELLS,
    GROUPS,
    cells_of_drawn,
    cells_of_hands,
    chart_actions,
    split_plays,
)
from croupier.games.three_way_action.exact.blackjack_tally import Play
from croupier.games.three_way_action.exact.blackjack_words import UP_CARDS
from croupier.games.three_way_action.kernel_plans import Choices, Plan, asked_by, plan_of
from croupier.games.three_way_action.rules import Insurance, Rules, SplitAces
from croupier.rejection import Code, Rejection
from croupier.table.kernel import Row

__all__ = ["HEADER", "read_chart", "write_chart"]

HEADER: Final = ("Hand", "Cards", "Up card", "Option")

_TOLD_APART: Final = 2
"""Hands of two cards, and of more."""
_CARDS: Final = ("2", "3 or more")
_ACES: Final = "pair of aces"
_INSURANCE: Final = "insurance"
_INSURING: Final = ("decline", "insure")
_UPS: Final = tuple(value_name(up) for up in UP_CARDS)


class Situation(NamedTuple):
    """What a line tells apart, beside the up card."""

    hand: str
    cards: str
    cell: int
    is_split: bool
    options: tuple[str, ...]

    def against(self, up: str) -> str:
        """In words."""
        return f"{self.hand} in {self.cards} cards against {up}"


def situations(rules: Rules) -> tuple[Situation, ...]:
    """All that a player is asked about by these rules, but insurance."""
    asked = asked_by(rules)
    where = np.asarray(asked.actions.any(axis=0))
    found = _with_cells(cells_of_hands(_TOLD_APART), where, rules)
    if rules.split_aces is SplitAces.DRAW_FREELY:
        where = np.asarray(asked.first.any(axis=(0, 2)) | asked.second.any(axis=(0, 1)))
        found += _with_cells(_cells_of_split(len(where)), where, rules, is_split=True)
    return found


def _cells_of_split(many: int) -> Counts:
    return cells_of_drawn(_TOLD_APART)[:many]


def _with_cells(
    cells: Counts, asked: Flags, rules: Rules, *, is_split: bool = False
) -> tuple[Situation, ...]:
    """Those of the hands that are asked, hard ones first."""
    hands = player_hands()
    aces = cells_of_hands(_TOLD_APART)[hands.aces]
    found = []
    for at in np.unique(cells[asked]).tolist():
        (total, is_soft), group = divmod(at // GROUPS, 2), at % GROUPS
        name = f"{'soft' if is_soft else 'hard'} {total}"
        options = OPTIONS[: DOUBLE + (group == 0)]
        if is_split:
            name += " on a split ace"
        elif at == aces:
            name = _ACES
            options = OPTIONS[: SPLIT + (rules.split_aces is not SplitAces.NOT_ALLOWED)]
        one = Situation(name, _CARDS[group], at, is_split, options)
        found.append((is_soft, group, total, one))
    return tuple(one for *_, one in sorted(found))


# Into a file.


def write_chart(plan: Plan, rules: Rules) -> Iterator[Row]:
    """A line for each total against each up card; refuses a plan that goes by more than that."""
    lines = []
    for one in situations(rules):
        for up in UP_CARDS:
            option = OPTIONS[_done(plan, rules, one, up)]
            lines.append((one.hand, one.cards, value_name(up), option))
    if rules.insurance is Insurance.TWO_TO_ONE:
        lines.append((_INSURANCE, _CARDS[0], value_name(ACE), _INSURING[plan.insures]))
    return iter(lines)


def _done(plan: Plan, rules: Rules, one: Situation, up: int) -> int:
    """The one thing that is done in a situation; where it cannot come up, to stand."""
    asked = asked_by(rules)
    if one.is_split:
        is_here = _cells_of_split(plan.first.shape[1]) == one.cell
        found = _at(plan.first[up], asked.first[up] & is_here[:, None])
        found |= _at(plan.second[up], asked.second[up] & is_here)
    else:
        is_here = cells_of_hands(_TOLD_APART) == one.cell
        found = _at(plan.actions[up, :-1], asked.actions[up] & is_here)
    if len(found) > 1:
        ways = " and ".join(OPTIONS[option] for option in sorted(found))
        raise Rejection(
            Code.STRATEGY_INVALID,
            "A file goes by totals, in two cards or in more, and this strategy tells more hands "
            f"apart: {one.against(value_name(up))} is played in different ways ({ways}).",
        )
    return found.pop() if found else STAND


def _at(choices: Choices, where: Flags) -> set[int]:
    return {int(choice) for choice in np.unique(choices[where])}


# Out of a file.


def read_chart(rows: Iterable[Row], rules: Rules) -> Plan:
    """The plan in a file."""
    known = situations(rules)
    said = _said(rows, known, rules)
    charts = np.full((2, VALUES, CELLS), STAND, np.int8)
    missing = []
    for one in known:
        for up in UP_CARDS:
            option = said.get((one.hand, one.cards, value_name(up)))
            if option is None:
                missing.append(one.against(value_name(up)))
            else:
                charts[int(one.is_split), up, one.cell] = OPTIONS.index(option)
    insures = said.get((_INSURANCE, _CARDS[0], value_name(ACE)))
    if insures is None and rules.insurance is Insurance.TWO_TO_ONE:
        missing.append(_INSURANCE)
    if missing:
        raise said_nothing(missing[0], len(missing))
    plays = [
        Play(
            chart_actions(chart, cells_of_hands(_TOLD_APART)),
            split_plays(chart_actions(split_chart, cells_of_drawn(_TOLD_APART))),
        )
        for chart, split_chart in zip(*charts, strict=True)
    ]
    return plan_of(plays, rules, insures=insures == _INSURING[1])


def _said(
    rows: Iterable[Row], known: Sequence[Situation], rules: Rules
) -> dict[tuple[str, str, str], str]:
    """What a file says of each situation; refuses what is none, and what is said twice."""
    options = {(one.hand, one.cards, up): one.options for one in known for up in _UPS}
    if rules.insurance is Insurance.TWO_TO_ONE:
        options[_INSURANCE, _CARDS[0], value_name(ACE)] = _INSURING
    said: dict[tuple[str, str, str], str] = {}
    for line, (hand, cards, up, option) in enumerate(rows, 2):
        _require_known(line, (hand, cards, up), list(options))
        here = options[hand, cards, up]
        if option not in here:
            raise not_an_option(line, option, here)
        if said.setdefault((hand, cards, up), option) != option:
            raise said_twice(line, f"{hand} in {cards} cards against {up}")
    return said


def _require_known(
    line: int, given: tuple[str, str, str], known: Sequence[tuple[str, str, str]]
) -> None:
    """Refuses the first word of a line that does not go with those before it."""
    hand, cards, up = given
    hands = dict.fromkeys(one[0] for one in known)
    if hand not in hands:
        raise unknown_on_line(line, "hand", hand, tuple(hands))
    numbers = dict.fromkeys(one[1] for one in known if one[0] == hand)
    if cards not in numbers:
        raise unknown_on_line(line, f"{hand} in so many cards:", cards, tuple(numbers))
    ups = tuple(one[2] for one in known if one[:2] == (hand, cards))
    if up not in ups:
        raise unknown_on_line(line, "up card", up, ups)
