"""The report of a game: its sections in their order, made of what was found."""

from croupier.analysis.report.appendix import appendix
from croupier.analysis.report.bets import method, outcomes, strategy, together
from croupier.analysis.report.checks import checks
from croupier.analysis.report.comparisons import printed, published, readings
from croupier.analysis.report.document import Document
from croupier.analysis.report.findings import Findings
from croupier.analysis.report.reproducing import reproducing
from croupier.analysis.report.summary import identity, input_digest, summary
from croupier.analysis.report.terms import pay_tables, rulings

__all__ = ["report_of"]


def report_of(findings: Findings, *, date: str | None = None) -> Document:
    """The whole report. It has no date unless one is given, so it is the same every time."""
    study = findings.study
    return Document(
        title=study.name,
        subtitle="Mathematical report",
        facts=identity(findings, date),
        running_head=f"{study.name}, rules version {study.rules_version} · mathematical report · "
        f"inputs {input_digest(findings)[:12]}",
        sections=(
            summary(findings),
            rulings(findings),
            pay_tables(findings),
            method(study),
            outcomes(study),
            strategy(study),
            together(study),
            readings(findings.readings),
            printed(findings.audit),
            published(findings.published),
            checks(findings),
            reproducing(findings, date),
            appendix(study),
        ),
    )
