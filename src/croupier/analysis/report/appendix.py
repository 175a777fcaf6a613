"""The appendix: every figure in full."""

from collections.abc import Iterator

from croupier.analysis.report.document import Column, Paragraph, Row, Section, Sheet
from croupier.analysis.report.numbers import exactly, fits
from croupier.analysis.study import Study
from croupier.table.worth import BetWorth, Figure

__all__ = ["appendix"]


def appendix(study: Study) -> Section:
    """The figures of each bet as fractions, or with their bounds."""
    return Section(
        "Appendix: exact values",
        (
            Paragraph(
                "Fractions are exact and in lowest terms. A root is given to as many digits as "
                "are shown, with its bound; so is whatever was worked out in floating point."
            ),
        ),
        tuple(
            Section(
                bet.name,
                (
                    Sheet(
                        f"{bet.name}, per {bet.per}",
                        (
                            Column("Figure", is_number=False),
                            Column("Value", is_number=False, is_long=True),
                        ),
                        tuple(Row((name, exactly(figure))) for name, figure in _figures(bet)),
                    ),
                ),
            )
            for bet in study.bets
        ),
    )


def _figures(bet: BetWorth) -> Iterator[tuple[str, Figure]]:
    yield "House edge", bet.edge
    yield "Average action", bet.action
    yield "Element of risk", bet.element_of_risk
    yield "Hit frequency", bet.hit_frequency
    yield "Variance", bet.variance
    yield "Standard deviation", bet.standard_deviation
    yield "Volatility of 100 rounds", bet.volatility(100)
    for strategy in bet.strategies[1:]:
        yield f"House edge, {strategy.name}", strategy.edge
        if strategy.cost.is_exact and not fits(strategy.cost.value):
            yield f"Cost, {strategy.name}", strategy.cost
    for outcome in bet.outcomes:
        if bet.error or not fits(outcome.probability):
            yield f"Probability, {outcome.name}", Figure(outcome.probability, bet.error)
