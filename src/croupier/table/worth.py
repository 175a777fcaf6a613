"""What a bet is worth: everything that can become of it, and what follows from that.

A `BetWorth` lists the outcomes of one bet with their exact probabilities. Edge, element of
risk, hit frequency and deviation are worked out from that list and from nothing else, so no
two of them can disagree. All numbers are fractions. Where they had to be computed in floating
point, `error` says how far the probabilities may be off, and every figure carries the bound
that follows from it.

A game's `Worth` makes them: what each bet is worth under the rules and pay tables of a table,
and what each option of one decision is worth from the cards a player sees.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from croupier.cards import Card
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.paytable import PayTable

if TYPE_CHECKING:
    from croupier.table.layout import Layout
    from croupier.table.steps import Asked

__all__ = [
    "BetWorth",
    "Cell",
    "Decision",
    "Figure",
    "Fresh",
    "Grid",
    "Note",
    "OptionWorth",
    "OutcomeWorth",
    "PayTables",
    "Printed",
    "Progress",
    "Published",
    "Strategy",
    "Table",
    "Together",
    "Worth",
    "merged",
    "quietly",
]

R_contra = TypeVar("R_contra", contravariant=True)

PayTables = Mapping[str, PayTable]
"""The pay tables in force, by spot."""

Progress = Callable[[str, float], None]
"""Told what is being done and which share of it is, 0 to 1, by whatever takes long."""


def quietly(what: str, share: float) -> None:
    """The progress nobody watches."""


ZERO: Final = Fraction(0)

_ROOT_DIGITS: Final = 10**30
"""A square root is taken to that many parts of one, and says so as its error."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, exact or within a bound."""

    value: Fraction
    error: Fraction = ZERO
    """How far off it may be; nothing where it is exact."""

    @property
    def is_exact(self) -> bool:
        """Whether it is the number itself, as one whole number over another."""
        return not self.error

    def __float__(self) -> float:
        return float(self.value)


@dataclass(frozen=True, slots=True)
class OutcomeWorth:
    """One thing that can become of a bet."""

    name: str
    """`Straight Flush`, `Fold`, `Win, doubled`."""
    probability: Fraction
    net: Fraction
    """What the player gains by it, for one unit bet; below zero what he loses."""
    staked: Fraction = Fraction(1)
    """What he had put in action by then, in the same unit."""

    @property
    def contribution(self) -> Fraction:
        """What it adds to the player's expectation."""
        return self.probability * self.net


