"""Plans for Roll Your Own Blackjack: how three cards are set and both hands are played.

They are those of the players in `exact.players`, put into few bits: by what is seen before play,
which card stands alone, and the *ways* in which the two hands are played. Ways that are alike
are kept once, and so are rows of longer hands that are hit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.deals import Set, against_under, sets_against
from croupier.games.roll_your_own_blackjack.exact.endings import Hits
from croupier.games.roll_your_own_blackjack.exact.hand_index import VALUES, Hands
from croupier.games.roll_your_own_blackjack.exact.hand_plans import HandPlan, SplitPlan
from croupier.games.roll_your_own_blackjack.exact.hand_values import NATURAL, SPLIT, STAND
from croupier.games.roll_your_own_blackjack.exact.players import (
    BestPlayer,
    Chances,
    Player,
    Setting,
    highest_two_card_total,
    set_as_usual,
)
from croupier.games.roll_your_own_blackjack.exact.side_by_side import (
    LONGEST_FIRST,
    Told,
    each_up_card,
)
from croupier.games.roll_your_own_blackjack.exact.strategies import (
    HIGHEST_TOTAL,
    MIMIC,
    NAMES,
    OPTIMAL,
    SECOND_SEES,
    USUAL,
    USUAL_SETTING,
    mimic_player,
    play_rules,
    usual_player,
)
from croupier.games.roll_your_own_blackjack.kernel_tables import WORDS, bits_of
from croupier.games.roll_your_own_blackjack.rules import BurnedCard, Rules
from croupier.table.worth import Progress, no_strategy, quietly

__all__ = [
    "ACTION_BITS",
    "ALONE_BITS",
    "FURTHER_SHIFT",
    "INSURES_SHIFT",
    "ONE_SHIFT",
    "ROW_SHIFT",
    "STRATEGIES",
    "TWO_SHIFT",
    "AskedOnce",
    "Dealt",
    "Plan",
    "Way",
    "plan_by",
    "plan_of",
    "rules_of_hands",
    "told_of",
    "ways_of",
]

STRATEGIES: Final = tuple(name for name in NAMES if name != SECOND_SEES)
"""What can be played by: what looks at the first hand's cards tells apart far too much."""

ALONE_BITS: Final = 2
"""Of a deal, lowest: which card stands alone, by when it came."""
INSURES_SHIFT: Final = ALONE_BITS
"""From here one bit: whether insurance is taken against an ace."""
TWO_SHIFT: Final = INSURES_SHIFT + 1
"""From here the way of the two-card hand."""
ONE_SHIFT: Final = 32
"""From here the way of the one-card hand."""

ACTION_BITS: Final = 2
"""Of a way, lowest, for each second card: what is done with two cards."""
FURTHER_SHIFT: Final = 24
"""From here, of a way after a split: how often it is split again."""
ROW_SHIFT: Final = 32
"""From here: where the row of hits starts."""


class Plan(NamedTuple):
    """How a seat sets its cards, whether it insures and how it plays both hands."""

    deals: NDArray[np.uint64]
    """By burned card (only 0 where it is not looked at), up card, and three cards in the order
    dealt, a digit from 0 to 9 each: what stands alone, insurance, and both ways."""
    ways: NDArray[np.uint64]
    """Two words for each way: what is done with two cards, and after a split."""
    hits: NDArray[np.uint64]
    """Rows of 2,048 bits: which hands of two cards and more are hit."""


Make = Callable[[Rules], Player]
"""Makes a player for one up card."""


def plan_by(strategy: str, rules: Rules, progress: Progress = quietly) -> Plan:
    """The plan of a strategy; some of them are kept, for the best take a while to find."""
    if strategy not in STRATEGIES:
        raise no_strategy("Roll Your Own Blackjack cannot be simulated by", strategy, STRATEGIES)
    key = strategy, _rules_for(strategy, rules)
    if key not in _plans:
        plan = plan_of(_PLAYERS[strategy], key[1], progress)
        while len(_plans) >= _MOST_KEPT:
            del _plans[next(iter(_plans))]
        _plans[key] = plan
    return _plans[key]


