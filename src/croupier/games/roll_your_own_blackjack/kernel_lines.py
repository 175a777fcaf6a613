"""Roll Your Own Blackjack: how to set and play as lines of a file.

One kind of line says which of three values stands alone against an up card; where several are
named, the one of them that was dealt first does. Others say what to do with a total of two cards
or of more, and with pairs. What may not be doubled is played as the same total of more cards is,
what may not be split as its total, and one line says whether insurance is taken.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import Final, NamedTuple

import numpy as np

from croupier.cards import blackjack_total
from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.charts import shown, value_name
from croupier.games.roll_your_own_blackjack.exact.deals import UP_CARDS, three_cards
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    VALUES,
    Hands,
    card_of,
    hand_numbers,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import DOUBLE, HIT, SPLIT, STAND
from croupier.games.roll_your_own_blackjack.exact.players import (
    OPTIONS,
    Chances,
    RulePlayer,
    allowed_under,
)
from croupier.games.roll_your_own_blackjack.kernel_plans import (
    AskedOnce,
    Plan,
    plan_of,
    rules_of_hands,
    told_of,
    ways_of,
)
from croupier.games.roll_your_own_blackjack.rules import Rules
from croupier.games.roll_your_own_blackjack.script import is_double_blackjack
from croupier.games.strategy_lines import (
    not_an_option,
    said_nothing,
    said_twice,
    unknown_on_line,
)
from croupier.rejection import Code, Rejection
from croupier.table.kernel import Row

__all__ = ["HEADER", "read_lines", "write_lines"]

HEADER: Final = ("Decision", "Hand", "Up card", "Option")

SET: Final = "set alone"
INSURANCE: Final = "insurance"
TWO_CARDS: Final = "two cards"
MORE_CARDS: Final = "more cards"
_ANY: Final = "any"
_OR: Final = " or "
_INSURING: Final = ("decline", "insure")
_STAND_OR_HIT: Final = (OPTIONS[STAND], OPTIONS[HIT])
_OR_DOUBLE: Final = (*_STAND_OR_HIT, OPTIONS[DOUBLE])
_OR_SPLIT: Final = (*_OR_DOUBLE, OPTIONS[SPLIT])

Situation = tuple[str, str, str]
"""What a line tells apart: decision, hand and up card."""
Said = Mapping[Situation, str]
"""What a file says."""


# What is told apart.


@cache
def situations() -> Mapping[Situation, tuple[str, ...]]:
    """All of them, in the order of a file, with what may be done."""
    found: dict[Situation, tuple[str, ...]] = {}
    for three in three_cards():
        if not _is_double_blackjack(three):
            for up in UP_CARDS:
                found[SET, shown(three), value_name(up)] = _ways_to_set(three)
    found[INSURANCE, _ANY, value_name(ACE)] = _INSURING
    totals, pairs = _totals(), [_pair(value) for value in range(VALUES)]
    for decision, hands, options in (
        (TWO_CARDS, totals, _OR_DOUBLE),
        (TWO_CARDS, pairs, _OR_SPLIT),
        (MORE_CARDS, totals, _STAND_OR_HIT),
    ):
        for hand, up in product(hands, UP_CARDS):
            found[decision, hand, value_name(up)] = options
    return found


@cache
def _is_double_blackjack(three: Hands) -> bool:
    return is_double_blackjack(tuple(map(card_of, three)))


def _totals() -> list[str]:
    """All that two cards or more can come to, and be asked about."""
    hard = [f"hard {total}" for total in range(4, 21)]
    return hard + [f"soft {total}" for total in range(12, 21)]


def _ways_to_set(three: Hands) -> tuple[str, ...]:
    """Which may stand alone: one value, or whichever of several was dealt first."""
    values = sorted(set(three), key=UP_CARDS.index)
    return tuple(
        _OR.join(value_name(value) for value in values if value in some)
        for many in range(1, len(values) + 1)
        for some in combinations(values, many)
    )


@cache
def _total(hand: Hands) -> str:
    """`hard 12`, `soft 18`."""
    total = blackjack_total(map(card_of, hand))
    return f"{'soft' if total.is_soft else 'hard'} {total.total}"


def _pair(value: int) -> str:
    return f"pair of {'ace' if value == ACE else value_name(value)}s"


# Out of a file.


def read_lines(rows: Iterable[Row], rules: Rules) -> Plan:
    """The plan in a file."""
    known = situations()
    said: dict[Situation, str] = {}
    for line, (decision, hand, up, option) in enumerate(rows, 2):
        here = decision, hand, up
        if here not in known:
            raise _unknown(line, here)
        if option not in known[here]:
            raise not_an_option(line, option, known[here])
        if said.setdefault(here, option) != option:
            raise said_twice(line, _in_words(here))
    missing = [here for here in known if here not in said]
    if missing:
        raise said_nothing(_in_words(missing[0]), len(missing))
    player = _player(said, rules)
    return plan_of(lambda _: AskedOnce(player), rules_of_hands(rules))


def _unknown(line: int, given: Situation) -> Rejection:
    """The refusal of the first word of a line that does not go with those before it."""
    names: tuple[str, ...] = ()
    at = -1
    while at < 0 or given[at] in names:
        at += 1
        known = [here for here in situations() if here[:at] == given[:at]]
        names = tuple(dict.fromkeys(here[at] for here in known))
    return unknown_on_line(line, ("decision", "hand", "up card")[at], given[at], names)


def _in_words(situation: Situation) -> str:
    """For a refusal."""
    decision, hand, up = situation
    if decision == INSURANCE:
        return INSURANCE
    if decision == SET:
        return f"{hand} to be set against {up}"
    return f"{hand} of {decision} against {up}"


class _Played:
    """Plays by what a file says."""

    def __init__(self, said: Said) -> None:
        self._said = said

    def __call__(self, hand: Hands, up: int, offered: tuple[str, ...]) -> str:
        """What is done, of what may be done."""
        if len(hand) == 2:
            names = [_total(hand)]
            if hand[0] == hand[1]:
                names.insert(0, _pair(hand[0]))
            for name in names:
                option = self._said[TWO_CARDS, name, value_name(up)]
                if option in offered:
                    return option
                if option == OPTIONS[DOUBLE]:
                    break
        return self._said.get((MORE_CARDS, _total(hand), value_name(up)), OPTIONS[STAND])


@dataclass(frozen=True)
class _PlayerByFile(RulePlayer):
    """Insures always or never."""

    always_insures: bool = False

    def insures(self, against: Against, seen: Hands) -> bool:  # noqa: ARG002
        return self.always_insures


def _player(said: Said, rules: Rules) -> RulePlayer:
    def alone(against: Against, three: Hands, gone: Hands) -> Chances:  # noqa: ARG001
        names = said[SET, shown(three), value_name(against.up)].split(_OR)
        return {value: Fraction(1, len(names)) for value in three if value_name(value) in names}

    is_insured = said[INSURANCE, _ANY, value_name(ACE)] == _INSURING[1]
    return _PlayerByFile(alone, _Played(said), allowed_under(rules), is_insured)


# Into a file.


def write_lines(plan: Plan, rules: Rules) -> Iterator[Row]:
    """A plan as lines; refuses one that looks at more than they tell apart.

    What is done in one situation is taken from some hand in it. If a plan tells more apart, what
    is read back from the lines is another plan.
    """
    looks_at_more = Rejection(
        Code.STRATEGY_INVALID,
        "A file goes by three values and the up card to set them, and by totals to play them. This "
        "strategy looks at more cards than that, so no file can hold it.",
    )
    if len(plan.deals) > VALUES**4:
        raise looks_at_more
    said = _setting_said(plan) | _playing_said(plan)
    rows = [(*here, said[here]) for here in situations()]
    read = read_lines(rows, rules)
    if not all(map(np.array_equal, read, plan)):
        raise looks_at_more
    return iter(rows)


def _setting_said(plan: Plan) -> dict[Situation, str]:
    """What stands alone, and whether insurance is taken."""
    said, insures = {}, set()
    for three, up in product(three_cards(), UP_CARDS):
        alone = set()
        for order in permutations(three):
            told = told_of(plan, up, order)
            alone.add(order[told.alone])
            insures.add(told.insures)
        names = [value_name(value) for value in UP_CARDS if value in alone]
        said[SET, shown(three), value_name(up)] = _OR.join(names)
    said[INSURANCE, _ANY, value_name(ACE)] = _INSURING[True in insures]
    return said


def _playing_said(plan: Plan) -> dict[Situation, str]:
    """What is done with pairs and totals; what does not come up, as where it cannot be paid."""
    said: dict[Situation, str] = {}
    for up in UP_CARDS:
        done, up_name = _done(plan, up), value_name(up)
        for name in _totals():
            said[MORE_CARDS, name, up_name] = OPTIONS[_if_hit(plan, done.row, _example(name, 3))]
        for value in range(VALUES):
            else_done = _if_hit(plan, done.row, (value, value))
            actions = done.pairs.get(value, {else_done})
            said[TWO_CARDS, _pair(value), up_name] = OPTIONS[max(actions)]
            if SPLIT in actions:
                # Where it may not be split, it is played as its total.
                done.totals.setdefault(_total((value, value)), set()).update(actions - {SPLIT})
        for name in _totals():
            # Where it may not be doubled, it is played as longer hands are.
            else_done = _if_hit(plan, done.row, _example(name, 2))
            said[TWO_CARDS, name, up_name] = OPTIONS[max(done.totals.get(name) or {else_done})]
    return said


def _if_hit(plan: Plan, row: int | None, hand: Hands) -> int:
    """Whether a hand is hit or stands, where nothing else can be done."""
    number = hand_numbers()[hand]
    is_hit = row is not None and int(plan.hits[row + number // 64]) >> number % 64 & 1
    return HIT if is_hit else STAND


class _Done(NamedTuple):
    """What a plan does against an up card."""

    pairs: dict[int, set[int]]
    """With two cards of one value that were not split yet."""
    totals: dict[str, set[int]]
    """With two other cards."""
    row: int | None
    """Where one of its rows of hits starts, if it ever hits."""


def _done(plan: Plan, up: int) -> _Done:
    ways, pairs, totals = ways_of(plan), dict[int, set[int]](), dict[str, set[int]]()
    rows = set()

    def does(hand: Hands, action: int, *, is_split: bool = False) -> None:
        if hand[0] == hand[1] and not is_split:
            pairs.setdefault(hand[0], set()).add(action)
        else:
            totals.setdefault(_total(hand), set()).add(action)

    for order in product(range(VALUES), repeat=3):
        if _is_double_blackjack(order):
            continue
        told = told_of(plan, up, order)
        together = [card for at, card in enumerate(order) if at != told.alone]
        two_card, one_card = ways[told.two_card], ways[told.one_card]
        does(tuple(sorted(together)), two_card.actions[0])
        for second, action in enumerate(one_card.actions):
            does((order[told.alone], second), action)
        for first, way in ((together[0], two_card), (order[told.alone], one_card)):
            rows |= {way.row} if any(way.actions) else set()
            # Split aces get one card each, and nothing is done with them.
            for second, action in enumerate(way.second if first != ACE else ()):
                does((first, second), action, is_split=True)
                rows.add(way.split_row)
    return _Done(pairs, totals, min(rows, default=None))


@cache
def _example(name: str, cards: int) -> Hands:
    """A hand of so many cards that comes to a total, no pair; or one that is next to that."""
    hands = [hand for hand in hand_numbers() if len(hand) > 1 and _total(hand) == name]
    return min(hands, key=lambda hand: (abs(len(hand) - cards), hand[0] == hand[1]))