@dataclass(frozen=True, slots=True)
class Note:
    """A named number beside a result: `departs from Q-6-4`, `ties`."""

    name: str
    figure: Figure


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way to make the decisions of a bet, and what it costs."""

    name: str
    """`Optimal`, `Q-6-4`, `Always play`."""
    rules: tuple[str, ...]
    """What to do, a sentence each, to be read in order: the first that applies counts."""
    edge: Figure
    """What the house gains per unit bet against it."""
    cost: Figure
    """How much more that is than against the best; nothing for the best itself."""
    frequencies: tuple[Note, ...] = ()
    """How often each option is taken."""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a grid: what to print, and what it is worth, for its colour."""

    text: str
    value: Figure | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A chart in rows and columns: a strategy by hand and up card."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    row_title: str = ""
    column_title: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Figures in columns: a name, then one figure for each column (None where there is none)."""

    title: str
    columns: tuple[str, ...]
    """The first is over the names."""
    rows: tuple[tuple[str, tuple[Figure | None, ...]], ...]
    is_percent: bool = False
    """Whether its figures are read best in percent."""


@dataclass(frozen=True, slots=True)
class BetWorth:
    """What one bet is worth, under one set of rules and pay tables, when played its best."""

    name: str
    per: str
    """The unit of all its figures: `Ante`, `Pair Plus`."""
    outcomes: tuple[OutcomeWorth, ...]
    method: str
    """How it was worked out, in a sentence or two."""
    strategies: tuple[Strategy, ...] = ()
    """How to decide, best first; none for a bet without decisions."""
    notes: tuple[Note, ...] = ()
    tables: tuple[Table, ...] = ()
    grids: tuple[Grid, ...] = ()
    error: Fraction = ZERO
    """The most by which the probabilities, all together, may be off."""
    lumped: Fraction = ZERO
    """The probability of outcomes that stand for several, with their mean and spread.

    The hit frequency may be off by as much; nothing else is.
    """
    costs_count: str = ""
    """What the costs of its strategies count, where that is more than this bet."""

    def __post_init__(self) -> None:
        total = sum((outcome.probability for outcome in self.outcomes), ZERO)
        assert abs(total - 1) <= self.error, f"{self.name}: probabilities add up to {total}"
        assert all(outcome.probability >= 0 for outcome in self.outcomes)

    @property
    def expectation(self) -> Figure:
        """What the player gains by a bet of one unit, on average."""
        return self._mean([outcome.net for outcome in self.outcomes])

    def edge_by(self, strategy: str | None = None) -> Figure:
        """The house's edge by the best play, or by a strategy; refuses one it does not have."""
        if strategy is None:
            return self.edge
        edges = {one.name: one.edge for one in self.strategies}
        if strategy not in edges:
            raise no_strategy(f"{self.name} has no strategy", strategy, tuple(edges))
        return edges[strategy]

    @property
    def edge(self) -> Figure:
        """What the house gains by it: the same with the other sign."""
        mean = self.expectation
        return Figure(-mean.value, mean.error)

    @property
    def action(self) -> Figure:
        """What is put in action in all, on average."""
        return self._mean([outcome.staked for outcome in self.outcomes])

    @property
    def element_of_risk(self) -> Figure:
        """What the house gains of all that is put in action."""
        edge, action = self.edge, self.action
        value = edge.value / action.value
        if edge.is_exact and action.is_exact:
            return Figure(value)
        return Figure(
            value, (edge.error + abs(value) * action.error) / (action.value - action.error)
        )

    @property
    def hit_frequency(self) -> Figure:
        """How often the player gains something."""
        hits = self._mean([Fraction(outcome.net > 0) for outcome in self.outcomes])
        return Figure(hits.value, hits.error + self.lumped)

    @property
    def variance(self) -> Figure:
        """Of what a bet of one unit brings."""
        squares, mean = self._mean([outcome.net**2 for outcome in self.outcomes]), self.expectation
        value = squares.value - mean.value**2
        return Figure(value, squares.error + (2 * abs(mean.value) + mean.error) * mean.error)

    @property
    def standard_deviation(self) -> Figure:
        """The root of the variance."""
        return root(self.variance)

    def volatility(self, rounds: int) -> Figure:
        """The standard deviation of what that many bets bring together."""
        variance = self.variance
        return root(Figure(rounds * variance.value, rounds * variance.error))

    def _mean(self, values: Sequence[Fraction]) -> Figure:
        value = sum(
            (outcome.probability * one for outcome, one in zip(self.outcomes, values, strict=True)),
            ZERO,
        )
        return Figure(value, self.error * max(map(abs, values), default=ZERO))


def root(figure: Figure) -> Figure:
    """A square root: exact where there is one, else to thirty digits."""
    assert figure.value >= 0, "only numbers of 0 and more have a root"
    exact = Fraction(isqrt(figure.value.numerator), isqrt(figure.value.denominator))
    if exact**2 == figure.value:
        value, error = exact, ZERO
    else:
        value, error = _root_below(figure.value), Fraction(1, _ROOT_DIGITS)
    if figure.is_exact:
        return Figure(value, error)
    # |√a - √b| = |a - b| / (√a + √b), where the first root alone is a bound from below; and
    # never more than √|a - b|.
    slack = _root_below(figure.error) + Fraction(1, _ROOT_DIGITS)
    return Figure(value, error + (min(slack, figure.error / value) if value else slack))


