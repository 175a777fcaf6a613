"""All that can become of the three bets of a round, added up.

A `Tally` knows how often every combination occurs: what the player's cards are paid for, whether
he played, how the showdown ended and what the six cards are. What each bet is worth, and how
the bets go together, is read off it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.games.three_card_poker.exact.bet_terms import (
    ANTE_AND_PLAY,
    BETS,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    HandPays,
    ante_and_play_nets,
    line_net,
)
from croupier.games.three_card_poker.exact.showdown_counts import LOSE, NOT_QUALIFIED, TIE, WIN
from croupier.games.three_card_poker.exact.strategies import ClassValues
from croupier.table.paytable import PayLine
from croupier.table.worth import Figure, OutcomeWorth, Together

__all__ = ["Tally", "add_up"]

_RESULT_NAMES: Final = {
    WIN: "Win",
    NOT_QUALIFIED: "Dealer does not qualify",
    TIE: "Tie",
    LOSE: "Lose",
}
_FOLD: Final = "Fold"
_LOST: Final = "Lose"
_FORFEITED: Final = "Forfeited by folding"


@dataclass(frozen=True, slots=True)
class _Case:
    """One combination, and in how many deals it occurs."""

    pays: HandPays
    six: PayLine | None
    result: int | None
    """None where the player folded."""
    deals: int


_Key = tuple[str, Fraction, Fraction]
"""The name of an outcome, what it gains, what was staked."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each combination occurs."""

    cases: tuple[_Case, ...]
    deals: int
    """All of them."""
    forfeited: frozenset[str]

    def outcomes(self, bet: str) -> tuple[OutcomeWorth, ...]:
        """What can become of a bet."""
        found: Counter[_Key] = Counter()
        for case in self.cases:
            found[self._outcome(bet, case)] += case.deals
        return tuple(
            OutcomeWorth(name, Fraction(deals, self.deals), net, staked)
            for (name, net, staked), deals in sorted(found.items(), key=_best_first)
        )

    def expectation(self, bet: str) -> Fraction:
        """What a unit on a bet gains."""
        return sum((one.contribution for one in self.outcomes(bet)), Fraction(0))

    def together(self) -> Together:
        """How the three bets go together, one unit on each."""
        nets = [[self._outcome(bet, case)[1] for bet in BETS] for case in self.cases]
        deals = [case.deals for case in self.cases]

        def mean(values: Iterator[Fraction]) -> Fraction:
            return sum((n * value for n, value in zip(deals, values, strict=True)), Fraction(0)) / (
                self.deals
            )

        places = range(len(BETS))
        means = [mean(net[at] for net in nets) for at in places]
        covariance = tuple(
            tuple(
                Figure(mean(net[one] * net[two] for net in nets) - means[one] * means[two])
                for two in places
            )
            for one in places
        )
        return Together(BETS, covariance, tuple(map(Figure, means)))

    def _outcome(self, bet: str, case: _Case) -> _Key:
        if bet == ANTE_AND_PLAY:
            return _ante_outcome(case)
        assert bet in (PAIR_PLUS, SIX_CARD_BONUS)
        line = case.pays.pair_plus if bet == PAIR_PLUS else case.six
        if line and case.result is None and bet in self.forfeited:
            return _FORFEITED, Fraction(-1), Fraction(1)
        return line.name if line else _LOST, line_net(line), Fraction(1)


def _ante_outcome(case: _Case) -> _Key:
    if case.result is None:
        return _FOLD, Fraction(-1), Fraction(1)
    net, name, line = ante_and_play_nets()[case.result], _RESULT_NAMES[case.result], case.pays
    if line.ante_bonus is None:
        return name, net, Fraction(2)
    bonus = line.ante_bonus
    return f"{name}, {bonus.name} bonus", net + bonus.odds.fraction, Fraction(2)


def _best_first(item: tuple[_Key, int]) -> tuple[bool, Fraction, Fraction, str]:
    """Without a bonus first; then what brings most, and what leaves least at stake."""
    (name, net, staked), _ = item
    return "bonus" in name, -net, staked, name


def add_up(values: ClassValues, played: NDArray[np.int64], folded: NDArray[np.int64]) -> Tally:
    """The tally of deals counted by class of hands, result and six-card line."""
    cases = []
    for number, kind in enumerate(values.kinds):
        of_kind = values.kind_of == number
        playing, folding = played[of_kind].sum(axis=0), folded[of_kind].sum(axis=(0, 1))
        for line, six in enumerate(values.six):
            cases += [
                _Case(kind, six, result, int(playing[result, line])) for result in _RESULT_NAMES
            ]
            cases.append(_Case(kind, six, None, int(folding[line])))
    cases = [case for case in cases if case.deals]
    return Tally(tuple(cases), sum(case.deals for case in cases), values.forfeited)
