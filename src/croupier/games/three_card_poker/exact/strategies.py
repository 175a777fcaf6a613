"""Which hands to play: what playing and folding bring for each class, and what follows.

All values are whole numbers of one small unit, so that nothing is rounded and nothing is slow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import format_cards
from croupier.games.three_card_poker.exact.bet_terms import (
    ANTE_AND_PLAY,
    BETS,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    HandPays,
    Terms,
    ante_and_play_nets,
    class_pays,
    line_net,
    six_card_pays,
)
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.showdown_counts import Counts, showdown_counts
from croupier.games.three_card_poker.habit import QUEEN_SIX_FOUR
from croupier.games.three_card_poker.script import qualifies
from croupier.table.paytable import PayLine, PayTable
from croupier.table.worth import Figure, Note, PayTables, Strategy, Table

__all__ = [
    "ALWAYS_PLAY",
    "DEALER_HANDS",
    "OPTIMAL",
    "ClassValues",
    "Played",
    "best_plays",
    "class_table",
    "class_values",
    "frequencies",
    "play_rules",
    "simple_plays",
    "strategies",
    "values_in_force",
]

Whole = NDArray[Any]
"""Whole numbers without bound, by class of hands."""
Plays = NDArray[np.bool_]
"""By class of hands: whether it is played."""

OPTIMAL: Final = "Optimal"
ALWAYS_PLAY: Final = "Always play"
DEALER_HANDS: Final = 18_424
"""How many hands 49 cards make."""
_PAY_TABLES: Final = ("Ante Bonus", PAIR_PLUS, SIX_CARD_BONUS)
_MOST_RULES: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class ClassValues:
    """What each bet brings by class of hands, in units of `1 / unit`, weighed by its hands."""

    play: dict[str, Whole]
    """By bet: if the hand is played."""
    fold: dict[str, Whole]
    """By bet: if it is folded."""
    unit: int
    """What a value is divided by to be one hand's, per unit bet."""
    counts: Counts
    """By class, result and six-card line: how many of the dealer's hands end so."""
    kinds: tuple[HandPays, ...]
    kind_of: NDArray[np.int64]
    """By class: which of the kinds it is."""
    six: tuple[PayLine | None, ...]
    """By six-card line."""
    forfeited: frozenset[str]

    @property
    def at_stake(self) -> tuple[str, ...]:
        """The bets that hang on the decision: the Ante, and what is forfeited with it."""
        return tuple(bet for bet in BETS if bet == ANTE_AND_PLAY or bet in self.forfeited)

    def of_all(self, by_bet: Mapping[str, Whole]) -> Whole:
        """By class: of all bets that hang on the decision, equal stakes on each."""
        total: Whole = np.sum([by_bet[bet] for bet in self.at_stake], axis=0)
        return total

    def gains(self) -> Whole:
        """By class: how much more playing brings than folding."""
        return self.of_all(self.play) - self.of_all(self.fold)

    def expectation_of_all(self, plays: Plays) -> Fraction:
        """What a unit on each bet that hangs on the decision gains, all together."""
        return sum((self.expectation(bet, plays) for bet in self.at_stake), Fraction(0))

    def expectation(self, bet: str, plays: Plays) -> Fraction:
        """What a unit on a bet gains if these classes are played."""
        total = sum(np.where(plays, self.play[bet], self.fold[bet]).tolist())
        return Fraction(total, self.unit * int(hand_classes().sizes.sum()))


def class_values(terms: Terms, pay_tables: PayTables) -> ClassValues:
    """The values of all classes."""
    in_force = [(spot, pay_tables[spot]) for spot in _PAY_TABLES if spot in pay_tables]
    return values_in_force(terms, tuple(in_force))


@lru_cache(maxsize=16)
def values_in_force(terms: Terms, in_force: tuple[tuple[str, PayTable], ...]) -> ClassValues:
    """The values of all classes with these pay tables, worked out once."""
    pay_tables = dict(in_force)
    kinds, kind_of = class_pays(terms, pay_tables)
    six = six_card_pays(pay_tables)
    nets = ante_and_play_nets()
    bonuses = [kind.ante_bonus.odds.fraction if kind.ante_bonus else Fraction(0) for kind in kinds]
    pair_plus, of_six = [line_net(kind.pair_plus) for kind in kinds], list(map(line_net, six))
    scale = lcm(*(value.denominator for value in (*nets, *bonuses, *pair_plus, *of_six)))

    def whole(values: Sequence[Fraction]) -> Whole:
        return np.array([int(scale * value) for value in values], dtype=object)

    sizes, counts = hand_classes().sizes, showdown_counts(terms.pair_comparison)
    # At most 24 · 18,424 to a class: small numbers. What they are multiplied with need not be.
    all_hands = DEALER_HANDS * sizes
    results = (counts.sum(axis=2) * sizes[:, None]).astype(object)
    lines = (counts.sum(axis=1) * sizes[:, None]).astype(object)
    played = {
        ANTE_AND_PLAY: results @ whole(nets) + all_hands * whole(bonuses)[kind_of],
        PAIR_PLUS: all_hands * whole(pair_plus)[kind_of],
        SIX_CARD_BONUS: lines @ whole(of_six),
    }
    lost = {ANTE_AND_PLAY, *terms.forfeited}
    return ClassValues(
        play=played,
        fold={
            bet: -scale * all_hands.astype(object) if bet in lost else played[bet] for bet in BETS
        },
        unit=scale * DEALER_HANDS,
        counts=counts,
        kinds=kinds,
        kind_of=kind_of,
        six=six,
        forfeited=terms.forfeited,
    )


