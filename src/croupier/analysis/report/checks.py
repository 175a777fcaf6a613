"""What confirms the figures, checked anew for every report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.analysis.report.document import Column, Paragraph, Row, Section, Sheet
from croupier.analysis.report.findings import Findings, Variant
from croupier.analysis.study import Study
from croupier.table.paytable import PayTable
from croupier.table.worth import BetWorth, Figure

__all__ = ["Check", "checks"]


@dataclass(frozen=True, slots=True)
class Check:
    """One check: of what, that what holds, and whether it does."""

    of: str
    what: str
    holds: bool
    is_remark: bool = False
    """Whether it is only to be noted where it does not hold."""

    @property
    def row(self) -> Row:
        """As it is printed."""
        if self.holds:
            return Row((self.of, self.what, "holds"))
        if self.is_remark:
            return Row((self.of, self.what, "remark"), "chosen")
        return Row((self.of, self.what, "DOES NOT HOLD"), "bad")


def checks(findings: Findings) -> Section:
    """Each check by name, and whether it holds."""
    made = list(_checks(findings))
    failed = sum(not (one.holds or one.is_remark) for one in made)
    remarks = sum(not one.holds and one.is_remark for one in made)
    verdict = f"All {len(made)} hold."
    if failed:
        verdict = f"{failed} of {len(made)} DO NOT HOLD; the figures concerned are not confirmed."
    elif remarks:
        verdict = f"{len(made) - remarks} of {len(made)} hold; the others carry a remark."
    return Section(
        "Checks made",
        (
            Paragraph(
                f"These checks were made when this report was written. {verdict}",
                is_warning=bool(failed),
            ),
            Sheet(
                "Checks",
                (
                    Column("Of", is_number=False),
                    Column("Check", is_number=False, is_long=True),
                    Column("Result", is_number=False),
                ),
                tuple(one.row for one in made),
            ),
            Paragraph(
                "The program’s own tests confirm each figure a second way besides, in one or more "
                "of these: a kernel against its plain twin, parts and small decks by enumeration, "
                "symmetries of the game, simulation through the same script that deals the game, "
                "figures that others have published."
            ),
        ),
    )


def _checks(findings: Findings) -> Iterator[Check]:
    for bet in findings.study.bets:
        yield from _bet_checks(bet)
        yield from _variant_checks(bet, findings.variants)
    yield from _together_checks(findings.study)
    if findings.audit.figures:
        every, wrong = len(findings.audit.figures), len(findings.audit.wrong)
        yield Check(
            "Printed figures",
            f"{every - wrong} of {every} figures that the sheet prints agree.",
            not wrong,
            is_remark=True,
        )
    if findings.published:
        every, agreeing = len(findings.published), sum(one.agrees for one in findings.published)
        yield Check(
            "Published figures",
            f"{agreeing} of {every} figures that others have published agree.",
            agreeing == every,
            is_remark=True,
        )
        if agreeing < every:
            yield Check(
                "Published figures",
                "Of each that does not agree it is known why.",
                all(one.agrees or one.published.why for one in findings.published),
            )


def _bet_checks(bet: BetWorth) -> Iterator[Check]:
    total = sum((one.probability for one in bet.outcomes), Fraction(0))
    exact = " exactly" if not bet.error else ", within the error bound"
    yield Check(
        bet.name,
        f"The probabilities of all outcomes add up to 1{exact}.",
        abs(total - 1) <= bet.error,
    )
    if not bet.strategies:
        return
    best, *others = bet.strategies
    yield Check(
        bet.name,
        f"The edge of “{best.name}” is the edge that follows from the outcomes.",
        _agree(best.edge, bet.edge),
    )
    if not others:
        return
    if not bet.costs_count:
        yield Check(
            bet.name,
            "Each other strategy costs what its edge is higher.",
            all(_agree(_more(one.edge, best.edge), one.cost) for one in others),
        )
    better = [f"“{one.name}”" for one in others if one.cost.value < -one.cost.error]
    but = f", but for {', '.join(better)}: see its rules for what that uses" if better else ""
    yield Check(bet.name, f"No other strategy does better{but}.", holds=not better, is_remark=True)


def _variant_checks(bet: BetWorth, variants: Sequence[Variant]) -> Iterator[Check]:
    """A bet without decisions wins as often by any table, so one list of outcomes values all."""
    if bet.strategies:
        return
    own = [one for one in variants if one.bet.name == bet.name]
    for here in (one for one in own if one.is_in_force):
        spot, lines = here.spot, _lines(here.table)
        alike = [
            one
            for one in own
            if one.spot == spot and not one.is_in_force and _lines(one.table) == lines
        ]
        if alike and set(lines) <= {outcome.name for outcome in bet.outcomes}:
            yield Check(
                bet.name,
                f"The edges under {_tables(len(alike))} of {spot} follow from the "
                "probabilities under the one in force.",
                all(_agree(_edge_by(bet, one.table), one.bet.edge) for one in alike),
            )


def _tables(count: int) -> str:
    return "one further table" if count == 1 else f"{count} further tables"


def _lines(table: PayTable) -> list[str]:
    return [line.name for line in table.lines]


def _edge_by(bet: BetWorth, table: PayTable) -> Figure:
    """The edge with the pays of another table on the same lines."""
    pays = {line.name: line.odds.fraction for line in table.lines}
    nets = [pays.get(outcome.name, outcome.net) for outcome in bet.outcomes]
    gained = sum(
        (one.probability * net for one, net in zip(bet.outcomes, nets, strict=True)), Fraction(0)
    )
    return Figure(-gained, bet.error * max(map(abs, nets)))


def _together_checks(study: Study) -> Iterator[Check]:
    together = study.together
    if together is None:
        return
    known = {bet.name: bet for bet in study.bets}
    pairs = [(at, known[name]) for at, name in enumerate(together.bets) if name in known]
    yield Check(
        "Bets made together",
        "Each bet’s expectation and variance are the same alone and among the others.",
        all(
            _agree(together.expectations[at], bet.expectation)
            and _agree(together.covariance[at][at], bet.variance)
            for at, bet in pairs
        ),
    )
    every = range(len(together.bets))
    yield Check(
        "Bets made together",
        "The covariances are symmetric.",
        all(
            together.covariance[one][other] == together.covariance[other][one]
            for one in every
            for other in every
        ),
    )


def _agree(first: Figure, second: Figure) -> bool:
    return abs(first.value - second.value) <= first.error + second.error


def _more(one: Figure, other: Figure) -> Figure:
    return Figure(one.value - other.value, one.error + other.error)
