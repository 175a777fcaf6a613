"""What the answers of the mathematics look like, for the description.

They are put together in `croupier.analysis.as_json`, which `docs/analysis.md` documents, and sent
as they come. A test holds that what is sent is what is said here.
"""

from typing import Literal, TypedDict

from croupier.table.paytable import PayTable

__all__ = ["AuditShown", "FigureShown", "FiguresTable", "ReadingsShown", "StudyShown"]


class FigureShown(TypedDict):
    """A number: exact, or within a bound."""

    exact: str | None
    """As a fraction in lowest terms, `392/5525`; None where it is not known as one."""
    value: float
    """The nearest floating-point number."""
    error_bound: float
    """0 where `exact` is given; else the most by which the number may be off `value`."""


# What every bet is worth.


class OutcomeShown(TypedDict):
    """One thing that can become of a bet."""

    name: str
    probability: FigureShown
    pays: float
    """The net gain per unit."""
    pays_exact: str
    staked: float
    """What was put in action by then, in the same unit."""
    staked_exact: str
    contribution: FigureShown
    """Probability times what it pays."""


class StrategyShown(TypedDict):
    """One way to make the decisions of a bet."""

    name: str
    rules: list[str]
    """Sentences; the first that applies counts."""
    edge: FigureShown
    cost: FigureShown
    """Against the best."""
    frequencies: dict[str, FigureShown]
    """How often each option is taken."""
    notes: dict[str, FigureShown]
    """Further figures, by name."""


class StrategiesShown(TypedDict):
    """The best way to decide, and others."""

    optimal: StrategyShown
    others: list[StrategyShown]


class FiguresRow(TypedDict):
    """A row of figures, one for each column after the first; None where there is none."""

    name: str
    figures: list[FigureShown | None]


class FiguresTable(TypedDict):
    """Figures in columns."""

    title: str
    columns: list[str]
    """The first is over the names."""
    is_percent: bool
    """Whether its figures read best in percent."""
    rows: list[FiguresRow]


class ChartCell(TypedDict):
    """A field of a chart."""

    text: str
    value: FigureShown | None


class StrategyChart(TypedDict):
    """A chart in rows and columns."""

    title: str
    row_title: str
    column_title: str
    rows: list[str]
    columns: list[str]
    cells: list[list[ChartCell]]
    """By row and column."""


class BetShown(TypedDict):
    """What one bet is worth, played its best; an edge above zero is the house's."""

    name: str
    per: str
    """The wager that is the unit of all its figures."""
    edge: FigureShown
    element_of_risk: FigureShown
    """The edge per unit put in action in all."""
    hit_frequency: FigureShown
    standard_deviation: FigureShown
    variance: FigureShown
    volatility_100: FigureShown
    """The standard deviation of 100 rounds together."""
    theoretical_win_per_hour: FigureShown
    """In dollars."""
    average_action: FigureShown
    outcomes: list[OutcomeShown]
    strategy: StrategiesShown | None
    """None for a bet without decisions."""
    notes: dict[str, FigureShown]
    tables: list[FiguresTable]
    grids: list[StrategyChart]
    method: str
    """How it was worked out."""


class TogetherShown(TypedDict):
    """How the bets of a round go together, one unit on each; matrices in the order of `bets`."""

    bets: list[str]
    expectations: list[FigureShown]
    covariance: list[list[FigureShown]]
    correlation: list[list[FigureShown]]
    variance: FigureShown
    standard_deviation: FigureShown


class PublishedShown(TypedDict):
    """What somebody else has published of a bet."""

    bet: str
    what: str
    text: str
    """As published."""
    source: str
    readings: dict[str, str]
    pay_tables: dict[str, str]
    ours: FigureShown
    agrees: bool
    """At the precision of the text."""
    why: str | None
    """Where it differs, why."""


class _About(TypedDict):
    game: str
    name: str
    rules_version: int
    rulings: dict[str, str]
    """The reading in force, by ruling."""


class StudyShown(_About):
    """What every bet of a game is worth under the rules and pay tables of one table."""

    pay_tables: dict[str, PayTable]
    """By spot."""
    stake_cents: int
    """What the win per hour is worked out with, like `rounds_per_hour`."""
    rounds_per_hour: int
    bets: list[BetShown]
    together: TogetherShown | None
    not_together: str | None
    """Where the game does not say how its bets go together, why."""
    published: list[PublishedShown]
    elapsed_s: float


# Every reading.


class ReadBet(TypedDict):
    """A bet under some reading."""

    bet: str
    edge: FigureShown | None
    """None where this reading has no such bet."""
    favours_player: bool


class ComparedBet(ReadBet):
    """The same, against the default reading."""

    difference: FigureShown | None


class ComparedReading(TypedDict):
    """One reading of a ruling."""

    name: str
    meaning: str
    default: bool
    chosen: bool
    """Whether it is in force at the table."""
    favours_player: bool
    """Whether it gives the player an edge on any bet."""
    bets: list[ComparedBet]


class ComparedRuling(TypedDict):
    """A ruling, and what each of its readings does, with all others as at the table."""

    ruling: str
    question: str
    clause: str
    bets: list[str]
    """Those that depend on it."""
    readings: list[ComparedReading]


class CrossedCell(ReadBet):
    """A bet under one reading of each of two rulings."""

    readings: dict[str, str]
    """By ruling."""


class CrossedRulings(TypedDict):
    """Each reading of one ruling with each of another."""

    bet: str
    rulings: list[str]
    cells: list[CrossedCell]


class ReadingsShown(_About):
    """All readings of a game side by side."""

    pay_tables: dict[str, PayTable]
    strategy: str | None
    """By which bets are played; None for the best of each."""
    favours_player: bool
    """Whether the default readings give the player an edge on any bet."""
    defaults: list[ReadBet]
    """Every bet with every ruling read by default."""
    readings: list[ComparedRuling]
    crossed: list[CrossedRulings]
    elapsed_s: float


# What the sheet prints.


class ExplanationShown(TypedDict):
    """What would make a wrong figure true."""

    kind: Literal["pay", "swapped", "other_table", "cut_off"]
    sentence: str
    spot: str | None
    lines: list[str]
    """Of the pay table."""
    printed_pays: list[str]
    needed_pays: list[str]
    also_in: list[str]
    """Other tables with the needed pay, or the table whose figure it is."""
    ours: FigureShown
    """What the figure then is."""


class AuditedShown(TypedDict):
    """A figure of the sheet, and what it ought to be."""

    where: str
    what: str
    text: str
    """As printed."""
    bet: str
    pay_tables: dict[str, str]
    verdict: Literal["agrees", "wrong"]
    ours: FigureShown
    ours_written: str
    """Ours as the sheet writes it, with two further digits."""
    difference: FigureShown
    """Printed less ours."""
    explanation: ExplanationShown | None
    """The nearest."""
    explanations: list[ExplanationShown]


class AuditShown(_About):
    """Every figure a sheet prints, worked out again."""

    printed: int
    wrong: list[AuditedShown]
    figures: list[AuditedShown]
    elapsed_s: float