_MOST_KEPT: Final = 8
_plans: dict[tuple[str, Rules], Plan] = {}
"""By strategy and the rules it goes by."""


def _rules_for(strategy: str, rules: Rules) -> Rules:
    """The rules with defaults for all readings that a strategy does not go by."""
    if strategy == MIMIC:
        return Rules()
    if strategy == USUAL:
        return rules_of_hands(rules)
    return play_rules(rules)


def rules_of_hands(rules: Rules) -> Rules:
    """What matters of them to whoever looks at nothing but his hand and the up card."""
    return replace(
        play_rules(rules),
        dealer_blackjack=Rules().dealer_blackjack,
        burned_card=BurnedCard.UNSEEN,
    )


class _SetByRule(BestPlayer):
    """Sets by a rule, and plays as is best."""

    def __init__(self, rules: Rules, setting: Setting) -> None:
        super().__init__(rules)
        self._setting = setting

    def alone(self, against: Against, three: Hands, gone: Hands) -> Chances:
        return self._setting(against, three, gone)


class AskedOnce(Player):
    """A player by simple rules against one up card: all plans for a hand are the same."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._plans: dict[Hands, HandPlan] = {}

    def alone(self, against: Against, three: Hands, gone: Hands) -> Chances:
        return self._player.alone(against, three, gone)

    def two_card_plan(self, against: Against, together: Hands, gone: Hands) -> HandPlan:
        if together not in self._plans:
            self._plans[together] = self._player.two_card_plan(against, together, gone)
        return self._plans[together]

    def one_card_plan(self, against: Against, card: int, gone: Hands) -> HandPlan:
        if (card,) not in self._plans:
            self._plans[card,] = self._player.one_card_plan(against, card, gone)
        return self._plans[card,]

    def insures(self, against: Against, seen: Hands) -> bool:
        return self._player.insures(against, seen)


_PLAYERS: Final[Mapping[str, Make]] = {
    OPTIMAL: BestPlayer,
    USUAL_SETTING: lambda rules: _SetByRule(rules, set_as_usual),
    HIGHEST_TOTAL: lambda rules: _SetByRule(rules, highest_two_card_total),
    USUAL: lambda rules: AskedOnce(usual_player(rules)),
    MIMIC: lambda rules: AskedOnce(mimic_player(rules)),
}


def plan_of(make: Make, rules: Rules, progress: Progress = quietly) -> Plan:
    """The plan of a player; he is asked for every burned card where that is shown."""

    def against(up: int, tell: Told) -> list[Set]:
        found = []
        for one in sets_against(against_under(up, rules), rules, make(rules)):
            found.append(one)
            tell(len(found) / situations)
        return found

    is_shown = rules.burned_card is BurnedCard.SHOWN
    situations = _SETS * (VALUES if is_shown else 1)
    by_up = each_up_card("Finding how to set and play three cards", against, progress)
    plan = _Packed(VALUES if is_shown else 1)
    for up, some in sorted(zip(LONGEST_FIRST, by_up, strict=True), key=lambda one: one[0]):
        plan.add(up, some)
    return plan.plan()


_SETS: Final = 220
"""How many sets of three values there are."""


class _Packed:
    """A plan that is being put together."""

    def __init__(self, burned: int) -> None:
        self._deals = np.zeros((burned, *[VALUES] * 4), dtype=np.uint64)
        # The first of each is to stand always.
        self._ways: dict[tuple[int, int], int] = {(0, 0): 0}
        self._rows: dict[bytes, int] = {bits_of([]).tobytes(): 0}

    def add(self, up: int, sets: Sequence[Set]) -> None:
        """Puts in how a player sets and plays against an up card."""
        chosen: dict[tuple[Hands, int], dict[int, int]] = {}
        plans = {id(plan): plan for one in sets for plan in one.plans or ()}
        ways = {at: self._way(plan) for at, plan in plans.items()}
        for one in sets:
            # A double blackjack is paid however it is set.
            if one.plans is None or one.alone is None:
                continue
            two_card, one_card = (ways[id(plan)] for plan in one.plans)
            told = chosen.setdefault((one.three, one.burned or 0), {})
            told[one.alone] = (
                (one.insured is not None) << INSURES_SHIFT
                | two_card << TWO_SHIFT
                | one_card << ONE_SHIFT
            )
        for (three, burned), by_alone in chosen.items():
            for order in set(permutations(three)):
                # Where he is as glad to set one card alone as another, that which came first.
                alone = next(at for at, card in enumerate(order) if card in by_alone)
                self._deals[burned, up, *order] = by_alone[order[alone]] | alone

    def plan(self) -> Plan:
        """All that was put in."""
        rows = [np.frombuffer(row, dtype=np.uint64) for row in self._rows]
        return Plan(
            self._deals.reshape(-1),
            np.array(list(self._ways), dtype=np.uint64).reshape(-1),
            np.array(rows, dtype=np.uint64).reshape(-1),
        )

    def _way(self, plan: HandPlan) -> int:
        """The number of a way."""
        actions = [STAND if action == NATURAL else action for action in plan.actions]
        if len(actions) == 1:
            actions *= VALUES
        # Who only stands needs to know no longer hands.
        row = self._row(plan.hits) if any(action != STAND for action in actions) else 0
        way = _word(actions, row), self._after_split(plan.split)
        return self._ways.setdefault(way, len(self._ways))

    def _after_split(self, split: SplitPlan | None) -> int:
        if split is None:
            return 0
        return _word(split.second, self._row(split.hits)) | split.further << FURTHER_SHIFT

    def _row(self, hits: Hits) -> int:
        """Where a row of hits starts. Hands of one card, the lowest numbers, are not asked."""
        asked = np.where(np.arange(len(hits)) < VALUES, False, hits)
        return WORDS * self._rows.setdefault(bits_of(asked).tobytes(), len(self._rows))


def _word(actions: Sequence[int], row: int) -> int:
    return sum(
        (action << ACTION_BITS * second for second, action in enumerate(actions)),
        row << ROW_SHIFT,
    )


# The same taken apart again.


@dataclass(frozen=True, slots=True)
class Way:
    """How a starting hand is played."""

    actions: tuple[int, ...]
    """By second card: what is done with two cards."""
    row: int
    """Where the row of hits starts."""
    second: tuple[int, ...]
    """By second card: what is done with two cards after a split; empty where nothing is split."""
    further: int
    """How often it is split again."""
    split_row: int


def ways_of(plan: Plan) -> tuple[Way, ...]:
    """All ways of a plan, by number."""
    found = []
    for first, after in plan.ways.reshape(-1, 2).tolist():
        actions, further = _actions(first), after >> FURTHER_SHIFT & 7
        second = _actions(after) if SPLIT in actions else ()
        found.append(Way(actions, first >> ROW_SHIFT, second, further, after >> ROW_SHIFT))
    return tuple(found)


def _actions(word: int) -> tuple[int, ...]:
    return tuple(word >> ACTION_BITS * second & 3 for second in range(VALUES))


class Dealt(NamedTuple):
    """What a plan says of one deal."""

    alone: int
    """The place of the card that stands alone."""
    insures: bool
    two_card: int
    """The way of the two-card hand."""
    one_card: int


def told_of(plan: Plan, up: int, order: Hands, burned: int = 0) -> Dealt:
    """What a plan says of three cards as they came; and of the burned card, if it looks at it."""
    deal = int(plan.deals.reshape(-1, *[VALUES] * 4)[burned, up, *order])
    return Dealt(
        deal & (1 << ALONE_BITS) - 1,
        bool(deal >> INSURES_SHIFT & 1),
        deal % (1 << ONE_SHIFT) >> TWO_SHIFT,
        deal >> ONE_SHIFT,
    )