def _root_below(value: Fraction) -> Fraction:
    """A square root, less than a thirtieth digit too small."""
    scaled = value * _ROOT_DIGITS**2
    return Fraction(isqrt(scaled.numerator // scaled.denominator), _ROOT_DIGITS)


def merged(outcomes: Sequence[OutcomeWorth]) -> tuple[OutcomeWorth, ...]:
    """The same with outcomes of one name, net and stake put together; impossible ones left out."""
    found: dict[tuple[str, Fraction, Fraction], Fraction] = {}
    for outcome in outcomes:
        key = outcome.name, outcome.net, outcome.staked
        found[key] = found.get(key, ZERO) + outcome.probability
    return tuple(
        OutcomeWorth(name, probability, net, staked)
        for (name, net, staked), probability in found.items()
        if probability
    )


def no_strategy(said: str, strategy: str, known: Sequence[str]) -> Rejection:
    """The refusal of a strategy: who does not have it, which one, and which there are."""
    hint = instead_of(strategy, known, none="there is nothing to decide.")
    return Rejection(Code.STRATEGY_UNKNOWN, f"{said} {quoted(strategy)}{hint}")


@dataclass(frozen=True, slots=True)
class Together:
    """Bets of one round made together: they share cards, so what they bring is correlated."""

    bets: tuple[str, ...]
    covariance: tuple[tuple[Figure, ...], ...]
    """Of what one unit on each bet brings; a bet with itself has its variance."""
    expectations: tuple[Figure, ...]

    def correlation(self, first: int, second: int) -> Figure:
        """Between -1 and 1."""
        if first == second:
            return Figure(Fraction(1))
        between = self.covariance[first][second]
        one, other = self.covariance[first][first], self.covariance[second][second]
        middle = _ratio(between.value, one.value * other.value)
        if between.is_exact and one.is_exact and other.is_exact:
            return middle
        if one.value <= one.error or other.value <= other.error:
            return Figure(middle.value, Fraction(2))
        # It grows or falls with each of the three, so its ends are where theirs are.
        ends = [
            _ratio(
                between.value + a * between.error,
                (one.value + b * one.error) * (other.value + c * other.error),
            )
            for a, b, c in product((-1, 1), repeat=3)
        ]
        far = max(abs(end.value - middle.value) + end.error for end in ends)
        return Figure(middle.value, far + middle.error)

    @property
    def variance(self) -> Figure:
        """Of one unit on each bet, all together."""
        every = [figure for row in self.covariance for figure in row]
        return Figure(
            sum((figure.value for figure in every), ZERO),
            sum((figure.error for figure in every), ZERO),
        )

    @property
    def standard_deviation(self) -> Figure:
        """Of one unit on each bet, all together."""
        return root(self.variance)


def _ratio(covariance: Fraction, variances: Fraction) -> Figure:
    """A covariance over the root of two variances multiplied."""
    both = root(Figure(variances))
    value = covariance / both.value
    return Figure(value, both.error * abs(value) / (both.value - both.error))


@dataclass(frozen=True, slots=True)
class OptionWorth:
    """What one option of a decision is worth."""

    name: str
    """As the round offers it: `play`, `3-card 1-2-4`, `double`."""
    label: str
    """For people."""
    value: Figure
    """What the player gains on average if he takes it and goes on as well as he can."""
    per_staked: Figure | None = None
    """Where he names the stake: what each unit of it brings; `value` is for the most of it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Every option of one decision, valued from what the player sees."""

    question: str
    per: str
    """The unit of the values: `Ante`. They count from before the round: folding an Ante is -1."""
    options: tuple[OptionWorth, ...]
    """In the order in which they are offered."""
    unseen: int
    """How many cards he does not see."""
    assumes: str = ""
    """What the values take for granted beyond the rules, where they do."""
    unit_spot: str = ""
    """The spot on which one unit lies, where `per` does not name it."""

    @property
    def best(self) -> OptionWorth:
        """The option worth most; of equals, the one offered first."""
        return max(self.options, key=lambda option: option.value.value)


@dataclass(frozen=True, slots=True)
class Fresh:
    """A decision as a person would write it down: his cards, the dealer's that show, others."""

    hand: tuple[Card, ...]
    dealer: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    """Further cards he has seen: other players', burned ones."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure that a game's sheet prints."""

    where: str
    """On the sheet: `Paytable C4`."""
    what: str
    """`House advantage`, `Probability of a Flush`."""
    text: str
    """As printed: `8.08%`, `0.00003232`, `1 in 3.54`."""
    bet: str
    pay_tables: tuple[tuple[str, str], ...]
    """Which pay tables, by spot and name, it is printed for."""
    figure: Callable[[BetWorth], Figure]
    """What it ought to be."""
    is_edge: bool = False
    """Whether it is the house's edge, so that a wrong pay could explain it."""


@dataclass(frozen=True, slots=True)
class Published:
    """A figure that somebody else has published."""

    bet: str
    what: str
    """`House edge`, `Element of risk`."""
    text: str
    """As published: `3.37%`."""
    source: str
    """Who, and where."""
    figure: Callable[[BetWorth], Figure]
    readings: tuple[tuple[str, str], ...] = ()
    pay_tables: tuple[tuple[str, str], ...] = ()
    why: str = ""
    """Where it differs from ours: why."""


class Worth(Protocol[R_contra]):
    """What the bets and decisions of a game are worth. `R_contra` is its `Rules`."""

    rounds_per_hour: int
    """The usual pace of a full table."""
    crossed: tuple[tuple[str, str], ...] = ()
    """Pairs of rulings whose readings are worth comparing each with each."""
    not_together: str = ""
    """Where `together` says nothing: why, in a sentence for the reader."""

    def bets(self, rules: R_contra) -> tuple[str, ...]:
        """The names of the bets it values, in the order of a report."""
        ...

    def depends_on(self, bet: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The rulings, and the spots whose pay tables, that change what a bet is worth."""
        ...

    def bet(
        self, name: str, rules: R_contra, pay_tables: PayTables, progress: Progress = quietly
    ) -> BetWorth:
        """What a bet is worth, played its best."""
        ...

    def strategies(self, name: str, rules: R_contra) -> tuple[str, ...] | None:  # noqa: ARG002
        """The names of a bet's strategies, where they are known before it is valued."""
        return None

    def edge(
        self,
        name: str,
        rules: R_contra,
        pay_tables: PayTables,
        progress: Progress = quietly,
        strategy: str | None = None,
    ) -> Figure:
        """The house's edge alone, for those who ask nothing else; some games have it sooner.

        By the best play, or by a strategy of those the bet has.
        """
        return self.bet(name, rules, pay_tables, progress).edge_by(strategy)

    def together(
        self,
        rules: R_contra,  # noqa: ARG002
        pay_tables: PayTables,  # noqa: ARG002
        progress: Progress = quietly,  # noqa: ARG002
    ) -> Together | None:
        """How the bets of a round go together; None where a game does not say (`not_together`)."""
        return None

    def hands(
        self,
        rules: R_contra,  # noqa: ARG002
        pay_tables: PayTables,  # noqa: ARG002
        progress: Progress = quietly,  # noqa: ARG002
    ) -> Table | None:
        """Every starting hand, up to an exchange of suits, and what each option is worth.

        None where a game has no decisions, or too many hands to list.
        """
        return None

    def fresh(self, given: Fresh, rules: R_contra, pay_tables: PayTables) -> Decision:
        """The first decision of a round in which nothing but these cards was seen."""
        ...

    def decision(
        self,
        seen: "Layout",
        asked: "Asked",
        rules: R_contra,
        pay_tables: PayTables,
        also_seen: Sequence[Card] = (),
    ) -> Decision:
        """Any decision in mid-round, from what the seat that is asked sees, and no more."""
        ...

    def printed(self) -> tuple[Printed, ...]:
        """Every probability, advantage and frequency that the sheet prints."""
        return ()

    def published(self) -> tuple[Published, ...]:
        """What others have published."""
        return ()