def best_plays(values: ClassValues) -> Plays:
    """The classes that are worth playing, equal stakes on all bets that hang on it."""
    plays: Plays = (values.gains() >= 0).astype(bool)
    return plays


@dataclass(frozen=True, slots=True)
class Played:
    """A way to play by one's own three cards alone."""

    name: str
    rules: tuple[str, ...]
    plays: Plays


@cache
def simple_plays() -> tuple[Played, ...]:
    """What people do who look nothing up."""
    ranks = hand_classes().ranks

    def those(name: str, rule: str, plays: list[bool]) -> Played:
        rules = (rule, "Fold the rest.") if not all(plays) else (rule,)
        return Played(name, rules, np.array(plays))

    return (
        those(
            "Q-6-4",
            f"Play {QUEEN_SIX_FOUR.name} or better.",
            [rank >= QUEEN_SIX_FOUR for rank in ranks],
        ),
        those(
            "Mimic the dealer",
            "Play what the dealer would qualify with, queen high or better.",
            [qualifies(rank) for rank in ranks],
        ),
        those(ALWAYS_PLAY, "Play every hand.", [True] * len(ranks)),
    )


def play_rules(plays: Plays) -> tuple[str, ...]:
    """What to play in words: a border between two ranks where there is one."""
    ranks = hand_classes().ranks
    if plays.all():
        return ("Play every hand.",)
    folded = [rank for rank, played in zip(ranks, plays, strict=True) if not played]
    played = [rank for rank, played in zip(ranks, plays, strict=True) if played]
    if played and folded[-1] < played[0]:
        return (f"Play {played[0].name} or better.", "Fold the rest.")
    return _exceptions(plays)


def _exceptions(plays: Plays) -> tuple[str, ...]:
    """What to fold one by one, where no border divides the hands."""
    classes = hand_classes()
    folded = [
        f"{''.join(card.rank.letter for card in hand)} ({_suits(hand)})"
        for hand, played in zip(classes.hands, plays, strict=True)
        if not played
    ]
    named, more = folded[:_MOST_RULES], len(folded) - _MOST_RULES
    rest = (f"Fold {more} further kinds of hands, as the table of all hands says.",)
    return (*(f"Fold {hand}." for hand in named), *(rest if more > 0 else ()), "Play the rest.")


def _suits(hand: Sequence[int]) -> str:
    number = len({card & 3 for card in hand})
    if number == 2:
        first, second, third = (card & 3 for card in hand)
        alone = 0 if second == third else 1 if first == third else 2
        return f"the {('first', 'second', 'third')[alone]} of another suit"
    return "one suit" if number == 1 else "three suits"


def class_table(values: ClassValues) -> Table:
    """Every class of hands, the best first, and what each option is worth."""
    classes = hand_classes()
    play, fold = values.of_all(values.play), values.of_all(values.fold)
    rows = []
    for at in reversed(range(len(classes.hands))):
        size = int(classes.sizes[at])
        one = values.unit * size
        figures = (Figure(Fraction(size)), *(Figure(Fraction(v[at], one)) for v in (play, fold)))
        rows.append((f"{format_cards(classes.hands[at])}, {classes.ranks[at].name}", figures))
    others = values.at_stake[1:]
    title = f"Every hand, with as much on {' and '.join(others)}" if others else "Every hand"
    return Table(title, ("Hand", "Hands", "Play", "Fold"), tuple(rows))


def strategies(
    bet: str, values: ClassValues, best: Strategy, best_of_all: Fraction
) -> tuple[Strategy, ...]:
    """The best, and the simple ways to play with what they cost beside it.

    The cost counts all bets that hang on the decision, and so does `best_of_all`, what they
    gain together played their best: where folding forfeits a side bet, the Ante alone may be
    played better than by who looks after all bets.
    """
    found = [best]
    for way in simple_plays():
        cost = best_of_all - values.expectation_of_all(way.plays)
        edge = -values.expectation(bet, way.plays)
        found.append(
            Strategy(way.name, way.rules, Figure(edge), Figure(cost), frequencies(way.plays))
        )
    return tuple(found)


def frequencies(plays: Plays) -> tuple[Note, ...]:
    """How often each option is taken."""
    sizes = hand_classes().sizes
    played = Fraction(int(sizes[plays].sum()), int(sizes.sum()))
    return (Note("play", Figure(played)), Note("fold", Figure(1 - played)))
