"""The bets one by one: how each was worked out, what becomes of it, how it is best played."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from croupier.analysis.report.charts import Bar, bars, correlations, heat_maps
from croupier.analysis.report.document import (
    Block,
    Column,
    Facts,
    Listing,
    Paragraph,
    Row,
    Section,
    Sheet,
)
from croupier.analysis.report.numbers import (
    amount,
    bound,
    exactly,
    fits,
    fraction,
    number,
    one_in,
    percent,
    probability,
    signed,
)
from croupier.analysis.study import Study
from croupier.analysis.wording import needed_digits
from croupier.table.worth import BetWorth, Figure, Note, Table

__all__ = ["IN_APPENDIX", "method", "outcomes", "strategy", "together"]

IN_APPENDIX = "see appendix"

_MOST_PLACES = 8
_STRATEGIES_ABREAST = 7


def method(study: Study) -> Section:
    """How each bet was worked out."""
    rows = []
    for bet in study.bets:
        said = bet.method.strip()
        if bet.error:
            said += f" Its probabilities may be off by {bound(bet.error)} in all."
        rows.append((bet.name, said))
    return Section(
        "Method",
        (
            Paragraph(
                "Probabilities are counted, not simulated: fractions of whole numbers, from which "
                "every figure follows without rounding. Where they had to be worked out in "
                "floating point it is said how far they may be off, and every figure carries the "
                "bound that follows from it. What limits a result beyond that is said with it."
            ),
            Facts(tuple(rows)),
        ),
    )


def outcomes(study: Study) -> Section:
    """What can become of each bet, and what each outcome adds."""
    return Section(
        "Outcomes",
        (
            Paragraph(
                "Everything that can become of a bet. Pays is what the player gains or loses by "
                "it, and Staked what he had put in action by then, both in units of the bet; the "
                "contribution is what it adds to the player’s expectation. The contributions add "
                "up to the house edge with the other sign."
            ),
        ),
        tuple(Section(bet.name, tuple(_outcomes(bet))) for bet in study.bets),
    )


def _outcomes(bet: BetWorth) -> Iterator[Block]:
    varied = len({outcome.staked for outcome in bet.outcomes}) > 1
    staked = (Column("Staked"),) if varied else ()
    rows = []
    for outcome in bet.outcomes:
        exact = "not exact" if bet.error else IN_APPENDIX
        if not bet.error and fits(outcome.probability):
            exact = fraction(outcome.probability)
        rows.append(
            Row(
                (
                    outcome.name,
                    amount(outcome.net),
                    *((amount(outcome.staked).removeprefix("+"),) if varied else ()),
                    probability(outcome.probability, bet.error),
                    one_in(outcome.probability),
                    f"{signed(100 * outcome.contribution, 4)}%",
                    exact,
                )
            )
        )
    total = sum((outcome.probability for outcome in bet.outcomes), Fraction(0))
    yield Sheet(
        f"Outcomes of {bet.name}, per {bet.per}",
        (
            Column("Outcome", is_number=False),
            Column("Pays"),
            *staked,
            Column("Probability"),
            Column("1 in"),
            Column("Contribution"),
            Column("Exactly"),
        ),
        tuple(rows),
        total=Row(
            (
                "All",
                "",
                *((number(bet.action),) if varied else ()),
                probability(total, bet.error),
                "",
                f"{signed(-100 * bet.edge.value, 4)}%",
                "",
            )
        ),
    )
    yield bars(
        f"What each outcome of {bet.name} adds to the player’s expectation",
        f"A bar for each of {len(bet.outcomes)} outcomes, to the right where the player gains and "
        "to the left, with a dashed outline, where he loses. The table above has the numbers.",
        [
            Bar(
                outcome.name,
                outcome.contribution,
                f"{signed(100 * outcome.contribution, 4)}%",
            )
            for outcome in bet.outcomes
        ],
    )
    if bet.notes:
        yield _notes(f"Further figures of {bet.name}", bet.notes)
    for table in bet.tables:
        yield _table(table)


def strategy(study: Study) -> Section:
    """How each bet is best played, and what it costs to play otherwise."""
    written: dict[tuple[str, ...], str] = {}
    parts = [
        Section(bet.name, (*_rules(bet, written), *_strategies(bet)))
        for bet in study.bets
        if bet.strategies or bet.grids
    ]
    if not parts:
        return Section("Strategy", (Paragraph("No bet of this game asks for a decision."),))
    simple = [bet.name for bet in study.bets if not (bet.strategies or bet.grids)]
    blocks = (
        (Paragraph(f"These bets ask for no decision of their own: {', '.join(simple)}."),)
        if simple
        else ()
    )
    return Section("Strategy", blocks, tuple(parts))


def _rules(bet: BetWorth, written: dict[tuple[str, ...], str]) -> Iterator[Block]:
    """What to do; where it was written under another bet already, only where."""
    for one in bet.strategies:
        if not one.rules:
            continue
        key = (one.name, *one.rules)
        if key in written:
            yield Paragraph(f"{one.name}: as under {written[key]}.")
            continue
        written[key] = bet.name
        many = len(one.rules) > 1
        how = ": in order, the first rule that applies counts" if many else ""
        yield Listing(one.rules, is_numbered=many, caption=one.name + how)


def _strategies(bet: BetWorth) -> Iterator[Block]:
    if bet.strategies:
        yield Sheet(
            f"What the strategies cost, {bet.costs_count or f'per {bet.per}'}",
            (
                Column("Strategy", is_number=False),
                Column("House edge"),
                Column("Cost against the best"),
                Column("Cost, exactly"),
            ),
            tuple(
                Row(
                    (
                        one.name,
                        percent(one.edge),
                        percent(one.cost) + (" (better)" if one.cost.value < 0 else ""),
                        exactly(one.cost)
                        if not one.cost.is_exact or fits(one.cost.value)
                        else IN_APPENDIX,
                    ),
                    "chosen" if at == 0 else "",
                )
                for at, one in enumerate(bet.strategies)
            ),
        )
        often = [(one.name, one.frequencies) for one in bet.strategies]
        yield from _side_by_side("How often each option is taken", "Option", often)
        further = [(one.name, one.notes) for one in bet.strategies]
        yield from _side_by_side("Further figures of the strategies", "Figure", further)
    if bet.grids:
        yield Paragraph(
            "In the charts the text of a field says what is done, and its colour what that is "
            "worth to the player, where that is given: the fuller, the more is gained (blue) or "
            "lost (orange)."
        )
    for grid in bet.grids:
        yield from heat_maps(grid)


def _side_by_side(
    caption: str, first: str, columns: Sequence[tuple[str, Sequence[Note]]]
) -> Iterator[Sheet]:
    """The notes of several strategies, each in a column."""
    filled = [(title, notes) for title, notes in columns if notes]
    for start in range(0, len(filled), _STRATEGIES_ABREAST):
        some = filled[start : start + _STRATEGIES_ABREAST]
        names = dict.fromkeys(note.name for _, notes in some for note in notes)
        known = [{note.name: _in_percent(note.figure) for note in notes} for _, notes in some]
        yield Sheet(
            caption,
            (Column(first, is_number=False), *(Column(title) for title, _ in some)),
            tuple(Row((name, *(column.get(name, "–") for column in known))) for name in names),
        )


def _in_percent(figure: Figure) -> str:
    """What is at most one is a share; anything else a number."""
    if abs(figure.value) <= 1:
        return percent(figure)
    return number(figure, 0 if _is_whole(figure) else 4)


def _notes(caption: str, notes: Sequence[Note]) -> Sheet:
    places = needed_digits((note.figure.value for note in notes), least=6)
    return Sheet(
        caption,
        (Column("Figure", is_number=False), Column("Value"), Column("In percent")),
        tuple(
            Row(
                (
                    note.name,
                    number(note.figure, 0 if _is_whole(note.figure) else places),
                    percent(note.figure) if abs(note.figure.value) < 1 else "–",
                )
            )
            for note in notes
        ),
    )


def _is_whole(figure: Figure) -> bool:
    return figure.is_exact and figure.value.denominator == 1


def _table(table: Table) -> Sheet:
    show, scale = (percent, 100) if table.is_percent else (number, 1)
    columns = [[row[at] for _, row in table.rows] for at in range(len(table.columns) - 1)]
    texts = []
    for column in columns:
        known = [scale * figure.value for figure in column if figure is not None]
        places = min(needed_digits(known, least=4), _MOST_PLACES)
        texts.append(["–" if one is None else show(one, places) for one in column])
    return Sheet(
        table.title,
        (
            Column(table.columns[0], is_number=False),
            *(Column(title) for title in table.columns[1:]),
        ),
        tuple(
            Row((name, *(column[at] for column in texts)))
            for at, (name, _) in enumerate(table.rows)
        ),
    )


def together(study: Study) -> Section:
    """How the bets of a round go together."""
    found = study.together
    if found is None:
        why = study.not_together or "How the bets of one round go together is not said."
        return Section("Bets made together", (Paragraph(why),))
    every = range(len(found.bets))
    expectation = sum((one.value for one in found.expectations), Fraction(0))
    error = sum((one.error for one in found.expectations), Fraction(0))
    return Section(
        "Bets made together",
        (
            Paragraph(
                "The bets of one round share cards, so what they bring is correlated. Betting one "
                f"unit on each, the house gains {percent(Figure(-expectation, error))} of a unit "
                f"on average, with a standard deviation of {number(found.standard_deviation)} "
                f"(variance {number(found.variance)})."
            ),
            correlations(found),
            Sheet(
                "Covariance of one unit on each bet",
                (Column("", is_number=False), *(Column(name) for name in found.bets)),
                tuple(
                    Row((found.bets[at], *(number(figure) for figure in found.covariance[at])))
                    for at in every
                ),
            ),
        ),
    )
